#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Style of the sources: lint.py [format]. The root of the repository is the working folder.

Without an argument it checks each rule and prints `ok` or `FAIL` with what breaks the rule; the
last line states how many rules passed and failed. `format` rewrites the sources with the
formatters. The Python that runs this script is that of the environment in which ./setup put ruff
and lizard.
"""

import fnmatch
import os
import re
import subprocess
import sys

COLUMNS = 100  # of a line; a tab goes to the next multiple of TAB
TAB = 8
LINES = 600  # of a file
FILES = 25  # of a folder
COMPLEXITY = 20  # of a function: 1 and its decisions

# Files that no one writes by hand, and inputs of which each byte is meant.
EMITTED = (
    'docs/cmstar/*.svg',
    'docs/dash/*.svg',
    'host/include/gnomon/records.h',
    'host/lib/common/cells.h',
    'rtl/gnomon.core',
    'rtl/gnomon_records.vh',
    'docs/reference/*.md',
)
GOLDEN = ('tests/gen/good/*', 'tests/gen/bad/yaml-syntax-*', 'tests/fuzz/corpus/*')

# Folders above FILES, and why.
FULL = {
    'rtl': 'the library: a module a file',
    'tests/gen/bad': 'a fault a file',
}

C = ('.c', '.h', '.cpp', '.hpp')
PYTHON = ('.py',)
SHELL = ('.sh',)
VERILOG = ('.v', '.vh', '.sv', '.svh')
# What is held to COLUMNS, with scripts without a suffix.
PAGE = ('.js', '.mjs', '.css')
NARROW = C + PYTHON + SHELL + VERILOG + PAGE + ('.S', '.ld', '.mk', 'Makefile', '.yaml')
# What is indented by tabs, and what has none. clang-format and ruff see to C and Python.
TABBED = SHELL + PAGE + ('.ld', '.mk', 'Makefile')
TABLESS = ('.yaml', '.json')

TOOLS = os.path.join(sys.prefix, 'bin')
CLANG_FORMAT = os.environ.get('CLANG_FORMAT', 'clang-format-14')
SHELLCHECK = os.environ.get('SHELLCHECK', 'shellcheck')


def run(*command):
    """The lines that a tool prints, if it refuses something; none if it is content."""
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        return [f'{command[0]} is not installed: ./setup fpga installs it']
    return (done.stdout + done.stderr).splitlines() if done.returncode else []


def sources():
    """All files of the repository that someone writes, those not yet added among them."""
    names = subprocess.run(
        ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split('\0')
    return sorted(name for name in set(names) if os.path.isfile(name))


def written(names):
    """The files of names that are neither emitted nor golden."""
    return [n for n in names if not any(fnmatch.fnmatch(n, p) for p in EMITTED + GOLDEN)]


def is_script(name):
    with open(name, 'rb') as file:
        return re.match(rb'#!.*\b(ba)?sh\b', file.readline()) is not None


def of_kind(names, suffixes):
    return [name for name in names if name.endswith(suffixes)]


def scripts(names):
    return [
        n for n in names if n.endswith(SHELL) or '.' not in os.path.basename(n) and is_script(n)
    ]


def lines(name):
    with open(name, encoding='utf-8', errors='surrogateescape') as file:
        return file.read().split('\n')


def clang_format(names):
    return run(CLANG_FORMAT, '--dry-run', '-Werror', *of_kind(names, C))


def ruff_format(names):
    return run(f'{TOOLS}/ruff', 'format', '--check', *of_kind(names, PYTHON))


def ruff_check(names):
    return run(f'{TOOLS}/ruff', 'check', *of_kind(names, PYTHON))


def shellcheck(names):
    return run(SHELLCHECK, *scripts(names))


def complexity(names):
    """lizard counts each decision of a function, `and` and `or` too."""
    return run(
        *(sys.executable, '-m', 'lizard', '-w', '-C', str(COMPLEXITY)), *of_kind(names, C + PYTHON)
    )


LITERAL = re.compile(
    r"""\w?"(?:[^"\\]|\\.)*"|\w?'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|https?://\S+"""
)
COMMENT = re.compile(r'\s*(#|//|/\*|\*)')


def unbreakable(line):
    """The line is too long by a single string, or address of a page, and fits without it."""
    found = LITERAL.finditer(line)
    if COMMENT.match(line) or '"""' in line:
        found = (literal for literal in found if literal.group().startswith('http'))
    return any(len(line) - len(literal.group()) <= COLUMNS for literal in found)


def columns(names):
    faults = []
    for name in of_kind(names, NARROW) + [n for n in scripts(names) if not n.endswith(SHELL)]:
        for number, line in enumerate(lines(name), 1):
            line = line.expandtabs(TAB)
            if len(line) > COLUMNS and not unbreakable(line):
                faults.append(f'{name}:{number}: {len(line)} columns')
    return faults


def length(names):
    counts = ((name, len(lines(name)) - 1) for name in names)
    return [f'{name}: {count} lines' for name, count in counts if count > LINES]


