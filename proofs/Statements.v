(** * What is proved

    This file is meant to be read alone by somebody who knows Coq. Part 1 says what the words mean:
    each line is an equation that holds by definition, or an equivalence that determines the word.
    Part 2 has the main theorems, each proved by [exact]. Positions are lists of heaps, heaps are
    of type [nat], values of type [N]; the nim-sum is [N.lxor]. *)

From Coq Require Import Arith Ascii Bool List NArith Permutation String.
From Octal Require Import Octal SpragueGrundy Window Minimality Sparse Certificate Checker Reader
  Periods Arithmetic ArithmeticPeriod ArithmeticChecker Words.
Import ListNotations.

(** * Part 1: the words *)

(** ** Codes: d0.d1d2d3..., finite, of octal or hexadecimal digits, with the mark [!] *)

Definition digit_has_bits_and_mark : N -> bool -> digit := Digit.
Definition code_is_list_of_digits : code = list digit := eq_refl.
Definition kayles : plain_code [0; 7; 7]%N = [Digit 0 false; Digit 7 false; Digit 7 false] :=
  eq_refl.
Definition place : d = fun C k => nth k C (Digit 0 false) := eq_refl.
(** Bit 1 of a digit is bit number 0 of [N.testbit]; bits 2, 4, 8 are numbers 1, 2, 3. *)
Definition bit : may_leave = fun D j => N.testbit (bits D) j := eq_refl.

(** ** Moves: [leaves C n parts] if a move of a heap of n tokens can leave these heaps *)

Theorem move_of_a_heap : forall C n parts, leaves C n parts <->
  exists k, k <= n /\
    ((may_leave (d C k) 0 = true /\ 1 <= k /\ n = k /\ parts = []) \/
     (may_leave (d C k) 1 = true /\ 1 <= k /\ exists a, 1 <= a /\ n = k + a /\ parts = [a]) \/
     (may_leave (d C k) 2 = true /\ exists a b, 1 <= a /\ 1 <= b /\ n = k + a + b /\
        (unequal (d C k) = true -> a <> b) /\ parts = [a; b]) \/
     (may_leave (d C k) 3 = true /\ exists a b c, 1 <= a /\ 1 <= b /\ 1 <= c /\
        n = k + a + b + c /\ parts = [a; b; c])).
Proof. exact leaves_iff. Qed.

Theorem move_of_a_position : forall C X Y, move C X Y <->
  exists A n B parts, leaves C n parts /\ X = A ++ n :: B /\ Y = A ++ parts ++ B.
Proof. exact move_iff. Qed.

(** ** Outcome: whoever cannot move loses *)

Theorem next_player_wins : forall C X, outcome_N C X <-> exists Y, move C X Y /\ outcome_P C Y.
Proof. exact outcome_N_def. Qed.

Theorem previous_player_wins : forall C X,
  outcome_P C X <-> forall Y, move C X Y -> outcome_N C Y.
Proof. exact outcome_P_def. Qed.

Theorem every_play_ends : forall C X Y, move C X Y -> weight Y < weight X.
Proof. exact weight_of_move. Qed.

(** ** Grundy value *)

Definition mex_is : is_mex = fun (S : N -> Prop) v => ~ S v /\ forall w, (w < v)%N -> S w :=
  eq_refl.

Theorem grundy_value_is_mex : forall C X,
  is_mex (fun v => exists Y, move C X Y /\ grundy C Y = v) (grundy C X).
Proof. exact grundy_is_mex. Qed.

Theorem grundy_value_is_determined : forall C (g : position -> N),
  (forall X, is_mex (fun v => exists Y, move C X Y /\ g Y = v) (g X)) ->
  forall X, g X = grundy C X.
Proof. exact grundy_unique. Qed.

Definition one_heap : G = fun C n => grundy C [n] := eq_refl.
Definition nim_sum_is : nim_sum = fun C X => fold_right (fun n v => N.lxor (G C n) v) 0%N X :=
  eq_refl.

(** ** Periods *)

Definition period_from_is : period_from = fun (g : nat -> N) n0 p =>
  1 <= p /\ forall n, n0 <= n -> g (n + p) = g n := eq_refl.

(** (n0, p) with p least, and then n0 least. *)
Definition the_period_is : the_period = fun g n0 p =>
  period_from g n0 p /\
  (forall m q, period_from g m q -> p <= q) /\
  (forall m, period_from g m p -> n0 <= m) := eq_refl.

