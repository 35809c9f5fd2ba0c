//! Grundy values of Dawson's Chess: the first ones, one far away by the proved period, and the heaps of value 0.
//!
//! ```text
//! G(0), …, G(19) = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]
//! G(10^15) = 2
//! heaps of value 0 up to 60: [0, 4, 8, 14, 20, 24, 28, 34, 38, 42, 54, 58]
//! ```

use octal_games::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: Game = "0.137".parse()?;
    println!("G(0), …, G(19) = {:?}", game.values(19)?);
    let far = game.value(10_u64.pow(15))?.ok_or("no period is proved")?;
    println!("G(10^15) = {far}");
    let values = game.values(60)?;
    let zeros: Vec<usize> = (0..values.len()).filter(|&n| values[n] == 0).collect();
    println!("heaps of value 0 up to 60: {zeros:?}");
    Ok(())
}
