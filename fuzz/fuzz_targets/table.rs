//! A file is a sequence or an error.
#![no_main]

// The other targets need the rest of it.
#[allow(dead_code)]
#[path = "../../tests/hostile/entries.rs"]
mod entries;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    entries::table(bytes);
});
