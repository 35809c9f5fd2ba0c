//! Both forms are written and accepted, and say what the search says.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use octal::certificate::{self, CertificateError, Chain, FarSplit};
use octal::check::{Certificate, CertificateFile, Selection, WorkLimit};
use octal::code::Code;
use octal::period::sequence::Known;
use octal::rules::Rules;
use octal::survey::class::octal_codes;

use super::{chain, chain_of_windows, check, known, signed, snapshot, unsigned};

/// Every period that a short search proves has a certificate that is accepted.
#[test]
fn what_is_proved_is_accepted() {
    let mut chains = 0;
    let mut plain = 0;
    for code in octal_codes(2).into_iter().step_by(3) {
        let known = known(&code.to_string(), 2000);
        let Ok(file) = certificate::write(&known) else { continue };
        let established = check(&file).unwrap_or_else(|e| panic!("{code}: {e}"));
        assert!(established.proved, "{code}: {established:?}");
        plain += 1;
        let period = known.finding.proved().unwrap();
        let rare = known.rare_heaps();
        if rare.is_some_and(|rare| period.preperiod > rare.last.unwrap_or(0)) {
            let file = chain(&known, &[]).write().unwrap();
            assert!(check(&file).unwrap().proved, "{code}");
            chains += 1;
        }
    }
    assert!(plain > 20 && chains > 10, "{plain} plain certificates, {chains} chains");
}

/// Codes with the mark `!` have chains, however few heaps they need.
#[test]
fn unequal_parts() {
    for (code, preperiod, period) in
        [("0.24!", 1, 2), ("0.35!", 21, 3), ("0.55!", 1, 1), ("0.56!", 572, 297), ("0.77!", 540, 4)]
    {
        let file = certificate::write(&known(code, 3000)).unwrap();
        assert!(unsigned(&file).contains("form chain\n"), "{code}");
        let established = check(&file).unwrap_or_else(|e| panic!("{code}: {e}"));
        let claim = format!("{code}: preperiod {preperiod}, period {period}, both least: every");
        assert!(established.proved && established.statement.starts_with(&claim), "{code}");
    }
    // Kayles with equal parts allowed is another game.
    let file = certificate::write(&known("0.77!", 3000)).unwrap();
    let said = check(&signed(&unsigned(&file).replace("0.77!", "0.77"))).unwrap_err();
    assert!(said.starts_with("heap ") && said.contains("the certificate says"), "{said}");
}

/// A link with a window of more than 2^16 heaps looks back as far as the next power of two. Its
/// beginning still holds the parts that its first heaps need.
#[test]
fn links_with_long_windows() {
    let known = known("0.16", 500_000);
    let heaps = [90_000, 170_000];
    for window in [1 << 16, (1 << 16) + 1, 80_000] {
        let file = chain_of_windows(&known, &heaps, window).write().unwrap();
        let lines = match window {
            0x10000 => format!("window {window}\nsnapshot "),
            _ => format!("window {window}\nreach 131072\nsnapshot "),
        };
        assert!(unsigned(&file).contains(&lines), "{window}");
        let established = check(&file).unwrap_or_else(|error| panic!("{window}: {error}"));
        assert!(established.statement.ends_with("every link checked: proved"), "{established:?}");
        // The last value of a window is compared, and the first heap after it is computed from it.
        let text = unsigned(&file);
        let snapshot = text.lines().find(|line| line.starts_with("snapshot 170000:")).unwrap();
        let changed = format!("{}9", &snapshot[..snapshot.len() - 1]);
        let said = check(&signed(&text.replace(snapshot, &changed))).unwrap_err();
        let last = 170_000 + window - 1;
        assert!(said.starts_with(&format!("heap {last}: ")), "{window}: {said}");
    }
}

