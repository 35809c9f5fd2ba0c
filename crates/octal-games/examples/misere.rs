//! Kayles in misère play: its quotient, and the single heaps that the player to move loses.
//!
//! ```text
//! order 40, proved for all heaps: true
//! lost heaps up to 20: [1, 4, 9, 12, 20]
//! 3 + 4 + 5 is lost: false
//! ```

use octal_games::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let solved = "kayles".parse::<Game>()?.misere().quotient()?;
    let quotient = &solved.quotient;
    println!("order {}, proved for all heaps: {}", quotient.order(), solved.proof.is_some());
    let lost: Vec<usize> = (0..=20).filter(|&n| quotient.is_p_position(&[n])).collect();
    println!("lost heaps up to 20: {lost:?}");
    println!("3 + 4 + 5 is lost: {}", quotient.is_p_position(&[3, 4, 5]));
    Ok(())
}
