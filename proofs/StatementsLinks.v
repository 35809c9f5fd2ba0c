(** * What is proved of a chain that is checked link by link

    To be read after [Statements.v], whose words it uses. A certificate of the chain form has
    snapshots, each a heap with the values of its window; link i, counted from 0, goes from snapshot
    i to the next. The program checks one of them with [--link], and with it all that is no link:
    the numbers, the values before the first snapshot and the windows that show the period. *)

From Coq Require Import Ascii List NArith.
From Octal Require Import Octal Sparse Certificate Chain OneLink Reader Checker.
Import ListNotations.

(** * The words *)

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

(** * The theorems: [stated] reads a text and compares its first lines with the claim *)

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

(** A chain with links is accepted if and only if each of them is; then, by Theorem 9, its claim
    holds. So the links may be checked one by one, on many machines. *)
Theorem theorem_9_link_by_link : forall text c links, number_of_links text = links -> 1 <= links ->
  (accepted_claim text = Some c <-> forall i, i < links -> accepted_link text i = Some (c, links)).
Proof. exact link_by_link. Qed.
