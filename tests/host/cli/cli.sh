#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The gnomon program as a user meets it: help, exit statuses, messages, a whole run against the
# model.
# usage: cli.sh GNOMON MODEL_SERVER DATA NO_SYNC
#   DATA: folder with the test programs; NO_SYNC: preloaded, fsync fails
set -u
gnomon=$(readlink -f "$1") server=$2 data=$3 no_sync=$4
dir=$(mktemp -d /tmp/gnomon-cli-XXXXXX)
servers=
clean() {
	for process in $servers; do kill "$process" 2>/dev/null; done
	wait
	rm -rf "$dir"
}
trap clean EXIT
failures=0
passed=0

fail() {
	echo "cli.sh: $*" >&2
	sed 's/^/    /' "$dir/out" "$dir/err" >&2
	failures=$((failures + 1))
}

# expect STATUS TEXT COMMAND...: the command's exit status, and a text in what it prints
expect() {
	want=$1 text=$2
	shift 2
	before=$failures
	timeout "${HANG_SECONDS:-1800}" "$@" >"$dir/out" 2>"$dir/err"
	got=$?
	[ "$got" -eq "$want" ] || fail "status $got, not $want: $*"
	[ -z "$text" ] || grep -qF -- "$text" "$dir/out" "$dir/err" || fail "no '$text': $*"
	[ "$failures" -gt "$before" ] || passed=$((passed + 1))
}

# nothing_left NAME WHO: there is no NAME, and no name under which gnomon writes it first
nothing_left() {
	left=$(find "$dir" -mindepth 1 -maxdepth 1 -name '*gnomon-*')
	if [ -e "$dir/$1" ] || [ -n "$left" ]; then
		fail "$2 left something behind"
	fi
}

# serve NAME EVENTS [BAUD]: starts a model; its manifest is NAME.json, its port in NAME.port
serve() {
	"$server" "$dir/$1.json" "$dir/$1.port" "$2" ${3:+"$3"} &
	servers="$servers $!"
	until [ -s "$dir/$1.port" ]; do
		kill -0 $! || exit 1
		sleep 0.05
	done
}

serve model 3000
serve silent 0
serve serial 1 1000000
url=tcp:127.0.0.1:$(cat "$dir/model.port")
silent=tcp:127.0.0.1:$(cat "$dir/silent.port")
cat >"$dir/e.yaml" <<YAML
gnomon: 1
manifest: model.json
device: $url
points:
  a: { address: 0x100 }
  b: { address: 0x200 }
  end: { address: 0x300 }
intervals: { i: { from: a, to: b } }
until: { point: end }
limit: 1 h
YAML

# help and usage, each text in one line
export COLUMNS=1000
expect 0 'usage: gnomon COMMAND' "$gnomon" --help
expect 0 'gnomon 0.' "$gnomon" --version
expect 2 'usage: gnomon COMMAND' "$gnomon"
expect 2 "unknown command 'frobnicate'" "$gnomon" frobnicate
for c in $("$gnomon" --help | sed -n 's/^  \([a-z-]*\) .*/\1/p'); do
	expect 0 "usage: gnomon $c" "$gnomon" "$c" --help
	expect 0 'Exit status: 0 ' "$gnomon" "$c" --help
	expect 2 "unknown option '--frobnicate'" "$gnomon" "$c" --frobnicate
done
expect 2 'argument missing: RUN' "$gnomon" drain
expect 2 "unexpected argument 'b'" "$gnomon" points a b
expect 2 "option '-d' needs a value" "$gnomon" status -d
expect 2 "is not a number from 1 to 3600000" "$gnomon" status -d "$url" -t soon
expect 2 'no run directory is named' "$gnomon" run "$dir/e.yaml"

# programs
expect 0 'work ' "$gnomon" points "$data/program.elf"
expect 0 '"functions": [' "$gnomon" points --json "$data/program.elf"
expect 1 "not an ELF file: '$dir/e.yaml'" "$gnomon" points "$dir/e.yaml"
expect 1 'No such file' "$gnomon" points "$dir/nothing"
expect 1 'cannot write the output: No space left on device' \
	sh -c "'$gnomon' points '$data/program.elf' >/dev/full"

