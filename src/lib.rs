//! Octal games: Grundy sequences, proved periods, checked claims.
//!
//! An octal game is played with heaps of tokens. A code such as 0.137 states what may remain when
//! tokens are taken from a heap. The Grundy value G(n) of a heap of n tokens is the mex of the
//! values of its options. It is an open question if every such sequence becomes periodic. This
//! library computes the sequences exactly, finds their periods, **proves** them, and checks
//! published statements about them.
//!
//! ```
//! let game: octal::Game = "0.137".parse()?;
//! let period = game.period()?.proved().ok_or("not proved")?;
//! assert_eq!((period.preperiod, period.period), (52, 34));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The flow
//!
//! ```text
//! octal-check:    check, which uses nothing else
//! octal-games:    code → rules → grundy → arithmetic → period → certificate, position, misere
//!                 nim, outcome, input: used by all of them
//! octal-search:   period::resumable, misere::resumable
//! this crate:     file, catalogue → survey → publish; formats, plot, rule
//! ```
//!
//! The first three are crates of their own. This one exports their modules again.
//!
//! | module | what it is |
//! |---|---|
//! | [`code`] | notation: codes, names, standard form and first cousins |
//! | [`rules`] | which moves a heap has |
//! | [`grundy`] | engines: the definition, sets, the sparse space, blocks of heaps |
//! | [`arithmetic`] | finite evidence that values grow by a saltus in every period for ever, also of endless codes |
//! | [`period`] | periods: found, proved, or left open |
//! | [`certificate`] | a period with the evidence for a stranger: the format of the files |
//! | [`check`] | the independent checker of certificates |
//! | [`position`] | sums of heaps and their winning moves; Treblecross boards; Dawson's Chess |
//! | [`misere`] | misère play: quotients with proofs, genus symbols, positions |
//! | [`catalogue`] | what the literature says, and verdicts on it |
//! | [`survey`] | many codes in parallel, and the rows of every report |
//! | [`publish`] | the reports as tables, pages and pictures |
//! | [`formats`] | sequences written as text, CSV, JSON, b-file, LaTeX, NPY, digest, and read back |
//! | [`rule`] | games by rules, the textbook games among them, and games on boards |
//! | [`plot`] | pictures of a sequence, as SVG and PNG |
//! | [`mod@file`] | files that appear under their names only when they are complete |
//! | [`input`] | inputs from outside: bounded, as text, as CSV |
//! | [`nim`] | nim-sum and mex |
//! | [`outcome`] | who wins: N, P |
//! | [`theory`] | definitions, theorems, proofs, sources |
//!
//! # One example a stage
//!
//! ```
//! use octal::code::{Code, cousins};
//! use octal::grundy::Engine;
//! use octal::period::search::{Limits, search};
//!
//! // code: Dawson's Kayles, a first cousin of Dawson's Chess.
//! let code: Code = "0.07".parse()?;
//! assert_eq!(cousins::standard_form(&code), ("0.137".parse()?, 1));
//!
//! // grundy: its first values.
//! let mut engine = Engine::new(&code);
//! engine.extend(10)?;
//! assert_eq!(engine.values(), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3]);
//!
//! // period: (n0, p) = (53, 34), proved.
//! let known = search(&code, &Limits::heaps(1000), &|_| true)?;
//! let period = known.finding.proved().ok_or("not proved")?;
//! assert_eq!((period.preperiod, period.period), (53, 34));
//! assert_eq!(known.value(10_u64.pow(18)), Some(3));
//! assert_eq!(known.exception_count(), 8);
//!
//! // catalogue: a published claim, and what becomes of it.
//! use octal::catalogue::{claims, verdict};
//! let table = "id,code,statement,claimed,convention,source,note\n1,0.07,period,34,,,\n";
//! let claim = &claims::read(table.as_bytes(), "table")?.rows[0];
//! assert_eq!(verdict::judge(claim, &(&known).into()).verdict.name(), "confirmed");
//!
//! // position: who wins a sum of heaps, and by which moves.
//! use octal::outcome::Outcome;
//! use octal::position::{analysis::Analysis, options::Budget};
//! let budget = Budget { work: 1_000_000, listed: 100, counting: 1_000_000 };
//! let sum = Analysis::new(&"0.07: 8 9 10 13".parse()?, &[&known], budget)?;
//! assert_eq!((sum.nim_sum, sum.outcome()), (0, Outcome::P));
//!
//! // survey: a row of periods.csv.
//! use octal::period::Answer;
//! let row = Answer::new(&(&known).into(), &Limits::heaps(1000));
//! assert_eq!((row.name.as_deref(), row.last_exception), (Some("dawsons-kayles"), Some(52)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Words
//!
//! *heap*, *option*, *Grundy value*, *nim-sum*, *mex*, *code*, *digit*, *standard form*, *first
//! cousin* are those of `[WW]` chapter 4. *preperiod* n0 and *period* p: G(n + p) = G(n) for every
//! n ≥ n0, p least and then n0 least. *saltus*: the growth of the values in a period. *exception*:
//! an n < n0 where G(n) differs from the pattern continued downwards. *mask*, *rare*, *common*,
//! *sparse space*: [`theory::sparse`]. The letters n, k, t, p, n0, m, r mean the same throughout:
//! heap, place, last place, period, preperiod, mask, rare heap. Only section 10 of [`theory`], on
//! misère play, has other letters.
//!
//! # What is proved
//!
//! A result is `proved` (by a theorem of [`theory`], all of whose hypotheses were checked on exact
//! values), `observed`, or `open`. Nothing is called a period without a proof.

pub use octal_check as check;
pub use octal_games::workspace::{arithmetic, code, input, nim, outcome, position, rules};
pub use octal_games::{Game, grundy, identify, theory};

pub mod certificate {
    //! A period with the evidence for a stranger.
    pub mod checked;
    mod of_search;

    pub use octal_games::certificate::*;
    #[doc(hidden)]
    pub use of_search::{FarSearch, of_search_without_links};
    pub use of_search::{SearchError, of_search};
}
pub mod misere {
    //! Misère play: quotients with proofs, genus symbols, positions.
    pub use octal_games::workspace::misere::*;
    pub use octal_search::misere as resumable;
}
pub mod period {
    //! Periods: found, proved, or left open.
    pub use octal_games::workspace::period::*;
    pub use octal_search as resumable;
}

pub mod catalogue;
pub mod file;
pub mod formats;
pub mod plot;
pub mod publish;
pub mod rule;
pub mod survey;
