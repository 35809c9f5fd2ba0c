(** * Section 10: certificates of misère quotients

    What a certificate claims, and a checker of it: accepted implies the claim. The letters are those
    of Theorems M and I. *)

From Coq Require Import Arith Bool FinFun List NArith Lia.
From Octal Require Import Octal Window Minimality Certificate Misere MisereWindow Table MisereActions
  MisereChecker MisereCore MisereInfiniteChecker MisereKernelChecker.
Import ListNotations.

(** The order of a quotient, how many elements are in P, and: of all heaps, with preperiod and
    period of the values of heaps 0, 1, 2, ...; of heaps 1, ..., L, and that beside a heap above f
    misère play is normal play; that no quotient is finite; of heaps 1, ..., L. *)
Inductive misere_claim :=
| QuotientClaim (C : code) (order p_portion preperiod period : nat)
| KernelClaim (C : code) (order p_portion last_rogue heaps : nat)
| InfiniteClaim (C : code) (order p_portion : nat) (X : letters) (heaps : nat)
| PartialClaim (C : code) (order p_portion heaps : nat).

Definition has_size (Q : bipartite) (order p_portion : nat) : Prop :=
  exists l : list (element Q), NoDup l /\ (forall x, In x l <-> is_in x) /\ length l = order /\
    length (filter in_P l) = p_portion.

Definition misere_holds (c : misere_claim) : Prop :=
  match c with
  | QuotientClaim C n m n0 p => exists Q phi, misere_quotient C all_heaps Q phi /\ phi 0 = one /\
      has_size Q n m /\ exists number : element Q -> N, (forall x y, number x = number y -> x = y) /\
        the_period (fun n => number (phi n)) n0 p
  | KernelClaim C n m f L => (exists Q phi, misere_quotient C (up_to L) Q phi /\ has_size Q n m) /\
      forall X, over all_heaps X -> Exists (fun n => f < n) X -> (misere_P C X <-> outcome_P C X)
  | InfiniteClaim C _ _ _ d => forall H : nat -> Prop, (forall n, up_to d n -> H n) ->
      forall Q phi, misere_quotient C H Q phi ->
      ~ exists elements, forall x : element Q, is_in x -> In x elements
  | PartialClaim C n m L => exists Q phi, misere_quotient C (up_to L) Q phi /\ has_size Q n m
  end.

(** The heaps that are generators, their actions, P, and the values phi(0), ..., phi(L). *)
Record misere_evidence := MisereEvidence { last_heap : nat; evidence_generators : list nat;
  evidence_actions : list (list N); elements_of_P : list N; values : list N }.

(** ** The functions of the checker *)

(** Elements are numbered in the order of their least words: those that smaller generators
    generate come first; then, for a new generator, the new ones among the products with them, and
    so on. The elements found are listed with their words, the last one first; no proof speaks of
    this search. *)
Definition products_with (i : nat) (a : table N) (elements : list (N * list nat)) (n : N) :
  option (N * list (N * list nat)) :=
  fold_left (fun s x => match s with
    | None => None
    | Some (n, new) =>
      let y := get a (fst x) in
      if (y =? n)%N then Some ((n + 1)%N, (y, i :: snd x) :: new) else if (y <? n)%N then s else None
    end) elements (Some (n, [])).

