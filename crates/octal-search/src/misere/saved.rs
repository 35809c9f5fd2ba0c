//! A search that was stopped, as a text: the verified partial quotient, and the candidate for the next heap.
//!
//! ```text
//! octal misere search 1
//! code 0.07
//! stair 0 1 0 tame             heap, |Q|, |P|, of each stair of the standard form 0.137
//! …
//! quotient 638                 the lines of a certificate follow
//! generators 1 3 …
//! action 1: …
//! P: …
//! phi: …
//! candidate 1234               if there is one, and the same lines
//! …
//! sha256 …                     of all bytes before this line
//! ```

use crate::code::Code;
use crate::file::sha256_hex;
use octal_games::misere::certificate::lists;
use octal_games::misere::extend::{Partial, Stair};
use octal_games::misere::monoid::{Bits, Element, Monoid};
use octal_games::misere::quotient::Quotient;
use std::borrow::Cow;
use std::fmt::Write;

/// The first line. Another version has another number.
const FIRST: &str = "octal misere search 1";

/// What was saved.
#[derive(Debug)]
pub(super) struct SavedQuotient {
    /// The code that was asked about.
    pub code: Code,
    pub staircase: Vec<Stair>,
    pub quotient: Quotient,
    pub candidate: Option<Quotient>,
}

/// The text of a search.
pub(super) fn write(code: &Code, partial: &Partial) -> String {
    let mut text = format!("{FIRST}\ncode {code}\n");
    for Stair { heap, order, p_portion, is_tame } in partial.staircase() {
        let kind = if *is_tame { "tame" } else { "wild" };
        let _ = writeln!(text, "stair {heap} {order} {p_portion} {kind}");
    }
    let quotients = [("quotient", Some(partial.quotient())), ("candidate", partial.candidate())];
    for (name, quotient) in quotients {
        if let Some(quotient) = quotient {
            let _ = writeln!(text, "{name} {}", quotient.order());
            lists(&mut text, quotient, quotient.last_heap());
        }
    }
    let sum = sha256_hex(text.as_bytes());
    text + "sha256 " + &sum + "\n"
}

/// Reads what [`write`] wrote.
pub(super) fn read(text: &str) -> Result<SavedQuotient, String> {
    let first = text.lines().next().unwrap_or_default();
    if first != FIRST {
        let first: String = first.chars().take(40).collect();
        return Err(format!("its first line is `{first}`, where this program reads `{FIRST}`"));
    }
    let (body, sum) = text.rsplit_once("sha256 ").ok_or("it ends too early")?;
    if sum.strip_suffix('\n') != Some(&sha256_hex(body.as_bytes())) {
        return Err("it is damaged: its bytes do not have the SHA-256 at its end".to_owned());
    }
    parse(body).ok_or_else(|| "it is damaged: its lines are not those of a search".to_owned())
}

fn parse(body: &str) -> Option<SavedQuotient> {
    let mut lines = body.lines().skip(1).peekable();
    let code = lines.next()?.strip_prefix("code ")?.parse().ok()?;
    let mut staircase = vec![];
    while let Some(line) = lines.next_if(|line| line.starts_with("stair ")) {
        staircase.push(stair(line)?);
    }
    let quotient = quotient(&mut lines, "quotient")?;
    let ends_there = lines.peek().is_none();
    let candidate = if ends_there { None } else { Some(self::quotient(&mut lines, "candidate")?) };
    let fits = candidate.as_ref().is_none_or(|c| c.last_heap() == quotient.last_heap() + 1);
    let stairs_fit = staircase.first().is_some_and(|stair| stair.heap == 0)
        && staircase.last().is_some_and(|stair| stair.order == quotient.order());
    (fits && stairs_fit && lines.next().is_none()).then_some(SavedQuotient {
        code,
        staircase,
        quotient,
        candidate,
    })
}

fn stair(line: &str) -> Option<Stair> {
    let mut fields = line.split(' ').skip(1);
    let mut number = || fields.next()?.parse().ok();
    let (heap, order, p_portion) = (number()?, number()?, number()?);
    let is_tame = fields.next()? == "tame";
    Some(Stair { heap, order, p_portion, is_tame })
}

/// The lines of one quotient.
fn quotient<'t>(lines: &mut impl Iterator<Item = &'t str>, name: &str) -> Option<Quotient> {
    let order: usize = lines.next()?.strip_prefix(name)?.trim_start().parse().ok()?;
    let heaps: Vec<usize> = list(lines.next()?, "generators")?;
    let mut actions: Vec<(usize, Cow<'_, [Element]>)> = vec![];
    for heap in heaps {
        let action = elements(lines.next()?, &format!("action {heap}:"), order)?;
        actions.push((heap, Cow::Owned(action)));
    }
    let p = elements(lines.next()?, "P:", order)?;
    let phi = elements(lines.next()?, "phi:", order)?;
    let complete = actions.iter().all(|(_, action)| action.len() == order);
    if !complete || order == 0 || phi.is_empty() {
        return None;
    }
    let (monoid, number) = Monoid::generated(0, order, &actions);
    let as_numbered = number.iter().enumerate().all(|(old, &new)| old == new as usize);
    let mut p_portion = Bits::new(order);
    p.iter().for_each(|&x| p_portion.insert(x as usize));
    as_numbered.then(|| Quotient::new(monoid, p_portion, phi))
}

/// Numbers below the order.
fn elements(line: &str, name: &str, order: usize) -> Option<Vec<Element>> {
    let elements: Vec<Element> = list(line, name)?;
    elements.iter().all(|&x| (x as usize) < order).then_some(elements)
}

fn list<T: std::str::FromStr>(line: &str, name: &str) -> Option<Vec<T>> {
    line.strip_prefix(name)?.split_ascii_whitespace().map(|number| number.parse().ok()).collect()
}
