(** * Section 10: what a checker tests of Theorem K

    That the kernel of a verified quotient settles all larger heaps. The elements are the numbers below
    the order; Theorem K is about a type that has no others. *)

From Coq Require Import Arith Bool Eqdep_dec List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Certificate Misere MisereWindow MisereMonoid
  MisereExtension MisereKernel Table MisereActions MisereChecker MisereCore.
Import ListNotations.

Section Kernel.

Variables (C : code) (L f : nat) (D : monoid_data).
Notation order := (data_order D).
Notation actions := (data_actions D).
Notation words := (data_words D).
Notation P := (data_P D).
Notation phi := (phi_of D).
Notation Q := (monoid_of_data D).
Notation product := (product actions words).

(** ** The tests *)

Definition option_values (g : table N) (n : nat) : list N :=
  fold_left (fun l parts => let v := fold_right (fun a v => N.lxor (get g (N.of_nat a)) v) 0%N parts in
    if some_of (N.eqb v) l then l else v :: l) (options C n) [].

(** The values of normal play; no proof speaks of how they are found. *)
Definition find_grundy : table N :=
  fold_left (fun g n => set g (N.of_nat n) (mex (option_values g n))) (seq 1 L)
    (tabulate (depth_for (N.of_nat (S L))) (fun _ => 0%N)).

Definition grundy_accepted (g : table N) : bool :=
  all_of (fun n => let l := option_values g n in let v := get g (N.of_nat n) in
    negb (some_of (N.eqb v) l) && all_below v (fun w => some_of (N.eqb w) l)) (seq 1 L).

Definition find_theta (g : table N) : table N :=
  vector order (fun x => fold_right (fun i v => N.lxor (get g (N.of_nat (nth i (generators D) 0))) v) 0%N
    (get words x)).

Definition theta_accepted (g theta : table N) : bool :=
  N.eqb (get theta 0%N) 0 &&
  all_of (fun i => let v := get theta (act actions i 0%N) in
    all_below order (fun x => N.eqb (get theta (act actions i x)) (N.lxor v (get theta x))))
    (seq 0 (length actions)) &&
  all_of (fun n => N.eqb (get theta (phi n)) (get g (N.of_nat n))) (seq 1 L).

(** The product of all idempotents. *)
Definition identity : N := fold_right product 0%N (filter (fun x => N.eqb (product x x) x) (below order)).

Definition kernel_accepted : bool :=
  let g := find_grundy in let theta := find_theta g in let e := identity in
  let times_e := multiply actions words e in
  let is_in_kernel x := N.eqb (times_e x) x in
  grundy_accepted g && theta_accepted g theta &&
  all_below order (fun x => if is_in_kernel x
    then Bool.eqb (get P x) (N.eqb x e) && (negb (N.eqb (get theta x) 0) || N.eqb x e) else true) &&
  all_of (fun n => is_in_kernel (phi n)) (seq (S f) (L - f)) &&
  (Nat.eqb f 0 || negb (is_in_kernel (phi f))).

(** L is the least number that is enough, or the last generator if that is larger. *)
Definition length_accepted : bool :=
  let t := Certificate.last_place C in
  let dead := fold_left (fun m n => if is_live C n then m else n) (seq 0 (t + 3)) 0 in
  let least := most_heaps C * f + t in
  (has_bit C 1 || has_bit C 2 || has_bit C 3) && is_proper C && Nat.leb least L &&
  all_of (is_live C) (seq (S L) (t + 3 - S L)) &&
  Nat.eqb L (Nat.max (Nat.max (Nat.max least dead) 1) (last (generators D) 0)).

(** ** What they show *)

Hypothesis known : verified C (up_to L) Q phi.
Hypothesis acts : actions_accepted order actions words = true.
Hypothesis accepted : kernel_accepted = true.
Hypothesis long : length_accepted = true.

Lemma zero_in : (0 <? order)%N = true.
Proof. apply N.ltb_lt. exact (one_is_in Q (v_monoid _ _ _ _ known)). Qed.

Definition small_number : Type := { x : N | (x <? order)%N = true }.
Definition number (x : small_number) : N := proj1_sig x.
Definition small_of (x : N) : small_number :=
  match bool_dec (x <? order)%N true with
  | left H => exist _ x H
  | right _ => exist _ 0%N zero_in
  end.

