(** * Section 10: what a checker tests of a misère quotient

    V0 to V4 for the heaps 1, ..., L as tests that are run inside Coq, each followed by the proof of
    what it does. Only the types of the heaps are kept: the value of a heap, and the list A of the
    contexts that it answers. *)

From Coq Require Import Arith Bool List Lia.
From Octal Require Import Octal SpragueGrundy Misere MisereClosure MisereWindow MisereActions.
Import ListNotations.

Definition type := (nat * list bool)%type.

Definition type_eq_dec (x y : type) : {x = y} + {x <> y}.
Proof. repeat decide equality. Defined.

Section Tests.

Variables (C : code) (L order : nat) (table : list (list nat)) (P : list bool) (phi : nat -> nat).

Definition the_monoid : bipartite := monoid_of order table P.
Notation Q := the_monoid.

Definition times_of (x y : nat) : nat := nth y (nth x table []) 0.
Definition is_P (x : nat) : bool := nth x P false.
Definition vector (f : nat -> bool) : list bool := map f (below order).
Definition holds_at (v : list bool) (z : nat) : bool := nth z v false.

(** A_n, the contexts that heap n answers. *)
Definition answers (n : nat) : list bool :=
  let values := nodup Nat.eq_dec (map (Phi Q phi) (options C n)) in
  vector (fun z => some_of (fun t => is_P (times_of t z)) values).

Definition is_live (n : nat) : bool := match options C n with [] => false | _ => true end.

Definition types : list type :=
  nodup type_eq_dec (map (fun n => (phi n, answers n)) (filter is_live (seq 1 L))).

(** ** The tests *)

Definition heaps_accepted : bool :=
  forallb (fun n => (phi n <? order) && (is_live n || (phi n =? 0))) (seq 1 L).

Definition V1_accepted (ts : list type) : bool :=
  forallb (fun t => all_below order (fun z =>
    negb (is_P (times_of z (fst t)) && holds_at (snd t) z))) ts.

Definition V4_accepted : bool :=
  all_below order (fun x => all_below x (fun y =>
    some_of (fun z => xorb (is_P (times_of x z)) (is_P (times_of y z))) (below order))).

(** One heap more, of type t, beside a position of pair p. *)
Definition extend (p t : type) : type :=
  (times_of (fst t) (fst p),
   vector (fun z => holds_at (snd p) (times_of (fst t) z) || holds_at (snd t) (times_of (fst p) z))).

Definition is_saturated (p : type) : bool :=
  all_below order (fun z => is_P (times_of (fst p) z) || holds_at (snd p) z).

Definition is_below (p q : type) : bool :=
  if fst p =? fst q then
    all_below order (fun z => if holds_at (snd p) z then holds_at (snd q) z else true)
  else false.

Definition is_covered (F : list type) (p : type) : bool :=
  if is_saturated p then true else some_of (fun q => is_below q p) F.

(** A search for F; no proof speaks of it. *)
Fixpoint search (steps : nat) (ts todo F : list type) : list type :=
  match steps, todo with
  | S fewer, p :: rest =>
    if is_covered F p then search fewer ts rest F
    else search fewer ts (map (extend p) ts ++ rest) (p :: filter (fun q => negb (is_below p q)) F)
  | _, _ => F
  end.

Definition V2_accepted (ts F : list type) : bool :=
  forallb (is_covered F) ts &&
  forallb (fun p => (fst p <? order) && forallb (fun t => is_covered F (extend p t)) ts &&
    (is_P (fst p) || holds_at (snd p) 0)) F.

(** ** What the tests show *)

Hypothesis monoid : commutative_monoid Q.
Hypothesis heaps : heaps_accepted = true.

Lemma holds_at_vector : forall f z, z < order -> holds_at (vector f) z = f z.
Proof. intros f z Z. apply nth_map_below, Z. Qed.

