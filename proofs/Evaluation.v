(** * Section 9: sparse evaluation, run

    The value of a heap as the chain form computes it: of a heap that is listed as rare from all
    options, of any other by Theorem 4. The known values are a function [g], right on the heaps
    [K]. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Sparse Values.
Import ListNotations.

(** ** The places with bits 1, 2 and 4; no digit has bit 8 *)

Record places := Places {
  nones : list nat;
  singles : list nat;
  splits : list (nat * bool) }.

Definition places_of (C : code) : places :=
  Places
    (filter (fun k => may_leave (d C k) 0) (seq 1 (length C)))
    (filter (fun k => may_leave (d C k) 1) (seq 1 (length C)))
    (map (fun k => (k, unequal (d C k)))
      (filter (fun k => may_leave (d C k) 2) (seq 0 (length C)))).

Lemma place_in_code : forall C k j, may_leave (d C k) j = true -> k < length C.
Proof.
  intros C k j E. destruct (le_lt_dec (length C) k) as [L | L]; [| exact L].
  unfold may_leave, d in E. rewrite nth_overflow, N.bits_0 in E by exact L. discriminate.
Qed.

Lemma in_nones : forall C k, In k (nones (places_of C)) <-> 1 <= k /\ may_leave (d C k) 0 = true.
Proof.
  intros C k. simpl. rewrite filter_In, in_seq. split; [intuition |].
  intros [K E]. pose proof (place_in_code _ _ _ E). intuition.
Qed.

Lemma in_singles : forall C k,
  In k (singles (places_of C)) <-> 1 <= k /\ may_leave (d C k) 1 = true.
Proof.
  intros C k. simpl. rewrite filter_In, in_seq. split; [intuition |].
  intros [K E]. pose proof (place_in_code _ _ _ E). intuition.
Qed.

Lemma in_splits : forall C k u,
  In (k, u) (splits (places_of C)) <-> may_leave (d C k) 2 = true /\ u = unequal (d C k).
Proof.
  intros C k u. simpl. rewrite in_map_iff. split.
  - intros [i [E I]]. injection E as E1 E2. subst. apply filter_In in I. tauto.
  - intros [E U]. subst u. exists k. split; [reflexivity |]. apply filter_In.
    rewrite in_seq. pose proof (place_in_code _ _ _ E). intuition.
Qed.

(** ** What is run *)

Section Run.

Variables (g : nat -> N) (pl : places) (n : nat).

Definition fits (u : bool) (rest a : nat) : bool :=
  if a <? rest then negb (if u then a + a =? rest else false) else false.

(** The values of the set A of Theorem 4, and of splits into two rare parts; R are the rare heaps
    with their values. *)
Definition seen (R : list (nat * N)) : list N :=
  (if existsb (Nat.eqb n) (nones pl) then [0%N] else []) ++
  flat_map (fun k => if k <? n then [g (n - k)] else []) (singles pl) ++
  flat_map (fun split =>
    let rest := n - fst split in
    flat_map (fun rare =>
      if fits (snd split) rest (fst rare) then [N.lxor (snd rare) (g (rest - fst rare))] else [])
      R) (splits pl).

(** The least value from v on that is common and not seen. *)
Fixpoint candidate (S : space) (steps : nat) (v : N) (l : list N) : option N :=
  match steps with
  | O => None
  | Datatypes.S fewer =>
    if common S n v then
      if existsb (N.eqb v) l then candidate S fewer (N.succ v) l else Some v
    else candidate S fewer (N.succ v) l
  end.

(** The rare values below v that were not seen. *)
Fixpoint missing (S : space) (v : nat) (l : list N) : list N :=
  match v with
  | O => []
  | Datatypes.S w =>
    if common S n (N.of_nat w) then missing S w l
    else if existsb (N.eqb (N.of_nat w)) l then missing S w l
    else N.of_nat w :: missing S w l
  end.

(** Whether splits with a part a, a + 1, ... show all these values. Which splits count is told by
    [usable]. *)
Fixpoint shown (usable : nat * bool -> nat -> bool) (steps a : nat) (values : list N) : bool :=
  match values with
  | [] => true
  | _ :: _ =>
    match steps with
    | O => false
    | Datatypes.S fewer =>
      shown usable fewer (Datatypes.S a) (filter (fun v =>
        negb (existsb (fun split =>
          if usable split a then N.eqb v (N.lxor (g a) (g (n - fst split - a))) else false)
          (splits pl))) values)
    end
  end.

(** The value of a common heap, if it is below a limit and all smaller rare values are shown. *)
Definition common_value (S : space) (R : list (nat * N)) (usable : nat * bool -> nat -> bool)
  (steps limit : nat) : option N :=
  let l := seen R in
  match candidate S limit 0 l with
  | None => None
  | Some x => if shown usable steps 1 (missing S (N.to_nat x) l) then Some x else None
  end.

(** Whether some option has a value with the property P. *)
Fixpoint any_part (P : N -> bool) (rest a : nat) : bool :=
  match a with
  | O => false
  | S b => if P (N.lxor (g a) (g (rest - a))) then true else any_part P rest b
  end.

Definition any_move (P : N -> bool) : bool :=
  if (if existsb (Nat.eqb n) (nones pl) then P 0%N else false) then true
  else if existsb (fun k => if k <? n then P (g (n - k)) else false) (singles pl) then true
  else existsb (fun split =>
    any_part P (n - fst split) (smaller_parts (snd split) (n - fst split))) (splits pl).

Definition is_mex_of_options (v : N) : bool :=
  if any_move (N.eqb v) then false
  else all_below (fun w => any_move (N.eqb w)) (N.to_nat v).

(** ** What each part of it finds *)

Lemma fits_spec : forall u rest a, fits u rest a = true ->
  a < rest /\ (u = true -> a <> rest - a).
Proof.
  intros u rest a H. unfold fits in H. destruct (Nat.ltb_spec a rest) as [L |]; [| discriminate].
  split; [exact L |]. intros U. subst u. apply negb_true_iff, Nat.eqb_neq in H. lia.
Qed.

Lemma fits_true : forall u rest a b, a + b = rest -> 1 <= b -> (u = true -> a <> b) ->
  fits u rest a = true.
Proof.
  intros u rest a b E B U. unfold fits. destruct (Nat.ltb_spec a rest) as [L | L]; [| lia].
  apply negb_true_iff. destruct u; [| reflexivity]. apply Nat.eqb_neq.
  specialize (U eq_refl). lia.
Qed.

Lemma candidate_spec : forall S l steps v x, candidate S steps v l = Some x ->
  common S n x = true /\ ~ In x l /\ forall w, (v <= w < x)%N -> common S n w = true -> In w l.
Proof.
  intros S l steps. induction steps as [| steps IH]; intros v x H; simpl in H; [discriminate |].
  destruct (common S n v) eqn:Cv; [destruct (existsb (N.eqb v) l) eqn:E |].
  - apply existsb_In in E. destruct (IH _ _ H) as [Cx [X B]]. repeat split; auto.
    intros w W Cw. destruct (N.eq_dec w v); [subst; exact E | apply B; [lia | exact Cw]].
  - injection H as H. subst x. repeat split; [exact Cv | | intros; lia].
    intro I. apply existsb_In in I. congruence.
  - destruct (IH _ _ H) as [Cx [X B]]. repeat split; auto.
    intros w W Cw. destruct (N.eq_dec w v); [congruence | apply B; [lia | exact Cw]].
Qed.

Lemma missing_spec : forall S l x v, (v < N.of_nat x)%N -> common S n v = false ->
  In v l \/ In v (missing S x l).
Proof.
  intros S l x. induction x as [| x IH]; intros v L R; [lia |]. simpl.
  destruct (N.eq_dec v (N.of_nat x)) as [E | E].
  - subst v. rewrite R. destruct (existsb (N.eqb (N.of_nat x)) l) eqn:I.
    + left. apply existsb_In, I.
    + right. left. reflexivity.
  - destruct (IH v) as [I | I]; [lia | exact R | tauto |]. right.
    destruct (common S n (N.of_nat x)); [exact I |].
    destruct (existsb (N.eqb (N.of_nat x)) l); [exact I | right; exact I].
Qed.

Lemma shown_spec : forall usable steps a values, shown usable steps a values = true ->
  forall v, In v values -> exists split b, In split (splits pl) /\ usable split b = true /\
    v = N.lxor (g b) (g (n - fst split - b)).
Proof.
  intros usable steps. induction steps as [| steps IH]; intros a values H v I; simpl in H.
  - destruct values; [destruct I | discriminate].
  - destruct values as [| w values]; [destruct I |].
    set (here := fun v => existsb (fun split =>
      if usable split a then N.eqb v (N.lxor (g a) (g (n - fst split - a))) else false) (splits pl)).
    destruct (here v) eqn:Here.
    + apply existsb_exists in Here. destruct Here as [split [M E]]. exists split, a.
      destruct (usable split a) eqn:U; [| discriminate]. apply N.eqb_eq in E. auto.
    + apply (IH _ _ H v). apply filter_In. split; [exact I |].
      fold (here v). rewrite Here. reflexivity.
Qed.

Lemma any_part_spec : forall P rest most, any_part P rest most = true <->
  exists a, 1 <= a <= most /\ P (N.lxor (g a) (g (rest - a))) = true.
Proof.
  intros P rest most. induction most as [| most IH].
  - simpl. split; [discriminate | intros [a [A _]]; lia].
  - cbn [any_part]. destruct (P (N.lxor (g (S most)) (g (rest - S most)))) eqn:E.
    + split; [intros _ | reflexivity]. exists (S most). split; [lia | exact E].
    + rewrite IH. split; intros [a [A V]]; exists a; (split; [| exact V]); [lia |].
      destruct (Nat.eq_dec a (S most)); [subst; congruence | lia].
Qed.

End Run.

(** ** A rare heap *)

Section Proofs.

Variables (C : code) (g : nat -> N) (n : nat).
Hypothesis octal_code : octal C.

Lemma any_move_spec : forall P, (forall i, i < n -> g i = G C i) ->
  (any_move g (places_of C) n P = true <->
   exists parts, leaves C n parts /\ P (nim_sum C parts) = true).
Proof.
  intros P right. unfold any_move.
  assert (Zero : existsb (Nat.eqb n) (nones (places_of C)) = true <->
    1 <= n /\ may_leave (d C n) 0 = true).
  { rewrite <- in_nones, existsb_exists. split.
    - intros [k [I E]]. apply Nat.eqb_eq in E. subst. exact I.
    - intro I. exists n. split; [exact I | apply Nat.eqb_refl]. }
  assert (One : existsb (fun k => if k <? n then P (g (n - k)) else false)
      (singles (places_of C)) = true <->
    exists k a, may_leave (d C k) 1 = true /\ 1 <= k /\ 1 <= a /\ n = k + a /\ P (G C a) = true).
  { rewrite existsb_exists. split.
    - intros [k [I E]]. apply in_singles in I. destruct (Nat.ltb_spec k n) as [L |]; [| discriminate].
      rewrite right in E by lia. exists k, (n - k). repeat split; try tauto; lia.
    - intros [k [a [E [K [A [Eq V]]]]]]. exists k. split; [apply in_singles; auto |].
      destruct (Nat.ltb_spec k n) as [L | L]; [| lia]. replace (n - k) with a by lia.
      rewrite right by lia. exact V. }
  assert (Two : existsb (fun split =>
      any_part g P (n - fst split) (smaller_parts (snd split) (n - fst split)))
      (splits (places_of C)) = true <->
    exists k a b, may_leave (d C k) 2 = true /\ 1 <= a /\ 1 <= b /\
      (unequal (d C k) = true -> a <> b) /\ n = k + a + b /\ P (nim_sum C [a; b]) = true).
  { rewrite existsb_exists. split.
    - intros [[k u] [I E]]. apply in_splits in I. destruct I as [E2 U]. simpl in E.
      apply any_part_spec in E. destruct E as [a [A V]].
      destruct (smaller_parts_bound u (n - k)) as [H D].
      rewrite !right in V by lia. exists k, a, (n - k - a). rewrite nim_sum_2.
      repeat split; try tauto; try lia. intro M. rewrite <- U in M. specialize (D M). lia.
    - intros [k [a [b [E [A [B [U [Eq V]]]]]]]]. rewrite nim_sum_2 in V.
      exists (k, unequal (d C k)). split; [apply in_splits; auto |]. simpl. apply any_part_spec.
      destruct (smaller_parts_spec (unequal (d C k)) (n - k) a b) as [L | L]; auto; [lia | |].
      + exists a. split; [lia |]. rewrite !right by lia. rewrite <- V. do 3 f_equal. lia.
      + exists b. split; [lia |]. rewrite !right by lia. rewrite <- V, N.lxor_comm.
        do 3 f_equal. lia. }
  split.
  - destruct (existsb (Nat.eqb n) (nones (places_of C))) eqn:E0; [destruct (P 0%N) eqn:V0 |].
    { intros _. destruct (proj1 Zero eq_refl) as [K E]. exists [].
      split; [apply leaves_none with n; auto | exact V0]. }
    all: destruct (existsb _ (singles (places_of C))) eqn:E1;
      [intros _; destruct (proj1 One eq_refl) as [k [a [E [K [A [Eq V]]]]]]; exists [a];
        rewrite nim_sum_1; split; [apply leaves_one with k; auto | exact V] |].
    all: intro H; apply Two in H; destruct H as [k [a [b [E [A [B [U [Eq V]]]]]]]]; exists [a; b];
      split; [apply leaves_two with k; auto | exact V].
  - intros [parts [[k E K Eq | k a E K A Eq | k a b E A B U Eq | k a b c E A B B' Eq] V]].
    + subst k. rewrite (proj2 Zero) by auto. simpl in V. rewrite V. reflexivity.
    + rewrite (proj2 One).
      * destruct (if existsb (Nat.eqb n) (nones (places_of C)) then P 0%N else false); reflexivity.
      * rewrite nim_sum_1 in V. exists k, a. auto.
    + rewrite (proj2 Two) by (exists k, a, b; auto 9).
      destruct (if existsb (Nat.eqb n) (nones (places_of C)) then P 0%N else false),
        (existsb (fun k => if k <? n then P (g (n - k)) else false) (singles (places_of C)));
        reflexivity.
    + rewrite octal_code in E. discriminate.
Qed.

Theorem is_mex_of_options_spec : forall v, (forall i, i < n -> g i = G C i) ->
  is_mex_of_options g (places_of C) n v = true -> G C n = v.
Proof.
  intros v right H. unfold is_mex_of_options in H.
  destruct (any_move g (places_of C) n (N.eqb v)) eqn:None; [discriminate |]. apply G_by_options.
  - intros parts L E. enough (any_move g (places_of C) n (N.eqb v) = true) by congruence.
    apply any_move_spec; [exact right |]. exists parts. split; [exact L |]. apply N.eqb_eq. auto.
  - intros w W. apply all_below_spec with (w := w) in H; [| lia].
    apply any_move_spec in H; [| exact right]. destruct H as [parts [L E]].
    apply N.eqb_eq in E. exists parts. auto.
Qed.

(** ** A common heap *)

Variables (S : space) (R : list (nat * N)) (K : nat -> Prop).
Hypothesis allowed_space : allowed C S.
Hypothesis known : forall i, K i -> g i = G C i.
Hypothesis known_single : forall k, In k (singles (places_of C)) -> k < n -> K (n - k).
Hypothesis known_beside_rare : forall k u r v,
  In (k, u) (splits (places_of C)) -> In (r, v) R -> r < n - k -> K (n - k - r).
Hypothesis rare_right : forall r v, In (r, v) R -> 1 <= r /\ v = G C r.
Hypothesis rare_complete : forall i, 1 <= i < n -> common_at C S i = false ->
  exists v, In (i, v) R.

(** What was seen are values of options: by bit 1, a single heap, or a split with a rare part. *)
Lemma seen_sound : forall v, In v (seen g (places_of C) n R) ->
  exists parts, leaves C n parts /\ nim_sum C parts = v /\
    ((parts = [] /\ In n (nones (places_of C))) \/ (exists a, parts = [a]) \/
     (exists k u r w, In (k, u) (splits (places_of C)) /\ In (r, w) R /\ r < n - k /\
        parts = [r; n - k - r])).
Proof.
  intros v I. unfold seen in I. rewrite !in_app_iff, !in_flat_map in I.
  destruct I as [I | [[k [Ik I]] | [[k u] [Ik I]]]].
  - destruct (existsb (Nat.eqb n) (nones (places_of C))) eqn:E; [| destruct I].
    destruct I as [I | []]. subst v. apply existsb_exists in E. destruct E as [k [Ik E]].
    apply Nat.eqb_eq in E. subst k. exists []. apply in_nones in Ik as Hk.
    split; [apply leaves_none with n; tauto | split; [reflexivity | tauto]].
  - destruct (Nat.ltb_spec k n) as [L |]; [| destruct I]. destruct I as [I | []]. subst v.
    exists [n - k]. apply in_singles in Ik as Hk. split; [apply leaves_one with k; intuition lia |].
    rewrite nim_sum_1, known by auto. split; [reflexivity |]. right; left. eauto.
  - simpl in I. apply in_flat_map in I. destruct I as [[r w] [Ir I]]. simpl in I.
    destruct (fits u (n - k) r) eqn:F; [| destruct I]. destruct I as [I | []]. subst v.
    destruct (fits_spec _ _ _ F) as [L U]. destruct (rare_right r w Ir) as [R1 W].
    apply in_splits in Ik as Hk. destruct Hk as [E Hu]. subst u.
    exists [r; n - k - r]. split; [apply leaves_two with k; auto; lia |].
    rewrite nim_sum_2, (known (n - k - r)), W by eauto. split; [reflexivity |].
    right; right. exists k, (unequal (d C k)), r, w. auto.
Qed.

(** All of the set A was seen. *)
Lemma A_seen : forall v, in_A C S n v -> In v (seen g (places_of C) n R).
Proof.
  intros v [_ [parts [L [E X]]]]. subst v. unfold seen. rewrite !in_app_iff, !in_flat_map.
  destruct L as [k E K1 Eq | k a E K1 A Eq | k a b E A B U Eq | k a b c E A B B' Eq].
  - left. replace (existsb (Nat.eqb n) (nones (places_of C))) with true; [left; reflexivity |].
    symmetry. apply existsb_exists. exists k. split; [apply in_nones; auto |].
    apply Nat.eqb_eq, Eq.
  - right; left. exists k. assert (I : In k (singles (places_of C))) by (apply in_singles; auto).
    split; [exact I |]. destruct (Nat.ltb_spec k n) as [L | L]; [| lia].
    left. rewrite nim_sum_1, known by auto. f_equal. lia.
  - right; right. exists (k, unequal (d C k)).
    assert (I : In (k, unequal (d C k)) (splits (places_of C))) by (apply in_splits; auto).
    split; [exact I |]. cbn [fst snd]. rewrite in_flat_map, nim_sum_2. specialize (X a b eq_refl).
    assert (tap : forall r c, 1 <= r -> 1 <= c -> n = k + r + c -> common_at C S r = false ->
      (unequal (d C k) = true -> r <> c) -> exists rare, In rare R /\
      In (N.lxor (G C r) (G C c)) (if fits (unequal (d C k)) (n - k) (fst rare)
        then [N.lxor (snd rare) (g (n - k - fst rare))] else [])).
    { intros r c R1 C1 Eq' Rare U'. destruct (rare_complete r) as [w W]; [lia | exact Rare |].
      exists (r, w). split; [exact W |]. simpl.
      rewrite (fits_true _ (n - k) r c) by (auto; lia). left.
      destruct (rare_right r w W) as [_ Ew]. rewrite known, <- Ew.
      - f_equal. f_equal. lia.
      - apply (known_beside_rare k (unequal (d C k)) r w); auto. lia. }
    destruct (common_at C S a) eqn:Ca.
    + rewrite N.lxor_comm. apply tap; auto; try lia.
      * destruct (common_at C S b); congruence.
      * intros M E'. apply (U M). auto.
    + apply tap; auto.
  - rewrite octal_code in E. discriminate.
Qed.

Variables (usable : nat * bool -> nat -> bool) (least : nat).
Hypothesis usable_right : forall k u a, In (k, u) (splits (places_of C)) ->
  usable (k, u) a = true -> 1 <= a /\ k + a < n /\ (u = true -> a <> n - k - a) /\
  K a /\ K (n - k - a) /\ least <= Nat.max a (n - k - a).

(** The rare values that were not seen have witnesses. *)
Lemma shown_witness : forall split b, In split (splits (places_of C)) -> usable split b = true ->
  witness C least n (N.lxor (g b) (g (n - fst split - b))).
Proof.
  intros [k u] b I H. destruct (usable_right k u b I H) as [B [L [U [Kb [Kc M]]]]].
  apply in_splits in I. destruct I as [E Eu]. subst u. simpl.
  exists [b; n - k - b]. split; [apply leaves_two with k; auto; lia |].
  rewrite nim_sum_2, !known by auto. split; [reflexivity | exact M].
Qed.

Theorem common_value_spec : forall steps limit x,
  common_value g (places_of C) n S R usable steps limit = Some x ->
  G C n = x /\ common_at C S n = true /\
  (~ In n (nones (places_of C)) ->
   (forall k u r v, In (k, u) (splits (places_of C)) -> In (r, v) R -> r < n - k ->
     least <= n - k - r) ->
   forall v, (v < G C n)%N -> common S n v = false -> witness C least n v).
Proof.
  intros steps limit x H. unfold common_value in H.
  destruct (candidate n S limit 0 _) as [y |] eqn:Cand; [| discriminate].
  destruct (shown _ _ _ _ _ _ _) eqn:Sh; [| discriminate]. injection H as H. subst y.
  destruct (candidate_spec _ _ _ _ _ _ Cand) as [Cx [X B]].
  assert (Rare : forall v, (v < x)%N -> common S n v = false ->
    In v (seen g (places_of C) n R) \/ witness C least n v).
  { intros v V Rv.
    destruct (missing_spec g n S (seen g (places_of C) n R) (N.to_nat x) v) as [I | I];
      [lia | exact Rv | left; exact I | right].
    destruct (shown_spec _ _ _ _ _ _ _ Sh v I) as [split [b [Is [U E]]]]. subst v.
    apply shown_witness; assumption. }
  assert (Value : G C n = x /\ common_at C S n = true).
  { apply sparse_evaluation_common; [exact allowed_space | |].
    - split; [exact Cx |]. split.
      + intro I. apply X, A_seen, I.
      + intros v V Cv. apply common_values_in_A; auto.
        destruct (seen_sound v) as [parts [L [E _]]]; [apply B; [lia | exact Cv] |].
        exists parts. auto.
    - intros v V Rv. destruct (Rare v V Rv) as [I | W].
      + destruct (seen_sound v I) as [parts [L [E _]]]. exists parts. auto.
      + apply witness_option_value with least, W. }
  destruct Value as [Gx Cn]. split; [exact Gx |]. split; [exact Cn |].
  intros NoNone Far v V Rv. rewrite Gx in V. destruct (Rare v V Rv) as [I | W]; [| exact W].
  destruct (seen_sound v I) as [parts [L [E [[P In0] | [[a P] | [k [u [r [w [Ik [Ir [Lr P]]]]]]]]]]]];
    subst parts.
  - contradiction.
  - exists [a]. auto.
  - exists [r; n - k - r]. split; [exact L |]. split; [exact E |].
    specialize (Far k u r w Ik Ir Lr). lia.
Qed.

End Proofs.
