//! `cluster/submit.sh` with a batch system that runs every task at once; `cluster/test.sh` runs it
//! on a real Slurm.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use super::{Ran, Scratch};

/// `sbatch` as a shell: notes its options, and runs the script once for each task of the array.
const SBATCH: &str = r#"#!/bin/bash
n=$(($(cat jobs 2> /dev/null || echo 0) + 1))
echo "$n" > jobs
echo "$*" > "job.$n.options"
tasks=end
while [[ $1 = --* ]]; do
  case $1 in
    --array=1-*) tasks=$(seq "${1#--array=1-}") ;;
    --output=*) log=${1#*=} ;;
  esac
  shift
done
for task in $tasks; do
  name=${log//%a/$task}
  if [ "$task" != end ]; then export SLURM_ARRAY_TASK_ID=$task; fi
  SLURMD_NODENAME=n1 SLURM_MEM_PER_NODE=2048 bash "$@" > "${name//%%/%}" 2>&1
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

/// Submits with these arguments, separated by spaces, in an environment with `variables`.
fn submit(scratch: &Scratch, variables: &[(&str, &str)], arguments: &str) -> Ran {
    let program = Path::new(env!("CARGO_BIN_EXE_octal")).parent().unwrap();
    let programs = [scratch.path().join("bin"), program.to_path_buf()];
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(programs.into_iter().chain(std::env::split_paths(&others)));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/cluster/submit.sh");
    let mut command = Command::new(script);
    command.args(arguments.split(' ')).current_dir(scratch.path()).env("PATH", path.unwrap());
    command.envs(variables.iter().copied()).output().unwrap().into()
}

#[test]
fn a_survey_in_tasks_is_that_of_one_machine() {
    let scratch = cluster();
    let survey = "survey --digits 2 --limit 1000 --certificates --report";
    scratch.octal(&format!("{survey} --dir alone")).quietly();
    let ran = submit(&scratch, &[("TASKS", "3")], &format!("100%done {survey}"));
    assert_eq!((ran.code, &*ran.out), (Some(0), "1 2\n"), "{ran:?}");
    assert_eq!(scratch.read("job.1.codes"), "0\n0\n0\n");
    assert!(scratch.read("job.2.options").contains("--dependency=afterok:1 --kill-on-invalid-dep"));
    for file in ["periods.csv", "codes.csv", "README.md"] {
        let of_tasks = scratch.read(&format!("100%done/{file}"));
        assert_eq!(of_tasks, scratch.read(&format!("alone/{file}")), "{file}");
    }
    let certificates = |of: &str| super::names(&scratch.path().join(of).join("certificates"));
    assert!(certificates("alone").len() > 20);
    assert_eq!(certificates("100%done"), certificates("alone"));
    let logs = super::names(&scratch.path().join("100%done/log"));
    assert_eq!(logs, ["1.log", "2.log", "3.log", "end.log"]);
}

#[test]
fn a_check_in_tasks_prints_what_one_machine_prints() {
    let scratch = cluster();
    let links = crate::certificate::chain(
        &crate::certificate::known("0.156", 6000),
        &[500, 900, 901, 2000, 3600],
    );
    scratch.write("links.txt", links.write().unwrap());
    scratch.write("wrong.txt", "0.07\n");
    let alone = scratch.octal("check links.txt wrong.txt").ended(1);
    let ran = submit(&scratch, &[("TASKS", "4")], "checked check links.txt wrong.txt");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(scratch.read("job.1.codes"), "1\n1\n1\n1\n", "each task meets the wrong file");
    assert!(scratch.read("job.2.options").contains("--dependency=afterany:1 "));
    let end = scratch.read("checked/log/end.log");
    let noted = "links.txt: 9 of 9 links were checked before\n";
    assert!(end.contains(noted), "{end}");
    assert_eq!(end.replace(noted, ""), alone);
}

#[test]
fn a_task_searches_its_codes() {
    let scratch = cluster();
    let ran = submit(&scratch, &[("TASKS", "2")], "several search 0.156 0.07 --limit 8000");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(scratch.read("job.1.codes"), "0\n0\n");
    let first = scratch.read("several/log/1.log");
    assert!(first.contains("0.156: period 349 from heap 3479 on, proved"), "{first}");
    let end = scratch.read("several/log/end.log");
    assert!(end.contains("\n0.156: ") && end.starts_with("0.07 (dawsons-kayles): "), "{end}");
}

#[test]
fn the_environment_has_the_parameters() {
    let scratch = cluster();
    let parameters = [("TASKS", "1"), ("CPUS", "4"), ("MEMORY", "8G"), ("TIME", "2-00:00:00")];
    submit(&scratch, &parameters, "d survey --digits 1 --limit 99").ended(0);
    for job in ["job.1.options", "job.2.options"] {
        let options = scratch.read(job);
        assert!(
            options.contains("--cpus-per-task=4 --mem=8G --time=2-00:00:00 "),
            "{job}: {options}"
        );
    }
    assert!(scratch.read("job.1.options").contains(" --array=1-1 "));
}

#[test]
fn calls_that_would_fail_submit_nothing() {
    let scratch = cluster();
    for (variable, arguments, complaint) in [
        (("TASKS", "0"), "d survey --digits 1", "TASKS=0: a whole number of tasks, from 1 on"),
        (("TASKS", "1"), "d report all", "`report` is not done in parts"),
        (("TASKS", "1"), "d survey", "DIR survey|search|check ARGUMENTS..."),
        (("OCTAL", "./no-octal"), "d survey --digits 1", "./no-octal: not found"),
    ] {
        let ran = submit(&scratch, &[variable], arguments);
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{ran:?}");
        assert!(ran.err.contains(complaint), "{arguments}: {ran:?}");
    }
    assert_eq!(scratch.names(), ["bin"]);
}
