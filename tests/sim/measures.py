# SPDX-License-Identifier: Apache-2.0
"""A node's preprocessors, in three forms: as table cells (docs/design/preprocessors.md), as
sections of gnomon's experiment, and as lines of the model (tests/model). It shares no code with the
host.

A formula is a signal's name, ('not', formula), or (OPERATOR, formula, formula).
"""

import os
import re

MODES = ('level', 'rise', 'fall', 'edge')
OPERATORS = {'and': lambda a, b: a & b, 'or': lambda a, b: a | b, 'xor': lambda a, b: a ^ b}
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
FOLDERS = (  # of descriptions
    os.path.join(ROOT, 'sim', 'soc', 'monitors'),
    os.path.join(ROOT, 'tests', 'system', 'monitors'),
)
NEVER = 0xFFFFFFFF


def signals_of(formula):
    """The signals of a formula, each once, in order."""
    if isinstance(formula, str):
        return [formula]
    return list(dict.fromkeys(name for part in formula[1:] for name in signals_of(part)))


def evaluate(formula, values):
    if isinstance(formula, str):
        return values[formula]
    parts = [evaluate(part, values) for part in formula[1:]]
    return 1 - parts[0] if formula[0] == 'not' else OPERATORS[formula[0]](*parts)


def prefix(formula):
    return (
        formula if isinstance(formula, str) else ' '.join([formula[0], *map(prefix, formula[1:])])
    )


def infix(formula):
    if isinstance(formula, str):
        return formula
    if formula[0] == 'not':
        return f'not ({infix(formula[1])})'
    return f'({infix(formula[1])}) {formula[0]} ({infix(formula[2])})'


def expression(mode, formula):
    return infix(formula) if mode == 'level' else f'{mode}({infix(formula)})'


class Description:
    """Parts of a monitor that are not in the manifest: delays, and the strobes of values."""

    def __init__(self, monitor):
        paths = [os.path.join(folder, monitor + '.yaml') for folder in FOLDERS]
        with open(next(filter(os.path.exists, paths)), encoding='utf-8') as file:
            text = file.read()
        self.delays = {
            name: int(clocks)
            for name, clocks in re.findall(r'name: (\w+)[^{}]*, delay: (-?\d+)', text)
        }
        self.strobes = dict(re.findall(r'name: (\w+), bits: \d+, when: (\w+)', text))


