(** * Section 10: what a checker tests of an infinite quotient

    By V0, V1 and V2 a monoid is right about all positions with at most B heaps d, the last heap. I1
    to I4 of Theorem I then compare which elements are in P; as the powers of phi(c) repeat, finitely
    many comparisons are enough. *)

From Coq Require Import Arith Bool List NArith Permutation Lia.
From Octal Require Import Octal SpragueGrundy Misere MisereClosure MisereWindow MisereInfinite Table
  MisereActions MisereChecker MisereCore.
Import ListNotations.
Local Open Scope nat_scope.

(** The letters of Theorem I; a, b and v are those of I4. *)
Record letters := Letters { the_c : nat; the_q : nat; the_p : nat; the_alpha : nat; the_K1 : nat;
  the_K0 : nat; the_B : nat; the_a : nat; the_b : nat; the_v : list nat }.

(** x, f(x), f(f(x)), ..., n applications at most. *)
Fixpoint iterates {A} (n : nat) (f : A -> A) (x : A) : list A :=
  match n with O => [x] | S m => x :: iterates m f (f x) end.

Fixpoint same_bits (l m : list bool) : bool :=
  match l, m with
  | [], [] => true
  | x :: l', y :: m' => if Bool.eqb x y then same_bits l' m' else false
  | _, _ => false
  end.

Section Infinite.

Variables (C : code) (d : nat) (D : monoid_data) (X : letters).
Notation order := (data_order D).
Notation P := (data_P D).
Notation phi := (phi_of D).
Notation Q := (monoid_of_data D).
Notation c := (the_c X).
Notation q := (the_q X).
Notation p := (the_p X).
Notation alpha := (the_alpha X).
Notation K1 := (the_K1 X).
Notation K0 := (the_K0 X).
Notation B := (the_B X).

Definition is_last (n : nat) : bool := Nat.eqb d n.

Fixpoint ascend (l : list nat) : bool :=
  match l with x :: ((y :: _) as rest) => Nat.leb x y && ascend rest | _ => true end.

Definition is_other (n : nat) : bool := Nat.leb 1 n && Nat.ltb n d && negb (Nat.eqb n c).

Definition letters_accepted : bool :=
  is_live C d && Nat.leb 1 c && Nat.ltb c d && Nat.leb 1 q && Nat.leb 1 p && Nat.ltb q alpha &&
  Nat.leb p K1 && Nat.leb K1 K0 && Nat.leb (K0 + p) B &&
  Nat.leb (alpha - q) (the_a X) && Nat.ltb (the_a X) alpha &&
  Nat.leb (K1 - p) (the_b X) && Nat.leb (the_b X + p) B &&
  all_of is_other (the_v X) && ascend (the_v X) &&
  all_of (fun n => all_of (fun parts => Nat.leb (copies c parts) q) (options C n)) (seq 1 d).

(** ** The values of positions with few heaps d *)

(** The elements that heaps below d generate have the smallest numbers. *)
Definition small : N :=
  if Nat.eqb (last (generators D) 0) d then N.min order (phi d) else order.

Definition small_accepted (rows : table (table N)) : bool :=
  (0 <? small)%N && all_of (fun n => all_of (fun x => row rows n x <? small)%N (below small)) (seq 1 (d - 1)).

Definition all_in (l : list N) (t : table bool) : table bool := fold_left (fun t x => set t x true) l t.

