(** * The text of a certificate

    From the bytes of a file to numbers, after the grammar in the documentation of [certificate].
    No proof speaks of this reader: [Checker] writes the claim that was read out again and compares
    it with the first lines of the file, so a misread number cannot change what is claimed, and no
    numbers below the claim can make a false claim accepted. *)

From Coq Require Import Ascii Bool List NArith String DecimalString.
From Octal Require Import Octal Certificate.
Import ListNotations.

Definition text := list ascii.

(** What follows the claim. *)
Inductive evidence :=
| plain_evidence (values : list N)
| chain_evidence (steps : chain).

Notation "'take' x 'from' e 'in' b" := (match e with Some x => b | None => None end)
  (at level 200, x pattern, e at level 100, b at level 200).

Definition newline : ascii := "010".

(** ** Words and numbers *)

Fixpoint starts_with (word t : text) : option text :=
  match word, t with
  | [], _ => Some t
  | a :: word', b :: t' => if Ascii.eqb a b then starts_with word' t' else None
  | _, [] => None
  end.

Definition expect (word : string) (t : text) : option text :=
  starts_with (list_ascii_of_string word) t.

Definition decimal (c : ascii) : option N :=
  let v := N_of_ascii c in
  if (48 <=? v)%N then if (v <=? 57)%N then Some (v - 48)%N else None else None.

(** The rest of a number below 2^48. *)
Fixpoint digits_from (v : N) (t : text) : option (N * text) :=
  match t with
  | [] => Some (v, [])
  | c :: t' =>
    match decimal c with
    | None => Some (v, t)
    | Some x =>
      let w := (10 * v + x)%N in
      if (w <? 281474976710656)%N then digits_from w t' else None
    end
  end.

