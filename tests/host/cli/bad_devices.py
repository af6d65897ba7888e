# SPDX-License-Identifier: Apache-2.0
"""Every command that talks to a monitor, against devices that are none or turn into none, with
interrupts at random moments: each ends with the right status and message, and the run
directory stays usable.

usage: bad_devices.py GNOMON MODEL_SERVER [SEED]

How long a command may take after an interrupt, a limit or its deadline is held to account by
check_hostile, in the devices' own time; here HANG_SECONDS only end what hangs.
"""

import json
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import HANG_SECONDS, check, until

GNOMON, SERVER = map(os.path.abspath, sys.argv[1:3])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
EVENTS = 20000
TIMEOUT_MS = 50
BUSY = b'gnomon: busy\n'
EXPERIMENT = """gnomon: 1
manifest: model.json
points:
  a: {{ address: 0x100 }}
  b: {{ address: {b} }}
  end: {{ address: 0x300 }}
{more}"""


class Device:
    """A port that passes bytes to the model and back, and after `honest` bytes of the model
    behaves by `kind`."""

    def __init__(self, model, kind, honest):
        self.model, self.kind, self.honest = model, kind, honest
        self.turned, self.closed = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.listener = socket.create_server(('127.0.0.1', 0), backlog=1)
        self.url = f'tcp:127.0.0.1:{self.listener.getsockname()[1]}'
        if kind != 'never accepts':
            self.thread.start()

    def close(self):
        """The model is free for the next one when this returns."""
        self.closed.set()
        if self.thread.ident:
            self.listener.shutdown(socket.SHUT_RDWR)
            self.thread.join(HANG_SECONDS)
        self.listener.close()

    def _listen(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with client:
                try:
                    self._serve(client)
                except OSError:
                    pass  # the client has gone

    def _serve(self, client):
        """Honest, then not."""
        with socket.create_connection(('127.0.0.1', self.model)) as model:
            back = threading.Thread(target=self._back, args=(model, client), daemon=True)
            back.start()
            try:
                self._forth(model, client)
            finally:
                for end in (model, client):
                    try:
                        end.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        pass  # it was
                back.join(HANG_SECONDS)

    def _forth(self, model, client):
        while data := client.recv(4096):
            if not self.turned.is_set():
                model.sendall(data)
            elif self.kind == 'echo':
                client.sendall(data + bytes(9))
            elif self.kind == 'half':
                client.sendall(data[: len(data) // 2])
            elif self.kind == 'reads nothing':
                self.closed.wait(HANG_SECONDS)

    def _back(self, model, client):
        try:
            while self.honest > 0 and (data := model.recv(min(4096, self.honest))):
                client.sendall(data)
                self.honest -= len(data)
            self.turned.set()
            if self.kind == 'closes':
                client.shutdown(socket.SHUT_RDWR)
            while self.kind in ('zeros', 'marks', 'flood', 'noise'):
                client.sendall(
                    {'zeros': b'\0', 'marks': b'\xa5', 'flood': bytes(65536)}.get(self.kind)
                    or random.randbytes(300)
                )
                if self.kind != 'flood':
                    time.sleep(0.02)
        except OSError:
            pass


KINDS = (
    'silent',
    'zeros',
    'marks',
    'flood',
    'noise',
    'echo',
    'half',
    'closes',
    'never accepts',
    'reads nothing',
)


def gnomon(*args):
    return subprocess.Popen(
        [GNOMON, *map(str, args)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )


def end_of(process):
    """Status and words of a process."""
    try:
        err = process.communicate(timeout=HANG_SECONDS)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AssertionError('it hangs') from None
    return process.returncode, err


def well(*args):
    status, err = end_of(gnomon(*args))
    check(status == 0, f'{args}: {status}: {err}')
    return err


def serve(folder, *rom):
    """The model as a process, and its port."""
    port = os.path.join(folder, 'port')
    if os.path.exists(port):
        os.unlink(port)
    model = os.path.join(folder, 'model.json')
    process = subprocess.Popen([SERVER, model, port, str(EVENTS), *rom])
    until(lambda: os.path.exists(port), 'the model comes up')
    with open(port, encoding='ascii') as file:
        return process, int(file.read())


def journal(run):
    with open(os.path.join(run, 'run.json'), encoding='utf-8') as file:
        return json.load(file)


# Commands that need no run directory
UNPREPARED = ('status', 'manifest', 'reset', 'load', 'run', 'run of a ROM', 'run --limit')


def rom_of(path):
    """The ROM with the manifest of that file."""
    with open(path, 'rb') as file:
        stream = zlib.compress(file.read())
    return b'GNR\1' + struct.pack('<I', len(stream)) + stream


class Bench:
    def __init__(self, folder, port):
        self.folder, self.port, self.url = folder, port, f'tcp:127.0.0.1:{port}'
        self.chance = random.Random(SEED)
        self.slowest = 0
        for name, b, more in (
            ('e', '0x200', 'until: { point: end }\n'),
            ('endless', '0x200', ''),
            ('moved', '0x240', ''),
            ('rom', '0x200', 'until: { point: end }\n'),
        ):
            text = EXPERIMENT.format(b=b, more=more)
            with open(os.path.join(folder, name + '.yaml'), 'w', encoding='utf-8') as file:
                file.write(text.replace('manifest: model.json\n', '') if name == 'rom' else text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def prepare(self, command):
        """A run directory as the command wants it."""
        shutil.rmtree(self.path('run'), ignore_errors=True)
        if command in UNPREPARED:
            return
        well('load', self.path('endless.yaml'), '-d', self.url, '-o', self.path('run'))
        if command != 'start':
            well('start', self.path('run'), '-d', self.url)

    def arguments(self, command):
        run = self.path('run')
        return {
            'status': ('status', '-m', self.path('model.json')),
            'reset': ('reset', '-m', self.path('model.json')),
            'load': ('load', self.path('e.yaml'), '-o', run),
            'start': ('start', run),
            'stop': ('stop', run),
            'drain': ('drain', run),
            'drain --stop --limit': (
                'drain',
                '--stop',
                '--limit',
                1,  # by the clock: the limit itself
                run,
            ),
            'load --into': ('load', self.path('moved.yaml'), '--into', run),
            'run': ('run', self.path('e.yaml'), '-o', run, '-n'),
            'manifest': ('manifest',),
            'run of a ROM': ('run', self.path('rom.yaml'), '-o', run, '-n'),
            'run --limit': ('run', self.path('e.yaml'), '-o', run, '-n', '--limit', 1),
        }[command]

    COMMANDS = (
        'status',
        'reset',
        'load',
        'start',
        'stop',
        'drain',
        'drain --stop --limit',
        'load --into',
        'run',
        'manifest',
        'run of a ROM',
    )

    def meet(self, command, kind, way):
        """One command, one device, one way to end it: None is by itself."""
        self.prepare(command)
        honest = (
            0
            if way is None
            else self.chance.choice((0, self.chance.randrange(3000), self.chance.randrange(200000)))
        )
        device = Device(self.port, kind, honest)
        process = gnomon(*self.arguments(command), '-d', device.url, '-t', TIMEOUT_MS)
        if way is not None:
            time.sleep(self.chance.random() * 0.6)
            process.send_signal(way)
        begun = time.monotonic()
        status, err = end_of(process)
        if way is not None:
            self.slowest = max(self.slowest, time.monotonic() - begun)
        device.close()
        what = f'{command}, {kind}, {way}: status {status}: {err}'
        check(status in ((0, 1) if honest else (1,)) or (way is not None and status == -way), what)
        if status == 1:
            lines = err.splitlines()
            check(lines and all(line.startswith('gnomon: ') for line in lines), what)
            check(
                way is not None
                or any(
                    word in err
                    for word in (
                        'no answer',
                        'takes no bytes',
                        'closed the connection',
                        'broke',
                        'time limit',
                    )
                ),
                what,
            )
        check(
            not [name for name in os.listdir(self.folder) if '.gnomon-' in name],
            f'{what}: something is left behind',
        )
        self.goes_on(command, what)

    def keeps_limit(self, command, kind):
        """The limit holds from the first byte on, whatever the time-out is: an hour here."""
        self.prepare(command)
        device = Device(self.port, kind, 0)
        status, err = end_of(gnomon(*self.arguments(command), '-d', device.url, '-t', 3600000))
        device.close()
        check(status == 1 and 'gnomon: ' in err, f'{command}, {kind}: status {status}: {err}')
        self.goes_on(command, f'{command}, {kind}: after its limit')

    def goes_on(self, command, what):
        """The run directory can be read, and brought to its end with the monitor as it is."""
        run = self.path('run')
        if not os.path.exists(run):
            check(command in UNPREPARED, what)
            return
        state = journal(run)['state']
        if state == 'loaded':
            well('start', run, '-d', self.url)
        drain = ('drain', '--stop', '--limit', 1, '-q')  # by the clock: the limit itself
        well(*drain, run, '-d', self.url)
        check(journal(run)['state'] == 'complete', what)
        well('report', run)


def busy():
    """A device that has another client reports that, and so does the command."""
    listener = socket.create_server(('127.0.0.1', 0))

    def refuse():
        client = listener.accept()[0]
        client.sendall(BUSY)
        client.shutdown(socket.SHUT_WR)
        while client.recv(4096):
            pass  # until the command has gone
        client.close()

    for _ in range(5):
        thread = threading.Thread(target=refuse, daemon=True)
        thread.start()
        status, err = end_of(gnomon('status', '-d', f'tcp:127.0.0.1:{listener.getsockname()[1]}'))
        check(
            status == 1 and 'another client is connected to the monitor' in err, f'{status}: {err}'
        )
        thread.join()


def main():
    print(f'seed {SEED}')
    with tempfile.TemporaryDirectory(prefix='gnomon-devices-') as folder:
        process, port = serve(folder)
        process.kill()  # it has written its manifest
        process.wait()
        rom = os.path.join(folder, 'rom')
        with open(rom, 'wb') as file:
            file.write(rom_of(os.path.join(folder, 'model.json')))
        process, port = serve(folder, rom)
        try:
            bench = Bench(folder, port)
            busy()
            for command in Bench.COMMANDS:
                for kind in KINDS:
                    for way in (None, bench.chance.choice((signal.SIGINT, signal.SIGTERM))):
                        bench.meet(command, kind, way)
            for kind in ('silent', 'zeros', 'flood', 'half', 'reads nothing'):
                for command in ('drain --stop --limit', 'run --limit'):
                    bench.keeps_limit(command, kind)
        finally:
            process.kill()
            process.wait()
    print(
        f'{2 * len(Bench.COMMANDS) * len(KINDS)} commands ended; the slowest after an interrupt took {bench.slowest:.2f} s'
    )


if __name__ == '__main__':
    main()
