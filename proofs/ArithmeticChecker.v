(** * Section 11: the hypotheses of Theorem 11 as tests, and two games

    The values, B and D are given; the tests are run inside Coq. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Certificate Values Arithmetic ArithmeticPeriod
  Table.
Import ListNotations.

(** A test of all numbers below n. *)
Definition all_below (n : nat) (test : nat -> bool) : bool := all_of test (seq 0 n).

Lemma all_below_spec : forall n test, all_below n test = true -> forall i, (i < n)%nat -> test i = true.
Proof. intros n test H i L. apply (all_of_spec _ _ _ H), in_seq. lia. Qed.
Local Open Scope N_scope.

(** G(0), ..., G(n - 1) by the definition; no proof speaks of it. *)
Fixpoint first_values (C : code) (n : nat) : list N :=
  match n with
  | O => []
  | S m =>
    let l := first_values C m in
    l ++ [mex (map (fold_right (fun a v => N.lxor (nth a l 0) v) 0) (options C m))]
  end.

Section Tests.

Variables (C : code) (n0 p B : nat) (j q D : N) (values : list N).
Notation s := (q * 2 ^ j).

Definition value (n : nat) : N := nth n values 0.
Definition sum (parts : list nat) : N := fold_right (fun a v => N.lxor (value a) v) 0 parts.
Definition grows (a : nat) : bool := (n0 <=? a)%nat.
Definition same_high (a b : nat) : bool := high j (value a) =? high j (value b).

(** One part grows, and the high parts of the others have the nim-sum 0. *)
Definition is_steady (parts : list nat) : bool :=
  match filter grows parts with
  | [_] => high j (sum (filter (fun a => negb (grows a)) parts)) =? 0
  | _ => false
  end.

Definition is_threat (v : N) (parts : list nat) : bool :=
  let S := fold_right (fun a w => high j (value a) + w) 0 parts in
  negb (is_steady parts) && (low j (sum parts) =? low j v) && (high j v <=? S) &&
  eqb (N.odd S) (N.odd (high j v)).

Definition does_rise (parts : list nat) : bool :=
  match parts with a :: rest => grows a && (high j (sum rest) =? 0) | _ => false end.

Definition does_widen (parts : list nat) : bool :=
  match parts with a :: b :: _ => grows a && grows b && same_high a b | _ => false end.

Definition does_do_both (parts : list nat) : bool :=
  match parts with [c; a; b] => grows c && grows a && grows b && same_high a b | _ => false end.

(** Whether each of the values, of which there are so many from v on, is that of such an option. *)
Definition all_by (test : list nat -> bool) (n : nat) (v : N) (many : nat) : bool :=
  let found := map sum (filter test (options C n)) in
  all_below many (fun i => some_of (N.eqb (v + N.of_nat i)) found).

Definition above_test (n : nat) : bool :=
  let g := value n in let d := D + 2 * s in
  (d <=? g) && all_by does_rise n (g - D) (N.to_nat D) &&
  all_by does_do_both n (g - d) (N.to_nat (2 * s)) &&
  all_of (fun parts => negb (is_threat g parts)) (options C n).

Definition arithmetic_accepts : bool :=
  let h := most_heaps C in let t := last_place C in
  is_unmarked C && (1 <=? n0)%nat && (1 <=? p)%nat && (1 <=? q) &&
  (h * (n0 + p - 1) + t + 1 <=? B + p)%nat && are_values C values &&
  (length values =? B + 2 * p)%nat &&
  all_below (B + p - n0) (fun i => value (n0 + i + p) =? value (n0 + i) + s) &&
  all_below p (fun i => above_test (B + i)) &&
  all_below (2 * p) (fun i =>
    all_by does_widen (B + i) 0 (N.to_nat (value (B + i) - (D + 2 * s)))).

(** ** What they show *)

Hypothesis right : forall n, (n < B + 2 * p)%nat -> value n = G C n.

Lemma parts_right : forall n parts, (n <= B + 2 * p)%nat -> leaves C n parts ->
  Forall (fun a => value a = G C a) parts.
Proof.
  intros n parts Bn L. apply Forall_forall. intros a I. apply right.
  apply in_split in I. destruct I as [A [E ->]]. pose proof (part_below _ _ _ _ _ L). lia.
Qed.

Lemma sum_right : forall parts, Forall (fun a => value a = G C a) parts -> sum parts = nim_sum C parts.
Proof. intros parts F. induction F as [| a parts E F IH]; simpl; congruence. Qed.

Lemma steady_spec : forall parts, Forall (fun a => value a = G C a) parts ->
  is_steady parts = true -> steady C n0 j parts.
Proof.
  intros parts F S. unfold is_steady in S. destruct (filter grows parts) as [| a [| b l]] eqn:E;
    try discriminate. apply N.eqb_eq in S.
  assert (I : In a parts) by (apply (filter_In grows); rewrite E; left; reflexivity).
  assert (Ga : grows a = true) by (apply (filter_In grows a parts); rewrite E; left; reflexivity).
  apply in_split in I. destruct I as [A [R ->]]. exists A, a, R. split; [reflexivity |].
  apply Nat.leb_le in Ga as Ga'. split; [exact Ga' |].
  rewrite filter_app in E. simpl in E. rewrite Ga in E.
  assert (None : filter grows (A ++ R) = []).
  { rewrite filter_app. destruct (filter grows A) as [| x l]; simpl in E |- *.
    - injection E as E. exact E.
    - injection E as -> E. destruct l; discriminate. }
  assert (Small : Forall (fun b => (b < n0)%nat) (A ++ R)).
  { apply Forall_forall. intros b Ib. destruct (le_lt_dec n0 b) as [K | K]; [| exact K].
    exfalso. assert (J : In b (filter grows (A ++ R))) by
      (apply filter_In; split; [exact Ib | apply Nat.leb_le, K]). rewrite None in J. exact J. }
  split; [exact Small |].
  assert (Keep : filter (fun b => negb (grows b)) (A ++ a :: R) = A ++ R).
  { rewrite filter_app. simpl. rewrite Ga. simpl. rewrite <- filter_app.
    clear - Small. induction Small as [| b l Lb Small IH]; [reflexivity |]. simpl.
    unfold grows at 1. replace (n0 <=? b)%nat with false by (symmetry; apply Nat.leb_gt, Lb).
    simpl. f_equal. exact IH. }
  rewrite Keep, sum_right in S; [exact S |].
  apply Forall_app in F. destruct F as [FA F]. inversion F. apply Forall_app. split; assumption.