(** Decimal, without zeros in front. *)
Definition number (t : text) : option (N * text) :=
  match t with
  | [] => None
  | c :: t' =>
    take x from decimal c in
    if (x =? 0)%N then
      match t' with
      | [] => Some (0%N, [])
      | e :: _ => match decimal e with Some _ => None | None => Some (0%N, t') end
      end
    else digits_from x t'
  end.

(** A line of a word and a number. *)
Definition numbered (word : string) (t : text) : option (N * text) :=
  take t1 from expect word t in
  take (v, t2) from number t1 in
  take t3 from starts_with [newline] t2 in
  Some (v, t3).

(** ** The code *)

Definition hexadecimal (c : ascii) : option N :=
  match decimal c with
  | Some x => Some x
  | None =>
    let v := N_of_ascii c in
    if (97 <=? v)%N then if (v <=? 102)%N then Some (v - 87)%N else None else None
  end.

(** A digit, and the mark behind it if it has bit 4. *)
Definition code_digit (t : text) : option (digit * text) :=
  match t with
  | [] => None
  | c :: t' =>
    take x from hexadecimal c in
    match t' with
    | e :: t'' =>
      if Ascii.eqb e "!" then if N.testbit x 2 then Some (Digit x true, t'') else None
      else Some (Digit x false, t')
    | [] => Some (Digit x false, t')
    end
  end.

(** At most so many digits, up to the end of the line. *)
Fixpoint code_digits (most : nat) (t : text) : option (code * text) :=
  match most with
  | O => None
  | S fewer =>
    take (D, t1) from code_digit t in
    match t1 with
    | [] => None
    | c :: t2 =>
      if Ascii.eqb c newline then Some ([D], t2)
      else take (later, t3) from code_digits fewer t1 in Some (D :: later, t3)
    end
  end.

(** 64 digits after the point; alone behind it, 0 stands for none. *)
Definition read_code (t : text) : option (code * text) :=
  take (D0, t1) from code_digit t in
  take t2 from starts_with ["."%char] t1 in
  take (later, t3) from code_digits 64 t2 in
  match later with
  | [Digit 0 false] => Some ([D0], t3)
  | _ => Some (D0 :: later, t3)
  end.

(** ** Rows of values *)

(** The values of heaps n, n + 1, ... up to the end of the line, each below 2^16: the heap that
    follows, and the values before the others, the last of them first. *)
Fixpoint values_to_end (steps : nat) (n : N) (before : list N) (t : text) :
  option (N * list N * text) :=
  match steps with
  | O => None
  | S fewer =>
    take (v, t1) from number t in
    if (v <? 65536)%N then
      match t1 with
      | [] => None
      | c :: t2 =>
        if Ascii.eqb c newline then Some (N.succ n, v :: before, t2)
        else if Ascii.eqb c " " then values_to_end fewer (N.succ n) (v :: before) t2 else None
      end
    else None
  end.

(** The word and the heap at the beginning of a row. *)
Definition row (word : string) (t : text) : option (N * text) :=
  take t1 from expect word t in
  take (n, t2) from number t1 in
  take t3 from expect ": " t2 in
  Some (n, t3).

(** The rows of the plain form, up to the line [end]: each begins at the heap that follows. *)
Fixpoint plain_rows (steps : nat) (n : N) (before : list N) (t : text) : option (list N * text) :=
  match steps with
  | O => None
  | S fewer =>
    match expect "from " t with
    | None => Some (rev' before, t)
    | Some _ =>
      take (m, t1) from row "from " t in
      if (m =? n)%N then
        take (next, values, t2) from values_to_end fewer n before t1 in
        plain_rows fewer next values t2
      else None
    end
  end.

Fixpoint rare_rows (steps : nat) (t : text) : option (list (nat * N) * text) :=
  match steps with
  | O => None
  | S fewer =>
    match expect "rare " t with
    | None => Some ([], t)
    | Some _ =>
      take (r, t1) from row "rare " t in
      take (_, values, t2) from values_to_end 1 r [] t1 in
      take (later, t3) from rare_rows fewer t2 in
      Some ((N.to_nat r, hd 0%N values) :: later, t3)
    end
  end.

Fixpoint snapshot_rows (steps : nat) (t : text) : option (list (nat * list N) * text) :=
  match steps with
  | O => None
  | S fewer =>
    match expect "snapshot " t with
    | None => Some ([], t)
    | Some _ =>
      take (s, t1) from row "snapshot " t in
      take (_, values, t2) from values_to_end fewer s [] t1 in
      take (later, t3) from snapshot_rows fewer t2 in
      Some ((N.to_nat s, rev' values) :: later, t3)
    end
  end.

(** ** The last line *)

(** FNV-1a of 64 bits, in two halves of 32. *)
Definition fnv_step (h : N * N) (c : ascii) : N * N :=
  let (high, low) := h in
  let low := N.lxor low (N_of_ascii c) in
  let two32 := 4294967296%N in
  let product := (low * 435)%N in
  let upper := (high * 435 + product / two32 + low * 256)%N in
  ((upper mod two32)%N, (product mod two32)%N).

(** The hash of the first so many bytes, and what follows them. *)
Fixpoint fnv (bytes : nat) (h : N * N) (t : text) : (N * N) * text :=
  match bytes, t with
  | S fewer, c :: t' => fnv fewer (fnv_step h c) t'
  | _, _ => (h, t)
  end.

Definition hex_digit (v : N) : ascii :=
  ascii_of_N (if (v <? 10)%N then v + 48 else v + 87)%N.

(** Hexadecimal digits, the last first in value, put before others. *)
Fixpoint hex (digits : nat) (v : N) (later : text) : text :=
  match digits with
  | O => later
  | S fewer => hex fewer (v / 16)%N (hex_digit (v mod 16) :: later)
  end.

(** The last line that the file should have, and that it has. *)
Definition last_line (t : text) : option text :=
  let length := List.length t in
  if Nat.leb 21 length then
    let (h, last) := fnv (length - 21) (3421674724, 2216829733)%N t in
    let right := (list_ascii_of_string "end " ++ hex 8 (fst h) (hex 8 (snd h) [newline]))%list in
    match starts_with right last with
    | Some [] => Some right
    | _ => None
    end
  else None.

(** ** The file *)

Definition read_chain (steps : nat) (t : text) : option (evidence * text) :=
  take (m, t1) from numbered "mask " t in
  take (e, t2) from numbered "position " t1 in
  take (R, t3) from rare_rows steps t2 in
  take (w, t4) from numbered "window " t3 in
  take (snaps, t5) from snapshot_rows steps t4 in
  Some (chain_evidence (Chain m e R (N.to_nat w) snaps), t5).

Definition read_form (steps : nat) (t : text) : option (evidence * text) :=
  match expect ("form plain" ++ String newline "") t with
  | Some t1 =>
    take (values, t2) from plain_rows steps 0 [] t1 in
    Some (plain_evidence values, t2)
  | None =>
    take t1 from expect ("form chain" ++ String newline "") t in
    read_chain steps t1
  end.

Definition read (t : text) : option (claim * evidence) :=
  take last from last_line t in
  take t1 from expect ("octal certificate 2" ++ String newline "code ") t in
  take (C, t2) from read_code t1 in
  take (n0, t3) from numbered "preperiod " t2 in
  take (p, t4) from numbered "period " t3 in
  take (form, t5) from read_form (List.length t) t4 in
  match starts_with last t5 with
  | Some [] => Some (Claim C n0 p, form)
  | _ => None
  end.

(** ** The claim as a text *)

Definition number_text (n : N) : string := NilEmpty.string_of_uint (N.to_uint n).

Definition digit_text (D : digit) : string :=
  String (hex_digit (bits D)) (if unequal D then "!" else "").

Definition code_text (C : code) : string :=
  match C with
  | [] => ""
  | [D] => digit_text D ++ ".0"
  | D :: later => digit_text D ++ "." ++ concat "" (map digit_text later)
  end.

(** The first lines of a certificate of this claim. *)
Definition claim_text (c : claim) : string :=
  "octal certificate 2" ++ String newline
  ("code " ++ code_text (digits c) ++ String newline
  ("preperiod " ++ number_text (preperiod c) ++ String newline
  ("period " ++ number_text (period c) ++ String newline ""))).
