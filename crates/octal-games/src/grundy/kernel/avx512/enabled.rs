//! Whether the CPU has the instructions, and code that is compiled for them.

use super::super::vector::Job;

/// Exists only on CPUs that have all the instructions that `enable` names.
#[derive(Clone, Copy, Debug)]
pub(in crate::grundy::kernel) struct Avx512(());

impl Avx512 {
    pub(in crate::grundy::kernel) fn detect() -> Option<Avx512> {
        let all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Avx512(()))
    }

    /// Runs a job, compiled for these instructions.
    pub(in crate::grundy::kernel) fn enable<J: Job>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn enabled<J: Job>(vector: Avx512, job: J) -> J::Output {
            job.run(vector)
        }
        // SAFETY: `self` exists, so the CPU has these instructions.
        unsafe { enabled(self, job) }
    }
}
