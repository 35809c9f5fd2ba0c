(** * Section 3: the periodicity window of Guy and Smith

    Theorem 3 and Corollary 3a of [theory::window]: finitely many equalities G(n + p) = G(n) imply
    all of them. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy.
Import ListNotations.

(** ** Hypotheses on a code *)

(** All digits after place t are zero: t is the last non-zero place, or larger. *)
Definition no_place_after (C : rules) (t : nat) : Prop :=
  forall k, t < k -> bits (C k) = 0%N.

(** No move leaves more than h heaps. *)
Definition leaves_at_most (C : rules) (h : nat) : Prop :=
  forall n parts, leaves C n parts -> length parts <= h.

(** No digit has the mark [!]. *)
Definition no_mark (C : rules) : Prop := forall k, unequal (C k) = false.

Lemma place_le : forall C t k j, no_place_after C t -> may_leave (C k) j = true -> k <= t.
Proof.
  intros C t k j T E. destruct (le_lt_dec k t) as [L | L]; [exact L |].
  unfold may_leave in E. rewrite (T k L), N.bits_0 in E. discriminate.
Qed.

(** ** The largest part of a move can be made larger or smaller by p *)

(** From n to N = n + p: some part a from n0 on becomes a + p. *)
Lemma larger_part : forall C h t n0 p n parts,
  no_place_after C t -> leaves_at_most C h -> 1 <= n0 -> t < n -> h * n0 + t <= n ->
  leaves C n parts ->
  exists A a B, parts = A ++ a :: B /\ n0 <= a < n /\ leaves C (n + p) (A ++ a + p :: B).
Proof.
  intros C h t n0 p n parts T H P Tn B L. assert (J := H _ _ L).
  destruct L as [k E K Eq | k a E K A Eq | k a b E A A' U Eq | k a b c E A A' A'' Eq];
    pose proof (place_le _ _ _ _ T E) as KT.
  - lia.
  - assert (M : 1 * n0 <= h * n0) by (apply Nat.mul_le_mono_r; exact J).
    exists [], a, []. repeat split; try lia. apply leaves_one with k; auto; lia.
  - assert (M : 2 * n0 <= h * n0) by (apply Nat.mul_le_mono_r; exact J).
    destruct (le_lt_dec a b) as [W | W].
    + exists [a], b, []. repeat split; try lia.
      apply leaves_two with k; auto; try intros Mark; try apply U in Mark; lia.
    + exists [], a, [b]. repeat split; try lia. apply leaves_two with k; auto; try intros _; lia.
  - assert (M : 3 * n0 <= h * n0) by (apply Nat.mul_le_mono_r; exact J).
    destruct (le_lt_dec n0 a) as [W | W]; [| destruct (le_lt_dec n0 b) as [W' | W']].
    + exists [], a, [b; c]. repeat split; try lia. apply leaves_three with k; auto; lia.
    + exists [a], b, [c]. repeat split; try lia. apply leaves_three with k; auto; lia.
    + exists [a; b], c, []. repeat split; try lia. apply leaves_three with k; auto; lia.
Qed.

(** From N = n + p to n: some part a becomes a - p, and is still not empty. With the mark, the two
    parts may become equal. *)
Lemma smaller_part : forall C h t n0 p n parts,
  no_place_after C t -> leaves_at_most C h -> 1 <= n0 ->
  t < n -> h * (n0 + p) + t <= n + p -> leaves C (n + p) parts ->
  exists A a B, parts = A ++ a :: B /\ n0 + p <= a < n + p /\
    (leaves C n (A ++ a - p :: B) \/ (~ no_mark C /\ A ++ B = [a - p])).
Proof.
  intros C h t n0 p n parts T H P Tn B L. assert (J := H _ _ L).
  destruct L as [k E K Eq | k a E K A Eq | k a b E A A' U Eq | k a b c E A A' A'' Eq];
    pose proof (place_le _ _ _ _ T E) as KT.
  - lia.
  - assert (M : 1 * (n0 + p) <= h * (n0 + p)) by (apply Nat.mul_le_mono_r; exact J).
    exists [], a, []. repeat split; try lia. left. apply leaves_one with k; auto; lia.
  - assert (M : 2 * (n0 + p) <= h * (n0 + p)) by (apply Nat.mul_le_mono_r; exact J).
    assert (D : unequal (C k) = true -> ~ no_mark C) by (intros Mark F; rewrite F in Mark; discriminate).
    destruct (le_lt_dec (n0 + p) a) as [W | W].
    + exists [], a, [b]. repeat split; try lia. destruct (unequal (C k)) eqn:Mark.
      * destruct (Nat.eq_dec (a - p) b) as [Same | Differ]; [right; subst b; auto | left].
        apply leaves_two with k; auto; lia.
      * left. apply leaves_two with k; auto; try lia; congruence.
    + exists [a], b, []. repeat split; try lia. destruct (unequal (C k)) eqn:Mark.
      * destruct (Nat.eq_dec (b - p) a) as [Same | Differ]; [right; rewrite Same; auto | left].
        apply leaves_two with k; auto; lia.
      * left. apply leaves_two with k; auto; try lia; congruence.
  - assert (M : 3 * (n0 + p) <= h * (n0 + p)) by (apply Nat.mul_le_mono_r; exact J).
    destruct (le_lt_dec (n0 + p) a) as [W | W]; [| destruct (le_lt_dec (n0 + p) b) as [W' | W']].
    + exists [], a, [b; c]. repeat split; try lia. left. apply leaves_three with k; auto; lia.
    + exists [a], b, [c]. repeat split; try lia. left. apply leaves_three with k; auto; lia.
    + exists [a; b], c, []. repeat split; try lia. left. apply leaves_three with k; auto; lia.
Qed.

(** ** The options of n and of N = n + p have the same values *)

(** If the values below n are repeated p heaps later, so is the value of a part there. *)
Definition repeats (C : rules) (n0 p n : nat) : Prop :=
  forall i, n0 <= i < n -> G C (i + p) = G C i.

Lemma repeats_back : forall C n0 p n a, repeats C n0 p n -> n0 + p <= a < n + p ->
  G C (a - p) = G C a.
Proof. intros C n0 p n a R L. rewrite <- R by lia. f_equal. lia. Qed.

Lemma nim_sum_part : forall C A a b B, G C a = G C b ->
  nim_sum C (A ++ a :: B) = nim_sum C (A ++ b :: B).
Proof.
  intros C A a b B E. induction A as [| c A IH]; simpl; [rewrite E | rewrite IH]; reflexivity.
Qed.

Lemma option_up : forall C h t n0 p n parts,
  no_place_after C t -> leaves_at_most C h -> 1 <= n0 -> repeats C n0 p n ->
  t < n -> h * n0 + t <= n -> leaves C n parts ->
  exists parts', leaves C (n + p) parts' /\ nim_sum C parts' = nim_sum C parts.
Proof.
  intros C h t n0 p n parts T H P R Tn B L.
  destruct (larger_part C h t n0 p n parts) as [A [a [D [E [I L']]]]]; auto. subst parts.
  exists (A ++ a + p :: D). split; [exact L' |]. apply nim_sum_part, R, I.
Qed.

(** With the mark, the two parts may become equal; then the option of N has the value 0. *)
Lemma option_down : forall C h t n0 p n parts,
  no_place_after C t -> leaves_at_most C h -> 1 <= n0 -> repeats C n0 p n ->
  t < n -> h * (n0 + p) + t <= n + p -> leaves C (n + p) parts ->
  (exists parts', leaves C n parts' /\ nim_sum C parts' = nim_sum C parts) \/
  (~ no_mark C /\ nim_sum C parts = 0%N).
Proof.
  intros C h t n0 p n parts T H P R Tn B L.
  destruct (smaller_part C h t n0 p n parts) as [A [a [D [E [I [L' | [M S]]]]]]]; auto;
    subst parts; rewrite <- (nim_sum_part C A (a - p) a D) by (apply repeats_back with (1 := R), I).
  - left. exists (A ++ a - p :: D). tauto.
  - right. split; [exact M |].
    assert (A = [] /\ D = [a - p] \/ A = [a - p] /\ D = []) as [[-> ->] | [-> ->]].
    { destruct A as [| x A]; [tauto |]. injection S as -> S. apply app_eq_nil in S.
      destruct S as [-> ->]. tauto. }
    all: simpl app; rewrite nim_sum_2; apply N.lxor_nilpotent.
Qed.

(** ** One step: S(n) is in S(N), and S(N) in S(n) or S(n) with 0 *)

(** Either no option can become equal to 0 on the way down, or G(n) is not 0: then 0 is the value
    of an option of n already. *)
Lemma window_step : forall C h t n0 p n,
  no_place_after C t -> leaves_at_most C h -> 1 <= n0 -> repeats C n0 p n ->
  t < n -> h * n0 + t <= n -> h * (n0 + p) + t <= n + p ->
  no_mark C \/ G C n <> 0%N ->
  G C (n + p) = G C n.
Proof.
  intros C h t n0 p n T H P R Tn B B' Mark. apply G_by_options.
  - intros parts L E.
    destruct (option_down C h t n0 p n parts T H P R Tn B' L) as [[parts' [L' E']] | [M Z]].
    + apply (no_option_has_G _ _ _ L'). congruence.
    + destruct Mark; [tauto | congruence].
  - intros w W. destruct (option_below_G _ _ _ W) as [parts [L E]].
    destruct (option_up C h t n0 p n parts T H P R Tn B L) as [parts' [L' E']].
    exists parts'. split; [exact L' | congruence].
Qed.

(** ** Theorem 3 *)

Theorem guy_smith_window : forall C h t n0 p,
  no_mark C -> no_place_after C t -> leaves_at_most C h -> 1 <= h -> 1 <= n0 ->
  (forall n, n0 <= n < h * n0 + (h - 1) * p + t -> G C (n + p) = G C n) ->
  forall n, n0 <= n -> G C (n + p) = G C n.
Proof.
  intros C h t n0 p Mark T H H1 P W n. induction n as [n IH] using lt_wf_ind. intro L.
  destruct (le_lt_dec (h * n0 + (h - 1) * p + t) n) as [B | B]; [| apply W; lia].
  assert (h * p = (h - 1) * p + p) by (destruct h; simpl; lia).
  apply window_step with h t n0; auto; try nia.
  intros i I. apply IH; lia.
Qed.

(** ** Corollary 3a: with the mark, if no value of a period is 0 *)

(** Down by whole periods from n to a heap of the first period, all of the same value. *)
Lemma value_in_first_period : forall C n0 p n, 1 <= p -> n0 <= n -> repeats C n0 p n ->
  exists i, n0 <= i < n0 + p /\ G C i = G C n.
Proof.
  intros C n0 p n P. induction n as [n IH] using lt_wf_ind. intros L R.
  destruct (le_lt_dec (n0 + p) n) as [B | B].
  - destruct (IH (n - p)) as [i [I E]]; try lia.
    + intros j J. apply R. lia.
    + exists i. split; [exact I |]. rewrite E, <- (R (n - p)) by lia. f_equal. lia.
  - exists n. split; [lia | reflexivity].
Qed.

Corollary guy_smith_window_marked : forall C h t n0 p,
  no_place_after C t -> leaves_at_most C h -> 1 <= h -> 1 <= n0 -> 1 <= p ->
  (forall n, n0 <= n < n0 + p -> G C n <> 0%N) ->
  (forall n, n0 <= n < h * n0 + (h - 1) * p + t -> G C (n + p) = G C n) ->
  forall n, n0 <= n -> G C (n + p) = G C n.
Proof.
  intros C h t n0 p T H H1 P P1 Z W n. induction n as [n IH] using lt_wf_ind. intro L.
  destruct (le_lt_dec (h * n0 + (h - 1) * p + t) n) as [B | B]; [| apply W; lia].
  assert (h * p = (h - 1) * p + p) by (destruct h; simpl; lia).
  assert (R : repeats C n0 p n) by (intros i I; apply IH; lia).
  apply window_step with h t n0; auto; try nia.
  right. destruct (value_in_first_period C n0 p n P1 L R) as [i [I E]]. rewrite <- E. auto.
Qed.