Fixpoint grow (steps : nat) (i : nat) (a : table N) (elements : list (N * list nat)) (n : N)
  (found : list (N * list nat)) : option (N * list (N * list nat)) :=
  match steps with
  | O => None
  | S later =>
    match products_with i a elements n with
    | None => None
    | Some (n', []) => Some (n', found)
    | Some (n', new) => grow later i a (rev new) n' (new ++ found)
    end
  end.

Fixpoint number_elements (steps : nat) (heap : nat) (values : list N) (generators : list nat) (i : nat)
  (actions : list (table N)) (n : N) (found : list (N * list nat)) :
  option (N * list (N * list nat)) :=
  match values with
  | [] => match generators with [] => Some (n, found) | _ => None end
  | v :: later =>
    match generators, actions with
    | g :: others, a :: others' =>
      if Nat.eqb g heap then
        if (v =? n)%N then if (get a 0 =? v)%N then
          match grow steps i a (rev found) n found with
          | None => None
          | Some (n', found') => number_elements steps (S heap) later others (S i) others' n' found'
          end
        else None else None
      else if (v <? n)%N then number_elements steps (S heap) later generators i actions n found else None
    | _, _ =>
      if (v <? n)%N then number_elements steps (S heap) later generators i actions n found else None
    end
  end.

Fixpoint ascend_strictly (l : list N) : bool :=
  match l with x :: ((y :: _) as rest) => if (x <? y)%N then ascend_strictly rest else false | _ => true end.

(** The tables of a certificate, if its lists are as they should be. *)
Definition data_of (order p_portion : nat) (e : misere_evidence) : option monoid_data :=
  let n := N.of_nat order in let k := depth_for n in
  let are_elements := all_of (fun x => x <? n)%N in
  let actions := map (of_list k 0%N) (evidence_actions e) in
  if Nat.leb 1 (last_heap e) && Nat.eqb (length (values e)) (S (last_heap e)) &&
    are_elements (values e) && are_elements (elements_of_P e) && ascend_strictly (elements_of_P e) &&
    Nat.eqb (length (elements_of_P e)) p_portion &&
    all_of (fun l => if Nat.eqb (length l) order then are_elements l else false) (evidence_actions e) &&
    ascend_strictly (map N.of_nat (evidence_generators e)) &&
    Nat.eqb (length (evidence_generators e)) (length actions) && Nat.ltb (length actions) order
  then
    match number_elements order 0 (values e) (evidence_generators e) 0 actions 1 [(0%N, [])] with
    | None => None
    | Some (count, found) =>
      if (count =? n)%N then
        Some (Monoid_data n (evidence_generators e) actions (of_list k [] (map snd (rev found)))
          (fold_left (fun t x => set t x true) (elements_of_P e) (vector n (fun _ => false)))
          (of_list (depth_for (N.of_nat (S (last_heap e)))) 0%N (values e)))
      else None
    end
  else None.

(** The digits are as they should be. *)
Definition code_accepted (C : code) : bool :=
  is_proper C && (Nat.eqb (length C) 1 || negb (bits (d C (last_place C)) =? 0)%N).

(** phi from its values up to heap n1 + p - 1, continued with period p. *)
Definition continued (n1 p : nat) (D : monoid_data) (n : nat) : N :=
  phi_of D (if n <? n1 + p then n else n1 + (n - n1) mod p).

(** p and n0 are least, and n0 = 0 only if it may be. *)
Definition period_accepted (phi : nat -> N) (n0 p : nat) : bool :=
  all_of (fun q => (q <? 2) || negb (p mod q =? 0) ||
    existsb (fun i => negb (N.eqb (phi (n0 + i)) (phi (n0 + i + p / q)))) (seq 0 p)) (seq 0 (S p)) &&
  match n0 with 0 => N.eqb (phi p) (phi 0) | S n => negb (N.eqb (phi n) (phi (n + p))) end.

Definition size_accepted (D : monoid_data) (order p_portion : nat) : bool :=
  (data_order D =? N.of_nat order)%N &&
  Nat.eqb (length (filter (get (data_P D)) (below (data_order D)))) p_portion.

(** The steps of the closure, at most. *)
Definition most_steps : N := 1000000.

Definition accepts_all (C : code) (L : nat) (D : monoid_data) : bool :=
  accepts C L D no_heap 0 (N.to_nat most_steps) (everywhere D) (fun _ => true).

Definition misere_accepts (c : misere_claim) (e : misere_evidence) : bool :=
  match c with
  | QuotientClaim C n m n0 p =>
    match data_of n m e with
    | None => false
    | Some D =>
      let h := most_heaps C in let t := last_place C in
      let n1 := Nat.max n0 1 in let L := h * n1 + (h - 1) * p + t + p - 1 in
      let phi := continued n1 p D in
      if code_accepted C && is_unmarked C && (1 <=? p) && (last_heap e =? L) &&
        all_of (fun m => N.eqb (phi_of D m) (phi m)) (seq 0 (S L)) && N.eqb (phi 0) 0 && size_accepted D n m
      then if accepts_all C L D then period_accepted phi n0 p else false
      else false
    end
  | KernelClaim C n m f L =>
    match data_of n m e with
    | None => false
    | Some D =>
      if code_accepted C && (last_heap e =? L) && size_accepted D n m && length_accepted C L f D
      then if accepts_all C L D then kernel_accepted C L f D else false
      else false
    end
  | InfiniteClaim C n m X d =>
    match data_of n m e with
    | None => false
    | Some D =>
      if code_accepted C && (last_heap e =? d) then infinite_accepts C d D X (N.to_nat most_steps)
      else false
    end
  | PartialClaim C n m L =>
    match data_of n m e with
    | None => false
    | Some D =>
      if code_accepted C && (last_heap e =? L) && size_accepted D n m then accepts_all C L D else false
    end
  end.

(** ** What they show *)

Lemma continued_period : forall n1 p D n, 1 <= p -> n1 <= n ->
  continued n1 p D (n + p) = continued n1 p D n.
Proof.
  intros n1 p D n P B.
  assert (index : forall m, n1 <= m -> continued n1 p D m = phi_of D (n1 + (m - n1) mod p)).
  { intros m M. unfold continued. destruct (Nat.ltb_spec m (n1 + p)) as [S | S]; [| reflexivity].
    rewrite Nat.mod_small by lia. f_equal. lia. }
  rewrite !index by lia. f_equal. f_equal.
  replace (n + p - n1) with (n - n1 + 1 * p) by lia. apply Nat.mod_add. lia.
Qed.

Lemma period_accepted_spec : forall phi n0 p, 1 <= p -> period_accepted phi n0 p = true ->
  (forall n, Nat.max n0 1 <= n -> phi (n + p) = phi n) -> the_period phi n0 p.
Proof.
  intros phi n0 p P A R. apply andb_true_iff in A. destruct A as [A Z].
  apply the_period_by_side_claims.
  - split; [exact P |]. intros n B. destruct n0 as [| m]; [| apply R; lia].
    destruct n as [| n]; [apply N.eqb_eq, Z | apply R; lia].
  - intros q [Q1 _] D. assert (B := divide_le q p P D).
    assert (I : In q (seq 0 (S p))) by (apply in_seq; lia).
    assert (F := all_of_spec _ _ _ A q I).
    cbv beta in F. rewrite !orb_true_iff in F. destruct F as [[F | F] | F].
    + apply Nat.ltb_lt in F. lia.
    + apply negb_true_iff, Nat.eqb_neq in F. exfalso. apply F. apply Nat.mod_divide; [lia | exact D].
    + apply existsb_exists in F. destruct F as [i [_ F]]. exists (n0 + i). split; [lia |].
      apply negb_true_iff, N.eqb_neq in F. exact F.
  - destruct n0 as [| m]; [left; reflexivity | right].
    apply negb_true_iff, N.eqb_neq in Z. replace (S m - 1) with m by lia. exact Z.
Qed.

(** Values of the same heaps. *)
Lemma verified_same : forall C (H : nat -> Prop) Q phi phi', closed C H ->
  (forall n, H n -> phi n = phi' n) -> verified C H Q phi -> verified C H Q phi'.
Proof.
  intros C H Q phi phi' Cl E [M I [h0 h0'] h1 h2 h3 h4].
  assert (F : forall X, over H X -> Phi Q phi X = Phi Q phi' X).
  { intros X O. induction O as [| n X Hn O IH]; simpl; [reflexivity |].
    rewrite E, IH by exact Hn. reflexivity. }
  split; auto.
  - intros n Hn. rewrite <- E; auto.
  - split; [exact h0 |]. intros n Hn Dd. rewrite <- E; auto.
  - intros n parts x Hn L Ix. rewrite <- E, <- F by (auto; apply (Cl n parts Hn L)). auto.
  - intros X O Mv G. rewrite <- F in G by exact O. destruct (h2 X O Mv G) as [Y [MY EY]].
    exists Y. split; [exact MY |]. rewrite <- F; [exact EY | apply move_over with C X; assumption].
  - intros x Ix. destruct (h3 x Ix) as [X [O G]]. exists X. split; [exact O |]. rewrite <- F; auto.
Qed.

Lemma size_spec : forall D n m, size_accepted D n m = true -> has_size (monoid_of_data D) n m.
Proof.
  intros D n m A. apply andb_true_iff in A. destruct A as [A A'].
  apply N.eqb_eq in A. apply Nat.eqb_eq in A'. exists (below (data_order D)). split; [| split; [| split]].
  - apply Injective_map_NoDup; [intros i j; apply Nnat.Nat2N.inj | apply seq_NoDup].
  - intro x. apply in_below.
  - unfold below. rewrite map_length, seq_length, A. lia.
  - exact A'.
Qed.

Theorem misere_checker : forall c e, misere_accepts c e = true -> misere_holds c.
Proof.
  intros [C n m n0 p | C n m f L | C n m X d | C n m L] e A; unfold misere_accepts in A;
    destruct (data_of n m e) as [D |]; try discriminate; cbv zeta in A.
  - set (n1 := Nat.max n0 1) in *. set (phi := continued n1 p D) in *.
    set (L := _ * n1 + _ + _ + _ - 1) in *.
    destruct (_ && size_accepted D n m) eqn:T in A; [| discriminate].
    destruct (accepts_all C L D) eqn:V; [| discriminate].
    rewrite !andb_true_iff in T. destruct T as [[[[[[_ Mark] p_1] _] Same] Zero] Size].
    apply Nat.leb_le in p_1. apply N.eqb_eq in Zero.
    exists (monoid_of_data D), phi. split; [| split; [exact Zero | split]].
    + apply periodic_quotient with (h := most_heaps C) (t := last_place C) (n0 := n1) (p := p).
      * apply is_unmarked_spec, Mark.
      * apply no_place_after_last.
      * apply leaves_at_most_heaps.
      * apply most_heaps_positive.
      * unfold n1. lia.
      * intros i B. apply continued_period; assumption.
      * exact p_1.
      * apply verified_same with (phi_of D); [apply closed_up_to | | exact (verified_core _ _ _ _ _ V)].
        intros i U. apply N.eqb_eq. refine (all_of_spec _ _ _ Same i _). apply in_seq.
        unfold up_to in U. fold L in U. lia.
    + apply size_spec, Size.
    + exists (fun x => x). split; [auto |].
      apply period_accepted_spec; [exact p_1 | exact A |]. intros i B. apply continued_period; assumption.
  - destruct (_ && length_accepted C L f D) eqn:T in A; [| discriminate].
    destruct (accepts_all C L D) eqn:V; [| discriminate].
    rewrite !andb_true_iff in T. destruct T as [[_ Size] Long].
    assert (K := verified_core _ _ _ _ _ V). split.
    + exists (monoid_of_data D), (phi_of D). split; [| apply size_spec, Size].
      apply verified_quotient; [apply closed_up_to | exact K].
    + apply (normal_beyond C L f D K); auto. apply accepts_spec in V. apply V.
  - destruct (code_accepted C && _); [| discriminate]. exact (infinite_checker _ _ _ _ _ A).
  - destruct (_ && size_accepted D n m) eqn:T in A; [| discriminate].
    rewrite !andb_true_iff in T. destruct T as [_ Size].
    exists (monoid_of_data D), (phi_of D). split; [| apply size_spec, Size].
    apply verified_quotient; [apply closed_up_to | exact (verified_core _ _ _ _ _ A)].
Qed.
