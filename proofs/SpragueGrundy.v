(** * Section 1: the theorem of Sprague and Grundy

    Theorem 1 of [theory]. It makes of every statement about G a statement about who wins. *)

From Coq Require Import Arith Bool List NArith Lia Permutation.
From Octal Require Import Octal.
Import ListNotations.

(** ** The leading bit of a difference decides which number is smaller *)

Lemma less_by_leading_bit : forall a b j,
  N.testbit a j = false -> N.testbit b j = true ->
  (forall i, (j < i)%N -> N.testbit a i = N.testbit b i) -> (a < b)%N.
Proof.
  intros a b j A B H.
  assert (E : N.shiftr a (N.succ j) = N.shiftr b (N.succ j)).
  { apply N.bits_inj. intro i. rewrite !N.shiftr_spec by lia. apply H. lia. }
  rewrite !N.shiftr_succ_r in E.
  assert (S : (N.shiftr a j < N.shiftr b j)%N).
  { rewrite (N.div2_odd (N.shiftr a j)), (N.div2_odd (N.shiftr b j)), E.
    rewrite <- !N.testbit_odd, A, B. simpl N.b2n. lia. }
  rewrite !N.shiftr_div_pow2 in S.
  destruct (N.lt_ge_cases a b) as [L | L]; [exact L |].
  apply (N.div_le_mono b a (2 ^ j)) in L; [lia |]. apply N.pow_nonzero. lia.
Qed.

Lemma no_bit_above_log2 : forall d i, (N.log2 d < i)%N -> N.testbit d i = false.
Proof. intros d i. apply N.bits_above_log2. Qed.

(** To clear the leading bit of d makes a number smaller, whatever else is changed. *)
Lemma lxor_smaller : forall x d, d <> 0%N -> N.testbit x (N.log2 d) = true -> (N.lxor x d < x)%N.
Proof.
  intros x d D B. apply less_by_leading_bit with (N.log2 d).
  - rewrite N.lxor_spec, B, N.bit_log2 by exact D. reflexivity.
  - exact B.
  - intros i L. rewrite N.lxor_spec, (no_bit_above_log2 d i L). apply xorb_false_r.
Qed.

(** Every w below x + y is made by making one of the two smaller. *)
Lemma nim : forall w x y, (w < N.lxor x y)%N ->
  (exists x', (x' < x)%N /\ N.lxor x' y = w) \/ (exists y', (y' < y)%N /\ N.lxor x y' = w).
Proof.
  intros w x y L. set (z := N.lxor x y) in *. set (d := N.lxor w z).
  assert (D : d <> 0%N) by (intro E; apply N.lxor_eq in E; lia).
  assert (Z : N.testbit z (N.log2 d) = true).
  { assert (B := N.bit_log2 d D). unfold d at 1 in B. rewrite N.lxor_spec in B.
    destruct (N.testbit z (N.log2 d)) eqn:Z; [reflexivity | exfalso].
    rewrite xorb_false_r in B. enough (z < w)%N by lia.
    apply less_by_leading_bit with (N.log2 d); [exact Z | exact B |].
    intros i I. assert (A := no_bit_above_log2 d i I). unfold d in A. rewrite N.lxor_spec in A.
    destruct (N.testbit w i), (N.testbit z i); simpl in A; congruence. }
  assert (W : N.lxor z d = w).
  { unfold d. rewrite (N.lxor_comm w z), <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l. }
  unfold z in Z. rewrite N.lxor_spec in Z. destruct (N.testbit x (N.log2 d)) eqn:X.
  - left. exists (N.lxor x d). split; [apply lxor_smaller; assumption |].
    rewrite N.lxor_assoc, (N.lxor_comm d y), <- N.lxor_assoc. exact W.
  - rewrite xorb_false_l in Z.
    right. exists (N.lxor y d). split; [apply lxor_smaller; assumption |].
    rewrite <- N.lxor_assoc. exact W.
Qed.

Lemma lxor_cancel_l : forall x y z, N.lxor x y = N.lxor x z -> y = z.
Proof.
  intros x y z E. apply (f_equal (N.lxor x)) in E.
  rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in E. exact E.
Qed.

Lemma lxor_cancel_r : forall x y z, N.lxor y x = N.lxor z x -> y = z.
Proof. intros x y z. rewrite (N.lxor_comm y), (N.lxor_comm z). apply lxor_cancel_l. Qed.

(** ** A move in X + Y is a move in X or a move in Y *)

