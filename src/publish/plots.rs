//! The pictures of the report: their list, their options, and the command that draws each alone.

use rayon::prelude::*;

use crate::code::{Game, names};
use crate::grundy::{GrundyError, RareSet};
use crate::period::Period;
use crate::period::feed::stream;
use crate::period::search::{EventCallback, Limits, search};
use crate::period::sequence::{Known, Stop};
use crate::period::shifted::View;
use crate::plot::{Fold, PlotError, PlotKind, PlotOptions, Stretch, grouped, svg};

/// The directory of the pictures, in that of the reports.
pub const DIRECTORY: &str = "plots";

/// An error of drawing a picture of the report.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Its values could not be computed.
    #[error(transparent)]
    Grundy(#[from] GrundyError),
    /// Its values cannot be drawn as planned.
    #[error("{game}: {source}")]
    Plot {
        /// The game.
        game: Game,
        /// The error of the plot.
        source: PlotError,
    },
}

/// A picture to be drawn: the heaps 0 to `to` of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The game.
    pub game: Game,
    /// The last heap.
    pub to: u64,
    /// The options of the plot.
    pub options: PlotOptions,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The picture that was to be drawn.
    pub plan: Plan,
    /// The picture.
    pub svg: String,
}

const SEQUENCE: PlotOptions = plain(PlotKind::Sequence);
const HISTOGRAM: PlotOptions = plain(PlotKind::Histogram);
const RARE: PlotOptions = plain(PlotKind::Rare);
const PERIODIC: PlotOptions = plain(PlotKind::Periodic);

const fn plain(kind: PlotKind) -> PlotOptions {
    PlotOptions { kind, log_x: false, log_y: false, fold: None }
}

const fn log_x(options: PlotOptions) -> PlotOptions {
    PlotOptions { log_x: true, ..options }
}

const fn log_y(options: PlotOptions) -> PlotOptions {
    PlotOptions { log_y: true, ..options }
}

const fn folded(period: u64) -> PlotOptions {
    PlotOptions { fold: Some(period), ..PERIODIC }
}

/// Game, last heap, options.
const PLANS: [(&str, u64, PlotOptions); 33] = [
    ("0.77", 203, SEQUENCE),
    ("0.77", 239, PERIODIC),
    ("0.77", 1000, HISTOGRAM),
    ("0.07", 203, SEQUENCE),
    ("0.137", 203, SEQUENCE),
    ("0.137", 339, PERIODIC),
    ("0.137", 339, folded(33)),
    ("0.007", 100_000, SEQUENCE),
    ("0.007", 100_000, RARE),
    ("0.007", 100_000, HISTOGRAM),
    ("0.6", 1_000_000, SEQUENCE),
    ("0.6", 1_000_000, log_y(HISTOGRAM)),
    ("0.6", 1_000_000, log_x(RARE)),
    ("4!.0", 100_000, SEQUENCE),
    ("4!.0", 100_000, log_x(RARE)),
    ("4.[3]", 100, SEQUENCE),
    ("0.6 shift 1", 1000, SEQUENCE),
    ("0.[3]", 100, SEQUENCE),
    ("0.15", 100, SEQUENCE),
    ("0.31", 100, SEQUENCE),
    ("0.3", 100, SEQUENCE),
    ("4.7", 100, SEQUENCE),
    ("0.7777", 335, SEQUENCE),
    ("0.7777", 335, PERIODIC),
    ("0.3f", 300, SEQUENCE),
    ("0.16", 747_294, PERIODIC),
    ("0.16", 747_294, folded(149_458)),
    ("0.16", 747_294, log_x(SEQUENCE)),
    ("0.16", 747_294, log_x(RARE)),
    ("0.376", 4_499_999, log_x(SEQUENCE)),
    ("0.376", 4_499_999, folded(200)),
    ("0.376", 4_499_999, log_y(HISTOGRAM)),
    ("0.376", 4_499_999, log_x(RARE)),
];

/// The pictures of the report.
///
/// # Panics
/// Never: the codes of the table are codes.
pub fn plans() -> Vec<Plan> {
    let plan = |(game, to, options): (&str, u64, PlotOptions)| {
        let game = game.parse().expect("the table of pictures names games");
        Plan { game, to, options }
    };
    PLANS.map(plan).into()
}

/// The games of some plans, each once, in their order.
pub fn games(plans: &[Plan]) -> Vec<&Game> {
    let mut games: Vec<&Game> = plans.iter().map(|plan| &plan.game).collect();
    games.dedup();
    games
}

/// The name of a game in names of files and links. It is the code, or the name if the code holds
/// more than letters, digits and a point.
pub fn stem(game: &Game) -> String {
    let code = game.to_string();
    let plain = code.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    let name = names::name_of(game).filter(|_| !plain);
    let other = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    name.map_or_else(|| code.chars().map(other).collect(), str::to_owned)
}

