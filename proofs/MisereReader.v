(** * The text of a certificate of a misère quotient

    After the grammar in the documentation of [certificate::misere]. As in Reader.v, no proof speaks
    of the reader: the claim that was read is written again and compared with the first lines. *)

From Coq Require Import Ascii Bool List NArith String.
From Octal Require Import Octal Reader Checker MisereInfiniteChecker MisereCertificate.
Import ListNotations.

(** Numbers up to the end of the line, each behind a space. *)
Fixpoint spaced (steps : nat) (t : text) : option (list N * text) :=
  match steps, t with
  | S fewer, c :: t' =>
    if Ascii.eqb c newline then Some ([], t')
    else if Ascii.eqb c " " then
      take (v, t1) from number t' in
      take (l, t2) from spaced fewer t1 in
      Some (v :: l, t2)
    else None
  | _, _ => None
  end.

(** A line of a word and numbers. *)
Definition listed (word : string) (t : text) : option (list N * text) :=
  take t1 from expect word t in spaced (List.length t1) t1.

(** A line of a word and a number from [least] to [most]. *)
Definition bounded (word : string) (least most : N) (t : text) : option (nat * text) :=
  take (v, t1) from numbered word t in
  if (least <=? v)%N then if (v <=? most)%N then Some (N.to_nat v, t1) else None else None.

(** The actions of these generators, a line for each. *)
Fixpoint read_actions (gens : list N) (t : text) : option (list (list N) * text) :=
  match gens with
  | [] => Some ([], t)
  | g :: later =>
    take (l, t1) from listed ("action " ++ number_text g ++ ":") t in
    take (others, t2) from read_actions later t1 in
    Some (l :: others, t2)
  end.

Definition line (s : string) : string := s ++ String newline "".
Definition most_heaps_read : N := 1000000.

(** The lines between the claim and the generators, without the claim's first line. *)
Definition read_quotient (C : code) (t : text) : option (misere_claim * nat * text) :=
  take (n, t1) from bounded "order " 1 32768 t in
  take (m, t2) from bounded "p-portion " 0 (N.of_nat n) t1 in
  take (n0, t3) from numbered "preperiod " t2 in
  take (p, t4) from numbered "period " t3 in
  take (L, t5) from bounded "heaps " 1 most_heaps_read t4 in
  Some (QuotientClaim C n m (N.to_nat n0) (N.to_nat p), L, t5).

Definition read_kernel (C : code) (t : text) : option (misere_claim * nat * text) :=
  take (n, t1) from bounded "order " 1 32768 t in
  take (m, t2) from bounded "p-portion " 0 (N.of_nat n) t1 in
  take (f, t3) from numbered "last-rogue " t2 in
  take (L, t4) from bounded "heaps " 1 most_heaps_read t3 in
  Some (KernelClaim C n m (N.to_nat f) L, L, t4).

Definition read_infinite (C : code) (t : text) : option (misere_claim * nat * text) :=
  let letter word least := bounded word least most_heaps_read in
  take (n, t1) from bounded "order " 1 32768 t in
  take (m, t2) from bounded "p-portion " 0 (N.of_nat n) t1 in
  take (c, t3) from letter "c "%string 1%N t2 in
  take (q, t4) from letter "q "%string 1%N t3 in
  take (p, t5) from letter "p "%string 1%N t4 in
  take (alpha, t6) from letter "alpha "%string 1%N t5 in
  take (K1, t7) from letter "K1 "%string 1%N t6 in
  take (K0, t8) from letter "K0 "%string 1%N t7 in
  take (B, t9) from letter "B "%string 1%N t8 in
  take (a, t10) from letter "a "%string 0%N t9 in
  take (b, t11) from letter "b "%string 0%N t10 in
  take (v, t12) from listed "v:" t11 in
  take (L, t13) from letter "heaps "%string 1%N t12 in
  Some (InfiniteClaim C n m (Letters c q p alpha K1 K0 B a b (map N.to_nat v)) L, L, t13).

Definition read_partial (C : code) (t : text) : option (misere_claim * nat * text) :=
  take (n, t1) from bounded "order " 1 32768 t in
  take (m, t2) from bounded "p-portion " 0 (N.of_nat n) t1 in
  take (L, t3) from bounded "heaps " 1 most_heaps_read t2 in
  Some (PartialClaim C n m L, L, t3).

Definition read_claim (C : code) (t : text) : option (misere_claim * nat * text) :=
  match expect (line "claim quotient") t with
  | Some t1 => read_quotient C t1
  | None =>
    match expect (line "claim kernel") t with
  | Some t1 => read_kernel C t1
  | None =>
  match expect (line "claim infinite") t with
  | Some t1 => read_infinite C t1
  | None => take t1 from expect (line "claim partial") t in read_partial C t1
  end end
  end.

Definition read_misere (t : text) : option (misere_claim * misere_evidence) :=
  take t1 from expect (line "octal misere certificate 1" ++ "code ") t in
  take (C, t2) from read_code t1 in
  take (c, L, t3) from read_claim C t2 in
  take (gens, t4) from listed "generators" t3 in
  take (acts, t5) from read_actions gens t4 in
  take (in_P, t6) from listed "P:" t5 in
  take (phi, t7) from listed "phi:" t6 in
  match expect (line "end") t7 with
  | Some [] => Some (c, MisereEvidence L (map N.to_nat gens) acts in_P phi)
  | _ => None
  end.

Definition nat_text (n : nat) : string := number_text (N.of_nat n).
Definition named (word : string) (n : nat) : string := line (word ++ " " ++ nat_text n).
Definition head (C : code) (claim : string) (order p_portion : nat) : string :=
  line "octal misere certificate 1" ++ line ("code " ++ code_text C) ++ line claim ++
  named "order" order ++ named "p-portion" p_portion.

(** The first lines of a certificate of this claim. *)
Definition misere_claim_text (c : misere_claim) : string :=
  match c with
  | QuotientClaim C n m n0 p =>
    head C "claim quotient" n m ++ named "preperiod" n0 ++ named "period" p
  | KernelClaim C n m f L => head C "claim kernel" n m ++ named "last-rogue" f ++ named "heaps" L
  | InfiniteClaim C n m (Letters c q p alpha K1 K0 B a b v) L =>
    head C "claim infinite" n m ++ named "c" c ++ named "q" q ++ named "p" p ++
    named "alpha" alpha ++ named "K1" K1 ++ named "K0" K0 ++ named "B" B ++ named "a" a ++
    named "b" b ++ line ("v:" ++ concat "" (map (fun h => " " ++ nat_text h)%string v)) ++ named "heaps" L
  | PartialClaim C n m L => head C "claim partial" n m ++ named "heaps" L
  end.

(** The claim of a text that is accepted. *)
Definition accepted_misere (t : text) : option misere_claim :=
  take (c, e) from read_misere t in
  take _ from expect (misere_claim_text c) t in
  if misere_accepts c e then Some c else None.

Theorem misere_text_sound : forall t c, accepted_misere t = Some c ->
  misere_holds c /\ exists rest, t = (list_ascii_of_string (misere_claim_text c) ++ rest)%list.
Proof.
  intros t c H. unfold accepted_misere in H.
  destruct (read_misere t) as [[c' e] |]; [| discriminate].
  destruct (expect (misere_claim_text c') t) as [rest |] eqn:T; [| discriminate].
  destruct (misere_accepts c' e) eqn:A; [| discriminate]. injection H as H. subst c'.
  split; [apply misere_checker with e, A | exists rest; apply starts_with_spec, T].
Qed.