Definition prime_is : prime = fun q => 1 < q /\ forall e, Nat.divide e q -> e = 1 \/ e = q :=
  eq_refl.

(** ** Hypotheses on codes *)

Definition no_place_after_is : no_place_after = fun C t =>
  forall k, t < k -> bits (d C k) = 0%N := eq_refl.
Definition leaves_at_most_is : leaves_at_most = fun C h =>
  forall n parts, leaves C n parts -> List.length parts <= h := eq_refl.
Definition no_mark_is : no_mark = fun C => forall k, unequal (d C k) = false := eq_refl.
Definition octal_is : octal = fun C => forall k, may_leave (d C k) 3 = false := eq_refl.

(** ** Sparse space: a mask, eps, and s; true is common, false is rare *)

Definition common_is : common = fun S n v =>
  xorb (odd_ones (N.land v (mask S))) (eps S && Nat.odd (n + s S)) := eq_refl.

(** [odd_ones v]: whether an odd number of binary digits of v are 1. *)
Theorem odd_ones_is : forall v, odd_ones 0 = false /\
  odd_ones (N.double v) = odd_ones v /\ odd_ones (N.succ_double v) = negb (odd_ones v).
Proof. intros [| v]; repeat split; reflexivity. Qed.

Definition common_at_is : common_at = fun C S n => common S n (G C n) := eq_refl.
Definition allowed_is : allowed = fun C S => eps S = true ->
  forall k, may_leave (d C k) 2 = true -> Nat.odd k = Nat.odd (s S) := eq_refl.
Definition option_value_is : option_value = fun C n v =>
  exists parts, leaves C n parts /\ nim_sum C parts = v := eq_refl.
Definition in_A_is : in_A = fun C S n v => common S n v = true /\
  exists parts, leaves C n parts /\ nim_sum C parts = v /\
    forall a b, parts = [a; b] -> common_at C S a <> common_at C S b := eq_refl.
Definition least_common_is : least_common = fun C S n x =>
  common S n x = true /\ ~ in_A C S n x /\
  forall v, (v < x)%N -> common S n v = true -> in_A C S n v := eq_refl.
Definition witness_is : witness = fun C n1 n v =>
  exists parts, leaves C n parts /\ nim_sum C parts = v /\
    match parts with [a] => True | [a; b] => n1 <= Nat.max a b | _ => False end := eq_refl.

(** ** Arithmetic periods: high and low part, and what an option can do *)

Definition high_is : high = fun j v => N.shiftr v j := eq_refl.
Definition low_is : low = fun j v => N.land v (N.ones j) := eq_refl.
Definition rises_is : rises = fun C n0 j n v => exists a rest, leaves C n (a :: rest) /\
  n0 <= a /\ high j (nim_sum C rest) = 0%N /\ nim_sum C (a :: rest) = v := eq_refl.
Definition widens_is : widens = fun C n0 j n v => exists a b rest, leaves C n (a :: b :: rest) /\
  n0 <= a /\ n0 <= b /\ high j (G C a) = high j (G C b) /\ nim_sum C (a :: b :: rest) = v := eq_refl.
Definition does_both_is : does_both = fun C n0 j n v => exists c a b, leaves C n [c; a; b] /\
  n0 <= c /\ n0 <= a /\ n0 <= b /\ high j (G C a) = high j (G C b) /\
  nim_sum C [c; a; b] = v := eq_refl.
Definition steady_is : steady = fun C n0 j parts => exists A a E, parts = A ++ a :: E /\ n0 <= a /\
  Forall (fun b => b < n0) (A ++ E) /\ high j (nim_sum C (A ++ E)) = 0%N := eq_refl.
Definition sum_of_high_is : sum_of_high = fun C j parts =>
  fold_right (fun a v => high j (G C a) + v)%N 0%N parts := eq_refl.
Definition threatens_is : threatens = fun C n0 j v parts => ~ steady C n0 j parts /\
  low j (nim_sum C parts) = low j v /\ (high j v <= sum_of_high C j parts)%N /\
  N.odd (sum_of_high C j parts) = N.odd (high j v) := eq_refl.

(** ** Claims and the first lines of a certificate *)

Definition claim_is_code_n0_p : code -> N -> N -> claim := Claim.
Definition claim_of_kayles : claim_text (Claim (plain_code [0; 7; 7]%N) 71 12) =
"octal certificate 2
code 0.77
preperiod 71
period 12
"%string := eq_refl.

