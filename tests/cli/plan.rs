//! `octal plan`: scripts for a batch system. `cluster/test.sh` runs them on a real one.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use super::{Ran, Scratch, octal};

/// A batch system that runs every task at once, one after the other: `sbatch` of a shell.
const SBATCH: &str = r#"#!/bin/bash
n=$(($(cat jobs 2> /dev/null || echo 0) + 1))
echo "$n" > jobs
echo "$*" > "job.$n.options"
cat > "job.$n"
tasks=$(sed -n 's/^#SBATCH --array=1-//p' "job.$n")
eval "log=$(sed -n 's/^#SBATCH --output=//p' "job.$n")"
for task in $(seq "${tasks:-1}"); do
  SLURM_ARRAY_TASK_ID=$task SLURMD_NODENAME=n1 bash "job.$n" > "${log//%a/$task}" 2>&1
  echo "$?" >> "job.$n.codes"
done
echo "$n"
"#;

/// A scratch directory with a batch system.
fn cluster() -> Scratch {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path().join("bin")).unwrap();
    let sbatch = scratch.write("bin/sbatch", SBATCH);
    fs::set_permissions(sbatch, fs::Permissions::from_mode(0o755)).unwrap();
    scratch
}

/// Runs the script that `octal plan` prints with these arguments.
fn submit(scratch: &Scratch, arguments: &str) -> Ran {
    let script = scratch.octal(&format!("plan {arguments}")).quietly();
    let programs = [scratch.path().join("bin"), program().to_path_buf()];
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(programs.into_iter().chain(std::env::split_paths(&others)));
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(scratch.path()).env("PATH", path.unwrap());
    command.output().unwrap().into()
}

/// The directory of the program.
fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_octal")).parent().unwrap()
}

#[test]
fn a_survey_in_tasks_is_that_of_one_machine() {
    let scratch = cluster();
    let survey = "survey --digits 2 --limit 1000 --certificates";
    scratch.octal(&format!("{survey} --report --dir alone")).quietly();
    let ran = submit(&scratch, &format!("--tasks 3 --dir census {survey} --report"));
    assert_eq!((ran.code, &*ran.out), (Some(0), "1 2\n"), "{ran:?}");
    assert_eq!(scratch.read("job.1.codes"), "0\n0\n0\n");
    assert!(scratch.read("job.2.options").contains("--dependency=afterok:1 --kill-on-invalid-dep"));
    for file in ["periods.csv", "codes.csv", "README.md", "plots/periods.svg", "plots/survival.svg"]
    {
        assert_eq!(scratch.read(&format!("census/{file}")), scratch.read(&format!("alone/{file}")));
    }
    let certificates = |of: &str| {
        let names = super::names(&scratch.path().join(of).join("certificates"));
        let bytes =
            |name: &String| fs::read(scratch.path().join(of).join("certificates").join(name));
        names.iter().map(|name| (name.clone(), bytes(name).unwrap())).collect::<Vec<_>>()
    };
    let alone = certificates("alone");
    assert!(alone.len() > 20 && certificates("census") == alone);
}

#[test]
fn a_check_in_tasks_says_what_one_machine_says() {
    let scratch = cluster();
    scratch.octal("period 0.156 --certificate 0.156.txt").ended(0);
    let links = crate::certificate::chain(
        &crate::certificate::known("0.156", 6000),
        &[500, 900, 901, 2000, 3600],
    );
    scratch.write("links.txt", links.write().unwrap());
    let alone = scratch.octal("check links.txt 0.156.txt").quietly();
    assert_eq!(alone.matches(": proved\n").count(), 2);
    let ran = submit(&scratch, "--tasks 4 --dir checked check links.txt 0.156.txt");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(scratch.read("job.1.codes"), "0\n0\n0\n0\n");
    let end = scratch.read("checked/log/end.log");
    let said = "links.txt: 9 of 9 links were checked before\n";
    assert!(end.contains(said), "{end}");
    assert_eq!(end.replace(said, ""), alone);
}

