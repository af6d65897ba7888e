# SPDX-License-Identifier: Apache-2.0
"""Experiments with all kinds of triggers, in two forms from one description: as the file that
gnomon reads, and as the text of the model (tests/model), which shares nothing with gnomon. Only the
numbers that the compiler gave to points are taken from its pattern file.
"""

import json
import os
import random

from bed import (
    LIMIT,
    NODES,
    elf,
    equal,
    gnomon,
    manifest,
    run_program,
    write,
)
from measures import Measures

ROUNDS = 'capture_began', 'capture_ended', 'report_began', 'report_ended'


class Match:
    """A pattern: conditions of the model, any of the lists, and the equivalent expression."""

    def __init__(self, text, *lists):
        self.text, self.lists = text, lists


def within(field, low, high):
    return Match(f'{field} in {low:#x}..{high:#x}', f'{field} {low} {high}')


def value(field, number):
    return Match(f'{field} == {number:#x}', f'{field} {number} {number}')


def masked(field, number, mask):
    return Match(f'{field} == {number & mask:#x}/{mask:#x}', f'{field} mask {mask} {number & mask}')


def one_of(field, numbers):
    return Match(
        f'{field} in {{ {", ".join(hex(n) for n in numbers)} }}',
        *(f'{field} {n} {n}' for n in numbers),
    )


def both(a, b):
    return Match(f'({a.text}) and ({b.text})', *(f'{x} {y}' for x in a.lists for y in b.lists))


def negated(a):
    equal(len(a.lists), 1, 'conditions of what is negated')
    return Match(f'not ({a.text})', f'not {a.lists[0]}')


class Step:
    overlap = 1  # of the first step: attempts of the sequence side by side

    def __init__(self, point, count=1, within=None, unless=()):
        self.point, self.count, self.within, self.unless = point, count, within, unless

    def text(self):
        words = [str(self.count)] if self.count != 1 else []
        words.append(self.point)
        words += ['within', str(self.within)] if self.within else []
        words += ['unless', ' or '.join(self.unless)] if self.unless else []
        return ' '.join(words)


class Write:
    """Writes to the event port that have actions of their own: kind and number as in an experiment,
    and the word addresses from low to high that these are; data: (mask, value) or None."""

    def __init__(self, kind, number, low, high=None, data=None, nodes=None):
        self.kind, self.number, self.low, self.high, self.data, self.nodes = (
            kind,
            number,
            low,
            low if high is None else high,
            data,
            nodes,
        )

    def text(self):
        data = f', data: {self.data[1]:#x}/{self.data[0]:#x}' if self.data else ''
        nodes = f', nodes: [{", ".join(self.nodes)}]' if self.nodes else ''
        return f'{{ {self.kind}: {self.number}{data}{nodes} }}'


CHOOSERS = ('reset', 'sample', 'bank')  # the actions that name groups


def shown(action):
    """An action in an experiment; of one for groups: (action, names of groups)."""
    return action if isinstance(action, str) else f'{{ {action[0]}: [{", ".join(action[1])}] }}'


def has_part(plan, group, action):
    """Whether a group of a node, of the manifest, has something for an action."""
    keys = {
        'bank': ['buckets'],
        'reset': ['pairs', 'extremes'],
        'sample': ['pairs', 'extremes', 'counters'],
    }[action]
    return any(part['name'] in group['of'] for key in keys for part in plan['preprocessors'][key])


def some_groups(rng, plan, actions):
    """Actions, some of them for groups only."""
    out = []
    for action in actions:
        groups = [
            group['name']
            for group in plan['preprocessors'].get('groups', [])
            if action in CHOOSERS and has_part(plan, group, action)
        ]
        chosen = None
        if groups and rng.random() < 0.7:
            chosen = rng.sample(groups, rng.randrange(1, 1 + len(groups)))
        out.append((action, chosen) if chosen else action)
    return out


def some_others(seed, plan, names):
    """Triggers of one node, beside those that four nodes have at random."""
    rng, more, node = random.Random(seed), {}, plan['nodes'][0]
    if len(plan['nodes']) > 1:
        return more
    if node['watchdog']:
        more['watchdog'] = rng.choice(names), rng.choice([40, 300, 1000])
    if node['sequences']:
        more['sequences'] = {
            's0': [
                Step(rng.choice(names), rng.choice([1, 1, 3])),
                Step(rng.choice(names), within=rng.choice([None, 20, 200])),
            ]
        }
    return more


def modelled(plan, actions):
    """Actions in the words of the model: groups by their numbers at the node; an action for none of
    its groups is none."""
    words = []
    for action in actions:
        if isinstance(action, str):
            words.append(action)
            continue
        numbers = [
            number
            for number, group in enumerate(plan['preprocessors'].get('groups', []), 1)
            if group['name'] in action[1] and has_part(plan, group, action[0])
        ]
        words += [action[0], *map(str, numbers)] if numbers else []
    return ' '.join(words)


