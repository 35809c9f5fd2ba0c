//! Standard form, first cousins, and equality proved by the rules.
//!
//! **Shift rule** `[GuySmith1956]`, `[WW]` chapter 4. If a lone token may not be taken (d1 has no
//! bit 1), heap 1 of C is as dead as no heap at all. Then heap n of C is heap n − 1 of another code
//! C′, its *first cousin*. A code whose d1 is odd is its own *standard form*; so is 0.0, which
//! allows no move.
//!
//! **Saturation.** A code may forbid a move to a value that another option has anyway. The rules
//! below show some of these moves to be idle. Adding all of them gives equal codes to many games
//! that look different. Equality is never guessed from values: 0.161 and 0.36 agree up to heap 518
//! and differ at 519.

use super::{Code, Digit, Game};

/// The code C′ with G_C(n) = G_C′(n − 1) for n ≥ 1: heap n of C is heap n − 1 of C′.
///
/// Proof. Take heap n = m + 1 of C, and call the heaps that remain a, b, … ≥ 1. In C′ they are
/// a − 1, b − 1, … ≥ 0, so each of them may be gone.
///
/// | move in C | what remains | in C′ | digit of C′ |
/// |---|---|---|---|
/// | bit 1 of d_k | n = k | m = k − 1 | 1 at place k − 1 |
/// | bit 2 of d_k | n − k = a | m − k = a − 1 | 3 at place k |
/// | bit 4 of d_k | n − k = a + b | m − (k+1) = (a−1) + (b−1) | 7 at place k + 1 |
/// | with `!` | also a ≠ b | not both gone, never equal | 6 with `!` at place k + 1 |
/// | bit 8 of d_k | n − k = a + b + c | m − (k+2) = (a−1) + (b−1) + (c−1) | 15 at place k + 2 |
///
/// The mark `!` speaks of two heaps that remain, not of three. Of a, b, 1 the first two may be
/// equal, so the 15 carries no mark. Several moves at one place are joined by [`Digit::union`].
///
/// `None` if d1 is odd (C is in standard form) or if C allows no move at all. Also `None` if C′
/// needs more than [`MAX_PLACE`](super::MAX_PLACE) places. Cost: O(places). Sources
/// `[GuySmith1956]`, `[WW]`.
///
/// ```
/// use octal_games::workspace::code::{Code, cousins::first_cousin};
/// let dawsons_kayles: Code = "0.07".parse()?;
/// assert_eq!(first_cousin(&dawsons_kayles), Some("0.137".parse()?));
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn first_cousin(code: &Code) -> Option<Code> {
    if code.digit(1).leaves_none() || allows_no_move(code) {
        return None;
    }
    // A digit of C′ looks back two places, so its repeat has begun two places later.
    let places = code.digits().len() + 2;
    let digits = (0..places).map(|k| cousin_digit(code, k));
    let repeat = (places..places + code.repeat().len()).map(|k| cousin_digit(code, k));
    Code::new(digits, repeat).ok()
}

/// True for 0.0 alone.
fn allows_no_move(code: &Code) -> bool {
    code.last_place() == Some(0) && code.digit(0) == Digit::ZERO
}

/// The code C′ with G_C(n) = G_C′(n − s) for n ≥ s, by s first cousins. Heap n of C is heap n − s
/// of C′, in misère play too.
///
/// # Errors
/// The largest s for which there is such a code, if it is smaller. The next heap of C then has a
/// move, or the next cousin needs more than [`MAX_PLACE`](super::MAX_PLACE) places.
///
/// ```
/// use octal_games::workspace::code::{Code, cousins::moved_down};
/// let treblecross: Code = "0.007".parse()?;
/// assert_eq!(moved_down(&treblecross, 2), Ok("0.11337".parse()?));
/// assert_eq!(moved_down(&treblecross, 3), Err(2));
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn moved_down(code: &Code, s: u64) -> Result<Code, u64> {
    let mut moved = code.clone();
    if allows_no_move(code) {
        return Ok(moved);
    }
    for done in 0..s {
        moved = first_cousin(&moved).ok_or(done)?;
    }
    Ok(moved)
}

