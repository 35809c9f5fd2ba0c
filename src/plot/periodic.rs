//! A sequence folded at p, one period a row: heap n lies in row n div p, column n mod p. If the
//! period is true every column has one shade from n0 on. Every heap with G(n + p) ≠ G(n) is marked,
//! even where many heaps share a cell, so a wrong period covers the picture with marks.

use super::axis::{Axis, grouped};
use super::frame::{Area, Heading, Mark, Panel, Sheet};
use super::pen::{CellGrid, Pen, RARE, SHADES};
use super::{Fold, PlotError, PlotOptions, Stretch};

/// The least width and height of a cell in pixels.
const CELL_PIXELS: f64 = 4.0;

pub fn svg(stretch: &Stretch, options: &PlotOptions) -> Result<String, PlotError> {
    let fold = fold(stretch, options)?;
    let p = fold.period;
    let rows = stretch.values.len().div_ceil(p as usize);
    let breaks: Vec<u64> = breaks(stretch, fold).collect();
    let shades = Shades::new(stretch);
    let from =
        if stretch.from == 0 { "n".into() } else { format!("(n − {})", grouped(stretch.from)) };
    let panel = Panel {
        x: Axis::of_whole(0, p - 1, false),
        y: Axis::new(stretch.from as f64 + (rows as u64 * p) as f64, stretch.from as f64, false),
        x_title: format!("{from} mod {}", grouped(p)),
        y_title: "first heap of the row".into(),
    };
    let heading = Heading {
        title: stretch.title(&format!("folded at {}", grouped(p))),
        note: note(stretch, p, &breaks),
        legend: legend(stretch, fold, &shades, &breaks),
    };
    let mut sheet = Sheet::new(&heading, &[panel]);
    let area = sheet.areas[0];
    let carpet = Carpet::new(&area, p as usize, rows);
    sheet.add(&carpet.shades(stretch, &shades));
    sheet.add(&carpet.marks(breaks.iter().map(|n| n - stretch.from)));
    if let Some(n0) = shown_preperiod(stretch, fold) {
        sheet.add(&carpet.border((n0 - stretch.from) as usize).dashes(super::pen::INK));
    }
    Ok(sheet.finish())
}

/// The period asked for, or that of the game; a multiple of it repeats with a multiple of its
/// saltus.
fn fold(stretch: &Stretch, options: &PlotOptions) -> Result<Fold, PlotError> {
    if options.log_x || options.log_y {
        return Err(PlotError::NoLogAxes);
    }
    let known = stretch.period;
    let fold = match (options.fold, known) {
        (Some(0), _) => return Err(PlotError::PeriodZero),
        (Some(p), Some(known)) if p.is_multiple_of(known.period) => {
            Fold { period: p, saltus: p / known.period * known.saltus, ..known }
        }
        (Some(p), _) => Fold { preperiod: 0, period: p, saltus: 0 },
        (None, Some(known)) => known,
        (None, None) => return Err(PlotError::NoPeriod { to: stretch.to() }),
    };
    let heaps = stretch.values.len() as u64;
    if heaps <= fold.period {
        return Err(PlotError::TooFewHeaps { heaps, period: fold.period });
    }
    Ok(fold)
}

/// The preperiod, if it lies here and the fold is a period.
fn shown_preperiod(stretch: &Stretch, fold: Fold) -> Option<u64> {
    let known = stretch.period?;
    stretch.preperiod().filter(|_| fold.period.is_multiple_of(known.period))
}

/// The heaps n with G(n + p) ≠ G(n) + saltus, as far as G(n + p) is at hand.
fn breaks(stretch: &Stretch, fold: Fold) -> impl Iterator<Item = u64> {
    let above = stretch.values.iter().skip(fold.period as usize);
    let pairs = stretch.heaps().zip(above);
    let differs =
        move |&((_, v), &w): &((u64, u16), &u16)| u64::from(w) != u64::from(v) + fold.saltus;
    pairs.filter(differs).map(|((n, _), _)| n)
}

fn note(stretch: &Stretch, p: u64, breaks: &[u64]) -> String {
    let compared = grouped(stretch.values.len() as u64 - p);
    let p = grouped(p);
    let said = match breaks.last() {
        None => {
            format!("G(n + {p}) = G(n) at all {compared} heaps n shown that have a heap n + {p}")
        }
        Some(&last) => format!(
            "G(n + {p}) ≠ G(n) at {} of {compared} heaps, the last n = {}",
            grouped(breaks.len() as u64),
            grouped(last)
        ),
    };
    if stretch.note.is_empty() { said } else { format!("{said}; {}", stretch.note) }
}

