(** * Section 9: the chain form

    Lemma 9b (the base), Lemma 9c (a link) and Theorem 9d of [theory::certificate]. *)

From Coq Require Import Arith Bool FMapPositive List NArith PArith Lia.
From Octal Require Import Octal SpragueGrundy Window Minimality Sparse Certificate Values Plain
  Evaluation.
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

Lemma look_put_same : forall n v m, look (put n v m) n = v.
Proof. intros n v m. unfold look, put. rewrite PositiveMap.gss. reflexivity. Qed.

Lemma look_put_other : forall n i v m, i <> n -> look (put n v m) i = look m i.
Proof.
  intros n i v m D. unfold look, put. rewrite PositiveMap.gso; [reflexivity |].
  intro E. apply D, SuccNat2Pos.inj, E.
Qed.

(** m has the right values on the heaps K. *)
Definition right_on (C : code) (K : nat -> Prop) (m : store) : Prop :=
  forall i, K i -> look m i = G C i.

Lemma right_on_put : forall C K m n v, right_on C K m -> G C n = v ->
  right_on C (fun i => K i \/ i = n) (put n v m).
Proof.
  intros C K m n v H E i I. destruct (Nat.eq_dec i n) as [D | D].
  - subst i. rewrite look_put_same. auto.
  - rewrite look_put_other by exact D. apply H. tauto.
Qed.

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

(** Every snapshot is linked to the next; the last is of heap [final]. *)
Fixpoint links_accepted (R : list (nat * N)) (base final : nat) (m : store)
  (from : nat * list N) (later : list (nat * list N)) : bool :=
  match later with
  | [] => fst from =? final
  | to :: rest =>
    if link_accepted R base m from to then links_accepted R base final m to rest else false
  end.

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

Definition chain_accepts (c : claim) (ch : chain) : bool :=
  if numbers_accepted c ch then
    let (C, n0, p) := c in
    let W := window ch in
    let snaps := snapshots ch in
    let final := N.to_nat n0 + N.to_nat p in
    let base := base_end final W snaps in
    let S := chain_space C ch in
    let pl := places_of C in
    match base_from S pl (N.to_nat n0) W (base - 1) 1 (put 0 0 (PositiveMap.empty N)) []
      (rare ch) with
    | None => false
    | Some (m, R) =>
      if match snaps with
         | [] => true
         | (s, first) :: later =>
           if same_window W (window_of m s W []) first then
             links_accepted S pl (N.to_nat n0) W R base final m (s, first) later
           else false
         end
      then chain_period_accepted n0 p W (known_window base W m snaps)
      else false
    end
  else false.

(** ** Windows *)

Section Windows.

Variables (C : code) (W : nat).

(** A list begins with the W values from heap n on. *)
Definition right_window (n : nat) (values : list N) : Prop :=
  forall j, j < W -> nth_error values j = Some (G C (n + j)).

Lemma window_of_later : forall m n w k later,
  nth_error (window_of m n w later) (w + k) = nth_error later k.
Proof.
  intros m n w. induction w as [| w IH]; intros k later; [reflexivity |].
  cbn [window_of]. replace (Datatypes.S w + k) with (w + Datatypes.S k) by lia.
  rewrite IH. reflexivity.
Qed.

Lemma window_of_nth : forall m n w later j, j < w ->
  nth_error (window_of m n w later) j = Some (look m (n + j)).
Proof.
  intros m n w. induction w as [| w IH]; intros later j L; [lia |]. simpl.
  destruct (Nat.eq_dec j w) as [E | E]; [| apply IH; lia]. subst j.
  assert (X := window_of_later m n w 0 (look m (n + w) :: later)).
  rewrite Nat.add_0_r in X. exact X.
Qed.

Lemma window_of_right : forall m n, right_on C (fun i => n <= i < n + W) m ->
  right_window n (window_of m n W []).
