#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a command as on a slower machine: it and all that it starts are stopped for all but one part
# in SLOWER (10) of the time. No test may fail under it; how long it takes is all that changes.
# usage: slow.sh COMMAND [ARGUMENT]...     such as: tests/slow.sh make check-host
set -u
run=0.02
rest=$(awk "BEGIN { print $run * (${SLOWER:-10} - 1) }")
setsid "$@" & # a session of its own, with the shell's child as its leader
session=$!
trap 'pkill -CONT -s "$session"; pkill -TERM -s "$session"; exit 1' INT TERM
while sleep "$run" && kill -0 "$session" 2>/dev/null; do
	pkill -STOP -s "$session"
	sleep "$rest"
	pkill -CONT -s "$session"
done
wait "$session"
