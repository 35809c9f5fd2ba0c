(** * Section 0: codes, moves, positions, outcome, Grundy value

    The definitions, as a reader of Winning Ways, chapter 4, would write them. Nothing here is
    about programs. The letters are those of [theory]: a heap has n tokens, a move takes k of them
    and leaves parts a, b, c. *)

From Coq Require Import Arith Bool FinFun List NArith Lia.
Import ListNotations.

(** ** Codes *)

(** A digit is the sum of some of the bits 1, 2, 4, 8; the mark [!] behind it says that two parts
    must differ. *)
Record digit := Digit { bits : N; unequal : bool }.

(** The rules of a game are the digits d0, d1, d2, ... of all places: [C k] is the digit d_k. *)
Definition rules := nat -> digit.

(** A code d0.d1d2d3... that ends is the list of its digits. All later digits are zero. *)
Definition code := list digit.

Definition zero_digit : digit := Digit 0 false.

Definition d (C : code) : rules := fun k => nth k C zero_digit.

(** Wherever rules are asked for, a code stands for its digits. *)
Coercion d : code >-> rules.

(** [plain_code [0; 7; 7]] is 0.77: a code without the mark. *)
Definition plain_code (digits : list N) : code := map (fun b => Digit b false) digits.

(** Bit 2^j of a digit allows to leave j heaps. *)
Definition may_leave (D : digit) (j : N) : bool := N.testbit (bits D) j.

(** ** Moves *)

(** [leaves C n parts]: a move of a heap of n tokens may leave these parts. Parts are never empty.
    Digit d0 has neither bit 1 nor bit 2 (a move that takes nothing splits); if it had them, they
    would mean nothing here. *)
Inductive leaves (C : rules) (n : nat) : list nat -> Prop :=
| leaves_none : forall k, may_leave (C k) 0 = true ->
    1 <= k -> n = k -> leaves C n []
| leaves_one : forall k a, may_leave (C k) 1 = true ->
    1 <= k -> 1 <= a -> n = k + a -> leaves C n [a]
| leaves_two : forall k a b, may_leave (C k) 2 = true ->
    1 <= a -> 1 <= b -> (unequal (C k) = true -> a <> b) ->
    n = k + a + b -> leaves C n [a; b]
| leaves_three : forall k a b c, may_leave (C k) 3 = true ->
    1 <= a -> 1 <= b -> 1 <= c -> n = k + a + b + c -> leaves C n [a; b; c].

(** The same moves as a list, to compute with. *)
Definition leaves_at (D : digit) (k rest : nat) : list (list nat) :=
  (if may_leave D 0 && (1 <=? k) && (rest =? 0) then [[]] else []) ++
  (if may_leave D 1 && (1 <=? k) && (1 <=? rest) then [[rest]] else []) ++
  (if may_leave D 2
   then map (fun a => [a; rest - a])
          (filter (fun a => negb (unequal D && (a =? rest - a))) (seq 1 (rest - 1)))
   else []) ++
  (if may_leave D 3
   then flat_map (fun a => map (fun b => [a; b; rest - a - b]) (seq 1 (rest - a - 1)))
          (seq 1 (rest - 1))
   else []).

Definition options (C : rules) (n : nat) : list (list nat) :=
  flat_map (fun k => leaves_at (C k) k (n - k)) (seq 0 (S n)).

(** ** Positions *)

(** A position is a multiset of heaps, written as a list: [value_of_permutation] in
    SpragueGrundy.v says that the order does not matter. *)
Definition position := list nat.

(** A move replaces one heap by the parts that it leaves. *)
Inductive move (C : rules) : position -> position -> Prop :=
| move_here : forall n parts X, leaves C n parts -> move C (n :: X) (parts ++ X)
| move_there : forall n X Y, move C X Y -> move C (n :: X) (n :: Y).

Fixpoint followers (C : rules) (X : position) : list position :=
  match X with
  | [] => []
  | n :: Y => map (fun parts => parts ++ Y) (options C n) ++ map (cons n) (followers C Y)
  end.

