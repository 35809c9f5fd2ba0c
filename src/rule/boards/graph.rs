//! Tokens on the vertices of a directed graph without cycles, moved along its edges.

use std::collections::{BTreeSet, HashMap};

use super::BoardGame;
use crate::input::{self, count, separator};

/// A directed graph without cycles. A position lists the vertices of its tokens in increasing
/// order.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The names, in the order in which the edge list has them.
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    edges: Vec<BTreeSet<usize>>,
    values: Vec<u64>,
}

/// Reasons why an edge list is no graph without cycles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// A line, from 1, is wrong.
    #[error("line {line}: {problem}")]
    Line {
        /// The line.
        line: usize,
        /// A description of what is wrong, and of what would be right.
        problem: String,
    },
    /// The list is no text.
    #[error(transparent)]
    NotUtf8(#[from] input::NotUtf8),
    /// The edges form a cycle.
    #[error("the edges {0} form a cycle, so play need not end: remove one of them")]
    Cycle(String),
}

impl Graph {
    /// Reads an edge list in CSV: the header `from,to`, then an edge a line. O(size).
    ///
    /// ```
    /// use octal::rule::boards::{Graph, analyse};
    /// let graph = Graph::read(b"from,to\na,b\na,c\nb,c\n")?;
    /// let a = graph.vertex("a").unwrap();
    /// assert_eq!(analyse(&graph, &[vec![a]], false)?[0].nim_sum, Some(2));
    /// assert!(Graph::read(b"from,to\na,b\nb,a\n").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GraphError`].
    pub fn read(list: &[u8]) -> Result<Graph, GraphError> {
        let (names, numbers) = (Vec::new(), HashMap::new());
        let mut graph = Graph { names, numbers, edges: Vec::new(), values: Vec::new() };
        let mut between = None;
        for (line, text) in (1..).zip(input::lines(list)) {
            let text = text?.trim();
            if text.is_empty() {
                continue;
            }
            let wrong = |problem| GraphError::Line { line, problem };
            let Some(between) = between else {
                let found = separator(text);
                if !text.split(found).map(str::trim).eq(["from", "to"]) {
                    let problem = "the header is missing: the first line is `from,to`";
                    return Err(wrong(problem.to_owned()));
                }
                between = Some(found);
                continue;
            };
            let [from, to] = edge(text, between).map_err(wrong)?.map(|name| graph.number(name));
            graph.edges[from].insert(to);
        }
        if between.is_none() {
            let problem = "the list is empty: its first line is `from,to`".to_owned();
            return Err(GraphError::Line { line: 1, problem });
        }
        graph.evaluate()?;
        Ok(graph)
    }

    /// The vertex of this name.
    pub fn vertex(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// All vertices, in the order in which the edge list names them.
    pub fn vertices(&self) -> std::ops::Range<usize> {
        0..self.names.len()
    }

    /// The number of a vertex, which is new if the name is.
    fn number(&mut self, name: &str) -> usize {
        if let Some(vertex) = self.vertex(name) {
            return vertex;
        }
        self.names.push(name.to_owned());
        self.edges.push(BTreeSet::new());
        self.numbers.insert(name.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }

    /// Computes all values, each after those of the vertices to which its edges lead.
    fn evaluate(&mut self) -> Result<(), GraphError> {
        let mut before = vec![Vec::new(); self.names.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|&to| before[to].push(from));
        }
        self.values = vec![0; self.names.len()];
        let mut left: Vec<usize> = self.edges.iter().map(BTreeSet::len).collect();
        let mut ready: Vec<usize> = self.vertices().filter(|&vertex| left[vertex] == 0).collect();
        while let Some(vertex) = ready.pop() {
            let seen: BTreeSet<u64> =
                self.edges[vertex].iter().map(|&to| self.values[to]).collect();
            let gap = (0..).zip(&seen).find(|(value, seen)| value != *seen);
            self.values[vertex] = gap.map_or(seen.len() as u64, |(value, _)| value);
            for &from in &before[vertex] {
                left[from] -= 1;
                if left[from] == 0 {
                    ready.push(from);
                }
            }
        }
        match left.iter().position(|&edges| edges > 0) {
            None => Ok(()),
            Some(vertex) => Err(GraphError::Cycle(self.cycle(vertex, &left))),
        }
    }

    /// The cycle to which a walk from this vertex leads along vertices with edges `left`.
    fn cycle(&self, mut at: usize, left: &[usize]) -> String {
        const MOST_VERTICES: usize = 20;
        let (mut walk, mut places) = (Vec::new(), HashMap::new());
        while !places.contains_key(&at) {
            places.insert(at, walk.len());
            walk.push(&*self.names[at]);
            at = *self.edges[at].iter().find(|&&to| left[to] > 0).expect("an edge that is left");
        }
        let cycle = &walk[places[&at]..];
        let mut shown: Vec<&str> = cycle.iter().take(MOST_VERTICES).copied().collect();
        let more = format!("({} more)", cycle.len() - shown.len());
        shown.extend((cycle.len() > MOST_VERTICES).then_some(&*more));
        shown.push(cycle[0]);
        shown.join(" → ")
    }
}

/// The two names of a line.
fn edge(text: &str, between: char) -> Result<[&str; 2], String> {
    if text.contains('"') {
        return Err("found a quote: names are written without quotes".to_owned());
    }
    let names: Vec<&str> = text.split(between).map(str::trim).collect();
    match names[..] {
        ["", _] => Err("the edge has no first vertex: write its name before the comma".to_owned()),
        [_, ""] => Err("the edge has no second vertex: write its name after the comma".to_owned()),
        [from, to] => Ok([from, to]),
        _ => Err(format!("{}, expected two, `from,to`", count(names.len(), "field"))),
    }
}

impl BoardGame for Graph {
    type Position = Vec<usize>;
    type Move = (usize, usize);

    fn parts(&self, tokens: &Vec<usize>) -> Vec<(String, u64)> {
        tokens.iter().map(|&at| (self.names[at].clone(), self.values[at])).collect()
    }

    fn moves(&self, tokens: &Vec<usize>) -> impl Iterator<Item = (usize, usize)> {
        let mut different = tokens.clone();
        different.dedup();
        different.into_iter().flat_map(|from| self.edges[from].iter().map(move |&to| (from, to)))
    }

    fn change(&self, _tokens: &Vec<usize>, (from, to): (usize, usize)) -> u64 {
        self.values[from] ^ self.values[to]
    }

    fn after(&self, tokens: &Vec<usize>, (from, to): (usize, usize)) -> Vec<usize> {
        let mut after = tokens.clone();
        if let Some(place) = after.iter().position(|&at| at == from) {
            after[place] = to;
        }
        after.sort_unstable();
        after
    }

    fn text(&self, _tokens: &Vec<usize>, (from, to): (usize, usize)) -> String {
        format!("{} → {}", self.names[from], self.names[to])
    }

    fn times(&self, tokens: &Vec<usize>, (from, _): (usize, usize)) -> usize {
        tokens.iter().filter(|&&at| at == from).count()
    }
}
