(** * Section 10: Theorem M, the periodicity of misère quotients

    V0 to V4 depend on the types of the heaps alone, and from B on the types repeat. *)

From Coq Require Import Arith Bool List Lia.
From Octal Require Import Octal SpragueGrundy Window Misere.
Import ListNotations.

(** ** The type of a heap: its value, and the values of its options *)

Section Types.

Variables (C : rules) (Q : bipartite) (phi : nat -> element Q).

(** Every option of n has the value of an option of m. *)
Definition options_within (n m : nat) : Prop := forall parts, leaves C n parts ->
  exists parts', leaves C m parts' /\ Phi Q phi parts' = Phi Q phi parts.

Definition same_type (n m : nat) : Prop :=
  phi n = phi m /\ options_within n m /\ options_within m n.

Lemma same_type_refl : forall n, same_type n n.
Proof. intro n. split; [reflexivity |]. split; intros parts L; exists parts; auto. Qed.

Lemma same_type_sym : forall n m, same_type n m -> same_type m n.
Proof. intros n m [E [A B]]. split; [symmetry; exact E | split; assumption]. Qed.

Lemma same_type_trans : forall n m k, same_type n m -> same_type m k -> same_type n k.
Proof.
  intros n m k [E [A B]] [E' [A' B']]. split; [congruence |]. split; intros parts L.
  - destruct (A parts L) as [q [L' F]]. destruct (A' q L') as [r [L'' F']].
    exists r. split; [exact L'' | congruence].
  - destruct (B' parts L) as [q [L' F]]. destruct (B q L') as [r [L'' F']].
    exists r. split; [exact L'' | congruence].
Qed.

