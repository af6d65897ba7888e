# SPDX-License-Identifier: Apache-2.0
"""Devices `ftdi:`: a whole run over each mode, rates, faults, and what is refused."""

import json

from lib import EVENTS, NODES, check, events_of, sanitized, timeless

ALL = EVENTS + NODES
FAST = 'ftdi:@3000000'
SYNC_FIFO = 0x40  # bit mode of AN_130
QUICK = ('-t', 100)  # ms of a request: what the model loses is soon repeated

# URLs that are wrong whatever is plugged in, and what the message says.
BAD_URLS = (
    ('ftdi:channel=E', "no channel 'E' of a 'ftdi:' device: it is A, B, C or D"),
    ('ftdi:channel=AB', "no channel 'AB'"),
    ('ftdi:mode=jtag', "no mode 'jtag' of a 'ftdi:' device: it is uart, fifo or fifo_async"),
    ('ftdi:vendor=x403', "no vendor 'x403'"),
    ('ftdi:vendor=00403', "no vendor '00403'"),
    ('ftdi:product=', "no product ''"),
    ('ftdi:path=1', "no path '1' of a 'ftdi:' device: it is a bus path such as 1-2.3"),
    ('ftdi:path=1-2.', "no path '1-2.'"),
    ('ftdi:path=1.2', "no path '1.2'"),
    ('ftdi:A,B', 'serial is named twice'),
    ('ftdi:mode=fifo,mode=fifo', 'mode is named twice'),
    ('ftdi:speed=3', "unknown key 'speed' in a 'ftdi:' device: known are serial, path, vendor"),
    ('ftdi:interface=1', "unknown key 'interface'"),
    ('ftdi:' + 'x' * 64, 'at most 63 characters'),
    ('ftdi:@0', "'0' is not a rate"),
    ('ftdi:mode=fifo@3000000', 'a FIFO has no rate'),
)


def test_urls(bench, _):
    for url, text in BAD_URLS:
        done = bench.do(bench.gnomon, 'status', '-d', url, monitor=False)
        check(f'refused {url}', done.status == 1 and text in done.err, done)


def test_selection(bench, _):
    """Each way to name the one chip of three that has a monitor, and what does not name one."""
    for url in (
        'ftdi:GN0001',
        'ftdi:serial=GN0001,vendor=403,product=6010',
        'ftdi:path=1-2',
        'ftdi:GN0001,channel=B',
    ):
        done = bench.do(bench.gnomon, 'status', '-d', url + '@3000000', '--json', chips=3)
        check(f'found {url}', done.status == 0 and '"hash"' in done.out, done)
    for url, text in (
        ('ftdi:', "more than one FTDI chip: 0403:6010 'GN000"),
        ('ftdi:path=1-4.1,channel=D', "0403:6010 'GN0003' at 1-4.1 has 2"),
        ('ftdi:GN0009', 'no FTDI chip that the URL names is plugged in'),
        ('ftdi:product=6014', 'no FTDI chip that the URL names'),
        ('ftdi:vendor=1234', 'no FTDI chip that the URL names'),
        ('ftdi:GN0001,path=1-3', 'no FTDI chip that the URL names'),
        ('ftdi:GN0001,channel=C', "no channel C: FTDI chip 0403:6010 'GN0001' at 1-2 has 2"),
        ('ftdi:GN0001,channel=B,mode=fifo', 'mode=fifo is for channel A'),
    ):
        done = bench.do(bench.gnomon, 'status', '-d', url, chips=3)
        check(f'not found {url}', done.status == 1 and text in done.err, done)


