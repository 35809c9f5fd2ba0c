//! The number of rare heaps up to n, and the largest value up to n: two panels over one axis.
//!
//! In most games everything happens early, and on a linear axis the line would be the letter L. For
//! such games heap n is placed at ln(1 + n), even if the caller asked for a linear axis.

use super::axis::Axis;
use super::frame::{Area, Heading, Panel, Sheet};
use super::pen::{Pen, RARE, SHADES};
use super::{PlotOptions, Stretch};

pub fn svg(stretch: &Stretch, options: &PlotOptions) -> String {
    let rare = stretch.rare.is_some().then(|| rare_so_far(stretch));
    let largest = largest_so_far(stretch);
    let log_x = options.log_x || is_early(rare.as_ref().unwrap_or(&largest), stretch);
    let panel = |steps: &[(u64, u64)], y_title: &str| Panel {
        x: Axis::of_whole(stretch.from, stretch.to(), log_x),
        y: Axis::new(0.0, steps.last().map_or(1, |s| s.1.max(1)) as f64, options.log_y),
        x_title: "heap n (tokens)".into(),
        y_title: y_title.into(),
    };
    let mut panels = vec![];
    panels.extend(rare.as_ref().map(|steps| panel(steps, "rare heaps up to n")));
    panels.push(panel(&largest, "largest value up to n"));
    let what = if rare.is_some() {
        "growth of the rare set and of the maximum"
    } else {
        "growth of the maximum"
    };
    let heading = Heading { title: stretch.title(what), note: stretch.known(), legend: vec![] };
    let mut sheet = Sheet::new(&heading, &panels);
    let lines = rare.iter().map(|steps| (steps, RARE)).chain([(&largest, SHADES[3])]);
    for (area, (steps, colour)) in sheet.areas.clone().into_iter().zip(lines) {
        sheet.add(&staircase(&area, steps, stretch.to()).lines(colour, 2.0));
        sheet.mark_preperiod(stretch.preperiod(), area);
    }
    sheet.finish()
}

/// True if there are at least four steps and three quarters of them lie in the first tenth of the
/// axis.
fn is_early(steps: &[(u64, u64)], stretch: &Stretch) -> bool {
    let early = stretch.to() / 10;
    let count = steps.iter().take_while(|&&(n, _)| n <= early).count();
    steps.len() >= 4 && 4 * count >= 3 * steps.len()
}

/// (n, the number of rare heaps up to n) for every rare heap n.
fn rare_so_far(stretch: &Stretch) -> Vec<(u64, u64)> {
    stretch.rare.iter().flatten().copied().zip(1..).collect()
}

/// (n, G(n)) for every heap n with a value larger than those before.
fn largest_so_far(stretch: &Stretch) -> Vec<(u64, u64)> {
    let mut largest = None;
    let grows = |&(_, value): &(u64, u16)| {
        let grows = Some(value) > largest;
        largest = largest.max(Some(value));
        grows
    };
    stretch.heaps().filter(grows).map(|(n, value)| (n, u64::from(value))).collect()
}

/// A line that is level but for these steps; of steps in one column of pixels only the last.
fn staircase(area: &Area, steps: &[(u64, u64)], to: u64) -> Pen {
    let (mut pen, mut y) = (Pen::default(), area.y(0.0));
    pen.move_to(area.left, y);
    let column = |step: &(u64, u64)| area.x(step.0 as f64).round();
    for same in steps.chunk_by(|a, b| column(a) == column(b)) {
        let x = column(&same[0]);
        pen.line_to(x, y);
        y = area.y(same[same.len() - 1].1 as f64);
        pen.line_to(x, y);
    }
    pen.line_to(area.x(to as f64), y);
    pen
}
