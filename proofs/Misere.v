(** * Section 10: misère play, and Theorem V

    The definitions of [theory::misere], the verification theorem, and Lemma C, which makes a finite
    check of its hypothesis V2. *)

From Coq Require Import Arith Bool List Permutation Lia.
From Octal Require Import Octal SpragueGrundy.
Import ListNotations.

(** ** Outcome in misère play: whoever cannot move wins *)

Definition can_move (C : rules) (X : position) : Prop := exists Y, move C X Y.

Inductive misere_N (C : rules) : position -> Prop :=
| misere_wins_by_none : forall X, ~ can_move C X -> misere_N C X
| misere_wins_by : forall X Y, move C X Y -> misere_P C Y -> misere_N C X
with misere_P (C : rules) : position -> Prop :=
| misere_loses : forall X, can_move C X -> (forall Y, move C X Y -> misere_N C Y) -> misere_P C X.

(** A heap is live if it has a move, else dead. *)
Definition live (C : rules) (n : nat) : Prop := exists parts, leaves C n parts.

(** ** Sets of heaps, and what their positions cannot tell apart *)

(** Positions that have heaps of H alone. *)
Definition over (H : nat -> Prop) (X : position) : Prop := Forall H X.

Definition closed (C : rules) (H : nat -> Prop) : Prop :=
  forall n parts, H n -> leaves C n parts -> over H parts.

(** The heaps 1, ..., L, and all heaps. *)
Definition up_to (L : nat) (n : nat) : Prop := 1 <= n <= L.
Definition all_heaps (n : nat) : Prop := 1 <= n.

Definition indistinguishable (C : rules) (H : nat -> Prop) (X Y : position) : Prop :=
  forall Z, over H Z -> (misere_P C (X ++ Z) <-> misere_P C (Y ++ Z)).

(** ** Bipartite monoids: (Q, P), where Q is the part [is_in] of a type *)

Record bipartite := Bipartite {
  element : Type;
  is_in : element -> Prop;
  one : element;
  times : element -> element -> element;
  in_P : element -> bool }.

Arguments is_in {_}. Arguments one {_}. Arguments times {_}. Arguments in_P {_}.
Declare Scope monoid_scope.
Infix "*" := times : monoid_scope.
Local Open Scope monoid_scope.

Record commutative_monoid (Q : bipartite) : Prop := {
  one_is_in : is_in (one (b := Q));
  times_is_in : forall x y : element Q, is_in x -> is_in y -> is_in (x * y);
  times_assoc : forall x y z : element Q, is_in x -> is_in y -> is_in z -> x * (y * z) = x * y * z;
  times_comm : forall x y : element Q, is_in x -> is_in y -> x * y = y * x;
  times_one : forall x : element Q, is_in x -> one * x = x }.

(** Phi(X) is the product of phi over the heaps of X. *)
Definition Phi (Q : bipartite) (phi : nat -> element Q) (X : position) : element Q :=
  fold_right (fun n x => phi n * x) one X.

(** (Q, P) with phi is the misère quotient of H: Phi is, up to an isomorphism, the map from the
    positions over H to their classes, and P has the classes of the P-positions. *)
Record misere_quotient (C : rules) (H : nat -> Prop) (Q : bipartite) (phi : nat -> element Q) :
  Prop := {
  quotient_is_monoid : commutative_monoid Q;
  phi_is_in : forall n, H n -> is_in (phi n);
  classes : forall X Y, over H X -> over H Y ->
    (Phi Q phi X = Phi Q phi Y <-> indistinguishable C H X Y);
  every_class : forall x, is_in x -> exists X, over H X /\ Phi Q phi X = x;
  outcomes : forall X, over H X -> (misere_P C X <-> in_P (Phi Q phi X) = true) }.

(** ** The hypotheses V0 to V4 *)

Section Hypotheses.

Variables (C : rules) (H : nat -> Prop) (Q : bipartite) (phi : nat -> element Q).

Definition V0 : Prop :=
  in_P (one (b := Q)) = false /\ forall n, H n -> ~ live C n -> phi n = one.

Definition V1 : Prop := forall n parts x, H n -> leaves C n parts -> is_in x ->
  ~ (in_P (x * phi n) = true /\ in_P (x * Phi Q phi parts) = true).

Definition V2 : Prop := forall X, over H X -> can_move C X -> in_P (Phi Q phi X) = false ->
  exists Y, move C X Y /\ in_P (Phi Q phi Y) = true.

(** The phi(n) generate Q. *)
Definition V3 : Prop := forall x, is_in x -> exists X, over H X /\ Phi Q phi X = x.