(** * Part 2: the theorems, by their numbers in [theory] *)

(** ** Theorem 1: Sprague and Grundy *)

Theorem theorem_1_1 : forall C X Y, grundy C (X ++ Y) = N.lxor (grundy C X) (grundy C Y).
Proof. exact grundy_app. Qed.

Theorem theorem_1_nim_sum : forall C X, grundy C X = nim_sum C X.
Proof. exact grundy_is_nim_sum. Qed.

Theorem theorem_1_2 : forall C X,
  (outcome_P C X <-> grundy C X = 0%N) /\ (outcome_N C X <-> grundy C X <> 0%N).
Proof. exact (fun C X => conj (outcome_P_iff C X) (outcome_N_iff C X)). Qed.

Theorem theorem_1_order : forall C X Y, Permutation X Y -> grundy C X = grundy C Y.
Proof. exact value_of_permutation. Qed.

Theorem theorem_1_one_heap : forall C n,
  is_mex (fun v => exists parts, leaves C n parts /\ nim_sum C parts = v) (G C n).
Proof. exact G_is_mex. Qed.

(** So an equality of values says who wins. *)
Theorem theorem_1_equal_values : forall C a b, outcome_P C [a; b] <-> G C a = G C b.
Proof. exact same_value_iff. Qed.

(** ** Theorem 3: the window of Guy and Smith, and Corollary 3a *)

Theorem theorem_3 : forall C h t n0 p,
  no_mark C -> no_place_after C t -> leaves_at_most C h -> 1 <= h -> 1 <= n0 ->
  (forall n, n0 <= n < h * n0 + (h - 1) * p + t -> G C (n + p) = G C n) ->
  forall n, n0 <= n -> G C (n + p) = G C n.
Proof. exact guy_smith_window. Qed.

Theorem corollary_3a : forall C h t n0 p,
  no_place_after C t -> leaves_at_most C h -> 1 <= h -> 1 <= n0 -> 1 <= p ->
  (forall n, n0 <= n < n0 + p -> G C n <> 0%N) ->
  (forall n, n0 <= n < h * n0 + (h - 1) * p + t -> G C (n + p) = G C n) ->
  forall n, n0 <= n -> G C (n + p) = G C n.
Proof. exact guy_smith_window_marked. Qed.

(** ** Lemma 4a and Theorem 4: sparse evaluation *)

Theorem lemma_4a : forall C S k a b, allowed C S -> may_leave (d C k) 2 = true ->
  common S (k + a + b) (N.lxor (G C a) (G C b)) = xorb (common_at C S a) (common_at C S b).
Proof. exact class_of_split. Qed.

Theorem theorem_4_x_exists : forall C S n, allowed C S -> mask S <> 0%N ->
  exists x, least_common C S n x.
Proof. exact least_common_exists. Qed.

Theorem theorem_4_common : forall C S n x, allowed C S -> least_common C S n x ->
  (forall v, (v < x)%N -> common S n v = false -> option_value C n v) ->
  G C n = x /\ common_at C S n = true.
Proof. exact sparse_evaluation_common. Qed.

Theorem theorem_4_rare : forall C S n x v, allowed C S -> least_common C S n x ->
  (v < x)%N -> common S n v = false -> ~ option_value C n v ->
  (forall w, (w < v)%N -> common S n w = false -> option_value C n w) ->
  G C n = v /\ common_at C S n = false.
Proof. exact sparse_evaluation_rare. Qed.

(** ** Theorem 5: the sparse window *)

Theorem theorem_5 : forall C S t rho n1 p L M,
  octal C -> no_place_after C t -> allowed C S ->
  rho < n1 -> 1 <= p -> 1 <= L -> rho + t <= L -> n1 + L + p - 1 <= M ->
  (forall n, rho < n <= M -> common_at C S n = true) ->
  (forall n, n1 <= n < n1 + L -> G C (n + p) = G C n) ->
  (forall n, n1 + L <= n < n1 + L + p -> forall v, (v < G C n)%N -> common S n v = false ->
    witness C n1 n v) ->
  (forall n, n1 <= n -> G C (n + p) = G C n) /\ (forall n, rho < n -> common_at C S n = true).
Proof. exact sparse_window. Qed.

(** ** Theorem 6: least period and least preperiod *)

Theorem lemma_6a : forall g n0 p m e,
  period_from g n0 p -> period_from g m e -> period_from g n0 e.
Proof. exact period_from_where_p_is. Qed.

