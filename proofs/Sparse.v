(** * Sections 4 and 5: sparse space, and the window that needs few values

    Lemma 4a, Theorem 4 and Theorem 5 of [theory::sparse], with the parity of the position; the
    mark [!] is allowed throughout. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window.
Import ListNotations.

(** * 4. Rare and common *)

(** ** Definitions *)

(** A sparse space: the mask m, and eps = 1 (here: true) if the parity of the position counts, from
    a place s on. *)
Record space := Space { mask : N; eps : bool; s : nat }.

(** Whether popcount(v) is odd. *)
Fixpoint odd_ones_pos (v : positive) : bool :=
  match v with
  | xH => true
  | xO w => odd_ones_pos w
  | xI w => negb (odd_ones_pos w)
  end.

Definition odd_ones (v : N) : bool :=
  match v with
  | N0 => false
  | Npos w => odd_ones_pos w
  end.

(** The class of the value v at heap n: popcount(v & m) + eps (n - s), modulo 2. Class 1 (true) is
    common, class 0 rare. Modulo 2, n - s is n + s. *)
Definition common (S : space) (n : nat) (v : N) : bool :=
  xorb (odd_ones (N.land v (mask S))) (eps S && Nat.odd (n + s S)).

(** Whether the position n is common. *)
Definition common_at (C : rules) (S : space) (n : nat) : bool := common S n (G C n).

(** eps = 1 is allowed only if all places with bit 4 have the parity of s. *)
Definition allowed (C : rules) (S : space) : Prop :=
  eps S = true -> forall k, may_leave (C k) 2 = true -> Nat.odd k = Nat.odd (s S).

(** No digit has bit 8. *)
Definition octal (C : rules) : Prop := forall k, may_leave (C k) 3 = false.

(** ** Lemma 4a *)

Lemma odd_ones_double : forall v, odd_ones (N.double v) = odd_ones v.
Proof. destruct v; reflexivity. Qed.

Lemma odd_ones_succ_double : forall v, odd_ones (N.succ_double v) = negb (odd_ones v).
Proof. destruct v; reflexivity. Qed.

Lemma odd_ones_lxor_pos : forall v w,
  odd_ones (Pos.lxor v w) = xorb (odd_ones_pos v) (odd_ones_pos w).
Proof.
  induction v as [v IH | v IH |]; destruct w as [w | w |]; simpl;
    rewrite ?odd_ones_double, ?odd_ones_succ_double, ?IH;
    repeat match goal with |- context [odd_ones_pos ?x] => destruct (odd_ones_pos x) end;
    reflexivity.
Qed.

(** The popcount of a nim-sum has the parity of the sum of the popcounts. *)
Lemma odd_ones_lxor : forall v w, odd_ones (N.lxor v w) = xorb (odd_ones v) (odd_ones w).
Proof.
  intros [| v] [| w].
  - reflexivity.
  - simpl. destruct (odd_ones_pos w); reflexivity.
  - simpl. symmetry. apply xorb_false_r.
  - apply odd_ones_lxor_pos.
Qed.

Lemma land_lxor_mask : forall u w m, N.land (N.lxor u w) m = N.lxor (N.land u m) (N.land w m).
Proof.
  intros u w m. apply N.bits_inj. intro i. rewrite N.land_spec, !N.lxor_spec, !N.land_spec.
  destruct (N.testbit u i), (N.testbit w i), (N.testbit m i); reflexivity.
Qed.

(** A split has the class of the sum of the classes of its parts. *)
Lemma class_of_split : forall C S k a b,
  allowed C S -> may_leave (C k) 2 = true ->
  common S (k + a + b) (N.lxor (G C a) (G C b)) = xorb (common_at C S a) (common_at C S b).
Proof.
  intros C S k a b A E. unfold common_at, common. rewrite land_lxor_mask, odd_ones_lxor.
  destruct (eps S) eqn:Eps; simpl.
  - rewrite !Nat.odd_add, (A Eps k E).
    destruct (odd_ones (N.land (G C a) (mask S))), (odd_ones (N.land (G C b) (mask S))),
      (Nat.odd a), (Nat.odd b), (Nat.odd (s S)); reflexivity.
  - rewrite !xorb_false_r. reflexivity.
Qed.

(** ** Theorem 4: sparse evaluation *)

Definition option_value (C : rules) (n : nat) (v : N) : Prop :=
  exists parts, leaves C n parts /\ nim_sum C parts = v.

(** The set A: values that are common at heap n and arise by a split of which exactly one part is a
    rare position, or by a move that does not split. *)
Definition in_A (C : rules) (S : space) (n : nat) (v : N) : Prop :=
  common S n v = true /\
  exists parts, leaves C n parts /\ nim_sum C parts = v /\
    forall a b, parts = [a; b] -> common_at C S a <> common_at C S b.

(** These are all common values of options. *)
Lemma common_values_in_A : forall C S n v, allowed C S ->
  option_value C n v -> common S n v = true -> in_A C S n v.
Proof.
  intros C S n v A [parts [L E]] H. split; [exact H |]. exists parts. split; [exact L |].
  split; [exact E |]. intros a b P. subst parts v.
  inversion L as [| | k a' b' B A1 A2 U Eq |]; subst. rewrite nim_sum_2, class_of_split in H by assumption.
  destruct (common_at C S a), (common_at C S b); simpl in H; congruence.
Qed.

Lemma in_A_option_value : forall C S n v, in_A C S n v -> option_value C n v.
Proof. intros C S n v [_ [parts [L [E _]]]]. exists parts. tauto. Qed.

(** x is the least value that is common at heap n and not in A. *)
Definition least_common (C : rules) (S : space) (n : nat) (x : N) : Prop :=
  common S n x = true /\ ~ in_A C S n x /\
  forall v, (v < x)%N -> common S n v = true -> in_A C S n v.

Theorem sparse_evaluation_common : forall C S n x, allowed C S -> least_common C S n x ->
  (forall v, (v < x)%N -> common S n v = false -> option_value C n v) ->
  G C n = x /\ common_at C S n = true.
Proof.
  intros C S n x A [H [X B]] R.
  assert (E : G C n = x).
  { apply G_by_options.
    - intros parts L E. apply X, common_values_in_A; auto. exists parts. tauto.
    - intros v L. destruct (common S n v) eqn:V.
      + apply in_A_option_value with S, B; assumption.
      + apply R; assumption. }
  split; [exact E |]. unfold common_at. rewrite E. exact H.
Qed.

Theorem sparse_evaluation_rare : forall C S n x v, allowed C S -> least_common C S n x ->
  (v < x)%N -> common S n v = false -> ~ option_value C n v ->
  (forall w, (w < v)%N -> common S n w = false -> option_value C n w) ->
  G C n = v /\ common_at C S n = false.
Proof.
  intros C S n x v A [H [X B]] L V O R.
  assert (E : G C n = v).
  { apply G_by_options.
    - intros parts M E. apply O. exists parts. tauto.
    - intros w W. destruct (common S n w) eqn:K.
      + apply in_A_option_value with S, B; [lia | assumption].
      + apply R; assumption. }
  split; [exact E |]. unfold common_at. rewrite E. exact V.
Qed.

(** If m is not 0, every heap has common values above any bound, ... *)
Lemma common_value_above : forall S n b, mask S <> 0%N ->
  exists v, (b <= v)%N /\ common S n v = true.
Proof.
  intros S n b Z. set (j := N.log2 (mask S)). set (u := (b * 2 ^ N.succ j)%N).
  assert (P : (2 ^ N.succ j <> 0)%N) by (apply N.pow_nonzero; lia).
  assert (U : (b <= u)%N) by (unfold u; nia).
  assert (J : N.testbit u j = false).
  { unfold u. rewrite N.mul_pow2_bits_low by lia. reflexivity. }
  set (w := N.lxor u (2 ^ j)).
  assert (W : (b <= w)%N).
  { enough (u < w)%N by lia. apply SpragueGrundy.less_by_leading_bit with j.
    - exact J.
    - unfold w. rewrite N.lxor_spec, J, N.pow2_bits_true. reflexivity.
    - intros i I. unfold w. rewrite N.lxor_spec, N.pow2_bits_false by lia.
      symmetry. apply xorb_false_r. }
  assert (D : common S n w = negb (common S n u)).
  { unfold common, w. rewrite land_lxor_mask, odd_ones_lxor.
    replace (N.land (2 ^ j) (mask S)) with (2 ^ j)%N.
    - replace (odd_ones (2 ^ j)) with true.
      + destruct (odd_ones (N.land u (mask S))), (eps S && Nat.odd (n + s S)); reflexivity.
      + rewrite <- (N.shiftl_1_l j). destruct j as [| j]; [reflexivity |]. simpl.
        symmetry. apply Pos.iter_invariant with (A := positive) (Inv := fun x => odd_ones_pos x = true);
          [simpl; auto | reflexivity].
    - apply N.bits_inj. intro i. rewrite N.land_spec. destruct (N.eq_dec i j) as [E | E].
      + subst i. rewrite N.pow2_bits_true. unfold j. rewrite N.bit_log2 by exact Z. reflexivity.
      + rewrite N.pow2_bits_false by auto. reflexivity. }
  destruct (common S n u) eqn:K; [exists u | exists w]; split; auto.
Qed.

(** ... so the x of the theorem exists. *)
Theorem least_common_exists : forall C S n, allowed C S -> mask S <> 0%N ->
  exists x, least_common C S n x.
Proof.
  intros C S n A Z. set (l := map (nim_sum C) (options C n)).
  assert (l_spec : forall v, In v l <-> option_value C n v).
  { intro v. unfold l. rewrite in_map_iff. split; intros [parts [E I]]; exists parts;
      rewrite options_are_leaves in *; tauto. }
  assert (bound : forall k : list N, exists b, forall v, In v k -> (v < b)%N).
  { induction k as [| u k [b IH]]; [exists 0%N; intros v [] |].
    exists (N.max b (N.succ u)). intros v [E | I]; [subst; lia | apply IH in I; lia]. }
  destruct (bound l) as [b B]. destruct (common_value_above S n b Z) as [y [Y H]].
  assert (good : common S n y = true /\ ~ In y l) by (split; [exact H | intro I; apply B in I; lia]).
  clear - A l_spec good. revert good. induction y as [y IH] using (well_founded_ind N.lt_wf_0).
  intros [H O].
  assert (search : forall c, (c <= y)%N ->
    (exists v, (v < c)%N /\ common S n v = true /\ ~ In v l) \/
    (forall v, (v < c)%N -> common S n v = true -> In v l)).
  { induction c as [| c IHc] using N.peano_ind; intro L; [right; lia |].
    destruct IHc as [[v [V K]] | K]; [lia | left; exists v; split; [lia | exact K] |].
    destruct (in_dec N.eq_dec c l) as [I | I].
    - right. intros v V W. destruct (N.eq_dec v c); [subst; exact I | apply K; [lia | exact W]].
    - destruct (common S n c) eqn:Cc.
      + left. exists c. split; [lia | tauto].
      + right. intros v V W. destruct (N.eq_dec v c); [congruence | apply K; [lia | exact W]]. }
  destruct (search y) as [[v [V K]] | K]; [lia | apply IH with v; assumption |].
  exists y. split; [exact H |]. split.
  - intro I. apply in_A_option_value, l_spec in I. tauto.
  - intros v V W. apply common_values_in_A; auto. apply l_spec, K; assumption.
Qed.

(** * 5. Sparse window *)

(** ** Witnesses *)

(** An option of heap n with value v that is a single heap, or a split whose larger part is at
    least n1. *)
Definition witness (C : rules) (n1 n : nat) (v : N) : Prop :=
  exists parts, leaves C n parts /\ nim_sum C parts = v /\
    match parts with
    | [a] => True
    | [a; b] => n1 <= Nat.max a b
    | _ => False
    end.

(** From n to n + p a witness remains one: the larger part grows by p, whatever [!] demands. *)
Lemma witness_up : forall C t n1 p n v, no_place_after C t -> repeats C n1 p n -> n1 + t <= n ->
  witness C n1 n v -> witness C n1 (n + p) v.
Proof.
  intros C t n1 p n v T R B [parts [L [E W]]].
  destruct L as [k K K1 Eq | k a K K1 A Eq | k a b K A A' U Eq | k a b c K A A' A'' Eq];
    try contradiction; pose proof (place_le _ _ _ _ T K) as KT; rewrite <- E.
  - exists [a + p]. split; [apply leaves_one with k; auto; lia |].
    rewrite !nim_sum_1. split; [apply R; lia | exact I].
  - destruct (le_lt_dec a b) as [O | O].
    + exists [a; b + p]. split.
      * apply leaves_two with k; auto; try lia. intro M. apply U in M. lia.
      * rewrite !nim_sum_2, (R b) by lia. split; [reflexivity | lia].
    + exists [a + p; b]. split; [apply leaves_two with k; auto; lia |].
      rewrite !nim_sum_2, (R a) by lia. split; [reflexivity | lia].
Qed.

Lemma witness_option_value : forall C n1 n v, witness C n1 n v -> option_value C n v.
Proof. intros C n1 n v [parts [L [E _]]]. exists parts. tauto. Qed.

(** ** Common values of options: heap n and heap N = n + p have the same *)

(** All rare heaps below N are at most rho. *)
Definition common_between (C : rules) (S : space) (rho N : nat) : Prop :=
  forall i, rho < i < N -> common_at C S i = true.

(** One part of a split with a common value is rare, so at most rho. *)
Lemma rare_part : forall C S rho N k a b, allowed C S -> common_between C S rho N ->
  may_leave (C k) 2 = true -> a < N -> b < N ->
  common S (k + a + b) (N.lxor (G C a) (G C b)) = true -> a <= rho \/ b <= rho.
Proof.
  intros C S rho N k a b A H K La Lb V. rewrite class_of_split in V by assumption.
  destruct (le_lt_dec a rho) as [Ra | Ra]; [tauto |].
  destruct (le_lt_dec b rho) as [Rb | Rb]; [tauto | exfalso].
  rewrite (H a), (H b) in V by lia. discriminate.
Qed.

Lemma common_option_up : forall C S t rho n1 p n v,
  octal C -> no_place_after C t -> allowed C S -> rho < n1 -> t < n -> n1 + rho + t <= n ->
  repeats C n1 p n -> common_between C S rho (n + p) ->
  common S n v = true -> option_value C n v -> option_value C (n + p) v.
Proof.
  intros C S t rho n1 p n v O T A Rho Tn B R H V [parts [L E]]. subst v.
  destruct L as [k K K1 Eq | k a K K1 A1 Eq | k a b K A1 A2 U Eq | k a b c K A1 A2 A3 Eq];
    pose proof (place_le _ _ _ _ T K) as KT.
  - lia.
  - exists [a + p]. split; [apply leaves_one with k; auto; lia |].
    rewrite !nim_sum_1. apply R. lia.
  - rewrite nim_sum_2, Eq in V.
    destruct (rare_part C S rho (n + p) k a b) as [W | W]; auto; try lia.
    + exists [a; b + p]. split; [apply leaves_two with k; auto; lia |].
      rewrite !nim_sum_2, (R b) by lia. reflexivity.
    + exists [a + p; b]. split; [apply leaves_two with k; auto; lia |].
      rewrite !nim_sum_2, (R a) by lia. reflexivity.
  - rewrite O in K. discriminate.
Qed.

Lemma common_option_down : forall C S t rho n1 p n v,
  octal C -> no_place_after C t -> allowed C S -> rho < n1 -> t < n -> n1 + rho + t <= n ->
  repeats C n1 p n -> common_between C S rho (n + p) ->
  common S (n + p) v = true -> option_value C (n + p) v -> option_value C n v.
Proof.
  intros C S t rho n1 p n v O T A Rho Tn B R H V [parts [L E]]. subst v.
  destruct L as [k K K1 Eq | k a K K1 A1 Eq | k a b K A1 A2 U Eq | k a b c K A1 A2 A3 Eq];
    pose proof (place_le _ _ _ _ T K) as KT.
  - lia.
  - exists [a - p]. split; [apply leaves_one with k; auto; lia |].
    rewrite !nim_sum_1. apply repeats_back with (1 := R). lia.
  - rewrite nim_sum_2, Eq in V.
    destruct (rare_part C S rho (n + p) k a b) as [W | W]; auto; try lia.
    + exists [a; b - p]. split; [apply leaves_two with k; auto; lia |].
      rewrite !nim_sum_2, (repeats_back _ _ _ _ b R) by lia. reflexivity.
    + exists [a - p; b]. split; [apply leaves_two with k; auto; lia |].
      rewrite !nim_sum_2, (repeats_back _ _ _ _ a R) by lia. reflexivity.
  - rewrite O in K. discriminate.
Qed.

(** ** One step of the induction *)

(** The same values are rare at heaps n and n + p. *)
Definition same_classes (S : space) (p : nat) : Prop :=
  forall n v, common S (n + p) v = common S n v.

Lemma sparse_step : forall C S t rho n1 p n,
  octal C -> no_place_after C t -> allowed C S -> rho < n1 -> t < n -> n1 + rho + t <= n ->
  same_classes S p -> 1 <= p -> repeats C n1 p n -> common_between C S rho (n + p) ->
  (forall v, (v < G C n)%N -> common S n v = false -> witness C n1 n v) ->
  G C (n + p) = G C n.
Proof.
  intros C S t rho n1 p n O T A Rho Tn B K P R H W.
  assert (X : common S n (G C n) = true) by (apply H; lia).
  apply G_by_options.
  - intros parts L E. destruct (common_option_down C S t rho n1 p n (G C n)) as [parts' [L' E']];
      auto.
    + rewrite K. exact X.
    + exists parts. tauto.
    + exact (no_option_has_G _ _ _ L' E').
  - intros v V. destruct (common S n v) eqn:Cv.
    + apply (common_option_up C S t rho n1 p n v); auto. exact (option_below_G _ _ _ V).
    + apply witness_option_value with n1. apply witness_up with t; auto. lia.
Qed.

(** ** eps p is even *)

Lemma same_classes_of_one_heap : forall C S n p,
  common_at C S n = true -> common_at C S (n + p) = true -> G C (n + p) = G C n ->
  same_classes S p.
Proof.
  intros C S n p H H' E i v. unfold common_at in H'. rewrite E in H'. unfold common_at in H.
  unfold common in *. destruct (eps S); simpl in *; [| reflexivity].
  rewrite !Nat.odd_add in *.
  destruct (odd_ones (N.land (G C n) (mask S))), (Nat.odd n), (Nat.odd p), (Nat.odd (s S));
    simpl in *; try discriminate;
    destruct (odd_ones (N.land v (mask S))), (Nat.odd i); reflexivity.
Qed.

(** ** Theorem 5 *)

(** The page asks for L >= rho + t + 1; its remark 4 is that L >= 1 and L >= rho + t are enough. *)
Theorem sparse_window : forall C S t rho n1 p L M,
  octal C -> no_place_after C t -> allowed C S ->
  rho < n1 -> 1 <= p -> 1 <= L -> rho + t <= L -> n1 + L + p - 1 <= M ->
  (forall n, rho < n <= M -> common_at C S n = true) ->
  (forall n, n1 <= n < n1 + L -> G C (n + p) = G C n) ->
  (forall n, n1 + L <= n < n1 + L + p -> forall v, (v < G C n)%N -> common S n v = false ->
    witness C n1 n v) ->
  (forall n, n1 <= n -> G C (n + p) = G C n) /\ (forall n, rho < n -> common_at C S n = true).
Proof.
  intros C S t rho n1 p L M O T A Rho P L1 Lt LM H1 H2 H3.
  assert (K : same_classes S p).
  { apply same_classes_of_one_heap with C n1; [apply H1 | apply H1 | apply H2]; lia. }
  assert (I : forall n, n1 + L <= n ->
    (G C (n + p) = G C n /\ common_at C S (n + p) = true) /\
    (forall v, (v < G C n)%N -> common S n v = false -> witness C n1 n v)).
  { induction n as [n IH] using lt_wf_ind. intro B.
    (* (i) and (ii) *)
    assert (R : repeats C n1 p n).
    { intros i Hi. destruct (le_lt_dec (n1 + L) i); [apply IH | apply H2]; lia. }
    assert (H : common_between C S rho (n + p)).
    { intros i Hi. destruct (le_lt_dec i M) as [Y | Y]; [apply H1; lia |].
      replace i with (i - p + p) by lia. apply IH; lia. }
    (* (b) at n *)
    assert (W : forall v, (v < G C n)%N -> common S n v = false -> witness C n1 n v).
    { destruct (le_lt_dec (n1 + L + p) n) as [Y | Y]; [| apply H3; lia].
      intros v V Rv. replace n with (n - p + p) by lia.
      apply witness_up with t; auto; try lia.
      - intros i Hi. apply R. lia.
      - apply IH; try lia.
        + rewrite <- R by lia. replace (n - p + p) with n by lia. exact V.
        + rewrite <- K. replace (n - p + p) with n by lia. exact Rv. }
    (* (a) at n *)
    assert (E : G C (n + p) = G C n) by (apply sparse_step with S t rho n1; auto; lia).
    split; [split; [exact E |] | exact W].
    unfold common_at. rewrite E, K. apply H. lia. }
  split; intros n B.
  - destruct (le_lt_dec (n1 + L) n); [apply I | apply H2]; lia.
  - destruct (le_lt_dec n M) as [Y | Y]; [apply H1; lia |].
    replace n with (n - p + p) by lia. apply I. lia.
Qed.
