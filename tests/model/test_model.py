# SPDX-License-Identifier: Apache-2.0
"""The model's program and its wrapper, on truth logs written by hand.

usage: test_model.py MODEL SCRATCH_DIR
"""

import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'sim'))

from model import (
    DATUM,
    EVENT,
    LOAD,
    MARKED,
    RATIO,
    SAMPLED,
    STOPPED,
    TRIGGER,
    UNSAMPLED,
    Record,
    differences,
    expected,
)
from suite import check, equal, of_module, run
from truth import ACCESS, BUS, CORE, END, GRANT, PORT, RETIRED, STALL, STORE_PC, SYNC, DCACHE_ACCESS

MODEL, SCRATCH = sys.argv[1:3]
LOG = (
    # cycle, value, kind, core, flags, owner
    (0, 0, SYNC, 0, 0, 0),
    # before the last sync: of no account, but the registers of the port stay
    (
        1,
        0x10,
        CORE,
        0,
        RETIRED | STALL,
        0,
    ),
    (2, 0x50, STORE_PC, 1, 0, 0),
    (2, 7, PORT, 1, 0, 0),
    (3, 0, SYNC, 0, 0, 0),
    (3, 0, BUS, 0, 1, 2),
    (5, 0x10, CORE, 0, RETIRED | STALL, 0),
    (6, 0x14, CORE, 0, RETIRED, 0),
    (6, 0, CORE, 1, GRANT, 0),
    (8, 0x2001, ACCESS, 1, 1, 0),
    (8, 0, BUS, 0, 0, 2),
    (9, 0x54, STORE_PC, 1, 0, 0),
    (9, 0xABCD, PORT, 1, 5, 3),
    (9, 0x1000, ACCESS, 1, 0, 0),
    (10, 0x10, CORE, 0, RETIRED | DCACHE_ACCESS, 0),
    (20, 0, END, 0, 0, 0),
)
PC = """
node 0
field pc 32 skip 1 0
when retired
collect
ratio bus_busy always
ratio stall dcache_access
pattern 3 pc 0x10 0x10
action event 3 record sample
node 1
field addr 32
field write 1
when access
collect
port pc
pattern 1 addr 0x2000 0x2003 write 1 1   # a store
pattern 2 not write 1 1
action event 1 record mark
action event 2 record stop
action port record
node all
"""


def scratch(name):
    return os.path.join(SCRATCH, name)


def write_log(name, records, cores=2):
    with open(scratch(name), 'wb') as file:
        file.write(b'GNTRUTH1' + struct.pack('<II', 12, cores))
        for record in records:
            file.write(struct.pack('<IIBBBB', *record))
    return scratch(name)


def test_log():
    log = write_log('log', LOG)
    nodes = expected(MODEL, PC, log)
    # time 0 is cycle 4. The bus is busy from cycle 3 to 7, the stall from 1 to 5,
    # the look-up is in cycle 10.
    equal(
        nodes[0],
        [
            Record(1, EVENT, 3, SAMPLED, ()),
            Record(1, RATIO, 3, 4, (2, 2, 2, 0)),
            Record(6, EVENT, 3, SAMPLED, ()),
            Record(6, RATIO, 3, 4, (4, 7, 2, 1)),
        ],
        'node 0',
    )
    equal(
        nodes[1],
        [
            Record(4, EVENT, 1, MARKED, ()),
            Record(5, EVENT, 2, 0, ()),
            Record(5, DATUM, 5 | 64, 3 << 4 | STOPPED, (0xABCD, 0, 0x54, 0)),
        ],
        'node 1',
    )
    equal([len(records) for records in expected(MODEL, PC, log, 5)], [2, 3, 0, 0], 'until time 5')


def test_errors():
    for text, log, message in (
        ('shout\n', LOG, ':1: unknown line'),
        ('\n\nfield pc 32\nwhen never\n', LOG, ':4: unknown name'),
        (PC, LOG[:-1], 'cut off'),
        (PC, LOG[1:4] + LOG[5:], 'no sync'),
    ):
        path = write_log('bad', log)
        try:
            expected(MODEL, text, path)
        except ValueError as err:
            check(message in str(err), f'{err}')
        else:
            check(False, f'no error: {message}')


def test_differences():
    wanted = [
        Record(1, EVENT, 3, SAMPLED, ()),
        Record(1, RATIO, 3, 2, (2, 2)),
        Record(2, TRIGGER, 0, 0, ()),
        Record(4, LOAD, 1, 0, ()),
    ]
    equal(differences(wanted, wanted), [], 'the same')
    equal(differences([wanted[0]._replace(aux=UNSAMPLED)] + wanted[2:], wanted), [], 'no sample')
    equal(
        differences([wanted[0]._replace(aux=SAMPLED | UNSAMPLED)] + wanted[1:], wanted),
        [],
        'no snapshot',
    )
    for records in (
        wanted[:-1],
        wanted[1:],
        wanted + wanted[:1],
        [wanted[0]._replace(code=4)] + wanted[1:],
        [wanted[0], wanted[1]._replace(words=(2, 3))] + wanted[2:],
        [wanted[0]._replace(aux=UNSAMPLED)] + wanted[1:],
    ):
        check(differences(records, wanted), f'no difference: {records}')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('model', of_module(globals())))