Lemma move_app_l : forall C X X' Y, move C X X' -> move C (X ++ Y) (X' ++ Y).
Proof.
  intros C X X' Y M. induction M; simpl.
  - rewrite <- app_assoc. apply move_here. assumption.
  - apply move_there. assumption.
Qed.

Lemma move_app_r : forall C X Y Y', move C Y Y' -> move C (X ++ Y) (X ++ Y').
Proof. intros C X Y Y' M. induction X; simpl; [exact M | apply move_there, IHX]. Qed.

Lemma move_app_inv : forall C X Y Z, move C (X ++ Y) Z ->
  (exists X', move C X X' /\ Z = X' ++ Y) \/ (exists Y', move C Y Y' /\ Z = X ++ Y').
Proof.
  intros C X. induction X as [| n X IH]; intros Y Z M; simpl in M.
  - right. exists Z. tauto.
  - inversion M as [n' parts W L | n' W W' M']; subst.
    + left. exists (parts ++ X). rewrite app_assoc. split; [apply move_here, L | reflexivity].
    + destruct (IH _ _ M') as [[X' [A E]] | [Y' [A E]]]; subst.
      * left. exists (n :: X'). split; [apply move_there, A | reflexivity].
      * right. exists Y'. split; [exact A | reflexivity].
Qed.

(** ** Theorem 1, part 1: G(X + Y) is the nim-sum of G(X) and G(Y) *)

Lemma value_differs : forall C X Y, move C X Y -> grundy C Y <> grundy C X.
Proof.
  intros C X Y M E. destruct (grundy_is_mex C X) as [A _]. apply A. exists Y. tauto.
Qed.

Lemma move_to_smaller : forall C X v, (v < grundy C X)%N -> exists Y, move C X Y /\ grundy C Y = v.
Proof. intros C X v L. destruct (grundy_is_mex C X) as [_ B]. apply B, L. Qed.

Theorem grundy_app : forall C X Y, grundy C (X ++ Y) = N.lxor (grundy C X) (grundy C Y).
Proof.
  intros C X Y. remember (weight (X ++ Y)) as w eqn:W. revert X Y W.
  induction w as [w IH] using lt_wf_ind. intros X Y W. subst w.
  assert (left_of : forall X', move C X X' ->
    grundy C (X' ++ Y) = N.lxor (grundy C X') (grundy C Y)).
  { intros X' M. apply IH with (weight (X' ++ Y)); [| reflexivity].
    apply weight_of_move with C, move_app_l, M. }
  assert (right_of : forall Y', move C Y Y' ->
    grundy C (X ++ Y') = N.lxor (grundy C X) (grundy C Y')).
  { intros Y' M. apply IH with (weight (X ++ Y')); [| reflexivity].
    apply weight_of_move with C, move_app_r, M. }
  apply is_mex_unique with (1 := grundy_is_mex C (X ++ Y)). split.
  - intros [Z [M E]]. destruct (move_app_inv _ _ _ _ M) as [[X' [A EZ]] | [Y' [A EZ]]]; subst Z.
    + rewrite left_of in E by exact A. apply lxor_cancel_r in E. exact (value_differs _ _ _ A E).
    + rewrite right_of in E by exact A. apply lxor_cancel_l in E. exact (value_differs _ _ _ A E).
  - intros v L. destruct (nim _ _ _ L) as [[x' [S E]] | [y' [S E]]];
      destruct (move_to_smaller _ _ _ S) as [Z [M EZ]].
    + exists (Z ++ Y). split; [apply move_app_l, M |]. rewrite left_of by exact M. congruence.
    + exists (X ++ Z). split; [apply move_app_r, M |]. rewrite right_of by exact M. congruence.
Qed.

Lemma grundy_nil : forall C, grundy C [] = 0%N.
Proof. reflexivity. Qed.

(** A position has the nim-sum of the values of its heaps. *)
Theorem grundy_is_nim_sum : forall C X, grundy C X = nim_sum C X.
Proof.
  intros C X. induction X as [| n X IH]; [reflexivity |].
  change (n :: X) with ([n] ++ X). rewrite grundy_app, IH. reflexivity.
Qed.

(** The order of the heaps does not matter. *)
Theorem value_of_permutation : forall C X Y, Permutation X Y -> grundy C X = grundy C Y.
Proof.
  intros C X Y P. rewrite !grundy_is_nim_sum. induction P as [| n X Y P IH | m n X | X Y Z P IH P' IH'].
  - reflexivity.
  - simpl. rewrite IH. reflexivity.
  - simpl. rewrite <- !N.lxor_assoc, (N.lxor_comm (G C n)). reflexivity.
  - congruence.
Qed.

(** ** Theorem 1, part 2: who wins *)

