//! Times as Slurm writes them.

/// The least time of a task in seconds. It is warned two minutes before the end, and needs some of the
/// time before to begin and to go on.
const LEAST: u64 = 300;

/// Reads how long a task may run: minutes, minutes:seconds, hours:minutes:seconds, or days, a minus sign,
/// and hours, hours:minutes or hours:minutes:seconds.
///
/// # Errors
/// A sentence that says what would be right.
pub fn limit(text: &str) -> Result<String, String> {
    match seconds(text) {
        None => Err("a time is written 4:00:00 or 2-00:00:00".into()),
        Some(seconds) if seconds < LEAST => Err(format!(
            "that is {seconds} seconds, and a task is warned two minutes before its end: from five minutes \
             (0:05:00) on"
        )),
        Some(_) => Ok(text.to_owned()),
    }
}

/// How many seconds a time has.
fn seconds(text: &str) -> Option<u64> {
    let number = |part: &str| {
        let is_number = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<u64>().ok().filter(|_| is_number)
    };
    let (days, clock) = match text.split_once('-') {
        Some((days, clock)) => (Some(number(days)?), clock),
        None => (None, text),
    };
    let parts: Vec<u64> = clock.split(':').map(number).collect::<Option<_>>()?;
    let [hours, minutes, seconds] = match (days, parts.as_slice()) {
        (_, &[hours, minutes, seconds]) => [hours, minutes, seconds],
        (Some(_), &[hours]) => [hours, 0, 0],
        (Some(_), &[hours, minutes]) => [hours, minutes, 0],
        (None, &[minutes]) => [0, minutes, 0],
        (None, &[minutes, seconds]) => [0, minutes, seconds],
        _ => return None,
    };
    let sixty = |larger: u64, smaller: u64| larger.checked_mul(60)?.checked_add(smaller);
    let hours = days.unwrap_or(0).checked_mul(24)?.checked_add(hours)?;
    sixty(sixty(hours, minutes)?, seconds)
}
