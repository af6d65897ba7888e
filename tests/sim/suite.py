# SPDX-License-Identifier: Apache-2.0
"""What the test scripts of this folder share: they run tests one after the other and count."""

import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))

# who imports this takes them from here
from checks import HANG_SECONDS, check, equal, equal_each, page_commands  # noqa: F401


def had(process):
    """Seconds of a processor that it has had."""
    with open(f'/proc/{process.pid}/stat', encoding='ascii') as file:
        return sum(map(int, file.read().rpartition(')')[2].split()[11:13])) / os.sysconf(
            'SC_CLK_TCK'
        )


def let_run(process, seconds):
    """Until it has had so much time of a processor, however busy the machine is, or has ended."""
    end, hangs = had(process) + seconds, time.monotonic() + HANG_SECONDS
    while process.poll() is None and had(process) < end:
        check(time.monotonic() < hangs, f'no {seconds} s of a processor within {HANG_SECONDS} s')
        time.sleep(0.005)


def run(area, tests):
    """tests: (name, function) each; what a function returns is printed. Returns the exit status."""
    passed = failed = 0
    for name, test in tests:
        begin = time.monotonic()
        try:
            note = test()
            passed += 1
            print(
                f'ok    {area}/{name} ({time.monotonic() - begin:.1f} s{", " + note if note else ""})',
                flush=True,
            )
        except (AssertionError, OSError, subprocess.SubprocessError) as err:
            failed += 1
            print(f'FAIL  {area}/{name}: {err}', flush=True)
    print(f'{passed} passed, {failed} failed', flush=True)
    return 1 if failed else 0


def of_module(names):
    """The functions test_... of a module's globals()."""
    return [(name[5:], test) for name, test in sorted(names.items()) if name.startswith('test_')]
