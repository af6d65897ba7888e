# SPDX-License-Identifier: Apache-2.0
"""Commands without a device: the one board that is plugged in is found, or the error lists all."""

import json
import re
import struct
import zlib

import lib
from lib import EVENTS, NODES, check, events_of, sanitized, timeless
from test_ftdi import SYNC_FIFO

ALL = EVENTS + NODES
FIRST = 'ftdi:GN0001,channel=B'
SECOND = 'ftdi:GN0002,channel=B'
THIRD = 'ftdi:GN0003,channel=B'
HASH = '0123456789abcdef'  # of the model's plan
OTHER = 'fedcba9876543210'  # of another one's
ODD = 750000  # baud, none of the usual rates
DAMAGED = f"the ROM of the monitor at '{FIRST}' is damaged: "
NO_MANIFEST = 'gnomon: 1\npoints: { a: { address: 0x100 }, end: { address: 0x300 } }\n'
HOLD = """
coproc {0} serve-link -q -d {1}
read -r line <&${{COPROC[0]}}
{0} status
echo status $?
kill $COPROC_PID
wait
"""


def rom_monitor(bench, name, flipped):
    """A monitor with another plan and that name in its ROM, in which these bits of a byte in the
    middle are flipped: its port."""
    text = open(bench.path('model.json')).read()
    text = text.replace(HASH, OTHER).replace('"model"', f'"{name}"', 1)
    packed = bytearray(zlib.compress(text.encode()))
    packed[len(packed) // 2] ^= flipped
    with open(bench.path(name + '.rom'), 'wb') as f:
        f.write(b'GNR\x01' + struct.pack('<I', len(packed)) + packed)
    return bench.serve(name, bench.path(name + '.rom'), OTHER).port


def other_monitor(bench):
    """The one with another plan and the name 'other'."""
    if not hasattr(bench, 'other'):
        bench.other = rom_monitor(bench, 'other', 0)
    return bench.other


def odd_manifest(bench):
    """The manifest of the model, with a rate that is not usual."""
    text = open(bench.path('model.json')).read()
    with open(bench.path('odd.json'), 'w') as f:
        f.write(text.replace('"phy":"bytes"', f'"phy":"uart","baud":{ODD}'))
    return f.name


def taken(done):
    """The devices that were taken."""
    return re.findall(r"no device is named: using '([^']*)'", done.err)


def run(bench, program, *more, **keys):
    command = ('run', bench.path('e.yaml'), '-o', bench.path('run'), '-f', '-q', '--json', *more)
    return bench.do(program, *command, **keys)


def test_one(bench, _):
    """A run is that of the same board with its name."""
    plain = run(bench, bench.gnomon, '-d', FIRST, chips=1)
    check('run with -d', plain.status == 0 and not taken(plain), plain)
    for name, program, keys in (
        ('alone', bench.gnomon, {'chips': 1}),
        ('sanitized', bench.asan, {'chips': 1, 'baud': 1000000}),
        ('beside boards that are silent', bench.gnomon, {'chips': 3, 'baud': 3000000}),
    ):
        done = run(bench, program, **keys)
        same = done.status == 0 and timeless(done.out) == timeless(plain.out)
        check(f'run of a board {name}', same and not sanitized(done.err), done)
        check(f'{name}: which', taken(done) == [FIRST], done)
        device = json.loads(done.out or '{"run":{}}')['run'].get('device')
        check(f'{name}: the run names it', device == FIRST, device)
        written = [key for key, part in done.parts.items() if key[0] == 'A' and part['written']]
        check(f'{name}: channel A is left alone', not written, done)
    done = run(bench, bench.gnomon, acm=1, chips=0)
    check('a CDC-ACM bridge', taken(done) == ['usb:GN0100,interface=1'], done)
    check('its run', done.status == 0 and events_of(done.out) == ALL, done)


def fifo_manifest(bench, phy):
    """The manifest of the model, whose link is the FIFO of an FTDI chip."""
    text = open(bench.path('model.json')).read()
    with open(bench.path(phy + '.json'), 'w') as f:
        f.write(text.replace('"phy":"bytes"', f'"phy":"{phy}"'))
    return f.name


def test_fifo(bench, _):
    """The manifest says that the link is a FIFO: channel A is asked, in its mode."""
    for phy, mode, program in (
        ('ft245', 'fifo_async', bench.gnomon),
        ('ft245_sync', 'fifo', bench.asan),
    ):
        url = f'ftdi:GN0001,channel=A,mode={mode}'
        manifest = fifo_manifest(bench, phy)
        done = run(bench, program, '-m', manifest, chips=1, channel=0, fifo=1)
        check(f'{phy}: run', done.status == 0 and events_of(done.out) == ALL, done)
        check(f'{phy}: which', taken(done) == [url] and not sanitized(done.err), done)
        check(f'{phy}: channel B is left alone', not done.parts['B']['purges'], done)
        modes = done.parts['A']['modes']
        check(f'{phy}: mode', modes == (SYNC_FIFO if mode == 'fifo' else 0), modes)
        done = run(bench, program, '-m', manifest, chips=1, channel=0)
        good = done.status == 1 and f'-d {url}: ' in done.err and "write '245 FIFO'" in done.err
        check(f'{phy}: no FIFO', good and not taken(done), done)
        check(f'{phy}: no FIFO, channel A keeps its mode', not done.parts['A']['modes'], done)
        done = run(bench, program, '-m', manifest, chips=0, acm=1)
        check(f'{phy}: a CDC-ACM bridge', done.status == 0, done)
    done = run(bench, bench.gnomon, chips=1, channel=0, fifo=1)
    check('a FIFO without its manifest', done.status == 1 and not taken(done), done)


def test_rates(bench, _):
    """The manifest's rate is tried first: no other search finds one that is not usual."""
    done = run(bench, bench.gnomon, '-m', odd_manifest(bench), baud=ODD)
    check('an odd rate', done.status == 0 and taken(done) == [FIRST], done)
    done = run(bench, bench.gnomon, '-m', odd_manifest(bench), baud=1000000)
    good = done.status == 0 and taken(done) == [FIRST] and ' at 1000000 baud' in done.err
    check('another rate', good and 'answers at 1000000 baud, not at 750000' in done.err, done)
    done = bench.do(bench.gnomon, 'status', baud=ODD)
    check('an odd rate without a manifest', done.status == 1 and not taken(done), done)


def test_commands(bench, _):
    """All commands search; those of a run directory take the device that the first one found."""
    gnomon, e, r = bench.gnomon, bench.path('e.yaml'), bench.path('loaded')
    steps = (f'load {e} -f -o {r}', f'start {r}', f'drain {r}', f'stop {r}', f'drain {r}')
    script = ' && '.join(f'{gnomon} {step}' for step in steps)
    done = bench.do('sh', '-c', script, baud=2000000)
    check('commands of a run', done.status == 0 and taken(done) == [FIRST], done)
    for command in 'reset', 'status':
        done = bench.do(gnomon, command)
        check(command, done.status == 0 and taken(done) == [FIRST], done)
    done = bench.do(gnomon, 'serve-link')
    check('serve-link', done.status == 2 and 'no monitor is named' in done.err, done)


def test_rom(bench, _):
    """Without a manifest any monitor is taken; it names itself."""
    keys = {'monitor': False, 'port': other_monitor(bench)}
    done = bench.do(bench.gnomon, 'manifest', **keys)
    good = done.status == 0 and json.loads(done.out)['hash'] == OTHER
    check('manifest', good and taken(done) == [FIRST] and "monitor 'other' with" in done.err, done)
    with open(bench.path('rom.yaml'), 'w') as f:
        f.write(NO_MANIFEST + 'until: { point: end }\n')
    command = ('run', bench.path('rom.yaml'), '-o', bench.path('run'), '-f', '-q', '--json')
    done = bench.do(bench.asan, *command, **keys)
    check('run', done.status == 0 and taken(done) == [FIRST], done)
    check('run, sanitized', not sanitized(done.err), done)
    done = bench.do(bench.gnomon, 'list', '--probe', '--json', **keys)
    names = [row['monitor'] for row in json.loads(done.out or '[]')]
    check('list, JSON', names == [None, 'other'], done)
    done = bench.do(bench.gnomon, 'list', '--probe', **keys)
    check('list', f"monitor 'other', plan hash {OTHER}" in done.out, done)


def test_damaged_rom(bench, _):
    """A board whose ROM is damaged is found, and one message says so."""
    port = rom_monitor(bench, 'damaged', 4)
    with open(bench.path('bare.yaml'), 'w') as f:
        f.write(NO_MANIFEST)
    command = ('run', bench.path('bare.yaml'), '-o', bench.path('none'))
    done = bench.do(bench.asan, *command, monitor=False, port=port)
    lines = done.err.splitlines()
    check('damaged: run', done.status == 1 and taken(done) == [FIRST] and not done.out, done)
    check('damaged: one message', len(lines) == 2 and 'gnomon: ' + DAMAGED in lines[1], done)
    check('damaged: plain text', done.err.replace('\n', '').isprintable(), done)
    check('damaged: no leak', not sanitized(done.err), done)
    done = bench.do(bench.gnomon, 'list', '--probe', monitor=False, port=port)
    named = f'    monitor {OTHER} at 115200 baud\n    {DAMAGED}'
    check('damaged: list', done.status == 0 and named in done.out and not done.err, done)
    check('damaged: plain list', done.out.replace('\n', '').isprintable(), done)


def test_none(bench, _):
    done = run(bench, bench.gnomon, chips=0, monitor=False)
    check('no board', done.status == 1 and 'no board that gnomon knows is plug' in done.err, done)
    done = run(bench, bench.asan, monitor=False)
    check('a silent board', done.status == 1 and f'-d {FIRST}: no answer' in done.err, done)
    check('counts', '1 gave no answer and 0 could not be asked' in done.err, done)
    check('no leak', not sanitized(done.err), done)
    check('channel A', '-d ftdi:GN0001,channel=A: not asked' in done.err, done)
    check('channel A is left alone', not done.parts['A']['purges'], done)
    done = bench.do(bench.gnomon, 'status', acm=2, chips=0)
    check('an interface beside a port', '-d usb:GN0100,interface=2: not asked' in done.err, done)


def test_two(bench, _):
    twin = bench.serve('twin').port
    for command in ('reset',), ('status', '-m', bench.path('model.json')):
        done = bench.do(bench.asan, *command, chips=3, second=twin)
        check(f'two boards, {command}', done.status == 1 and not taken(done), done)
        _, _, named = done.err.splitlines()[-1].partition('several answer: use one of ')
        check('the error', sorted(named.split(', ')) == [f'-d {FIRST}', f'-d {SECOND}'], done)
        check('the silent one', f'-d {THIRD}: no answer' in done.err, done)
        check('no leak', not sanitized(done.err), done)


def test_other(bench, _):
    """A board with another monitor is named, and not taken for that of the manifest."""
    other = other_monitor(bench)
    done = run(bench, bench.gnomon, monitor=False, port=other)
    good = done.status == 1 and f"-d {FIRST}: monitor 'other' with plan hash {OTHER}" in done.err
    check('another monitor', good and not taken(done), done)
    last = done.err.splitlines()[-1]
    check('the error', HASH in last and last.endswith(f'-d {FIRST}'), done)
    done = run(bench, bench.gnomon, '-m', odd_manifest(bench), monitor=False, port=other, baud=ODD)
    good = done.status == 1 and f"monitor 'other' with plan hash {OTHER} at {ODD}" in done.err
    check('another monitor at the rate of the manifest', good, done)
    done = run(bench, bench.gnomon, chips=2, second=other)
    check('beside that of the manifest', done.status == 0 and taken(done) == [FIRST], done)
    done = run(bench, bench.gnomon, chips=2, monitor=False, port=other, second=bench.monitor.port)
    check('before that of the manifest', done.status == 0 and taken(done) == [SECOND], done)


def test_held(bench, _):
    """A device that another program holds, or that the user may not open, is not silent."""
    held = f"-d {FIRST}: another program uses FTDI chip 0403:6010 'GN0001' at 1-2, channel B"
    script = HOLD.format(bench.gnomon, FIRST)
    done = bench.do('bash', '-c', script)
    check('held', 'status 1' in done.out and held in done.err, done)
    check('counts', '0 gave no answer and 1 could not be asked' in done.err, done)
    done = bench.do('bash', '-c', script, chips=2, second=bench.serve('free').port)
    good = 'status 0' in done.out and taken(done) == [SECOND] and held in done.err
    check('held beside another', good, done)
    done = bench.do(bench.gnomon, 'status', denied=1)
    check('no access', done.status == 1 and '60-gnomon.rules' in done.err, done)
    check('counts, no access', '0 gave no answer and 1 could not be asked' in done.err, done)


def test_limit(bench, _):
    """The limit is that of all boards together."""
    done = run(bench, bench.gnomon, '-l', 1, chips=3, monitor=False)
    check('limit', done.status == 1 and 'no time to ask all boards' in done.err, done)
    check('not asked', 'the limit of 1000 ms for the search has passed' in done.err, done)
    done = run(bench, bench.gnomon, '-l', 1, monitor=False)
    # by their time-outs alone, all usual rates take more than a second
    tried, left = lib.rates_of(done.err, 1)[0]
    check('some rates', tried and left and tried + left == lib.USUAL, done)


def test_interrupt(bench, _):
    for keys in {'chips': 3}, {'mute': 1, 'chips': 3}:
        bench.interrupt(keys, bench.gnomon, 'status')


TESTS = (
    test_one,
    test_fifo,
    test_rates,
    test_commands,
    test_rom,
    test_damaged_rom,
    test_none,
    test_two,
    test_other,
    test_held,
    test_limit,
    test_interrupt,
)
