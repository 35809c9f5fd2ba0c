(* Reads each file, and prints its claim if the verified checker accepts it. *)

let text_of file =
  let channel = open_in_bin file in
  let length = in_channel_length channel in
  let bytes = really_input_string channel length in
  close_in channel;
  List.init length (String.get bytes)

let check file =
  match Checker.claim_of (text_of file) with
  | Some claim ->
      let lines = String.split_on_char '\n' (String.trim (String.of_seq (List.to_seq claim))) in
      Printf.printf "%s: accepted: %s\n%!" file (String.concat ", " (List.tl lines));
      true
  | None ->
      Printf.printf "%s: refused\n%!" file;
      false

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  try exit (if List.for_all Fun.id (List.map check files) then 0 else 1)
  with Sys_error reason ->
    prerr_endline reason;
    exit 2
