//! Pictures: what must be on them, read back from their SVG, and that they stay small.

use octal::code::Game;
use octal::period::search::{Limits, search};
use octal::plot::{self, Figure, Fold, Group, PlotError, PlotKind, PlotOptions, Stretch, svg};
use octal::publish::plots::stretch;
use roxmltree::Document;

/// The colour of rare heaps and of breaks.
const RUST: &str = "#8c2d04";

fn heaps(game: &str, to: u64) -> Stretch {
    let game: Game = game.parse().unwrap();
    let known = search(&game.code, &Limits::heaps(to - game.shift), &|_| true).unwrap();
    stretch(&game, &known, 0, to).unwrap()
}

fn draw(stretch: &Stretch, options: &PlotOptions) -> String {
    let picture = svg(stretch, options).unwrap();
    assert_eq!(svg(stretch, options).as_ref(), Ok(&picture), "the same heaps, the same bytes");
    picture
}

fn texts(picture: &str) -> Vec<String> {
    let document = Document::parse(picture).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or("").trim().to_owned()).collect()
}

/// The paths of data, as (colour of stroke or fill, path). The marks of the legend come first.
fn paths(picture: &str) -> Vec<(String, String)> {
    let document = Document::parse(picture).unwrap();
    let paths = document.descendants().filter(|node| node.has_tag_name("path"));
    let colour = |node: &roxmltree::Node| {
        let colours = ["stroke", "fill"].map(|name| node.attribute(name).unwrap_or("none"));
        colours.into_iter().find(|colour| *colour != "none").unwrap().to_owned()
    };
    paths.map(|node| (colour(&node), node.attribute("d").unwrap().to_owned())).collect()
}

/// The number of strokes of the last path of a colour; 0 if only the legend uses the colour.
fn marks(picture: &str, colour: &str) -> usize {
    let paths = paths(picture);
    let of_colour: Vec<&String> =
        paths.iter().filter(|(c, _)| c == colour).map(|(_, d)| d).collect();
    let legend =
        texts(picture).iter().any(|text| text == "rare heap" || text.starts_with("G(n + p)"));
    of_colour
        .get(usize::from(legend)..)
        .map_or(0, |rest| rest.iter().map(|path| path.matches('m').count()).sum())
}

#[test]
fn every_kind_says_what_it_shows() {
    let chess = heaps("0.137", 400);
    for kind in PlotKind::ALL {
        let texts = texts(&draw(&chess, &kind.into()));
        let title = &texts[0];
        assert!(
            title.starts_with("0.137 (dawsons-chess): ") && title.ends_with("heaps 0 to 400"),
            "{title}"
        );
        let known = "period 34 from heap 52 on, proved";
        assert!(texts[1].contains(known), "{}", texts[1]);
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    let axes = |kind: PlotKind| texts(&draw(&chess, &kind.into()));
    assert!(axes(PlotKind::Sequence).contains(&"heap n (tokens)".to_owned()));
    assert!(axes(PlotKind::Sequence).contains(&"Grundy value G(n)".to_owned()));
    assert!(axes(PlotKind::Histogram).contains(&"number of heaps n with G(n) = v".to_owned()));
    assert!(axes(PlotKind::Rare).contains(&"rare heaps up to n".to_owned()));
    assert!(axes(PlotKind::Periodic).contains(&"n mod 34".to_owned()));
}

#[test]
fn a_mark_for_every_heap_and_another_for_the_rare() {
    for game in ["0.137", "0.77", "0.6", "0.106"] {
        let heaps = heaps(game, 300);
        let rare = heaps.rare.as_ref().unwrap().len();
        let picture = draw(&heaps, &PlotKind::Sequence.into());
        let common = paths(&picture).iter().map(|(_, d)| d.matches("h0").count()).sum::<usize>();
        // One more in the legend; a cross is two strokes.
        assert_eq!((common - 1, marks(&picture, RUST)), (301 - rare, 2 * rare), "{game}");
    }
}

#[test]
fn no_mark_lies_outside() {
    let noise: Vec<u16> = (0..5000u32).map(|n| (n * 7919 % 613) as u16).collect();
    for options in [
        PlotOptions::from(PlotKind::Sequence),
        PlotOptions { log_x: true, log_y: true, ..PlotKind::Sequence.into() },
    ] {
        for count in [1, 2, 100, 5000] {
            let rare = Some((100..100 + count as u64).step_by(3).collect());
            let stretch = Stretch { values: noise[..count].into(), rare, ..invented() };
            for (_, path) in paths(&draw(&stretch, &options)) {
                let (mut x, mut y) = (0.0, 0.0);
                for (dx, dy) in steps(&path) {
                    (x, y) = (x + dx, y + dy);
                    assert!(
                        (0.0..=960.5).contains(&x) && (0.0..=560.5).contains(&y),
                        "{x} {y} {path}"
                    );
                }
            }
        }
    }
}

/// The steps of a path without closed parts.
fn steps(path: &str) -> Vec<(f64, f64)> {
    let mut steps = vec![];
    let ends = path.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i);
    let starts: Vec<usize> = ends.collect();
    for (i, &start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(path.len());
        let numbers = path[start + 1..end].replace('-', " -");
        let numbers: Vec<f64> = numbers.split_whitespace().map(|n| n.parse().unwrap()).collect();
        steps.push(match (&path[start..=start], &numbers[..]) {
            ("m" | "l", &[dx, dy]) => (dx, dy),
            ("h", &[dx]) => (dx, 0.0),
            ("v", &[dy]) => (0.0, dy),
            ("z", []) => continue,
            other => panic!("{other:?}"),
        });
    }
    steps
}

