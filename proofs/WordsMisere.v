(** * The words of misère play in Statements.v

    What is defined inductively, or as a record, is what the equivalences of Statements.v say. *)

From Coq Require Import Arith Bool List NArith.
From Octal Require Import Octal Window Misere MisereMonoid MisereWindow MisereExtension MisereKernel
  MisereInfinite.
Import ListNotations.
Local Open Scope monoid_scope.

Theorem misere_N_def : forall C X, misere_N C X <->
  ~ (exists Y, move C X Y) \/ exists Y, move C X Y /\ misere_P C Y.
Proof.
  intros C X. split.
  - intros [X' S | X' Y M P]; [left; exact S | right; exists Y; auto].
  - intros [S | [Y [M P]]]; [apply misere_wins_by_none, S | apply misere_wins_by with Y; assumption].
Qed.

Theorem misere_P_def : forall C X, misere_P C X <->
  (exists Y, move C X Y) /\ forall Y, move C X Y -> misere_N C Y.
Proof.
  intros C X. split.
  - intros [X' A B]. split; assumption.
  - intros [A B]. apply misere_loses; assumption.
Qed.

Theorem commutative_monoid_iff : forall Q, commutative_monoid Q <->
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

Theorem misere_quotient_iff : forall C H Q phi, misere_quotient C H Q phi <->
  commutative_monoid Q /\ (forall n, H n -> is_in (phi n)) /\
  (forall X Y, over H X -> over H Y ->
    (Phi Q phi X = Phi Q phi Y <-> indistinguishable C H X Y)) /\
  (forall x, is_in x -> exists X, over H X /\ Phi Q phi X = x) /\
  (forall X, over H X -> (misere_P C X <-> in_P (Phi Q phi X) = true)).
Proof.
  intros C H Q phi. split; [intros []; auto 6 | intros [a [b [c [e f]]]]; split; assumption].
Qed.

Theorem verified_iff : forall C H Q phi, verified C H Q phi <->
  commutative_monoid Q /\ (forall n, H n -> is_in (phi n)) /\
  V0 C H Q phi /\ V1 C H Q phi /\ V2 C H Q phi /\ V3 H Q phi /\ V4 Q.
Proof.
  intros C H Q phi. split; [intros []; auto 8 | intros [a [b [c [e [f [g i]]]]]]; split; assumption].
Qed.

Theorem settled_by_kernel_iff : forall C Q phi h t f L elements eq_dec psi,
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

(** The kernel of a finite commutative monoid is its least ideal, and a group with identity e. *)
Theorem kernel_group : forall Q, commutative_monoid Q -> (forall x : element Q, is_in x) ->
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

Theorem exchange_iff : forall C c d q p alpha K1 K0 B, exchange C c d q p alpha K1 K0 B <->
  let o := triple c d in let same := same_outcome C in
  (1 <= c < d)%nat /\ live C d /\
  (forall n parts, (1 <= n <= d)%nat -> leaves C n parts -> (copies c parts <= q)%nat) /\
  (1 <= p /\ q < alpha /\ p <= K1 <= K0 /\ K0 + p <= B)%nat /\
  (forall u a b, others c d u -> (alpha <= a)%nat -> (K1 <= b <= B)%nat ->
    same (o u a b) (o u (a - q) (b - p))) /\
  (forall u a b, others c d u -> (a < alpha)%nat -> (K0 <= b <= B)%nat ->
    same (o u a b) (o u a (b - p))) /\
  (forall u b, others c d u -> (K0 - p <= b < K0)%nat ->
    same (o u (alpha - 1) b) (o u (alpha - 1 - q) b)).
Proof.
  intros C c d q p alpha K1 K0 B. split.
  - intros [x1 x2 x3 x4 x5 x6 x7 x8 x9 x10].
    exact (conj x1 (conj x2 (conj x3 (conj (conj x4 (conj x5 (conj x6 x7))) (conj x8 (conj x9 x10)))))).
  - intros [x1 [x2 [x3 [[x4 [x5 [x6 x7]]] [x8 [x9 x10]]]]]]. split; assumption.
Qed.
