//! Positions whose answers are known, each by play to the end and by values of the definition.

use octal::code::Game;
use octal::grundy::naive;
use octal::position::options::Budget;
use octal::position::sum::Position;

use super::oracle::{Play, Sum};
use super::sums::{analysis, winning};

/// True if the player to move wins: by play, and by values of the definition. Both must agree with
/// the analysis, which must list the winning moves of play.
fn next_wins(game: &str, heaps: &[u64]) -> bool {
    let text: Vec<String> = heaps.iter().map(ToString::to_string).collect();
    let position: Position = format!("{game}: {}", text.join(" ")).parse().unwrap();
    let games: Vec<Game> = vec![game.parse().unwrap()];
    let sum: Sum = heaps.iter().map(|&heap| (0, heap)).collect();
    let mut play = Play::new(&games);
    let by_play = play.next_wins(&sum);
    let values = naive::values(&games[0].code, 20);
    let by_values = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
    assert_eq!(by_play, by_values != 0, "{position}");
    let solved =
        analysis(&position, Budget { work: u64::MAX, listed: u64::MAX, counting: u64::MAX });
    assert_eq!(solved.nim_sum, u64::from(by_values), "{position}");
    assert_eq!(winning(&solved), play.winning(&sum), "{position}");
    by_play
}

#[test]
fn kayles() {
    assert!(!next_wins("kayles", &[3, 4, 5, 2, 5]));
    assert!(next_wins("kayles", &[3, 2, 1, 5, 2, 5]));
    let position: Position = "kayles: 3 4 5 2 5".parse().unwrap();
    let next = position.play(None, &"4 → 2+1".parse().unwrap()).unwrap();
    let solved = analysis(&next, Budget { work: u64::MAX, listed: u64::MAX, counting: u64::MAX });
    let moves: Vec<String> = solved.winning().map(|(_, m)| m.to_string()).collect();
    assert!(moves.contains(&"3 → 1".to_owned()), "{moves:?}");
}

#[test]
fn dawsons_kayles() {
    assert!(next_wins("dawsons-kayles", &[12, 13, 14]));
    assert!(!next_wins("dawsons-kayles", &[8, 9, 10, 13]));
}

#[test]
fn grundys_game() {
    assert!(next_wins("grundys-game", &[10, 11, 12]));
    assert!(!next_wins("grundys-game", &[13, 14, 15]));
}

#[test]
fn laskers_nim() {
    assert!(next_wins("laskers-nim", &[7, 11, 15]));
    assert!(!next_wins("laskers-nim", &[1, 2, 4]));
}