# monitors
expect 0 "that of monitor 'model'" "$gnomon" status -d "$url" -m "$dir/model.json"
expect 0 '"hash": "0123456789abcdef"' "$gnomon" status -d "$url" --json
expect 1 'no answer from the monitor' "$gnomon" status -d "$silent" -t 50
expect 1 'check that' "$gnomon" run "$dir/e.yaml" -d "$silent" -t 50 -o "$dir/run"
expect 1 'Connection refused' "$gnomon" status -d tcp:127.0.0.1:1
expect 1 'known are tcp:HOST:PORT[?token=FILE], tty:PATH[@BAUD]' "$gnomon" status -d smoke:signals
port=$(cat "$dir/serial.port")
expect 0 '"baud": 1000000' "$gnomon" status -d "tty:$port" --json
expect 0 'serial line    1000000 baud' "$gnomon" status -d "tty:$port" -m "$dir/serial.json"
expect 0 '"baud": null' "$gnomon" status -d "tty:$port@1000000" --json
expect 1 'no answer from the monitor' "$gnomon" status -d "tty:$port@115200" -t 50
sed 's/"phy":"bytes"/"phy":"uart","baud":500000/' "$dir/serial.json" >"$dir/slow.json"
expect 0 'answers at 1000000 baud, not at 500000' "$gnomon" status -d "tty:$port" -m "$dir/slow.json"
expect 1 'is not a serial port' "$gnomon" status -d tty:/dev/null
sed 's/0123456789abcdef/fedcba9876543210/' "$dir/model.json" >"$dir/other.json"
expect 1 "is not that of manifest 'model'" "$gnomon" status -d "$url" -m "$dir/other.json"
expect 1 "is not that of manifest 'model'" \
	"$gnomon" load "$dir/e.yaml" -m "$dir/other.json" -o "$dir/run"
expect 0 '' "$gnomon" reset -d "$url"
expect 0 '' "$gnomon" reset -d "$url" -m "$dir/model.json"
expect 1 "is not that of manifest 'model'" "$gnomon" reset -d "$url" -m "$dir/other.json"
expect 0 'without an answer (default: 3000)' "$gnomon" drain --help

# experiments
sed 's/intervals/intervalls/' "$dir/e.yaml" >"$dir/bad.yaml"
expect 1 "bad.yaml:8:1: error: unknown key 'intervalls' in an experiment; did you mean 'intervals'?" \
	"$gnomon" run "$dir/bad.yaml" -o "$dir/run"
expect 1 "has 1 fault" "$gnomon" load "$dir/bad.yaml" -o "$dir/run"
nothing_left run 'a refused experiment'

# pattern files
expect 0 '3 of 15' "$gnomon" compile "$dir/e.yaml" -o "$dir/p.json"
expect 0 '"gnomon_patterns": 2' "$gnomon" compile --json "$dir/e.yaml"
expect 0 'core1' "$gnomon" compile "$dir/p.json"
expect 1 "bad.yaml:8:1: error: " "$gnomon" compile "$dir/bad.yaml" -o "$dir/q.json"
[ ! -e "$dir/q.json" ] || fail 'a refused experiment left a pattern file'
expect 1 'was made without a program' \
	"$gnomon" load "$dir/p.json" --program "$data/program.elf" -o "$dir/run"
expect 1 'the manifest is of' "$gnomon" run "$dir/p.json" -m "$dir/other.json" -o "$dir/run"
sed 's/"limit_ms": /"limit_ms": 1/' "$dir/p.json" >"$dir/damaged.json"
expect 1 'is damaged' "$gnomon" load "$dir/damaged.json" -o "$dir/run"
expect 0 '3002 events, 0 gaps, 0 lost' "$gnomon" run "$dir/p.json" -o "$dir/compiled" --no-report
cmp -s "$dir/p.json" "$dir/compiled/patterns.json" &&
	fail 'the manifest of a run is beside its patterns'
expect 0 'core1' "$gnomon" compile "$dir/compiled/patterns.json"

