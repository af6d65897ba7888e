# SPDX-License-Identifier: Apache-2.0
"""What a run of make_run must be: computed from what was written, by the rules of the report's page
and with no code of the host."""

import json
import os
import shutil
import subprocess

NS = 10  # of a cycle: 100 MHz
NAMES = {1: 'work_in', 2: 'work_out', 3: 'wait_in', 4: 'wait_out', 5: 'look'}
INTERVALS = {'work': (1, 2), 'wait': (3, 4)}
NODES = ('core0', 'core1')
PAIRS = ('pair0', 'pair1')


class Run:
    def __init__(self, make_run, seed, *what):
        done = subprocess.run([make_run, str(seed), *what], capture_output=True)
        said = json.loads(done.stdout)
        self.dir, self.records = said['dir'], said['records']

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.dir)

    def anchor(self, start, stop):
        """Puts anchors into run.json: the same of all clocks."""
        path = os.path.join(self.dir, 'run.json')
        with open(path, encoding='utf-8') as file:
            journal = json.load(file)
        clocks = ('realtime', 'monotonic', 'boottime')
        journal['anchors'] = {
            'start': {clock: [start, start] for clock in clocks},
            'stop': {clock: [stop, stop] for clock in clocks},
        }
        with open(path, 'w', encoding='utf-8') as file:
            json.dump(journal, file)

    def of(self, node, *kinds):
        return [r for r in self.records if r['node'] == node and (r['kind'] in kinds or not kinds)]

    def messages(self):
        """(connection, sequence, cycle sent or None, cycle received or None)."""
        found = {}
        for r in self.records:
            if r['kind'] in ('send', 'receive'):
                ends = found.setdefault((r['connection'], r['sequence']), {})
                ends[r['kind']] = r['cycle']
        return [(*key, ends.get('send'), ends.get('receive')) for key, ends in found.items()]

    def lost(self, node):
        """(first cycle, last cycle, why) of each stretch without records."""
        found, off = [], None
        for r in self.of(node, 'gap', 'load'):
            if r['kind'] == 'gap':
                found.append((r['cycle'], r['to'], 'gap'))
            elif not r['live']:
                off = r['cycle']
            else:
                found.append((off, r['cycle'], 'load'))
        return found

    def processes(self, node):
        """(first cycle, last cycle, process), from the first write that names it on."""
        found, now = [], None
        for r in self.of(node):
            stop = r['kind'] in ('gap', 'load', 'flush')
            if r['kind'] != 'write' and not stop:
                continue
            if now and (stop or r['process'] != now[1]):
                found.append((now[0], r['cycle'], now[1]))
                now = None
            if not stop and not now:
                now = (r['cycle'], r['process'])
        return found

    def intervals(self, node):
        """(name, first cycle or None, last cycle, end): an end belongs to the last begin."""
        found, broken, end = [], False, self.of(node)[-1]['cycle']
        opened = {name: [] for name in INTERVALS}
        hidden = dict.fromkeys(INTERVALS, 0)
        for r in self.of(node):
            if r['kind'] == 'gap' or r['kind'] == 'load' and not r['live']:
                broken = True
                for name, begins in opened.items():
                    found += [(name, begin, r['cycle'], 'cut') for begin in begins]
                    hidden[name] += len(begins)
                    begins.clear()
            for name, (first, last) in INTERVALS.items():
                if r['kind'] != 'event':
                    continue
                if r['code'] == first:
                    opened[name].append(r['cycle'])
                elif r['code'] == last and opened[name]:
                    found.append((name, opened[name].pop(), r['cycle'], 'finished'))
                elif r['code'] == last and hidden[name]:
                    hidden[name] -= 1
                elif r['code'] == last:
                    found.append((name, None, r['cycle'], 'cut' if broken else 'unmatched'))
        for name, begins in opened.items():
            found += [(name, begin, end, 'unfinished') for begin in begins]
        return found
