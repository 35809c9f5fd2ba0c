(** * Misère quotients, proved by running the checker inside Coq

    As in Periods.v, each proof below is one computation of the kernel of Coq. *)

From Coq Require Import List NArith String.
From Octal Require Import Octal MisereCertificate MisereReader Texts.
Import ListNotations.

Lemma accepted : forall t c, accepted_misere (list_ascii_of_string t) = Some c -> misere_holds c.
Proof. intros t c H. apply (misere_text_sound _ _ H). Qed.

Ltac run_checker t c :=
  apply (accepted t c); vm_cast_no_check (eq_refl (Some c)).

Theorem misere_0_123 : misere_holds (MisereClaim (plain_code [0; 1; 2; 3]%N) 20 5 5 5).
Proof. run_checker text_0_123 (MisereClaim (plain_code [0; 1; 2; 3]%N) 20 5 5 5). Qed.

(** Kayles. *)
Theorem misere_0_77 : misere_holds (MisereClaim (plain_code [0; 7; 7]%N) 40 9 71 12).
Proof. run_checker text_0_77_misere (MisereClaim (plain_code [0; 7; 7]%N) 40 9 71 12). Qed.
