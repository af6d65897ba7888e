# SPDX-License-Identifier: Apache-2.0
"""`gnomon serve-link` as a user, and as a stranger, meets it: what passes, who is refused, and what
happens when a client or the device misbehaves or goes.

usage: test_serve_link.py GNOMON MODEL_SERVER [PART-OF-A-NAME]
"""

import binascii
import json
import os
import pty
import random
import shutil
import signal
import socket
import struct
import sys
import tempfile
import threading
import time
import traceback
import tty

import foreign_clients
from serving import (
    Client,
    Device,
    Monitor,
    Server,
    check,
    counted,
    deaf,
    echo,
    flood,
    gnomon,
    held,
    record,
    until,
    well,
)

BUSY = b'gnomon: busy\n'
READY = b'gnomon: ready\n'
REQUIRED = b'gnomon: token required\n'
WRONG = b'gnomon: token refused\n'
TOKEN = b'correct-horse-battery-staple'
EVENTS = 4000
BAUD = 1000000
SOME = b'\xa5\x00\xff\n\x11\x13bytes'
EXPERIMENT = """gnomon: 1
manifest: model.json
points:
  a: { address: 0x100 }
  b: { address: 0x200 }
  end: { address: 0x300 }
intervals: { i: { from: a, to: b } }
"""


def write(folder, name, text, mode=0o600):
    path = os.path.join(folder, name)
    with open(path, 'wb') as file:
        file.write(text)
    os.chmod(path, mode)
    return path


def experiment(folder, more=''):
    return write(folder, 'e.yaml', (EXPERIMENT + more).encode())


def token_file(folder, text=TOKEN + b'\n'):
    return write(folder, f'token{len(os.listdir(folder))}', text)


def contents(run):
    """All that a run recorded, without the names and times of this run."""
    report = json.loads(well('report', run, '--json'))
    with open(os.path.join(run, 'run.json'), encoding='utf-8') as file:
        journal = json.load(file)
    check(journal['state'] == 'complete', journal['state'])
    for node in report['nodes']:
        node.pop('file')
    trace = os.path.join(run, 'trace')
    streams = sorted(name for name in os.listdir(trace) if name != 'metadata')
    sizes = [os.path.getsize(os.path.join(trace, name)) for name in streams]
    return well('events', run, '--json'), report['nodes'], sizes


# What passes


def test_a_run_is_the_same_as_without_it(folder):
    path = experiment(folder, 'until: { point: end }\n')
    runs = [os.path.join(folder, name) for name in ('straight', 'served')]
    with Monitor(folder, EVENTS) as model:
        well('run', path, '-d', model.url, '-o', runs[0], '-n', '-q')
    with Monitor(folder, EVENTS) as model, Server(model.url) as server:
        well('run', path, '-d', server.url, '-o', runs[1], '-n', '-q')
    straight, served = map(contents, runs)
    check(straight[0].count('\n') > EVENTS, 'the run has no events')
    check(straight == served, f'{straight[1:]} is not {served[1:]}')


def drained(folder, url, name):
    run = os.path.join(folder, name)
    well('load', experiment(folder), '-d', url, '-o', run)
    well('start', run)
    well('drain', run, '--stop', '--limit', 1, '-q')  # by the clock: the limit itself
    return contents(run)


def test_a_serial_port_at_its_rate(folder):
    with Monitor(folder, 1, BAUD) as model:
        straight = drained(folder, model.url, 'straight')
    for more in (('--baud', BAUD), None):
        with Monitor(folder, 1, BAUD) as model:
            args = (model.url, *more) if more else (f'{model.url}@{BAUD}',)
            with Server(*args) as server:
                served = drained(folder, server.url, f'served{more}')
        check(straight == served, f'{more}: {straight} is not {served}')


def test_a_client_has_no_rate(folder):
    with Monitor(folder, 1, BAUD) as model, Server(model.url) as server:
        status, _, err = gnomon('status', '-d', server.url, '-t', 50)
        check(status == 1 and 'no answer from the monitor' in err, f'{status}: {err}')


def test_a_rate_that_has_no_effect(folder):
    with Monitor(folder, 1, BAUD) as model, Device(echo) as device:
        for url in (f'{model.url}@{BAUD}', device.url):
            status, out, err = gnomon('serve-link', '-d', url, '--baud', 9600)
            check(status == 1 and "'--baud' has no effect" in err and not out, err)


