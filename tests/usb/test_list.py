# SPDX-License-Identifier: Apache-2.0
"""`gnomon list`: what is plugged in, as URLs that work, and which of them is a monitor."""

import json

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
    check('a monitor', done.status == 0 and found.get('monitor') == HASH, done)
    check('its rate', found.get('baud') == 1000000, found)
    check('without a ROM there is no name', found.get('monitor_name', 0) is None, found)
    none = rows.get('ftdi:GN0001,channel=A', {})
    check('no monitor', none and none['monitor'] is None, rows)
    done = bench.do(bench.gnomon, 'list', '--probe', denied=1)
    check('no access', done.status == 1 and '60-gnomon.rules' in done.out, done)


TESTS = (
    test_list,
    test_probe,
)
