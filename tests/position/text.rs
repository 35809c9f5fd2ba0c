//! Positions and moves as text, and complaints that name the column.

use octal::position::parse::NamedMove;
use octal::position::sum::{LARGEST_HEAP, Move, Position};
use proptest::prelude::*;

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn spellings() {
    for (text, printed) in [
        ("0.77: 3 4 5 2 5", "0.77: 3 4 5 2 5"),
        ("  kayles 3,4 5+2  5 ", "0.77: 3 4 5 2 5"),
        ("Dawson's Chess: 9", "0.137: 9"),
        ("0.77: 3 4 | 0.137: 9 | nim: 2", "0.77: 3 4 | 0.137: 9 | 0.[3]: 2"),
        ("0.6 shift 1: 7 | couples: 8", "0.6 shift 1: 7 8"),
        ("S(1,2,3): 1_000 1e3 2^10 10^3", "0.333: 1000 1000 1024 1000"),
        ("4!.0: 0", "4!.0: 0"),
        ("nim: 2^53", "0.[3]: 9007199254740992"),
        ("kayles 10^6", "0.77: 1000000"),
        // The empty sum.
        ("kayles:", "0.77: 0"),
        ("kayles: | nim: 2", "0.77: 0 | 0.[3]: 2"),
    ] {
        assert_eq!(position(text).to_string(), printed);
    }
}

#[test]
fn complaints_about_positions() {
    for (text, complaint) in [
        ("", "column 1: a game and its heaps should stand here"),
        ("  ", "column 1: a game"),
        ("kayles", "column 7: no heap follows the game `kayles`"),
        ("kayles", "write `kayles: 3 4 5`, or `kayles:` for no heaps"),
        ("kayles: 3 |", "column 12: a game and its heaps should stand here"),
        (": 3", "column 1: a game and its heaps should stand here"),
        ("kayles: 3 | : 4", "column 12: a game and its heaps"),
        ("kayles: 3 | 0.8x: 4", "column 16: found `x`, expected a digit"),
        ("kayels: 3", "did you mean `kayles`?"),
        (
            "3 5 2",
            "column 1: the game of these heaps is missing: write `kayles: 3 5 2` or `0.77: 3 5 2`",
        ),
        ("kayles: 3 |  1 2", "column 14: the game of these heaps is missing: write `kayles: 1 2`"),
        (
            "kayles: 1 3×4",
            "column 11: found `3×4`, expected every heap by itself: three heaps of 4 are `4 4 4`",
        ),
        ("kayles: 3x4", "column 9: found `3x4`, expected every heap by itself"),
        ("kayles: 3 -4", "column 11: heap -4 is negative"),
        ("kayles: 3 x4", "column 11: found `x4`, expected the tokens of a heap"),
        ("kayles: 3\u{a0}é", "column 11: found `é`, expected the tokens"),
        ("kayles: 1.5", "column 9: found `1.5`, expected the tokens"),
        ("kayles: 9007199254740993", "column 9: heap 9007199254740993 is too large: at most 2^53"),
        ("kayles: 99999999999999999999999", "column 9: heap 9999999999999999999… is too large"),
        ("kayles: 1e999999999999", "is too large"),
        ("kayles: 2^", "column 9: found `2^`, expected the tokens"),
        ("kayles: - 3", "column 9: found `-`, expected the tokens"),
        ("0.6 shift 1 3", "column 5: found `shift`, expected the tokens"),
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.contains(complaint), "{text}: {error}");
    }
}

#[test]
fn moves() {
    for (text, printed) in [
        ("4 → 2+1", "4 → 2+1"),
        ("4->2 1", "4 → 2+1"),
        ("  4 -> 2 + 0 + 1 ", "4 → 2+1"),
        ("1 -> 0", "1 → 0"),
        ("1e3->999", "1000 → 999"),
    ] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), printed);
    }
    let named: NamedMove = "Dawson's Chess: 9 → 3+4".parse().unwrap();
    assert_eq!((named.game.unwrap().to_string(), named.mv.parts), ("0.137".to_owned(), vec![3, 4]));
}

