# SPDX-License-Identifier: Apache-2.0
"""The bridge between byte port and TCP, on a device that sends back what it gets.

usage: test_bridge.py ECHO ECHO_UART SCRATCH_DIR
"""

import os
import random
import signal
import socket
import subprocess
import sys
import threading

from suite import HANG_SECONDS, check, let_run, of_module, run

ECHO, ECHO_UART, SCRATCH = sys.argv[1:4]
BUSY = b'gnomon: busy\n'
FOREIGN = b'gnomon: no frame of the link\n'
MARK = b'\xa5'  # the first byte of a frame
UART_WINDOW = 256  # bytes under way: a UART cannot be held back


class Device:
    """A running simulation with a bridge."""

    def __init__(self, simulator, *plusargs):
        self.process = subprocess.Popen(
            [simulator, f'+max_seconds={HANG_SECONDS}', *plusargs],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        self.port = (
            int(line.rsplit(':', 1)[1]) if line.startswith('listening on tcp:127.0.0.1:') else None
        )

    def __enter__(self):
        return self

    def connect(self):
        client = socket.create_connection(('127.0.0.1', self.port), timeout=HANG_SECONDS)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return client

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.output = self.process.communicate(timeout=HANG_SECONDS)[0]


def receive(client, count):
    data = bytearray()
    while len(data) < count:
        more = client.recv(min(65536, count - len(data)))
        check(more, f'closed after {len(data)} of {count} bytes')
        data += more
    return bytes(data)


def exchange(client, data):
    client.sendall(data)
    check(receive(client, len(data)) == data, f'{len(data)} bytes came back different')


def begun(device):
    """A client whose first byte was one of the link; bytes of an earlier one may come before it."""
    client = device.connect()
    client.sendall(MARK)
    while (got := client.recv(1)) != MARK:
        check(got, 'closed')
    return client


def test_all_bytes():
    with Device(ECHO) as device, begun(device) as client:
        exchange(client, bytes(range(256)))
        for byte in range(0, 256, 5):
            exchange(client, bytes([byte]))


def fill(client, device, data):
    """Send until the device takes no more, however long it is given; how much it took."""
    sent, before = 0, -1
    client.setblocking(False)
    while before < sent < len(data):
        before = sent
        try:
            while sent < len(data):
                sent += client.send(data[sent : sent + 65536])
        except BlockingIOError:
            let_run(device.process, 0.1)
    client.setblocking(True)
    client.settimeout(HANG_SECONDS)
    return sent


def test_backpressure():
    """Much more than all buffers hold goes out before anything is read; then it is
    read in uneven pieces."""
    data = random.Random(1).randbytes(12_000_000)
    with Device(ECHO) as device, begun(device) as client:
        sent = fill(client, device, data)
        check(sent < len(data), 'the sender was never held back')
        sender = threading.Thread(target=client.sendall, args=(data[sent:],))
        sender.start()
        got, size = bytearray(), random.Random(2)
        while len(got) < len(data):
            more = client.recv(size.randint(1, 100000))
            check(more, f'closed after {len(got)} bytes')
            got += more
        sender.join()
        check(bytes(got) == data, 'bytes lost, changed or out of order')


def test_reconnect():
    with Device(ECHO) as device:
        for turn in range(30):
            with begun(device) as client:
                exchange(client, bytes([turn]) * (1 + 97 * turn))


def served(device, data):
    """A connection that is served: the end of the one before may reach the
    device after the new one."""
    while True:
        client = device.connect()
        client.sendall(data)
        got = receive(client, len(data))
        if got == data:
            return client
        check(BUSY.startswith(got), f'{got} came back')
        client.close()


def test_one_at_a_time():
    """Others get one line and the end; the first one does not notice. When it has
    gone the next is served."""
    with Device(ECHO) as device:
        for _ in range(20):
            first = served(device, MARK + b'first')
            for _ in range(2):
                with device.connect() as second:
                    second.sendall(b'second')
                    check(receive(second, len(BUSY)) == BUSY, 'line')
                    check(second.recv(100) == b'', 'more than the line')
                exchange(first, b'first again')
            first.close()
            served(device, MARK + b'third').close()


def test_gone_while_busy():
    """A client that goes away without reading does not stop the device; the next one is served."""
    with Device(ECHO) as device:
        for _ in range(5):
            with device.connect() as client:
                client.sendall(MARK)
                client.setblocking(False)
                try:
                    while True:
                        client.send(bytes(65536))
                except BlockingIOError:
                    pass
        with device.connect() as client:
            exchange_after(client, b'\0', MARK + b'what is left of the zeros comes first')
            exchange(client, random.Random(3).randbytes(100000))


def test_last_words():
    """What a client sends before it closes still reaches the device; here it comes back to
    nobody, but in order."""
    with Device(ECHO) as device:
        with device.connect() as client:
            client.sendall(MARK + b'x' * 5000)
        with device.connect() as client:
            exchange_after(client, b'x', MARK + b'the next client')


def exchange_after(client, stale, data):
    """Exchange data; bytes of an earlier client may come back before it."""
    client.sendall(data)
    got = bytearray()
    while not got.endswith(data):
        more = client.recv(65536)
        check(more, 'closed')
        got += more
    check(not got[: -len(data)].strip(stale + MARK), 'foreign bytes')


def test_uart():
    """The bit-exact form against the monitor's own UART."""
    data = random.Random(4).randbytes(20000) + bytes(range(256))
    with Device(ECHO_UART) as device, begun(device) as client:
        got, sent = bytearray(), 0
        while len(got) < len(data):
            room = min(UART_WINDOW - (sent - len(got)), len(data) - sent)
            client.sendall(data[sent : sent + room])
            sent += room
            got += client.recv(65536)
        check(bytes(got) == data, 'bytes lost, changed or out of order')
    check('gnomon_bridge_uart:' not in device.output, device.output)


def test_other_protocols():
    """A web page can make a browser send a frame, but only behind the head of a request."""
    head = b'POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n'
    with Device(ECHO) as device:
        for first in (head, b'GET / HTTP/1.1\r\n\r\n', *(bytes([b]) for b in range(0xA5)), b'\xa6'):
            with device.connect() as client:
                client.sendall(first + MARK)
                check(receive(client, len(FOREIGN)) == FOREIGN, f'{first} is served')
                check(client.recv(100) == b'', 'more than the line')
        for first in (MARK, b'\xff'):
            with device.connect() as client:
                exchange(client, first + b'\0frame')


def test_ports():
    path = os.path.join(SCRATCH, 'port')
    with Device(ECHO, f'+gnomon_port_file={path}') as device:
        with open(path, encoding='ascii') as file:
            check(int(file.read()) == device.port, 'port file')
        with Device(ECHO, f'+gnomon_port={device.port}') as second:
            check(second.port is None, 'two on one port')
            check(second.process.wait(HANG_SECONDS) == 1, 'exit status where the port is taken')
            check(
                'cannot listen' in second.process.stderr.read(), 'message where the port is taken'
            )
    with Device(ECHO, f'+gnomon_port={device.port}') as again:
        check(again.port == device.port, 'the requested port')


if __name__ == '__main__':
    os.makedirs(SCRATCH, exist_ok=True)
    sys.exit(run('bridge', of_module(globals())))