(** ** Outcome in normal play *)

(** Whoever cannot move loses. Outcome N: the player who moves next can win, by a move to a
    position of outcome P. Outcome P: the previous player can, for every move leads to N. *)
Inductive outcome_N (C : rules) : position -> Prop :=
| wins_by : forall X Y, move C X Y -> outcome_P C Y -> outcome_N C X
with outcome_P (C : rules) : position -> Prop :=
| wins_by_none : forall X, (forall Y, move C X Y -> outcome_N C Y) -> outcome_P C X.

(** ** Mex *)

(** v is the least natural number that does not have the property S. *)
Definition is_mex (S : N -> Prop) (v : N) : Prop :=
  ~ S v /\ forall w, (w < v)%N -> S w.

Fixpoint mex_from (steps : nat) (v : N) (l : list N) : N :=
  match steps with
  | O => v
  | S more => if existsb (N.eqb v) l then mex_from more (N.succ v) l else v
  end.

Definition mex (l : list N) : N := mex_from (length l) 0 l.

(** ** Grundy value *)

(** Every play ends: this weight falls with every move ([weight_of_move]). *)
Fixpoint weight (X : position) : nat :=
  match X with
  | [] => 0
  | n :: Y => 2 * n - 1 + weight Y
  end.

(** The Grundy value is the mex of the Grundy values of the positions that a move leads to; the
    recursion needs no more steps than the weight. That it is this mex is [grundy_is_mex] below. *)
Fixpoint grundy_within (C : rules) (steps : nat) (X : position) : N :=
  match steps with
  | O => 0
  | S fewer => mex (map (grundy_within C fewer) (followers C X))
  end.

Definition grundy (C : rules) (X : position) : N := grundy_within C (weight X) X.

(** G(n), the value of one heap of n tokens. *)
Definition G (C : rules) (n : nat) : N := grundy C [n].

(** The nim-sum of the values of some heaps. *)
Definition nim_sum (C : rules) (X : position) : N := fold_right (fun n v => N.lxor (G C n) v) 0%N X.

(** * What has to be shown of the definitions *)

(** ** The mex *)

Lemma is_mex_unique : forall S v w, is_mex S v -> is_mex S w -> v = w.
Proof.
  intros S v w [Hv Bv] [Hw Bw].
  destruct (N.lt_trichotomy v w) as [H | [H | H]].
  - exfalso. apply Hv, Bw, H.
  - exact H.
  - exfalso. apply Hw, Bv, H.
Qed.

Lemma is_mex_same : forall S T v, (forall w, S w <-> T w) -> is_mex S v -> is_mex T v.
Proof.
  intros S T v E [H B]. split.
  - intro. apply H, E. assumption.
  - intros w L. apply E, B, L.
Qed.

Lemma existsb_In : forall v l, existsb (N.eqb v) l = true <-> In v l.
Proof.
  intros v l. rewrite existsb_exists. split.
  - intros [w [I E]]. apply N.eqb_eq in E. subst. exact I.
  - intro I. exists v. split; [exact I | apply N.eqb_refl].
Qed.

(** The search finds a number outside the list, or has seen [steps] of them in it. *)
Lemma mex_from_spec : forall l steps v,
  (forall w, (w < v)%N -> In w l) ->
  (forall w, (w < mex_from steps v l)%N -> In w l) /\
  (~ In (mex_from steps v l) l \/ mex_from steps v l = (v + N.of_nat steps)%N).
