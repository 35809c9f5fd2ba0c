(** * The text of a certificate of a misère quotient, with [claim quotient]

    After the grammar in the documentation of [certificate::misere]. As in Reader.v, no proof speaks
    of the reader: the claim that was read is written again and compared with the first lines. *)

From Coq Require Import Ascii Bool List NArith String.
From Octal Require Import Octal Reader Checker MisereCertificate.
Import ListNotations.

(** Numbers up to the end of the line, each behind a space. *)
Fixpoint spaced (steps : nat) (t : text) : option (list nat * text) :=
  match steps, t with
  | S fewer, c :: t' =>
    if Ascii.eqb c newline then Some ([], t')
    else if Ascii.eqb c " " then
      take (v, t1) from number t' in
      take (l, t2) from spaced fewer t1 in
      Some (N.to_nat v :: l, t2)
    else None
  | _, _ => None
  end.

(** A line of a word and numbers. *)
Definition listed (word : string) (t : text) : option (list nat * text) :=
  take t1 from expect word t in spaced (List.length t1) t1.

(** The actions of these generators, a line for each. *)
Fixpoint read_actions (gens : list nat) (t : text) : option (list (list nat) * text) :=
  match gens with
  | [] => Some ([], t)
  | g :: later =>
    take (l, t1) from listed ("action " ++ number_text (N.of_nat g) ++ ":") t in
    take (others, t2) from read_actions later t1 in
    Some (l :: others, t2)
  end.

Definition line (s : string) : string := s ++ String newline "".

Definition read_misere (t : text) : option (misere_claim * misere_evidence) :=
  take t1 from expect (line "octal misere certificate 1" ++ "code ") t in
  take (C, t2) from read_code t1 in
  take t3 from expect (line "claim quotient") t2 in
  take (n, t4) from numbered "order " t3 in
  take (m, t5) from numbered "p-portion " t4 in
  take (n0, t6) from numbered "preperiod " t5 in
  take (p, t7) from numbered "period " t6 in
  take (_, t8) from numbered "heaps " t7 in
  take (gens, t9) from listed "generators" t8 in
  take (acts, t10) from read_actions gens t9 in
  take (in_P, t11) from listed "P:" t10 in
  take (phi, t12) from listed "phi:" t11 in
  if (n <=? 20000)%N then
    match expect (line "end") t12 with
    | Some [] => Some (MisereClaim C (N.to_nat n) (N.to_nat m) (N.to_nat n0) (N.to_nat p),
        MisereEvidence gens acts in_P phi)
    | _ => None
    end
  else None.

(** The first lines of a certificate of this claim. *)
Definition misere_claim_text (c : misere_claim) : string :=
  let number n := number_text (N.of_nat n) in
  line "octal misere certificate 1" ++ line ("code " ++ code_text (game c)) ++
  line "claim quotient" ++ line ("order " ++ number (order c)) ++
  line ("p-portion " ++ number (p_portion c)) ++ line ("preperiod " ++ number (phi_preperiod c)) ++
  line ("period " ++ number (phi_period c)).

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
