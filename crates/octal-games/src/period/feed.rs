//! The values of a sequence in order, as far as wanted: computed, then from the pattern.

use std::borrow::Cow;

use super::Period;
use super::search::Progress;
use super::sequence::Known;
use crate::grundy::GrundyError;
use crate::grundy::values::Slice;

/// The approximate number of values of a chunk, for any length of the period: so short periods
/// stream fast too.
const CHUNK: usize = 1 << 16;

/// Passes the values G(from..=to) of the game with G(n) = G_known(n − shift) to `sink` in chunks.
/// The values are 0 below heap `shift`, then the computed values, then those of the proved period.
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
    sink: impl FnMut(&[u16]) -> Result<(), E>,
) -> Result<(), E> {
    Feed::new(shift, from, to).known(known, sink)
}

/// A [`stream`] in parts, for values that become known one after the other, with its progress.
///
/// ```
/// use octal_games::grundy::values::Slice;
/// use octal_games::workspace::period::feed::Feed;
/// let mut all: Vec<u16> = vec![];
/// let mut sink = |values: &[u16]| Ok::<(), ()>(all.extend(values));
/// // G(1..=6) of the game with G(n) = G_nim(n − 2).
/// let mut feed = Feed::new(2, 1, 6);
/// feed.computed(Slice::Bytes(&[0, 1]), &mut sink)?;
/// feed.computed(Slice::Bytes(&[0, 1, 2, 3, 4, 5]), &mut sink)?;
/// assert!(feed.is_done());
/// assert_eq!(all, [0, 0, 1, 2, 3, 4]);
/// # Ok::<(), ()>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Feed {
    /// The shift: heap n of the computed sequence is heap n + shift of the game.
    shift: u64,
    /// The next heap of the game.
    next: u64,
    /// The last heap of the game that is wanted.
    to: u64,
}

impl Feed {
    /// A feed of the values G(from..=to) of the game with this shift, none of them passed to a sink
    /// yet.
    pub const fn new(shift: u64, from: u64, to: u64) -> Feed {
        Feed { shift, next: from, to }
    }

    /// True if all values were passed to a sink.
    pub const fn is_done(&self) -> bool {
        self.next > self.to
    }

    /// The next heap.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// The next heap, as the computed sequence counts.
    pub(super) const fn heap(&self) -> u64 {
        self.next.saturating_sub(self.shift)
    }

    /// The last heap, as the computed sequence counts.
    pub(super) const fn last(&self) -> u64 {
        self.to.saturating_sub(self.shift)
    }

    /// The progress when `written` more values are written, in heaps of the computed sequence, as a
    /// search reports it. `reached` is the next heap to be computed, if any still is.
    pub fn progress(&self, written: u64, reached: Option<u64>) -> Progress {
        let next = (self.next + written).saturating_sub(self.shift);
        let limit = self.last();
        let done = reached.map_or(next, |reached| reached.min(next));
        let share = done as f64 / (limit as f64 + 1.0);
        Progress { heap: done.saturating_sub(1), limit, share, rare: None, largest: None }
    }

    /// Passes on those of the values G(0), G(1), … computed until now that are wanted and new.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn computed<E>(
        &mut self,
        values: Slice<'_>,
        sink: impl FnMut(&[u16]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.part(0, values, sink)
    }

    /// Passes on those of the values from heap `first` on that are wanted and new. The values of
    /// all heaps between these and the last were passed before.
    pub(super) fn part<E>(
        &mut self,
        first: u64,
        values: Slice<'_>,
        mut sink: impl FnMut(&[u16]) -> Result<(), E>,
    ) -> Result<(), E> {
        let zeros = [0; CHUNK];
        while !self.is_done() && self.next < self.shift {
            let count = (self.shift.min(self.to.saturating_add(1)) - self.next).min(CHUNK as u64);
            sink(&zeros[..count as usize])?;
            self.next += count;
        }
        let end = (first + values.len() as u64).min(self.last().saturating_add(1));
        if !self.is_done() && self.heap() < end {
            let new = (self.heap() - first) as usize..(end - first) as usize;
            for chunk in values.range(new).chunks(CHUNK) {
                sink(&chunk)?;
                self.next += chunk.len() as u64;
            }
        }
        Ok(())
    }

