# SPDX-License-Identifier: Apache-2.0
"""An experiment in two forms: as a node's table cells, laid out by docs/design/triggers.md and the
manifest, and as the text that the model of tests/model reads. Points are single words here; it
shares no code with the host's pattern compiler.
"""

from measures import Measures

ACTIONS = {
    name: 1 << bit
    for bit, name in enumerate(
        ('record', 'sample', 'reset', 'start', 'stop', 'global', 'mark', 'bank')
    )
}


def bits_of(actions):
    return sum(ACTIONS[name] for name in actions.split())


def above(count):
    """Bits of an index of so many things."""
    return (count - 1).bit_length() if count > 1 else 0


class Experiment:
    """Of a node as its manifest describes it. Codes, sequences and triggers have the numbers
    that the caller gives."""

    def __init__(self, node):
        self.node = node
        self.bases = {table['name']: table['base'] for table in node['tables']}
        self.cells = {table['name']: bytearray(table['cells']) for table in node['tables']}
        self.words, self.text, self.actions = {}, [], {}  # by word: its code; by code: its actions
        self.sequences = node['sequences'] or {'count': 0, 'steps': 0}
        self.stricts = node['strict'] or {'count': 0, 'steps': 0}
        self.steps = [0] * self.sequences['count']
        self.used = set()  # numbers of the triggers that can fire
        self.measures = None
        self._header()

    def _header(self):
        for field in self.node['watch']['fields']:
            low, skips = 0, ''
            for high, bottom in field['kept']:
                skips += f' skip {bottom - 1} {low}' if bottom > low else ''
                low = high + 1
            self.text.append(
                f'field {field["name"]} {field["bits"]}{skips}'
                + (f' skip {field["bits"] - 1} {low}' if low < field['bits'] else '')
            )
        self.text.append(f'when {self.node["watch"]["when"]}')
        self.text.append('collect')
        self.text.append(
            f'plan {self.sequences["count"]} {self.stricts["count"]}'
            + ' timer' * self.node['timer']
            + ' watchdog' * self.node['watchdog']
            + ' host' * any(trigger['kind'] == 'host' for trigger in self.node['triggers'])
        )
        if self.node['port']:
            self.text.append(
                'port'
                + ' pc' * bool(self.node['port']['pc'])
                + ' time' * self.node['port']['process_time']
            )

    def measure(self, measures):
        """What the node's preprocessors do; once, and always where it has any."""
        self.measures = measures
        measures.fill(self.cells)
        gate = measures.gate or {}
        column = 2 * self.sequences['count'] * self.sequences['steps'] + self.node['watchdog']
        column += above(self.stricts['count']) + 1 if self.stricts['count'] else 0
        for key in ('opens', 'closes'):
            for code in gate.get(key, ()):
                self._column(column, code)
            column += 1
        self.text += measures.model()

    def plain_measure(self, monitor):
        """Nothing but what is fixed."""
        self.measure(Measures(self.node['preprocessors'], monitor))

    def word(self, values):
        """W of the fields' values."""
        word = at = 0
        for field, value in zip(self.node['watch']['fields'], values, strict=True):
            for high, low in field['kept']:
                word |= (value >> low & (1 << high - low + 1) - 1) << at
                at += high - low + 1
        return word

    def point(self, code, values, actions):
        self.words[self.word(values)] = code
        self.text.append(
            f'pattern {code} '
            + ' '.join(
                f'{field["name"]} {value} {value}'
                for field, value in zip(self.node['watch']['fields'], values, strict=True)
            )
        )
        self.text.append(f'action event {code} {actions}')
        self.actions[code] = bits_of(actions)

    def _column(self, column, code):
        self.cells['steps'][(column // 8 << self.node['ranks']['code_bits']) + code] |= (
            1 << column % 8
        )

    def step(self, sequence, advance, abort=(), count=1, timeout=0):
        """The next step of a sequence."""
        step = self.steps[sequence]
        for code in advance:
            self._column(2 * (sequence * self.sequences['steps'] + step), code)
        for code in abort:
            self._column(2 * (sequence * self.sequences['steps'] + step) + 1, code)
        cells = self.cells['limits']
        at = ((sequence << above(self.sequences['steps'])) + step) * 8
        if step:
            cells[at - 8 + 2] &= ~1
        cells[at : at + 2] = (count - 1).to_bytes(2, 'little')
        cells[at + 2] = (
            1 | (timeout > 0) << 1 | (count == 1) << 2 | (count == 2) << 3 | (timeout == 1) << 4
        )
        cells[at + 4 : at + 8] = (timeout - 1 if timeout else 0).to_bytes(4, 'little')
        self.steps[sequence] += 1
        self.used |= {sequence, self.sequences['count'] + sequence} if timeout else {sequence}
        self.text.append(
            f'step {sequence} count {count}'
            + (f' timeout {timeout}' if timeout else '')
            + ' advance '
            + ' '.join(map(str, advance))
            + (' abort ' + ' '.join(map(str, abort)) if abort else '')
        )

    def strict(self, index, begin, words):
        """words: the fields' values of all words but the first."""
        column = 2 * self.sequences['count'] * self.sequences['steps']
        width = above(self.stricts['count'])
        for bit in range(width):
            if index >> bit & 1:
                self._column(column + bit, begin)
        self._column(column + width, begin)
        for step, values in enumerate(words):
            at = ((step << width) + index) * 16
            self.cells['words'][at : at + 9] = self.word(values).to_bytes(8, 'little') + bytes(
                [step == len(words) - 1]
            )
        self.used.add(2 * self.sequences['count'] + index)
        self.text.append(
            f'strict {index} begin {begin}'
            + ''.join(f' word {self.word(values)}' for values in words)
        )

    def trigger(self, number, actions):
        self.cells['triggers'][number] = bits_of(actions)
        self.text.append(f'action trigger {number} {actions}')

    def port(self, actions):
        self.cells['triggers'][len(self.node['triggers'])] = bits_of(actions)
        self.text.append(f'action port {actions}')

    def timer(self, period, profile):
        self.cells['timer'][:5] = (period - 1).to_bytes(4, 'little') + bytes([1 | profile << 1])
        self.used.add(2 * self.sequences['count'] + self.stricts['count'])
        self.text.append(f'timer {period}' + ' profile' * profile)

    def watchdog(self, clocks, feed):
        column = 2 * self.sequences['count'] * self.sequences['steps']
        column += above(self.stricts['count']) + 1 if self.stricts['count'] else 0
        self._column(column, feed)
        self.cells['watchdog'][:5] = (clocks - 1).to_bytes(4, 'little') + b'\1'
        self.used.add(2 * self.sequences['count'] + self.stricts['count'] + self.node['timer'])
        self.text.append(f'watchdog {clocks} feed {feed}')

    def _ranks(self):
        """Each rank knows the different values of the bits that it has seen, as classes 1, 2, ...;
        the last one gives the event."""
        classes = []  # of each rank: bits seen -> class
        seen = []  # of each rank: mask of the bits of W
        tree = self.node['ranks']['tree']
        for number, rank in enumerate(tree):
            masks = [
                seen[part['rank']] if 'rank' in part else (1 << part['bits']) - 1 << part['lo']
                for part in rank['inputs']
            ]
            seen.append(sum(masks))
            classes.append({})
            for word, code in self.words.items():
                index = at = 0
                for part, mask in zip(rank['inputs'], masks, strict=True):
                    earlier = 'rank' in part
                    index |= (
                        classes[part['rank']][word & mask]
                        if earlier
                        else (word & mask) >> part['lo']
                    ) << at
                    at += tree[part['rank']]['code_bits'] if earlier else part['bits']
                found = (
                    code
                    if number == len(tree) - 1
                    else classes[-1].setdefault(word & seen[-1], len(classes[-1]) + 1)
                )
                if rank['table'] in self.cells:
                    self.cells[rank['table']][index] = found
                if number == len(tree) - 1 and 'rank_actions' in self.cells:
                    self.cells['rank_actions'][index] = self.actions[code]
        for code, actions in self.actions.items():
            if 'actions' in self.cells:
                self.cells['actions'][code] = actions
        assert seen[-1] == (1 << self.node['watch']['bits']) - 1, 'ranks that do not see all bits'

    def load(self, device):
        """Write all tables of the node that the device has selected."""
        self._ranks()
        for name, cells in self.cells.items():
            device.load(self.bases[name], bytes(cells))