(** (Q, P) is reduced: what no z tells apart is equal. *)
Definition V4 : Prop := forall x y : element Q, is_in x -> is_in y ->
  (forall z, is_in z -> in_P (x * z) = in_P (y * z)) -> x = y.

(** V1 and V2 for the positions with at most B heaps that count. *)
Variables (counted : nat -> bool) (B : nat).

Definition few (X : position) : Prop := length (filter counted X) <= B.

Definition V1_few : Prop := forall n parts X, over H (n :: X) -> few (n :: X) -> leaves C n parts ->
  ~ (in_P (Phi Q phi X * phi n) = true /\ in_P (Phi Q phi X * Phi Q phi parts) = true).

Definition V2_few : Prop := forall X, over H X -> few X -> can_move C X ->
  in_P (Phi Q phi X) = false -> exists Y, move C X Y /\ in_P (Phi Q phi Y) = true.

(** No move leaves a heap that counts. *)
Definition never_left : Prop := forall n parts, H n -> leaves C n parts ->
  Forall (fun m => counted m = false) parts.

(** All of V0 to V4, for a monoid. *)
Record verified : Prop := {
  v_monoid : commutative_monoid Q;
  v_phi : forall n, H n -> is_in (phi n);
  v_0 : V0; v_1 : V1; v_2 : V2; v_3 : V3; v_4 : V4 }.

End Hypotheses.

(** ** Moves and outcomes *)

Lemma can_move_dec : forall C X, can_move C X \/ ~ can_move C X.
Proof.
  intros C X. destruct (followers C X) as [| Y F] eqn:E.
  - right. intros [Y M]. apply followers_are_moves in M. rewrite E in M. exact M.
  - left. exists Y. apply followers_are_moves. rewrite E. left. reflexivity.
Qed.