# a whole run, step by step and in one
expect 0 'loaded 3 points' "$gnomon" load "$dir/e.yaml" -o "$dir/steps"
expect 1 "'$dir/steps' was not started" "$gnomon" drain "$dir/steps"
expect 0 '' "$gnomon" start "$dir/steps"
expect 0 'the end point was reached, the run continues' "$gnomon" drain "$dir/steps"
expect 0 '' "$gnomon" stop "$dir/steps"
expect 0 '3002 events, 0 gaps, 0 lost' "$gnomon" drain -q "$dir/steps"
expect 0 'the run is complete' "$gnomon" drain "$dir/steps"
expect 1 'was started before' "$gnomon" start "$dir/steps"
# an end point that never comes: a message, and status 1, after the report
sed -e 's/end: { address: 0x300 }/&\n  never: { address: 0x900 }/' \
	-e 's/until: .*/until: { point: never }/' "$dir/e.yaml" >"$dir/until.yaml"
expect 1 "the end point 'never' was not reached at core0, core1" \
	"$gnomon" run "$dir/until.yaml" -o "$dir/until" --limit 1
expect 1 'the run is complete, but it ended before its end point' \
	"$gnomon" run "$dir/until.yaml" -o "$dir/until" -l 1 --force
grep -q '^losses: 0 of ' "$dir/out" || fail 'there is no report of a run that did not reach its end point'
expect 1 "the end point 'never' was not reached at core0, core1" "$gnomon" drain "$dir/until"
expect 0 "the end point 'never' was not reached at core0, core1" "$gnomon" report "$dir/until"
expect 0 '"until_reached": false' "$gnomon" report --json "$dir/until"
expect 0 '"until_reached": true' "$gnomon" report --json "$dir/steps"
expect 0 '3002 events, 0 gaps, 0 lost' "$gnomon" run "$dir/e.yaml" -o "$dir/run"
expect 1 'exists already' "$gnomon" run "$dir/e.yaml" -o "$dir/run"
expect 0 'the run is complete' "$gnomon" run "$dir/e.yaml" -o "$dir/run" --force --no-report
cmp -s "$dir/run/trace/node_0" "$dir/steps/trace/node_0" && fail 'runs have the same run number'
expect 0 '"points"' "$gnomon" report --json "$dir/run"
# a failure to write is reported once
for c in report 'report --json' 'report -s ratios --json' 'report -s ratios --follow'; do
	expect 1 'cannot write the output: No space left on device' \
		sh -c "'$gnomon' $c '$dir/run' >/dev/full"
	[ "$(wc -l <"$dir/err")" -eq 1 ] || fail "it is reported more than once: $c"
done
for c in "export '$dir/run' -o - --format csv" "report --html - '$dir/run'" "serve '$dir/run'"; do
	expect 1 'No space left on device' sh -c "'$gnomon' $c >/dev/full"
	[ "$(wc -l <"$dir/err")" -eq 1 ] || fail "it is reported more than once: $c"
done
expect 1 'is not a run directory' "$gnomon" drain "$dir"
expect 0 'core1  event    end' "$gnomon" events "$dir/run"
expect 0 '"node":"core1","kind":"event","name":"end"' "$gnomon" events --json --point end "$dir/run"
[ "$(wc -l <"$dir/out")" -eq 2 ] || fail 'the end point is not there once a node'

# measures, and runs in rounds, where both nodes have one pair with routed inputs
sed -e 's/"signals":\[\]/"signals":["stall","idle","bus_busy"]/g' \
	-e 's/"lines":\[\]/"lines":["pair0.a","pair0.b"]/g' \
	-e 's/"a":"a0","b":"always"/"a":"route","b":"route"/g' \
	-e 's/"name":"actions","base":10240,"cells":16,"bits":8}/&,{"name":"router","base":10624,"cells":16,"bits":8}/g' \
	"$dir/model.json" >"$dir/routed.json"
expect 0 'core0..core1     yes  a routed pair (bus_busy, always)' \
	"$gnomon" measures "$dir/routed.json"
expect 0 "core0..core1     no   has no signal 'tlb_miss'" "$gnomon" measures "$dir/routed.json"
expect 0 '"name": "cache hit ratio"' "$gnomon" measures --json "$dir/routed.json"
expect 1 'No such file' "$gnomon" measures "$dir/nothing"
sed 's/model.json/routed.json/' "$dir/e.yaml" >"$dir/rounds.yaml"
{ cat "$dir/rounds.yaml" && echo 'route: { pair0.a: stall }'; } >"$dir/half.yaml"
expect 0 "half.yaml: warning: without a route these inputs are never 1: 'pair0.b' of 2 nodes" \
	"$gnomon" compile "$dir/half.yaml"
