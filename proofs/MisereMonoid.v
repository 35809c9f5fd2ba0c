(** * Section 10: the kernel of a finite commutative monoid

    It is eQ, where e is the product of all idempotents, and a group with identity e. *)

From Coq Require Import Arith Bool List Lia.
From Octal Require Import Octal Misere.
Import ListNotations.
Local Open Scope monoid_scope.

Section Kernel.

Variable Q : bipartite.
Hypothesis monoid : commutative_monoid Q.
Hypothesis everything : forall x : element Q, is_in x.
Variable elements : list (element Q).
Hypothesis finite : forall x, In x elements.
Variable eq_dec : forall x y : element Q, {x = y} + {x <> y}.

(** The product of all idempotents. *)
Definition idempotent (x : element Q) : bool := if eq_dec (x * x) x then true else false.
Definition the_e : element Q := fold_right times one (filter idempotent elements).

(** The kernel, eQ: its elements are those that e does not change. *)
Definition in_kernel (x : element Q) : bool := if eq_dec (the_e * x) x then true else false.

Lemma assoc : forall x y z : element Q, x * (y * z) = x * y * z.
Proof. intros x y z. apply (times_assoc Q monoid); apply everything. Qed.

Lemma comm : forall x y : element Q, x * y = y * x.
Proof. intros x y. apply (times_comm Q monoid); apply everything. Qed.

Lemma one_l : forall x : element Q, one * x = x.
Proof. intro x. apply (times_one Q monoid), everything. Qed.

Lemma one_r : forall x : element Q, x * one = x.
Proof. intro x. rewrite comm. apply one_l. Qed.

Lemma swap_middle : forall a b c e : element Q, a * b * (c * e) = a * c * (b * e).
Proof. intros a b c e. rewrite !assoc, <- (assoc a b c), (comm b c), assoc. reflexivity. Qed.

Lemma idempotent_iff : forall x, idempotent x = true <-> x * x = x.
Proof. intro x. unfold idempotent. destruct (eq_dec (x * x) x); split; congruence. Qed.

Lemma in_kernel_iff : forall x, in_kernel x = true <-> the_e * x = x.
Proof. intro x. unfold in_kernel. destruct (eq_dec (the_e * x) x); split; congruence. Qed.

Lemma e_idempotent : the_e * the_e = the_e.
Proof.
  unfold the_e. assert (A : forall x, In x (filter idempotent elements) -> x * x = x).
  { intros x I. apply idempotent_iff. apply filter_In in I. apply I. }
  revert A. generalize (filter idempotent elements) as l.
  induction l as [| x l IH]; intro A; simpl; [apply one_l |].
  rewrite swap_middle, (A x), IH; auto using in_eq, in_cons.
Qed.

(** Every idempotent is absorbed by e. *)
Lemma e_absorbs : forall x, x * x = x -> x * the_e = the_e.
Proof.
  intros x E. unfold the_e.
  assert (I : In x (filter idempotent elements)).
  { apply filter_In. split; [apply finite | apply idempotent_iff, E]. }
  revert I. generalize (filter idempotent elements) as l.
  induction l as [| y l IH]; intro I; [destruct I |]. simpl. destruct I as [-> | I].
  - rewrite assoc, E. reflexivity.
  - rewrite assoc, (comm x y), <- assoc, IH by exact I. reflexivity.
Qed.

Lemma in_kernel_e : in_kernel the_e = true.
Proof. apply in_kernel_iff, e_idempotent. Qed.

Lemma in_kernel_times : forall x, in_kernel (the_e * x) = true.
Proof. intro x. apply in_kernel_iff. rewrite assoc, e_idempotent. reflexivity. Qed.

(** It is an ideal. *)
Lemma kernel_ideal : forall x y, in_kernel x = true -> in_kernel (x * y) = true.
Proof. intros x y K. rewrite in_kernel_iff in *. rewrite assoc, K. reflexivity. Qed.

(** ** Powers: some power of every element is idempotent *)

Fixpoint power (x : element Q) (k : nat) : element Q :=
  match k with O => one | S j => x * power x j end.

Lemma power_add : forall x i j, power x (i + j) = power x i * power x j.
Proof.
  intros x i j. induction i as [| i IH]; simpl; [symmetry; apply one_l |].
  rewrite IH. apply assoc.
Qed.

Lemma two_powers_equal : forall x, exists i j, 1 <= j /\ power x (i + j) = power x i.
Proof.
  intro x. assert (F : forall n m, NoDup (map (power x) (seq m n)) \/
    exists i j, 1 <= j /\ power x (i + j) = power x i).
  { induction n as [| n IH]; intro m; simpl; [left; constructor |].
    destruct (IH (S m)) as [D | R]; [| right; exact R].
    destruct (in_dec eq_dec (power x m) (map (power x) (seq (S m) n))) as [I | I].
    - right. apply in_map_iff in I. destruct I as [k [E I]]. apply in_seq in I.
      exists m, (k - m). split; [lia |]. rewrite <- E. f_equal. lia.
    - left. constructor; assumption. }
  destruct (F (S (length elements)) 0) as [D | R]; [exfalso | exact R].
  assert (L := NoDup_incl_length D (fun y _ => finite y)). rewrite map_length, seq_length in L. lia.
Qed.

Lemma power_later : forall x i j k m, power x (i + j) = power x i -> i <= m ->
  power x (m + k * j) = power x m.
Proof.
  intros x i j k m E L. induction k as [| k IH]; simpl; [f_equal; lia |].
  rewrite <- IH. replace (m + (j + k * j)) with ((m + k * j - i) + (i + j)) by lia.
  rewrite power_add, E, <- power_add. f_equal. lia.
Qed.

Lemma idempotent_power : forall x, exists k, power x (S k) * power x (S k) = power x (S k).
Proof.
  intro x. destruct (two_powers_equal x) as [i [j [J E]]]. exists ((i + 1) * j - 1)%nat.
  replace (S ((i + 1) * j - 1)) with ((i + 1) * j)%nat by nia.
  rewrite <- power_add. apply power_later with i; [exact E | nia].
Qed.

(** It is the least ideal. *)
Theorem kernel_is_least : forall I : element Q -> Prop,
  (exists x, I x) -> (forall x y, I x -> I (x * y)) -> forall x, in_kernel x = true -> I x.
Proof.
  intros I [y Iy] ideal x K. apply in_kernel_iff in K. rewrite <- K. apply ideal.
  destruct (idempotent_power y) as [k E]. rewrite <- (e_absorbs _ E). apply ideal. simpl.
  apply ideal, Iy.
Qed.

(** Its elements have inverses. *)
Theorem kernel_inverse : forall x, in_kernel x = true ->
  exists y, in_kernel y = true /\ x * y = the_e.
Proof.
  intros x K. destruct (idempotent_power x) as [k E]. exists (the_e * power x k).
  split; [apply in_kernel_times |].
  rewrite assoc, (comm x), <- assoc, comm. exact (e_absorbs _ E).
Qed.

End Kernel.
