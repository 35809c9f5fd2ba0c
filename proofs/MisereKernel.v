(** * Section 10: Theorem K, where misère play is normal play

    If from some heap on all values lie in the kernel, a partial quotient gives that of the game. *)

From Coq Require Import Arith Bool FinFun List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Misere MisereWindow MisereMonoid MisereExtension.
Import ListNotations.
Local Open Scope monoid_scope.

Lemma NoDup_app_disjoint : forall A (X Y : list A), NoDup X -> NoDup Y ->
  (forall x, In x X -> ~ In x Y) -> NoDup (X ++ Y).
Proof.
  intros A X Y DX DY S. induction DX as [| x X Ix DX IH]; [exact DY |]. simpl. constructor.
  - rewrite in_app_iff. intros [I | I]; [exact (Ix I) | apply (S x); [left; reflexivity | exact I]].
  - apply IH. intros y I. apply S. right. exact I.
Qed.

Section Theorem_K.

Context {C : rules} {Q : bipartite} {phi : nat -> element Q} {h t f L : nat}.
Context {elements : list (element Q)} {eq_dec : forall x y : element Q, {x = y} + {x <> y}}.
Context {psi : element Q -> N}.
Hypothesis hyp : settled_by_kernel C Q phi h t f L elements eq_dec psi.

Notation e := (e Q elements eq_dec).
Notation in_K := (in_K Q elements eq_dec).
Notation theta := (theta Q elements eq_dec psi).
Notation theta' := (theta' Q elements eq_dec psi).
Notation iota := (iota Q elements eq_dec psi).
Notation Q' := (Q' Q elements eq_dec C psi).
Notation phi' := (phi' Q elements eq_dec C L phi psi).

(** ** Positions with a heap above f have their values in V *)

Definition deep (n : nat) : Prop := phi' n = inr (G C n).

Lemma deep_above : forall n, L < n -> deep n.
Proof.
  intros n B. unfold deep, MisereExtension.phi'.
  replace (n <=? L) with false by (symmetry; apply Nat.leb_gt, B). reflexivity.
Qed.

Lemma deep_after_f : forall n, f < n -> deep n.
Proof.
  intros n A. destruct (le_lt_dec n L) as [B | B]; [| apply deep_above, B].
  unfold deep, MisereExtension.phi'. rewrite (K3 hyp) by lia. rewrite andb_false_r. reflexivity.
Qed.

