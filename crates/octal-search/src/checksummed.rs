//! The body of a record on its way to the file: counted and summed, so that the header can say so.

use std::io::{self, Write};

use crc32fast::Hasher;
use postcard::ser_flavors::Flavor;

/// Many pieces are a value each, and some are very long; this many bytes are passed on at once.
const AT_ONCE: usize = 1 << 16;

/// Passes bytes on, and keeps their number and their CRC-32.
pub(super) struct Checksummed<W> {
    to: W,
    /// Bytes that have not been passed on.
    waiting: Vec<u8>,
    length: u64,
    hasher: Hasher,
    /// Why the bytes could not be passed on: whoever serializes says only that they could not.
    failure: Option<io::Error>,
}

impl<W: Write> Checksummed<W> {
    pub(super) fn new(to: W) -> Checksummed<W> {
        let (waiting, hasher) = (Vec::with_capacity(AT_ONCE), Hasher::new());
        Checksummed { to, waiting, length: 0, hasher, failure: None }
    }

    /// The number of all bytes, and their CRC-32, once they are passed on.
    ///
    /// # Errors
    /// Why some could not be.
    pub(super) fn finish(mut self) -> io::Result<(u64, u32)> {
        let passed = self.pass_on();
        let passed = self.failure.map_or(passed, Err);
        passed.map(|()| (self.length, self.hasher.finalize()))
    }

    /// Passes on the bytes that wait.
    fn pass_on(&mut self) -> io::Result<()> {
        self.hasher.update(&self.waiting);
        self.length += self.waiting.len() as u64;
        let passed = self.to.write_all(&self.waiting);
        self.waiting.clear();
        passed
    }

    /// Has these bytes wait, at most [`AT_ONCE`], and passes on those before them if they are many. It keeps why it
    /// could not.
    #[inline]
    fn take(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        if self.waiting.len() + bytes.len() > AT_ONCE
            && let Err(error) = self.pass_on()
        {
            self.failure.get_or_insert(error);
            return Err(postcard::Error::SerializeBufferFull);
        }
        // A copy of one or two bytes takes longer by a call.
        match *bytes {
            [byte] => self.waiting.push(byte),
            [low, high] => self.waiting.extend([low, high]),
            _ => self.waiting.extend(bytes),
        }
        Ok(())
    }
}

impl<W: Write> Flavor for &mut Checksummed<W> {
    type Output = ();

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.take(&[byte])
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        bytes.chunks(AT_ONCE).try_for_each(|piece| self.take(piece))
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use postcard::serialize_with_flavor;

    /// A file in which there is room for this number of bytes.
    struct Small(usize);

    impl Write for Small {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let left = self.0.checked_sub(bytes.len());
            self.0 = left.ok_or_else(|| io::Error::new(io::ErrorKind::StorageFull, "no room"))?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn pieces_are_counted_and_summed() {
        let bytes: Vec<u8> = (0..300_000_u64).map(|i| ((i * i) >> 7) as u8).collect();
        for piece in [1, 3, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, bytes.len()] {
            let mut written = vec![];
            let mut checksummed = Checksummed::new(&mut written);
            for piece in bytes.chunks(piece) {
                (&mut checksummed).try_extend(piece).unwrap();
                assert!(checksummed.waiting.len() <= AT_ONCE);
            }
            let expected = (bytes.len() as u64, crc32fast::hash(&bytes));
            assert_eq!(checksummed.finish().unwrap(), expected);
            assert_eq!(written, bytes);
        }
    }

    #[test]
    fn the_first_failure_is_kept() {
        for (room, is_written) in [(100_000, false), (200_000, true)] {
            let mut checksummed = Checksummed::new(Small(room));
            let written = serialize_with_flavor(&vec![7_u8; 150_000], &mut checksummed).is_ok();
            let finished = checksummed.finish();
            assert_eq!((written, finished.is_ok()), (is_written, is_written));
            if let Err(error) = finished {
                assert_eq!(error.to_string(), "no room");
            }
        }
    }
}
