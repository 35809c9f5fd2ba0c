//! How many heaps need what should be needed seldom.

/// After this many heaps it is asked whether too many did.
const TRIAL: u64 = 1 << 14;

/// How many of the last heaps needed it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seldom {
    heaps: u64,
    needed: u64,
}

impl Seldom {
    /// Adds these heaps, and how many of them needed it. After enough heaps, returns whether more than one in `one_in`
    /// did, and counts anew.
    pub(super) fn add(&mut self, heaps: usize, needed: u64, one_in: u64) -> bool {
        self.heaps += heaps as u64;
        self.needed += needed;
        if self.heaps < TRIAL {
            return false;
        }
        let too_many = one_in * self.needed > self.heaps;
        *self = Seldom::default();
        too_many
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It is too many where more than one heap in 300 needed it, after enough heaps, and counted anew.
    #[test]
    fn more_than_one_heap_in_so_many() {
        let mut seldom = Seldom::default();
        let superblocks = TRIAL as usize / 512;
        for (each, too_many) in [(1, false), (2, true), (0, false), (3, true)] {
            let asked: Vec<bool> = (0..superblocks).map(|_| seldom.add(512, each, 300)).collect();
            assert!(asked[..superblocks - 1].iter().all(|&too_many| !too_many));
            assert_eq!(asked[superblocks - 1], too_many, "{each}");
        }
    }
}
