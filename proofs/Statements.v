(** * What is proved

    This file is meant to be read alone by somebody who knows Coq. Parts 1 and 3 say what the words
    mean: each line is an equation that holds by definition, or an equivalence that determines the word.
    Parts 2 and 4 have the main theorems of normal and of misère play, each proved by [exact]; lemmas,
    variants and single games are in StatementsMore.v. Positions are lists of heaps, heaps are of type
    [nat], values of type [N]; the nim-sum is [N.lxor]. *)

From Coq Require Import Arith Ascii Bool List NArith String.
From Octal Require Import Octal SpragueGrundy Window Minimality Sparse Certificate OneLink Checker
  Reader Arithmetic ArithmeticPeriod Endless EndlessSaltus Cousins Lasker Misere MisereMonoid MisereWindow MisereExtension MisereKernel
  MisereInfinite MisereNim MisereInfiniteChecker MisereCertificate MisereReader Words WordsMisere.
Import ListNotations.

(** * Part 1: the words *)
(** ** Rules: the digits d0, d1, d2, ... of all places, octal or hexadecimal, with the mark [!]. A code that
    ends stands for its digits and zeros; [endless] repeats the digits in brackets: 0.[3] is Nim. *)
Definition digit_has_bits_and_mark : N -> bool -> digit := Digit.
Definition rules_are_digits : rules = (nat -> digit) := eq_refl.
Definition code_is_list_of_digits : code = list digit := eq_refl.
Definition kayles : plain_code [0; 7; 7]%N = [Digit 0 false; Digit 7 false; Digit 7 false] := eq_refl.
Definition place : d = fun C k => nth k C (Digit 0 false) := eq_refl.
Definition endless_is : endless = fun start repeated k => if k <? List.length start then d start k
  else d repeated ((k - List.length start) mod List.length repeated) := eq_refl.
Definition nim_and_laskers_nim : nim_code = endless [Digit 0 false] [Digit 3 false] /\
  laskers_code = endless [Digit 4 false] [Digit 3 false] := conj eq_refl eq_refl.
Definition cut_is : cut = fun C n => map C (seq 0 (S n)) := eq_refl.
(** Bit 1 of a digit is bit number 0 of [N.testbit]; bits 2, 4, 8 are numbers 1, 2, 3. *)
Definition bit : may_leave = fun D j => N.testbit (bits D) j := eq_refl.

(** ** Moves: [leaves C n parts] if a move of a heap of n tokens can leave these heaps *)
Theorem move_of_a_heap : forall C n parts, leaves C n parts <-> exists k, k <= n /\
    ((may_leave (C k) 0 = true /\ 1 <= k /\ n = k /\ parts = []) \/
     (may_leave (C k) 1 = true /\ 1 <= k /\ exists a, 1 <= a /\ n = k + a /\ parts = [a]) \/
     (may_leave (C k) 2 = true /\ exists a b, 1 <= a /\ 1 <= b /\ n = k + a + b /\
        (unequal (C k) = true -> a <> b) /\ parts = [a; b]) \/
     (may_leave (C k) 3 = true /\ exists a b c, 1 <= a /\ 1 <= b /\ 1 <= c /\
        n = k + a + b + c /\ parts = [a; b; c])). Proof. exact leaves_iff. Qed.
Theorem move_of_a_position : forall C X Y, move C X Y <->
  exists A n B parts, leaves C n parts /\ X = A ++ n :: B /\ Y = A ++ parts ++ B.
Proof. exact move_iff. Qed.

(** ** Outcome: whoever cannot move loses *)
Theorem next_player_wins : forall C X, outcome_N C X <-> exists Y, move C X Y /\ outcome_P C Y.
Proof. exact outcome_N_def. Qed.
Theorem previous_player_wins : forall C X, outcome_P C X <-> forall Y, move C X Y -> outcome_N C Y.
Proof. exact outcome_P_def. Qed.

(** ** Grundy value: of a position, by what determines it (StatementsMore.v), and of a heap *)
Definition mex_is : is_mex = fun (S : N -> Prop) v => ~ S v /\ forall w, (w < v)%N -> S w := eq_refl.
Theorem grundy_value_is_mex : forall C X,
  is_mex (fun v => exists Y, move C X Y /\ grundy C Y = v) (grundy C X).