Lemma number_below : forall x, (number x < order)%N.
Proof. intros [x H]. apply N.ltb_lt, H. Qed.

Lemma number_small : forall x, (x < order)%N -> number (small_of x) = x.
Proof.
  intros x X. unfold small_of. destruct (bool_dec _ true) as [H | H]; [reflexivity |].
  exfalso. apply H, N.ltb_lt, X.
Qed.

Lemma number_inj : forall x y, number x = number y -> x = y.
Proof.
  intros [x H] [y H'] E. simpl in E. subst y. f_equal. apply UIP_dec, bool_dec.
Qed.

Definition small_dec (x y : small_number) : {x = y} + {x <> y}.
Proof.
  destruct (N.eq_dec (number x) (number y)) as [E | E]; [left; apply number_inj, E | right].
  intro F. apply E. rewrite F. reflexivity.
Defined.

Definition small_monoid : bipartite := Bipartite small_number (fun _ => True) (small_of 0%N)
  (fun x y => small_of (product (number x) (number y))) (fun x => get P (number x)).
Notation QS := small_monoid.
Definition small_phi (n : nat) : element QS := small_of (phi n).
Definition small_elements : list (element QS) := map small_of (below order).

Let M : commutative_monoid Q := v_monoid _ _ _ _ known.

Lemma product_small : forall x y, (x < order)%N -> (y < order)%N -> (product x y < order)%N.
Proof. exact (times_is_in Q M). Qed.

Lemma number_times : forall x y : element QS, number (times x y) = product (number x) (number y).
Proof. intros x y. apply number_small, product_small; apply number_below. Qed.

Lemma zero_small : number (one (b := QS)) = 0%N.
Proof. apply number_small, N.ltb_lt, zero_in. Qed.

Lemma small_is_monoid : commutative_monoid QS.
Proof.
  split; simpl; auto; intros; apply number_inj; rewrite ?number_times; simpl.
  - rewrite !number_small by auto using product_small, number_below.
    apply (times_assoc Q M); apply number_below.
  - rewrite !number_small by auto using product_small, number_below.
    apply (times_comm Q M); apply number_below.
  - rewrite number_small by auto using product_small, number_below, (number_below (small_of 0)).
    rewrite (number_small 0) by apply N.ltb_lt, zero_in. apply (times_one Q M), number_below.
Qed.

Lemma phi_small : forall n, up_to L n -> (phi n < order)%N.
Proof. exact (v_phi _ _ _ _ known). Qed.

Lemma number_Phi : forall X, over (up_to L) X -> number (Phi QS small_phi X) = Phi Q phi X.
Proof.
  intros X O. induction O as [| n X Hn O IH]; [exact zero_small |].
  change (Phi QS small_phi (n :: X)) with (times (b := QS) (small_phi n) (Phi QS small_phi X)).
  rewrite number_times, IH. unfold small_phi. rewrite number_small by (apply phi_small, Hn). reflexivity.
Qed.

Lemma small_verified : verified C (up_to L) QS small_phi.
Proof.
  pose proof known as V. destruct V as [_ I [h0 h0'] h1 h2 h3 h4].
  assert (PX : forall X, over (up_to L) X -> in_P (Phi QS small_phi X) = get P (Phi Q phi X)).
  { intros X O. simpl. rewrite number_Phi by exact O. reflexivity. }
  split; auto using small_is_monoid.
  - intros n _. exact Logic.I.
  - split.
    + change (get P (number (one (b := QS))) = false). rewrite zero_small. exact h0.
    + intros n Hn Dd. unfold small_phi. rewrite (h0' n Hn Dd). reflexivity.
  - intros n parts x Hn Lv _ [E F]. apply (h1 n parts (number x) Hn Lv (number_below x)).
    change (get P (number (times (b := QS) x (small_phi n))) = true) in E.
    change (get P (number (times (b := QS) x (Phi QS small_phi parts))) = true) in F.
    rewrite number_times in E, F. rewrite number_Phi in F by (apply (closed_up_to C L n parts Hn Lv)).
    unfold small_phi in E. rewrite number_small in E by (apply phi_small, Hn). split; assumption.
  - intros X O Mv E. rewrite PX in E by exact O. destruct (h2 X O Mv E) as [Y [MY EY]].
    exists Y. split; [exact MY |]. rewrite PX; [exact EY |].
    apply move_over with (d C) X; [apply closed_up_to | |]; assumption.
  - intros x _. destruct (h3 (number x) (number_below x)) as [X [O E]]. exists X. split; [exact O |].
    apply number_inj. rewrite number_Phi by exact O. exact E.
  - intros x y _ _ S. apply number_inj, h4; [apply number_below | apply number_below |].
    intros z Z. specialize (S (small_of z) Logic.I).
    change (get P (number (times (b := QS) x (small_of z))) = get P (number (times (b := QS) y (small_of z)))) in S.
    rewrite !number_times, number_small in S by exact Z. exact S.
Qed.

Notation e := (e QS small_elements small_dec).
Notation in_K := (in_K QS small_elements small_dec).

Lemma number_e : number e = identity.
Proof.
  unfold MisereExtension.e, the_e, identity, small_elements.
  assert (G : forall l, (forall x, In x l -> (x < order)%N) ->
    number (fold_right times one (filter (idempotent QS small_dec) (map small_of l))) =
    fold_right product 0%N (filter (fun x => N.eqb (product x x) x) l)).
  { induction l as [| x l IH]; intro H; [exact zero_small |].
    assert (X : (x < order)%N) by (apply H; left; reflexivity).
    assert (I : idempotent QS small_dec (small_of x) = N.eqb (product x x) x).
    { apply eq_true_iff_eq. rewrite idempotent_iff, N.eqb_eq. split; intro E.
      - assert (F : number (times (b := QS) (small_of x) (small_of x)) = number (small_of x)) by
          (rewrite E; reflexivity).
        rewrite number_times, !number_small in F by exact X. exact F.
      - apply number_inj. rewrite number_times, !number_small by exact X. exact E. }
    cbn [map filter]. rewrite I. destruct (N.eqb (product x x) x).
    - cbn [fold_right]. rewrite number_times, number_small, IH by (auto; intros y J; apply H; right; exact J).
      reflexivity.
    - apply IH. intros y J. apply H. right. exact J. }
  apply G. intros x I. apply in_below, I.
Qed.

Lemma in_K_iff : forall x, in_K x = true <-> product identity (number x) = number x.
Proof.
  intro x. unfold MisereExtension.in_K. rewrite in_kernel_iff. fold e. split; intro E.
  - rewrite <- number_e, <- number_times, E. reflexivity.
  - apply number_inj. rewrite number_times, number_e. exact E.
Qed.

Lemma grundy_right : forall g, grundy_accepted g = true -> forall n, up_to L n ->
  get g (N.of_nat n) = G C n.
Proof.
  intros g A n. induction n as [n IH] using lt_wf_ind. intro U.
  assert (V : forall parts, leaves C n parts ->
    fold_right (fun a v => N.lxor (get g (N.of_nat a)) v) 0%N parts = nim_sum C parts).
  { intros parts Lv. assert (B : Forall (fun a => get g (N.of_nat a) = G C a) parts).
    { assert (R : Forall (fun a => 1 <= a < n) parts) by (destruct Lv; repeat constructor; lia).
      apply Forall_impl with (2 := R). unfold up_to in *. intros a Ra. apply IH; lia. }
    clear Lv. induction B as [| a parts E B IHp]; simpl; [reflexivity |]. rewrite E, IHp. reflexivity. }
  assert (I : forall v, In v (option_values g n) <-> exists parts, leaves C n parts /\ nim_sum C parts = v).
  { intro v. unfold option_values. set (step := fun l parts => _).
    assert (F : forall l k, (forall parts, In parts l -> leaves C n parts) ->
      (In v (fold_left step l k) <-> In v k \/ exists parts, In parts l /\ nim_sum C parts = v)).
    { induction l as [| parts l IHl]; intros k H; simpl; [firstorder |].
      rewrite IHl by (intros q J; apply H; right; exact J).
      assert (E := V parts (H parts (or_introl eq_refl))). unfold step at 1. rewrite E.
      destruct (some_of (N.eqb (nim_sum C parts)) k) eqn:So.
      - apply some_of_spec in So. destruct So as [w [Iw Ew]]. apply N.eqb_eq in Ew. subst w.
        split; [intros [J | [q [J F]]]; eauto |].
        intros [J | [q [[<- | J] F]]]; eauto. left. rewrite <- F. exact Iw.
      - simpl. split; [intros [[J | J] | [q [J F]]]; eauto |].
        intros [J | [q [[<- | J] F]]]; eauto. }
    rewrite F by (intros parts J; apply options_are_leaves, J). simpl. split.
    - intros [[] | [parts [J E]]]. exists parts. split; [apply options_are_leaves, J | exact E].
    - intros [parts [Lv E]]. right. exists parts. split; [apply options_are_leaves, Lv | exact E]. }
  assert (T := all_of_spec _ _ _ A n). rewrite in_seq in T. unfold up_to in U. specialize (T ltac:(lia)).
  cbv beta zeta in T. apply andb_true_iff in T. destruct T as [T1 T2]. apply negb_true_iff in T1.
  apply is_mex_unique with (2 := G_is_mex C n). split.
  - rewrite <- I. intro J. assert (X : some_of (N.eqb (get g (N.of_nat n))) (option_values g n) = true).
    { apply some_of_spec. eexists. split; [exact J | apply N.eqb_refl]. }
    congruence.
  - intros w W. apply I. assert (X := all_below_spec _ _ T2 w W). cbv beta in X.
    apply some_of_spec in X. destruct X as [u [J E]]. apply N.eqb_eq in E. subst u. exact J.
Qed.

Lemma live_far : forall n, L < n -> live C n.
Proof.
  intros n B. unfold length_accepted in long. rewrite !andb_true_iff in long.
  destruct long as [[[[H1 H2] H3] H4] _]. apply Nat.leb_le in H3.
  destruct (le_lt_dec (Certificate.last_place C + 3) n) as [Far | Near].
  - assert (place : forall j, has_bit C j = true -> exists k, k <= Certificate.last_place C /\ may_leave (d C k) j = true).
    { intros j Hj. apply existsb_exists in Hj. destruct Hj as [dg [I E]].
      apply (In_nth _ _ zero_digit) in I. destruct I as [k [K Ek]]. exists k.
      unfold Certificate.last_place, d. rewrite Ek. split; [lia | exact E]. }
    rewrite !orb_true_iff in H1. destruct H1 as [[H1 | H1] | H1]; apply place in H1;
      destruct H1 as [k [K E]].
    + exists [n - k]. apply leaves_one with k; auto; try lia. destruct k as [| k]; [| lia].
      exfalso. unfold is_proper in H2. apply N.eqb_eq in H2. unfold may_leave in E.
      assert (X : N.testbit (N.land (bits (d C 0)) 3) 1 = true) by (rewrite N.land_spec, E; reflexivity).
      rewrite H2 in X. discriminate.
    + exists [1; n - k - 1]. apply leaves_two with k; auto; lia.
    + exists [1; 1; n - k - 2]. apply leaves_three with k; auto; lia.
  - apply is_live_iff. refine (all_of_spec _ _ _ H4 n _). apply in_seq. lia.
Qed.

Theorem settled : exists psi, settled_by_kernel C QS small_phi (most_heaps C) (Certificate.last_place C) f L
  small_elements small_dec psi.
Proof.
  pose proof accepted as A. unfold kernel_accepted in A.
  set (g := find_grundy) in A. set (theta := find_theta g) in A. cbv zeta in A.
  rewrite !andb_true_iff in A. destruct A as [[[[A1 A2] A3] A4] _].
  unfold theta_accepted in A2. rewrite !andb_true_iff in A2. destruct A2 as [[T1 T2] T3].
  apply N.eqb_eq in T1. pose proof long as Lg. unfold length_accepted in Lg. rewrite !andb_true_iff in Lg.
  assert (hom : forall x y, (x < order)%N -> (y < order)%N ->
    get theta (product x y) = N.lxor (get theta x) (get theta y)).
  { intros x y X Y. destruct (word_spec _ _ _ acts x X) as [W E].
    assert (F : forall z, (z < order)%N -> get theta (act_word actions (word words x) z) =
      N.lxor (get theta (act_word actions (word words x) 0%N)) (get theta z)).
    { clear E. intros z Z. induction W as [| i w I W IH]; simpl.
      - rewrite T1. symmetry. apply N.lxor_0_l.
      - assert (S : forall u, (u < order)%N -> get theta (act actions i u) =
          N.lxor (get theta (act actions i 0%N)) (get theta u)).
        { intros u U. apply N.eqb_eq. assert (In i (seq 0 (length actions))) by (apply in_seq; lia).
          exact (all_below_spec _ _ (all_of_spec _ _ _ T2 i H) u U). }
        assert (Z0 : (0 < order)%N) by (apply N.ltb_lt, zero_in).
        rewrite S by (apply act_word_below with (1 := acts); assumption). rewrite IH.
        rewrite (S (act_word actions w 0%N)) by (apply act_word_below with (1 := acts); assumption).
        symmetry. apply N.lxor_assoc. }
    unfold MisereActions.product. rewrite F by exact Y. rewrite E. reflexivity. }
  assert (times_hom : forall x y : element QS, get theta (number (times x y)) =
    N.lxor (get theta (number x)) (get theta (number y))).
  { intros x y. rewrite number_times. apply hom; apply number_below. }
  assert (every : forall x : element QS, is_in x) by (intro x; exact Logic.I).
  assert (fin : forall x, In x small_elements).
  { intro x. apply in_map_iff. exists (number x). split; [| apply in_below, number_below].
    apply number_inj, number_small, number_below. }
  assert (theta_e : get theta (number e) = 0%N).
  { assert (E := e_idempotent QS small_is_monoid every small_elements small_dec). fold e in E.
    assert (F := times_hom e e). rewrite E, N.lxor_nilpotent in F. exact F. }
  assert (inK : forall x, in_K x = true ->
    (get P (number x) = true <-> x = e) /\ (get theta (number x) = 0%N -> x = e)).
  { intros x K. apply in_K_iff in K. assert (T := all_below_spec _ _ A3 (number x) (number_below x)).
    cbv beta in T. rewrite multiply_spec, (proj2 (N.eqb_eq _ _) K) in T.
    apply andb_true_iff in T. destruct T as [Ta Tb]. apply eqb_prop in Ta.
    assert (back : number x = identity -> x = e) by (intro E; apply number_inj; rewrite number_e; exact E).
    split.
    - rewrite Ta, N.eqb_eq. split; [exact back |]. intros ->. exact number_e.
    - intro Z. rewrite Z in Tb. simpl in Tb. apply N.eqb_eq in Tb. apply back, Tb. }
  assert (ideal := kernel_ideal QS small_is_monoid every small_elements small_dec).
  exists (fun x => get theta (number x)). split; auto.
  - apply no_place_after_last.
  - apply leaves_at_most_heaps.
  - apply Nat.leb_le. apply Lg.
  - apply live_far.
  - apply small_verified.
  - intros x K. apply (inK x K).
  - (* theta is injective: x = x(yy) = (xy)y = y. *)
    intros x y Kx Ky E.
    assert (xy : times x y = e).
    { apply (inK (times x y)); [apply ideal, Kx |]. rewrite times_hom, E. apply N.lxor_nilpotent. }
    assert (yy : times y y = e).
    { apply (inK (times y y)); [apply ideal, Ky |]. rewrite times_hom. apply N.lxor_nilpotent. }
    assert (ex : times e x = x) by (apply in_kernel_iff, Kx).
    assert (ey : times e y = y) by (apply in_kernel_iff, Ky).
    assert (assoc := assoc QS small_is_monoid every). assert (comm := comm QS small_is_monoid every).
    rewrite <- ex, comm, <- yy, assoc, xy. exact ey.
  - intros n U. rewrite times_hom, theta_e, N.lxor_0_l. unfold small_phi.
    rewrite number_small by (apply phi_small, U).
    assert (In n (seq 1 L)) by (apply in_seq; unfold up_to in U; lia).
    assert (E := all_of_spec _ _ _ T3 n H). apply N.eqb_eq in E. rewrite E. apply grundy_right; assumption.
  - intros n B. apply in_K_iff. unfold small_phi.
    rewrite number_small by (apply phi_small; unfold up_to; lia).
    assert (In n (seq (S f) (L - f))) by (apply in_seq; lia).
    assert (E := all_of_spec _ _ _ A4 n H). cbv beta in E. apply N.eqb_eq in E.
    rewrite multiply_spec in E. exact E.
Qed.

Theorem normal_beyond : forall X, over all_heaps X -> Exists (fun n => f < n) X ->
  (misere_P C X <-> outcome_P C X).
Proof.
  intros X O E. destruct settled as [psi S]. apply (misere_is_normal S X O). left. exact E.
Qed.

End Kernel.
