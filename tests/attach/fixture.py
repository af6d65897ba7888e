# SPDX-License-Identifier: Apache-2.0
"""What the tests of `gnomon attach` share."""

import os
import subprocess

LIMIT = int(os.environ.get('HANG_SECONDS', '1800'))
BUILD = os.environ.get('BUILD', 'build')
GNOMON = os.path.join(os.path.abspath(BUILD), 'bin', 'gnomon')
DESIGN = os.path.join('tests', 'attach', 'design', 'core.f')


def run(*words, **more):
    return subprocess.run(
        words, capture_output=True, text=True, timeout=LIMIT, check=False, errors='replace', **more
    )


def attach(*words, **more):
    """`gnomon attach` with the tests' design, unless others follow."""
    return run(GNOMON, 'attach', *words, **more)


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path
