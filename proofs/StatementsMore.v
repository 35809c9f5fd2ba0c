(** * What else is proved

    The second part of Statements.v, to be read after it, in the same manner: lemmas, variants and
    converses, what one link of a chain implies, and the games whose certificates Coq has checked. *)

From Coq Require Import Arith Ascii Bool List NArith Permutation String.
From Octal Require Import Octal SpragueGrundy Window Minimality Sparse Certificate Chain OneLink Checker
  Reader Periods Arithmetic ArithmeticPeriod ArithmeticChecker Endless Cousins Misere MisereClosure MisereMonoid
  MisereWindow MisereExtension MisereKernel MisereInfinite MisereInfiniteChecker MisereCertificate
  MisereReader MisereQuotients WordsMisere.
Import ListNotations.

(** * Normal play *)

(** ** Every play ends, and the Grundy value is determined by what Statements.v says of it *)

Theorem every_play_ends : forall C X Y, move C X Y -> weight Y < weight X.
Proof. exact weight_of_move. Qed.

Theorem grundy_value_is_determined : forall C (g : position -> N),
  (forall X, is_mex (fun v => exists Y, move C X Y /\ g Y = v) (g X)) ->
  forall X, g X = grundy C X.
Proof. exact grundy_unique. Qed.

(** ** Theorem 1 *)

Theorem theorem_1_nim_sum : forall C X, grundy C X = nim_sum C X.
Proof. exact grundy_is_nim_sum. Qed.

Theorem theorem_1_order : forall C X Y, Permutation X Y -> grundy C X = grundy C Y.
Proof. exact value_of_permutation. Qed.

Theorem theorem_1_one_heap : forall C n,
  is_mex (fun v => exists parts, leaves C n parts /\ nim_sum C parts = v) (G C n).
Proof. exact G_is_mex. Qed.

(** So an equality of values says who wins. *)
Theorem theorem_1_equal_values : forall C a b, outcome_P C [a; b] <-> G C a = G C b.
Proof. exact same_value_iff. Qed.

(** ** Theorem 2: 0.[3], Nim, is the standard form of 0.[2] *)
Theorem standard_form_of_0_2 : zero_2_code = endless [Digit 0 false] [Digit 2 false] /\
  (forall k, cousin zero_2_code k = nim_code k) /\ forall n, G zero_2_code (n + 1) = N.of_nat n.
Proof. exact (conj eq_refl (conj cousin_of_0_2 values_of_0_2)). Qed.

(** ** Corollary 3a: the window of Guy and Smith for codes with the mark *)

Theorem corollary_3a : forall C h t n0 p,
  no_place_after C t -> leaves_at_most C h -> 1 <= h -> 1 <= n0 -> 1 <= p ->
  (forall n, n0 <= n < n0 + p -> G C n <> 0%N) ->
  (forall n, n0 <= n < h * n0 + (h - 1) * p + t -> G C (n + p) = G C n) ->
  forall n, n0 <= n -> G C (n + p) = G C n.
Proof. exact guy_smith_window_marked. Qed.

(** ** Sparse evaluation *)

Theorem lemma_4a : forall C S k a b, allowed C S -> may_leave (C k) 2 = true ->
  common S (k + a + b) (N.lxor (G C a) (G C b)) = xorb (common_at C S a) (common_at C S b).
Proof. exact class_of_split. Qed.

Theorem theorem_4_x_exists : forall C S n, allowed C S -> mask S <> 0%N ->
  exists x, least_common C S n x.
Proof. exact least_common_exists. Qed.

(** ** Theorem 6: least period and least preperiod *)

Theorem lemma_6a : forall g n0 p m e,
  period_from g n0 p -> period_from g m e -> period_from g n0 e.
Proof. exact period_from_where_p_is. Qed.

Theorem lemma_6b : forall g p m m' q,
  least_period g p -> period_from g m p -> period_from g m' q -> Nat.divide p q.
Proof. exact least_period_divides. Qed.

Theorem theorem_6_1_converse : forall g n0 p, period_from g n0 p -> least_period g p ->
  forall q n1, prime q -> Nat.divide q p -> n0 <= n1 ->
  exists n, n1 <= n < n1 + p /\ g n <> g (n + p / q).
Proof. exact primes_fail_if_least. Qed.

Theorem theorem_6_2_same : forall g p q, least_period g q -> (exists m, period_from g m q) ->
  (exists m, period_from g m p) -> forall m, period_from g m p <-> period_from g m q.
Proof. exact same_preperiods. Qed.

(** ** A chain that is checked link by link

    A certificate of the chain form has snapshots, each a heap with the values of its window; link i,
    counted from 0, goes from snapshot i to the next. The program checks one of them with [--link],
    and with it all that is no link: the numbers, the values before the first snapshot and the windows
    that show the period. [stated] reads a text and compares its first lines with the claim. *)

