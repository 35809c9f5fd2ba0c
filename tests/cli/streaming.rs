//! `octal values` while it computes, and beyond memory.

use std::io::Read;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use super::{Scratch, octal};

/// Games of every engine and kind, with and without a period on the way. They come from the sparse
/// engine, blocks, superblocks and sets of option values, some moved by a shift, some with values
/// that grow.
const GAMES: [(&str, u64); 12] = [
    ("0.77", 300_000),
    ("0.106", 200_000),
    ("0.6", 20_000),
    ("0.454", 30_000),
    ("0.205", 60_000),
    ("couples-are-forever", 3000),
    ("0.137 shift 70000", 140_000),
    ("4.4", 1000),
    ("nim", 65_535),
    ("grundys-game", 3000),
    ("0.8", 300),
    ("S(1,2,3)", 10),
];

/// The values of a format without a title, which is written on the way, are those of one whose
/// title waits for the period.
#[test]
fn values_written_on_the_way_are_the_values() {
    for (game, n) in GAMES {
        for from in [0, 1, 299, n] {
            let to = n.to_string();
            let from = from.min(n).to_string();
            let run = |format: &str| {
                let arguments = ["values", game, "-n", &to, "--from", &from, "--format", format];
                Scratch::new().run(&arguments).ended(0)
            };
            let json: serde_json::Value = serde_json::from_str(&run("json")).unwrap();
            let values = json["values"].as_array().unwrap();
            let first: u64 = from.parse().unwrap();
            assert_eq!(values.len() as u64, n - first + 1, "{game}");
            let rows = (first..).zip(values).map(|(heap, value)| format!("{heap},{value}\n"));
            let csv = std::iter::once("n,grundy\n".to_owned()).chain(rows).collect::<String>();
            assert!(run("csv") == csv, "{game} from {from}");
        }
    }
}

/// With a double check all values are computed before the first is written.
#[test]
fn values_written_afterwards_are_the_same_bytes() {
    for (game, n) in &GAMES[..5] {
        for format in ["csv", "digest", "text", "json", "latex", "bfile --rows 1e6"] {
            let arguments = format!("values {game} -n {n} --format {format}");
            let checked = octal(&format!("{arguments} --double-check")).ended(0);
            assert!(octal(&arguments).quietly() == checked, "{arguments}");
        }
    }
}

/// To compute all of these values would take years.
#[test]
fn the_first_rows_do_not_wait_for_the_last() {
    let scratch = Scratch::new();
    let arguments = ["values", "0.6", "-n", "1e12", "--format", "csv", "--memory", "4T"];
    let mut child = scratch.command(&arguments).spawn().unwrap();
    let mut rows = child.stdout.take().unwrap();
    let (sender, receiver) = channel();
    let reader = thread::spawn(move || {
        let mut start = [0; 25];
        let read = rows.read_exact(&mut start).map(|()| start);
        // The other end may have given up.
        let _ = sender.send(read);
        rows
    });
    let start = receiver.recv_timeout(Duration::from_secs(20));
    let still_computes = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    drop(reader.join().unwrap());
    assert_eq!(&start.expect("rows within 20 seconds").unwrap(), b"n,grundy\n0,0\n1,0\n2,1\n3,2\n");
    assert!(still_computes);
}

/// More values than memory holds, of a game whose rare heaps have gone quiet.
#[test]
fn beyond_memory() {
    let formats = ["digest", "csv", "text", "json", "latex", "bfile --rows 1e9"];
    let wanted = formats.map(|format| format!("0.106 -n 2e6 --format {format}"));
    let more = [
        "0.106 -n 2e6 --from 1_999_990 --format csv",
        "0.106 -n 2e6 --from 400_000 --format bfile --rows 1e9 --offset 1",
        "0.104 -n 2e6 --format digest",
    ];
    for arguments in wanted.iter().map(String::as_str).chain(more) {
        let arguments = format!("values {arguments}");
        let bounded = octal(&format!("{arguments} --memory 1M")).quietly();
        assert!(bounded == octal(&arguments).quietly(), "{arguments}");
    }
    let scratch = Scratch::new();
    let moved = |more: &[&str]| {
        let arguments = ["values", "0.106 shift 5", "-n", "2e6", "--format", "digest"];
        scratch.run(&[&arguments, more].concat()).quietly()
    };
    assert_eq!(moved(&["--memory", "1M"]), moved(&[]));
}

/// A heap that only the history could decide ends the sequence; a file does not appear.
#[test]
fn a_heap_that_needs_the_history_is_named() {
    let scratch = Scratch::new();
    let arguments = "values 0.205 -n 40e6 --memory 1M --format";
    let complaint = scratch.octal(&format!("{arguments} digest")).refused();
    let (_, heap) = complaint.split_once("error: 0.205: heap ").unwrap();
    let heap: u64 = heap.split_once(' ').unwrap().0.parse().unwrap();
    assert!(heap > 400_000 && complaint.contains("bytes of memory (--memory"), "{complaint}");
    // All values before it are right.
    let ran = scratch.octal(&format!("{arguments} csv"));
    assert_eq!((ran.code, &ran.err), (Some(2), &complaint));
    let before = octal(&format!("values 0.205 -n {} --format csv", heap - 1)).quietly();
    assert!(ran.out == before);
    assert_eq!(scratch.octal(&format!("{arguments} csv -o x.csv")).refused(), complaint);
    assert!(scratch.names().is_empty());
}

/// Where the values before are needed for ever, or a format needs all of them first, the refusal
/// comes before the first byte.
#[test]
fn nothing_beyond_memory() {
    let fault = "the values up to heap 2000000 do not fit into the memory allowed";
    let remedy = "or allow 17048576 bytes (--memory SIZE allows more)";
    for arguments in [
        "0.6 -n 2e6 --format csv",
        "0.f6 -n 2e6 --format digest",
        "0.106 -n 2e6 --format npy -o x.npy",
        "0.106 -n 2e6 --format digest --double-check",
        "0.106 -n 2e6 --columns 10",
    ] {
        let complaint = octal(&format!("values {arguments} --memory 1M")).refused();
        assert!(complaint.contains(fault) && complaint.contains(remedy), "{complaint}");
    }
    // One named game is enough.
    for code in ["0.106", "0.6"] {
        let arguments = format!("values {code} -n 2e6 --format npy -o x.npy --memory 17048576");
        Scratch::new().octal(&arguments).quietly();
    }
}
