//! Numbers, sizes and games as arguments: every spelling that is read, and what is refused.

use super::{Scratch, octal};

/// The heap that the program reads this text as.
fn heap(text: &str) -> Result<String, String> {
    let scratch = Scratch::new();
    let ran = scratch.run(&["values", "0.77", "--from", text, "-n", text, "--format", "csv"]);
    match ran.code {
        Some(0) => {
            let out = ran.quietly();
            Ok(out.lines().nth(1).unwrap().split(',').next().unwrap().to_owned())
        }
        _ => Err(ran.refused()),
    }
}

#[test]
fn heaps() {
    let most = (1_u64 << 53).to_string();
    for (text, n) in [("0", "0"), (" 1_000 ", "1000"), ("1.5e3", "1500"), ("2^53", &most)] {
        assert_eq!(heap(text), Ok(n.to_owned()), "{text}");
    }
    for text in ["", "-1", "1e30", "2^54", "1.5", "_1", "1__0", "0^0", "x", "1e99999"] {
        assert!(heap(text).is_err(), "{text}");
    }
    assert!(heap("-1").unwrap_err().contains("negative"));
    assert!(heap("1e30").unwrap_err().contains("at most 2^53"));
}

#[test]
fn numbers_of_a_range() {
    let of_digits = |text: &str| {
        let scratch = Scratch::new();
        scratch.run(&["survey", "--limit", "10", "--digits", text])
    };
    of_digits("1").quietly();
    of_digits("0.1e1").quietly();
    for text in ["0", "8", "256", "1e9"] {
        assert!(of_digits(text).refused().contains("from 1 to 7"), "{text}");
    }
    assert!(of_digits("x").refused().contains("1_000_000"));
}

#[test]
fn large_heaps() {
    for (text, heap) in [("2^90", 1_u128 << 90), ("2^99", 1 << 99)] {
        let ran = octal(&format!("position division {text}"));
        assert!(ran.err.is_empty() && ran.out.contains(&heap.to_string()), "{text}: {ran:?}");
    }
    for text in ["2^128", "2^127000", "1e39", "170141183460469231731687303715884105729"] {
        let complaint = octal(&format!("position division {text}")).refused();
        assert!(complaint.contains("at most 2^127"), "{text}: {complaint}");
    }
}

#[test]
fn sizes() {
    let with_memory = |text: &str| {
        let scratch = Scratch::new();
        scratch.run(&["values", "0.77", "-n", "9", "--format", "csv", "--memory", text])
    };
    for text in ["4G", "512MiB", "1048576", " 1m"] {
        with_memory(text).quietly();
    }
    for text in ["", "G", "4X", "-1G", "1", "9e30G", "é", "1__0G", "1048575"] {
        let complaint = with_memory(text).refused();
        assert!(complaint.contains("512M or 4G"), "{text}: {complaint}");
    }
    // The size is that of powers of 1024: 1M is too little for the values up to heap 2000000.
    let beyond = |memory: &str| octal(&format!("values 0.6 -n 2e6 --memory {memory}"));
    assert!(beyond("1M").refused().contains("--memory SIZE allows more"));
}

#[test]
fn a_shift_has_an_end() {
    let shifted = |by: &str| {
        let game = format!("0.77 shift {by}");
        Scratch::new().run(&["values", &game, "-n", "9", "--format", "csv"])
    };
    shifted("1000000").quietly();
    for by in ["1000001", "18446744073709551615"] {
        assert!(shifted(by).refused().contains("a whole number from -1000000 to 1000000"), "{by}");
    }
}

/// A long argument is quoted as far as a person reads, and cut between characters.
#[test]
fn long_arguments_are_cut() {
    let complaint = Scratch::new().run(&["values", "0.77", "-n", &"é".repeat(50_000)]).refused();
    assert!(complaint.contains(&format!("{}…", "é".repeat(80))), "{complaint}");
    assert!(complaint.len() < 1000, "{complaint}");
}

/// A command that lacks its verb, its subcommand or its option is refused with the right line.
#[test]
fn the_command_that_was_meant() {
    for (line, meant) in [
        (&["kayles"][..], "octal period kayles"),
        (&["0.137"], "octal period 0.137"),
        (&["0.6 shift 1"], "octal period '0.6 shift 1'"),
        (&["misere", "kayles"], "octal misere quotient kayles"),
        (&["treblecross", "17"], "octal treblecross moves 17"),
        (&["treblecross", "..x.."], "octal treblecross moves ..x.."),
        (&["values", "0.137", "100"], "octal values 0.137 -n 100"),
        (&["values", "0.137", "10^6"], "octal values 0.137 -n 1000000"),
    ] {
        let refused = Scratch::new().run(line).refused();
        assert!(refused.contains(&format!("tip: did you mean `{meant}`?")), "{refused}");
    }
    // No guess where there is none.
    for line in ["backgammon", "misere backgammon", "values 0.137 x"] {
        let refused = octal(line).refused();
        assert!(!refused.contains("did you mean"), "{refused}");
    }
}

/// A digit 8 or 9 makes a code hexadecimal, which the output notes.
#[test]
fn codes_that_are_hexadecimal() {
    for (line, code) in [
        ("values 0.78 -n 5", "0.78"),
        ("values 0.9 -n 5 --format csv", "0.9"),
        ("period 8.1 --limit 100", "8.1"),
        ("position 0.78 3 4", "0.78"),
    ] {
        let note =
            format!("note: {code} is a hexadecimal code: a digit 8 or 9 lets three heaps remain\n");
        assert_eq!(octal(line).err, note, "{line}");
    }
    for line in ["values 0.77 -n 5", "values 0.3f -n 5", "position kayles 8 9"] {
        octal(line).quietly();
    }
}