(** The evidence of a chain: the mask, eps, the rare heaps with their values, the length of a
    window, and the snapshots. *)
Definition chain_is : N -> N -> list (nat * N) -> nat -> list (nat * list N) -> chain := Chain.

(** The space of a chain; the last argument is a place with bit 4, or 0 if there is none. *)
Definition space_is : chain_space = fun C ch =>
  Space (chain_mask ch) (position_bit ch =? 1)%N (split_place C) := eq_refl.

(** Up to the window of a snapshot: its values are right, all heaps above the last rare one are
    common, and there are the witnesses that Theorem 5 asks for. *)
Definition right_up_to_is : right_up_to = fun c ch snapshot =>
  let C := digits c in
  let S := chain_space C ch in
  let end_ := fst snapshot + window ch in
  (forall j, j < window ch -> nth_error (snd snapshot) j = Some (G C (fst snapshot + j))) /\
  (forall n, last_rare (rare ch) < n < end_ -> common_at C S n = true) /\
  (forall n, N.to_nat (preperiod c) + window ch <= n < end_ ->
    forall v, (v < G C n)%N -> common S n v = false -> witness C (N.to_nat (preperiod c)) n v)
  := eq_refl.

(** Whatever link is accepted, all this is so of the first snapshot. *)
Theorem lemma_9b : forall text c ch i first later links,
  stated text = Some (c, chain_evidence ch) -> accepted_link text i = Some (c, links) ->
  snapshots ch = first :: later -> right_up_to c ch first.
Proof. exact first_sound. Qed.

(** A link that is accepted carries this on to the next snapshot. *)
Theorem lemma_9c : forall text c ch i from to links,
  stated text = Some (c, chain_evidence ch) -> accepted_link text i = Some (c, links) ->
  nth_error (snapshots ch) i = Some from -> nth_error (snapshots ch) (S i) = Some to ->
  1 <= fst from -> right_up_to c ch from -> fst from < fst to /\ right_up_to c ch to.
Proof. exact link_sound. Qed.

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
  the_period (G ([Digit 0 false; Digit 7 false; Digit 7 true] : code)) 540 4.
Proof. exact period_0_77_marked. Qed.

