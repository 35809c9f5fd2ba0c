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
  name=${log//%a/$task}
  SLURM_ARRAY_TASK_ID=$task SLURMD_NODENAME=n1 bash "job.$n" > "${name//%%/%}" 2>&1
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
    run_script(scratch, &scratch.octal(&format!("plan {arguments}")).quietly())
}

fn run_script(scratch: &Scratch, script: &str) -> Ran {
    let programs = [scratch.path().join("bin"), program().to_path_buf()];
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(programs.into_iter().chain(std::env::split_paths(&others)));
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(scratch.path()).env("PATH", path.unwrap());
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
    let plan = scratch.octal("plan --tasks 4 --dir checked check links.txt 0.156.txt");
    assert_eq!(plan.err, "`0.156.txt` has no links: each task checks the whole of it\n");
    let ran = run_script(&scratch, &plan.ended(0));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(scratch.read("job.1.codes"), "0\n0\n0\n0\n");
    let end = scratch.read("checked/log/end.log");
    let said = "links.txt: 9 of 9 links were checked before\n";
    assert!(end.contains(said), "{end}");
    assert_eq!(end.replace(said, ""), alone);
}

/// More tasks than links would only repeat what one has done.
#[test]
fn no_more_tasks_than_links() {
    let scratch = cluster();
    scratch.octal("period 0.07 --certificate 0.07.txt").ended(0);
    scratch.octal("misere quotient 0.123 --certificate 0.123.txt").ended(0);
    let plan = scratch.octal("plan --tasks 4 --dir checked check 0.07.txt 0.123.txt");
    let told = "1 task instead of 4: a certificate without links is checked whole\n";
    assert_eq!(plan.err, told);
    let script = plan.ended(0);
    assert!(
        script.contains(" in 1 task, ")
            && script.contains("#SBATCH --array=1-1\n")
            && script.contains(" --links task/1 ")
    );
    let ran = run_script(&scratch, &script);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let alone = scratch.octal("check 0.07.txt 0.123.txt").quietly();
    assert_eq!(alone.matches(": proved\n").count(), 2, "{alone}");
    assert_eq!(scratch.read("checked/log/end.log"), alone);
}

/// A certificate that is refused stops no task from saying what is true of the others.
#[test]
fn a_refused_certificate_among_others() {
    let scratch = cluster();
    scratch.octal("period 0.07 --certificate 0.07.txt").ended(0);
    let text = crate::certificate::unsigned(scratch.read("0.07.txt").as_bytes());
    let altered = text.replace("from 160: 3 0 2", "from 160: 3 0 3");
    scratch.write("altered.txt", crate::certificate::signed(&altered));
    let ran = submit(&scratch, "--tasks 1 --dir checked check altered.txt 0.07.txt");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(scratch.read("job.2.options").contains("--dependency=afterany:1 "));
    assert_eq!(scratch.read("job.2.codes"), "1\n");
    let end = scratch.read("checked/log/end.log");
    assert!(end.contains("altered.txt: refused: ") && end.ends_with(": proved\n"), "{end}");
}

/// `%` begins what Slurm replaces in the name of a log.
#[test]
fn a_log_has_the_name_of_its_directory() {
    let scratch = cluster();
    let ran = submit(&scratch, "--tasks 2 --dir 100%done survey --digits 1 --limit 99");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(scratch.read("job.1").contains("\n#SBATCH --output=100%%done/log/%a.log\n"));
    assert_eq!(super::names(&scratch.path().join("100%done/log")), ["1.log", "2.log", "end.log"]);
    // A backslash switches the replacement off, so all tasks would write one log.
    let err = scratch.octal(r"plan --dir a\b survey").refused();
    assert!(err.contains("name a directory without a backslash"), "{err}");
    scratch.write("file", "");
    let err = scratch.octal("plan --dir file survey").refused();
    assert!(err.contains("`file` is a file: name a directory instead"), "{err}");
    scratch.octal("search 0.07 0.77 --dir several --limit 300").ended(0);
    let err = scratch.octal("plan --dir several survey").refused();
    assert!(err.contains("`several` is the directory of several searches"), "{err}");
    let err = scratch.octal("plan --dir several check nowhere.txt").refused();
    assert!(err.contains("`several` is the directory of several searches"), "{err}");
}

