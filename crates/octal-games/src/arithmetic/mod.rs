//! Arithmetic periods: finitely many values and options that prove G(n + p) = G(n) + s for ever.
//!
//! [Theorem 11](crate::theory::arithmetic), whose words are used here: high and low parts, options
//! that rise, widen, or do both, threats.
//!
//! * [`heaps`] the claim, and the least base; the high and the low part of each value; two parts
//!   with the same high part
//! * `threats` options that might have the value of a later heap (A2)
//! * [`witness`] options of one heap, by value and kind
//! * [`evidence`] the depth at which enough options rise and widen (A3), and a witness for each
//!   value
//! * [`endless`] the same for codes whose digits repeat for ever: [Theorem
//!   12b](crate::theory::endless)
//!
//! Nothing here looks for a period: [`crate::period`] finds candidates and passes them on to be
//! proved.

pub mod endless;
pub mod evidence;
pub mod heaps;
mod threats;
pub mod witness;