Proof. exact grundy_is_mex. Qed.
Definition one_heap : G = fun C n => grundy C [n] := eq_refl.
Definition nim_sum_is : nim_sum = fun C X => fold_right (fun n v => N.lxor (G C n) v) 0%N X := eq_refl.

(** ** Periods: (n0, p) with p least, and then n0 least *)
Definition period_from_is : period_from = fun (g : nat -> N) n0 p =>
  1 <= p /\ forall n, n0 <= n -> g (n + p) = g n := eq_refl.
Definition the_period_is : the_period = fun g n0 p => period_from g n0 p /\
  (forall m q, period_from g m q -> p <= q) /\ (forall m, period_from g m p -> n0 <= m) := eq_refl.
Definition least_period_is : least_period = fun g p =>
  forall m q, period_from g m q -> p <= q := eq_refl.
Definition least_preperiod_is : least_preperiod = fun g n0 p =>
  forall m, period_from g m p -> n0 <= m := eq_refl.
Definition prime_is : prime = fun q => 1 < q /\ forall e, Nat.divide e q -> e = 1 \/ e = q := eq_refl.

(** ** Hypotheses on codes *)
Definition no_place_after_is : no_place_after = fun C t =>
  forall k, t < k -> bits (C k) = 0%N := eq_refl.
Definition leaves_at_most_is : leaves_at_most = fun C h =>
  forall n parts, leaves C n parts -> List.length parts <= h := eq_refl.
Definition no_mark_is : no_mark = fun C => forall k, unequal (C k) = false := eq_refl.
Definition repeats_from_is : repeats_from = fun C e L => forall k, e <= k -> C (k + L) = C k := eq_refl.
Definition octal_is : octal = fun C => forall k, may_leave (C k) 3 = false := eq_refl.

