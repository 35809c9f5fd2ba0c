//! Errors of writing a certificate.

/// Errors of writing a certificate.
///
/// ```
/// use octal_games::{Game, certificate::CertificateError};
/// let open = "0.6".parse::<Game>()?.search().limit(1000).run()?;
/// assert_eq!(open.certificate(), Err(CertificateError::NotProved));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// Nothing is proved.
    #[error("no period is proved, so there is nothing to certify")]
    NotProved,
    /// The answer comes from a table or a search that has dropped its values.
    #[error("the answer has no values to certify: search the game again")]
    NoValues,
    /// A certificate is about a code, and the game is shifted.
    #[error("a certificate is about a code: search the code without the shift")]
    Shifted,
    /// Digits repeat for ever: there are no certificates of misère quotients of such codes.
    #[error("certificates are for finite codes: the digits of this one repeat for ever")]
    Infinite,
    /// The code has places by number.
    #[error("certificates are for codes of at most 64 places: this one has place {place}")]
    TooManyPlaces {
        /// The last place.
        place: usize,
    },
    /// The evidence of a code whose digits repeat for ever is too large.
    #[error(
        "the evidence is too large: a certificate of a code whose digits repeat for ever has at most 16384 values, \
         5900 if a move may leave two heaps, and 1250 if it may leave three"
    )]
    EndlessTooLarge,
    /// Neither form holds the evidence.
    #[error(
        "the evidence is too large: the plain form takes {values} values, and the chain form needs \
         an octal code with finitely many rare heaps"
    )]
    TooLarge {
        /// Values of the plain form.
        values: u64,
    },
    /// The chain form is about splits into two.
    #[error(
        "the chain form is for octal codes: no digit from 8 on, and none that repeats for ever"
    )]
    NotOctal,
    /// A state is longer than a link may look back.
    #[error(
        "the last rare heap is {rho}, and a link of the chain form looks back 1048576 heaps at most; without \
         links a checker keeps 2^30 values at most"
    )]
    RareTooFar {
        /// ρ.
        rho: u64,
    },
    /// The first link begins where too many values are needed before it.
    #[error(
        "the first snapshot is at heap {heap}, and a checker keeps 2^30 values before it at most"
    )]
    FirstTooFar {
        /// The snapshot.
        heap: u64,
    },
    /// A common heap has a witness only far back.
    #[error(
        "heap {heap} needs a split into two large parts, and a link of the chain form tries only those whose \
         larger part is in the window of a snapshot before the heap and whose other part is in the base"
    )]
    SplitTooFar {
        /// The heap.
        heap: u64,
    },
    /// A link that must begin at this heap finds no split for some value.
    #[error(
        "the window of heap {heap} is too short: a heap soon after it needs a split with a part \
         before the window"
    )]
    WindowTooShort {
        /// The snapshot.
        heap: u64,
    },
    /// A chain without links shows the heaps of its last period by splits with a larger part from
    /// n0 on.
    #[error(
        "a heap of the last period needs a split into two parts below heap {preperiod}, unless a checker keeps \
         more than 2^30 values"
    )]
    PartsTooSmall {
        /// n0.
        preperiod: u64,
    },
}
