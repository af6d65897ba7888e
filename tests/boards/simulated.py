# SPDX-License-Identifier: Apache-2.0
"""The simulator of a board's demo, with the pins of the top that is flashed."""

import contextlib
import os
import signal
import subprocess
import time

from suite import HANG_SECONDS, check

BUILD = os.path.abspath(os.environ.get('BUILD', 'build'))
DEMO = os.path.join(BUILD, 'boards', 'demo')


@contextlib.contextmanager
def simulated(board, folder, *options):
    """The TCP port at which the pins of the UART are; files go into the folder."""
    path = os.path.join(folder, 'port')
    command = [
        os.path.join(BUILD, 'sim', 'board_' + board),
        f'+gnomon_port_file={path}',
        f'+max_seconds={HANG_SECONDS}',
        *options,
    ]
    with subprocess.Popen(command, cwd=DEMO, stdout=subprocess.DEVNULL) as process:
        try:
            end = time.monotonic() + HANG_SECONDS
            while not (os.path.exists(path) and os.path.getsize(path)):
                check(process.poll() is None and time.monotonic() < end, 'no port')
                time.sleep(0.01)
            with open(path, encoding='ascii') as file:
                yield int(file.read())
        finally:
            process.send_signal(signal.SIGTERM)