/// Links of every length, small values and large ones.
#[test]
fn chains_with_links() {
    for (code, heaps, snapshots, values) in [
        ("0.156", 6000, &[500, 900, 901, 2000, 3600][..], 17..32),
        ("0.644", 6000, &[600, 2000, 3400], 64..256),
        ("0.45", 1200, &[300, 500, 517], 8..16),
        // A heap may be split without taking anything.
        ("4.344", 3000, &[300, 500, 900], 8..64),
        ("4.30446", 15_000, &[500, 2000, 3400], 64..256),
        ("0.45406", 250_000, &[5000, 30_000, 80_000], 256..512),
        // Rare values are those with an even count at heaps of one parity.
        ("0.37142", 26_000, &[2500, 2501, 5000, 12_000], 64..256),
    ] {
        let known = known(code, heaps);
        let chain = chain(&known, snapshots);
        let file = chain.write().unwrap();
        let certificate = Certificate::read(&file).unwrap();
        assert!(certificate.links() > 1, "{code}");
        let largest = largest_value(&chain);
        assert!(values.contains(&largest), "{code}: {largest}");
        let established = check(&file).unwrap_or_else(|e| panic!("{code}: {e}"));
        assert!(established.proved, "{code}");
        let all: Vec<usize> = (0..certificate.links()).collect();
        for jobs in [1, 3, 100] {
            let again = certificate.check(&all, jobs, &|_, _| true);
            assert_eq!(again, Ok(established.clone()));
        }
        // A link given several times is one link, and one that does not exist is none.
        let twice = certificate.check(&vec![0; all.len()], 1, &|_, _| true).unwrap();
        assert!(!twice.proved && twice.statement.contains("not proved: 1 of"), "{twice:?}");
        let none = certificate.check(&[all.len()], 1, &|_, _| true).unwrap();
        assert!(!none.proved, "{none:?}");
        // Links one by one prove nothing, but none of them has a fault.
        for link in all {
            let one = certificate.check(&[link], 1, &|_, _| true).unwrap();
            let links = format!("not proved: 1 of {} links checked", certificate.links());
            assert!(!one.proved && one.statement.contains(&links), "{one:?}");
        }
    }
}

fn largest_value(chain: &Chain) -> u16 {
    let windows = chain.snapshots.iter().flat_map(|snapshot| snapshot.values.iter().copied());
    windows.chain(chain.rare.iter().map(|rare| rare.1)).max().unwrap()
}

/// A snapshot soon after which a part from before it is needed is left out, and a file that has it
/// is refused.
#[test]
fn a_link_that_looks_too_far_back() {
    let known = known("0.356", 9000);
    let heaps: Vec<u64> = (100..7000).step_by(23).collect();
    let chain = chain(&known, &heaps);
    let text = unsigned(&chain.write().unwrap());
    let kept = |heap: &u64| text.contains(&format!("\nsnapshot {heap}:"));
    assert!(check(&signed(&text)).unwrap().proved);
    let left_out: Vec<u64> = heaps.iter().copied().filter(|heap| !kept(heap)).collect();
    assert!((1..100).contains(&left_out.len()), "{left_out:?}");
    for heap in left_out {
        let window: Vec<u16> =
            (heap..heap + chain.window as u64).map(|n| known.value(n).unwrap() as u16).collect();
        let heaps = chain.snapshots.iter().map(|snapshot| snapshot.heap);
        let next = heaps.filter(|next| *next > heap && kept(next)).min().unwrap();
        let next = format!("snapshot {next}:");
        let mut more = text.replace(&next, &format!("{}{next}", snapshot(heap, &window)));
        // Another window before it may have the part: the base alone has not.
        for other in chain.snapshots.iter().skip(1).filter(|other| other.heap < heap) {
            more = more.replace(&snapshot(other.heap, &other.values), "");
        }
        let said = check(&signed(&more)).unwrap_err();
        assert!(said.contains("no move is found that shows the rare value"), "{heap}: {said}");
    }
}

/// The rare values at heap n that a link from heap s shows by no split of its own heaps. With each,
/// a split with a larger part among these heaps that shows it.
fn far_splits(known: &Known, chain: &Chain, n: u64, s: u64, larger: Range<u64>) -> Vec<FarSplit> {
    let value = |n: u64| known.value(n).unwrap() as u16;
    let (base, rules) = (chain.head.len() as u64, Rules::of(&known.code).unwrap());
    let larger_part = |v: u16, parts: Range<u64>| {
        let rests = rules.splits.iter().map(|split| n - split.k as u64);
        let mut splits =
            rests.flat_map(|rest| parts.clone().map(move |b| (rest.saturating_sub(b), b)));
        let shows =
            |&(a, b): &(u64, u64)| (1..base.min(b + 1)).contains(&a) && value(a) ^ value(b) == v;
        splits.find(shows).map(|(_, b)| b)
    };
    let is_single = |v: u16| rules.singles.iter().any(|&k| value(n - k as u64) == v);
    let rare = (0..value(n)).filter(|&v| chain.space.is_rare(n as usize, v) && !is_single(v));
    let far = rare.filter(|&v| larger_part(v, s..n).is_none());
    let split = |value| {
        let larger_part = larger_part(value, larger.clone())?;
        Some(FarSplit { heap: n, value, larger_part })
    };
    far.filter_map(split).collect()
}

