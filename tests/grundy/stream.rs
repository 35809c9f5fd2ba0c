//! Streams: the values of the sparse engine without the history, at small heaps and at large ones.

use octal::grundy::blocks;
use octal::grundy::driver::Tuning;
use octal::grundy::sparse::Sparse;
use octal::grundy::stream::{Basis, Halt, Stream};

use crate::common::code;

/// A stream gives the values of the sparse engine, verified or gone over again, in any steps.
#[test]
fn streams_are_the_sequence() {
    let mut counted = [0; 2];
    for text in ["0.106", "0.104", "0.156", "4.406", "0.56", "4.064"] {
        let mut sparse = Sparse::new(&code(text)).unwrap();
        sparse.extend(60_000).unwrap();
        for tuning in [Tuning::DEFAULT, Tuning::TINY, Tuning::ALTERNATE] {
            let tuning = tuning.stream().unwrap();
            let basis = Basis::new(&sparse.state(), &tuning, 8000, 3).unwrap();
            let (from, end) = (30_001, 60_001_u64);
            let last = &sparse.values().range(..from as usize).to_vec();
            let mut stream = Stream::verified(&basis, &tuning, from, last).unwrap();
            let state = &last[last.len() - basis.state_length..];
            let mut again = Stream::again(&basis, &tuning, from, state).unwrap();
            for step in (1..).take_while(|i| from + i * i <= end).map(|i| from + i * i) {
                stream.extend(step, 0).unwrap();
                again.extend(step, 0).unwrap();
                for stream in [&stream, &again] {
                    let expected = sparse.values().range(..step as usize).to_vec();
                    assert_eq!(stream.heap(), step);
                    assert!(expected.ends_with(&stream.values()[stream.values().len() - 50..]));
                }
                stream.check(1).unwrap();
            }
            counted[0] += stream.counters().unverified;
            counted[1] += stream.counters().too_large;
        }
    }
    assert!(counted.iter().all(|&count| count > 0), "{counted:?}");
}

/// Values are computed again from any heap with a known state. This includes states near the first
/// values of the basis, and beyond them.
#[test]
fn near_the_first_values() {
    let mut ends_met = 0;
    for text in ["0.106", "0.104", "4.406", "0.56"] {
        let mut sparse = Sparse::new(&code(text)).unwrap();
        sparse.extend(60_000).unwrap();
        let values = sparse.values().to_vec();
        for tuning in [Tuning::DEFAULT, Tuning::TINY, Tuning::ALTERNATE] {
            let tuning = tuning.stream().unwrap();
            let basis = Basis::new(&sparse.state(), &tuning, 19_000, 3).unwrap();
            for from in
                [9001, 12_000, 15_001, 19_000, 24_001, 30_000, 37_999, 38_000, 38_001, 39_000]
            {
                let last = &values[from - basis.state_length..from];
                let mut again = Stream::again(&basis, &tuning, from as u64, last).unwrap();
                again.extend(from as u64 + 9000, 9000).unwrap();
                assert!(again.values().ends_with(&values[from..from + 9000]), "{text} at {from}");
                ends_met += u32::from(from < 19_001 + last.len());
            }
        }
    }
    assert!(ends_met > 40, "{ends_met}");
}

/// A stream knows the parity of a heap, and the distances of others below it. Beyond 2³¹, 2³² and
/// 2⁵³ it continues from a state as it does at heap 100 001.
#[test]
fn heaps_beyond_32_bits() {
    for text in ["0.106", "0.104", "4.045"] {
        let mut sparse = Sparse::new(&code(text)).unwrap();
        sparse.extend(120_000).unwrap();
        let values = sparse.values().to_vec();
        let (last, after) = values.split_at(100_001);
        for tuning in [Tuning::DEFAULT, Tuning::TINY] {
            let tuning = tuning.stream().unwrap();
            let basis = Basis::new(&sparse.state(), &tuning, 8000, 3).unwrap();
            for at in [1 << 31, 1 << 32, 1_u64 << 53] {
                // As odd as 100 001, and 2³¹ and the others come soon after.
                let from = at - 4001;
                let mut stream = Stream::verified(&basis, &tuning, from, last).unwrap();
                stream.extend(from + after.len() as u64, after.len()).unwrap();
                assert_eq!(stream.heap(), from + after.len() as u64, "{text}");
                assert!(stream.values().ends_with(after), "{text} at {at}");
                stream.check(1).unwrap();
                stream.check(after.len() - 4001).unwrap();
            }
        }
    }
}

/// A stream halts where the window does not show that a heap is common. The caller accepts the
/// heap, and the values that follow are right, verified or computed again from any state. At a rare
/// heap it halts too.
#[test]
fn heaps_that_the_window_does_not_decide() {
    let by_superblocks =
        Tuning { blocks: blocks::Tuning { taps: 0, ..blocks::Tuning::TINY }, ..Tuning::TINY };
    let games = [("0.16", 13_001, Tuning::TINY, 13_932), ("0.444", 40_101, by_superblocks, 40_172)];
    let mut accepted = 0;
    for (text, from, tuning, rare) in games {
        let mut sparse = Sparse::new(&code(text)).unwrap();
        sparse.extend(from - 1).unwrap();
        let tuning = tuning.stream().unwrap();
        let basis = Basis::new(&sparse.state(), &tuning, 0, 3).unwrap();
        sparse.extend(rare).unwrap();
        let values = sparse.values().to_vec();
        let mut stream = Stream::verified(&basis, &tuning, from, &values[..from as usize]).unwrap();
        let mut before = (from, stream.state().to_vec());
        for step in (1..).map(|i| from + 2 * i * i).take_while(|&step| step < rare).chain([rare]) {
            while let Err(halt) = stream.extend(step, 0) {
                let Halt::NotShown { heap, .. } = halt else { panic!("{text}: {halt}") };
                let value = values[heap as usize];
                assert!(!basis.space.is_rare(heap as usize, value), "{text}: {heap}");
                stream.accept();
                accepted += 1;
            }
            assert!(values[..step as usize].ends_with(stream.values()), "{text} at {step}");
            stream.check(1).unwrap();
            let (heap, state) = std::mem::replace(&mut before, (step, stream.state().to_vec()));
            let mut again = Stream::again(stream.basis(), &tuning, heap, &state).unwrap();
            while again.heap() < step {
                let end = again.step(step);
                assert!(again.heap() < end && end <= step, "{text} at {end}");
                again.extend(end, 0).unwrap();
            }
            assert_eq!(again.state(), stream.state(), "{text} at {step}");
        }
        let halt = stream.extend(rare + 1, 0).unwrap_err();
        assert!(matches!(halt, Halt::NotShown { heap, .. } if heap == rare), "{text}: {halt}");
        assert!(stream.missing().contains(&values[rare as usize]), "{text}");
    }
    assert!(accepted > 0);
}