Lemma same_type_live : forall n m, same_type n m -> live C n -> live C m.
Proof. intros n m [_ [A _]] [parts L]. destruct (A parts L) as [q [L' _]]. exists q. exact L'. Qed.

(** Heaps of the same types make positions of the same value... *)
Lemma Phi_same_types : forall X Y, Forall2 same_type X Y -> Phi Q phi X = Phi Q phi Y.
Proof. intros X Y S. induction S as [| n m X Y [E _] S IH]; simpl; congruence. Qed.

(** ... and the options of both have the same values. *)
Lemma move_same_types : forall (H : nat -> Prop) X Y X', commutative_monoid Q ->
  (forall n, H n -> is_in (phi n)) ->
  closed C H -> Forall2 same_type X Y -> over H X -> over H Y -> move C X X' ->
  exists Y', move C Y Y' /\ Phi Q phi Y' = Phi Q phi X'.
Proof.
  intros H X Y X' M I Cl S. revert X'.
  induction S as [| n m X Y T S IH]; intros X' OX OY Mv; [inversion Mv |].
  inversion OX as [| n' X'' Hn OX']. inversion OY as [| m' Y'' Hm OY']. subst.
  inversion Mv as [n' parts Z L | n' Z Z' Mv']; subst.
  - destruct T as [_ [A _]]. destruct (A parts L) as [q [L' E]].
    exists (q ++ Y). split; [apply move_here, L' |].
    pose proof (Cl n parts Hn L). pose proof (Cl m q Hm L').
    rewrite !(Phi_app H Q phi M I), (Phi_same_types X Y S), E by assumption. reflexivity.
  - destruct (IH Z' OX' OY' Mv') as [Y' [M' E]]. exists (m :: Y').
    split; [apply move_there, M' |]. simpl. rewrite E. f_equal. symmetry. apply T.
Qed.

Variables H H' : nat -> Prop.
Hypothesis inside : forall n, H n -> H' n.
Hypothesis cl : closed C H'.
Hypothesis types : forall n, H' n -> exists m, H m /\ same_type n m.

Lemma position_of_types : forall X, over H' X -> exists Y, over H Y /\ Forall2 same_type X Y.
Proof.
  intros X O. induction O as [| n X Hn O [Y [OY S]]].
  - exists []. split; constructor.
  - destruct (types n Hn) as [m [Hm T]]. exists (m :: Y). split; constructor; assumption.
Qed.

(** What is verified for heaps of all types is verified for all heaps. *)
Theorem verified_by_types : verified C H Q phi -> verified C H' Q phi.
Proof.
  intros [M I [h0 h0'] h1 h2 h3 h4].
  assert (I' : forall n, H' n -> is_in (phi n)).
  { intros n Hn. destruct (types n Hn) as [m [Hm [E _]]]. rewrite E. auto. }
  split; auto.
  - split; [exact h0 |]. intros n Hn D. destruct (types n Hn) as [m [Hm T]].
    rewrite (proj1 T). apply h0'; [exact Hm |]. intro L. apply D.
    apply same_type_live with m; [apply same_type_sym, T | exact L].
  - intros n parts x Hn L Ix [E F]. destruct (types n Hn) as [m [Hm [T [A _]]]].
    destruct (A parts L) as [q [L' E']]. apply (h1 m q x Hm L' Ix). rewrite <- T, E'. auto.
  - intros X O [X' Mv] E. destruct (position_of_types X O) as [Y [OY S]].
    assert (OY' : over H' Y) by (apply Forall_impl with (2 := OY); exact inside).
    destruct (h2 Y OY) as [Z [MZ EZ]].
    + destruct (move_same_types H' X Y X' M I' cl S O OY' Mv) as [Z [MZ _]]. exists Z. exact MZ.
    + rewrite <- (Phi_same_types X Y S). exact E.
    + assert (S' : Forall2 same_type Y X).
      { clear - S. induction S; constructor; [apply same_type_sym |]; assumption. }
      destruct (move_same_types H' Y X Z M I' cl S' OY' O MZ) as [W [MW EW]].
      exists W. split; [exact MW | congruence].
  - intros x Ix. destruct (h3 x Ix) as [X [O E]]. exists X. split; [| exact E].
    apply Forall_impl with (2 := O). exact inside.
Qed.

End Types.

(** ** Theorem M *)

Lemma closed_all_heaps : forall C, closed C all_heaps.
Proof. intros C n parts Hn L. destruct L; repeat constructor; unfold all_heaps; lia. Qed.

Lemma closed_up_to : forall C N, closed C (up_to N).
Proof.
  intros C N n parts Hn L. unfold up_to in *. destruct L; repeat constructor; simpl; lia.
Qed.

Section Periodic.

Variables (C : rules) (Q : bipartite) (phi : nat -> element Q) (h t n0 p : nat).
Hypothesis no_marks : no_mark C.
Hypothesis last_place : no_place_after C t.
Hypothesis most : leaves_at_most C h.
Hypotheses (h_1 : 1 <= h) (n0_1 : 1 <= n0).
Hypothesis periodic : forall n, n0 <= n -> phi (n + p) = phi n.

Lemma Phi_part : forall A a b B, phi a = phi b ->
  Phi Q phi (A ++ a :: B) = Phi Q phi (A ++ b :: B).
Proof. intros A a b B E. induction A as [| c A IH]; simpl; congruence. Qed.

Lemma type_repeats : forall n, h * n0 + (h - 1) * p + t <= n -> same_type C Q phi (n + p) n.
Proof.
  intros n B. assert (h * p = (h - 1) * p + p) by (destruct h; simpl; lia).
  split; [apply periodic; nia |]. split; intros parts L.
  - destruct (smaller_part C h t n0 p n parts) as [A [a [D [E [I [L' | [M _]]]]]]]; auto; try nia;
      [| contradiction].
    exists (A ++ a - p :: D). split; [exact L' |]. subst parts. apply Phi_part.
    rewrite <- (periodic (a - p)) by lia. f_equal. lia.
  - destruct (larger_part C h t n0 p n parts) as [A [a [D [E [I L']]]]]; auto; try nia.
    exists (A ++ a + p :: D). split; [exact L' |]. subst parts. apply Phi_part, periodic. lia.
Qed.

Lemma type_below : forall n, 1 <= p -> 1 <= n ->
  exists m, up_to (h * n0 + (h - 1) * p + t + p - 1) m /\ same_type C Q phi n m.
Proof.
  intros n p_1. induction n as [n IH] using lt_wf_ind. intro n_1. unfold up_to in *.
  destruct (le_lt_dec (h * n0 + (h - 1) * p + t + p) n) as [L | L].
  - destruct (IH (n - p)) as [m [Hm T]]; try nia. exists m. split; [exact Hm |].
    apply same_type_trans with (2 := T). replace n with (n - p + p) at 1 by lia.
    apply type_repeats. lia.
  - exists n. split; [lia | apply same_type_refl].
Qed.

Theorem periodic_quotient : 1 <= p ->
  verified C (up_to (h * n0 + (h - 1) * p + t + p - 1)) Q phi ->
  misere_quotient C all_heaps Q phi.
Proof.
  intros p_1 V. apply verified_quotient; [apply closed_all_heaps |].
  apply verified_by_types with (4 := V).
  - intros n Hn. apply Hn.
  - apply closed_all_heaps.
  - intros n Hn. apply type_below; assumption.
Qed.

End Periodic.
