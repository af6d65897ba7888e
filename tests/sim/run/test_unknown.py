#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Targets with signals that are x or z, in Icarus Verilog: each port is named with its first cycle,
counts as 0, and the run ends as any other.

usage: test_unknown.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import os
import re
import signal
import sys

import stream
from plusargs import SCRATCH, begin, end, icarus, journal, records
from suite import check, equal, of_module, run
from test_run import wait_running

EVERY = 64  # cycles
UNKNOWN = icarus('unknown_tb')
TOLD = re.compile(r"^gnomon_bridge: '(.*)' is (.) in cycle (\d+) and counts as 0", re.M)
FIRST = [('unknown_tb.u_monitor.light_state_i', 'x', '0'),
         ('unknown_tb.u_monitor.light_step_i', 'x', '0')]  # fmt: skip


def events(name):
    """The cycles of a run's events, which are those in which the target steps."""
    equal(journal(name)['state'], 'complete', f'state of {name}')
    at = [row.time for row in records(name) if row.kind == stream.EVENT]
    odd = [t for k, t in enumerate(at) if t != EVERY * k + 1]
    check(at and not odd, f'{name}: events in cycles {odd[:4]}')
    return at


def test_finish():
    _, err = end(begin(UNKNOWN, 'finish', '+clocks=1000'))
    equal(sorted(TOLD.findall(err)), FIRST, err)
    check(len(events('finish')) >= 1000 // EVERY, 'events up to $finish')


def test_signal():
    process = begin(UNKNOWN, 'signal')
    wait_running('signal', process)
    process.send_signal(signal.SIGTERM)
    _, err = end(process)
    equal(sorted(TOLD.findall(err)), FIRST, err)
    events('signal')


def test_late():
    """A port that is z for a cycle of its own; those that are x before time 0 have no message."""
    _, err = end(begin(UNKNOWN, 'late', '+clocks=1000', '+late'))
    equal(TOLD.findall(err), [('unknown_tb.u_monitor.light_step_i', 'z', '20')], err)
    check(len(events('late')) >= 1000 // EVERY, 'events up to $finish')


def test_port():
    """What is x between monitor and bridge ends the simulation."""
    _, err = end(begin(UNKNOWN, 'port', '+late', '+wire_x'), good=False)
    found = re.search(r"counter: 'tx_data_i' of the bridge is x in cycle (\d+)", err)
    check(found and 300 <= int(found[1]) < 20000, err)


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('signals that are x', of_module(globals())))
