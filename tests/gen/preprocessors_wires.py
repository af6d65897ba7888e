# SPDX-License-Identifier: Apache-2.0
"""Random inputs of a node with preprocessors: its wires, its lines, its headend's outputs."""

DELAYS = {  # of the description; not in the manifest, because the host does not need them
    'all1': {'grant': -2, 'stall': 64, 'bytes': -6},
    'summed': {'bytes': 3},
}
STROBES = {'bytes': 'beat', 'level': None, 'fill': None}
SYNC = 900  # clock of the sync pulse: banks are clean, tables are written
TIMES = 9000
TAIL = 4000  # clocks in which the last blocks go out
QUIET = 100  # clocks before the sync pulse from which on anything happens on the wires


class Wires:
    """What is on the target's wires in each clock, and the tables; all of it at random."""

    def __init__(self, node, tables, rng):
        self.m = node['preprocessors']
        self.delays = DELAYS.get(node['name'], {})
        self.tables = tables
        self.rng = rng
        self.clocks = SYNC + TIMES + TAIL
        self.wires = {}
        self.values = {v['name']: v['bits'] for v in self.m['values']}
        self.lines = [self.some_line(name) for name in self.m['lines']]
        self.line_numbers = {name: k for k, name in enumerate(self.m['lines'])}
        self.events = {}  # by event line: what it is at each time

    def some_line(self, name):
        """Signals, function and mode of a line; the function is no constant, and that of the gate
        mostly 1. Requests are rises and answers falls, so that there are about as many."""
        rng, count = self.rng, len(self.m['signals'])
        while True:
            numbers = [rng.randrange(count + 2) for _ in range(4)]
            table = rng.getrandbits(16) | (rng.getrandbits(16) | rng.getrandbits(16)) * (
                name == 'gate'
            )
            reached = {
                table >> sum((levels >> n & 1) << k for k, n in enumerate(numbers) if n < count) & 1
                for levels in range(1 << count)
            }
            if len(reached) == 2:
                return (
                    numbers,
                    table,
                    {'gate': 0, 'from': 1, 'to': 2}.get(name.split('.')[-1], rng.randrange(4)),
                )

    def wire(self, name, clock):
        """Bits that stay for a while, in some stretches for long."""
        if name not in self.wires:
            rng, bits = self.rng, self.values.get(name, 1)
            level, wire = 0, []
            for c in range(self.clocks):
                if c >= SYNC - QUIET and rng.random() < (0.02 if c // 1000 % 2 else 0.4):
                    level = rng.randrange(1 << min(bits, 12))  # below saturation
                wire.append(level)
            self.wires[name] = wire
        return self.wires[name][clock] if 0 <= clock < self.clocks else 0

    def at(self, name, time):
        """What belongs to a time."""
        if name in self.events:
            return self.events[name][time]
        return self.wire(name, SYNC + 1 + time - self.delays.get(name, 0))

    def there(self, value, time):
        strobe = STROBES[value]
        return (
            1 if strobe is None else self.wire(strobe, SYNC + 1 + time - self.delays.get(value, 0))
        )

    def line_of(self, name, time):
        """The function of a line, whatever its mode."""
        numbers, table, _ = self.lines[self.line_numbers[name]]
        index = 0
        for k, number in enumerate(numbers):
            if number < len(self.m['signals']):
                index |= self.at(self.m['signals'][number], time) << k
        return table >> index & 1

    def line(self, name, time):
        mode = self.lines[self.line_numbers[name]][2]
        now, before = self.line_of(name, time), self.line_of(name, time - 1)
        return (now, now & ~before & 1, before & ~now & 1, now ^ before)[mode]

    def input(self, name, line, time):
        """An input: always, a line or a signal."""
        if name == 'always':
            return 1
        return self.line(line, time) if name == 'route' else self.at(name, time)

    def amount(self, name, line, time):
        if name in self.values:
            return self.at(name, time) if self.there(name, time) else 0
        return self.input(name, line, time)


class Events:
    """The headend's outputs at each time: event code, gate, process, samples and banks."""

    def __init__(self, rng, m, code_bits, soon):
        self.code, self.opens, self.closes, self.process = [], [], [], []
        process = 0
        for _ in range(TIMES):
            self.code.append(rng.randrange(1 << code_bits) if rng.random() < 0.1 else 0)
            self.opens.append(int(rng.random() < 0.03))
            self.closes.append(int(rng.random() < 0.01))
            if rng.random() < 0.01:
                process = rng.choice((1, 1, 3, 0))
            self.process.append(process)
        self.samples = sorted(rng.sample(range(100, TIMES - 400, 400), 10))
        self.refused = {t + soon for t in rng.sample(self.samples, 3)}  # by the counter banks alone
        self.samples = sorted(self.refused | set(self.samples))
        self.resets = set(rng.sample(self.samples, 5)) | {self.samples[3] + 7}
        self.banks = set()
        self.end = TIMES - 300
        self.groups = m.get('groups', [])
        self.chosen = [(line['action'], line['group']) for line in m.get('group_lines', [])]
        self.named = len(m['event_lines'])
        bits = self.named + len(self.chosen)
        self.lines = [rng.getrandbits(bits) if bits else 0 for _ in range(TIMES)]
        self.soon = soon

    def group_of(self, part):
        """Name of the group that a part is in, or None."""
        return next((g['name'] for g in self.groups if part in g['of']), None)

    def is_for(self, action, part, time):
        """Whether an action at a time is for a part: without a line for its group it always is."""
        choice = (action, self.group_of(part))
        if choice not in self.chosen:
            return 1
        return self.lines[time] >> (self.named + self.chosen.index(choice)) & 1

    def takes_snapshot(self, bank, time):
        return time == self.end or self.is_for('sample', bank, time)

    def refuses(self, banks, time):
        """Whether snapshots cannot be taken at a time: one is under way."""
        return time in self.refused and any(
            self.takes_snapshot(bank['name'], time - self.soon) for bank in banks
        )

    def end_banks(self, units):
        """Banks end with a value of each unit in turn, or in the clock before one: there a
        clock more or less shows."""
        for k, told in enumerate(2 * units):
            least = 600 + k * (self.end - 1600) // (2 * len(units))
            self.banks.add(next((t for t, _ in told if t >= least), least) - (k >= len(units)))