Lemma deep_value : forall X, over all_heaps X -> Exists deep X -> Phi Q' phi' X = inr (nim_sum C X).
Proof.
  assert (V : forall x : element Q', (exists v, x = inr v) -> x = inr (theta' x)).
  { intros x [v ->]. reflexivity. }
  intros X O D. rewrite <- (theta_Phi hyp) by exact O. apply V. clear O.
  induction D as [n X D | n X D [v IH]].
  - change (Phi Q' phi' (n :: X)) with (phi' n * Phi Q' phi' X). rewrite D. eexists. reflexivity.
  - change (Phi Q' phi' (n :: X)) with (phi' n * Phi Q' phi' X). rewrite IH.
    destruct (phi' n); eexists; reflexivity.
Qed.

(** A move of a heap above L leaves a heap above f. *)
Lemma deep_part : forall n parts, L < n -> leaves C n parts -> Exists deep parts.
Proof.
  intros n parts B M. assert (J := most hyp _ _ M). assert (far := far hyp).
  destruct M as [k E K Eq | k a E K A Eq
    | k a b E A A' U Eq | k a b c E A A' A'' Eq]; pose proof (place_le _ _ _ _ (last_place hyp) E).
  - lia.
  - assert (1 * f <= h * f) by (apply Nat.mul_le_mono_r; exact J).
    apply Exists_cons_hd, deep_after_f. lia.
  - assert (2 * f <= h * f) by (apply Nat.mul_le_mono_r; exact J).
    destruct (le_lt_dec a f); [apply Exists_cons_tl |]; apply Exists_cons_hd, deep_after_f; lia.
  - assert (3 * f <= h * f) by (apply Nat.mul_le_mono_r; exact J).
    destruct (le_lt_dec a f); [apply Exists_cons_tl |]; [| apply Exists_cons_hd, deep_after_f; lia].
    destruct (le_lt_dec b f); [apply Exists_cons_tl |]; apply Exists_cons_hd, deep_after_f; lia.
Qed.

Lemma deep_move : forall X Y, move C X Y -> Exists (fun n => L < n) X -> Exists deep Y.
Proof.
  intros X Y M. induction M as [n parts X Le | n X Y M IH]; intro D.
  - apply Exists_app. inversion D as [n' X' B | n' X' B]; subst;
      [left; apply deep_part with n; assumption | right].
    apply Exists_impl with (2 := B), deep_above.
  - inversion D as [n' X' B | n' X' B]; subst.
    + apply Exists_cons_hd, deep_above, B.
    + apply Exists_cons_tl, IH, B.
Qed.

(** ** V0 to V4 *)

Let cl := closed_all_heaps C.

Lemma in_P_lxor : forall v w, in_P (inr (N.lxor v w) : element Q') = true -> v = w.
Proof. intros v w E. apply N.lxor_eq. simpl in E. apply N.eqb_eq, E. Qed.

Lemma inl_iota : forall a, is_in (inl a : element Q') -> (inl a : element Q') = iota a.
Proof. intros a I. unfold MisereExtension.iota. simpl in I. rewrite I. reflexivity. Qed.

Lemma V0' : V0 C all_heaps Q' phi'.
Proof.
  destruct (v_0 _ _ _ _ (known hyp)) as [P1 dead]. split.
  - rewrite <- (iota_one hyp), (in_P_iota hyp). exact P1.
  - intros n Hn D. destruct (le_lt_dec n L) as [B | B]; [| destruct (D (live_above hyp n B))].
    rewrite (phi_iota hyp), dead by (auto; split; assumption). apply (iota_one hyp).
Qed.

Lemma V1' : V1 C all_heaps Q' phi'.
Proof.
  intros n parts x Hn M Ix [E F]. assert (O := cl n parts Hn M).
  assert (V : forall v, x = inr v \/ (exists s, phi' n = inr s) /\
    (exists s, Phi Q' phi' parts = inr s) -> False).
  { intros v D. apply (no_option_has_G C n parts M). rewrite <- (theta_Phi hyp),
    <- (theta_phi hyp) by assumption.
    assert (A : x * phi' n = inr (N.lxor (theta' x) (theta' (phi' n)))).
    { destruct D as [-> | [[s ->] _]]; [reflexivity | destruct x; reflexivity]. }
    assert (B : x * Phi Q' phi' parts = inr (N.lxor (theta' x) (theta' (Phi Q' phi' parts)))).
    { destruct D as [-> | [_ [s ->]]]; [reflexivity | destruct x; reflexivity]. }
    rewrite A in E. rewrite B in F. apply in_P_lxor in E. apply in_P_lxor in F. congruence. }
  destruct x as [a | v]; [| apply (V v); left; reflexivity].
  destruct (le_lt_dec n L) as [B | B].
  - assert (Hn' : up_to L n) by (split; assumption).
    assert (OL := closed_up_to C L n parts Hn' M).
    assert (I := inl_iota a Ix).
    rewrite I, (phi_iota hyp), <- (iota_times hyp), (in_P_iota hyp) in E by exact Hn'.
    rewrite I, (Phi_iota hyp), <- (iota_times hyp), (in_P_iota hyp) in F by exact OL.
    apply (v_1 _ _ _ _ (known hyp) n parts a Hn' M (everything hyp a)). auto.
  - apply (V 0%N). right. split; eexists; [apply deep_above, B |].
    apply deep_value; [exact O | apply deep_part with n; assumption].
Qed.

Lemma above_or_not : forall X, over all_heaps X -> Exists (fun n => L < n) X \/ over (up_to L) X.
Proof.
  intros X O. induction O as [| n X Hn O [D | D]]; [right; constructor | left; right; exact D |].
  destruct (le_lt_dec n L) as [B | B]; [right | left; apply Exists_cons_hd, B].
  constructor; [split; assumption | exact D].
Qed.

Lemma V2' : V2 C all_heaps Q' phi'.
Proof.
  intros X O M E. destruct (above_or_not X O) as [D | OL].
  - assert (D' : Exists deep X) by (apply Exists_impl with (2 := D), deep_above).
    rewrite (deep_value X O D') in E. simpl in E. apply N.eqb_neq in E.
    rewrite <- grundy_is_nim_sum in E. destruct (move_to_smaller C X 0) as [Y [M' Z]]; [lia |].
    exists Y. split; [exact M' |]. rewrite deep_value.
    + rewrite <- grundy_is_nim_sum, Z. reflexivity.
    + apply move_over with C X; assumption.
    + apply deep_move with X; assumption.
  - rewrite (Phi_iota hyp X OL), (in_P_iota hyp) in E.
    destruct (v_2 _ _ _ _ (known hyp) X OL M E) as [Y [M' F]].
    exists Y. split; [exact M' |]. rewrite (Phi_iota hyp), (in_P_iota hyp); [exact F |].
    apply move_over with C X; auto using closed_up_to.
Qed.

Lemma V3' : V3 all_heaps Q' phi'.
Proof.
  intros [a | v] I.
  - destruct (v_3 _ _ _ _ (known hyp) a (everything hyp a)) as [X [O E]]. exists X.
    split; [apply (@over_all L), O |]. rewrite (Phi_iota hyp), E by exact O.
    unfold MisereExtension.iota.
    simpl in I. rewrite I. reflexivity.
  - destruct I as [X [O E]].
    assert (O' : over all_heaps (S L :: S L :: X)) by (do 2 (constructor; [unfold all_heaps;
      lia |]); exact O).
    exists (S L :: S L :: X). split; [exact O' |].
    rewrite deep_value by (auto; apply Exists_cons_hd, deep_above; lia).
    simpl. rewrite <- N.lxor_assoc, N.lxor_nilpotent, E. f_equal.
Qed.

Lemma iota_reduced : forall a b,
  (forall z : element Q', is_in z ->
    in_P ((iota a : element Q') * z) = in_P ((iota b : element Q') * z)) ->
  a = b.
Proof.
  intros a b S. apply (v_4 _ _ _ _ (known hyp)); auto using (everything hyp). intros z _.
  specialize (S (iota z) (iota_is_in hyp z)). rewrite <- !(iota_times hyp), !(in_P_iota hyp) in S.
  exact S.
Qed.

(** x outside K and v in V are told apart by v, or both come from Q. *)
Lemma K_and_V_differ : forall a v, in_K a = false -> generated C v ->
  (forall z : element Q', is_in z ->
    in_P ((inl a : element Q') * z) = in_P ((inr v : element Q') * z)) -> False.
Proof.
  intros a v Ka Iv S. assert (E := S (inr v) Iv). simpl in E. rewrite N.lxor_nilpotent in E.
  apply N.eqb_eq, N.lxor_eq in E.
  assert (A : (inl a : element Q') = iota a) by (apply inl_iota, Ka).
  assert (B : (inr v : element Q') = iota (e * a)).
  { unfold MisereExtension.iota. rewrite (in_K_times hyp), <- E. reflexivity. }
  rewrite A, B in S. apply iota_reduced in S. rewrite S, (in_K_times hyp) in Ka. discriminate.
Qed.

Lemma V4' : V4 Q'.
Proof.
  intros [a | v] [b | w] Ia Ib S.
  - f_equal. rewrite !inl_iota in S by assumption. apply iota_reduced, S.
  - destruct (K_and_V_differ a w Ia Ib S).
  - destruct (K_and_V_differ b v Ib Ia). intros z Iz. symmetry. apply S, Iz.
  - f_equal. specialize (S (inr v) Ia). simpl in S. rewrite N.lxor_nilpotent in S.
    symmetry in S. apply N.eqb_eq, N.lxor_eq in S. congruence.
Qed.

(** ** Theorem K *)

Theorem kernel_quotient : misere_quotient C all_heaps Q' phi'.
Proof.
  apply verified_quotient; [exact cl |]. split; auto using (monoid' hyp), V0', V1', V2', V3', V4'.
  intros n Hn. destruct (le_lt_dec n L) as [B | B].
  - rewrite (phi_iota hyp) by (split; assumption). apply (iota_is_in hyp).
  - rewrite deep_above by exact B. exists [n]. split; [repeat constructor; exact Hn | apply nim_sum_1].
Qed.

(** Consequence (1): with a heap above f, or a value in K, misère outcome is normal outcome. *)
Theorem misere_is_normal : forall X, over all_heaps X ->
  Exists (fun n => f < n) X \/ (over (up_to L) X /\ in_K (Phi Q phi X) = true) ->
  (misere_P C X <-> outcome_P C X).
Proof.
  intros X O D. rewrite (outcomes _ _ _ _ kernel_quotient X O), outcome_P_iff, grundy_is_nim_sum.
  assert (V : Phi Q' phi' X = inr (nim_sum C X)).
  { destruct D as [D | [OL K]].
    - apply deep_value; [exact O | apply Exists_impl with (2 := D), deep_after_f].
    - rewrite <- (theta_Phi hyp) by exact O. rewrite (Phi_iota hyp) by exact OL.
      unfold MisereExtension.iota. rewrite K. reflexivity. }
  rewrite V. apply N.eqb_eq.
Qed.

(** ** The size of V, and of Q' *)

Lemma below_power : forall a k, (a < 2 ^ k)%N <-> N.shiftr a k = 0%N.
Proof.
  intros a k. rewrite N.shiftr_div_pow2. symmetry. apply N.div_small_iff, N.pow_nonzero. lia.
Qed.

(** Every number up to a G(n) is the value of a position. *)
Lemma below_G_generated : forall n v, (v <= G C n)%N -> generated C v.
Proof.
  intros n v B. destruct (N.eq_dec v (G C n)) as [-> | D].
  - destruct n as [| n]; [rewrite G_0; exists []; split; constructor |].
    exists [S n].
    split; [constructor; [unfold all_heaps; lia | constructor] | apply nim_sum_1].
  - destruct (option_below_G C n v) as [parts [M E]]; [lia |]. exists parts. split; [| exact E].
    destruct M; repeat constructor; assumption.
Qed.

Theorem group_of_values : forall k, (forall n, (G C n < 2 ^ k)%N) ->
  (k = 0%N \/ exists n, (2 ^ (k - 1) <= G C n)%N) ->
  forall v, generated C v <-> (v < 2 ^ k)%N.
Proof.
  intros k B U v. split.
  - intros [X [_ <-]]. rewrite below_power. induction X as [| n X IH]; simpl.
    + apply N.shiftr_0_l.
    + rewrite N.shiftr_lxor, IH. replace (N.shiftr (G C n) k) with 0%N; [reflexivity |].
      symmetry. apply below_power, B.
  - intro Lv. destruct U as [-> | [n En]].
    + apply (below_G_generated 0). change (2 ^ 0)%N with 1%N in Lv. lia.
    + destruct (N.eq_dec k 0) as [-> | Nz];
        [apply (below_G_generated 0); change (2 ^ 0)%N with 1%N in Lv; lia |].
      assert (Pk : (2 ^ k = 2 * 2 ^ (k - 1))%N).
      { rewrite <- N.pow_succ_r by lia. f_equal. lia. }
      destruct (N.lt_ge_cases v (2 ^ (k - 1))) as [S | S];
        [apply (below_G_generated n); lia |].
      set (b := (2 ^ (k - 1))%N) in *.
      replace v with (N.lxor b (N.lxor b v)) by
        (rewrite <- N.lxor_assoc, N.lxor_nilpotent; apply N.lxor_0_l).
      apply generated_lxor; [apply (below_G_generated n), En |].
      apply (below_G_generated n). enough (N.lxor b v < b)%N by lia.
      apply below_power. rewrite N.shiftr_lxor, !N.shiftr_div_pow2. fold b.
      replace (v / b)%N with 1%N; [rewrite N.div_same by lia; reflexivity |].
      apply N.div_unique with (v - b)%N; lia.
Qed.

Theorem group_unbounded : (forall b, exists n, (b <= G C n)%N) -> forall v, generated C v.
Proof. intros U v. destruct (U v) as [n En]. apply below_G_generated with n, En. Qed.

Theorem extension_size : forall k, NoDup elements ->
  (forall v, generated C v <-> (v < 2 ^ N.of_nat k)%N) ->
  exists l : list (element Q'), NoDup l /\ (forall x, In x l <-> is_in x) /\
    length l = (length (filter (fun x => negb (in_K x)) elements) + 2 ^ k)%nat.
Proof.
  intros k D V. set (outside := filter (fun x => negb (in_K x)) elements).
  exists (map inl outside ++ map (fun i => inr (N.of_nat i)) (seq 0 (2 ^ k))).
  assert (Pk : N.of_nat (2 ^ k) = (2 ^ N.of_nat k)%N) by apply Nat2N.inj_pow.
  split; [| split].
  - apply NoDup_app_disjoint.
    + apply Injective_map_NoDup; [intros a b E; congruence | apply NoDup_filter, D].
    + apply Injective_map_NoDup; [intros a b E; injection E; lia | apply seq_NoDup].
    + intros x I J. apply in_map_iff in I. apply in_map_iff in J.
      destruct I as [a [<- _]], J as [i [E _]]. discriminate.
  - intro x. rewrite in_app_iff, !in_map_iff. destruct x as [a | v]; simpl.
    + split.
      * intros [[b [E I]] | [i [E _]]]; [| discriminate]. injection E as ->.
        apply filter_In in I. apply negb_true_iff, I.
      * intro K. left. exists a. split; [reflexivity |]. apply filter_In.
        split; [apply (finite hyp) | apply negb_true_iff, K].
    + rewrite V. split.
      * intros [[b [E _]] | [i [E I]]]; [discriminate |]. injection E as <-.
        apply in_seq in I. lia.
      * intro B. right. exists (N.to_nat v). split; [f_equal; lia |]. apply in_seq. lia.
  - rewrite app_length, !map_length, seq_length. reflexivity.
Qed.

End Theorem_K.
