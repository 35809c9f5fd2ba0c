(** * Periods, proved by running the checker inside Coq

    Texts.v, which the Makefile writes, holds the certificates byte for byte. Each proof below is
    one computation of the kernel of Coq: the checker accepts the text. *)

From Coq Require Import List NArith String.
From Octal Require Import Octal Minimality Certificate Reader Checker Texts.
Import ListNotations.
Local Open Scope N_scope.

Lemma accepted : forall t c, accepted_claim (list_ascii_of_string t) = Some c -> holds c.
Proof. intros t c H. apply (checker_sound _ _ H). Qed.

Ltac run_checker t c :=
  apply (accepted t c); vm_cast_no_check (eq_refl (Some c)).

(** Dawson's Kayles. *)
Theorem period_0_07 : holds (Claim (plain_code [0; 0; 7]) 53 34).
Proof. run_checker text_0_07 (Claim (plain_code [0; 0; 7]) 53 34). Qed.

(** Dawson's Chess. *)
Theorem period_0_137 : holds (Claim (plain_code [0; 1; 3; 7]) 52 34).
Proof. run_checker text_0_137 (Claim (plain_code [0; 1; 3; 7]) 52 34). Qed.

(** Kayles. *)
Theorem period_0_77 : holds (Claim (plain_code [0; 7; 7]) 71 12).
Proof. run_checker text_0_77 (Claim (plain_code [0; 7; 7]) 71 12). Qed.

Theorem period_0_156 : holds (Claim (plain_code [0; 1; 5; 6]) 3479 349).
Proof. run_checker text_0_156 (Claim (plain_code [0; 1; 5; 6]) 3479 349). Qed.

(** Kayles with two tokens taken and different parts: the chain form, with links. *)
Definition kayles_marked : code := [Digit 0 false; Digit 7 false; Digit 7 true].

Theorem period_0_77_marked : holds (Claim kayles_marked 540 4).
Proof. run_checker text_0_77u (Claim kayles_marked 540 4). Qed.
