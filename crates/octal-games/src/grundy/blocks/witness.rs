//! Which splits to try first to show that rare values are values of options.

use super::tap::Tap;
use super::window::Window;
use crate::grundy::layout::BLOCK;

/// A heap from which witnesses are learnt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// How many heaps it is before the next one.
    pub(super) back: usize,
    /// The packed values that must be shown to be those of options, as a set.
    pub(super) missing: u64,
}

/// Of `taps`, a few that show nearly all the wanted values of these heaps, the best first.
///
/// Blocks of heaps are looked at in turn: what the taps chosen before do not show is shown by
/// further taps, those first that show most. O(taps · wanted values) a block.
pub(super) fn choose(
    mut taps: Vec<Tap>,
    most: usize,
    window: &Window,
    blocks: &[[Sample; BLOCK]],
) -> Vec<Tap> {
    let mut chosen = vec![];
    for block in blocks {
        let mut missing = block.to_vec();
        for &tap in &chosen {
            remove(&mut missing, window, tap);
        }
        while !missing.is_empty() && chosen.len() < most {
            let gains = taps.iter().map(|&tap| gain(&missing, window, tap));
            let best = gains.enumerate().min_by_key(|&(i, gain)| (!gain, i));
            let Some((i, _)) = best.filter(|&(_, gain)| gain > 0) else { break };
            chosen.push(taps.remove(i));
            remove(&mut missing, window, chosen[chosen.len() - 1]);
        }
    }
    chosen
}

/// At how many heaps the tap shows a missing value.
fn gain(missing: &[Sample], window: &Window, tap: Tap) -> usize {
    missing.iter().filter(|sample| sample.missing & option(window, sample.back, tap) != 0).count()
}

/// Takes the option values of a tap from what is missing.
fn remove(missing: &mut Vec<Sample>, window: &Window, tap: Tap) {
    missing.retain_mut(|sample| {
        sample.missing &= !option(window, sample.back, tap);
        sample.missing != 0
    });
}

/// The option value of a tap as a set.
fn option(window: &Window, back: usize, tap: Tap) -> u64 {
    let [packed] = window.before(0, back + tap.offset);
    1 << ((u64::from(*packed) ^ tap.packed) & 63)
}
