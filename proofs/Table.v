(** * Tables: functions on the numbers below 2^k, computed once

    A binary tree whose paths are the binary digits, the last digit first. *)

From Coq Require Import Bool List NArith Lia.
Import ListNotations.
Local Open Scope N_scope.

Inductive table (A : Type) : Type :=
| leaf (a : A)
| node (even odd : table A).

Arguments leaf {A}. Arguments node {A}.

Fixpoint get {A} (t : table A) (i : N) : A :=
  match t with
  | leaf a => a
  | node l r => if N.odd i then get r (N.div2 i) else get l (N.div2 i)
  end.

Fixpoint set {A} (t : table A) (i : N) (a : A) : table A :=
  match t with
  | leaf _ => leaf a
  | node l r => if N.odd i then node l (set r (N.div2 i) a) else node (set l (N.div2 i) a) r
  end.

Fixpoint tabulate {A} (k : nat) (f : N -> A) : table A :=
  match k with
  | O => leaf (f 0)
  | S k' => node (tabulate k' (fun i => f (N.double i))) (tabulate k' (fun i => f (N.succ_double i)))
  end.

(** Of a list, with another value behind its end. No proof speaks of it. *)
Fixpoint alternate {A} (l : list A) : list A * list A :=
  match l with
  | [] => ([], [])
  | a :: rest => let (x, y) := alternate rest in (a :: y, x)
  end.

Fixpoint of_list {A} (k : nat) (other : A) (l : list A) : table A :=
  match k with
  | O => leaf (hd other l)
  | S k' => let (x, y) := alternate l in node (of_list k' other x) (of_list k' other y)
  end.

(** All paths have k digits. *)
Fixpoint is_full {A} (k : nat) (t : table A) : Prop :=
  match k, t with
  | O, leaf _ => True
  | S k', node l r => is_full k' l /\ is_full k' r
  | _, _ => False
  end.

Lemma half_below : forall i k, i < 2 ^ N.of_nat (S k) -> N.div2 i < 2 ^ N.of_nat k.
Proof.
  intros i k. rewrite Nnat.Nat2N.inj_succ, N.pow_succ_r', N.div2_div. intro L.
  apply N.div_lt_upper_bound; lia.
Qed.

Lemma from_half : forall i, i = if N.odd i then N.succ_double (N.div2 i) else N.double (N.div2 i).
Proof. intros [| [p | p |]]; reflexivity. Qed.

Theorem get_tabulate : forall A k (f : N -> A) i, i < 2 ^ N.of_nat k -> get (tabulate k f) i = f i.
Proof.
  intros A k. induction k as [| k IH]; intros f i L; simpl.
  - f_equal. simpl in L. lia.
  - apply half_below in L. pose proof (from_half i) as E.
    destruct (N.odd i); rewrite IH by exact L; f_equal; symmetry; exact E.
Qed.

Lemma tabulate_full : forall A k (f : N -> A), is_full k (tabulate k f).
Proof. intros A k. induction k as [| k IH]; intro f; simpl; auto. Qed.

Lemma set_full : forall A k (t : table A) i a, is_full k t -> is_full k (set t i a).
Proof.
  intros A k. induction k as [| k IH]; intros [b | l r] i a; simpl; try tauto.
  intros [F G]. destruct (N.odd i); simpl; auto.
Qed.

Theorem get_set : forall A k (t : table A) i j a, is_full k t -> i < 2 ^ N.of_nat k ->
  j < 2 ^ N.of_nat k -> get (set t i a) j = if i =? j then a else get t j.
Proof.
  intros A k. induction k as [| k IH]; intros [b | l r] i j a; simpl is_full; try tauto.
  - intros _ I J. simpl in *. replace i with 0 by lia. replace j with 0 by lia. reflexivity.
  - intros [F G] I J. apply half_below in I, J. pose proof (from_half i) as E.
    pose proof (from_half j) as E'. simpl.
    assert (Q : (i =? j) = Bool.eqb (N.odd i) (N.odd j) && (N.div2 i =? N.div2 j)).
    { destruct (N.eqb_spec i j) as [-> | D].
      - rewrite Bool.eqb_reflx, N.eqb_refl. reflexivity.
      - symmetry. apply andb_false_iff. destruct (N.odd i), (N.odd j); auto; right;
          apply N.eqb_neq; intro H; apply D; rewrite E, E', H; reflexivity. }
    rewrite Q. destruct (N.odd i) eqn:O1, (N.odd j) eqn:O2; simpl; rewrite O2; try reflexivity;
      apply IH; assumption.
Qed.

(** ** The numbers below n, and tests of all of them *)

Definition below (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

Lemma in_below : forall n i, In i (below n) <-> i < n.
Proof.
  intros n i. unfold below. rewrite in_map_iff. split.
  - intros [m [<- I]]. apply in_seq in I. lia.
  - intro L. exists (N.to_nat i). split; [lia | apply in_seq; lia].
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

Lemma all_of_spec : forall A (test : A -> bool) l, all_of test l = true ->
  forall x, In x l -> test x = true.
Proof. intros A test l H. rewrite all_of_forallb in H. apply forallb_forall, H. Qed.

Lemma some_of_spec : forall A (test : A -> bool) l,
  some_of test l = true <-> exists x, In x l /\ test x = true.
Proof. intros A test l. rewrite some_of_existsb. apply existsb_exists. Qed.

Definition all_below (n : N) (test : N -> bool) : bool := all_of test (below n).

Lemma all_below_spec : forall n test, all_below n test = true -> forall i, i < n -> test i = true.
Proof. intros n test H i L. apply (all_of_spec _ _ _ H), in_below, L. Qed.

(** A number k with n <= 2^k. *)
Definition depth_for (n : N) : nat := N.to_nat (N.size n).

Lemma depth_enough : forall n i, i < n -> i < 2 ^ N.of_nat (depth_for n).
Proof.
  intros n i L. unfold depth_for. rewrite Nnat.N2Nat.id. pose proof (N.size_gt n). lia.
Qed.
