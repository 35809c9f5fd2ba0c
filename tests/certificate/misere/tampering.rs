//! Each way to be wrong, and what is said of it.

use super::{check, t1, text, with};

/// The reason why a text is refused.
#[track_caller]
pub(super) fn refusal(text: &str) -> String {
    check(text).expect_err("a false certificate is accepted")
}

/// Holds what is said of changed texts against what should be.
#[track_caller]
pub(super) fn refused(text: &str, cases: &[(&str, &str, &str)]) {
    let said = cases.iter().map(|(old, new, _)| refusal(&with(text, old, new)));
    let others = said.zip(cases).filter(|(said, (_, _, reason))| !said.starts_with(reason));
    let others: Vec<_> = others.collect();
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn lines() {
    let cases = [
        ("certificate 1", "certificate 2", "line 1: `octal misere certificate 2` should be"),
        ("code 0.75", "code 0.75.", "line 2: `code 0.75.` should be `code`, digits such as"),
        ("code 0.75", "code 0.750", "line 2: the code should not end in 0, but for `.0`"),
        ("code 0.75", "code 3.75", "d0 should have neither bit 1 nor bit 2"),
        ("claim quotient", "claim whole", "line 3: `claim whole` should be `claim quotient` or"),
        ("claim quotient", "claim partial", "line 6: `preperiod 8` should be `heaps` and a"),
        ("order 8", "order 0", "line 4: `order 0` should be `order` and a number from 1 to 32768"),
        ("order 8", "order 32769", "line 4: `order 32769` should be `order` and a number from 1"),
        ("order 8", "order 08", "line 4: `order 08` should be"),
        ("order 8", "order 9", "line 10: `action 1: 1 0 3 2 5 4 7 6` should be `action 1:` and 9"),
        ("order 8", "order 7", "line 10: `action 1: 1 0 3 2 5 4 7 6` should be `action 1:` and 7"),
        ("p-portion 2", "p-portion 1", "line 13: `P: 1 4` should be `P:` and 1 elements"),
        ("p-portion 2", "p-portion 9", "line 5: `p-portion 9` should be `p-portion` and a number"),
        ("\nperiod 2", "\nperiod 0", "the period should be at least 1"),
        ("\nperiod 2", "\nperiod 281474976710656", "line 7: `period 281474976710656` should be"),
        ("heaps 21", "heaps 0", "line 8: `heaps 0` should be `heaps` and a number from 1 to"),
        ("heaps 21", "heaps 1000001", "line 8: `heaps 1000001` should be `heaps` and a number"),
        ("heaps 21", "heaps 22", "line 14: `phi: 0 1 2 1 2 6 2 6 2 5 2 5 2 5 2 5 2 5 2 5 2 5` sho"),
        ("generators 1 2 5", "generators 0 1 2", "line 9: `generators 0 1 2` should be `generator"),
        ("generators 1 2 5", "generators 1 5 2", "line 9: `generators 1 5 2` should be `generator"),
        ("generators 1 2 5", "generators 1 2 22", "line 9: `generators 1 2 22` should be"),
        ("generators 1 2 5", "generators 1 2 5 ", "line 9: `generators 1 2 5 ` should be"),
        ("action 2", "action 3", "line 11: `action 3: 2 3 4 5 2 3 3 2` should be `action 2:`"),
        ("action 1: 1 0", "action 1: 1  0", "line 10: `action 1: 1  0 3 2 5 4 7 6` should be"),
        ("action 1: 1 0", "action 1: 8 0", "line 10: `action 1: 8 0 3 2 5 4 7 6` should be"),
        ("action 1: 1 0", "action 1: 01 0", "line 10: `action 1: 01 0 3 2 5 4 7 6` should be"),
        ("P: 1 4", "P:1 4", "line 13: `P:1 4` should be `P:` and 2 elements"),
        ("P: 1 4", "P: 4 1", "line 13: the elements of P should ascend"),
        ("P: 1 4", "P: 1 1", "line 13: the elements of P should ascend"),
        ("P: 1 4", "P: 1 8", "line 13: `P: 1 8` should be `P:` and 2 elements, numbers below 8"),
        ("end\n", "end", "line 15: the file ends, here should be `end`"),
        ("end\n", "end\nmore", "line 16: here the file should end"),
        ("end\n", "", "line 15: the file ends, here should be `end`"),
        ("\n", "\r\n", "line 1: `octal misere certificate 1\\r` should be"),
    ];
    refused(&text("0.75"), &cases);
}

/// Lemma A, V3 and the numbers of the elements.
#[test]
fn the_monoid() {
    let cases = [
        ("action 1: 1 0 3 2", "action 1: 1 0 2 3", "element 0: 1 and 2: the order of the actions"),
        ("action 5: 6 7 3 2 5 4 4 5", "action 5: 6 7 3 2 4 5 4 5", "element 2: 2 and 5: the order"),
        ("action 5: 6 7", "action 5: 7 6", "element 0: 2 and 5: the order of the actions makes"),
        ("phi: 0 1", "phi: 0 2", "element 2: its number should be 1 (least words)"),
        ("2 6 2 6 2 5", "2 7 2 6 2 5", "element 7: its number should be 6 (least words)"),
        ("2 6 2 6 2 5", "2 5 2 6 2 5", "heap 5: smaller heaps generate its value 5: no generator"),
        ("phi: 0 1 2 1 2 6", "phi: 0 1 2 6 2 6", "heap 3: no smaller heaps generate its value 6"),
    ];
    refused(&text("0.75"), &cases);
    // The last generator left out, with all that it generates; its heaps in the same order.
    let fewer = with(&text("0.75"), "generators 1 2 5", "generators 1 2");
    let fewer = with(&fewer, "action 5: 6 7 3 2 5 4 4 5\n", "");
    assert_eq!(
        refusal(&fewer),
        "heap 5: no smaller heaps generate its value 6: it should be a generator"
    );
    let small: String = with(&fewer, " 2 6 2 6 2 ", " 2 5 2 5 2 ");
    assert_eq!(refusal(&small), "element 6: no position has this value (V3)");
    let other = t1("1 0", "1", "0 1 0 0").replace("action 1: 1 0", "action 1: 0 1");
    assert_eq!(refusal(&other), "heap 1: its action should take 0 to its value (V3)");
    // The same quotient with b² and ab² in the other order.
    let renamed = [
        ("1 0 3 2 5 4 7 6", "1 0 3 2 5 4 7 6"),
        ("action 2: 2 3 4 5 2 3 3 2", "action 2: 2 3 5 4 3 2 3 2"),
        ("action 5: 6 7 3 2 5 4 4 5", "action 5: 6 7 3 2 5 4 5 4"),
        ("P: 1 4", "P: 1 5"),
        ("2 6 2 6 2 5 2 5 2 5 2 5 2 5 2 5 2 5", "2 6 2 6 2 4 2 4 2 4 2 4 2 4 2 4 2 4"),
    ];
    let renamed = renamed.iter().fold(text("0.75"), |text, (old, new)| with(&text, old, new));
    assert_eq!(refusal(&renamed), "element 5: its number should be 4 (least words)");
}

/// Wrong sets P.
#[test]
fn the_p_portion() {
    let text = text("0.123");
    let p = |p: &str| {
        let line = text.lines().find(|line| line.starts_with("P:")).unwrap();
        let count = format!("p-portion {}", p.split(' ').count());
        refusal(&with(&with(&text, line, &format!("P: {p}")), "p-portion 5", &count))
    };
    let all: Vec<&str> =
        text.lines().find_map(|line| line.strip_prefix("P: ")).unwrap().split(' ').collect();
    for left_out in 0..5 {
        let mut fewer = all.clone();
        fewer.remove(left_out);
        let said = p(&fewer.join(" "));
        assert!(["(V1)", "(V2)", "(V4)"].iter().any(|v| said.ends_with(v)), "{said}");
    }
    for more in (1..20).map(|x: usize| x.to_string()).filter(|x| !all.contains(&x.as_str())) {
        let mut more_of: Vec<usize> = all.iter().map(|x| x.parse().unwrap()).collect();
        more_of.push(more.parse().unwrap());
        more_of.sort_unstable();
        let more_of: Vec<String> = more_of.iter().map(usize::to_string).collect();
        let said = p(&more_of.join(" "));
        assert!(["(V1)", "(V2)", "(V4)"].iter().any(|v| said.ends_with(v)), "{said}");
    }
    // Normal play has the identity in P.
    assert_eq!(refusal(&t1("1 0", "0", "0 1 0 0")), "element 0: the identity is not in P (V0)");
}

/// Larger than it should be, or smaller.
#[test]
fn unreduced_and_reduced_too_far() {
    // Right outcomes, but the parity of the number of pairs of heap 1 is kept as well.
    let unreduced = t1("1 2 3 0", "1 3", "0 1 0 0");
    assert_eq!(refusal(&unreduced), "elements 0 and 2: no context tells them apart (V4)");
    // All positions are one: nobody ever wins by moving.
    let trivial = "octal misere certificate 1\ncode 0.75\nclaim partial\norder 1\np-portion 0\n\
                   heaps 2\ngenerators\nP:\nphi: 0 0 0\nend\n";
    let none = "position 1: its value 0 is not in P, and no option is in P (V2)";
    assert_eq!(refusal(trivial), none);
    // A homomorphic image of T_2, the quotient of Nim with heaps up to 2.
    let image = "octal misere certificate 1\ncode 0.33\nclaim partial\norder 2\np-portion 1\n\
                 heaps 2\ngenerators 1\naction 1: 1 0\nP: 1\nphi: 0 1 0\nend\n";
    let said = "heap 2: its value is 0; beside 1 it and its option of value 0 are both in P (V1)";
    assert_eq!(refusal(image), said);
}

#[test]
fn heaps_without_a_move() {
    // In 0.01 heap 1 has no move, heap 2 can be taken whole.
    let right = "octal misere certificate 1\ncode 0.01\nclaim partial\norder 2\np-portion 1\n\
                 heaps 2\ngenerators 2\naction 2: 1 0\nP: 1\nphi: 0 0 1\nend\n";
    assert!(check(right).is_ok());
    let dead = right.replace("generators 2", "generators 1").replace("action 2", "action 1");
    let dead = dead.replace("phi: 0 0 1", "phi: 0 1 1");
    assert_eq!(refusal(&dead), "heap 1: without a move its value should be 0, not 1 (V0)");
    let empty = with(&text("0.75"), "phi: 0 1 2", "phi: 1 1 2");
    assert!(refusal(&empty).starts_with("heap 0: no smaller heaps generate its value 1"));
}

/// Theorem M.
#[test]
fn the_window() {
    let text = text("0.75");
    let cases = [
        (
            "\nperiod 2",
            "\nperiod 4",
            "this preperiod and period need the heaps up to 25 (Theorem M)",
        ),
        (
            "\nperiod 2",
            "\nperiod 1",
            "this preperiod and period need the heaps up to 19 (Theorem M)",
        ),
        ("preperiod 8", "preperiod 9", "this preperiod and period need the heaps up to 23"),
        ("preperiod 8", "preperiod 7", "this preperiod and period need the heaps up to 19"),
        ("preperiod 8", "preperiod 281474976710655", "this preperiod and period need the heaps"),
        ("code 0.75", "code 0.75!", "`claim quotient` is for codes without `!` (Theorem M)"),
        ("phi: 0 1 2 1 2 6 2 6 2 5", "phi: 0 1 2 1 2 6 2 6 5 2", "heap 8: its value is 5, a per"),
        ("5 2 5\nend", "5 2 2\nend", "heap 19: its value is 5, a period later it is 2 (Theorem M)"),
        ("5 2 5\nend", "5 2\nend", "line 14: `phi: 0 1 2 1 2 6 2 6 2 5"),
    ];
    refused(&text, &cases);
}

#[test]
fn periods_and_preperiods_that_are_not_least() {
    let text = text("0.75");
    // Claims with as many heaps as they need, their values right.
    let claim = |n0: usize, p: usize| {
        let last = 2 * n0.max(1) + 2 * p + 1;
        let value = |n: usize| [0, 1, 2, 1, 2, 6, 2, 6].get(n).copied().unwrap_or([2, 5][n % 2]);
        let phi: Vec<String> = (0..=last).map(|n| value(n).to_string()).collect();
        let start = &text[..text.find("phi").unwrap()];
        let claimed = with(start, "preperiod 8", &format!("preperiod {n0}"));
        let claimed = with(&claimed, "\nperiod 2", &format!("\nperiod {p}"));
        with(&claimed, "heaps 21", &format!("heaps {last}")) + "phi: " + &phi.join(" ") + "\nend\n"
    };
    assert!(check(&claim(8, 2)).is_ok());
    assert_eq!(refusal(&claim(8, 4)), "heap 8: the period is 2 or less");
    assert_eq!(refusal(&claim(8, 6)), "heap 8: the period is 2 or less");
    assert_eq!(refusal(&claim(8, 3)), "heap 8: its value is 2, a period later it is 5 (Theorem M)");
    let smaller = "heap 8: a period later its value is the same: the preperiod is smaller";
    assert_eq!(refusal(&claim(9, 2)), smaller);
    let longer = "heap 7: its value is 6, a period later it is 5 (Theorem M)";
    assert_eq!(refusal(&claim(7, 2)), longer);
}

/// Theorem K.
#[test]
fn the_kernel() {
    let text = text("0.77");
    let cases = [
        ("last-rogue 25", "last-rogue 26", "this last rogue needs the heaps up to 54 (Theorem K)"),
        ("last-rogue 25", "last-rogue 24", "this last rogue needs the heaps up to 50 (Theorem K)"),
        ("code 0.77", "code 0.11", "`claim kernel` is for codes where every large heap has a move"),
        ("code 0.77", "code 0.7", "this last rogue needs the heaps up to 51 (Theorem K)"),
        ("code 0.77", "code 0.777", "this last rogue needs the heaps up to 53 (Theorem K)"),
        ("claim kernel", "claim quotient", "line 6: `last-rogue 25` should be `preperiod` and"),
    ];
    refused(&text, &cases);
    let last = |f: u64, n: usize| {
        let phi = super::numbers(&text, "phi:");
        let phi: Vec<String> = phi[..=n].iter().map(usize::to_string).collect();
        let start = &text[..text.find("phi").unwrap()];
        let claimed = with(start, "last-rogue 25", &format!("last-rogue {f}"));
        with(&claimed, "heaps 52", &format!("heaps {n}")) + "phi: " + &phi.join(" ") + "\nend\n"
    };
    let outside = "heap 24: its value is in the kernel, so it is not the last rogue (K3)";
    assert_eq!(refusal(&last(24, 50)), outside);
    // Misère Nim with heaps 1 and 2 as 0.33: heaps 1, 4, 7, … have no value in the kernel.
    let nim = "octal misere certificate 1\ncode 0.33\nclaim kernel\norder 6\np-portion 2\n\
               last-rogue 1\nheaps 3\ngenerators 1 2\naction 1: 1 0 3 2 5 4\n\
               action 2: 2 3 4 5 2 3\nP: 1 4\nphi: 0 1 2 0\nend\n";
    let rogue = "heap 3: its value is not in the kernel, after the last rogue 1 (K3)";
    assert_eq!(refusal(nim), rogue);
    let wrong = with(nim, "phi: 0 1 2 0", "phi: 0 1 2 4");
    assert_eq!(
        refusal(&wrong),
        "heap 3: its value is 4; beside 0 it and its option of value 1 are both in P (V1)"
    );
    let other = with(nim, "phi: 0 1 2 0", "phi: 0 1 2 3");
    assert!(refusal(&other).starts_with("heap 3: "), "{}", refusal(&other));
}

/// A kernel that is not normal play: two heaps are one element and have two Grundy values, several
/// elements have one, or P has another element than the identity.
#[test]
fn the_homomorphism_to_grundy_values() {
    let phi = text("0.77").lines().find(|line| line.starts_with("phi")).unwrap().to_owned();
    let (rest, last) = phi.rsplit_once(' ').unwrap();
    for x in (0..40).filter(|x| x.to_string() != last) {
        let said = refusal(&with(&text("0.77"), &phi, &format!("{rest} {x}")));
        assert!(said.ends_with("(K2)") || said.ends_with("(K3)"), "{x}: {said}");
    }
    let unreduced = "octal misere certificate 1\ncode 0.3\nclaim kernel\norder 4\np-portion 2\n\
                     last-rogue 0\nheaps 1\ngenerators 1\naction 1: 1 2 3 0\nP: 1 3\nphi: 0 1\nend\n";
    let two = "elements 0 and 2: of one Grundy value, both in the kernel (K2)";
    assert_eq!(refusal(unreduced), two);
    // The right quotient of heaps 1 to 4. But two heaps 3 are no P-position.
    let right = "octal misere certificate 1\ncode 0.003\nclaim kernel\norder 2\np-portion 1\n\
                 last-rogue 0\nheaps 3\ngenerators 3\naction 3: 1 0\nP: 1\nphi: 0 0 0 1\nend\n";
    assert_eq!(refusal(right), "element 0: of the kernel P should have the identity alone (K1)");
    let partial = with(&with(right, "claim kernel", "claim partial"), "last-rogue 0\n", "");
    assert!(check(&partial).is_ok());
}

/// The quotient of 0.123 passes V0 to V4; its rogues never end.
#[test]
fn a_quotient_to_which_theorem_k_does_not_apply() {
    let right = text("0.123");
    let kernel = with(&right, "claim quotient", "claim kernel");
    let kernel = with(&kernel, "preperiod 5\nperiod 5", "last-rogue 4");
    let phi = super::numbers(&right, "phi:");
    let start = &kernel[..kernel.find("phi").unwrap()];
    for f in 3..5 {
        let n = 2 * f + 3;
        let phi: Vec<String> = phi[..=n].iter().map(usize::to_string).collect();
        let claimed = with(start, "last-rogue 4", &format!("last-rogue {f}"));
        let claimed = with(&claimed, "heaps 12", &format!("heaps {n}"));
        let said = refusal(&(claimed + "phi: " + &phi.join(" ") + "\nend\n"));
        assert!(
            ["(K1)", "(K2)", "(K3)", "(Theorem K)", "(V3)"].iter().any(|k| said.ends_with(k)),
            "{said}"
        );
    }
}

/// The quotient changes at a heap, or the game is another one.
#[test]
fn quotients_of_other_heaps() {
    // Of 0.75 to heap 4: T_2. Heap 5 has none of its values.
    let four = "octal misere certificate 1\ncode 0.75\nclaim partial\norder 6\np-portion 2\n\
                heaps 4\ngenerators 1 2\naction 1: 1 0 3 2 5 4\naction 2: 2 3 4 5 2 3\nP: 1 4\n\
                phi: 0 1 2 1 2\nend\n";
    assert!(check(four).is_ok());
    for x in 0..6 {
        let five = with(four, "heaps 4", "heaps 5");
        let said = refusal(&with(&five, "1 2\nend", &format!("1 2 {x}\nend")));
        assert!(said.ends_with("(V1)") || said.ends_with("(V2)"), "{said}");
    }
    let other = with(&text("0.123"), "code 0.123", "code 0.121");
    assert!(refusal(&other).ends_with("(V2)"), "{}", refusal(&other));
    let equal = with(&text("4u.0"), "code 4!.0", "code 4.0");
    assert!(refusal(&equal).starts_with("heap 2: "), "{}", refusal(&equal));
}

/// Kayles as if it were Nim: T_3 with the value of each heap that of the nim-heap of its Grundy
/// value. Heap 5 has Grundy value 4 and its genus is no nim-heap's.
#[test]
fn a_tame_quotient_for_a_wild_game() {
    let nim = "octal misere certificate 1\ncode 0.3333\nclaim quotient\norder 10\np-portion 2\n\
               preperiod 0\nperiod 5\nheaps 9\ngenerators 1 2 4\naction 1: 1 0 3 2 5 4 7 6 9 8\n\
               action 2: 2 3 4 5 2 3 8 9 6 7\naction 4: 6 7 8 9 6 7 4 5 2 3\nP: 1 4\n\
               phi: 0 1 2 3 6 0 1 2 3 6\nend\n";
    assert!(check(nim).unwrap().contains("|Q| = 10, |P| = 2"));
    let kayles = with(nim, "code 0.3333", "code 0.77");
    let kayles = with(&kayles, "claim quotient", "claim partial");
    let kayles = with(&kayles, "preperiod 0\nperiod 5\n", "");
    let kayles = with(&kayles, "generators 1 2 4", "generators 1 2 5");
    let kayles = with(&kayles, "action 4", "action 5");
    let kayles = with(&kayles, "phi: 0 1 2 3 6 0 1 2 3 6", "phi: 0 1 2 3 1 6 3 2 1 6");
    let said = refusal(&kayles);
    assert!(said.ends_with("(V1)") || said.ends_with("(V2)"), "{said}");
}
