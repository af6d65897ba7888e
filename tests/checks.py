# SPDX-License-Identifier: Apache-2.0
"""Checks that end a test where they fail, and waiting for what another program does."""

import os
import shlex
import time

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs; see tests/tests.mk
PAUSE = 0.01  # seconds between two looks
made = 0  # checks that passed


def check(condition, what):
    global made
    if not condition:
        raise AssertionError(what)
    made += 1


def equal(found, wanted, what):
    check(found == wanted, f'{what}: {found!r}, not {wanted!r}')


def equal_each(found, wanted, what):
    """Of long lists: the first place at which they differ."""
    equal(len(found), len(wanted), f'{what}: rows')
    if found != wanted:
        at = next(i for i, pair in enumerate(zip(found, wanted, strict=True)) if pair[0] != pair[1])
        equal(found[at], wanted[at], f'{what} {at}')


def page_commands(page):
    """The words of each line of a page of docs/ that calls gnomon, without that one."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', page)) as file:
        lines = [line.strip() for line in file if line.startswith('    gnomon ')]
    return [shlex.split(line)[1:] for line in lines]


def until(condition, what):
    """Waits until a function returns what is true."""
    end = time.monotonic() + HANG_SECONDS
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f'never: {what}')
        time.sleep(PAUSE)
