# SPDX-License-Identifier: Apache-2.0
"""Several boards: `gnomon sync`, and `gnomon run` with several devices, against models of monitors
whose clocks are the host's, fast or slow by a known share.

test_boards.py GNOMON MODEL_SERVER LIBGNOMON
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
import checks
from checks import HANG_SECONDS, check, equal, page_commands, until

GNOMON, SERVER, LIBRARY = map(os.path.abspath, sys.argv[1:4])
PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../docs/guide/boards.md')
EXPERIMENT = """gnomon: 1
manifest: m.json
points:
  a: { match: "pc == 0x100" }
  b: { match: "pc == 0x104" }
  end: { match: "pc == 0x108" }
  far: { match: "pc == 0x110" }
"""
UNTIL = 'until: { point: end }\n'
NEVER = 'until: { point: far }\n'
EVENTS = 300  # of a run, without the end points of both nodes
CYCLE_NS = 10  # of a model
TICK_PS = 1_000_000 * 0.02  # of both clocks, and of what the model rounds
FIRST, ROUNDS = 4, 8  # pulses of the initial phase, and polls of each


class Board:
    """A model as a process."""

    def __init__(self, place, name, ppm=0, sync=True, code=''):
        self.place, self.name, self.ppm, self.sync, self.code = place, name, ppm, sync, code

    def __enter__(self):
        port = os.path.join(self.place, self.name)
        surroundings = dict(os.environ, MODEL_PPM=str(self.ppm), MODEL_SYNC='yes')
        if not self.sync:
            surroundings['MODEL_SYNC'] = 'no'
        more = [self.rom(), self.code] if self.code else []
        manifest = os.path.join(self.place, self.name + '.json' if self.code else 'm.json')
        self.process = subprocess.Popen(
            [SERVER, manifest, port, str(EVENTS), *more], env=surroundings
        )
        until(lambda: os.path.exists(port), 'the model comes up')
        with open(port, encoding='utf-8') as file:
            self.port = file.read().strip()
        self.url = 'tcp:127.0.0.1:' + self.port
        self.folder = f'tcp_127.0.0.1_{self.port}'
        return self

    def rom(self):
        path = os.path.join(self.place, 'rom')
        with open(path, 'wb'):
            pass
        return path

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def host_ps(self, cycle):
        """When the run's cycle began, by the host's clock."""
        with open(os.path.join(self.place, self.name + '.zero'), encoding='utf-8') as file:
            own = int(file.read()) + cycle * CYCLE_NS
        return round(own * 1000 / (1 + self.ppm / 1e6))


def gnomon(place, *args, status=0, says='', env=None):
    answer = subprocess.run(
        [GNOMON, *map(str, args)],
        cwd=place,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        env=env,
    )
    check(answer.returncode == status, f'{args}: status {answer.returncode}: {answer.stderr}')
    check(says in answer.stderr, f'{args}: {says!r} in {answer.stderr!r}')
    return answer.stdout


def load(place, out):
    with open(os.path.join(place, out, 'boards.json'), encoding='utf-8') as file:
        return json.load(file)


def devices(*boards):
    return [word for board in boards for word in ('-d', board.url)]


def check_times(said, boards):
    """Each pulse is within its bound of the truth, and says what it is of."""
    equal([b['name'] for b in said['boards']], sorted(b.url for b in boards), 'boards, in order')
    by_url = {b.url: b for b in boards}
    for entry in said['boards']:
        board = by_url[entry['device']]
        equal(entry['clock_hz'], 1_000_000_000 // CYCLE_NS, 'clock')
        check(entry['pulses'], 'pulses')
        for pulse in entry['pulses']:
            found = int(said['raw_ns']) * 1000 + pulse['time_ps']
            error = abs(found - board.host_ps(pulse['cycle']))
            # the model rounds its own time to whole milliseconds of drift
            slack = TICK_PS + abs(board.ppm) * 1000
            check(
                error <= pulse['bound_ps'] + slack,
                f'{entry["name"]}: error {error} ps, bound {pulse["bound_ps"]} ps',
            )


def test_run(place):
    """Two boards run into one folder, in whichever order they are named."""
    with Board(place, 'left') as left, Board(place, 'right', 40) as right:
        for turn, (one, other) in enumerate(((left, right), (right, left))):
            out = f'out{turn}'
            gnomon(place, 'run', '-q', *devices(one, other), 'e.yaml', '-o', out)
            said = load(place, out)
            check_times(said, (left, right))
            check(said['plan']['refreshes'] > FIRST, 'pulses before the stop, too')
            for entry in said['boards']:
                equal(entry['state'], 'ok', 'state')
                equal(entry['broken'], None, 'broken')
                check(entry['polls'] >= FIRST * ROUNDS, 'polls of the initial phase')
                equal(entry['drift_ppb'], 100_000, 'declared drift')
            for board in (left, right):
                run = os.path.join(out, board.folder)
                events = [
                    json.loads(line) for line in gnomon(place, 'events', '--json', run).splitlines()
                ]
                kinds = [e['kind'] for e in events]
                equal(kinds.count('event'), EVENTS + 2, 'events of a board')
                equal(kinds.count('load'), 2, 'nodes that went live after the initial phase')
        said = gnomon(place, 'run', '-q', '-f', *devices(left, right), 'e.yaml', '-o', 'out0')
        for board in (left, right):
            check(board.url in said, 'the table names each board')
        said = gnomon(place, 'run', '-q', '-j', '-f', *devices(left, right), 'e.yaml', '-o', 'out0')
        events = sum(node['events'] for node in json.loads(said)['nodes'])
        equal(events, 2 * (EVENTS + 2), 'events of both boards in one report')
        gnomon(
            place, 'run', '-q', *devices(left, right), 'e.yaml', '-o', 'out0', status=1,
            says='exists already',
        )  # fmt: skip
        # one experiment for each
        gnomon(place, 'run', '-qn', *devices(left, right), 'e.yaml', 'e.yaml', '-o', 'each')
        check_times(load(place, 'each'), (left, right))


def test_guide(place):
    """The commands of the guide that need boards; tests/sim/boards/test_merged.py has the others,
    and tests/usb/test_search.py that of the list."""
    for name in 'experiment.yaml', 'farmer.yaml', 'worker.yaml':
        os.symlink('e.yaml', os.path.join(place, name))
    seen = []
    with Board(place, 'left') as left, Board(place, 'right', 40) as right:
        os.symlink('m.json', os.path.join(place, 'manifest.json'))
        names = {'ftdi:FT6A1': left.url, 'ftdi:FT6B2': right.url}
        for name, *words in page_commands('docs/guide/boards.md'):
            if name not in ('run', 'sync') and [name, *words] != ['report', 'run']:
                continue
            said = gnomon(place, name, *(names.get(word, word) for word in words))
            check('-o' not in words or os.path.exists(os.path.join(place, words[-1])), 'a folder')
            seen.append((name, said))
    equal([name for name, _ in seen], ['run', 'report', 'sync', 'run'], 'what the guide runs')
    check(seen[0][1].endswith(seen[1][1]), 'gnomon run prints the report')
    text = ' '.join(said for _, said in seen)
    with open(PAGE, encoding='utf-8') as file:
        shown = file.read()
    for words in (
        ', 2 boards, mode stream, complete, started ',
        'board                        state         fast, ppm    bound, us  pulses   polls rejected',
        'no refresh interval guarantees the order of messages: ',
    ):
        check(words in text and words in shown, words)


def test_refused(place):
    with Board(place, 'left') as left, Board(place, 'right') as right:
        for out, args, status, says in (
            ('x', (left.url, f'tcp:localhost:{left.port}'), 1, 'are the same device'),
            ('x', (left.url, left.url), 1, 'are the same device'),
            ('x', (left.url, 'tcp:127.0.0.1:1'), 1, 'cannot connect'),
            ('x', (left.url, 'nothing:1'), 1, 'nothing'),
        ):
            named = [word for url in args for word in ('-d', url)]
            gnomon(place, 'run', '-q', *named, 'e.yaml', '-o', out, status=status, says=says)
            check(not os.path.exists(os.path.join(place, out)), 'nothing is left')
            gnomon(place, 'sync', '-m', 'm.json', *named, status=status, says=says)
        both = devices(left, right)
        with open(os.path.join(place, 'other.yaml'), 'w', encoding='utf-8') as file:
            file.write(EXPERIMENT.replace('0x104', '0x10c'))
        gnomon(
            place, 'run', '-q', *both, 'e.yaml', 'other.yaml', '-o', 'x', status=1,
            says='have different experiments',
        )  # fmt: skip
        check(not os.path.exists(os.path.join(place, 'x')), 'nothing is left')
        for args, says in (
            (('e.yaml', 'e.yaml', 'e.yaml'), '3 experiments are named for 2 devices'),
            (('e.yaml', '--rounds'), '--rounds cannot be combined with several devices'),
            (('e.yaml', '--keep', 'true'), '--keep cannot be combined with several devices'),
            (('e.yaml', '--drift', '1001'), '--drift must be a number of ppm up to 1000'),
            (('e.yaml', '--wander', '-1'), '--wander must be a number of ppm up to 1000'),
            (('e.yaml', '--floor', '1'), '--floor must be two numbers of microseconds'),
            (('e.yaml', '--message-floor', '1s'), '--message-floor must be a number of micro'),
        ):
            gnomon(place, 'run', *both, *args, '-o', 'x', status=2, says=says)
        gnomon(
            place, 'run', '-d', left.url, 'e.yaml', '--drift', '1', '-o', 'x', status=2,
            says='--drift is for several devices',
        )  # fmt: skip
        gnomon(
            place, 'run', '-d', left.url, 'e.yaml', 'e.yaml', '-o', 'x', status=2,
            says='2 experiments are named for one device',
        )  # fmt: skip
        gnomon(place, 'sync', status=2, says='no board is named')
        gnomon(place, 'sync', '-d', left.url, '-w', '-c', '1', status=2, says='cannot be combined')
        # a folder that is a run, or has boards already
        gnomon(place, 'run', '-qn', '-d', left.url, 'e.yaml', '-o', 'alone')
        gnomon(place, 'run', '-q', *both, 'e.yaml', '-o', 'alone', status=1, says='is a run of')
        os.mkdir(os.path.join(place, 'old'))
        with open(os.path.join(place, 'old', 'boards.json'), 'w', encoding='utf-8') as file:
            file.write('{}')
        gnomon(place, 'run', '-q', *both, 'e.yaml', '-o', 'old', status=1, says='exists already')
        with Board(place, 'other', code='00000000000000aa') as other:
            gnomon(
                place, 'run', '-q', *devices(left, other), 'e.yaml', '-o', 'x', status=1,
                says=f"monitor at '{other.url}' is not that of manifest 'model'",
            )  # fmt: skip
            check(not os.path.exists(os.path.join(place, 'x')), 'nothing is left')


def test_no_register(place):
    with Board(place, 'left', sync=False) as left, Board(place, 'right', sync=False) as right:
        for command in (('run', '-q', 'e.yaml', '-o', 'x'), ('sync', '-m', 'm.json')):
            gnomon(
                place, *command, *devices(left, right), status=1,
                says="'sync: yes' is not in its description",
            )  # fmt: skip
        check(not os.path.exists(os.path.join(place, 'x')), 'nothing is left')


def test_liar(place):
    """A clock that is 3,000 ppm fast is reported by name, and hurts no other."""
    with (
        Board(place, 'left') as left,
        Board(place, 'liar', 3000) as liar,
        Board(place, 'right', 10) as right,
    ):
        gnomon(
            place, 'run', '-q', *devices(liar, left, right), 'e.yaml', '-o', 'out', status=1,
            says=f"clock of board '{liar.url}' is fast by at least",
        )  # fmt: skip
        said = load(place, 'out')
        states = {b['device']: b for b in said['boards']}
        equal(states[liar.url]['state'], 'lies', 'state')
        check(1000 < states[liar.url]['fast_ppm'] <= 3000, 'by how much at least')
        said['boards'] = [states[b.url] for b in sorted((left, right), key=lambda b: b.url)]
        check_times(said, (left, right))
        for board in (left, liar, right):
            told = gnomon(place, 'report', os.path.join('out', board.folder))
            check(', complete,' in told, 'the run of each is whole')


def test_contradiction(place):
    """A drift or a floor that is not as declared: both boards are named, and the run, which is
    whole, is not to be believed."""
    with Board(place, 'left', -900) as left, Board(place, 'right', 900) as right:
        for premise, *declared in (
            ('drift', '--drift', 10, '--host-drift', 10),
            ('floor', '--drift', 1000, '--floor', '1000000,1000000'),
        ):
            boards = *declared, *devices(left, right)
            said = gnomon(
                place, 'sync', '-j', '-m', 'm.json', '--count', 1, *boards, status=3,
                says=f"the bound of board '{left.url}' against ",
            )  # fmt: skip
            for entry in json.loads(said)['boards']:
                equal(entry['state'], 'ok', 'state')
                found = entry['broken']['check']
                check((found == 'floor') == (premise == 'floor'), f'found by {found}')
            said = gnomon(
                place, 'run', '-q', *boards, 'e.yaml', '-o', premise, status=3,
                says=f"the bound of board '{right.url}' against ",
            )  # fmt: skip
            check('A BOUND WAS FOUND BROKEN' in said, said)
        # the end point is not reached either, which is worse
        gnomon(  # by the clock: a limit that is reached, however fast the machine is
            place, 'run', '-qn', '-l', 1, *boards, 'never.yaml', '-o', 'never', status=1,
            says='the bound of board',
        )  # fmt: skip


def documents(stream):
    """The JSON documents of a watch."""
    text, decoder = '', json.JSONDecoder()
    for line in stream:
        text += line
        if line == '}\n':
            yield decoder.decode(text)
            text = ''


def jumped(place, left, right, far):
    """A watch in which the clock of `right` jumps ahead by far(bound in ns) ns. What the board says
    then, the notes and the exit status."""
    figures = '--drift', '20', '--host-drift', '20'
    command = [GNOMON, 'sync', '-jw', '-m', 'm.json', *figures, *devices(left, right)]
    process = subprocess.Popen(
        command, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for number, said in enumerate(documents(process.stdout)):
        entry = next(b for b in said['boards'] if b['device'] == right.url)
        if not number:
            path = os.path.join(place, 'right.jump')
            with open(path + '.new', 'w', encoding='utf-8') as file:
                file.write(str(far(entry['pulses'][-1]['bound_ps'] // 1000)))
            os.rename(path + '.new', path)
        elif entry['broken'] or entry['state'] != 'ok':
            break
    process.send_signal(signal.SIGINT)
    _, notes = process.communicate(timeout=HANG_SECONDS)
    check(left.url not in notes, f'the other board is named: {notes}')
    return entry, notes, process.returncode


def test_jump(place):
    """A clock that jumps by more than the bounds around it, but no further than a clock of a
    plausible rate can be: two intervals are disjoint."""
    with Board(place, 'left') as left, Board(place, 'right') as right:
        entry, notes, status = jumped(place, left, right, lambda bound: 9 * bound)
        equal(entry['state'], 'ok', 'state')
        equal(entry['broken']['check'], 'intervals', 'what has found the jump')
        check(entry['broken']['by'] > 0, 'by how much')
        check(f"the bound of board '{right.url}' against the host was broken" in notes, notes)
        equal(status, 3, 'status')


def test_restarted(place):
    """A counter that goes back is that of another run; that is no broken bound."""
    with Board(place, 'left') as left, Board(place, 'right') as right:
        entry, notes, status = jumped(place, left, right, lambda _: 2**64 - 10**9)
        equal((entry['state'], entry['broken']), ('restarted', None), 'state')
        check(f"board '{right.url}' was restarted after " in notes, notes)
        equal(status, 1, 'status')


def test_unplugged(place):
    """A board that is gone is reported, and the other one runs on until it is ended."""
    with Board(place, 'left') as left, Board(place, 'right') as right:
        process = run_on(place, 'out', left, right)
        right.process.kill()
        for line in process.stderr:
            if line.startswith(f"gnomon: board '{right.url}'") or right.url in line:
                if 'loaded' not in line:
                    break
        check(process.poll() is None, 'the other board runs on')
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HANG_SECONDS)
        equal(process.returncode, 1, 'status')
        said = load(place, 'out')
        states = {b['device']: b['state'] for b in said['boards']}
        equal(states, {left.url: 'ok', right.url: 'unplugged'}, 'states')


def run_on(place, out, *boards):
    """The two boards as they run on, without an end point; their folder is there."""
    limit = str(HANG_SECONDS)
    process = subprocess.Popen(
        [GNOMON, 'run', '-q', '-l', limit, *devices(*boards), 'on.yaml', '-o', out],
        cwd=place,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    path = os.path.join(place, out, 'boards.json')
    until(lambda: os.path.exists(path) or process.poll() is not None, 'the boards run')
    return process


def test_interrupted(place):
    """The report names the boards whose runs are not complete, and the commands that end them."""

    def open_ends():
        advice = json.loads(gnomon(place, 'report', '--json', 'cut'))['advice']
        return {a['seen']: a['change'] for a in advice if a['rule'] == 'no-end'}

    with Board(place, 'left') as left, Board(place, 'right') as right:
        process = run_on(place, 'cut', left, right)
        process.kill()
        process.communicate(timeout=HANG_SECONDS)
        waiting = [left, right]
        while waiting:
            wanted = {f"the run of board '{b.url}' is not complete": b.folder for b in waiting}
            found = open_ends()
            equal(set(found), set(wanted), 'boards whose runs are open')
            board = waiting.pop()
            change = found[f"the run of board '{board.url}' is not complete"]
            commands = [words.split() for words in change.split("'") if words.startswith('gnomon ')]
            equal(
                commands,
                [
                    ['gnomon', 'stop', f'cut/{board.folder}'],
                    ['gnomon', 'drain', f'cut/{board.folder}'],
                ],
                'the commands that complete it',
            )
            for _, *command in commands:
                gnomon(place, *command)
        equal(open_ends(), {}, 'runs that were completed')


def test_sync(place):
    with Board(place, 'left') as left, Board(place, 'right', 80) as right:
        args = ['sync', '-m', 'm.json', *devices(right, left)]
        said = json.loads(gnomon(place, *args, '-j', '-c', 3))
        equal(said['plan']['refreshes'], FIRST + 3, 'refreshes')
        equal(said['plan']['message_floor_ps'], 0, 'no floor')
        equal(said['plan']['guaranteed'], False, 'no interval guarantees the order')
        check(said['plan']['interval_ps'] >= 100_000_000_000, 'interval without a floor')
        for entry in said['boards']:
            equal(entry['polls'], (FIRST + 3) * ROUNDS, 'polls')
            equal(len(entry['pulses']) + entry['rejected'], FIRST + 3, 'pulses, kept and rejected')
        said = json.loads(
            gnomon(
                place,
                *args,
                '-j',
                '--message-floor',
                '500000.5',
                '--floor',
                '0.5,1.25',
                '--drift',
                '60.5',
                '--host-drift',
                '30',
                '--wander',
                '0.25',
            )  # fmt: skip
        )
        equal(said['plan']['message_floor_ps'], 500_000_500_000, 'floor of messages')
        equal(said['plan']['guaranteed'], True, 'an interval guarantees the order')
        # (6), (T0 - 2 e)/(2 f), from the last pulse with the greatest bound
        worst = max(b['pulses'][-1]['bound_ps'] for b in said['boards'])
        interval = (500_000_500_000 - 2 * worst) * 10**9 // (2 * 90_750)
        equal(said['plan']['interval_ps'], interval, 'interval of (6)')
        for entry in said['boards']:
            equal(entry['floor_out_ps'], 500_000, 'floor of a request')
            equal(entry['floor_back_ps'], 1_250_000, 'floor of an answer')
            equal(entry['drift_ppb'], 60_500, 'drift')
            equal(entry['host_drift_ppb'], 30_000, "the host's drift")
            equal(entry['wander_ppb'], 250, 'wander')
        text = gnomon(place, *args)
        check(left.url in text and right.url in text, 'the table names both')
        check('no refresh interval guarantees the order' in text, 'what is not guaranteed')
        process = subprocess.Popen(
            [GNOMON, *args, '-w'], cwd=place, stdout=subprocess.PIPE, text=True
        )
        heads = 0
        while heads < 3:
            heads += process.stdout.readline().startswith('board')
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HANG_SECONDS)
        equal(process.returncode, 0, 'a watch that is ended')


def open_library():
    library = ctypes.CDLL(LIBRARY)
    library.gno_sync_new.restype = ctypes.c_void_p
    library.gno_sync_error.restype = ctypes.c_char_p
    return library


def test_library(place):
    """gno_sync_*: what it says of a cycle is what its JSON has."""
    library = open_library()
    handle = ctypes.c_void_p(library.gno_sync_new())
    ps, bound, json_text = ctypes.c_int64(), ctypes.c_uint64(), ctypes.c_void_p()

    def fails(says, function, *args):
        check(getattr(library, function)(handle, *args) < 0, f'{function} fails')
        error = library.gno_sync_error(handle).decode()
        check(says in error, f'{function}: {says!r} in {error!r}')

    def well(function, *args):
        rc = getattr(library, function)(handle, *args)
        check(rc == 0, f'{function}: {library.gno_sync_error(handle)}')

    def at(name, cycle):
        well(
            'gno_sync_time', name.encode(), ctypes.c_uint64(cycle), ctypes.byref(ps),
            ctypes.byref(bound),
        )  # fmt: skip
        return ps.value, bound.value

    with Board(place, 'left') as left, Board(place, 'right', 30) as right:
        fails('no board is named', 'gno_sync_begin')
        fails('not polled before', 'gno_sync_refresh')
        well('gno_sync_add', left.url.encode())
        well('gno_sync_add', right.url.encode())
        well('gno_sync_set_manifest', b'%s/m.json' % place.encode())
        library.gno_sync_set_clocks(handle, 50_000, 60_000, 500)
        library.gno_sync_set_floors(
            handle, ctypes.c_uint64(1000), ctypes.c_uint64(2000), ctypes.c_uint64(10**12)
        )
        well('gno_sync_begin')
        fails('polled before', 'gno_sync_begin')
        fails('polled before', 'gno_sync_add', b'tcp:127.0.0.1:1')
        well('gno_sync_finish')
        well('gno_sync_json', ctypes.byref(json_text))
        said = json.loads(ctypes.string_at(json_text))
        library.gno_free(json_text)
        equal([b['device'] for b in said['boards']], [left.url, right.url], 'boards')
        equal(said['plan']['message_floor_ps'], 10**12, 'floor of messages')
        for entry in said['boards']:
            figures = ('drift_ppb', 'host_drift_ppb', 'wander_ppb', 'floor_out_ps', 'floor_back_ps')
            equal([entry[f] for f in figures], [50_000, 60_000, 500, 1000, 2000], 'figures')
            pulses = entry['pulses']
            for pulse in pulses:
                wanted = pulse['time_ps'], pulse['bound_ps']
                equal(at(entry['name'], pulse['cycle']), wanted, 'a pulse')
            last = pulses[-1]
            time, wide = at(entry['name'], last['cycle'] + 10**8)  # a second later
            check(abs(time - last['time_ps'] - 10**12) < 2 * 10**8, 'a second')
            check(last['bound_ps'] < wide < last['bound_ps'] + 2 * 10**8, 'its bound')
        fails("no board 'x'", 'gno_sync_time', b'x', ctypes.c_uint64(1), None, None)
    library.gno_sync_free(handle)
    handle = ctypes.c_void_p(library.gno_sync_new())
    with Board(place, 'alone') as board:
        well('gno_sync_add', board.url.encode())
        fails('same device', 'gno_sync_add', board.url.encode())
        library.gno_sync_interrupt(handle)
        fails('', 'gno_sync_begin')
    library.gno_sync_free(handle)


def main():
    for test in (
        test_run,
        test_refused,
        test_no_register,
        test_liar,
        test_contradiction,
        test_jump,
        test_restarted,
        test_unplugged,
        test_interrupted,
        test_sync,
        test_guide,
        test_library,
    ):
        with tempfile.TemporaryDirectory() as place:
            texts = {'e.yaml': UNTIL, 'on.yaml': '', 'never.yaml': NEVER}
            for name, text in texts.items():
                with open(os.path.join(place, name), 'w', encoding='utf-8') as file:
                    file.write(EXPERIMENT + text)
            test(place)
    print(f'{checks.made} passed, 0 failed')


main()
