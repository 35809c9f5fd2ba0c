(** * Section 10: Theorem N, games in which any heap may be left as any smaller one

    For a set H of heaps: heaps 1, ..., n, of which the digits d1, ..., dn decide, or all heaps. *)

From Coq Require Import Arith Bool FinFun List NArith Lia.
From Octal Require Import Octal SpragueGrundy Endless Misere MisereWindow MisereExtension.
Import ListNotations.
Local Open Scope monoid_scope.

(** All of a heap of H may be taken, and any part of it. *)
Definition leaves_any (C : rules) (H : nat -> Prop) : Prop :=
  forall k, H k -> may_leave (C k) 0 = true /\ may_leave (C k) 1 = true.

(** H has, with a heap, all smaller ones, and it has heap 2. *)
Definition from_heap_1 (H : nat -> Prop) : Prop :=
  (forall n, H n -> 1 <= n) /\ (forall m n, 1 <= m <= n -> H n -> H m) /\ H 2.

(** The elements 1 and a, and the group V that the G(n), n in H, generate. *)
Definition theta_N (x : bool + N) : N := match x with inl b => if b then 1%N else 0%N | inr v => v end.

Definition times_N (x y : bool + N) : bool + N :=
  match x, y with
  | inl b, inl c => inl (xorb b c)
  | _, _ => inr (N.lxor (theta_N x) (theta_N y))
  end.

Definition Q_N (C : rules) (H : nat -> Prop) : bipartite := Bipartite (bool + N)
  (fun x => match x with inl _ => True | inr v => exists X, over H X /\ nim_sum C X = v end)
  (inl false) times_N (fun x => match x with inl b => b | inr v => N.eqb v 0 end).

Definition phi_N (C : rules) (m : nat) : bool + N :=
  match m with 0 => inl false | 1 => inl true | _ => inr (G C m) end.

Section Nim.

Variables (C : rules) (H : nat -> Prop).
Hypothesis any : leaves_any C H.
Hypothesis below : from_heap_1 H.
Notation Q := (Q_N C H).
Notation phi := (phi_N C : nat -> element Q).

Lemma positive : forall m, H m -> 1 <= m.
Proof. exact (proj1 below). Qed.

Lemma smaller : forall m n, 1 <= m <= n -> H n -> H m.
Proof. exact (proj1 (proj2 below)). Qed.

Lemma heap_2 : H 2.
Proof. exact (proj2 (proj2 below)). Qed.

Lemma heap_1 : H 1.
Proof. apply smaller with 2; [lia | exact heap_2]. Qed.

Lemma closed_H : closed C H.
Proof.
  intros m parts U L. inversion L; subst; repeat constructor; apply smaller with (2 := U); lia.
Qed.

Lemma option_none : forall m, H m -> leaves C m [].
Proof. intros m U. apply leaves_none with m; [apply any, U | apply positive, U | reflexivity]. Qed.

Lemma option_one : forall m a, 1 <= a < m -> H m -> leaves C m [a].
Proof.
  intros m a A U. apply leaves_one with (m - a); try lia. apply any. apply smaller with m; [lia | exact U].
Qed.

Lemma G_1 : G C 1 = 1%N.
Proof.
  apply is_mex_unique with (1 := G_is_mex C 1). split.
  - intros [parts [L E]]. assert (parts = []) by (inversion L; subst; auto; lia). subst. discriminate.
  - intros w W. exists []. split; [apply option_none, heap_1 | simpl; lia].
Qed.

Lemma nim_sum_1 : nim_sum C [1] = 1%N.
Proof. simpl. rewrite G_1. reflexivity. Qed.

Lemma G_large : forall m, 2 <= m -> H m -> (2 <= G C m)%N.
Proof.
  intros m M U. destruct (G_is_mex C m) as [A _].
  destruct (N.eq_dec (G C m) 0) as [E | E0]; [exfalso; apply A; exists [] |].
  - split; [apply option_none, U | symmetry; exact E].
  - destruct (N.eq_dec (G C m) 1) as [E | E1]; [exfalso; apply A; exists [1] | lia].
    split; [apply option_one; [lia | exact U] | rewrite E; exact nim_sum_1].
Qed.

Lemma theta_times : forall x y : bool + N, theta_N (times_N x y) = N.lxor (theta_N x) (theta_N y).
Proof. intros [[] | v] [[] | w]; reflexivity. Qed.

Lemma theta_phi : forall m, H m -> theta_N (phi_N C m) = G C m.
Proof.
  intros [| [| m]] U; apply positive in U; [lia | symmetry; exact G_1 | reflexivity].
