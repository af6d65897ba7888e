# SPDX-License-Identifier: Apache-2.0
"""`gnomon cost` of whole monitors against what Yosys and the packer make of them for HX8K: RAM
blocks exactly, logic cells within a tenth.

usage: test_whole.py GNOMON_GEN YOSYS NEXTPNR OUT_DIR DESCRIPTION...
"""

import re
import sys

from monitors import Tools

TOLERANCE = 0.1


def judge(name, cells, blocks, said):
    off = said['cells'] / cells - 1
    good = blocks == said['blocks'] and abs(off) <= TOLERANCE
    print(
        f'{"ok  " if good else "FAIL"} {name}: {said["cells"]} cells and {said["blocks"]} RAM '
        f'blocks, Yosys makes {cells} and {blocks}: {100 * off:+.1f} %'
    )
    sums = [sum(part[key] for part in said['units']) for key in ('cells', 'blocks')]
    planned = said['ranks_logic'], sum(item['blocks'] for item in said['items'])
    whole = said['cells'], said['blocks']
    if tuple(a + b for a, b in zip(sums, planned, strict=True)) != whole:
        print(f'FAIL {name}: the parts are not the whole')
        good = False
    return good


def main():
    tools = Tools(*sys.argv[1:5])
    bad = 0
    for path in sys.argv[5:]:
        with open(path, encoding='utf-8') as file:
            text = file.read()
        name = re.search(r'^name: (\w+)', text, re.MULTILINE)[1]
        bad += not judge(path, *tools.cost(name, text))
    print(f'{len(sys.argv[5:]) - bad} passed, {bad} failed')
    sys.exit(bad > 0)


if __name__ == '__main__':
    main()