/// Digit d′_k of the first cousin: the table of [`first_cousin`], read from its last column.
fn cousin_digit(code: &Code, k: usize) -> Digit {
    let back = |places: usize| k.checked_sub(places).map_or(Digit::ZERO, |j| code.digit(j));
    let mut digit = Digit::ZERO;
    if code.digit(k + 1).leaves_none() {
        digit = digit.union(Digit::new(1));
    }
    if code.digit(k).leaves_one() {
        digit = digit.union(Digit::new(3));
    }
    if back(1).leaves_two() {
        let two = if back(1).is_unequal() { Digit::new(6).unequal() } else { Digit::new(7) };
        digit = digit.union(two);
    }
    if back(2).leaves_three() {
        digit = digit.union(Digit::new(15));
    }
    digit
}

/// The standard form S and the shift s with G_C(n) = G_S(n − s) for n ≥ s, and 0 below.
///
/// First cousins are taken until d1 is odd. The process ends, as a bit 1 moves down one place each
/// time; but the number of places grows. If the next cousin would need more than
/// [`MAX_PLACE`](super::MAX_PLACE) places, the last cousin that fits is returned with its shift.
/// The equation holds for it too; only d1 is not odd. The code that allows no move is returned as
/// it is. Cost: O(places²). Sources `[GuySmith1956]`, `[WW]`.
///
/// ```
/// use octal_games::{Code, standard_form};
/// let treblecross: Code = "0.007".parse()?;
/// assert_eq!(standard_form(&treblecross), ("0.11337".parse()?, 2));
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn standard_form(code: &Code) -> (Code, u64) {
    let mut form = code.clone();
    let mut shift = 0;
    while let Some(cousin) = first_cousin(&form) {
        form = cousin;
        shift += 1;
    }
    (form, shift)
}

/// `Some(s)` if the rules prove G_a(n) = G_b(n − s) for all n, values below heap 0 taken as 0.
///
/// Both codes are brought to standard form and saturated up to the larger last place: every move
/// that changes no value is added. Equal codes then play the same game. `None` means that the rules decide nothing: the
/// games may be equal for reasons that need a proved period. Codes with a repeat are compared in
/// standard form only.
///
/// ```
/// use octal_games::{Code, same_by_rules};
/// let code = |text: &str| text.parse::<Code>();
/// assert_eq!(same_by_rules(&code("0.07")?, &code("0.4")?), Some(-1));
/// assert_eq!(same_by_rules(&code("0.161")?, &code("0.36")?), None);
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn same_by_rules(a: &Code, b: &Code) -> Option<i64> {
    let ((a, shift_a), (b, shift_b)) = (standard_form(a), standard_form(b));
    let places = a.last_place().max(b.last_place()).unwrap_or(0);
    let same = saturate(&a, places) == saturate(&b, places);
    // Shifts are at most a few dozen: each uses up a place.
    same.then(|| shift_a as i64 - shift_b as i64)
}

/// A key for grouping codes that the rules prove equal: saturated standard form, and shift.
///
/// If two keys have the same `code`, then G_a(n) = G_b(n − (shift_a − shift_b)) for all n. Use one
/// `places` for a whole family, at least the last place of every standard form in it. 2t + 1 is
/// enough for codes with last place t that leave at most two heaps. Keys then join at least the
/// codes that [`same_by_rules`] does. Fewer places are sound too, but may separate equal games.
/// Cost: that of [`saturate`].
///
/// ```
/// use octal_games::workspace::code::{Code, cousins::class_key};
/// let key = |text: &str| Ok::<_, octal_games::CodeError>(class_key(&text.parse()?, 12));
/// assert_eq!(key("0.4")?.code, key("0.423")?.code);
/// assert_eq!(key("0.4")?.code, key("0.07")?.code);
/// assert_eq!((key("0.4")?.shift, key("0.07")?.shift), (2, 1));
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn class_key(code: &Code, places: usize) -> Game {
    let (form, shift) = standard_form(code);
    Game { code: saturate(&form, places), shift }
}

