(** * Section 9: what a certificate claims, and what both forms have in common

    Windows, the prime divisors of p, and Lemma 9 of [theory::certificate]. The functions of this
    file are run, inside Coq and as a program; each is followed by the proof of what it does. *)

From Coq Require Import Arith Bool List NArith Lia.
From Octal Require Import Octal SpragueGrundy Window Minimality.
Import ListNotations.

(** ** The claim *)

Record claim := Claim { digits : code; preperiod : N; period : N }.

(** (n0, p) is the period of the game: p is least, and then n0 is least. *)
Definition holds (c : claim) : Prop :=
  the_period (G (digits c)) (N.to_nat (preperiod c)) (N.to_nat (period c)).

(** The evidence of the chain form: the mask, eps, the rare heaps with their values, W, and the
    snapshots, each a heap with the values of its window. *)
Record chain := Chain {
  chain_mask : N;
  position_bit : N;
  rare : list (nat * N);
  window : nat;
  snapshots : list (nat * list N) }.

(** t: the number of digits after the point, at least the last non-zero place. *)
Definition last_place (C : code) : nat := length C - 1.

Lemma no_place_after_last : forall C : code, no_place_after C (last_place C).
Proof.
  intros C k L. unfold d. rewrite nth_overflow; [reflexivity | unfold last_place in L; lia].
Qed.

(** Digit d0 has neither bit 1 nor bit 2. *)
Definition is_proper (C : code) : bool := (N.land (bits (d C 0%nat)) 3 =? 0)%N.

(** ** Some bit in some digit *)

Definition has_bit (C : code) (j : N) : bool := existsb (fun D => may_leave D j) C.

Lemma has_bit_spec : forall C k j, may_leave (d C k) j = true -> has_bit C j = true.
Proof.
  intros C k j E. apply existsb_exists. exists (d C k). split; [| exact E].
  apply nth_In. destruct (le_lt_dec (length C) k) as [L | L]; [| exact L].
  unfold may_leave, d in E. rewrite nth_overflow, N.bits_0 in E by exact L. discriminate.
Qed.

(** h: the most heaps that a move leaves, or 1 if that is 0. *)
Definition most_heaps (C : code) : nat :=
  if has_bit C 3 then 3 else if has_bit C 2 then 2 else 1.

Lemma most_heaps_positive : forall C, 1 <= most_heaps C.
Proof. intro C. unfold most_heaps. destruct (has_bit C 3), (has_bit C 2); lia. Qed.

Lemma leaves_at_most_heaps : forall C : code, leaves_at_most C (most_heaps C).
Proof.
  intros C n parts L. pose proof (most_heaps_positive C). unfold most_heaps in *.
  destruct L as [k E | k a E | k a b E | k a b c E]; simpl; try lia;
    apply has_bit_spec in E; rewrite E in *; destruct (has_bit C 3); lia.
Qed.

(** No digit has the mark [!]. *)
Definition is_unmarked (C : code) : bool := forallb (fun D => negb (unequal D)) C.

Lemma is_unmarked_spec : forall C, is_unmarked C = true -> no_mark C.
Proof.
  intros C H k. unfold d. destruct (le_lt_dec (length C) k) as [L | L].
  - rewrite nth_overflow by exact L. reflexivity.
  - apply negb_true_iff. unfold is_unmarked in H. rewrite forallb_forall in H.
    apply H, nth_In, L.
Qed.

(** ** Windows *)

(** Whether two lists begin with the same w numbers. *)
Fixpoint same_window (w : nat) (l m : list N) : bool :=
  match w with
  | O => true
  | S fewer =>
    match l, m with
    | x :: l', y :: m' => if (x =? y)%N then same_window fewer l' m' else false
    | _, _ => false
    end
  end.

Lemma same_window_true : forall w l m, same_window w l m = true ->
  forall i, i < w -> nth_error l i = nth_error m i.
Proof.
  induction w as [| w IH]; intros l m H i L; [lia |].
  destruct l as [| x l], m as [| y m]; simpl in H; try discriminate.
  destruct (N.eqb_spec x y) as [E | E]; [subst | discriminate].
  destruct i; simpl; [reflexivity | apply IH; [exact H | lia]].
Qed.

Lemma same_window_false : forall w l m, same_window w l m = false ->
  w <= length l -> w <= length m -> exists i, i < w /\ nth_error l i <> nth_error m i.
Proof.
  induction w as [| w IH]; intros l m H L M; [discriminate |].
  destruct l as [| x l], m as [| y m]; simpl in L, M; try lia. simpl in H.
  destruct (N.eqb_spec x y) as [E | E].
  - destruct (IH l m) as [i [I Ne]]; auto; try lia. exists (S i). split; [lia | exact Ne].
  - exists 0. split; [lia |]. simpl. congruence.
Qed.

(** ** Prime divisors *)

(** The prime divisors of [rest], by trial from q on; [None] if there were too few steps. *)
Fixpoint prime_divisors_from (steps : nat) (rest q : N) : option (list N) :=
  match steps with
  | O => None
  | S fewer =>
    if (rest <=? 1)%N then Some []
    else if (rest mod q =? 0)%N then
      match prime_divisors_from fewer (rest / q) q with
      | Some l => Some (q :: l)
      | None => None
      end
    else prime_divisors_from fewer rest (if (q * q <? rest)%N then N.succ q else rest)
  end.

