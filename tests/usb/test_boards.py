# SPDX-License-Identifier: Apache-2.0
"""Several boards: their times, runs into one folder, names, and one that is pulled out. Their
monitors are models whose clocks are the host's raw clock, fast or slow by a known share: so the
time of each cycle is known without what gnomon found."""

import itertools
import json
import os
import re
import subprocess

from lib import EXPERIMENT, NODES, check, sanitized

FAST = {'GN0001': -30, 'GN0002': 0, 'GN0003': 45}  # ppm, by serial number
PORTS = 'port', 'second', 'third'  # keys of the bed
EVENTS = 300
MANY = 9000  # so many that a board is pulled out in their middle
MIDDLE = 70000  # bytes that have passed there, of some 100,000
CYCLE_NS = 10
TIMER_MS = 60  # of a latency timer that seldom ends while an answer comes
FIRST, ROUNDS = 4, 8  # pulses of the initial phase, and polls of each
BAUD = 3000000
RATE = f'@{BAUD}'
# two names of each board
NAMES = {
    'GN0001': ('ftdi:GN0001', 'ftdi:path=1-2'),
    'GN0002': ('ftdi:path=1-3,channel=B', 'ftdi:GN0002'),
    'GN0003': ('ftdi:serial=GN0003,vendor=0403', 'ftdi:path=1-4.1,channel=B'),
}


class Boards:
    """The chips that a test needs, each with a monitor, and commands for them."""

    def __init__(self, bench, *serials, events=None):
        self.bench, self.serials = bench, serials
        self.manifest = bench.path('uart.json')
        self.experiment = bench.path('uart.yaml')
        said = json.load(open(bench.monitor.manifest))
        with open(self.manifest, 'w') as f:
            json.dump(said | {'link': {'phy': 'uart', 'baud': BAUD}}, f)
        with open(self.experiment, 'w') as f:
            f.write(EXPERIMENT.format(manifest=self.manifest))
        events = events or {}
        self.models = {
            serial: bench.serve(
                f'{serial} {len(bench.monitors)}', events=events.get(serial, EVENTS), ppm=ppm
            )
            for serial, ppm in FAST.items()
            if serial in serials
        }

    def do(self, program, *command, **keys):
        ports = {PORTS[list(FAST).index(s)]: model.port for s, model in self.models.items()}
        return self.bench.do(program, *command, monitor=False, chips=len(FAST), **ports, **keys)

    def devices(self, which, backwards=False):
        words = [('-d', NAMES[serial][which] + RATE) for serial in self.serials]
        return [word for pair in (reversed(words) if backwards else words) for word in pair]

    def sync(self, *more, program=None, **keys):
        manifest = ('-m', self.manifest)
        return self.do(program or self.bench.gnomon, 'sync', *manifest, '-j', *more, **keys)

    def run(self, out, *more, program=None, **keys):
        words = ('run', '-q', '-n', self.experiment, '-o', out)
        return self.do(program or self.bench.gnomon, *words, *more, **keys)

    def truth_ps(self, serial, cycle):
        """When a cycle began, by the host's raw clock: of a model that was not started, since the
        host's."""
        zero = self.models[serial].zero
        own = (int(open(zero).read()) if os.path.exists(zero) else 0) + cycle * CYCLE_NS
        return own * 1000 * 1_000_000 // (1_000_000 + FAST[serial])

    def slack_ps(self, serial):
        """Both clocks' ticks, and what the model rounds: its drift counts in whole milliseconds."""
        return 1000 * (2 * CYCLE_NS + abs(FAST[serial]))

    def pulses(self, said, names=None):
        """Error and bound in ps, and the slack, of each pulse."""
        for entry in said['boards']:
            serial = (names or {}).get(entry['name'], entry['name'])
            for pulse in entry['pulses']:
                found = said['raw_ns'] * 1000 + pulse['time_ps']
                error = found - self.truth_ps(serial, pulse['cycle'])
                yield error, pulse['bound_ps'], self.slack_ps(serial)


def check_pulses(what, pulses, least):
    pulses = list(pulses)
    broken = [pulse for pulse in pulses if abs(pulse[0]) > pulse[1] + pulse[2]]
    check(f'{what}: each pulse is within its bound', not broken, broken)
    check(f'{what}: pulses', len(pulses) >= least, pulses)


