(** * Section 9: a chain, link by link

    What an accepted link alone implies, and that all of them are the whole check. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Sparse Certificate Chain Links ChainForm.
Import ListNotations.

(** ** One link *)

(** Up to the window of a snapshot all is as it should be: its values are right, no heap above the
    last rare one is rare, and there are the witnesses that Theorem 5 asks for. *)
Definition right_up_to (c : claim) (ch : chain) (snap : nat * list N) : Prop :=
  let C := digits c in
  let S := chain_space C ch in
  let end_ := fst snap + window ch in
  (forall j, j < window ch -> nth_error (snd snap) j = Some (G C (fst snap + j))) /\
  (forall n, last_rare (rare ch) < n < end_ -> common_at C S n = true) /\
  (forall n, N.to_nat (preperiod c) + window ch <= n < end_ ->
    forall v, (v < G C n)%N -> common S n v = false -> witness C (N.to_nat (preperiod c)) n v).

Lemma nth_error_combine : forall (A B : Type) (l : list A) (m : list B) i a b,
  nth_error l i = Some a -> nth_error m i = Some b -> nth_error (combine l m) i = Some (a, b).
Proof.
  intros A B l. induction l as [| x l IH]; intros m i a b H H'; [destruct i; discriminate |].
  destruct m as [| y m]; [destruct i; discriminate |].
  destruct i as [| i]; simpl in *; [congruence | apply IH; assumption].
Qed.

Lemma link_of_snapshots : forall ch i from to, nth_error (snapshots ch) i = Some from ->
  nth_error (snapshots ch) (S i) = Some to -> nth_error (links ch) i = Some (from, to).
Proof.
  intros ch i from to H H'. apply nth_error_combine; [exact H |].
  destruct (snapshots ch); [discriminate | exact H'].
Qed.

(** The rare heaps below the window of a snapshot are those of the base. *)
Lemma rare_below_snapshot : forall C S rho R base W s, rare_below C S rho R base ->
  rho < W -> rho < base -> (forall n, rho < n < s + W -> common_at C S n = true) ->
  rare_below C S rho R (s + W).
Proof.
  intros C S rho R base W s [A [B D]] RW RB H. split; [| split; [| exact D]].
  - intros r v I. pose proof (D r v I). destruct (A r v I). split; [lia | assumption].
  - intros i I Ri. apply B; [| exact Ri]. destruct (le_lt_dec i rho) as [L | L]; [lia |].
    rewrite H in Ri by lia. discriminate.
Qed.

Theorem one_link : forall c ch i from to, chain_accepts_link c ch i = true ->
  nth_error (snapshots ch) i = Some from -> nth_error (snapshots ch) (S i) = Some to ->
  1 <= fst from -> right_up_to c ch from -> fst from < fst to /\ right_up_to c ch to.
Proof.
  intros [C n0 p] ch i from to H From To S1 [Win [Common Wit]]. unfold chain_accepts_link in H.
  destruct (chain_frame (Claim C n0 p) ch) as [[m R] |] eqn:Frame; [| discriminate].
  rewrite (link_of_snapshots _ _ _ _ From To) in H.
  apply chain_frame_right in Frame.
  destruct Frame as [[Oct [Par [Long [Rho P]]]] [[Right [Rare _]] [Ws _]]].
  unfold chain_link in H. cbn [fst snd digits preperiod] in *.
  set (base := base_end _ _ _) in *.
  assert (Base : last_rare (rare ch) < base).
  { unfold base, base_end. destruct (snapshots ch) as [| [s ?] ?]; lia. }
  destruct (link_reached C (chain_space C ch) (N.to_nat n0) (window ch) (last_rare (rare ch))
    Oct Par Long R base m from to Right H S1) as [[Win' [[_ [B D]] Wit']] L].
  - split; [exact Win |]. split; [| exact Wit].
    apply rare_below_snapshot with base; auto. lia.
  - split; [exact L |]. split; [exact Win' |]. split; [| exact Wit'].
    intros n I. destruct (common_at C (chain_space C ch) n) eqn:Cn; [exact Cn |].
    destruct (B n) as [v Iv]; [lia | exact Cn |]. apply D in Iv. lia.
Qed.

(** What is no link shows it of the first snapshot. *)
Theorem first_snapshot : forall c ch i first later, chain_accepts_link c ch i = true ->
  snapshots ch = first :: later -> right_up_to c ch first.
Proof.
  intros [C n0 p] ch i [s values] later H First. unfold chain_accepts_link in H.
  destruct (chain_frame (Claim C n0 p) ch) as [[m R] |] eqn:Frame; [| discriminate].
  apply chain_frame_right in Frame. rewrite First in Frame.
  destruct Frame as [_ [[Right [[_ [B D]] Wit]] [_ [Ends _]]]]. cbn [base_end] in *.
  unfold ends_accepted in Ends. destruct (_ =? _); [| discriminate].
  unfold right_up_to. cbn [fst snd digits preperiod]. split; [| split; [| exact Wit]].
  - intros j J. rewrite <- (same_window_true _ _ _ Ends j J). revert j J.
    change (right_window C (window ch) s (window_of m s (window ch) [])).
    apply window_of_right. intros j J. apply Right. lia.
  - intros n I. destruct (common_at C (chain_space C ch) n) eqn:Cn; [reflexivity |].
    destruct (B n) as [v Iv]; [lia | exact Cn |]. apply D in Iv. lia.
Qed.

(** ** All links *)

Theorem all_links : forall c ch, links ch <> [] -> chain_accepts c ch = true <->
  forall i, i < length (links ch) -> chain_accepts_link c ch i = true.
Proof.
  intros c ch Some_link. unfold chain_accepts, chain_accepts_link.
  assert (First : 0 < length (links ch)).
  { destruct (links ch); [contradiction | apply Nat.lt_0_succ]. }
  destruct (chain_frame c ch) as [[m R] |].
  - rewrite forallb_forall. split.
    + intros H i I. destruct (nth_error (links ch) i) as [link |] eqn:E.
      * apply H, nth_error_In with i, E.
      * apply nth_error_None in E. lia.
    + intros H link I. apply In_nth_error in I. destruct I as [i I]. specialize (H i).
      rewrite I in H. apply H, nth_error_Some. congruence.
  - split; [discriminate |]. intro H. apply (H 0 First).
Qed.
