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
            let mut stream = Stream::verified(&basis, &tuning, from, last, &[]).unwrap();
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

/// Values are gone over again from any heap at which a state of them is known, also where the first
/// values that the basis has come near that heap, or beyond it.
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

/// A stream knows of a heap its parity, and how far others are below it: beyond 2³¹, 2³² and 2⁵³ it
/// goes on from a state as it does at heap 100 001.
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
                let mut stream = Stream::verified(&basis, &tuning, from, last, &[]).unwrap();
                stream.extend(from + after.len() as u64, after.len()).unwrap();
                assert_eq!(stream.heap(), from + after.len() as u64, "{text}");
                assert!(stream.values().ends_with(after), "{text} at {at}");
                stream.check(1).unwrap();
                stream.check(after.len() - 4001).unwrap();
            }
        }
    }
}

/// Where it meets a rare heap, a stream goes on with followers, verified or gone over again from
/// any of its states; the engine begins again when that heap is out of its reach.
#[test]
fn rare_heaps_that_turn_up() {
    let by_superblocks =
        Tuning { blocks: blocks::Tuning { taps: 0, ..blocks::Tuning::TINY }, ..Tuning::TINY };
    let (few, many) = ([13_932, 13_935], [40_172, 53_921, 56_202, 59_139]);
    let games =
        [("0.16", 13_001, Tuning::TINY, &few[..]), ("0.444", 40_101, by_superblocks, &many)];
    for (text, from, tuning, expected) in games {
        let (mut sparse, end) = (Sparse::new(&code(text)).unwrap(), 60_001_u64);
        sparse.extend(from - 1).unwrap();
        let tuning = tuning.stream().unwrap();
        let basis = Basis::new(&sparse.state(), &tuning, 0, 3).unwrap();
        let space = basis.space;
        sparse.extend(end - 1).unwrap();
        let values = sparse.values().to_vec();
        let last = &values[..from as usize];
        let mut stream = Stream::verified(&basis, &tuning, from, last, &[]).unwrap();
        let mut before = (from, stream.state());
        let steps = (1..).map(|i| from + 40 * i * i).take_while(|&step| step < end);
        // Also at a rare heap, and at the heap after it.
        let mut steps: Vec<u64> =
            steps.chain([end]).chain(expected.iter().flat_map(|&heap| [heap, heap + 1])).collect();
        steps.sort_unstable();
        for step in steps {
            while let Err(halt) = stream.extend(step, 0) {
                let Halt::NotShown { heap, .. } = halt else { panic!("{text}: {halt}") };
                let value = values[heap as usize];
                if space.is_rare(heap as usize, value) {
                    stream.accept_rare(value);
                } else {
                    stream.accept();
                }
            }
            assert!(values[..step as usize].ends_with(stream.values()), "{text} at {step}");
            stream.check(1).unwrap();
            let (heap, state) = std::mem::replace(&mut before, (step, stream.state()));
            let mut again = Stream::again(stream.basis(), &tuning, heap, &state).unwrap();
            while again.heap() < step {
                // Each step is one, and none is longer than is asked for.
                let end = again.step(step);
                assert!(again.heap() < end && end <= step, "{text} at {end}");
                again.extend(end, 0).unwrap();
            }
            again.extend(step - 1, 0).unwrap();
            assert!(values[..step as usize].ends_with(again.values()), "{text} at {step}");
            assert_eq!(again.state(), stream.state(), "{text} at {step}");
            let short = Stream::again(stream.basis(), &tuning, heap, &state[1..]);
            assert!(short.is_none(), "{text} at {step}");
        }
        let distant: Vec<u64> = stream.basis().distant.iter().map(|rare| rare.heap).collect();
        assert_eq!(distant, expected, "{text}");
        assert!(stream.basis().superblocks || stream.counters().blocks > 100, "{text}");
        // In one go, with a heap accepted wherever it halts.
        let mut stream = Stream::verified(&basis, &tuning, from, last, &[]).unwrap();
        while let Err(halt) = stream.extend(end, end as usize) {
            match values[halt.heap() as usize] {
                value if space.is_rare(halt.heap() as usize, value) => stream.accept_rare(value),
                _ => stream.accept(),
            }
        }
        assert!(values.ends_with(stream.values()), "{text}");
    }
}
