//! Any game, given as a directed acyclic graph: tokens on vertices, moved along edges.
//!
//! A position is a vertex, its options are the vertices its edges lead to, and several tokens are a
//! sum. Every impartial game without repetition is of this form. Source: `[WW]` chapter 3. Cost of
//! all values: O(vertices + edges).
//!
//! A graph is read from an edge list in CSV: a header `from,to`, then a line for each edge, with a
//! comma, a semicolon or a tab between the two names. Names hold neither these nor quotes; white space around them and empty lines do not count. A vertex
//! without edges of its own is an end of play.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::Arc;

use super::{Options, Ruleset};
use crate::input::count;

/// A vertex, by its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex(Arc<str>);

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A directed graph without cycles.
#[derive(Clone, Debug)]
pub struct Graph {
    /// In the order in which the edge list names them.
    vertices: Vec<Vertex>,
    numbers: HashMap<Vertex, usize>,
    edges: Vec<Vec<usize>>,
}

/// Why an edge list is no acyclic graph. Lines count from 1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// Some line is not what it should be.
    #[error("{file}, line {line}: {problem}")]
    Line {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// The edges lead round.
    #[error("{file}: the edges {cycle} form a cycle, so play need not end: remove one of them")]
    Cycle {
        /// The file.
        file: String,
        /// The vertices of the cycle.
        cycle: String,
    },
}

impl Graph {
    /// Reads an edge list; `file` names it in messages. O(size).
    ///
    /// ```
    /// use octal::gallery::{Solver, dag::Graph};
    /// let graph = Graph::read("from,to\na,b\na,c\nb,c\n".as_bytes(), "the list")?;
    /// let vertex = |name| graph.vertex(name).ok_or("no such vertex");
    /// assert_eq!(Solver::new(&graph).value(&vertex("a")?)?, 2);
    /// assert!(Graph::read("from,to\na,b\nb,a\n".as_bytes(), "the list").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(list: &[u8], file: &str) -> Result<Graph, GraphError> {
        let graph = Graph::from_lines(list).map_err(|(line, problem)| {
            let file = file.to_owned();
            GraphError::Line { file, line, problem }
        })?;
        match graph.cycle() {
            None => Ok(graph),
            Some(cycle) => Err(GraphError::Cycle { file: file.to_owned(), cycle }),
        }
    }

    /// The graph of an edge list, or the line that is wrong and why.
    fn from_lines(bytes: &[u8]) -> Result<Graph, (usize, String)> {
        let mut graph = Graph { vertices: Vec::new(), numbers: HashMap::new(), edges: Vec::new() };
        let mut header = false;
        for (line, number) in bytes.split(|&byte| byte == b'\n').zip(1..) {
            match pair(line).map_err(|problem| (number, problem))? {
                None => {}
                Some(["from", "to"]) if !header => header = true,
                Some(_) if !header => return Err((number, NO_HEADER.to_owned())),
                Some([from, to]) => {
                    let (from, to) = (graph.number(from), graph.number(to));
                    graph.edges[from].push(to);
                }
            }
        }
        if header { Ok(graph) } else { Err((1, NO_HEADER.to_owned())) }
    }

    /// The vertex of this name, if there is one.
    pub fn vertex(&self, name: &str) -> Option<Vertex> {
        let vertex = Vertex(name.into());
        self.numbers.contains_key(&vertex).then_some(vertex)
    }

    /// All vertices, in the order in which the edge list names them.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The number of the vertex of this name, which is new if there is none yet.
    fn number(&mut self, name: &str) -> usize {
        let vertex = Vertex(name.into());
        if let Some(&number) = self.numbers.get(&vertex) {
            return number;
        }
        self.vertices.push(vertex.clone());
        self.edges.push(Vec::new());
        self.numbers.insert(vertex, self.vertices.len() - 1);
        self.vertices.len() - 1
    }

    /// A cycle, if there is one: what is left when vertices without edges are taken away again and
    /// again has an edge from every vertex, so a walk in it comes back.
    fn cycle(&self) -> Option<String> {
        let mut before = vec![Vec::new(); self.vertices.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|&to| before[to].push(from));
        }
        let mut left: Vec<usize> = self.edges.iter().map(Vec::len).collect();
        let mut ends: Vec<usize> = (0..left.len()).filter(|&n| left[n] == 0).collect();
        while let Some(end) = ends.pop() {
            for &from in &before[end] {
                left[from] -= 1;
                if left[from] == 0 {
                    ends.push(from);
                }
            }
        }
        let mut at = left.iter().position(|&edges| edges > 0)?;
        let (mut walk, mut place) = (Vec::new(), HashMap::new());
        while let Entry::Vacant(free) = place.entry(at) {
            free.insert(walk.len());
            walk.push(at);
            at = *self.edges[at].iter().find(|&&to| left[to] > 0).expect("an edge that is left");
        }
        Some(self.shown_cycle(&walk[place[&at]..]))
    }

    /// `a → b → a`; long cycles are cut.
    fn shown_cycle(&self, cycle: &[usize]) -> String {
        const MOST_VERTICES: usize = 20;
        let name = |&vertex: &usize| self.vertices[vertex].to_string();
        let mut shown: Vec<String> = cycle.iter().take(MOST_VERTICES).map(name).collect();
        if cycle.len() > MOST_VERTICES {
            shown.push(format!("({} more)", cycle.len() - MOST_VERTICES));
        }
        shown.push(name(&cycle[0]));
        shown.join(" → ")
    }
}

/// What to say of a list without a header.
const NO_HEADER: &str = "the header is missing: the first line is `from,to`";

/// What may stand between the two names of a line.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The two names on a line; `None` on an empty one.
fn pair(line: &[u8]) -> Result<Option<[&str; 2]>, String> {
    let text = std::str::from_utf8(line).map_err(|error| {
        format!("byte {} is not UTF-8: save the file as UTF-8", error.valid_up_to() + 1)
    })?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Ok(None);
    }
    if text.contains('"') {
        return Err("found a quote: names are written without quotes".to_owned());
    }
    let names: Vec<&str> = text.split(SEPARATORS).map(str::trim).collect();
    match names[..] {
        ["", _] => {
            Err("the edge comes from nowhere: write a vertex before the separator".to_owned())
        }
        [_, ""] => Err("the edge leads nowhere: write a vertex after the separator".to_owned()),
        [from, to] => Ok(Some([from, to])),
        _ => Err(format!("{}, expected two, `from,to`", count(names.len(), "field"))),
    }
}

impl Ruleset for Graph {
    type Position = Vertex;

    fn options<'a>(&'a self, vertex: &Vertex) -> Options<'a, Vertex> {
        let edges = self.numbers.get(vertex).map_or(&[][..], |&number| &self.edges[number]);
        Box::new(edges.iter().map(|&to| vec![self.vertices[to].clone()]))
    }

    /// Nothing: the graph is no larger than the file it was read from.
    fn size(&self, _vertex: &Vertex) -> u64 {
        0
    }
}