class Triggers:
    """points: name -> Match, in order; on: name -> nodes; sequences: name -> [Step]; strict: name
    -> (point, [words of the first field]); timer: (period, profile); watchdog: (point, clocks);
    port: actions or None; actions: name -> list; measures: what each node measures, None where
    nothing but what is fixed is measured."""

    def __init__(
        self,
        program,
        points,
        on=None,
        sequences=None,
        strict=None,
        timer=None,
        watchdog=None,
        port=None,
        actions=None,
        collect=True,
        until=None,
        lossy=False,
        buffer='stream',
        measures=None,
        codes=None,
        intervals=None,
        named=(),
    ):
        self.program, self.points, self.on = program, points, on or {}
        self.sequences, self.strict, self.timer, self.watchdog = (
            sequences or {},
            strict or {},
            timer,
            watchdog,
        )
        self.measures, self.codes, self.intervals = measures, codes or {}, intervals or {}
        self.named = named  # measures by their names
        self.port, self.actions, self.collect, self.until, self.lossy, self.buffer = (
            port,
            actions or {},
            collect,
            until,
            lossy,
            buffer,
        )

    def write(self, path, simulator):
        lines = [
            'gnomon: 1',
            f'manifest: {manifest(simulator)}',
            f'program: {elf(self.program)}',
            f'buffer: {self.buffer}',
            'points:',
        ]
        for name, match in self.points.items():
            nodes = f', nodes: [{", ".join(self.on[name])}]' if name in self.on else ''
            lines.append(f'  {name}: {{ match: "{match.text}"{nodes} }}')
        lines += self._sequence_section()
        if self.timer:
            lines.append(
                f'timer: {{ every: {self.timer[0]}, profile: {"yes" if self.timer[1] else "no"} }}'
            )
        if self.watchdog:
            lines.append(f'watchdog: {{ event: {self.watchdog[0]}, after: {self.watchdog[1]} }}')
        if self.port is not None:
            lines.append(f'port: {{ actions: [{", ".join(map(shown, self.port))}] }}')
        if self.codes:
            lines += ['codes:'] + [f'  {name}: {put.text()}' for name, put in self.codes.items()]
        lines += self.measures.sections() if self.measures else []
        if self.actions:
            lines += ['actions:'] + [
                f'  {name}: [{", ".join(map(shown, actions))}]'
                for name, actions in self.actions.items()
            ]
        if self.named:
            lines.append(f'measures: [{", ".join(self.named)}]')
        if self.intervals:
            lines += ['intervals:'] + [
                f'  {name}: {{ from: {begin}, to: {end} }}'
                for name, (begin, end) in self.intervals.items()
            ]
        if self.until:
            lines.append(f'until: {{ point: {self.until}, nodes: all }}')
        if not self.collect:
            lines.append('collect: on_event')
        lines.append(LIMIT)
        return write(path, '\n'.join(lines) + '\n')

    def _sequence_section(self):
        lines = ['sequences:'] if self.sequences or self.strict else []
        for name, steps in self.sequences.items():
            text = f'"{" then ".join(step.text() for step in steps)}"'
            lines.append(
                f'  {name}: {{ steps: {text}, overlap: {steps[0].overlap} }}'
                if steps[0].overlap > 1
                else f'  {name}: {text}'
            )
        for name, (first, words) in self.strict.items():
            lines.append(f'  {name}: "strictly {" then ".join([first, *map(hex, words)])}"')
        return lines

    def does(self, plan, name):
        """Actions of a point in the words of the model."""
        return modelled(plan, self.actions.get(name, ['record']))

    def driven(self, plan):
        """name -> the numbers of the event lines that it drives."""
        counts = self.measures.counts if self.measures else {}
        return {
            name: [
                plan['preprocessors']['event_lines'].index(line)
                for line, points in counts.items()
                if name in points
            ]
            for name in set(sum(counts.values(), []))
        }

    def tables(self, patterns, plan, node):
        """Lines of the model: what is loaded into one node."""
        codes = {point['name']: point['codes'][node] for point in patterns['points']}
        here = {
            name: codes[name]
            for name in self.points
            if name not in self.on or NODES[node] in self.on[name]
        }
        lines = ['collect'] if self.collect else []
        for name, code in here.items():
            # a point that does nothing here has no code; its words are its own all the same
            lines += [f'pattern {code or 0} {conditions}' for conditions in self.points[name].lists]
            if code is None:
                continue
            lines.append(f'action event {code} {self.does(plan, name)}')
        lines += self._sequences(codes, here, plan) + self._stricts(codes, here, plan)
        if self.timer:
            lines.append(f'timer {self.timer[0]}{" profile" if self.timer[1] else ""}')
            lines.append(f'action trigger {codes["timer"]} {self.does(plan, "timer")}')
        if self.watchdog and codes['watchdog'] is not None:
            lines.append(f'watchdog {self.watchdog[1]} feed {here[self.watchdog[0]]}')
            lines.append(f'action trigger {codes["watchdog"]} {self.does(plan, "watchdog")}')
        own = 'host', 'capture', *ROUNDS
        for name in [*(self.measures.thresholds if self.measures else ()), *own]:
            if codes.get(name) is not None:
                lines.append(f'action trigger {codes[name]} {self.does(plan, name)}')
        return lines + self._counted(codes, plan) + self._writes(plan, node)

    def _sequences(self, codes, here, plan):
        lines = []
        for name, steps in self.sequences.items():
            if codes[name] is None:  # one of its points is not on this node
                continue
            for step, row in [(step, row) for row in range(steps[0].overlap) for step in steps]:
                words = [
                    f'step {codes[name] + row}',
                    *['follows'] * (row > 0),
                    f'count {step.count}',
                ]
                words += [f'timeout {step.within}'] if step.within else []
                words += [f'advance {here[step.point]}'] if step.point in here else []
                aborts = [here[point] for point in step.unless if point in here]
                words += [f'abort {" ".join(map(str, aborts))}'] if aborts else []
                lines.append(' '.join(words))
            for trigger in (name, name + '.timeout'):
                for row in range(steps[0].overlap if codes.get(trigger) is not None else 0):
                    number = codes[trigger] + row
                    lines.append(f'action trigger {number} {self.does(plan, trigger)}')
        return lines

    def _stricts(self, codes, here, plan):
        lines = []
        for name, (first, words) in self.strict.items():
            if codes[name] is None:
                continue
            field = plan['watch']['fields'][0]
            kept = [bit for high, low in field['kept'] for bit in range(low, high + 1)]
            packed = [sum((word >> bit & 1) << i for i, bit in enumerate(kept)) for word in words]
            number = codes[name] - 2 * (plan['sequences'] or {'count': 0})['count']
            lines.append(
                f'strict {number} begin {here[first]} {" ".join(f"word {word}" for word in packed)}'
            )
            lines.append(f'action trigger {codes[name]} {self.does(plan, name)}')
        return lines

    def _counted(self, codes, plan):
        """The event lines that points and triggers drive."""
        return [
            f'count {"event" if name in self.points else "trigger"} {codes[name]} {" ".join(map(str, drives))}'
            for name, drives in self.driven(plan).items()
            if codes.get(name) is not None and name not in self.codes
        ]

    def _writes(self, plan, node):
        """The event port: codes with actions of their own, and all other writes."""
        gate = self.measures.gate if self.measures else None
        driven, lines = self.driven(plan), []
        for name, put in self.codes.items():
            if put.nodes and NODES[node] not in put.nodes:
                continue
            data = f' data {put.data[0]} {put.data[1]}' if put.data else ''
            does = ''.join(
                f' {key}s' for key in ('open', 'close') if gate and name in gate.get(key + 's', ())
            )
            data += ' lines ' + ' '.join(map(str, driven[name])) if driven.get(name) else ''
            lines.append(f'write {put.low} {put.high}{data}{does} {self.does(plan, name)}')
        if plan['port']:
            port = self.port if self.port is not None else ['record']
            lines.append(f'action port {modelled(plan, port)}')
        return lines

    def model(self, patterns, plan):
        """The text of the model for all nodes."""
        lines = []
        for number, node in enumerate(plan['nodes']):
            codes = {
                point['name']: point['codes'][number]
                for point in patterns['points']
                if point['kind'] != 'code'
            }
            lines += (
                [f'node {number}']
                + frame(node)
                + measured(node, plan['name'], self.measures, codes)
                + self.tables(patterns, node, number)
            )
        return '\n'.join(lines) + '\n'


