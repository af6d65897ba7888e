# SPDX-License-Identifier: Apache-2.0
"""Where a description states a connection. The generator has read the file; here only its text is
searched, so that a message names the line.
"""

import re


class Places:
    def __init__(self, path):
        self.path = path
        with open(path, encoding='utf-8', errors='surrogateescape') as file:
            self.lines = file.read().split('\n')

    def of(self, port):
        """FILE:LINE:COLUMN of what a port is connected to; FILE where the text does not show it."""
        number = re.search(r'\d+$', port.get('node', ''))
        wanted = squeezed(port['connect'])
        key = re.compile(rf'(?<![\w.]){re.escape(stem(port))}["\']?\s*:\s*(.*)')
        for i, line in enumerate(self.lines, 1):
            for found in key.finditer(line):
                text = found[1].replace('{}', number[0] if number else '{}')
                if squeezed(text).startswith(wanted):
                    quotes = len(found[1]) - len(found[1].lstrip('"\''))
                    return f'{self.path}:{i}:{found.start(1) + quotes + 1}'
        return self.path


def stem(port):
    """The name of a port under `connect`: without the node's name and without `_i`."""
    name, node = port['name'].removesuffix('_i'), port.get('node')
    return name.removeprefix(node + '_') if node else name


def squeezed(text):
    return re.sub(r'\s+', ' ', text).lstrip('"\'')