/// A task that is warned as soon as it begins would be queued again for ever.
#[test]
fn times_of_five_minutes_and_more() {
    for time in ["5", "5:00", "0:05:00", "4:00:00", "0-1", "0-00:05", "1-0:00:00"] {
        octal(&format!("plan --time {time} --dir d survey")).quietly();
    }
    for (time, seconds) in [("1", 60), ("1:00", 60), ("00:01:00", 60), ("4:59", 299), ("0-0", 0)] {
        let err = octal(&format!("plan --time {time} --dir d survey")).refused();
        let complaint =
            format!("that is {seconds} seconds, and a task is warned two minutes before");
        assert!(err.contains(&complaint), "{time}: {err}");
    }
}

/// What one task refuses all of them would, and what depends on all would never run.
#[test]
fn the_files_of_a_command_are_looked_at() {
    let scratch = Scratch::new();
    scratch.write("codes.txt", "0.07\n0.9x\n0.77 # right\nkayle\n");
    let err = scratch.octal("plan --dir d survey --codes codes.txt").refused();
    for complaint in
        ["`codes.txt`, line 2: ", "`codes.txt`, line 4: ", "has 2 lines without a code"]
    {
        assert!(err.contains(complaint), "{complaint}: {err}");
    }
    scratch.write("codes.txt", "0.07\n0.77 # right\n");
    scratch.octal("plan --dir d survey --codes codes.txt").quietly();
    scratch.write("wrong.txt", "0.07\n");
    for (command, complaint) in [
        ("survey --codes none.txt", "cannot read `none.txt`"),
        ("survey --codes -", "each task would read its own stdin"),
        ("check none.txt", "cannot read `none.txt`"),
        ("check wrong.txt", "`wrong.txt`: refused: "),
    ] {
        let err = scratch.octal(&format!("plan --dir d {command}")).refused();
        assert!(err.contains(complaint), "{command}: {err}");
    }
    assert!(!scratch.path().join("d").exists());
}

/// A program that is not found is told before anything is submitted.
#[test]
fn the_program_of_the_tasks() {
    let scratch = cluster();
    let ran = submit(&scratch, "--program ./no-octal --dir d survey --digits 1 --limit 99");
    let told = "./no-octal: not found: load its module, or plan with --program\n";
    assert_eq!((ran.code, &*ran.err), (Some(2), told));
    assert!(!scratch.path().join("d").exists() && !scratch.path().join("jobs").exists());
    let program = env!("CARGO_BIN_EXE_octal");
    let plan = format!("--program {program} --tasks 1 --dir d survey --digits 1 --limit 99");
    assert_eq!(submit(&scratch, &plan).code, Some(0));
    assert!(
        scratch.read("job.2").contains(&format!("\n{program} survey --merge d/part-* --dir d\n"))
    );
}

#[test]
fn a_task_searches_its_codes() {
    let scratch = cluster();
    let ran = submit(&scratch, "--tasks 2 --dir several search 0.156 0.07 --limit 8000");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(scratch.read("job.1.codes"), "0\n0\n");
    assert!(scratch.read("job.2.options").contains("--dependency=afterany:1 "));
    let first = scratch.read("several/log/1.log");
    assert!(first.contains("0.156: period 349 from heap 3479 on, proved"), "{first}");
    let end = scratch.read("several/log/end.log");
    assert!(end.contains("\n0.156: ") && end.starts_with("0.07 (dawsons-kayles): "), "{end}");
}

/// A task without a code would have nothing to do.
#[test]
fn no_more_tasks_than_codes() {
    for (codes, told) in [
        ("0.77", "1 task instead of 8: the command names 1 code\n"),
        ("0.77 0.07", "2 tasks instead of 8: the command names 2 codes\n"),
    ] {
        let plan = octal(&format!("plan --dir d search {codes}"));
        assert_eq!(plan.err, told);
        let tasks = codes.split(' ').count();
        assert!(plan.ended(0).contains(&format!("\n#SBATCH --array=1-{tasks}\n")));
    }
}

/// The number of a task is Slurm's, whatever was set where the script was run.
#[test]
fn a_script_that_a_task_submits() {
    let scratch = cluster();
    let plan = scratch.octal("plan --tasks 2 --dir d survey --digits 1 --limit 99").quietly();
    let ran = run_script(&scratch, &format!("export HQ_TASK_ID=1\n{plan}"));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let rows = |part: &str| scratch.read(&format!("d/{part}/periods.csv")).lines().count();
    assert!(rows("part-1") > 1 && rows("part-2") > 1);
    assert_ne!(scratch.read("d/part-1/periods.csv"), scratch.read("d/part-2/periods.csv"));
}

