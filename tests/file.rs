//! Files are complete or absent, and errors say what to do.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use octal::file::{AtomicFile, FileError, sha256_hex, sha256_hex_of_pieces, write_atomically};
use octal::formats::{Format, Header};

use crate::common::{names, scratch};

#[test]
fn a_file_appears_when_committed() {
    let directory = scratch();
    let path = directory.path().join("values.csv");
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"n,grundy\n").unwrap();
    file.flush().unwrap();
    assert!(!path.exists());
    file.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"n,grundy\n");
    assert_eq!(names(directory.path()), ["values.csv"]);
}

#[test]
fn a_new_file_replaces_nothing() {
    let directory = scratch();
    let path = directory.path().join("values.csv");
    let exists = format!(
        "`{}` exists already: choose another name, or allow it to be replaced",
        path.display()
    );
    // A file that appears while this one is written stays as well.
    let mut late = AtomicFile::create_new(&path).unwrap();
    late.write_all(b"late").unwrap();
    AtomicFile::create_new(&path).unwrap().commit().unwrap();
    let error = late.commit().unwrap_err();
    assert_eq!(error.to_string(), exists);
    assert_eq!(io::Error::from(error).kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(AtomicFile::create_new(&path).unwrap_err().to_string(), exists);
    assert_eq!(fs::read(&path).unwrap(), b"");
    assert_eq!(names(directory.path()), ["values.csv"]);
}

#[test]
fn a_dropped_file_leaves_nothing() {
    let directory = scratch();
    let mut file = AtomicFile::create(directory.path().join("new")).unwrap();
    file.write_all(&[7; 200_000]).unwrap();
    drop(file);
    assert!(names(directory.path()).is_empty());
}

#[test]
fn a_failure_keeps_the_old_file() {
    let directory = scratch();
    let path = directory.path().join("periods.csv");
    write_atomically(&path, |out| out.write_all(b"old")).unwrap();
    let error = write_atomically(&path, |out| {
        out.write_all(b"half of the n")?;
        Err(io::ErrorKind::StorageFull.into())
    });
    let error = error.unwrap_err();
    assert_eq!(error.to_string(), format!("cannot write `{}`", path.display()));
    assert!(matches!(&error, FileError::Io { source, .. }
        if source.kind() == io::ErrorKind::StorageFull));
    assert_eq!(io::Error::from(error).kind(), io::ErrorKind::StorageFull);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(directory.path()), ["periods.csv"]);
    write_atomically(&path, |out| out.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
}

/// A temporary file that nobody writes is removed, one that somebody writes is not.
#[test]
fn abandoned_files_are_removed() {
    let directory = scratch();
    let path = |name: &str| directory.path().join(name);
    fs::write(path(".octal-abandoned.tmp"), "half").unwrap();
    fs::write(path(".octal-mine.txt"), "whole").unwrap();
    let mut living = AtomicFile::create(path("living")).unwrap();
    living.write_all(b"alive").unwrap();
    write_atomically(path("other"), |_| Ok(())).unwrap();
    assert_eq!(names(directory.path()).len(), 3);
    living.commit().unwrap();
    assert_eq!(names(directory.path()), [".octal-mine.txt", "living", "other"]);
    assert_eq!(fs::read(path("living")).unwrap(), b"alive");
}

#[test]
fn bad_paths_fail_at_once() {
    let directory = scratch();
    let refused = |path: &Path| AtomicFile::create(path).unwrap_err().to_string();
    let shown = directory.path().display();

    let missing = refused(&directory.path().join("results/periods.csv"));
    let expected = format!(
        "cannot write `{shown}/results/periods.csv`: there is no directory `{shown}/results`, \
         create it first"
    );
    assert_eq!(missing, expected);
    assert_eq!(refused(directory.path()), format!("`{shown}` is a directory: name a file in it"));
    assert_eq!(refused(Path::new("")), "`` is not the name of a file");
    let slash = format!("{shown}/results/");
    assert_eq!(refused(Path::new(&slash)), format!("`{slash}` is not the name of a file"));

    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(refused(&file.join("below")).contains("there is no directory"));
    assert_eq!(names(directory.path()), ["file"]);
}

#[test]
fn a_protected_place_is_named() {
    let error = FileError::NotWritable {
        path: "results/a.csv".into(),
        locked: "results".into(),
        source: io::ErrorKind::PermissionDenied.into(),
    };
    assert_eq!(
        error.to_string(),
        "cannot write `results/a.csv`: `results` is not writable, choose another place or change \
         its permissions"
    );
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_an_ordinary_file() {
    use std::os::unix::fs::PermissionsExt;
    let directory = scratch();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    let (ordinary, atomic) = (directory.path().join("ordinary"), directory.path().join("atomic"));
    fs::write(&ordinary, "").unwrap();
    write_atomically(&atomic, |_| Ok(())).unwrap();
    assert_eq!(mode(&atomic), mode(&ordinary));

    fs::set_permissions(&atomic, PermissionsExt::from_mode(0o640)).unwrap();
    write_atomically(&atomic, |out| out.write_all(b"again")).unwrap();
    assert_eq!(mode(&atomic) & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_devices_written() {
    let directory = scratch();
    let (file, link) = (directory.path().join("file"), directory.path().join("link"));
    fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    write_atomically(&link, |out| out.write_all(b"new")).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&file).unwrap(), b"new");

    write_atomically("/dev/null", |out| out.write_all(b"nowhere")).unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_sequence_goes_to_a_file() {
    let directory = scratch();
    let path = directory.path().join("values.csv");
    let mut file = AtomicFile::create(&path).unwrap();
    let mut writer = Format::Csv.writer(&mut file);
    let header = Header { code: "0.77".into(), from: 0, to: 2, summary: None };
    writer.begin(&header).unwrap();
    writer.chunk(&[0, 1, 2]).unwrap();
    writer.end().unwrap();
    drop(writer);
    assert!(!path.exists());
    file.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"n,grundy\n0,0\n1,1\n2,2\n");
}

#[test]
fn checksums_match_known_values() {
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(sha256_hex(b"abc"), abc);
    let long = [42; 150_000];
    assert_eq!(sha256_hex_of_pieces(long.chunks(7)), sha256_hex(&long));
}
