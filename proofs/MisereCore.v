(** * Section 10: V0 to V4 as one test

    V3 and V4, and with V0, V1 and V2 what all certificates of misère quotients have in common. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Misere MisereClosure MisereWindow Table MisereActions
  MisereChecker.
Import ListNotations.
Local Open Scope N_scope.

(** ** V4: elements are put into classes, and these refined by the actions *)

Section Reduced.

Variables (order : N) (actions : list (table N)) (words : table (list nat)) (P : table bool).
Notation Q := (monoid_of order actions words P).
Notation act := (act actions).
Notation vector := (vector order).

(** A number for each pair of a class and the class after an action; no proof speaks of it. *)
Definition numbers (elements : list N) (i : nat) (class : table N) : table (list (N * N)) * N :=
  fold_left (fun s x => let (known, next) := (s : table (list (N * N)) * N) in
    let a := get class x in let b := get class (act i x) in let l := get known a in
    if some_of (fun q => fst q =? b) l then s else (set known a ((b, next) :: l), next + 1))
    elements (vector (fun _ => []), 0).

Definition look_up (l : list (N * N)) (b : N) : N :=
  match find (fun q => fst q =? b) l with Some q => snd q | None => 0 end.

Definition refine (elements : list N) (s : table N * N) (i : nat) : table N * N :=
  let (class, _) := s in
  let (known, next) := numbers elements i class in
  (vector (fun x => look_up (get known (get class x)) (get class (act i x))), next).

Fixpoint refine_all (steps : nat) (elements : list N) (s : table N * N) : table N :=
  match steps with
  | O => fst s
  | S later =>
    let s' := fold_left (refine elements) (seq 0 (length actions)) s in
    if snd s' =? snd s then fst s' else if snd s' =? order then fst s'
    else refine_all later elements s'
  end.

(** In the end each element has a class of its own. *)
Definition V4_accepted : bool :=
  let elements := below order in
  let class := refine_all (N.to_nat order) elements
    (vector (fun x => if get P x then 1 else 0), 2) in
  let owner := fold_left (fun t x => set t (get class x) x) elements (vector (fun _ => 0)) in
  all_of (fun x => get owner (get class x) =? x) elements.

Hypothesis accepted : actions_accepted order actions words = true.

(** Elements that nothing tells apart have one class. *)
Definition respected (class : table N) : Prop := forall x y, x < order -> y < order ->
  (forall z, z < order -> get P (product actions words x z) = get P (product actions words y z)) ->
  get class x = get class y.

Lemma refine_respected : forall elements s i, (i < length actions)%nat -> respected (fst s) ->
  respected (fst (refine elements s i)).
Proof.
  intros elements [class n] i I R x y X Y S. unfold refine.
  destruct (numbers elements i class) as [known next]. simpl in *.
  destruct (accepted_parts _ _ _ accepted) as [Z [Bl _]].
  assert (M := monoid_of_actions order actions words accepted P).
  rewrite !get_vector by assumption.
  rewrite (R x y X Y S). f_equal. apply R; auto. intros z Iz.
  assert (E : forall w, w < order -> product actions words (act i w) z =
    product actions words w (product actions words (act i 0) z)).
  { intros w W. rewrite <- (product_act order actions words accepted i w I W).
    assert (A : act i 0 < order) by auto.
    transitivity (product actions words (product actions words w (act i 0)) z).
    - f_equal. exact (times_comm Q M _ _ A W).
    - symmetry. exact (times_assoc Q M _ _ _ W A Iz). }
  rewrite (E x X), (E y Y). apply S. apply (times_is_in Q M); [apply Bl; assumption | exact Iz].
Qed.

Lemma refine_all_respected : forall steps elements s, respected (fst s) ->
  respected (refine_all steps elements s).
Proof.
  induction steps as [| later IH]; intros elements s R; simpl; [exact R |].
  assert (F : forall l s, (forall i, In i l -> (i < length actions)%nat) -> respected (fst s) ->
    respected (fst (fold_left (refine elements) l s))).
  { induction l as [| i l IHl]; intros s0 H R0; simpl; [exact R0 |]. apply IHl.
    - intros j J. apply H. right. exact J.
    - apply refine_respected; [apply H; left; reflexivity | exact R0]. }
  assert (R' := F (seq 0 (length actions)) s (fun i I => proj2 (proj1 (in_seq _ _ _) I)) R).
  destruct (_ =? _); [exact R' |]. destruct (_ =? _); [exact R' | apply IH, R'].
Qed.

Theorem V4_holds : V4_accepted = true -> V4 Q.
Proof.
  intros A x y X Y S. change (x < order) in X. change (y < order) in Y.
  unfold V4_accepted in A. set (class := refine_all _ _ _) in A. set (owner := fold_left _ _ _) in A.
  assert (E : get class x = get class y).
  { apply refine_all_respected; auto. intros x' y' X' Y' S'. simpl.
    rewrite !get_vector by assumption.
    destruct (accepted_parts _ _ _ accepted) as [Z _].
    assert (M := monoid_of_actions order actions words accepted P).
    assert (One : forall w, w < order -> product actions words w 0 = w).
    { intros w W. transitivity (product actions words 0 w).
      - exact (times_comm Q M _ _ W Z).
      - exact (times_one Q M _ W). }
    specialize (S' 0 Z). rewrite !One in S' by assumption. rewrite S'. reflexivity. }
  assert (Ax := all_of_spec _ _ _ A x (proj2 (in_below order x) X)).
  assert (Ay := all_of_spec _ _ _ A y (proj2 (in_below order y) Y)).
  apply N.eqb_eq in Ax, Ay. congruence.
Qed.

End Reduced.

(** ** All tests *)

(** What a certificate says: heaps that are generators, the actions of these, words for the
    elements, P, and the values of the heaps. *)
Record monoid_data := Monoid_data { data_order : N; generators : list nat;
  data_actions : list (table N); data_words : table (list nat); data_P : table bool;
  data_values : table N }.

Section Core.

Variables (C : code) (L : nat) (D : monoid_data) (counted : nat -> bool) (B steps : nat).
Notation order := (data_order D).
Notation actions := (data_actions D).
Notation words := (data_words D).
Notation P := (data_P D).

Definition phi_of (n : nat) : N := get (data_values D) (N.of_nat n).
Definition monoid_of_data : bipartite := monoid_of order actions words P.
Notation Q := monoid_of_data.

Definition rows_of : table (table N) :=
  tabulate (depth_for (N.of_nat (S L))) (fun n => let times_x := multiply actions words (phi_of (N.to_nat n)) in
    vector order times_x).

(** The value of generator i is what action i makes of 0. *)
Definition generators_accepted : bool :=
  all_of (fun i => let g := nth i (generators D) 0%nat in
    Nat.leb 1 g && Nat.leb g L && (phi_of g =? act actions i 0)) (seq 0 (length actions)).

Definition accepts (scope : table (table N) -> table bool * table bool)
  (more : table (table N) -> bool) : bool :=
  if actions_accepted order actions words && generators_accepted && negb (get P 0) &&
    heaps_accepted C L order phi_of && V4_accepted order actions P
  then
    let rows := rows_of in
    if more rows then
      let (enough, fewer) := scope rows in
      let heaps := live_heaps C L order P rows in
      if V1_accepted order P counted rows enough fewer heaps then
        V2_accepted order actions words P phi_of counted B rows steps (types order phi_of counted rows heaps)
      else false
    else false
  else false.

Record accepted_core (scope : table (table N) -> table bool * table bool)
  (more : table (table N) -> bool) : Prop := {
  a_actions : actions_accepted order actions words = true;
  a_heaps : heaps_accepted C L order phi_of = true;
  a_rows : forall n z, up_to L n -> z < order ->
    row rows_of n z = product actions words (phi_of n) z;
  a_monoid : commutative_monoid Q;
  a_phi : forall n, up_to L n -> phi_of n < order;
  a_V0 : V0 C (up_to L) Q phi_of;
  a_V1 : forall n parts x, up_to L n -> leaves C n parts -> x < order ->
    get (beside counted (fst (scope rows_of)) (snd (scope rows_of)) n) x = true ->
    ~ (get P (product actions words x (phi_of n)) = true /\
       get P (product actions words x (Phi Q phi_of parts)) = true);
  a_V2 : V2_few C (up_to L) Q phi_of counted B;
  a_V3 : V3 (up_to L) Q phi_of;
  a_V4 : V4 Q;
  a_more : more rows_of = true }.

Lemma rows_right : forall n z, up_to L n -> z < order ->
  row rows_of n z = product actions words (phi_of n) z.
Proof.
  intros n z U Z. unfold row, rows_of. rewrite get_tabulate.
  - rewrite Nnat.Nat2N.id. rewrite get_vector by exact Z. apply multiply_spec.
  - apply depth_enough. unfold up_to in U. lia.
Qed.

Lemma words_are_values : actions_accepted order actions words = true -> generators_accepted = true ->
  (forall n, up_to L n -> phi_of n < order) ->
  forall w, is_word actions w ->
  over (up_to L) (map (fun i => nth i (generators D) 0%nat) w) /\
  Phi Q phi_of (map (fun i => nth i (generators D) 0%nat) w) = act_word actions w 0.
Proof.
  intros A Ge Bl w W. induction W as [| i w I W [O IH]]; [repeat constructor |].
  assert (F := all_of_spec _ _ _ Ge i (proj2 (in_seq _ _ _) (conj (Nat.le_0_l i) I))).
  cbv beta zeta in F. rewrite !andb_true_iff in F.
  destruct F as [[B1 B2] E]. apply Nat.leb_le in B1, B2. apply N.eqb_eq in E.
  split; [constructor; [split; assumption | exact O] |].
  assert (Z : 0 < order) by (apply accepted_parts with (1 := A)).
  assert (In_w : act_word actions w 0 < order) by (apply act_word_below with (1 := A); assumption).
  simpl map. change (Phi Q phi_of (nth i (generators D) 0%nat :: map (fun i => nth i (generators D) 0%nat) w))
    with (product actions words (phi_of (nth i (generators D) 0%nat))
      (Phi Q phi_of (map (fun i => nth i (generators D) 0%nat) w))).
  rewrite IH, E. apply product_act with (1 := A); assumption.
Qed.

Theorem accepts_spec : forall scope more, accepts scope more = true -> accepted_core scope more.
Proof.
  intros scope more A. unfold accepts in A.
  destruct (_ && V4_accepted _ _ _) eqn:T in A; [| discriminate].
  rewrite !andb_true_iff, negb_true_iff in T. destruct T as [[[[T1 T2] T3] T4] T5].
  destruct (more rows_of) eqn:T6; [| discriminate].
  destruct (scope rows_of) as [enough fewer] eqn:T7.
  destruct (V1_accepted _ _ _ _ _ _ _) eqn:T8; [| discriminate].
  assert (M := monoid_of_actions order actions words T1 P).
  assert (Bl : forall n, up_to L n -> phi_of n < order) by
    (intros n U; apply (phi_below C L order phi_of T4 n U)).
  split; auto using rows_right.
  - apply V0_holds; assumption.
  - rewrite T7. eapply V1_holds; eauto using rows_right.
  - eapply V2_holds with (ts := _); eauto using rows_right.
  - intros x X. destruct (word_spec order actions words T1 x X) as [W E].
    destruct (words_are_values T1 T2 Bl _ W) as [O E'].
    eexists. split; [exact O | exact (eq_trans E' E)].
  - apply V4_holds; assumption.
Qed.

End Core.

(** ** Where no heap counts *)

Definition no_heap (n : nat) : bool := false.

Definition everywhere (D : monoid_data) (rows : table (table N)) : table bool * table bool :=
  let t := vector (data_order D) (fun _ => true) in (t, t).

Theorem verified_core : forall (C : code) L D steps more,
  accepts C L D no_heap 0 steps (everywhere D) more = true ->
  verified C (up_to L) (monoid_of_data D) (phi_of D).
Proof.
  intros C L D steps more A. apply accepts_spec in A.
  destruct A as [a h r m b v0 v1 v2 v3 v4 _]. split; auto.
  - intros n parts x U M X [E F]. change (x < data_order D) in X.
    apply (v1 n parts x U M X); [| split; assumption].
    unfold beside, everywhere. simpl. apply get_vector, X.
  - intros X O. apply v2; [exact O | apply all_are_few].
Qed.
