//! `octal gallery dag`: tokens on the vertices of an acyclic graph from a file.

use std::path::Path;

use anyhow::Context;
use octal::gallery::Solver;
use octal::gallery::dag::Graph;
use octal::input;

use super::super::args::files::InFile;
use super::super::terminal::input::open;
use super::play::{PlayArgs, Question, ask, components, text_of};
use crate::cli::Result;
use crate::cli::answer::sum_text::TableShape;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The edge list: CSV with the columns from,to; `-` reads it from stdin
    #[arg(value_name = "FILE")]
    file: InFile,
    /// The vertices on which tokens stand, one for each token; `-` reads them from stdin
    #[arg(value_name = "VERTEX")]
    tokens: Vec<String>,
    #[command(flatten)]
    play: PlayArgs,
}

pub fn run(args: &Args) -> Result {
    let graph = read(&args.file)?;
    let vertex = |name: &str| {
        graph.vertex(name).ok_or_else(|| "the graph has no vertex of this name".to_owned())
    };
    let position = match &args.tokens[..] {
        [] => None,
        tokens => Some(components(&text_of(tokens)?, vertex)?),
    };
    let question = Question {
        position,
        title: format!("{}, {} vertices", args.file.display(), graph.vertices().len()),
        entries: graph.vertices().to_vec(),
        shape: TableShape::List,
    };
    ask(&args.play, &graph, Solver::new(&graph), question, |_| None)
}

fn read(file: &Path) -> anyhow::Result<Graph> {
    let name = format!("`{}`", file.display());
    let list = open(file).and_then(|list| input::read(list, input::TABLE));
    let list =
        list.with_context(|| format!("{name} cannot be read: give the path of an edge list"))?;
    Ok(Graph::read(&list, &name)?)
}
