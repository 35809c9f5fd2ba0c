(** * The checker: from the text of a certificate to accepted or refused *)

From Coq Require Import Ascii Bool List NArith String.
From Octal Require Import Octal Certificate Plain Chain ChainForm Reader.
Import ListNotations.

Definition evidence_accepted (c : claim) (e : evidence) : bool :=
  match e with
  | plain_evidence values => plain_accepts c values
  | chain_evidence ch => chain_accepts c ch
  end.

(** The claim of a text that is accepted. *)
Definition accepted_claim (t : text) : option claim :=
  match read t with
  | None => None
  | Some (c, e) =>
    match expect (claim_text c) t with
    | None => None
    | Some _ => if evidence_accepted c e then Some c else None
    end
  end.

Lemma evidence_holds : forall c e, evidence_accepted c e = true -> holds c.
Proof.
  intros c [values | ch] H.
  - apply plain_form with values, H.
  - apply chain_form with ch, H.
Qed.

Lemma starts_with_spec : forall word t rest, starts_with word t = Some rest -> t = word ++ rest.
Proof.
  induction word as [| a word IH]; intros t rest H; simpl in *; [congruence |].
  destruct t as [| b t]; [discriminate |]. destruct (Ascii.eqb_spec a b) as [E |]; [| discriminate].
  subst b. f_equal. apply IH, H.
Qed.

(** Accepted implies the claim, and the claim is what the first lines of the text say. *)
Theorem checker_sound : forall t c, accepted_claim t = Some c ->
  holds c /\ exists rest, t = list_ascii_of_string (claim_text c) ++ rest.
Proof.
  intros t c H. unfold accepted_claim in H.
  destruct (read t) as [[c' e] |]; [| discriminate].
  destruct (expect (claim_text c') t) as [rest |] eqn:T; [| discriminate].
  destruct (evidence_accepted c' e) eqn:E; [| discriminate]. injection H as H. subst c'.
  split; [apply evidence_holds with e, E | exists rest; apply starts_with_spec, T].
Qed.
