//! The certificate of a period, checked by the crate `octal-check`, which shares nothing with the engines.
//!
//! ```text
//! octal certificate 2, 15 lines
//! proved: true
//! ```

use octal_check::Certificate;
use octal_games::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let answer = "0.07".parse::<Game>()?.period()?;
    let file = answer.certificate()?;
    let text = String::from_utf8(file.clone())?;
    let lines: Vec<&str> = text.lines().collect();
    println!("{}, {} lines", lines[0], lines.len());
    let established = Certificate::read(&file)?.check(&[], 1, &|_, _| true)?;
    println!("proved: {}", established.proved);
    Ok(())
}