def test_every_byte_passes(_):
    chance = random.Random(1)
    data = b'\xa5' + chance.randbytes(1 << 20)
    with Device(echo) as device, Server(device.url) as server, Client(server) as client:

        def send():
            left = data
            while left:
                part = chance.randrange(1, 9000)
                client.send(left[:part])
                left = left[part:]

        sender = threading.Thread(target=send)
        sender.start()
        got = client.receive(len(data))
        sender.join()
        check(got == data, 'the bytes that came back differ')
        check(device.seen == data, 'the bytes at the device differ')


def test_the_address_as_json(_):
    with Device(echo) as device, Server(device.url, '--json') as server:
        wanted = {'url': server.url, 'device': device.url, 'token': False}
        check(json.loads(server.first) == wanted, server.first)
    with Device(echo) as device, Server(device.url) as server:
        check(server.first == f'listening on {server.url}\n', server.first)


# One client at a time


def test_a_second_client_is_refused(_):
    with Device(echo) as device, Server(device.url) as server, Client(server) as first:
        first.exchange(SOME)
        for _ in range(20):
            with Client(server) as second:
                second.send(b'second')
                check(second.rest() == BUSY, 'the second client got something else')
        status, _, err = gnomon('status', '-d', server.url)
        check(status == 1 and 'another client is connected to the monitor' in err, err)
        first.exchange(b'on')
        check(device.seen == SOME + b'on', f'{device.seen!r} at the device')
        server.noted('busy: another client is connected')


def test_the_next_client_is_never_refused(_):
    with Device(echo) as device, Server(device.url) as server:
        for _ in range(30):
            Client(server).close()
        for number in range(10):
            with Client(server) as client:
                client.exchange(b'\xa5%d' % number)
        check('refused' not in server.err(), server.err()[-200:])


def test_stale_bytes_go_to_nobody(_):
    with Device(record) as device, Server(device.url) as server:
        stale = 0
        for number in range(10):
            with Client(server) as client:
                client.send(b'\xa5request')
                until(lambda: device.seen == b'\xa5request', 'the request')
                device.seen = b''
            left = time.monotonic()
            with Client(server) as client:
                server.noted(f'{client.local} connected')
                if time.monotonic() - left < 0.05:  # else the device counts as quiet
                    device.socket.sendall(b'stale')
                    stale += 1
                client.send(b'\xa5fresh')
                until(lambda: device.seen == b'\xa5fresh', 'the next request')
                device.seen = b''
                device.socket.sendall(b'answer%d' % number)
                check(client.receive(7) == b'answer%d' % number, 'the next client got old bytes')
        check(stale, 'no stale byte in time')


def test_requests_of_a_client_that_left_are_discarded(_):
    """The device takes what the server had written when the client left, and no byte more."""
    with Device(held) as device, Server(device.url) as server:
        with Client(server) as client:
            sent = pushed(client)
            linger = struct.pack('ii', 1, 0)  # leaves at once, with what it has not sent
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        server.noted('left')
        written = stops_growing(device.queued)
        check(written < sent, 'the server had no byte left')
        device.orders.put(b'')
        until(lambda: len(device.seen) >= written, 'what was written')
        with Client(server) as client:
            client.send(b'\xa5fresh')
            until(lambda: device.seen.endswith(b'\xa5fresh'), 'the next request')
        check(len(device.seen) == written + 6, f'{len(device.seen)} bytes, {written} written')


def test_bytes_without_a_client_go_to_nobody(_):
    with Device(record) as device, Server(device.url) as server:
        device.orders.put(b'idle')
        time.sleep(0.05)
        with Client(server) as client:
            client.send(b'\xa5hello')
            until(lambda: device.seen == b'\xa5hello', 'the request')
            device.orders.put(b'answer')
            check(client.receive(6) == b'answer', 'bytes of before')


def frame():
    """A WRITE of two slots."""
    header = struct.pack('<BBHB', 0xA5, 2 | 7 << 3, 0, 1)
    return header + struct.pack('>H', binascii.crc_hqx(header, 0xFFFF)) + bytes(range(16))


def test_a_client_that_leaves_in_a_frame(folder):
    whole = frame()
    with Monitor(folder, EVENTS) as model, Server(model.url, '-q') as server:
        for count in range(1, len(whole) + 1):
            with Client(server) as client:
                client.send(whole[:count])
                if count % 2:  # the model has got it
                    client.silent(0.02)
            well('status', '-d', server.url, '-m', model.manifest, '-t', 50)