def merged(bench, out):
    """The events of all boards, by the command that reads a run."""
    done = bench.do(bench.gnomon, 'events', '--json', out, monitor=False, chips=0)
    check(f'{out} is read', done.status == 0, done)
    rows = [json.loads(line) for line in done.out.splitlines()]
    return [row for row in rows if row['kind'] == 'event']


def check_merged(what, boards, rows, wanted):
    """Each board has all its events; any two of different boards are as far apart as the truth has
    it, within the bounds of both."""
    of = {serial: [r for r in rows if r['node'].startswith(serial + '.')] for serial in wanted}
    counts = {serial: len(rows) for serial, rows in of.items()}
    check(f'{what}: events', counts == wanted and len(rows) == sum(counts.values()), counts)
    times = [row['common'] for row in rows]
    check(f'{what}: in order', times == sorted(times), times[:20])
    for one, other in itertools.combinations(wanted, 2):
        slack = boards.slack_ps(one) + boards.slack_ps(other)
        off = []
        for a, b in zip(of[one], of[other], strict=False):
            true = boards.truth_ps(other, b['time']) - boards.truth_ps(one, a['time'])
            found = (b['common'] - a['common']) * CYCLE_NS * 1000
            bound = (a['common_bound'] + b['common_bound']) * CYCLE_NS * 1000
            if abs(found - true) > bound + slack:
                off.append((a, b, true))
        check(f'{what}: {one} and {other} apart', not off, off)


def clock_of(said, entry):
    """First cycle in ns of the host's raw clock, and rate, of the line through the first cycle and
    the last pulse; no steeper and no flatter than what is declared of drifts allows."""
    first, last = entry['pulses'][0], entry['pulses'][-1]
    period = 1e12 / entry['clock_hz']
    begin = first['time_ps'] - first['cycle'] * period
    length, nominal = last['time_ps'] - begin, last['cycle'] * period
    drifts = entry['drift_ppb'] + entry['host_drift_ppb']
    # rates are of true time, and lengths of one of the clocks
    most = (drifts + entry['wander_ppb']) / (1e9 - 2 * drifts)
    allowed = min(max(length, nominal * (1 - most)), nominal * (1 + most))
    begin += (length - allowed) / 2
    return said['raw_ns'] + begin / 1000, last['cycle'] * 1e12 / allowed


def is_far(entry):
    """Whether pulses lie so far apart, as on a machine that stood still, that the rate between them
    may be used before the first one."""
    most = max(entry['drift_ppb'], entry['host_drift_ppb']) / 1e9
    return any(
        p['bound_ps'] + q['bound_ps'] < most * (q['time_ps'] - p['time_ps'])
        for p, q in itertools.combinations(entry['pulses'], 2)
    )


def check_traces(what, boards, out):
    """The clocks of the traces are those lines, and babeltrace2 merges the traces by them: events
    are as far apart as the truth has it, within the pulses' bounds, aged, and what a wrong rate
    adds behind the last pulse."""
    said = json.load(open(os.path.join(out, 'boards.json')))
    times, clocks, united = {}, {}, []
    for entry in said['boards']:
        trace = os.path.join(out, entry['folder'], 'trace')
        text = open(os.path.join(trace, 'metadata')).read()
        clock = {k: int(v) for k, v in re.findall(r'(freq|offset_s|offset) = (\d+);', text)}
        begin, hz = clock_of(said, entry)
        epoch = clock['offset_s'] * 10**9 + clock['offset'] * 10**9 // clock['freq']
        clocks[entry['name']] = epoch - round(begin)
        if not is_far(entry):
            check(f'{what}: rate', abs(clock['freq'] - hz) <= 1, (clock, hz))
        times[entry['name']] = babeltrace(trace)
        united += times[entry['name']]
    zero = min(clocks.values())  # of the raw clock, on the wall clock
    far = any(map(is_far, said['boards']))
    check(f'{what}: begins', far or max(clocks.values()) - zero <= 5 * CYCLE_NS, clocks)
    both = babeltrace(*(os.path.join(out, e['folder'], 'trace') for e in said['boards']))
    check(f'{what}: babeltrace2 merges', both == sorted(united), (len(both), len(united)))
    of = {e['name']: list(line_errors(boards, e, times[e['name']], zero)) for e in said['boards']}
    for one, other in itertools.combinations(of, 2):
        low = max(max(e - bound for e, bound in of[name]) for name in (one, other))
        high = min(min(e + bound for e, bound in of[name]) for name in (one, other))
        check(f'{what}: babeltrace2, {one} and {other}', low <= high, (low, high))