Lemma is_live_iff : forall n, is_live n = true <-> live C n.
Proof.
  intro n. unfold is_live, live. destruct (options C n) as [| parts l] eqn:E; split; auto.
  - discriminate.
  - intros [parts M]. apply options_are_leaves in M. rewrite E in M. destruct M.
  - intros _. exists parts. apply options_are_leaves. rewrite E. left. reflexivity.
Qed.

Lemma phi_below : forall n, up_to L n -> phi n < order.
Proof.
  intros n U. unfold heaps_accepted in heaps. rewrite forallb_forall in heaps.
  assert (H := heaps n). rewrite in_seq, andb_true_iff in H. apply Nat.ltb_lt, H.
  unfold up_to in U. lia.
Qed.

Lemma Phi_below : forall X, over (up_to L) X -> Phi Q phi X < order.
Proof. exact (Phi_is_in (up_to L) Q phi monoid phi_below). Qed.

Lemma zero_below : 0 < order.
Proof. exact (one_is_in Q monoid). Qed.

Lemma answers_iff : forall n z, z < order ->
  (holds_at (answers n) z = true <->
   exists parts, leaves C n parts /\ is_P (times_of (Phi Q phi parts) z) = true).
Proof.
  intros n z Z. unfold answers. rewrite holds_at_vector, some_of_existsb,
    existsb_exists by exact Z. split.
  - intros [t [I E]]. apply nodup_In, in_map_iff in I. destruct I as [parts [<- I]].
    exists parts. split; [apply options_are_leaves, I | exact E].
  - intros [parts [M E]]. exists (Phi Q phi parts). split; [| exact E].
    apply nodup_In, in_map, options_are_leaves, M.
Qed.

Lemma answered_by_iff : forall n x z, up_to L n -> x < order -> z < order ->
  (answered_by C Q phi n x z <-> holds_at (answers n) (times_of x z) = true).
Proof.
  intros n x z Hn X Z. assert (XZ : times_of x z < order) by exact (times_is_in Q monoid x z X Z).
  rewrite answers_iff by exact XZ. unfold answered_by.
  assert (E : forall parts, leaves C n parts -> times_of (times_of x (Phi Q phi parts)) z =
    times_of (Phi Q phi parts) (times_of x z)).
  { intros parts M. assert (B := Phi_below parts (closed_up_to C L n parts Hn M)).
    transitivity (times_of (times_of (Phi Q phi parts) x) z).
    - f_equal. exact (times_comm Q monoid _ _ X B).
    - symmetry. exact (times_assoc Q monoid _ _ _ B X Z). }
  split; intros [parts [M F]]; exists parts; (split; [exact M |]).
  - rewrite <- E by exact M. exact F.
  - rewrite <- E in F by exact M. exact F.
Qed.

Lemma type_in : forall n, up_to L n -> live C n -> In (phi n, answers n) types.
Proof.
  intros n U Li. apply nodup_In, in_map_iff. exists n. split; [reflexivity |].
  apply filter_In. split; [apply in_seq; unfold up_to in U; lia | apply is_live_iff, Li].
Qed.

Theorem V0_holds : is_P 0 = false -> V0 C (up_to L) Q phi.
Proof.
  intro Z. split; [exact Z |]. intros n U D. unfold heaps_accepted in heaps.
  rewrite forallb_forall in heaps. assert (H := heaps n).
  rewrite in_seq, andb_true_iff, orb_true_iff, is_live_iff in H. unfold up_to in U.
  destruct H as [_ [H | H]]; [lia | contradiction | apply Nat.eqb_eq, H].
Qed.

Theorem V1_holds : V1_accepted types = true -> V1 C (up_to L) Q phi.
Proof.
  intros A n parts x U M X [E F]. unfold V1_accepted in A. rewrite forallb_forall in A.
  specialize (A _ (type_in n U (ex_intro _ parts M))).
  assert (B := all_below_spec _ _ A x X). simpl in B. apply negb_true_iff in B.
  rewrite (proj2 (answers_iff n x X)) in B.
  - rewrite andb_true_r in B. unfold is_P, times_of in B. simpl in E. congruence.
  - exists parts. split; [exact M |].
    assert (Pb := Phi_below parts (closed_up_to C L n parts U M)).
    assert (Co : times_of (Phi Q phi parts) x = times_of x (Phi Q phi parts)) by
      exact (times_comm Q monoid _ _ Pb X).
    rewrite Co. exact F.