Proof. intros m n H j J. rewrite window_of_nth by exact J. rewrite H by lia. reflexivity. Qed.

Lemma put_window_right : forall values K n m, right_on C K m ->
  (forall j, j < length values -> nth_error values j = Some (G C (n + j))) ->
  right_on C (fun i => K i \/ n <= i < n + length values) (put_window n values m).
Proof.
  induction values as [| v values IH]; intros K n m H V; simpl.
  - intros i [I | I]; [apply H, I | lia].
  - assert (V0 := V 0). simpl in V0. rewrite Nat.add_0_r in V0.
    assert (E : G C n = v) by (specialize (V0 ltac:(lia)); congruence).
    intros i I. apply (IH _ (Datatypes.S n) _ (right_on_put C K m n v H E)).
    + intros j J. specialize (V (Datatypes.S j)). simpl in V. rewrite V by lia. do 2 f_equal. lia.
    + destruct I as [I | I]; [tauto |]. destruct (Nat.eq_dec i n); [tauto | right; lia].
Qed.

Lemma compare_windows_true : forall w a b, compare_windows w a b = Some true ->
  exists l l', a = Some l /\ b = Some l' /\ same_window w l l' = true.
Proof.
  intros w [l |] [l' |] H; try discriminate. exists l, l'. injection H as H. auto.
Qed.

Lemma compare_windows_false : forall w a b, compare_windows w a b = Some false ->
  exists l l', a = Some l /\ b = Some l' /\ same_window w l l' = false.
Proof.
  intros w [l |] [l' |] H; try discriminate. exists l, l'. injection H as H. auto.
Qed.

Lemma right_window_long : forall n l, right_window n l -> W <= length l.
Proof.
  intros n l H. destruct W as [| w] eqn:E; [lia |].
  specialize (H w). rewrite E in H. specialize (H ltac:(lia)).
  assert (nth_error l w <> None) by congruence. apply nth_error_Some in H0. lia.
Qed.

Lemma windows_differ : forall w n n' l l', w <= W -> right_window n l -> right_window n' l' ->
  same_window w l l' = false -> exists j, j < w /\ G C (n + j) <> G C (n' + j).
Proof.
  intros w n n' l l' Ww H H' E. pose proof (right_window_long n l H).
  pose proof (right_window_long n' l' H').
  apply same_window_false in E; [| lia | lia]. destruct E as [j [J Ne]]. exists j.
  split; [exact J |]. rewrite H, H' in Ne by lia. congruence.
Qed.

End Windows.

(** ** The proofs *)

Section Proofs.

Variables (C : code) (S : space) (n0 W rho : nat).
Hypothesis octal_code : octal C.
Hypothesis allowed_space : allowed C S.
Hypothesis long : rho + last_place C + 1 <= W.

(** R is right and complete below n, and no rare heap is above rho. *)
Definition rare_below (R : list (nat * N)) (n : nat) : Prop :=
  (forall r v, In (r, v) R -> 1 <= r < n /\ v = G C r) /\
  (forall i, 1 <= i < n -> common_at C S i = false -> exists v, In (i, v) R) /\
  (forall r v, In (r, v) R -> r <= rho).

(** Theorem 5 asks for witnesses from heap n0 + W on. *)
Definition witnessed (n : nat) : Prop :=
  forall i, n0 + W <= i < n -> forall v, (v < G C i)%N -> common S i v = false ->
    witness C n0 i v.

Lemma rare_below_common : forall R n, rare_below R n -> common_at C S n = true ->
  rare_below R (Datatypes.S n).
Proof.
  intros R n [A [B D]] H. split; [| split; [| exact D]].
  - intros r v I. destruct (A r v I). split; [lia | assumption].
  - intros i I Ri. destruct (Nat.eq_dec i n); [congruence | apply B; [lia | exact Ri]].
Qed.

Lemma witnessed_next : forall n, witnessed n ->
  (n0 + W <= n -> forall v, (v < G C n)%N -> common S n v = false -> witness C n0 n v) ->
  witnessed (Datatypes.S n).
Proof.
  intros n H H' i I. destruct (Nat.eq_dec i n); [subst; apply H'; lia | apply H; lia].
Qed.

Lemma split_place_le : forall k u, In (k, u) (splits (places_of C)) -> k <= last_place C.
Proof.
  intros k u I. apply in_splits in I. destruct I as [E _].
  apply place_le with C 2%N; [apply no_place_after_last | exact E].
Qed.

Lemma single_place_le : forall k, In k (singles (places_of C)) -> 1 <= k <= last_place C.
Proof.
  intros k I. apply in_singles in I. destruct I as [K E]. split; [exact K |].
  apply place_le with C 1%N; [apply no_place_after_last | exact E].
Qed.

Lemma no_none_above : forall n, last_place C < n -> ~ In n (nones (places_of C)).
Proof.
  intros n L I. apply in_nones in I. destruct I as [_ E].
  apply (place_le C (last_place C)) in E; [lia | apply no_place_after_last].
Qed.

(** *** Lemma 9b: the base *)

Lemma base_split_right : forall n least k u a, base_split n least (k, u) a = true ->
  1 <= a /\ k + a < n /\ (u = true -> a <> n - k - a) /\
  a < n /\ n - k - a < n /\ least <= Nat.max a (n - k - a).
Proof.
  intros n least k u a H. unfold base_split in H. cbn [fst snd] in H.
  destruct (Nat.leb_spec 1 a) as [A |]; [| discriminate].
  destruct (Nat.leb_spec a (n - k - a)) as [L |]; [| discriminate].
  destruct (Nat.leb_spec least (n - k - a)) as [M |]; [| discriminate].
  repeat split; try lia. intro U. subst u. apply negb_true_iff, Nat.eqb_neq in H. exact H.
Qed.

(** A heap that is not listed. *)
Lemma base_common : forall n m R x, 1 <= n -> right_on C (fun i => i < n) m -> rare_below R n ->
  common_value (look m) (places_of C) n S R
    (base_split n (if n0 + W <=? n then n0 else 1)) (Nat.div2 n) values_limit = Some x ->
  G C n = x /\ common_at C S n = true /\
  (n0 + W <= n -> forall v, (v < G C n)%N -> common S n v = false -> witness C n0 n v).
Proof.
  intros n m R x N1 Right [A [B D]] H.
  destruct (common_value_spec C (look m) n octal_code S R (fun i => i < n) allowed_space Right)
    with (6 := H) (least := if n0 + W <=? n then n0 else 1) as [Gx [Cn Wit]].
  - intros k I L. apply single_place_le in I. lia.
  - intros k u r v I Ir L. destruct (A r v Ir). lia.
  - intros r v I. destruct (A r v I). split; [lia | assumption].
  - exact B.
  - intros k u a _ U. apply base_split_right, U.
  - split; [exact Gx |]. split; [exact Cn |]. intros L.
    destruct (Nat.leb_spec (n0 + W) n) as [_ |]; [| lia]. apply Wit.
    + apply no_none_above. lia.
    + intros k u r v I Ir Lr. apply split_place_le in I. apply D in Ir. lia.
Qed.

Theorem base_right : forall steps n m before listed m' R,
  base_from S (places_of C) n0 W steps n m before listed = Some (m', R) ->
  1 <= n -> (forall r v, In (r, v) listed -> r <= rho) ->
  right_on C (fun i => i < n) m -> rare_below before n -> witnessed n ->
  right_on C (fun i => i < n + steps) m' /\ rare_below R (n + steps) /\ witnessed (n + steps).
Proof.
  induction steps as [| steps IH]; intros n m before listed m' R H N1 Small Right Rare Wit.
  - cbn [base_from] in H. destruct listed; [| discriminate]. injection H as H1 H2. subst.
    rewrite Nat.add_0_r. auto.
  - replace (n + Datatypes.S steps) with (Datatypes.S n + steps) by lia.
    assert (next : forall v, G C n = v -> right_on C (fun i => i < Datatypes.S n) (put n v m)).
    { intros v V i I. apply (right_on_put C _ m n v Right V). lia. }
    assert (common_heap :
      match common_value (look m) (places_of C) n S before
        (base_split n (if n0 + W <=? n then n0 else 1)) (Nat.div2 n) values_limit with
      | None => None
      | Some x => base_from S (places_of C) n0 W steps (Datatypes.S n) (put n x m) before listed
      end = Some (m', R) ->
      right_on C (fun i => i < Datatypes.S n + steps) m' /\
      rare_below R (Datatypes.S n + steps) /\ witnessed (Datatypes.S n + steps)).
    { intro E. destruct (common_value _ _ _ _ _ _ _ _) as [x |] eqn:V; [| discriminate].
      destruct (base_common n m before x N1 Right Rare V) as [Gx [Cn Wn]].
      apply (IH _ _ _ _ _ _ E); auto.
      - apply rare_below_common; assumption.
      - apply witnessed_next; assumption. }
    cbn [base_from] in H. destruct listed as [| [r v] later]; [apply common_heap, H |].
    destruct (Nat.eqb_spec r n) as [Rn | Rn]; [subst r | apply common_heap, H].
    destruct (common S n v) eqn:Rv; [discriminate |].
    destruct (is_mex_of_options (look m) (places_of C) n v) eqn:V; [| discriminate].
    apply (is_mex_of_options_spec C (look m) n octal_code v Right) in V.
    apply (IH _ _ _ _ _ _ H); auto.
    + intros r w I. apply Small with w. right. exact I.
    + destruct Rare as [A [B D]]. split; [| split].
      * intros r w [E | I]; [injection E as E1 E2; subst; split; [lia | reflexivity] |].
        destruct (A r w I). split; [lia | assumption].
      * intros i I Ri. destruct (Nat.eq_dec i n) as [E | E]; [subst i; exists v; left; reflexivity |].
        destruct (B i) as [w Iw]; [lia | exact Ri |]. exists w. right. exact Iw.
      * intros r w [E | I]; [| apply D with w, I]. injection E as E1 E2. subst r.
        apply Small with v. left. reflexivity.
    + apply witnessed_next; [exact Wit |]. intro L.
      assert (n <= rho) by (apply Small with v; left; reflexivity). lia.
Qed.

(** *** Lemma 9c: a link *)

Lemma link_split_right : forall base s n k u a, 1 <= s -> link_split base s n (k, u) a = true ->
  1 <= a /\ k + a < n /\ (u = true -> a <> n - k - a) /\
  a < base /\ s <= n - k - a < n /\ s <= Nat.max a (n - k - a).
Proof.
  intros base s n k u a S1 H. unfold link_split in H. cbn [fst snd] in H.
  destruct (Nat.leb_spec 1 a) as [A |]; [| discriminate].
  destruct (Nat.ltb_spec a base) as [B |]; [| discriminate].
  destruct (Nat.leb_spec s (n - k - a)) as [L |]; [| discriminate].
  destruct (N.of_nat (n - (n - k - a)) <=? 65536)%N; [| discriminate].
  repeat split; try lia. intro U. subst u. apply negb_true_iff, Nat.eqb_neq in H. exact H.
Qed.

Lemma witness_weaker : forall n n1 n2 v, n1 <= n2 -> witness C n2 n v -> witness C n1 n v.
Proof.
  intros n n1 n2 v L [parts [A [B D]]]. exists parts. split; [exact A |]. split; [exact B |].
  destruct parts as [| a [| b [| c parts]]]; auto. lia.
Qed.

Theorem link_right : forall base s R steps n m m',
  link_from S (places_of C) R base s steps n m = Some m' ->
  1 <= s -> s + W <= n ->
  right_on C (fun i => i < base \/ s <= i < n) m -> rare_below R n ->
  (n0 <= s -> witnessed n) ->
  right_on C (fun i => i < base \/ s <= i < n + steps) m' /\ rare_below R (n + steps) /\
  (n0 <= s -> witnessed (n + steps)).
Proof.
  intros base s R steps. induction steps as [| steps IH]; intros n m m' H S1 Sn Right Rare Wit.
  - simpl in H. injection H as H. subst. rewrite Nat.add_0_r. auto.
  - replace (n + Datatypes.S steps) with (Datatypes.S n + steps) by lia.
    cbn [link_from] in H. destruct (common_value _ _ _ _ _ _ _ _) as [x |] eqn:V; [| discriminate].
    destruct Rare as [A [B D]].
    destruct (common_value_spec C (look m) n octal_code S R _ allowed_space Right)
      with (6 := V) (least := s) as [Gx [Cn Wn]].
    + intros k I L. apply single_place_le in I. lia.
    + intros k u r v I Ir L. apply split_place_le in I. pose proof (D r v Ir). pose proof (A r v Ir). lia.
    + intros r v I. destruct (A r v I). split; [lia | assumption].
    + exact B.
    + intros k u a _ U. apply link_split_right in U; [| exact S1]. intuition.
    + apply (IH _ _ _ H); auto.
      * intros i I. apply (right_on_put C _ m n x Right Gx). lia.
      * apply rare_below_common; [split; [exact A | split; [exact B | exact D]] | exact Cn].
      * intro L. apply witnessed_next; [apply Wit, L |]. intros _ v Lv Rv.
        apply witness_weaker with s; [exact L |]. apply Wn; auto.
        -- apply no_none_above. lia.
        -- intros k u r w I Ir Lr. apply split_place_le in I. apply D in Ir. lia.
Qed.

(** What is known when a snapshot has been reached. *)
Definition reached (R : list (nat * N)) (snap : nat * list N) : Prop :=
  right_window C W (fst snap) (snd snap) /\ rare_below R (fst snap + W) /\ witnessed (fst snap + W).

Lemma link_reached : forall R base m from to, right_on C (fun i => i < base) m ->
  link_accepted S (places_of C) n0 W R base m from to = true ->
  1 <= fst from -> reached R from -> reached R to /\ fst from < fst to.
Proof.
  intros R base m [s first] [s' last] Right H S1 [Win [Rare Wit]]. simpl in S1, Win, Rare, Wit.
  unfold link_accepted in H.
  destruct (Nat.ltb_spec s s') as [L |]; [| discriminate].
  destruct (if n0 <=? s then true else s' <=? n0) eqn:Side; [| discriminate].
  unfold is_window in H. destruct (Nat.eqb_spec (length first) W) as [Len |]; [| discriminate].
  destruct (forallb _ first); [| discriminate].
  destruct (link_from _ _ _ _ _ _ _ _) as [m' |] eqn:Link; [| discriminate].
  assert (Start : right_on C (fun i => i < base \/ s <= i < s + W) (put_window s first m)).
  { rewrite <- Len. apply put_window_right; [exact Right |]. intros j J. apply Win. lia. }
  destruct (link_right _ _ _ _ _ _ _ Link S1 (le_n _) Start Rare) as [Right' [Rare' Wit']];
    [intros _; exact Wit |].
  replace (s + W + (s' - s)) with (s' + W) in * by lia.
  split; [| exact L]. split; [| split; [exact Rare' |]]; cbn [fst snd].
  - intros j J. rewrite <- (same_window_true _ _ _ H j J).
    apply window_of_right; [| exact J]. intros i I. apply Right'. lia.
  - destruct (Nat.leb_spec n0 s) as [Ge | Lt]; [apply Wit', Ge |].
    apply Nat.leb_le in Side. intros i I. lia.
Qed.

Lemma links_reached : forall R base m final later from, right_on C (fun i => i < base) m ->
  links_accepted S (places_of C) n0 W R base final m from later = true ->
  1 <= fst from -> reached R from ->
  (forall snap, In snap (from :: later) -> right_window C W (fst snap) (snd snap)) /\
  rare_below R (final + W) /\ witnessed (final + W).
Proof.
  intros R base m final later. induction later as [| to later IH];
    intros from Right H S1 Reached; simpl in H.
  - apply Nat.eqb_eq in H. subst final. destruct Reached as [Win [Rare Wit]].
    split; [| auto]. intros snap [E | []]. subst. exact Win.
  - destruct (link_accepted _ _ _ _ _ _ _ from to) eqn:L; [| discriminate].
    destruct (link_reached R base m from to Right L S1 Reached) as [Reached' Lt].
    destruct (IH to Right H) as [Wins Rest]; [lia | exact Reached' |].
    split; [| exact Rest]. intros snap [E | I]; [subst; apply Reached | apply Wins, I].
Qed.

End Proofs.

(** ** Theorem 9d *)

Lemma last_rare_bound : forall R r v, In (r, v) R -> r <= last_rare R.
Proof.
  induction R as [| [r' v'] R IH]; intros r v I; [destruct I |]. simpl.
  destruct I as [E | I]; [injection E as E1 E2; subst; lia | apply IH in I; lia].
Qed.

Lemma octal_of_has_bit : forall C, has_bit C 3 = false -> octal C.
Proof.
  intros C H k. destruct (may_leave (d C k) 3) eqn:E; [| reflexivity].
  apply has_bit_spec in E. congruence.
Qed.

Lemma chain_space_allowed : forall C ch,
  (if (position_bit ch =? 1)%N then one_parity C else true) = true ->
  allowed C (chain_space C ch).
Proof.
  intros C ch H E k K. simpl in E. rewrite E in H. unfold one_parity in H.
  rewrite forallb_forall in H. specialize (H (k, unequal (d C k))). simpl.
  apply eqb_prop, H. apply in_splits. auto.
Qed.

Theorem chain_form : forall c ch, chain_accepts c ch = true -> holds c.
Proof.
  intros [C n0 p] ch H. unfold chain_accepts in H.
  destruct (numbers_accepted (Claim C n0 p) ch) eqn:Num; [| discriminate].
  unfold numbers_accepted in Num. rewrite !andb_true_iff in Num.
  destruct Num as [[[[[[[[[[_ Oct] P] _] _] Par] Rho] Long] _] Snaps] Len].
  apply negb_true_iff, octal_of_has_bit in Oct. apply N.leb_le in P.
  apply chain_space_allowed in Par. apply Nat.ltb_lt in Rho. apply Nat.leb_le in Long.
  set (S := chain_space C ch) in *. set (W := window ch) in *. set (rho := last_rare (rare ch)) in *.
  set (n := N.to_nat n0) in *. set (q := N.to_nat p) in *.
  set (snaps := snapshots ch) in *. set (base := base_end (n + q) W snaps) in *.
  destruct (base_from _ _ _ _ _ _ _ _ _) as [[m R] |] eqn:Base; [| discriminate].
  (* Lemma 9b *)
  assert (Base1 : 1 <= base).
  { unfold base, base_end. destruct snaps as [| [s ?] ?]; lia. }
  destruct (base_right C S n W rho Oct Par Long _ _ _ _ _ _ _ Base) as [Right [Rare Wit]].
  { lia. }
  { intros r v I. apply last_rare_bound with v, I. }
  { intros i I. replace i with 0 by lia. rewrite look_put_same. symmetry. apply G_0. }
  { split; [intros r v [] | split; [intros i I; lia | intros r v []]]. }
  { intros i I. lia. }
  replace (1 + (base - 1)) with base in * by lia.
  match type of H with
  | (if ?links then _ else _) = true => destruct links eqn:Links; [| discriminate]
  end.
  (* Lemma 9c, link by link *)
  assert (Final : (forall snap, In snap snaps -> right_window C W (fst snap) (snd snap)) /\
    rare_below C S rho R (n + q + W) /\ witnessed C S n W (n + q + W)).
  { unfold base, base_end in Right, Rare, Wit. destruct snaps as [| [s first] later].
    - split; [intros snap [] | split; assumption].
    - destruct (same_window W _ first) eqn:First; [| discriminate].
      apply andb_true_iff in Snaps. destruct Snaps as [Ws _]. apply Nat.leb_le in Ws.
      apply (links_reached C S n W rho Oct Par Long R (s + W) m) with (from := (s, first));
        auto; [simpl; lia |].
      split; [| split; assumption]. intros j J. cbn [fst snd].
      rewrite <- (same_window_true _ _ _ First j J). revert j J.
      change (right_window C W s (window_of m s W [])).
      apply window_of_right. intros i I. apply Right. lia. }
  destruct Final as [Wins [Rare' Wit']].
  assert (Known : forall i l, known_window base W m snaps i = Some l -> right_window C W i l).
  { intros i l E. unfold known_window in E. destruct (Nat.leb_spec (i + W) base) as [L | L].
    - injection E as E. subst l. apply window_of_right. intros j J. apply Right. lia.
    - destruct (find _ snaps) as [snap |] eqn:F; [| discriminate]. injection E as E. subst l.
      apply find_some in F. destruct F as [I E]. apply Nat.eqb_eq in E. subst i. apply Wins, I. }
  (* Theorem 5 *)
  unfold chain_period_accepted in H. fold n q in H.
  destruct (compare_windows W _ _) as [[|] |] eqn:Eq; try discriminate.
  destruct (prime_divisors p) as [l |] eqn:D; [| discriminate].
  destruct (forallb _ l) eqn:F; [| discriminate].
  destruct (compare_windows 1 _ _) as [[|] |] eqn:Pre; try discriminate.
  apply compare_windows_true in Eq. destruct Eq as [w [w' [E1 [E2 Same]]]].
  assert (Period : forall i, n <= i -> G C (i + q) = G C i).
  { apply (sparse_window C S (last_place C) rho n q W (n + q + W - 1)); auto.
    - apply no_place_after_last.
    - lia.
    - lia.
    - lia.
    - lia.
    - intros i I. destruct (common_at C S i) eqn:Ci; [reflexivity |].
      destruct Rare' as [_ [B Small]]. destruct (B i) as [v Iv]; [lia | exact Ci |].
      apply Small in Iv. lia.
    - intros i I. assert (X := same_window_true _ _ _ Same (i - n)). specialize (X ltac:(lia)).
      rewrite (Known _ _ E1), (Known _ _ E2) in X by lia. injection X as X.
      replace (n + (i - n)) with i in X by lia. rewrite X. f_equal. lia.
    - intros i I. apply Wit'. lia. }
  apply least_by_windows with l; auto.
  - split; [lia | exact Period].
  - intros e I. rewrite forallb_forall in F. specialize (F e I).
    destruct (compare_windows W _ _) as [[|] |] eqn:Ne; try discriminate.
    apply compare_windows_false in Ne. destruct Ne as [x [y [X [Y Differ]]]].
    apply (windows_differ C W W n (n + N.to_nat (p / e)) x y) in Differ; auto.
    destruct Differ as [j [J Ne]]. exists (n + j). split; [fold n; lia |].
    intro E. apply Ne. rewrite E. f_equal. lia.
  - right. apply compare_windows_false in Pre. destruct Pre as [x [y [X [Y Differ]]]].
    apply (windows_differ C W 1 (n - 1) (n - 1 + q) x y) in Differ; auto; [| lia].
    destruct Differ as [j [J Ne]]. replace j with 0 in Ne by lia.
    rewrite !Nat.add_0_r in Ne. exact Ne.
Qed.
