//! Misère outcomes by the definition, with a move generator that shares nothing with the solver.

use std::collections::HashMap;

use octal::code::Code;

/// The outcomes of sums of heaps: `true` for P-positions.
pub struct Oracle {
    code: Code,
    known: HashMap<Vec<usize>, bool>,
}

impl Oracle {
    pub fn new(code: &Code) -> Oracle {
        Oracle { code: code.clone(), known: HashMap::new() }
    }

    /// True if the player who moves next loses: there is a move, and none leads to a P-position.
    pub fn is_p(&mut self, heaps: &[usize]) -> bool {
        let mut heaps: Vec<usize> = heaps.iter().copied().filter(|&n| n > 0).collect();
        heaps.sort_unstable();
        if let Some(&known) = self.known.get(&heaps) {
            return known;
        }
        let options = options(&self.code, &heaps);
        let is_p = !options.is_empty() && !options.iter().any(|option| self.is_p(option));
        self.known.insert(heaps, is_p);
        is_p
    }
}

/// The positions that a move leaves.
pub fn options(code: &Code, heaps: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![];
    for (i, &n) in heaps.iter().enumerate() {
        for k in 0..=n {
            let digit = code.digit(k);
            for parts in partitions(n - k, 3) {
                let allowed = digit.bits() >> parts.len() & 1 == 1;
                let equal = parts.len() == 2 && parts[0] == parts[1];
                if allowed && !(equal && digit.is_unequal()) {
                    let others = heaps[..i].iter().chain(&heaps[i + 1..]);
                    all.push(others.chain(&parts).copied().collect());
                }
            }
        }
    }
    all
}

/// The multisets of at most `most` positive numbers with this sum, ascending.
pub fn partitions(sum: usize, most: usize) -> Vec<Vec<usize>> {
    fn go(
        sum: usize,
        most: usize,
        least: usize,
        begun: &mut Vec<usize>,
        all: &mut Vec<Vec<usize>>,
    ) {
        if sum == 0 {
            all.push(begun.clone());
        } else if most > 0 {
            for part in least..=sum {
                begun.push(part);
                go(sum - part, most - 1, part, begun, all);
                begun.pop();
            }
        }
    }
    let mut all = vec![];
    go(sum, most, 1, &mut vec![], &mut all);
    all
}

/// Every position whose heaps have this many tokens in all, or fewer.
pub fn positions(total: usize) -> Vec<Vec<usize>> {
    (0..=total).flat_map(|sum| partitions(sum, sum)).collect()
}
