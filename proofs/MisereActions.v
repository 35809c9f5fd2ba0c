(** * Section 10: Lemma A, a monoid from the actions of its generators

    Elements are the numbers below [order]; 0 is the identity. An action is the table of its values,
    a word a list of actions by their number. The functions of this file are run inside Coq, and as
    a program. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal Misere Table.
Import ListNotations.
Local Open Scope N_scope.

Section Actions.

Variables (order : N) (actions : list (table N)) (words : table (list nat)).

Definition act (i : nat) (x : N) : N := get (nth i actions (leaf 0)) x.
Definition act_word (w : list nat) (x : N) : N := fold_right act x w.
Definition word (x : N) : list nat := get words x.

(** The elements are closed, the actions commute, and the word of x takes 0 to x. *)
Definition actions_accepted : bool :=
  let k := length actions in let elements := below order in
  (0 <? order) &&
  all_of (fun i => all_of (fun x => act i x <? order) elements) (seq 0 k) &&
  all_of (fun i => all_of (fun j => all_of (fun x => act i (act j x) =? act j (act i x)) elements)
    (seq 0 i)) (seq 0 k) &&
  all_of (fun x => all_of (fun i => Nat.ltb i k) (word x) && (act_word (word x) 0 =? x)) elements.

(** ** Words commute *)

Hypothesis accepted : actions_accepted = true.

Definition is_word (w : list nat) : Prop := Forall (fun i => (i < length actions)%nat) w.

Lemma accepted_parts : 0 < order /\
  (forall i x, (i < length actions)%nat -> x < order -> act i x < order) /\
  (forall i j x, (i < length actions)%nat -> (j < i)%nat -> x < order ->
    act i (act j x) = act j (act i x)) /\
  (forall x, x < order -> is_word (word x) /\ act_word (word x) 0 = x).
Proof.
  unfold actions_accepted in accepted. repeat rewrite andb_true_iff in accepted.
  destruct accepted as [[[A B] D] E]. apply N.ltb_lt in A. split; [exact A |]. split; [| split].
  - intros i x I X. apply N.ltb_lt. apply in_below in X.
    refine (all_of_spec _ _ _ (all_of_spec _ _ _ B i _) x X). apply in_seq. lia.
  - intros i j x I J X. apply N.eqb_eq. apply in_below in X.
    refine (all_of_spec _ _ _ (all_of_spec _ _ _ (all_of_spec _ _ _ D i _) j _) x X);
      apply in_seq; lia.
  - intros x X. apply in_below in X. assert (F := all_of_spec _ _ _ E x X).
    apply andb_true_iff in F. destruct F as [F G]. split; [| apply N.eqb_eq, G].
    apply Forall_forall. intros i I. apply Nat.ltb_lt. exact (all_of_spec _ _ _ F i I).
Qed.

Lemma act_commutes : forall i j x, (i < length actions)%nat -> (j < length actions)%nat ->
  x < order -> act i (act j x) = act j (act i x).
Proof.
  intros i j x I J X. destruct accepted_parts as [_ [_ [D _]]].
  destruct (lt_eq_lt_dec i j) as [[L | ->] | L]; [symmetry; auto | reflexivity | auto].
Qed.

Lemma act_word_below : forall w x, is_word w -> x < order -> act_word w x < order.
Proof.
  intros w x W X. destruct accepted_parts as [_ [B _]].
  induction W as [| i w I W IH]; simpl; auto.
Qed.

Lemma act_act_word : forall i w x, (i < length actions)%nat -> is_word w -> x < order ->
  act i (act_word w x) = act_word w (act i x).
Proof.
  intros i w x I W X. induction W as [| j w J W IH]; simpl; [reflexivity |].
  rewrite act_commutes, IH; auto. apply act_word_below; assumption.
Qed.

Lemma words_commute : forall v w x, is_word v -> is_word w -> x < order ->
  act_word v (act_word w x) = act_word w (act_word v x).
Proof.
  intros v w x V W X. induction V as [| i v I V IH]; simpl; [reflexivity |].
  rewrite IH, act_act_word; auto. apply act_word_below; assumption.
Qed.

(** ** Lemma A *)

Definition product (x y : N) : N := act_word (word x) y.

Lemma word_spec : forall x, x < order -> is_word (word x) /\ act_word (word x) 0 = x.
Proof. apply accepted_parts. Qed.

Lemma product_below : forall x y, x < order -> y < order -> product x y < order.
Proof. intros x y X Y. apply act_word_below; [apply word_spec, X | exact Y]. Qed.

Lemma product_comm : forall x y, x < order -> y < order -> product x y = product y x.
Proof.
  intros x y X Y. unfold product. rewrite <- (proj2 (word_spec y Y)) at 1.
  rewrite words_commute by (apply word_spec || apply accepted_parts; assumption).
  rewrite (proj2 (word_spec x X)). reflexivity.
Qed.

Lemma product_word : forall x w y, x < order -> is_word w -> y < order ->
  product x (act_word w y) = act_word w (product x y).
Proof. intros x w y X W Y. apply words_commute; auto. apply word_spec, X. Qed.

Lemma product_assoc : forall x y z, x < order -> y < order -> z < order ->
  product x (product y z) = product (product x y) z.
Proof.
  intros x y z X Y Z. rewrite (product_comm y z), (product_comm (product x y) z) by auto using
    product_below.
  apply product_word; auto. apply word_spec, Z.
Qed.

Lemma product_one : forall x, x < order -> product 0 x = x.
Proof.
  intros x X. rewrite product_comm; [apply word_spec, X | apply accepted_parts | exact X].
Qed.

(** An action is the multiplication by what it makes of 0. *)
Lemma product_act : forall i x, (i < length actions)%nat -> x < order ->
  product (act i 0) x = act i x.
Proof.
  intros i x I X. assert (Z : 0 < order) by apply accepted_parts.
  assert (A : act i 0 < order) by (apply accepted_parts; assumption).
  rewrite product_comm by assumption. unfold product. rewrite <- act_act_word by
    (auto; apply word_spec, X). f_equal. apply word_spec, X.
Qed.

Definition monoid_of (P : table bool) : bipartite :=
  Bipartite N (fun x => x < order) 0 product (fun x => get P x).

Theorem monoid_of_actions : forall P, commutative_monoid (monoid_of P).
Proof.
  intro P. split; simpl.
  - apply accepted_parts.
  - apply product_below.
  - apply product_assoc.
  - apply product_comm.
  - apply product_one.
Qed.

End Actions.