def test_run(bench, _):
    """The report of a run over each mode is that of the same run without USB."""
    plain = bench.direct('run', bench.path('e.yaml'), '-o', bench.path('plain'), '-q', '--json')
    check('run without USB', plain.returncode == 0 and events_of(plain.stdout) == ALL, plain)
    for name, url, program, keys in (
        ('uart', FAST, bench.gnomon, {'baud': 3000000}),
        ('uart, sanitized', FAST, bench.asan, {'baud': 3000000}),
        ('uart at channel A', 'ftdi:channel=A@12000000', bench.gnomon, {'channel': 0}),
        ('uart after a programmer', FAST, bench.gnomon, {'bitmode': 2}),
        ('uart of a blank EEPROM', FAST, bench.gnomon, {'blank': 1}),
        ('uart, rate found', 'ftdi:', bench.gnomon, {'baud': 1000000}),
        ('fifo', 'ftdi:mode=fifo', bench.gnomon, {'channel': 0, 'fifo': 1}),
        ('fifo, sanitized', 'ftdi:mode=fifo', bench.asan, {'channel': 0, 'fifo': 1}),
        ('fifo_async', 'ftdi:mode=fifo_async', bench.gnomon, {'channel': 0, 'fifo': 1}),
        ('short packets', FAST, bench.asan, {'short': 1}),
    ):
        done = bench.measure(url, program, **keys)
        same = done.status == 0 and timeless(done.out) == timeless(plain.stdout)
        check(f'run over {name}', same and not sanitized(done.err), done)
        part = done.parts['A' if keys.get('channel') == 0 else 'B']
        check(f'{name}: latency', part['latency'] == 1, done)
        check(f'{name}: purged', part['purges'] >= 1, done)
        modes = SYNC_FIFO if url == 'ftdi:mode=fifo' else 0
        check(f'{name}: mode', part['modes'] == modes and part['bitmode'] == 0, done)
        check(f'{name}: driver', all(p['driver'] for p in done.parts.values()), done)


def test_rates(bench, chance):
    """The chip makes what the host asks for within 3 %, or the host refuses and names another."""
    rates = [9600, 115200, 921600, 1843200, 5000000, 6000000, 8000000, 12000000]
    rates += [int(10 ** chance.uniform(3, 6.6)) for _ in range(8)]
    for rate in rates:
        done = bench.do(bench.gnomon, 'status', '-d', f'ftdi:@{rate}', '-t', 1, monitor=False)
        made = done.parts['B']['baud']
        check(f'{rate} baud', abs(made - rate) <= rate * 0.03, done)
    for rate, other in ((7000000, 8000000), (10000000, 12000000), (20000000, 12000000), (20, 183)):
        done = bench.do(bench.gnomon, 'status', '-d', f'ftdi:@{rate}', monitor=False)
        text = f'cannot make {rate} baud: the nearest is {other}'
        check(f'{rate} baud', done.status == 1 and text in done.err, done)
    done = bench.do(bench.gnomon, 'status', '-d', 'ftdi:', '--json', baud=1000000)
    found = done.status == 0 and json.loads(done.out)['baud'] == 1000000
    check('rate found', found, done)


def test_silence(bench, _):
    """A FIFO of the other kind answers nothing; it has no baud rate."""
    for mode, doubt in (
        ('fifo', 'the synchronous one (mode=fifo_async is'),
        ('fifo_async', 'the asynchronous one (mode=fifo is'),
    ):
        url = f'ftdi:mode={mode}'
        keys = {'channel': 0, 'fifo': 1}
        done = bench.do(bench.gnomon, 'status', '-d', url, '-t', 1, monitor=False, **keys)
        check(f'silent {mode}', done.status == 1 and f'its FIFO is {doubt}' in done.err, done)
        check(f'silent {mode}: rate', 'baud' not in done.err, done)


def test_modes(bench, _):
    for url, keys, text in (
        ('ftdi:mode=fifo', {'channel': 0}, 'its EEPROM says otherwise; write'),
        ('ftdi:mode=fifo', {'channel': 0, 'blank': 1}, 'its EEPROM is blank; write'),
        ('ftdi:channel=A', {'channel': 0, 'fifo': 1}, 'is not a UART: its EEPROM'),
    ):
        done = bench.do(bench.gnomon, 'status', '-d', url, **keys)
        check(f'{url} of {keys}', done.status == 1 and text in done.err, done)


