//! The questions that a game answers by itself: values, period, limits, certificate, winning moves.

use std::sync::atomic::{AtomicU64, Ordering};

use octal::certificate::CertificateError;
use octal::check::Certificate;
use octal::period::obtain::ObtainError;
use octal::period::{Period, Status, StopReason};
use octal::position::sum::Position;
use octal::{Game, grundy};

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

/// Values of a code, of a shifted game and of a game whose values grow, as the definition gives
/// them.
#[test]
fn values() {
    for (text, shift) in [("0.77", 0), ("0.6 shift 1", 1), ("0.f6 shift 3", 3), ("0.[3]", 0)] {
        let game = game(text);
        let expected = grundy::naive::values(&game.code, 200);
        let values = game.values(200).unwrap();
        assert_eq!(values.len(), 201, "{text}");
        for (n, value) in values.into_iter().enumerate() {
            let expected = n.checked_sub(shift).map_or(0, |heap| u64::from(expected[heap]));
            assert_eq!(value, expected, "{text}, heap {n}");
            assert_eq!(game.value(n as u64).unwrap(), Some(expected), "{text}, heap {n}");
        }
    }
    // Nim: beyond 16 bits by the proved saltus.
    assert_eq!(game("nim").values(70_000).unwrap()[70_000], 70_000);
    let too_many = game("0.77").values(u64::MAX).unwrap_err();
    assert!(matches!(too_many, ObtainError::Grundy(_)), "{too_many}");
}

/// A shift moves the period; a certificate is about the code alone.
#[test]
fn a_shifted_game() {
    let answer = game("0.137 shift 5").period().unwrap();
    let period = Period { preperiod: 57, period: 34, saltus: 0 };
    assert_eq!((answer.code.as_str(), answer.proved()), ("0.137 shift 5", Some(period)));
    let exceptions: Vec<u64> = answer.exceptions().map(|exception| exception.n).collect();
    assert_eq!(answer.exceptions, Some(exceptions.len() as u64));
    assert_eq!(exceptions.last(), Some(&56));
    assert_eq!(answer.value(57 + 34 * 1000), answer.value(57));
    assert_eq!(answer.certificate(), Err(CertificateError::Shifted));
    let code = game("0.137").period().unwrap();
    let file = code.certificate().unwrap();
    assert!(Certificate::read(&file).unwrap().check(&[], 1, &|_, _| true).unwrap().proved);
    assert_eq!(code.without_values().certificate(), Err(CertificateError::NoValues));
}

/// Each limit ends a search, and the answer names it.
#[test]
fn limits() {
    let officers = game("officers");
    let by_heaps = officers.search().limit(5000).run().unwrap();
    assert_eq!((by_heaps.stop, by_heaps.verified_to), (Some(StopReason::Heaps(5000)), 5000));
    assert_eq!((by_heaps.status, by_heaps.proved()), (Status::Open, None));
    assert_eq!((by_heaps.value(5000).is_some(), by_heaps.value(5001)), (true, None));
    let by_work = officers.search().work(1_000_000).run().unwrap();
    assert_eq!(by_work.stop, Some(StopReason::Work(1_000_000)));
    let both = officers.search().work(1_000_000).limit(100).run().unwrap();
    assert_eq!(both.stop, Some(StopReason::Heaps(100)));
    let by_memory = officers.search().limit(1 << 40).memory(100_000).run().unwrap();
    assert_eq!(by_memory.stop, Some(StopReason::Memory(100_000)));
    let calls = AtomicU64::new(0);
    let search = officers.search().progress(|progress| {
        assert!(progress.share <= 1.0);
        calls.fetch_add(1, Ordering::Relaxed) < 3
    });
    assert_eq!(search.run().unwrap().stop, Some(StopReason::Interrupted));
    assert_eq!(calls.load(Ordering::Relaxed), 4);
}

/// The winning moves are those that leave nim-sum 0; a P-position has none.
#[test]
fn winning_moves() {
    let lost: Position = "kayles: 3 4 5 5 | 0.137: 9 2".parse().unwrap();
    assert_eq!(lost.winning_moves().unwrap(), []);
    let position: Position = "kayles: 3 4 5 | 0.137: 9 2".parse().unwrap();
    let moves = position.winning_moves().unwrap();
    assert!(!moves.is_empty());
    for (game, mv) in moves {
        let after = position.play(Some(&game), &mv).unwrap();
        assert_eq!(after.winning_moves().unwrap(), [], "{game}: {mv}");
    }
}

/// A misère quotient with the default limits.
#[test]
fn misere() {
    let solved = game("0.77").misere().quotient().unwrap();
    assert_eq!((solved.quotient.order(), solved.proof.is_some()), (40, true));
}
