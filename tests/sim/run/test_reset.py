# SPDX-License-Identifier: Apache-2.0
"""A second reset of the monitor, at any time of a simulation: the run is whole and right, or the
simulation fails and says so. A run that lost its tables never looks whole.

usage: test_reset.py SIM_DIR PROGRAMS_DIR GNOMON SCRATCH_DIR
"""

import os
import sys

from plusargs import CPP, MODEL, SCRATCH, begin, experiment, journal, logged, records, stream
from suite import HANG_SECONDS, check, equal, of_module, run

CYCLES = 500
RESET_CLOCKS = 4  # of +reset_at
FAULTS = {
    'while it was loaded': 'the monitor was reset since',
    'in the run': 'the monitor was reset in the run',
}


def simulate(simulator, name, *plusargs):
    """The messages of a simulation with a few points; whether it did not fail."""
    points = ''.join(f'  s{i}: {{ match: "state in {i}/3" }}\n' for i in range(4))
    process = begin(simulator, name, f'+gnomon_cycles={CYCLES}', f'+blinker_log={name}.log',
                    *plusargs, path=experiment(name, points=points))  # fmt: skip
    _, err = process.communicate(timeout=HANG_SECONDS)
    return err, process.returncode == 0


def right(name):
    """Each state of the target's log up to the end of the run is an event, and no other."""
    rows = records(name)
    events = [row.time for row in rows if row.kind == stream.EVENT]
    gaps = [(row.time, row.resumed) for row in rows if row.kind == stream.GAP]
    states = [clock for clock, _ in logged(f'{name}.log') if clock < rows[-1].time]
    check(len(events) > 20, f'{name}: {len(events)} events')
    missing = sorted(set(states) - set(events))
    equal([at for at in missing if not any(a <= at <= b for a, b in gaps)], [], f'{name}: missing')
    equal(sorted(set(events) - set(states)), [], f'{name}: events that were not')


def zero(simulator, name):
    """The clock of the simulation that is time 0, from its first one on."""
    _, good = simulate(simulator, name)
    check(good, f'{name} failed')
    right(name)
    place = journal(name)['simulation']
    return place['time'] // place['period']


def at_any_time(simulator, name):
    start = zero(simulator, name)
    step = max(1, start // 12)
    times = [*range(8, start - 40, step), *range(start - 40, start + 24, 3),
             start + CYCLES // 2, start + CYCLES - 5]  # fmt: skip
    ends = {}
    for at in times:
        err, good = simulate(simulator, name, f'+reset_at={at}')
        if good:
            check('the run is complete' in err, err)
            right(name)
        words = [what for what, fault in FAULTS.items() if fault in err]
        check(good != bool(words), f'{name}: a reset in clock {at} of {start}: {err}')
        ends.setdefault(words[0] if words else 'whole', []).append(at)
    equal(sorted(ends), sorted([*FAULTS, 'whole']), f'{name}: ends {ends}')
    return ', '.join(f'{len(where)} {what}' for what, where in ends.items())


def test_verilog():
    return at_any_time(CPP, 'verilog')


def test_model():
    return at_any_time(MODEL, 'model')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('second reset', of_module(globals())))
