//! The winning moves of a sum: a heap of 5 and a heap of 9 in Kayles, and a heap of 7 in Dawson's Chess.
//!
//! ```text
//! 0.137: 7 → 4, which leaves 0 winning moves
//! 0.137: 7 → 2+2, which leaves 0 winning moves
//! ```

use octal_games::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "kayles: 5 9 | dawsons-chess: 7".parse()?;
    for (game, winning) in position.winning_moves()? {
        let after = position.play(Some(&game), &winning)?;
        let replies = after.winning_moves()?.len();
        println!("{game}: {winning}, which leaves {replies} winning moves");
    }
    Ok(())
}
