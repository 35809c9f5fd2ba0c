//! The choice of the kernel.

use octal::grundy::kernel::{self, Kernel, KernelError};

#[test]
fn the_kernel_can_be_forced() {
    for kernel in Kernel::ALL {
        let named = Kernel::named(Some(kernel.name()));
        if kernel.is_supported() {
            assert_eq!(named, Ok(kernel));
        } else {
            assert_eq!(named, Err(KernelError::Unsupported(kernel.name())));
        }
    }
    assert!(Kernel::Scalar.is_supported() && Kernel::named(None).is_ok());
    let complaint = |name| Kernel::named(Some(name)).unwrap_err().to_string();
    for (name, shown) in [("sse9", "sse9"), ("AVX2", "AVX2"), ("a\nb", "a\u{fffd}b")] {
        let right = "set it to scalar, neon, simd128, avx2 or avx512, or unset it";
        let said = format!("OCTAL_KERNEL is `{shown}`, which is no kernel: {right}");
        assert_eq!(complaint(name), said);
    }
    assert_eq!(
        KernelError::Unsupported("avx512").to_string(),
        "this CPU cannot run the kernel avx512 that OCTAL_KERNEL asks for: unset OCTAL_KERNEL"
    );
    let name = kernel::name().unwrap();
    assert!(Kernel::ALL.iter().any(|kernel| kernel.is_supported() && kernel.name() == name));
}
