//! What more cores would give, from how long serial work and tasks take.

use std::time::{Duration, Instant};

use octal::code::Code;
use octal::grundy::driver::Tuning;
use octal::grundy::superblocks::{self, Stages};
use octal::grundy::{Engine, GrundyError};

/// The names of the columns.
pub fn header(cores: u32) -> Vec<String> {
    vec![
        "serial".to_owned(),
        format!("times as fast by {cores} cores"),
        "with work beside it".to_owned(),
        "of each core".to_owned(),
    ]
}

/// The share of the work that is serial when this game is computed; how many times as fast `cores` cores
/// would be by Amdahl's law, and if the tasks beside serial work are done meanwhile; and the share of
/// each core's time that they would use then. An engine without stages counts as serial.
///
/// # Errors
/// [`GrundyError`] if the values cannot be computed.
pub fn cells(code: &Code, heaps: u64, cores: u32) -> Result<Vec<String>, GrundyError> {
    let (alone, stages) = timed(code, heaps)?;
    let [alone, serial, parallel] =
        [alone, stages.serial, stages.parallel].map(|time| time.as_secs_f64());
    let all = alone + serial + parallel;
    let share = (alone + serial) / all;
    let amdahl = 1.0 / (share + (1.0 - share) / f64::from(cores));
    let dealt = stages.by_cores(cores as usize).unwrap_or_default();
    let beside = all / (alone + dealt.as_secs_f64());
    Ok(vec![
        format!("{:.1}%", 100.0 * share),
        format!("{amdahl:.1}"),
        format!("{beside:.1}"),
        format!("{:.0}%", 100.0 * beside / f64::from(cores)),
    ])
}

/// The time in which nothing is dealt, when one thread is at work, and how long it took what is dealt.
fn timed(code: &Code, heaps: u64) -> Result<(Duration, Stages), GrundyError> {
    let superblocks = superblocks::Tuning { is_timed: true, ..superblocks::Tuning::DEFAULT };
    let mut engine = Engine::with(code, Tuning { superblocks, ..Tuning::DEFAULT });
    // On a thread of the pool, which then deals the tasks itself.
    rayon::scope(|_| {
        let begun = Instant::now();
        engine.extend(heaps)?;
        let stages = engine.stages();
        Ok((begun.elapsed().saturating_sub(stages.dealt), stages))
    })
}
