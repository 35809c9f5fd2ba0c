//! Which splits to try first to show that rare values are options.

use super::tap::Tap;
use super::window::Recent;
use crate::grundy::layout::BLOCK;

/// A heap, by its distance from the next one, and the set of its wanted values, in short numbers.
pub(super) type Wanted = (usize, u64);

/// Of `taps`, a few that show nearly all the wanted values of these heaps, the best first.
///
/// Blocks of heaps are looked at in turn: what the taps chosen before do not show is shown by
/// further taps, those first that show most. O(taps · wanted values) a block.
pub(super) fn choose(
    mut taps: Vec<Tap>,
    most: usize,
    recent: &Recent,
    blocks: &[[Wanted; BLOCK]],
) -> Vec<Tap> {
    let mut chosen = vec![];
    for block in blocks {
        let mut missing = block.to_vec();
        for &tap in &chosen {
            strike(&mut missing, recent, tap);
        }
        while !missing.is_empty() && chosen.len() < most {
            let gains = taps.iter().map(|&tap| gain(&missing, recent, tap));
            let best = gains.enumerate().min_by_key(|&(i, gain)| (!gain, i));
            let Some((i, _)) = best.filter(|&(_, gain)| gain > 0) else { break };
            chosen.push(taps.remove(i));
            strike(&mut missing, recent, chosen[chosen.len() - 1]);
        }
    }
    chosen
}

/// For how many heaps the tap shows a missing value.
fn gain(missing: &[Wanted], recent: &Recent, tap: Tap) -> usize {
    missing.iter().filter(|(back, wanted)| wanted & option(recent, *back, tap) != 0).count()
}

/// Takes the option values of a tap from what is missing.
fn strike(missing: &mut Vec<Wanted>, recent: &Recent, tap: Tap) {
    missing.retain_mut(|(back, wanted)| {
        *wanted &= !option(recent, *back, tap);
        *wanted != 0
    });
}

/// The option value of a tap as a set.
fn option(recent: &Recent, back: usize, tap: Tap) -> u64 {
    let [number] = recent.before(0, back + tap.offset);
    1 << ((u64::from(*number) ^ tap.x) & 63)
}
