# SPDX-License-Identifier: Apache-2.0
"""mor1kx of PyPI, attached by name, in Icarus Verilog with cocotb: each event of the run is in the
log of test_mor1kx.py, and each entry of the log at a point is an event.

usage: run.py FOLDER CPU BRIDGE    FOLDER: what `gnomon attach` made, and work.elf and program.hex.
CPU: the folder of pythondata_cpu_mor1kx. BRIDGE: the folder of gnomon_bridge.vpi
"""

import json
import os
import re
import shutil
import sys

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, '..', '..', '..'))
sys.path[:0] = [os.path.dirname(HERE), os.path.dirname(os.path.dirname(HERE))]

from counted import check, same, verdict
from fixture import GNOMON, run

TOP = 'mor1kx_soc_gnomon'
CALLS = 10


def work(rounds):
    """What work() of the program returns."""
    total = 1
    for i in range(rounds):
        total = (total * 2 + i) % 2**32
    return total


def files(cpu):
    """(sources, folders) of the example's list."""
    with open(os.path.join(ROOT, 'examples', 'mor1kx', 'files.f'), encoding='utf-8') as file:
        words = [os.path.join(ROOT, word) for word in file.read().replace('$(CPU)', cpu).split()]
    folders = [word.split('+incdir+')[1] for word in words if '+incdir+' in word]
    return [word for word in words if '+incdir+' not in word], folders


def simulate(folder, cpu, bridge):
    """Runs cocotb; the log of its test."""
    flags = json.loads(
        run(GNOMON, 'sim', '--cocotb', '--json', os.path.join(folder, 'monitor')).stdout
    )
    sources, folders = files(cpu)
    runner = get_runner('icarus')
    runner.build(
        sources=[*sources, os.path.join(folder, TOP + '.sv'), *flags['sources']],
        includes=folders,
        build_args=flags['build_args'],
        hdl_toplevel=TOP,
        build_dir=os.path.join(folder, 'cocotb'),
        timescale=('1ns', '1ps'),
    )
    os.environ['EXECUTED'] = os.path.join(folder, 'executed.json')
    sys.path.append(HERE)
    results = runner.test(
        test_module='test_mor1kx',
        hdl_toplevel=TOP,
        build_dir=os.path.join(folder, 'cocotb'),
        test_dir=folder,
        results_xml=os.path.join(folder, 'results.xml'),
        test_args=['-M', bridge, '-m', 'gnomon_bridge'],
        plusargs=[
            f'+gnomon_experiment={folder}/experiment.yaml',
            f'+gnomon_run={folder}/run',
        ],
    )
    same('cocotb', get_results(results), (1, 0))
    with open(os.environ['EXECUTED'], encoding='ascii') as file:
        return json.load(file)


def labels(elf):
    """{address: point}, by nm."""
    listed = run('or1k-elf-nm', elf).stdout
    return {
        int(value, 16): name
        for value, name in re.findall(r'(\w+) \w (work|leave|stop)$', listed, re.M)
    }


def main(folder, cpu, bridge):
    folder, bridge = os.path.abspath(folder), os.path.abspath(bridge)
    for name in ('run', 'cocotb'):
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
    with open(os.path.join(ROOT, 'examples/mor1kx/experiment.yaml'), encoding='utf-8') as file:
        text = file.read()
    with open(os.path.join(folder, 'experiment.yaml'), 'w', encoding='utf-8') as file:
        file.write(text + 'manifest: monitor/manifest.json\n')
    log = simulate(folder, cpu, bridge)
    same('the program', log['result'], sum(map(work, range(1, CALLS + 1))) % 2**32)
    points = labels(os.path.join(folder, 'work.elf'))
    wanted = [(cycle, points[pc]) for cycle, pc in log['executed'] if pc in points]
    rows = run(GNOMON, 'events', '--json', '--kind', 'event', f'{folder}/run').stdout.splitlines()
    events = [(row['time'], row['name']) for row in map(json.loads, rows)]
    check('events', len(events) >= 2 * CALLS + 1, len(events))
    same('events', events, wanted[: len(events)])
    same('calls', [name for _, name in events].count('leave'), CALLS)
    return verdict('attach, mor1kx with cocotb')


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
