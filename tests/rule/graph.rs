//! Tokens on acyclic graphs.

use std::collections::HashMap;

use octal::outcome::Outcome;
use octal::rule::boards::{BoardAnalysis, Graph, analyse};
use proptest::prelude::*;

use super::brute::{Values, Wins};

fn read(list: &str) -> Result<Graph, String> {
    Graph::read(list.as_bytes()).map_err(|error| error.to_string())
}

/// The analysis of tokens on these vertices.
fn tokens(graph: &Graph, names: &[&str], misere: bool) -> BoardAnalysis {
    let mut tokens: Vec<usize> = names.iter().map(|name| graph.vertex(name).unwrap()).collect();
    tokens.sort_unstable();
    analyse(graph, &[tokens], misere).unwrap().remove(0)
}

fn value(graph: &Graph, name: &str) -> u64 {
    tokens(graph, &[name], false).nim_sum.unwrap()
}

#[test]
fn values_and_winning_moves_of_tokens() {
    let graph = read("from,to\n a , b\n\na,c\r\nb,c\nd,a\nd,c\n").unwrap();
    assert_eq!(graph.vertices(), 0..4);
    for (name, expected) in [("a", 2), ("b", 1), ("c", 0), ("d", 1)] {
        assert_eq!(value(&graph, name), expected, "{name}");
    }
    let found = tokens(&graph, &["d", "a", "b"], false);
    let values = [("a", 2), ("b", 1), ("d", 1)].map(|(name, value)| (name.to_owned(), Some(value)));
    assert_eq!(found.parts, values);
    assert_eq!((found.nim_sum, found.outcome), (Some(2), Outcome::N));
    assert_eq!(found.winning, [("a → c".to_owned(), 1)]);
    // Two equal tokens have the same moves.
    let found = tokens(&graph, &["b", "b", "b"], false);
    assert_eq!(found.winning, [("b → c".to_owned(), 3)]);
    assert!(graph.vertex("e").is_none());
    assert!(read("from;to\na;b\n").unwrap().vertex("b").is_some());
}

#[test]
fn lists_that_are_no_graph() {
    for (list, complaint) in [
        ("", "line 1: the list is empty: its first line is `from,to`"),
        ("a,b\n", "line 1: the header is missing"),
        ("from,to\na,b\nb\n", "line 3: 1 field, expected two"),
        ("from,to\na,b,c\n", "line 2: 3 fields, expected two"),
        ("from,to\na,b\r\n\r\n,b\n", "line 4: the edge has no first vertex"),
        ("from,to\na, \n", "line 2: the edge has no second vertex"),
        ("from,to\n\"a\",b\n", "line 2: found a quote"),
        ("from,to\na,a\n", "the edges a → a form a cycle"),
        ("from,to\nx,b\nb,c\nc,d\nd,b\nd,e\n", "the edges b → c → d → b form a cycle"),
    ] {
        let error = read(list).unwrap_err();
        assert!(error.contains(complaint), "{list:?}: {error}");
    }
    let error = Graph::read(b"from,to\na,\xff\n").unwrap_err();
    assert!(error.to_string().contains("line 2: byte 3 of the line is not UTF-8"), "{error}");
}

#[test]
fn a_long_cycle_is_shown_in_part() {
    let edges = (0..1000).map(|n| format!("{n},{}\n", (n + 1) % 1000));
    let error = read(&(String::from("from,to\n") + &edges.collect::<String>())).unwrap_err();
    assert!(error.contains("0 → 1 → 2 → ") && error.contains("→ (980 more) → 0 form"), "{error}");
}

#[test]
fn a_long_chain_does_not_overflow_the_stack() {
    let edges = (0..200_000).map(|n| format!("{n},{}\n", n + 1)).collect::<String>();
    let graph = read(&(String::from("from,to\n") + &edges)).unwrap();
    assert_eq!(value(&graph, "1"), 1);
}

proptest! {
    #[test]
    fn random_graphs(edges in prop::collection::vec((0..12_u8, 1..5_u8), 0..40)) {
        let edges: Vec<(u8, u8)> = edges.into_iter().map(|(from, by)| (from, from + by)).collect();
        let lines = edges.iter().map(|(from, to)| format!("{from},{to}\n")).collect::<String>();
        let graph = read(&(String::from("from,to\n") + &lines)).unwrap();
        let mut to: HashMap<u8, Vec<Vec<u8>>> = HashMap::new();
        edges.iter().for_each(|&(from, end)| to.entry(from).or_default().push(vec![end]));
        let rule = |vertex: &u8| to.get(vertex).cloned().unwrap_or_default();
        let mut values = Values::new(&rule);
        let vertices = (0..40).filter(|vertex: &u8| graph.vertex(&vertex.to_string()).is_some());
        let vertices: Vec<u8> = vertices.collect();
        for vertex in &vertices {
            prop_assert_eq!(value(&graph, &vertex.to_string()), values.of(vertex));
        }
        for misere in [false, true] {
            let mut wins = Wins::new(&rule, misere);
            for sum in vertices.windows(2) {
                let names = [sum[0].to_string(), sum[1].to_string()];
                let found = tokens(&graph, &[&names[0], &names[1]], misere);
                prop_assert_eq!(found.outcome, Outcome::next_wins(wins.next(sum)));
                let name = |(from, to): (u8, Vec<u8>)| format!("{from} → {}", to[0]);
                let mut winning: Vec<String> = wins.winning(sum).into_iter().map(name).collect();
                let mut moves: Vec<String> = found.winning.into_iter().map(|won| won.0).collect();
                winning.sort();
                moves.sort();
                prop_assert_eq!(moves, winning);
            }
        }
    }

    #[test]
    fn one_more_edge_back_makes_a_cycle(length in 1..50_usize, back in 0..50_usize) {
        let mut list = String::from("from,to\n");
        (0..length).for_each(|n| list += &format!("{n},{}\n", n + 1));
        prop_assert!(read(&list).is_ok());
        let back = back.min(length);
        list += &format!("{length},{back}\n");
        let error = read(&list).unwrap_err();
        prop_assert!(error.contains(&format!("the edges {back} → ")), "{}", error);
    }
}