echo 'measures: [bus occupancy, processor idle, event duration of stall]' >>"$dir/rounds.yaml"
expect 1 "rounds.yaml:11:27: error: measure 'processor idle' has no pair left at node 'core0': 'pair0' has bus occupancy" \
	"$gnomon" run "$dir/rounds.yaml" -o "$dir/rounds"
expect 0 'round 3 of 3' \
	"$gnomon" run --rounds "$dir/rounds.yaml" -o "$dir/rounds" \
	--before "echo begun >>$dir/before"
[ "$(wc -l <"$dir/before")" = 3 ] || fail 'the command was not run before each round'
expect 0 "3 rounds of 'rounds': the intervals took the same time in each" \
	"$gnomon" report "$dir/rounds"
expect 0 'core1  event duration of stall  (whole round)' "$gnomon" report "$dir/rounds"
expect 0 '"rounds": 3' "$gnomon" report --json "$dir/rounds"
one_of="'$dir/rounds' is a run in rounds: name one of them, such as '$dir/rounds/round0'"
for c in 'report -p' 'report -i x' 'report -s ratios,buckets' 'export -o x.vcd'; do
	# shellcheck disable=SC2086 # a command and its options
	expect 1 "$one_of" "$gnomon" $c "$dir/rounds"
done
expect 0 'core1  event duration of stall' "$gnomon" report -s ratios "$dir/rounds/round2"
expect 1 'exists already' "$gnomon" run --rounds "$dir/rounds.yaml" -o "$dir/rounds"
expect 0 'round 3 of 3' \
	"$gnomon" run --rounds "$dir/rounds.yaml" -o "$dir/rounds" --force --no-report
expect 1 "is a run of its own" "$gnomon" run --rounds "$dir/rounds.yaml" -o "$dir/run"
expect 1 "cannot fire the host's trigger: no node of monitor 'model' has one with actions" \
	"$gnomon" run "$dir/e.yaml" -o "$dir/unasked" --ask 1
[ ! -e "$dir/unasked" ] || fail 'a refused --ask left something behind'
expect 1 "'false' failed, the run is not started" \
	"$gnomon" run "$dir/e.yaml" -o "$dir/never" --before false
expect 1 "'false' failed, the run is not started" \
	"$gnomon" run --rounds "$dir/rounds.yaml" -o "$dir/never" --before false
nothing_left never 'a run that was not started'
expect 1 "'false' failed" "$gnomon" run "$dir/e.yaml" -o "$dir/run" --force --before false
expect 0 '' "$gnomon" report "$dir/run"
sed 's/, event duration of stall//' "$dir/rounds.yaml" >"$dir/two.yaml"
expect 1 "/round0/patterns.json' is of one of 3 rounds: name the experiment itself" \
	"$gnomon" run --rounds "$dir/rounds/round0/patterns.json" -o "$dir/never"
expect 2 "'0' is not a number from 1" "$gnomon" drain --ask 0 "$dir/nothing"
expect 0 'round 2 of 2' "$gnomon" run --rounds "$dir/two.yaml" -o "$dir/rounds" --force --no-report
expect 0 "2 rounds of 'two'" "$gnomon" report "$dir/rounds"

# only what gnomon made is ever replaced
same() { # NAME: the folder is as its copy NAME.was
	diff -r "$dir/$1" "$dir/$1.was" >"$dir/out" 2>"$dir/err" || fail "'$1' was changed"
}
mkdir -p "$dir/own/run.new" "$dir/foreign"
echo mine >"$dir/own/run.new/work"
echo '{ "not": "of gnomon" }' >"$dir/foreign/run.json"
echo mine >"$dir/foreign/work"
cp -a "$dir/own" "$dir/own.was" && cp -a "$dir/foreign" "$dir/foreign.was"
expect 0 'the run is complete' "$gnomon" run "$dir/e.yaml" -o "$dir/own/run" --no-report
rm -rf "$dir/own/run"
same own
expect 1 "'$dir/foreign' holds 'run.json', which gnomon did not make, so it is not replaced" \
	"$gnomon" run "$dir/e.yaml" -o "$dir/foreign" --force