Qed.

Lemma theta_Phi_N : forall X, over H X -> theta_N (Phi Q phi X) = nim_sum C X.
Proof.
  intros X O. induction O as [| m X Hm O IH]; [reflexivity |].
  change (theta_N (times_N (phi_N C m) (Phi Q phi X)) = nim_sum C (m :: X)).
  rewrite theta_times, theta_phi, IH by exact Hm. reflexivity.
Qed.

Lemma in_V : forall x : element Q, is_in x -> is_in (inr (theta_N x) : element Q).
Proof.
  intros [[] | v] I; [exists [1] | exists [] | exact I].
  - split; [repeat constructor; exact heap_1 | exact nim_sum_1].
  - split; [constructor | reflexivity].
Qed.

Lemma V_lxor : forall v w, is_in (inr v : element Q) -> is_in (inr w : element Q) ->
  is_in (inr (N.lxor v w) : element Q).
Proof.
  intros v w [X [OX EX]] [Y [OY EY]]. exists (X ++ Y). split; [apply over_app; assumption |].
  rewrite nim_sum_app, EX, EY. reflexivity.
Qed.

Lemma monoid_N : commutative_monoid Q.
Proof.
  split.
  - exact I.
  - intros x y X Y. apply in_V in X as X'. apply in_V in Y as Y'.
    destruct x as [b | v], y as [c | w]; simpl; auto; apply V_lxor; assumption.
  - intros x y z _ _ _. assert (one_of : forall x y z : bool + N,
      times_N x (times_N y z) = times_N (times_N x y) z).
    { intros x' y' z'. destruct x' as [b | u], y' as [b' | v], z' as [b'' | w]; cbn [times_N];
        rewrite ?theta_times; cbn [theta_N]; try (f_equal; apply eq_sym, N.lxor_assoc).
      - f_equal. destruct b, b', b''; reflexivity.
      - f_equal. destruct b, b'; cbn [xorb]; rewrite <- N.lxor_assoc; reflexivity.
      - f_equal. destruct b', b''; cbn [xorb]; rewrite N.lxor_assoc; reflexivity. }
    apply one_of.
  - intros [b | u] [c | v] _ _; cbn [times Q_N times_N]; f_equal; apply xorb_comm || apply N.lxor_comm.
  - intros x _. destruct x as [[] | u]; simpl; rewrite ?N.lxor_0_l; reflexivity.
Qed.

(** A heap of 2 or more brings the value into V, and it is at most 1 outside. *)
Lemma Phi_inr : forall X, Exists (fun m => 2 <= m) X -> over H X ->
  Phi Q phi X = inr (nim_sum C X).
Proof.
  intros X E O. rewrite <- theta_Phi_N by exact O.
  assert (F : exists v, Phi Q phi X = inr v).
  { clear O. induction E as [m X M | m X E [v IH]].
    - destruct m as [| [| m]]; try lia. eexists. reflexivity.
    - change (Phi Q phi (m :: X)) with (times_N (phi_N C m) (Phi Q phi X)). rewrite IH.
      destruct (phi_N C m); eexists; reflexivity. }
  destruct F as [v F]. rewrite F. reflexivity.
Qed.

Lemma Phi_ones : forall X, Forall (fun m => m = 1) X -> Phi Q phi X = inl (Nat.odd (length X)).
Proof.
  intros X O. induction O as [| m X -> O IH]; [reflexivity |].
  change (Phi Q phi (1 :: X)) with (times_N (inl true) (Phi Q phi X)). rewrite IH.
  cbn [length times_N]. rewrite Nat.odd_succ, <- Nat.negb_odd. destruct (Nat.odd _); reflexivity.
Qed.

Lemma ones_or_larger : forall X, over H X ->
  Forall (fun m => m = 1) X \/ Exists (fun m => 2 <= m) X.
Proof.
  intros X O. induction O as [| m X Hm O [A | A]]; [left; constructor | | right; right; exact A].
  destruct (le_lt_dec 2 m) as [L | L]; [right; left; exact L | left].
  constructor; [apply positive in Hm; lia | exact A].
Qed.

