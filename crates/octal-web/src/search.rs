//! The search for a period, in steps, and what it has found.

use std::cell::RefCell;
use std::sync::Mutex;

use octal_games::certificate;
use octal_games::grundy::RareSet;
use octal_games::workspace::code::Game;
use octal_games::workspace::period::search::{Event, Limits, PeriodSearch, Step};
use octal_games::workspace::period::sequence::{Known, Stop};
use octal_games::workspace::period::shifted::View;
use serde_json::{Value, json};

use crate::{Answer, Failure, proof};

/// The most exceptions of one reply.
const MOST_EXCEPTIONS: usize = 2000;

/// The most values of one reply.
const MOST_VALUES: u64 = 1 << 21;

/// The search of this instance.
struct Session {
    game: Game,
    state: State,
}

/// A search that may continue, or a sequence whose period is proved.
enum State {
    Running(Box<PeriodSearch>),
    Proved(Box<Known>),
}

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Runs `work` on the search of this instance.
fn with_session(work: impl FnOnce(&mut Session) -> Answer) -> Answer {
    SESSION.with_borrow_mut(|session| match session {
        Some(session) => work(session),
        None => Err(Failure::new("no search was begun")),
    })
}

/// Begins a search, and forgets the one before.
pub fn begin(game: &str, heaps: u64, memory: u64) -> Answer {
    let game: Game = game.parse()?;
    let limits = limits(&game, heaps, memory);
    let state = State::Running(Box::new(PeriodSearch::new(&game.code, &limits)));
    SESSION.set(Some(Session { game, state }));
    Ok(Value::Null)
}

/// The limits of a search whose last heap is one of the game.
fn limits(game: &Game, heaps: u64, memory: u64) -> Limits {
    let limits = Limits { heaps: heaps.saturating_sub(game.shift), work: None, memory };
    limits.unasked_for(&game.code)
}

/// Computes some heaps, and reports how far the search is.
pub fn step() -> Answer {
    with_session(|Session { game, state }| {
        let State::Running(search) = state else { return Ok(json!({ "ended": true })) };
        let last = Mutex::new(None);
        let observe = |event: Event<'_>| {
            if let (Event::Progress(progress), Ok(mut last)) = (event, last.lock()) {
                *last = Some(progress);
            }
            true
        };
        let ended = search.step(&observe).map_err(Failure::new)? == Step::Ended;
        let share = last.into_inner().ok().flatten().map(|progress| progress.share);
        let progress = json!({
            "ended": ended,
            "heap": search.values().len() as u64 - 1 + game.shift,
            "share": share,
            "rare": search.rare().map(|rare| rare.count),
        });
        if search.stop() == Some(Stop::Proof) {
            let none = PeriodSearch::new(&game.code, &Limits::heaps(0));
            let known = std::mem::replace(&mut **search, none).into_known();
            *state = State::Proved(Box::new(known));
        }
        Ok(progress)
    })
}

/// Lets the search continue with other limits.
pub fn extend(heaps: u64, memory: u64) -> Answer {
    with_session(|Session { game, state }| {
        if let State::Running(search) = state {
            search.resume(&limits(game, heaps, memory));
        }
        Ok(Value::Null)
    })
}

/// The result, in heaps of the game that was asked for.
pub fn found() -> Answer {
    with_session(|Session { game, state }| {
        let shift = game.shift as i64;
        match state {
            State::Proved(known) => Ok(proved(known, shift)),
            State::Running(search) => {
                let (max, at) = search.values().max().unwrap_or((0, 0));
                let period = search.finding().period();
                Ok(json!({
                    "status": search.finding().status().name(),
                    "period": period.map(|period| period.period),
                    "preperiod": period.map(|period| period.preperiod + game.shift),
                    "saltus": period.map(|period| period.saltus),
                    "verifiedTo": search.values().len() as u64 - 1 + game.shift,
                    "max": { "value": max, "at": at as u64 + game.shift },
                    "rare": search.rare().map(|rare| sparse_space(&rare, shift)),
                    "stop": search.stop().map(stop_name),
                }))
            }
        }
    })
}

/// The facts about a proved period.
fn proved(known: &Known, shift: i64) -> Value {
    let view = View::new(known, shift);
    let finding = view.finding();
    let Some(period) = finding.period() else { return Value::Null };
    let mut exceptions = view.exceptions();
    let listed: Vec<Value> = exceptions
        .by_ref()
        .take(MOST_EXCEPTIONS)
        .map(|e| json!([e.n, e.value, e.periodic_value]))
        .collect();
    let count = view.exception_count();
    let last = if count > listed.len() as u64 { view.exceptions().last() } else { None };
    let last = last.map(|e| json!(e.n)).or_else(|| listed.last().map(|e| e[0].clone()));
    let (max, at) = view.max_value();
    json!({
        "status": finding.status().name(),
        "theorem": finding.theorem().map(|theorem| theorem.to_string()),
        "period": period.period,
        "preperiod": period.preperiod,
        "saltus": period.saltus,
        "exceptions": listed,
        "exceptionCount": count,
        "lastException": last,
        "max": (period.saltus == 0).then(|| json!({ "value": max, "at": at })),
        "verifiedTo": view.verified_to(),
        "rare": known.rare_heaps().map(|rare| sparse_space(&rare, shift)),
        "proof": proof::evidence(known),
        "stop": "proof",
    })
}

/// The mask and the rare heaps of the sequence G(n) = G_this(n − shift).
fn sparse_space(rare: &RareSet, shift: i64) -> Value {
    let rare = rare.shifted(shift);
    json!({
        "mask": rare.space.mask,
        "positionParity": rare.space.position_parity,
        "count": rare.count,
        "last": rare.last,
    })
}

const fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Proof => "proof",
        Stop::Heaps => "heaps",
        Stop::Work => "work",
        Stop::Memory => "memory",
        Stop::ValueTooLarge => "value",
        Stop::Cancelled => "cancelled",
    }
}

/// G(from), …, G(to), as far as they are known.
pub fn slice(from: u64, to: u64) -> Answer {
    let to = to.min(from.saturating_add(MOST_VALUES - 1));
    with_session(|Session { game, state }| {
        let shift = game.shift;
        let value = |n: u64| match (n.checked_sub(shift), &*state) {
            (None, _) => Some(0),
            (Some(at), State::Proved(known)) => known.value(at),
            (Some(at), State::Running(search)) => search.values().get(at as usize).map(u64::from),
        };
        let values: Vec<u64> = (from..=to).map_while(value).collect();
        Ok(json!({ "values": values }))
    })
}

/// The certificate of the proved period, of the code without the shift.
pub fn certificate() -> Answer {
    with_session(|Session { state, .. }| {
        let State::Proved(known) = state else {
            return Err(Failure::new("no period is proved, so there is no certificate"));
        };
        let file = certificate::write(known).map_err(Failure::new)?;
        let name = certificate::file_name(&known.code);
        Ok(json!({ "name": name, "text": String::from_utf8_lossy(&file) }))
    })
}