same foreign
cp -a "$dir/run" "$dir/kept"
echo mine >"$dir/kept/trace/notes"
cp -a "$dir/kept" "$dir/kept.was"
expect 1 "'$dir/kept' holds 'trace/notes', which gnomon did not make" \
	"$gnomon" run "$dir/e.yaml" -o "$dir/kept" --force
expect 1 "'.' is the working folder, or holds it" \
	sh -c "cd '$dir/kept' && '$gnomon' run ../e.yaml -o . --force"
expect 1 "'..' is the working folder, or holds it" \
	sh -c "cd '$dir/kept/trace' && '$gnomon' run ../../e.yaml -o .. --force"
expect 1 "cannot make folder '$dir/kept/run.json': a file is there" \
	"$gnomon" load "$dir/e.yaml" -o "$dir/kept/run.json" --force
same kept
ln -s "$dir/foreign/work" "$dir/p2.json.new"
expect 0 '3 of 15' "$gnomon" compile "$dir/e.yaml" -o "$dir/p2.json"
expect 1 'not a file' "$gnomon" compile "$dir/e.yaml" -o "$dir/own"
same foreign

# what is not on the disk is not reported as kept
expect 1 'Input/output error' \
	env LD_PRELOAD="$no_sync" "$gnomon" run "$dir/e.yaml" -o "$dir/unsynced"
[ ! -e "$dir/unsynced" ] || fail 'a run that is not on the disk is there'
expect 1 'Input/output error' \
	env LD_PRELOAD="$no_sync" "$gnomon" compile "$dir/e.yaml" -o "$dir/unsynced.json"
expect 0 'loaded' "$gnomon" load "$dir/e.yaml" -o "$dir/unsynced"
expect 1 'Input/output error' env LD_PRELOAD="$no_sync" "$gnomon" start "$dir/unsynced"
expect 1 'Input/output error' env LD_PRELOAD="$no_sync" "$gnomon" drain "$dir/unsynced"
expect 0 'the run is complete' "$gnomon" drain --stop "$dir/unsynced"

# an interrupt keeps what was drained, and a second drain resumes
sed '/until/d' "$dir/e.yaml" >"$dir/endless.yaml"
expect 0 'loaded' "$gnomon" load "$dir/endless.yaml" -o "$dir/endless"
expect 0 '' "$gnomon" start "$dir/endless"
"$gnomon" drain "$dir/endless" >"$dir/out" 2>"$dir/err" &
draining=$!
until grep -q '"position": 3004' "$dir/endless/run.json"; do
	kill -0 "$draining" || break
	sleep 0.05
done
kill -INT "$draining"
wait "$draining"
if [ $? -eq 1 ] && grep -qF 'interrupted; ' "$dir/err"; then
	passed=$((passed + 1))
else
	fail 'an interrupt does not end a drain in good order'
fi
grep -q '"state": "running"' "$dir/endless/run.json" || fail 'an interrupted run is not running'

# other patterns while it runs
sed 's/0x200/0x240/' "$dir/endless.yaml" >"$dir/moved.yaml"
expect 2 '--into cannot be combined with --output' \
	"$gnomon" load "$dir/moved.yaml" --into "$dir/endless" -o "$dir/x"
expect 1 'is not running but complete' "$gnomon" load "$dir/moved.yaml" --into "$dir/steps"
expect 0 '2 of 2 nodes got new tables' "$gnomon" load "$dir/moved.yaml" --into "$dir/endless"
expect 0 '0 of 2 nodes got new tables' \
	"$gnomon" drain -q --load "$dir/moved.yaml" --limit 1 "$dir/endless"
grep -q '"file": "patterns.3.json"' "$dir/endless/run.json" ||
	fail 'the journal does not name the loads'
