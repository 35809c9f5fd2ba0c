(** * Section 6: least period and least preperiod

    Lemmas 6a, 6b and Theorem 6 of [theory::minimality], for sequences of any origin. *)

From Coq Require Import Arith Bool List NArith Lia.

(** ** Definitions *)

(** p is a period from n0 on. *)
Definition period_from (g : nat -> N) (n0 p : nat) : Prop :=
  1 <= p /\ forall n, n0 <= n -> g (n + p) = g n.

(** No number below p is a period, from whatever heap on. *)
Definition least_period (g : nat -> N) (p : nat) : Prop :=
  forall m q, period_from g m q -> p <= q.

(** p is not a period from any heap below n0 on. *)
Definition least_preperiod (g : nat -> N) (n0 p : nat) : Prop :=
  forall m, period_from g m p -> n0 <= m.

(** (n0, p) is the period of the sequence: p is least, and then n0 is least. *)
Definition the_period (g : nat -> N) (n0 p : nat) : Prop :=
  period_from g n0 p /\ least_period g p /\ least_preperiod g n0 p.

Definition prime (q : nat) : Prop :=
  1 < q /\ forall e, Nat.divide e q -> e = 1 \/ e = q.

(** ** Periods and their multiples *)

Lemma period_multiple : forall g n0 p i n, period_from g n0 p -> n0 <= n -> g (n + i * p) = g n.
Proof.
  intros g n0 p i n [_ H] L. induction i as [| i IH]; simpl.
  - f_equal. lia.
  - rewrite <- IH, <- (H (n + i * p)) by lia. f_equal. lia.
Qed.

Lemma period_from_later : forall g n0 n1 p, period_from g n0 p -> n0 <= n1 -> period_from g n1 p.
Proof. intros g n0 n1 p [P H] L. split; [exact P |]. intros n M. apply H. lia. Qed.

Lemma period_of_divisor : forall g n0 e p, period_from g n0 e -> Nat.divide e p -> 1 <= p ->
  period_from g n0 p.
Proof.
  intros g n0 e p E [i I] P. split; [exact P |]. intros n L. subst p.
  apply period_multiple with n0; assumption.
Qed.

(** Lemma 6a. (That e divides p, as the page has it, is not needed.) *)
Lemma period_from_where_p_is : forall g n0 p m e,
  period_from g n0 p -> period_from g m e -> period_from g n0 e.
Proof.
  intros g n0 p m e Hp He. split; [apply He |]. intros n L.
  assert (M : m <= n + m * p) by (destruct Hp; nia).
  rewrite <- (period_multiple g n0 p m (n + e)) by (auto; lia).
  rewrite <- (period_multiple g n0 p m n) by (auto; lia).
  rewrite <- (proj2 He (n + m * p)) by exact M. f_equal. lia.
Qed.

(** ** The greatest common divisor of two periods is a period *)

Lemma period_difference : forall g m p q, period_from g m p -> period_from g m q -> q < p ->
  period_from g m (p - q).
Proof.
  intros g m p q [_ Hp] [Q Hq] L. split; [lia |]. intros n M.
  rewrite <- (Hq (n + (p - q))) by lia. rewrite <- (Hp n M). f_equal. lia.
Qed.

(** Subtract the smaller from the larger as long as they differ. *)
Lemma period_gcd : forall g m p q, period_from g m p -> period_from g m q ->
  period_from g m (Nat.gcd p q).
Proof.
  intros g m p q. remember (p + q) as s eqn:S. revert p q S.
  induction s as [s IH] using lt_wf_ind. intros p q S Hp Hq. subst s.
  assert (P : 1 <= p) by apply Hp. assert (Q : 1 <= q) by apply Hq.
  destruct (lt_eq_lt_dec p q) as [[L | E] | L].
  - replace (Nat.gcd p q) with (Nat.gcd p (q - p)) by (rewrite Nat.gcd_sub_diag_r; lia).
    apply (IH (p + (q - p))); auto; [lia | apply period_difference; auto].
  - subst q. rewrite Nat.gcd_diag. assumption.
  - rewrite Nat.gcd_comm. replace (Nat.gcd q p) with (Nat.gcd q (p - q)) by
      (rewrite Nat.gcd_sub_diag_r; lia).
    apply (IH (q + (p - q))); auto; [lia | apply period_difference; auto].
Qed.

(** Lemma 6b. *)
Lemma least_period_divides : forall g p m m' q,
  least_period g p -> period_from g m p -> period_from g m' q -> Nat.divide p q.
