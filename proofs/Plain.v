(** * Section 9: the plain form

    Theorem 9a of [theory::certificate]: if a certificate of the plain form is accepted, its claim
    holds. The conditions are those of the format, in its order. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Minimality Certificate Values.
Import ListNotations.

(** N = h (n1 + p) + t, the number of values, with n1 = max(n0, 1). *)
Definition plain_length (c : claim) : N :=
  let h := N.of_nat (most_heaps (digits c)) in
  let t := N.of_nat (last_place (digits c)) in
  (h * (N.max (preperiod c) 1 + period c) + t)%N.

(** At most 2^19 values, or 2^12 where three heaps may be left. *)
Definition plain_limit (C : code) : N := if has_bit C 3 then 4096 else 524288.

(** Every window compared with that of n0: that of n0 + p is equal, those of the n0 + p/q are not. *)
Definition windows_accepted (w : nat) (n0 p : N) (values : list N) : bool :=
  let first := skipn (N.to_nat n0) values in
  let equal q := same_window w first (skipn (N.to_nat q) first) in
  if equal p then
    match prime_divisors p with
    | None => false
    | Some l => forallb (fun q => negb (equal (p / q)%N)) l
    end
  else false.

Definition preperiod_accepted (n0 p : N) (values : list N) : bool :=
  if (n0 =? 0)%N then true
  else
    let value n := nth n values 0%N in
    negb (N.eqb (value (N.to_nat n0 - 1)) (value (N.to_nat n0 - 1 + N.to_nat p))).

Definition plain_accepts (c : claim) (values : list N) : bool :=
  let (C, n0, p) := c in
  if is_proper C then if is_unmarked C then
  if (1 <=? p)%N then if (plain_length c <=? plain_limit C)%N then
  if (N.of_nat (length values) =? plain_length c)%N then
  if are_values C values then
  if windows_accepted (length values - N.to_nat n0 - N.to_nat p) n0 p values then
    preperiod_accepted n0 p values
  else false else false else false else false else false else false else false.

(** ** The proof *)

Lemma nth_error_skipn : forall (l : list N) m i, nth_error (skipn m l) i = nth_error l (m + i).
Proof.
  induction l as [| x l IH]; intros m i.
  - rewrite skipn_nil. destruct (m + i), i; reflexivity.
  - destruct m; simpl; [reflexivity | apply IH].
Qed.

Section Proof.

Variables (C : code) (n0 p : N) (values : list N).
Hypothesis right : forall n, n < length values -> nth_error values n = Some (G C n).

(** What two windows, of heaps m and m + q, say of the values. *)
Lemma equal_windows : forall w m q,
  same_window w (skipn m values) (skipn q (skipn m values)) = true ->
  m + q + w <= length values ->
  forall n, m <= n < m + w -> G C (n + q) = G C n.
Proof.
  intros w m q H L n B. assert (E := same_window_true _ _ _ H (n - m)).
  rewrite !nth_error_skipn in E. specialize (E ltac:(lia)).
  rewrite !right in E by lia. injection E as E.
  replace (m + (n - m)) with n in E by lia. rewrite E. f_equal. lia.
Qed.

Lemma different_windows : forall w m q,
  same_window w (skipn m values) (skipn q (skipn m values)) = false ->
  m + q + w <= length values ->
  exists n, m <= n /\ G C n <> G C (n + q).
Proof.
  intros w m q H L. apply same_window_false in H; try (rewrite !skipn_length; lia).
  destruct H as [i [I Ne]]. rewrite !nth_error_skipn, !right in Ne by lia.
  exists (m + i). split; [lia |]. intro E. apply Ne. f_equal.
  rewrite E. f_equal. lia.
Qed.

Lemma windows_accepted_spec : forall w,
  windows_accepted w n0 p values = true ->
  N.to_nat n0 + N.to_nat p + w <= length values ->
  (forall n, N.to_nat n0 <= n < N.to_nat n0 + w -> G C (n + N.to_nat p) = G C n) /\
  exists l, prime_divisors p = Some l /\
    forall q, In q l -> exists n, N.to_nat n0 <= n /\ G C n <> G C (n + N.to_nat (p / q)).
Proof.
  intros w H L. unfold windows_accepted in H.
  destruct (same_window w _ _) eqn:E; [| discriminate].
  destruct (prime_divisors p) as [l |] eqn:D; [| discriminate]. split.
  - apply equal_windows with (1 := E). exact L.
  - exists l. split; [reflexivity |]. intros q Q. rewrite forallb_forall in H.
    specialize (H q Q). apply negb_true_iff in H. apply different_windows with w; [exact H |].
    enough (p / q <= p)%N by lia. destruct (N.eq_dec q 0) as [Z | Z].
    + subst q. replace (p / 0)%N with 0%N by (destruct p; reflexivity). lia.
    + apply N.div_le_upper_bound; nia.
Qed.

Lemma preperiod_accepted_spec : preperiod_accepted n0 p values = true ->
  N.to_nat n0 + N.to_nat p <= length values -> (1 <= p)%N ->
  n0 = 0%N \/ G C (N.to_nat n0 - 1) <> G C (N.to_nat n0 - 1 + N.to_nat p).
Proof.
  intros H L P. unfold preperiod_accepted in H. destruct (N.eqb_spec n0 0) as [Z | Z]; [tauto | right].
  apply negb_true_iff, N.eqb_neq in H.
  assert (V : forall m, m < length values -> nth m values 0%N = G C m).
  { intros m M. apply nth_error_nth, right, M. }
  rewrite !V in H by lia. exact H.
Qed.

End Proof.

(** Theorem 9a. *)
Theorem plain_form : forall c values, plain_accepts c values = true -> holds c.
Proof.
  intros [C n0 p] values H. unfold plain_accepts in H.
  destruct (is_proper C); [| discriminate].
  destruct (is_unmarked C) eqn:Mark; [| discriminate].
  destruct (N.leb_spec 1 p) as [P |]; [| discriminate].
  destruct (plain_length (Claim C n0 p) <=? plain_limit C)%N; [| discriminate].
  destruct (N.eqb_spec (N.of_nat (length values)) (plain_length (Claim C n0 p))) as [Len |];
    [| discriminate].
  destruct (are_values C values) eqn:V; [| discriminate].
  destruct (windows_accepted _ n0 p values) eqn:W; [| discriminate].
  assert (right := are_values_spec C values V).
  assert (H1 := most_heaps_positive C).
  set (h := most_heaps C) in *. set (t := last_place C) in *.
  set (n1 := Nat.max (N.to_nat n0) 1). set (q := N.to_nat p) in *.
  assert (Q : 1 <= q) by lia.
  assert (Length : length values = h * (n1 + q) + t).
  { unfold plain_length in Len. simpl in Len. fold h t in Len.
    apply (f_equal N.to_nat) in Len. rewrite Nnat.Nat2N.id in Len. rewrite Len. unfold n1, q.
    rewrite Nnat.N2Nat.inj_add, Nnat.N2Nat.inj_mul, Nnat.N2Nat.inj_add, !Nnat.Nat2N.id,
      Nnat.N2Nat.inj_max. reflexivity. }
  assert (Long : n1 + q <= length values) by (rewrite Length; nia).
  apply (windows_accepted_spec C n0 p values right) in W; [| lia].
  destruct W as [Win [l [D F]]].
  assert (End : h * n1 + (h - 1) * q + t + q = length values).
  { rewrite Length. destruct h; simpl; nia. }
  assert (Window : forall n, n1 <= n -> G C (n + q) = G C n).
  { apply guy_smith_window with h t; auto.
    - apply is_unmarked_spec, Mark.
    - apply no_place_after_last.
    - apply leaves_at_most_heaps.
    - lia.
    - intros n B. apply Win. lia. }
  assert (Period : period_from (G C) (N.to_nat n0) q).
  { split; [exact Q |]. intros n B. destruct (le_lt_dec n1 n) as [L | L]; [apply Window, L |].
    apply Win. nia. }
  apply least_by_windows with l; auto.
  apply preperiod_accepted_spec with values; auto; lia.
Qed.
