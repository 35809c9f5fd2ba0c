use octal::code::*;
use octal::grundy::*;
use octal::period::search::*;
fn code(s: &str) -> Code {
    let (a, b) = s.split_once('.').unwrap();
    let (b, r) = b.split_once('[').unwrap_or((b, ""));
    let r = r.trim_end_matches(']');
    let f = |t: &str| {
        let mut d = vec![];
        for c in t.chars() {
            if c == '!' {
                let x: Digit = d.pop().unwrap();
                d.push(x.unequal())
            } else {
                d.push(Digit::new(c.to_digit(16).unwrap() as u8))
            }
        }
        d
    };
    let mut d = f(a);
    d.extend(f(b));
    Code::new(d, f(r)).unwrap()
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a.len() > 3 {
        let c = code(&a[1]);
        let n: f64 = a[2].parse().unwrap();
        let t = std::time::Instant::now();
        let mut e = sparse::Sparse::new(&c).unwrap();
        e.extend(n as u64).unwrap();
        let s = t.elapsed().as_secs_f64();
        let last = *e.values().last().unwrap();
        println!(
            "{} {:.3}s {:.2} M/s max {} last {} {:?} taps/h {:.1} splits/h {:.1} {:?}",
            c,
            s,
            n / s / 1e6,
            e.values().iter().max().unwrap(),
            last,
            e.rare(),
            e.counters().taps as f64 / n,
            e.counters().splits as f64 / n,
            e.counters()
        );
        return;
    }
    if a.len() > 2 {
        let c = code(&a[1]);
        let n: f64 = a[2].parse().unwrap();
        let t = std::time::Instant::now();
        let k = search(&c, &Limits::heaps(n as u64), &()).unwrap();
        println!(
            "{} {:?} {:?} to {} exc {} max {:?} rare {:?} work {:.2e} {:.2}s",
            c,
            k.finding,
            k.stop,
            k.verified_to(),
            k.exceptions().count(),
            k.max_value(),
            k.rare_heaps(),
            k.work as f64,
            t.elapsed().as_secs_f64()
        );
    }
}
