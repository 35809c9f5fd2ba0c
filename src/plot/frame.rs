//! The common parts of all pictures: size, title, legend, axes with units, light grid.
//!
//! Text and axes are drawn by plotters; data is added as paths on top (module `pen`).

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::Axis;
use super::pen::{INK, Pen, RARE, SHADES};

/// The size of a picture in pixels.
pub const SIZE: (u32, u32) = (960, 560);

/// The embedded font first, then fonts that are as wide.
const FONT: &str = "DejaVu Sans, Verdana, sans-serif";

/// A unit of font size of plotters is this many pixels of SVG.
const UNIT: f64 = 1.24;

const LEFT: i32 = 24;
const INK_COLOUR: RGBColor = RGBColor(0x22, 0x22, 0x22);
const NOTE_COLOUR: RGBColor = RGBColor(0x55, 0x55, 0x55);
const GRID_COLOUR: RGBColor = RGBColor(0xe2, 0xe2, 0xe2);

/// The text above a picture.
pub struct Heading {
    /// The game and its range.
    pub title: String,
    /// A line on what is known.
    pub note: String,
    /// The meanings of the marks.
    pub legend: Vec<(Mark, String)>,
}

/// A mark of the legend.
#[derive(Clone, Copy)]
pub enum Mark {
    /// A cell of this shade (from 1).
    Shade(usize),
    /// A dot of the darkest shade.
    Dot,
    /// A single rare heap.
    Cross,
    /// Rare heaps in a cell.
    RareDot,
    /// A bar of rare heaps, or breaks in a cell.
    RareBar,
    /// A dashed line.
    Dashes,
}

/// One pair of axes.
pub struct Panel {
    pub x: Axis,
    pub y: Axis,
    pub x_title: String,
    pub y_title: String,
}

/// Where the data of a panel goes, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
    x: Axis,
    y: Axis,
}

impl Area {
    /// The pixel of a number on the horizontal axis.
    pub fn x(&self, x: f64) -> f64 {
        self.left + self.x.position(x) * self.width
    }

    /// The pixel of a number on the vertical axis.
    pub fn y(&self, y: f64) -> f64 {
        self.top + (1.0 - self.y.position(y)) * self.height
    }

    /// The column that holds a number, if the area is divided into this many.
    pub fn column(&self, x: f64, columns: usize) -> usize {
        self.x.cell(x, columns)
    }

