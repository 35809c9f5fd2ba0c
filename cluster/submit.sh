#!/usr/bin/env bash
# Submits a survey, searches or the check of certificates to Slurm: an array of tasks that share the
# work, and a job that runs after them. Prints the numbers of both.
#
#   cluster/submit.sh DIR survey|search|check ARGUMENTS...
#
# DIR is a directory that all nodes see. The same call continues the work in it. The arguments are
# those of the verb, without --dir, --memory, --shard and --links. The environment holds the rest:
#
#   TASKS   number of tasks (8)              CPUS    processors of a task (1)
#   MEMORY  memory of a task (2G)            TIME    time of a task, at least 5 minutes (4:00:00)
#   OCTAL   the program (octal)              SBATCH_PARTITION and others: see `man sbatch`
set -euo pipefail
fail() {
  echo "cluster/submit.sh: $1" >&2
  exit 2
}
[ $# -ge 3 ] || fail "call it as: cluster/submit.sh DIR survey|search|check ARGUMENTS..."
case $2 in
  survey) after=afterok ;;
  # A search without a period and a refused certificate end with 1: the last job reports them.
  search | check) after=afterany ;;
  *) fail "\`$2\` is not done in parts: name survey, search or check" ;;
esac
export OCTAL=${OCTAL:-octal} TASKS=${TASKS:-8}
[[ $TASKS =~ ^[1-9][0-9]*$ ]] || fail "TASKS=$TASKS: a whole number of tasks, from 1 on"
command -v "$OCTAL" > /dev/null || fail "$OCTAL: not found: load its module, or set OCTAL"

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/log"
# `%` begins what Slurm replaces in the name of a log.
log=${1//%/%%}/log
job=(--parsable --cpus-per-task="${CPUS:-1}" --mem="${MEMORY:-2G}" --time="${TIME:-4:00:00}")
tasks=$(sbatch "${job[@]}" --job-name="octal-$2" --array="1-$TASKS" --output="$log/%a.log" \
  --requeue --open-mode=append --signal=B:USR1@120 "$here/task.sh" "$@")
end=$(sbatch "${job[@]}" --job-name="octal-$2-end" --output="$log/end.log" \
  --dependency="$after:${tasks%%;*}" --kill-on-invalid-dep=yes "$here/task.sh" "$@")
echo "$tasks $end"
