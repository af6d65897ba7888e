# SPDX-License-Identifier: Apache-2.0
"""Devices `usb:`: serial ports of the class CDC-ACM, and interfaces of a vendor's own."""

from lib import EVENTS, NODES, check, events_of, sanitized, timeless

ALL = EVENTS + NODES
PORT = {'acm': 1, 'chips': 0}
VENDOR = {'acm': 2, 'chips': 0}
ALONE = {'acm': 3, 'chips': 0}
QUICK = ('-t', 100)  # ms of a request: what the model loses is soon repeated

BAD_URLS = (
    ('usb:channel=A', "unknown key 'channel' in a 'usb:' device: known are serial, path, vendor"),
    ('usb:interface=x', "no interface 'x' of a 'usb:' device: it is the number of an interface"),
    ('usb:interface=100', "no interface '100'"),
    ('usb:mode=fifo', "unknown key 'mode'"),
)


def test_urls(bench, _):
    for url, text in BAD_URLS:
        done = bench.do(bench.gnomon, 'status', '-d', url, monitor=False)
        check(f'refused {url}', done.status == 1 and text in done.err, done)
    for url, keys, text in (
        ('usb:', {}, 'no USB device that the URL names is plugged in'),
        ('usb:GN0101', PORT, 'no USB device'),
        ('usb:interface=3', PORT, 'interface 3 of USB device 1d50:602b'),
        ('usb:interface=2@9600', PORT, 'is not a serial port: it has no rate'),
        ('usb:', {'denied': 1, **PORT}, '60-gnomon.rules'),
    ):
        done = bench.do(bench.gnomon, 'status', '-d', url, **keys)
        check(f'refused {url} of {keys}', done.status == 1 and text in done.err, done)


def test_run(bench, _):
    """The report of a run is that of the same run without USB."""
    plain = bench.direct(
        'run', bench.path('e.yaml'), '-o', bench.path('plain'), '-q', '--json', '-f'
    )
    check('run without USB', plain.returncode == 0 and events_of(plain.stdout) == ALL, plain)
    for name, url, program, keys in (
        ('port', 'usb:@3000000', bench.gnomon, {'baud': 3000000, **PORT}),
        ('port, sanitized', 'usb:GN0100@2000000', bench.asan, PORT),
        ('port, rate found', 'usb:vendor=1d50', bench.gnomon, {'baud': 1000000, **PORT}),
        ('vendor interface', 'usb:interface=2', bench.asan, VENDOR),
        ('vendor interface alone', 'usb:path=1-5', bench.gnomon, ALONE),
        ('port beside a chip', 'usb:@3000000', bench.gnomon, {**PORT, 'chips': 2}),
        ('short packets', 'usb:@3000000', bench.asan, {'short': 1, **PORT}),
    ):
        done = bench.measure(url, program, **keys)
        same = done.status == 0 and timeless(done.out) == timeless(plain.stdout)
        check(f'run over {name}', same and not sanitized(done.err), done)
        acm = done.parts['acm']
        if keys['acm'] == 1:
            check(f'{name}: line', acm['lines'] == 3 and acm['bits'] == 8, done)
        if keys['acm'] != 3:
            check(f'{name}: driver', acm['driver'], done)


def test_faults(bench, chance):
    for keys in {'lose': 5000}, {'stall': 1}, {'stall': chance.randrange(2, 40000)}:
        command = ('run', bench.path('e.yaml'), '-o', bench.path('run'), '-d', 'usb:@3000000')
        done = bench.do(bench.asan, *command, '-f', '-q', '--json', *QUICK, **keys, **PORT)
        good = done.status == 0 and events_of(done.out) == ALL and not sanitized(done.err)
        check(f'run in spite of {keys}', good, done)
    for count, place in enumerate([1, 2, 30] + chance.sample(range(400, 49000), 7)):
        program = bench.asan if count % 3 == 0 else None
        done = bench.measure('usb:@3000000', program, unplug=place, **PORT)
        text = "USB device 1d50:602b 'GN0100' at 1-5 is gone; was it unplugged?"
        good = done.status == 1 and text in done.err and not sanitized(done.err)
        check(f'unplugged after {place} bytes', good, done)


TESTS = (
    test_urls,
    test_run,
    test_faults,
)
