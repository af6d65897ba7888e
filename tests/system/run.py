# SPDX-License-Identifier: Apache-2.0
"""Runs the system tests, two at a time, each in a folder of its own. Behind a test are the seconds
of a processor that it took.

usage: run.py SCRATCH_DIR [part of a test's name ...]

With LONG=1 in the environment it runs the tests of `make check-long`: those that only it has, and
those that have more rounds there.
"""

import concurrent.futures
import os
import shutil
import sys
import traceback

for part in ('sim', 'model', 'system/lib', 'system/capture'):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', part))

import random_monitors
import test_capture
import test_checks
import test_codes
import test_commands
import test_damage
import test_events
import test_faults
import test_fields
import test_groups
import test_input
import test_load
import test_losses
import test_preprocessors
import test_preprocessors_end
import test_preprocessors_load
import test_preprocessors_wrap
import test_report
import test_rounds
import test_segments
import test_slow
import test_steps
import test_stores
import test_taps
import test_ticks
import test_triggers
from bed import LONG, Skipped

MODULES = (
    test_events,
    test_triggers,
    test_codes,
    test_steps,
    test_capture,
    test_rounds,
    test_stores,
    test_segments,
    test_preprocessors,
    test_preprocessors_end,
    test_preprocessors_wrap,
    test_preprocessors_load,
    random_monitors,
    test_taps,
    test_ticks,
    test_load,
    test_fields,
    test_groups,
    test_losses,
    test_faults,
    test_input,
    test_damage,
    test_commands,
    test_report,
    test_slow,
    test_checks,
)
TESTS = {name: test for module in MODULES for name, test in module.TESTS.items()}
# a program with one simulator, or a simulator with one program, is in `make check`, too; so is
# each kind of fault, among others, and soc_uart without faults (commands/rom)
ONLY_LONG = {
    'events/events/soc_uart',
    'events/flood/soc_compressed',
    'events/flood/soc_uart',
    'events/matmul/soc_compressed',
    'events/matmul/soc_short',
    'events/matmul/soc_uart',
    'events/recursion/soc_short',
    'faults/run/double',
    'faults/run/flip',
    'faults/run/insert',
    'faults/run/lose',
    'faults/run/matmul',
    'faults/run/soc_short',
    'faults/run/soc_uart',
    'losses/fill/soc_port',
    'losses/halting/soc_port',
    'losses/undrained/soc_short',
    'losses/undrained/soc_spram',
    'preprocessors/random_monitor',
    'preprocessors/random_monitor of one node',
    'stores/by the host',
}
LONGER = {
    *('codes/random, measure', 'codes/random, pattern', 'faults/start', 'faults/status'),
    *('groups/random', 'groups/random, codes', 'segments/random'),
    *('triggers/random, pattern', 'triggers/random, data', 'triggers/random, axi'),
}


def processor_seconds():
    """Of this process and of those that it has started and that have ended."""
    return sum(os.times()[:4])


def run(name, scratch):
    """(verdict, words, seconds of a processor) of one test."""
    folder = os.path.join(scratch, name.replace('/', '-'))
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    begin = processor_seconds()
    try:
        words = TESTS[name](folder) or ''
        verdict = 'ok'
    except Skipped as why:
        verdict, words = 'skipped', str(why)
    except AssertionError as err:
        verdict, words = 'FAIL', str(err)
    except Exception:  # a test that breaks has failed, and the others continue
        verdict, words = 'FAIL', traceback.format_exc()
    if verdict == 'ok':
        shutil.rmtree(folder)
    return verdict, words, processor_seconds() - begin


def wanted(name, parts):
    if parts:
        return any(part in name for part in parts)
    return name in ONLY_LONG | LONGER if LONG else name not in ONLY_LONG


def main():
    unknown = (ONLY_LONG | LONGER) - set(TESTS)
    if unknown:
        sys.exit(f'run.py: no tests: {", ".join(sorted(unknown))}')
    scratch, parts = os.path.abspath(sys.argv[1]), sys.argv[2:]
    names = [name for name in TESTS if wanted(name, parts)]
    counts = {'ok': 0, 'FAIL': 0, 'skipped': 0}
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for name, (verdict, words, seconds) in zip(
            names, pool.map(run, names, [scratch] * len(names)), strict=True
        ):
            print(f'{verdict:7} {name} ({seconds:.1f} s{", " if words else ""}{words})', flush=True)
            counts[verdict] += 1
    skipped = f', {counts["skipped"]} skipped' if counts['skipped'] else ''
    print(f'{counts["ok"]} passed, {counts["FAIL"]} failed{skipped}')
    return 1 if counts['FAIL'] or not names else 0


if __name__ == '__main__':
    sys.exit(main())
