//! Marks of a picture: paths of SVG, all moves relative and in tenths of a pixel, so that a dot
//! takes some seven bytes.

use std::fmt::Write;

/// The ink of text and axes.
pub const INK: &str = "#222222";
/// Values, from few heaps to many: blues that differ as greys, all lighter than [`RARE`].
pub const SHADES: [&str; 4] = ["#c9dff0", "#96c3e4", "#5fa3d3", "#2f7fbd"];
/// The colour of rare heaps, and of heaps that break a period. The dark rust differs from every
/// blue for each kind of colour vision, and is darker in print.
pub const RARE: &str = "#8c2d04";

/// A path that is being drawn.
#[derive(Debug, Default)]
pub struct Pen {
    path: String,
    /// Where it is, in tenths of a pixel.
    at: (i64, i64),
}

impl Pen {
    /// A dot, if the path is drawn by [`Pen::dots`].
    pub fn dot(&mut self, x: f64, y: f64) {
        self.move_to(x, y);
        self.path.push_str("h0");
    }

    /// A diagonal cross.
    pub fn cross(&mut self, x: f64, y: f64, size: f64) {
        let half = size / 2.0;
        self.segment((x - half, y - half), (x + half, y + half));
        self.segment((x - half, y + half), (x + half, y - half));
    }

    /// A straight line.
    pub fn segment(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.move_to(from.0, from.1);
        self.line_to(to.0, to.1);
    }

    /// A rectangle by its corners; it is drawn by [`Pen::fill`].
    pub fn rectangle(&mut self, (left, top): (f64, f64), (right, bottom): (f64, f64)) {
        self.move_to(left, top);
        for (x, y) in [(right, top), (right, bottom), (left, bottom)] {
            self.line_to(x, y);
        }
        self.path.push('z');
        // A closed path is back where it began.
        self.at = (tenths(left), tenths(top));
    }

    /// Lifts the pen.
    pub fn move_to(&mut self, x: f64, y: f64) {
        let (dx, dy) = self.go(x, y);
        self.command('m', &[dx, dy]);
    }

    /// A line from where the pen is.
    pub fn line_to(&mut self, x: f64, y: f64) {
        match self.go(x, y) {
            (dx, 0) => self.command('h', &[dx]),
            (0, dy) => self.command('v', &[dy]),
            (dx, dy) => self.command('l', &[dx, dy]),
        }
    }

    fn go(&mut self, x: f64, y: f64) -> (i64, i64) {
        let to = (tenths(x), tenths(y));
        let step = (to.0 - self.at.0, to.1 - self.at.1);
        self.at = to;
        step
    }

    fn command(&mut self, letter: char, numbers: &[i64]) {
        self.path.push(letter);
        for (i, &n) in numbers.iter().enumerate() {
            if i > 0 && n >= 0 {
                self.path.push(' ');
            }
            push_tenths(&mut self.path, n);
        }
    }

    /// The path as lines of this width.
    pub fn lines(self, colour: &str, width: f64) -> String {
        self.element(&format!(r#"fill="none" stroke="{colour}" stroke-width="{width}""#))
    }

    /// The path as dots of this diameter.
    pub fn dots(self, colour: &str, diameter: f64) -> String {
        let style = format!(r#"fill="none" stroke="{colour}" stroke-width="{diameter}" "#);
        self.element(&(style + r#"stroke-linecap="round""#))
    }

    /// The path as horizontal bands of this height, without soft edges.
    pub fn bands(self, colour: &str, height: f64) -> String {
        let style = format!(r#"fill="none" stroke="{colour}" stroke-width="{height:.1}" "#);
        self.element(&(style + r#"shape-rendering="crispEdges""#))
    }

    /// The path as dashed lines.
    pub fn dashes(self, colour: &str) -> String {
        self.element(&format!(r#"fill="none" stroke="{colour}" stroke-dasharray="6 4""#))
    }

    /// The areas that the path encloses.
    pub fn fill(self, colour: &str) -> String {
        self.element(&format!(r#"fill="{colour}" shape-rendering="crispEdges""#))
    }

    /// Nothing, if nothing was drawn. A path begins at (0, 0), so its first move may be relative.
    fn element(self, style: &str) -> String {
        if self.path.is_empty() {
            return String::new();
        }
        format!("<path {style} d=\"{}\"/>\n", self.path)
    }
}

fn tenths(x: f64) -> i64 {
    (x * 10.0).round() as i64
}

/// 35 as 3.5, 40 as 4.
fn push_tenths(text: &mut String, n: i64) {
    let sign = if n < 0 { "-" } else { "" };
    let (whole, tenth) = (n.unsigned_abs() / 10, n.unsigned_abs() % 10);
    let written = match tenth {
        0 => write!(text, "{sign}{whole}"),
        _ => write!(text, "{sign}{whole}.{tenth}"),
    };
    written.expect("memory takes all text");
}

/// Cells of a picture, each empty (level 0) or of one of the [`SHADES`].
#[derive(Debug)]
pub struct CellGrid {
    columns: usize,
    levels: Vec<u8>,
}

impl CellGrid {
    /// The cells row by row, the top row first.
    pub fn new(columns: usize, levels: Vec<u8>) -> CellGrid {
        CellGrid { columns, levels }
    }

    /// A path for each level: neighbours in a row are one line. `cell` is the width and height of a
    /// cell, `band` the share of its height that is filled.
    pub fn svg(&self, (left, top): (f64, f64), cell: (f64, f64), band: f64) -> String {
        let mut pens: [Pen; SHADES.len()] = Default::default();
        for (row, levels) in self.levels.chunks(self.columns).enumerate() {
            let y = top + (row as f64 + 0.5) * cell.1;
            let mut column = 0;
            for run in levels.chunk_by(|a, b| a == b) {
                let [from, to] = [column, column + run.len()].map(|c| left + c as f64 * cell.0);
                if let Some(level) = usize::from(run[0]).checked_sub(1) {
                    pens[level].segment((from, y), (to, y));
                }
                column += run.len();
            }
        }
        pens.into_iter().zip(SHADES).map(|(pen, shade)| pen.bands(shade, band)).collect()
    }
}
