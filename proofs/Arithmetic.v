(** * Section 11: arithmetic periods

    Theorem 11 of [theory::arithmetic]: finitely many values and options prove that
    G(n + p) = G(n) + s for all n from n0 on. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window.
Import ListNotations.
Local Open Scope N_scope.

(** ** High and low parts: v = 2^j high(v) + low(v) *)

Definition high (j v : N) : N := N.shiftr v j.
Definition low (j v : N) : N := N.land v (N.ones j).

Lemma high_lxor : forall j v w, high j (N.lxor v w) = N.lxor (high j v) (high j w).
Proof. intros j v w. apply N.shiftr_lxor. Qed.

Lemma low_lxor : forall j v w, low j (N.lxor v w) = N.lxor (low j v) (low j w).
Proof.
  intros j v w. apply N.bits_inj. intro i. unfold low.
  rewrite !N.land_spec, !N.lxor_spec, !N.land_spec.
  destruct (N.testbit v i), (N.testbit w i), (N.testbit (N.ones j) i); reflexivity.
Qed.

Lemma high_add : forall j q v, high j (v + q * 2 ^ j) = high j v + q.
Proof.
  intros j q v. unfold high. rewrite !N.shiftr_div_pow2. apply N.div_add, N.pow_nonzero. lia.
Qed.

Lemma low_add : forall j q v, low j (v + q * 2 ^ j) = low j v.
Proof.
  intros j q v. unfold low. rewrite !N.land_ones. apply N.mod_add, N.pow_nonzero. lia.
Qed.

Lemma parts_equal : forall j v w, high j v = high j w -> low j v = low j w -> v = w.
Proof.
  intros j v w H L. unfold high, low in *. rewrite !N.shiftr_div_pow2 in H. rewrite !N.land_ones in L.
  assert (2 ^ j <> 0) by (apply N.pow_nonzero; lia).
  rewrite (N.div_mod v (2 ^ j)), (N.div_mod w (2 ^ j)), H, L by assumption. reflexivity.
Qed.

Lemma rising : forall j q v w, high j w = 0 ->
  N.lxor (v + q * 2 ^ j) w = N.lxor v w + q * 2 ^ j.
Proof.
  intros j q v w Z. apply (parts_equal j).
  - rewrite high_add, !high_lxor, high_add, Z, !N.lxor_0_r. reflexivity.
  - rewrite low_add, !low_lxor, low_add. reflexivity.
Qed.

Lemma widening : forall j q v w, high j v = high j w ->
  N.lxor (v + q * 2 ^ j) (w + q * 2 ^ j) = N.lxor v w.
Proof.
  intros j q v w E. apply (parts_equal j).
  - rewrite !high_lxor, !high_add, E, !N.lxor_nilpotent. reflexivity.
  - rewrite !low_lxor, !low_add. reflexivity.
Qed.

(** A nim-sum is at most the sum, and of its parity. *)
Lemma add_lxor : forall a b, exists c, a + b = N.lxor a b + 2 * c.
Proof.
  intro a. induction a as [a IH] using (well_founded_induction N.lt_wf_0). intro b.
  destruct (N.eq_dec a 0) as [-> | Z]; [exists 0; rewrite N.lxor_0_l; lia |].
  destruct (IH (N.div2 a)) with (b := N.div2 b) as [c E].
  { rewrite N.div2_div. apply N.div_lt; lia. }
  exists (2 * c + N.b2n (N.odd a && N.odd b)).
  assert (X : N.lxor a b = 2 * N.lxor (N.div2 a) (N.div2 b) + N.b2n (xorb (N.odd a) (N.odd b))).
  { rewrite (N.div2_odd (N.lxor a b)). f_equal; [f_equal |].
    - rewrite !N.div2_spec. apply N.shiftr_lxor.
    - rewrite <- !N.bit0_odd, N.lxor_spec. reflexivity. }
  rewrite X. pose proof (N.div2_odd a). pose proof (N.div2_odd b).
  destruct (N.odd a), (N.odd b); simpl N.b2n in *; lia.
Qed.

(** ** Changing one part of a move *)

Lemma part_below : forall C n A a E, leaves C n (A ++ a :: E) -> (1 <= a < n)%nat.
Proof.
  intros C n A a E L. remember (A ++ a :: E) as parts eqn:P.
  assert (I : In a parts) by (subst; apply in_elt). clear P.
  destruct L; simpl in I; intuition (subst; lia).
Qed.

Lemma change_part : forall C n A a b E, no_mark C -> leaves C n (A ++ a :: E) -> (1 <= b)%nat ->
  leaves C (n - a + b)%nat (A ++ b :: E).
Proof.
  intros C n A a b E Mark L b_1. remember (A ++ a :: E) as parts eqn:P.
  destruct L as [k K k_1 Eq | k x K k_1 X Eq | k x y K X Y U Eq | k x y z K X Y Z Eq].
  - destruct A; discriminate.
  - destruct A as [| ? [|]]; try discriminate. injection P as -> <-.
    apply leaves_one with k; auto; lia.
  - assert (M : unequal (C k) = true -> False) by (rewrite Mark; discriminate).
    destruct A as [| ? [| ? [|]]]; try discriminate; injection P as <-; subst;
      apply leaves_two with k; auto; try lia; intro W; destruct (M W).
  - destruct A as [| ? [| ? [| ? [|]]]]; try discriminate; injection P as <-; subst;
      apply leaves_three with k; auto; lia.
Qed.

(** The largest part of a move of a large heap. *)
Lemma large_part : forall C h t n b parts, no_place_after C t -> leaves_at_most C h ->
  (t < n)%nat -> (h * b + t < n)%nat -> leaves C n parts -> exists a, In a parts /\ (b < a)%nat.
Proof.
  intros C h t n b parts T H Tn B L. assert (J := H _ _ L).
  destruct L as [k E K Eq | k x E K X Eq | k x y E X Y U Eq | k x y z E X Y Z Eq];
    pose proof (place_le _ _ _ _ T E) as KT; simpl length in J.
  - lia.
  - assert (1 * b <= h * b)%nat by (apply Nat.mul_le_mono_r; exact J).
    exists x. simpl. split; [tauto | lia].
  - assert (2 * b <= h * b)%nat by (apply Nat.mul_le_mono_r; exact J).
    destruct (le_lt_dec x b); [exists y | exists x]; simpl; (split; [tauto | lia]).
  - assert (3 * b <= h * b)%nat by (apply Nat.mul_le_mono_r; exact J).
    destruct (le_lt_dec x b); [destruct (le_lt_dec y b); [exists z | exists y] | exists x];
      simpl; (split; [tauto | lia]).
Qed.

Lemma nim_sum_middle : forall C A a E, nim_sum C (A ++ a :: E) = N.lxor (G C a) (nim_sum C (A ++ E)).
Proof.
  intros C A a E. rewrite <- !grundy_is_nim_sum.
  rewrite (value_of_permutation C (A ++ a :: E) (a :: A ++ E)).
  - rewrite !grundy_is_nim_sum. reflexivity.
  - symmetry. apply Permutation.Permutation_middle.
Qed.

Lemma middle : forall (A : list nat) x E A' y E', A ++ x :: E = A' ++ y :: E' ->
  (A = A' /\ x = y /\ E = E') \/ In x (A' ++ E').
Proof.
  induction A as [| z A IH]; intros x E [| z' A'] y E' Q; injection Q as Q1 Q2; subst; simpl.
  - auto.
  - auto.
  - right. apply in_elt.
  - destruct (IH _ _ _ _ _ Q2) as [[-> [-> ->]] | I]; auto.
Qed.

(** ** Options that rise, widen, do both, are steady, or threaten *)

Section Arithmetic.

Variables (C : rules) (h t n0 p : nat) (j q : N).
Notation s := (q * 2 ^ j).
Notation u n := (high j (G C n)).

(** The order of the parts is free, as the code has no mark. *)
Definition rises (n : nat) (v : N) : Prop := exists a rest, leaves C n (a :: rest) /\
  (n0 <= a)%nat /\ high j (nim_sum C rest) = 0 /\ nim_sum C (a :: rest) = v.

Definition widens (n : nat) (v : N) : Prop := exists a b rest, leaves C n (a :: b :: rest) /\
  (n0 <= a)%nat /\ (n0 <= b)%nat /\ u a = u b /\ nim_sum C (a :: b :: rest) = v.

Definition does_both (n : nat) (v : N) : Prop := exists c a b, leaves C n [c; a; b] /\
  (n0 <= c)%nat /\ (n0 <= a)%nat /\ (n0 <= b)%nat /\ u a = u b /\ nim_sum C [c; a; b] = v.

Definition steady (parts : list nat) : Prop := exists A a E, parts = A ++ a :: E /\
  (n0 <= a)%nat /\ Forall (fun b => (b < n0)%nat) (A ++ E) /\ high j (nim_sum C (A ++ E)) = 0.

Definition sum_of_high (parts : list nat) : N := fold_right (fun a v => u a + v) 0 parts.

(** For a heap of value v. *)
Definition threatens (v : N) (parts : list nat) : Prop := ~ steady parts /\
  low j (nim_sum C parts) = low j v /\
  high j v <= sum_of_high parts /\ N.odd (sum_of_high parts) = N.odd (high j v).

Hypothesis no_marks : no_mark C.
Hypothesis n0_1 : (1 <= n0)%nat.
Hypothesis p_1 : (1 <= p)%nat.

(** The claim for all heaps below n. *)
Definition regular (n : nat) : Prop :=
  forall i, (n0 <= i)%nat -> (i + p < n)%nat -> G C (i + p) = G C i + s.

(** ** Shifting up *)

Lemma shift_rest : forall m A a E, leaves C m (A ++ a :: E) -> leaves C (m + p) (A ++ (a + p)%nat :: E).
Proof.
  intros m A a E L. pose proof (part_below _ _ _ _ _ L).
  replace (m + p)%nat with (m - a + (a + p))%nat by lia. apply change_part; auto; lia.
Qed.

Lemma rises_once : forall n m v, regular n -> (m + p <= n)%nat -> rises m v -> rises (m + p) (v + s).
Proof.
  intros n m v R B [a [rest [L [g [Z <-]]]]]. pose proof (part_below _ _ [] _ _ L).
  exists (a + p)%nat, rest. split; [exact (shift_rest m [] a rest L) |].
  split; [lia |]. split; [exact Z |]. simpl. rewrite (R a g) by lia. apply rising, Z.
Qed.

Lemma widens_once : forall n m v, regular n -> (m + 2 * p <= n)%nat -> widens m v ->
  widens (m + 2 * p) v.
Proof.
  intros n m v R B [a [b [rest [L [ga [gb [E <-]]]]]]]. pose proof (part_below _ _ [] _ _ L).
  pose proof (part_below _ _ [a] _ _ L).
  exists (a + p)%nat, (b + p)%nat, rest. split.
  { replace (m + 2 * p)%nat with (m + p + p)%nat by lia.
    apply (shift_rest (m + p) [(a + p)%nat] b rest), (shift_rest m [] a (b :: rest)), L. }
  rewrite !(R a), !(R b) by (assumption || lia). split; [lia |]. split; [lia |].
  split; [rewrite !high_add, E; reflexivity |].
  simpl. rewrite (R a), (R b) by (assumption || lia). rewrite <- !N.lxor_assoc, widening by exact E.
  reflexivity.
Qed.

Lemma both_rises : forall n m v, regular n -> (m + p <= n)%nat -> does_both m v ->
  does_both (m + p) (v + s).
Proof.
  intros n m v R B [c [a [b [L [gc [ga [gb [E <-]]]]]]]]. pose proof (part_below _ _ [] _ _ L).
  exists (c + p)%nat, a, b. split; [exact (shift_rest m [] c [a; b] L) |].
  repeat (split; [assumption || lia |]). simpl.
  rewrite (R c gc) by lia. apply rising. rewrite N.lxor_0_r, high_lxor, E. apply N.lxor_nilpotent.
Qed.

Lemma both_widens : forall n m v, regular n -> (m + 2 * p <= n)%nat -> does_both m v ->
  does_both (m + 2 * p) v.
Proof.
  intros n m v R B [c [a [b [L [gc [ga [gb [E <-]]]]]]]]. pose proof (part_below _ _ [c] _ _ L).
  pose proof (part_below _ _ [c; a] _ _ L). exists c, (a + p)%nat, (b + p)%nat. split.
  { replace (m + 2 * p)%nat with (m + p + p)%nat by lia.
    apply (shift_rest (m + p) [c; (a + p)%nat] b []), (shift_rest m [c] a [b]), L. }
  rewrite !(R a), !(R b) by (assumption || lia). repeat (split; [assumption || lia |]).
  split; [rewrite !high_add, E; reflexivity |].
  simpl. rewrite (R a), (R b), !N.lxor_0_r, widening by (assumption || lia). reflexivity.
Qed.

Lemma rises_often : forall n m v i, regular n -> (m + i * p <= n)%nat -> rises m v ->
  rises (m + i * p) (v + N.of_nat i * s).
Proof.
  intros n m v i R. induction i as [| i IH]; intros B H.
  - change (0 * p)%nat with 0%nat. change (N.of_nat 0 * s) with 0. rewrite Nat.add_0_r, N.add_0_r.
    exact H.
  - replace (m + S i * p)%nat with (m + i * p + p)%nat by lia.
    replace (v + N.of_nat (S i) * s) with (v + N.of_nat i * s + s) by
      (rewrite Nnat.Nat2N.inj_succ, N.mul_succ_l; symmetry; apply N.add_assoc).
    apply rises_once with n; [exact R | lia |].
    apply IH; [lia | exact H].
Qed.

Lemma both_rises_often : forall n m v i, regular n -> (m + i * p <= n)%nat -> does_both m v ->
  does_both (m + i * p) (v + N.of_nat i * s).
Proof.
  intros n m v i R. induction i as [| i IH]; intros B H.
  - change (0 * p)%nat with 0%nat. change (N.of_nat 0 * s) with 0. rewrite Nat.add_0_r, N.add_0_r.
    exact H.
  - replace (m + S i * p)%nat with (m + i * p + p)%nat by lia.
    replace (v + N.of_nat (S i) * s) with (v + N.of_nat i * s + s) by
      (rewrite Nnat.Nat2N.inj_succ, N.mul_succ_l; symmetry; apply N.add_assoc).
    apply both_rises with n; [exact R | lia |].
    apply IH; [lia | exact H].
Qed.

Lemma widens_often : forall n m v i, regular n -> (m + 2 * i * p <= n)%nat -> widens m v ->
  widens (m + 2 * i * p) v.
Proof.
  intros n m v i R. induction i as [| i IH]; intros B H.
  - rewrite Nat.add_0_r. exact H.
  - replace (m + 2 * S i * p)%nat with (m + 2 * i * p + 2 * p)%nat by lia.
    apply widens_once with n; [exact R | lia |]. apply IH; [lia | exact H].
Qed.

Lemma both_widens_often : forall n m v i, regular n -> (m + 2 * i * p <= n)%nat -> does_both m v ->
  does_both (m + 2 * i * p) v.
Proof.
  intros n m v i R. induction i as [| i IH]; intros B H.
  - rewrite Nat.add_0_r. exact H.
  - replace (m + 2 * S i * p)%nat with (m + 2 * i * p + 2 * p)%nat by lia.
    apply both_widens with n; [exact R | lia |]. apply IH; [lia | exact H].
Qed.

(** ** Shifting down *)

Lemma sum_of_high_middle : forall A a E, sum_of_high (A ++ a :: E) = u a + sum_of_high (A ++ E).
Proof. intros A a E. induction A as [| b A IH]; simpl in *; [| rewrite IH]; lia. Qed.

Lemma high_at_most_sum : forall parts, exists c, sum_of_high parts = high j (nim_sum C parts) + 2 * c.
Proof.
  intro parts. induction parts as [| a parts [c E]].
  - exists 0. simpl. unfold high. rewrite N.shiftr_0_l. reflexivity.
  - change (sum_of_high (a :: parts)) with (u a + sum_of_high parts).
    change (nim_sum C (a :: parts)) with (N.lxor (G C a) (nim_sum C parts)).
    rewrite E, high_lxor. destruct (add_lxor (u a) (high j (nim_sum C parts))) as [c' E'].
    exists (c + c'). lia.
Qed.

(** The part that becomes smaller, if it is large. *)
Lemma shift_down : forall m A a E, leaves C m (A ++ a :: E) -> (n0 + p <= a)%nat ->
  leaves C (m - p) (A ++ (a - p)%nat :: E).
Proof.
  intros m A a E L B'. pose proof (part_below _ _ _ _ _ L).
  replace (m - p)%nat with (m - a + (a - p))%nat by lia. apply change_part; auto; lia.
Qed.

(** A larger part that grows too changes nothing of being steady. *)
Lemma steady_grows : forall A a b E, (n0 <= a)%nat -> (n0 <= b)%nat ->
  steady (A ++ b :: E) -> steady (A ++ a :: E).
Proof.
  intros A a b E Ga Gb [A' [c [E' [Q [Gc [F Z]]]]]].
  destruct (middle _ _ _ _ _ _ Q) as [[-> [_ ->]] | I].
  - exists A', a, E'. auto.
  - exfalso. rewrite Forall_forall in F. apply F in I. lia.
