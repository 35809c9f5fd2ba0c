//! Impartial games given by a rule of one line.
//!
//! ```text
//! # Kayles                            # Grundy's game
//! n -> [a, n-1-a] for a in 0..n-1     n -> [a, n-a] for a in 1..n-1 if a < n-a
//! n -> [a, n-2-a] for a in 0..n-2
//!                                     # two-dimensional Kayles
//! # tokens of a set                   (r, c) -> [(i, c), (r-1-i, c)] for i in 0..r-1 if c > 0
//! n -> n-s for s in {1, 4, 9..12}     (r, c) -> [(r, j), (r, c-1-j)] for j in 0..c-1 if r > 0
//! # two or more unequal parts
//! n -> [p...] for p in distinct_parts(n, 2..)
//! ```
//!
//! A line is `state -> options [for variable in range, …] [if condition]`. A line break or `;` ends
//! it. The options of a state are those of all lines. `for` and `if` hold for every option of their
//! line, so every option uses every variable of `for`, itself or by a range. The only option of a
//! line may leave this to the condition.
//!
//! | | |
//! |---|---|
//! | state | a variable, or a pair or triple of variables |
//! | option | one component, a sum `[component, …]`, or `[]` for nothing; several options: `\|` |
//! | range | `1..n-1` with both ends, a set `{1, 4, 9..12}`, the `parts` or `distinct_parts` of a number |
//! | parts | `[p...]` for `p in parts(n, {2, 5..7})`: n is the sum of 2, 5, 6 or 7 parts, each 1 or more |
//! | numbers | whole: `+ - * / % ^ xor`, `min(a, b)`, `max(a, b)`, `gcd(a, b)`; `/` rounds down |
//! | conditions | `< <= = != >= >`, `and or not` |
//!
//! An option with a negative number is none. A line `state if condition` has no options: it
//! excludes all other states from the positions, as `(r, c) if max(r, c) < 8` does for a
//! chessboard. All remaining states count, also those with a 0. So the rule decides if a heap of 0
//! or a board of 0 by 5 has options. The nim-sums of `parts` are computed from smaller sums; the
//! partitions are not listed.
//!
//! [`Solver`] finds Grundy values and winning moves, [`MisereSolver`] misère outcomes. Both have
//! [`Limits`]. Periods of the values are never proved here; [`Rule::code`] recognises octal games.

mod analysis;
mod code;
mod expression;
mod parse;
mod parts;
mod resolve;
mod rule;
mod solver;
#[cfg(test)]
mod tests;

pub use analysis::{Analysis, EqualParts, MisereSolver, WinningMove};
pub use expression::Fault;
pub use parse::RuleError;
pub use rule::{Rule, State};
pub use solver::{Limits, Refusal, Solver};
