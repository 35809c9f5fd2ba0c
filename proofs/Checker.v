(** * The checker: from the text of a certificate to accepted or refused *)

From Coq Require Import Ascii Bool List NArith String.
From Octal Require Import Octal Certificate Plain Chain ChainForm OneLink Reader.
Import ListNotations.

Definition evidence_accepted (c : claim) (e : evidence) : bool :=
  match e with
  | plain_evidence values => plain_accepts c values
  | chain_evidence ch => chain_accepts c ch
  end.

(** The claim of a text, if its first lines state it, and the evidence. *)
Definition stated (t : text) : option (claim * evidence) :=
  match read t with
  | None => None
  | Some (c, e) =>
    match expect (claim_text c) t with
    | None => None
    | Some _ => Some (c, e)
    end
  end.

(** The claim of a text that is accepted. *)
Definition accepted_claim (t : text) : option claim :=
  match stated t with
  | None => None
  | Some (c, e) => if evidence_accepted c e then Some c else None
  end.

(** The claim of a chain of which link i, from 0, and all but the other links are accepted, and how
    many links it has. *)
Definition accepted_link (t : text) (i : nat) : option (claim * nat) :=
  match stated t with
  | Some (c, chain_evidence ch) =>
    if chain_accepts_link c ch i then Some (c, List.length (links ch)) else None
  | _ => None
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
  intros t c H. unfold accepted_claim, stated in H.
  destruct (read t) as [[c' e] |]; [| discriminate].
  destruct (expect (claim_text c') t) as [rest |] eqn:T; [| discriminate].
  destruct (evidence_accepted c' e) eqn:E; [| discriminate]. injection H as H. subst c'.
  split; [apply evidence_holds with e, E | exists rest; apply starts_with_spec, T].
Qed.

(** ** Link by link *)

Theorem link_sound : forall t c ch i from to n, stated t = Some (c, chain_evidence ch) ->
  accepted_link t i = Some (c, n) ->
  nth_error (snapshots ch) i = Some from -> nth_error (snapshots ch) (S i) = Some to ->
  1 <= fst from -> right_up_to c ch from -> fst from < fst to /\ right_up_to c ch to.
Proof.
  intros t c ch i from to n E H. unfold accepted_link in H. rewrite E in H.
  destruct (chain_accepts_link c ch i) eqn:L; [| discriminate]. apply one_link, L.
Qed.

Theorem first_sound : forall t c ch i first later n, stated t = Some (c, chain_evidence ch) ->
  accepted_link t i = Some (c, n) -> snapshots ch = first :: later -> right_up_to c ch first.
Proof.
  intros t c ch i first later n E H. unfold accepted_link in H. rewrite E in H.
  destruct (chain_accepts_link c ch i) eqn:L; [| discriminate]. apply first_snapshot with i, L.
Qed.

(** The links of a text, none if it is of the plain form. *)
Definition number_of_links (t : text) : nat :=
  match stated t with
  | Some (_, chain_evidence ch) => List.length (links ch)
  | _ => 0
  end.

Theorem link_by_link : forall t c n, number_of_links t = n -> 1 <= n ->
  (accepted_claim t = Some c <-> forall i, i < n -> accepted_link t i = Some (c, n)).
Proof.
  intros t c n N N1. subst n. unfold number_of_links, accepted_claim, accepted_link in *.
  destruct (stated t) as [[c' [values | ch]] |]; [inversion N1 | | inversion N1].
  assert (Some_link : links ch <> []) by (intro E; rewrite E in N1; inversion N1).
  simpl. destruct (chain_accepts c' ch) eqn:A.
  - rewrite all_links in A by exact Some_link. split.
    + intros E i I. injection E as E. subst c'. rewrite A by exact I. reflexivity.
    + intro H. specialize (H 0 N1). rewrite A in H by exact N1. congruence.
  - split; [discriminate |]. intro H. exfalso. apply not_true_iff_false in A. apply A.
    rewrite all_links by exact Some_link. intros i I. specialize (H i I).
    destruct (chain_accepts_link c' ch i); [reflexivity | discriminate].
Qed.