Theorem lemma_6b : forall g p m m' q,
  least_period g p -> period_from g m p -> period_from g m' q -> Nat.divide p q.
Proof. exact least_period_divides. Qed.

Theorem theorem_6_1 : forall g n0 p, period_from g n0 p ->
  (forall q, prime q -> Nat.divide q p -> exists n, n0 <= n /\ g n <> g (n + p / q)) ->
  least_period g p.
Proof. exact least_if_primes_fail. Qed.

Theorem theorem_6_1_converse : forall g n0 p, period_from g n0 p -> least_period g p ->
  forall q n1, prime q -> Nat.divide q p -> n0 <= n1 ->
  exists n, n1 <= n < n1 + p /\ g n <> g (n + p / q).
Proof. exact primes_fail_if_least. Qed.

Theorem theorem_6_2 : forall g n0 p, period_from g n0 p ->
  (least_preperiod g n0 p <-> n0 = 0 \/ g (n0 - 1) <> g (n0 - 1 + p)).
Proof. exact least_preperiod_iff. Qed.

Theorem theorem_6_2_same : forall g p q, least_period g q -> (exists m, period_from g m q) ->
  (exists m, period_from g m p) -> forall m, period_from g m p <-> period_from g m q.
Proof. exact same_preperiods. Qed.

(** ** Theorem 9: the checker *)

(** A text is accepted with a claim c: then c holds, and the first lines of the text state it. *)
Theorem theorem_9 : forall (text : list ascii) (c : claim), accepted_claim text = Some c ->
  the_period (G (digits c)) (N.to_nat (preperiod c)) (N.to_nat (period c)) /\
  exists rest, text = (list_ascii_of_string (claim_text c) ++ rest)%list.
Proof. exact checker_sound. Qed.

(** ** Periods of games: the checker was run on their certificates by Coq *)

Theorem dawsons_kayles : the_period (G (plain_code [0; 0; 7]%N)) 53 34.
Proof. exact period_0_07. Qed.

Theorem dawsons_chess : the_period (G (plain_code [0; 1; 3; 7]%N)) 52 34.
Proof. exact period_0_137. Qed.

Theorem kayles_period : the_period (G (plain_code [0; 7; 7]%N)) 71 12.
Proof. exact period_0_77. Qed.

Theorem game_0_156 : the_period (G (plain_code [0; 1; 5; 6]%N)) 3479 349.
Proof. exact period_0_156. Qed.

(** 0.77!, the chain form. *)
Theorem game_0_77_marked :
  the_period (G [Digit 0 false; Digit 7 false; Digit 7 true]) 540 4.
Proof. exact period_0_77_marked. Qed.

(** ** Theorem 11: arithmetic periods *)

Theorem theorem_11 : forall C h t n0 p B j q D (s := (q * 2 ^ j)%N), no_mark C ->
  no_place_after C t -> leaves_at_most C h -> 1 <= h -> 1 <= n0 -> 1 <= p -> (1 <= q)%N ->
  h * (n0 + p - 1) + t + 1 <= B + p ->
  (forall n, n0 <= n < B + p -> G C (n + p) = (G C n + s)%N) ->
  (forall n parts, B <= n < B + p -> leaves C n parts -> ~ threatens C n0 j (G C n) parts) ->
  (forall n, B <= n < B + p -> (D + 2 * s <= G C n)%N) ->
  (forall n v, B <= n < B + p -> (v < G C n)%N -> (G C n - v <= D)%N -> rises C n0 j n v) ->
  (forall n v, B <= n < B + p -> (v < G C n)%N -> (D < G C n - v <= D + 2 * s)%N ->
    does_both C n0 j n v) ->
  (forall n v, B <= n < B + 2 * p -> (v + D + 2 * s < G C n)%N -> widens C n0 j n v) ->
  forall n, n0 <= n -> G C (n + p) = (G C n + s)%N.
Proof. exact arithmetic_period. Qed.

(** The hypotheses were tested by Coq for Kenyon's game and for 0.8. *)
Theorem kenyons_game : forall n, 1 <= n ->
  G (plain_code [0; 3; 15]%N) (n + 6) = (G (plain_code [0; 3; 15]%N) n + 3)%N.
Proof. exact arithmetic_0_3f. Qed.

Theorem game_0_8 : forall n, 1 <= n ->
  G (plain_code [0; 8]%N) (n + 3) = (G (plain_code [0; 8]%N) n + 1)%N.
Proof. exact arithmetic_0_8. Qed.
