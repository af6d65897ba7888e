# SPDX-License-Identifier: Apache-2.0
"""Checks that are counted: the test goes on where one fails."""

passed = failed = 0


def check(name, good, seen=''):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f'FAIL {name}: {str(seen):.2000}')


def same(name, found, wanted):
    check(name, found == wanted, f'{found!r:.900}, not {wanted!r:.900}')


def verdict(of=''):
    """Prints the last line of a test program, with what it tests; returns its exit status."""
    print(f'{passed} passed, {failed} failed{of and f" ({of})"}')
    return 1 if failed else 0
