//! The flow of data has one direction: a module may only use modules that come before it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the library in the order of the flow; those on one line know nothing of each
/// other. `theory` is prose, and `cli` sees the library from outside.
const FLOW: [&[&str]; 11] = [
    &["input"],
    &["nim", "outcome", "code", "file", "formats", "plot", "check"],
    &["rules", "gallery"],
    &["grundy"],
    &["arithmetic"],
    &["period"],
    &["certificate", "position", "misere"],
    &["catalogue"],
    &["survey"],
    &["publish"],
    &["theory", "guide", "lib", "main", "cli"],
];

fn stage(flow: &[&[&str]], module: &str) -> usize {
    let stage = flow.iter().position(|modules| modules.contains(&module));
    stage.unwrap_or_else(|| panic!("module {module} has no place in the flow: give it one"))
}

fn rust_files(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// The modules that the code (not the comments) of a file names by `crate::`.
fn uses(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after = code.flat_map(|line| line.split("crate::").skip(1).map(str::to_owned));
    after
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .collect()
}

#[test]
fn modules_import_along_the_flow() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    rust_files(&src, &mut files);
    let mut imports = 0;
    for file in files {
        let inside = file.strip_prefix(&src).unwrap().to_owned();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        for used in uses(&fs::read_to_string(&file).unwrap()) {
            imports += 1;
            assert!(
                used == module || stage(&FLOW, &used) < stage(&FLOW, module),
                "{} uses crate::{used}, against the flow",
                inside.display()
            );
        }
    }
    assert!(imports > 50, "only {imports} imports found: the test does not see them");
}

#[test]
fn the_definition_shares_nothing_with_the_engines() {
    let naive = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/grundy/naive.rs");
    let text = fs::read_to_string(naive).unwrap();
    assert_eq!(uses(&text), ["code"]);
    assert!(!text.contains("super::"));
}

#[test]
fn the_gallery_shares_nothing_with_the_engines() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    rust_files(&src.join("gallery"), &mut files);
    assert!(files.len() > 15, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        // The letters N and P, and how a message is cut, are no part of an engine.
        let ground = ["outcome", "input"];
        assert!(uses(&text).iter().all(|used| ground.contains(&&**used)), "{}", file.display());
        assert!(!text.contains("super::super"), "{}", file.display());
    }
}

/// Options belong to the command line: a message of the library says what would be right, and the
/// command line adds the option that does it.
#[test]
fn the_library_names_no_option() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    rust_files(&src, &mut files);
    // A manifest tells the command that draws a picture again.
    let outside = ["cli", "main.rs", "publish/plots.rs"].map(|path| src.join(path));
    files.retain(|file| !outside.iter().any(|path| file.starts_with(path)));
    assert!(files.len() > 150, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            let mut words = line.split(|c: char| c.is_whitespace() || "\"`'([".contains(c));
            let is_option = |word: &str| {
                word.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic))
            };
            assert!(!words.any(is_option), "{}: {line}", file.display());
        }
    }
}

/// The rooms inside `grundy`, in the same way: an engine knows neither the driver nor an engine above
/// it.
const RUNGS: [&[&str]; 12] = [
    &["naive", "layout", "kernel", "distant"],
    &["error"],
    &["values", "value_set"],
    &["space", "option_sets", "triples"],
    &["packed", "state"],
    &["masks"],
    &["sparse"],
    &["blocks"],
    &["superblocks"],
    &["stream"],
    &["driver"],
    &["engine", "double_check"],
];

/// The rooms inside `period`. All of them know what a period is (`period/mod.rs`).
const PERIOD: [&[&str]; 8] = [
    &["primes", "landmarks", "window", "signature", "sequence"],
    &["recurrence"],
    &["proof", "shifted"],
    &["search", "exceptions"],
    &["feed", "pace"],
    &["streamed"],
    &["resumable"],
    &["obtain"],
];

/// The modules of a room and those that each of them imports or declares, by their paths.
struct Modules(BTreeMap<Vec<String>, BTreeSet<Vec<String>>>);

impl Modules {
    fn of(room: &str) -> Modules {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = vec![];
        rust_files(&src.join(room), &mut files);
        let path = |file: &PathBuf| -> Vec<String> {
            let inside = file.strip_prefix(&src).unwrap().with_extension("");
            let parts = inside.iter().map(|part| part.to_str().unwrap().to_owned());
            parts.filter(|part| part != "mod").collect()
        };
        let paths: BTreeSet<Vec<String>> = files.iter().map(path).collect();
        let imports = |file: &PathBuf| {
            let text = fs::read_to_string(file).unwrap();
            let own = path(file);
            let all = imports(&text).into_iter();
            let mut used: BTreeSet<_> =
                all.filter_map(|import| module(&paths, &own, &import)).collect();
            used.remove(&own);
            // A module knows those that it declares.
            used.extend(paths.iter().filter(|p| p.split_last().unwrap().1 == own).cloned());
            (own, used)
        };
        Modules(files.iter().map(imports).collect())
    }
}

