//! The values of a sequence in memory: one byte each while all of them are below 256, else two.
//!
//! Nearly all games keep to small values, and the longest sequences are theirs. So the engines keep
//! [`Values`], and lend [`Slice`]s of them. A loop over millions of values takes the bytes or the
//! words once, by a function for any [`Value`].

use super::error::GrundyError;
use std::borrow::Cow;
use std::ops::{BitXor, Index, RangeBounds};

/// A stored Grundy value.
pub trait Value: Copy + Ord + BitXor<Output = Self> + Send + Sync + 'static {
    /// The value.
    fn get(self) -> u16;

    /// The stored form; `None` if the value does not fit.
    fn new(value: u16) -> Option<Self>;

    /// The stored form of a value that is known to fit.
    fn small(value: u16) -> Self;

    /// Some values of either width.
    fn slice(values: &[Self]) -> Slice<'_>;
}

impl Value for u8 {
    #[inline(always)]
    fn get(self) -> u16 {
        self.into()
    }

    #[inline(always)]
    fn new(value: u16) -> Option<u8> {
        value.try_into().ok()
    }

    #[inline(always)]
    fn small(value: u16) -> u8 {
        debug_assert!(value < 256);
        value as u8
    }

    fn slice(values: &[u8]) -> Slice<'_> {
        Slice::Bytes(values)
    }
}

impl Value for u16 {
    #[inline(always)]
    fn get(self) -> u16 {
        self
    }

    #[inline(always)]
    fn new(value: u16) -> Option<u16> {
        Some(value)
    }

    #[inline(always)]
    fn small(value: u16) -> u16 {
        value
    }

    fn slice(values: &[u16]) -> Slice<'_> {
        Slice::Words(values)
    }
}

/// The largest of some values; `None` if there are none. The compiler compares many at a time.
fn largest<E: Value>(values: &[E]) -> Option<E> {
    values.iter().copied().reduce(|a, b| if b > a { b } else { a })
}

/// The values G(0), G(1), … of a sequence: index n holds G(n).
///
/// ```
/// use octal_games::grundy::Engine;
/// let mut engine = Engine::new(&"0.77".parse()?);
/// engine.extend(4)?;
/// assert_eq!(engine.into_values().as_slice(), [0, 1, 2, 3, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All of them are below 256.
    Bytes(Vec<u8>),
    /// Any values.
    Words(Vec<u16>),
}

impl Values {
    /// The values, as a slice.
    pub fn as_slice(&self) -> Slice<'_> {
        match self {
            Values::Bytes(values) => Slice::Bytes(values),
            Values::Words(values) => Slice::Words(values),
        }
    }

    /// Forgets all values but the first `heaps`.
    #[doc(hidden)]
    pub fn truncate(&mut self, heaps: usize) {
        match self {
            Values::Bytes(values) => values.truncate(heaps),
            Values::Words(values) => values.truncate(heaps),
        }
    }

    /// Widens each value to two bytes, if it is not that wide; for a moment both forms are in
    /// memory.
    ///
    /// # Errors
    /// [`GrundyError::OutOfMemory`] if they do not fit into memory.
    #[doc(hidden)]
    pub fn widen(&mut self) -> Result<(), GrundyError> {
        if let Values::Bytes(bytes) = self {
            let mut words = vec![];
            let error = GrundyError::OutOfMemory { heap: bytes.len() as u64 };
            words.try_reserve_exact(bytes.len()).map_err(|_| error)?;
            words.extend(bytes.iter().map(|&v| u16::from(v)));
            *self = Values::Words(words);
        }
        Ok(())
    }

    /// Makes room for the values of the heaps up to `to`.
    ///
    /// # Errors
    /// [`GrundyError::OutOfMemory`] if they do not fit into memory.
    #[doc(hidden)]
    pub fn reserve(&mut self, to: u64) -> Result<(), GrundyError> {
        match self {
            Values::Bytes(values) => reserve(values, to),
            Values::Words(values) => reserve(values, to),
        }
    }

    /// Bytes of memory.
    #[doc(hidden)]
    pub fn memory(&self) -> u64 {
        match self {
            Values::Bytes(values) => values.capacity() as u64,
            Values::Words(values) => 2 * values.capacity() as u64,
        }
    }
}

/// Makes room for the values of the heaps up to `to`, and at least for a quarter more than there
/// are now.
///
/// Growing by a quarter instead of doubling keeps the memory claimed close to the memory used.
pub(super) fn reserve<T>(values: &mut Vec<T>, to: u64) -> Result<(), GrundyError> {
    let out_of_memory = || GrundyError::OutOfMemory { heap: to };
    let length = usize::try_from(to).map_err(|_| out_of_memory())?.saturating_add(1);
    let missing = length.saturating_sub(values.len());
    if values.capacity() - values.len() >= missing {
        return Ok(());
    }
    values.try_reserve_exact(missing.max(values.len() / 4)).map_err(|_| out_of_memory())
}

