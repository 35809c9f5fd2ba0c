//! The kernel for AVX-512: 64 heaps in a register.
#![allow(unsafe_code)]

mod groups;
mod planes;
mod register;

use super::vector::Job;

/// Exists only on CPUs that have all the instructions that `enable` names.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        let all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Avx512(()))
    }

    /// Runs a job, compiled for these instructions.
    pub(super) fn enable<J: Job>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
        fn enabled<J: Job>(vector: Avx512, job: J) -> J::Output {
            job.run(vector)
        }
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { enabled(self, job) }
    }
}

/// For each value below 64 a set, as planes.
type Table = [[u8; 64]; 8];

/// The set of the value alone.
const ONE: Table = {
    let mut table = [[0; 64]; 8];
    let mut number = 0;
    while number < 64 {
        table[number / 8][number] = 1 << (number % 8);
        number += 1;
    }
    table
};
