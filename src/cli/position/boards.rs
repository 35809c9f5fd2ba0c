//! Positions on boards that no rule can say: Northcott's game, Turning Turtles, and graphs.

use anyhow::{Context, anyhow, bail, ensure};
use octal::formats::Format;
use octal::input as bounded;
use octal::rule::boards::{
    BoardGame, Graph, Northcott, NorthcottBoard, NorthcottRow, Turtles, analyse,
};

use super::Args;
use crate::cli::answer::sum_text::{show_position, show_table};
use crate::cli::answer::sums::PositionAnswer;
use crate::cli::args::files::InFile;
use crate::cli::args::number;
use crate::cli::terminal::input;
use crate::cli::terminal::stderr::cut;
use crate::cli::{Answer, Result};

/// The columns of a row in Northcott's game, if the position does not say otherwise.
const COLUMNS: u64 = 8;

/// Games on boards that have a name.
#[derive(Clone, Copy)]
pub enum NamedBoard {
    Northcott,
    Turtles,
}

impl NamedBoard {
    /// All of them, with their names and moves.
    pub const ALL: [(NamedBoard, &str, &str); 2] = [
        (
            NamedBoard::Northcott,
            "northcott",
            "Slide a piece of yours in its row, but not over the other piece.",
        ),
        (
            NamedBoard::Turtles,
            "turtles",
            "Turn a turtle onto its back, and perhaps one to the left of it, either way.",
        ),
    ];

    /// The game of this name.
    pub fn find(name: &str) -> Option<NamedBoard> {
        let mut all = NamedBoard::ALL.into_iter();
        all.find(|(_, known, _)| known.eq_ignore_ascii_case(name.trim())).map(|(game, ..)| game)
    }

    /// Answers the position that these words describe.
    pub fn answer(self, args: &Args, words: &str, format: Format) -> Result {
        ensure!(args.positions.is_none(), "--positions needs a game with a code or a rule");
        ensure!(args.winner.is_none(), "--winner needs a game with a code or a rule");
        match self {
            NamedBoard::Northcott => {
                let (game, board) = northcott(words)?;
                show(args, &game, board, format)
            }
            NamedBoard::Turtles => {
                let row = words.trim();
                ensure!(!row.is_empty(), "write a row of turtles, such as HTHHT");
                let row = Turtles::row(row).map_err(|error| anyhow!("the row: {error}"))?;
                show(args, &Turtles, row, format)
            }
        }
    }
}

/// Answers a position of tokens on a graph, or lists all vertices if there is no token.
pub fn graph(args: &Args, file: &InFile, format: Format) -> Result {
    let name = input::name(file);
    let list = input::open(file).and_then(|list| bounded::read(list, bounded::TABLE));
    let list = list.with_context(|| format!("cannot read `{name}`: name an edge list"))?;
    let graph = Graph::read(&list).with_context(|| format!("`{name}`"))?;
    let words = args.position.join(" ");
    let vertex = |(name, place): (&str, usize)| {
        let problem =
            || format!("component {place}, `{}`: the graph has no such vertex", cut(name));
        graph.vertex(name).with_context(problem)
    };
    let tokens = words.split_whitespace().zip(1..).map(vertex);
    let mut tokens = tokens.collect::<anyhow::Result<Vec<usize>>>()?;
    if !tokens.is_empty() {
        tokens.sort_unstable();
        return show(args, &graph, tokens, format);
    }
    let single: Vec<_> = graph.vertices().map(|vertex| vec![vertex]).collect();
    let records = records(args, &graph, &single)?;
    let mut out = args.output.open()?;
    let title = format!("{name}, {} vertices", single.len());
    show_table(&mut out, format, &title, &records)?;
    out.commit()?;
    Ok(Answer::Yes)
}

/// Writes the answer about one position.
fn show<G: BoardGame>(args: &Args, game: &G, position: G::Position, format: Format) -> Result {
    let records = records(args, game, &[position])?;
    let mut out = args.output.open()?;
    show_position(&mut out, format, &records[0])?;
    out.commit()?;
    Ok(Answer::Yes)
}

fn records<G: BoardGame>(
    args: &Args,
    game: &G,
    positions: &[G::Position],
) -> anyhow::Result<Vec<PositionAnswer>> {
    let most = usize::try_from(args.most.0).unwrap_or(usize::MAX);
    let found = analyse(game, positions, args.misere)?.into_iter();
    Ok(found.map(|found| PositionAnswer::on_board(found, most)).collect())
}

/// Reads `width=9 steps=2 2,6 1,8 black`.
fn northcott(words: &str) -> anyhow::Result<(Northcott, NorthcottBoard)> {
    let mut game = Northcott { columns: COLUMNS, steps: None };
    let (mut black_moves, mut rows) = (false, Vec::new());
    for word in words.split_whitespace() {
        let value = |read: &dyn Fn(&str) -> Result<u64, String>, text| {
            read(text).map_err(|error| anyhow!("`{}`: {error}", cut(word)))
        };
        match word.split_once('=') {
            Some(("width", text)) => game.columns = value(&number::within(2..=1_000_000), text)?,
            Some(("steps", text)) => game.steps = Some(value(&number::positive, text)?),
            None if word == "black" => black_moves = true,
            _ => rows.push(word),
        }
    }
    if rows.is_empty() {
        bail!("write a row as the columns of its white and its black piece, such as 2,6");
    }
    let row = |(word, place): (&str, usize)| {
        row(word).filter(|&row| game.has(row)).with_context(|| {
            format!(
                "component {place}, `{}`: a row is written white,black: two different columns from \
                 1 to {} (width=N sets the last one)",
                cut(word),
                game.columns
            )
        })
    };
    let rows = rows.into_iter().zip(1..).map(row).collect::<anyhow::Result<_>>()?;
    Ok((game, NorthcottBoard { rows, black_moves }))
}

/// Reads `2,6`.
fn row(text: &str) -> Option<NorthcottRow> {
    let (white, black) = text.split_once(',')?;
    Some(NorthcottRow { white: number::count(white).ok()?, black: number::count(black).ok()? })
}
