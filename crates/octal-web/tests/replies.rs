//! Requests of the page and the replies to them.

use octal_web::reply;
use serde_json::{Value, json};

fn ask(request: &Value) -> Value {
    serde_json::from_str(&reply(&request.to_string())).unwrap()
}

fn ok(request: Value) -> Value {
    let mut reply = ask(&request);
    assert!(reply["error"].is_null(), "{request}: {reply}");
    reply["ok"].take()
}

fn error(request: Value) -> Value {
    let mut reply = ask(&request);
    assert!(reply["ok"].is_null(), "{request}: {reply}");
    reply["error"].take()
}

/// Searches to the end, and returns what is found.
fn search(game: &str, heaps: u64) -> Value {
    ok(json!({ "op": "search", "game": game, "heaps": heaps, "memory": 1 << 28 }));
    while ok(json!({ "op": "step" }))["ended"] == false {}
    ok(json!({ "op": "found" }))
}

#[test]
fn a_game_is_read_with_its_standard_form() {
    let game = ok(json!({ "op": "read", "text": "dawsons kayles" }));
    assert_eq!((&game["game"], &game["title"]), (&json!("0.07"), &json!("Dawson's Kayles")));
    assert_eq!(game["standard"], json!({ "code": "0.137", "shift": 1 }));
    let shifted = ok(json!({ "op": "read", "text": "0.6 shift 1" }));
    assert_eq!((&shifted["shift"], &shifted["standard"]["shift"]), (&json!(1), &json!(2)));
}

#[test]
fn a_wrong_text_is_refused_with_its_column_and_a_repair() {
    let missing = error(json!({ "op": "read", "text": "137" }));
    assert_eq!(missing["meant"], "0.137");
    let comma = error(json!({ "op": "read", "text": "0,137" }));
    assert_eq!((&comma["column"], &comma["meant"]), (&json!(2), &json!("0.137")));
    assert_eq!(error(json!({ "op": "read", "text": "{1,100}" }))["meant"], "S(1,100)");
    assert_eq!(error(json!({ "op": "read", "text": "0.1x7" }))["column"], 4);
    assert_eq!(error(json!({ "op": "read", "text": "kayels" }))["meant"], "kayles");
    assert!(error(json!({ "op": "dance" }))["message"].is_string());
    assert!(reply("{").contains("error"));
}

#[test]
fn values_of_a_shifted_game_begin_with_zeros() {
    let plain = ok(json!({ "op": "values", "game": "0.6", "to": 20 }));
    let shifted = ok(json!({ "op": "values", "game": "0.6 shift 2", "to": 22 }));
    assert_eq!(shifted["values"].as_array().unwrap()[2..], plain["values"].as_array().unwrap()[..]);
    assert_eq!(shifted["values"][1], 0);
    let all = ok(json!({ "op": "values", "game": "0.77 shift 9", "to": 4 }));
    assert_eq!(all["values"], json!([0, 0, 0, 0, 0]));
    error(json!({ "op": "values", "game": "0.6", "to": 1_u64 << 40 }));
}

#[test]
fn a_rule_has_values_or_a_column_or_a_reason() {
    let kayles = "n -> [a, n-1-a] for a in 0..n-1\nn -> [a, n-2-a] for a in 0..n-2";
    let by_rule = ok(json!({ "op": "rule", "text": kayles, "to": 50 }));
    let by_code = ok(json!({ "op": "values", "game": "0.77", "to": 50 }));
    assert_eq!(by_rule["values"], by_code["values"]);
    let board = "(r, c) -> [(i, c), (r-1-i, c)] for i in 0..r-1 if c > 0";
    let board = ok(json!({ "op": "rule", "text": board, "to": 3 }));
    assert_eq!((&board["arity"], board["values"].as_array().unwrap().len()), (&json!(2), 16));
    let corner = "(r, c) if r + c < 3; (r, c) -> (r-1, c) | (r, c-1)";
    let corner = ok(json!({ "op": "rule", "text": corner, "to": 2 }));
    assert_eq!(corner["values"], json!([0, 1, 0, 1, 0, null, 0, null, null]));
    let endless = ok(json!({ "op": "rule", "text": "n -> n", "to": 9 }));
    assert!(endless["reason"].as_str().unwrap().contains("play need not end"));
    assert!(error(json!({ "op": "rule", "text": "n -> n-", "to": 9 }))["column"].is_u64());
}

