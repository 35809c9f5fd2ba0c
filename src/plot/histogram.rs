//! The number of heaps with each value, as bars. A narrow bar in front shows the number of rare
//! ones.

use super::axis::Axis;
use super::frame::{Area, Heading, Mark, Panel, Sheet};
use super::pen::{Pen, RARE, SHADES};
use super::{PlotOptions, Stretch};

/// The least width of a bar, in pixels; values that lie closer together share a bar.
const NARROWEST: f64 = 1.5;

/// Bars at least this wide, in pixels, stand apart, and those of rare heaps are narrower.
const APART: f64 = 6.0;

/// The least height of a bar of rare heaps, in pixels.
const LOWEST: f64 = 3.0;

pub fn svg(stretch: &Stretch, options: &PlotOptions) -> String {
    let largest = stretch.largest();
    let all = counts(largest, stretch.heaps());
    let rare = counts(largest, stretch.rare_heaps());
    let most = all.iter().copied().max().unwrap_or(1);
    let panel = Panel {
        x: Axis::of_whole(0, u64::from(largest), options.log_x),
        y: Axis::new(0.0, most as f64, options.log_y),
        x_title: "Grundy value v".into(),
        y_title: "number of heaps n with G(n) = v".into(),
    };
    let heading = Heading {
        title: stretch.title("how often each value occurs"),
        note: stretch.known(),
        legend: legend(stretch),
    };
    let mut sheet = Sheet::new(&heading, &[panel]);
    let area = sheet.areas[0];
    sheet.add(&bars(&area, &all, &rare));
    sheet.finish()
}

fn legend(stretch: &Stretch) -> Vec<(Mark, String)> {
    match &stretch.rare {
        Some(rare) if !rare.is_empty() => {
            vec![
                (Mark::Shade(3), "all heaps".into()),
                (Mark::RareBar, "rare heaps among them".into()),
            ]
        }
        _ => vec![],
    }
}

/// The number of these heaps with each value.
fn counts(largest: u16, heaps: impl Iterator<Item = (u64, u16)>) -> Vec<u64> {
    let mut counts = vec![0; usize::from(largest) + 1];
    heaps.for_each(|(_, value)| counts[usize::from(value)] += 1);
    counts
}

/// The bars; one that stands for several values is as high as their mean.
fn bars(area: &Area, all: &[u64], rare: &[u64]) -> String {
    let (mut wide, mut narrow) = (Pen::default(), Pen::default());
    let mut first = 0;
    while first < all.len() {
        let left = area.x(first as f64 - 0.5);
        let mut last = first;
        while last + 1 < all.len() && area.x(last as f64 + 0.5) - left < NARROWEST {
            last += 1;
        }
        let right = area.x(last as f64 + 0.5);
        let (gap, inset) =
            if right - left < APART { (0.0, 0.0) } else { (1.0, (right - left) / 4.0) };
        let mean = |counts: &[u64]| {
            counts[first..=last].iter().sum::<u64>() as f64 / (last + 1 - first) as f64
        };
        let top = |mean: f64| area.y(mean);
        if mean(all) > 0.0 {
            wide.rectangle((left, top(mean(all))), (right - gap, area.bottom()));
        }
        if mean(rare) > 0.0 {
            let top = top(mean(rare)).min(area.bottom() - LOWEST);
            narrow.rectangle((left + inset, top), (right - gap - inset, area.bottom()));
        }
        first = last + 1;
    }
    wide.fill(SHADES[2]) + &narrow.fill(RARE)
}
