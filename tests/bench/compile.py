# SPDX-License-Identifier: Apache-2.0
"""How long patterns take to compile, and how many random ones fit into a capacity; bench_compile.c
measures, over trees that the generator plans.
"""

import json
import os
import subprocess

CAPACITIES = (15, 63, 255)
COUNTS = (10, 100, 1000)
SORTS = {
    'masks': 'an aligned block of 16 to 4096 bytes with the begin of a function in it',
    'ranges': 'a function, or from the begin of one to the end of another',
    'random_masks': 'each bit of 30 free or not with the same chance',
    'random_ranges': '4 bytes to 256 MiB anywhere, each power of two as likely',
}
DESCRIPTION = """gnomon: 1
name: compile
clock: 50 MHz
family: ice40
time: {{ bits: 32 }}
buffer: {{ slots: 1024 }}
link: {{ phy: bytes }}
nodes:
  - name: cpu
    watch: {{ fields: [{{ name: pc, bits: 32, skip: "1..0" }}], when: valid, capacity: {capacity} }}
"""


def measured(work, gen, bench, programs, capacity):
    place = os.path.join(work, f'compile_{capacity}')
    with open(place + '.yaml', 'w', encoding='utf-8') as file:
        file.write(DESCRIPTION.format(capacity=capacity))
    subprocess.run(
        [gen, place + '.yaml', '-o', place],
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=60,
    )
    said = subprocess.run(
        [bench, os.path.join(place, 'manifest.json')] + programs,
        check=True,
        stdout=subprocess.PIPE,
        timeout=600,
    )
    return json.loads(said.stdout)


def measure(work, gen, bench, programs, row, wanted):
    """`row` takes a mark's name, value, unit, mark, whether it holds, and how it was measured;
    `wanted` whether a name is requested."""
    names = ', '.join(os.path.basename(p) for p in programs)
    said = {capacity: measured(work, gen, bench, programs, capacity) for capacity in CAPACITIES}
    largest = CAPACITIES[-1]
    for count in COUNTS:
        if not wanted(f'compile_{count}_ms'):
            continue
        times = {
            f'{sort}, capacity {k}': said[k][f'compile_{sort}_{count}_ms']
            for sort in SORTS
            for k in CAPACITIES
        }
        slowest = max(times, key=times.get)
        value = said[largest][f'compile_ranges_{count}_ms']
        fits = 'they fit' if said[largest][f'compile_ranges_{count}_fits'] else 'they are refused'
        mark, holds = ('< 500', times[slowest] < 500) if count == COUNTS[-1] else (None, None)
        row(
            f'compile_{count}_ms',
            round(value, 2),
            'ms',
            mark,
            holds,
            f'ranges of {names} from text to tables, capacity {largest}: {fits}; median of 9, processor time; the slowest of all sorts, fitting or refused: '
            f'{times[slowest]:.1f} ms ({slowest})',
        )
    for sort, what in SORTS.items():
        for capacity in CAPACITIES:
            if wanted(f'fit_{sort}_{capacity}'):
                of = 'anywhere' if sort.startswith('random') else f'{names} side by side'
                row(
                    f'fit_{sort}_{capacity}',
                    said[capacity][f'fit_{sort}'],
                    'patterns',
                    None,
                    None,
                    f'{what}; {of}; average of 200 sets of {capacity} different ones (or as many as there are), the smallest first, each its own event, iCE40, pc of 32 bits without the two lowest',
                )
    if wanted('fit_values'):
        exact = all(said[k]['fit_random_values'] == k for k in CAPACITIES)
        row(
            'fit_values',
            min(said[k]['fit_random_values'] / k for k in CAPACITIES),
            'of the capacity',
            '= 1',
            exact,
            'random words, 200 sets, the least of the capacities',
        )