Lemma who_wins : forall C X,
  (grundy C X = 0%N -> outcome_P C X) /\ (grundy C X <> 0%N -> outcome_N C X).
Proof.
  intros C X. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W. subst w. split; intro E.
  - apply wins_by_none. intros Y M. apply (IH (weight Y)); auto.
    + apply weight_of_move with C, M.
    + rewrite <- E. apply value_differs, M.
  - destruct (move_to_smaller C X 0) as [Y [M E']]; [lia |].
    apply wins_by with Y; [exact M |]. apply (IH (weight Y)); auto.
    apply weight_of_move with C, M.
Qed.

(** No position has both outcomes. *)
Lemma not_both : forall C X, outcome_P C X -> outcome_N C X -> False.
Proof.
  intros C X. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W P Q. subst w.
  inversion Q as [X' Y M PY]. inversion P as [X'' A]. subst.
  apply (IH (weight Y)) with Y; auto. apply weight_of_move with C, M.
Qed.

Theorem outcome_P_iff : forall C X, outcome_P C X <-> grundy C X = 0%N.
Proof.
  intros C X. destruct (who_wins C X) as [A B]. split; [| exact A]. intro P.
  destruct (N.eq_dec (grundy C X) 0) as [E | E]; [exact E |].
  exfalso. apply not_both with C X; [exact P | apply B, E].
Qed.

Theorem outcome_N_iff : forall C X, outcome_N C X <-> grundy C X <> 0%N.
Proof.
  intros C X. destruct (who_wins C X) as [A B]. split; [| exact B]. intros Q E.
  apply not_both with C X; [apply A, E | exact Q].
Qed.

(** Two heaps have the same value if and only if the previous player wins the two together. *)
Theorem same_value_iff : forall C a b, outcome_P C [a; b] <-> G C a = G C b.
Proof.
  intros C a b. rewrite outcome_P_iff. change [a; b] with ([a] ++ [b]). rewrite grundy_app.
  split; [apply N.lxor_eq |]. unfold G. intro E. rewrite E. apply N.lxor_nilpotent.
Qed.

(** ** Consequences: the sequence G(0), G(1), ... *)

(** Single heaps suffice: G(n) is the mex of the nim-sums of the parts. *)
Theorem G_is_mex : forall C n,
  is_mex (fun v => exists parts, leaves C n parts /\ nim_sum C parts = v) (G C n).
Proof.
  intros C n. apply is_mex_same with (2 := grundy_is_mex C [n]). intro v. split.
  - intros [Y [M E]]. inversion M as [n' parts X L | n' X X' M']; [| inversion M']. subst.
    exists parts. split; [exact L |]. rewrite app_nil_r. symmetry. apply grundy_is_nim_sum.
  - intros [parts [L E]]. exists (parts ++ []). split; [apply move_here, L |].
    rewrite app_nil_r, grundy_is_nim_sum. exact E.
Qed.

Lemma no_option_has_G : forall C n parts, leaves C n parts -> nim_sum C parts <> G C n.
Proof. intros C n parts L E. destruct (G_is_mex C n) as [A _]. apply A. exists parts. tauto. Qed.

Lemma option_below_G : forall C n v, (v < G C n)%N ->
  exists parts, leaves C n parts /\ nim_sum C parts = v.
Proof. intros C n v L. destruct (G_is_mex C n) as [_ B]. apply B, L. Qed.

(** What shows that v is G(n). *)
Lemma G_by_options : forall C n v,
  (forall parts, leaves C n parts -> nim_sum C parts <> v) ->
  (forall w, (w < v)%N -> exists parts, leaves C n parts /\ nim_sum C parts = w) ->
  G C n = v.
Proof.
  intros C n v A B. apply is_mex_unique with (1 := G_is_mex C n). split; [| exact B].
  intros [parts [L E]]. exact (A parts L E).
Qed.

Theorem G_0 : forall C, G C 0 = 0%N.
Proof.
  intro C. apply G_by_options.
  - intros parts L. inversion L; lia.
  - intros w L. lia.
Qed.

Lemma nim_sum_1 : forall C a, nim_sum C [a] = G C a.
Proof. intros C a. apply N.lxor_0_r. Qed.

Lemma nim_sum_2 : forall C a b, nim_sum C [a; b] = N.lxor (G C a) (G C b).
Proof. intros C a b. simpl. rewrite N.lxor_0_r. reflexivity. Qed.

Lemma nim_sum_3 : forall C a b c,
  nim_sum C [a; b; c] = N.lxor (G C a) (N.lxor (G C b) (G C c)).
Proof. intros C a b c. simpl. rewrite N.lxor_0_r. reflexivity. Qed.
