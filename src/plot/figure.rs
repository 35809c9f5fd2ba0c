//! Pictures of many games: groups of points, and groups of steps, over a logarithmic axis.

use super::axis::Axis;
use super::frame::{Area, Heading, Mark, Panel, Sheet};
use super::pen::{Pen, RARE, SHADES};

/// Points of several groups, each in a colour of its own.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The title of the figure.
    pub title: String,
    /// A line on how to read the figure.
    pub note: String,
    /// The title of the logarithmic axis.
    pub x_title: String,
    /// The title of the other axis.
    pub y_title: String,
    /// True if the other axis is logarithmic too.
    pub log_y: bool,
    /// At most as many as there are colours: five.
    pub groups: Vec<Group>,
}

/// Points of one colour.
#[derive(Clone, Debug)]
pub struct Group {
    /// The common property of the points.
    pub name: String,
    /// (x, y), neither of them negative.
    pub points: Vec<(f64, f64)>,
}

/// The colours of groups, each with its mark in the legend: blues that grow lighter, and the colour
/// of exceptional points.
const COLOURS: [(&str, Mark); 5] = [
    (SHADES[3], Mark::Shade(4)),
    (SHADES[2], Mark::Shade(3)),
    (SHADES[1], Mark::Shade(2)),
    (SHADES[0], Mark::Shade(1)),
    (RARE, Mark::RareBar),
];

/// The diameter of a point, in pixels.
const DIAMETER: f64 = 4.0;
/// The width of a line of steps, in pixels.
const WIDTH: f64 = 2.0;

/// Draws every point as a dot. O(points).
pub fn points(figure: &Figure) -> String {
    draw(figure, |area, points, colour| {
        let mut pen = Pen::default();
        points.iter().for_each(|&(x, y)| pen.dot(area.x(x), area.y(y)));
        pen.dots(colour, DIAMETER)
    })
}

/// Draws each group as a line of steps: level from each point up to the next, which is to the right
/// of it. O(points).
pub fn steps(figure: &Figure) -> String {
    draw(figure, |area, points, colour| {
        let mut pen = Pen::default();
        for pair in points.windows(2) {
            let [(x, y), (next, below)] = [pair[0], pair[1]].map(|(x, y)| (area.x(x), area.y(y)));
            pen.segment((x, y), (next, y));
            pen.line_to(next, below);
        }
        pen.lines(colour, WIDTH)
    })
}

/// Draws the axes, and for each group the picture that `marks` makes of its points in a colour.
fn draw(figure: &Figure, marks: impl Fn(&Area, &[(f64, f64)], &str) -> String) -> String {
    let all = figure.groups.iter().flat_map(|group| &group.points);
    let (x, y) = all.fold((1.0_f64, 1.0_f64), |(x, y), point| (x.max(point.0), y.max(point.1)));
    let panel = Panel {
        x: Axis::new(0.0, x, true),
        y: Axis::new(0.0, y, figure.log_y),
        x_title: figure.x_title.clone(),
        y_title: figure.y_title.clone(),
    };
    let groups = || figure.groups.iter().zip(COLOURS).filter(|(group, _)| !group.points.is_empty());
    let legend = groups().map(|(group, (_, mark))| (mark, group.name.clone()));
    let heading = Heading {
        title: figure.title.clone(),
        note: figure.note.clone(),
        legend: legend.collect(),
    };
    let mut sheet = Sheet::new(&heading, &[panel]);
    let area = sheet.areas[0];
    for (group, (colour, _)) in groups() {
        sheet.add(&marks(&area, &group.points, colour));
    }
    sheet.finish()
}
