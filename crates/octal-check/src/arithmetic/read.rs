//! From the text of a file to numbers in their ranges. The meaning of the numbers is not decided
//! here.

use super::super::read::{CertificateLines, digits, extend, number, signed};
use super::{ArithmeticCertificate, CheckResult, Removal, VALUES, demand};

/// The numbers of a file.
pub(super) fn read(file: &[u8]) -> CheckResult<ArithmeticCertificate> {
    let mut lines = CertificateLines { text: signed(file)?, number: 1 };
    lines.one_of(&["octal arithmetic certificate 1"])?;
    let digits = lines.next("`code`, digits such as 0.8", digits)?;
    let mut numbers = [0; 4];
    for (place, word) in numbers.iter_mut().zip(["preperiod", "period", "saltus", "depth"]) {
        *place = lines.number(word)? as usize;
    }
    let [preperiod, period, saltus, depth] = numbers;
    let values = lines.values(VALUES)?;
    demand(values.len() <= VALUES, format!("there should be at most {VALUES} values"))?;
    let options = options(&mut lines, &values, period)?;
    demand(lines.text.is_empty(), format!("line {}: here the file should end", lines.number))?;
    Ok(ArithmeticCertificate { digits, preperiod, period, saltus, depth, values, options })
}

/// The options of the last 2p heaps, and of none beyond the last value.
fn options(
    lines: &mut CertificateLines<'_>,
    values: &[u16],
    period: usize,
) -> CheckResult<Vec<Vec<Removal>>> {
    let first = values.len().saturating_sub(period.saturating_mul(2));
    let mut all = vec![];
    while lines.text.starts_with("heap") {
        let heap = first + all.len();
        let right =
            format!("`heap {heap}:`, one of {} values, and options such as 1:5+1+1", values.len());
        all.push(lines.next(&right, |line| {
            let options = line.strip_prefix(&format!("heap {heap}:"))?.split(' ');
            // There is nothing before the first space.
            let mut options = options.map(|option| (option, option_of(option)));
            options.next().filter(|(nothing, _)| nothing.is_empty())?;
            // One option too many is enough to refuse the file.
            let most = usize::from(*values.get(heap)?) + 1;
            let mut list = vec![];
            extend(&mut list, options.take(most).map(|(_, option)| option))?;
            Some(list)
        })?);
    }
    Ok(all)
}

/// `k:a+b+c`, with at most three parts; all numbers below 2^16.
fn option_of(text: &str) -> Option<Removal> {
    let (place, parts) = text.split_once(':')?;
    let (mut left, mut heaps) = ([0; 3], 0);
    for part in parts.split('+') {
        *left.get_mut(heaps)? = number(part)?.try_into().ok()?;
        heaps += 1;
    }
    Some(Removal { place: number(place)?.try_into().ok()?, parts: left, heaps: heaps as u16 })
}