expect 0 'the run is complete' "$gnomon" drain --stop --limit 1 "$dir/endless"
expect 0 'core1     1506  >= 1501      >= 0' "$gnomon" report --all "$dir/endless"
expect 0 'core1     1506  >= 1501      >= 0' "$gnomon" report --section points,nodes "$dir/endless"
expect 0 'no advice' "$gnomon" report "$dir/endless"
expect 2 "there is no part 'node'" "$gnomon" report --section nodes,node "$dir/endless"
expect 2 "there is no part ''" "$gnomon" report --section nodes, "$dir/endless"
expect 2 '--section with --json is for ratios, buckets and counters' \
	"$gnomon" report --section nodes --json "$dir/endless"

# two runs beside each other
expect 1 'no node of this monitor has an event port' "$gnomon" messages "$dir/run"
expect 2 '--from is after --to' "$gnomon" events --from 5 --to 3 "$dir/run"
expect 2 '--from is after --to' "$gnomon" messages --from 2 --to 1 "$dir/run"
expect 1 'no node of this monitor has an event port' "$gnomon" parallel "$dir/run"
expect 2 'is not a number from 1' "$gnomon" parallel --limit 0 "$dir/run"
for place in interpreter a= =core1 'a=core1,' ''; do
	expect 2 'is not PROCESS=PROCESSOR' "$gnomon" parallel --place "$place" "$dir/run"
done
expect 1 'is a run in rounds' "$gnomon" messages "$dir/rounds"
expect 0 'a change of a mean or ratio by 1 % or more counts' "$gnomon" diff "$dir/run" "$dir/steps"
expect 0 'a change of a mean or ratio by 3 % or more counts' \
	"$gnomon" diff --least 3 --exact "$dir/run" "$dir/steps"
expect 0 '"worse": false' "$gnomon" diff --json "$dir/run" "$dir/steps"
expect 0 '<testcase classname="interval" name="i">' "$gnomon" diff --junit "$dir/run" "$dir/run"
expect 0 '| interval | i |' "$gnomon" diff --markdown "$dir/run" "$dir/run"
expect 1 "cannot compare the runs: '$dir/until' did not reach its end point 'never'" \
	"$gnomon" diff "$dir/run" "$dir/until"
expect 2 '--json cannot be combined with --junit' \
	"$gnomon" diff --json --junit "$dir/run" "$dir/run"
expect 1 'is a run in rounds' "$gnomon" diff "$dir/run" "$dir/rounds"
expect 1 "name functions with 'calls' in the experiment" "$gnomon" calls "$dir/run"
expect 1 "name functions with 'calls' in the experiment" \
	"$gnomon" export "$dir/run" -o "$dir/none.folded"
expect 2 'must be a number from 0 to 100' "$gnomon" calls --least nan "$dir/run"
expect 2 'are for text' "$gnomon" calls --json --flat "$dir/run"
expect 2 '--from is after --to' "$gnomon" calls --from 9 --to 8 "$dir/run"
expect 2 '' "$gnomon" calls --process 65536 "$dir/run"
nothing_left none.folded 'gnomon export'
expect 1 'No such file or directory' "$gnomon" diff "$dir/run" "$dir/nothing"
expect 2 "is not a number from 0 to" "$gnomon" diff --least x "$dir/run" "$dir/run"
expect 1 "no node of this monitor has an event port" "$gnomon" causality "$dir/run"
expect 2 "--json cannot be combined with --dot" "$gnomon" causality --json --dot "$dir/run"
for n in x 0 1000000001; do
	expect 2 'is not a number from 1 to 1000000000' "$gnomon" causality --limit "$n" "$dir/run"
done

# limits
expect 1 "'$dir/run' has no limits" "$gnomon" check "$dir/run"
expect 0 '2 passed, 0 failed, 0 unknown' "$gnomon" check "$dir/run" 'lost == 0' 'count(i) > 0'
expect 3 '1 passed, 1 failed, 0 unknown' "$gnomon" check "$dir/run" 'lost == 0' 'count(i) > 99999'
expect 3 '1 passed, 0 failed, 1 unknown' "$gnomon" check "$dir/until" 'lost == 0' 'max(i) < 1 s'
expect 0 '1 passed, 0 failed, 1 unknown' \
	"$gnomon" check --allow-unknown "$dir/until" 'lost == 0' 'max(i) < 1 s'