(** ** First cousins: the rules C', and a position with one token less in every heap *)
Definition no_lone_token_is : no_lone_token = fun C => may_leave (C 1) 0 = false := eq_refl.
Definition cousin_is : cousin = fun C k =>
  let eight := (2 <=? k) && may_leave (C (k - 2)) 3 in if k =? 0 then Digit 0 false else
  Digit (N.lor (if may_leave (C (k + 1)) 0 then 1 else 0)
        (N.lor (if may_leave (C k) 1 then 3 else 0)
        (N.lor (if may_leave (C (k - 1)) 2 then if unequal (C (k - 1)) then 6 else 7 else 0)
               (if eight then 15 else 0))))
    (may_leave (C (k - 1)) 2 && unequal (C (k - 1)) && negb eight) := eq_refl.
Definition shrink_is : shrink = fun X => filter (fun n => negb (n =? 0)) (map pred X) := eq_refl.

(** ** Sparse space: a mask, eps, and s; true is common, false is rare

    With eps the parity of n + s counts too; then all places that split have the parity of s.
    [odd_ones v]: whether an odd number of binary digits of v are 1. *)
Definition common_is : common = fun S n v =>
  xorb (odd_ones (N.land v (mask S))) (eps S && Nat.odd (n + s S)) := eq_refl.
Theorem odd_ones_is : forall v, odd_ones 0 = false /\
  odd_ones (N.double v) = odd_ones v /\ odd_ones (N.succ_double v) = negb (odd_ones v).
Proof. intros [| v]; repeat split; reflexivity. Qed.
Definition common_at_is : common_at = fun C S n => common S n (G C n) := eq_refl.
Definition allowed_is : allowed = fun C S => eps S = true ->
  forall k, may_leave (C k) 2 = true -> Nat.odd k = Nat.odd (s S) := eq_refl.
Definition option_value_is : option_value = fun C n v =>
  exists parts, leaves C n parts /\ nim_sum C parts = v := eq_refl.
Definition in_A_is : in_A = fun C S n v => common S n v = true /\
  exists parts, leaves C n parts /\ nim_sum C parts = v /\
    forall a b, parts = [a; b] -> common_at C S a <> common_at C S b := eq_refl.
Definition least_common_is : least_common = fun C S n x => common S n x = true /\
  ~ in_A C S n x /\ forall v, (v < x)%N -> common S n v = true -> in_A C S n v := eq_refl.
Definition witness_is : witness = fun C n1 n v =>
  exists parts, leaves C n parts /\ nim_sum C parts = v /\ match parts with
    [a] => True | [a; b] => n1 <= Nat.max a b | _ => False end := eq_refl.

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

(** ** Endless codes: options at the places from e on *)
Definition from_place_is : from_place = fun C e k => if e <=? k then C k else Digit 0 false := eq_refl.
Definition stays_is : stays = fun C e n v =>
  exists parts, leaves (from_place C e) n parts /\ nim_sum C parts = v := eq_refl.
Definition rises_and_stays_is : rises_and_stays = fun C e n0 j n v => exists a rest,
  leaves (from_place C e) n (a :: rest) /\ n0 <= a /\ high j (nim_sum C rest) = 0%N /\
  nim_sum C (a :: rest) = v := eq_refl.

(** ** Claims, and the first lines of a certificate *)
Definition claim_is_code_n0_p : code -> N -> N -> claim := Claim.
Definition claim_of_kayles : claim_text (Claim (plain_code [0; 7; 7]%N) 71 12) =
"octal certificate 2
code 0.77
preperiod 71
period 12
"%string := eq_refl.

(** * Part 2: the theorems of normal play, by their numbers in [theory] *)
(** ** Theorem 1, Sprague and Grundy: values add by xor, and say who wins *)
Theorem theorem_1_1 : forall C X Y, grundy C (X ++ Y) = N.lxor (grundy C X) (grundy C Y).
Proof. exact grundy_app. Qed.
Theorem theorem_1_2 : forall C X,
  (outcome_P C X <-> grundy C X = 0%N) /\ (outcome_N C X <-> grundy C X <> 0%N).
Proof. exact (fun C X => conj (outcome_P_iff C X) (outcome_N_iff C X)). Qed.

(** ** Theorem 2, the shift rule: heap n of C and heap n - 1 of C' are the same game, endless or not *)
Theorem theorem_2 : forall C, no_lone_token C ->
  (forall n parts', 1 <= n -> (leaves (cousin C) (n - 1) parts' <->
    exists parts, leaves C n parts /\ shrink parts = parts')) /\
  (forall X, grundy C X = grundy (cousin C) (shrink X)) /\
  (forall n, 1 <= n -> G C n = G (cousin C) (n - 1)) /\
  (forall X, misere_P C X <-> misere_P (cousin C) (shrink X)). Proof. exact shift_rule. Qed.

(** ** Theorem 3, the window of Guy and Smith: finitely many values prove a period *)
Theorem theorem_3 : forall C h t n0 p,
  no_mark C -> no_place_after C t -> leaves_at_most C h -> 1 <= h -> 1 <= n0 ->
  (forall n, n0 <= n < h * n0 + (h - 1) * p + t -> G C (n + p) = G C n) ->
  forall n, n0 <= n -> G C (n + p) = G C n. Proof. exact guy_smith_window. Qed.

(** ** Theorem 4, sparse evaluation: let x be the least common value that is not in A; G(n) is x, or the
    least rare value below x that no option has *)
Theorem theorem_4_common : forall C S n x, allowed C S -> least_common C S n x ->
  (forall v, (v < x)%N -> common S n v = false -> option_value C n v) ->
  G C n = x /\ common_at C S n = true. Proof. exact sparse_evaluation_common. Qed.
Theorem theorem_4_rare : forall C S n x v, allowed C S -> least_common C S n x ->
  (v < x)%N -> common S n v = false -> ~ option_value C n v ->
  (forall w, (w < v)%N -> common S n w = false -> option_value C n w) ->
  G C n = v /\ common_at C S n = false. Proof. exact sparse_evaluation_rare. Qed.

(** ** Theorem 5, the sparse window: a period, and no rare heap after rho, from finitely many values *)
Theorem theorem_5 : forall C S t rho n1 p L M, octal C -> no_place_after C t -> allowed C S ->
  rho < n1 -> 1 <= p -> 1 <= L -> rho + t <= L -> n1 + L + p - 1 <= M ->
  (forall n, rho < n <= M -> common_at C S n = true) ->
  (forall n, n1 <= n < n1 + L -> G C (n + p) = G C n) ->
  (forall n, n1 + L <= n < n1 + L + p -> forall v, (v < G C n)%N -> common S n v = false ->
    witness C n1 n v) ->
  (forall n, n1 <= n -> G C (n + p) = G C n) /\ (forall n, rho < n -> common_at C S n = true).
Proof. exact sparse_window. Qed.

(** ** Theorem 6: least period and least preperiod *)
Theorem theorem_6_1 : forall g n0 p, period_from g n0 p ->
  (forall q, prime q -> Nat.divide q p -> exists n, n0 <= n /\ g n <> g (n + p / q)) ->
  least_period g p. Proof. exact least_if_primes_fail. Qed.
Theorem theorem_6_2 : forall g n0 p, period_from g n0 p ->
  (least_preperiod g n0 p <-> n0 = 0 \/ g (n0 - 1) <> g (n0 - 1 + p)).
Proof. exact least_preperiod_iff. Qed.

(** ** Theorem 9, the checker: a text, in the plain form or the chain form, is accepted with a claim c;
    then c holds, and the first lines of the text state it *)
Theorem theorem_9 : forall (text : list ascii) (c : claim), accepted_claim text = Some c ->
  the_period (G (digits c)) (N.to_nat (preperiod c)) (N.to_nat (period c)) /\
  exists rest, text = (list_ascii_of_string (claim_text c) ++ rest)%list.
Proof. exact checker_sound. Qed.
(** A chain with links is accepted if and only if each of them is. So they may be checked one by one;
    when all are accepted, the claim holds. What one of them implies is in StatementsMore.v. *)
Theorem theorem_9_link_by_link : forall text c links, number_of_links text = links -> 1 <= links ->
  (accepted_claim text = Some c <-> forall i, i < links -> accepted_link text i = Some (c, links)).
Proof. exact link_by_link. Qed.

(** ** Theorem 11: arithmetic periods, from finitely many values and options *)
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
  forall n, n0 <= n -> G C (n + p) = (G C n + s)%N. Proof. exact arithmetic_period. Qed.

(** ** Theorem 12a: periods of endless codes, from finitely many values *)
Theorem theorem_12a : forall C e L h n0 p, no_mark C -> 1 <= e -> 1 <= L -> repeats_from C e L ->
  leaves_at_most C h -> Nat.divide L p -> 1 <= p -> 1 <= n0 ->
  let W := h * (n0 + p - 1) + e + p in
  (forall n, n0 <= n < W - p -> G C (n + p) = G C n) ->
  forall n, n0 <= n -> G C (n + p) = G C n. Proof. exact endless_period_W. Qed.

(** ** Theorem 12b: arithmetic periods of endless codes, from finitely many values and options *)
Theorem theorem_12b : forall C e L h n0 p B j q D (s := (q * 2 ^ j)%N), no_mark C ->
  1 <= e -> 1 <= L -> repeats_from C e L -> leaves_at_most C h -> 1 <= h -> Nat.divide L p ->
  1 <= p -> 1 <= n0 -> (1 <= q)%N -> h * (n0 + p - 1) + e <= B ->
  (forall n, n0 <= n < B + p -> G C (n + p) = (G C n + s)%N) ->
  (forall i n, 1 <= i < n0 + p -> B <= n < B + p -> (high j (G C i) < high j (G C n))%N) ->
  (forall n parts, B <= n < B + 2 * p -> leaves C n parts -> ~ threatens C n0 j (G C n) parts) ->
  (forall n, B <= n < B + p -> (D + s <= G C n)%N) ->
  (forall n v, B <= n < B + p -> (v < G C n)%N -> (G C n - v <= D)%N -> rises C n0 j n v) ->
  (forall n v, B <= n < B + p -> (v < G C n)%N -> (D < G C n - v <= D + s)%N ->
    rises_and_stays C e n0 j n v) ->
  (forall n v, B <= n < B + p -> (v < G C n)%N -> (D + s < G C n - v)%N -> stays C e n v) ->
  forall n, n0 <= n -> G C (n + p) = (G C n + s)%N. Proof. exact endless_saltus_s. Qed.

(** ** Section 12: heaps up to n know the digits up to place n alone *)
Theorem options_to_place_n : forall C n m parts, m <= n ->
  (leaves C m parts <-> leaves (cut C n) m parts). Proof. exact options_of_cut. Qed.
Theorem values_to_place_n : forall C n X, Forall (fun m => m <= n) X ->
  grundy C X = grundy (cut C n) X /\ (outcome_P C X <-> outcome_P (cut C n) X) /\
  (misere_P C X <-> misere_P (cut C n) X).
Proof.
  exact (fun C n X A => conj (grundy_of_cut C n X A)
    (conj (outcome_of_cut C n X A) (misere_of_cut C n X A))).
Qed.
(** Nim, 0.[3], and Lasker's Nim, 4.[3]: all heaps. *)
Theorem nim_values : forall n, G nim_code n = N.of_nat n. Proof. exact values_of_nim_code. Qed.
Theorem laskers_nim : forall k, G laskers_code (4 * k + 1) = N.of_nat (4 * k + 1) /\
  G laskers_code (4 * k + 2) = N.of_nat (4 * k + 2) /\
  G laskers_code (4 * k + 3) = N.of_nat (4 * k + 4) /\
  G laskers_code (4 * k + 4) = N.of_nat (4 * k + 3). Proof. exact values_of_laskers_code. Qed.

(** * Part 3: the words of misère play: whoever cannot move wins *)
Theorem misere_next_player_wins : forall C X, misere_N C X <->
  ~ (exists Y, move C X Y) \/ exists Y, move C X Y /\ misere_P C Y. Proof. exact misere_N_def. Qed.
Theorem misere_previous_player_wins : forall C X, misere_P C X <->
  (exists Y, move C X Y) /\ forall Y, move C X Y -> misere_N C Y. Proof. exact misere_P_def. Qed.
Definition live_is : live = fun C n => exists parts, leaves C n parts := eq_refl.
Definition over_is : over = fun (H : nat -> Prop) X => Forall H X := eq_refl.
Definition closed_is : closed = fun C H =>
  forall n parts, H n -> leaves C n parts -> over H parts := eq_refl.
Definition sets_of_heaps : up_to = (fun L n => 1 <= n <= L) /\ all_heaps = (fun n => 1 <= n) :=
  conj eq_refl eq_refl.
Definition indistinguishable_is : indistinguishable = fun C H X Y =>
  forall Z, over H Z -> (misere_P C (X ++ Z) <-> misere_P C (Y ++ Z)) := eq_refl.

(** Q is the part [is_in] of a type, with 1, a product, and P. *)
Definition bipartite_is : forall E : Type, (E -> Prop) -> E -> (E -> E -> E) -> (E -> bool) ->
  bipartite := Bipartite.
Local Open Scope monoid_scope.
Theorem commutative_monoid_is : forall Q, commutative_monoid Q <->
  is_in (one (b := Q)) /\ forall x y : element Q, is_in x -> is_in y ->
    is_in (x * y) /\ x * y = y * x /\ one * x = x /\ forall z, is_in z -> x * (y * z) = x * y * z.
Proof. exact commutative_monoid_iff. Qed.
Definition Phi_is : Phi = fun Q phi X => fold_right (fun n x => phi n * x) one X := eq_refl.
Theorem misere_quotient_is : forall C H Q phi, misere_quotient C H Q phi <->
  commutative_monoid Q /\ (forall n, H n -> is_in (phi n)) /\
  (forall X Y, over H X -> over H Y -> (Phi Q phi X = Phi Q phi Y <-> indistinguishable C H X Y)) /\
  (forall x, is_in x -> exists X, over H X /\ Phi Q phi X = x) /\
  (forall X, over H X -> (misere_P C X <-> in_P (Phi Q phi X) = true)).
Proof. exact misere_quotient_iff. Qed.
Definition V0_is : V0 = fun C H Q phi => in_P (one (b := Q)) = false /\
  forall n, H n -> ~ live C n -> phi n = one := eq_refl.
Definition V1_is : V1 = fun C H Q phi => forall n parts x, H n -> leaves C n parts -> is_in x ->
  ~ (in_P (x * phi n) = true /\ in_P (x * Phi Q phi parts) = true) := eq_refl.
Definition V2_is : V2 = fun C H Q phi => forall X, over H X -> (exists Y, move C X Y) ->
  in_P (Phi Q phi X) = false -> exists Y, move C X Y /\ in_P (Phi Q phi Y) = true := eq_refl.
Definition V3_is : V3 = fun H Q phi =>
  forall x, is_in x -> exists X, over H X /\ Phi Q phi X = x := eq_refl.
Definition V4_is : V4 = fun Q => forall x y : element Q, is_in x -> is_in y ->
  (forall z, is_in z -> in_P (x * z) = in_P (y * z)) -> x = y := eq_refl.
Theorem verified_is : forall C H Q phi, verified C H Q phi <->
  commutative_monoid Q /\ (forall n, H n -> is_in (phi n)) /\
  V0 C H Q phi /\ V1 C H Q phi /\ V2 C H Q phi /\ V3 H Q phi /\ V4 Q. Proof. exact verified_iff. Qed.

(** ** Theorem K: e, product of the idempotents in a list of all elements; kernel, V, theta, Q', phi' *)
Definition e_is : the_e = fun Q elements eq_dec =>
  fold_right times one (filter (fun x => if eq_dec (x * x) x then true else false) elements) :=
  eq_refl.
Definition e_again : e = the_e := eq_refl.
Definition kernel_is : in_K = fun Q elements eq_dec x =>
  if eq_dec (e Q elements eq_dec * x) x then true else false := eq_refl.
Definition generated_is : generated = fun C v =>
  exists X, over all_heaps X /\ nim_sum C X = v := eq_refl.
Definition theta_Q_is : theta = fun Q elements eq_dec psi a => psi (e Q elements eq_dec * a) := eq_refl.
Definition theta_is : theta' = fun Q elements eq_dec psi x =>
  match x with inl a => psi (e Q elements eq_dec * a) | inr v => v end := eq_refl.
Definition times'_is : times' = fun Q elements eq_dec psi x y => match x, y with
  | inl a, inl b => if in_K Q elements eq_dec (a * b)
      then inr (N.lxor (theta Q elements eq_dec psi a) (theta Q elements eq_dec psi b)) else inl (a * b)
  | _, _ => inr (N.lxor (theta' Q elements eq_dec psi x) (theta' Q elements eq_dec psi y))
  end := eq_refl.
Definition Q'_is : Q' = fun Q elements eq_dec C psi => Bipartite (element Q + N)
  (fun x => match x with inl a => in_K Q elements eq_dec a = false | inr v => generated C v end)
  (if in_K Q elements eq_dec one then inr 0%N else inl one) (times' Q elements eq_dec psi)
  (fun x => match x with inl a => in_P a | inr v => N.eqb v 0 end) := eq_refl.
Definition phi'_is : phi' = fun Q elements eq_dec C L phi psi n =>
  if (n <=? L) && negb (in_K Q elements eq_dec (phi n)) then inl (phi n) else inr (G C n) := eq_refl.
Theorem settled_by_kernel_is : forall C Q phi h t f L elements eq_dec psi,
  settled_by_kernel C Q phi h t f L elements eq_dec psi <->
  let e := the_e Q elements eq_dec in let K x := in_K Q elements eq_dec x = true in
  ((forall x : element Q, is_in x) /\ (forall x, In x elements)) /\
  no_place_after C t /\ leaves_at_most C h /\ (h * f + t <= L)%nat /\
  (forall n, L < n -> live C n) /\ verified C (up_to L) Q phi /\
  (forall x, K x -> (in_P x = true <-> x = e)) /\
  ((forall x y, K x -> K y -> psi (x * y) = N.lxor (psi x) (psi y)) /\
   (forall x y, K x -> K y -> psi x = psi y -> x = y) /\
   (forall n, up_to L n -> psi (e * phi n) = G C n)) /\ (forall n, f < n <= L -> K (phi n)).
Proof. exact settled_by_kernel_iff. Qed.

(** ** Theorem I: (u, a, b), which is u with a heaps c and b heaps d, and the hypotheses I1 to I3, and I4 *)
Definition same_outcome_is : same_outcome = fun C X Y => misere_P C X <-> misere_P C Y := eq_refl.
Definition others_is : others = fun c d => over (fun n => (1 <= n < d)%nat /\ n <> c) := eq_refl.
Definition triple_is : triple = fun c d u a b => (u ++ repeat c a ++ repeat d b)%list := eq_refl.
Definition copies_is : copies = fun c X => count_occ Nat.eq_dec X c := eq_refl.
Theorem exchange_is : forall C c d q p alpha K1 K0 B, exchange C c d q p alpha K1 K0 B <->
  let o := triple c d in let same := same_outcome C in
  (1 <= c < d)%nat /\ live C d /\
  (forall n parts, (1 <= n <= d)%nat -> leaves C n parts -> (copies c parts <= q)%nat) /\
  (1 <= p /\ q < alpha /\ p <= K1 <= K0 /\ K0 + p <= B)%nat /\
  (forall u a b, others c d u -> (alpha <= a)%nat -> (K1 <= b <= B)%nat ->
    same (o u a b) (o u (a - q) (b - p))) /\
  (forall u a b, others c d u -> (a < alpha)%nat -> (K0 <= b <= B)%nat ->
    same (o u a b) (o u a (b - p))) /\
  (forall u b, others c d u -> (K0 - p <= b < K0)%nat ->
    same (o u (alpha - 1) b) (o u (alpha - 1 - q) b)). Proof. exact exchange_iff. Qed.
Definition I4_is : I4 = fun C c d q p alpha K1 v a b =>
  others c d v /\ (alpha - q <= a < alpha)%nat /\ (K1 - p <= b)%nat /\
  ~ same_outcome C (triple c d v a b) (triple c d v a (b + p)) := eq_refl.

(** ** Claims: of all heaps, with preperiod and period of the values of heaps 0, 1, 2, ...; of heaps
    1, ..., L, and that beside a heap above f misère play is normal play; that no quotient is finite;
    of heaps 1, ..., L *)
Definition quotient_claim_is : code -> nat -> nat -> nat -> nat -> misere_claim := QuotientClaim.
Definition kernel_claim_is : code -> nat -> nat -> nat -> nat -> misere_claim := KernelClaim.
Definition infinite_claim_is : code -> nat -> nat -> letters -> nat -> misere_claim := InfiniteClaim.
Definition partial_claim_is : code -> nat -> nat -> nat -> misere_claim := PartialClaim.
Definition has_size_is : has_size = fun Q order p_portion =>
  exists l : list (element Q), NoDup l /\ (forall x, In x l <-> is_in x) /\
    List.length l = order /\ List.length (filter in_P l) = p_portion := eq_refl.
Definition misere_holds_is : misere_holds = fun c => match c with
  | QuotientClaim C n m n0 p => exists Q phi, misere_quotient C all_heaps Q phi /\ phi 0 = one /\
      has_size Q n m /\ exists number : element Q -> N, (forall x y, number x = number y -> x = y) /\
        the_period (fun n => number (phi n)) n0 p
  | KernelClaim C n m f L => (exists Q phi, misere_quotient C (up_to L) Q phi /\ has_size Q n m) /\
      forall X, over all_heaps X -> Exists (fun n => (f < n)%nat) X -> (misere_P C X <-> outcome_P C X)
  | InfiniteClaim C _ _ _ d => forall H : nat -> Prop, (forall n, up_to d n -> H n) ->
      forall Q phi, misere_quotient C H Q phi ->
      ~ exists elements, forall x : element Q, is_in x -> In x elements
  | PartialClaim C n m L => exists Q phi, misere_quotient C (up_to L) Q phi /\ has_size Q n m
  end := eq_refl.

(** * Part 4: the theorems of misère play *)
(** Theorem V: V0 to V4 prove that Q is the quotient, and so who wins. *)
Theorem theorem_V : forall C (H : nat -> Prop) Q phi, closed C H -> verified C H Q phi ->
  misere_quotient C H Q phi. Proof. exact verified_quotient. Qed.
(** Theorem M: a quotient of finitely many heaps is that of all, if phi has a period. *)
Theorem theorem_M : forall C Q phi h t n0 p, no_mark C -> no_place_after C t ->
  leaves_at_most C h -> 1 <= h -> 1 <= n0 -> (forall n, n0 <= n -> phi (n + p) = phi n) -> 1 <= p ->
  verified C (up_to (h * n0 + (h - 1) * p + t + p - 1)%nat) Q phi -> misere_quotient C all_heaps Q phi.
Proof. exact periodic_quotient. Qed.
(** Theorem K: where the kernel settles all larger heaps, Q' is the quotient of all heaps. *)
Theorem theorem_K : forall C Q phi h t f L elements eq_dec psi,
  settled_by_kernel C Q phi h t f L elements eq_dec psi ->
  misere_quotient C all_heaps (Q' Q elements eq_dec C psi) (phi' Q elements eq_dec C L phi psi).
Proof. exact (fun C Q phi h t f L l d psi => kernel_quotient). Qed.
(** The order of Q', if V has 2^k elements. *)
Theorem theorem_K_size : forall C Q phi h t f L elements eq_dec psi,
  settled_by_kernel C Q phi h t f L elements eq_dec psi -> forall k, NoDup elements ->
  (forall v, generated C v <-> (v < 2 ^ N.of_nat k)%N) ->
  exists l : list (element (Q' Q elements eq_dec C psi)), NoDup l /\ (forall x, In x l <-> is_in x) /\
    List.length l =
      (List.length (filter (fun x => negb (in_K Q elements eq_dec x)) elements) + 2 ^ k)%nat.
Proof. exact (fun C Q phi h t f L l d psi => extension_size). Qed.
(** Theorem I: from b <= B to all b, and then: no finite monoid is the quotient of any heaps that
    have 1, ..., d among them. *)
Theorem theorem_I : forall C c d q p alpha K1 K0 B, exchange C c d q p alpha K1 K0 B ->
  (forall u a b, others c d u -> (alpha <= a)%nat -> (K1 <= b)%nat ->
    same_outcome C (triple c d u a b) (triple c d u (a - q) (b - p))) /\
  (forall u a b, others c d u -> (a < alpha)%nat -> (K0 <= b)%nat ->
    same_outcome C (triple c d u a b) (triple c d u a (b - p))).
Proof.
  exact (fun C c d q p alpha K1 K0 B x => conj (I1_for_all C c d q p alpha K1 K0 B x)
    (I2_for_all C c d q p alpha K1 K0 B x)).
Qed.
Theorem theorem_I_infinite : forall C c d q p alpha K1 K0 B, exchange C c d q p alpha K1 K0 B ->
  forall v a b, I4 C c d q p alpha K1 v a b -> forall H : nat -> Prop, (forall n, up_to d n -> H n) ->
  forall Q phi, misere_quotient C H Q phi ->
  ~ exists elements, forall x : element Q, is_in x -> In x elements. Proof. exact infinite_quotient. Qed.
(** Theorem N: any heap may be left as any smaller one. [inl false] is 1, [inl true] is a, and V is
    generated by the G(n), which all differ. H has the heaps 1, ..., n, or all heaps; then Q is infinite. *)
Definition leaves_any_is : leaves_any = fun C H => forall k, H k ->
  may_leave (C k) 0 = true /\ may_leave (C k) 1 = true := eq_refl.
Definition theta_N_is : theta_N = fun x => match x with inl b => if b then 1%N else 0%N | inr v => v end := eq_refl.
Definition times_N_is : times_N = fun x y => match x, y with
  | inl b, inl c => inl (xorb b c) | _, _ => inr (N.lxor (theta_N x) (theta_N y)) end := eq_refl.
Definition Q_N_is : Q_N = fun C H => Bipartite (bool + N)
  (fun x => match x with inl _ => True | inr v => exists X, over H X /\ nim_sum C X = v end)
  (inl false) times_N (fun x => match x with inl b => b | inr v => N.eqb v 0 end) := eq_refl.
Definition phi_N_is : phi_N = fun C m =>
  match m with 0%nat => inl false | 1%nat => inl true | _ => inr (G C m) end := eq_refl.
Theorem theorem_N : forall C H, leaves_any C H -> H = all_heaps \/ (exists n, (2 <= n)%nat /\ H = up_to n) ->
  misere_quotient C H (Q_N C H) (phi_N C) /\
  forall m m', H m -> H m' -> phi_N C m = phi_N C m' -> m = m'. Proof. exact quotient_N_of. Qed.
Theorem theorem_N_infinite : forall C, leaves_any C all_heaps ->
  ~ exists elements, forall x : element (Q_N C all_heaps), is_in x -> In x elements.
Proof. exact infinite_N. Qed.
Theorem theorem_N_nim : leaves_any nim_code all_heaps /\ leaves_any laskers_code all_heaps.
Proof. exact (conj leaves_any_nim leaves_any_lasker). Qed.
(** The checker: a text is accepted with a claim c; then c holds, and the first lines state it. *)
Theorem checker_of_quotients : forall (text : list ascii) (c : misere_claim),
  accepted_misere text = Some c -> misere_holds c /\
  exists rest, text = (list_ascii_of_string (misere_claim_text c) ++ rest)%list.
Proof. exact misere_text_sound. Qed.