Proof.
  intros l steps. induction steps as [| more IH]; intros v B; simpl mex_from.
  - split; [exact B | right; lia].
  - destruct (existsb (N.eqb v) l) eqn:E.
    + apply existsb_In in E. destruct (IH (N.succ v)) as [B' D].
      * intros w L. destruct (N.eq_dec w v); [subst; exact E | apply B; lia].
      * split; [exact B' |]. destruct D; [left; assumption | right; lia].
    + split; [exact B |]. left. intro I. apply existsb_In in I. congruence.
Qed.

Lemma mex_spec : forall l, is_mex (fun v => In v l) (mex l).
Proof.
  intro l. unfold mex. destruct (mex_from_spec l (length l) 0) as [B D].
  - intros w L. lia.
  - split; [| exact B]. destruct D as [D | D]; [exact D |].
    intro I. rewrite N.add_0_l in D.
    assert (A : incl (map N.of_nat (seq 0 (S (length l)))) l).
    { intros w W. apply in_map_iff in W. destruct W as [i [Ei Hi]]. apply in_seq in Hi.
      subst w. destruct (Nat.eq_dec i (length l)) as [Eq | Ne].
      - subst i. rewrite <- D. exact I.
      - apply B. rewrite D. lia. }
    apply NoDup_incl_length in A.
    + rewrite map_length, seq_length in A. lia.
    + apply Injective_map_NoDup; [| apply seq_NoDup].
      intros i j. apply Nnat.Nat2N.inj.
Qed.

(** ** The lists of moves are the moves *)

Lemma leaves_at_spec : forall C k n parts, k <= n ->
  In parts (leaves_at (C k) k (n - k)) -> leaves C n parts.
Proof.
  intros C k n parts L I. unfold leaves_at in I.
  repeat rewrite in_app_iff in I. destruct I as [I | [I | [I | I]]].
  - destruct (may_leave (C k) 0) eqn:E, (1 <=? k) eqn:K, (n - k =? 0) eqn:R; simpl in I; try tauto.
    destruct I as [I | []]. subst. apply Nat.leb_le in K. apply Nat.eqb_eq in R.
    apply leaves_none with k; auto; lia.
  - destruct (may_leave (C k) 1) eqn:E, (1 <=? k) eqn:K, (1 <=? n - k) eqn:R; simpl in I; try tauto.
    destruct I as [I | []]. subst. apply Nat.leb_le in K. apply Nat.leb_le in R.
    apply leaves_one with k; auto; lia.
  - destruct (may_leave (C k) 2) eqn:E; [| simpl in I; tauto].
    apply in_map_iff in I. destruct I as [a [Ea I]]. apply filter_In in I. destruct I as [I F].
    apply in_seq in I. subst parts. apply leaves_two with k; auto; try lia.
    intros U. rewrite U in F. simpl in F. apply negb_true_iff, Nat.eqb_neq in F. exact F.
  - destruct (may_leave (C k) 3) eqn:E; [| simpl in I; tauto].
    apply in_flat_map in I. destruct I as [a [Ia I]]. apply in_map_iff in I.
    destruct I as [b [Eb Ib]]. apply in_seq in Ia. apply in_seq in Ib. subst parts.
    apply leaves_three with k; auto; lia.
Qed.

Theorem options_are_leaves : forall C n parts, In parts (options C n) <-> leaves C n parts.
Proof.
  intros C n parts. unfold options. rewrite in_flat_map. split.
  - intros [k [Ik I]]. apply in_seq in Ik. apply leaves_at_spec with k; [lia | exact I].
  - intro M. inversion M as [k E K N | k a E K A N | k a b E A B U N | k a b c E A B B' N]; subst n;
      exists k; (split; [apply in_seq; lia |]); unfold leaves_at; rewrite E;
      repeat rewrite in_app_iff.
    + left. replace (k - k) with 0 by lia. destruct k; [lia |]. simpl. tauto.
    + right; left. replace (k + a - k) with a by lia.
      destruct k; [lia |]. destruct a; [lia |]. simpl. tauto.
    + right; right; left. replace (k + a + b - k) with (a + b) by lia.
      apply in_map_iff. exists a. replace (a + b - a) with b by lia. split; [reflexivity |].
      apply filter_In. split; [apply in_seq; lia |].
      destruct (unequal (C k)); [| reflexivity]. simpl.
      apply negb_true_iff, Nat.eqb_neq. replace (a + b - a) with b by lia. apply U. reflexivity.
    + right; right; right. replace (k + a + b + c - k) with (a + b + c) by lia.
      apply in_flat_map. exists a. split; [apply in_seq; lia |].
      apply in_map_iff. exists b. split; [| apply in_seq; lia].
      replace (a + b + c - a - b) with c by lia. reflexivity.
Qed.

Theorem followers_are_moves : forall C X Y, In Y (followers C X) <-> move C X Y.
Proof.
  intros C X. induction X as [| n X IH]; intro Y; simpl.
  - split; [tauto | intro M; inversion M].
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [[parts [E I]] | [Z [E I]]]; subst Y.
      * apply move_here, options_are_leaves, I.
      * apply move_there, IH, I.
    + intro M. inversion M as [n' parts X' L | n' X' Z L]; subst.
      * left. exists parts. split; [reflexivity |]. apply options_are_leaves, L.
      * right. exists Z. split; [reflexivity |]. apply IH, L.
Qed.

(** ** Every play ends *)

Lemma weight_app : forall X Y, weight (X ++ Y) = weight X + weight Y.
Proof. intros X Y. induction X; simpl; lia. Qed.

Lemma weight_of_parts : forall C n parts, leaves C n parts -> weight parts < 2 * n - 1.
Proof. intros C n parts L. inversion L; subst; simpl; lia. Qed.

Theorem weight_of_move : forall C X Y, move C X Y -> weight Y < weight X.
Proof.
  intros C X Y M. induction M as [n parts X L | n X Y M IH].
  - rewrite weight_app. apply weight_of_parts in L. simpl. lia.
  - simpl. lia.
Qed.

(** ** The Grundy value is the mex of those of the options *)

Lemma grundy_within_enough : forall C s s' X, weight X <= s -> weight X <= s' ->
  grundy_within C s X = grundy_within C s' X.
Proof.
  intros C s. induction s as [| s IH]; intros s' X L L'.
  - destruct s' as [| s']; [reflexivity |]. simpl.
    destruct (followers C X) as [| Y F] eqn:E; [reflexivity |].
    assert (M : move C X Y) by (apply followers_are_moves; rewrite E; left; reflexivity).
    apply weight_of_move in M. lia.
  - destruct s' as [| s'].
    + simpl. destruct (followers C X) as [| Y F] eqn:E; [reflexivity |].
      assert (M : move C X Y) by (apply followers_are_moves; rewrite E; left; reflexivity).
      apply weight_of_move in M. lia.
    + simpl. f_equal. apply map_ext_in. intros Y I.
      apply followers_are_moves, weight_of_move in I. apply IH; lia.
Qed.

Theorem grundy_is_mex : forall C X,
  is_mex (fun v => exists Y, move C X Y /\ grundy C Y = v) (grundy C X).
Proof.
  intros C X.
  assert (E : grundy C X = mex (map (grundy C) (followers C X))).
  { unfold grundy at 1. rewrite (grundy_within_enough C _ (S (weight X))) by lia. simpl. f_equal.
    apply map_ext_in. intros Y I. apply followers_are_moves, weight_of_move in I.
    apply grundy_within_enough; lia. }
  rewrite E. apply is_mex_same with (2 := mex_spec _). intro v. rewrite in_map_iff.
  split; intros [Y [A B]]; exists Y; rewrite followers_are_moves in *; tauto.
Qed.

(** It is the only such function: a total recursion, whatever way it is written. *)
Theorem grundy_unique : forall C (g : position -> N),
  (forall X, is_mex (fun v => exists Y, move C X Y /\ g Y = v) (g X)) ->
  forall X, g X = grundy C X.
Proof.
  intros C g H X. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W. subst w.
  apply is_mex_unique with (1 := H X). apply is_mex_same with (2 := grundy_is_mex C X).
  intro v. split; intros [Y [M E]]; exists Y; (split; [exact M |]);
    rewrite <- E; [| symmetry]; apply IH with (weight Y); auto; apply weight_of_move with (1 := M).
Qed.