def test_losses(bench, chance):
    """Bytes that are lost, and endpoints that stall, cost time and no record."""
    for keys in (
        {'lose': 6000},
        {'lose': 4500 + chance.randrange(999), 'seed': chance.randrange(1000)},
        {'stall': 1},
        {'stall': chance.randrange(2, 40000)},
        {'short': 1, 'lose': 7000, 'stall': 9000},
    ):
        command = ('run', bench.path('e.yaml'), '-o', bench.path('run'), '-d', FAST, '-f', '-q')
        done = bench.do(bench.asan, *command, '--json', *QUICK, **keys)
        good = done.status == 0 and events_of(done.out) == ALL and not sanitized(done.err)
        check(f'run in spite of {keys}', good, done)
        if 'lose' in keys:
            check(f'{keys}: something was lost', done.parts['B']['overruns'] > 0, done)


def test_unplug(bench, chance):
    """Wherever the chip is pulled out: an error with its name; the run can be drained later."""
    places = [1, 2, 30, 300] + sorted(chance.sample(range(400, 49000), 20))
    for count, place in enumerate(places):
        done = bench.measure(FAST, bench.asan if count % 4 == 0 else None, unplug=place)
        text = "FTDI chip 0403:6010 'GN0001' at 1-2, channel B is gone; was it unplugged?"
        good = done.status == 1 and text in done.err and not sanitized(done.err)
        check(f'unplugged after {place} bytes', good, done)
    bench.direct('drain', '--stop', '-q', bench.path('run'))
    rest = bench.direct('drain', '--stop', '-q', bench.path('run'))
    check('drained after it was unplugged', 'the run is complete' in rest.stderr, rest)


def test_refusals(bench, _):
    done = bench.do(bench.gnomon, 'status', '-d', 'ftdi:', denied=1)
    check('no access', done.status == 1 and '60-gnomon.rules' in done.err, done)
    done = bench.do(bench.gnomon, 'status', '-d', 'ftdi:', mute=1)
    check('no answer of the chip', done.status == 1 and 'cannot reset FTDI chip' in done.err, done)
    done = bench.do(bench.gnomon, 'status', '-d', 'ftdi:@1000000', *QUICK, stuck=1)
    check('latency timer stuck', done.status == 1 and 'no answer from the mon' in done.err, done)
    done = bench.do(bench.gnomon, 'status', '-d', 'ftdi:', chips=0, monitor=False)
    check('nothing is plugged in', done.status == 1 and 'no FTDI chip' in done.err, done)


TRIES = 5
TWO = """
{0} & a=$!
{1} & b=$!
wait -n
kill -TERM $a $b 2>/dev/null
wait
"""


def both(bench, one, other):
    """Two programs at a time. The emulated devices seldom let two start in the same instant: then
    libusb cannot be started in one of them, and both are tried again."""
    for _ in range(TRIES):
        done = bench.do('bash', '-c', TWO.format(one, other), monitor=False)
        if 'libusb cannot be started' not in done.err:
            break
    return done


def test_two_programs(bench, _):
    """On one channel only one program can be; on two channels both are."""
    status = f'{bench.gnomon} status -t 60000 -d ftdi:channel='
    done = both(bench, status + 'B', status + 'B')
    check('two at one channel', done.err.count('another program uses FTDI chip') == 1, done)
    done = both(bench, status + 'B', f'{bench.gnomon} status -t 20 -d ftdi:channel=A@9600')
    check('two at two channels', 'another program' not in done.err, done)
    check('both were open', all(p['purges'] for p in done.parts.values()), done)


def test_interrupt(bench, _):
    """An interrupt is obeyed, whatever the monitor does."""
    for keys in {}, {'stuck': 1}:
        bench.interrupt(keys, bench.gnomon, 'status', '-t', 60000, '-d', FAST)


TESTS = (
    test_urls,
    test_selection,
    test_run,
    test_rates,
    test_silence,
    test_modes,
    test_losses,
    test_unplug,
    test_refusals,
    test_two_programs,
    test_interrupt,
)
