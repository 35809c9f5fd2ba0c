//! From the text of a file to numbers in their ranges. What they mean is not decided here.

use super::super::read::{CertificateLines, digits, number, signed};
use super::{ArithmeticCertificate, CheckResult, Removal, demand};

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
    let values = values(&mut lines)?;
    let options = options(&mut lines, values.len().saturating_sub(period.saturating_mul(2)))?;
    demand(lines.text.is_empty(), format!("line {}: here the file should end", lines.number))?;
    Ok(ArithmeticCertificate { digits, preperiod, period, saltus, depth, values, options })
}

/// The values of the heaps from 0 on.
fn values(lines: &mut CertificateLines<'_>) -> CheckResult<Vec<u16>> {
    let mut values = vec![];
    for (heap, more) in lines.rows("from", usize::MAX)? {
        let next = values.len();
        demand(
            heap == next as u64,
            format!("heap {heap}: here should be the value of heap {next}"),
        )?;
        values.extend(more);
    }
    Ok(values)
}

/// The options of the heaps from `first` on.
fn options(lines: &mut CertificateLines<'_>, first: usize) -> CheckResult<Vec<Vec<Removal>>> {
    let mut all = vec![];
    while lines.text.starts_with("heap") {
        let heap = first + all.len();
        let right = format!("`heap {heap}:` and options such as 1:5+1+1");
        all.push(lines.next(&right, |line| {
            let options = line.strip_prefix(&format!("heap {heap}:"))?.split(' ');
            // There is nothing before the first space.
            let mut options = options.map(|option| (option, option_of(option)));
            options.next().filter(|(nothing, _)| nothing.is_empty())?;
            options.map(|(_, option)| option).collect::<Option<Vec<Removal>>>()
        })?);
    }
    Ok(all)
}

/// `k:a+b+c`, with at most three parts.
fn option_of(text: &str) -> Option<Removal> {
    let (place, parts) = text.split_once(':')?;
    let parts: Option<Vec<usize>> =
        parts.split('+').map(|part| Some(number(part)? as usize)).collect();
    let parts = parts.filter(|parts| parts.len() <= 3)?;
    Some(Removal { place: number(place)? as usize, parts })
}
