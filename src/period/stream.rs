//! The values of a known sequence in order, as far as wanted: computed, then from the pattern.

use super::Period;
use super::known::Known;
use crate::grundy::GrundyError;

/// The least length of a chunk from the pattern, so that short periods stream fast.
const CHUNK: usize = 1 << 16;

/// Hands the values G(from..=to) of the game `shift` heaps larger than `known` to `sink`, in
/// chunks: 0 below heap `shift`, then what was computed, then what the proved period says.
///
/// O(to − from) time, O(period) memory.
///
/// # Errors
/// [`GrundyError::ValueTooLarge`] at the first heap that is not known or needs more than 16 bits;
/// any error of the sink.
pub fn stream<E: From<GrundyError>>(
    known: &Known,
    shift: u64,
    from: u64,
    to: u64,
    mut sink: impl FnMut(&[u16]) -> Result<(), E>,
) -> Result<(), E> {
    let zeros = [0; CHUNK];
    let mut n = from;
    while n < shift && n <= to {
        let count = (shift.min(to + 1) - n).min(CHUNK as u64);
        sink(&zeros[..count as usize])?;
        n += count;
    }
    if n > to {
        return Ok(());
    }
    let (mut n, to) = (n - shift, to - shift);
    let computed = known.values();
    if n < computed.len() as u64 {
        let end = computed.len().min(usize::try_from(to).unwrap_or(usize::MAX).saturating_add(1));
        sink(&computed[n as usize..end])?;
        n = end as u64;
    }
    let pattern = repeated_pattern(known);
    while n <= to {
        let beyond = |heap: u64| E::from(GrundyError::ValueTooLarge { heap: heap + shift });
        match (&pattern, known.finding.proved()) {
            (Some(pattern), Some(period)) => {
                let at = ((n - period.preperiod) % period.period) as usize;
                let count = (pattern.len() - at).min(usize::try_from(to - n + 1).unwrap_or(CHUNK));
                sink(&pattern[at..at + count])?;
                n += count as u64;
            }
            _ => {
                let value = known.value(n).and_then(|v| u16::try_from(v).ok());
                sink(&[value.ok_or_else(|| beyond(n))?])?;
                n += 1;
            }
        }
    }
    Ok(())
}

/// The largest of the values that [`stream`] hands out for these heaps; 0 if there are none.
///
/// O(computed heaps + p) time where a period is proved, so it is known before a billion values are
/// written.
///
/// # Errors
/// [`GrundyError::ValueTooLarge`] as in [`stream`].
pub fn largest(known: &Known, shift: u64, from: u64, to: u64) -> Result<u16, GrundyError> {
    // A whole period from here on has every value that follows it.
    let whole = |p: Period| from.max(p.preperiod + shift).saturating_add(p.period);
    let periodic = known.finding.proved().filter(|p| p.saltus == 0);
    let mut largest = 0;
    stream(known, shift, from, periodic.map_or(to, |p| to.min(whole(p))), |chunk| {
        largest = chunk.iter().copied().max().unwrap_or(0).max(largest);
        Ok::<(), GrundyError>(())
    })?;
    Ok(largest)
}

/// The values of one period, repeated until they make a long chunk; `None` without a proved
/// period, or if the values grow.
fn repeated_pattern(known: &Known) -> Option<Vec<u16>> {
    let period = known.finding.proved().filter(|p| p.saltus == 0)?;
    let start = period.preperiod as usize;
    let once = &known.values()[start..start + period.period as usize];
    Some(once.repeat(CHUNK.div_ceil(once.len())))
}
