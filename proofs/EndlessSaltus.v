(** * Section 12: Theorem 12b, arithmetic periods of endless codes *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Arithmetic ArithmeticPeriod Endless.
Import ListNotations.
Local Open Scope N_scope.

(** ** Options that stay: their place is at least e *)

Definition stays (C : rules) (e n : nat) (v : N) : Prop :=
  exists parts, leaves (from_place C e) n parts /\ nim_sum C parts = v.

Definition rises_and_stays (C : rules) (e n0 : nat) (j : N) (n : nat) (v : N) : Prop :=
  exists a rest, leaves (from_place C e) n (a :: rest) /\
  (n0 <= a)%nat /\ high j (nim_sum C rest) = 0 /\ nim_sum C (a :: rest) = v.

Section Theorem_12b.

Variables (C : rules) (e L h n0 p B : nat) (j q D : N).
Notation s := (q * 2 ^ j).
Notation u n := (high j (G C n)).
Notation steady := (steady C n0 j).
Notation threatens := (threatens C n0 j).
Notation sum_of_high := (sum_of_high C j).
Notation regular := (regular C n0 p j q).
Notation both := (rises_and_stays C e n0 j).
Hypothesis no_marks : no_mark C.
Hypothesis endless_code : repeats_from C e L.
Hypothesis most : leaves_at_most C h.
Hypothesis multiple : Nat.divide L p.
Hypotheses (e_1 : (1 <= e)%nat) (h_1 : (1 <= h)%nat) (n0_1 : (1 <= n0)%nat) (p_1 : (1 <= p)%nat).
Hypothesis q_1 : 1 <= q.
Hypothesis far : (h * (n0 + p - 1) + e <= B)%nat.
Hypothesis E1 : forall n, (n0 <= n < B + p)%nat -> G C (n + p) = G C n + s.
Hypothesis E2 : forall i n, (1 <= i < n0 + p)%nat -> (B <= n < B + p)%nat -> u i < u n.
Hypothesis E3 : forall n parts, (B <= n < B + 2 * p)%nat -> leaves C n parts ->
  ~ threatens (G C n) parts.
Hypothesis E4_high : forall n, (B <= n < B + p)%nat -> D + s <= G C n.
Hypothesis E4_rises : forall n v, (B <= n < B + p)%nat -> v < G C n -> G C n - v <= D ->
  rises C n0 j n v.
Hypothesis E4_both : forall n v, (B <= n < B + p)%nat -> v < G C n -> D < G C n - v <= D + s ->
  both n v.
Hypothesis E4_stays : forall n v, (B <= n < B + p)%nat -> v < G C n -> D + s < G C n - v ->
  stays C e n v.

Lemma B_from_n0 : (n0 + p <= B)%nat.
Proof. nia. Qed.

Lemma value_down : forall n m, regular n -> (n0 + p <= m < n)%nat -> G C m = G C (m - p) + s.
Proof. intros n m R M. rewrite <- R by lia. f_equal. lia. Qed.

(** (E2) for all heaps from B on. *)
Lemma high_grows : forall n m i, regular n -> (B <= m < n)%nat -> (1 <= i < n0 + p)%nat -> u i < u m.
Proof.
  intros n m i R. pose proof B_from_n0. induction m as [m IH] using lt_wf_ind. intros M I.
  destruct (le_lt_dec (B + p) m) as [F | F]; [| apply E2; lia].
  rewrite (value_down n m R) by lia. rewrite high_add. specialize (IH (m - p)%nat). lia.
Qed.

(** ** No option has the value *)

(** A heap that is threatened is so p or 2p heaps before. *)
Lemma threat_before : forall n m v parts, regular n -> (B + 2 * p <= m <= n)%nat -> leaves C m parts ->
  threatens (v + s + s) parts ->
  (exists parts', leaves C (m - p) parts' /\ threatens (v + s) parts') \/
  (leaves C (m - 2 * p) parts /\ threatens v parts).
Proof.
  intros n m v parts R M K T.
  destruct (from_place_or_large C (e + 2 * p) m parts K) as [K' | S]; [right | left].
  - split.
    + apply from_place_leaves with e, place_down; auto.
      apply (repeats_multiple C e L); [exact endless_code |]. apply Nat.divide_mul_r, multiple.
    + destruct T as [NS [Lo [Hi Odd]]]. rewrite !low_add in Lo. rewrite !high_add in Hi, Odd.
      split; [exact NS |]. split; [exact Lo |]. split; [lia |]. rewrite Odd, !N.odd_add.
      destruct (N.odd q), (N.odd (high j v)); reflexivity.
  - destruct (large_part_of C e h n0 p most e_1 p_1 n0_1 m parts K) as [A [a [E [-> La]]]]; [lia |].
    exists (A ++ (a - p)%nat :: E).
    split; [exact (shift_down C n0 p no_marks n0_1 p_1 m A a E K La) |].
    apply (threat_part_down C n0 p j q n0_1 p_1) with n m; auto. lia.
Qed.

Lemma no_threats : forall n m parts, regular n -> (B <= m < n)%nat -> leaves C m parts ->
  ~ threatens (G C m) parts.
Proof.
  intros n m. pose proof B_from_n0. induction m as [m IH] using lt_wf_ind. intros parts R M K T.
  destruct (le_lt_dec (B + 2 * p) m) as [S | S]; [| apply (E3 m parts); auto; lia].
  rewrite (value_down n m R), (value_down n (m - p) R) in T by lia.
  destruct (threat_before n m _ parts R ltac:(lia) K T) as [[parts' [K' T']] | [K' T']].
  - rewrite <- (value_down n (m - p) R) in T' by lia. apply (IH (m - p)%nat) with parts'; auto; lia.
  - replace (m - p - p)%nat with (m - 2 * p)%nat in T' by lia.
    apply (IH (m - 2 * p)%nat) with parts; auto; lia.
Qed.

Lemma no_option_of_value : forall n parts, regular n -> (B + 2 * p <= n)%nat -> leaves C n parts ->
  nim_sum C parts <> G C (n - p) + s.
Proof.
  intros n parts R Bn K V. pose proof B_from_n0.
  assert (NS : ~ steady parts).
  { intros [A [a [E [-> [Ga [F Z]]]]]]. pose proof (part_below _ _ _ _ _ K).
    assert (U := f_equal (high j) V). rewrite nim_sum_middle, high_lxor, Z, N.lxor_0_r, high_add in U.
    assert (La : (n0 + p <= a)%nat).
    { destruct (le_lt_dec (n0 + p) a) as [W | W]; [exact W | exfalso].
      assert (u a < u (n - p)) by (apply (high_grows n); auto; lia). lia. }
    apply (no_option_has_G C (n - p) _ (shift_down C n0 p no_marks n0_1 p_1 n A a E K La)).
    rewrite nim_sum_middle, (value_down n a R), rising, <- nim_sum_middle in V by (exact Z || lia). lia. }
  destruct (high_at_most_sum C n0 p j n0_1 p_1 parts) as [c Sum].
  assert (T : threatens (G C (n - p) + s) parts).
  { rewrite V in Sum. split; [exact NS |]. rewrite V. split; [reflexivity |]. rewrite Sum.
    split; [lia |]. rewrite N.odd_add, N.odd_mul. apply xorb_false_r. }
  rewrite (value_down n (n - p) R) in T by lia.
  destruct (threat_before n n _ parts R ltac:(lia) K T) as [[parts' [K' T']] | [K' T']].
  - rewrite <- (value_down n (n - p) R) in T' by lia. apply (no_threats n (n - p) parts' R); auto; lia.
  - replace (n - p - p)%nat with (n - 2 * p)%nat in T' by lia.
    apply (no_threats n (n - 2 * p) parts R); auto; lia.
Qed.

(** ** Every smaller value *)

Lemma no_mark_from_place : no_mark (from_place C e).
Proof. intro k. unfold from_place. destruct (e <=? k)%nat; [apply no_marks | reflexivity]. Qed.

Lemma both_rises_once : forall n m v, regular n -> (m + p <= n)%nat -> both m v -> both (m + p) (v + s).
Proof.
  intros n m v R M [a [rest [K [g [Z <-]]]]]. pose proof (part_below _ _ [] _ _ K).
  exists (a + p)%nat, rest.
  split; [exact (shift_rest (from_place C e) n0 p no_mark_from_place n0_1 p_1 m [] a rest K) |].
  split; [lia |]. split; [exact Z |]. simpl. rewrite (R a g) by lia. apply rising, Z.
Qed.

Lemma both_rises_i : forall n m v i, regular n -> (m + i * p <= n)%nat -> both m v ->
  both (m + i * p) (v + N.of_nat i * s).
Proof.
  intros n m v i R. induction i as [| i IH]; intros M H.
  - change (0 * p)%nat with 0%nat. change (N.of_nat 0 * s) with 0. rewrite Nat.add_0_r, N.add_0_r.
    exact H.
  - replace (m + S i * p)%nat with (m + i * p + p)%nat by lia.
    replace (v + N.of_nat (S i) * s) with (v + N.of_nat i * s + s) by
      (rewrite Nnat.Nat2N.inj_succ, N.mul_succ_l; symmetry; apply N.add_assoc).
    apply both_rises_once with n; [exact R | lia |]. apply IH; [lia | exact H].
Qed.

Lemma both_stays : forall n v, both n v -> stays C e n v.
Proof. intros n v [a [rest [K [_ [_ E]]]]]. exists (a :: rest). auto. Qed.

Lemma stays_i : forall m v i, stays C e m v -> stays C e (m + i * p) v.
Proof.
  intros m v i [parts [K E]]. exists parts. split; [| exact E]. apply place_up; [| exact K].
  apply (repeats_multiple C e L); [exact endless_code | apply Nat.divide_mul_r, multiple].
Qed.

Lemma stays_option : forall n v, stays C e n v -> exists parts, leaves C n parts /\ nim_sum C parts = v.
Proof. intros n v [parts [K E]]. exists parts. split; [apply from_place_leaves with e, K | exact E]. Qed.

Lemma option_of_smaller : forall n v, regular n -> (B + 2 * p <= n)%nat -> v < G C (n - p) + s ->
  exists parts, leaves C n parts /\ nim_sum C parts = v.
Proof.
  intros n v R Bn Lv. pose proof B_from_n0.
  set (i := ((n - B) / p)%nat). set (m := (B + (n - B) mod p)%nat).
  assert (Mod : ((n - B) mod p < p)%nat) by (apply Nat.mod_upper_bound; lia).
  assert (En : n = (m + i * p)%nat).
  { unfold m, i. pose proof (Nat.div_mod (n - B) p). lia. }
  assert (i_2 : (2 <= i)%nat) by (unfold i; apply Nat.div_le_lower_bound; lia).
  assert (Bm : (B <= m < B + p)%nat) by (unfold m; lia).
  assert (s_1 : 1 <= s) by (pose proof (N.pow_nonzero 2 j); nia).
  assert (Vn : G C (n - p) + s = G C m + N.of_nat i * s).
  { replace (n - p)%nat with (m + (i - 1) * p)%nat by nia.
    rewrite (value_above C n0 p j q n0_1 p_1 n) by (auto; nia). rewrite <- N.add_assoc. f_equal.
    rewrite <- N.mul_succ_l. f_equal. lia. }
  set (g := G C (n - p) + s) in *. set (d := g - v). assert (High := E4_high m Bm).
  destruct (N.le_gt_cases d D) as [Near | Above].
  - apply rises_option with n0 j. rewrite En. replace v with (G C m - d + N.of_nat i * s) by lia.
    apply rises_often with n; auto; [lia |]. apply E4_rises; auto; lia.
  - apply stays_option. set (l := (d - D - 1) / s). set (r := (d - D - 1) mod s).
    assert (r_s : r < s) by (apply N.mod_lt; lia).
    assert (El : d = D + 1 + r + l * s).
    { pose proof (N.div_mod (d - D - 1) s). fold l r in H0. lia. }
    destruct (N.le_gt_cases l (N.of_nat i)) as [Few | Many].
    + set (l' := N.to_nat l).
      assert (Split : (n = m + (i - l') * p + l' * p)%nat) by nia.
      rewrite Split. apply stays_i, both_stays.
      assert (Ei : N.of_nat i * s = N.of_nat (i - l') * s + l * s).
      { rewrite <- N.mul_add_distr_r. f_equal. lia. }
      replace v with (G C m - (D + 1 + r) + N.of_nat (i - l') * s) by lia.
      apply both_rises_i with n; auto; [lia |]. apply E4_both; auto; lia.
    + rewrite En. apply stays_i.
      assert (More : (N.of_nat i + 1) * s <= l * s) by (apply N.mul_le_mono_r; lia).
      apply E4_stays; auto; lia.
Qed.

Theorem endless_saltus : forall n, (n0 <= n)%nat -> G C (n + p) = G C n + s.
Proof.
  intro n. induction n as [n IH] using lt_wf_ind. intro N.
  destruct (le_lt_dec (B + p) n) as [F | F]; [| apply E1; lia].
  assert (R : regular (n + p)) by (intros i I Li; apply IH; lia).
  assert (E : (n + p - p = n)%nat) by lia.
  apply G_by_options.
  - intros parts K V. apply (no_option_of_value (n + p) parts R); [lia | exact K |]. rewrite E. exact V.
  - intros v Lv. apply option_of_smaller; [exact R | lia |]. rewrite E. exact Lv.
Qed.

End Theorem_12b.

(** With the letters of [theory]. *)
Local Open Scope nat_scope.

Theorem endless_saltus_s : forall C e L h n0 p B j q D (s := (q * 2 ^ j)%N), no_mark C ->
  1 <= e -> 1 <= L -> repeats_from C e L -> leaves_at_most C h -> 1 <= h -> Nat.divide L p ->
  1 <= p -> 1 <= n0 -> (1 <= q)%N -> h * (n0 + p - 1) + e <= B ->
  (forall n, n0 <= n < B + p -> G C (n + p) = (G C n + s)%N) ->
  (forall i n, 1 <= i < n0 + p -> B <= n < B + p -> (high j (G C i) < high j (G C n))%N) ->
  (forall n parts, B <= n < B + 2 * p -> leaves C n parts -> ~ threatens C n0 j (G C n) parts) ->
  (forall n, B <= n < B + p -> (D + s <= G C n)%N) ->
  (forall n v, B <= n < B + p -> (v < G C n)%N -> (G C n - v <= D)%N -> rises C n0 j n v) ->
  (forall n v, B <= n < B + p -> (v < G C n)%N -> (D < G C n - v <= D + s)%N ->
    rises_and_stays C e n0 j n v) ->
  (forall n v, B <= n < B + p -> (v < G C n)%N -> (D + s < G C n - v)%N -> stays C e n v) ->
  forall n, n0 <= n -> G C (n + p) = (G C n + s)%N.
Proof.
  intros C e L h n0 p B j q D s Mark E _ R H h_1 Di P N Q F E1 E2 E3 E4 E5 E6 E7.
  exact (endless_saltus C e L h n0 p B j q D Mark R H Di E h_1 N P Q F E1 E2 E3 E4 E5 E6 E7).
Qed.
