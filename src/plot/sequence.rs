//! n against G(n): a dot a heap, or shades of density where heaps are more than pixels.

use super::axis::{Axis, grouped};
use super::frame::{Area, CROSS, Heading, Mark, Panel, Sheet};
use super::pen::{CellGrid, Pen, RARE, SHADES};
use super::{PlotOptions, Stretch};

/// Each heap has a dot if there are at most this many: two for a column of pixels.
const MOST_DOTS: usize = 1700;

/// The width and least height of a cell of density, in pixels.
const CELL_PIXELS: f64 = 3.0;

/// The greatest height of a cell, in pixels.
const MOST_CELL_PIXELS: f64 = 6.0;

/// A cell is of the first level whose share of the heaps of its column is larger than its own.
const SHARES: [(f64, &str); 4] = [
    (0.005, "share of a column's heaps: under 0.5 %"),
    (0.02, "under 2 %"),
    (0.08, "under 8 %"),
    (1.1, "more"),
];

pub fn svg(stretch: &Stretch, options: &PlotOptions) -> String {
    let dots = stretch.values.len() <= MOST_DOTS;
    let panel = Panel {
        x: Axis::of_whole(stretch.from, stretch.to(), options.log_x),
        y: Axis::of_whole(0, u64::from(stretch.largest()), options.log_y),
        x_title: "heap n (tokens)".into(),
        y_title: "Grundy value G(n)".into(),
    };
    let heading = Heading {
        title: stretch.title("Grundy values"),
        note: stretch.known(),
        legend: legend(stretch, dots),
    };
    let mut sheet = Sheet::new(&heading, &[panel]);
    let area = sheet.areas[0];
    sheet.add(&if dots { dot_each(stretch, &area) } else { density(stretch, &area) });
    sheet.mark_preperiod(stretch.preperiod(), area);
    sheet.finish()
}

fn legend(stretch: &Stretch, dots: bool) -> Vec<(Mark, String)> {
    let has_rare = stretch.rare.as_ref().is_some_and(|rare| !rare.is_empty());
    let mut legend: Vec<(Mark, String)> = match (dots, has_rare) {
        (true, true) => vec![(Mark::Dot, "common heap".into())],
        (true, false) => vec![],
        (false, _) => {
            let shade =
                |(i, (_, text)): (usize, &(f64, &str))| (Mark::Shade(i + 1), (*text).into());
            SHARES.iter().enumerate().map(shade).collect()
        }
    };
    if has_rare {
        legend.push((if dots { Mark::Cross } else { Mark::RareDot }, "rare heap".into()));
    }
    if let Some(n0) = stretch.preperiod() {
        legend.push((Mark::Dashes, format!("preperiod n0 = {}", grouped(n0))));
    }
    legend
}

/// A dot for each common heap, a cross for each rare one.
fn dot_each(stretch: &Stretch, area: &Area) -> String {
    let (mut common, mut rare) = (Pen::default(), Pen::default());
    let place = |n: u64, v: u16| (area.x(n as f64), area.y(f64::from(v)));
    let mut next_rare = stretch.rare_heaps().peekable();
    for (n, value) in stretch.heaps() {
        let (x, y) = place(n, value);
        match next_rare.next_if(|&(r, _)| r == n) {
            Some(_) => rare.cross(x, y, CROSS),
            None => common.dot(x, y),
        }
    }
    let diameter = if stretch.values.len() <= 500 { 5.0 } else { 3.5 };
    common.dots(SHADES[3], diameter) + &rare.lines(RARE, 1.5)
}

/// Cells shaded by their share of the heaps of their column; a dot in each with a rare heap.
fn density(stretch: &Stretch, area: &Area) -> String {
    let cells = Cells::new(area, stretch.largest());
    let mut counts = vec![0u64; cells.columns * cells.rows];
    stretch.heaps().for_each(|(n, v)| counts[cells.of(area, n, v)] += 1);
    let mut in_column = vec![0u64; cells.columns];
    counts.iter().enumerate().for_each(|(i, &count)| in_column[i % cells.columns] += count);
    let level = |(i, &count): (usize, &u64)| match count {
        0 => 0,
        _ => level(count as f64 / in_column[i % cells.columns] as f64),
    };
    let levels = counts.iter().enumerate().map(level).collect();
    let grid = CellGrid::new(cells.columns, levels);
    let (width, height) = cells.size;
    let shades = grid.svg((area.left, area.top), cells.size, height.min(MOST_CELL_PIXELS));
    let mut rare: Vec<usize> = stretch.rare_heaps().map(|(n, v)| cells.of(area, n, v)).collect();
    rare.sort_unstable();
    rare.dedup();
    let mut pen = Pen::default();
    for cell in rare {
        let (row, column) = (cell / cells.columns, cell % cells.columns);
        let x = area.left + (column as f64 + 0.5) * width;
        pen.dot(x, area.top + (row as f64 + 0.5) * height);
    }
    shades + &pen.dots(RARE, CELL_PIXELS)
}

fn level(share: f64) -> u8 {
    1 + SHARES.iter().take_while(|&&(below, _)| share >= below).count() as u8
}

/// The division of an area into cells.
struct Cells {
    columns: usize,
    rows: usize,
    size: (f64, f64),
}

impl Cells {
    /// Cells of [`CELL_PIXELS`] pixels, or taller if there are fewer values: then each value has a
    /// row.
    fn new(area: &Area, largest: u16) -> Cells {
        let columns = (area.width / CELL_PIXELS) as usize;
        let values = usize::from(largest) + 1;
        let a_row = values.div_ceil((area.height / CELL_PIXELS) as usize);
        let rows = values.div_ceil(a_row);
        let size = (area.width / columns as f64, area.height / rows as f64);
        Cells { columns, rows, size }
    }

    /// The cell of a heap, row by row from the top.
    fn of(&self, area: &Area, n: u64, value: u16) -> usize {
        let row = self.rows - 1 - area.row(f64::from(value), self.rows);
        row * self.columns + area.column(n as f64, self.columns)
    }
}
