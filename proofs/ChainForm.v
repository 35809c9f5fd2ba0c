(** * Section 9: the chain form

    Theorem 9d of [theory::certificate]: if a certificate of the chain form is accepted, its claim
    holds. *)

From Coq Require Import Arith Bool FMapPositive List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Minimality Sparse Certificate Evaluation Chain
  Links.
Import ListNotations.

(** ** What the numbers say *)

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

Lemma chain_space_allowed : forall (C : code) ch,
  (if (position_bit ch =? 1)%N then one_parity C else true) = true ->
  allowed C (chain_space C ch).
Proof.
  intros C ch H E k K. simpl in E. rewrite E in H. unfold one_parity in H.
  rewrite forallb_forall in H. specialize (H (k, unequal (d C k))). simpl.
  apply eqb_prop, H. apply in_splits. auto.
Qed.

(** What all but the links says: the numbers, and Lemma 9b. *)
Lemma chain_frame_right : forall C n0 p ch m R, chain_frame (Claim C n0 p) ch = Some (m, R) ->
  let S := chain_space C ch in
  let W := window ch in
  let rho := last_rare (rare ch) in
  let n := N.to_nat n0 in
  let base := base_end (n + N.to_nat p) W (snapshots ch) in
  (octal C /\ allowed C S /\ rho + last_place C + 1 <= W /\ rho < n /\ (1 <= p)%N) /\
  (right_on C (fun i => i < base) m /\ rare_below C S rho R base /\ witnessed C S n W base) /\
  match snapshots ch with [] => True | (s, _) :: _ => W <= s end /\
  ends_accepted (n + N.to_nat p) W m (snapshots ch) = true /\
  chain_period_accepted n0 p W (known_window base W m (snapshots ch)) = true.
Proof.
  intros C n0 p ch m R H S W rho n base. unfold chain_frame in H.
  destruct (numbers_accepted (Claim C n0 p) ch) eqn:Num; [| discriminate].
  unfold numbers_accepted in Num. rewrite !andb_true_iff in Num.
  destruct Num as [[[[[[[[[[_ Oct] P] _] _] Par] Rho] Long] _] Snaps] _].
  apply negb_true_iff, octal_of_has_bit in Oct. apply N.leb_le in P.
  apply chain_space_allowed in Par. apply Nat.ltb_lt in Rho. apply Nat.leb_le in Long.
  fold S W rho n base in H, Par, Rho, Long.
  destruct (base_from _ _ _ _ _ _ _ _ _) as [[m' R'] |] eqn:Base; [| discriminate].
  destruct (ends_accepted _ _ _ _) eqn:Ends; [| discriminate].
  destruct (chain_period_accepted _ _ _ _) eqn:Period; [| discriminate].
  injection H as H1 H2. subst m' R'.
  assert (Base1 : 1 <= base).
  { unfold base, base_end. destruct (snapshots ch) as [| [s ?] ?]; unfold W; lia. }
  destruct (base_right C S n W rho Oct Par Long _ _ _ _ _ _ _ Base) as [Right [Rare Wit]].
  { lia. }
  { intros r v I. apply last_rare_bound with v, I. }
  { intros i I. replace i with 0 by lia. rewrite look_put_same. symmetry. apply G_0. }
  { split; [intros r v [] | split; [intros i I; lia | intros r v []]]. }
  { intros i I. lia. }
  replace (1 + (base - 1)) with base in * by lia.
  split; [tauto |]. split; [tauto |]. split; [| tauto].
  destruct (snapshots ch) as [| [s ?] ?]; [exact I |].
  apply andb_true_iff in Snaps. apply Nat.leb_le, Snaps.
Qed.

Theorem chain_form : forall c ch, chain_accepts c ch = true -> holds c.
Proof.
  intros [C n0 p] ch H. unfold chain_accepts in H.
  destruct (chain_frame (Claim C n0 p) ch) as [[m R] |] eqn:Frame; [| discriminate].
  apply chain_frame_right in Frame. unfold chain_link in H.
  set (S := chain_space C ch) in *. set (W := window ch) in *. set (rho := last_rare (rare ch)) in *.
  set (n := N.to_nat n0) in *. set (q := N.to_nat p) in *. unfold links in H.
  set (snaps := snapshots ch) in *. set (base := base_end (n + q) W snaps) in *.
  destruct Frame as [[Oct [Par [Long [Rho P]]]] [[Right [Rare Wit]] [Ws [Ends Period]]]].
  (* Lemma 9c, link by link *)
  assert (Final : (forall snap, In snap snaps -> right_window C W (fst snap) (snd snap)) /\
    rare_below C S rho R (n + q + W) /\ witnessed C S n W (n + q + W)).
  { unfold base, base_end in Right, Rare, Wit, H. destruct snaps as [| [s first] later].
    - split; [intros snap [] | split; assumption].
    - unfold ends_accepted in Ends. destruct (Nat.eqb_spec (fst (last later (s, first))) (n + q))
        as [Final |]; [| discriminate]. rewrite <- Final.
      destruct (links_reached C S n W rho Oct Par Long R (s + W) m later (s, first) Right H)
        as [Wins [_ Reached]]; [simpl; lia | | split; [exact Wins | exact Reached]].
      split; [| split; assumption]. intros j J. cbn [fst snd].
      rewrite <- (same_window_true _ _ _ Ends j J). revert j J.
      change (right_window C W s (window_of m s W [])).
      apply window_of_right. intros i I. apply Right. lia. }
  destruct Final as [Wins [Rare' Wit']].
  assert (Known : forall i l, known_window base W m snaps i = Some l -> right_window C W i l).
  { intros i l E. unfold known_window in E. destruct (Nat.leb_spec (i + W) base) as [L | L].
    - injection E as E. subst l. apply window_of_right. intros j J. apply Right. lia.
    - destruct (find _ snaps) as [snap |] eqn:F; [| discriminate]. injection E as E. subst l.
      apply find_some in F. destruct F as [I E]. apply Nat.eqb_eq in E. subst i. apply Wins, I. }
  (* Theorem 5 *)
  unfold chain_period_accepted in Period. fold n q in Period.
  destruct (compare_windows W _ _) as [[|] |] eqn:Eq; try discriminate.
  destruct (prime_divisors p) as [l |] eqn:D; [| discriminate].
  destruct (forallb _ l) eqn:F; [| discriminate].
  destruct (compare_windows 1 _ _) as [[|] |] eqn:Pre; try discriminate.
  apply compare_windows_true in Eq. destruct Eq as [w [w' [E1 [E2 Same]]]].
  assert (Repeats : forall i, n <= i -> G C (i + q) = G C i).
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
  - split; [lia | exact Repeats].
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