Proof.
  intros g p m m' q Least Hp Hq.
  assert (Hq' := period_from_where_p_is _ _ _ _ _ Hp Hq).
  assert (D := period_gcd _ _ _ _ Hp Hq'). apply Least in D.
  assert (P : 1 <= p) by apply Hp.
  assert (E : Nat.gcd p q = p).
  { apply Nat.le_antisymm; [| exact D]. apply Nat.divide_pos_le; [lia | apply Nat.gcd_divide_l]. }
  rewrite <- E. apply Nat.gcd_divide_r.
Qed.

(** ** Every number above 1 has a prime divisor *)

Lemma divide_le : forall e n, 1 <= n -> Nat.divide e n -> 1 <= e <= n.
Proof.
  intros e n P D. split; [| apply Nat.divide_pos_le; [lia | exact D]].
  destruct e; [| lia]. destruct D as [i I]. lia.
Qed.

Lemma divide_dec : forall e n, {Nat.divide e n} + {~ Nat.divide e n}.
Proof.
  intros e n. destruct e as [| e].
  - destruct n; [left; exists 0; lia | right; intros [i I]; lia].
  - destruct (Nat.eq_dec (n mod S e) 0) as [E | E].
    + left. apply Nat.mod_divide; [lia | exact E].
    + right. intro D. apply E, Nat.mod_divide; [lia | exact D].
Qed.

(** The numbers below n either contain a divisor of n above 1, or do not. *)
Lemma proper_divisor_dec : forall n b,
  (exists e, 1 < e < b /\ Nat.divide e n) \/ (forall e, 1 < e < b -> ~ Nat.divide e n).
Proof.
  intros n b. induction b as [| b [[e [L D]] | H]].
  - right. intros e L. lia.
  - left. exists e. split; [lia | exact D].
  - destruct (le_lt_dec b 1) as [B | B]; [right; intros e L; lia |].
    destruct (divide_dec b n) as [D | D].
    + left. exists b. split; [lia | exact D].
    + right. intros e L. destruct (Nat.eq_dec e b); [subst; exact D | apply H; lia].
Qed.

Lemma prime_divisor : forall n, 1 < n -> exists q, prime q /\ Nat.divide q n.
Proof.
  intro n. induction n as [n IH] using lt_wf_ind. intro L.
  destruct (proper_divisor_dec n n) as [[e [B D]] | H].
  - destruct (IH e) as [q [Q Dq]]; try lia. exists q. split; [exact Q |].
    apply Nat.divide_trans with e; assumption.
  - exists n. split; [| apply Nat.divide_refl]. split; [exact L |]. intros e D.
    destruct (divide_le e n) as [P U]; [lia | exact D |].
    destruct (Nat.eq_dec e 1); [tauto |]. destruct (Nat.eq_dec e n); [tauto |].
    exfalso. apply (H e); [lia | exact D].
Qed.

(** If e divides p and is not p, then e divides p/q for some prime divisor q of p. *)
Lemma divides_maximal_divisor : forall e p, 1 <= p -> Nat.divide e p -> e <> p ->
  exists q, prime q /\ Nat.divide q p /\ Nat.divide e (p / q).
Proof.
  intros e p P [i I] E. subst p.
  assert (1 < i) by (destruct i as [| [| i]]; simpl in *; lia).
  destruct (prime_divisor i) as [q [Q [j J]]]; [assumption |]. exists q.
  subst i. assert (1 < q) by apply Q. split; [exact Q |]. split.
  - exists (j * e). lia.
  - exists j. replace (j * q * e) with (j * e * q) by lia. apply Nat.div_mul. lia.
Qed.

(** ** Theorem 6, part 1 *)

(** If each p/q fails somewhere, p is least. *)
Theorem least_if_primes_fail : forall g n0 p, period_from g n0 p ->
  (forall q, prime q -> Nat.divide q p -> exists n, n0 <= n /\ g n <> g (n + p / q)) ->
  least_period g p.
Proof.
  intros g n0 p Hp F m r Hr. assert (P : 1 <= p) by apply Hp.
  assert (Hr' := period_from_where_p_is _ _ _ _ _ Hp Hr).
  assert (Hg := period_gcd _ _ _ _ Hp Hr').
  destruct (Nat.eq_dec (Nat.gcd p r) p) as [E | E].
  - rewrite <- E. apply Nat.divide_pos_le; [apply Hr | apply Nat.gcd_divide_r].
  - exfalso. destruct (divides_maximal_divisor (Nat.gcd p r) p) as [q [Q [D M]]];
      auto; [apply Nat.gcd_divide_l |].
    destruct (F q Q D) as [n [L Ne]]. apply Ne. symmetry.
    assert (1 < q) by apply Q. destruct (divide_le q p P D) as [_ B].
    apply (period_of_divisor g n0 _ (p / q) Hg M); [| exact L].
    apply Nat.div_le_lower_bound; lia.
Qed.

(** A search of p heaps in a row decides whether e, too, is a period. *)
Lemma fails_or_is_period : forall (g : nat -> N) e n0 b,
  (exists n, n0 <= n < n0 + b /\ g n <> g (n + e)) \/
  (forall n, n0 <= n < n0 + b -> g (n + e) = g n).
Proof.
  intros g e n0 b. induction b as [| b [[n [L Ne]] | H]].
  - right. intros n L. lia.
  - left. exists n. split; [lia | exact Ne].
  - destruct (N.eq_dec (g (n0 + b)) (g (n0 + b + e))) as [E | E].
    + right. intros n L. destruct (Nat.eq_dec n (n0 + b)); [subst; auto | apply H; lia].
    + left. exists (n0 + b). split; [lia | exact E].
Qed.

Lemma period_from_one_period : forall g n0 p e, period_from g n0 p -> 1 <= e ->
  (forall n, n0 <= n < n0 + p -> g (n + e) = g n) -> period_from g n0 e.
Proof.
  intros g n0 p e Hp E H. split; [exact E |]. intros n L. destruct Hp as [P Hp'].
  set (i := (n - n0) / p). set (r := (n - n0) mod p).
  assert (D : n - n0 = p * i + r) by (apply Nat.div_mod; lia).
  assert (B : r < p) by (apply Nat.mod_upper_bound; lia).
  replace n with (n0 + r + i * p) by lia. replace (n0 + r + i * p + e) with (n0 + r + e + i * p) by lia.
  rewrite !(period_multiple g n0 p) by (try split; auto; lia). apply H. lia.
Qed.

(** Conversely, if p is least, each p/q fails, and among any p heaps in a row from n0 on. *)
Theorem primes_fail_if_least : forall g n0 p, period_from g n0 p -> least_period g p ->
  forall q n1, prime q -> Nat.divide q p -> n0 <= n1 ->
  exists n, n1 <= n < n1 + p /\ g n <> g (n + p / q).
Proof.
  intros g n0 p Hp Least q n1 [Q _] D L. assert (P : 1 <= p) by apply Hp.
  destruct (fails_or_is_period g (p / q) n1 p) as [F | H]; [exact F | exfalso].
  destruct (divide_le q p P D) as [_ B].
  assert (E : period_from g n1 (p / q)).
  { apply period_from_one_period with p; auto.
    - apply period_from_later with n0; assumption.
    - apply Nat.div_le_lower_bound; lia. }
  apply Least in E. assert (p / q < p) by (apply Nat.div_lt; lia). lia.
Qed.

(** ** Theorem 6, part 2 *)

Theorem least_preperiod_iff : forall g n0 p, period_from g n0 p ->
  (least_preperiod g n0 p <-> n0 = 0 \/ g (n0 - 1) <> g (n0 - 1 + p)).
Proof.
  intros g n0 p [P H]. split.
  - intro Least. destruct (Nat.eq_dec n0 0) as [Z | Z]; [tauto | right]. intro E.
    enough (n0 <= n0 - 1) by lia. apply Least. split; [exact P |]. intros n L.
    destruct (Nat.eq_dec n (n0 - 1)); [subst; auto | apply H; lia].
  - intros F m [_ M]. destruct (le_lt_dec n0 m) as [L | L]; [exact L | exfalso].
    destruct F as [Z | Ne]; [lia |]. apply Ne. symmetry. apply M. lia.
Qed.

(** p and the least period have the same least preperiod: they are periods from the same heaps
    on. *)
Theorem same_preperiods : forall g p q, least_period g q -> (exists m, period_from g m q) ->
  (exists m, period_from g m p) -> forall m, period_from g m p <-> period_from g m q.
Proof.
  intros g p q Least [i Hq] [j Hp] m. split; intro H.
  - apply period_from_where_p_is with p i; assumption.
  - apply period_of_divisor with q; [exact H | | apply Hp].
    apply least_period_divides with (3 := Hp) (m := i) (1 := Least). exact Hq.
Qed.

(** ** The period of a sequence *)

(** One side claim for each prime divisor of p, and one for n0 - 1. *)
Theorem the_period_by_side_claims : forall g n0 p, period_from g n0 p ->
  (forall q, prime q -> Nat.divide q p -> exists n, n0 <= n /\ g n <> g (n + p / q)) ->
  (n0 = 0 \/ g (n0 - 1) <> g (n0 - 1 + p)) ->
  the_period g n0 p.
Proof.
  intros g n0 p H F Z. split; [exact H |]. split.
  - apply least_if_primes_fail with n0; assumption.
  - apply least_preperiod_iff; assumption.
Qed.

(** Both numbers are determined by the sequence. *)
Theorem the_period_unique : forall g n0 p n0' p',
  the_period g n0 p -> the_period g n0' p' -> n0 = n0' /\ p = p'.
Proof.
  intros g n0 p n0' p' [H [L Z]] [H' [L' Z']].
  assert (E : p = p') by (apply Nat.le_antisymm; [apply (L n0') | apply (L' n0)]; assumption).
  subst p'. split; [| reflexivity]. apply Nat.le_antisymm; [apply Z | apply Z']; assumption.
Qed.