Fixpoint reached (rows : table (table N)) (b : nat) (level : list N) (all before : table bool) :
  table bool * table bool :=
  match b with
  | O => (all, before)
  | S fewer =>
    let level' := map (row rows d) level in reached rows fewer level' (all_in level' all) all
  end.

Definition few_last (rows : table (table N)) : table bool * table bool :=
  let none := vector order (fun _ => false) in
  let level := below small in reached rows B level (all_in level none) none.

(** ** I1 to I4 *)

(** The values of positions without c and d; no proof speaks of this search. *)
Fixpoint search_rest (rows : table (table N)) (heaps : list nat) (steps : nat) (todo : list N)
  (seen : table bool) : table bool :=
  match steps, todo with
  | S later, x :: rest =>
    let (seen', new) := fold_left (fun s n => let (t, l) := (s : table bool * list N) in
      let y := row rows n x in if get t y then s else (set t y true, y :: l)) heaps (seen, []) in
    search_rest rows heaps later (new ++ rest) seen'
  | _, _ => seen
  end.

Definition other_heaps : list nat := filter is_other (seq 1 d).

Definition find_rest (rows : table (table N)) : table bool :=
  search_rest rows other_heaps (N.to_nat order) [0%N]
    (set (vector order (fun _ => false)) 0%N true).

Definition rest_accepted (rows : table (table N)) (seen : table bool) : bool :=
  get seen 0%N && all_below order (fun x =>
    if get seen x then all_of (fun n => get seen (row rows n x)) other_heaps else true).

(** How often c is applied before its powers repeat, and when they do; no proof speaks of it. *)
Fixpoint repetition (rows : table (table N)) (steps n : nat) (seen : list (N * nat)) (x : N) :
  nat * nat :=
  match find (fun s => fst s =? x)%N seen, steps with
  | Some s, _ => (snd s, n - snd s)
  | None, S later => repetition rows later (S n) ((x, n) :: seen) (row rows c x)
  | None, O => (0, 1)
  end.

Definition outcome (rows : table (table N)) (a b : nat) (x : N) : bool :=
  get P (Nat.iter a (row rows c) (Nat.iter b (row rows d) x)).

(** The most words of 64 bits for what is compared. *)
Definition most_words : N := 16777216.

Definition outcomes_accepted (rows : table (table N)) : bool :=
  let seen := find_rest rows in
  let rest := filter (get seen) (below order) in
  let (index, period) := repetition rows (N.to_nat order) 0 [] 0%N in
  let columns := Nat.max alpha (index + q) + period in
  if (most_words <? N.of_nat (S B) * N.of_nat columns * ((N.of_nat (length rest) + 63) / 64 + 4))%N
  then false else
  let grid := map (fun l => map (map (get P)) (iterates columns (map (row rows c)) l))
    (iterates B (map (row rows d)) rest) in
  let cell a b := nth a (nth b grid []) [] in
  rest_accepted rows seen && Nat.leb 1 period &&
  all_below order (fun x =>
    Nat.iter (index + period) (row rows c) x =? Nat.iter index (row rows c) x)%N &&
  all_of (fun b => all_of (fun a => same_bits (cell a b) (cell (a - q) (b - p)))
    (seq alpha (columns - alpha))) (seq K1 (S B - K1)) &&
  all_of (fun b => all_of (fun a => same_bits (cell a b) (cell a (b - p))) (seq 0 alpha))
    (seq K0 (S B - K0)) &&
  all_of (fun b => same_bits (cell (alpha - 1) b) (cell (alpha - 1 - q) b)) (seq (K0 - p) p) &&
  let v := value rows (the_v X) 0%N in
  xorb (outcome rows (the_a X) (the_b X) v) (outcome rows (the_a X) (the_b X + p) v).

Definition infinite_accepts (steps : nat) : bool :=
  if letters_accepted then
    accepts C d D is_last B steps few_last (fun rows => small_accepted rows && outcomes_accepted rows)
  else false.

(** ** What they show *)

Lemma same_bits_spec : forall l m, same_bits l m = true -> l = m.
Proof.
  induction l as [| x l IH]; intros [| y m] E; simpl in E; try discriminate; [reflexivity |].
  destruct (Bool.eqb x y) eqn:F; [| discriminate]. apply eqb_prop in F. rewrite F, (IH m E). reflexivity.
Qed.

Lemma iter_inside : forall A n (f : A -> A) x, Nat.iter n f (f x) = f (Nat.iter n f x).
Proof. intros A n f x. induction n as [| n IH]; simpl; congruence. Qed.

Lemma iter_plus : forall A m n (f : A -> A) x, Nat.iter (m + n) f x = Nat.iter m f (Nat.iter n f x).
Proof. intros A m n f x. induction m as [| m IH]; simpl; congruence. Qed.

Lemma nth_iterates : forall A n i (f : A -> A) x a, i <= n -> nth i (iterates n f x) a = Nat.iter i f x.
Proof.
  intros A n. induction n as [| n IH]; intros [| i] f x a L; simpl; try reflexivity; try lia.
  rewrite IH by lia. apply iter_inside.
Qed.

Lemma length_iterates : forall A n (f : A -> A) x, length (iterates n f x) = S n.
Proof. intros A n. induction n as [| n IH]; intros f x; simpl; auto. Qed.

Lemma iter_map : forall n (f : N -> N) l, Nat.iter n (map f) l = map (Nat.iter n f) l.
Proof.
  intros n f l. induction n as [| n IH]; simpl; [symmetry; apply map_id |].
  rewrite IH, map_map. reflexivity.
Qed.

Section Accepted.

Hypothesis letters_right : letters_accepted = true.
Hypothesis core : accepted_core C d D is_last B few_last
  (fun rows => small_accepted rows && outcomes_accepted rows).

Definition rows : table (table N) := rows_of d D.
Notation product := (product (data_actions D) (data_words D)).
Notation mul n := (row rows n).

Let M : commutative_monoid Q := a_monoid _ _ _ _ _ _ _ core.

Lemma phi_in : forall n, up_to d n -> (phi n < order)%N.
Proof. exact (a_phi _ _ _ _ _ _ _ core). Qed.

Lemma mul_is : forall n z, up_to d n -> (z < order)%N -> mul n z = product (phi n) z.
Proof. exact (a_rows _ _ _ _ _ _ _ core). Qed.

Lemma mul_in : forall n z, up_to d n -> (z < order)%N -> (mul n z < order)%N.
Proof.
  intros n z U Z. rewrite mul_is by assumption. apply (times_is_in Q M); [apply phi_in, U | exact Z].
Qed.

Lemma iter_mul_in : forall k n z, up_to d n -> (z < order)%N -> (Nat.iter k (mul n) z < order)%N.
Proof. intros k n z U Z. induction k as [| k IH]; simpl; auto using mul_in. Qed.

Lemma mul_commutes : forall m n z, up_to d m -> up_to d n -> (z < order)%N ->
  mul m (mul n z) = mul n (mul m z).
Proof.
  intros m n z U V Z. pose proof (phi_in m U) as A. pose proof (phi_in n V) as A'.
  pose proof (mul_in n z V Z). pose proof (mul_in m z U Z).
  rewrite (mul_is m), (mul_is n), (mul_is n (mul m z)), (mul_is m z) by assumption.
  transitivity (product (product (phi m) (phi n)) z).
  - exact (times_assoc Q M _ _ _ A A' Z).
  - transitivity (product (product (phi n) (phi m)) z).
    + f_equal. exact (times_comm Q M _ _ A A').
    + symmetry. exact (times_assoc Q M _ _ _ A' A Z).
Qed.

Lemma iter_mul_commutes : forall k m n z, up_to d m -> up_to d n -> (z < order)%N ->
  mul m (Nat.iter k (mul n) z) = Nat.iter k (mul n) (mul m z).
Proof.
  intros k m n z U V Z. induction k as [| k IH]; simpl; [reflexivity |].
  rewrite mul_commutes, IH; auto using iter_mul_in.
Qed.

Lemma Phi_in : forall Y, over (up_to d) Y -> (Phi Q phi Y < order)%N.
Proof. exact (Phi_is_in (up_to d) Q phi M phi_in). Qed.

Lemma Phi_cons : forall n Y, up_to d n -> over (up_to d) Y -> Phi Q phi (n :: Y) = mul n (Phi Q phi Y).
Proof. intros n Y U O. symmetry. apply mul_is; [exact U | apply Phi_in, O]. Qed.

Lemma Phi_repeat : forall n k Y, up_to d n -> over (up_to d) Y ->
  Phi Q phi (repeat n k ++ Y) = Nat.iter k (mul n) (Phi Q phi Y).
Proof.
  intros n k Y U O. induction k as [| k IH]; [reflexivity |].
  change (repeat n (S k) ++ Y) with (n :: (repeat n k ++ Y)). rewrite Phi_cons, IH; auto.
  apply over_app; [| exact O]. apply Forall_forall. intros m I. apply repeat_spec in I. subst m. exact U.
Qed.

Lemma numbers_right : live C d /\ 1 <= c < d /\ 1 <= p /\ q < alpha /\ p <= K1 <= K0 /\ K0 + p <= B /\
  (alpha - q <= the_a X < alpha /\ K1 - p <= the_b X /\ the_b X + p <= B) /\ others c d (the_v X) /\
  forall n parts, 1 <= n <= d -> leaves C n parts -> copies c parts <= q.
Proof.
  pose proof letters_right as A. unfold letters_accepted in A. rewrite !andb_true_iff in A.
  rewrite is_live_iff, !Nat.leb_le, !Nat.ltb_lt in A.
  destruct A as [[[[[[[[[[[[[[[A1 A2] A3] A4] A5] A6] A7] A8] A9] A10] A11] A12] A13] A14] A15] A16].
  repeat split; auto.
  - unfold others, over. apply Forall_forall. intros n I. apply (all_of_spec _ _ _ A14) in I.
    unfold is_other in I. rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt, negb_true_iff, Nat.eqb_neq in I.
    lia.
  - intros n parts N L. apply Nat.leb_le.
    refine (all_of_spec _ _ _ (all_of_spec _ _ _ A16 n _) parts _).
    + apply in_seq. lia.
    + apply options_are_leaves, L.
Qed.

Lemma last_up_to : up_to d d.
Proof. pose proof numbers_right. unfold up_to. lia. Qed.

Lemma c_up_to : up_to d c.
Proof. pose proof numbers_right. unfold up_to. lia. Qed.

Lemma small_right : small_accepted rows = true /\ outcomes_accepted rows = true.
Proof. apply andb_true_iff. exact (a_more _ _ _ _ _ _ _ core). Qed.

Lemma small_below : (small <= order)%N.
Proof. unfold small. destruct (Nat.eqb _ _); lia. Qed.

Lemma small_closed : forall n x, 1 <= n < d -> (x < small)%N -> (mul n x < small)%N.
Proof.
  intros n x N Lx. destruct small_right as [A _]. apply andb_true_iff in A. destruct A as [_ A].
  apply N.ltb_lt. refine (all_of_spec _ _ _ (all_of_spec _ _ _ A n _) x _).
  - apply in_seq. lia.
  - apply in_below, Lx.
Qed.

Lemma value_by_level : forall Y, over (up_to d) Y -> exists r, (r < small)%N /\
  Phi Q phi Y = Nat.iter (length (filter is_last Y)) (mul d) r.
Proof.
  intros Y O. induction O as [| n Y Hn O [r [R E]]].
  - exists 0%N. split; [| reflexivity]. destruct small_right as [A _]. apply andb_true_iff in A.
    apply N.ltb_lt, A.
  - rewrite Phi_cons by assumption. rewrite E. simpl. pose proof small_below as Sb.
    destruct (is_last n) eqn:F; [apply Nat.eqb_eq in F; subst n | apply Nat.eqb_neq in F].
    + exists r. split; [exact R |]. reflexivity.
    + exists (mul n r). split; [apply small_closed; auto; unfold up_to in Hn; lia |].
      apply iter_mul_commutes; auto using last_up_to. lia.
Qed.

Lemma all_in_spec : forall l t, is_full (depth order) t -> (forall x, In x l -> (x < order)%N) ->
  is_full (depth order) (all_in l t) /\
  (forall x, (x < order)%N -> get t x = true -> get (all_in l t) x = true) /\
  forall x, In x l -> get (all_in l t) x = true.
Proof.
  unfold all_in. induction l as [| y l IH]; intros t F H; simpl; [repeat split; auto; intros x [] |].
  assert (Y : (y < order)%N) by (apply H; left; reflexivity).
  assert (S1 : forall x, (x < order)%N -> get (set t y true) x = if (y =? x)%N then true else get t x).
  { intros x Lx. apply (get_set _ (depth order)); auto using in_depth. }
  destruct (IH (set t y true)) as [A [A' A'']]; auto using set_full.
  - intros x I. apply H. right. exact I.
  - split; [exact A |]. split.
    + intros x Lx G. apply A'; [exact Lx |]. rewrite S1, G by exact Lx. destruct (_ =? _)%N; reflexivity.
    + intros x [<- | I]; [| apply A'', I]. apply A'; [exact Y |]. rewrite S1, N.eqb_refl by exact Y.
      reflexivity.
Qed.

Lemma reached_spec : forall b level all before, is_full (depth order) all ->
  (forall r, In r level -> (r < order)%N /\ get all r = true) ->
  let t := reached rows b level all before in
  (forall x, (x < order)%N -> get all x = true -> get (fst t) x = true) /\
  (forall j r, j <= b -> In r level -> get (fst t) (Nat.iter j (mul d) r) = true) /\
  (1 <= b -> forall x, (x < order)%N -> get all x = true -> get (snd t) x = true) /\
  forall j r, j < b -> In r level -> get (snd t) (Nat.iter j (mul d) r) = true.
Proof.
  induction b as [| b IH]; intros level all before F H t.
  - simpl in t. split; [auto |]. split; [| split; [lia |]].
    + intros j r J I. replace j with 0 by lia. apply H, I.
    + intros j r J. lia.
  - set (level' := map (mul d) level).
    assert (H' : forall r, In r level' -> (r < order)%N).
    { intros r I. apply in_map_iff in I. destruct I as [s [<- I]]. apply mul_in; [apply last_up_to |].
      apply H, I. }
    destruct (all_in_spec level' all F H') as [F' [A A']].
    destruct (IH level' (all_in level' all) all F') as [T1 [T2 [T3 T4]]]; [auto |].
    change (reached rows b level' (all_in level' all) all) with t in T1, T2, T3, T4.
    assert (T3' : forall x, (x < order)%N -> get all x = true -> get (snd t) x = true).
    { intros x Lx G. destruct b as [| b].
      - exact G.
      - apply T3; auto. lia. }
    split; [auto |]. split; [| split; [auto |]].
    + intros [| j] r J I; simpl.
      * destruct (H r I). auto.
      * rewrite <- iter_inside. apply T2; [lia | apply in_map, I].
    + intros [| j] r J I; simpl.
      * destruct (H r I). auto.
      * rewrite <- iter_inside. apply T4; [lia | apply in_map, I].
Qed.

Lemma scope_right : forall n Y, over (up_to d) (n :: Y) -> few is_last B (n :: Y) ->
  get (beside is_last (fst (few_last rows)) (snd (few_last rows)) n) (Phi Q phi Y) = true.
Proof.
  intros n Y O F. inversion O as [| n' l Hn OY]. subst. unfold few in F. simpl in F.
  destruct (value_by_level Y OY) as [r [R E]]. rewrite E.
  set (none := vector order (fun _ => false)).
  assert (Fn : is_full (depth order) none) by apply tabulate_full.
  assert (Hs : forall x, In x (below small) -> (x < order)%N).
  { intros x I. apply in_below in I. pose proof small_below. lia. }
  destruct (all_in_spec (below small) none Fn Hs) as [F1 [_ F2]].
  destruct (reached_spec B (below small) (all_in (below small) none) none F1) as [_ [T1 [_ T2]]]; [auto |].
  unfold beside. destruct (is_last n); simpl in F.
  - apply T2; [lia | apply in_below, R].
  - apply T1; [exact F | apply in_below, R].
Qed.

Lemma last_never_left : never_left C (up_to d) is_last.
Proof.
  intros n parts U L. apply parts_below in L. apply Forall_impl with (2 := L). intros m Lm.
  apply Nat.eqb_neq. unfold up_to in U. lia.
Qed.

(** The monoid is right about positions with at most B heaps d. *)
Lemma right_where_few : forall Y, over (up_to d) Y -> few is_last B Y ->
  (misere_P C Y <-> get P (Phi Q phi Y) = true).
Proof.
  intros Y O F. apply (misere_P_iff_few C (up_to d) Q phi M phi_in (closed_up_to C d)
    (a_V0 _ _ _ _ _ _ _ core) is_last B last_never_left); auto.
  - intros n parts Z OZ FZ L. inversion OZ as [| n' l Hn OZ']. subst.
    apply (a_V1 _ _ _ _ _ _ _ core n parts (Phi Q phi Z) Hn L (Phi_in Z OZ')).
    apply scope_right; assumption.
  - exact (a_V2 _ _ _ _ _ _ _ core).
Qed.

Lemma others_up_to : forall u, others c d u -> over (up_to d) u.
Proof. intros u O. apply Forall_impl with (2 := O). unfold up_to. intros n N. lia. Qed.

Lemma outcome_right : forall u a b, others c d u -> b <= B ->
  (misere_P C (triple c d u a b) <-> outcome rows a b (Phi Q phi u) = true).
Proof.
  intros u a b O Lb. set (Y := repeat c a ++ repeat d b ++ u).
  assert (OR : forall n k, up_to d n -> over (up_to d) (repeat n k)).
  { intros n k U. apply Forall_forall. intros m I. apply repeat_spec in I. subst m. exact U. }
  assert (Ou := others_up_to u O).
  assert (OY : over (up_to d) Y) by (repeat apply over_app; auto using c_up_to, last_up_to).
  assert (S : same_outcome C (triple c d u a b) Y).
  { apply same_permutation, by_copies. intro m. unfold triple, Y. rewrite !copies_app. lia. }
  unfold same_outcome in S. rewrite S, right_where_few; [| exact OY |].
  - unfold Y, outcome. rewrite !Phi_repeat; auto using c_up_to, last_up_to, over_app. reflexivity.
  - unfold few, Y. rewrite !filter_app, !app_length.
    assert (E1 : filter is_last (repeat c a) = []).
    { pose proof numbers_right as [_ [N _]]. clear - N. induction a as [| a IH]; simpl; auto.
      destruct (is_last c) eqn:F; [apply Nat.eqb_eq in F; lia | exact IH]. }
    assert (E2 : filter is_last u = []).
    { clear - O. induction O as [| n u Hn O IH]; simpl; auto.
      destruct (is_last n) eqn:F; [apply Nat.eqb_eq in F; lia | exact IH]. }
    assert (E3 : length (filter is_last (repeat d b)) <= b).
    { clear. induction b as [| b IH]; simpl; auto. destruct (is_last d); simpl; lia. }
    rewrite E1, E2. simpl. lia.
Qed.

Theorem exchange_holds : exchange C c d q p alpha K1 K0 B /\
  I4 C c d q p alpha K1 (the_v X) (the_a X) (the_b X).
Proof.
  destruct numbers_right as [Lv [N1 [N2 [N3 [N4 [N5 [[N6 [N7 N8]] [Nv Nadd]]]]]]]].
  destruct small_right as [_ A]. unfold outcomes_accepted in A.
  set (seen := find_rest rows) in A. set (rest := filter _ _) in A.
  destruct (repetition _ _ _ _ _) as [index period] in A.
  set (columns := Nat.max alpha (index + q) + period) in A.
  destruct (most_words <? _)%N; [discriminate |].
  set (grid := map _ (iterates _ _ _)) in A. cbv beta zeta in A.
  rewrite !andb_true_iff in A. destruct A as [[[[[[R1 R2] R3] R4] R5] R6] R7].
  apply Nat.leb_le in R2. unfold rest_accepted in R1. apply andb_true_iff in R1. destruct R1 as [Z0 R1].
  assert (zero_in : (0 < order)%N) by exact (one_is_in Q M).
  assert (cell : forall a b, a <= columns -> b <= B ->
    nth a (nth b grid []) [] = map (outcome rows a b) rest).
  { intros a b La Lb. unfold grid.
    set (f := fun l => map (map (get P)) (iterates columns (map (mul c)) l)).
    rewrite (nth_indep _ [] (f [])) by (rewrite map_length, length_iterates; lia).
    rewrite (map_nth f), nth_iterates, iter_map by exact Lb. unfold f.
    rewrite (nth_indep _ [] (map (get P) [])) by (rewrite map_length, length_iterates; lia).
    rewrite (map_nth (map (get P))), nth_iterates, iter_map, !map_map by exact La. reflexivity. }
  assert (in_rest : forall u, others c d u -> In (Phi Q phi u) rest).
  { intros u O. apply filter_In. assert (Ou := others_up_to u O).
    split; [apply in_below, Phi_in, Ou |]. clear Ou.
    induction O as [| n u Hn O IH]; [exact Z0 |].
    assert (Ou := others_up_to u O).
    rewrite Phi_cons by (auto; unfold up_to; lia).
    assert (F := all_below_spec _ _ R1 _ (Phi_in u Ou)). cbv beta in F. rewrite IH in F.
    refine (all_of_spec _ _ _ F n _). apply filter_In. split; [apply in_seq; lia |].
    unfold is_other. rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt, negb_true_iff, Nat.eqb_neq. lia. }
  assert (compare : forall a b a2 b2, a <= columns -> a2 <= columns -> b <= B -> b2 <= B ->
    same_bits (nth a (nth b grid []) []) (nth a2 (nth b2 grid []) []) = true ->
    forall u, others c d u -> outcome rows a b (Phi Q phi u) = outcome rows a2 b2 (Phi Q phi u)).
  { intros a b a2 b2 La La2 Lb Lb2 E u O. apply same_bits_spec in E. rewrite !cell in E by assumption.
    exact (ext_in_map E _ (in_rest u O)). }
  assert (same : forall a b a2 b2 u, others c d u -> b <= B -> b2 <= B ->
    outcome rows a b (Phi Q phi u) = outcome rows a2 b2 (Phi Q phi u) ->
    same_outcome C (triple c d u a b) (triple c d u a2 b2)).
  { intros a b a2 b2 u O Lb Lb2 E. unfold same_outcome. rewrite !outcome_right, E by assumption. tauto. }
  (* Beside more heaps c than index, period of them make no difference. *)
  assert (repeats : forall a b x, index <= a -> (x < order)%N ->
    outcome rows (a + period) b x = outcome rows a b x).
  { intros a b x La Lx. unfold outcome. f_equal.
    assert (Ly := iter_mul_in b d x last_up_to Lx). set (y := Nat.iter b (mul d) x) in *.
    assert (K : exists k, a = k + index) by (exists (a - index); lia). destruct K as [k ->].
    rewrite <- Nat.add_assoc, !(iter_plus _ k). f_equal. apply N.eqb_eq.
    exact (all_below_spec _ _ R3 y Ly). }
  split.
  - split; auto.
    + intros u a b O La Lb. apply same; auto; try lia. assert (Ou := Phi_in u (others_up_to u O)).
      induction a as [a IH] using lt_wf_ind. destruct (le_lt_dec columns a) as [Far | Near].
      * replace a with (a - period + period) by lia. rewrite repeats by (auto; lia).
        replace (a - period + period - q) with (a - period - q + period) by lia.
        rewrite repeats by (auto; lia). apply IH; lia.
      * apply compare; try lia; [| exact O].
        refine (all_of_spec _ _ _ (all_of_spec _ _ _ R4 b _) a _); apply in_seq; lia.
    + intros u a b O La Lb. apply same; auto; try lia. apply compare; try lia; [| exact O].
      refine (all_of_spec _ _ _ (all_of_spec _ _ _ R5 b _) a _); apply in_seq; lia.
    + intros u b O Lb. apply same; auto; try lia. apply compare; try lia; [| exact O].
      refine (all_of_spec _ _ _ R6 b _); apply in_seq; lia.
  - split; [exact Nv |]. split; [exact N6 |]. split; [exact N7 |]. unfold same_outcome.
    rewrite !outcome_right by (auto; lia).
    assert (E : value rows (the_v X) 0%N = Phi Q phi (the_v X)).
    { clear - Nv M core letters_right. induction Nv as [| n u Hn O IH]; [reflexivity |].
      rewrite Phi_cons by (try exact (others_up_to u O); unfold up_to; lia).
      change (value rows (n :: u) 0%N) with (mul n (value rows u 0%N)). rewrite IH. reflexivity. }
    rewrite E in R7. destruct (outcome rows _ _ _), (outcome rows _ _ _); simpl in R7; try discriminate;
      intuition congruence.
Qed.

End Accepted.

Theorem infinite_checker : forall steps, infinite_accepts steps = true ->
  forall H : nat -> Prop, (forall n, up_to d n -> H n) ->
  forall Q' phi', misere_quotient C H Q' phi' ->
  ~ exists elements, forall x : element Q', is_in x -> In x elements.
Proof.
  intros steps A. unfold infinite_accepts in A. destruct letters_accepted eqn:L; [| discriminate].
  apply accepts_spec in A. destruct (exchange_holds L A) as [E F].
  exact (infinite_quotient C c d q p alpha K1 K0 B E (the_v X) (the_a X) (the_b X) F).
Qed.

End Infinite.
