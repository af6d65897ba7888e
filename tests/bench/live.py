# SPDX-License-Identifier: Apache-2.0
"""What a command takes that reads a run which grows at the full rate of a link: a part of
bench.py."""

import json
import os
import shutil

import analysis

RATE = 40  # Mbytes of slots a second, what the FIFO of an FTDI chip delivers
SECONDS = int(os.environ.get('BENCH_LIVE_SECONDS', 20))
SHARE, BEHIND, AFTER = 0.5, 2, 3  # of a core; seconds
STARVED = 0.1  # of the time, on a busy machine
ANSWER_MS = 100
COMMANDS = {  # with the monitor whose run it reads
    'events': ('one_node', ['events', '--follow']),
    'events_json': ('one_node', ['events', '--follow', '--json']),
    'report': ('one_node', ['report', '--follow']),
    'writes': ('two_ports', ['events', '--follow']),
    'messages': ('two_ports', ['report', '--follow']),
}


def measure(work, build, gen, output, row):
    """`output` and `row` as those of decode.py."""
    place = os.path.join(work, 'live_run')
    prepare = {'one_node': analysis.points, 'two_ports': analysis.talking}
    for name, (monitor, (command, *options)) in COMMANDS.items():
        manifest = analysis.monitor(work, gen, output, monitor)
        patterns = prepare[monitor](f'{place}_{monitor}', manifest, build, output)
        shutil.rmtree(place, ignore_errors=True)
        program = [os.path.join(build, 'bin', 'bench-live'), manifest, patterns, place]
        gnomon = [os.path.join(build, 'bin', 'gnomon'), command, place, *options]
        said = json.loads(output([*program, str(RATE), str(SECONDS), *gnomon]))
        share = said['cpu'] * RATE / said['mbytes']
        how = (
            f'`gnomon {" ".join([command, *options])}` of {said["mbytes"]:.0f} Mbytes that came at '
            f'{said["rate"]:.1f} Mbytes/s, monitor {monitor}'
        )
        row(f'live_{name}_share', round(share, 3), 'of a core', f'< {SHARE}', share < SHARE,
            f'{how}; {said["cpu"]:.2f} s of the processor, all of it')  # fmt: skip
        busy = said['starved'] > STARVED * SECONDS  # then the clock says nothing of the command
        how += f'; it waited {said["starved"]:.1f} s for a processor' + busy * ': not judged'
        for what, most, means in (
            ('lag', BEHIND, 'the longest time until a record was in the output'),
            ('after', AFTER, 'from the last byte to the exit'),
        ):
            row(f'live_{name}_{what}_s', said[what], 's', f'<= {most}',
                None if busy else said[what] <= most, f'{how}; {means}')  # fmt: skip
    shutil.rmtree(place)


def serving(work, build, gen, output, row):
    """The same of `gnomon serve`, whose metrics and data a program fetches meanwhile."""
    place, result = (os.path.join(work, name) for name in ('live_run', 'live_serve.json'))
    manifest = analysis.monitor(work, gen, output, 'one_node')
    patterns = analysis.points(f'{place}_one_node', manifest, build, output)
    shutil.rmtree(place, ignore_errors=True)
    program = [os.path.join(build, 'bin', 'bench-live'), manifest, patterns, place]
    client = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'live_serve.py')
    looks = ['python3', '-B', client, os.path.join(build, 'bin', 'gnomon'), place, result]
    said = json.loads(output([*program, str(RATE), str(SECONDS), *looks]))
    with open(result) as file:
        server = json.load(file)
    share = server['cpu'] * RATE / said['mbytes']
    how = (
        f'`gnomon serve` of {said["mbytes"]:.0f} Mbytes that came at {said["rate"]:.1f} Mbytes/s, '
        f'monitor one_node, {server["answers"]["/metrics"]} times its metrics and '
        f'{server["answers"]["/data.json"]} times its data with what needs all of the trace'
    )
    row('live_serve_share', round(share, 3), 'of a core', f'< {SHARE}', share < SHARE,
        f'{how}; {server["cpu"]:.2f} s of the processor, with all that it started')  # fmt: skip
    row('live_serve_lag_s', said['lag'], 's', f'<= {BEHIND}', said['lag'] <= BEHIND,
        f'{how}; the longest time until a record was in the metrics')  # fmt: skip
    after = round(said['after'] - server['whole_after'], 3)
    row('live_serve_after_s', after, 's', f'<= {AFTER}', after <= AFTER,
        f'{how}; from the last byte to the metrics of all, longer on a busy machine')  # fmt: skip
    row('live_serve_whole_after_s', said['after'], 's', f'<= {AFTER}', said['after'] <= AFTER,
        f'{how}; from the last byte to all of it in /whole.json, longer on a busy machine')  # fmt: skip
    for path, slowest in sorted(server['slowest_ms'].items()):
        name = path.strip('/').replace('.json', '')
        row(f'live_serve_{name}_ms', round(slowest, 1), 'ms', f'< {ANSWER_MS}',
            slowest < ANSWER_MS,
            f'{how}; the slowest answer of {path}, longer on a busy machine')  # fmt: skip