(** The hypotheses were tested by Coq for Kenyon's game and for 0.8. *)
Theorem kenyons_game : forall n, 1 <= n ->
  G (plain_code [0; 3; 15]%N) (n + 6) = (G (plain_code [0; 3; 15]%N) n + 3)%N.
Proof. exact arithmetic_0_3f. Qed.

Theorem game_0_8 : forall n, 1 <= n ->
  G (plain_code [0; 8]%N) (n + 3) = (G (plain_code [0; 8]%N) n + 1)%N.
Proof. exact arithmetic_0_8. Qed.

(** * Misère play *)

Local Open Scope monoid_scope.

(** ** Lemma C: W(X), G_n(x), and a set F of triples (x, b, W) closed under adding a heap

    Some heaps count, and b is how many of them a position has, at most B. Where none counts, this is
    about all positions. *)

Definition answered_is : answered = fun C Q phi X z =>
  exists Y, move C X Y /\ in_P (Phi Q phi Y * z) = true := eq_refl.
Definition answered_by_is : answered_by = fun C Q phi n x z =>
  exists parts, leaves C n parts /\ in_P (x * Phi Q phi parts * z) = true := eq_refl.
Definition extended_is : extended = fun C Q phi n x W z =>
  W (phi n * z) \/ answered_by C Q phi n x z := eq_refl.
Definition saturated_is : saturated = fun Q x W =>
  forall z : element Q, is_in z -> in_P (x * z) = false -> W z := eq_refl.
Definition count_is : count = fun counted n => if counted n then 1 else 0 := eq_refl.
Definition few_is : few = fun counted B X => List.length (filter counted X) <= B := eq_refl.
Definition never_left_is : never_left = fun C H counted => forall n parts, H n -> leaves C n parts ->
  Forall (fun m => counted m = false) parts := eq_refl.
Definition V1_few_is : V1_few = fun C H Q phi counted B => forall n parts X,
  over H (n :: X) -> few counted B (n :: X) -> leaves C n parts ->
  ~ (in_P (Phi Q phi X * phi n) = true /\ in_P (Phi Q phi X * Phi Q phi parts) = true) := eq_refl.
Definition V2_few_is : V2_few = fun C H Q phi counted B => forall X, over H X -> few counted B X ->
  (exists Y, move C X Y) -> in_P (Phi Q phi X) = false ->
  exists Y, move C X Y /\ in_P (Phi Q phi Y) = true := eq_refl.
Definition covered_is : covered = fun Q F x b W =>
  saturated Q x W \/ exists b' W', F x b' W' /\ b' <= b /\ forall z, is_in z -> W' z -> W z := eq_refl.
Definition V2_closure_is : V2_closure = fun C H Q phi counted B F =>
  (forall n, H n -> live C n -> count counted n <= B ->
    covered Q F (phi n) (count counted n) (answered_by C Q phi n one)) /\
  (forall n x b W, H n -> live C n -> is_in x -> F x b W -> b + count counted n <= B ->
    covered Q F (phi n * x) (b + count counted n) (extended C Q phi n x W)) /\
  (forall x b W, is_in x -> F x b W -> in_P x = false -> W one) := eq_refl.

Theorem lemma_C : forall C (H : nat -> Prop) Q phi, commutative_monoid Q ->
  (forall n, H n -> is_in (phi n)) -> closed C H ->
  forall counted B F, V0 C H Q phi -> V2_closure C H Q phi counted B F ->
  V2_few C H Q phi counted B.
Proof. exact closure. Qed.

(** ** Theorem V: what needs neither V3 nor V4 *)

(** The order of the heaps does not matter. *)
Theorem misere_order : forall C X Y, Permutation X Y ->
  (misere_P C X -> misere_P C Y) /\ (misere_N C X -> misere_N C Y).
Proof. exact misere_of_permutation. Qed.

Theorem theorem_V_outcome : forall C (H : nat -> Prop) Q phi, commutative_monoid Q ->
  (forall n, H n -> is_in (phi n)) -> closed C H -> V0 C H Q phi -> V1 C H Q phi -> V2 C H Q phi ->
  forall X, over H X -> (misere_P C X <-> in_P (Phi Q phi X) = true).
Proof. exact misere_P_iff. Qed.

(** The same for positions with few heaps that count, where no move leaves such a heap. *)
Theorem theorem_V_few : forall C (H : nat -> Prop) Q phi, commutative_monoid Q ->
  (forall n, H n -> is_in (phi n)) -> closed C H -> V0 C H Q phi ->
  forall counted B, never_left C H counted -> V1_few C H Q phi counted B ->
  V2_few C H Q phi counted B -> forall X, over H X -> few counted B X ->
  (misere_P C X <-> in_P (Phi Q phi X) = true).
Proof. exact misere_P_iff_few. Qed.

(** ** Theorem K *)

(** The kernel of a finite commutative monoid is its least ideal, and a group with identity e. *)
Theorem kernel : forall Q, commutative_monoid Q -> (forall x : element Q, is_in x) ->
  forall elements, (forall x, In x elements) -> forall eq_dec, let K x := in_K Q elements eq_dec x in
  (forall x y, K x = true -> K (x * y) = true) /\
  (forall I : element Q -> Prop, (exists x, I x) -> (forall x y, I x -> I (x * y)) ->
    forall x, K x = true -> I x) /\
  (K (e Q elements eq_dec) = true /\
   forall x, K x = true -> exists y, K y = true /\ x * y = e Q elements eq_dec).
Proof. exact kernel_group. Qed.

Theorem theorem_K_outcome : forall C Q phi h t f L elements eq_dec psi,
  settled_by_kernel C Q phi h t f L elements eq_dec psi -> forall X, over all_heaps X ->
  Exists (fun n => f < n) X \/
    (over (up_to L) X /\ in_K Q elements eq_dec (Phi Q phi X) = true) ->
  (misere_P C X <-> outcome_P C X).
Proof. exact (fun C Q phi h t f L l d psi => misere_is_normal). Qed.

(** The size of V, and so of Q' by Theorem K. *)
Theorem theorem_K_group : forall C k, (forall n, (G C n < 2 ^ k)%N) ->
  (k = 0%N \/ exists n, (2 ^ (k - 1) <= G C n)%N) -> forall v, generated C v <-> (v < 2 ^ k)%N.
Proof. exact (fun C => group_of_values). Qed.

Theorem theorem_K_unbounded : forall C, (forall b, exists n, (b <= G C n)%N) ->
  forall v, generated C v.
Proof. exact (fun C => group_unbounded). Qed.

(** ** Quotients of games *)

(** The checker was run on three certificates by Coq; the second is Kayles. *)
Theorem quotient_of_0_123 : misere_holds (QuotientClaim (plain_code [0; 1; 2; 3]%N) 20 5 5 5).
Proof. exact misere_0_123. Qed.

Theorem quotient_of_kayles : misere_holds (QuotientClaim (plain_code [0; 7; 7]%N) 40 9 71 12).
Proof. exact misere_0_77. Qed.

(** No finite monoid is the quotient of heaps among which are the first 12 of 0.404. *)
Theorem infinite_quotient_of_0_404 : forall H : nat -> Prop, (forall n, up_to 12 n -> H n) ->
  forall Q phi, misere_quotient (plain_code [0; 4; 0; 4]%N) H Q phi ->
  ~ exists elements, forall x : element Q, is_in x -> In x elements.
Proof. exact infinite_0_404. Qed.
