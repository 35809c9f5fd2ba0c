(** * Section 12: codes whose digits repeat for ever

    Theorem 12a of [theory::endless], and what heap n has to do with the digits up to place n. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Arithmetic Misere.
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

(** ** Moving the place of a move, and the parts that it leaves *)

(** The options at the places from e on. *)
Definition from_place (C : rules) (e : nat) : rules := fun k => if e <=? k then C k else zero_digit.

Lemma from_place_on : forall C e k, e <= k -> from_place C e k = C k.
Proof. intros C e k L. unfold from_place. rewrite (proj2 (Nat.leb_le e k) L). reflexivity. Qed.

Lemma from_place_bits : forall C e k, bits (from_place C e k) <> 0%N -> e <= k.
Proof.
  intros C e k B. unfold from_place in B. destruct (e <=? k) eqn:E; [apply Nat.leb_le, E |].
  exfalso. apply B. reflexivity.
Qed.

(** The same parts, left at another place. *)
Lemma move_place : forall C C' n m parts,
  (forall k, n = k + list_sum parts -> bits (C k) <> 0%N ->
    exists k', m = k' + list_sum parts /\ (1 <= k -> 1 <= k') /\ C' k' = C k) ->
  leaves C n parts -> leaves C' m parts.
Proof.
  intros C C' n m parts M L. assert (bit : forall k j, may_leave (C k) j = true -> bits (C k) <> 0%N).
  { intros k j K Z. unfold may_leave in K. rewrite Z, N.bits_0 in K. discriminate. }
  destruct L as [k K k_1 Eq | k a K k_1 A Eq | k a b K A B U Eq | k a b c K A B D Eq];
    (destruct (M k) as [k' [Em [P Ek]]]; [simpl; lia | apply bit with (1 := K) |]); simpl in Em.
  - apply leaves_none with k'; rewrite ?Ek; auto; lia.
  - apply leaves_one with k'; rewrite ?Ek; auto; lia.
  - apply leaves_two with k'; rewrite ?Ek; auto; lia.
  - apply leaves_three with k'; rewrite ?Ek; auto; lia.
Qed.

Lemma from_place_leaves : forall C e n parts, leaves (from_place C e) n parts -> leaves C n parts.
Proof.
  intros C e n parts. apply move_place. intros k Eq B. exists k. apply from_place_bits in B.
  rewrite from_place_on by exact B. auto.
Qed.

(** At a place below e the parts are large. *)
Lemma from_place_or_large : forall C e n parts, leaves C n parts ->
  leaves (from_place C e) n parts \/ n < e + list_sum parts.
Proof.
  intros C e n parts L. destruct (le_lt_dec (e + list_sum parts) n) as [F | F]; [left | right; exact F].
  apply move_place with (2 := L). intros k Eq B. exists k. rewrite from_place_on by lia. auto.
Qed.

Lemma place_up : forall C e p n parts, repeats_from C e p ->
  leaves (from_place C e) n parts -> leaves (from_place C e) (n + p) parts.
Proof.
  intros C e p n parts R. apply move_place. intros k Eq B. apply from_place_bits in B. exists (k + p).
  rewrite !from_place_on by lia. split; [lia |]. split; [lia | apply R, B].
Qed.

Lemma place_down : forall C e p n parts, repeats_from C e p -> 1 <= e ->
  leaves (from_place C (e + p)) n parts -> leaves (from_place C e) (n - p) parts.
Proof.
  intros C e p n parts R E. apply move_place. intros k Eq B. apply from_place_bits in B. exists (k - p).
  rewrite !from_place_on by lia. split; [lia |]. split; [lia |].
  rewrite <- R by lia. f_equal. lia.
Qed.

Lemma repeats_multiple : forall C e L p, repeats_from C e L -> Nat.divide L p -> repeats_from C e p.
Proof.
  intros C e L p R [i ->]. induction i as [| i IH]; intros k K; [f_equal; simpl; lia |].
  simpl. replace (k + (L + i * L)) with (k + i * L + L) by lia. rewrite R by lia. apply IH, K.
Qed.

(** A sum of at most h parts that is more than h b. *)
Lemma part_of_sum : forall h b parts, length parts <= h -> h * b < list_sum parts ->
  exists a, In a parts /\ b < a.
Proof.
  intros h b parts. revert h. induction parts as [| a parts IH]; intros h J S; simpl in *; [lia |].
  destruct (le_lt_dec a b) as [L | L]; [| exists a; auto].
  destruct h as [| h]; [lia |]. destruct (IH h) as [a' [I L']]; [lia | simpl in S; lia |].
  exists a'. auto.
Qed.

(** ** Theorem 12a *)

Section Theorem_12a.

Variables (C : rules) (e L h n0 p : nat).
Hypothesis no_marks : no_mark C.
Hypothesis endless_code : repeats_from C e L.
Hypothesis most : leaves_at_most C h.
Hypothesis multiple : Nat.divide L p.
Hypotheses (e_1 : 1 <= e) (p_1 : 1 <= p) (n0_1 : 1 <= n0).

Lemma repeats_p : repeats_from C e p.
Proof. exact (repeats_multiple C e L p endless_code multiple). Qed.

Lemma large_part_of : forall n parts, leaves C n parts -> h * (n0 + p - 1) < list_sum parts ->
  exists A a B, parts = A ++ a :: B /\ n0 + p <= a.
Proof.
  intros n parts M S. destruct (part_of_sum h (n0 + p - 1) parts (most n parts M) S) as [a [I La]].
  apply in_split in I. destruct I as [A [B ->]]. exists A, a, B. split; [reflexivity | lia].
Qed.

Lemma endless_step : forall n, repeats C n0 p n -> h * (n0 + p - 1) + e <= n -> G C (n + p) = G C n.
Proof.
  intros n R F. apply G_by_options.
  - intros parts M V. destruct (from_place_or_large C (e + p) (n + p) parts M) as [M' | S].
    + apply (no_option_has_G C n parts); [| exact V]. replace n with (n + p - p) by lia.
      apply from_place_leaves with e, place_down; [exact repeats_p | exact e_1 | exact M'].
    + destruct (large_part_of (n + p) parts M) as [A [a [B [-> La]]]]; [lia |].
      pose proof (part_below _ _ _ _ _ M).
      apply (no_option_has_G C n (A ++ a - p :: B)).
      * replace n with (n + p - a + (a - p)) by lia. apply change_part; auto; lia.
      * rewrite (nim_sum_part C A (a - p) a B); [exact V |].
        apply repeats_back with n0 n; [exact R | lia].
  - intros w W. destruct (option_below_G C n w W) as [parts [M V]].
    destruct (from_place_or_large C e n parts M) as [M' | S].
    + exists parts. split; [| exact V]. apply from_place_leaves with e, place_up; [exact repeats_p | exact M'].
    + destruct (large_part_of n parts M) as [A [a [B [-> La]]]]; [lia |].
      pose proof (part_below _ _ _ _ _ M). exists (A ++ a + p :: B). split.
      * replace (n + p) with (n - a + (a + p)) by lia. apply change_part; auto; lia.
      * rewrite (nim_sum_part C A (a + p) a B); [exact V | apply R; lia].
Qed.

Theorem endless_period : (forall n, n0 <= n < h * (n0 + p - 1) + e -> G C (n + p) = G C n) ->
  forall n, n0 <= n -> G C (n + p) = G C n.
Proof.
  intros W n. induction n as [n IH] using lt_wf_ind. intro N.
  destruct (le_lt_dec (h * (n0 + p - 1) + e) n) as [F | F]; [| apply W; lia].
  apply endless_step; [| exact F]. intros i I. apply IH; lia.
Qed.

End Theorem_12a.

(** With the letters of [theory]. *)
Theorem endless_period_W : forall C e L h n0 p, no_mark C -> 1 <= e -> 1 <= L -> repeats_from C e L ->
  leaves_at_most C h -> Nat.divide L p -> 1 <= p -> 1 <= n0 ->
  let W := h * (n0 + p - 1) + e + p in
  (forall n, n0 <= n < W - p -> G C (n + p) = G C n) ->
  forall n, n0 <= n -> G C (n + p) = G C n.
Proof.
  intros C e L h n0 p Mark E _ R H D P N W V. apply (endless_period C e L h n0 p); auto.
  intros n B. apply V. unfold W. lia.
Qed.