class Measures:
    """routes: line -> (mode, formula); windows: quantity -> N; thresholds: name -> (down, fire,
    rearm, each); bounds: unit -> list; gate: None or {'line': (mode, formula), 'opens': codes,
    'closes': codes, 'at_start': bool, 'process': (value, mask)}, each only if it is to be."""

    def __init__(
        self,
        plan,
        monitor,
        routes=None,
        windows=None,
        thresholds=None,
        bounds=None,
        gate=None,
        counts=None,
    ):
        self.plan, self.description = plan, Description(monitor)
        self.routes, self.windows, self.thresholds, self.bounds, self.gate = (
            routes or {},
            windows or {},
            thresholds or {},
            bounds or {},
            gate,
        )
        self.counts = counts or {}  # event line -> names of points that drive it
        if gate and 'line' in gate:
            self.routes = dict(self.routes, gate=gate['line'])

    def _input(self, line, name):
        """An input in the words of the model."""
        if name is None:
            return 'nothing'
        if name in self.plan['event_lines']:
            return f'events {self.plan["event_lines"].index(name)}'
        if name != 'route':
            return name
        if line not in self.routes:
            return 'nothing'
        mode, formula = self.routes[line]
        return f'[ {mode} {prefix(formula)} ]'

    def _quantity(self, quantity):
        name, kind, bits = quantity['name'], quantity['kind'], quantity['bits']
        inputs = {
            'pulse': ['of'],
            'latency': ['from', 'to'],
            'occupancy': ['from', 'to'],
            'total': ['of', 'clear'],
            'window': ['of', 'in'],
            'value': ['of'],
            'class': [],
        }[kind]
        words = ['quantity', kind, str(bits)]
        if kind == 'latency':
            words.append(str(quantity['outstanding']))
        if kind == 'window':
            words.append(str(self.windows.get(name, 1)))
        return ' '.join(words + [self._input(f'{name}.{key}', quantity.get(key)) for key in inputs])

    def _threshold(self, threshold):
        of = [quantity['name'] for quantity in self.plan['quantities']].index(threshold['of'])
        if threshold['name'] not in self.thresholds:
            return f'threshold {of} off'
        down, fire, rearm, each = self.thresholds[threshold['name']]
        return f'threshold {of} {"down" if down else "up"} {fire} {rearm}' + ' each' * each

    def bounds_of(self, unit):
        """The bounds of a bucket unit: those of a unit without any are powers of two,
        those of codes one a code."""
        if unit['name'] in self.bounds:
            return self.bounds[unit['name']]
        quantity = next(
            quantity for quantity in self.plan['quantities'] if quantity['name'] == unit['of']
        )
        usual = [i + 1 if quantity['kind'] == 'class' else 1 << i for i in range(unit['count'] - 1)]
        return [bound for bound in usual if bound < 1 << quantity['bits']]

    def model(self, codes=None):
        """Lines of the model, without what only a run shows; codes: of the events that the gate
        names, if it has not their codes."""
        lines = [
            f'delay {name} {"early" if clocks > 0 else "late"} {abs(clocks)}'
            for name, clocks in self.description.delays.items()
        ]
        lines += [
            f'number {name} when {strobe}' for name, strobe in self.description.strobes.items()
        ]
        for pair in self.plan['pairs']:
            inputs = [self._input(f'{pair["name"]}.{side}', pair[side]) for side in 'ab']
            lines.append(
                f'ratio {inputs[0]} {inputs[1]}' + (f' gate {pair["gate"]}' if pair['gate'] else '')
            )
        lines.append(f'form {self.plan["form"]}')
        if self.plan['gate']:
            lines.append(self._gate(codes))
        quantities = [quantity['name'] for quantity in self.plan['quantities']]
        lines += [self._quantity(quantity) for quantity in self.plan['quantities']]
        lines += [self._threshold(threshold) for threshold in self.plan['thresholds']]
        lines += [f'extreme {quantities.index(extreme["of"])}' for extreme in self.plan['extremes']]
        for unit in self.plan['buckets']:
            bounds = ' '.join(map(str, self.bounds_of(unit)))
            lines.append(
                f'bucket {quantities.index(unit["of"])} {unit["count"]} {unit["bits"]} {bounds}'
            )
        for bank in self.plan['counters']:
            lines.append(
                'counters '
                + ' '.join(
                    self._input(f'{bank["name"]}.{i}', name)
                    for i, name in enumerate(bank['inputs'])
                )
            )
        lines += [
            f'segments {self.plan["event_lines"].index(unit["line"])} {unit["keep"]} '
            f'{unit["before"]} {unit["after"]}'
            for unit in self.plan.get('segments', [])
        ]
        return lines + self._groups()

    def _groups(self):
        lines = []
        for number, group in enumerate(self.plan.get('groups', []), 1):
            for kind, key in (
                ('ratio', 'pairs'),
                ('extreme', 'extremes'),
                ('unit', 'buckets'),
                ('counters', 'counters'),
            ):
                lines += [
                    f'group {kind} {k} {number}'
                    for k, part in enumerate(self.plan[key])
                    if part['name'] in group['of']
                ]
        return lines

    def _gate(self, codes):
        gate, words = self.gate or {}, ['gate']
        if 'line' in gate:
            words.append('line ' + self._input('gate', 'route'))
        if 'at_start' in gate:
            words.append('events' + ' open' * gate['at_start'])
        if 'process' in gate:
            words.append('process {} {}'.format(*gate['process']))
        lines = [' '.join(words)]
        lines += [
            f'{key} '
            + ' '.join(
                str(codes[event] if codes else event)
                for event in gate[key]
                if not codes or event in codes
            )
            for key in ('opens', 'closes')
            if gate.get(key)
        ]
        return '\n'.join(lines)

    def sections(self):
        """Lines of an experiment."""
        lines = ['route:'] + [
            f'  {line}: "{expression(*route)}"'
            for line, route in self.routes.items()
            if line != 'gate'
        ]
        lines += self._gate_section()
        if self.counts:
            lines += ['count:'] + [
                f'  {line}: [{", ".join(points)}]' for line, points in self.counts.items()
            ]
        lines += ['windows:'] + [f'  {name}: {clocks}' for name, clocks in self.windows.items()]
        lines += self._threshold_section()
        lines += ['buckets:'] + [
            f'  {name}: {{ bounds: [{", ".join(map(str, bounds))}] }}'
            for name, bounds in self.bounds.items()
            if bounds
        ]
        # no section without a line of its own
        return [
            line
            for line, after in zip(lines, lines[1:] + ['end:'], strict=True)
            if line.startswith(' ') or not line.endswith(':') or after.startswith(' ')
        ]

    def _gate_section(self):
        gate = self.gate or {}
        words = [f'line: "{expression(*gate["line"])}"'] if 'line' in gate else []
        if 'at_start' in gate:
            words += [
                f'{key}: [{", ".join(gate[kind])}]'
                for key, kind in (('open', 'opens'), ('close', 'closes'))
                if gate.get(kind)
            ]
            words.append(f'at_start: {"open" if gate["at_start"] else "closed"}')
        if 'process' in gate:
            words.append('process: {{ value: {}, mask: {} }}'.format(*gate['process']))
        return [f'gate: {{ {", ".join(words)} }}'] if words else []

    def _threshold_section(self):
        lines = ['thresholds:']
        for name, (down, fire, rearm, each) in self.thresholds.items():
            lines.append(
                f'  {name}: {{ {"below" if down else "above"}: {fire}, {"each: yes" if each else f"rearm: {rearm}"} }}'
            )
        return lines

    # table cells

    def fill(self, cells):
        """Into the tables by name; the columns opens and closes are the caller's."""
        for number, line in enumerate(self.plan['lines']):
            if line in self.routes:
                cells['router'][8 * number : 8 * number + 7] = self._line(*self.routes[line])
        if self.gate:
            self._fill_gate(cells['gate'])
        for number, quantity in enumerate(self.plan['quantities']):
            if quantity['kind'] == 'window':
                cells['quantities'][8 * number : 8 * number + 4] = (
                    self.windows.get(quantity['name'], 1) - 1
                ).to_bytes(4, 'little')
        for number, threshold in enumerate(self.plan['thresholds']):
            if threshold['name'] in self.thresholds:
                down, fire, rearm, each = self.thresholds[threshold['name']]
                cells['thresholds'][16 * number : 16 * number + 9] = (
                    fire.to_bytes(4, 'little')
                    + rearm.to_bytes(4, 'little')
                    + bytes([1 | down << 1 | each << 2])
                )
        for number, unit in enumerate(self.plan['buckets']):
            bounds = (self.bounds_of(unit) + [NEVER] * unit['count'])[: unit['count'] - 1]
            cells[f'ranges{number}'][4:] = b''.join(bound.to_bytes(4, 'little') for bound in bounds)

    def _line(self, mode, formula):
        names = signals_of(formula)
        table = 0
        for index in range(16):
            values = {name: index >> i & 1 for i, name in enumerate(names)}
            table |= evaluate(formula, values) << index
        numbers = [self.plan['signals'].index(name) for name in names]
        return (
            bytes(numbers + [0] * (4 - len(numbers)))
            + table.to_bytes(2, 'little')
            + bytes([MODES.index(mode)])
        )

    def _fill_gate(self, cells):
        gate = self.gate
        cells[0] = (
            ('line' in gate)
            | ('at_start' in gate) << 1
            | ('process' in gate) << 2
            | gate.get('at_start', False) << 3
        )
        value, mask = gate.get('process', (0, 0))
        cells[2:6] = value.to_bytes(2, 'little') + mask.to_bytes(2, 'little')


