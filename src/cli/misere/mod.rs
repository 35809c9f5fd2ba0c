//! `octal misere`: misère play, in which the player who makes the last move loses.

mod genus;
mod partial;
mod position;
mod quotient;
mod survey;

use super::Result;

/// Solve misère play: quotients with proofs, genus symbols, positions
///
/// Under misère play the player who makes the last move loses. The misère quotient takes the place
/// of Grundy values: a commutative monoid with a set P of elements. Every heap has a value in the
/// monoid. A position is a P-position exactly if the product of the values of its heaps is in P.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  octal misere quotient 0.77          order 40, proved
  octal misere genus 0.77 -n 20
  octal misere partial 0.07 -n 29     where the partial quotient grows
  octal misere position 0.77 5 9 12   who wins, and by which moves
  octal misere survey --dir results   every small game, with certificates")]
pub struct Args {
    #[command(subcommand)]
    verb: MisereVerb,
}

#[derive(Debug, clap::Subcommand)]
enum MisereVerb {
    Genus(genus::Args),
    Quotient(quotient::Args),
    Partial(partial::Args),
    Position(position::Args),
    Survey(survey::Args),
}

pub fn run(args: &Args) -> Result {
    match &args.verb {
        MisereVerb::Genus(args) => genus::run(args),
        MisereVerb::Quotient(args) => quotient::run(args),
        MisereVerb::Partial(args) => partial::run(args),
        MisereVerb::Position(args) => position::run(args),
        MisereVerb::Survey(args) => survey::run(args),
    }
}