#[test]
fn a_period_is_proved_with_its_evidence_and_accepted_certificate() {
    let found = search("0.137", 1000);
    assert_eq!((&found["preperiod"], &found["period"]), (&json!(52), &json!(34)));
    let heaps: Vec<u64> =
        found["exceptions"].as_array().unwrap().iter().map(|e| e[0].as_u64().unwrap()).collect();
    assert_eq!(heaps, [0, 14, 16, 17, 31, 34, 51]);
    assert_eq!(found["max"], json!({ "value": 9, "at": 85 }));
    let proof = &found["proof"];
    assert_eq!(proof["window"], json!({ "from": 52, "to": 141, "equal": 89 }));
    assert_eq!(proof["lastNeeded"], 174);
    assert_eq!(proof["earlier"], json!({ "heap": 51, "value": 2, "after": 9 }));
    assert_eq!(proof["shorter"].as_array().unwrap().len(), 2);
    let far = ok(json!({ "op": "slice", "from": 34_000_051_u64, "to": 34_000_053_u64 }));
    let near = ok(json!({ "op": "slice", "from": 85, "to": 87 }));
    assert_eq!(far, near);

    let file = ok(json!({ "op": "certificate" }));
    assert_eq!(file["name"], "0.137.txt");
    let text = file["text"].as_str().unwrap();
    let checked = ok(json!({ "op": "check", "text": text, "work": 1_000_000_000 }));
    assert_eq!(checked["proved"], true);
    let long = ok(json!({ "op": "check", "text": text, "work": 1 }));
    assert!(long["cost"].as_u64().unwrap() > 1 && long["proved"].is_null());
    let wrong = text.replace("from 80: 2 4", "from 80: 2 5");
    assert_ne!(wrong, text);
    error(json!({ "op": "check", "text": wrong, "work": 1_000_000_000 }));
}

#[test]
fn results_are_those_of_the_game_asked_for() {
    let (plain, shifted) = (search("0.137", 1000), search("0.137 shift 5", 1000));
    assert_eq!(shifted["period"], plain["period"]);
    assert_eq!(shifted["preperiod"], plain["preperiod"].as_u64().unwrap() + 5);
    assert_eq!(shifted["max"]["at"], plain["max"]["at"].as_u64().unwrap() + 5);
}

#[test]
fn each_theorem_has_evidence() {
    let sparse = search("0.16", 300_000);
    assert_eq!(sparse["theorem"], "sparse window");
    for (game, theorem) in [("0.3f", "arithmetic window"), ("0.0[3]", "endless window")] {
        let found = search(game, 2000);
        assert_eq!(found["theorem"], theorem, "{game}");
        let window = &found["proof"]["window"];
        let heaps = window["to"].as_u64().unwrap() - window["from"].as_u64().unwrap();
        assert_eq!(window["equal"], heaps, "{game}");
    }
    let window = &sparse["proof"]["window"];
    assert_eq!(
        window["equal"].as_u64().unwrap(),
        window["to"].as_u64().unwrap() - window["from"].as_u64().unwrap()
    );
}

#[test]
fn an_open_search_continues_where_it_ended() {
    let first = search("0.6", 2000);
    assert_eq!((&first["status"], &first["stop"]), (&json!("open"), &json!("heaps")));
    ok(json!({ "op": "extend", "heaps": 5000, "memory": 1 << 28 }));
    while ok(json!({ "op": "step" }))["ended"] == false {}
    let longer = ok(json!({ "op": "found" }));
    assert_eq!(longer["verifiedTo"], 5000);
    assert_eq!(longer, search("0.6", 5000));
    error(json!({ "op": "certificate" }));
}

#[test]
fn a_search_within_little_memory_ends_soundly() {
    ok(json!({ "op": "search", "game": "0.6", "heaps": 100_000_000, "memory": 1 << 16 }));
    while ok(json!({ "op": "step" }))["ended"] == false {}
    assert_eq!(ok(json!({ "op": "found" }))["stop"], "memory");
}

#[test]
fn games_are_identified_by_their_values() {
    let games = json!(["0.07", "0.77", "0.6", "0.3f", "0.16 shift 2"]);
    let reply = |values: Value| ok(json!({ "op": "identify", "values": values, "games": games }));
    let find = |values: Value| reply(values)["matches"].clone();
    let kayles = reply(json!([1, 2, 3, 1, 4, 3, 2, 1]));
    assert_eq!(
        kayles,
        json!({ "compared": 5, "exact": true, "found": 1, "matches": [{ "game": "0.77", "from": 1,
            "next": [4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1], "wrong": [] }] })
    );
    // The values of 0.4 are those of 0.07 behind one more zero.
    let shifted = find(json!([0, 0, 0, 1, 1, 2, 0, 3, 1, 1]));
    assert_eq!((&shifted[0]["game"], &shifted[0]["from"]), (&json!("0.07"), &json!(-1)));
    let all = ok(json!({ "op": "values", "game": "0.16 shift 2", "to": 112 }))["values"].clone();
    let with_shift = find(json!(all.as_array().unwrap()[5..100]));
    assert_eq!(
        (&with_shift[0]["game"], &with_shift[0]["from"]),
        (&json!("0.16 shift 2"), &json!(5))
    );
    assert_eq!(with_shift[0]["next"], json!(all.as_array().unwrap()[100..112]));
    let slip = reply(json!([1, 2, 3, 1, 4, 3, 7, 1, 4, 2]));
    assert_eq!((&slip["exact"], &slip["matches"][0]["wrong"]), (&json!(false), &json!([[6, 2]])));
    assert_eq!(reply(json!([9, 9, 9, 9, 9, 9, 9, 9]))["found"], 0);
    error(json!({ "op": "identify", "values": [1, 2, 3, 1, 4, 3, 2], "games": games }));
}

