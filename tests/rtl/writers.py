#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A memory of rtl/ is written from one always block: Vivado and Quartus infer RAMs from that form.
An always block in a loop is many blocks, unless the memory itself is in that loop.

usage: writers.py FILE...
"""

import re
import sys

# Memories that families without LUT RAM have (LUT_BITS 0), for which Yosys makes the netlist; it
# merges the write ports. With LUT RAM another branch of the module has one array for each block.
YOSYS_ONLY = {('gnomon_cell_ram_bytes', 'gen_masked'), ('gnomon_cell_ram_narrow', 'gen_parts')}

TOKEN = re.compile(r'`\w+|\b\d*\'\w+|\w+|<=|[=\[\](){};:@,.#]|[^\s\w]')
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|\(\*(?!\)).*?\*\)|"[^"\n]*"', re.S)


def scopes(text):
    """(token, begin blocks around it as (name, is a loop), number of the always block or None)"""
    blocks, always, count, loop, tokens = [], None, 0, False, TOKEN.findall(text)
    for i, token in enumerate(tokens):
        if token == 'begin':
            name = tokens[i + 2] if tokens[i + 1] == ':' else ''
            blocks.append((name, loop and always is None))
            loop = False
        elif token == 'end':
            blocks.pop()
        elif token == 'for':
            loop = True
        elif token in ('always', 'initial', 'assign', 'generate', 'endgenerate', 'endmodule'):
            count += 1
            always = count if token == 'always' else None
            loop = False
        elif token == 'if' and always is None:
            loop = False
        yield token, tuple(blocks), always


def memories(items):
    """name: the blocks around its declaration"""
    found, declares, depth = {}, False, 0
    for i, (token, blocks, _) in enumerate(items):
        if token == 'reg':
            declares = True
        elif token in (';', 'wire', 'input', 'output'):
            declares = False
        elif declares and re.match(r'[a-z]\w*$', token) and not depth:
            if items[i + 1][0] == '[':
                found[token] = blocks
        depth += (token == '[') - (token == ']')
    return found


def is_written(items, i):
    """whether token i, the name of a memory, is the start of an assignment"""
    if items[i - 1][0] not in ('begin', 'end', ';', ')', 'else', ':'):
        return False
    i += 1
    while items[i][0] == '[':
        depth = 1
        while depth:
            i += 1
            depth += (items[i][0] == '[') - (items[i][0] == ']')
        i += 1
    return items[i][0] in ('<=', '=')


def writers(items, name, home):
    """The always blocks that write a memory; a block in a loop twice"""
    found = []
    for i, (token, blocks, always) in enumerate(items):
        if token == name and always is not None and is_written(items, i):
            looped = any(is_loop for _, is_loop in blocks[len(home) :])
            found += [(always, copy) for copy in range(1 + looped)]
    return len(set(found))


def main(paths):
    """Whether a file is at fault; prints a line for all, or for each fault."""
    passed, failed, excused = 0, 0, set()
    for path in paths:
        with open(path, encoding='utf-8') as file:
            items = list(scopes(COMMENT.sub(' ', file.read())))
        module = path.rsplit('/', 1)[-1].removesuffix('.v')
        for name, home in memories(items).items():
            blocks = {(module, block) for block, _ in home} & YOSYS_ONLY
            excused |= blocks
            count = writers(items, name, home)
            if (count > 1) == bool(blocks) and count:
                passed += 1
            else:
                failed += 1
                print(f'fail memory-{module}-{name}: written from {count} always blocks')
    for module, block in sorted(YOSYS_ONLY - excused):
        failed += 1
        print(f'fail memory-{module}-{block}: an exception that is not there')
    if not failed and passed:
        print(f'pass memory-writers: {passed} memories')
    return failed > 0 or passed == 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
