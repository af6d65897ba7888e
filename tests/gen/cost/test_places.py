#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where the memories of whole monitors for iCE40 lie: each states it, and it is worth its place.

test_places.py GNOMON_GEN YOSYS OUT_DIR DESCRIPTION...

A memory in flip-flops has at most FEW bits for each RAM block that it would take, one in RAM blocks
has more (gnomon_cell_ram; the modules whose parts are written or read alone have one limit for all
blocks). Zeros behind its words make a memory a RAM block whatever its size is
(gnomon_cell_ram_zeros), and so does BLOCK, with which the bounds of two levels of buckets are one
(gnomon_count_ranges). Yosys collects the memories, and maps none.
"""

import glob
import json
import os
import re
import subprocess
import sys

FEW = 64
BLOCK_BITS = 16  # of a word
ZEROS = re.compile(r'u_(digits|carries|middles|highs|counts)\.u_words\.')  # those with zeros
STATED = re.compile(r'\.gen_two\.u_bounds\.')  # those with BLOCK
PARTS = re.compile(r'\.gen_(masked|parts)\.')
HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs

GEN, YOSYS, OUT = (os.path.abspath(a) for a in sys.argv[1:4])


def memories(description):
    """(name, bits of a word, words, style) of each memory that is written."""
    name = os.path.splitext(os.path.basename(description))[0]
    out = os.path.join(OUT, name)
    subprocess.run(
        [GEN, description, '-o', out], check=True, stdout=subprocess.DEVNULL, timeout=HANG_SECONDS
    )
    sources = ' '.join(sorted(glob.glob('rtl/*.v')) + sorted(glob.glob(f'{out}/*.v')))
    script = (
        f'read_verilog -Irtl {sources}; hierarchy -top {name}; proc; flatten; opt_clean; '
        f'memory -nomap; write_json {out}.json'
    )
    subprocess.run([YOSYS, '-q', '-p', script], check=True, timeout=HANG_SECONDS)
    with open(f'{out}.json', encoding='utf-8') as file:
        modules = json.load(file)['modules']
    for cell, value in modules[name]['cells'].items():
        parameters = value['parameters']
        if value['type'] == '$mem_v2' and int(parameters['WR_PORTS'], 2):
            yield (
                cell,
                int(parameters['WIDTH'], 2),
                int(parameters['SIZE'], 2),
                value['attributes'].get('ram_style'),
            )


def fault_of(cell, width, words, style):
    blocks = 1 if PARTS.search(cell) else -(-width // BLOCK_BITS)
    few = width * words <= FEW * blocks
    if style == 'logic':
        return None if few else 'is in flip-flops'
    if style != 'block':
        return f'states no place ({style})'
    large = not few or ZEROS.search(cell) or STATED.search(cell)
    return None if large else 'takes RAM blocks'


def main():
    os.makedirs(OUT, exist_ok=True)
    count = {'logic': 0, 'block': 0}
    faults = []
    for description in sys.argv[4:]:
        for cell, width, words, style in memories(description):
            fault = fault_of(cell, width, words, style)
            if fault:
                faults.append(f'{description}: {cell}, {words} x {width}, {fault}')
            count[style] = count.get(style, 0) + 1
    for fault in faults:
        print(fault, file=sys.stderr)
    assert not faults and min(count.values()) > 0, count
    print(f'test_places: {count["block"]} memories in RAM blocks, {count["logic"]} in flip-flops')


main()