/// What each task would refuse is refused with its words.
#[test]
fn options_that_do_not_go_together() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path().join("foreign")).unwrap();
    scratch.write("foreign/codes.csv", "something else\n");
    let commands = [
        ("d survey --first-work 1e5 --work 1e4", "the first round has more work than the last"),
        ("d survey --search nowhere", "nowhere"),
        ("foreign survey", "`foreign/codes.csv` would be overwritten"),
        ("d search 0.77 0.07 --certificate c.txt", "a certificate is about one code"),
        ("d search 0.77 --certificate c.txt", "search that code, in `d/CODE`"),
        ("d search 0.77 0.07 --bookmark b", "a bookmark is of one search: search that code"),
        ("d search 0.77 0.07 --from-bookmark b", "a bookmark is of one search: search that code"),
        ("d search 0.77 0.77", "0.77 is named twice"),
        ("d search 0.77 couples-are-forever", "several searches are of codes"),
    ];
    let planned = commands.map(|(command, complaint)| {
        let err = scratch.octal(&format!("plan --dir {command}")).refused();
        assert!(err.contains(complaint), "{command}: {err}");
        err
    });
    scratch.octal("plan --dir d survey --first-work 1e4 --work 1e4").quietly();
    assert_eq!(scratch.names(), ["foreign"]);
    for ((command, _), planned) in commands.iter().zip(planned) {
        let (dir, command) = command.split_once(' ').unwrap();
        let done = scratch.octal(&format!("{command} --shard 1/1 --dir {dir}")).refused();
        assert_eq!(done, planned, "{command}");
    }
}

/// What the parser says stands in one sentence, whole.
#[test]
fn commands_that_are_not_understood() {
    let said = "error: the tasks would not understand their command: ";
    for (command, complaint) in [
        ("search", "the following required arguments were not provided: <CODE>..."),
        (
            "survey --digit 3",
            "unexpected argument '--digit' found; tip: a similar argument exists: '--digits'",
        ),
        ("survey --digits 8", "invalid value '8' for '--digits <D>': from 1 to 7"),
    ] {
        let err = octal(&format!("plan --dir d {command}")).refused();
        assert_eq!(err, format!("{said}{complaint}\n"), "{command}");
    }
    let err = octal("plan --dir d survey --merge a").refused();
    assert!(err.contains("'--merge <DIR>...' cannot be used with: --"), "{err}");
    assert!(err.contains("--shard <I/M>") && err.contains("--memory <SIZE>"), "{err}");
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
        (
            "--dir d survey --dir e",
            "leave --dir out of the command of the tasks: the tasks work in",
        ),
        (
            "--dir d survey --shard=1/2",
            "leave --shard out of the command of the tasks: each task has",
        ),
        (
            "--dir d check x --links 0..1",
            "leave --links out of the command of the tasks: each task",
        ),
        (
            "--dir d search 0.77 -o rows.csv",
            "leave --output out of the command of the tasks: each of them would write that file",
        ),
        ("--dir d survey --memory 1G", "take half of the --task-memory that stands before it"),
        ("--dir d search 0.77 --memory=1G", "leave --memory out of the command of the tasks"),
        ("--dir d check x --sample 0.1", "cannot be used with"),
        ("--dir d survey --help", "leave out --help"),
        ("--dir d report", "`report` is not done in parts: name survey, search or check"),
        ("--dir d", "<COMMAND>..."),
        ("check x", "--dir <DIR>"),
        ("--tasks 0 --dir d check x", "from 1 to 10000"),
        ("--task-memory 127M --dir d check x", "from 128M on"),
        ("--program= --dir d check x", "a name or a path"),
        ("--program=-v --dir d check x", "a name or a path"),
        ("--cpus 0 --dir d check x", "from 1 to 1024"),
        ("--time soon --dir d check x", "a time is written 4:00:00 or 2-00:00:00"),
        ("--time 4: --dir d check x", "a time is written 4:00:00 or 2-00:00:00"),
        ("--engine moab --dir d check x", "slurm"),
        ("--option=partition=long --dir d check x", "an option begins with `-`"),
        ("--option=--array=1-3 --dir d check x", "--tasks says how many tasks there are"),
        ("--option=-a1-3 --dir d check x", "--tasks says how many tasks there are"),
        ("--dir=-d check x", "write `./-d`"),
    ] {
        let err = octal(&format!("plan {arguments}")).refused();
        assert!(err.contains(complaint), "{arguments}: {err}");
    }
    let two_lines = Scratch::new().run(&["plan", "--option=a\nb", "--dir", "d", "check", "x"]);
    assert!(two_lines.refused().contains("in one line"));
}