def test_once(_):
    with Device(echo) as device, Server(device.url, '--once') as server:
        with Client(server) as page:
            page.send(foreign_clients.POST)
            check(page.refused(foreign_clients.LINE), 'a web page is served')
        with Client(server) as first:
            first.exchange(SOME)
            with Client(server) as second:
                check(second.rest() == BUSY, 'the second client is served')
            first.exchange(SOME)
        status, err = server.end()
        check(status == 0, f'{status}: {err}')


# Tokens


def greet(client, token):
    client.send(b'gnomon: token ' + token + b'\n')


def test_the_right_token(folder):
    path = token_file(folder)
    with Monitor(folder, EVENTS) as model, Server(model.url, '-k', path) as server:
        well('status', '-d', f'{server.url}?token={path}', '-m', model.manifest)
        well('status', '-d', f'{server.url}?token={path}', '-m', model.manifest)
    with Device(echo) as device, Server(device.url, '-k', path) as server:
        with Client(server) as client:
            greet(client, TOKEN)
            check(client.line() == READY, 'no welcome')
            client.exchange(SOME)
            check(device.seen == SOME, f'{device.seen!r} at the device')
            with Client(server) as second:
                greet(second, TOKEN)
                check(second.rest() == BUSY, 'a second client with the token')
            status, _, err = gnomon('status', '-d', f'{server.url}?token={path}')
            check(status == 1 and 'another client is connected' in err, err)


def refused(server, send, line):
    with Client(server) as client:
        client.send(send)
        got = client.rest()
        check(got == line, f'{send!r}: {got!r}, not {line!r}')


def test_a_wrong_token(folder):
    path = token_file(folder)
    wrong = (TOKEN[:-1], TOKEN + b'x', TOKEN[:-1] + b'E', b'', b'x' * 256, TOKEN.upper(), b'\0')
    wrong += (TOKEN + b'\0', TOKEN + b'\n' + SOME)
    with Device(record) as device, Server(device.url, '-k', path) as server:
        for token in wrong:
            begun = time.monotonic()
            refused(server, b'gnomon: token ' + token + b'\n', WRONG)
            check(time.monotonic() - begun >= 0.4, f'{token!r} is refused at once')
        refused(server, b'gnomon: token ' + b'y' * 4000, WRONG)
        other = token_file(folder, b'z' * 30)
        status, _, err = gnomon('status', '-d', f'{server.url}?token={other}')
        check(status == 1 and 'the server refused the token' in err, err)
        check(b'z' * 30 not in err.encode(), 'the token is in a message')
        device.orders.put(b'secret')
        check(not device.seen, f'{device.seen!r} at the device')
        with Client(server) as client:
            greet(client, TOKEN)
            check(client.line() == READY, 'the right token after wrong ones')
        server.noted('wrong token')
        check(TOKEN.decode() not in server.err(), 'the token is in a message')


def test_no_token(folder):
    path = token_file(folder)
    with Device(record) as device, Server(device.url, '-k', path) as server:
        for send in (SOME, b'x', b'gnomon: xoken ', b'\n', b'gnomon: '):
            refused(server, send, REQUIRED)
        refused(server, b'', REQUIRED)
        status, _, err = gnomon('status', '-d', server.url)
        check(status == 1 and 'the server requires a token' in err, err)
        check(not device.seen, f'{device.seen!r} at the device')


def test_strangers_do_not_occupy_the_board(folder):
    path = token_file(folder)
    with Device(echo) as device, Server(device.url, '-k', path) as server:
        strangers = [Client(server) for _ in range(4)]
        with Client(server) as client:
            greet(client, TOKEN)
            check(client.line() == READY, 'no welcome')
            client.exchange(SOME)
            for stranger in strangers:
                check(stranger.rest() == REQUIRED, 'a stranger got something else')
                stranger.close()
            client.exchange(SOME)
    with Device(echo) as device, Server(device.url, '-k', path) as server:
        strangers = [Client(server) for _ in range(24)]  # more than the server waits for
        with Client(server) as client:
            greet(client, TOKEN)
            check(client.line() == READY, 'no welcome after many')
        ends = [stranger.rest() for stranger in strangers]
        check(set(ends) <= {b'', REQUIRED}, f'{ends}')
        check(ends[0] == b'', 'the oldest stranger kept its place')
        for stranger in strangers:
            stranger.close()


