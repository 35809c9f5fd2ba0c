//! The C interface: memory for a request, a call, and the memory of a reply.
//!
//! A reply lies behind its length in bytes, a little-endian `u32`. The caller frees both, the request
//! with its length and the reply with its length and four bytes more. The names are those of a module of
//! WebAssembly alone: in a native program `free` would replace that of the C library.

#![allow(unsafe_code, reason = "a C interface passes addresses")]

use std::alloc::{Layout, alloc as allocate, dealloc, handle_alloc_error};

/// The bytes before a reply.
const LENGTH_BYTES: usize = 4;

fn layout(length: usize) -> Layout {
    Layout::array::<u8>(length.max(1)).unwrap_or(Layout::new::<u8>())
}

/// Memory for `length` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let layout = layout(length);
    // SAFETY: the layout has at least one byte.
    let memory = unsafe { allocate(layout) };
    if memory.is_null() {
        handle_alloc_error(layout)
    }
    memory
}

/// Frees memory of [`alloc`] or of a reply.
///
/// # Safety
/// The memory is of [`alloc`] with this length, or a reply of [`call`] with its length and four more.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn free(memory: *mut u8, length: usize) {
    // SAFETY: the caller passes memory that was allocated with this layout.
    unsafe { dealloc(memory, layout(length)) }
}

/// Answers a request, and returns where the reply lies: its length, and then its bytes.
///
/// # Safety
/// `length` bytes may be read at `request`.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn call(request: *const u8, length: usize) -> *mut u8 {
    // SAFETY: the caller says so.
    let request = unsafe { std::slice::from_raw_parts(request, length) };
    let reply = crate::reply(&String::from_utf8_lossy(request)).into_bytes();
    let memory = alloc(reply.len() + LENGTH_BYTES);
    let count = u32::try_from(reply.len()).unwrap_or(u32::MAX).to_le_bytes();
    // SAFETY: the memory has room for the length and the bytes, and nobody else knows of it.
    let target = unsafe { std::slice::from_raw_parts_mut(memory, reply.len() + LENGTH_BYTES) };
    target[..LENGTH_BYTES].copy_from_slice(&count);
    target[LENGTH_BYTES..].copy_from_slice(&reply);
    memory
}
