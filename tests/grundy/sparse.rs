//! The sparse engine with a given space.

use octal::grundy::space::SparseSpace;
use octal::grundy::sparse::Sparse;

/// A space in which the position counts although splitting places have both parities would give
/// wrong values; so it is refused, as is a mask of nothing.
#[test]
fn unsound_spaces_are_refused() {
    let space = |mask, position_parity| SparseSpace { mask, position_parity, split_parity: 0 };
    let [mixed, even] = ["0.77", "0.106"].map(|text| text.parse().unwrap());
    assert!(Sparse::with_space(&mixed, space(0, false)).is_none());
    assert!(Sparse::with_space(&mixed, space(6, true)).is_none());
    assert!(Sparse::with_space(&even, space(6, true)).is_none(), "0.106 splits at place 3");
    assert!(Sparse::with_space(&mixed, space(6, false)).is_some());
}

/// The mask makes no difference to the values.
#[test]
fn any_mask_will_do() {
    let code = "0.106".parse().unwrap();
    let mut chosen = Sparse::new(&code).unwrap();
    chosen.extend(2000).unwrap();
    for (mask, position_parity) in [(1, false), (5, false), (30, true), (0xffff, true)] {
        let space = SparseSpace { mask, position_parity, split_parity: 1 };
        let mut given = Sparse::with_space(&code, space).unwrap();
        given.extend(2000).unwrap();
        assert_eq!((given.values(), given.rare().unwrap().space), (chosen.values(), space));
        assert!(given.counters().mask_changes == 0 && chosen.counters().mask_changes > 0);
    }
}
