(** * Section 2: first cousins

    Theorem 2 of [theory::cousins]: where no lone token can be taken, one token less in every heap is
    the same game, by other rules. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Endless Misere.
Import ListNotations.

(** The rules C'. The bits of place k come from the places k + 1, k, k - 1 and k - 2 of C. *)
Definition cousin_eight (C : rules) (k : nat) : bool := (2 <=? k) && may_leave (C (k - 2)) 3.

Definition cousin (C : rules) : rules := fun k => if k =? 0 then zero_digit else
  Digit (N.lor (if may_leave (C (k + 1)) 0 then 1 else 0)
        (N.lor (if may_leave (C k) 1 then 3 else 0)
        (N.lor (if may_leave (C (k - 1)) 2 then if unequal (C (k - 1)) then 6 else 7 else 0)
               (if cousin_eight C k then 15 else 0))))
    (may_leave (C (k - 1)) 2 && unequal (C (k - 1)) && negb (cousin_eight C k)).

(** One token less in every heap; heaps of one token drop out. *)
Definition shrink (X : position) : position := filter (fun n => negb (n =? 0)) (map pred X).

Definition no_lone_token (C : rules) : Prop := may_leave (C 1) 0 = false.

Section Cousin.

Variable C : rules.
Hypothesis lone : no_lone_token C.
Notation C' := (cousin C).

Lemma cousin_bit : forall k j, may_leave (C' k) j = true -> 1 <= k.
Proof.
  intros [| k] j K; [| lia]. change (N.testbit 0 j = true) in K. rewrite N.bits_0 in K. discriminate.
Qed.

Ltac bit_cases k := let L := fresh in intros L; unfold cousin;
  rewrite (proj2 (Nat.eqb_neq k 0)) by lia; unfold may_leave at 1; cbn [bits];
  destruct (may_leave (C (k + 1)) 0), (may_leave (C k) 1), (may_leave (C (k - 1)) 2),
    (unequal (C (k - 1))), (cousin_eight C k); reflexivity.

Lemma cousin_0 : forall k, 1 <= k -> may_leave (C' k) 0 = may_leave (C (k + 1)) 0 ||
  may_leave (C k) 1 || may_leave (C (k - 1)) 2 && negb (unequal (C (k - 1))) || cousin_eight C k.
Proof. intro k. bit_cases k. Qed.

Lemma cousin_1 : forall k, 1 <= k -> may_leave (C' k) 1 =
  may_leave (C k) 1 || may_leave (C (k - 1)) 2 || cousin_eight C k.
Proof. intro k. bit_cases k. Qed.

Lemma cousin_2 : forall k, 1 <= k -> may_leave (C' k) 2 = may_leave (C (k - 1)) 2 || cousin_eight C k.
Proof. intro k. bit_cases k. Qed.

Lemma cousin_3 : forall k, 1 <= k -> may_leave (C' k) 3 = cousin_eight C k.
Proof. intro k. bit_cases k. Qed.

Lemma cousin_mark : forall k, 1 <= k -> unequal (C' k) =
  may_leave (C (k - 1)) 2 && unequal (C (k - 1)) && negb (cousin_eight C k).
Proof. intros k L. unfold cousin. rewrite (proj2 (Nat.eqb_neq k 0)) by lia. reflexivity. Qed.

Lemma eight_iff : forall k, cousin_eight C k = true <-> 2 <= k /\ may_leave (C (k - 2)) 3 = true.
Proof. intro k. unfold cousin_eight. rewrite andb_true_iff, Nat.leb_le. reflexivity. Qed.

Lemma eight_at : forall k, may_leave (C k) 3 = true -> cousin_eight C (k + 2) = true.
Proof.
  intros k K. apply eight_iff. split; [lia |]. replace (k + 2 - 2) with k by lia. exact K.
Qed.

(** Every move of C is one of C'. *)
Lemma cousin_forth : forall n parts, leaves C n parts -> leaves C' (n - 1) (shrink parts).
Proof.
  intros n parts L.
  destruct L as [k K k_1 Eq | k a K k_1 A Eq | k a b K A B U Eq | k a b c K A B D Eq]; subst n.
  - destruct (Nat.eq_dec k 1) as [-> | N]; [rewrite lone in K; discriminate |].
    apply leaves_none with (k - 1); [| lia | reflexivity]. rewrite cousin_0 by lia.
    replace (k - 1 + 1) with k by lia. rewrite K. reflexivity.
  - destruct a as [| [| a]]; [lia | |]; simpl.
    + apply leaves_none with k; [rewrite cousin_0, K by lia; rewrite orb_true_r; reflexivity | lia | lia].
    + apply leaves_one with k; [rewrite cousin_1, K by lia; reflexivity | lia | lia | lia].
  - assert (k1 : k + 1 - 1 = k) by lia.
    destruct a as [| [| a]], b as [| [| b]]; try lia; simpl.
    + apply leaves_none with (k + 1); [| lia | lia]. rewrite cousin_0, k1, K by lia.
      destruct (unequal (C k)); [exfalso; apply U; reflexivity |]. rewrite orb_true_r. reflexivity.
    + apply leaves_one with (k + 1); try lia. rewrite cousin_1, k1, K by lia. rewrite orb_true_r. reflexivity.
    + apply leaves_one with (k + 1); try lia. rewrite cousin_1, k1, K by lia. rewrite orb_true_r. reflexivity.
    + apply leaves_two with (k + 1); try lia.
      * rewrite cousin_2, k1, K by lia. reflexivity.
      * rewrite cousin_mark, k1, K by lia. intro M. destruct (unequal (C k)); [| discriminate].
        specialize (U eq_refl). lia.
  - apply eight_at in K.
    destruct a as [| [| a]], b as [| [| b]], c as [| [| c]]; try lia; simpl.
    all: try (apply leaves_none with (k + 2); [rewrite cousin_0, K, orb_true_r by lia; reflexivity | lia | lia]).
    all: try (apply leaves_one with (k + 2); [rewrite cousin_1, K, orb_true_r by lia; reflexivity | lia | lia | lia]).
    all: try (apply leaves_two with (k + 2); [rewrite cousin_2, K, orb_true_r by lia; reflexivity | lia | lia
      | rewrite cousin_mark, K, andb_false_r by lia; discriminate | lia]).
    apply leaves_three with (k + 2); try lia. rewrite cousin_3 by lia. exact K.
Qed.

(** Every move of C' comes from one of C. *)
Lemma cousin_back : forall m parts', leaves C' m parts' ->
  exists parts, leaves C (m + 1) parts /\ shrink parts = parts'.
Proof.
  intros m parts' L.
  destruct L as [k K k_1 Eq | k a K k_1 A Eq | k a b K A B U Eq | k a b c K A B D Eq]; subst m;
    assert (P := cousin_bit _ _ K).
  - rewrite cousin_0 in K by exact P. rewrite !orb_true_iff, andb_true_iff, negb_true_iff, eight_iff in K.
    destruct K as [[[K | K] | [K U]] | [k_2 K]].
    + exists []. split; [apply leaves_none with (k + 1); auto; lia | reflexivity].
    + exists [1]. split; [apply leaves_one with k; auto; lia | reflexivity].
    + exists [1; 1]. split; [apply leaves_two with (k - 1); auto; try lia; congruence | reflexivity].
    + exists [1; 1; 1]. split; [apply leaves_three with (k - 2); auto; lia | reflexivity].
  - rewrite cousin_1 in K by exact P. rewrite !orb_true_iff, eight_iff in K. destruct a as [| a]; [lia |].
    destruct K as [[K | K] | [k_2 K]].
    + exists [S (S a)]. split; [apply leaves_one with k; auto; lia | reflexivity].
    + exists [1; S (S a)]. split; [apply leaves_two with (k - 1); auto; lia | reflexivity].
    + exists [1; 1; S (S a)]. split; [apply leaves_three with (k - 2); auto; lia | reflexivity].
  - rewrite cousin_2 in K by exact P. rewrite cousin_mark in U by exact P.
    destruct a as [| a]; [lia |]. destruct b as [| b]; [lia |].
    destruct (cousin_eight C k) eqn:Eight.
    + apply eight_iff in Eight. destruct Eight as [k_2 E].
      exists [1; S (S a); S (S b)]. split; [apply leaves_three with (k - 2); auto; lia | reflexivity].
    + rewrite orb_false_r in K. rewrite K in U.
      exists [S (S a); S (S b)]. split; [| reflexivity].
      apply leaves_two with (k - 1); auto; try lia. intros M E. rewrite M in U. apply U; [reflexivity | lia].
  - rewrite cousin_3 in K by exact P. apply eight_iff in K. destruct K as [k_2 K].
    destruct a as [| a]; [lia |]. destruct b as [| b]; [lia |]. destruct c as [| c]; [lia |].
    exists [S (S a); S (S b); S (S c)]. split; [apply leaves_three with (k - 2); auto; lia | reflexivity].
Qed.

(** Theorem 2: the moves of heap n and of heap n - 1 correspond, part by part. *)
Theorem cousin_moves : forall n parts', 1 <= n ->
  (leaves C' (n - 1) parts' <-> exists parts, leaves C n parts /\ shrink parts = parts').
Proof.
  intros n parts' N. split.
  - intro L. destruct (cousin_back _ _ L) as [parts [L' E]]. exists parts.
    replace n with (n - 1 + 1) by lia. auto.
  - intros [parts [L <-]]. apply cousin_forth, L.
Qed.

Lemma shrink_app : forall X Y, shrink (X ++ Y) = shrink X ++ shrink Y.
Proof. intros X Y. unfold shrink. rewrite map_app. apply filter_app. Qed.

Lemma no_move_of_0 : forall D : rules, forall parts, ~ leaves D 0 parts.
Proof. intros D parts L. inversion L; lia. Qed.

Lemma shrink_move : forall X Y, move C X Y -> move C' (shrink X) (shrink Y).
Proof.
  intros X Y M. induction M as [n parts X L | n X Y M IH].
  - assert (L' := cousin_forth n parts L). rewrite shrink_app.
    destruct n as [| [| n]]; [destruct (no_move_of_0 _ _ L) | destruct (no_move_of_0 _ _ L') |].
    apply (move_here C' (S n)). exact L'.
  - destruct n as [| [| n]]; [exact IH | exact IH | apply (move_there C' (S n)), IH].
Qed.

Lemma shrink_move_back : forall X Y', move C' (shrink X) Y' -> exists Y, move C X Y /\ shrink Y = Y'.
Proof.
  induction X as [| n X IH]; intros Y' M; [inversion M |].
  assert (skip : move C' (shrink X) Y' -> n <= 1 -> exists Y, move C (n :: X) Y /\ shrink Y = Y').
  { intros M' N. destruct (IH _ M') as [Y [MY E]]. exists (n :: Y). split; [apply move_there, MY |].
    destruct n as [| [| n]]; [exact E | exact E | lia]. }
  destruct n as [| [| n]]; [apply skip; [exact M | lia] | apply skip; [exact M | lia] |].
  change (move C' (S n :: shrink X) Y') in M. inversion M as [m parts' Z L | m Z Z' M']; subst.
  - destruct (cousin_back _ _ L) as [parts [L' <-]]. exists (parts ++ X). rewrite shrink_app.
    split; [apply move_here | reflexivity]. replace (S (S n)) with (S n + 1) by lia. exact L'.
  - destruct (IH _ M') as [Y [MY <-]]. exists (S (S n) :: Y). split; [apply move_there, MY | reflexivity].
Qed.

Theorem cousin_grundy : forall X, grundy C X = grundy C' (shrink X).
Proof.
  intro X. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W. subst w.
  apply is_mex_unique with (1 := grundy_is_mex C X).
  apply is_mex_same with (2 := grundy_is_mex C' (shrink X)). intro v. split.
  - intros [Y' [M E]]. destruct (shrink_move_back X Y' M) as [Y [M' <-]]. exists Y. split; [exact M' |].
    rewrite <- E. apply IH with (weight Y); auto. apply weight_of_move with (1 := M').
  - intros [Y [M E]]. exists (shrink Y). split; [apply shrink_move, M |].
    rewrite <- E. symmetry. apply IH with (weight Y); auto. apply weight_of_move with (1 := M).
Qed.

Theorem cousin_values : forall n, 1 <= n -> G C n = G C' (n - 1).
Proof.
  intros n N. unfold G. rewrite cousin_grundy. destruct n as [| [| n]]; [lia | | reflexivity].
  symmetry. change (G C' 0 = 0%N). apply G_0.
Qed.

Theorem cousin_misere : forall X,
  (misere_P C X <-> misere_P C' (shrink X)) /\ (misere_N C X <-> misere_N C' (shrink X)).
Proof.
  intro X. remember (weight X) as w eqn:W. revert X W.
  induction w as [w IH] using lt_wf_ind. intros X W. subst w.
  assert (can : can_move C X <-> can_move C' (shrink X)).
  { split; [intros [Y M]; exists (shrink Y); apply shrink_move, M |].
    intros [Y' M]. destruct (shrink_move_back X Y' M) as [Y [M' _]]. exists Y. exact M'. }
  assert (later : forall Y, move C X Y -> (misere_P C Y <-> misere_P C' (shrink Y)) /\
    (misere_N C Y <-> misere_N C' (shrink Y))).
  { intros Y M. apply (IH (weight Y)); auto. apply weight_of_move with (1 := M). }
  split; split; intro H.
  - inversion H as [X' Can All]. subst. apply misere_loses; [apply can, Can |].
    intros Y' M. destruct (shrink_move_back X Y' M) as [Y [M' <-]]. apply later; auto.
  - inversion H as [X' Can All]. subst. apply misere_loses; [apply can, Can |].
    intros Y M. apply (later Y M), All, shrink_move, M.
  - inversion H as [X' None | X' Y M P]; subst.
    + apply misere_wins_by_none. intro Can. apply None, can, Can.
    + apply misere_wins_by with (shrink Y); [apply shrink_move, M | apply (later Y M), P].
  - inversion H as [X' None | X' Y' M P]; subst.
    + apply misere_wins_by_none. intro Can. apply None, can, Can.
    + destruct (shrink_move_back X Y' M) as [Y [M' <-]].
      apply misere_wins_by with Y; [exact M' | apply (later Y M'), P].
Qed.

(** All of it. *)
Theorem shift_rule :
  (forall n parts', 1 <= n -> (leaves C' (n - 1) parts' <->
    exists parts, leaves C n parts /\ shrink parts = parts')) /\
  (forall X, grundy C X = grundy C' (shrink X)) /\
  (forall n, 1 <= n -> G C n = G C' (n - 1)) /\
  (forall X, misere_P C X <-> misere_P C' (shrink X)).
Proof.
  split; [exact cousin_moves |]. split; [exact cousin_grundy |]. split; [exact cousin_values |].
  intro X. apply cousin_misere.
Qed.

End Cousin.

(** 0.[2], whose standard form is 0.[3], Nim. *)
Definition zero_2_code : rules := endless [Digit 0 false] [Digit 2 false].

Lemma cousin_of_0_2 : forall k, cousin zero_2_code k = nim_code k.
Proof. intros [| [| [| k]]]; reflexivity. Qed.

Theorem values_of_0_2 : forall n, G zero_2_code (n + 1) = N.of_nat n.
Proof.
  intro n. rewrite cousin_values; [| reflexivity | lia]. replace (n + 1 - 1) with n by lia.
  rewrite <- values_of_nim_code. apply grundy_same with n; [| repeat constructor].
  intros k _. apply cousin_of_0_2.
Qed.
