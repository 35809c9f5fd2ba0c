(** * Section 11: Theorem 11, the proof *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Arithmetic.
Import ListNotations.
Local Open Scope N_scope.

Section Theorem_11.

Variables (C : rules) (h t n0 p B : nat) (j q D : N).
Notation s := (q * 2 ^ j).
Notation u n := (high j (G C n)).
Notation steady := (steady C n0 j).
Notation threatens := (threatens C n0 j).
Notation sum_of_high := (sum_of_high C j).
Notation regular := (regular C n0 p j q).
Hypothesis no_marks : no_mark C.
Hypothesis last_place : no_place_after C t.
Hypothesis most : leaves_at_most C h.
Hypotheses (h_1 : (1 <= h)%nat) (n0_1 : (1 <= n0)%nat) (p_1 : (1 <= p)%nat) (q_1 : 1 <= q).
Hypothesis far : (h * (n0 + p - 1) + t + 1 <= B + p)%nat.
Hypothesis A1 : forall n, (n0 <= n < B + p)%nat -> G C (n + p) = G C n + s.
Hypothesis A2 : forall n parts, (B <= n < B + p)%nat -> leaves C n parts ->
  ~ threatens (G C n) parts.
Hypothesis A3_high : forall n, (B <= n < B + p)%nat -> D + 2 * s <= G C n.
Hypothesis A3_rises : forall n v, (B <= n < B + p)%nat -> v < G C n -> G C n - v <= D ->
  rises C n0 j n v.
Hypothesis A3_both : forall n v, (B <= n < B + p)%nat -> v < G C n ->
  D < G C n - v <= D + 2 * s -> does_both C n0 j n v.
Hypothesis A3_widens : forall n v, (B <= n < B + 2 * p)%nat -> v + D + 2 * s < G C n ->
  widens C n0 j n v.

(** ** Shifting down *)

Lemma B_n0 : (n0 <= B)%nat.
Proof. nia. Qed.

Lemma has_large_part : forall m parts, (B + p <= m)%nat -> leaves C m parts ->
  exists a, In a parts /\ (n0 + p <= a)%nat.
Proof.
  intros m parts L M. destruct (large_part C h t m (n0 + p - 1) parts) as [a [I La]]; auto; try nia.
  exists a. split; [exact I | lia].
Qed.

Lemma threat_down : forall n m v parts, regular n -> (B + p <= m <= n)%nat -> leaves C m parts ->
  threatens (v + s) parts -> exists parts', leaves C (m - p) parts' /\ threatens v parts'.
Proof.
  intros n m v parts R Bm L T.
  destruct (has_large_part m parts) as [a [I La]]; [lia | exact L |].
  apply in_split in I. destruct I as [A [E ->]]. exists (A ++ (a - p)%nat :: E).
  split; [exact (shift_down C n0 p no_marks n0_1 p_1 m A a E L La) |].
  apply (threat_part_down C n0 p j q n0_1 p_1) with n m; auto. lia.
Qed.

(** Down to the heaps of (A2). *)
Lemma no_threat : forall n m parts, regular n -> (B <= m < n)%nat -> leaves C m parts ->
  ~ threatens (G C m) parts.
Proof.
  intros n m. induction m as [m IH] using lt_wf_ind. intros parts R Bm L T.
  destruct (le_lt_dec (B + p) m) as [S | S]; [| apply (A2 m parts); auto; lia].
  pose proof B_n0. assert (V : G C m = G C (m - p) + s) by (rewrite <- R by lia; f_equal; lia).
  rewrite V in T. destruct (threat_down n m (G C (m - p)) parts R) as [parts' [L' T']]; auto; try lia.
  apply (IH (m - p)%nat) with parts'; auto; lia.
Qed.

Lemma no_option : forall n parts, regular n -> (B + 2 * p <= n)%nat -> leaves C n parts ->
  nim_sum C parts <> G C (n - p) + s.
Proof.
  intros n parts R Bn L V.
  assert (NS : ~ steady parts).
  { intros [A [a [E [-> [Ga [F Z]]]]]].
    destruct (has_large_part n _ ltac:(lia) L) as [b [I Lb]].
    assert (La : (n0 + p <= a)%nat).
    { rewrite Forall_forall in F. apply in_app_iff in I. simpl in I.
      assert (J : a = b \/ In b (A ++ E)) by (rewrite in_app_iff; tauto).
      destruct J as [-> | J]; [exact Lb | apply F in J; lia]. }
    pose proof (part_below _ _ _ _ _ L).
    apply (no_option_has_G C (n - p) _ (shift_down C n0 p no_marks n0_1 p_1 n A a E L La)).
    assert (W : G C a = G C (a - p) + s) by (rewrite <- R by lia; f_equal; lia).
    rewrite nim_sum_middle, W, rising, <- nim_sum_middle in V by exact Z. lia. }
  destruct (high_at_most_sum C n0 p j n0_1 p_1 parts) as [c Sum].
  assert (T : threatens (G C (n - p) + s) parts).
  { rewrite V in Sum. split; [exact NS |]. rewrite V. split; [reflexivity |]. rewrite Sum.
    split; [lia |]. rewrite N.odd_add, N.odd_mul. apply xorb_false_r. }
  destruct (threat_down n n (G C (n - p)) parts R) as [parts' [L' T']]; auto; try lia.
  apply (no_threat n (n - p) parts' R); auto; lia.
Qed.

(** ** Every smaller value *)

Lemma rises_option : forall n v, rises C n0 j n v ->
  exists parts, leaves C n parts /\ nim_sum C parts = v.
Proof. intros n v [a [rest [L [_ [_ E]]]]]. exists (a :: rest). auto. Qed.

Lemma both_option : forall n v, does_both C n0 j n v ->
  exists parts, leaves C n parts /\ nim_sum C parts = v.
Proof. intros n v [c [a [b [L [_ [_ [_ [_ E]]]]]]]]. exists [c; a; b]. auto. Qed.

Lemma widens_option : forall n v, widens C n0 j n v ->
  exists parts, leaves C n parts /\ nim_sum C parts = v.
Proof. intros n v [a [b [rest [L [_ [_ [_ E]]]]]]]. exists (a :: b :: rest). auto. Qed.

Lemma option_of_value : forall n v, regular n -> (B + 2 * p <= n)%nat -> v < G C (n - p) + s ->
  exists parts, leaves C n parts /\ nim_sum C parts = v.
Proof.
  intros n v R Bn Lv. set (i := ((n - B) / p)%nat). set (m := (B + (n - B) mod p)%nat).
  assert (Mod : ((n - B) mod p < p)%nat) by (apply Nat.mod_upper_bound; lia).
  assert (En : n = (m + i * p)%nat).
  { unfold m, i. pose proof (Nat.div_mod (n - B) p). lia. }
  assert (i_2 : (2 <= i)%nat) by (unfold i; apply Nat.div_le_lower_bound; lia).
  assert (Bm : (B <= m < B + p)%nat) by (unfold m; lia).
  assert (s_1 : 1 <= s) by (pose proof (N.pow_nonzero 2 j); nia).
  assert (Vn : G C (n - p) + s = G C m + N.of_nat i * s).
  { replace (n - p)%nat with (m + (i - 1) * p)%nat by nia.
    rewrite (value_above C n0 p j q n0_1 p_1 n) by (auto; pose proof B_n0; nia). rewrite <- N.add_assoc. f_equal.
    rewrite <- N.mul_succ_l. f_equal. lia. }
  set (g := G C (n - p) + s) in *. set (d := g - v). assert (High := A3_high m Bm).
  destruct (N.le_gt_cases d D) as [Near | Above].
  - apply rises_option. rewrite En. replace v with (G C m - d + N.of_nat i * s) by lia.
    apply rises_often with n; auto; [lia |]. apply A3_rises; auto; lia.
  - set (l := (d - D - 1) / (2 * s)). set (r := (d - D - 1) mod (2 * s)).
    assert (r_s : r < 2 * s) by (apply N.mod_lt; lia).
    assert (El : d = D + 1 + r + 2 * (l * s)).
    { pose proof (N.div_mod (d - D - 1) (2 * s)). fold l r in H. lia. }
    destruct (N.le_gt_cases (2 * l) (N.of_nat i)) as [Few | Many].
    + apply both_option. set (l' := N.to_nat l).
      replace n with (m + (i - 2 * l') * p + 2 * l' * p)%nat by nia.
      apply both_widens_often with (q := q) (n := n); auto; [nia |].
      assert (Ei : N.of_nat i * s = N.of_nat (i - 2 * l') * s + 2 * (l * s)).
      { replace (N.of_nat i) with (N.of_nat (i - 2 * l') + 2 * l) by lia. lia. }
      replace v with (G C m - (D + 1 + r) + N.of_nat (i - 2 * l') * s) by lia.
      apply both_rises_often with n; auto; [nia |]. apply A3_both; auto; lia.
    + apply widens_option. set (l' := (i / 2)%nat).
      assert (Half : (i = 2 * l' \/ i = 2 * l' + 1)%nat).
      { unfold l'. pose proof (Nat.div_mod i 2). pose proof (Nat.mod_upper_bound i 2). lia. }
      set (m' := (m + (i - 2 * l') * p)%nat).
      replace n with (m' + 2 * l' * p)%nat by (unfold m'; nia).
      apply widens_often with (q := q) (n := n); auto; [unfold m'; nia |].
      apply A3_widens; [unfold m'; destruct Half as [H | H]; rewrite H at 1 2; nia |].
      unfold m'. rewrite (value_above C n0 p j q n0_1 p_1 n) by (auto; pose proof B_n0; nia).
      assert (Ei : N.of_nat i * s = N.of_nat (i - 2 * l') * s + 2 * (N.of_nat l' * s)).
      { replace (N.of_nat i) with (N.of_nat (i - 2 * l') + 2 * N.of_nat l') by lia. lia. }
      assert (More : (N.of_nat l' + 1) * s <= l * s) by (apply N.mul_le_mono_r; lia).
      lia.
Qed.

Theorem arithmetic_period : forall n, (n0 <= n)%nat -> G C (n + p) = G C n + s.
Proof.
  intro n. induction n as [n IH] using lt_wf_ind. intro L.
  destruct (le_lt_dec (B + p) n) as [F | F]; [| apply A1; lia].
  assert (R : regular (n + p)) by (intros i I Li; apply IH; lia).
  assert (E : (n + p - p = n)%nat) by lia.
  apply G_by_options.
  - intros parts M V. apply (no_option (n + p) parts R); [lia | exact M |]. rewrite E. exact V.
  - intros v Lv. apply option_of_value; [exact R | lia |]. rewrite E. exact Lv.
Qed.

End Theorem_11.