/// A chain with snapshots at heap s and others, and those that have the larger parts, which are
/// among these heaps, of the splits that the heaps after s need.
fn chain_with_parts(known: &Known, others: &[u64], s: u64, larger: Range<u64>) -> Chain {
    let mut chain = chain(known, &[others, &[s]].concat());
    let begun = s + chain.window as u64;
    let of = |n| far_splits(known, &chain, n, s, larger.clone());
    chain.far_splits = (begun..begun + chain.window as u64).flat_map(of).collect();
    for far in chain.far_splits.clone() {
        let values = |heaps: Range<u64>| heaps.map(|n| known.value(n).map(|v| v as u16).ok_or(()));
        chain.add_part(far.larger_part, |heaps| values(heaps).collect::<Result<_, ()>>()).unwrap();
    }
    chain
}

/// A snapshot soon after which a part from before it is needed is kept if another snapshot has that
/// part.
#[test]
fn far_splits_and_their_snapshots() {
    let small = far_splits_of(&known("0.356", 9000), &[400], (1000..7300).step_by(41), 8..64);
    assert!(small > 5, "{small}");
    // The window from heap 13 600 on has a value for which links are not walked side by side.
    let after = [10_712, 10_999, 11_204].into_iter();
    assert_eq!(far_splits_of(&known("4.0454", 40_000), &[2600, 13_600], after, 64..256), 3);
}

/// The number of these snapshots that need another one, in chains with these others whose largest
/// value is in this range.
fn far_splits_of(
    known: &Known,
    others: &[u64],
    snapshots: impl Iterator<Item = u64>,
    largest: Range<u16>,
) -> usize {
    let mut kept = 0;
    for s in snapshots {
        let chain = chain_with_parts(known, others, s, 1..s);
        let Some(far) = chain.far_splits.first() else { continue };
        assert!(largest.contains(&largest_value(&chain)));
        let text = unsigned(&chain.write().unwrap());
        assert!(text.contains(&format!("\nsnapshot {s}:")), "{s}: {far:?}");
        assert!(check(&signed(&text)).unwrap().proved, "{s}: {far:?}");
        // It is not kept without the other, and refused if it is there all the same.
        let other = chain.snapshots.iter().rfind(|snapshot| snapshot.heap < s).unwrap();
        assert!(other.heap > others[0] && other.heap <= far.larger_part, "{s}: {far:?}");
        let said =
            check(&signed(&text.replace(&snapshot(other.heap, &other.values), ""))).unwrap_err();
        let expected =
            format!("heap {}: no move is found that shows the rare value {}", far.heap, far.value);
        assert!(said.starts_with(&expected), "{s}: {said}");
        let mut alone = chain.clone();
        alone.snapshots.retain(|snapshot| snapshot.heap != other.heap);
        let error = alone.write().unwrap_err();
        assert_eq!(error, CertificateError::SplitTooFar { heap: far.heap });
        alone.far_splits.clear();
        let text = unsigned(&alone.write().unwrap());
        assert!(
            !text.contains(&format!("\nsnapshot {s}:")) && check(&signed(&text)).unwrap().proved
        );
        kept += 1;
    }
    kept
}

/// The answer of a check of these links that is stopped after this many heaps, and the number of
/// heaps that it checked.
fn stopped_after(certificate: &Certificate, links: &[usize], heaps: u64) -> (String, u64) {
    let done = AtomicU64::new(0);
    let watch = |more, _| done.fetch_add(more, Relaxed) + more < heaps;
    let established = certificate.check(links, 1, &watch).unwrap();
    assert!(!established.proved);
    (established.statement, done.into_inner())
}

/// A check stops on request: before the first link, within a link, and between links. Links with
/// large values are walked one by one, others side by side.
#[test]
fn a_check_that_is_stopped() {
    let large = certificate::write(&known("0.354", 10_355_914)).unwrap();
    let large = Certificate::read(&large).unwrap();
    let heaps: Vec<u64> = (14_000..250_000).step_by(5000).collect();
    let small = chain(&known("0.16", 500_000), &heaps).write().unwrap();
    let small = Certificate::read(&small).unwrap();
    // After five links and half of the next; in the second bunch of thirty-two.
    let five: u64 = large.heaps(&[1, 2, 3, 4, 5]) + (large.heaps(&[1]) - large.base_length()) / 2;
    // Shortly before the end of the second bunch. Links with an unusually large value are walked
    // again.
    let most = AtomicU64::new(0);
    let count = |heaps, _| {
        most.fetch_add(heaps, Relaxed);
        true
    };
    let all: Vec<usize> = (0..small.links()).collect();
    assert!(small.check(&all, 1, &count).unwrap().proved);
    for (certificate, some, checked) in [(&large, five, 5), (&small, most.into_inner() - 4096, 32)]
    {
        let (all, last) = (certificate.links(), certificate.base_length() - 1);
        let links: Vec<usize> = (0..all).collect();
        let part = |checked, last| {
            format!("not proved: {checked} of {all} links checked, every heap up to {last}")
        };
        let (base, _) = stopped_after(certificate, &[0], 1);
        assert!(base.ends_with(&part(0, 4095)), "{base}");
        let (link, done) = stopped_after(certificate, &[1], certificate.base_length() + 1);
        assert!(link.ends_with(&part(0, last)), "{link}");
        assert!(certificate.base_length() < done && done < certificate.heaps(&[1]), "{done}");
        let (links, _) = stopped_after(certificate, &links, some);
        assert!(links.ends_with(&part(checked, last)), "{links}");
    }
}

