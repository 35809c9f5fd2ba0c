(** * Section 10: the quotient Q' of Theorem K

    Outside the kernel K it is Q; K becomes the group V of all Grundy values. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Misere MisereWindow MisereMonoid.
Import ListNotations.
Local Open Scope monoid_scope.

(** V, the group of numbers that the G(n) generate: every number is its own inverse. *)
Definition generated (C : rules) (v : N) : Prop := exists X, over all_heaps X /\ nim_sum C X = v.

Lemma nim_sum_app : forall C X Y, nim_sum C (X ++ Y) = N.lxor (nim_sum C X) (nim_sum C Y).
Proof. intros C X Y. rewrite <- !grundy_is_nim_sum. apply grundy_app. Qed.

Lemma generated_lxor : forall C v w, generated C v -> generated C w -> generated C (N.lxor v w).
Proof.
  intros C v w [X [O E]] [Y [OY EY]]. exists (X ++ Y). split; [apply over_app; assumption |].
  rewrite nim_sum_app, E, EY. reflexivity.
Qed.

Section Construction.

Variable Q : bipartite.
Variables (elements : list (element Q)) (eq_dec : forall x y : element Q, {x = y} + {x <> y}).
Variables (C : rules) (L : nat) (phi : nat -> element Q) (psi : element Q -> N).

Definition e : element Q := the_e Q elements eq_dec.
Definition in_K (x : element Q) : bool := in_kernel Q elements eq_dec x.
Definition theta (x : element Q) : N := psi (e * x).

(** Q' consists of the elements of Q outside K, and of V. *)
Definition theta' (x : element Q + N) : N :=
  match x with inl a => theta a | inr v => v end.

Definition iota (x : element Q) : element Q + N := if in_K x then inr (psi x) else inl x.

Definition times' (x y : element Q + N) : element Q + N :=
  match x, y with
  | inl a, inl b => if in_K (a * b) then inr (N.lxor (theta a) (theta b)) else inl (a * b)
  | _, _ => inr (N.lxor (theta' x) (theta' y))
  end.

Definition is_in' (x : element Q + N) : Prop :=
  match x with inl a => in_K a = false | inr v => generated C v end.

Definition in_P' (x : element Q + N) : bool :=
  match x with inl a => in_P a | inr v => N.eqb v 0 end.

Definition Q' : bipartite :=
  Bipartite (element Q + N) is_in' (if in_K one then inr 0%N else inl one) times' in_P'.

(** n is a rogue if phi(n) is not in K. *)
Definition phi' (n : nat) : element Q' :=
  if (n <=? L) && negb (in_K (phi n)) then inl (phi n) else inr (G C n).

End Construction.

(** The hypotheses of Theorem K. *)
Record settled_by_kernel (C : rules) (Q : bipartite) (phi : nat -> element Q) (h t f L : nat)
  (elements : list (element Q)) (eq_dec : forall x y : element Q, {x = y} + {x <> y})
  (psi : element Q -> N) : Prop := {
  everything : forall x : element Q, is_in x;
  finite : forall x, In x elements;
  last_place : no_place_after C t;
  most : leaves_at_most C h;
  far : (h * f + t <= L)%nat;
  live_above : forall n, L < n -> live C n;
  known : verified C (up_to L) Q phi;
  K1 : forall x, in_K Q elements eq_dec x = true -> (in_P x = true <-> x = e Q elements eq_dec);
  K2_times : forall x y, in_K Q elements eq_dec x = true -> in_K Q elements eq_dec y = true ->
    psi (x * y) = N.lxor (psi x) (psi y);
  K2_injective : forall x y, in_K Q elements eq_dec x = true -> in_K Q elements eq_dec y = true ->
    psi x = psi y -> x = y;
  K2_phi : forall n, up_to L n -> psi (e Q elements eq_dec * phi n) = G C n;
  K3 : forall n, f < n <= L -> in_K Q elements eq_dec (phi n) = true }.

Arguments everything {C Q phi h t f L elements eq_dec psi}.
Arguments finite {C Q phi h t f L elements eq_dec psi}.
Arguments last_place {C Q phi h t f L elements eq_dec psi}.
Arguments most {C Q phi h t f L elements eq_dec psi}.
Arguments far {C Q phi h t f L elements eq_dec psi}.
Arguments live_above {C Q phi h t f L elements eq_dec psi}.
Arguments known {C Q phi h t f L elements eq_dec psi}.
Arguments K1 {C Q phi h t f L elements eq_dec psi}.
Arguments K2_times {C Q phi h t f L elements eq_dec psi}.
Arguments K2_injective {C Q phi h t f L elements eq_dec psi}.
Arguments K2_phi {C Q phi h t f L elements eq_dec psi}.
Arguments K3 {C Q phi h t f L elements eq_dec psi}.

Section Homomorphisms.

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

Lemma k_monoid : commutative_monoid Q.
Proof. exact (v_monoid _ _ _ _ (known hyp)). Qed.

Lemma comm' : forall x y : element Q, x * y = y * x.
Proof. apply comm; [exact k_monoid | exact (everything hyp)]. Qed.

Lemma assoc' : forall x y z : element Q, x * (y * z) = x * y * z.
Proof. apply assoc; [exact k_monoid | exact (everything hyp)]. Qed.

(** ** theta and iota are homomorphisms *)

Lemma in_K_times : forall x, in_K (e * x) = true.
Proof. intro x. apply in_kernel_times; auto using k_monoid, (everything hyp), (finite hyp). Qed.

Lemma in_K_l : forall x y, in_K x = true -> in_K (x * y) = true.
Proof. intros x y. apply kernel_ideal; auto using k_monoid, (everything hyp), (finite hyp). Qed.

Lemma in_K_r : forall x y, in_K y = true -> in_K (x * y) = true.
Proof. intros x y K. rewrite comm'. apply in_K_l, K. Qed.

Lemma theta_times : forall x y, theta (x * y) = N.lxor (theta x) (theta y).
Proof.
  intros x y. unfold MisereExtension.theta. rewrite <- (K2_times hyp) by apply in_K_times. f_equal.
  fold e. rewrite (swap_middle Q k_monoid (everything hyp)). f_equal. symmetry.
  apply e_idempotent; auto using k_monoid, (everything hyp), (finite hyp).
Qed.

Lemma theta_one : theta one = 0%N.
Proof.
  assert (E := theta_times one one). rewrite (one_l Q k_monoid (everything hyp)) in E.
  apply (f_equal (N.lxor (theta one))) in E.
  rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in E. congruence.
Qed.

Lemma theta_in_K : forall x, in_K x = true -> theta x = psi x.
Proof. intros x K. unfold MisereExtension.theta. f_equal. apply in_kernel_iff, K. Qed.

Lemma theta_iota : forall x, theta' (iota x) = theta x.
Proof.
  intro x. unfold MisereExtension.iota. destruct (in_K x) eqn:K; [| reflexivity].
  simpl. symmetry. apply theta_in_K, K.
Qed.

Lemma theta_times' : forall x y : element Q', theta' (x * y) = N.lxor (theta' x) (theta' y).
Proof.
  intros [a | v] [b | w]; try reflexivity. simpl.
  destruct (in_K (a * b)); simpl; [reflexivity | apply theta_times].
Qed.

Lemma iota_times : forall x y, iota (x * y) = (iota x : element Q') * iota y.
Proof.
  intros x y. unfold MisereExtension.iota. destruct (in_K (x * y)) eqn:K.
  - rewrite <- theta_in_K, theta_times by exact K.
    destruct (in_K x) eqn:Kx, (in_K y) eqn:Ky; simpl;
      rewrite ?K, ?(theta_in_K x), ?(theta_in_K y) by assumption; reflexivity.
  - destruct (in_K x) eqn:Kx; [rewrite in_K_l in K by exact Kx; discriminate |].
    destruct (in_K y) eqn:Ky; [rewrite in_K_r in K by exact Ky; discriminate |].
    simpl. rewrite K. reflexivity.
Qed.

Lemma psi_0 : forall x, in_K x = true -> (psi x = 0%N <-> x = e).
Proof.
  assert (Ke : in_K e = true) by (apply in_kernel_e; auto using k_monoid, (everything hyp),
    (finite hyp)).
  assert (Z : psi e = 0%N).
  { rewrite <- theta_one. unfold MisereExtension.theta.
    rewrite (one_r Q k_monoid (everything hyp)). reflexivity. }
  intros x K. split; [| intros ->; exact Z]. intro E. apply (K2_injective hyp); auto. congruence.
Qed.

Lemma in_P_iota : forall x, in_P (iota x : element Q') = in_P x.
Proof.
  intro x. unfold MisereExtension.iota. destruct (in_K x) eqn:K; [| reflexivity]. simpl.
  apply eq_true_iff_eq. rewrite N.eqb_eq, (K1 hyp) by exact K. apply psi_0, K.
Qed.

(** ** Values of positions *)

Lemma phi_iota : forall n, up_to L n -> phi' n = iota (phi n).
Proof.
  intros n U. unfold MisereExtension.phi', MisereExtension.iota.
  replace (n <=? L) with true by (symmetry; apply Nat.leb_le, U).
  destruct (in_K (phi n)) eqn:K; [| reflexivity]. simpl. f_equal.
  rewrite <- theta_in_K by exact K. symmetry. apply (K2_phi hyp), U.
Qed.

Lemma theta_phi : forall n, 1 <= n -> theta' (phi' n) = G C n.
Proof.
  intros n U. destruct (le_lt_dec n L) as [B | B].
  - rewrite phi_iota, theta_iota by (split; assumption). apply (K2_phi hyp). split; assumption.
  - unfold MisereExtension.phi'. replace (n <=? L) with false by (symmetry; apply Nat.leb_gt, B).
    reflexivity.
Qed.

Lemma theta_one' : theta' (one (b := Q')) = 0%N.
Proof. simpl. destruct (in_K one); [reflexivity | apply theta_one]. Qed.

Lemma theta_Phi : forall X, over all_heaps X -> theta' (Phi Q' phi' X) = nim_sum C X.
Proof.
  intros X O. induction O as [| n X Hn O IH]; [apply theta_one' |].
  change (Phi Q' phi' (n :: X)) with (phi' n * Phi Q' phi' X).
  rewrite theta_times', IH, theta_phi by exact Hn. reflexivity.
Qed.

Lemma iota_one : iota one = one (b := Q').
Proof.
  unfold MisereExtension.iota. simpl. destruct (in_K one) eqn:K; [| reflexivity].
  f_equal. rewrite <- theta_in_K by exact K. apply theta_one.
Qed.

Lemma Phi_iota : forall X, over (up_to L) X -> Phi Q' phi' X = iota (Phi Q phi X).
Proof.
  intros X O. induction O as [| n X Hn O IH]; [symmetry; apply iota_one |].
  change (Phi Q' phi' (n :: X)) with (phi' n * Phi Q' phi' X).
  rewrite IH, phi_iota by exact Hn. symmetry. apply iota_times.
Qed.

Lemma over_all : forall X, over (up_to L) X -> over all_heaps X.
Proof. intros X O. apply Forall_impl with (2 := O). intros n U. apply U. Qed.

Lemma theta_generated : forall x, generated C (theta x).
Proof.
  intro x. destruct (v_3 _ _ _ _ (known hyp) x (everything hyp x)) as [X [O <-]]. exists X.
  split; [apply over_all, O |]. rewrite <- theta_iota, <- Phi_iota by exact O.
  symmetry. apply theta_Phi, over_all, O.
Qed.

Lemma iota_is_in : forall x, is_in (iota x : element Q').
Proof.
  intro x. unfold MisereExtension.iota. destruct (in_K x) eqn:K; [| exact K].
  simpl. rewrite <- theta_in_K by exact K. apply theta_generated.
Qed.

(** ** Q' is a commutative monoid *)

Lemma theta_generated' : forall x : element Q', is_in x -> generated C (theta' x).
Proof. intros [a | v] I; [apply theta_generated | exact I]. Qed.

Lemma times_in' : forall x y : element Q', is_in x -> is_in y -> is_in (x * y).
Proof.
  intros x y Ix Iy. assert (V : is_in (inr (N.lxor (theta' x) (theta' y)) : element Q')).
  { apply generated_lxor; apply theta_generated'; assumption. }
  destruct x as [a | v], y as [b | w]; try exact V. simpl in *.
  destruct (in_K (a * b)) eqn:K; [exact V | exact K].
Qed.

Lemma times_assoc' : forall x y z : element Q', x * (y * z) = x * y * z.
Proof.
  assert (absorbs : forall (x : element Q') v, x * (inr v : element Q') = inr (N.lxor (theta' x) v))
    by (intros [a | u] v; reflexivity).
  assert (absorbs' : forall v (x : element Q'), (inr v : element Q') * x = inr (N.lxor v (theta' x)))
    by (intros v [a | u]; reflexivity).
  intros [a | u] [b | v] [c | w]; rewrite ?absorbs, ?absorbs', ?theta_times', ?absorbs, ?absorbs';
    try (simpl; rewrite N.lxor_assoc; reflexivity).
  simpl. destruct (in_K (b * c)) eqn:Kr, (in_K (a * b)) eqn:Kl; simpl; rewrite ?theta_times;
    rewrite ?assoc'; try (rewrite N.lxor_assoc; reflexivity).
  - rewrite <- assoc', in_K_r by exact Kr. rewrite N.lxor_assoc. reflexivity.
  - rewrite in_K_l by exact Kl. rewrite N.lxor_assoc. reflexivity.
Qed.

Lemma monoid' : commutative_monoid Q'.
Proof.
  split.
  - rewrite <- iota_one. apply iota_is_in.
  - apply times_in'.
  - intros x y z _ _ _. apply times_assoc'.
  - intros [a | v] [b | w] _ _; simpl; try (f_equal; apply N.lxor_comm).
    rewrite (comm' b a), (N.lxor_comm (theta b)). reflexivity.
  - intros [a | v] I.
    + simpl in I. assert (E : (inl a : element Q') = iota a) by
        (unfold MisereExtension.iota; rewrite I; reflexivity).
      rewrite E, <- iota_one, <- iota_times, (one_l Q k_monoid (everything hyp)). reflexivity.
    + assert (E : one * (inr v : element Q') = inr (N.lxor (theta' (one (b := Q'))) v)) by
        (simpl; destruct (in_K one); reflexivity).
      rewrite E, theta_one', N.lxor_0_l. reflexivity.
Qed.

End Homomorphisms.