/// The same game with every move added, at places up to `places`, that the rules show to be idle.
///
/// A move is *idle* if it changes no value: the five cases of Theorem 2a of
/// [`crate::theory::cousins`]. No value changes, so idle moves may be added one after the other,
/// all tested against the values of `code`.
///
/// Moves are added at the places up to `places`, at most [`MAX_PLACE`](super::MAX_PLACE), or up to
/// the last place of the code if that is larger. A code with a repeat, or with places beyond
/// [`MAX_PLACE`](super::MAX_PLACE), is returned as it is. The result does not depend on the order
/// of the steps: what is idle stays idle when more moves are allowed. Cost: about 2·places values
/// by the definition, O(places²) a splitting digit (O(places³) for three heaps).
///
/// ```
/// use octal_games::workspace::code::{Code, cousins::saturate};
/// assert_eq!(saturate(&"0.454".parse()?, 4).to_string(), "0.4773");
/// # Ok::<(), octal_games::CodeError>(())
/// ```
pub fn saturate(code: &Code, places: usize) -> Code {
    let Some(last) = code.last_place().filter(|&last| last <= super::MAX_PLACE) else {
        return code.clone();
    };
    let count = last.max(places.min(super::MAX_PLACE)) + 1;
    let values = first_values(code, 2 * count);
    let mut digits: Vec<Digit> = (0..count).map(|k| code.digit(k)).collect();
    loop {
        let before = digits.clone();
        for k in 0..count {
            digits[k] = digits[k].union(idle_moves(&digits, &values, k));
        }
        if digits == before {
            return Code::new(digits, []).unwrap_or_else(|_| code.clone());
        }
    }
}

/// The moves at place k that are idle, by the cases of Theorem 2a.
fn idle_moves(digits: &[Digit], values: &[u32], k: usize) -> Digit {
    let earlier = || digits[..k].iter().enumerate();
    let gone = k > 0 && values[k] != 0; // case 1
    let one = earlier().any(|(j, d)| {
        let spare = d.leaves_two() && values[k - j] == 0;
        let at_equal_parts = !d.is_unequal() || values[2 * k - j] != 0;
        (spare && at_equal_parts) // cases 2 and 4
            || (d.leaves_three() && (1..k - j).any(|a| values[a] == values[k - j - a])) // case 2
    });
    let two = earlier().any(|(j, d)| d.leaves_three() && values[k - j] == 0) // case 3
        || (digits[k].is_unequal() && equal_parts_idle(digits, values, k)); // case 5
    Digit::new(u8::from(gone) + 2 * u8::from(one) + 4 * u8::from(two))
}

/// Case 5: true if two equal parts may be allowed at place k.
fn equal_parts_idle(digits: &[Digit], values: &[u32], k: usize) -> bool {
    (k % 2..digits.len()).step_by(2).any(|j| {
        let equal_parts = digits[j].leaves_two() && !digits[j].is_unequal();
        equal_parts && (k + 2..j + 2).step_by(2).all(|n| values[n] != 0)
    })
}

/// G(0), …, G(count − 1) by the definition: codes are short here, so no engine is wanted.
fn first_values(code: &Code, count: usize) -> Vec<u32> {
    let mut values = vec![0; count];
    for n in 1..count {
        let mut options: Vec<u32> =
            (0..=n).flat_map(|k| move_values(&values, code.digit(k), n, k)).collect();
        options.sort_unstable();
        options.dedup();
        // The mex of a sorted list without repetition: the length of its beginning 0, 1, 2, ….
        values[n] = (0..).zip(&options).take_while(|(v, option)| v == *option).count() as u32;
    }
    values
}

/// The values of all options of heap n that digit d_k allows.
fn move_values(values: &[u32], digit: Digit, n: usize, k: usize) -> Vec<u32> {
    let left = n - k;
    let mut options = Vec::new();
    if digit.leaves_none() && left == 0 {
        options.push(0);
    }
    if digit.leaves_one() && left > 0 {
        options.push(values[left]);
    }
    if digit.leaves_two() {
        let pairs = (1..=left / 2).filter(|&a| !(digit.is_unequal() && 2 * a == left));
        options.extend(pairs.map(|a| values[a] ^ values[left - a]));
    }
    if digit.leaves_three() {
        for a in 1..=left / 3 {
            let rest = left - a;
            options.extend((a..=rest / 2).map(|b| values[a] ^ values[b] ^ values[rest - b]));
        }
    }
    options
}