    /// Passes on all that is still wanted: the computed values, then the values by the proved
    /// period.
    ///
    /// # Errors
    /// Those of [`stream`].
    pub fn known<E: From<GrundyError>>(
        &mut self,
        known: &Known,
        mut sink: impl FnMut(&[u16]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut next = self.next;
        self.all(known, |chunk| match chunk {
            Chunk::Small(values) => {
                next += values.len() as u64;
                sink(values)
            }
            Chunk::Large(values) => {
                let small = values.iter().map_while(|&value| u16::try_from(value).ok());
                let small: Vec<u16> = small.collect();
                sink(&small)?;
                next += small.len() as u64;
                let beyond = || GrundyError::ValueTooLarge { heap: next };
                if small.len() == values.len() { Ok(()) } else { Err(beyond().into()) }
            }
        })
    }

    /// As [`Feed::known`], with values of 64 bits where a proved saltus makes them grow.
    ///
    /// # Errors
    /// [`GrundyError::ValueTooLarge`] at the first heap that is not known, or whose value needs
    /// more than 64 bits; any error of the sink.
    pub fn all<E: From<GrundyError>>(
        &mut self,
        known: &Known,
        mut sink: impl FnMut(Chunk<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.computed(known.values(), |values| sink(Chunk::Small(values)))?;
        let pattern = if self.is_done() { None } else { Pattern::of(known) };
        while !self.is_done() {
            let (n, left) = (self.heap(), self.last() - self.heap() + 1);
            let left = usize::try_from(left).unwrap_or(CHUNK);
            let count = match &pattern {
                Some(pattern) => {
                    let values = pattern.values(n);
                    let values = &values[..left.min(values.len())];
                    sink(Chunk::Small(values))?;
                    values.len()
                }
                None => {
                    let values = (n..n + left.min(CHUNK) as u64).map_while(|n| known.value(n));
                    let values: Vec<u64> = values.collect();
                    if values.is_empty() {
                        return Err(GrundyError::ValueTooLarge { heap: self.next }.into());
                    }
                    sink(Chunk::Large(&values))?;
                    values.len()
                }
            };
            self.next += count as u64;
        }
        Ok(())
    }
}

/// Some values, in the order of heaps.
#[derive(Clone, Copy, Debug)]
pub enum Chunk<'a> {
    /// They fit into 16 bits.
    Small(&'a [u16]),
    /// Some of them may not.
    Large(&'a [u64]),
}

impl Chunk<'_> {
    /// The number of values.
    pub const fn count(&self) -> usize {
        match self {
            Chunk::Small(values) => values.len(),
            Chunk::Large(values) => values.len(),
        }
    }

    /// The largest value; 0 if there are none.
    pub fn largest(&self) -> u64 {
        match self {
            Chunk::Small(values) => values.iter().copied().max().map_or(0, u64::from),
            Chunk::Large(values) => values.iter().copied().max().unwrap_or(0),
        }
    }
}

/// The largest of the values of these heaps; 0 if there are none.
///
/// O(computed heaps + p) time where a period is proved, so it is known before a billion values are
/// written.
///
/// # Errors
/// [`GrundyError::ValueTooLarge`] as in [`Feed::all`].
pub fn largest(known: &Known, shift: u64, from: u64, to: u64) -> Result<u64, GrundyError> {
    let mut largest = 0;
    for (from, to) in deciding(known, shift, from, to) {
        Feed::new(shift, from, to).all(known, |chunk| {
            largest = chunk.largest().max(largest);
            Ok::<(), GrundyError>(())
        })?;
    }
    Ok(largest)
}

/// Stretches from heap to heap that hold the largest value. If a period is proved, the stretches
/// are all heaps up to the end of the first whole period, which has every value that follows it. If
/// the values grow, the last period is added.
fn deciding(known: &Known, shift: u64, from: u64, to: u64) -> Vec<(u64, u64)> {
    let Some(p) = known.finding.proved() else { return vec![(from, to)] };
    let whole = from.max(p.preperiod + shift).saturating_add(p.period);
    let mut stretches = vec![(from, to.min(whole))];
    if p.saltus > 0 {
        stretches.push((from.max(to.saturating_sub(p.period)), to));
    }
    stretches
}

/// A proved period of a sequence whose values do not grow.
struct Pattern<'a> {
    period: Period,
    /// The values of one period.
    once: Slice<'a>,
    /// The same repeated until they make a chunk; none if a period is as long as a chunk.
    repeated: Vec<u16>,
}

impl<'a> Pattern<'a> {
    fn of(known: &'a Known) -> Option<Pattern<'a>> {
        let period = known.finding.proved().filter(|p| p.saltus == 0)?;
        let start = period.preperiod as usize;
        let once = known.values().range(start..start + period.period as usize);
        let repeated = match once.len() {
            0..CHUNK => once.to_vec().repeat(CHUNK.div_ceil(once.len())),
            _ => vec![],
        };
        Some(Pattern { period, once, repeated })
    }

    /// The values from heap n ≥ n0 on, some of them.
    fn values(&self, n: u64) -> Cow<'_, [u16]> {
        let at = ((n - self.period.preperiod) % self.period.period) as usize;
        match self.repeated.get(at..) {
            Some(values) if !values.is_empty() => values.into(),
            _ => self.once.range(at..self.once.len().min(at + CHUNK)).to_vec().into(),
        }
    }
}
