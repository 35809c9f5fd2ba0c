//! The flow of data has one direction: a module may only use modules that come before it.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the library in the order of the flow; those on one line know nothing of each
/// other. `theory` is prose, and `cli` sees the library from outside.
const FLOW: [&[&str]; 8] = [
    &["input"],
    &["nim", "code", "export", "check", "gallery"],
    &["rules"],
    &["grundy"],
    &["period"],
    &["certificate", "position", "catalogue"],
    &["survey"],
    &["theory", "lib", "main", "cli", "bin"],
];

fn stage(module: &str) -> usize {
    let stage = FLOW.iter().position(|modules| modules.contains(&module));
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
                used == module || stage(&used) < stage(module),
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
fn the_checker_shares_nothing_with_anyone() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in ["check.rs", "check/read.rs", "check/links.rs", "check/selection.rs"] {
        let text = fs::read_to_string(src.join(file)).unwrap();
        assert_eq!(uses(&text), [""; 0], "{file}");
        let imports = text.lines().filter_map(|line| line.trim().strip_prefix("use "));
        for import in imports {
            let own = import.starts_with("super::");
            assert!(own || import.starts_with("std::"), "{file} uses {import}");
        }
    }
    let program = fs::read_to_string(src.join("bin/octal-check.rs")).unwrap();
    assert!(!program.contains("octal::"), "octal-check uses the library");
}

#[test]
fn the_gallery_shares_nothing_with_the_engines() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    rust_files(&src.join("gallery"), &mut files);
    assert!(files.len() > 15, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(uses(&text), [""; 0], "{}", file.display());
        assert!(!text.contains("super::super"), "{}", file.display());
    }
}
