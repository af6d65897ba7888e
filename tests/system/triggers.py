# SPDX-License-Identifier: Apache-2.0
"""Experiments with all kinds of triggers, said twice from one description: as the file that gnomon reads, and as the text of the model
(tests/model), which shares nothing with gnomon. Only the numbers that the compiler gave to points are taken from its pattern file.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'model'))

import model
from bed import BUILD, NODES, check, elf, equal, gnomon, manifest, write
from stream import DATUM, EVENT, FLUSH, GAP, LOAD, RATIO, STOPPED, SYNC, TRIGGER, WORD, RunDirectory

MODEL = os.path.join(BUILD, 'tests', 'model', 'model')
FIRED = (EVENT, DATUM, TRIGGER, WORD)
WAIT = 20000  # clocks that a flush may wait for room


class Match:
    """A pattern: conditions of the model, any of the lists, and the expression that says the same."""

    def __init__(self, text, *lists):
        self.text, self.lists = text, lists


def within(field, low, high):
    return Match(f'{field} in {low:#x}..{high:#x}', f'{field} {low} {high}')


def value(field, number):
    return Match(f'{field} == {number:#x}', f'{field} {number} {number}')


def masked(field, number, mask):
    return Match(f'{field} == {number & mask:#x}/{mask:#x}', f'{field} mask {mask} {number & mask}')


def one_of(field, numbers):
    return Match(f'{field} in {{ {", ".join(hex(n) for n in numbers)} }}', *(f'{field} {n} {n}' for n in numbers))


def both(a, b):
    return Match(f'({a.text}) and ({b.text})', *(f'{x} {y}' for x in a.lists for y in b.lists))


def negated(a):
    equal(len(a.lists), 1, 'conditions of what is negated')
    return Match(f'not ({a.text})', f'not {a.lists[0]}')


class Step:
    def __init__(self, point, count=1, within=None, unless=()):
        self.point, self.count, self.within, self.unless = point, count, within, unless

    def text(self):
        words = [str(self.count)] if self.count != 1 else []
        words.append(self.point)
        words += ['within', str(self.within)] if self.within else []
        words += ['unless', ' or '.join(self.unless)] if self.unless else []
        return ' '.join(words)


class Triggers:
    """points: name -> Match, in order; on: name -> nodes; sequences: name -> [Step]; strict: name -> (point, [words of the first field]);
    timer: (period, profile); watchdog: (point, clocks); port: actions or None; actions: name -> list."""

    def __init__(self, program, points, on=None, sequences=None, strict=None, timer=None, watchdog=None, port=None, actions=None,
                 collect=True, until=None, limit='60 s', buffer='stream'):
        self.program, self.points, self.on = program, points, on or {}
        self.sequences, self.strict, self.timer, self.watchdog = sequences or {}, strict or {}, timer, watchdog
        self.port, self.actions, self.collect, self.until, self.limit, self.buffer = port, actions or {}, collect, until, limit, buffer

    def write(self, path, simulator):
        lines = ['gnomon: 1', f'manifest: {manifest(simulator)}', f'program: {elf(self.program)}', f'buffer: {self.buffer}', 'points:']
        for name, match in self.points.items():
            nodes = f', nodes: [{", ".join(self.on[name])}]' if name in self.on else ''
            lines.append(f'  {name}: {{ match: "{match.text}"{nodes} }}')
        if self.sequences or self.strict:
            lines.append('sequences:')
        for name, steps in self.sequences.items():
            lines.append(f'  {name}: "{" then ".join(step.text() for step in steps)}"')
        for name, (first, words) in self.strict.items():
            lines.append(f'  {name}: "strictly {" then ".join([first, *map(hex, words)])}"')
        if self.timer:
            lines.append(f'timer: {{ every: {self.timer[0]}, profile: {"yes" if self.timer[1] else "no"} }}')
        if self.watchdog:
            lines.append(f'watchdog: {{ event: {self.watchdog[0]}, after: {self.watchdog[1]} }}')
        if self.port is not None:
            lines.append(f'port: {{ actions: [{", ".join(self.port)}] }}')
        if self.actions:
            lines += ['actions:'] + [f'  {name}: [{", ".join(actions)}]' for name, actions in self.actions.items()]
        if self.until:
            lines.append(f'until: {{ point: {self.until}, nodes: all }}')
        if not self.collect:
            lines.append('collect: on_event')
        lines.append(f'limit: {self.limit}')
        return write(path, '\n'.join(lines) + '\n')

    def tables(self, patterns, plan, node):
        """Lines of the model: what is loaded into one node."""
        codes = {point['name']: point['codes'][node] for point in patterns['points']}
        here = {name: codes[name] for name in self.points if name not in self.on or NODES[node] in self.on[name]}
        lines = ['collect'] if self.collect else []
        for name, code in here.items():
            # a point that does nothing here has no code; its words are its own all the same
            lines += [f'pattern {code or 0} {conditions}' for conditions in self.points[name].lists]
            if code is None:
                continue
            lines.append(f'action event {code} {" ".join(self.actions.get(name, ["record"]))}')
        for name, steps in self.sequences.items():
            if codes[name] is None:  # one of its points is not on this node
                continue
            for step in steps:
                words = [f'step {codes[name]}', f'count {step.count}']
                words += [f'timeout {step.within}'] if step.within else []
                words += [f'advance {here[step.point]}'] if step.point in here else []
                aborts = [here[point] for point in step.unless if point in here]
                words += [f'abort {" ".join(map(str, aborts))}'] if aborts else []
                lines.append(' '.join(words))
            for trigger in (name, name + '.timeout'):
                if codes.get(trigger) is not None:
                    lines.append(f'action trigger {codes[trigger]} {" ".join(self.actions.get(trigger, ["record"]))}')
        for name, (first, words) in self.strict.items():
            if codes[name] is None:
                continue
            field = plan['watch']['fields'][0]
            kept = [bit for high, low in field['kept'] for bit in range(low, high + 1)]
            packed = [sum((word >> bit & 1) << i for i, bit in enumerate(kept)) for word in words]
            number = codes[name] - 2 * (plan['sequences'] or {'count': 0})['count']
            lines.append(f'strict {number} begin {here[first]} {" ".join(f"word {word}" for word in packed)}')
            lines.append(f'action trigger {codes[name]} {" ".join(self.actions.get(name, ["record"]))}')
        if self.timer:
            lines.append(f'timer {self.timer[0]}{" profile" if self.timer[1] else ""}')
            lines.append(f'action trigger {codes["timer"]} {" ".join(self.actions.get("timer", ["record"]))}')
        if self.watchdog and codes['watchdog'] is not None:
            lines.append(f'watchdog {self.watchdog[1]} feed {here[self.watchdog[0]]}')
            lines.append(f'action trigger {codes["watchdog"]} {" ".join(self.actions.get("watchdog", ["record"]))}')
        if plan['port']:
            lines.append(f'action port {" ".join(self.port if self.port is not None else ["record"])}')
        return lines

    def model(self, patterns, plan):
        """The text of the model for all nodes."""
        lines = []
        for number, node in enumerate(plan['nodes']):
            lines += [f'node {number}'] + frame(node) + self.tables(patterns, node, number)
        return '\n'.join(lines) + '\n'


def frame(node):
    """Lines of the model: what the plan of a node says."""
    lines = []
    for field in node['watch']['fields']:
        skipped, above = [], field['bits'] - 1
        for high, low in reversed(field['kept']):
            if high < above:
                skipped.append(f' skip {above} {high + 1}')
            above = low - 1
        if above >= 0:
            skipped.append(f' skip {above} 0')
        lines.append(f'field {field["name"]} {field["bits"]}{"".join(skipped)}')
    lines.append(f'when {node["watch"]["when"] or "always"}')
    sequences, strict = node['sequences'] or {'count': 0}, node['strict'] or {'count': 0}
    lines.append(f'plan {sequences["count"]} {strict["count"]}{" timer" if node["timer"] else ""}{" watchdog" if node["watchdog"] else ""}')
    if node['port']:
        lines.append(f'port{" pc" if node["port"]["pc"] else ""}{" time" if node["port"]["process_time"] else ""}')
    if node['ratios']['form'] == 'compressed':
        lines.append('ratio compressed')
    lines += [f'ratio {pair["a"]} {pair["b"]}' for pair in node['ratios']['pairs']]
    return lines


def patterns_of(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def fired(records):
    """A node's records as the model lists them (without what came with the flush), and its gaps."""
    out, gaps, flushed = [], [], False
    for record in records:
        flushed = flushed or record.kind == FLUSH
        if record.kind == GAP:
            gaps.append(record)
        elif record.kind in FIRED + (LOAD,) or (record.kind == RATIO and not flushed):
            out.append(model.Record(record.time, record.kind, record.code, record.aux, tuple(record.words)))
    return out, gaps