/// A stretch of a game that does not exist.
fn invented() -> Stretch {
    let (game, note, space) = ("a < b & \"c\"".into(), String::new(), String::new());
    Stretch { game, note, space, from: 100, values: vec![0], rare: None, period: None }
}

/// Rare heaps that come early are shown on a logarithmic axis; others as they are asked for.
#[test]
fn rare_heaps_do_not_make_an_l() {
    let log_x = |kind: PlotKind| PlotOptions { log_x: true, ..kind.into() };
    for (to, is_early) in [(150, false), (1000, true)] {
        let kayles = heaps("0.77", to);
        let [plain, log] =
            [PlotKind::Rare.into(), log_x(PlotKind::Rare)].map(|o| draw(&kayles, &o));
        assert_eq!(plain == log, is_early, "heaps to {to}");
        assert!(texts(&plain).contains(&to.to_string().replace("1000", "1 000")), "{to}");
    }
    let kayles = heaps("0.77", 1000);
    let [plain, log] =
        [PlotKind::Sequence.into(), log_x(PlotKind::Sequence)].map(|o| draw(&kayles, &o));
    assert_ne!(plain, log);
}

#[test]
fn text_is_escaped() {
    for kind in [PlotKind::Sequence, PlotKind::Histogram, PlotKind::Rare] {
        let picture = draw(&invented(), &kind.into());
        assert!(texts(&picture)[0].starts_with("a < b & \"c\": "));
        let document = Document::parse(&picture).unwrap();
        let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert_eq!(title.text().unwrap(), texts(&picture)[0]);
    }
}

#[test]
fn a_true_period_is_marked_only_before_it_begins_and_a_wrong_one_everywhere() {
    let chess = heaps("0.137", 339);
    let breaks = |p: u64| {
        let values = &chess.values;
        (0..values.len() - p as usize).filter(|&n| values[n] != values[n + p as usize]).count()
    };
    for (fold, n0) in [(34, true), (68, true), (33, false), (35, false), (17, false)] {
        let options = PlotOptions { fold: Some(fold), ..PlotKind::Periodic.into() };
        let picture = draw(&chess, &options);
        // Every heap has a cell of its own here.
        assert_eq!(marks(&picture, RUST), breaks(fold), "{fold}");
        assert_eq!(texts(&picture).contains(&"preperiod n0 = 52".to_owned()), n0, "{fold}");
    }
    assert_eq!(breaks(34), 5);
    assert!(breaks(33) > 200 && breaks(35) > 200);
    let without = draw(&chess, &PlotOptions { fold: Some(34), ..PlotKind::Periodic.into() });
    assert_eq!(draw(&chess, &PlotKind::Periodic.into()), without);
}

#[test]
fn a_saltus_is_no_break() {
    let nim = Stretch {
        values: (0..50).collect(),
        from: 0,
        period: Some(Fold { preperiod: 0, period: 1, saltus: 1 }),
        ..invented()
    };
    let at = |fold| {
        texts(&draw(&nim, &PlotOptions { fold: Some(fold), ..PlotKind::Periodic.into() }))[1]
            .clone()
    };
    for fold in [1, 5] {
        assert!(at(fold).contains("at all"), "{}", at(fold));
    }
}

#[test]
fn many_heaps_make_a_small_picture() {
    // Worse than any game: no structure at all, and a third of the heaps rare.
    let mut random = fastrand::Rng::with_seed(1);
    let values: Vec<u16> = (0..400_000).map(|_| random.u16(..700)).collect();
    let rare = Some((100..400_100).step_by(3).collect());
    let noise = Stretch { values, rare, ..invented() };
    for kind in PlotKind::ALL {
        let options =
            PlotOptions { fold: (kind == PlotKind::Periodic).then_some(1000), ..kind.into() };
        let picture = draw(&noise, &options);
        assert!(picture.len() < 500_000, "{kind}: {} bytes", picture.len());
        assert!(picture.len() > 5_000, "{kind}: {} bytes", picture.len());
    }
}