Qed.

Lemma threat_part_down : forall n m v A a E, regular n -> (m <= n)%nat -> leaves C m (A ++ a :: E) ->
  (n0 + p <= a)%nat -> threatens (v + s) (A ++ a :: E) -> threatens v (A ++ (a - p)%nat :: E).
Proof.
  intros n m v A a E R Bm L La [NS [Lo [Hi Odd]]]. pose proof (part_below _ _ _ _ _ L).
  assert (V : G C a = G C (a - p) + s).
  { rewrite <- R by lia. f_equal. lia. }
  rewrite sum_of_high_middle, V, high_add in Hi, Odd.
  rewrite nim_sum_middle, low_lxor, V, !low_add, <- low_lxor, <- nim_sum_middle in Lo.
  rewrite high_add in Hi, Odd.
  split; [intro S; apply NS; apply steady_grows with (a - p)%nat; auto; lia |].
  split; [exact Lo |]. rewrite sum_of_high_middle. split; [lia |].
  replace (u (a - p) + q + sum_of_high (A ++ E)) with (u (a - p) + sum_of_high (A ++ E) + q) in Odd
    by lia.
  rewrite !(N.odd_add _ q) in Odd.
  destruct (N.odd q), (N.odd (u (a - p) + sum_of_high (A ++ E))), (N.odd (high j v)); simpl in Odd;
    congruence.
Qed.

(** From a value to the values of whole periods later. *)
Lemma value_above : forall n m i, regular n -> (n0 <= m)%nat -> (m + i * p < n)%nat ->
  G C (m + i * p) = G C m + N.of_nat i * s.
Proof.
  intros n m i R Lm. induction i as [| i IH]; intro L.
  - change (0 * p)%nat with 0%nat. change (N.of_nat 0 * s) with 0. rewrite Nat.add_0_r. lia.
  - replace (m + S i * p)%nat with (m + i * p + p)%nat by lia. rewrite R, IH by lia.
    rewrite Nnat.Nat2N.inj_succ, N.mul_succ_l. symmetry. apply N.add_assoc.
Qed.

End Arithmetic.