def frame(node):
    """Lines of the model: the plan of a node."""
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
    lines.append(
        f'plan {sequences["count"]} {strict["count"]}{" timer" if node["timer"] else ""}{" watchdog" if node["watchdog"] else ""}'
        + ''.join(
            f' {kind}'
            for kind in ('host', 'capture')
            if any(trigger['kind'] == kind for trigger in node['triggers'])
        )
        + ''.join(
            f' {word}'
            for word, kind in (('interrupt', 'capture_began'), ('report', 'report_began'))
            if any(trigger['kind'] == kind for trigger in node['triggers'])
        )
    )
    if node['port']:
        lines.append(
            f'port{" pc" if node["port"]["pc"] else ""}{" time" if node["port"]["process_time"] else ""}'
        )
    return lines


def measured(node, monitor, measures, codes):
    """Lines of the model: what a node measures."""
    if not node['preprocessors']:
        return []
    return (measures or Measures(node['preprocessors'], monitor)).model(codes)


def patterns_of(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def measure(folder, simulator, experiment, process, *more):
    """One run of gnomon on a running simulator; returns (run directory, patterns)."""
    path = experiment.write(os.path.join(folder, 'experiment.yaml'), simulator)
    run = os.path.join(folder, 'run')
    if experiment.lossy:
        run_program(process, path, run, *more)
    else:
        gnomon('run', path, '-d', process.url, '-o', run, '--quiet', *more)
    return run, patterns_of(os.path.join(run, 'patterns.json'))
