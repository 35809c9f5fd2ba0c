(** * Misère quotients, proved by running the checker inside Coq

    As in Periods.v, each proof below is one computation of the kernel of Coq. *)

From Coq Require Import List NArith String.
From Octal Require Import Octal Misere MisereInfiniteChecker MisereCertificate
  MisereReader Texts.
Import ListNotations.

Lemma accepted : forall t c, accepted_misere (list_ascii_of_string t) = Some c -> misere_holds c.
Proof. intros t c H. apply (misere_text_sound _ _ H). Qed.

Ltac run_checker t c :=
  apply (accepted t c); vm_cast_no_check (eq_refl (Some c)).

Theorem misere_0_123 : misere_holds (QuotientClaim (plain_code [0; 1; 2; 3]%N) 20 5 5 5).
Proof. run_checker text_0_123 (QuotientClaim (plain_code [0; 1; 2; 3]%N) 20 5 5 5). Qed.

(** Kayles. *)
Theorem misere_0_77 : misere_holds (QuotientClaim (plain_code [0; 7; 7]%N) 40 9 71 12).
Proof. run_checker text_0_77_misere (QuotientClaim (plain_code [0; 7; 7]%N) 40 9 71 12). Qed.

(** No quotient is finite of heaps among which are the first 12 of 0.404. *)
Theorem infinite_0_404 : misere_holds
  (InfiniteClaim (plain_code [0; 4; 0; 4]%N) 320 70 (Letters 9 2 2 5 2 5 7 3 0 [3; 11]) 12).
Proof.
  run_checker text_0_404
    (InfiniteClaim (plain_code [0; 4; 0; 4]%N) 320 70 (Letters 9 2 2 5 2 5 7 3 0 [3; 11]) 12).
Qed.
