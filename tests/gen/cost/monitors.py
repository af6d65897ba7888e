# SPDX-License-Identifier: Apache-2.0
"""What a whole monitor takes on HX8K, and what `gnomon cost` says of it."""

import hashlib
import json
import os
import sys

sys.path.insert(0, 'tests/bench')
from whole import Whole


class Tools:
    """The pinned tools at work in a folder."""

    def __init__(self, generator, yosys, router, folder):
        self.whole = Whole(folder, *map(os.path.abspath, (generator, yosys)), {})
        self.whole.routers['ice40'] = os.path.abspath(router)

    def said(self, name, *options):
        """The JSON of `gnomon cost` of the description that was made last under that name."""
        path = self.whole.path(name + '.yaml')
        done = self.whole.run(
            [self.whole.generator, '--cost', '--json', *options, path], check=True
        )
        return json.loads(done.stdout)

    def cost(self, name, text):
        """(logic cells, RAM blocks, JSON of `gnomon cost`); the flip-flops that feed the monitor
        are not counted. What Yosys made of the same Verilog before is not made again."""
        reads, ports = self.whole.generate(name, text)
        kept = self.whole.path(self.digest(name, reads) + '.json')
        if not os.path.exists(kept):
            fed, _ = self.whole.synthesise(name, reads, ports, 'ice40')
            cells, blocks, _ = self.whole.place(name, 'ice40', 1, '--pack-only')
            with open(kept + '.new', 'w', encoding='utf-8') as file:
                json.dump([cells - fed, blocks], file)
            os.replace(kept + '.new', kept)
        with open(kept, encoding='utf-8') as file:
            cells, blocks = json.load(file)
        return cells, blocks, self.said(name)

    def digest(self, name, reads):
        """Of the tools and of all that they read, without what only names it."""
        with open(self.whole.path(name, name + '.f'), encoding='utf-8') as file:
            files = [line for line in file.read().split() if line != name + '.v']
        text = f'{self.whole.yosys} {self.whole.routers} {reads}'.replace(name, 'monitor')
        for path in [f'{name}/{name}.v', *files]:
            with open(self.whole.path(path), encoding='utf-8') as file:
                lines = [line for line in file if not line.startswith('//')]
            text += ''.join(lines).replace(name, 'monitor')
        return hashlib.sha256(text.encode()).hexdigest()[:16]
