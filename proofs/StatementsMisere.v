(** * What is proved of misère play

    The second part of Statements.v, in the same manner: what the words mean, and the theorems of
    section 10 of [theory]. Codes, moves and normal play are as there. *)

From Coq Require Import Arith Ascii Bool List NArith Permutation String.
From Octal Require Import Octal Window Minimality Misere MisereClosure MisereMonoid MisereWindow
  MisereExtension MisereKernel MisereCertificate MisereReader MisereQuotients.
Import ListNotations.

(** * Part 1: the words *)

(** ** Outcome: whoever cannot move wins *)

Theorem misere_next_player_wins : forall C X, misere_N C X <->
  ~ (exists Y, move C X Y) \/ exists Y, move C X Y /\ misere_P C Y.
Proof.
  intros C X. split.
  - intros [X' S | X' Y M P]; [left; exact S | right; exists Y; auto].
  - intros [S | [Y [M P]]]; [apply misere_wins_by_none, S | apply misere_wins_by with Y; assumption].
Qed.
Theorem misere_previous_player_wins : forall C X, misere_P C X <->
  (exists Y, move C X Y) /\ forall Y, move C X Y -> misere_N C Y.
Proof.
  intros C X. split.
  - intros [X' A B]. split; assumption.
  - intros [A B]. apply misere_loses; assumption.
Qed.
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
    is_in (x * y) /\ x * y = y * x /\ one * x = x /\
    forall z, is_in z -> x * (y * z) = x * y * z.
Proof.
  intro Q. split.
  - intros [a b c e f]. auto 6.
  - intros [a b]. split; [exact a | | | |].
    + intros x y i j. apply (b x y i j).
    + intros x y z i j. apply (b x y i j).
    + intros x y i j. apply (b x y i j).
    + intros x i. apply (b x x i i).
Qed.
Definition Phi_is : Phi = fun Q phi X => fold_right (fun n x => phi n * x) one X := eq_refl.
Theorem misere_quotient_is : forall C H Q phi, misere_quotient C H Q phi <->
  commutative_monoid Q /\ (forall n, H n -> is_in (phi n)) /\
  (forall X Y, over H X -> over H Y ->
    (Phi Q phi X = Phi Q phi Y <-> indistinguishable C H X Y)) /\
  (forall x, is_in x -> exists X, over H X /\ Phi Q phi X = x) /\
  (forall X, over H X -> (misere_P C X <-> in_P (Phi Q phi X) = true)).
Proof. intros C H Q phi. split; [intros []; auto 6 | intros [a [b [c [e f]]]]; split; assumption]. Qed.
Definition V0_is : V0 = fun C H Q phi => in_P (one (b := Q)) = false /\
  forall n, H n -> ~ live C n -> phi n = one := eq_refl.
Definition V1_is : V1 = fun C H Q phi => forall n parts x, H n -> leaves C n parts -> is_in x ->
  ~ (in_P (x * phi n) = true /\ in_P (x * Phi Q phi parts) = true) := eq_refl.
Definition V2_is : V2 = fun C H Q phi => forall X, over H X -> (exists Y, move C X Y) ->
  in_P (Phi Q phi X) = false -> exists Y, move C X Y /\ in_P (Phi Q phi Y) = true := eq_refl.
Definition V3_is : V3 = fun H Q phi => forall x, is_in x -> exists X, over H X /\ Phi Q phi X = x :=
  eq_refl.
Definition V4_is : V4 = fun Q => forall x y : element Q, is_in x -> is_in y ->
  (forall z, is_in z -> in_P (x * z) = in_P (y * z)) -> x = y := eq_refl.
Theorem verified_is : forall C H Q phi, verified C H Q phi <->
  commutative_monoid Q /\ (forall n, H n -> is_in (phi n)) /\
  V0 C H Q phi /\ V1 C H Q phi /\ V2 C H Q phi /\ V3 H Q phi /\ V4 Q.
Proof.
  intros C H Q phi. split; [intros []; auto 8 | intros [a [b [c [e [f [g i]]]]]]; split; assumption].
Qed.

(** ** Lemma C: W(X), G_n(x), and a set F of pairs (x, W) closed under adding a heap *)

Definition answered_is : answered = fun C Q phi X z =>
  exists Y, move C X Y /\ in_P (Phi Q phi Y * z) = true := eq_refl.
Definition answered_by_is : answered_by = fun C Q phi n x z =>
  exists parts, leaves C n parts /\ in_P (x * Phi Q phi parts * z) = true := eq_refl.
Definition extended_is : extended = fun C Q phi n x W z =>
  W (phi n * z) \/ answered_by C Q phi n x z := eq_refl.
Definition saturated_is : saturated = fun Q x W =>
  forall z : element Q, is_in z -> in_P (x * z) = false -> W z := eq_refl.
Definition covered_is : covered = fun Q F x W =>
  saturated Q x W \/ exists W', F x W' /\ forall z, is_in z -> W' z -> W z := eq_refl.
Definition V2_closure_is : V2_closure = fun C H Q phi F =>
  (forall n, H n -> live C n -> covered Q F (phi n) (answered_by C Q phi n one)) /\
  (forall n x W, H n -> live C n -> is_in x -> F x W ->
    covered Q F (phi n * x) (extended C Q phi n x W)) /\
  (forall x W, is_in x -> F x W -> in_P x = false -> W one) := eq_refl.

(** ** Theorem K: e, the kernel K, V, theta, Q' and phi' *)

(** The idempotents are in the list of all elements. *)
Definition e_is : the_e = fun Q elements eq_dec =>
  fold_right times one (filter (fun x => if eq_dec (x * x) x then true else false) elements) :=
  eq_refl.
Definition e_again : e = the_e := eq_refl.
Definition kernel_is : in_K = fun Q elements eq_dec x =>
  if eq_dec (e Q elements eq_dec * x) x then true else false := eq_refl.
Definition generated_is : generated = fun C v =>
  exists X, over all_heaps X /\ nim_sum C X = v := eq_refl.
Definition theta_is : theta' = fun Q elements eq_dec psi x =>
  match x with inl a => psi (e Q elements eq_dec * a) | inr v => v end := eq_refl.
Definition times'_is : times' = fun Q elements eq_dec psi x y =>
  match x, y with
  | inl a, inl b => if in_K Q elements eq_dec (a * b)
      then inr (N.lxor (theta Q elements eq_dec psi a) (theta Q elements eq_dec psi b))
      else inl (a * b)
  | _, _ => inr (N.lxor (theta' Q elements eq_dec psi x) (theta' Q elements eq_dec psi y))
  end := eq_refl.
Definition Q'_is : Q' = fun Q elements eq_dec C psi => Bipartite (element Q + N)
  (fun x => match x with inl a => in_K Q elements eq_dec a = false | inr v => generated C v end)
  (if in_K Q elements eq_dec one then inr 0%N else inl one)
  (times' Q elements eq_dec psi)
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
   (forall n, up_to L n -> psi (e * phi n) = G C n)) /\
  (forall n, f < n <= L -> K (phi n)).
Proof.
  intros C Q phi h t f L elements eq_dec psi. split.
  - intros [a b c l m n v k1 k2 k2' k2'' k3].
    exact (conj (conj a b) (conj c (conj l (conj m (conj n (conj v (conj k1
      (conj (conj k2 (conj k2' k2'')) k3)))))))).
  - intros [[a b] [c [l [m [n [v [k1 [[k2 [k2' k2'']] k3]]]]]]]]. split; assumption.
Qed.

(** ** Claims of certificates *)

(** order, |P|, and preperiod and period of the values of heaps 0, 1, 2, ... *)
Definition claim_is : code -> nat -> nat -> nat -> nat -> misere_claim := MisereClaim.
Definition misere_holds_is : misere_holds = fun c => exists Q phi,
  misere_quotient (game c) all_heaps Q phi /\ phi 0 = one /\
  (exists l : list (element Q), NoDup l /\ (forall x, In x l <-> is_in x) /\
     List.length l = order c /\ List.length (filter in_P l) = p_portion c) /\
  exists number : element Q -> N, (forall x y, number x = number y -> x = y) /\
    the_period (fun n => number (phi n)) (phi_preperiod c) (phi_period c) := eq_refl.

(** * Part 2: the theorems *)

(** The order of the heaps does not matter. *)
Theorem misere_order : forall C X Y, Permutation X Y ->
  (misere_P C X -> misere_P C Y) /\ (misere_N C X -> misere_N C Y).
Proof. exact misere_of_permutation. Qed.

Theorem theorem_V_outcome : forall C (H : nat -> Prop) Q phi, commutative_monoid Q ->
  (forall n, H n -> is_in (phi n)) -> closed C H -> V0 C H Q phi -> V1 C H Q phi -> V2 C H Q phi ->
  forall X, over H X -> (misere_P C X <-> in_P (Phi Q phi X) = true).
Proof. exact misere_P_iff. Qed.

Theorem theorem_V : forall C (H : nat -> Prop) Q phi, closed C H -> verified C H Q phi ->
  misere_quotient C H Q phi.
Proof. exact verified_quotient. Qed.

Theorem lemma_C : forall C (H : nat -> Prop) Q phi, commutative_monoid Q ->
  (forall n, H n -> is_in (phi n)) -> closed C H -> forall F, V0 C H Q phi -> V2_closure C H Q phi F -> V2 C H Q phi.
Proof. exact closure. Qed.

Theorem theorem_M : forall C Q phi h t n0 p, no_mark C -> no_place_after C t ->
  leaves_at_most C h -> 1 <= h -> 1 <= n0 -> (forall n, n0 <= n -> phi (n + p) = phi n) -> 1 <= p ->
  verified C (up_to (h * n0 + (h - 1) * p + t + p - 1)%nat) Q phi -> misere_quotient C all_heaps Q phi.
Proof. exact periodic_quotient. Qed.

(** The kernel of a finite commutative monoid is its least ideal, and a group with identity e. *)
Theorem kernel : forall Q, commutative_monoid Q -> (forall x : element Q, is_in x) ->
  forall elements, (forall x, In x elements) -> forall eq_dec, let K x := in_K Q elements eq_dec x in
  (forall x y, K x = true -> K (x * y) = true) /\
  (forall I : element Q -> Prop, (exists x, I x) -> (forall x y, I x -> I (x * y)) ->
    forall x, K x = true -> I x) /\
  (K (e Q elements eq_dec) = true /\
   forall x, K x = true -> exists y, K y = true /\ x * y = e Q elements eq_dec).
Proof.
  intros Q M A l F eq_dec K.
  exact (conj (kernel_ideal Q M A l eq_dec) (conj (kernel_is_least Q M A l F eq_dec)
    (conj (in_kernel_e Q M A l eq_dec) (kernel_inverse Q M A l F eq_dec)))).
Qed.

Theorem theorem_K : forall C Q phi h t f L elements eq_dec psi,
  settled_by_kernel C Q phi h t f L elements eq_dec psi ->
  misere_quotient C all_heaps (Q' Q elements eq_dec C psi) (phi' Q elements eq_dec C L phi psi).
Proof. exact (fun C Q phi h t f L l d psi => kernel_quotient). Qed.

Theorem theorem_K_outcome : forall C Q phi h t f L elements eq_dec psi,
  settled_by_kernel C Q phi h t f L elements eq_dec psi -> forall X, over all_heaps X ->
  Exists (fun n => f < n) X \/
    (over (up_to L) X /\ in_K Q elements eq_dec (Phi Q phi X) = true) ->
  (misere_P C X <-> outcome_P C X).
Proof. exact (fun C Q phi h t f L l d psi => misere_is_normal). Qed.

(** The size of V and of Q'. *)
Theorem theorem_K_group : forall C k, (forall n, (G C n < 2 ^ k)%N) ->
  (k = 0%N \/ exists n, (2 ^ (k - 1) <= G C n)%N) -> forall v, generated C v <-> (v < 2 ^ k)%N.
Proof. exact (fun C => group_of_values). Qed.

Theorem theorem_K_unbounded : forall C, (forall b, exists n, (b <= G C n)%N) ->
  forall v, generated C v.
Proof. exact (fun C => group_unbounded). Qed.

Theorem theorem_K_size : forall C Q phi h t f L elements eq_dec psi,
  settled_by_kernel C Q phi h t f L elements eq_dec psi -> forall k, NoDup elements ->
  (forall v, generated C v <-> (v < 2 ^ N.of_nat k)%N) ->
  exists l : list (element (Q' Q elements eq_dec C psi)),
    NoDup l /\ (forall x, In x l <-> is_in x) /\
    List.length l =
      (List.length (filter (fun x => negb (in_K Q elements eq_dec x)) elements) + 2 ^ k)%nat.
Proof. exact (fun C Q phi h t f L l d psi => extension_size). Qed.

(** A text is accepted with a claim c: then c holds, and the first lines of the text state it. *)
Theorem checker_of_quotients : forall (text : list ascii) (c : misere_claim),
  accepted_misere text = Some c -> misere_holds c /\
  exists rest, text = (list_ascii_of_string (misere_claim_text c) ++ rest)%list.
Proof. exact misere_text_sound. Qed.

(** The checker was run on two certificates by Coq; the second is Kayles. *)
Theorem quotient_of_0_123 : misere_holds (MisereClaim (plain_code [0; 1; 2; 3]%N) 20 5 5 5).
Proof. exact misere_0_123. Qed.

Theorem quotient_of_kayles : misere_holds (MisereClaim (plain_code [0; 7; 7]%N) 40 9 71 12).
Proof. exact misere_0_77. Qed.
