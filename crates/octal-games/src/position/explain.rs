//! The arithmetic of a position as a person would write it on paper. It has the values in binary,
//! one below the other, their nim-sum, and for each heap the value that it would need.
//!
//! Source: `[WW]` chapters 2 and 3. Cost: O(lines); long positions are cut, and say so.

use super::analysis::{Analysis, EqualHeaps};
use super::options::Family;
use crate::period::sequence::Known;
use crate::period::shifted::View;

/// The explanation shows at most this many sizes of heaps, and as many moves of each.
const MOST_LINES: usize = 40;

/// The lines that work out the nim-sum and the winning moves; `known` as for [`Analysis::new`].
///
/// ```
/// use octal_games::workspace::period::search::{Limits, search};
/// use octal_games::workspace::position::{analysis::Analysis, explain::explain, options::Budget};
///
/// let known = search(&"0.77".parse()?, &Limits::heaps(5), &|_| true)?;
/// let budget = Budget { work: 1_000_000, listed: 100, counting: 1_000_000 };
/// let analysis = Analysis::new(&"0.77: 3 5 2".parse()?, &[&known], budget)?;
/// let text = explain(&analysis, &[&known]).join("\n");
/// assert!(text.contains("heap 5: 4 ⊕ 5 = 1 is wanted"));
/// assert!(text.contains("5 → 4 has G(4) = 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(analysis: &Analysis, known: &[&Known]) -> Vec<String> {
    let mut lines = addition(analysis);
    let sum = analysis.nim_sum;
    if sum == 0 {
        let why = "any move changes the value of one heap, hence leaves a nim-sum other than 0";
        lines.push(format!("The nim-sum is 0: {why}. Who is to move loses."));
        return lines;
    }
    lines.push(format!(
        "The nim-sum is {sum}: a move wins if it leaves nim-sum 0, so if it turns a heap of value v \
         into v ⊕ {sum}."
    ));
    for heaps in analysis.heaps.iter().take(MOST_LINES) {
        lines.extend(replacement(analysis, heaps, known));
    }
    lines.extend(cut(analysis.heaps.len(), "sizes of heaps"));
    lines
}

/// The addition in binary without carrying, one line a size of heap.
fn addition(analysis: &Analysis) -> Vec<String> {
    let shown = || analysis.heaps.iter().take(MOST_LINES);
    let names: Vec<String> = shown().map(|h| times(h) + &name(analysis, h)).collect();
    let label = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(7);
    let largest = shown().map(|h| h.value).chain([analysis.nim_sum]).max().unwrap_or(0);
    let (digits, bits) = (largest.to_string().len(), bits(largest));
    let line = |name: &str, value: u64, note: &str| {
        format!("{name:<label$}  {value:>digits$}  {value:0bits$b}{note}")
    };
    let mut lines: Vec<String> = shown()
        .zip(&names)
        .map(|(h, name)| match h.times {
            1 => line(name, h.value, ""),
            times if times % 2 == 0 => line(name, h.value, "  an even number of times: cancels"),
            _ => line(name, h.value, "  an odd number of times: counts once"),
        })
        .collect();
    lines.extend(cut(analysis.heaps.len(), "sizes of heaps"));
    lines.push(format!("{:label$}  {:digits$}  {}", "", "", "-".repeat(bits)));
    lines.push(line("nim-sum", analysis.nim_sum, ""));
    lines
}

/// The number of binary digits of a value.
fn bits(value: u64) -> usize {
    (u64::BITS - value.leading_zeros()).max(1) as usize
}

fn times(heaps: &EqualHeaps) -> String {
    if heaps.times == 1 { String::new() } else { format!("{} × ", heaps.times) }
}

/// The heap, with its game if there are several.
fn name(analysis: &Analysis, heaps: &EqualHeaps) -> String {
    match &analysis.games[..] {
        [_] => format!("heap {}", heaps.heap),
        games => format!("heap {} of {}", heaps.heap, games[heaps.component]),
    }
}

/// The value that a heap would need, and the moves that give it.
fn replacement(analysis: &Analysis, heaps: &EqualHeaps, known: &[&Known]) -> Vec<String> {
    let EqualHeaps { value, winning, .. } = heaps;
    let (sum, name) = (analysis.nim_sum, name(analysis, heaps));
    let wanted = value ^ sum;
    let head = format!("{name}: {value} ⊕ {sum} = {wanted} is wanted");
    if winning.families.is_empty() {
        let none = match (winning.count, winning.complete) {
            (0, true) => "no option has it",
            (0, false) => "the options are too many to look through",
            _ => "there are options with it, not listed",
        };
        return vec![format!("{head}: {none}")];
    }
    let game = &analysis.games[heaps.component];
    let view = View::new(known[heaps.component], game.shift as i64);
    let mut lines = vec![head];
    let shown = winning.families.iter().take(MOST_LINES);
    lines.extend(shown.map(|family| format!("  {family} has {}", values(family, view, wanted))));
    lines.extend(cut(winning.families.len(), "kinds of moves").map(|line| format!("  {line}")));
    lines
}

/// The value of an option, worked out: `G(2) ⊕ G(1) = 2 ⊕ 1 = 3`.
fn values(family: &Family, view: View<'_>, value: u64) -> String {
    let parts = &family.parts;
    let join = |terms: Vec<String>| terms.join(" ⊕ ");
    let names = join(parts.iter().map(|part| format!("G({part})")).collect());
    let terms = parts.iter().filter_map(|&part| view.value(part));
    match parts.len() {
        0 => format!("value {value}: nothing remains"),
        1 => format!("{names} = {value}"),
        _ => format!("{names} = {} = {value}", join(terms.map(|v| v.to_string()).collect())),
    }
}

/// The line with the number of things of a kind that the explanation leaves out; `None` if it has
/// all.
fn cut(length: usize, what: &str) -> Option<String> {
    let more = length.checked_sub(MOST_LINES).filter(|&more| more > 0)?;
    Some(format!("… and {more} more {what}"))
}
