#!/usr/bin/env bash
# Loses a node of the Slurm of cluster/two-nodes.sh as a power cut would: its daemon, and every task on
# it with all its programs, end at once and without a word.
#
#   cluster/lose-node.sh NODE
set -euo pipefail
node=$1

kill -9 "$(cat "$CLUSTER/slurmd.$node.pid")"
rm -f "$CLUSTER/slurmd.$node.pid"

# A process and all programs below it. It is the first, so that a daemon which is killed does not live to tell Slurm
# that its task has failed.
below() {
  local child
  echo "$1"
  for child in $(pgrep -P "$1"); do below "$child"; done
}

# A step daemon belongs to this Slurm and this node if its batch shell says so.
is_of_node() {
  local environment
  environment=$(tr '\0' '\n' < "/proc/$1/environ") || return 1
  grep -qx "SLURMD_NODENAME=$node" <<< "$environment" &&
    grep -qx "SLURM_CONF=$SLURM_CONF" <<< "$environment"
}
for daemon in $(pgrep -x slurmstepd -u "$(id -u)"); do
  # A daemon that is about to end has no program below it any more.
  shell=$(pgrep -P "$daemon" | head -1) || continue
  if is_of_node "$shell"; then
    # The list is complete before the first of them ends.
    # shellcheck disable=SC2046
    kill -9 $(below "$daemon") 2> /dev/null || true
  fi
done
