//! The games that are played with heaps or with rectangles.

use std::collections::BTreeSet;
use std::fmt::Display;

use anyhow::anyhow;
use octal::gallery::analysis::{Formula, ValueSource};
use octal::gallery::chocolate::Chocolate;
use octal::gallery::dawson::DawsonsKayles;
use octal::gallery::division::Division;
use octal::gallery::grundy::GrundysGame;
use octal::gallery::kayles::Kayles;
use octal::gallery::lasker::LaskersNim;
use octal::gallery::nim::Nim;
use octal::gallery::powers::Powers;
use octal::gallery::slices::Slices;
use octal::gallery::sticks::Sticks;
use octal::gallery::subtraction::{LARGEST, Subtraction};
use octal::gallery::{ClosedForm, Rectangle, Ruleset, Solver};

use super::super::args::number;
use super::play::{PlayArgs, Question, ask, sum};
use crate::cli::Result;
use crate::cli::answer::sum_text::TableShape;

/// A position of heaps, or the table.
#[derive(Debug, clap::Args)]
pub struct HeapArgs {
    /// The heaps (12, 1e9, 2^90); `-` reads them from stdin
    #[arg(value_name = "HEAP", allow_negative_numbers = true)]
    heaps: Vec<String>,
    /// The last heap to show (1e9, 2^30, 1_000_000)
    #[arg(short, long, value_name = "N", conflicts_with = "heaps",
        value_parser = number::within::<u16>(0..=10_000))]
    n: Option<u16>,
    #[command(flatten)]
    play: PlayArgs,
}

#[derive(Debug, clap::Args)]
pub struct SubtractionArgs {
    /// How many tokens may be taken
    #[arg(long, value_name = "K,…", value_delimiter = ',', default_value = "1,2,3",
        value_parser = number::within::<usize>(1..=LARGEST as u64))]
    set: Vec<usize>,
    #[command(flatten)]
    heaps: HeapArgs,
}

#[derive(Debug, clap::Args)]
pub struct DivisionArgs {
    /// By which numbers a heap may be divided
    #[arg(long, value_name = "D,…", value_delimiter = ',', default_value = "2,3,6",
        value_parser = number::large_heap)]
    by: Vec<u128>,
    #[command(flatten)]
    heaps: HeapArgs,
}

#[derive(Debug, clap::Args)]
pub struct DoubloonArgs {
    /// The base of the powers
    #[arg(short, value_name = "K", value_parser = number::within::<u64>(1..=1_000_000_000))]
    k: u64,
    #[command(flatten)]
    heaps: HeapArgs,
}

/// A position of rectangles, or the table.
#[derive(Debug, clap::Args)]
pub struct RectangleArgs {
    /// Rows and columns (3x4); `-` reads them from stdin
    #[arg(value_name = "RxC")]
    rectangles: Vec<String>,
    /// The longest side of the table; 10, or 4 under misère play, if not given
    #[arg(long, value_name = "N", conflicts_with = "rectangles",
        value_parser = number::within::<u32>(1..=100))]
    side: Option<u32>,
    #[command(flatten)]
    play: PlayArgs,
}

pub fn nim(args: &HeapArgs) -> Result {
    by_formula("nim", args, &Nim)
}

pub fn lasker(args: &HeapArgs) -> Result {
    by_formula("Lasker's Nim", args, &LaskersNim)
}

pub fn powers(args: &HeapArgs) -> Result {
    by_formula("powers of 2", args, &Powers::of(2).expect("two is a base"))
}

pub fn kayles(args: &HeapArgs) -> Result {
    by_search("kayles", args, &Kayles)
}

pub fn dawsons_kayles(args: &HeapArgs) -> Result {
    by_search("Dawson's Kayles", args, &DawsonsKayles)
}

pub fn sticks(args: &HeapArgs) -> Result {
    by_search("sticks", args, &Sticks)
}

pub fn grundy(args: &HeapArgs) -> Result {
    by_search("Grundy's game", args, &GrundysGame)
}