(** No position has both outcomes. *)
Lemma misere_not_both : forall C X, misere_P C X -> misere_N C X -> False.
Proof.
  intros C X. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W P N. subst w.
  inversion P as [X' A B]. inversion N as [X'' S | X'' Y M PY]; subst; [tauto |].
  apply (IH (weight Y)) with Y; auto. apply weight_of_move with C, M.
Qed.

(** A move in X happens in one of its heaps, which is live. *)
Lemma move_inv : forall C X Y, move C X Y -> exists A n B parts,
  leaves C n parts /\ X = A ++ n :: B /\ Y = A ++ parts ++ B.
Proof.
  intros C X Y M. induction M as [n parts X L | n X Y M [A [m [B [parts [L [E F]]]]]]].
  - exists [], n, X, parts. auto.
  - exists (n :: A), m, B, parts. subst. auto.
Qed.

Lemma move_in : forall C A n B parts, leaves C n parts -> move C (A ++ n :: B) (A ++ parts ++ B).
Proof. intros C A n B parts L. apply move_app_r, move_here, L. Qed.

Lemma move_over : forall C H X Y, closed C H -> over H X -> move C X Y -> over H Y.
Proof.
  intros C H X Y Cl O M. apply move_inv in M. destruct M as [A [n [B [parts [L [E F]]]]]]. subst.
  apply Forall_app in O. destruct O as [OA O]. inversion O as [| n' B' Hn OB]. subst.
  apply Forall_app. split; [exact OA |]. apply Forall_app. split; [| exact OB].
  apply Cl with n; assumption.
Qed.

Lemma over_app : forall H X Y, over H X -> over H Y -> over H (X ++ Y).
Proof. intros H X Y A B. apply Forall_app. split; assumption. Qed.

(** A position is a multiset: the order of the heaps does not matter. *)
Lemma move_of_permutation : forall C X X' Y, Permutation X X' -> move C X Y ->
  exists Y', move C X' Y' /\ Permutation Y Y'.
Proof.
  intros C X X' Y P M. apply move_inv in M. destruct M as [A [n [B [parts [L [E F]]]]]]. subst.
  assert (I : In n X') by (apply Permutation_in with (1 := P), in_elt).
  apply in_split in I. destruct I as [A' [B' E]]. subst X'.
  exists (A' ++ parts ++ B'). split; [apply move_in, L |].
  apply Permutation_app_inv in P.
  rewrite (Permutation_app_swap_app A parts B), (Permutation_app_swap_app A' parts B').
  apply Permutation_app_head, P.
Qed.

Theorem misere_of_permutation : forall C X Y, Permutation X Y ->
  (misere_P C X -> misere_P C Y) /\ (misere_N C X -> misere_N C Y).
Proof.
  intros C X. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W Y P. subst w.
  assert (back : forall Y', move C Y Y' -> exists X', move C X X' /\ Permutation X' Y').
  { intros Y' M. destruct (move_of_permutation C Y X Y') as [X' [M' P']]; auto using Permutation_sym.
    exists X'. auto using Permutation_sym. }
  split; intro O.
  - inversion O as [X' [Z M] A]. subst. apply misere_loses.
    + destruct (move_of_permutation C X Y Z P M) as [Z' [M' _]]. exists Z'. exact M'.
    + intros Y' M'. destruct (back Y' M') as [X' [M'' P']].
      apply (IH (weight X')) with X'; auto. apply weight_of_move with C, M''.
  - inversion O as [X' S | X' Z M PZ]; subst.
    + apply misere_wins_by_none. intros [Y' M']. destruct (back Y' M') as [X' [M'' _]].
      apply S. exists X'. exact M''.
    + destruct (move_of_permutation C X Y Z P M) as [Z' [M' P']]. apply misere_wins_by with Z'; auto.
      apply (IH (weight Z)) with Z; auto. apply weight_of_move with C, M.
Qed.

(** ** Products *)

Section Products.

Variables (C : rules) (H : nat -> Prop) (Q : bipartite) (phi : nat -> element Q).
Hypothesis monoid : commutative_monoid Q.
Hypothesis phi_in : forall n, H n -> is_in (phi n).

Lemma Phi_is_in : forall X, over H X -> is_in (Phi Q phi X).
Proof.
  intros X O. induction O as [| n X Hn O IH]; simpl.
  - apply one_is_in, monoid.
  - apply times_is_in; auto.
Qed.

Lemma Phi_app : forall X Y, over H X -> over H Y ->
  Phi Q phi (X ++ Y) = Phi Q phi X * Phi Q phi Y.
Proof.
  intros X Y O OY. pose proof (Phi_is_in Y OY) as IY. induction O as [| n X Hn O IH]; simpl.
  - symmetry. apply times_one; auto.
  - rewrite IH. apply times_assoc; auto. apply Phi_is_in, O.
Qed.

(** The value of a position with some heaps X in its midst. *)
Lemma Phi_middle : forall A X B, over H A -> over H X -> over H B ->
  Phi Q phi (A ++ X ++ B) = Phi Q phi (A ++ B) * Phi Q phi X.
Proof.
  intros A X B OA OX OB. rewrite !Phi_app; auto using over_app.
  rewrite (times_comm _ monoid (Phi Q phi X)) by (apply Phi_is_in; auto).
  apply times_assoc; auto; apply Phi_is_in; auto.
Qed.

Lemma Phi_heap : forall n, H n -> Phi Q phi [n] = phi n.
Proof.
  intros n Hn. simpl. rewrite times_comm; auto using one_is_in. apply times_one; auto.
Qed.

(** ** Theorem V *)

Hypothesis cl : closed C H.
Hypothesis h0 : V0 C H Q phi.

Lemma dead_is_one : forall X, over H X -> ~ can_move C X -> Phi Q phi X = one.
Proof.
  intros X O S. induction O as [| n X Hn O IH]; [reflexivity |]. simpl.
  rewrite (proj2 h0 n Hn), IH.
  - apply times_one, one_is_in; exact monoid.
  - intros [Y M]. apply S. exists (n :: Y). apply move_there, M.
  - intros [parts L]. apply S. exists (parts ++ X). apply move_here, L.
Qed.

Section Few.

Variables (counted : nat -> bool) (B : nat).
Hypothesis never : never_left C H counted.
Hypotheses (h1 : V1_few C H Q phi counted B) (h2 : V2_few C H Q phi counted B).
Notation few := (few counted B).

Lemma few_permutation : forall X Y, Permutation X Y -> few X -> few Y.
Proof.
  intros X Y P. assert (E : length (filter counted X) = length (filter counted Y)).
  { induction P as [| n X Y P IH | m n X | X Y Z P IH P' IH']; simpl; [reflexivity | | | congruence].
    - destruct (counted n); simpl; congruence.
    - destruct (counted m), (counted n); reflexivity. }
  unfold Misere.few. rewrite E. auto.
Qed.

Lemma few_move : forall X Y, over H X -> move C X Y -> few X -> few Y.
Proof.
  intros X Y O M. apply move_inv in M. destruct M as [A [n [A' [parts [L [-> ->]]]]]].
  apply Forall_app in O. destruct O as [_ O]. inversion O as [| n' l Hn _]. subst.
  assert (E : filter counted parts = []).
  { pose proof (never n parts Hn L) as F. clear - F. induction F as [| m parts E F IH]; simpl; auto.
    rewrite E. exact IH. }
  unfold Misere.few. rewrite !filter_app, E. simpl. rewrite !app_length.
  destruct (counted n); simpl; lia.
Qed.

(** V1: no option of a position with a value in P has one. *)
Lemma option_of_P : forall X Y, over H X -> few X -> move C X Y -> in_P (Phi Q phi X) = true ->
  in_P (Phi Q phi Y) = false.
Proof.
  intros X Y O Fw M E. apply move_inv in M. destruct M as [A [n [A' [parts [L [EX EY]]]]]]. subst.
  assert (Pm : Permutation (A ++ n :: A') (n :: A ++ A')) by
    (apply Permutation_sym, Permutation_middle).
  apply (few_permutation _ _ Pm) in Fw.
  apply Forall_app in O. destruct O as [OA O]. inversion O as [| n' l Hn OB]. subst.
  assert (OP := cl n parts Hn L).
  change (n :: A') with ([n] ++ A') in E. rewrite Phi_middle in E |- * by (auto; repeat constructor;
    auto).
  rewrite Phi_heap in E by exact Hn. destruct (in_P (_ * Phi Q phi parts)) eqn:F; [| reflexivity].
  exfalso. apply (h1 n parts (A ++ A')); auto. constructor; [exact Hn | apply over_app; assumption].
Qed.

Theorem outcome_by_value : forall X, over H X -> few X ->
  (in_P (Phi Q phi X) = true -> misere_P C X) /\ (in_P (Phi Q phi X) = false -> misere_N C X).
Proof.
  intro X. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W O Fw. subst w.
  assert (next : forall Y, move C X Y -> weight Y < weight X /\ over H Y /\ few Y).
  { intros Y M. split; [apply weight_of_move with C, M |].
    split; [apply move_over with C X | apply few_move with X]; assumption. }
  destruct (can_move_dec C X) as [A | S].
  - split; intro E.
    + apply misere_loses; [exact A |]. intros Y M. destruct (next Y M) as [L [OY FY]].
      apply (IH (weight Y) L); auto. apply option_of_P with X; assumption.
    + destruct (h2 X O Fw A E) as [Y [M E']]. destruct (next Y M) as [L [OY FY]].
      apply misere_wins_by with Y; [exact M |]. apply (IH (weight Y) L); auto.
  - rewrite (dead_is_one X O S), (proj1 h0). split; [discriminate |]. intros _.
    apply misere_wins_by_none, S.
Qed.

Theorem misere_P_iff_few : forall X, over H X -> few X ->
  (misere_P C X <-> in_P (Phi Q phi X) = true).
Proof.
  intros X O Fw. destruct (outcome_by_value X O Fw) as [A A']. split; [| exact A]. intro P.
  destruct (in_P (Phi Q phi X)) eqn:E; [reflexivity | exfalso].
  apply misere_not_both with C X; auto.
Qed.

End Few.

(** All positions: no heap counts. *)
Hypotheses (h1 : V1 C H Q phi) (h2 : V2 C H Q phi).

Lemma all_are_few : forall X, few (fun _ => false) 0 X.
Proof. intro X. unfold few. induction X; simpl; auto. Qed.

Lemma none_is_left : never_left C H (fun _ => false).
Proof. intros n parts _ _. induction parts; constructor; auto. Qed.

Theorem misere_P_iff : forall X, over H X -> (misere_P C X <-> in_P (Phi Q phi X) = true).
Proof.
  intros X O. apply (misere_P_iff_few (fun _ => false) 0 none_is_left); auto using all_are_few.
  - intros n parts Y OY _ L. inversion OY. subst. apply h1; auto. apply Phi_is_in. assumption.
  - intros Y OY _. apply h2, OY.
Qed.

Theorem verification : V3 H Q phi -> V4 Q -> misere_quotient C H Q phi.
Proof.
  intros h3 h4. split; auto using misere_P_iff. intros X Y OX OY. split.
  - intros E Z OZ. rewrite !misere_P_iff, !Phi_app, E by auto using over_app. tauto.
  - intro I. apply h4; auto using Phi_is_in. intros z Iz. destruct (h3 z Iz) as [Z [OZ EZ]].
    subst z. specialize (I Z OZ). rewrite !misere_P_iff, !Phi_app in I by auto using over_app.
    destruct (in_P (_ * _)), (in_P (_ * _)); intuition congruence.
Qed.

End Products.

Theorem verified_quotient : forall C H Q phi, closed C H -> verified C H Q phi ->
  misere_quotient C H Q phi.
Proof. intros C H Q phi Cl [M I h0 h1 h2 h3 h4]. apply verification; assumption. Qed.
