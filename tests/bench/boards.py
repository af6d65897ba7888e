# SPDX-License-Identifier: Apache-2.0
"""How well the time of several boards is known while they are drained, by link, against the truth
of the simulation (sim/boards/), and over emulated USB devices (tests/usb/): a part of bench.py."""

import json
import os
import statistics
import subprocess
import sys

sys.path += [os.path.join('sim', 'boards'), os.path.join('tests', 'usb')]
from judge import judged
from lib import Bench
from test_boards import FAST, Boards

LINKS = {'usb': 'microframes of 125 us', 'frames': 'frames of 1 ms', 'direct': 'wires'}
PS_OF_NS = 1000
SYNCS = 8  # runs of gnomon sync over emulated devices
# A farmer and two workers for half a second
OPTIONS = {
    'boards': 3,
    'trips': 100,
    'work': 'truncated',
    'mean': 10000,
    'pulses': 4,
    'apart': 10000,
    'polls': 16,
    'drift': 20000,
    'wander': 100,
}


def simulated(build, folder, link):
    simulator = os.path.join(build, 'sim', 'boards_48')
    os.makedirs(folder, exist_ok=True)
    options = OPTIONS | {
        'experiment': 'sim/experiments/farm/experiment.yaml',
        'manifest': os.path.join(simulator, 'out', 'manifest.json'),
        'out': folder,
        'truth': os.path.join(folder, 'truth'),
        'link': link,
    }
    subprocess.run(
        [
            os.path.join(simulator, 'boards'),
            *(f'--{key}={value}' for key, value in options.items()),
        ],
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=900,
    )
    return judged(folder)


def emulated(build, row):
    """Pulses of boards whose clocks are the host's, each at a rate of its own."""
    programs = 'tests/usb/bed', 'bin/model_server', 'bin/gnomon', 'bin/gnomon'
    bench = Bench(*(os.path.join(build, program) for program in programs))
    try:
        boards, pulses = Boards(bench, *FAST), []
        for _ in range(SYNCS):
            done = boards.sync(*boards.devices(0))
            pulses += boards.pulses(json.loads(done.out))
    finally:
        bench.close()
    errors, bounds, slacks = zip(*((abs(e), b, s) for e, b, s in pulses), strict=True)
    kept = all(e <= b + s for e, b, s in zip(errors, bounds, slacks, strict=True))
    how = (
        f'{len(pulses)} pulses of gnomon sync without traffic; {len(FAST)} FT2232H with a latency '
        'timer of 1 ms, event characters and UARTs of 3 Mbaud, emulated by umockdev, whose ioctls '
        'take most of a round trip; tests/usb/'
    )
    median = statistics.median(errors)
    for name, value, mark, holds in (
        ('error_ns_p50', median, '<= 2000', median <= 2000 * PS_OF_NS),
        ('error_ns_max', max(errors), '< bound', kept),
        ('bound_ns_p50', statistics.median(bounds), None, None),
    ):
        row(f'sync_{name}_emulated', round(value / PS_OF_NS), 'ns', mark, holds, how)


def measure(build, work, row):
    emulated(build, row)
    for link, what in LINKS.items():
        answers = simulated(build, os.path.join(work, f'boards_{link}'), link)
        errors, bounds = zip(*answers.off['late'], *answers.off['after'], strict=True)
        order, interval = answers.order('late'), answers.rows['interval'][0][0] / 1e9
        how = (
            f'{OPTIONS["boards"]} boards of 48 MHz, drifts up to 20 ppm, link "{link}" ({what}), '
            f'{OPTIONS["polls"]} polls each {interval:.0f} ms beside the drain; '
            'sim/boards/'
        )
        for name, value, unit, mark, holds in (
            ('error_ns_p50', round(statistics.median(errors) / 1000), 'ns', None, None),
            ('error_ns_max', round(max(errors) / 1000), 'ns', '< bound', not answers.breaks()),
            ('bound_ns_p50', round(statistics.median(bounds) / 1000), 'ns', None, None),
            ('tachyons', order.broken, 'messages', '0', not order.broken),
            ('undecided', order.undecided, f'of {order.messages}', None, None),
            ('overhead_share', round(answers.busy()[0], 4), 'of the link', None, None),
        ):
            row(f'sync_{name}{"" if link == "usb" else f"_{link}"}', value, unit, mark, holds, how)
