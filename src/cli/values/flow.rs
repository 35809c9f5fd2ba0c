//! Values that are written while they are computed, also more of them than memory holds.

use octal::formats::{Format, SequenceWriter, Style};
use octal::period::feed::Feed;
use octal::period::obtain::Obtained;
use octal::period::search::{Progress, Watcher};
use octal::period::sequence::Known;
use octal::period::shifted::View;
use octal::period::streamed::Beyond;

use super::{Args, StreamEnd, header, summary};
use crate::cli::common::output::Output;
use crate::cli::common::progress::SearchBar;
use crate::cli::common::sequence::request;

/// Whether every value is looked at once, when it is written: NPY is told the largest first, rows
/// of the period need that period, and a double check goes over all values again.
pub fn is_possible(args: &Args) -> bool {
    args.columns.is_none() && args.format != Format::Npy && !args.double_check.is_wanted()
}

/// Writes the values as they become known; after a signal, only some of them.
///
/// Where a title comes first that tells the period, they are written when that is known.
pub fn write(args: &Args, from: u64, to: u64, out: &mut Output) -> anyhow::Result<()> {
    let game = &args.game;
    let has_title = !matches!(args.format, Format::Csv | Format::Digest);
    // Rows and a bar in one terminal would be in each other's way.
    let rows_on_stdout = args.format != Format::Digest && args.output.file().is_none();
    let mut bar = SearchBar::new(&game.code);
    if rows_on_stdout && !has_title {
        bar = SearchBar::hidden(&game.code);
    }
    let style = Style { index: args.offset, ..Style::default() };
    let mut writer = args.format.styled(style, out);
    let mut feed = Feed::new(game.shift, from, to);
    if !has_title {
        writer.begin(&header(args, from, to, None))?;
    }
    let mut request = request(game, to, args.memory);
    if args.format == Format::Text {
        request = request.and_its_period();
    }
    let obtained = request.obtain_or_stream(&bar, |values| -> anyhow::Result<()> {
        if !has_title {
            feed.computed(values, |chunk| writer.chunk(chunk))?;
            writer.flush()?;
        }
        Ok(())
    })?;
    let Some(Obtained { known, beyond }) = obtained else { return Ok(()) };
    if has_title {
        let view = View::new(&known, game.shift as i64);
        writer.begin(&header(args, from, to, summary(&known, &view)))?;
    }
    if rows_on_stdout {
        bar = SearchBar::hidden(&game.code);
    }
    match rest(&known, beyond, feed, &bar, &mut *writer) {
        Ok(()) => Ok(writer.end()?),
        Err(StreamEnd::Interrupted) => Ok(()),
        Err(StreamEnd::Failed(error)) => {
            // The values before the one that is not known; the error is told, whatever becomes of them.
            let _ = writer.flush();
            Err(error)
        }
    }
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
        match bar.goes_on(&Progress { rare: known.rare, ..begun.progress(written, reached) }) {
            true => Ok(()),
            false => Err(StreamEnd::Interrupted),
        }
    };
    let Some(mut beyond) = beyond else { return feed.known(known, |chunk| sink(None, chunk)) };
    feed.computed(known.values(), |chunk| sink(None, chunk))?;
    beyond.feed(&mut feed, |reached, chunk| sink(Some(reached), chunk))
}