Qed.

Lemma threat_spec : forall v parts, Forall (fun a => value a = G C a) parts ->
  is_threat v parts = false -> ~ threatens C n0 j v parts.
Proof.
  intros v parts F S [NS [Lo [Hi Odd]]].
  assert (Sum : fold_right (fun a w => high j (value a) + w) 0 parts = sum_of_high C j parts).
  { clear - F. induction F as [| a parts E F IH]; simpl; congruence. }
  unfold is_threat in S. rewrite Sum, sum_right, Lo, N.eqb_refl, Odd, eqb_reflx in S by exact F.
  replace (high j v <=? sum_of_high C j parts) with true in S by (symmetry; apply N.leb_le, Hi).
  destruct (is_steady parts) eqn:St; [| discriminate]. apply NS, steady_spec; assumption.
Qed.

Lemma all_by_spec : forall test n v many, (n <= B + 2 * p)%nat -> all_by test n v many = true ->
  forall w, v <= w < v + N.of_nat many -> exists parts, leaves C n parts /\ test parts = true /\
    Forall (fun a => value a = G C a) parts /\ nim_sum C parts = w.
Proof.
  intros test n v many Bn A w W. assert (I := all_below_spec _ _ A (N.to_nat (w - v)) ltac:(lia)).
  cbv beta in I. rewrite some_of_existsb in I. apply existsb_exists in I. destruct I as [x [I E]].
  apply N.eqb_eq in E. apply in_map_iff in I. destruct I as [parts [<- I]].
  apply filter_In in I. destruct I as [I T]. apply options_are_leaves in I.
  assert (F := parts_right n parts Bn I). exists parts. repeat (split; [assumption |]).
  rewrite <- sum_right by exact F. lia.
Qed.

Lemma same_high_spec : forall a b, value a = G C a -> value b = G C b -> same_high a b = true ->
  high j (G C a) = high j (G C b).
Proof. intros a b E E' S. apply N.eqb_eq in S. congruence. Qed.

Lemma rises_spec : forall n parts, leaves C n parts -> does_rise parts = true ->
  Forall (fun a => value a = G C a) parts -> rises C n0 j n (nim_sum C parts).
