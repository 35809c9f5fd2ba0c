(** * Section 9: values computed from the definition

    Whether some option of heap n has a value with a property P, from two lists of values: those of
    heaps n - 1, ..., 0, and those of heaps 1, 2, ... upwards. The two parts of a split are met by
    walking one list up and the other down, so no list is indexed. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Certificate.
Import ListNotations.

(** ** The two lists *)

(** g(m - 1), ..., g(0). *)
Fixpoint down (g : nat -> N) (m : nat) : list N :=
  match m with
  | O => []
  | S i => g i :: down g i
  end.

(** [up] begins with g(i), g(i + 1), ..., g(n - 1). *)
Definition goes_up (g : nat -> N) (i n : nat) (up : list N) : Prop :=
  forall j, i + j < n -> nth_error up j = Some (g (i + j)).

Lemma goes_up_tail : forall g i n v up, goes_up g i n (v :: up) -> goes_up g (S i) n up.
Proof.
  intros g i n v up H j L. specialize (H (S j)). simpl in H.
  replace (S i + j) with (i + S j) by lia. apply H. lia.
Qed.

Lemma goes_up_head : forall g i n up, goes_up g i n up -> i < n ->
  exists up', up = g i :: up' /\ goes_up g (S i) n up'.
Proof.
  intros g i n up H L. assert (E := H 0). rewrite Nat.add_0_r in E. specialize (E L).
  destruct up as [| v up]; [discriminate |]. simpl in E. injection E as E. subst v.
  exists up. split; [reflexivity | apply goes_up_tail with (1 := H)].
Qed.

Lemma down_length : forall g m, length (down g m) = m.
Proof. intros g m. induction m; simpl; auto. Qed.

Lemma goes_up_of_down : forall g n rest, goes_up g 0 n (rev (down g n) ++ rest).
Proof.
  intros g n. induction n as [| n IH]; intros rest j L; [lia |]. simpl. rewrite <- app_assoc.
  destruct (Nat.eq_dec j n) as [E | E].
  - subst j. rewrite nth_error_app2 by (rewrite rev_length, down_length; lia).
    rewrite rev_length, down_length, Nat.sub_diag. reflexivity.
  - apply (IH ([g n] ++ rest)). lia.
Qed.

Section Options.

Variable P : N -> bool.

(** ** Splits into two *)

(** The larger parts go down, the smaller up, for so many steps. *)
Fixpoint any_split (steps : nat) (larger smaller : list N) : bool :=
  match steps with
  | O => false
  | S fewer =>
    match larger, smaller with
    | x :: l, y :: m => if P (N.lxor y x) then true else any_split fewer l m
    | _, _ => false
    end
  end.

Lemma any_split_spec : forall g n steps r i up,
  goes_up g i n up -> i + steps <= n -> steps <= r ->
  (any_split steps (down g r) up = true <->
   exists j, j < steps /\ P (N.lxor (g (i + j)) (g (r - 1 - j))) = true).
Proof.
  intros g n steps. induction steps as [| steps IH]; intros r i up U L R.
  - simpl. split; [discriminate | intros [j [J _]]; lia].
  - destruct r as [| r]; [lia |]. simpl down.
    destruct (goes_up_head _ _ _ _ U) as [up' [E U']]; [lia | subst up]. simpl.
    destruct (P (N.lxor (g i) (g r))) eqn:Here.
    + split; [intros _ | reflexivity]. exists 0. split; [lia |].
      rewrite Nat.add_0_r, !Nat.sub_0_r. exact Here.
    + rewrite (IH r (S i) up') by (auto; lia). split; intros [j [J H]].
      * exists (S j). split; [lia |]. rewrite <- H. do 3 f_equal; lia.
      * destruct j as [| j].
        -- rewrite Nat.add_0_r, !Nat.sub_0_r in H. congruence.
        -- exists j. split; [lia |]. rewrite <- H. do 3 f_equal; lia.
Qed.

(** The smaller part has at most half of the tokens, and less if the parts must differ. *)
Definition smaller_parts (differ : bool) (rest : nat) : nat :=
  Nat.div2 (if differ then pred rest else rest).

Lemma smaller_parts_spec : forall differ rest a b, a + b = rest -> 1 <= a -> 1 <= b ->
  (differ = true -> a <> b) -> a <= smaller_parts differ rest \/ b <= smaller_parts differ rest.
Proof.
  intros differ rest a b E A B D. unfold smaller_parts. destruct differ.
  - specialize (D eq_refl). pose proof (Nat.div2_odd (pred rest)).
    destruct (Nat.odd (pred rest)); simpl Nat.b2n in *; lia.
  - pose proof (Nat.div2_odd rest). destruct (Nat.odd rest); simpl Nat.b2n in *; lia.
Qed.

Lemma smaller_parts_bound : forall differ rest,
  2 * smaller_parts differ rest <= rest /\
  (differ = true -> 1 <= rest -> 2 * smaller_parts differ rest < rest).
Proof.
  intros differ rest. unfold smaller_parts. destruct differ.
  - pose proof (Nat.div2_odd (pred rest)). split; intros; lia.
  - pose proof (Nat.div2_odd rest). split; [lia | discriminate].
Qed.

Lemma any_split_of_rest : forall g n differ rest up,
  goes_up g 1 n up -> rest <= n ->
  (any_split (smaller_parts differ rest) (down g rest) up = true <->
   exists a b, 1 <= a /\ 1 <= b /\ a + b = rest /\ (differ = true -> a <> b) /\
     P (N.lxor (g a) (g b)) = true).
Proof.
  intros g n differ rest up U L. destruct (smaller_parts_bound differ rest) as [H D].
  destruct (le_lt_dec (smaller_parts differ rest) 0) as [Z | Z].
  { replace (smaller_parts differ rest) with 0 by lia. simpl. split; [discriminate |].
    intros [a [b [A [B [E [Ne _]]]]]].
    destruct (smaller_parts_spec differ rest a b); auto; lia. }
  rewrite (any_split_spec g n _ rest 1 up) by (auto; lia). split.
  - intros [j [J E]]. exists (1 + j), (rest - 1 - j). repeat split; try lia; [| exact E].
    intro T. specialize (D T). lia.
  - intros [a [b [A [B [E [Ne V]]]]]].
    destruct (smaller_parts_spec differ rest a b) as [S | S]; auto.
    + exists (a - 1). split; [lia |]. rewrite <- V. do 3 f_equal; lia.
    + exists (b - 1). split; [lia |]. rewrite <- V, (N.lxor_comm (g a)). do 3 f_equal; lia.
Qed.

End Options.

(** ** Splits into three *)

Section AllMoves.

Variable P : N -> bool.

(** The first part goes up; the two others are a split of the rest. [all] is the whole list of
    values from heap 1 on. *)
Fixpoint any_three (steps rest : nat) (below first all : list N) : bool :=
  match steps with
  | O => false
  | S fewer =>
    match below, first with
    | _ :: l, y :: m =>
      if any_split (fun v => P (N.lxor y v)) (smaller_parts false (pred rest)) l all then true
      else any_three fewer (pred rest) l m all
    | _, _ => false
    end
  end.

Lemma any_three_spec : forall g n all, goes_up g 1 n all -> forall steps rest i first,
  goes_up g i n first -> i + steps <= n -> steps <= rest -> rest <= n ->
  (any_three steps rest (down g rest) first all = true <->
   exists j b c, j < steps /\ 1 <= b /\ 1 <= c /\ 1 + j + b + c = rest /\
     P (N.lxor (g (i + j)) (N.lxor (g b) (g c))) = true).
Proof.
  intros g n all A steps. induction steps as [| steps IH]; intros rest i first U L R Rn.
  - simpl. split; [discriminate | intros [j [b [c [J _]]]]; lia].
  - destruct rest as [| rest]; [lia |]. simpl down.
    destruct (goes_up_head _ _ _ _ U) as [first' [E U']]; [lia | subst first].
    cbn [any_three pred].
    destruct (any_split (fun v => P (N.lxor (g i) v)) (smaller_parts false rest) (down g rest) all)
      eqn:Here.
    + split; [intros _ | reflexivity].
      apply (any_split_of_rest _ g n) in Here; [| exact A | lia].
      destruct Here as [b [c [B [Cp [E [_ V]]]]]]. exists 0, b, c.
      repeat split; try lia. rewrite Nat.add_0_r. exact V.
    + rewrite (IH rest (S i) first') by (auto; lia).
      split; intros [j [b [c [J [B [Cp [E V]]]]]]].
      * exists (S j), b, c. repeat split; auto; try lia.
        rewrite <- V. do 3 f_equal; lia.
      * destruct j as [| j].
        -- exfalso. rewrite Nat.add_0_r in V.
           assert (X : any_split (fun v => P (N.lxor (g i) v)) (smaller_parts false rest)
             (down g rest) all = true).
           { apply (any_split_of_rest _ g n); [exact A | lia |]. exists b, c.
             repeat split; auto; try lia; discriminate. }
           congruence.
        -- exists j, b, c. repeat split; auto; try lia. rewrite <- V. do 3 f_equal; lia.
Qed.

(** ** All moves *)

Definition any_division (D : digit) (rest : nat) (below all : list N) : bool :=
  if (if may_leave D 2 then any_split P (smaller_parts (unequal D) rest) below all else false)
  then true
  else if may_leave D 3 then any_three (pred rest) rest below all all else false.

(** A move at a place k >= 1, where [rest] tokens are left, with value [v] in one heap. *)
Definition any_at (D : digit) (rest : nat) (v : N) (below all : list N) : bool :=
  if (if may_leave D 0 then match rest with O => P 0%N | S _ => false end else false) then true
  else if (if may_leave D 1 then match rest with O => false | S _ => P v end else false) then true
  else any_division D rest below all.

(** The places in order; [rest] is what is left at the first of them, [from] the values of heaps
    rest, ..., 0. *)
Fixpoint any_from (places : code) (rest : nat) (from all : list N) : bool :=
  match places, from with
  | D :: later, v :: below =>
    if any_at D rest v below all then true else any_from later (pred rest) below all
  | _, _ => false
  end.

(** Whether an option of heap n has a value with the property P. *)
Definition any_option (C : code) (n : nat) (before all : list N) : bool :=
  match C with
  | [] => false
  | D :: later =>
    if any_division D n before all then true else any_from later (pred n) before all
  end.

End AllMoves.

(** ** What the functions find: the moves, place by place *)

Definition leaves_here (D : digit) (k rest : nat) (parts : list nat) : Prop :=
  (may_leave D 0 = true /\ 1 <= k /\ rest = 0 /\ parts = []) \/
  (may_leave D 1 = true /\ 1 <= k /\ 1 <= rest /\ parts = [rest]) \/
  (exists a b, may_leave D 2 = true /\ 1 <= a /\ 1 <= b /\ (unequal D = true -> a <> b) /\
     a + b = rest /\ parts = [a; b]) \/
  (exists a b c, may_leave D 3 = true /\ 1 <= a /\ 1 <= b /\ 1 <= c /\
     a + b + c = rest /\ parts = [a; b; c]).

Lemma leaves_place : forall (C : code) n parts,
  leaves C n parts <-> exists k, k <= n /\ leaves_here (d C k) k (n - k) parts.
Proof.
  intros C n parts. split.
  - intros [k E K N | k a E K A N | k a b E A B U N | k a b c E A B B' N]; exists k;
      (split; [lia |]).
    + left. repeat split; auto; lia.
    + right; left. replace (n - k) with a by lia. auto.
    + right; right; left. exists a, b. repeat split; auto; lia.
    + right; right; right. exists a, b, c. repeat split; auto; lia.
  - intros [k [L [[E [K [R Eq]]] | [[E [K [R Eq]]] | [[a [b [E [A [B [U [R Eq]]]]]]] |
      [a [b [c [E [A [B [B' [R Eq]]]]]]]]]]]]]; subst parts.
    + apply leaves_none with k; auto; lia.
    + apply leaves_one with k; auto; lia.
    + apply leaves_two with k; auto; lia.
    + apply leaves_three with k; auto; lia.
Qed.

Section Found.

Variables (P : N -> bool) (C : code) (n : nat) (all : list N).
Hypothesis all_up : goes_up (G C) 1 n all.

(** Some option of these has a value with the property. *)
Definition found (options : list nat -> Prop) : Prop :=
  exists parts, options parts /\ P (nim_sum C parts) = true.

Lemma any_division_spec : forall D rest, rest <= n ->
  (any_division P D rest (down (G C) rest) all = true <->
   found (fun parts => leaves_here D 0 rest parts)).
Proof.
  intros D rest L. unfold any_division, found.
  assert (Two := any_split_of_rest P (G C) n (unequal D) rest all all_up L).
  assert (T : any_three P (pred rest) rest (down (G C) rest) all all = true <-> exists a b c,
    1 <= a /\ 1 <= b /\ 1 <= c /\ a + b + c = rest /\ P (nim_sum C [a; b; c]) = true).
  { destruct rest as [| rest].
    - simpl. split; [discriminate | intros [a [b [c H]]]; lia].
    - simpl pred. rewrite (any_three_spec P (G C) n all all_up rest (S rest) 1 all) by (auto; lia).
      split.
      + intros [j [b [c [J [B [B' [E V]]]]]]]. exists (1 + j), b, c.
        rewrite nim_sum_3. repeat split; auto; lia.
      + intros [a [b [c [A [B [B' [E V]]]]]]]. exists (a - 1), b, c.
        rewrite nim_sum_3 in V. replace (1 + (a - 1)) with a by lia. repeat split; auto; lia. }
  split.
  - destruct (may_leave D 2) eqn:B4; [destruct (any_split _ _ _ _) eqn:E |].
    + intros _. destruct (proj1 Two eq_refl) as [a [b [A [B [R [U V]]]]]].
      exists [a; b]. rewrite nim_sum_2. split; [| exact V].
      right; right; left. exists a, b. auto 9.
    + destruct (may_leave D 3) eqn:B8; [| discriminate]. intro H. apply T in H.
      destruct H as [a [b [c [A [B [B' [R V]]]]]]]. exists [a; b; c]. split; [| exact V].
      right; right; right. exists a, b, c. auto 9.
    + destruct (may_leave D 3) eqn:B8; [| discriminate]. intro H. apply T in H.
      destruct H as [a [b [c [A [B [B' [R V]]]]]]]. exists [a; b; c]. split; [| exact V].
      right; right; right. exists a, b, c. auto 9.
  - intros [parts [[[_ [K _]] | [[_ [K _]] | [[a [b [E [A [B [U [R Eq]]]]]]] |
      [a [b [c [E [A [B [B' [R Eq]]]]]]]]]]] V]]; try lia; subst parts; rewrite E.
    + rewrite nim_sum_2 in V.
      replace (any_split P (smaller_parts (unequal D) rest) (down (G C) rest) all) with true;
        [reflexivity |].
      symmetry. apply Two. exists a, b. auto 9.
    + replace (any_three P (pred rest) rest (down (G C) rest) all all) with true.
      * destruct (may_leave D 2); [destruct (any_split _ _ _ _) |]; reflexivity.
      * symmetry. apply T. exists a, b, c. auto 9.
Qed.

Lemma any_at_spec : forall D k rest, 1 <= k -> rest <= n ->
  (any_at P D rest (G C rest) (down (G C) rest) all = true <->
   found (fun parts => leaves_here D k rest parts)).
Proof.
  intros D k rest K L. assert (Div := any_division_spec D rest L). unfold any_at. split.
  - destruct (if may_leave D 0 then match rest with O => P 0%N | S _ => false end else false) eqn:B1.
    { intros _. destruct (may_leave D 0) eqn:E; [| discriminate].
      destruct rest; [| discriminate]. exists []. split; [left; auto | exact B1]. }
    destruct (if may_leave D 1 then match rest with O => false | S _ => P (G C rest) end else false)
      eqn:B2.
    { intros _. destruct (may_leave D 1) eqn:E; [| discriminate].
      destruct rest; [discriminate |]. eexists [_]. rewrite nim_sum_1. split; [| exact B2].
      right; left. repeat split; auto; lia. }
    intro H. apply Div in H.
    destruct H as [parts [[[_ [X _]] | [[_ [X _]] | H]] V]]; try lia.
    exists parts. split; [right; right; exact H | exact V].
  - intros [parts [[[E [_ [R Eq]]] | [[E [_ [R Eq]]] | H]] V]].
    + subst parts rest. rewrite E. simpl in V. rewrite V. reflexivity.
    + subst parts. rewrite E. rewrite nim_sum_1 in V. destruct rest as [| rest]; [lia |].
      rewrite V. destruct (may_leave D 0); reflexivity.
    + replace (any_division P D rest (down (G C) rest) all) with true.
      * destruct (if may_leave D 0 then match rest with O => P 0%N | S _ => false end else false),
          (if may_leave D 1 then match rest with O => false | S _ => P (G C rest) end else false);
          reflexivity.
      * symmetry. apply Div. exists parts. split; [right; right; exact H | exact V].
Qed.

Lemma any_from_spec : forall places k rest, 1 <= k -> rest <= n ->
  (any_from P places rest (down (G C) (S rest)) all = true <->
   exists i, i <= rest /\
     found (fun parts => leaves_here (nth i places zero_digit) (k + i) (rest - i) parts)).
Proof.
  induction places as [| D places IH]; intros k rest K L.
  - simpl. split; [discriminate |]. intros [i [_ [parts [H _]]]].
    destruct i; destruct H as [H | [H | [[a [b H]] | [a [b [c H]]]]]]; destruct H; discriminate.
  - change (down (G C) (S rest)) with (G C rest :: down (G C) rest). cbn [any_from].
    destruct (any_at P D rest (G C rest) (down (G C) rest) all) eqn:Here.
    + split; [intros _ | reflexivity]. apply (any_at_spec D k rest K L) in Here.
      exists 0. rewrite Nat.add_0_r, Nat.sub_0_r. split; [lia | exact Here].
    + assert (Not : ~ found (fun parts => leaves_here D k rest parts)).
      { intro F. apply (any_at_spec D k rest K L) in F. congruence. }
      destruct rest as [| rest].
      * split.
        -- simpl. destruct places; discriminate.
        -- intros [i [I F]]. destruct i; [| lia]. rewrite Nat.add_0_r in F. contradiction.
      * simpl pred. rewrite (IH (S k) rest) by lia. split; intros [i [I F]].
        -- exists (S i). split; [lia |]. replace (k + S i) with (S k + i) by lia. exact F.
        -- destruct i as [| i].
           ++ rewrite Nat.add_0_r, Nat.sub_0_r in F. contradiction.
           ++ exists i. split; [lia |]. replace (S k + i) with (k + S i) by lia. exact F.
Qed.

Theorem any_option_spec :
  any_option P C n (down (G C) n) all = true <-> found (leaves C n).
Proof.
  unfold any_option. destruct C as [| D later] eqn:Code.
  - split; [discriminate |]. intros [parts [L _]].
    inversion L as [k E | k a E | k a b E | k a b c E]; unfold d in E; destruct k; discriminate.
  - rewrite <- Code in *. assert (D0 : d C 0 = D) by (rewrite Code; reflexivity).
    assert (Dk : forall i, d C (S i) = nth i later zero_digit) by (rewrite Code; reflexivity).
    assert (F : found (leaves C n) <->
      found (fun parts => leaves_here D 0 n parts) \/
      exists i, S i <= n /\ found (fun parts => leaves_here (nth i later zero_digit) (S i) (n - S i) parts)).
    { unfold found. split.
      - intros [parts [L V]]. apply leaves_place in L. destruct L as [k [K L]]. destruct k as [| i].
        + left. exists parts. rewrite D0, Nat.sub_0_r in L. tauto.
        + right. exists i. split; [exact K |]. exists parts. rewrite Dk in L. tauto.
      - intros [[parts [L V]] | [i [I [parts [L V]]]]]; exists parts; (split; [| exact V]);
          apply leaves_place.
        + exists 0. rewrite D0, Nat.sub_0_r. split; [lia | exact L].
        + exists (S i). rewrite Dk. tauto. }
    rewrite F. destruct (any_division P D n (down (G C) n) all) eqn:Here.
    + split; [intros _; left | reflexivity]. apply (any_division_spec D n (le_n n)), Here.
    + assert (Not : ~ found (fun parts => leaves_here D 0 n parts)).
      { intro X. apply (any_division_spec D n (le_n n)) in X. congruence. }
      destruct (Nat.eq_dec n 0) as [Z | Z].
      * rewrite Z in *. split; [simpl; destruct later; discriminate |].
        intros [X | [i [I _]]]; [contradiction | lia].
      * replace (down (G C) n) with (down (G C) (S (pred n))) by (f_equal; lia).
        rewrite (any_from_spec later 1 (pred n)) by lia. split.
        -- intros [i [I X]]. right. exists i. split; [lia |].
           replace (n - S i) with (pred n - i) by lia. exact X.
        -- intros [X | [i [I X]]]; [contradiction |]. exists i. split; [lia |].
           replace (pred n - i) with (n - S i) by lia. exact X.
Qed.

End Found.

(** ** The value of a heap *)

(** Whether f holds of all numbers below v. *)
Fixpoint all_below (f : N -> bool) (v : nat) : bool :=
  match v with
  | O => true
  | S w => if f (N.of_nat w) then all_below f w else false
  end.

Lemma all_below_spec : forall f v, all_below f v = true ->
  forall w, (w < N.of_nat v)%N -> f w = true.
Proof.
  intros f v. induction v as [| v IH]; intros H w L; [lia |]. simpl in H.
  destruct (f (N.of_nat v)) eqn:E; [| discriminate].
  destruct (N.eq_dec w (N.of_nat v)); [subst; exact E | apply IH; [exact H | lia]].
Qed.

(** Whether v is the mex of the values of the options of heap n. *)
Definition is_value (C : code) (n : nat) (before all : list N) (v : N) : bool :=
  if any_option (N.eqb v) C n before all then false
  else all_below (fun w => any_option (N.eqb w) C n before all) (N.to_nat v).

Theorem is_value_spec : forall (C : code) n all v, goes_up (G C) 1 n all ->
  is_value C n (down (G C) n) all v = true -> v = G C n.
Proof.
  intros C n all v U H. unfold is_value in H.
  destruct (any_option (N.eqb v) C n (down (G C) n) all) eqn:None; [discriminate |].
  symmetry. apply G_by_options.
  - intros parts L E. enough (any_option (N.eqb v) C n (down (G C) n) all = true) by congruence.
    apply any_option_spec; [exact U |]. exists parts. split; [exact L |].
    apply N.eqb_eq. congruence.
  - intros w W. apply all_below_spec with (w := w) in H; [| lia].
    apply any_option_spec in H; [| exact U]. destruct H as [parts [L E]].
    exists parts. apply N.eqb_eq in E. auto.
Qed.

(** Whether the values [rest], from heap n on, are right, if those before are. *)
Fixpoint values_from (C : code) (n : nat) (before rest all : list N) : bool :=
  match rest with
  | [] => true
  | v :: later =>
    if is_value C n before all v then values_from C (S n) (v :: before) later all else false
  end.

Lemma values_from_spec : forall (C : code) rest n all,
  all = tl (rev (down (G C) n) ++ rest) ->
  values_from C n (down (G C) n) rest all = true ->
  forall i, i < length rest -> nth_error rest i = Some (G C (n + i)).
Proof.
  intros C rest. induction rest as [| v rest IH]; intros n all A H i L; [simpl in L; lia |].
  simpl in H. destruct (is_value C n (down (G C) n) all v) eqn:E; [| discriminate].
  assert (V : v = G C n).
  { apply is_value_spec with (2 := E). subst all. intros j J.
    assert (X := goes_up_of_down (G C) n (v :: rest) (S j)).
    change (0 + S j) with (1 + j) in X. rewrite <- X by lia.
    destruct (rev (down (G C) n) ++ v :: rest); [destruct j |]; reflexivity. }
  destruct i as [| i]; simpl.
  - rewrite Nat.add_0_r, V. reflexivity.
  - subst v. rewrite (IH (S n) all); [f_equal; f_equal; lia | | exact H | simpl in L; lia].
    rewrite A. simpl. rewrite <- app_assoc. reflexivity.
Qed.

(** Whether a list is G(0), G(1), ... . *)
Definition are_values (C : code) (values : list N) : bool :=
  values_from C 0 [] values (tl values).

Theorem are_values_spec : forall C values, are_values C values = true ->
  forall n, n < length values -> nth_error values n = Some (G C n).
Proof. intros C values H n L. apply (values_from_spec C values 0 (tl values)); auto. Qed.