# --- at random


def some_formula(rng, signals):
    """Up to four of the signals, each once."""
    parts = [
        name if rng.random() < 0.7 else ('not', name)
        for name in rng.sample(signals, min(len(signals), rng.choice([1, 1, 2, 2, 3, 4])))
    ]
    while len(parts) > 1:
        a, b = parts.pop(rng.randrange(len(parts))), parts.pop(rng.randrange(len(parts)))
        whole = (rng.choice(['and', 'and', 'or', 'xor']), a, b)
        parts.append(('not', whole) if rng.random() < 0.15 else whole)
    return parts[0]


def some_route(rng, signals):
    return rng.choice(['level', 'level', 'rise', 'fall', 'edge']), some_formula(rng, signals)


def some_bounds(rng, count, bits):
    """Bounds, rising or equal, as many as a unit has or fewer."""
    most = (1 << bits) - 1
    kind, number = rng.randrange(3), min(rng.randrange(1, count), most)
    if kind == 0:
        step = rng.randrange(1, max(2, most // count))
        return [min(most, step * i) for i in range(1, number + 1)]
    if kind == 1:
        return sorted(rng.randrange(1, most + 1) for _ in range(number))
    bounds, bound = [], 1
    while len(bounds) < number and bound <= most:
        bounds.append(bound)
        bound = bound + 1 if bound < 4 else bound * 5 // 4
    return bounds


def some_threshold(rng, bits):
    limit = rng.choice([1, 2, 3, 5, 8, 20, 60, 200, 1000])
    limit = min(limit, (1 << bits) - 1)
    down = rng.random() < 0.4
    rearm = rng.choice([limit, limit + 2 if down else max(0, limit - 2)])
    return down, limit, min(rearm, (1 << bits) - 1), rng.random() < 0.3


def some_measures(rng, plan, monitor, codes, rising=False):
    """Whatever the plan has, at random; codes: events that may open and close the gate; rising: no
    bounds that are equal."""
    signals = plan['signals']
    routes = {
        line: some_route(rng, signals)
        for line in plan['lines']
        if line != 'gate' and rng.random() < 0.9
    }
    bits = {quantity['name']: quantity['bits'] for quantity in plan['quantities']}
    windows = {
        quantity['name']: rng.choice([1, 2, 7, 50, 256])
        for quantity in plan['quantities']
        if quantity['kind'] == 'window'
    }
    thresholds = {
        one['name']: some_threshold(rng, bits[one['of']])
        for one in plan['thresholds']
        if rng.random() < 0.8
    }
    bounds = {
        unit['name']: some_bounds(rng, unit['count'], bits[unit['of']]) for unit in plan['buckets']
    }
    if rising:
        bounds = {name: sorted(set(some)) for name, some in bounds.items()}
    gate = None
    if plan['gate']:
        gate = {}
        if signals and rng.random() < 0.4:
            gate['line'] = some_route(rng, signals)
        if codes and rng.random() < 0.5:
            gate.update(
                at_start=rng.random() < 0.5,
                opens=rng.sample(codes, rng.randrange(1, min(3, len(codes) + 1))),
                closes=rng.sample(codes, rng.randrange(1, min(3, len(codes) + 1))),
            )
        if rng.random() < 0.2:
            gate['process'] = rng.choice([(0, 0xFFFF), (1, 3), (0, 1)])
    return Measures(plan, monitor, routes, windows, thresholds, bounds, gate)
