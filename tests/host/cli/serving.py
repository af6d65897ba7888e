# SPDX-License-Identifier: Apache-2.0
"""What test_serve_link.py needs: a `gnomon serve-link` as a process, raw clients, and devices."""

import os
import queue
import re
import select
import socket
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import HANG_SECONDS, check, until

GNOMON, MODEL = map(os.path.abspath, sys.argv[1:3])
PAUSE = 0.01  # between looks
PERIOD = 251
COUNT = bytes(range(PERIOD))


def gnomon(*args):
    """Status, output and messages of a command."""
    answer = subprocess.run(
        [GNOMON, *map(str, args)],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        stdin=subprocess.DEVNULL,
    )
    return answer.returncode, answer.stdout, answer.stderr


def well(*args):
    status, out, err = gnomon(*args)
    check(status == 0, f'{args}: {status}: {err}')
    return out


class Server:
    """A `gnomon serve-link`, once it listens."""

    def __init__(self, device, *args):
        self.process = subprocess.Popen(
            [GNOMON, 'serve-link', '-d', device, *map(str, args)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        self.first = self.process.stdout.readline()
        self.lines = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        found = re.search(r'tcp:(127\.0\.0\.1):(\d+)', self.first)
        check(found, f'no address: {self.first!r} {self.end() if not self.first else ""}')
        self.url, self.port = found.group(0), int(found.group(2))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.end()

    def _read(self):
        for line in self.process.stderr:
            self.lines.append(line)

    def err(self):
        return ''.join(self.lines)

    def noted(self, text):
        until(lambda: text in self.err(), f'{text!r} in {self.err()!r}')

    def end(self):
        """Status and messages."""
        status = self.process.wait(HANG_SECONDS)
        self.reader.join(HANG_SECONDS)
        self.process.stdout.close()
        self.process.stderr.close()
        return status, self.err()

    def signal(self, number):
        self.process.send_signal(number)
        return self.end()

    def bytes_resident(self):
        with open(f'/proc/{self.process.pid}/status', encoding='ascii') as file:
            return int(re.search(r'VmRSS:\s+(\d+) kB', file.read()).group(1)) * 1024


class Client:
    """A raw client of a server."""

    def __init__(self, server, receive_room=None):
        self.socket = socket.socket()
        self.socket.settimeout(HANG_SECONDS)
        if receive_room:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_room)
        self.socket.connect(('127.0.0.1', server.port))
        self.local = '{}:{}'.format(*self.socket.getsockname())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def refused(self, line):
        """Whether the server sends a line and closes, or resets the connection behind it."""
        data = b''
        try:
            while more := self.socket.recv(65536):
                data += more
        except ConnectionResetError:
            return data in (b'', line)
        return data == line

    def send(self, data):
        self.socket.sendall(data)

    def receive(self, count):
        data = b''
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            check(more, f'closed after {data!r}')
            data += more
        return data

    def line(self):
        data = b''
        while not data.endswith(b'\n'):
            data += self.receive(1)
        return data

    def rest(self):
        """All that comes before the server closes."""
        data = b''
        while more := self.socket.recv(65536):
            data += more
        return data

    def silent(self, seconds):
        return not select.select([self.socket], [], [], seconds)[0]

    def exchange(self, data):
        """Bytes to a device that echoes them."""
        self.send(data)
        got = self.receive(len(data))
        check(got == data, f'{got!r}, not {data!r}')


class Device:
    """A byte port that serve-link opens: `act` gets it in a thread of its own."""

    def __init__(self, act):
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.url = f'tcp:127.0.0.1:{self.listener.getsockname()[1]}'
        self.act, self.seen, self.sent = act, b'', 0
        self.orders = queue.Queue()
        self.closed = threading.Event()
        self.socket = None
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _serve(self):
        try:
            self.socket = self.listener.accept()[0]
            self.act(self)
        except OSError:
            pass  # the server, or the test, has gone

    def queued(self):
        """Bytes that the server has written and the device has not taken, by the kernel."""
        here, there = self.socket.getsockname()[1], self.socket.getpeername()[1]
        ends, count = {f'{here:04X}{there:04X}': 1, f'{there:04X}{here:04X}': 0}, 0
        with open('/proc/net/tcp', encoding='ascii') as file:
            for line in file.readlines()[1:]:
                _, local, remote, _, queues = line.split()[:5]
                side = ends.get(local.split(':')[1] + remote.split(':')[1])
                count += 0 if side is None else int(queues.split(':')[side], 16)
        return count

    def close(self):
        self.closed.set()
        try:
            self.listener.shutdown(socket.SHUT_RDWR)  # ends accept
        except OSError:
            pass  # it was
        if self.socket:
            try:
                self.socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it was
        self.thread.join(HANG_SECONDS)
        self.listener.close()
        if self.socket:
            self.socket.close()


def echo(device):
    while data := device.socket.recv(4096):
        device.seen += data
        device.socket.sendall(data)


def record(device):
    """Takes bytes, and sends what is put into `orders`."""
    threading.Thread(target=_obey, args=(device,), daemon=True).start()
    while data := device.socket.recv(4096):
        device.seen += data


def _obey(device):
    try:
        while not device.closed.is_set():
            device.socket.sendall(device.orders.get())
    except OSError:
        pass


def counted(first, count):
    """Bytes of which each follows from the one before."""
    begin = first % PERIOD
    return (COUNT * (count // PERIOD + 2))[begin : begin + count]


def flood(device):
    """Counts without an end."""
    while not device.closed.is_set():
        device.sent += device.socket.send(counted(device.sent, 4096))


def held(device):
    """Takes nothing until there is an order, then records."""
    device.orders.get()
    record(device)


def deaf(device):
    """Takes nothing."""
    device.closed.wait(HANG_SECONDS)


class Monitor:
    """The model of a monitor as a process: behind TCP, or behind a serial port of a rate."""

    def __init__(self, folder, events, baud=None):
        self.manifest, place = os.path.join(folder, 'model.json'), os.path.join(folder, 'place')
        if os.path.exists(place):
            os.unlink(place)
        extra = [str(baud)] if baud else []
        self.process = subprocess.Popen([MODEL, self.manifest, place, str(events), *extra])
        until(lambda: os.path.exists(place), 'the model')
        with open(place, encoding='ascii') as file:
            place = file.read().strip()
        self.url = f'tty:{place}' if baud else f'tcp:127.0.0.1:{place}'

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