def without_lost(wanted, gaps, what):
    """What is left of the wanted records when those in gaps are gone; their number must be what the gaps tell. A stop action that was lost
    is told by the next clock that is recorded."""
    for gap in gaps:
        gone = [record for record in wanted if gap.time <= record.time <= gap.resumed]
        equal(sum(record.kind in FIRED for record in gone), gap.lost, f'{what}: records lost from {gap.time} to {gap.resumed}')
        wanted = [record for record in wanted if not gap.time <= record.time <= gap.resumed]
        after = [i for i, record in enumerate(wanted) if record.time > gap.resumed and record.kind in FIRED]
        if after and any(record.aux & STOPPED for record in gone if record.kind in FIRED):
            last = max(i for i in after if wanted[i].time == wanted[after[0]].time)
            wanted[last] = wanted[last]._replace(aux=wanted[last].aux | STOPPED)
    return wanted


def compare(text, truth, run, counts=None):
    """Every record of a run directory against the model; returns (records compared, records lost)."""
    directory = RunDirectory(run)
    nodes = directory.nodes()
    total, lost = 0, 0
    for number, records in enumerate(nodes):
        flush = next(record for record in records if record.kind == FLUSH)
        equal(records[0].kind, SYNC, 'first record')
        wanted = model.expected(MODEL, text, truth, flush.time - 1)[number]
        found, gaps = fired(records)
        # between STOP and the flush, which waits for room behind all that came before it, nothing is recorded; a gap that is open ends with STOP
        latest = max([record.time for record in found[-1:]] + [gap.resumed for gap in gaps[-1:]], default=0)
        wanted = [record for record in wanted if record.time < flush.time - WAIT or record.time <= latest]
        wanted = without_lost(wanted, gaps, f'core {number}')
        lines = model.differences(found, wanted)
        check(not lines, f'core {number}:\n' + '\n'.join(lines))
        total += len(found)
        lost += sum(gap.lost for gap in gaps)
        for record in found if counts is not None else ():
            counts[record.kind] = counts.get(record.kind, 0) + 1
    return total, lost


def measure(folder, simulator, experiment, process, *more):
    """One run of gnomon on a running simulator; returns (run directory, patterns)."""
    path = experiment.write(os.path.join(folder, 'experiment.yaml'), simulator)
    run = os.path.join(folder, 'run')
    gnomon('run', path, '-d', process.url, '-o', run, *more)
    return run, patterns_of(os.path.join(run, 'patterns.json'))