Qed.

Theorem V4_holds : V4_accepted = true -> V4 Q.
Proof.
  intros A. assert (less : forall x y, y < x -> x < order ->
    (forall z, z < order -> is_P (times_of x z) = is_P (times_of y z)) -> False).
  { intros x y Y X S. assert (B := all_below_spec _ _ (all_below_spec _ _ A x X) y Y).
    cbv beta in B. rewrite some_of_existsb in B. apply existsb_exists in B.
    destruct B as [z [I D]]. apply in_below in I.
    rewrite (S z I), xorb_nilpotent in D. discriminate. }
  intros x y X Y S. destruct (lt_eq_lt_dec x y) as [[B | E] | B]; [exfalso | exact E | exfalso].
  - apply (less y x B Y). intros z Z. symmetry. exact (S z Z).
  - apply (less x y B X S).
Qed.

(** ** Lemma C *)

Definition as_set (v : list bool) (z : nat) : Prop := holds_at v z = true.

Definition pairs_of (F : list type) (x : nat) (W : nat -> Prop) : Prop :=
  exists v, In (x, v) F /\ W = as_set v.

Lemma is_covered_spec : forall F x v (W : nat -> Prop), is_covered F (x, v) = true ->
  (forall z, z < order -> as_set v z -> W z) -> covered Q (pairs_of F) x W.
Proof.
  intros F x v W A S. unfold is_covered in A. destruct (is_saturated (x, v)) eqn:B; [left | right].
  - intros z Z E. apply (S z Z). assert (D := all_below_spec _ _ B z Z). simpl in D.
    apply orb_true_iff in D. destruct D as [D | D]; [| exact D].
    unfold is_P, times_of in D. simpl in E. congruence.
  - rewrite some_of_existsb in A. apply existsb_exists in A. destruct A as [[y u] [I A]].
    unfold is_below in A. simpl in A. destruct (Nat.eqb_spec y x) as [-> |]; [| discriminate].
    exists (as_set u). split; [exists u; auto |]. intros z Z E. apply (S z Z).
    assert (D := all_below_spec _ _ A z Z). simpl in D. unfold as_set in *. rewrite E in D. exact D.
Qed.

Theorem V2_holds : forall F, is_P 0 = false -> V2_accepted types F = true ->
  V2 C (up_to L) Q phi.
Proof.
  intros F Z A. apply andb_true_iff in A. destruct A as [A B]. rewrite forallb_forall in A, B.
  apply closure with (pairs_of F); auto using V0_holds, closed_up_to; [exact phi_below |].
  split; [| split].
  - intros n U Li. apply is_covered_spec with (answers n); [apply A, type_in; assumption |].
    intros z I E. apply answered_by_iff; auto using zero_below.
    assert (One : times_of (one (b := Q)) z = z) by exact (times_one Q monoid z I). rewrite One.
    exact E.
  - intros n x W U Li X [v [I ->]]. specialize (B _ I). rewrite !andb_true_iff in B.
    destruct B as [[_ B] _]. rewrite forallb_forall in B. specialize (B _ (type_in n U Li)).
    apply is_covered_spec with (1 := B). intros z Iz E. unfold as_set in E.
    rewrite holds_at_vector in E by exact Iz. apply orb_true_iff in E.
    destruct E as [E | E]; [left; exact E | right; apply answered_by_iff; assumption].
  - intros x W X [v [I ->]] E. specialize (B _ I). rewrite !andb_true_iff in B.
    destruct B as [_ B]. apply orb_true_iff in B. destruct B as [B | B]; [| exact B].
    unfold is_P in B. simpl in *. congruence.
Qed.

End Tests.
