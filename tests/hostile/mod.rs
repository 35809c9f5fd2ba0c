//! Inputs of strangers: right ones with random changes. The fuzz targets in `fuzz/` look further.

mod entries;

use fastrand::Rng;
use octal::certificate;
use octal::formats::{Format, Header};

use crate::certificate::{chain, known};

/// Pieces that mean something to one of the readers.
const PIECES: [&str; 16] = [
    "0",
    "-1",
    "65536",
    "18446744073709551616",
    "1e9",
    "\n",
    "\n\n",
    " ",
    ",",
    ":",
    "[",
    "]",
    "!",
    ".",
    "\u{fffd}",
    "\0",
];

/// One to four changes at random places: a bit, a piece put in, a stretch left out or doubled.
fn changed(bytes: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.usize(1..=4) {
        let at = random.usize(..=bytes.len());
        let end = (at + random.usize(..20)).min(bytes.len());
        match random.u8(..4) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.u8(..8),
            1 => drop(bytes.splice(at..at, random.choice(PIECES).unwrap().bytes())),
            2 => drop(bytes.drain(at..end)),
            _ => {
                let stretch = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, stretch));
            }
        }
    }
    bytes
}

#[test]
fn codes() {
    let mut random = Rng::with_seed(1);
    let right = ["0.137", "0.3[37]", "4!.07!", "S(1,2,3)", "kayles", "0.6 shift 1", "c.[0f]"];
    for text in right {
        entries::code(text.as_bytes());
        (0..2000).for_each(|_| entries::code(&changed(text.as_bytes(), &mut random)));
    }
}

/// A changed certificate is refused, or proves what is true: the period of its game.
#[test]
fn certificates() {
    let mut random = Rng::with_seed(2);
    let chained =
        |code: &str, to: u64, heaps: &[u64]| chain(&known(code, to), heaps).write().unwrap();
    let files: [Vec<u8>; 4] = [
        certificate::write(&known("0.17", 1000)).unwrap(),
        certificate::write(&known("0.77", 1000)).unwrap(),
        chained("0.156", 6000, &[500, 900, 2000]),
        chained("0.45", 1200, &[300, 500, 517]),
    ];
    let mut proved = 0;
    for file in files {
        let text = &file[..file.windows(4).rposition(|word| word == b"end ").unwrap()];
        assert!(entries::certificate(text).is_some());
        for _ in 0..500 {
            let Some(claim) = entries::certificate(&changed(text, &mut random)) else { continue };
            let (code, _) = claim.split_once(": ").unwrap();
            let period = known(code, 100_000).finding.proved().unwrap();
            let (preperiod, period) = (period.preperiod, period.period);
            let truth = format!("{code}: preperiod {preperiod}, period {period}, both least");
            assert_eq!(claim, truth);
            proved += 1;
        }
    }
    println!("{proved} changed certificates still prove something");
}

#[test]
fn tables() {
    let mut random = Rng::with_seed(3);
    for format in Format::ALL {
        let mut file = vec![];
        let mut writer = format.writer(&mut file);
        let header = Header { code: "0.77".into(), from: 0, to: 11, summary: None };
        writer.begin(&header).unwrap();
        writer.chunk(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]).unwrap();
        writer.end().unwrap();
        drop(writer);
        (0..2000).for_each(|_| entries::table(&changed(&file, &mut random)));
    }
}