/// Steps are counted while they are taken, also where the claim does not determine their number.
#[test]
fn a_check_of_too_many_steps() {
    let file = chain(&known("0.156", 6000), &[500, 900, 901, 2000, 3600]).write().unwrap();
    let certificate = CertificateFile::read(&file).unwrap();
    let all = certificate.pick(Selection::All).unwrap();
    let cost = certificate.cost(&all);
    let checked = |limit: &WorkLimit| {
        certificate.check(&all, 1, &|_, steps| limit.take(steps)).unwrap().proved
    };
    let limit = WorkLimit::new(1000, 0).unwrap();
    assert!(!checked(&limit));
    assert_eq!(limit.finish(), Err(2000));
    let limit = WorkLimit::new(cost, cost).unwrap();
    assert!(checked(&limit) && limit.finish().is_ok());
    assert!(WorkLimit::new(cost - 1, cost).is_err());
}

#[test]
fn what_has_no_certificate() {
    let error = |code: &str, heaps: u64| certificate::write(&known(code, heaps)).unwrap_err();
    assert_eq!(error("0.6", 100), CertificateError::NotProved);
    assert_eq!(error("0.[9]", 100), CertificateError::NotProved);
    assert_eq!(error("0.8", 10), CertificateError::NotProved);
    let names = ["0.137", "4!.0", "0.36!", "0.1[30]"]
        .map(|code| certificate::file_name(&code.parse::<Code>().unwrap()));
    assert_eq!(names, ["0.137.txt", "4u.0.txt", "0.36u.txt", "0.1r30.txt"]);
}

/// Heap 718 646 of 0.17344 has value 52 as an option only by splits with a larger part before n0 =
/// 564 441. A later period proves the period, in which no heap needs such a part (Theorem 5). So
/// the window is longer than it has to be elsewhere; and no far split may have such a part.
#[test]
fn witnesses_before_the_preperiod() {
    let known = known("0.17344", 1_200_000);
    assert_eq!(known.finding.proved().unwrap().preperiod, 564_441);
    let file = certificate::write(&known).unwrap();
    assert!(check(&file).unwrap().proved);
    let said = check(&chain(&known, &[]).write().unwrap()).unwrap_err();
    assert!(said.starts_with("heap 718646: no move is found"), "{said}");
    let values = |heaps: Range<u64>| heaps.map(|n| known.value(n).map(|v| v as u16).ok_or(()));
    let values = |heaps| values(heaps).collect::<Result<Vec<u16>, ()>>();
    let mut chain = chain(&known, &[400_000]);
    let larger = 400_000..564_441;
    chain.far_splits = far_splits(&known, &chain, 718_646, 564_441, larger.clone());
    let [FarSplit { heap: 718_646, value: 52, larger_part }] = chain.far_splits[..] else {
        panic!("{:?}", chain.far_splits)
    };
    chain.add_part(larger_part, values).unwrap();
    assert!(larger.contains(&larger_part));
    let said = check(&chain.write().unwrap()).unwrap_err();
    assert!(said.starts_with("heap 718646: no move is found"), "{said}");
}

#[test]
fn links_are_chosen() {
    let pick = |selection: Selection, count| selection.pick(count).unwrap();
    assert_eq!(pick(Selection::All, 3), [0, 1, 2]);
    assert_eq!(pick(Selection::Range(1, 3), 5), [1, 2]);
    assert_eq!(pick(Selection::Range(1, 5), 5), [1, 2, 3, 4]);
    assert_eq!(Selection::Range(4, 6).pick(5).unwrap_err(), "its links are 0..5");
    assert_eq!(pick(Selection::Range(4, 9), 0), [0; 0]);
    assert_eq!(pick(Selection::Sample(0.01, 7), 5).len(), 1);
    let [once, again, other] = [1, 1, 2].map(|seed| pick(Selection::Sample(0.25, seed), 100));
    assert_eq!(once, again);
    assert_ne!(once, other);
    assert!(once.len() == 25 && once.is_sorted() && once.iter().all(|&link| link < 100));
    assert_eq!(pick(Selection::Sample(1.0, 3), 9), pick(Selection::All, 9));
    assert_eq!(pick(Selection::Sample(0.5, 3), 0), [0; 0]);
}
