//! Tokens on acyclic graphs.

use std::collections::HashMap;

use octal::gallery::Solver;
use octal::gallery::analysis::analyse;
use octal::gallery::dag::Graph;
use proptest::prelude::*;

use super::Values;

fn read(list: &str) -> Result<Graph, String> {
    Graph::read(list.as_bytes(), "edges.csv").map_err(|error| error.to_string())
}

#[test]
fn values_and_winning_moves_of_tokens() {
    let graph = read("from,to\n a , b\n\na,c\r\nb,c\nd,a\nd,c\n").unwrap();
    let names: Vec<_> = graph.vertices().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    let vertex = |name| graph.vertex(name).unwrap();
    let mut solver = Solver::new(&graph);
    for (name, value) in [("a", 2), ("b", 1), ("c", 0), ("d", 1)] {
        assert_eq!(solver.value(&vertex(name)), Ok(value), "{name}");
    }
    let found = analyse(&mut solver, &[vertex("a"), vertex("b"), vertex("d")]).unwrap();
    assert_eq!(found.nim_sum, 2);
    let winning: Vec<_> = found.winning.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(winning, ["a → c"]);
    assert!(graph.vertex("e").is_none());
}

#[test]
fn lists_that_are_no_graph() {
    for (list, complaint) in [
        ("", "edges.csv, line 1: the header is missing"),
        ("a,b\n", "edges.csv, line 1: the header is missing"),
        ("from,to\na,b\nb\n", "edges.csv, line 3: 1 field, expected two"),
        ("from,to\na,b,c\n", "edges.csv, line 2: 3 fields, expected two"),
        ("from,to\na,b\r\n\r\n,b\n", "edges.csv, line 4: the edge comes from nowhere"),
        ("from,to\na, \n", "edges.csv, line 2: the edge leads nowhere"),
        ("from,to\n\"a\",b\n", "edges.csv, line 2: found a quote"),
        ("from,to\na,a\n", "the edges a → a form a cycle"),
        ("from,to\nx,b\nb,c\nc,d\nd,b\nd,e\n", "the edges b → c → d → b form a cycle"),
    ] {
        let error = read(list).unwrap_err();
        assert!(error.contains(complaint), "{list:?}: {error}");
    }
    let error = Graph::read(&b"from,to\na,\xff\n"[..], "edges.csv").unwrap_err();
    assert!(error.to_string().contains("line 2: byte 3 is not UTF-8"), "{error}");
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
    let first = graph.vertex("1").unwrap();
    assert_eq!(Solver::new(&graph).value(&first), Ok(1));
}

proptest! {
    #[test]
    fn random_graphs(edges in prop::collection::vec((0..30_u8, 1..10_u8), 0..120)) {
        let edges: Vec<(u8, u8)> = edges.into_iter().map(|(from, by)| (from, from + by)).collect();
        let lines = edges.iter().map(|(from, to)| format!("{from},{to}\n")).collect::<String>();
        let graph = read(&(String::from("from,to\n") + &lines)).unwrap();
        let mut to: HashMap<u8, Vec<Vec<u8>>> = HashMap::new();
        edges.iter().for_each(|&(from, end)| to.entry(from).or_default().push(vec![end]));
        let rule = |vertex: &u8| to.get(vertex).cloned().unwrap_or_default();
        let mut values = Values::new(&rule);
        let mut solver = Solver::new(&graph);
        for vertex in graph.vertices() {
            let number: u8 = vertex.to_string().parse().unwrap();
            prop_assert_eq!(solver.value(vertex), Ok(values.of(&number)));
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