#[test]
fn complaints_about_moves() {
    for (text, complaint) in [
        ("4", "column 2: `→` or `->` should stand"),
        ("4 ->", "column 5: what remains of the heap is missing: write `0`"),
        ("-> 2", "column 1: a move changes one heap"),
        ("4 5 -> 2", "column 1: a move changes one heap"),
        ("4 → -2", "column 5: heap -2 is negative"),
        ("4 → 2+x", "column 7: found `x`, expected the tokens"),
        ("0.8x: 4 → 2", "column 4: found `x`"),
        ("kayles: 4 → 2+x", "column 15: found `x`"),
    ] {
        let error = text.parse::<NamedMove>().unwrap_err().to_string();
        assert!(error.contains(complaint), "{text}: {error}");
    }
}

#[test]
fn moves_that_cannot_be_played() {
    for (start, mv, complaint) in [
        ("0.77: 3 4", "4 → 3+1", "0 tokens taken and two heaps left, but digit d0 of 0.77 is 0"),
        ("0.77: 3 4", "4 → 1", "3 tokens taken and one heap left, but digit d3 of 0.77 is 0"),
        ("0.77: 3 4", "4 → 1+1+1", "1 token taken and three heaps left, but digit d1 of 0.77 is 7"),
        ("0.77: 3 4", "4 → 1+1+1+1", "more than three heaps left"),
        ("0.77: 3 4", "4 → 5", "more remains than the 4 tokens of the heap"),
        ("0.77: 3 4", "4 → 2^53+2^53", "more remains than the 4 tokens"),
        ("0.77: 3 4", "5 → 4", "there is no heap 5 in `0.77: 3 4`"),
        ("0.77: 3 0", "0 → 0", "heap 0 has no moves"),
        ("0.77: 3 | 0.07: 3", "3 → 1", "heap 3 is there in `0.77` and in `0.07`: name the game"),
        ("0.77: 3 | 0.07: 3", "0.137: 3 → 1", "there is no heap 3 in `0.137`"),
        ("4!.0: 4", "4 → 2+2", "two heaps of one size left, but digit d0 of 4!.0 is 4!"),
        ("couples: 2", "2 → 1+1", "no heap left, but digit d1 of 0.6 is 6"),
        ("nim: 2^53", "2^53 → 2^53", "0 tokens taken and one heap left"),
    ] {
        let named: NamedMove = mv.parse().unwrap();
        let error = position(start).play(named.game.as_ref(), &named.mv).unwrap_err().to_string();
        assert!(error.contains(complaint), "{start}, {mv}: {error}");
    }
}

#[test]
fn what_remains_takes_the_place_of_the_heap() {
    for (start, mv, next) in [
        ("0.77: 3 4 5 2 5", "4 -> 2+1", "0.77: 3 2 1 5 2 5"),
        ("0.77: 1", "1 -> 0", "0.77: 0"),
        ("0.77: 3 | 0.07: 3", "0.07: 3 -> 1", "0.77: 3 | 0.07: 1"),
        ("0.77: 3 | 0.07: 4", "4 -> 1+1", "0.77: 3 | 0.07: 1 1"),
        ("couples: 7", "7 -> 6+1", "0.6 shift 1: 6"),
    ] {
        let named: NamedMove = mv.parse().unwrap();
        let played = position(start).play(named.game.as_ref(), &named.mv).unwrap();
        assert_eq!(played.to_string(), next);
        assert_eq!(position(&played.to_string()).to_string(), next);
    }
}

proptest! {
    #[test]
    fn printing_and_reading_give_the_same(
        heaps in prop::collection::vec(0..=LARGEST_HEAP, 1..6), other in 0..=LARGEST_HEAP,
    ) {
        let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let text = format!("0.77: {} | 4!.0: {other}", heaps.join(" "));
        prop_assert_eq!(position(&text).to_string(), text);
    }

    #[test]
    fn no_text_makes_a_panic(text in "[0-9. :|x→>+^e_-]{0,20}|.{0,12}") {
        let _ = text.parse::<Position>();
        let _ = text.parse::<NamedMove>();
        let _ = text.parse::<octal::position::dawson::board::ChessBoard>();
        let _ = text.parse::<octal::position::treblecross::board::Board>();
        let _ = octal::position::treblecross::contest::read(&text);
    }
}
