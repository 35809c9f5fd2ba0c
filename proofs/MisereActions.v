(** * Section 10: Lemma A, a monoid from the actions of its generators

    Elements are the numbers below [order]; 0 is the identity. An action is the list of its values,
    a word a list of actions by their number. The functions of this file are run inside Coq. *)

From Coq Require Import Arith Bool List Lia.
From Octal Require Import Octal Misere.
Import ListNotations.

Definition below (n : nat) : list nat := seq 0 n.

Lemma in_below : forall n i, In i (below n) <-> i < n.
Proof. intros n i. unfold below. rewrite in_seq. lia. Qed.

Lemma nth_map_below : forall A (f : nat -> A) n i a, i < n -> nth i (map f (below n)) a = f i.
Proof.
  intros A f n i a L. rewrite nth_indep with (d' := f 0) by (unfold below; rewrite map_length,
    seq_length; exact L).
  rewrite map_nth. unfold below. rewrite seq_nth by exact L. reflexivity.
Qed.

(** [forallb] and [existsb] that end where the answer is known: Coq computes both sides of [&&]. *)
Fixpoint all_of {A} (test : A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: rest => if test x then all_of test rest else false end.

Fixpoint some_of {A} (test : A -> bool) (l : list A) : bool :=
  match l with [] => false | x :: rest => if test x then true else some_of test rest end.

Lemma all_of_forallb : forall A (test : A -> bool) l, all_of test l = forallb test l.
Proof. intros A test l. induction l as [| x l IH]; simpl; [| destruct (test x)]; auto. Qed.

Lemma some_of_existsb : forall A (test : A -> bool) l, some_of test l = existsb test l.
Proof. intros A test l. induction l as [| x l IH]; simpl; [| destruct (test x)]; auto. Qed.

(** A test of all numbers below n. *)
Definition all_below (n : nat) (test : nat -> bool) : bool := all_of test (below n).

Lemma all_below_spec : forall n test, all_below n test = true -> forall i, i < n -> test i = true.
Proof.
  intros n test H i L. unfold all_below in H. rewrite all_of_forallb, forallb_forall in H. apply H,
    in_below, L.
Qed.

Section Actions.

Variables (order : nat) (actions : list (list nat)) (words : list (list nat)).

Definition act (i x : nat) : nat := nth x (nth i actions []) 0.
Definition act_word (w : list nat) (x : nat) : nat := fold_right act x w.
Definition word (x : nat) : list nat := nth x words [].

(** The elements are closed, the actions commute, and the word of x takes 0 to x. *)
Definition actions_accepted : bool :=
  let k := length actions in
  (0 <? order) &&
  all_below k (fun i => all_below order (fun x => act i x <? order)) &&
  all_below k (fun i => all_below i (fun j =>
    all_below order (fun x => act i (act j x) =? act j (act i x)))) &&
  all_below order (fun x => forallb (fun i => i <? k) (word x) && (act_word (word x) 0 =? x)).

(** The product of all pairs, to be computed once. *)
Definition products : list (list nat) :=
  map (fun x => map (act_word (word x)) (below order)) (below order).

(** ** Words commute *)

Hypothesis accepted : actions_accepted = true.

Definition is_word (w : list nat) : Prop := Forall (fun i => i < length actions) w.

Lemma accepted_parts : 0 < order /\
  (forall i x, i < length actions -> x < order -> act i x < order) /\
  (forall i j x, i < length actions -> j < i -> x < order -> act i (act j x) = act j (act i x)) /\
  (forall x, x < order -> is_word (word x) /\ act_word (word x) 0 = x).
Proof.
  unfold actions_accepted in accepted. repeat rewrite andb_true_iff in accepted.
  destruct accepted as [[[A B] D] E]. apply Nat.ltb_lt in A. split; [exact A |]. split; [| split].
  - intros i x I X. apply Nat.ltb_lt. apply (all_below_spec _ _ (all_below_spec _ _ B i I) x X).
  - intros i j x I J X. apply Nat.eqb_eq.
    apply (all_below_spec _ _ (all_below_spec _ _ (all_below_spec _ _ D i I) j J) x X).
  - intros x X. assert (F := all_below_spec _ _ E x X). apply andb_true_iff in F.
    destruct F as [F G]. rewrite forallb_forall in F. split; [| apply Nat.eqb_eq, G].
    apply Forall_forall. intros i I. apply Nat.ltb_lt, F, I.
Qed.

Lemma act_commutes : forall i j x, i < length actions -> j < length actions -> x < order ->
  act i (act j x) = act j (act i x).
Proof.
  intros i j x I J X. destruct accepted_parts as [_ [_ [D _]]].
  destruct (lt_eq_lt_dec i j) as [[L | ->] | L]; [symmetry; auto | reflexivity | auto].
Qed.

Lemma act_word_below : forall w x, is_word w -> x < order -> act_word w x < order.
Proof.
  intros w x W X. destruct accepted_parts as [_ [B _]].
  induction W as [| i w I W IH]; simpl; auto.
Qed.

Lemma act_act_word : forall i w x, i < length actions -> is_word w -> x < order ->
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

Definition product (x y : nat) : nat := act_word (word x) y.

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
Lemma product_act : forall i x, i < length actions -> x < order -> product (act i 0) x = act i x.
Proof.
  intros i x I X. assert (Z : 0 < order) by apply accepted_parts.
  assert (A : act i 0 < order) by (apply accepted_parts; assumption).
  rewrite product_comm by assumption. unfold product. rewrite <- act_act_word by
    (auto; apply word_spec, X). f_equal. apply word_spec, X.
Qed.

(** The monoid, with a list of the products. *)
Definition monoid_of (table : list (list nat)) (P : list bool) : bipartite :=
  Bipartite nat (fun x => x < order) 0 (fun x y => nth y (nth x table []) 0)
    (fun x => nth x P false).

Lemma products_spec : forall x y, x < order -> y < order ->
  nth y (nth x products []) 0 = product x y.
Proof.
  intros x y X Y. unfold products. rewrite nth_map_below by exact X. apply nth_map_below, Y.
Qed.

Theorem monoid_of_actions : forall P, commutative_monoid (monoid_of products P).
Proof.
  intro P. split; simpl.
  - apply accepted_parts.
  - intros x y X Y. rewrite products_spec by assumption. apply product_below; assumption.
  - intros x y z X Y Z. rewrite (products_spec y z), (products_spec x y) by assumption.
    rewrite !products_spec by auto using product_below. apply product_assoc; assumption.
  - intros x y X Y. rewrite !products_spec by assumption. apply product_comm; assumption.
  - intros x X. rewrite products_spec by (auto; apply accepted_parts). apply product_one, X.
Qed.

End Actions.