/// What the `use` declarations of a file import, outside its tests: one path for each name.
fn imports(text: &str) -> Vec<String> {
    let code = text.split("mod tests {").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let declarations = code.split(';').filter_map(|text| {
        let text = text.rsplit_once("use ").filter(|(before, _)| {
            before.is_empty() || before.ends_with('\n') || before.ends_with("pub ")
        });
        text.map(|(_, import)| import.split_whitespace().collect::<String>())
    });
    declarations.flat_map(|import| expanded(&import)).collect()
}

/// `a::{b, c::d}` as `a::b` and `a::c::d`.
fn expanded(import: &str) -> Vec<String> {
    let Some((prefix, rest)) = import.split_once('{') else { return vec![import.to_owned()] };
    let inner = rest.strip_suffix('}').unwrap_or_else(|| panic!("nested braces: {import}"));
    assert!(!inner.contains('{'), "nested braces: {import}");
    inner.split(',').filter(|name| !name.is_empty()).map(|name| format!("{prefix}{name}")).collect()
}

/// The module of the room from which `own` imports this.
fn module(paths: &BTreeSet<Vec<String>>, own: &[String], import: &str) -> Option<Vec<String>> {
    let mut from = own.to_vec();
    let mut parts = import.split("::").peekable();
    match *parts.peek()? {
        "crate" => {
            from.clear();
            parts.next();
        }
        "super" => {
            while parts.next_if_eq(&"super").is_some() {
                from.pop();
            }
        }
        _ => {}
    }
    let relative = from == own;
    for part in parts {
        from.push(part.to_owned());
        if !paths.contains(&from) {
            from.pop();
            break;
        }
    }
    // What begins neither here nor at a name of this crate is another crate.
    (paths.contains(&from) && !(relative && from == own)).then_some(from)
}

#[test]
fn engines_import_down_the_ladder() {
    let mut imports = 0;
    for (module, used) in Modules::of("grundy").0 {
        let [_, room, ..] = &module[..] else { continue };
        for used in used {
            let [_, other, ..] = &used[..] else {
                panic!("{module:?} imports the room that declares it")
            };
            imports += 1;
            assert!(
                other == room || stage(&RUNGS, other) < stage(&RUNGS, room),
                "{module:?} imports {used:?}, up the ladder"
            );
        }
    }
    assert!(imports > 100, "only {imports} imports found: the test does not see them");
}

#[test]
fn the_rooms_of_period_import_along_the_flow() {
    let mut imports = 0;
    for (module, used) in Modules::of("period").0 {
        let [_, room, ..] = &module[..] else { continue };
        for used in used {
            let [_, other, ..] = &used[..] else { continue };
            imports += 1;
            assert!(
                other == room || stage(&PERIOD, other) < stage(&PERIOD, room),
                "{module:?} imports {used:?}, against the flow"
            );
        }
    }
    assert!(imports > 25, "only {imports} imports found: the test does not see them");
}

/// A verb uses what is common to the verbs, and nothing of another verb; what is common uses no verb.
#[test]
fn no_verb_imports_another() {
    let mut imports = 0;
    for (module, used) in Modules::of("cli").0 {
        let [_, verb, ..] = &module[..] else { continue };
        for used in used {
            let [_, other, ..] = &used[..] else { continue };
            imports += 1;
            assert!(other == verb || other == "common", "{module:?} imports {used:?}");
        }
    }
    assert!(imports > 60, "only {imports} imports found: the test does not see them");
}

#[test]
fn no_two_modules_of_the_engines_import_each_other() {
    let Modules(modules) = Modules::of("grundy");
    assert!(modules.len() > 45, "{modules:?}");
    // Modules that import nothing but modules already taken out are taken out, until none is left.
    let mut left = modules.clone();
    while let Some(module) = left
        .iter()
        .find(|(_, used)| used.iter().all(|used| !left.contains_key(used)))
        .map(|(module, _)| module.clone())
    {
        left.remove(&module);
    }
    assert!(left.is_empty(), "these import each other in a circle: {:?}", left.keys());
}

/// Tests of the whole, and what they share.
const NO_ROOM: [&str; 5] = ["common", "hostile", "layers", "main", "readme"];

/// Tests are found by the name of what they test.
#[test]
fn tests_mirror_the_rooms() {
    let names = |folder: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        // A folder that is empty, or a program of its own, is no room.
        let rooms = paths.filter(|path| path.is_file() || path.join("mod.rs").exists());
        rooms.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
    };
    let rooms = names("src");
    let tests = names("tests");
    let others = tests.iter().filter(|name| !NO_ROOM.contains(&name.as_str()));
    let nameless: Vec<&String> = others.filter(|name| !rooms.contains(*name)).collect();
    assert!(nameless.is_empty(), "no module of src has the name of {nameless:?}");
}

/// Cargo.toml says that the programs have no tests of their own, so nobody would run them.
#[test]
fn no_tests_inside_the_programs() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![src.join("main.rs")];
    rust_files(&src.join("cli"), &mut files);
    assert!(files.len() > 10);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains("#[test]"), "{}: move it to tests/cli", file.display());
    }
}
