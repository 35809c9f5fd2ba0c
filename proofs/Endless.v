(** * Section 12: codes whose digits repeat for ever

    Endless codes as rules, and what heap n has to do with the digits up to place n. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Misere.
Import ListNotations.

(** ** Endless codes *)

(** The digits repeat, with length L, from place e on. *)
Definition repeats_from (C : rules) (e L : nat) : Prop := forall k, e <= k -> C (k + L) = C k.

(** d0.d1d2...[r1r2...]: the code, and behind it the digits in brackets again and again. *)
Definition endless (start repeated : code) : rules := fun k =>
  if k <? length start then d start k else d repeated ((k - length start) mod length repeated).

Lemma endless_repeats : forall start repeated, repeated <> [] ->
  repeats_from (endless start repeated) (length start) (length repeated).
Proof.
  intros start repeated E k L. unfold endless.
  assert (length repeated <> 0) by (destruct repeated; [congruence | discriminate]).
  rewrite (proj2 (Nat.ltb_ge _ _) L), (proj2 (Nat.ltb_ge (k + _) _)) by lia.
  replace (k + length repeated - length start) with (k - length start + 1 * length repeated) by lia.
  rewrite Nat.mod_add by assumption. reflexivity.
Qed.

(** One repeated digit. *)
Lemma endless_digit : forall start D k, length start <= k -> endless start [D] k = D.
Proof.
  intros start D k L. unfold endless. rewrite (proj2 (Nat.ltb_ge _ _) L). simpl length.
  rewrite Nat.mod_1_r. reflexivity.
Qed.

(** Nim and Lasker's Nim. *)
Definition nim_code : rules := endless [Digit 0 false] [Digit 3 false].
Definition laskers_code : rules := endless [Digit 4 false] [Digit 3 false].

(** ** The digits after place n make no difference to heaps up to n *)

(** The digits d0, ..., dn: a code that ends. *)
Definition cut (C : rules) (n : nat) : code := map C (seq 0 (S n)).

Lemma cut_digit : forall C n k, k <= n -> d (cut C n) k = C k.
Proof.
  intros C n k L. unfold cut, d. rewrite (nth_indep _ _ (C 0)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth by lia. reflexivity.
Qed.

Definition same_to (C C' : rules) (n : nat) : Prop := forall k, k <= n -> C k = C' k.

Lemma same_to_sym : forall C C' n, same_to C C' n -> same_to C' C n.
Proof. intros C C' n S k L. symmetry. apply S, L. Qed.

Lemma cut_same : forall C n, same_to (cut C n) C n.
Proof. intros C n k L. apply cut_digit, L. Qed.

Lemma leaves_same : forall C C' n m parts, same_to C C' n -> m <= n -> leaves C m parts ->
  leaves C' m parts.
Proof.
  intros C C' n m parts S M L.
  destruct L as [k K k_1 Eq | k a K k_1 A Eq | k a b K A B U Eq | k a b c K A B D Eq];
    rewrite S in * by lia; [apply leaves_none with k | apply leaves_one with k
      | apply leaves_two with k | apply leaves_three with k]; assumption.
Qed.

Definition at_most (n : nat) (X : position) : Prop := Forall (fun m => m <= n) X.

Lemma move_same : forall C C' n X Y, same_to C C' n -> at_most n X -> move C X Y ->
  move C' X Y /\ at_most n Y.
Proof.
  intros C C' n X Y S A M. induction M as [m parts X L | m X Y M IH]; inversion A as [| ? ? Am AX]; subst.
  - split; [apply move_here, leaves_same with (1 := S); assumption |].
    apply Forall_app. split; [| exact AX]. inversion L; subst; repeat constructor; lia.
  - destruct (IH AX) as [M' A']. split; [apply move_there, M' | constructor; assumption].
Qed.

Theorem grundy_same : forall C C' n X, same_to C C' n -> at_most n X -> grundy C X = grundy C' X.
Proof.
  intros C C' n X S. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W A. subst w.
  apply is_mex_unique with (1 := grundy_is_mex C X).
  apply is_mex_same with (2 := grundy_is_mex C' X). intro v.
  split; intros [Y [M E]]; exists Y.
  - destruct (move_same C' C n X Y (same_to_sym _ _ _ S) A M) as [M' A']. split; [exact M' |].
    rewrite <- E. apply IH with (weight Y); auto. apply weight_of_move with (1 := M).
  - destruct (move_same C C' n X Y S A M) as [M' A']. split; [exact M' |].
    rewrite <- E. symmetry. apply IH with (weight Y); auto. apply weight_of_move with (1 := M).
Qed.

Lemma can_move_same : forall C C' n X, same_to C C' n -> at_most n X -> can_move C X -> can_move C' X.
Proof. intros C C' n X S A [Y M]. exists Y. apply (move_same C C' n X Y S A M). Qed.

Lemma misere_same : forall C C' n X, same_to C C' n -> at_most n X ->
  (misere_P C X -> misere_P C' X) /\ (misere_N C X -> misere_N C' X).
Proof.
  intros C C' n X S. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W A. subst w. split.
  - intro P. inversion P as [X' Can All]. subst.
    apply misere_loses; [apply can_move_same with (1 := S); assumption |].
    intros Y M. destruct (move_same C' C n X Y (same_to_sym _ _ _ S) A M) as [M' A'].
    apply (IH (weight Y)); auto. apply weight_of_move with (1 := M).
  - intro P. inversion P as [X' None | X' Y M P']; subst.
    + apply misere_wins_by_none. intro Can. apply None.
      apply can_move_same with (1 := same_to_sym _ _ _ S); assumption.
    + destruct (move_same C C' n X Y S A M) as [M' A']. apply misere_wins_by with Y; [exact M' |].
      apply (IH (weight Y)); auto. apply weight_of_move with (1 := M).
Qed.

(** Heap m of any rules is heap m of the code cut after a place n >= m. *)
Theorem options_of_cut : forall C n m parts, m <= n -> (leaves C m parts <-> leaves (cut C n) m parts).
Proof.
  intros C n m parts M. split; apply leaves_same with n; auto; [apply same_to_sym |]; apply cut_same.
Qed.

Theorem grundy_of_cut : forall C n X, at_most n X -> grundy C X = grundy (cut C n) X.
Proof. intros C n X. apply grundy_same, same_to_sym, cut_same. Qed.

Theorem outcome_of_cut : forall C n X, at_most n X -> (outcome_P C X <-> outcome_P (cut C n) X).
Proof. intros C n X A. rewrite !outcome_P_iff, (grundy_of_cut C n X A). reflexivity. Qed.

Theorem misere_of_cut : forall C n X, at_most n X -> (misere_P C X <-> misere_P (cut C n) X).
Proof.
  intros C n X A. split; apply (misere_same _ _ n); auto; [apply same_to_sym |]; apply cut_same.
Qed.

(** ** Nim: any number of tokens may be taken *)

(** No other moves, from heaps up to n. *)
Definition is_nim (C : rules) (n : nat) : Prop :=
  may_leave (C 0) 2 = false /\ may_leave (C 0) 3 = false /\
  forall k, 1 <= k <= n -> C k = Digit 3 false.

Theorem values_of_nim : forall C n, is_nim C n -> forall m, m <= n -> G C m = N.of_nat m.
Proof.
  intros C n [D2 [D3 Dk]] m. induction m as [m IH] using lt_wf_ind. intro M. apply G_by_options.
  - intros parts L.
    destruct L as [k K k_1 Eq | k a K k_1 A Eq | k a b K A B U Eq | k a b c K A B D Eq].
    + simpl. lia.
    + rewrite nim_sum_1, IH by lia. lia.
    + destruct k as [| k]; [congruence | rewrite Dk in K by lia; discriminate].
    + destruct k as [| k]; [congruence | rewrite Dk in K by lia; discriminate].
  - intros w W. assert (T : exists u, w = N.of_nat u) by (exists (N.to_nat w); lia).
    destruct T as [u ->]. destruct u as [| u].
    + exists []. split; [| reflexivity].
      apply leaves_none with m; [rewrite Dk by lia; reflexivity | lia | reflexivity].
    + exists [S u]. split; [| rewrite nim_sum_1; apply IH; lia].
      apply leaves_one with (m - S u); try lia. rewrite Dk by lia. reflexivity.
Qed.

Theorem values_of_nim_code : forall m, G nim_code m = N.of_nat m.
Proof.
  intro m. apply values_of_nim with m; [| lia]. split; [reflexivity |]. split; [reflexivity |].
  intros k K. apply endless_digit. simpl. lia.
Qed.
