# SPDX-License-Identifier: Apache-2.0
"""A reader of waveforms (VCD; FST by fst2vcd), which shares no code with the host program."""

import bisect
import subprocess


class Waveform:
    """`changes` of each signal by its full name: lists of times and of values."""

    def __init__(self, path):
        if path.endswith('.fst'):
            text = subprocess.run(['fst2vcd', path], capture_output=True, text=True, check=True)
            words = iter(text.stdout.split('\n'))
        else:
            with open(path, encoding='ascii') as file:
                words = iter(file.read().split('\n'))
        self.changes = {}
        self.kinds = []  # of scopes and signals, in their order, with the names
        self.unit = ''
        codes = self._header(words)
        now = None
        for line in words:
            if not line or line[0] == '$':
                continue
            if line[0] == '#':
                now = int(line[1:])
                continue
            value, code = line.split() if line[0] in 'bBrRsS' else (line[0], line[1:])
            for name in codes[code]:
                times, values = self.changes[name]
                if now is not None and times and times[-1] == now:
                    values[-1] = value
                else:
                    times.append(now or 0)
                    values.append(value)

    def _header(self, lines):
        codes, scopes, in_unit = {}, [], False
        for line in lines:
            words = line.split()
            if not words:
                continue
            if words[0] == '$timescale' or in_unit:
                self.unit += ''.join(w for w in words if not w.startswith('$'))
                in_unit = '$end' not in words
            elif words[0] == '$scope':
                scopes.append(words[2])
                self.kinds.append((words[1], words[2]))
            elif words[0] == '$upscope':
                scopes.pop()
            elif words[0] == '$var':
                name = '.'.join([*scopes, words[4]])
                codes.setdefault(words[3], []).append(name)
                self.changes[name] = ([], [])
                self.kinds.append((words[1], words[2], words[4]))
            elif words[0] == '$enddefinitions':
                break
        return codes

    def at(self, name, time):
        """The value of a signal at a time, the changes of that time included."""
        times, values = self.changes[name]
        place = bisect.bisect_right(times, time) - 1
        return values[place] if place >= 0 else None