pub fn subtraction(args: &SubtractionArgs) -> Result {
    let game = Subtraction::new(&args.set)
        .ok_or_else(|| anyhow!("--set holds numbers from 1 to {LARGEST}, as in 1,2,3"))?;
    by_formula(&format!("subtraction {}", set(&args.set)), &args.heaps, &game)
}

pub fn division(args: &DivisionArgs) -> Result {
    let game = Division::by(&args.by)
        .ok_or_else(|| anyhow!("--by holds numbers that are at least 2, as in 2,3,6"))?;
    by_search(&format!("division by {}", set(&args.by)), &args.heaps, &game)
}

/// These numbers as a set: `{2, 5, 7}`.
fn set<N: Ord + Display>(numbers: &[N]) -> String {
    let elements: Vec<String> =
        BTreeSet::from_iter(numbers).iter().map(ToString::to_string).collect();
    format!("{{{}}}", elements.join(", "))
}

pub fn doubloon(args: &DoubloonArgs) -> Result {
    let game = Powers::of(args.k).ok_or_else(|| anyhow!("-k is at least 1"))?;
    let least = |heaps: &[u128]| match *heaps {
        [pile] => Some(match game.least_winning(pile) {
            0 => "no number of coins wins".to_owned(),
            coins => format!("least winning number of coins: {coins}"),
        }),
        _ => None,
    };
    let title = format!("doubloon with k = {}", args.k);
    heaps(&title, &args.heaps, &game, Formula(&game), least)
}

fn by_formula<G: ClosedForm<Position = u128>>(name: &str, args: &HeapArgs, game: &G) -> Result {
    heaps(name, args, game, Formula(game), |_| None)
}

fn by_search<G: Ruleset<Position = u128>>(name: &str, args: &HeapArgs, game: &G) -> Result {
    heaps(name, args, game, Solver::new(game), |_| None)
}

fn heaps<G: Ruleset<Position = u128>>(
    name: &str,
    args: &HeapArgs,
    game: &G,
    values: impl ValueSource<Position = u128>,
    note: impl Fn(&[u128]) -> Option<String>,
) -> Result {
    let last = args.n.unwrap_or(if args.play.misere { 20 } else { 100 });
    let question = Question {
        position: sum(&args.heaps, number::large_heap)?,
        title: format!("{name}, heaps 0 to {last}"),
        entries: (0..=u128::from(last)).collect(),
        shape: TableShape::Heaps,
    };
    ask(&args.play, game, values, question, note)
}

pub fn chocolate(args: &RectangleArgs) -> Result {
    rectangles("chocolate", args, &Chocolate)
}

pub fn slices(args: &RectangleArgs) -> Result {
    rectangles("Kayles in two dimensions", args, &Slices)
}

fn rectangles<G: Ruleset<Position = Rectangle>>(
    name: &str,
    args: &RectangleArgs,
    game: &G,
) -> Result {
    let n = args.side.unwrap_or(if args.play.misere { 4 } else { 10 });
    let cells = (1..=n).flat_map(|rows| (1..=n).map(move |columns| Rectangle { rows, columns }));
    let question = Question {
        position: sum(&args.rectangles, rectangle)?,
        title: format!("{name}, by rows and columns"),
        entries: cells.collect(),
        shape: TableShape::Grid { first: 1, columns: n as usize },
    };
    ask(&args.play, game, Solver::new(game), question, |_| None)
}

/// Reads `3x4`.
fn rectangle(text: &str) -> Result<Rectangle, String> {
    const FORM: &str = "rows and columns are written 3x4, each from 1 to 1000000";
    let side = |text: &str| {
        text.bytes().all(|b| b.is_ascii_digit()).then_some(())?;
        text.parse().ok().filter(|side| (1..=1_000_000).contains(side))
    };
    let sides = text.split_once('x').map(|(rows, columns)| (side(rows), side(columns)));
    match sides {
        Some((Some(rows), Some(columns))) => Ok(Rectangle { rows, columns }),
        _ => Err(FORM.to_owned()),
    }
}
