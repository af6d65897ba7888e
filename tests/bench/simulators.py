# SPDX-License-Identifier: Apache-2.0
"""How fast the target simulates with its monitors, as a share of its speed without one.

Where valgrind is installed, shares are of instructions a cycle, which do not depend on what else
the machine does; elsewhere of the speed, five times in turn.
"""

import os
import re
import shutil
import statistics
import subprocess

FEW, MANY = 2000, 12000  # cycles: what the start takes is in both


def speed(simulator, program):
    done = subprocess.run(
        [simulator, '--program', program, '--exit-when-done'],
        check=True,
        capture_output=True,
        text=True,
        timeout=900,
    )
    return float(re.search(r'speed ([\d.]+) Mcycles', done.stdout + done.stderr).group(1))


def instructions(simulator, program, cycles):
    """Of a simulation that its limit ends: with that its status is 1."""
    done = subprocess.run(
        ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null']
        + [simulator, '--program', program, '--max-cycles', str(cycles)],
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 1, done.stderr
    return int(re.search(r'Collected : (\d+)', done.stderr).group(1))


def per_cycle(simulator, program):
    few, many = (instructions(simulator, program, cycles) for cycles in (FEW, MANY))
    return (many - few) / (MANY - FEW)


def measure(folder, version, row):
    program = os.path.join(folder, 'programs', 'matmul.elf')
    paths = {name: os.path.join(folder, f'soc_{name}') for name in ('bare', 'bytes', 'taps')}
    speeds = {name: [] for name in paths}
    for _ in range(5):
        for name, path in paths.items():
            speeds[name].append(speed(path, program))
    speeds = {name: statistics.median(each) for name, each in speeds.items()}
    how = f'{version("verilator")}; sim/soc, matmul, no run: '
    if shutil.which('valgrind'):
        taken = {name: per_cycle(path, program) for name, path in paths.items()}
        shares = {name: taken['bare'] / taken[name] for name in paths}
        how += 'instructions a cycle by callgrind: '
        how += ', '.join(f'{count:.0f} ({name})' for name, count in taken.items())
    else:
        shares = {name: speeds[name] / speeds['bare'] for name in paths}
        how += 'five times in turn: '
        how += ', '.join(f'{each:.2f} Mcycles/s ({name})' for name, each in speeds.items())
    share = round(shares['bytes'], 3)
    row('sim_share', share, 'of the speed without', '>= 0.65', share >= 0.65, how)
    row('sim_share_taps', round(shares['taps'], 3), 'of the speed without', None, None, how)
    row(
        'sim_mcycles',
        round(speeds['bytes'], 2),
        'million cycles/s',
        None,
        None,
        f'median of five in turn; without {speeds["bare"]:.2f}, with taps {speeds["taps"]:.2f}',
    )