#[test]
fn misere_outcomes_agree_with_a_search_of_all_positions() {
    // Kayles in misère play by the definition, on rows of pins.
    fn lost(pins: &[bool]) -> bool {
        let moves = (0..pins.len()).flat_map(|i| [1, 2].map(|k| (i, k)));
        let legal =
            moves.filter(|&(i, k)| i + k <= pins.len() && pins[i..i + k].iter().all(|&up| up));
        let mut any = false;
        for (i, k) in legal {
            any = true;
            let mut after = pins.to_vec();
            after[i..i + k].fill(false);
            if lost(&after) {
                return false;
            }
        }
        any
    }
    let positions: Vec<Vec<usize>> =
        (0..=4).flat_map(|a| (0..=4).map(move |b| vec![a, b])).collect();
    let reply = ok(json!({ "op": "misere_positions", "game": "0.77", "positions": positions }));
    for (i, heaps) in positions.iter().enumerate() {
        let rows: Vec<Vec<bool>> = heaps.iter().map(|&n| vec![true; n]).collect();
        let pins = rows.join(&false);
        assert_eq!(reply["lost"][i], lost(&pins), "{heaps:?}");
    }
    let quotient = ok(json!({ "op": "misere", "game": "0.75" }));
    assert_eq!(
        (&quotient["record"]["order"], &quotient["record"]["status"]),
        (&json!(8), &json!("proved"))
    );
}

#[test]
fn boards_are_solved_with_all_winning_moves() {
    let board = ok(json!({ "op": "treblecross", "board": ".....X.", "misere": false }));
    assert_eq!((&board["winning"], &board["threat"]), (&json!([1, 2, 3]), &json!(false)));
    error(json!({ "op": "treblecross", "board": ".XXX.", "misere": false }));
    let board = ok(json!({ "op": "treblecross", "board": "X.X.....", "misere": true }));
    assert_eq!(board["runs"][0]["text"], "X.....");
    assert_eq!((&board["runs"][0]["first"], &board["runs"][0]["cells"]), (&json!(3), &json!(6)));
    let long = ".".repeat(60);
    let refused = error(json!({ "op": "treblecross", "board": long, "misere": true }));
    assert!(refused["message"].as_str().unwrap().contains("about 28 cells"));
    let chess = ok(json!({ "op": "chess", "board": "ppppp/5/PPPPP w", "misere": false }));
    let wins: Vec<&Value> =
        chess["moves"].as_array().unwrap().iter().filter(|mv| mv["wins"] == true).collect();
    assert_eq!(wins.len(), 1);
    assert_eq!(wins[0]["name"], "c2");
    let misere = ok(json!({ "op": "chess", "board": "ppp/3/PPP w", "misere": true }));
    let wins: Vec<&Value> =
        misere["moves"].as_array().unwrap().iter().filter(|mv| mv["wins"] == true).collect();
    assert_eq!(
        wins.iter().map(|mv| mv["name"].as_str().unwrap()).collect::<Vec<_>>(),
        ["a2", "c2"]
    );
    error(json!({ "op": "chess", "board": "pp/3/PP w", "misere": false }));
}

#[test]
fn sums_of_boards_have_misere_outcomes() {
    let rule = "(r, c) -> [(i, c), (r-1-i, c)] for i in 0..r-1 if c > 0; \
                (r, c) -> [(r, j), (r, c-1-j)] for j in 0..c-1 if r > 0";
    let lost = |positions: Value| {
        ok(json!({ "op": "misere_boards", "rule": rule, "positions": positions }))["lost"].clone()
    };
    // Who makes the last move loses: a single cell is lost, two cells are won, so is the empty sum.
    assert_eq!(
        lost(json!([[[1, 1]], [[1, 1], [1, 1]], [], [[1, 2]]])),
        json!([true, false, false, false])
    );
    let fault = |positions: Value| {
        error(json!({ "op": "misere_boards", "rule": rule, "positions": positions }))
    };
    assert!(fault(json!([[[3]]]))["message"].as_str().unwrap().contains("as many numbers"));
    let large = fault(json!([[[10, 10], [9, 10], [10, 9], [9, 9], [8, 9]]]));
    assert!(large["message"].as_str().unwrap().contains("too large"), "{large}");
}