Theorem V2_N : V2 C H Q phi.
Proof.
  intros X O [Y0 M0] E. destruct (ones_or_larger X O) as [A | A].
  - destruct X as [| m X]; [inversion M0 |]. inversion A as [| m' X' -> A']. subst.
    exists X. split; [apply (move_here C 1 []), option_none, heap_1 |].
    rewrite Phi_ones in E |- * by assumption. cbn [in_P length] in E |- *. simpl in E.
    rewrite Nat.odd_succ, <- Nat.negb_odd in E. apply negb_false_iff in E. exact E.
  - rewrite Phi_inr in E by assumption. simpl in E. apply N.eqb_neq in E.
    rewrite <- grundy_is_nim_sum in E.
    destruct (grundy_is_mex C X) as [_ Mex]. destruct (Mex 0%N ltac:(lia)) as [Y [M Z]].
    assert (OY := move_over C _ X Y closed_H O M).
    destruct (ones_or_larger Y OY) as [AY | AY].
    + apply move_inv in M. destruct M as [F [m [F' [parts [L [-> ->]]]]]].
      apply Forall_app in AY. destruct AY as [A1 AY]. apply Forall_app in AY. destruct AY as [_ A2].
      apply Forall_app in O. destruct O as [_ O]. inversion O as [| m' l Hm _]. subst.
      assert (large : 2 <= m).
      { apply Exists_app in A. destruct A as [A | A]; [exfalso | inversion A as [? ? K | ? ? K]; subst; auto; exfalso].
        - clear - A A1. induction A; inversion A1; subst; auto. lia.
        - clear - K A2. induction K; inversion A2; subst; auto. lia. }
      destruct (Nat.odd (length (F ++ F'))) eqn:Od.
      * exists (F ++ [] ++ F'). split; [apply move_in, option_none, Hm |].
        rewrite Phi_ones by (apply Forall_app; split; assumption). exact Od.
      * exists (F ++ [1] ++ F'). split; [apply move_in, option_one; [lia | exact Hm] |].
        rewrite Phi_ones by (apply Forall_app; split; [assumption | constructor; auto]).
        cbn [in_P]. rewrite app_length in *. simpl. rewrite Nat.add_succ_r, Nat.odd_succ, <- Nat.negb_odd, Od.
        reflexivity.
    + exists Y. split; [exact M |]. rewrite Phi_inr by assumption. cbn [in_P].
      simpl. rewrite <- grundy_is_nim_sum, Z. reflexivity.
Qed.

Theorem verified_N : verified C H Q phi.
Proof.
  split.
  - exact monoid_N.
  - intros [| [| m]] U; simpl; auto. exists [S (S m)]. split; [constructor; [exact U | constructor] |].
    simpl. apply N.lxor_0_r.
  - split; [reflexivity |]. intros m U Dd. exfalso. apply Dd. exists []. apply option_none. exact U.
  - intros m parts x U L Ix [E F]. assert (OP := closed_H m parts U L).
    destruct (Nat.eq_dec m 1) as [-> | M1].
    + assert (parts = []) by (inversion L; subst; auto; lia). subst parts.
      destruct x as [[] | v]; simpl in E, F; try discriminate.
      rewrite N.lxor_0_r in F. apply N.eqb_eq in F. subst v. discriminate.
    + assert (Um : 2 <= m) by (apply positive in U; lia). assert (Gm := G_large m Um U).
      assert (Ph : phi_N C m = inr (G C m)) by (destruct m as [| [| m]]; auto; lia).
      change (in_P (times_N x (phi_N C m) : element Q) = true) in E. rewrite Ph in E.
      assert (Ex : theta_N x = G C m).
      { destruct x as [b | v]; simpl in E; apply N.eqb_eq, N.lxor_eq in E; exact E. }
      destruct x as [b | v]; [destruct b; simpl in Ex; lia |]. simpl in Ex. subst v.
      change (in_P (times_N (inr (G C m)) (Phi Q phi parts) : element Q) = true) in F.
      simpl in F. apply N.eqb_eq, N.lxor_eq in F. rewrite theta_Phi_N in F by exact OP.
      destruct (G_is_mex C m) as [A _]. apply A. exists parts. split; [exact L | symmetry; exact F].
  - exact V2_N.
  - intros [b | v] Ix.
    + exists (if b then [1] else []). split; [destruct b; repeat constructor; exact heap_1 | destruct b; reflexivity].
    + destruct Ix as [X [O E]]. exists (2 :: 2 :: X).
      assert (O' : over H (2 :: 2 :: X)) by (repeat (constructor; [exact heap_2 |]); exact O).
      split; [exact O' |]. rewrite Phi_inr by (auto; left; lia). f_equal. simpl.
      rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. exact E.
  - intros x y Ix Iy S.
    assert (at_1 := S (inl false) I). assert (comm := times_comm Q monoid_N).
    assert (mixed : forall b v, is_in (inr v : element Q) ->
      (forall z : element Q, is_in z -> in_P ((inl b : element Q) * z) = in_P ((inr v : element Q) * z)) -> False).
    { intros b v Iv T. assert (T1 := T (inr v) Iv). assert (T2 := T (inl false) I). simpl in T1, T2.
      rewrite N.lxor_nilpotent, N.eqb_refl in T1. apply N.eqb_eq, N.lxor_eq in T1. subst v.
      destruct b; discriminate. }
    destruct x as [b | v], y as [c | w].
    + simpl in at_1. rewrite !xorb_false_r in at_1. subst c. reflexivity.
    + exfalso. apply (mixed b w Iy S).
    + exfalso. apply (mixed c v Ix). intros z Iz. symmetry. apply S, Iz.
    + assert (T := S (inr v) Ix). simpl in T. rewrite N.lxor_nilpotent, N.eqb_refl in T.
      symmetry in T. apply N.eqb_eq, N.lxor_eq in T. subst w. reflexivity.
Qed.

(** Theorem N. *)
Theorem quotient_N : misere_quotient C H Q phi.
Proof. apply verified_quotient; [apply closed_H | exact verified_N]. Qed.

(** It grows with H: the values of its heaps are all different. *)
Theorem values_differ_N : forall m m', H m -> H m' -> phi_N C m = phi_N C m' -> m = m'.
Proof.
  assert (less : forall m m', m < m' -> H m -> H m' -> phi_N C m <> phi_N C m').
  { intros m m' A U U' E.
    assert (F : G C m = G C m') by (rewrite <- !theta_phi by assumption; f_equal; exact E).
    destruct (G_is_mex C m') as [M _]. apply M. exists [m]. apply positive in U.
    split; [apply option_one; [lia | exact U'] | simpl; rewrite N.lxor_0_r; exact F]. }
  intros m m' U U' E. destruct (lt_eq_lt_dec m m') as [[L | ->] | L]; [exfalso | reflexivity | exfalso].
  - apply (less m m'); auto.
  - apply (less m' m); auto.
Qed.

End Nim.

Lemma up_to_from_1 : forall n, 2 <= n -> from_heap_1 (up_to n).
Proof.
  intros n N. unfold from_heap_1, up_to. split; [intros m U; lia |]. split; [intros m m' U U'; lia | lia].
Qed.

Lemma all_from_1 : from_heap_1 all_heaps.
Proof.
  unfold from_heap_1, all_heaps. split; [intros m U; lia |]. split; [intros m m' U U'; lia | lia].
Qed.

Theorem quotient_N_of : forall C H, leaves_any C H ->
  H = all_heaps \/ (exists n, 2 <= n /\ H = up_to n) ->
  misere_quotient C H (Q_N C H) (phi_N C) /\
  forall m m', H m -> H m' -> phi_N C m = phi_N C m' -> m = m'.
Proof.
  intros C H any K. assert (below : from_heap_1 H).
  { destruct K as [-> | [n [N ->]]]; [exact all_from_1 | apply up_to_from_1, N]. }
  split; [exact (quotient_N C H any below) | exact (values_differ_N C H any below)].
Qed.

(** That of all heaps is infinite. *)
Theorem infinite_N : forall C, leaves_any C all_heaps ->
  ~ exists elements, forall x : element (Q_N C all_heaps), is_in x -> In x elements.
Proof.
  intros C any [elements F]. change (list (bool + N)) in elements.
  set (l := map (phi_N C) (seq 1 (S (length elements)))).
  assert (I : incl l elements).
  { intros x I. apply in_map_iff in I. destruct I as [m [<- I]]. apply in_seq in I. apply F.
    apply (phi_is_in C all_heaps (Q_N C all_heaps)); [| unfold all_heaps; lia].
    apply quotient_N; [exact any | exact all_from_1]. }
  assert (len : length l = S (length elements)) by (unfold l; rewrite map_length; apply seq_length).
  apply NoDup_incl_length in I; [change (length l <= length elements) in I; lia |].
  apply Injective_map_NoDup; [| apply seq_NoDup]. intros m m' E.
  destruct m as [| m], m' as [| m']; auto; [destruct m'; discriminate | destruct m; discriminate |].
  apply (values_differ_N C all_heaps any all_from_1); auto; unfold all_heaps; lia.
Qed.

(** Of Nim and Lasker's Nim. *)
Lemma leaves_any_nim : leaves_any nim_code all_heaps.
Proof.
  intros k K. unfold nim_code. rewrite endless_digit by (simpl; exact K). split; reflexivity.
Qed.

Lemma leaves_any_lasker : leaves_any laskers_code all_heaps.
Proof.
  intros k K. unfold laskers_code. rewrite endless_digit by (simpl; exact K). split; reflexivity.
Qed.
