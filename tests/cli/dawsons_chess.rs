//! `octal dawsons-chess`.

use super::{Scratch, csv_rows, octal};

#[test]
fn a_board_at_the_beginning() {
    let expected = "ppppp/5/PPPPP w
3  p p p p p
2  . . . . .
1  P P P P P
   a b c d e
files a to e: heap 5 of 0.137, value 3
nim-sum 3: N-position, White to move wins with c2
";
    assert_eq!(octal("dawsons-chess 5").quietly(), expected);
    assert!(
        octal("dawsons-chess 8")
            .quietly()
            .ends_with("nim-sum 0: P-position, White to move loses\n")
    );
}

#[test]
fn an_exchange_is_played_out() {
    let out = octal("dawsons-chess 9 --play e2").quietly();
    assert!(out.starts_with("ppppppppp/4P4/PPPP1PPPP b\n"), "{out}");
    assert!(
        out.ends_with(
            "an exchange is open, so it is played out\nP-position, Black to move loses\n"
        )
    );
    let all = "dawsons-chess 9 --play e2 --play dxe2 --play fxe2 --play fxe2 --play dxe2";
    let out = octal(all).quietly();
    assert!(out.contains("files a to c: heap 3 of 0.137, value 2\nfiles g to i: heap 3"), "{out}");
    let board = out.lines().next().unwrap().to_owned();
    assert_eq!(Scratch::new().run(&["dawsons-chess", &board]).quietly(), out);
}

/// A pawn between two that are at home may be taken, so that a longer run of files is left than
/// there was.
#[test]
fn files_that_become_untouched() {
    let last = |board: &str| {
        let out = Scratch::new().run(&["dawsons-chess", "--misere", board]).quietly();
        out.lines().last().unwrap().to_owned()
    };
    assert_eq!(last("1pp/1pP/P1P w"), "misère play: P-position, White to move loses");
    let wins = "misère play: N-position, White to move wins with axb3 cxb3";
    assert_eq!(last("ppp/PpP/PPP w"), wins);
    assert_eq!(last("1p1p1p/ppp2p/P1P1PP b"), "misère play: P-position, Black to move loses");
}

#[test]
fn other_formats() {
    let rows = csv_rows(&octal("dawsons-chess 7 --format csv").quietly());
    assert_eq!((&*rows[0]["nim_sum"], &*rows[0]["winning_moves"]), ("1", "b2 d2 f2"));
    let json = octal("dawsons-chess 7 --format json").quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let moves = serde_json::json!([{"move": "b2"}, {"move": "d2"}, {"move": "f2"}]);
    assert_eq!(json["winning_moves"], moves);
    assert_eq!(json["runs"][0], serde_json::json!({"first_file": "a", "heap": 7, "grundy": 1}));
}

#[test]
fn polygons() {
    let out = octal("dawsons-chess --polygon 7").quietly();
    assert!(out.contains("any first move leaves 4 in a row, heap 4 of 0.137, value 0"), "{out}");
    assert!(out.ends_with("N-position, the first player wins, by any move\n"), "{out}");
    let rows = csv_rows(&octal("dawsons-chess --polygon 1e12 --format csv").quietly());
    assert_eq!((&*rows[0]["heap"], &*rows[0]["outcome"]), ("999999999997", "P"));
    let json = octal("dawsons-chess --polygon 3 --format json").quietly();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["heap"], &json["outcome"]), (&0.into(), &"N".into()));
}

#[test]
fn boards_that_are_none() {
    for (arguments, complaint) in [
        (&["0"][..], "the board has no files"),
        (&["-3"], "it may not be negative"),
        (&["eight"], "a board is written `pppp/4/PPPP w`"),
        (&["2e6"], "at most 1000000; `octal position dawsons-chess 2000000`"),
        (&["pp/2/PQ"], "column 7: found `Q`"),
        (&["pp/2/PP x"], "expected `w` or `b`"),
        (&["5", "--play", "e3"], "White cannot play `e3`: allowed are a2 b2 c2 d2 e2"),
        (&["5", "--play", "c2", "--play", "a2"], "Black cannot play `a2`: allowed are bxc2 dxc2"),
        (&["./P/p", "--play", "a2"], "White cannot play `a2`"),
        (&["--polygon", "2"], "a polygon has 3 vertices at least, not 2"),
        (&["--polygon", "7", "8"], "cannot be used with"),
        (&[], "POSITION"),
    ] {
        let err = Scratch::new().run(&[&["dawsons-chess"], arguments].concat()).refused();
        assert!(err.contains(complaint), "{arguments:?}: {err}");
    }
}

#[test]
fn misere_play() {
    let text = octal("dawsons-chess 3 --misere").quietly();
    let end =
        "files a to c: heap 3 of 0.137\nmisère play: N-position, White to move wins with a2 c2\n";
    assert!(text.ends_with(end), "{text}");
    let text = octal("dawsons-chess 1 --play a2 --misere").quietly();
    assert!(text.ends_with("N-position, Black cannot move, and has won\n"), "{text}");
    let json = octal("dawsons-chess 9 --play e2 --misere --format json").quietly();
    assert!(json.contains("\"misere\": true") && json.contains("\"runs\": null"), "{json}");
    let rows = csv_rows(&octal("dawsons-chess 2 --misere --format csv").quietly());
    assert_eq!((&*rows[0]["outcome"], &*rows[0]["winning_moves"]), ("P", ""));
    // Direct search: the quotient of 0.137 is infinite from heap 33 on.
    let text = octal("dawsons-chess 34 --misere").quietly();
    assert!(text.ends_with("misère play: P-position, White to move loses\n"), "{text}");
    let text = octal("dawsons-chess 70 --misere").quietly();
    assert!(text.contains("misère play: N-position, White to move wins with a2 "), "{text}");
    let far = octal("dawsons-chess 5000 --misere").refused();
    assert!(far.contains("direct search stopped after 0 sums at the limit of heaps"), "{far}");
    // The first move of a triangle is the last.
    let text = octal("dawsons-chess --polygon 3 --misere").quietly();
    assert!(text.ends_with("misère play: P-position, the first player loses\n"), "{text}");
    let rows = csv_rows(&octal("dawsons-chess --polygon 4 --misere --format csv").quietly());
    assert_eq!((&*rows[0]["heap"], &*rows[0]["outcome"]), ("1", "N"));
}
