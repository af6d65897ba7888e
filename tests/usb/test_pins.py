# SPDX-License-Identifier: Apache-2.0
"""The Verilated monitor at its pins, behind each device: whole runs against the truth log."""

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor

from bed import (
    HANG_SECONDS,
    PATIENT,
    Experiment,
    Simulator,
    equal,
    gnomon,
    manifest,
    without_ports,
)
from lib import check, sanitized
from stream import Malformed, RunDirectory
from test_events import check_run, run_files
from truth import Truth

SIMULATOR = 'soc_uart'
BAUD = 12000000  # of quad_uart.yaml; at any other rate the emulated wires garble what they carry
NAMED = "monitor 'quad_uart', plan hash "  # of a monitor whose ROM was read
NO_ANSWER = 'no answer'
ACM = {'acm': 1, 'chips': 0}
SLOWEST = 255  # ms, the longest time of the latency timer
GONE_MS = 5000  # from the unplugging to the end of the program
# bytes that pass before the cable is pulled out: all but the last 6,000 of a run load the tables
DRAINING = 39000

# few records, as each byte takes forty cycles of the simulator
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
    """A simulator whose pins are at the far end of the bed, and one run of its monitor. Commands
    begin in an empty folder. `named`: whose manifest the experiment names, see Experiment."""

    def __init__(self, bench, name, named=SIMULATOR):
        self.bench, self.folder = bench, bench.path('pins ' + name)
        self.empty = os.path.join(self.folder, 'empty')
        os.makedirs(self.empty)
        self.experiment = FEW.write(os.path.join(self.folder, 'experiment.yaml'), named)
        self.simulator = Simulator(self.folder, SIMULATOR, FEW.program)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.simulator.__exit__()

    def do(self, program, *command, **keys):
        """A command to its end, with the pins behind the device."""
        keys.update(port=self.simulator.port, baud=BAUD)
        return self.bench.end(self.bench.start(keys, [program, *command], cwd=self.empty))

    def run(self, program, *more, **keys):
        """The main job."""
        command = ('run', self.experiment, '-o', run_files(self.folder), '-q')
        return self.do(program, *command, *more, **keys)

    def found(self, what, command, *words, **keys):
        """A command that searches for the board and then says `what`. A search ends by the clock,
        and the simulator of a busy machine may answer too late: then the command is repeated."""
        end = time.monotonic() + HANG_SECONDS
        while True:
            done = command(*words, **keys)
            said = done.out + done.err
            if what in said or NO_ANSWER not in said or time.monotonic() > end:
                return done

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
        done = pins.run(program, '-d', url, *PATIENT, **keys)
        made = done.parts[part]['baud']
        return [
            ('run', done.status == 0 and not sanitized(done.err), done),
            ('rate', abs(made - BAUD) <= BAUD * 0.03, done),
            ('latency', done.parts[part].get('latency') == latency, done),
            pins.truth(done),
        ]


def without_file(bench, case):
    """The same where no file has the manifest and no device is named: the board is found, and its
    ROM has the names."""
    name, url, program, keys, part, _ = case
    using = f"using '{url}'"
    with Pins(bench, name, None) as pins:
        run = run_files(pins.folder)
        listed = pins.do(program, 'list', '--json', **keys)
        probed = pins.found(NAMED, pins.do, program, 'list', '--probe', **keys)
        done = pins.found(using, pins.run, program, **keys)
        rows = [
            ('list', url in [row['url'] for row in json.loads(listed.out or '[]')], listed),
            ('list, probed', probed.status == 0 and NAMED in probed.out, probed),
            ('run', done.status == 0 and using in done.err, done),
        ]
        if done.status:
            return rows
        same = without_ports(f'{run}/manifest.json') == without_ports(manifest(SIMULATOR))
        told = pins.do(program, 'report', '--json', run, **keys)
        every = (listed, probed, done, told)
        return [
            *rows,
            ('rate', abs(done.parts[part]['baud'] - BAUD) <= BAUD * 0.03, done),
            ('manifest', same, 'another one'),
            ('report', told.status == 0 and told.out == gnomon('report', '--json', run).out, told),
            ('files', os.listdir(pins.empty) == [], os.listdir(pins.empty)),
            ('sanitized', not any(sanitized(one.err) for one in every), every),
            pins.truth(done),
        ]


def unplugged(bench, case):
    """A run whose cable is pulled out in the middle of the drain, and the rest of it later. The
    slower the simulator, the more is asked before its first record: then once more, later."""
    name, url, program, gone = case
    for at in range(DRAINING, 2 * DRAINING, 1000):
        with Pins(bench, f'{name} at {at}') as pins:
            done = pins.run(program, '-d', url, *PATIENT, unplug=at)
            run = run_files(pins.folder)
            stored = RunDirectory(run).nodes()
            if not any(stored):
                continue
            rest = pins.do(bench.gnomon, 'drain', '--stop', run, '-q', *PATIENT)
            later = RunDirectory(run).nodes()
            counts = [sum(map(len, nodes)) for nodes in (stored, later)]
            return [
                ('error', done.status == 1 and gone in done.err and not sanitized(done.err), done),
                ('limit', done.parts['unplugged']['ms'] < GONE_MS, done),
                ('middle', 0 < counts[0] < counts[1], counts),
                ('drained', rest.status == 0, rest),
                (
                    'stored',
                    all(b[: len(a)] == a for a, b in zip(stored, later, strict=True)),
                    'other records',
                ),
                pins.truth(rest),
            ]
    return [('middle', False, 'no record was stored')]


def rows_of(bench, function, case):
    """The rows of a case; one that could not be made to its end has failed, and others continue."""
    try:
        return function(bench, case)
    except (AssertionError, KeyError, Malformed, OSError) as err:
        return [('to its end', False, repr(err))]


def make(bench, cases):
    with ThreadPoolExecutor(2) as pool:  # the slow timer leaves the machine to the others
        for (_, case), rows in zip(
            cases, pool.map(lambda row: rows_of(bench, *row), cases), strict=True
        ):
            for name, good, why in rows:
                check(f'{case[0]}: {name}', good, why)


def test_pins(bench, _):
    gone = "FTDI chip 0403:6010 'GN0001' at 1-2, channel B is gone; was it unplugged?"
    cases = (
        (whole, ('uart, slow timer', 'ftdi:', bench.gnomon, {'latency': SLOWEST}, 'B', SLOWEST)),
        (whole, ('uart', 'ftdi:', bench.asan, {}, 'B', 1)),
        (whole, ('acm', 'usb:', bench.asan, ACM, 'acm', None)),
        (unplugged, ('unplugged', 'ftdi:', bench.asan, gone)),
    )
    make(bench, cases)


def test_pins_searched(bench, _):
    """A search ends by the clock, and the simulator answers in time on an idle machine only: these
    are tests of `make check-long`."""
    cases = (
        (without_file, ('no file, uart', 'ftdi:GN0001,channel=B', bench.asan, {}, 'B', 1)),
        (without_file, ('no file, acm', 'usb:GN0100,interface=1', bench.asan, ACM, 'acm', None)),
    )
    make(bench, cases)


TESTS = (test_pins,)
LONG = (test_pins_searched,)