(** 64 divisors at most (numbers are below 2^48), and trials up to the root. *)
Definition prime_divisors (p : N) : option (list N) :=
  prime_divisors_from (N.to_nat (N.sqrt p) + 128) p 2.

Local Open Scope N_scope.

Lemma divide_of_mod : forall q n, q <> 0 -> (n mod q =? 0) = true -> n = q * (n / q).
Proof.
  intros q n Q H. apply N.eqb_eq in H. rewrite (N.div_mod n q) at 1 by exact Q. lia.
Qed.

Lemma prime_divisors_from_spec : forall steps rest q l,
  prime_divisors_from steps rest q = Some l -> 1 <= rest -> 2 <= q ->
  (forall e, 1 < e < q -> ~ N.divide e rest) ->
  forall r, 1 < r -> (forall e, N.divide e r -> e = 1 \/ e = r) -> N.divide r rest -> In r l.
Proof.
  induction steps as [| steps IH]; intros rest q l H R Q None r R1 P D; simpl in H; [discriminate |].
  destruct (N.leb_spec rest 1) as [Small | Large].
  - exfalso. assert (rest = 1) by lia. subst. apply N.divide_1_r in D. lia.
  - destruct (rest mod q =? 0) eqn:M.
    + destruct (prime_divisors_from steps (rest / q) q) as [l' |] eqn:E; [| discriminate].
      injection H as H. subst l. apply divide_of_mod in M; [| lia].
      set (rest' := rest / q) in *.
      destruct (P (N.gcd r q)) as [G1 | Gr]; [apply N.gcd_divide_l | |].
      * right. apply (IH rest' q l') with (1 := E); auto.
        -- destruct rest'; lia.
        -- intros e Le De. apply (None e Le). rewrite M. apply N.divide_mul_r, De.
        -- rewrite M in D. apply N.gauss with q; assumption.
      * left. assert (Dq : N.divide r q) by (rewrite <- Gr; apply N.gcd_divide_r).
        apply N.divide_pos_le in Dq; [| lia].
        destruct (N.lt_trichotomy r q) as [L | [L | L]]; [| auto | lia].
        exfalso. apply (None r); [lia | exact D].
    + assert (Nq : ~ N.divide q rest).
      { intro Dq. apply N.mod_divide in Dq; [| lia]. apply N.eqb_neq in M. contradiction. }
      apply IH with (1 := H); auto.
      * destruct (q * q <? rest); lia.
      * destruct (N.ltb_spec (q * q) rest) as [B | B]; intros e Le De.
        -- destruct (N.eq_dec e q); [subst; contradiction |]. apply (None e); [lia | exact De].
        -- assert (forall x, 1 < x -> N.divide x rest -> q < x).
           { intros x X Dx. destruct (N.lt_trichotomy x q) as [Y | [Y | Y]]; [| subst; tauto | exact Y].
             exfalso. apply (None x); [lia | exact Dx]. }
           assert (q < e) by (apply H0; [lia | exact De]).
           destruct De as [f F]. assert (1 < f) by nia.
           assert (q < f) by (apply H0; [lia | exists e; lia]). nia.
Qed.

Lemma prime_divisors_spec : forall p l, prime_divisors p = Some l -> 1 <= p ->
  forall q, prime q -> Nat.divide q (N.to_nat p) -> In (N.of_nat q) l.
Proof.
  intros p l H P q [Q1 Q] [i I].
  apply (prime_divisors_from_spec _ _ _ _ H); try lia.
  - intros e [j J]. destruct (Q (N.to_nat e)); [exists (N.to_nat j); lia | lia | lia].
  - exists (N.of_nat i). lia.
Qed.

Close Scope N_scope.

(** ** Lemma 9 *)

(** What a checker knows of the values from n0 on: that some window, compared, differs. *)
Theorem least_by_windows : forall (C : code) n0 p l,
  period_from (G C) (N.to_nat n0) (N.to_nat p) ->
  prime_divisors p = Some l ->
  (forall q, In q l -> exists n, N.to_nat n0 <= n /\ G C n <> G C (n + N.to_nat (p / q))) ->
  (n0 = 0%N \/ G C (N.to_nat n0 - 1) <> G C (N.to_nat n0 - 1 + N.to_nat p)) ->
  holds (Claim C n0 p).
Proof.
  intros C n0 p l H D F Z. unfold holds. simpl. apply the_period_by_side_claims; auto.
  - intros q Q Dq. assert (1 <= p)%N by (destruct H; lia).
    destruct (F (N.of_nat q)) as [n [L Ne]]; [apply prime_divisors_spec with (1 := D); auto |].
    exists n. split; [exact L |]. rewrite Nnat.N2Nat.inj_div, Nnat.Nat2N.id in Ne. exact Ne.
  - destruct Z as [Z | Z]; [left; subst; reflexivity | right; exact Z].
Qed.