expect 3 '"verdict": "failed"' "$gnomon" check --json "$dir/run" 'lost > 0'
expect 3 '<failure type="failed"' "$gnomon" check --junit "$dir/run" 'lost > 0'
expect 0 '| lost == 0 | 0 records | passed |' "$gnomon" check --markdown "$dir/run" 'lost == 0'
expect 1 "limit 'max(j) < 1 s', column 5: there is no interval 'j'" \
	"$gnomon" check "$dir/run" 'max(j) < 1 s'
expect 2 "limit 'lost == 0 %%', column 12: " "$gnomon" check "$dir/run" 'lost == 0' 'lost == 0 %%'
expect 2 "limit '', column 1: " "$gnomon" check "$dir/run" ''
expect 2 '--json cannot be combined with --junit' \
	"$gnomon" check --json --junit "$dir/run" 'lost == 0'
expect 1 'is a run in rounds' "$gnomon" check "$dir/rounds" 'lost == 0'
{ cat "$dir/e.yaml" && echo 'limits: [max(i) < 1 cycle, lost == 0]'; } >"$dir/limits.yaml"
expect 0 'limits: 1 passed, 1 failed, 0 unknown' \
	"$gnomon" run "$dir/limits.yaml" -o "$dir/limits"
expect 3 'max(i) < 1 cycle' "$gnomon" check "$dir/limits"

# filtered runs
expect 0 ' left out' "$gnomon" filter "$dir/endless" "$dir/less" --keep 'event == a'
expect 0 'filtered: keep event == a, ' "$gnomon" report "$dir/less"
expect 0 '"keep": "event == a"' "$gnomon" report --json "$dir/less"
expect 1 "name functions with 'calls'" "$gnomon" export "$dir/less" -o "$dir/less.folded"
! grep -q 'the run was filtered' "$dir/err" || fail 'a file that is not written has a note'
expect 0 'the run was filtered' "$gnomon" export "$dir/less" -o "$dir/less.csv"
expect 1 "has no unit of segments" "$gnomon" export "$dir/less" -o "$dir/less.v"
expect 1 "has no such unit of segments" \
	"$gnomon" export "$dir/less" -o "$dir/less.v" --unit x --node core0
expect 0 ' left out' "$gnomon" filter "$dir/endless" "$dir/both" -k 'event == a' -d 'time < 9'
expect 0 'filtered: keep event == a, drop time < 9, ' "$gnomon" report "$dir/both"
expect 3 'filtered: keep event == a, ' "$gnomon" check "$dir/less" 'max(i) < 1 s'
expect 1 "cannot compare the runs: '$dir/less' was filtered" "$gnomon" diff "$dir/less" "$dir/less"
expect 1 "'$dir/less' was filtered: it takes no more records" "$gnomon" drain "$dir/less"
expect 1 'exists already' "$gnomon" filter "$dir/endless" "$dir/less" --keep any
expect 0 '"left_out": 0' "$gnomon" filter "$dir/endless" "$dir/less" --keep any --force --json
expect 1 "column 10: there is no point 'c'" "$gnomon" filter "$dir/endless" "$dir/never" -k 'event == c'
expect 2 'neither --keep nor --drop is given' "$gnomon" filter "$dir/endless" "$dir/never"
expect 1 'is a run in rounds' "$gnomon" filter "$dir/rounds" "$dir/never" --keep any
expect 1 'is a run in rounds' "$gnomon" drain "$dir/rounds" --keep any
expect 2 '--rounds cannot be combined with --keep or --drop' \
	"$gnomon" run --rounds "$dir/rounds.yaml" -o "$dir/never" --keep any
expect 0 "as 'gnomon filter' does" "$gnomon" drain --help
nothing_left never 'a filter that was refused'
serve lossy 600+
sed "s/model.json/lossy.json/; s/$url/tcp:127.0.0.1:$(cat "$dir/lossy.port")/" \
	"$dir/e.yaml" >"$dir/lossy.yaml"
expect 0 '36 gaps' "$gnomon" run "$dir/lossy.yaml" -o "$dir/lossy"
expect 0 '' python3 "$(dirname "$0")/filtering.py" "$gnomon" "$dir/lossy" "$dir/filtered"

echo "$passed passed, $failures failed"
[ "$failures" -eq 0 ]