impl Plan {
    /// The file of the picture, relative to the reports: `plots/0.137-periodic-33.svg`.
    pub fn file(&self) -> String {
        let fold = self.options.fold.map(|p| format!("-{p}")).unwrap_or_default();
        format!("{DIRECTORY}/{}-{}{fold}.svg", stem(&self.game), self.options.kind)
    }

    /// The command that draws the picture alone, to stdout.
    pub fn command(&self) -> String {
        let game = self.game.to_string();
        let plain = game.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
        let game = if plain { game } else { format!("'{game}'") };
        let PlotOptions { kind, log_x, log_y, fold } = self.options;
        let mut command = format!("octal plot {game} -n {} --kind {kind}", self.to);
        for (asked, option) in [(log_x, " --log-x"), (log_y, " --log-y")] {
            command.push_str(if asked { option } else { "" });
        }
        command + &fold.map(|p| format!(" --period {p}")).unwrap_or_default()
    }
}

/// Draws pictures in parallel; those of the same heaps share one search. `None` if `watch` cancels.
pub fn draw(
    plans: &[Plan],
    watch: &EventCallback<'_>,
) -> Result<Option<Vec<Picture>>, PictureError> {
    let same_heaps = |a: &Plan, b: &Plan| (&a.game, a.to) == (&b.game, b.to);
    let searches: Vec<&[Plan]> = plans.chunk_by(same_heaps).collect();
    let drawn: Vec<Option<Vec<Picture>>> =
        searches.into_par_iter().map(|plans| draw_alike(plans, watch)).collect::<Result<_, _>>()?;
    Ok(drawn.into_iter().collect::<Option<Vec<_>>>().map(|drawn| drawn.concat()))
}

/// Pictures of the same heaps of one game.
fn draw_alike(
    plans: &[Plan],
    watch: &EventCallback<'_>,
) -> Result<Option<Vec<Picture>>, PictureError> {
    let Plan { game, to, .. } = &plans[0];
    let heaps = to.saturating_sub(game.shift);
    let known = search(&game.code, &Limits::heaps(heaps), watch)?;
    if known.stop == Stop::Cancelled {
        return Ok(None);
    }
    let heaps = stretch(game, &known, 0, *to)?;
    let draw = |plan: &Plan| {
        let failed = |source| PictureError::Plot { game: game.clone(), source };
        Ok(Picture { plan: plan.clone(), svg: svg(&heaps, &plan.options).map_err(failed)? })
    };
    plans.iter().map(draw).collect::<Result<_, _>>().map(Some)
}

/// The heaps `from` to `to` of a game, all of which must be known. O(to).
pub fn stretch(game: &Game, known: &Known, from: u64, to: u64) -> Result<Stretch, GrundyError> {
    let out_of_memory = || GrundyError::OutOfMemory { heap: to };
    let count = usize::try_from(to - from).map_err(|_| out_of_memory())?.saturating_add(1);
    let mut values: Vec<u16> = vec![];
    values.try_reserve_exact(count).map_err(|_| out_of_memory())?;
    stream(known, game.shift, from, to, |chunk| {
        values.extend(chunk);
        Ok::<(), GrundyError>(())
    })?;
    let space = known.rare.as_ref().map(space).unwrap_or_default();
    let rare = known.rare.map(|rare| rare_heaps(&rare.shifted(game.shift as i64), from, &values));
    let view = View::new(known, game.shift as i64);
    let period = view.finding().period();
    let (game, note) = (label(game), note(&view, period));
    let period =
        period.map(|p| Fold { preperiod: p.preperiod, period: p.period, saltus: p.saltus });
    Ok(Stretch { game, note, space, from, values, rare, period })
}

/// The rare heaps among these values.
fn rare_heaps(rare: &RareSet, from: u64, values: &[u16]) -> Vec<u64> {
    let is_rare = |&(n, &value): &(u64, &u16)| rare.space.is_rare(n as usize, value);
    (from..).zip(values).filter(is_rare).map(|(n, _)| n).collect()
}

/// "0.137 (dawsons-chess)".
pub fn label(game: &Game) -> String {
    match names::name_of(game) {
        Some(name) => format!("{game} ({name})"),
        None => game.to_string(),
    }
}

/// "period 34 from heap 52 on, proved".
fn note(view: &View<'_>, period: Option<Period>) -> String {
    match period {
        Some(period) => format!("{}, {}", period.in_words(grouped), view.known.finding.status()),
        None => format!("its values up to heap {} prove no period", grouped(view.verified_to())),
    }
}

/// "sparse space: mask 0x6 and position parity".
fn space(rare: &RareSet) -> String {
    let parity = if rare.space.position_parity { " and position parity" } else { "" };
    format!("sparse space: mask {:#x}{parity}", rare.space.mask)
}
