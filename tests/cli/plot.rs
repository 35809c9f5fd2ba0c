//! `octal plot`: pictures to stdout and to files.

use octal::publish::plots;

use super::{Scratch, octal};

#[test]
fn the_format_is_that_of_the_file() {
    let scratch = Scratch::new();
    let svg = scratch.octal("plot 0.137 -n 100").quietly();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(scratch.octal("plot 0.137 -n 100 -o chess.svg").quietly(), "");
    assert_eq!(scratch.read("chess.svg"), svg);
    scratch.octal("plot 0.137 -n 100 --format svg -o chess").quietly();
    assert_eq!(scratch.read("chess"), svg);
    scratch.octal("plot 0.137 -n 100 -o -").quietly();
    assert_eq!(scratch.names(), ["chess", "chess.svg"]);
}

#[cfg(feature = "png")]
#[test]
fn png() {
    let scratch = Scratch::new();
    scratch.octal("plot 0.137 -n 100 -o chess.PNG").quietly();
    let picture = std::fs::read(scratch.path().join("chess.PNG")).unwrap();
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
    scratch.octal("plot 0.137 -n 100 --format png -o same").quietly();
    assert_eq!(std::fs::read(scratch.path().join("same")).unwrap(), picture);
}

/// Without the feature nothing is computed, and the refusal names the way to PNG.
#[cfg(not(feature = "png"))]
#[test]
fn png() {
    let scratch = Scratch::new();
    for arguments in ["-n 100 -o chess.PNG", "-n 100 --format png -o same", "-n 1e15 --format png"]
    {
        let err = scratch.octal(&format!("plot 0.137 {arguments}")).refused();
        assert!(err.contains("`cargo install --path . --features png`"), "{arguments}: {err}");
    }
    assert_eq!(scratch.names(), [""; 0]);
}

#[test]
fn what_is_asked_for_is_drawn() {
    let title = |arguments: &str| {
        let svg = octal(&format!("plot {arguments}")).quietly();
        svg.split("<title>").nth(1).unwrap().split("</title>").next().unwrap().to_owned()
    };
    assert_eq!(title("kayles"), "0.77 (kayles): Grundy values, heaps 0 to 1 000");
    assert_eq!(title("0.77 --from 50 -n 80"), "0.77 (kayles): Grundy values, heaps 50 to 80");
    assert_eq!(title("0.77 --kind periodic"), "0.77 (kayles): folded at 12, heaps 0 to 1 000");
    assert_eq!(
        title("0.77 --kind periodic --period 7"),
        "0.77 (kayles): folded at 7, heaps 0 to 1 000"
    );
    let plain = octal("plot 0.6 -n 900 --kind histogram").quietly();
    let log = octal("plot 0.6 -n 900 --kind histogram --log-y").quietly();
    assert!(plain != log);
    // Far beyond what was computed, by the proved period.
    assert!(
        title("0.77 --from 1e15 -n 1000000000000100")
            .ends_with("heaps 1 000 000 000 000 000 to 1 000 000 000 000 100")
    );
}

#[test]
fn bad_arguments() {
    let scratch = Scratch::new();
    for (arguments, complaint) in [
        ("0.137 -o chess.pdf", "`chess.pdf` ends neither in .svg nor in .png"),
        ("0.137 -o chess", "ends neither in .svg nor in .png: end it so, or give --format"),
        ("0.137 --from 7 -n 6", "the first heap 7 lies beyond the last heap 6"),
        ("0.137 --period 34", "only --kind periodic folds the sequence"),
        ("0.137 --kind periodic --log-x", "no logarithmic axes: leave out"),
        ("0.137 --kind periodic --period 0", "a period is at least 1"),
        ("0.6 --kind periodic -o x.svg", "no period is known up to heap 1000: ask for more heaps"),
        ("0.6 --kind periodic --period 1001 -o x.svg", "1001 heaps cannot be folded at 1001"),
        ("0.137 --kind pie", "the kinds are sequence, histogram, rare, periodic"),
        ("0.13x", "column 5"),
        ("0.137 -o missing/x.svg", "there is no directory `missing`"),
        ("0.6 -n 1e12 --memory 1M", "allow more --memory"),
        ("0.77 -n 1e12 --memory 1M", "needs 2000000000002 bytes: ask for fewer heaps, or allow"),
    ] {
        let err = scratch.octal(&format!("plot {arguments}")).refused();
        assert!(err.contains(complaint), "{arguments}: {err}");
    }
    assert_eq!(scratch.names(), [""; 0]);
}

/// The pictures of the report are those of the commands that stand below them.
#[test]
fn pictures_of_the_report_are_drawn_by_their_commands() {
    let plans = plots::plans();
    let quick = plans.iter().filter(|plan| plan.to <= 1000);
    let mut count = 0;
    for plan in quick {
        let command = plan.command().replace('\'', "");
        let game = plan.game.to_string();
        let arguments = command.strip_prefix("octal plot ").unwrap().strip_prefix(&game).unwrap();
        let arguments = ["plot", &game].into_iter().chain(arguments.split_whitespace());
        let svg = Scratch::new().run(&arguments.collect::<Vec<_>>()).quietly();
        let drawn = plots::draw(std::slice::from_ref(plan), &|_| true).unwrap().unwrap();
        assert!(svg == drawn[0].svg, "{}", plan.command());
        count += 1;
    }
    assert!(count > 15, "{count} pictures");
}

/// A table of one's own is drawn as the program's values are, and not at all if it is wrong.
#[test]
fn a_table_from_a_file() {
    let scratch = Scratch::new();
    scratch.octal("values 0.137 --from 20 -n 120 --format csv -o mine.csv").quietly();
    let ran = scratch.octal("plot 0.137 --values mine.csv");
    assert!(ran.err.contains("all values of 0.137 are right"), "{ran:?}");
    assert_eq!(ran.ended(0), octal("plot 0.137 --from 20 -n 120").quietly());
    let wrong = scratch.read("mine.csv").replace("\n50,5\n", "\n50,7\n");
    scratch.write("wrong.csv", &wrong);
    let ran = scratch.octal("plot 0.137 --values wrong.csv -o wrong.svg");
    assert!(ran.err.contains("wrong: G(50) of 0.137"), "{ran:?}");
    assert_eq!(ran.ended(1), "");
    assert_eq!(scratch.names(), ["mine.csv", "wrong.csv"]);
    let err = scratch.octal("plot 0.137 --values mine.csv -n 50").refused();
    assert!(err.contains("cannot be used with"), "{err}");
}