#[test]
fn what_cannot_be_drawn() {
    let refused = |stretch: &Stretch, options: PlotOptions| svg(stretch, &options).unwrap_err();
    let folded = |fold| PlotOptions { fold: Some(fold), ..PlotKind::Periodic.into() };
    let officers = heaps("0.6", 99);
    assert_eq!(refused(&officers, PlotKind::Periodic.into()), PlotError::NoPeriod { to: 99 });
    assert_eq!(refused(&officers, folded(0)), PlotError::PeriodZero);
    assert_eq!(refused(&officers, folded(100)), PlotError::TooFewHeaps { heaps: 100, period: 100 });
    assert!(svg(&officers, &folded(99)).is_ok());
    let log = PlotOptions { log_x: true, ..folded(10) };
    assert_eq!(refused(&officers, log), PlotError::NoLogAxes);
    let nothing = Stretch { values: vec![], ..invented() };
    for kind in PlotKind::ALL {
        assert_eq!(refused(&nothing, kind.into()), PlotError::NoHeaps);
    }
    assert!(
        "pie".parse::<PlotKind>().unwrap_err().to_string().contains("the kinds are sequence, ")
    );
}

/// The heaps of a shifted game: those below the shift are zeros, which are rare, and rare heaps
/// move along.
#[test]
fn shifted_games() {
    let (officers, couples) = (heaps("0.6", 200), heaps("0.6 shift 1", 201));
    assert_eq!(couples.values[1..], officers.values[..]);
    let moved = officers.rare.unwrap().into_iter().map(|r| r + 1);
    assert_eq!(couples.rare, Some(std::iter::once(0).chain(moved).collect()));
    assert!(couples.game.ends_with("(couples-are-forever)"));
}

#[cfg(feature = "png")]
#[test]
fn png_has_the_pixels_and_the_font() {
    use octal::plot::png::png;
    use resvg::tiny_skia::Pixmap;
    let picture = draw(&heaps("0.137", 200), &PlotKind::Sequence.into());
    let bytes = png(&picture, 2.0).unwrap();
    assert_eq!(png(&picture, 2.0).unwrap(), bytes);
    let pixels = Pixmap::decode_png(&bytes).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (1920, 1120));
    let dark = |rows: std::ops::Range<u32>| {
        let pixels = rows
            .flat_map(|y| (0..1920).map(move |x| (x, y)))
            .map(|(x, y)| pixels.pixel(x, y).unwrap());
        pixels.filter(|p| p.red() < 100 && p.green() < 100 && p.blue() < 100).count()
    };
    assert!(dark(30..75) > 1000, "there is a title");
    assert_eq!(dark(0..20), 0, "the ground is light");
    assert!(png("no picture", 1.0).is_err() && png(&picture, 0.0).is_err());
}

/// Every point is a dot in the colour of its group, where its axes say; lines of steps go from
/// point to point.
#[test]
fn figures_of_many_games() {
    let group =
        |name: &str, points: &[(f64, f64)]| Group { name: name.into(), points: points.into() };
    let figure = Figure {
        title: "periods".into(),
        note: "all of them".into(),
        x_title: "preperiod".into(),
        y_title: "period".into(),
        log_y: true,
        groups: vec![
            group("few", &[(0.0, 1.0), (1e3, 10.0), (1e6, 1.0)]),
            group("none of these", &[]),
            group("many", &[(10.0, 1e6)]),
        ],
    };
    let drawn = plot::points(&figure);
    assert_eq!(drawn, plot::points(&figure), "the same points, the same bytes");
    let words = texts(&drawn);
    for word in ["periods", "all of them", "preperiod", "period", "few", "many", "1 000 000"] {
        assert!(words.iter().any(|text| text == word), "{word}: {words:?}");
    }
    assert!(!words.iter().any(|text| text == "none of these"));
    let dots = |drawn: &str| -> Vec<usize> {
        paths(drawn).iter().map(|(_, path)| path.matches("h0").count()).filter(|n| *n > 0).collect()
    };
    assert_eq!(dots(&drawn), [3, 1]);
    let stairs = plot::steps(&figure);
    let (_, line) = paths(&stairs)
        .into_iter()
        .find(|(_, path)| path.contains('v') && !path.contains('z'))
        .unwrap();
    assert_eq!((line.matches('m').count(), dots(&stairs).len()), (2, 0), "{line}");
    let empty = Figure { groups: vec![], ..figure };
    assert!(texts(&plot::points(&empty)).contains(&"periods".to_owned()));
}
