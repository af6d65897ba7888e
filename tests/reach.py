#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the suites that a change can reach: reach.py REVISION check-NAME...

The change is what differs between the revision and the working folder, with files that git does not
know. REACH is the table of paths and suites. A path that no row names can reach all suites.
"""

import re
import subprocess
import sys

ALWAYS = {'lint', 'docs'}
SIMULATED = {'boards', 'drain', 'model', 'one-node', 'sim', 'system', 'system-model', 'usb'}
# what runs gnomon, or links libgnomon
HOST = (SIMULATED - {'model', 'one-node'}) | {
    *('attach', 'base', 'fuzz', 'gen', 'guest', 'host', 'install', 'page', 'python'),
}
# what runs gnomon-gen
GEN = HOST | {'memories', 'one-node'}
VERILOG = (SIMULATED - {'system-model'}) | {'attach', 'formal', 'gen', 'memories', 'rtl'}

# path from the root, as the beginning of one; suites. The first row that fits counts.
REACH = (
    (r'docs/|[^/]*\.md$|.*/README\.md$', {'boards', 'gen', 'python'}),
    (r'gen/', GEN),
    (r'host/target/', HOST | SIMULATED),
    (r'host/', HOST),
    (r'python/gnomon/(__init__|clocks)', {'install', 'python', 'sim'}),
    (r'python/|pyproject', {'install', 'python'}),
    (r'action\.yml', {'python'}),
    (r'rtl/', VERILOG),
    (r'attach/', {'attach', 'install'}),
    (r'boards/tool/', {'attach', 'boards', 'install'}),
    (r'boards/', {'boards', 'install'}),
    (r'sim/(soc|programs|harness|bridge)/', SIMULATED | {'attach', 'install'}),
    (r'sim/model/', {'gen', 'install', 'sim', 'system-model'}),
    (r'sim/boards/', {'sim'}),
    (r'sim/(experiments|demo|blinker)/', {'boards', 'sim'}),
    (r'(tests/attach|examples)/', {'attach'}),
    (r'tests/base/', {'base', 'host'}),
    (r'tests/bench/', {'drain', 'one-node'}),
    (r'tests/boards/', {'boards'}),
    (r'tests/docs/', {'docs'}),
    (r'tests/formal/', {'formal'}),
    (r'tests/fuzz/', {'fuzz', 'usb'}),
    (r'tests/gen/good/', {'gen', 'fuzz', 'memories'}),
    (r'tests/gen/', {'gen'}),
    (r'tests/host/fixture/', {'fuzz', 'host', 'page', 'python', 'usb', 'guest', 'install'}),
    (r'tests/host/elf/', {'fuzz', 'host'}),
    (r'tests/host/program/target/clock_golden', {'host', 'sim'}),
    (r'tests/host/cli/model_server', {'guest', 'host', 'install', 'usb'}),
    (r'tests/host/', {'host'}),
    (r'tests/install/', {'install'}),
    (r'tests/model/', {'model', 'sim', 'system', 'system-model'}),
    (r'tests/page/', {'host', 'page'}),
    (r'tests/python/', {'python'}),
    (r'tests/rtl/memories', {'memories'}),
    (r'tests/rtl/fixture/', {'boards', 'rtl'}),
    (r'tests/rtl/', {'rtl'}),
    (r'tests/sim/', SIMULATED),
    (r'tests/system/', {'sim', 'system', 'system-model', 'boards', 'usb', 'drain'}),
    (r'tests/usb/', {'boards', 'guest', 'usb'}),
)


def changed(revision):
    """The paths that differ, and those that are new."""
    paths = set()
    for command in (
        ('diff', '--name-only', '--no-renames', revision, '--'),
        ('ls-files', '--others', '--exclude-standard'),
    ):
        done = subprocess.run(('git', *command), capture_output=True, text=True)
        if done.returncode:
            sys.exit(f'reach: {done.stderr.strip()}')
        paths |= set(done.stdout.splitlines())
    return paths


def reached(paths, suites):
    found = set(ALWAYS)
    for path in paths:
        rows = (row for pattern, row in REACH if re.match(pattern, path))
        found |= next(rows, set(suites))
    return found


def main():
    revision, *checks = sys.argv[1:]
    suites = [check.removeprefix('check-') for check in checks]
    unknown = set().union(*(row for _, row in REACH)) - set(suites)
    if unknown:
        sys.exit(f'reach: no suites: {", ".join(sorted(unknown))}')
    found = reached(changed(revision), suites)
    print(*(f'check-{suite}' for suite in suites if suite in found))


if __name__ == '__main__':
    main()
