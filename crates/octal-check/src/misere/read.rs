//! From the text of a file to numbers in their ranges. The meaning of the numbers is not decided
//! here.

use super::super::read::{CertificateLines, digits, extend, number};
use super::infinite::Exchange;
use super::{CheckResult, Claim, HEAPS, MisereCertificate, ORDER, demand};

/// The numbers of a file.
pub(super) fn read(file: &[u8]) -> CheckResult<MisereCertificate> {
    let text = std::str::from_utf8(file).map_err(|_| "the file should be a text".to_owned())?;
    let mut lines = CertificateLines { text, number: 1 };
    lines.one_of(&["octal misere certificate 1"])?;
    let digits = lines.next("`code`, digits such as 0.137", digits)?;
    let claims = ["claim quotient", "claim kernel", "claim infinite", "claim partial"];
    let claim = lines.one_of(&claims)?;
    let order = bounded(&mut lines, "order", 1, ORDER)?;
    let p_portion = bounded(&mut lines, "p-portion", 0, order)?;
    let claim = match claim {
        0 => Claim::Quotient {
            preperiod: lines.number("preperiod")?,
            period: lines.number("period")?,
        },
        1 => Claim::Kernel { last_rogue: lines.number("last-rogue")? },
        2 => Claim::Infinite(exchange(&mut lines)?),
        _ => Claim::Partial,
    };
    let heaps = bounded(&mut lines, "heaps", 1, HEAPS)?;
    let generators = generators(&mut lines, heaps)?;
    let action = |g: &u64| elements(&mut lines, &format!("action {g}"), order, order);
    let actions = generators.iter().map(action).collect::<CheckResult<_>>()?;
    let p = elements(&mut lines, "P", p_portion, order)?;
    let ascend = p.is_sorted_by(|x, y| x < y);
    demand(ascend, format!("line {}: the elements of P should ascend", lines.number - 1))?;
    let phi = elements(&mut lines, "phi", heaps + 1, order)?;
    lines.one_of(&["end"])?;
    demand(lines.text.is_empty(), format!("line {}: here the file should end", lines.number))?;
    Ok(MisereCertificate { digits, claim, order: order as usize, generators, actions, p, phi })
}

/// A line of a word and a number in a range, both ends included.
fn bounded(lines: &mut CertificateLines<'_>, word: &str, from: u64, to: u64) -> CheckResult<u64> {
    let parse = |line: &str| number(line.strip_prefix(word)?.strip_prefix(' ')?);
    let right = format!("`{word}` and a number from {from} to {to}");
    lines.next(&right, |line| parse(line).filter(|n| (from..=to).contains(n)))
}

/// The letters of Theorem I.
fn exchange(lines: &mut CertificateLines<'_>) -> CheckResult<Exchange> {
    let mut letter = |name, from| bounded(lines, name, from, HEAPS);
    let (smaller, q, p, alpha) =
        (letter("c", 1)?, letter("q", 1)?, letter("p", 1)?, letter("alpha", 1)?);
    let (k1, k0, most) = (letter("K1", 1)?, letter("K0", 1)?, letter("B", 1)?);
    let numbers = (letter("a", 0)?, letter("b", 0)?);
    let right = format!("`v:` and at most {ORDER} heaps, ascending");
    let context = lines.next(&right, |line| {
        let heaps = list(line.strip_prefix("v:")?, HEAPS, ORDER)?;
        (heaps.is_sorted() && heaps.first() != Some(&0)).then_some(heaps)
    })?;
    Ok(Exchange { smaller, q, p, alpha, k1, k0, most, numbers, context })
}

/// The line of the generators.
fn generators(lines: &mut CertificateLines<'_>, heaps: u64) -> CheckResult<Vec<u64>> {
    let right = format!("`generators` and heaps from 1 to {heaps}, ascending");
    lines.next(&right, |line| {
        let heaps_of = list(line.strip_prefix("generators")?, heaps + 1, heaps)?;
        let ascend = heaps_of.first() != Some(&0) && heaps_of.is_sorted_by(|g, h| g < h);
        ascend.then_some(heaps_of)
    })
}

/// A line of a word, `:`, and this many elements.
fn elements(
    lines: &mut CertificateLines<'_>,
    word: &str,
    count: u64,
    order: u64,
) -> CheckResult<Vec<u16>> {
    let right = format!("`{word}:` and {count} elements, numbers below {order}");
    lines.next(&right, |line| {
        let elements = list(line.strip_prefix(word)?.strip_prefix(':')?, order, count)?;
        Some(elements).filter(|elements| elements.len() as u64 == count)
    })
}

/// At most this many numbers below a bound, a space before each.
fn list<T: TryFrom<u64>>(text: &str, below: u64, most: u64) -> Option<Vec<T>> {
    let mut items = text.split(' ');
    let begins_right = items.next() == Some("");
    let mut numbers = items.map(|item| number(item).filter(|&n| n < below)?.try_into().ok());
    let mut list = vec![];
    extend(&mut list, numbers.by_ref().take(most as usize))?;
    (begins_right && numbers.next().is_none()).then_some(list)
}