def test_a_token_for_a_server_without(folder):
    path = token_file(folder)
    with Monitor(folder, EVENTS) as model:
        status, _, err = gnomon('status', '-d', f'{model.url}?token={path}')
        check(status == 1 and 'no answer to the token' in err, err)
        well('status', '-d', model.url)


def test_token_files(folder):
    os.mkfifo(os.path.join(folder, 'fifo'))
    bad = (
        (write(folder, 'group', TOKEN, 0o640), 'is open to other users (mode 0640)'),
        (write(folder, 'others', TOKEN, 0o604), 'is open to other users (mode 0604)'),
        (write(folder, 'writers', TOKEN, 0o620), 'is open to other users (mode 0620)'),
        (write(folder, 'short', b'x' * 15 + b'\n'), 'too short: tokens have 16 to 256'),
        (write(folder, 'empty', b''), 'too short'),
        (write(folder, 'long', b'x' * 257), 'too long'),
        (write(folder, 'huge', b'x' * 100000), 'too long'),
        (write(folder, 'blank', b'x' * 15 + b' y'), 'not one line of printable characters'),
        (write(folder, 'lines', TOKEN + b'\n' + TOKEN + b'\n'), 'not one line'),
        (write(folder, 'bytes', TOKEN + b'\xff'), 'not one line'),
        (os.path.join(folder, 'none'), 'No such file'),
        (os.path.join(folder, 'fifo'), 'it is a FIFO'),
    )
    with Device(record) as device:
        for path, words in bad:
            for args in (
                ('serve-link', '-d', device.url, '-k', path),
                ('status', '-d', f'{device.url}?token={path}'),
            ):
                status, out, err = gnomon(*args)
                check(status == 1 and words in err and not out, f'{args}: {status}: {err}')
                check('xxxxx' not in err and TOKEN.decode() not in err, f'a token in {err}')
        for count in (16, 256):
            path = token_file(folder, b'x' * count)
            with Monitor(folder, EVENTS) as model, Server(model.url, '-k', path) as server:
                well('status', '-d', f'{server.url}?token={path}')


def test_other_machines_need_a_token(_):
    with Device(record) as device:
        for address in ('0.0.0.0:0', '[::]:0'):
            status, out, err = gnomon('serve-link', '-d', device.url, '--listen', address)
            check(status == 2 and 'other machines can reach' in err and not out, err)
        for address, words in (
            ('127.0.0.1', 'is not of the form ADDRESS:PORT'),
            (':7000', 'is not of the form ADDRESS:PORT'),
            ('127.0.0.1:65536', 'ports are 0 to 65535'),
            ('127.0.0.1:http', 'ports are 0 to 65535'),
        ):
            status, out, err = gnomon('serve-link', '-d', device.url, '--listen', address)
            check(status == 2 and words in err and not out, err)
        for query in ('?', '?token=', '?tokens=x', '?baud=1'):
            status, _, err = gnomon('status', '-d', device.url + query)
            check(status == 1 and 'is not of the form tcp:HOST:PORT[?token=FILE]' in err, err)
        check(not device.socket, 'the device was opened')


# What goes wrong


def stops_growing(count):
    """Waits until a count has stayed the same for a while; what it is then."""
    last, since = count(), time.monotonic()
    while time.monotonic() - since < 0.5:
        time.sleep(0.05)
        if count() != last:
            last, since = count(), time.monotonic()
    return last


def pushed(client):
    """Sends as much as the server and the kernel take; bytes."""
    count = [0]

    def push():
        try:
            count[0] += client.socket.send(b'\xff' * 65536)
        except BlockingIOError:
            pass
        return count[0]

    client.socket.setblocking(False)
    return stops_growing(push)


def test_a_client_that_stops_reading(_):
    with Device(flood) as device, Server(device.url) as server:
        before = server.bytes_resident()
        with Client(server, receive_room=4096) as slow:
            slow.receive(100)
            sent = stops_growing(lambda: device.sent)
            check(server.bytes_resident() - before < 4 << 20, 'the server grows')
            with Client(server) as second:
                check(second.rest() == BUSY, 'the second client')
            server.noted('is disconnected: it takes no bytes')
            until(lambda: device.sent > sent, 'the device goes on')
        with Client(server) as client:
            client.receive(100000)


