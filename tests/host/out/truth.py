# SPDX-License-Identifier: Apache-2.0
"""What a run of make_run must be: computed from what was written, by the rules of the report's page
and with no code of the host."""

import collections
import json
import os
import shutil
import subprocess

NS = 10  # of a cycle: 100 MHz
NAMES = {1: 'work_in', 2: 'work_out', 3: 'wait_in', 4: 'wait_out', 5: 'look'}
INTERVALS = {'work': (1, 2), 'wait': (3, 4)}
NODES = ('core0', 'core1')
PAIRS = ('pair0', 'pair1')
FUNCTIONS = ('main', 'part', 'leaf', 'odd; name')
FILES = {'part': ('a file.c', 7)}
# Of the program of a profile: (first address, address behind it, function), lines likewise.
PERIOD = 53
PLACES = ((0x100, 0x140, 'first'), (0x140, 0x160, 'second'), (0x200, 0x1000, 'last'))
LINES = (
    (0x100, 0x120, 'a.c:10'),
    (0x120, 0x140, 'a.c:11'),
    (0x140, 0x150, 'b.c:20'),
    (0x150, 0x160, 'a.c:11'),
    (0x200, 0x1000, 'b.c:30'),
)
OUTSIDE, UNKNOWN, GAP = '(outside)', '(unknown callers)', '(gap)'


class Run:
    def __init__(self, make_run, seed, *what):
        done = subprocess.run([make_run, str(seed), *what], capture_output=True)
        said = json.loads(done.stdout)
        self.dir, self.records = said['dir'], said['records']
        self.segments = said.get('segments', [])

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

    def cycles(self, node, unit):
        """What a unit watched: {cycle: (bits of the word or None, current or None, trigger)}."""
        found = {}
        for s in self.segments:
            if (s['node'], s['unit']) != (node, unit):
                continue
            cycle = s['ended'] + 1 - sum(entry[0] for entry in s['entries'])
            for length, known, current, word in s['entries']:
                for i in range(length):
                    assert cycle not in found
                    shown = None if i else current
                    found[cycle] = int(word, 16) if known else None, shown, cycle == s['at']
                    cycle += 1
        return found

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
        """(first cycle, last cycle, process), from the first write that names it on. Writes are
        recorded while the triggers are off for a load."""
        found, now = [], None
        for r in self.of(node):
            stop = r['kind'] in ('gap', 'flush')
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

    def stacks(self, node):
        """Cycles and calls of each stack: ({(process or None, (names)): cycles}, likewise calls).
        Each stretch between two records belongs to the functions that are open in the process that
        runs; process 0 does until a node's first write. A gap cuts what is open."""
        rows = self.of(node)
        runs = 0 if any(r['kind'] == 'write' for r in rows) else None
        opened = collections.defaultdict(list)  # of each process
        bottom, cycles, calls, last = (), collections.Counter(), collections.Counter(), 0
        for r in rows:
            here = (*bottom, *opened[runs])
            cycles[runs, here or (OUTSIDE,)] += r['cycle'] - last
            last = r['cycle']
            if r['kind'] == 'write':
                runs = r['process']
            elif r['kind'] == 'gap':
                cycles[None, (GAP,)] += r['to'] + 1 - r['cycle']
                last = r['to'] + 1
                opened.clear()
                bottom = (UNKNOWN,)
            elif r['kind'] == 'call':
                opened[runs].append(FUNCTIONS[r['function']])
                calls[runs, (*bottom, *opened[runs])] += 1
            elif r['kind'] == 'return' and opened[runs]:
                assert opened[runs].pop() == FUNCTIONS[r['function']]
        return +cycles, calls

    def ticks(self, node, first=0, last=1 << 64):
        """What each tick of the timer between two cycles belongs to: the address of the first word
        at or after it; 'gap', if records are lost before such a word; 'end', if none comes."""
        found, rows = [], self.of(node)
        for tick in range(PERIOD, rows[-1]['cycle'] + 1, PERIOD):
            if not first <= tick <= last:
                continue
            for r in rows:
                if r['kind'] == 'word' and r['cycle'] >= tick:
                    found.append(r['pc'])
                    break
                if r['kind'] == 'gap' and r['to'] >= tick:
                    found.append('gap')
                    break
            else:
                found.append('end')
        return found


def place(table, address):
    """The name of an address in PLACES or LINES, else None."""
    return next((name for low, high, name in table if low <= address < high), None)
