#!/usr/bin/env bash
# A job of cluster/submit.sh, which says what the arguments are. With a number in the array: one part
# of the work. Without: what follows when all parts are done.
set -u
dir=$1
verb=$2
shift 2

if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  case $verb in
    survey)
      report=()
      for word in "$@"; do if [ "$word" = --report ]; then report=(--report); fi; done
      exec "$OCTAL" survey --merge "$dir"/part-* --dir "$dir" "${report[@]}"
      ;;
    search) exec "$OCTAL" search --status "$dir" ;;
    check) exec "$OCTAL" check "$@" --dir "$dir" ;;
  esac
fi

part=$SLURM_ARRAY_TASK_ID/$TASKS
# Values may take half of the memory of a task.
memory=$((SLURM_MEM_PER_NODE / 2))M
case $verb in
  survey)
    # Only the whole survey has a report.
    words=()
    for word in "$@"; do if [ "$word" != --report ]; then words+=("$word"); fi; done
    command=("${words[@]}" --memory "$memory" --shard "$part" --dir "$dir/part-$SLURM_ARRAY_TASK_ID")
    ;;
  search) command=("$@" --memory "$memory" --shard "$part" --dir "$dir") ;;
  check) command=("$@" --links "$part" --dir "$dir") ;;
esac
echo "task $part on $SLURMD_NODENAME, restarts: ${SLURM_RESTART_COUNT:-0}" >&2
"$OCTAL" "$verb" "${command[@]}" &
program=$!
signalled=
again=
# Slurm warns this shell alone, but ends all programs of a task.
trap 'signalled=yes; again=yes; kill -USR1 "$program"' USR1
trap signalled=yes TERM
wait "$program"
code=$?
# A signal ends this shell's wait, not the program.
while [ "$signalled" ]; do
  signalled=
  wait "$program"
  code=$?
done
# 75: it stopped in time, and the same command continues.
if [ "$code" = 75 ] && [ "$again" ]; then
  scontrol requeue "$SLURM_JOB_ID"
  # Slurm ends what still runs, and would meet the next run if this one ended first.
  sleep 60
fi
exit "$code"