Proof.
  intros n [| a rest] L T F; [discriminate |]. apply andb_true_iff in T. destruct T as [Ga Z].
  inversion F as [| x l E F']. subst. exists a, rest. apply N.eqb_eq in Z.
  rewrite sum_right in Z by exact F'. split; [exact L |]. split; [apply Nat.leb_le, Ga | auto].
Qed.

Lemma widens_spec : forall n parts, leaves C n parts -> does_widen parts = true ->
  Forall (fun a => value a = G C a) parts -> widens C n0 j n (nim_sum C parts).
Proof.
  intros n [| a [| b rest]] L T F; try discriminate. simpl in T. rewrite !andb_true_iff in T.
  destruct T as [[Ga Gb] E]. inversion F as [| x l Ea F']. inversion F' as [| y l' Eb F'']. subst.
  exists a, b, rest. split; [exact L |]. split; [apply Nat.leb_le, Ga |].
  split; [apply Nat.leb_le, Gb |]. split; [apply same_high_spec; assumption | reflexivity].
Qed.

Lemma both_spec : forall n parts, leaves C n parts -> does_do_both parts = true ->
  Forall (fun a => value a = G C a) parts -> does_both C n0 j n (nim_sum C parts).
Proof.
  intros n [| c [| a [| b [| x rest]]]] L T F; try discriminate. simpl in T.
  rewrite !andb_true_iff in T. destruct T as [[[Gc Ga] Gb] E].
  inversion F as [| y l Ec F']. inversion F' as [| y' l' Ea F''].
  inversion F'' as [| y'' l'' Eb _]. subst.
  exists c, a, b. split; [exact L |]. split; [apply Nat.leb_le, Gc |].
  split; [apply Nat.leb_le, Ga |]. split; [apply Nat.leb_le, Gb |].
  split; [apply same_high_spec; assumption | reflexivity].
Qed.

End Tests.

Theorem arithmetic_checker : forall (C : code) n0 p B j q D values,
  arithmetic_accepts C n0 p B j q D values = true ->
  forall n, (n0 <= n)%nat -> G C (n + p) = G C n + q * 2 ^ j.
Proof.
  intros C n0 p B j q D values A. unfold arithmetic_accepts in A. repeat rewrite andb_true_iff in A.
  destruct A as [[[[[[[[[Mark n0_1] p_1] q_1] Far] Values] Length] First] Above] Wide].
  apply Nat.leb_le in n0_1, p_1, Far. apply N.leb_le in q_1. apply Nat.eqb_eq in Length.
  assert (right : forall n, (n < B + 2 * p)%nat -> value values n = G C n).
  { intros n L. apply nth_error_nth, (are_values_spec C values Values). lia. }
  assert (B_1 : (n0 <= B)%nat) by (pose proof (most_heaps_positive C); nia).
  assert (At : forall n, (B <= n < B + p)%nat -> above_test C n0 j q D values n = true).
  { intros n L. replace n with (B + (n - B))%nat by lia.
    apply (all_below_spec _ _ Above (n - B)). lia. }
  apply arithmetic_period with (h := most_heaps C) (t := last_place C) (B := B) (D := D); auto.
  - apply is_unmarked_spec, Mark.
  - apply no_place_after_last.
  - apply leaves_at_most_heaps.
  - apply most_heaps_positive.
  - intros n L. assert (E := all_below_spec _ _ First (n - n0) ltac:(lia)). apply N.eqb_eq in E.
    replace (n0 + (n - n0))%nat with n in E by lia. rewrite !right in E by lia. exact E.
  - intros n parts L M. assert (E := At n L). unfold above_test in E. rewrite !andb_true_iff in E.
    destruct E as [_ E]. rewrite all_of_forallb, forallb_forall in E.
    apply options_are_leaves in M as I. apply E, negb_true_iff in I. rewrite right in I by lia.
    apply threat_spec with (1 := parts_right C p B values right n parts ltac:(lia) M), I.
  - intros n L. assert (E := At n L). unfold above_test in E. rewrite !andb_true_iff in E.
    destruct E as [[[E _] _] _]. apply N.leb_le in E. rewrite right in E by lia. exact E.
  - intros n v L V Near. assert (E := At n L). unfold above_test in E. rewrite !andb_true_iff in E.
    destruct E as [[[H E] _] _]. rewrite right in E, H by lia. apply N.leb_le in H.
    destruct (all_by_spec C p B values right _ n _ _ ltac:(lia) E v ltac:(lia))
      as [parts [M [T [F <-]]]].
    apply rises_spec with (values := values); assumption.
  - intros n v L V Near. assert (E := At n L). unfold above_test in E. rewrite !andb_true_iff in E.
    destruct E as [[[H _] E] _]. rewrite right in E, H by lia. apply N.leb_le in H.
    destruct (all_by_spec C p B values right _ n _ _ ltac:(lia) E v ltac:(lia))
      as [parts [M [T [F <-]]]].
    apply both_spec with (values := values); assumption.
  - intros n v L V. assert (E := all_below_spec _ _ Wide (n - B) ltac:(lia)). cbv beta in E.
    replace (B + (n - B))%nat with n in E by lia. rewrite right in E by lia.
    destruct (all_by_spec C p B values right _ n _ _ ltac:(lia) E v ltac:(lia))
      as [parts [M [T [F <-]]]].
    apply widens_spec with (values := values); assumption.
Qed.

(** ** Kenyon's game, 0.3f, and 0.8: each proof is one computation of the kernel of Coq *)

Ltac run_checker C n0 p B j q D :=
  apply (arithmetic_checker C n0 p B j q D (first_values C (B + 2 * p)));
  vm_cast_no_check (eq_refl true).

Theorem arithmetic_0_3f : forall n, (1 <= n)%nat ->
  G (plain_code [0; 3; 15]) (n + 6) = G (plain_code [0; 3; 15]) n + 3.
Proof. run_checker (plain_code [0; 3; 15]) 1%nat 6%nat 18%nat 0 3 2. Qed.

Theorem arithmetic_0_8 : forall n, (1 <= n)%nat ->
  G (plain_code [0; 8]) (n + 3) = G (plain_code [0; 8]) n + 1.
Proof. run_checker (plain_code [0; 8]) 1%nat 3%nat 10%nat 0 1 1. Qed.
