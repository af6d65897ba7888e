# SPDX-License-Identifier: Apache-2.0
"""Benches for emitted monitors, simulated by Icarus Verilog."""

import glob
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from checks import HANG_SECONDS


def sources_of(folder):
    """Name of the top module of an emitted monitor, its sources, and the file that has the top."""
    (path,) = glob.glob(f'{folder}/*.f')
    with open(path, encoding='utf-8') as file:
        listed = file.read().split()
    with open(os.path.join(folder, 'monitor.yaml'), encoding='utf-8') as file:
        top = next(line.split()[1] for line in file if line.startswith('name:'))
    sources = [f'rtl/{f}' if f.startswith('gnomon_') else f'{folder}/{f}' for f in listed]
    return top, sources, f'{folder}/{listed[0]}'


def simulate(iverilog, out, bench, sources):
    """What the module `bench` of this text prints, with `out` as its working directory."""
    with open(f'{out}/bench.v', 'w', encoding='utf-8') as file:
        file.write(bench)
    subprocess.run(
        [iverilog, '-g2012', '-Irtl', '-s', 'bench', '-o', f'{out}/bench.vvp']
        + [f'{out}/bench.v', *sources],
        check=True,
        timeout=HANG_SECONDS,
        stderr=subprocess.DEVNULL,  # inputs that nothing drives
    )
    return subprocess.run(
        ['vvp', '-n', 'bench.vvp'],
        cwd=out,
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        timeout=HANG_SECONDS,
    ).stdout