def test_a_slow_client_keeps_its_connection(_):
    """It takes longer than the server waits for one that takes nothing."""
    with Device(flood) as device, Server(device.url) as server:
        with Client(server, receive_room=4096) as slow:
            begun, place = time.monotonic(), slow.receive(1)[0] + 1
            while time.monotonic() - begun < 12:  # by the clock: more than STALL_MS
                check(slow.receive(2000) == counted(place, 2000), f'bytes are lost at {place}')
                place += 2000
                time.sleep(0.05)
        check('takes no bytes' not in server.err(), server.err())


def test_a_device_that_takes_nothing(_):
    with Device(deaf) as device, Server(device.url) as server:
        before = server.bytes_resident()
        with Client(server) as client:
            pushed(client)
            check(server.bytes_resident() - before < 4 << 20, 'the server grows')
            with Client(server) as second:
                check(second.rest() == BUSY, 'the second client')
        server.noted('the device takes no bytes')
        with Client(server) as client:
            client.send(SOME)
            server.noted(f'{client.local} connected')
        status, err = server.signal(signal.SIGTERM)
        check(status == 0, f'{status}: {err}')


def test_a_port_that_is_pulled(_):
    for connected in (False, True):
        near, far = pty.openpty()
        tty.setraw(far)
        path = os.ttyname(far)
        os.close(far)
        with Server(f'tty:{path}') as server:
            client = Client(server) if connected else None
            if client:
                server.noted('connected')
            os.close(near)
            status, err = server.end()
            check(status == 1 and path in err and 'is gone' in err, f'{status}: {err}')
            if client:
                check(client.rest() == b'', 'the client got bytes')
                client.close()


def test_a_device_that_closes(_):
    with Device(echo) as device, Server(device.url) as server, Client(server) as client:
        client.exchange(SOME)
        device.socket.shutdown(socket.SHUT_RDWR)
        check(client.rest() == b'', 'the client got bytes')
        status, err = server.end()
        check(status == 1 and f"device '{device.url}': the other side closed" in err, err)


def test_a_device_with_another_client(_):
    def busy(device):
        device.socket.sendall(BUSY)
        device.socket.shutdown(socket.SHUT_WR)
        device.socket.recv(1)

    with Device(busy) as device, Server(device.url) as server:
        status, err = server.end()
        check(status == 1 and 'another client is connected to the monitor' in err, err)


def test_a_device_that_cannot_be_opened(_):
    for url, words in (
        ('tcp:127.0.0.1:1', 'cannot connect'),
        ('tty:/dev/null', 'is not a serial port'),
        ('smoke:signals', 'unknown kind of device'),
    ):
        status, out, err = gnomon('serve-link', '-d', url)
        check(status == 1 and words in err and not out, f'{url}: {status}: {err}')
    status, _, err = gnomon('serve-link')
    check(status == 2 and 'no monitor is named' in err, f'{status}: {err}')


def test_signals_end_it(folder):
    path, slowest = token_file(folder), 0
    for number in (signal.SIGINT, signal.SIGTERM):
        for situation in ('alone', 'client', 'stranger', 'flood', 'deaf'):
            act = {'flood': flood, 'deaf': deaf}.get(situation, echo)
            args = ('-k', path) if situation == 'stranger' else ()
            with Device(act) as device, Server(device.url, *args) as server:
                client = None if situation == 'alone' else Client(server, receive_room=4096)
                if situation == 'deaf':
                    client.send(b'\xff' * 100000)
                elif situation != 'alone':
                    client.silent(0.05)
                begun = time.monotonic()
                status, err = server.signal(number)
                slowest = max(slowest, time.monotonic() - begun)
                check(status == 0, f'{situation}: {status}: {err}')
                if client:
                    client.close()
    print(f'the slowest end after a signal took {slowest:.2f} s')


def main():
    part = sys.argv[3] if len(sys.argv) > 3 else ''
    names = {**globals(), **vars(foreign_clients)}
    tests = [f for name, f in names.items() if name.startswith('test_') and part in name]
    failed = 0
    for test in tests:
        folder = tempfile.mkdtemp(prefix='gnomon-serve-')
        begun = time.monotonic()
        try:
            test(folder)
        except Exception:
            failed += 1
            print(f'test_serve_link: {test.__name__}:')
            traceback.print_exc(file=sys.stdout)
        shutil.rmtree(folder)
        if os.environ.get('V'):
            print(f'{test.__name__}: {time.monotonic() - begun:.1f} s')
    print(f'serve-link: {len(tests) - failed} passed, {failed} failed')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
