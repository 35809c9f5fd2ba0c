//! `octal identify`: the games that have given values.

use serde_json::Value;

use super::{Scratch, octal};

#[test]
fn a_game_by_its_values() {
    let out = octal("identify 0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7").quietly();
    let mut lines = out.lines();
    let first = lines.next().unwrap();
    assert!(first.starts_with("a(0), …, a(15): 1 game ("), "{out}");
    assert!(
        first.contains(" has these values; the first ") && first.ends_with(" exclude all others"),
        "{out}"
    );
    assert_eq!(lines.next(), Some("0.77 (kayles): a(n) = G_0.77(n)"));
    assert!(out.contains("settled         0.77 by R. K. Guy, C. A. B. Smith, 1956 ("), "{out}");
    assert!(out.contains("our result      0.77: period 12 from heap 71 on, proved"), "{out}");
}

/// A textbook game whose rule is no code has its values by the definition.
#[test]
fn a_game_without_a_code() {
    let mut values: Vec<usize> = vec![0];
    for n in 1..200 {
        let options = [2, 3, 6].map(|d| values[n / d]);
        values.push((0..4).find(|value| !options.contains(value)).unwrap());
    }
    let list: Vec<String> = values.iter().skip(3).map(ToString::to_string).collect();
    for count in [40, 197] {
        let out = octal(&format!("identify {}", list[..count].join(" "))).quietly();
        let (head, rest) = out.split_once('\n').unwrap();
        assert!(head.contains(": 1 game has these values; the first "), "{out}");
        assert_eq!(
            rest,
            "division (Division): a(n) = G_division(n + 3)\n  \
             rule            n -> n/d for d in {2, 3, 6} if n > 0\n"
        );
    }
    // One value that is wrong.
    let mut slip = list[..60].to_vec();
    slip[50] = "9".to_owned();
    let out = octal(&format!("identify {} --format json", slip.join(" "))).ended(1);
    let found: Value = serde_json::from_str(&out).unwrap();
    let [game] = &found["games"].as_array().unwrap()[..] else { panic!("{out}") };
    assert_eq!((&game["code"], &game["differences"][0]["heap"]), (&"division".into(), &53.into()));
    assert_eq!(game["known"], Value::Null);
}

/// Lists as they stand in papers, programs and files give one answer.
#[test]
fn every_spelling_of_a_list() {
    let scratch = Scratch::new();
    let values = "1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2";
    let expected = scratch.octal(&format!("identify {values}")).quietly();
    assert!(expected.contains("0.137 (dawsons-chess): a(n) = G_0.137(n + 1)"), "{expected}");
    let commas = values.replace(' ', ",");
    for list in [
        commas.clone(),
        format!("[{}]", values.replace(' ', ", ")),
        format!("{{{}}}", values.replace(' ', ", ")),
        format!("({commas},)"),
        values.replace(' ', "\n"),
    ] {
        assert_eq!(scratch.run(&["identify", &list]).quietly(), expected, "{list}");
    }
    scratch.write("list.txt", values);
    assert_eq!(scratch.octal("identify list.txt").quietly(), expected);
    assert_eq!(scratch.octal_reading("identify -", &commas).quietly(), expected);
    // The indices of a file are those of the equation.
    let bfile = scratch.octal("values 0.137 --from 3 -n 40 --format bfile").quietly();
    let out = scratch.octal_reading("identify -", &bfile).quietly();
    assert!(out.starts_with("a(3), …, a(40): ") && out.contains(": a(n) = G_0.137(n)\n"), "{out}");
    let list = scratch.octal(&format!("identify {values} --values-from 1")).quietly();
    assert!(list.contains("0.137 (dawsons-chess): a(n) = G_0.137(n)\n"), "{list}");
}

/// A317367 is 0.124 but for two values.
#[test]
fn the_nearest_game() {
    let list = "0 2 1 3 0 1 1 3 0 2 3 3 2 2 3 4 2 4 0 4 2 5 3 2 2 3 3 2 0 3 1 1 0 3 1 2 0 3 1 2 0 1 \
                1 4 0 4 5 4 7 2 6 4 7 5 0 4";
    let out = octal(&format!("identify --values-from 4 {list}")).ended(1);
    let first = "a(4), …, a(59): no game has these values; the nearest 2 games differ in 2 values";
    assert_eq!(out.lines().next(), Some(first));
    assert!(out.contains("0.124: a(n) = G_0.124(n + 6)\n"), "{out}");
    assert!(out.contains("differences     a(21) = 4, but G(27) = 5; a(49) = "), "{out}");
}

#[test]
fn too_few_values_and_values_of_no_game() {
    let out = octal("identify 0 1 2 3").ended(1);
    assert!(out.starts_with("a(0), …, a(3): too few values: 4 values, and "), "{out}");
    assert!(
        out.contains(" games (") && out.contains(" codes) have them: give 8 or more\n"),
        "{out}"
    );
    assert!(out.contains("kayles"), "{out}");
    let out = octal("identify 900 901 902 903 904 905 906 907").ended(1);
    assert_eq!(out, "a(0), …, a(7): no game has these values, and none is near\n");
}

/// Codes that only two proved periods make equal are one game.
#[test]
fn codes_of_one_row_are_one_game() {
    let json = octal("identify 0 1 0 1 0 1 0 1 0 1 0 1 --format json").quietly();
    let found: Value = serde_json::from_str(&json).unwrap();
    let game = &found["games"][0];
    assert_eq!(game["name"], "she-loves-me-she-loves-me-not");
    assert!(game["equal"].as_array().unwrap().contains(&"0.7".into()), "{json}");
    let games = found["games"].as_array().unwrap();
    assert!(games.iter().skip(1).all(|game| game["code"] != "0.7"), "{json}");
}

#[test]
fn the_answer_in_json() {
    let json = octal("identify 0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 --format json").quietly();
    let found: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&found["exact"], &found["enough"], &found["first"]),
        (&true.into(), &true.into(), &0.into())
    );
    assert_eq!(found["games"].as_array().unwrap().len(), 1);
    let game = &found["games"][0];
    assert_eq!(
        (&game["code"], &game["name"], &game["shift"]),
        (&"0.07".into(), &"dawsons-kayles".into(), &0.into())
    );
    assert!(game["equal"].as_array().unwrap().contains(&"0.137 shift 1".into()), "{json}");
    assert_eq!(
        (&game["known"]["row"]["period"], &game["known"]["row"]["preperiod"]),
        (&34.into(), &53.into())
    );
    assert_eq!(found["codes"], game["equal"].as_array().unwrap().len() + 1);
    assert!(found["deciding"].as_u64().unwrap() <= 17);
}