    /// The row of a number, counted from the bottom.
    pub fn row(&self, y: f64, rows: usize) -> usize {
        self.y.cell(y, rows)
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

/// A picture that is being drawn.
pub struct Sheet {
    svg: String,
    /// The area of each panel, from top to bottom.
    pub areas: Vec<Area>,
}

impl Sheet {
    /// Draws everything but the data.
    pub fn new(heading: &Heading, panels: &[Panel]) -> Sheet {
        let mut svg = String::new();
        let areas = draw(&mut svg, heading, panels).expect("drawing into memory cannot fail");
        let mut sheet = Sheet { svg: with_title(&svg, &heading.title), areas };
        sheet.draw_legend(&heading.legend);
        sheet
    }

    /// Adds marks.
    pub fn add(&mut self, marks: &str) {
        self.svg.push_str(marks);
    }

    /// A dashed line where the first period begins.
    pub fn mark_preperiod(&mut self, preperiod: Option<u64>, area: Area) {
        let Some(n0) = preperiod.map(|n| n as f64) else { return };
        if n0 > 0.0 && (0.0..=1.0).contains(&area.x.position(n0)) {
            let mut pen = Pen::default();
            pen.segment((area.x(n0), area.top), (area.x(n0), area.bottom()));
            self.add(&pen.dashes(INK));
        }
    }

    /// The picture.
    pub fn finish(self) -> String {
        self.svg + "</svg>\n"
    }

    fn draw_legend(&mut self, legend: &[(Mark, String)]) {
        for ((mark, _), x) in legend.iter().zip(legend_places(legend)) {
            let (x, y) = (f64::from(x) + 7.0, f64::from(LEGEND_Y));
            let mut pen = Pen::default();
            let marks = match mark {
                Mark::Shade(_) | Mark::RareBar => {
                    pen.rectangle((x - 7.0, y - 6.0), (x + 7.0, y + 6.0));
                    pen.fill(if let Mark::Shade(s) = mark { SHADES[s - 1] } else { RARE })
                }
                Mark::Dot | Mark::RareDot => {
                    pen.dot(x, y);
                    pen.dots(if matches!(mark, Mark::Dot) { SHADES[3] } else { RARE }, 5.0)
                }
                Mark::Dashes => {
                    pen.segment((x - 8.0, y), (x + 8.0, y));
                    pen.dashes(INK)
                }
                Mark::Cross => {
                    pen.cross(x, y, CROSS);
                    pen.lines(RARE, 1.5)
                }
            };
            self.add(&marks);
        }
    }
}

/// The size of a cross.
pub const CROSS: f64 = 6.0;

const LEGEND_Y: i32 = 78;

/// Where each item of a legend begins; text is some seven pixels a letter.
fn legend_places(legend: &[(Mark, String)]) -> Vec<i32> {
    let widths = legend.iter().map(|(_, text)| 46 + text.chars().count() as i32 * 7);
    let begin = |x: &mut i32, width: i32| {
        let begin = *x;
        *x += width;
        Some(begin)
    };
    widths.scan(LEFT, begin).collect()
}

type DrawResult<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;
type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Text and axes of a picture; the element `svg` is left open.
fn draw(svg: &mut String, heading: &Heading, panels: &[Panel]) -> DrawResult<Vec<Area>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let write = |text: &str, at: (i32, i32), size: f64, colour: RGBColor| {
        root.draw(&Text::new(text.to_owned(), at, style(size, colour, VPos::Center)))
    };
    write(&heading.title, (LEFT, 26), 20.0, INK_COLOUR)?;
    write(&heading.note, (LEFT, 53), 13.0, NOTE_COLOUR)?;
    for ((_, text), x) in heading.legend.iter().zip(legend_places(&heading.legend)) {
        write(text, (x + 22, LEGEND_Y), 13.0, INK_COLOUR)?;
    }
    let (top, bottom) = (if heading.legend.is_empty() { 70 } else { 94 }, SIZE.1 as i32 - 8);
    let height = (bottom - top) / panels.len().max(1) as i32;
    let tops = (0..).map(|i| top + i * height);
    let areas = panels.iter().zip(tops).map(|(panel, top)| draw_panel(&root, panel, top, height));
    let areas = areas.collect::<DrawResult<_>>()?;
    root.present()?;
    Ok(areas)
}

fn draw_panel(root: &Root<'_>, panel: &Panel, top: i32, height: i32) -> DrawResult<Area> {
    let part = root.clone().shrink((0, top), (SIZE.0, height as u32));
    let mut chart = ChartBuilder::on(&part)
        .margin_left(8)
        .margin_right(40)
        .margin_top(6)
        .x_label_area_size(52)
        .y_label_area_size(92)
        .build_cartesian_2d(panel.x, panel.y)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID_COLOUR)
        .axis_style(INK_COLOUR)
        .set_all_tick_mark_size(5)
        .label_style(style(12.0, INK_COLOUR, VPos::Center))
        .axis_desc_style(style(13.0, INK_COLOUR, VPos::Center))
        .x_desc(&panel.x_title)
        .y_desc(&panel.y_title)
        .draw()?;
    let (x, y) = chart.plotting_area().get_pixel_range();
    Ok(Area {
        left: f64::from(x.start),
        top: f64::from(y.start),
        width: f64::from(x.end - x.start),
        height: f64::from(y.end - y.start),
        x: panel.x,
        y: panel.y,
    })
}

/// The style of text of this size in pixels.
fn style(pixels: f64, colour: RGBColor, vertical: VPos) -> TextStyle<'static> {
    let anchor = Pos::new(HPos::Left, vertical);
    let style = TextStyle::from((FONT, pixels * UNIT).into_font()).pos(anchor);
    TextStyle { color: colour.to_backend_color(), ..style }
}

/// The picture without its end, with a title for readers that cannot see it.
fn with_title(svg: &str, title: &str) -> String {
    let (begin, rest) = svg.split_once('\n').unwrap_or((svg, ""));
    let rest = rest.trim_end().trim_end_matches("</svg>");
    let begin = begin.replacen("<svg ", r#"<svg role="img" "#, 1);
    format!("{begin}\n<title>{}</title>\n{rest}", escaped(title))
}

/// Text for an element of XML or HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
