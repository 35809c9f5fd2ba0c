//! The script for Slurm: an array of tasks, and a job that depends on it.

use super::Args;
use super::job::BatchJob;
use super::shell::{line, quoted};
use crate::cli::common::stderr::count;

/// What begins and runs a task: `{task}` stands for its command.
const TASK: &str = r#"task=$SLURM_ARRAY_TASK_ID
# If HyperQueue submitted this its number came along, and is not that of the task.
unset HQ_TASK_ID
echo "task $task on $SLURMD_NODENAME, restarts: ${SLURM_RESTART_COUNT:-0}" >&2
{task} &
program=$!
told=
again=
# Slurm warns this shell alone, but ends all programs of a task.
trap 'told=yes; again=yes; kill -USR1 "$program"' USR1
trap told=yes TERM
wait "$program"
code=$?
# A signal ends this shell's wait, not the program.
while [ "$told" ]; do
  told=
  wait "$program"
  code=$?
done
# 75: it stopped in time, and the same command goes on.
if [ "$code" = 75 ] && [ "$again" ]; then
  scontrol requeue "$SLURM_JOB_ID"
  # Slurm ends what still runs, and would meet the next run if this one ended first.
  sleep 60
fi
exit "$code"
"#;

/// The script that submits all.
pub fn script(args: &Args, dir: &str, job: &BatchJob) -> String {
    let (verb, log) = (job.verb, format!("{dir}/log"));
    let dependency = if job.needs_success { "afterok" } else { "afterany" };
    let command = args.command.iter().map(String::as_str);
    // In the name of a log `%` begins what Slurm replaces, and `%%` is the sign itself.
    let logs = log.replace('%', "%%");
    let tasks = heading(args, &format!("octal-{verb}"), &format!("{logs}/%a.log"));
    let after = heading(args, &format!("octal-{verb}-end"), &format!("{logs}/end.log"));
    let missing = format!("{}: not found: load its module, or plan with --program", args.program);
    format!(
        "#!/bin/sh\n\
         # octal {command} in {in_tasks}, and what follows when all of them are done.\n\
         set -eu\n\
         command -v {program} > /dev/null || {{ echo {missing} >&2; exit 2; }}\n\
         mkdir -p {log_directory}\n\
         tasks=$(sbatch --parsable <<'TASK'\n\
         {tasks}\
         #SBATCH --array=1-{number}\n\
         #SBATCH --requeue\n\
         #SBATCH --open-mode=append\n\
         #SBATCH --signal=B:USR1@120\n\
         {task}\
         TASK\n\
         )\n\
         end=$(sbatch --parsable --dependency=\"{dependency}:${{tasks%%;*}}\" --kill-on-invalid-dep=yes <<'END'\n\
         {after}\
         {then}\n\
         END\n\
         )\n\
         echo \"$tasks $end\"\n",
        command = line(command),
        in_tasks = count(job.tasks, "task"),
        number = job.tasks,
        program = quoted(&args.program),
        missing = quoted(&missing),
        log_directory = quoted(&log),
        task = TASK.replace("{task}", &job.task),
        then = job.after,
    )
}

/// The first lines of a job.
fn heading(args: &Args, name: &str, log: &str) -> String {
    let Args { cpus, time, .. } = args;
    let mebibytes = args.task_memory >> 20;
    let mut text = format!(
        "#!/bin/bash\n\
         #SBATCH --job-name={name}\n\
         #SBATCH --cpus-per-task={cpus}\n\
         #SBATCH --mem={mebibytes}M\n\
         #SBATCH --time={time}\n\
         #SBATCH --output={log}\n",
        log = quoted(log),
    );
    for option in &args.option {
        text += &format!("#SBATCH {option}\n");
    }
    text
}
