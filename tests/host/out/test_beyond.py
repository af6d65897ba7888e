#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A cycle after the end of the run, from which on something is requested: each command refuses it
with the same words, and leaves no file. The last cycle of the run is taken.

test_beyond.py GNOMON MAKE_RUN
"""

import os
import re
import subprocess
import sys

from suite import GNOMON, MAKE_RUN, main, test
from truth import Run

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from formats import check_all

EXPORTS = {
    '': ('csv', 'jsonl', 'sqlite', 'pftrace'),
    'calls': ('folded', 'speedscope.json', 'pb.gz'),
    'segments': ('vcd', 'fst', 'v'),
    'messages': ('sqlite',),
}
COMMANDS = {
    '': (('events',), ('events', '--json'), ('events', '--follow'), ('report', '--html', '-')),
    'calls': (('calls',), ('calls', '--json')),
    'segments': (('events',),),
    'messages': (('messages',), ('messages', '--json')),
}


def gnomon(name, run, *options):
    done = subprocess.run(
        [GNOMON, name, run.dir, *options], capture_output=True, stdin=subprocess.DEVNULL
    )
    return done.returncode, done.stderr.decode()


def end_of(run):
    """The last cycle, by the one command that is about a cycle."""
    status, said = gnomon('report', run, '--at', str(2**60))
    found = re.fullmatch(
        rf'gnomon: the run has no cycle {2**60}: it is known from 0 to (\d+)\n', said
    )
    assert status == 1 and found, said
    times = [t for r in run.records for t in (r.get('time'), r.get('to')) if t]
    assert int(found[1]) >= max([0, *times, *(s['ended'] for s in run.segments)]), said
    return int(found[1])


@test
def all_formats(_):
    check_all(GNOMON, sum(EXPORTS.values(), ()))


@test
def beyond_the_end(folder):
    for what, commands in COMMANDS.items():
        with Run(MAKE_RUN, 5, what) as run:
            end = end_of(run)
            refusal = f'gnomon: the run has no cycle {end + 1}: it is known from 0 to {end}\n'
            more = {'v': ('--unit', 'path', '--node', 'core0'), 'jsonl': ('--what', 'intervals')}
            exports = [
                ('export', '-o', os.path.join(folder, f'a.{s}'), *more.get(s, ()))
                for s in EXPORTS[what]
            ]
            for name, *options in (*commands, *exports):
                status, said = gnomon(name, run, *options, '--from', str(end + 1))
                assert (status, said) == (1, refusal), (name, options, status, said)
                assert not os.listdir(folder), (options, os.listdir(folder))
                status, said = gnomon(name, run, *options, '--from', str(end))
                # not every form can be without what it has
                assert status == 0 or 'no cycle' not in said, (name, options, said)
                for left in os.listdir(folder):
                    os.remove(os.path.join(folder, left))


if __name__ == '__main__':
    raise SystemExit(main())