fn legend(stretch: &Stretch, fold: Fold, shades: &Shades, breaks: &[u64]) -> Vec<(Mark, String)> {
    let mut legend: Vec<_> =
        shades.names().enumerate().map(|(i, name)| (Mark::Shade(i + 1), name)).collect();
    if !breaks.is_empty() {
        legend.push((Mark::RareBar, "G(n + p) ≠ G(n)".into()));
    }
    if let Some(n0) = shown_preperiod(stretch, fold) {
        legend.push((Mark::Dashes, format!("preperiod n0 = {}", grouped(n0))));
    }
    legend
}

/// A shade for each value: some quarter of the heaps has each.
struct Shades {
    /// The largest value of each shade.
    last: Vec<u16>,
}

impl Shades {
    fn new(stretch: &Stretch) -> Shades {
        let mut counts = vec![0usize; usize::from(stretch.largest()) + 1];
        stretch.values.iter().for_each(|&v| counts[usize::from(v)] += 1);
        let (mut last, mut so_far) = (vec![], 0);
        for (value, count) in (0u16..).zip(counts) {
            so_far += count;
            let quarter = (last.len() + 1) * stretch.values.len() / SHADES.len();
            if last.len() + 1 < SHADES.len() && count > 0 && so_far >= quarter {
                last.push(value);
            }
        }
        if last.last() != Some(&stretch.largest()) {
            last.push(stretch.largest());
        }
        Shades { last }
    }

    /// From 1.
    fn of(&self, value: u16) -> u8 {
        1 + self.last.partition_point(|&last| last < value) as u8
    }

    /// "G(n) 0 to 2", "3", "4 to 9".
    fn names(&self) -> impl Iterator<Item = String> {
        let first = std::iter::once(0).chain(self.last.iter().map(|last| last + 1));
        first.zip(&self.last).enumerate().map(|(i, (first, &last))| {
            let range =
                if first == last { format!("{last}") } else { format!("{first} to {last}") };
            if i == 0 { format!("value {range}") } else { range }
        })
    }
}

/// The folded sequence divided into cells, which hold several heaps if those are more than pixels.
struct Carpet<'a> {
    area: &'a Area,
    period: usize,
    rows: usize,
    columns_of_cells: usize,
    rows_of_cells: usize,
}

impl Carpet<'_> {
    fn new(area: &Area, period: usize, rows: usize) -> Carpet<'_> {
        let columns_of_cells = period.min((area.width / CELL_PIXELS) as usize);
        let rows_of_cells = rows.min((area.height / CELL_PIXELS) as usize);
        Carpet { area, period, rows, columns_of_cells, rows_of_cells }
    }

    fn cell_size(&self) -> (f64, f64) {
        (
            self.area.width / self.columns_of_cells as f64,
            self.area.height / self.rows_of_cells as f64,
        )
    }

    /// Each cell in the shade of its first heap.
    fn shades(&self, stretch: &Stretch, shades: &Shades) -> String {
        let cells = self.columns_of_cells * self.rows_of_cells;
        let levels = (0..cells).map(|cell| {
            let row = (cell / self.columns_of_cells * self.rows).div_ceil(self.rows_of_cells);
            let column =
                (cell % self.columns_of_cells * self.period).div_ceil(self.columns_of_cells);
            stretch.values.get(row * self.period + column).map_or(0, |&v| shades.of(v))
        });
        let grid = CellGrid::new(self.columns_of_cells, levels.collect());
        grid.svg((self.area.left, self.area.top), self.cell_size(), self.cell_size().1)
    }

    /// The middle of every cell that holds one of these heaps, counted from the first heap shown.
    fn marks(&self, heaps: impl Iterator<Item = u64>) -> String {
        let mut marked = vec![false; self.columns_of_cells * self.rows_of_cells];
        for heap in heaps {
            let (row, column) = (heap as usize / self.period, heap as usize % self.period);
            let row = row * self.rows_of_cells / self.rows;
            let column = column * self.columns_of_cells / self.period;
            marked[row * self.columns_of_cells + column] = true;
        }
        let (width, height) = self.cell_size();
        let mut pen = Pen::default();
        for (cell, _) in marked.iter().enumerate().filter(|(_, marked)| **marked) {
            let (row, column) = (cell / self.columns_of_cells, cell % self.columns_of_cells);
            let y = self.area.top + (row as f64 + 0.5) * height;
            let [from, to] =
                [0.25, 0.75].map(|part| self.area.left + (column as f64 + part) * width);
            pen.segment((from, y), (to, y));
        }
        pen.bands(RARE, height / 2.0)
    }

    /// The border above and to the left of a heap, counted from the first heap shown.
    fn border(&self, heap: usize) -> Pen {
        let row_height = self.area.height / self.rows as f64;
        let x = self.area.left + (heap % self.period) as f64 * self.area.width / self.period as f64;
        let above = self.area.top + (heap / self.period) as f64 * row_height;
        let mut pen = Pen::default();
        pen.move_to(self.area.left, above + row_height);
        for (x, y) in
            [(x, above + row_height), (x, above), (self.area.left + self.area.width, above)]
        {
            pen.line_to(x, y);
        }
        pen
    }
}
