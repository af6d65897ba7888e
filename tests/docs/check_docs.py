#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of the repository: links and anchors resolve, and lines have 100 columns at most.

usage: check_docs.py [FOLDER]     the root of the repository; one test is one file

Tables, code and headings may be wider. The list of pages names each page of docs/. What the
comments of other files name is checked, too: each page, each file and each folder is there. A name
may lack the folders in front of it.
What CONTRIBUTING.md and a README have in backquotes and looks like a path, from a folder of that
name or with the suffix of a source, is the end of the path of a file or folder. A word in capitals
stands for any name.
"""

import fnmatch
import os
import re
import sys

COLUMNS = 100
FENCE = re.compile(r'\s*(```|~~~)')
LINK = re.compile(r'\]\(([^)\s]+)\)')
PAGE_NAME = re.compile(r'(?<![\w/])(docs/[\w./-]+\.(?:md|py|svg)\b)(?:#([\w-]+))?')
PATHS_IN = ('CONTRIBUTING.md', 'README.md')
PATH = re.compile(r'`((?:\w[\w.*-]*/)+[\w.*\[\]-]*|[\w*-]+\.(?:\[\w+\]|[chv]|vh|py|sh|mk))`')
ELSEWHERE = re.compile(r'(?!README)[A-Z]{3}|(?<![A-Za-z])X(?![A-Za-z])|build/|usr/')
# A source, and a folder, that a comment names.
FILE_NAME = re.compile(
    r'(?<![\w/.\-*%$"<\'])((?:[\w-]+/)*[\w.-]+\.(?:c|h|v|vh|py|mk|sh|mjs|cpp))\b(?![\w/])'
)
FOLDER_NAME = re.compile(r'(?<![\w/.\-*%$"<\'{=:])((?:[a-z][\w-]*/)+)(?=[\s.,;:`)])')
# Names of others, of files that are made, and examples.
STRANGE = {
    *('picorv32.v', 'fstapi.h', 'engine.mjs', 'Y.pb-c.c', 'one.c', 'two.c', 'share/', 'trace/'),
    *('board.vh', 'patterns.v', 'width.vh', 'litex_soc.v'),
}
C_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|(/\*.*?\*/|//[^\n]*)', re.S)
HASH_COMMENT = re.compile(r'^\s*(#[^\n]*)', re.M)
SOURCES = ('.c', '.h', '.v', '.vh', '.py', '.sh', '.mk', '.yaml', '.cpp', '.hpp', 'Makefile')


def files(root):
    """All files by their paths below root, without what is built."""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in ('build', '.git', '__pycache__')]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)


def prose(lines):
    """(number, line) of the lines that are neither code, table nor heading."""
    fenced = False
    for number, line in enumerate(lines, 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and not re.match(r'    |\t|#', line):
            yield number, line


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them."""
    fenced, found = False, set()
    for line in text.splitlines():
        if FENCE.match(line):
            fenced = not fenced
        heading = None if fenced else re.match(r'#+ (.*)', line)
        if heading:
            plain = re.sub(r'[^\w\- ]', '', heading[1].lower())
            found.add(plain.replace(' ', '-'))
    return found


def read(root, path):
    with open(os.path.join(root, path), encoding='utf-8', errors='replace') as file:
        return file.read()


def link_faults(root, path, number, line):
    for target in LINK.findall(re.sub(r'`[^`]*`', '', line)):
        if re.match(r'[a-z]+:', target):
            continue
        name, _, anchor = target.partition('#')
        there = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(os.path.join(root, there)):
            yield f'{path}:{number}: no file {there}'
        elif anchor and anchor not in anchors(read(root, there)):
            yield f'{path}:{number}: no heading #{anchor} in {there}'


def folders_of(path):
    """The folders of a file, the innermost first."""
    while path := os.path.dirname(path):
        yield path


def path_faults(paths, path, number, line):
    for name in PATH.findall(line):
        here = '/' not in name or fnmatch.filter(paths, f'*/{name.split("/")[0]}')
        found = fnmatch.filter(paths, f'*/{name.rstrip("/")}')
        if here and not ELSEWHERE.search(name) and not found:
            yield f'{path}:{number}: no file {name}'


def page_faults(root, path, paths):
    lines = read(root, path).splitlines()
    for number, line in prose(lines):
        if os.path.basename(path) in PATHS_IN:
            yield from path_faults(paths, path, number, line)
        yield from link_faults(root, path, number, line)
        if len(line) > COLUMNS and not line.lstrip().startswith('|'):
            yield f'{path}:{number}: {len(line)} columns'


def listed_faults(root, path):
    """Whether a page of docs/ is in the list of pages."""
    there = os.path.join('docs', 'README.md')
    text = read(root, there) if os.path.exists(os.path.join(root, there)) else ''
    if path.startswith('docs/') and path != there:
        if not re.search(rf'\({re.escape(path[5:])}[#)]', text):
            yield f'{path}: not in {there}'


def source_faults(root, path):
    for number, line in enumerate(read(root, path).splitlines(), 1):
        for name, anchor in PAGE_NAME.findall(line):
            if not os.path.exists(os.path.join(root, name)):
                yield f'{path}:{number}: no file {name}'
            elif anchor and anchor not in anchors(read(root, name)):
                yield f'{path}:{number}: no heading #{anchor} in {name}'


def tails(paths):
    """All ends of the paths, and of the folders that they are in, with a slash behind these."""
    found = set()
    for path in paths:
        parts = path.split(os.sep)
        for first in range(len(parts)):
            for last in range(first + 1, len(parts)):
                found.add('/'.join(parts[first:last]) + '/')
            found.add('/'.join(parts[first:]))
    return found


def comment_faults(root, path, known):
    text = read(root, path)
    is_c = path.endswith(('.c', '.h', '.cpp', '.hpp', '.v', '.vh', '.mjs'))
    for comment in (C_COMMENT if is_c else HASH_COMMENT).finditer(text):
        for name in FILE_NAME.findall(comment[1] or '') + FOLDER_NAME.findall(comment[1] or ''):
            if name not in known | STRANGE and not re.search('[A-Z]{3}', name):
                line = text.count('\n', 0, text.index(name, comment.start())) + 1
                yield f'{path}:{line}: no file {name}'


def main(root):
    passed = failed = 0
    everything = sorted(files(root))
    folders = {folder for path in everything for folder in folders_of(path)}
    paths = [f'/{path}' for path in [*everything, *folders]]
    known = tails(everything)
    for path in everything:
        if path.endswith('.md'):
            faults = [*page_faults(root, path, paths), *listed_faults(root, path)]
        elif path.endswith(SOURCES):
            faults = [*source_faults(root, path), *comment_faults(root, path, known)]
        else:
            continue
        for fault in faults:
            print(f'FAIL {fault}')
        passed, failed = passed + (not faults), failed + bool(faults)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else '.'))
