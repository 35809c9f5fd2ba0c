(** * Section 9: the checker of the chain form, as it is run

    The conditions are those of the format in the documentation of [certificate]: the numbers, the
    base, the links, the period. Links.v and ChainForm.v prove what they imply. *)

From Coq Require Import Arith Bool FMapPositive List NArith PArith Lia.
From Octal Require Import Octal Sparse Certificate Values Evaluation.
Import ListNotations.

(** ** Stored values *)

Definition store := PositiveMap.t N.

Definition key (n : nat) : positive := Pos.of_succ_nat n.

Definition look (m : store) (n : nat) : N :=
  match PositiveMap.find (key n) m with
  | Some v => v
  | None => 0%N
  end.

Definition put (n : nat) (v : N) (m : store) : store := PositiveMap.add (key n) v m.

(** ** What is run: the base *)

(** In the base a split counts by its smaller part a; the larger is at least [least]. *)
Definition base_split (n least : nat) (split : nat * bool) (a : nat) : bool :=
  let larger := n - fst split - a in
  if 1 <=? a then if a <=? larger then if least <=? larger then
    negb (if snd split then a =? larger else false)
  else false else false else false.

Definition values_limit : nat := N.to_nat 65536.

(** Values in links are below 256. *)
Definition link_values_limit : nat := N.to_nat 256.

(* A search for a value of so many steps is never to be unfolded in a proof. *)
Global Opaque values_limit link_values_limit.

Section Run.

Variables (C : code) (S : space) (pl : places) (n0 W : nat).

(** Heaps n, n + 1, ... for so many steps. [listed] are the rare heaps to come, [before] those
    before n; both are returned with the values. *)
Fixpoint base_from (steps n : nat) (m : store) (before listed : list (nat * N)) :
  option (store * list (nat * N)) :=
  match steps with
  | O => match listed with [] => Some (m, before) | _ :: _ => None end
  | Datatypes.S fewer =>
    let common_heap tt :=
      let least := if n0 + W <=? n then n0 else 1 in
      match common_value (look m) pl n S before (base_split n least) (Nat.div2 n) values_limit with
      | None => None
      | Some x => base_from fewer (Datatypes.S n) (put n x m) before listed
      end in
    match listed with
    | [] => common_heap tt
    | (r, v) :: later =>
      if r =? n then
        if common S n v then None
        else if is_mex_of_options (look m) pl n v then
          base_from fewer (Datatypes.S n) (put n v m) ((r, v) :: before) later
        else None
      else common_heap tt
    end
  end.

(** ** What is run: a link *)

(** In a link from s, one part is in the base, the other is a heap of the link and not too far
    back. *)
Definition link_split (base s n : nat) (split : nat * bool) (a : nat) : bool :=
  let other := n - fst split - a in
  if 1 <=? a then if a <? base then if s <=? other then
  if (N.of_nat (n - other) <=? 65536)%N then
    negb (if snd split then a =? other else false)
  else false else false else false else false.

Fixpoint put_window (n : nat) (values : list N) (m : store) : store :=
  match values with
  | [] => m
  | v :: later => put_window (Datatypes.S n) later (put n v m)
  end.

(** Heaps n, n + 1, ... of a link from s, all of them common, with values below 256. *)
Fixpoint link_from (R : list (nat * N)) (base s steps n : nat) (m : store) : option store :=
  match steps with
  | O => Some m
  | Datatypes.S fewer =>
    match common_value (look m) pl n S R (link_split base s n) base link_values_limit with
    | None => None
    | Some x => link_from R base s fewer (Datatypes.S n) (put n x m)
    end
  end.

(** The values of heaps n, ..., n + w - 1, before others. *)
Fixpoint window_of (m : store) (n w : nat) (later : list N) : list N :=
  match w with
  | O => later
  | Datatypes.S i => window_of m n i (look m (n + i) :: later)
  end.

Definition is_window (values : list N) : bool :=
  if length values =? W then forallb (fun v => (v <? 256)%N) values else false.

