//! Kernels: the vector operations of blocks and superblocks, for each instruction set.
//!
//! The algorithms are written once, in [`super::blocks`] and [`super::superblocks`], over three traits of
//! small operations on the packed values and sets of up to 64 heaps. A kernel implements them:
//!
//! | kernel | instruction sets |
//! |---|---|
//! | `scalar` | none: every CPU |
//! | `neon` | NEON, which every 64-bit ARM has |
//! | `simd128` | that of WebAssembly, if the program is compiled for it |
//! | `avx2` | AVX2, BMI1, BMI2, LZCNT, POPCNT |
//! | `avx512` | the same and AVX-512 F, BW, VL, VBMI, VBMI2 |
//!
//! The sparse engine and streams run plain loops as jobs of a kernel too, for the compiler to use its instructions.
//!
//! The kernel is chosen once, when it is first asked for: the widest that the CPU has, or the one
//! that the environment variable `OCTAL_KERNEL` names. All kernels give the same values.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
mod scalar;
mod vector;
#[cfg(any(
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod vector128;

pub(super) use vector::prefetch;
pub(super) use vector::{Job, Vector};

use crate::code::Excerpt;
use std::sync::OnceLock;

/// The environment variable that forces a kernel.
#[doc(hidden)]
pub const KERNEL_ENV: &str = "OCTAL_KERNEL";

/// An instruction set that the engines can use.
///
/// ```
/// use octal_games::grundy::kernel::Kernel;
/// let kernel = Kernel::chosen()?;
/// assert!(kernel.is_supported() && Kernel::ALL.contains(&kernel));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust.
    Scalar,
    /// 16 heaps in a register, on ARM.
    Neon,
    /// 16 heaps in a register, in WebAssembly.
    Simd128,
    /// 32 heaps in a register.
    Avx2,
    /// 64 heaps in a register.
    Avx512,
}

/// Why a kernel that was asked for by name cannot be used.
///
/// ```
/// use octal_games::grundy::kernel::KernelError;
/// let error = KernelError::Unsupported("avx512").to_string();
/// assert!(error.starts_with("this CPU cannot run the kernel avx512"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// There is no kernel of this name.
    #[error(
        "{KERNEL_ENV} is `{0}`, which is no kernel: set it to scalar, neon, simd128, avx2 or avx512, or unset it"
    )]
    Unknown(Excerpt),
    /// The CPU has not all the instructions that this kernel uses.
    #[error("this CPU cannot run the kernel {0} that {KERNEL_ENV} asks for: unset {KERNEL_ENV}")]
    Unsupported(&'static str),
}

impl Kernel {
    /// All kernels, the narrowest first.
    pub const ALL: [Kernel; 5] =
        [Kernel::Scalar, Kernel::Neon, Kernel::Simd128, Kernel::Avx2, Kernel::Avx512];

    /// The name that `OCTAL_KERNEL` knows.
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Scalar => "scalar",
            Kernel::Neon => "neon",
            Kernel::Simd128 => "simd128",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }

    /// Whether this CPU has the instructions.
    pub fn is_supported(self) -> bool {
        self.vectors().is_some()
    }

    /// The kernel of this name, or without a name the widest that the CPU has.
    ///
    /// # Errors
    /// [`KernelError`] if there is no such kernel, or if this CPU cannot run it.
    #[doc(hidden)]
    pub fn named(name: Option<&str>) -> Result<Kernel, KernelError> {
        let supported = || Kernel::ALL.into_iter().rev().find(|kernel| kernel.is_supported());
        let Some(name) = name else {
            return Ok(supported().unwrap_or(Kernel::Scalar));
        };
        let kernel = Kernel::ALL.into_iter().find(|kernel| kernel.name() == name);
        let kernel = kernel.ok_or_else(|| KernelError::Unknown(Excerpt::of(name)))?;
        if kernel.is_supported() {
            Ok(kernel)
        } else {
            Err(KernelError::Unsupported(kernel.name()))
        }
    }

    /// The kernel of this process: chosen at the first call.
    ///
    /// # Errors
    /// As [`Kernel::named`], with the name in `OCTAL_KERNEL`.
    pub fn chosen() -> Result<Kernel, KernelError> {
        static CHOSEN: OnceLock<Result<Kernel, KernelError>> = OnceLock::new();
        let chosen = CHOSEN.get_or_init(|| {
            // Empty is as good as unset.
            let name = std::env::var_os(KERNEL_ENV).filter(|name| !name.is_empty());
            Kernel::named(name.as_ref().map(|name| name.to_string_lossy()).as_deref())
        });
        chosen.clone()
    }

    /// The vectors of this kernel; `None` if the CPU lacks them.
    pub(super) fn vectors(self) -> Option<Vectors> {
        let vector = match self {
            Kernel::Scalar => Some(AnyVector::Scalar(scalar::Scalar)),
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Kernel::Neon => Some(AnyVector::Vector128(vector128::Vector128)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => Some(AnyVector::Vector128(vector128::Vector128)),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => avx2::Avx2::detect().map(AnyVector::Avx2),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => avx512::Avx512::detect().map(AnyVector::Avx512),
            _ => None,
        };
        vector.map(Vectors)
    }

    /// Runs a job with the vectors of this kernel; `None` if the CPU lacks them.
    pub(super) fn run<J: Job>(self, job: J) -> Option<J::Output> {
        self.vectors().map(|vectors| vectors.run(job))
    }
}

/// The vectors of a kernel. A value is the proof that the CPU has their instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vectors(AnyVector);

#[derive(Clone, Copy, Debug)]
enum AnyVector {
    Scalar(scalar::Scalar),
    #[cfg(any(
        all(target_arch = "aarch64", target_endian = "little"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))]
    Vector128(vector128::Vector128),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

impl Vectors {
    /// Runs a job, compiled for the instructions of these vectors.
    pub(super) fn run<J: Job>(self, job: J) -> J::Output {
        match self.0 {
            AnyVector::Scalar(vector) => job.run(vector),
            #[cfg(any(
                all(target_arch = "aarch64", target_endian = "little"),
                all(target_arch = "wasm32", target_feature = "simd128")
            ))]
            AnyVector::Vector128(vector) => job.run(vector),
            #[cfg(target_arch = "x86_64")]
            AnyVector::Avx2(vector) => vector.enable(job),
            #[cfg(target_arch = "x86_64")]
            AnyVector::Avx512(vector) => vector.enable(job),
        }
    }

    /// The most planes into which superblocks insert; where a set needs more, they insert heap by heap.
    pub(super) fn most_planes(self) -> usize {
        struct MostPlanes;
        impl Job for MostPlanes {
            type Output = usize;
            #[inline(always)]
            fn run<V: Vector>(self, _: V) -> usize {
                V::MOST_PLANES
            }
        }
        self.run(MostPlanes)
    }
}

/// The name of the kernel of this process, for reports.
///
/// # Errors
/// As [`Kernel::chosen`].
#[doc(hidden)]
pub fn name() -> Result<&'static str, KernelError> {
    Kernel::chosen().map(Kernel::name)
}
