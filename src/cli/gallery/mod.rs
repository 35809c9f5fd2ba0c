//! `octal gallery`: textbook games by their rules alone.

mod dag;
mod games;
mod knights;
mod northcott;
mod play;
mod turtles;

use std::io::Write;

use clap::{Args as _, Command};
use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};

use super::terminal::output::stdout;
use super::{Answer, Result};

/// Play textbook games: tables, values, outcomes, all winning moves
///
/// Each game is stated by its rule and solved by the Sprague-Grundy theorem, without the engines
/// for octal games. A position is a list of components with spaces between them; `-` reads it from
/// stdin. Without a position the verb prints a table of the heaps up to -n [default: 100, in misère
/// play 20]. Misère play has no Grundy values, so outcomes are searched for. Without a game the
/// verb lists the games.
///
/// In JSON and CSV grundy is the Grundy value of a component, and nim_sum the nim-sum of the
/// position. Under misère play both are null or empty. Equal components have the same moves:
/// winning_moves lists a move once, and its `times` counts the components in which it can be made.
#[derive(Debug, clap::Args)]
#[command(
    subcommand_value_name = "GAME",
    after_help = "Examples:
  octal gallery                       the games
  octal gallery kayles 3 4 5 2 5      who wins, and how
  octal gallery kayles -n 150         the table
  octal gallery kayles 3 4 5 --misere
  octal gallery nim 3 4 5 --format json"
)]
pub struct Args {
    #[command(subcommand)]
    game: Option<GameArgs>,
}

#[derive(Debug, clap::Subcommand)]
enum GameArgs {
    /// Take any number of tokens from one heap
    #[command(after_help = "Examples:
  octal gallery nim 3 4 5
  octal gallery nim 2^60 1e18 12345
  octal gallery nim --misere 2 2 1")]
    Nim(games::HeapArgs),
    /// Take any number of tokens from a heap, or split it in two
    #[command(after_help = "Examples:
  octal gallery lasker 7 11 15
  octal gallery lasker -n 40")]
    Lasker(games::HeapArgs),
    /// Take a number of tokens that is in a set
    #[command(after_help = "Examples:
  octal gallery subtraction 10 11
  octal gallery subtraction --set 2,5,7 -n 60
  octal gallery subtraction --set 1,3,4 1e30")]
    Subtraction(games::SubtractionArgs),
    /// Divide a heap by 2, 3 or 6, rounding down
    #[command(after_help = "Examples:
  octal gallery division 100 1e18
  octal gallery division --by 2,5 1000")]
    Division(games::DivisionArgs),
    /// Take a power of two from a heap: 1, 2, 4, …
    #[command(after_help = "Examples:
  octal gallery powers 2^90
  octal gallery powers 5 9 100")]
    Powers(games::HeapArgs),
    /// Take k^m coins, m ≥ 0, from a heap; for one pile, the least number that wins
    #[command(after_help = "Examples:
  octal gallery doubloon -k 4 1e9
  octal gallery doubloon -k 10 -n 40")]
    Doubloon(games::DoubloonArgs),
    /// Knock down one pin of a row, or two neighbours
    #[command(after_help = "Examples:
  octal gallery kayles 3 4 5 2 5
  octal gallery kayles -n 150
  octal gallery kayles --misere 3 4 5")]
    Kayles(games::HeapArgs),
    /// Knock down two neighbouring pins of a row
    #[command(after_help = "Examples:
  octal gallery dawsons-kayles 12 13 14
  octal gallery dawsons-kayles -n 150")]
    DawsonsKayles(games::HeapArgs),
    /// Take up to three sticks of a row that follow each other
    #[command(after_help = "Examples:
  octal gallery sticks 10 7 4
  octal gallery sticks -n 40")]
    Sticks(games::HeapArgs),
    /// Split a heap into two unequal heaps
    #[command(after_help = "Examples:
  octal gallery grundy 10 11 12
  octal gallery grundy -n 100")]
    Grundy(games::HeapArgs),
    /// Move knights towards the corner 0,0 of a board
    #[command(after_help = "Examples:
  octal gallery knights               the table of 8 by 8 values
  octal gallery knights 3,4 5,5 7,0
  octal gallery knights --size 3 --check '001 002 121'")]
    Knights(knights::Args),
    /// Eat the last row or column of a chocolate bar, or break the bar in two
    #[command(after_help = "Examples:
  octal gallery chocolate 3x4 2x2
  octal gallery chocolate --side 12")]
    Chocolate(games::RectangleArgs),
    /// Kayles in two dimensions: remove a row or a column of a board
    #[command(after_help = "Examples:
  octal gallery slices 3x4 5x5
  octal gallery slices --side 12")]
    Slices(games::RectangleArgs),
    /// Turn a turtle onto its back, and one to the left of it too if you like
    #[command(after_help = "Examples:
  octal gallery turtles HTHHT
  octal gallery turtles --turtles 4
  octal gallery turtles HTHHT --misere")]
    Turtles(turtles::Args),
    /// Northcott's game: slide one of your pieces in its row
    #[command(after_help = "Examples:
  octal gallery northcott 2,6 1,8 7,3
  octal gallery northcott --width 1e5 --steps 2 100,70000 5,9
  octal gallery northcott --width 4 --misere 1,3 4,2")]
    Northcott(northcott::Args),
    /// Move tokens along the edges of an acyclic graph
    #[command(after_help = "Examples:
  octal gallery dag moves.csv         the values of all vertices
  octal gallery dag moves.csv a c c   tokens on a and, twice, on c

The file begins with the line from,to; each line after it names the two ends of an edge.")]
    Dag(dag::Args),
}

pub fn run(args: &Args) -> Result {
    match &args.game {
        None => list(),
        Some(GameArgs::Nim(args)) => games::nim(args),
        Some(GameArgs::Lasker(args)) => games::lasker(args),
        Some(GameArgs::Subtraction(args)) => games::subtraction(args),
        Some(GameArgs::Division(args)) => games::division(args),
        Some(GameArgs::Powers(args)) => games::powers(args),
        Some(GameArgs::Doubloon(args)) => games::doubloon(args),
        Some(GameArgs::Kayles(args)) => games::kayles(args),
        Some(GameArgs::DawsonsKayles(args)) => games::dawsons_kayles(args),
        Some(GameArgs::Sticks(args)) => games::sticks(args),
        Some(GameArgs::Grundy(args)) => games::grundy(args),
        Some(GameArgs::Knights(args)) => knights::run(args),
        Some(GameArgs::Chocolate(args)) => games::chocolate(args),
        Some(GameArgs::Slices(args)) => games::slices(args),
        Some(GameArgs::Turtles(args)) => turtles::run(args),
        Some(GameArgs::Northcott(args)) => northcott::run(args),
        Some(GameArgs::Dag(args)) => dag::run(args),
    }
}

/// The games, as their arguments describe them.
fn list() -> Result {
    let command = Args::augment_args(Command::new("gallery"));
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(["game", "move"]);
    table.add_rows(command.get_subcommands().map(|game| {
        [game.get_name().to_owned(), game.get_about().map(ToString::to_string).unwrap_or_default()]
    }));
    writeln!(stdout(), "{}", table.trim_fmt())?;
    Ok(Answer::Yes)
}
