# SPDX-License-Identifier: Apache-2.0
"""`gnomon list`: what is plugged in, as URLs that work, and which of them is a monitor."""

import json

import lib
from lib import check

HASH = '0123456789abcdef'  # of the model's plan
ROWS = {
    'ftdi:GN0001,channel=A',
    'ftdi:GN0001,channel=B',
    'ftdi:GN0002,channel=A',
    'ftdi:GN0002,channel=B',
    'usb:GN0100,interface=1',
    'usb:GN0100,interface=2',
}


def test_list(bench, _):
    done = bench.do(bench.asan, 'list', '--json', chips=2, acm=1)
    rows = {row['url']: row for row in json.loads(done.out or '[]')}
    check('rows', done.status == 0 and set(rows) == ROWS, done)
    row = rows.get('ftdi:GN0002,channel=A', {})
    expected = ('0403', '6010', '1-3', 'GN0002', 'FTDI', 'Dual RS232-HS')
    keys = ('vendor', 'product', 'path', 'serial', 'manufacturer', 'name')
    check('row', tuple(row.get(key) for key in keys) == expected, row)
    done = bench.do(bench.gnomon, 'list', chips=3)
    check('text', done.status == 0 and done.out.count('probably FT2232H') == 6, done)
    check('path below a hub', 'at 1-4.1' in done.out, done)
    for part in done.parts.values():
        check('nothing is touched', part['driver'] and not part['purges'], done)
    done = bench.do(bench.gnomon, 'list', chips=0, monitor=False)
    check('nothing is plugged in', done.status == 1 and 'no USB device' in done.err, done)


def test_probe(bench, _):
    done = bench.do(bench.gnomon, 'list', '--probe', '--json', baud=1000000)
    rows = {row['url']: row for row in json.loads(done.out or '[]')}
    found = rows.get('ftdi:GN0001,channel=B', {})
    check('a monitor', done.status == 0 and found.get('hash') == HASH, done)
    check('its rate', found.get('baud') == 1000000, found)
    check('without a ROM there is no name', found.get('monitor', 0) is None, found)
    none = rows.get('ftdi:GN0001,channel=A', {})
    check('no monitor', none and none['hash'] is None and not none['asked'], rows)
    check('one that was asked', found.get('asked') is True, found)
    done = bench.do(bench.gnomon, 'list', '--probe', denied=1)
    check('no access', done.status == 1 and '60-gnomon.rules' in done.out, done)


def test_probe_only_links(bench, _):
    """Nothing is written, and no mode is set, where no monitor is by the list of boards: channel A
    writes the flash. All boards are asked at the same time, by the clock of the devices."""
    for name, keys, asked in (
        ('chips', {'chips': 2, 'acm': 1}, {'B', 'B2', 'acm'}),
        ('beside a monitor', {'chips': 2, 'second': bench.serve('beside').port}, {'B', 'B2'}),
    ):
        done = bench.do(bench.asan, 'list', '--probe', monitor='second' in keys, **keys)
        written = {key for key, part in done.parts.items() if part['written']}
        check(f'{name}: where something is written', written == asked, done)
        touched = {key for key, part in done.parts.items() if part.get('purges')}
        check(f'{name}: what is opened', touched == asked - {'acm'}, done)
        said = done.out.count('not asked, because boards have their link elsewhere')
        check(f'{name}: what is said', said == len(done.parts) - len(asked) + ('acm' in keys), done)
        check(f'{name}: no sanitizer', 'Sanitizer' not in done.err, done)
    done = bench.do(bench.gnomon, 'list', '--probe', chips=2, monitor=False)
    spans = [(done.parts[key]['first'], done.parts[key]['last']) for key in ('B', 'B2')]
    check('at the same time', max(first for first, _ in spans) < min(l for _, l in spans), spans)
    for tried, left in lib.rates_of(done.out, 2):
        check('each usual rate is tried or named', tried and tried + left == lib.USUAL, done.out)


def test_probe_one_of_three(bench, _):
    """Of three serial ports of a pico-ice the second one is the link."""
    done = bench.do(bench.asan, 'list', '--probe', '--json', chips=0, acm=4, baud=115200)
    rows = {row['url']: row for row in json.loads(done.out or '[]')}
    asked = {url for url, row in rows.items() if row['asked']}
    check('three ports', len(rows) == 3 and asked == {'usb:GN0100,interface=3'}, rows)
    found = rows.get('usb:GN0100,interface=3', {}).get('hash')
    check('its monitor', done.status == 0 and found == HASH, done)
    check('nothing is written elsewhere', done.parts['acm']['aside'] == 0, done)
    done = bench.do(bench.gnomon, 'status', chips=0, acm=4)
    check('it is found', done.status == 0 and "using 'usb:GN0100,interface=3'" in done.err, done)


TESTS = (
    test_list,
    test_probe,
    test_probe_only_links,
    test_probe_one_of_three,
)
