#!/usr/bin/env bash
# A census and the check of a certificate on a real Slurm of two nodes, against one machine: the same
# bytes, although a node is lost in the middle and a task is warned that its time is over.
#
#   cluster/test.sh [CERTIFICATE...]
#
# OCTAL names the program, WORK the work of a game in the census. Without a certificate the script makes those of
# 0.104 and 0.354: that of 0.104 alone is checked in three seconds, hardly long enough to lose a node in the middle.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${CLUSTER:-}" ]; then
  exec "$here/two-nodes.sh" "$here/test.sh" "$@"
fi

program=$(realpath "${OCTAL:-${CARGO_TARGET_DIR:-$here/../target}/release/octal}")
if [ $# = 0 ]; then
  for code in 0.104 0.354; do "$program" period "$code" --limit 3e8 --certificate "$CLUSTER/$code.txt"; done
  set -- "$CLUSTER"/{0.104,0.354}.txt
fi
mapfile -t certificates < <(realpath "$@")
work=${WORK:-3e8}
mkdir "$CLUSTER/bin" "$CLUSTER/work"
ln -s "$program" "$CLUSTER/bin/octal"
export PATH="$CLUSTER/bin:$PATH"
cd "$CLUSTER/work"

fail() {
  echo "cluster/test.sh: $1" >&2
  cat ./*/log/*.log >&2 || true
  tail -n 20 "$CLUSTER"/log/*.log >&2
  exit 1
}

# Waits until a command succeeds; the first word says what for.
wait_for() {
  local what=$1 end=$((SECONDS + 240))
  shift
  until "$@"; do
    if [ $SECONDS -gt $end ]; then fail "waited 240 seconds for $what"; fi
    sleep 0.2
  done
}
runs_on() { squeue -h -t R -o %N | grep -qx "$1"; }
# A task may end in the moment in which it is warned: then the next one is. One that has just begun may not know the
# warning yet, and would end by it; and as Slurm counts whole seconds, it may say 0:01 of that.
warn_on() {
  local task
  task=$(squeue -h -t R -w "$1" -o '%A %M' | awk '$2 !~ /^0:0[01]$/ { print $1; exit }')
  [ -n "$task" ] && scancel --signal=USR1 --batch "$task" 2> /dev/null
}
is_over() { ! squeue -h -j "$1" -o %T 2> /dev/null | grep -q .; }
is_idle() { [ "$(sinfo -h -n "$1" -o %t)" = idle ]; }
has_rows() { [ -s "$1" ]; }

# Submits an array and prints the number of its last job.
submit() {
  local jobs
  jobs=$("$here/submit.sh" "$@")
  echo "${jobs#* }"
}
export MEMORY=512M

survey=(survey --digits 3 --first-work 1e6 --work "$work" --certificates)
octal "${survey[@]}" --dir alone 2> alone.log

end=$(TASKS=4 submit census "${survey[@]}")
wait_for "a task on n2" runs_on n2
wait_for "rows of a task" has_rows census/part-2/periods.csv
"$here/lose-node.sh" n2
echo "lost node n2 after $SECONDS s"
# The time of the task on n1 is over: it stops, is queued again, and goes on.
wait_for "a task on n1 to be warned" warn_on n1
wait_for "the census" is_over "$end"
for file in periods.csv codes.csv certificates; do
  diff -r "alone/$file" "census/$file" > /dev/null || fail "$file differs from that of one machine"
done
grep -q 'restarts: [1-9]' census/log/*.log || fail "no task was started again"
grep -q '^stopped: ' census/log/*.log || fail "no task stopped in time"
echo "the census of four tasks is that of one machine, after $SECONDS s"

slurmd -N n2
wait_for "the return of n2" is_idle n2
octal check "${certificates[@]}" > alone.txt
end=$(TASKS=2 submit checked check "${certificates[@]}")
wait_for "a task on n2" runs_on n2
"$here/lose-node.sh" n2
echo "lost node n2 again after $SECONDS s"
wait_for "the check" is_over "$end"
grep ': proved$' checked/log/end.log > together.txt || fail "the check has proved nothing"
diff alone.txt together.txt || fail "the answer differs from that of one machine"
echo "${#certificates[@]} certificates are checked as on one machine, after $SECONDS s"

# A damaged certificate is refused by a task, and by the job that follows.
cp "${certificates[0]}" wrong.txt
sed -i 's/^snapshot \([0-9]*\): \([0-9]*\) /snapshot \1: 9\2 /' wrong.txt
end=$(TASKS=2 submit wrong check wrong.txt)
wait_for "the refusal" is_over "$end"
grep -q 'refused' wrong/log/1.log || fail "a wrong certificate is not refused"
grep -q 'refused' wrong/log/end.log || fail "the last job does not say that it is refused"
echo "a wrong certificate is refused, after $SECONDS s"
