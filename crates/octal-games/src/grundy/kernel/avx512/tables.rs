//! The sets of single values, which planes and registers look up.

/// For each value below 64 a set, as planes.
pub(super) type Table = [[u8; 64]; 8];

/// The set of the value alone.
pub(super) const ONE: Table = {
    let mut table = [[0; 64]; 8];
    let mut number = 0;
    while number < 64 {
        table[number / 8][number] = 1 << (number % 8);
        number += 1;
    }
    table
};
