# SPDX-License-Identifier: Apache-2.0
"""The formats of `gnomon export`, for tests that have something of each."""

import subprocess


def all_of(gnomon):
    """The suffixes of all formats, by the command itself."""
    listed = subprocess.run(
        [gnomon, 'export', '--list'], capture_output=True, text=True, check=True
    )
    return {line.split()[1].removeprefix('.') for line in listed.stdout.splitlines()}


def suffix_of(gnomon, path):
    """That of a file; None: it has none of them."""
    found = [s for s in all_of(gnomon) if path.endswith(f'.{s}')]
    return max(found, key=len, default=None)


def check_all(gnomon, mine):
    """Fails where a test lacks a format, or has one that is gone."""
    differ = all_of(gnomon) ^ set(mine)
    if differ:
        raise AssertionError(f'this test must have each format of export; it differs in {differ}')
