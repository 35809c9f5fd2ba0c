//! Values that are written while they are computed, also more of them than memory holds.

use octal::code::Game;
use octal::formats::{Format, SequenceWriter, Style};
use octal::period::feed::{Chunk, Feed};
use octal::period::obtain::{Obtained, ValueRequest};
use octal::period::search::{Event, Progress};
use octal::period::sequence::Known;
use octal::period::shifted::View;
use octal::period::streamed::Beyond;

use super::{Args, StreamEnd, header, summary, write_chunk};
use crate::cli::answer::request;
use crate::cli::terminal::output::OpenOutput;
use crate::cli::terminal::progress::SearchBar;

/// True if every value is needed once only, when it is written. NPY needs the largest value first,
/// rows of the period need that period, and a double check needs all values again.
pub fn is_possible(args: &Args) -> bool {
    args.columns.is_none() && args.format != Format::Npy && !args.double_check.is_wanted()
}

/// Writes the values as they become known; after a signal, only some of them.
///
/// A title that states the period comes first, so these rows are written once the period is known.
pub fn write(
    args: &Args,
    game: &Game,
    from: u64,
    to: u64,
    out: &mut OpenOutput,
) -> anyhow::Result<()> {
    let has_title = !matches!(args.format, Format::Csv | Format::Digest);
    let style = Style { index: args.offset.map(u64::from), ..Style::default() };
    let mut writer = args.format.styled(style, out);
    let mut feed = Feed::new(game.shift, from, to);
    if !has_title {
        writer.begin(&header(game, from, to, None))?;
    }
    let bar = search_bar(args, game, has_title);
    let watch = |event: Event<'_>| bar.observe(event);
    let obtained =
        wanted(args, game, to).obtain_or_stream(&watch, |values| -> anyhow::Result<()> {
            if !has_title {
                feed.computed(values, |chunk| writer.chunk(chunk))?;
                writer.flush()?;
            }
            Ok(())
        })?;
    drop(bar);
    let Some(Obtained { known, beyond }) = obtained else { return Ok(()) };
    if has_title {
        let view = View::new(&known, game.shift as i64);
        writer.begin(&header(game, from, to, summary(&known, &view)))?;
    }
    match rest(&known, beyond, feed, &search_bar(args, game, false), &mut *writer) {
        Ok(()) => Ok(writer.end()?),
        Err(StreamEnd::Interrupted) => Ok(()),
        Err(StreamEnd::Failed(error)) => {
            // Writes the values before the unknown one; the error is printed even if this fails.
            let _ = writer.flush();
            Err(error)
        }
    }
}

/// Follows the computation before rows are written, or while they are. If rows go to stdout, a
/// terminal shows rows or a bar, not both.
fn search_bar(args: &Args, game: &Game, before: bool) -> SearchBar {
    let rows_on_stdout = args.format != Format::Digest && args.output.file().is_none();
    if rows_on_stdout && !before {
        SearchBar::hidden(&game.code)
    } else {
        SearchBar::new(&game.code)
    }
}

/// The values to compute; for text, whose title states the period, perhaps some more.
fn wanted<'g>(args: &Args, game: &'g Game, to: u64) -> ValueRequest<'g> {
    let wanted = request(game, to, args.memory.asked());
    if args.format == Format::Text { wanted.and_its_period() } else { wanted }
}

/// Writes the rest.
fn rest(
    known: &Known,
    beyond: Option<Beyond>,
    mut feed: Feed,
    bar: &SearchBar,
    writer: &mut dyn SequenceWriter,
) -> Result<(), StreamEnd> {
    let (begun, mut written) = (feed, 0);
    let mut sink = |reached: Option<u64>, chunk: Chunk<'_>| {
        write_chunk(writer, chunk)?;
        written += chunk.count() as u64;
        let progress = Progress { rare: known.rare, ..begun.progress(written, reached) };
        match bar.observe(Event::Progress(progress)) {
            true => Ok(()),
            false => Err(StreamEnd::Interrupted),
        }
    };
    let Some(mut beyond) = beyond else { return feed.all(known, |chunk| sink(None, chunk)) };
    feed.computed(known.values(), |chunk| sink(None, Chunk::Small(chunk)))?;
    beyond.feed(&mut feed, |reached, chunk| sink(Some(reached), Chunk::Small(chunk)))
}
