//! Certificates: what is written is accepted, and whatever is changed is refused, with the reason
//! and the heap or line.

mod arithmetic;
mod changes;
mod committed;
mod endless;
mod far_splits;
mod forms;
mod misere;

use octal::certificate::{Chain, ChainSnapshot, needed};
use octal::check::{CertificateFile, CheckResult, Established, Selection};
use octal::period::search::{Limits, search};
use octal::period::sequence::Known;

/// The known values of a code after a search to this heap.
pub fn known(code: &str, heaps: u64) -> Known {
    search(&code.parse().unwrap(), &Limits::heaps(heaps), &|_| true).unwrap()
}

/// Checks a file, every link.
fn check(file: &[u8]) -> CheckResult<Established> {
    let certificate = CertificateFile::read(file)?;
    let links = certificate.pick(Selection::All)?;
    certificate.check(&links, 2, &|_, _| true)
}

/// A text with the right last line.
pub fn signed(text: &str) -> Vec<u8> {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{text}end {hash:016x}\n").into_bytes()
}

/// The text of a file without its last line.
pub fn unsigned(file: &[u8]) -> String {
    let text = std::str::from_utf8(file).unwrap();
    text[..text.rfind("end ").unwrap()].to_owned()
}

/// The line of a snapshot.
fn snapshot(heap: u64, values: &[u16]) -> String {
    let values: String = values.iter().map(|v| format!(" {v}")).collect();
    format!("snapshot {heap}:{values}\n")
}

/// A chain with snapshots at these heaps and those that are needed, windows of the least length.
pub fn chain(known: &Known, heaps: &[u64]) -> Chain {
    let rho = known.rare_heaps().unwrap().last.unwrap_or(0);
    chain_of_windows(known, heaps, rho as usize + known.code.last_place().unwrap() + 1)
}

/// The same with windows of this length.
pub fn chain_of_windows(known: &Known, heaps: &[u64], window: usize) -> Chain {
    let period = known.finding.proved().unwrap();
    let value = |n: u64| known.value(n).unwrap() as u16;
    let (space, rho) = (known.rare.unwrap().space, known.rare_heaps().unwrap().last.unwrap_or(0));
    let mut heaps = heaps.to_vec();
    if !heaps.is_empty() {
        heaps.extend(needed(period));
        heaps.sort_unstable();
        heaps.dedup();
    }
    let values = |from: u64, count: u64| (from..from + count).map(value).collect::<Vec<u16>>();
    let snapshots =
        heaps.iter().map(|&heap| ChainSnapshot { heap, values: values(heap, window as u64) });
    Chain {
        code: known.code.clone(),
        period,
        space,
        rare: (1..=rho)
            .filter(|&r| space.is_rare(r as usize, value(r)))
            .map(|r| (r, value(r)))
            .collect(),
        window,
        reach: window.next_power_of_two().max(1 << 16),
        head: values(0, heaps.first().map_or(0, |first| first + window as u64)),
        snapshots: snapshots.collect(),
        far_splits: vec![],
    }
}
