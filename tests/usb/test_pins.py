# SPDX-License-Identifier: Apache-2.0
"""The Verilated monitor at its pins, behind each device: whole runs against the truth log."""

import os
from concurrent.futures import ThreadPoolExecutor

from bed import PATIENT, Experiment, Simulator, equal
from lib import check, sanitized
from stream import Malformed, RunDirectory
from test_events import check_run, run_files
from truth import Truth

SIMULATOR = 'soc_uart'
BAUD = 5000000  # of quad_uart.yaml; at any other rate the emulated wires garble what they carry
ACM = {'acm': 1, 'chips': 0}
SLOWEST = 255  # ms, the longest time of the latency timer
GONE_MS = 5000  # from the unplugging to the end of the program
# bytes that pass before the cable is pulled out: all but the last 6,000 of a run load the tables
DRAINING = 39000

# few records, as each byte takes a hundred cycles of the simulator
FEW = Experiment(
    'events',
    {
        'share': ('entry', 'share'),
        'share_out': ('return', 'share'),
        'barrier_in': ('entry', 'barrier'),
        'barrier_out': ('return', 'barrier'),
        'handler': ('entry', 'timer_handler'),
        'done': ('entry', 'done'),
    },
    actions={'barrier_in': ['record', 'sample'], 'share_out': ['record', 'sample', 'reset']},
    intervals={'share': ('share', 'share_out'), 'barrier': ('barrier_in', 'barrier_out')},
)


class Pins:
    """A simulator whose pins are at the far end of the bed, and one run of its monitor."""

    def __init__(self, bench, name):
        self.bench, self.folder = bench, bench.path('pins ' + name)
        os.makedirs(self.folder)
        self.experiment = FEW.write(os.path.join(self.folder, 'experiment.yaml'), SIMULATOR)
        self.simulator = Simulator(self.folder, SIMULATOR, FEW.program)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.simulator.__exit__()

    def do(self, program, *command, **keys):
        """A command to its end, with the pins behind the device."""
        keys.update(port=self.simulator.port, baud=BAUD)
        return self.bench.end(self.bench.start(keys, [program, *command, '-q', *PATIENT]))

    def run(self, program, url, **keys):
        """The main job."""
        command = ('run', self.experiment, '-d', url, '-o', run_files(self.folder))
        return self.do(program, *command, **keys)

    def truth(self, done):
        """A row: each record, sample and count of the run against the truth log. `done` is the
        command that made the run complete."""
        if done.status != 0:
            return 'truth', False, 'the run is not complete'
        try:
            self.check_truth()
        except (AssertionError, Malformed) as err:
            return 'truth', False, err
        return 'truth', True, ''

    def check_truth(self):
        self.simulator.wait_done()
        self.simulator.stop()
        truth = Truth(self.simulator.truth_path)
        equal(len(truth.syncs), 2, 'syncs: that of the reset and that of the start')
        nodes, _ = check_run(self.folder, SIMULATOR, FEW, truth)
        equal(sum(gap[2] for node in nodes for gap in node.gaps), 0, 'lost records')
        equal(RunDirectory(run_files(self.folder)).journal['holes'], 0, 'holes')


def whole(bench, case):
    """A run from identity to report; rows (name, whether it is good, why not)."""
    name, url, program, keys, part, latency = case
    with Pins(bench, name) as pins:
        done = pins.run(program, url, **keys)
        made = done.parts[part]['baud']
        return [
            ('run', done.status == 0 and not sanitized(done.err), done),
            ('rate', abs(made - BAUD) <= BAUD * 0.03, done),
            ('latency', done.parts[part].get('latency') == latency, done),
            pins.truth(done),
        ]


def unplugged(bench, case):
    """A run whose cable is pulled out in the middle of the drain, and the rest of it later."""
    name, url, program, gone = case
    with Pins(bench, name) as pins:
        done = pins.run(program, url, unplug=DRAINING)
        run = run_files(pins.folder)
        stored = RunDirectory(run).nodes()
        rest = pins.do(bench.gnomon, 'drain', '--stop', run)
        later = RunDirectory(run).nodes()
        return [
            ('error', done.status == 1 and gone in done.err and not sanitized(done.err), done),
            ('limit', done.parts['unplugged']['ms'] < GONE_MS, done),
            ('middle', 0 < sum(map(len, stored)) < sum(map(len, later)), (stored, later)),
            ('drained', rest.status == 0, rest),
            ('stored', all(b[: len(a)] == a for a, b in zip(stored, later)), 'other records'),
            pins.truth(rest),
        ]


def rows_of(bench, function, case):
    """The rows of a case; one that could not be made to its end has failed, and others continue."""
    try:
        return function(bench, case)
    except (AssertionError, KeyError, Malformed, OSError) as err:
        return [('to its end', False, repr(err))]


def test_pins(bench, _):
    gone = "FTDI chip 0403:6010 'GN0001' at 1-2, channel B is gone; was it unplugged?"
    cases = (
        (whole, ('uart, slow timer', 'ftdi:', bench.gnomon, {'latency': SLOWEST}, 'B', SLOWEST)),
        (whole, ('uart', 'ftdi:', bench.asan, {}, 'B', 1)),
        (whole, ('acm', 'usb:', bench.asan, ACM, 'acm', None)),
        (unplugged, ('unplugged', 'ftdi:', bench.asan, gone)),
    )
    with ThreadPoolExecutor(2) as pool:  # the slow timer leaves the machine to the others
        for (_, case), rows in zip(cases, pool.map(lambda row: rows_of(bench, *row), cases)):
            for name, good, why in rows:
                check(f'{case[0]}: {name}', good, why)


TESTS = (test_pins,)