/// Successive values of a sequence; of a whole sequence, index n holds G(n).
///
/// ```
/// use octal_games::grundy::Slice;
/// let values = Slice::from(&[0, 1, 2, 3, 1, 4][..]);
/// assert_eq!((values[5], values.get(6), values.len()), (4, None, 6));
/// assert_eq!(values.range(2..4), [2, 3]);
/// assert_eq!(values, Slice::Bytes(&[0, 1, 2, 3, 1, 4]));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Slice<'a> {
    /// Values below 256.
    Bytes(&'a [u8]),
    /// Any values.
    Words(&'a [u16]),
}

/// The values that [`Index`] lends in the place of bytes.
static SMALL: [u16; 256] = {
    let mut values = [0; 256];
    let mut v = 0;
    while v < 256 {
        values[v] = v as u16;
        v += 1;
    }
    values
};

impl<'a> Slice<'a> {
    /// The number of values.
    pub const fn len(self) -> usize {
        match self {
            Slice::Bytes(values) => values.len(),
            Slice::Words(values) => values.len(),
        }
    }

    /// True if there are no values.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory that a value takes.
    #[doc(hidden)]
    pub const fn width(self) -> u64 {
        match self {
            Slice::Bytes(_) => 1,
            Slice::Words(_) => 2,
        }
    }

    /// Value number n, if there is one.
    pub fn get(self, n: usize) -> Option<u16> {
        match self {
            Slice::Bytes(values) => values.get(n).map(|&v| v.into()),
            Slice::Words(values) => values.get(n).copied(),
        }
    }

    /// Some of the values.
    ///
    /// # Panics
    /// If the range goes beyond the values.
    pub fn range(self, range: impl RangeBounds<usize>) -> Slice<'a> {
        let range = (range.start_bound().cloned(), range.end_bound().cloned());
        match self {
            Slice::Bytes(values) => Slice::Bytes(&values[range]),
            Slice::Words(values) => Slice::Words(&values[range]),
        }
    }

    /// The values in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = u16> + DoubleEndedIterator + Clone + 'a {
        (0..self.len()).map(move |n| self[n])
    }

    /// The values in order, `length` at a time, as slices of two bytes a value.
    #[doc(hidden)]
    pub fn chunks(self, length: usize) -> impl Iterator<Item = Cow<'a, [u16]>> {
        (0..self.len()).step_by(length).map(move |from| {
            match self.range(from..self.len().min(from + length)) {
                Slice::Words(values) => Cow::Borrowed(values),
                bytes => Cow::Owned(bytes.to_vec()),
            }
        })
    }

    /// The largest value; `None` if there are none. O(length), less than [`Slice::max`] takes.
    pub(super) fn largest(self) -> Option<u16> {
        match self {
            Slice::Bytes(values) => largest(values).map(Value::get),
            Slice::Words(values) => largest(values),
        }
    }

    /// The largest value and the first place that has it; `None` if there are no values.
    pub fn max(self) -> Option<(u16, usize)> {
        fn first<E: Value>(values: &[E]) -> Option<(u16, usize)> {
            // The piece that holds the heap is found first: a pass that also asked where the
            // largest value is would take several times as long.
            const PIECE: usize = 1 << 12;
            let largest_values = values.chunks(PIECE).zip(0..).map(|(p, i)| (largest(p), i));
            let (max, piece) = largest_values.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
            let (max, start) = (max?, piece * PIECE);
            let at = values[start..].iter().position(|&value| value == max)?;
            Some((max.get(), start + at))
        }
        match self {
            Slice::Bytes(values) => first(values),
            Slice::Words(values) => first(values),
        }
    }

    /// Two bytes each.
    pub fn to_vec(self) -> Vec<u16> {
        match self {
            Slice::Bytes(values) => values.iter().map(|&v| v.into()).collect(),
            Slice::Words(values) => values.to_vec(),
        }
    }
}

impl Index<usize> for Slice<'_> {
    type Output = u16;

    #[inline]
    fn index(&self, n: usize) -> &u16 {
        match self {
            Slice::Bytes(values) => &SMALL[usize::from(values[n])],
            Slice::Words(values) => &values[n],
        }
    }
}

impl<'a> From<&'a [u16]> for Slice<'a> {
    fn from(values: &'a [u16]) -> Slice<'a> {
        Slice::Words(values)
    }
}

impl PartialEq for Slice<'_> {
    fn eq(&self, other: &Slice<'_>) -> bool {
        match (self, other) {
            (Slice::Bytes(a), Slice::Bytes(b)) => a == b,
            (Slice::Words(a), Slice::Words(b)) => a == b,
            _ => self.iter().eq(other.iter()),
        }
    }
}

impl Eq for Slice<'_> {}

impl<V: AsRef<[u16]>> PartialEq<V> for Slice<'_> {
    fn eq(&self, other: &V) -> bool {
        *self == Slice::Words(other.as_ref())
    }
}