#[test]
fn a_task_searches_its_codes() {
    let scratch = cluster();
    let ran = submit(&scratch, "--tasks 3 --dir several search 0.156 0.07 --limit 8000");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(scratch.read("job.1.codes"), "0\n0\n0\n");
    assert!(scratch.read("job.2.options").contains("--dependency=afterany:1 "));
    let third = scratch.read("several/log/3.log");
    assert!(third.contains("there are fewer codes than parts"), "{third}");
    let first = scratch.read("several/log/1.log");
    assert!(first.contains("0.156: period 349 from heap 3479 on, proved"), "{first}");
    let end = scratch.read("several/log/end.log");
    assert!(end.contains("\n0.156: ") && end.starts_with("0.07 (dawsons-kayles): "), "{end}");
}

#[test]
fn options_of_the_batch_system() {
    let plan = octal(
        "plan --tasks 64 --cpus 4 --task-memory 8G --time 2-00:00:00 --option=--partition=long \
         --dir census survey --digits 5 --work 1e9",
    );
    let script = plan.quietly();
    for line in [
        "#SBATCH --array=1-64",
        "#SBATCH --cpus-per-task=4",
        "#SBATCH --mem=8192M",
        "#SBATCH --time=2-00:00:00",
        "#SBATCH --partition=long",
        "#SBATCH --requeue",
        "#SBATCH --signal=B:USR1@120",
        "octal survey --digits 5 --work 1e9 --memory 4096M --shard task/64 --dir census/part-\"$task\" &",
        "octal survey --merge census/part-* --dir census",
    ] {
        assert!(script.lines().any(|found| found == line), "{line}: {script}");
    }
}

/// Names with spaces and quotes stay one word, and are no commands.
#[test]
fn words_are_quoted() {
    let scratch = cluster();
    let dir = "it's; $(touch owned)";
    let arguments =
        ["plan", "--tasks", "2", "--dir", dir, "survey", "--digits", "1", "--limit", "99"];
    let script = scratch.run(&arguments).quietly();
    scratch.write("script.sh", &script);
    let mut command = Command::new("sh");
    let path =
        format!("{}:{}:/usr/bin:/bin", scratch.path().join("bin").display(), program().display());
    command.arg("script.sh").current_dir(scratch.path()).env("PATH", path);
    let ran: Ran = command.output().unwrap().into();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(scratch.path().join(dir).join("codes.csv").is_file());
    assert!(!scratch.path().join("owned").exists());
}

#[test]
fn plans_that_would_fail() {
    for (arguments, complaint) in [
        ("--dir d survey --digits 6", "'6' for '--digits <D>'"),
        ("--dir d survey --dir e", "'--dir <DIR>' cannot be used multiple times"),
        ("--dir d survey --shard 1/2", "'--shard <I/M>' cannot be used multiple times"),
        ("--dir d check x --links 0..1", "'--links <A..B|I/M>' cannot be used multiple times"),
        ("--dir d check x --sample 0.1", "cannot be used with"),
        ("--dir d survey --help", "leave out --help"),
        ("--dir d report", "`report` is not done in parts: name survey, search or check"),
        ("--dir d", "<COMMAND>..."),
        ("check x", "--dir <DIR>"),
        ("--tasks 0 --dir d check x", "from 1 to 10000"),
        ("--cpus 0 --dir d check x", "from 1 to 1024"),
        ("--time soon --dir d check x", "a time is written 4:00:00 or 2-00:00:00"),
        ("--time 4: --dir d check x", "a time is written 4:00:00 or 2-00:00:00"),
        ("--engine moab --dir d check x", "slurm"),
        ("--dir=-d check x", "write `./-d`"),
    ] {
        let err = octal(&format!("plan {arguments}")).refused();
        assert!(err.contains(complaint), "{arguments}: {err}");
    }
    let two_lines = Scratch::new().run(&["plan", "--option=a\nb", "--dir", "d", "check", "x"]);
    assert!(two_lines.refused().contains("in one line"));
}
