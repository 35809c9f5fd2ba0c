#!/usr/bin/env bash
# Runs a command under a Slurm of its own, with two nodes of one processor each on this machine, and
# stops it at the end. Needs the Debian packages slurmctld, slurmd, slurm-client and munge, but no root
# and no service; uses the ports BASE_PORT to BASE_PORT + 2.
#
#   cluster/two-nodes.sh COMMAND...
#
# The command finds the folder of this Slurm in $CLUSTER. A node is lost by `cluster/lose-node.sh n2`.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

# From here on every command of Slurm means this one, and no other that the machine belongs to.
CLUSTER=$(mktemp -dt octal-slurm-XXXX)
export CLUSTER SLURM_CONF=$CLUSTER/slurm.conf
host=$(hostname -s)
user=$(id -un)
port=${BASE_PORT:-16817}
mkdir -p "$CLUSTER"/{munge,state,n1,n2,log}
chmod 755 "$CLUSTER"
chmod 700 "$CLUSTER/munge"

stop() {
  local file daemon
  # What is still running ends by itself before its daemon does.
  if scancel -u "$user" 2> /dev/null; then sleep 3; fi
  for file in "$CLUSTER"/*.pid "$CLUSTER/munge/pid"; do
    if [ -f "$file" ]; then kill "$(cat "$file")" 2> /dev/null || true; fi
  done
  sleep 1
  # A step daemon that could not report the end of its task would wait for ever.
  for daemon in $(pgrep -x slurmstepd -u "$user"); do
    if tr '\0' '\n' < "/proc/$daemon/environ" | grep -qx "SLURM_CONF=$SLURM_CONF"; then
      kill -9 "$daemon" || true
    fi
  done
  rm -rf "$CLUSTER"
}
trap stop EXIT

head -c 128 /dev/urandom > "$CLUSTER/munge/key"
chmod 400 "$CLUSTER/munge/key"
munged --force --key-file="$CLUSTER/munge/key" --socket="$CLUSTER/munge/socket" \
  --pid-file="$CLUSTER/munge/pid" --log-file="$CLUSTER/munge/log" --seed-file="$CLUSTER/munge/seed"

# A lost node is noticed after five seconds, and a task that is queued again starts after five.
cat > "$CLUSTER/slurm.conf" << CONF
ClusterName=octal
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=$port
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$CLUSTER/munge/socket,cred_expire=5
StateSaveLocation=$CLUSTER/state
SlurmdSpoolDir=$CLUSTER/%n
SlurmctldPidFile=$CLUSTER/slurmctld.pid
SlurmdPidFile=$CLUSTER/slurmd.%n.pid
SlurmctldLogFile=$CLUSTER/log/slurmctld.log
SlurmdLogFile=$CLUSTER/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdTimeout=5
ReturnToService=2
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 RealMemory=4000 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 RealMemory=4000 State=UNKNOWN
PartitionName=debug Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld -c
slurmd -N n1
slurmd -N n2
for _ in $(seq 100); do
  if [ "$(sinfo -h -N -o %t | grep -c idle)" = 2 ]; then break; fi
  sleep 0.2
done
"$@"