def folders(names):
    counts = {}
    for name in names:
        folder = os.path.dirname(name)
        counts[folder] = counts.get(folder, 0) + 1
    return [
        f'{folder}: {count} files'
        for folder, count in sorted(counts.items())
        if count > FILES and folder not in FULL
    ]


def blanks(names):
    """No blank at a line's end, no blank line at a file's, and the last line is a whole one."""
    faults = []
    for name in names:
        text = lines(name)
        faults += [
            f'{name}:{n}: blank at the end' for n, t in enumerate(text, 1) if t != t.rstrip()
        ]
        if text[-1:] != [''] or text[-2:-1] == ['']:
            faults.append(f'{name}: does not end with one newline')
    return faults


def tabs(names):
    faults = []
    for suffixes, fault in (TABBED, '\t* {8}|\t* +\t|\t*[^\t].*\t'), (TABLESS, '.*\t'):
        for name in of_kind(names, suffixes):
            found = (n for n, line in enumerate(lines(name), 1) if re.match(fault, line))
            faults += [f'{name}:{n}: tab, or blanks in place of one' for n in found]
    return faults


# A test that no list names is never run: its path, the list, and what the list has of it.
LISTS = (
    (r'tests/host/(\w+/check_\w+)\.c', 'tests/host/host.mk', r'^\t{0}( |$)'),
    (r'tests/rtl/\w+/bench_(\w+)\.v', 'tests/rtl/benches', r'^{0}( |$)'),
    (r'tests/system/(test_\w+)\.py', 'tests/system/run.py', r'^    {0},$'),
    (r'tests/gen/(?:cost/)?(test_\w+\.py|\w+\.sh)', 'tests/gen/gen.mk', r'/{0} '),
    (r'tests/sim/(test_\w+\.py)', 'tests/sim/sim.mk', r'/{0} '),
    (r'tests/fuzz/fuzz_(\w+)\.c', 'tests/fuzz/fuzz.mk', r'^FUZZ_TARGETS.*\b{0}\b'),
)
UNLISTED = {'tests/rtl/monitor/bench_share.v': 'a bench of speed: tests/bench/bench.py'}


def listed(names):
    faults = []
    for path, place, form in LISTS:
        text = '\n'.join(lines(place)).replace('\\\n', '')
        text += '\n' + '\n'.join(lines(place))
        for name in names:
            found = re.fullmatch(path, name)
            if not found or name in UNLISTED:
                continue
            if not re.search(form.format(re.escape(found[1])), text, re.M):
                faults.append(f'{name}: {place} does not name it, so it is never run')
    return faults


# Targets that `make help` does not list by their names: parts of others, and one of many boards.
INNER = r'(needs|check|install|lint|board)-.*|.*-(programs|files|gnomon)|help'


def helped(names):
    """Each target that a user gives has a line of `make help`, `#@ make NAME  text`."""
    text = {n: '\n'.join(lines(n)) for n in names if n.endswith('.mk') or n == 'Makefile'}
    known = set(re.findall(r'^#@ make (\S+)', '\n'.join(text.values()), re.M))
    return [
        f'{name}: {target} has no line `#@ make {target}`'
        for name, words in text.items()
        for row in re.findall(r'^\.PHONY: ((?:.*\\\n)*.*)', words, re.M)
        for target in row.replace('\\\n', ' ').split()
        if target not in known and not re.fullmatch(INNER, target)
    ]


RULES = [
    ('clang-format', clang_format),
    ('ruff format', ruff_format),
    ('ruff check', ruff_check),
    ('shellcheck', shellcheck),
    (f'functions of complexity up to {COMPLEXITY}', complexity),
    (f'lines of up to {COLUMNS} columns', columns),
    (f'files of up to {LINES} lines', length),
    (f'folders of up to {FILES} files', folders),
    ('blanks', blanks),
    ('tabs', tabs),
    ('each test is in the list of those that run', listed),
    ('each target that a user gives is in make help', helped),
]


def check(names):
    failed = 0
    for title, rule in RULES:
        faults = rule(names)
        print('FAIL' if faults else 'ok  ', title)
        for fault in faults:
            print('    ', fault)
        failed += bool(faults)
    print(f'{len(RULES) - failed} passed, {failed} failed')
    return failed


def reformat(names):
    python = of_kind(names, PYTHON)
    subprocess.run([CLANG_FORMAT, '-i', *of_kind(names, C)], check=True)
    subprocess.run([f'{TOOLS}/ruff', 'format', '--quiet', *python], check=True)
    subprocess.run([f'{TOOLS}/ruff', 'check', '--fix-only', '--quiet', *python], check=True)
    return 0


def main():
    names = written(sources())
    if sys.argv[1:] == ['format']:
        return reformat(names)
    if sys.argv[1:]:
        print('usage: lint.py [format]', file=sys.stderr)
        return 2
    return 1 if check(names) else 0


if __name__ == '__main__':
    sys.exit(main())
