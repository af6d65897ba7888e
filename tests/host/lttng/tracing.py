# SPDX-License-Identifier: Apache-2.0
"""LTTng's daemon and its session as processes of the test, and the lines of babeltrace2.

The daemon of root is the one of the whole machine. So root has it as nobody, like any other user.
"""

import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import HANG_SECONDS, check, until

PAUSE = 0.01  # between looks
NOBODY = 65534
SHARED = '/dev/shm'  # LTTng leaves files there by which programs wait for the daemon
NO_GROUP = '--group=nobody-is-in-this-group'  # whose daemon is the machine's, too
LINE = re.compile(r'\[(\d+)(?:\.(\d{9}))?\] (.*)')
MESSAGE = re.compile(r'lttng_ust_tracef:event: .* msg = "(.*)" }$')
RECORD = re.compile(r'(\w+): { node = \( "?(\w+)"? : container = (\d+) \)')


def run(*command, **options):
    """Output of a command that succeeds."""
    done = subprocess.run(
        [*map(str, command)],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        stdin=subprocess.DEVNULL,
        **options,
    )
    check(done.returncode == 0, f'{command}: {done.returncode}: {done.stderr or done.stdout}')
    return done.stdout


def waits():
    return {name for name in os.listdir(SHARED) if name.startswith('lttng-ust-wait-')}


class Host:
    """A host that LTTng traces, while the block runs; afterwards its trace is at `trace`."""

    def __init__(self, folder):
        self.home = os.path.join(folder, 'home')
        self.trace = os.path.join(self.home, 'trace')
        self.env = dict(
            os.environ,
            HOME=self.home,
            LTTNG_HOME=self.home,
            LTTNG_UST_REGISTER_TIMEOUT='-1',
            LTTNG_APP_SOCKET_TIMEOUT='-1',
        )
        self.prefix = ['setpriv', '--pdeathsig', 'TERM']
        os.mkdir(self.home)
        if os.getuid() == 0:
            os.chmod(folder, 0o755)
            os.chown(self.home, NOBODY, NOBODY)
            self.prefix += ['--reuid', str(NOBODY), '--regid', str(NOBODY), '--clear-groups']

    def __enter__(self):
        self.waits = waits()
        with open(os.path.join(self.home, 'log'), 'w', encoding='utf-8') as log:
            self.daemon = self.begin(
                'lttng-sessiond', '--no-kernel', NO_GROUP, stdout=log, stderr=log
            )
        try:
            until(self.listens, 'the daemon')
            self.lttng('create', 'host', f'--output={self.trace}')
            self.lttng('enable-channel', '--userspace', '--subbuf-size=256k', 'some')
            self.lttng('enable-event', '--userspace', '--channel=some', 'lttng_ust_tracef:event')
            self.lttng('start')
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, kind, *_):
        try:
            if not kind:
                self.lttng('destroy')  # once all is written
        finally:
            self.end()

    def end(self):
        self.daemon.terminate()
        self.daemon.wait(HANG_SECONDS)
        for name in waits() - self.waits:
            os.unlink(os.path.join(SHARED, name))

    def begin(self, *command, **options):
        """A process that ends with the test."""
        return subprocess.Popen(
            [*self.prefix, *map(str, command)],
            env=self.env,
            cwd=self.home,
            **{'stdin': subprocess.DEVNULL, **options},
        )

    def lttng(self, *words):
        return run(
            *self.prefix, 'lttng', '--no-sessiond', NO_GROUP, *words, env=self.env, cwd=self.home
        )

    def listens(self):
        check(self.daemon.poll() is None, f'the daemon ended: {self.daemon.returncode}')
        try:
            return self.lttng('list') is not None
        except AssertionError:
            return False


class Monitor:
    """A traced monitor; the manifest says `clock_hz`."""

    def __init__(self, host, program, device_hz, clock_hz):
        self.manifest, port = (os.path.join(host.home, name) for name in ('model.json', 'port'))
        copy = shutil.copy(program, host.home)  # where nobody can read it
        self.process = host.begin(
            copy,
            self.manifest,
            port,
            device_hz,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        until(lambda: os.path.exists(port) or self.process.poll() is not None, 'the monitor')
        with open(port, encoding='ascii') as file:
            self.url = f'tcp:127.0.0.1:{file.read().strip()}'
        with open(self.manifest, encoding='utf-8') as file:
            text, count = re.subn(r'"clock_hz":\d+', f'"clock_hz":{clock_hz}', file.read())
        check(count == 1, 'the clock of the manifest')
        self.manifest = os.path.join(host.home, 'clock.json')
        with open(self.manifest, 'w', encoding='utf-8') as file:
            file.write(text)

    def mark(self, text):
        self.process.stdin.write(text + '\n')
        self.process.stdin.flush()
        check(self.process.stdout.readline() == text + '\n', f'no mark {text!r}')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(HANG_SECONDS)


def lines(*traces, clock='seconds'):
    """(time in ns or cycles, message of the host or None, (record, node) or None) of the traces in
    the order of babeltrace2.
    """
    rows = []
    for line in run('babeltrace2', f'--clock-{clock}', '--no-delta', *traces).splitlines():
        whole, part, text = LINE.fullmatch(line).groups()
        time_ = int(whole) if part is None else int(whole) * 10**9 + int(part)
        message, record = MESSAGE.search(text), RECORD.match(text)
        check(bool(message) != bool(record), f'neither of the host nor of the run: {line!r}')
        rows.append((time_, message and message[1], record and (record[1], int(record[3]))))
    return rows
