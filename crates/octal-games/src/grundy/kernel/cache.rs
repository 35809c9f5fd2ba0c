//! The cache of the CPU, which every kernel uses alike.
#![allow(unsafe_code)]

/// Asks the CPU to bring the memory around these values into its cache, because it will be read soon; does
/// nothing where it cannot be asked.
#[inline(always)]
pub(in crate::grundy) fn prefetch<T, const N: usize>(values: [&T; N]) {
    for value in values {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every CPU of this kind has the instruction, and a prefetch reads nothing.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = value;
    }
}
