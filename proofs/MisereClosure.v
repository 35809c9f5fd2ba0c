(** * Section 10: Lemma C, the closure

    V2 of [theory::misere] speaks of infinitely many positions. A set F of triples (x, b, W), closed
    under adding a heap, makes a finite check of it; b is how many heaps count, at most B. *)

From Coq Require Import Arith Bool List Permutation Lia.
From Octal Require Import Octal SpragueGrundy Misere.
Import ListNotations.
Local Open Scope monoid_scope.

Section Closure.

Variables (C : rules) (H : nat -> Prop) (Q : bipartite) (phi : nat -> element Q).
Hypothesis monoid : commutative_monoid Q.
Hypothesis phi_in : forall n, H n -> is_in (phi n).
Hypothesis cl : closed C H.
Variables (counted : nat -> bool) (B : nat).

(** W(X), the contexts that X answers: an option of X is in P there. *)
Definition answered (X : position) (z : element Q) : Prop :=
  exists Y, move C X Y /\ in_P (Phi Q phi Y * z) = true.

(** G_n(x): the contexts that X + n answers by a move in n, for X of value x. *)
Definition answered_by (n : nat) (x z : element Q) : Prop :=
  exists parts, leaves C n parts /\ in_P (x * Phi Q phi parts * z) = true.

(** What one more heap n makes of the contexts W that a position of value x answers. *)
Definition extended (n : nat) (x : element Q) (W : element Q -> Prop) (z : element Q) : Prop :=
  W (phi n * z) \/ answered_by n x z.

(** The equation ( * ) of the page. *)
Lemma answered_cons : forall n X z, H n -> over H X -> is_in z ->
  (answered (n :: X) z <-> extended n (Phi Q phi X) (answered X) z).
