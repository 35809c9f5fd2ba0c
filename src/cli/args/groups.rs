//! The groups of verbs in `octal --help`: clap has none for subcommands, so a template makes them.

use std::fmt::Write;

use clap::Command;

/// The groups of verbs, in the order of the help.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Compute", &["values", "period", "search", "survey", "misere"]),
    ("Check", &["identify", "compare", "claims", "check", "known"]),
    ("Play", &["position", "treblecross", "dawsons-chess"]),
    ("Publish", &["report", "table", "plot", "oeis", "web"]),
    ("Tools", &["games", "bench", "completions", "man"]),
];

/// The columns in which the names of the verbs stand.
const NAMES: usize = 15;

/// The command with a help that shows its verbs in groups, each with its description.
pub fn grouped(command: Command) -> Command {
    let mut verbs = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(verbs, "{group}:");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(verbs, "  {name:NAMES$}{about}");
        }
        verbs.push('\n');
    }
    let before = "{about-with-newline}\n{usage-heading} {usage}\n\n";
    command.help_template(format!("{before}{verbs}Options:\n{{options}}{{after-help}}"))
}
