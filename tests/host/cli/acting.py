# SPDX-License-Identifier: Apache-2.0
"""Text from outside that acts on a terminal or in code, and a look at what programs print of it."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import HANG_SECONDS, check


MARK = b'INJECTED'  # may not begin a line
TEXTS = [
    b'\x1b[31mred\x1b[0m',
    b'a\nINJECTED',
    b'a\rINJECTED',
    b'a\tb\x07\x08',
    b'a\x7fb',
    b'\x9b31m',
    b'\xc2\x9b31m',
    b'\xe2\x80\xaegnp',
    b'\xe2\x81\xa6x\xe2\x80\x8b',
    b'a\xe2\x80\xa8INJECTED',
    b'\xff\xfe',
    b'\xed\xa0\x80',
    b'a"b',
    b"a'b",
    b'a\\',
    b'*/ x',
    b'`include "x"',
    b'%s%n%99999d',
    b'$(id)',
    b'; endmodule',
    b'x' * 200,
    b'-n',
    b'a b',
    b'',
]
ACTING = (
    set(range(0x20)) - {0x0A}
    | set(range(0x7F, 0xA0))
    | {0xAD, 0x61C, 0x2028, 0x2029, 0xFEFF}
    | set(range(0x200B, 0x2010))
    | set(range(0x202A, 0x202F))
    | set(range(0x2060, 0x2070))
)
runs = []


def look(output, about):
    """What is printed or generated: UTF-8 that does not act, and no line of somebody else's."""
    try:
        text = output.decode()
    except UnicodeDecodeError as error:
        sys.exit(f'hostile: {about}: {error} in {output[:300]!r}')
    acting = sorted({hex(ord(c)) for c in text if ord(c) in ACTING and c != '\t'})
    check(not acting, f'{about}: {acting} in {output[:400]!r}')
    check(
        not any(line.startswith(MARK) for line in output.split(b'\n')),
        f'{about}: a line was injected: {output[:400]!r}',
    )


def write(path, text):
    with open(path, 'wb') as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return path


def as_file(folder, text):
    """A path in the folder whose last part is the text; None where no file can have that name."""
    if not text or b'/' in text:
        return None
    return os.path.join(os.fsencode(folder), text)


def run(*command, status=None, cwd=None, tabs=False):
    """Runs a command and looks at what it prints; returns standard output."""
    runs.append(command)
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        check=False,
        timeout=HANG_SECONDS,
    )
    about = f'{[os.fsencode(part)[-60:] for part in command[1:]]}'
    wanted = (0, 1, 2) if status is None else status if isinstance(status, tuple) else (status,)
    check(done.returncode in wanted, f'{about}: status {done.returncode}: {done.stderr[-400:]!r}')
    for output in (done.stdout, done.stderr):
        look(output, about)
        check(tabs or b'\t' not in output, f'{about}: a tab in {output[:400]!r}')
    check(done.returncode == 0 or done.stderr, f'{about}: failed without a message')
    if (
        b'--json' in [os.fsencode(part) for part in command]
        and done.returncode == 0
        and done.stdout
    ):
        json.loads(done.stdout)
    return done.stdout