def line_errors(boards, entry, times, zero):
    """How wrong babeltrace2 has the time of each event, and by how much it may be, in ns."""
    rows = [row for row in boards.rows if row['node'].startswith(entry['name'] + '.')]
    growth = sum(entry[key] for key in ('drift_ppb', 'host_drift_ppb', 'wander_ppb')) / 1e9
    first, last = entry['pulses'][0], entry['pulses'][-1]
    bound = max(first['bound_ps'] + growth * first['cycle'] * CYCLE_NS * 1000, last['bound_ps'])
    found = times[-len(rows) :]
    check('events of babeltrace2', len(found) == len(rows) > 0, (len(found), len(rows)))
    for row, time in zip(rows, found, strict=True):
        behind = max(0, row['time'] - last['cycle']) * CYCLE_NS
        true = boards.truth_ps(entry['name'], row['time']) / 1000
        slack = boards.slack_ps(entry['name']) / 1000
        yield time - zero - true, bound / 1000 + 2 * growth * behind + slack


def babeltrace(*traces):
    """Times of the events, in ns, in the order of babeltrace2."""
    said = subprocess.run(
        ['babeltrace2', '--clock-seconds', '--no-delta', *traces],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows = re.findall(r'^\[(\d+)\.(\d{9})\] event:', said, re.MULTILINE)
    return [int(seconds) * 10**9 + int(ns) for seconds, ns in rows]


def test_boards_run(bench, _):
    """A merged run; the order of arguments, and how they name the boards, make no difference."""
    boards = Boards(bench, 'GN0001', 'GN0002')
    declared = ('--drift', '50', '--host-drift', '1', '--wander', '1')
    check_run(boards, bench.path('boards'), True, bench.gnomon, declared)
    said = [boards.sync(*boards.devices(1, True)), boards.sync(*boards.devices(0))]
    lists = [json.loads(done.out or '{"boards": []}') for done in said]
    for done, found in zip(said, lists, strict=True):
        names = [entry['name'] for entry in found['boards']]
        check('names, by the other order', sorted(names) == sorted(boards.serials), done)
        check_pulses('sync', boards.pulses(found), 2)


def check_run(boards, out, backwards, program, declared=()):
    which = int(backwards)
    what = f'{len(boards.serials)} boards{", backwards" if backwards else ""}'
    done = boards.run(out, *declared, *boards.devices(which, backwards), program=program)
    good = done.status == 0 and not sanitized(done.err)
    check(f'{what}: run', good, done)
    if not good:
        return
    wanted = sorted(boards.serials)
    check(f'{what}: folders', sorted(os.listdir(out)) == [*wanted, 'boards.json'], os.listdir(out))
    said = json.load(open(os.path.join(out, 'boards.json')))
    names = [(e['name'], e['folder'], e['state'], e['broken']) for e in said['boards']]
    check(f'{what}: names', names == [(s, s, 'ok', None) for s in wanted], names)
    polls = [entry['polls'] for entry in said['boards']]
    check(f'{what}: polls', min(polls) >= FIRST * ROUNDS, polls)
    check_pulses(what, boards.pulses(said), len(wanted))
    boards.rows = merged(boards.bench, out)
    check_merged(what, boards, boards.rows, dict.fromkeys(wanted, EVENTS + NODES))
    check_traces(what, boards, out)


def test_boards_pushed(bench, _):
    """The answers to polls do not wait for the latency timer: the event character sends them. It is
    off otherwise, and does nothing in a FIFO."""
    boards = Boards(bench, 'GN0001')
    fifo = {'fifo': 1, 'channel': 0}
    for url, manifest, part, keys in (
        ('ftdi:GN0001' + RATE, boards.manifest, 'B', {'latency': TIMER_MS}),
        ('ftdi:GN0001,mode=fifo', bench.monitor.manifest, 'A', fifo),
    ):
        done = boards.do(bench.gnomon, 'sync', '-m', manifest, '-j', '-d', url, **keys)
        said = json.loads(done.out or '{"boards": []}')
        pulses = list(boards.pulses(said))
        check(f'{url}: sync', done.status == 0, done)
        check_pulses(url, pulses, 1)
        chip, polls = done.parts[part], said['boards'][0]['polls']
        wanted = 0 if 'fifo' in keys else polls
        check(f'{url}: once for a pulse', chip['events'] == wanted // ROUNDS, chip)
        # a packet may be on its way already when the event character comes
        check(f'{url}: no timer', wanted // 2 <= chip['pushes'] <= 2 * wanted, chip)
        check(f'{url}: off at the end', chip['event'] == -1, chip)


def test_boards_refused(bench, _):
    """Two names of one device; none of them is changed."""
    boards = Boards(bench, 'GN0001')
    for one, other in itertools.combinations(
        ('ftdi:GN0001', 'ftdi:path=1-2', 'ftdi:GN0001,channel=B', 'ftdi:GN0001@115200'), 2
    ):
        urls = [url if '@' in url else url + RATE for url in (one, other)]
        text = f"'{urls[0]}' and '{urls[1]}' are the same device"
        done = boards.run(bench.path('twice'), '-d', urls[0], '-d', urls[1])
        check(f'run of {one} and {other}', done.status == 1 and text in done.err, done)
        check('nothing is touched', not any(p['purges'] for p in done.parts.values()), done)
        check('nothing is left', not os.path.exists(bench.path('twice')))
    done = boards.sync('-d', 'ftdi:GN0001', '-d', 'ftdi:path=1-2')
    check('sync of one twice', done.status == 1 and 'are the same device' in done.err, done)
    done = boards.sync('-d', 'ftdi:GN0001' + RATE, '-d', 'ftdi:GN0001,channel=A' + RATE, '-t', 1)
    check('two channels are two', 'are the same device' not in done.err, done)


def test_boards_nameless(bench, _):
    """A chip without a serial number has the name of its place, whatever names it."""
    boards = Boards(bench, 'GN0001', 'GN0002')
    place = 'ftdi:path=1-3,channel=B'
    listed = boards.do(bench.gnomon, 'list', nameless=2)
    check('the list names it', place in listed.out and 'GN0002' not in listed.out, listed)
    for url in ('ftdi:path=1-3', place):
        done = boards.sync('-d', url + RATE, '-d', 'ftdi:GN0001' + RATE, nameless=2)
        said = json.loads(done.out or '{"boards": []}')
        names = sorted(entry['name'] for entry in said['boards'])
        named = done.status == 0 and names == sorted(['GN0001', place])
        check(f'{url}: names', named, done)
        if named:
            check_pulses(url, boards.pulses(said, {place: 'GN0002'}), 2)


def test_boards_unplugged(bench, _):
    """A chip that is pulled out while the boards run is reported, and the other one runs on."""
    boards = Boards(bench, 'GN0001', 'GN0002', events={'GN0001': MANY})
    out = bench.path('pulled')
    done = boards.run(out, *boards.devices(0), program=bench.asan, unplug=MIDDLE)
    text = "FTDI chip 0403:6010 'GN0001' at 1-2, channel B is gone; was it unplugged?"
    good = done.status == 1 and text in done.err and not sanitized(done.err)
    check('unplugged: it is said', good and "board 'GN0001' failed" in done.err, done)
    said = json.load(open(os.path.join(out, 'boards.json')))
    states = {entry['name']: entry['state'] for entry in said['boards']}
    check('unplugged: states', states == {'GN0001': 'unplugged', 'GN0002': 'ok'}, states)
    check_pulses('unplugged', boards.pulses(said), 2)
    rows = merged(bench, out)
    before = sum(row['node'].startswith('GN0001.') for row in rows)
    check('unplugged: in the middle', 0 < before < MANY, before)
    check_merged('unplugged', boards, rows, {'GN0001': before, 'GN0002': EVENTS + NODES})


def test_boards_three(bench, _):
    """Three boards in both orders, with refreshes while they run, and with sanitizers."""
    boards = Boards(bench, *FAST)
    for turn, program in enumerate((bench.gnomon, bench.asan)):
        check_run(boards, bench.path(f'three {turn}'), bool(turn), program)
    done = boards.sync('-c', '10', *boards.devices(0), program=bench.asan)
    check('sync of three', done.status == 0 and not sanitized(done.err), done)
    check_pulses('sync of three', boards.pulses(json.loads(done.out)), 3)


TESTS = (
    test_boards_run,
    test_boards_pushed,
    test_boards_refused,
    test_boards_nameless,
    test_boards_unplugged,
)
LONG = (test_boards_three,)
