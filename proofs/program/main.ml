(* Reads each file, and prints its claim if the verified checker accepts it. With --link I what is
   checked of a chain is link I, counted from 0, and all but the other links. *)

let usage = "usage: octal-check-verified FILE... [--link I]"

let text_of file =
  let channel = open_in_bin file in
  let length = in_channel_length channel in
  let bytes = really_input_string channel length in
  close_in channel;
  List.init length (String.get bytes)

(* The code, the preperiod and the period. *)
let line_of claim =
  let lines = String.split_on_char '\n' (String.trim (String.of_seq (List.to_seq claim))) in
  String.concat ", " (List.tl lines)

(* Certificates of misère quotients say so in their first line. *)
let claim_of text =
  let word = "octal misere " in
  let rec is_named i = function
    | _ when i = String.length word -> true
    | c :: later -> c = word.[i] && is_named (i + 1) later
    | [] -> false
  in
  if is_named 0 text then Checker.misere_claim_of text else Checker.claim_of text

let check file =
  match claim_of (text_of file) with
  | Some claim ->
      Printf.printf "%s: accepted: %s\n%!" file (line_of claim);
      true
  | None ->
      Printf.printf "%s: refused\n%!" file;
      false

let check_link i file =
  let text = text_of file in
  let links = Checker.number_of_links text in
  if 0 < links && links <= i then
    failwith (Printf.sprintf "%s: it has no link %d, but links 0 to %d" file i (links - 1));
  match Checker.claim_of_link text i with
  | Some (claim, links) ->
      Printf.printf "%s: link %d accepted, and all that is no link: %s: 1 of %d links was checked, \
        which proves the period only if all are accepted\n%!" file i (line_of claim) links;
      true
  | None ->
      let reason = if links = 0 then "it has no links or cannot be read" else
        Printf.sprintf "link %d of %d or something that is no link is wrong" i links in
      Printf.printf "%s: refused: %s\n%!" file reason;
      false

(* The check that is asked for, and the files. *)
let rec arguments = function
  | [] -> (check, [])
  | [ "--link" ] -> failwith usage
  | "--link" :: i :: later -> (
      match int_of_string_opt i with
      | Some i when 0 <= i -> (check_link i, snd (arguments later))
      | _ -> failwith usage)
  | file :: later ->
      let check, files = arguments later in
      (check, file :: files)

let () =
  try
    let check, files = arguments (List.tl (Array.to_list Sys.argv)) in
    if files = [] then failwith usage;
    exit (if List.for_all Fun.id (List.map check files) then 0 else 1)
  with Sys_error reason | Failure reason ->
    prerr_endline reason;
    exit 2
