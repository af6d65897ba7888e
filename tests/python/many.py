# SPDX-License-Identifier: Apache-2.0
"""Many short runs of two nodes, whose intervals are known: each has some `work`, in which lies a
`wait`; in version 1.10 a wait takes longer. The second node's last interval never ends."""

import json
import os
import random

import runs

DESCRIPTION = """gnomon: 1
name: two
clock: 100 MHz
time: { bits: 32 }
buffer: { slots: 1024 }
link: { phy: uart, baud: 12 MHz }
nodes:
  - { name: core0, watch: { field: pc, bits: 32, when: valid, capacity: 15 } }
  - { name: core1, watch: { field: pc, bits: 32, when: valid, capacity: 15 } }
"""
EXPERIMENT = """gnomon: 1
manifest: {manifest}
points:
  work_in: {{ address: 0x100 }}
  work_out: {{ address: 0x104 }}
  wait_in: {{ address: 0x108 }}
  wait_out: {{ address: 0x10c }}
intervals:
  work: {{ from: work_in, to: work_out }}
  wait: {{ from: wait_in, to: wait_out }}
"""
VERSIONS = ('1.9', '1.10')
LONGER = {'1.10': 20, 'slow': 130}  # cycles of a wait, of 100 on average
NAMES = ('work_in', 'work_out', 'wait_in', 'wait_out')


class Writer:
    """A monitor's description and an experiment, and what its runs have in common."""

    def __init__(self, place, folder):
        os.makedirs(folder)
        made = os.path.join(folder, 'two')
        source = os.path.join(folder, 'two.yaml')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(DESCRIPTION)
        place.output([os.path.join(place.build, 'bin', 'gnomon-gen'), source, '-o', made])
        self.manifest = os.path.join(made, 'manifest.json')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(EXPERIMENT.format(manifest=self.manifest))
        self.patterns = os.path.join(folder, 'patterns.json')
        place.gnomon('compile', source, '-o', self.patterns)
        with open(self.patterns, encoding='utf-8') as file:
            points = {p['name']: p['codes'] for p in json.load(file)['points']}
        self.codes = [[points[name][node] for name in NAMES] for node in range(2)]
        self.first = os.path.join(folder, 'first')
        runs.make(
            self.first, self.manifest, place.build, place.output, lambda _: None, self.patterns
        )

    def run(self, path, number, chance, version):
        """Writes a run; the (name, cycles) of its intervals."""
        os.makedirs(os.path.join(path, 'trace'))
        for name in 'manifest.json', 'patterns.json', 'trace/metadata':
            os.link(os.path.join(self.first, name), os.path.join(path, name))
        with open(os.path.join(self.first, 'run.json'), encoding='utf-8') as file:
            journal = json.load(file)
        journal['started'] = (
            f'2026-01-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z'
        )
        with open(os.path.join(path, 'run.json'), 'w', encoding='utf-8') as file:
            json.dump(journal, file)
        found = []
        for node in range(2):
            stream = runs.Stream(os.path.join(path, 'trace', f'node_{node}'), 0, node)
            found += self.fill(stream, node, chance, version)
            stream.close()
        return found

    def fill(self, stream, node, chance, version):
        """The records of a node."""
        time, found = chance.randrange(1, 100), []

        def fire(point):
            stream.put(time, 1 | node << 8 | self.codes[node][point] << 16)

        for _ in range(chance.randrange(3, 7)):
            begin = time
            fire(0)
            time += chance.randrange(1, 200)
            fire(2)
            wait = chance.randrange(50, 150) + LONGER.get(version, 0)
            time += wait
            fire(3)
            time += chance.randrange(1, 200)
            fire(1)
            found += [('wait', wait), ('work', time - begin)]
            time += chance.randrange(1, 1000)
        if node:
            fire(0)
        return found


def write(place, count):
    """So many runs: {path: version}, and (version, path, name, cycles) of each interval."""
    folder = place.new()
    writer, chance, truth, paths = place.few_writer, random.Random(7), [], {}
    for number in range(count):
        version = VERSIONS[number % 2]
        path = os.path.join(folder, version, f'run{number}')
        found = writer.run(path, number, chance, version)
        truth += [(version, path, name, cycles) for name, cycles in found]
        paths[path] = version
    return paths, truth
