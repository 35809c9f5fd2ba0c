(** The checker as a program: OCaml, with numbers as machine integers of 63 bits. All numbers of a
    certificate are below 2^48, which the reader sees to, and nothing computed from them reaches
    2^62: products are h (n1 + p), with h <= 3; q q, where a trial divisor q is at most the root of
    the rest and 1 more (a larger q is the rest itself, and divides it); in the hash, 2^32 by 435;
    and, for Theorem I, the size of what is compared, with numbers of heaps of at most 10^6. What is
    added here to the proof is this file, the compiler of OCaml, and main.ml.

    Arith is imported because the checker uses its Nat.max and Nat.odd, not those of Coq.Init, which
    have the same names: unmapped they would count a heap down to 0. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt ExtrOcamlChar.
From Coq Require Import Arith Ascii List NArith String.
From Octal Require Import Certificate Reader Checker MisereReader.

Extract Inlined Constant List.length => "Stdlib.List.length".
Extract Inlined Constant Nat.leb => "(<=)".
Extract Inlined Constant Nat.ltb => "(<)".
Extract Constant Nat.max => "fun (n : int) m -> if n <= m then m else n".
Extract Constant Nat.odd => "fun n -> n land 1 = 1".
Extract Inlined Constant N.eqb => "(=)".
Extract Inlined Constant N.leb => "(<=)".
Extract Inlined Constant N.ltb => "(<)".
Extract Inlined Constant N.lxor => "(lxor)".
Extract Inlined Constant N.land => "(land)".
Extract Inlined Constant N.odd => "(fun n -> n land 1 = 1)".
Extract Inlined Constant N.div2 => "(fun n -> n lsr 1)".
Extract Inlined Constant N.double => "(fun n -> n lsl 1)".
Extract Inlined Constant N.succ_double => "(fun n -> (n lsl 1) lor 1)".
Extract Constant N.testbit => "fun n i -> (n lsr i) land 1 = 1".
Extract Inlined Constant N.of_nat => "(fun n -> n)".
Extract Inlined Constant N.to_nat => "(fun n -> n)".
Extract Inlined Constant Pos.of_succ_nat => "Stdlib.succ".
Extract Inlined Constant N_of_ascii => "Stdlib.Char.code".
Extract Constant ascii_of_N => "fun n -> Stdlib.Char.chr (n land 255)".

Definition claim_of (t : text) : option text :=
  match accepted_claim t with
  | Some c => Some (list_ascii_of_string (claim_text c))
  | None => None
  end.

Definition claim_of_link (t : text) (i : nat) : option (text * nat) :=
  match accepted_link t i with
  | Some (c, n) => Some (list_ascii_of_string (claim_text c), n)
  | None => None
  end.

Definition misere_claim_of (t : text) : option text :=
  match accepted_misere t with
  | Some c => Some (list_ascii_of_string (misere_claim_text c))
  | None => None
  end.

Extraction "checker.ml" claim_of claim_of_link number_of_links misere_claim_of.
