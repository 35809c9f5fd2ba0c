//! The proved period of Kayles with its exceptions, and a search of Officers that ends at its limit.
//!
//! ```text
//! 0.77 (kayles): period 12 from heap 71 on, proved (sparse window)
//! exceptions: [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
//! 0.6 (officers): open, no period proved up to heap 100000
//! ```

use octal_games::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let answer = "kayles".parse::<Game>()?.period()?;
    println!("{answer}");
    let exceptions: Vec<u64> = answer.exceptions().map(|exception| exception.n).collect();
    println!("exceptions: {exceptions:?}");
    let officers: Game = "officers".parse()?;
    let answer = officers.search().limit(100_000).memory(1 << 28).run()?;
    println!("{answer}");
    Ok(())
}
