//! Values that are written while they are computed, also more of them than memory holds.

use octal::formats::{Format, SequenceWriter, Style};
use octal::period::feed::Feed;
use octal::period::search::{Progress, Watch};
use octal::period::sequence::Known;
use octal::period::shifted::View;
use octal::period::streamed::Beyond;

use super::{Args, StreamEnd, header, summary};
use crate::cli::common::output::OpenOutput;
use crate::cli::common::progress::SearchBar;
use crate::cli::sequence::Wanted;

/// Whether every value is looked at once, when it is written: NPY is told the largest first, rows
/// of the period need that period, and a double check goes over all values again.
pub fn is_possible(args: &Args) -> bool {
    args.columns.is_none() && args.format != Format::Npy && !args.double_check.is_wanted()
}

/// Writes the values as they become known; after a signal, only some of them.
///
/// Where a title comes first that tells the period, they are written when that is known.
pub fn write(args: &Args, from: u64, to: u64, out: &mut OpenOutput) -> anyhow::Result<()> {
    let game = &args.game;
    let has_title = !matches!(args.format, Format::Csv | Format::Digest);
    let style = Style { index: args.offset.map(u64::from), ..Style::default() };
    let mut writer = args.format.styled(style, out);
    let mut feed = Feed::new(game.shift, from, to);
    if !has_title {
        writer.begin(&header(args, from, to, None))?;
    }
    let bar = follower(args, has_title);
    let computed = wanted(args, to).known_and_beyond(&bar, |values| {
        if !has_title {
            feed.computed(values, |chunk| writer.chunk(chunk))?;
            writer.flush()?;
        }
        Ok(())
    })?;
    drop(bar);
    let Some((known, beyond)) = computed else { return Ok(()) };
    if has_title {
        let view = View::new(&known, game.shift as i64);
        writer.begin(&header(args, from, to, summary(&known, &view)))?;
    }
    match rest(&known, beyond, feed, &follower(args, false), &mut *writer) {
        Ok(()) => Ok(writer.end()?),
        Err(StreamEnd::Interrupted) => Ok(()),
        Err(StreamEnd::Failed(error)) => {
            // The values before the one that is not known; the error is told, whatever becomes of them.
            let _ = writer.flush();
            Err(error)
        }
    }
}

/// Follows the computation `before` rows are written or while they are: where they go to stdout, a
/// terminal shows rows or a bar, not both.
fn follower(args: &Args, before: bool) -> SearchBar {
    let rows_on_stdout = args.format != Format::Digest && args.output.file().is_none();
    if rows_on_stdout && !before {
        SearchBar::hidden(&args.game.code)
    } else {
        SearchBar::new(&args.game.code)
    }
}

/// The values that are asked for; for text, which tells the period, perhaps some more.
fn wanted(args: &Args, to: u64) -> Wanted<'_> {
    let wanted = Wanted::new(&args.game, to, args.memory.asked());
    if args.format == Format::Text { wanted.and_its_period() } else { wanted }
}

/// Writes what is still to be written.
fn rest(
    known: &Known,
    beyond: Option<Beyond>,
    mut feed: Feed,
    bar: &SearchBar,
    writer: &mut dyn SequenceWriter,
) -> Result<(), StreamEnd> {
    let (begun, mut written) = (feed, 0);
    let mut sink = |reached: Option<u64>, chunk: &[u16]| {
        writer.chunk(chunk)?;
        written += chunk.len() as u64;
        match bar.goes_on(&Progress { rare: known.rare, ..progress(&begun, written, reached) }) {
            true => Ok(()),
            false => Err(StreamEnd::Interrupted),
        }
    };
    let Some(mut beyond) = beyond else { return feed.known(known, |chunk| sink(None, chunk)) };
    feed.computed(known.values(), |chunk| sink(None, chunk))?;
    beyond.feed(&mut feed, |reached, chunk| sink(Some(reached), chunk))
}

/// How far it has come when `written` values are written, in heaps of the code, as during the search
/// before: `reached` is the next one to be computed.
fn progress(begun: &Feed, written: u64, reached: Option<u64>) -> Progress {
    let next = (begun.next() + written).saturating_sub(begun.shift());
    let limit = begun.to().saturating_sub(begun.shift());
    let done = reached.map_or(next, |reached| reached.min(next));
    let share = done as f64 / (limit + 1) as f64;
    Progress { heap: done.saturating_sub(1), limit, share, rare: None, largest: None }
}

#[cfg(test)]
mod tests {
    use octal::period::feed::Feed;

    use super::progress;

    /// A game with larger heaps has come as far as its code.
    #[test]
    fn a_shift_moves_no_progress() {
        for shift in [0, 5, 70_000] {
            // The values of heaps 0 to 99999 of the code, of which half are written.
            let feed = Feed::new(shift, shift, 99_999 + shift);
            for reached in [None, Some(50_000), Some(65_536)] {
                let half = progress(&feed, 50_000, reached);
                assert_eq!((half.heap, half.limit, half.share), (49_999, 99_999, 0.5), "{shift}");
            }
            let quarter = progress(&feed, 50_000, Some(25_000));
            assert_eq!((quarter.heap, quarter.share), (24_999, 0.25), "{shift}");
            assert_eq!(progress(&feed, 100_000, Some(100_000)).share, 1.0);
        }
        let zeros = progress(&Feed::new(70_000, 0, 99_999), 60_000, None);
        assert_eq!((zeros.heap, zeros.limit, zeros.share), (0, 29_999, 0.0));
    }
}
