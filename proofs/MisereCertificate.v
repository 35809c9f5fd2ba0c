(** * Section 10: certificates of misère quotients

    What a certificate of the kind [claim quotient] claims, and a checker of it: accepted implies
    the claim. The letters are those of Theorem M. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal Window Minimality Certificate Misere MisereWindow MisereActions
  MisereChecker.
Import ListNotations.

Record misere_claim := MisereClaim {
  game : code; order : nat; p_portion : nat; phi_preperiod : nat; phi_period : nat }.

(** The game has a misère quotient of that order and that many elements in P, and the values of
    heaps 0, 1, 2, ... have that preperiod and period, both least. *)
Definition misere_holds (c : misere_claim) : Prop := exists Q phi,
  misere_quotient (game c) all_heaps Q phi /\ phi 0 = one /\
  (exists l : list (element Q), NoDup l /\ (forall x, In x l <-> is_in x) /\ length l = order c /\
     length (filter in_P l) = p_portion c) /\
  exists number : element Q -> N, (forall x y, number x = number y -> x = y) /\
    the_period (fun n => number (phi n)) (phi_preperiod c) (phi_period c).

(** The heaps that are generators, their actions, P, and the values phi(0), ..., phi(L). *)
Record misere_evidence := MisereEvidence {
  generators : list nat; actions : list (list nat); elements_of_P : list nat; values : list nat }.

(** ** The functions of the checker *)

(** phi from its values up to heap n1 + p - 1, continued with period p. *)
Definition continued (n1 p : nat) (l : list nat) (n : nat) : nat :=
  nth (if n <? n1 + p then n else n1 + (n - n1) mod p) l 0.

(** Words for the elements that are reached from 0; no proof speaks of this search. *)
Fixpoint reach (steps : nat) (acts : list (list nat)) (todo found : list (nat * list nat)) :
  list (nat * list nat) :=
  match steps, todo with
  | S fewer, (x, w) :: rest =>
    let add new i :=
      let y := act acts i x in
      if some_of (fun q => fst q =? y) (found ++ new) then new else new ++ [(y, i :: w)] in
    let new := fold_left add (below (length acts)) [] in
    reach fewer acts (rest ++ new) (found ++ new)
  | _, _ => found
  end.

Definition find_words (n : nat) (acts : list (list nat)) : list (list nat) :=
  let found := reach n acts [(0, [])] [(0, [])] in
  map (fun x => match find (fun q => fst q =? x) found with Some q => snd q | None => [] end)
    (below n).

Definition generators_accepted (L : nat) (phi : nat -> nat) (e : misere_evidence) : bool :=
  all_below (length (actions e)) (fun i =>
    let g := nth i (generators e) 0 in
    (1 <=? g) && (g <=? L) && (phi g =? act (actions e) i 0)).

(** p and n0 are least, and n0 = 0 only if it may be. *)
Definition period_accepted (phi : nat -> nat) (n0 p : nat) : bool :=
  all_below (S p) (fun q => (q <? 2) || negb (p mod q =? 0) ||
    existsb (fun i => negb (phi (n0 + i) =? phi (n0 + i + p / q))) (below p)) &&
  match n0 with 0 => phi p =? phi 0 | S n => negb (phi n =? phi (n + p)) end.

(** The steps of the search for F, at most. *)
Definition search_steps : nat := N.to_nat 1000000.

Definition misere_accepts (c : misere_claim) (e : misere_evidence) : bool :=
  let (C, n, size_of_P, n0, p) := c in
  let h := most_heaps C in let t := last_place C in
  let n1 := Nat.max n0 1 in let L := h * n1 + (h - 1) * p + t + p - 1 in
  let words := find_words n (actions e) in
  let table := products n (actions e) words in
  let P := map (fun x => existsb (Nat.eqb x) (elements_of_P e)) (below n) in
  let phi := continued n1 p (values e) in
  if is_proper C && is_unmarked C && (1 <=? p) && (length (values e) =? S L) &&
    all_below (S L) (fun m => nth m (values e) 0 =? phi m) && (phi 0 =? 0) &&
    actions_accepted n (actions e) words && generators_accepted L phi e &&
    negb (is_P P 0) && (length (filter (is_P P) (below n)) =? size_of_P) &&
    heaps_accepted C L n phi && V4_accepted n table P
  then
    let ts := types C L n table P phi in
    if V1_accepted n table P ts && V2_accepted n table P ts (search n table P search_steps ts ts [])
    then period_accepted phi n0 p else false
  else false.

(** ** What they show *)

Lemma continued_period : forall n1 p l n, 1 <= p -> n1 <= n ->
  continued n1 p l (n + p) = continued n1 p l n.
Proof.
  intros n1 p l n P B.
  assert (index : forall m, n1 <= m -> continued n1 p l m = nth (n1 + (m - n1) mod p) l 0).
  { intros m M. unfold continued. destruct (Nat.ltb_spec m (n1 + p)) as [S | S]; [| reflexivity].
    rewrite Nat.mod_small by lia. f_equal. lia. }
  rewrite !index by lia. f_equal. f_equal.
  replace (n + p - n1) with (n - n1 + 1 * p) by lia. apply Nat.mod_add. lia.
Qed.

Lemma words_are_values : forall n acts words L phi P e, actions e = acts ->
  actions_accepted n acts words = true -> generators_accepted L phi e = true ->
  forall w, is_word acts w ->
  over (up_to L) (map (fun i => nth i (generators e) 0) w) /\
  Phi (monoid_of n (products n acts words) P) phi (map (fun i => nth i (generators e) 0) w) =
    act_word acts w 0.
Proof.
  intros n acts words L phi P e <- A Ge w W. induction W as [| i w I W [O IH]]; [repeat constructor |].
  assert (B := all_below_spec _ _ Ge i I). rewrite !andb_true_iff in B.
  destruct B as [[B1 B2] E]. apply Nat.leb_le in B1, B2. apply Nat.eqb_eq in E.
  split; [constructor; [split; assumption | exact O] |].
  assert (Z : 0 < n) by (apply accepted_parts with (1 := A)).
  assert (In_w : act_word (actions e) w 0 < n) by (apply act_word_below with (1 := A); assumption).
  simpl Phi. simpl in IH. rewrite IH, E. simpl act_word. simpl.
  rewrite products_spec by
    (try exact In_w; apply (proj1 (proj2 (accepted_parts _ _ _ A))); assumption).
  apply product_act with (1 := A); assumption.
Qed.

Lemma period_accepted_spec : forall phi n0 p, 1 <= p -> period_accepted phi n0 p = true ->
  (forall n, Nat.max n0 1 <= n -> phi (n + p) = phi n) ->
  the_period (fun n => N.of_nat (phi n)) n0 p.
Proof.
  intros phi n0 p P A R. apply andb_true_iff in A. destruct A as [A Z].
  apply the_period_by_side_claims.
  - split; [exact P |]. intros n B. f_equal. destruct n0 as [| m]; [| apply R; lia].
    destruct n as [| n]; [apply Nat.eqb_eq, Z | apply R; lia].
  - intros q [Q1 _] D. assert (B := divide_le q p P D).
    assert (F := all_below_spec _ _ A q ltac:(lia)). rewrite !orb_true_iff in F.
    destruct F as [[F | F] | F].
    + apply Nat.ltb_lt in F. lia.
    + apply negb_true_iff, Nat.eqb_neq in F. exfalso. apply F. apply Nat.mod_divide; [lia | exact D].
    + apply existsb_exists in F. destruct F as [i [_ F]]. exists (n0 + i). split; [lia |].
      apply negb_true_iff, Nat.eqb_neq in F. intro E. apply F. apply Nnat.Nat2N.inj, E.
  - destruct n0 as [| m]; [left; reflexivity | right].
    apply negb_true_iff, Nat.eqb_neq in Z. replace (S m - 1) with m by lia.
    intro E. apply Z. apply Nnat.Nat2N.inj, E.
Qed.

Theorem misere_checker : forall c e, misere_accepts c e = true -> misere_holds c.
Proof.
  intros [C n size_of_P n0 p] e A. unfold misere_accepts in A.
  set (h := most_heaps C) in *. set (t := last_place C) in *. set (n1 := Nat.max n0 1) in *.
  set (L := h * n1 + (h - 1) * p + t + p - 1) in *. set (words := find_words n (actions e)) in *.
  set (P := map _ (below n)) in A. set (phi := continued n1 p (values e)) in *.
  destruct (_ && V4_accepted _ _ _) eqn:T in A; [| discriminate].
  set (F := search _ _ _ _ _ _ _) in A.
  destruct (V1_accepted _ _ _ _ && V2_accepted _ _ _ _ _) eqn:V in A; [| discriminate].
  repeat rewrite andb_true_iff in T. rewrite andb_true_iff in V.
  destruct T as [[[[[[[[[[[_ Mark] p_1] _] _] Zero] Acts] Gens] OneP] Size] Heaps] T4].
  destruct V as [T1 T2].
  apply Nat.leb_le in p_1. apply Nat.eqb_eq in Zero, Size. apply negb_true_iff in OneP.
  set (Q := monoid_of n (products n (actions e) words) P).
  assert (M : commutative_monoid Q) by (apply monoid_of_actions, Acts).
  exists Q, phi. split; [| split; [exact Zero | split]].
  - apply periodic_quotient with (h := most_heaps C) (t := last_place C) (n0 := n1) (p := p).
    + apply is_unmarked_spec, Mark.
    + apply no_place_after_last.
    + apply leaves_at_most_heaps.
    + apply most_heaps_positive.
    + unfold n1. lia.
    + intros m B. apply continued_period; assumption.
    + exact p_1.
    + split; [exact M | | | | | |].
      * exact (phi_below C L n phi Heaps).
      * apply V0_holds; assumption.
      * apply V1_holds; assumption.
      * apply V2_holds with F; assumption.
      * intros x X. destruct (word_spec n (actions e) words Acts x X) as [W E].
        destruct (words_are_values n (actions e) words L phi P e eq_refl Acts Gens _ W) as [O E'].
        eexists. split; [exact O | exact (eq_trans E' E)].
      * apply V4_holds; assumption.
  - exists (below n). split; [apply seq_NoDup |]. split; [intro x; apply in_below |].
    split; [apply seq_length | exact Size].
  - exists N.of_nat. split; [apply Nnat.Nat2N.inj |].
    apply period_accepted_spec; [exact p_1 | exact A |]. intros m B. apply continued_period; assumption.
Qed.