Proof.
  intros n X z Hn O Iz. pose proof (Phi_is_in H Q phi monoid phi_in) as In_Phi.
  assert (swap : forall Y, over H Y -> phi n * Phi Q phi Y * z = Phi Q phi Y * (phi n * z)).
  { intros Y OY. rewrite (times_comm Q monoid (phi n)) by auto. symmetry.
    apply times_assoc; auto. }
  assert (parts_of : forall parts, leaves C n parts ->
    Phi Q phi (parts ++ X) = Phi Q phi X * Phi Q phi parts).
  { intros parts L. assert (OP := cl n parts Hn L). rewrite (Phi_app H) by auto.
    apply times_comm; auto. }
  split.
  - intros [Y [M E]]. inversion M as [n' parts X' L | n' X' Z M']; subst.
    + right. exists parts. rewrite parts_of in E by exact L. auto.
    + left. exists Z. split; [exact M' |]. simpl in E.
      rewrite swap in E by (apply move_over with C X; assumption). exact E.
  - intros [[Y [M E]] | [parts [L E]]].
    + exists (n :: Y). split; [apply move_there, M |]. simpl.
      rewrite swap by (apply move_over with C X; assumption). exact E.
    + exists (parts ++ X). split; [apply move_here, L |]. rewrite parts_of by exact L. exact E.
Qed.

Definition saturated (x : element Q) (W : element Q -> Prop) : Prop :=
  forall z, is_in z -> in_P (x * z) = false -> W z.

(** How many heaps that count a heap is. *)
Definition count (n : nat) : nat := if counted n then 1 else 0.

(** (x, b, W) is saturated, or has a triple of F below it. *)
Definition covered (F : element Q -> nat -> (element Q -> Prop) -> Prop) (x : element Q) (b : nat)
  (W : element Q -> Prop) : Prop :=
  saturated x W \/ exists b' W', F x b' W' /\ b' <= b /\ forall z, is_in z -> W' z -> W z.

Definition V2_closure (F : element Q -> nat -> (element Q -> Prop) -> Prop) : Prop :=
  (forall n, H n -> live C n -> count n <= B -> covered F (phi n) (count n) (answered_by n one)) /\
  (forall n x b W, H n -> live C n -> is_in x -> F x b W -> b + count n <= B ->
    covered F (phi n * x) (b + count n) (extended n x W)) /\
  (forall x b W, is_in x -> F x b W -> in_P x = false -> W one).

Lemma covered_larger : forall F x b b' (W W' : element Q -> Prop), covered F x b W -> b <= b' ->
  (forall z, is_in z -> W z -> W' z) -> covered F x b' W'.
Proof.
  intros F x b b' W W' [S | [c [U [A [L D]]]]] L' In_W; [left | right].
  - intros z Iz E. apply In_W, S; assumption.
  - exists c, U. split; [exact A |]. split; [lia | auto].
Qed.

(** How many heaps of a position count. *)
Definition counts (X : position) : nat := length (filter counted X).

Lemma counts_cons : forall n X, counts (n :: X) = counts X + count n.
Proof. intros n X. unfold counts, count. simpl. destruct (counted n); simpl; lia. Qed.

Lemma covered_extended : forall F n X, V2_closure F -> H n -> live C n -> over H X ->
  counts (n :: X) <= B ->
  covered F (Phi Q phi X) (counts X) (answered X) ->
  covered F (Phi Q phi (n :: X)) (counts (n :: X)) (answered (n :: X)).
Proof.
  intros F n X [_ [Fb _]] Hn L O Few Co. pose proof (Phi_is_in H Q phi monoid phi_in X O) as Ix.
  rewrite counts_cons in *.
  apply covered_larger with (counts X + count n) (extended n (Phi Q phi X) (answered X));
    [| lia | intros z Iz; apply answered_cons; assumption].
  destruct Co as [S | [b [W [FW [L' D]]]]].
  - left. intros z Iz E. left. apply S; [apply times_is_in; auto |].
    rewrite (times_assoc Q monoid), (times_comm Q monoid _ (phi n)); auto.
  - apply covered_larger with (1 := Fb n _ b W Hn L Ix FW ltac:(lia)); [lia |].
    intros z Iz [A | A]; [left | right; exact A].
    apply D; [apply times_is_in; auto | exact A].
Qed.

(** A dead heap changes nothing. *)
Lemma dead_heap : forall n X, V0 C H Q phi -> H n -> ~ live C n -> over H X ->
  Phi Q phi (n :: X) = Phi Q phi X /\ forall z, answered X z -> is_in z -> answered (n :: X) z.
Proof.
  intros n X [_ h0] Hn D O. pose proof (Phi_is_in H Q phi monoid phi_in X O) as Ix. simpl.
  rewrite (h0 n Hn D), (times_one Q monoid) by exact Ix. split; [reflexivity |].
  intros z A Iz. apply answered_cons; auto. left.
  rewrite (h0 n Hn D), (times_one Q monoid) by exact Iz. exact A.
Qed.

Lemma live_dec : forall n, live C n \/ ~ live C n.
Proof.
  intro n. destruct (options C n) as [| parts l] eqn:E.
  - right. intros [parts L]. apply options_are_leaves in L. rewrite E in L. exact L.
  - left. exists parts. apply options_are_leaves. rewrite E. left. reflexivity.
Qed.

Lemma covered_all : forall F X, V0 C H Q phi -> V2_closure F -> over H X -> counts X <= B ->
  can_move C X -> covered F (Phi Q phi X) (counts X) (answered X).
Proof.
  intros F X h0 F2 O. induction O as [| n X Hn O IH]; intros Few M.
  - destruct M as [Y M]. inversion M.
  - pose proof (counts_cons n X) as Cn. destruct (live_dec n) as [L | D].
    + destruct (can_move_dec C X) as [A | S]; [apply covered_extended; auto; apply IH; auto; lia |].
      assert (E : Phi Q phi X = one) by (apply dead_is_one with (C := C) (H := H); assumption).
      assert (N1 : phi n * one = phi n) by (exact (Phi_heap H Q phi monoid phi_in n Hn)).
      simpl. rewrite E, N1. apply covered_larger with (1 := proj1 F2 n Hn L ltac:(lia)); [lia |].
      intros z Iz A. apply answered_cons; auto. right. rewrite E. exact A.
    + destruct (dead_heap n X h0 Hn D O) as [E A]. rewrite E.
      apply covered_larger with (counts X) (answered X); [| lia | auto]. apply IH; [lia |].
      destruct M as [Y M]. inversion M as [n' parts X' L | n' X' Z M']; subst; [| exists Z; exact M'].
      exfalso. apply D. exists parts. exact L.
Qed.

(** Lemma C. *)
Theorem closure : forall F, V0 C H Q phi -> V2_closure F -> V2_few C H Q phi counted B.
Proof.
  intros F h0 F2 X O Few M E. pose proof (Phi_is_in H Q phi monoid phi_in X O) as Ix.
  assert (I1 : is_in (one (b := Q))) by apply one_is_in, monoid.
  assert (A : answered X one).
  { destruct (covered_all F X h0 F2 O Few M) as [S | [b [W [FW [_ D]]]]].
    - apply S; [exact I1 |]. rewrite (times_comm Q monoid), (times_one Q monoid) by auto. exact E.
    - apply D; [exact I1 |]. apply (proj2 (proj2 F2)) with (Phi Q phi X) b; assumption. }
  destruct A as [Y [M' E']]. exists Y. split; [exact M' |].
  assert (OY := move_over C H X Y cl O M').
  pose proof (Phi_is_in H Q phi monoid phi_in Y OY) as Iy.
  rewrite (times_comm Q monoid), (times_one Q monoid) in E' by auto. exact E'.
Qed.

End Closure.
