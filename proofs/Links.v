(** * Section 9: base and links

    Lemma 9b (the base) and Lemma 9c (a link) of [theory::certificate]. *)

From Coq Require Import Arith Bool FMapPositive List NArith PArith Lia.
From Octal Require Import Octal SpragueGrundy Window Sparse Certificate Values Evaluation Chain.
Import ListNotations.

(** ** Stored values *)

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
  apply place_le with (d C) 2%N; [apply no_place_after_last | exact E].
Qed.

Lemma single_place_le : forall k, In k (singles (places_of C)) -> 1 <= k <= last_place C.
Proof.
  intros k I. apply in_singles in I. destruct I as [K E]. split; [exact K |].
  apply place_le with (d C) 1%N; [apply no_place_after_last | exact E].
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

Lemma last_of_cons : forall (A : Type) (l : list A) a b, last (a :: l) b = last l a.
Proof.
  intros A l. induction l as [| c l IH]; intros a b; [reflexivity |].
  change (last (c :: l) b = last (c :: l) a). rewrite !IH. reflexivity.
Qed.

Lemma links_reached : forall R base m later from, right_on C (fun i => i < base) m ->
  forallb (fun link => link_accepted S (places_of C) n0 W R base m (fst link) (snd link))
    (combine (from :: later) later) = true ->
  1 <= fst from -> reached R from ->
  (forall snap, In snap (from :: later) -> right_window C W (fst snap) (snd snap)) /\
  reached R (last later from).
Proof.
  intros R base m later. induction later as [| to later IH]; intros from Right H S1 Reached.
  - split; [| exact Reached]. intros snap [E | []]. subst. apply Reached.
  - cbn [combine forallb fst snd] in H. apply andb_true_iff in H. destruct H as [L H].
    destruct (link_reached R base m from to Right L S1 Reached) as [Reached' Lt].
    destruct (IH to Right H) as [Wins Rest]; [lia | exact Reached' |].
    split; [intros snap [E | I]; [subst; apply Reached | apply Wins, I] |].
    rewrite last_of_cons. exact Rest.
Qed.

End Proofs.