Definition link_accepted (R : list (nat * N)) (base : nat) (m : store)
  (from to : nat * list N) : bool :=
  let (s, first) := from in
  let (s', last) := to in
  if s <? s' then if (if n0 <=? s then true else s' <=? n0) then
  if is_window first then
    match link_from R base s (s' - s) (s + W) (put_window s first m) with
    | None => false
    | Some m' => same_window W (window_of m' s' W []) last
    end
  else false else false else false.

End Run.

(** ** What is run: the whole *)

Definition last_rare (R : list (nat * N)) : nat :=
  fold_right (fun rare m => Nat.max (fst rare) m) 0 R.

(** s, or another number of its parity. *)
Definition split_place (C : code) : nat :=
  match splits (places_of C) with
  | [] => 0
  | (k, _) :: _ => k
  end.

Definition chain_space (C : code) (ch : chain) : space :=
  Space (chain_mask ch) (position_bit ch =? 1)%N (split_place C).

Definition one_parity (C : code) : bool :=
  forallb (fun split => Bool.eqb (Nat.odd (fst split)) (Nat.odd (split_place C)))
    (splits (places_of C)).

(** Heaps below this one are the base. *)
Definition base_end (final W : nat) (snaps : list (nat * list N)) : nat :=
  match snaps with
  | [] => final + W
  | (s, _) :: _ => s + W
  end.

(** The numbers that the format asks for. *)
Definition numbers_accepted (c : claim) (ch : chain) : bool :=
  let (C, n0, p) := c in
  let W := window ch in
  let rho := last_rare (rare ch) in
  is_proper C && negb (has_bit C 3) && (1 <=? p)%N && negb (chain_mask ch =? 0)%N &&
  (position_bit ch <=? 1)%N && (if (position_bit ch =? 1)%N then one_parity C else true) &&
  (rho <? N.to_nat n0) && (rho + last_place C + 1 <=? W) &&
  (N.of_nat (base_end (N.to_nat n0 + N.to_nat p) W (snapshots ch)) <=? 67108864)%N &&
  match snapshots ch with
  | [] => true
  | (s, _) :: _ => (W <=? s) && (N.of_nat W <=? 65536)%N
  end &&
  forallb (fun snap => length (snd snap) =? W) (snapshots ch).

(** The window of a heap, if it is known: computed in the base, or a snapshot. *)
Definition known_window (base W : nat) (m : store) (snaps : list (nat * list N)) (n : nat) :
  option (list N) :=
  if n + W <=? base then Some (window_of m n W [])
  else match find (fun snap => fst snap =? n) snaps with
  | Some snap => Some (snd snap)
  | None => None
  end.

Definition compare_windows (w : nat) (a b : option (list N)) : option bool :=
  match a, b with
  | Some l, Some l' => Some (same_window w l l')
  | _, _ => None
  end.

Definition chain_period_accepted (n0 p : N) (W : nat) (at_heap : nat -> option (list N)) : bool :=
  let n := N.to_nat n0 in
  match compare_windows W (at_heap n) (at_heap (n + N.to_nat p)), prime_divisors p with
  | Some true, Some l =>
    if forallb (fun q =>
      match compare_windows W (at_heap n) (at_heap (n + N.to_nat (p / q))) with
      | Some false => true
      | _ => false
      end) l
    then
      match compare_windows 1 (at_heap (n - 1)) (at_heap (n - 1 + N.to_nat p)) with
      | Some false => true
      | _ => false
      end
    else false
  | _, _ => false
  end.

(** The first snapshot has the values of the base, and the last is of heap [final]. *)
Definition ends_accepted (final W : nat) (m : store) (snaps : list (nat * list N)) : bool :=
  match snaps with
  | [] => true
  | (s, first) :: later =>
    if fst (last later (s, first)) =? final then same_window W (window_of m s W []) first else false
  end.

(** All but the links. If it is accepted, the values of the base and the rare heaps. *)
Definition chain_frame (c : claim) (ch : chain) : option (store * list (nat * N)) :=
  if numbers_accepted c ch then
    let (C, n0, p) := c in
    let W := window ch in
    let snaps := snapshots ch in
    let final := N.to_nat n0 + N.to_nat p in
    let base := base_end final W snaps in
    match base_from (chain_space C ch) (places_of C) (N.to_nat n0) W (base - 1) 1
      (put 0 0 (PositiveMap.empty N)) [] (rare ch) with
    | None => None
    | Some (m, R) =>
      if ends_accepted final W m snaps then
        if chain_period_accepted n0 p W (known_window base W m snaps) then Some (m, R) else None
      else None
    end
  else None.

(** Every snapshot but the last, with the next. *)
Definition links (ch : chain) : list ((nat * list N) * (nat * list N)) :=
  combine (snapshots ch) (tl (snapshots ch)).

Definition chain_link (c : claim) (ch : chain) (m : store) (R : list (nat * N))
  (link : (nat * list N) * (nat * list N)) : bool :=
  let (C, n0, p) := c in
  let base := base_end (N.to_nat n0 + N.to_nat p) (window ch) (snapshots ch) in
  link_accepted (chain_space C ch) (places_of C) (N.to_nat n0) (window ch) R base m
    (fst link) (snd link).

Definition chain_accepts (c : claim) (ch : chain) : bool :=
  match chain_frame c ch with
  | None => false
  | Some (m, R) => forallb (chain_link c ch m R) (links ch)
  end.

(** Link i alone, counted from 0, and all but the other links. *)
Definition chain_accepts_link (c : claim) (ch : chain) (i : nat) : bool :=
  match chain_frame c ch, nth_error (links ch) i with
  | Some (m, R), Some link => chain_link c ch m R link
  | _, _ => false
  end.
