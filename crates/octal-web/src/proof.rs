//! The evidence of a proved period, hypothesis by hypothesis, as the page puts it into words.
//!
//! Every count is made here again from the values. Heaps are those of the code, without a shift.

use octal_games::workspace::arithmetic::evidence::GrowthEvidence;
use octal_games::workspace::arithmetic::heaps::Growth;
use octal_games::workspace::period::sequence::Known;
use octal_games::workspace::period::{Period, Theorem};
use serde_json::{Value, json};

/// The hypotheses of the theorem, with what was found at each; null if no period is proved.
pub fn evidence(known: &Known) -> Value {
    let (Some(period), Some(theorem)) = (known.finding.proved(), known.finding.theorem()) else {
        return Value::Null;
    };
    let code = &known.code;
    let rho = known.rare_heaps().and_then(|rare| rare.last);
    json!({
        "code": code.to_string(),
        "preperiod": period.preperiod,
        "period": period.period,
        "saltus": period.saltus,
        "theorem": theorem.to_string(),
        "lastPlace": code.last_place(),
        "mostHeaps": code.most_heaps(),
        "repeat": code.repeat().len(),
        "verifiedTo": known.verified_to(),
        "lastNeeded": known.last_heap_for_proof(),
        "rare": known.rare_heaps().map(|rare| json!({
            "mask": rare.space.mask,
            "positionParity": rare.space.position_parity,
            "count": rare.count,
            "last": rare.last,
        })),
        "window": window(known, period, theorem, rho),
        "shorter": shorter_periods(known, period),
        "earlier": earlier_preperiod(known, period),
        "growth": growth(known, period, theorem),
    })
}

/// The heaps n whose equalities G(n + p) = G(n) + saltus the theorem needs, and how many hold.
fn window(known: &Known, period: Period, theorem: Theorem, rho: Option<u64>) -> Value {
    let Period { preperiod, period: p, saltus } = period;
    let t = known.code.last_place().map_or(0, |t| t as u64);
    let h = known.code.most_heaps().max(1) as u64;
    let (from, to) = match theorem {
        Theorem::GuySmith => {
            let n0 = preperiod.max(1);
            (n0, n0 + (h - 1) * (n0 + p) + t)
        }
        Theorem::SparseWindow => {
            let rho = rho.unwrap_or(0);
            let first = preperiod.max(rho + 1);
            (first, first + rho + t + 1)
        }
        Theorem::ArithmeticWindow | Theorem::EndlessWindow => {
            (preperiod, (known.verified_to() + 1).saturating_sub(p))
        }
    };
    let holds = |&n: &u64| known.value(n).is_some_and(|v| known.value(n + p) == Some(v + saltus));
    let equal = (from..to).filter(holds).count();
    json!({ "from": from, "to": to, "equal": equal })
}

/// For each prime q that divides p, a heap at which p/q is no period.
fn shorter_periods(known: &Known, period: Period) -> Vec<Value> {
    let Period { preperiod, period: p, saltus } = period;
    let differs = |shorter: u64, q: u64| {
        // The values may grow; a shorter period would grow by the same share of the saltus.
        let heaps = preperiod..preperiod + p;
        let mut pairs = heaps.filter_map(|n| Some((n, known.value(n)?, known.value(n + shorter)?)));
        pairs.find(|&(_, a, b)| b * q != a * q + saltus)
    };
    let mut divisors: Vec<u64> = vec![];
    let (mut rest, mut q) = (p, 2);
    while q * q <= rest {
        if rest.is_multiple_of(q) {
            divisors.push(q);
            while rest.is_multiple_of(q) {
                rest /= q;
            }
        }
        q += 1;
    }
    divisors.extend((rest > 1).then_some(rest));
    let found = divisors.into_iter().map(|q| (p / q, differs(p / q, q)));
    found
        .map(|(shorter, at)| match at {
            Some((n, a, b)) => json!({ "period": shorter, "heap": n, "value": a, "after": b }),
            None => json!({ "period": shorter }),
        })
        .collect()
}

/// The heap before the preperiod, whose value differs a period later; null if the preperiod is 0.
fn earlier_preperiod(known: &Known, period: Period) -> Value {
    let Some(n) = period.preperiod.checked_sub(1) else { return Value::Null };
    json!({ "heap": n, "value": known.value(n), "after": known.value(n + period.period) })
}

/// The base, the depth and the witnesses of Theorem 11.
fn growth(known: &Known, period: Period, theorem: Theorem) -> Value {
    if theorem != Theorem::ArithmeticWindow {
        return Value::Null;
    }
    let values = known.values().to_vec();
    let Some(found) = GrowthEvidence::find(&known.code, &values, Growth::from(period)) else {
        return Value::Null;
    };
    let heaps = found.witnesses(&known.code, &values);
    let witnesses: usize = heaps.iter().map(|heap| heap.witnesses.len()).sum();
    json!({ "base": found.base, "depth": found.depth, "heaps": heaps.len(), "witnesses": witnesses })
}
