//! Axes: the place of a number, the marked numbers, and their labels.
//!
//! A logarithmic axis places x at ln(1 + x), so that 0, which every Grundy sequence begins with,
//! has a place too.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::prelude::Ranged;

/// An axis from one number to another; the first may be the larger one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    start: f64,
    end: f64,
    log: bool,
}

impl Axis {
    /// An axis from `start` to `end`; a logarithmic one must begin above −1.
    pub fn new(start: f64, end: f64, log: bool) -> Axis {
        Axis { start, end, log }
    }

    /// The axis of the whole numbers `first` to `last`, each with half a unit on both sides.
    pub fn of_whole(first: u64, last: u64, log: bool) -> Axis {
        Axis::new(first as f64 - 0.5, last as f64 + 0.5, log)
    }

    /// Where a number lies: 0 at the start of the axis, 1 at its end. O(1).
    pub fn position(&self, x: f64) -> f64 {
        let place = |x: f64| if self.log { x.ln_1p() } else { x };
        (place(x) - place(self.start)) / (place(self.end) - place(self.start))
    }

    /// The cell that holds a number, if the axis is divided into `cells` equal ones.
    pub fn cell(&self, x: f64, cells: usize) -> usize {
        ((self.position(x) * cells as f64).max(0.0) as usize).min(cells.saturating_sub(1))
    }

    /// The whole numbers that are marked, at most one more than `most` of them if the axis is
    /// linear. The last one on the axis is always marked.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        let (low, high) = (self.start.min(self.end), self.start.max(self.end));
        let all: Vec<f64> =
            if self.log { decades() } else { multiples(low, high, step(low, high, most)) };
        let mut ticks: Vec<f64> = all.into_iter().filter(|&x| low <= x && x <= high).collect();
        let last = high.floor();
        if ticks.last().is_none_or(|&tick| tick < last) && last >= low {
            let is_apart = |x: f64| (self.position(x) - self.position(last)).abs() >= APART;
            ticks.retain(|&tick| is_apart(tick));
            ticks.push(last);
        }
        ticks
    }
}

/// The share of an axis that the label of its last number takes: no other number is marked there.
const APART: f64 = 0.08;

/// The least step 1, 2, 5, 10, 20, … that marks at most `most` numbers.
fn step(low: f64, high: f64, most: usize) -> f64 {
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if (high - low) / step <= most as f64 {
            break;
        }
        step *= factor;
    }
    step
}

/// The multiples of a step, none negative.
fn multiples(low: f64, high: f64, step: f64) -> Vec<f64> {
    let [first, last] = [(low / step).ceil(), (high / step).floor()].map(|k| k.max(0.0) as u64);
    (first..=last).map(|k| k as f64 * step).collect()
}

/// 0, 1, 10, 100, …
fn decades() -> Vec<f64> {
    std::iter::once(0.0).chain((0..=18).map(|power| 10f64.powi(power))).collect()
}

/// The largest number of marks on a linear axis.
const TICKS: usize = 10;

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        limit.0 + (self.position(*value) * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        self.ticks(hint.bold_points().min(TICKS))
    }

    fn range(&self) -> Range<f64> {
        self.start..self.end
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        grouped(*value as u64)
    }
}

/// A number in groups of three digits.
///
/// ```
/// assert_eq!(octal::plot::grouped(10_061_916), "10 061 916");
/// ```
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
