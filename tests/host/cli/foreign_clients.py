# SPDX-License-Identifier: Apache-2.0
"""Clients of `gnomon serve-link` that speak another protocol than the link: tests of
test_serve_link.py.
"""

import binascii
import json
import os
import struct

from serving import Client, Device, Monitor, Server, check, gnomon, record, until, well

EVENTS = 100
LINE = b'gnomon: no frame of the link\n'


def start():
    """A START of run 7, as a page can put it into the body of a request."""
    head = struct.pack('<BBHB', 0xA5, 3, 0, 0)
    load = bytes(range(1, 8)) + b'\x07'
    return head + struct.pack('>H', binascii.crc_hqx(head, 0xFFFF)) + load


POST = (
    b'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://example.org\r\n'
    b'Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n' % len(start())
)
SAME = b'\xa5\xff'  # a frame begins, or one that was cut off is ended


def state(server, model):
    """What `gnomon status` prints, but for the time, which goes on."""
    status = json.loads(well('status', '-d', server.url, '-m', model.manifest, '--json'))
    check(status.pop('cycle') > 0, 'the monitor has a time')
    return status


def test_a_web_page_reaches_no_device(folder):
    with Monitor(folder, EVENTS) as model, Server(model.url) as server:
        before = state(server, model)
        for whole in (POST + start(), b'GET / HTTP/1.1\r\n\r\n' + start(), b'\0' + start()):
            for pieces in ((whole,), (whole[:1], whole[1:])):
                with Client(server) as client:
                    for piece in pieces:
                        try:
                            client.send(piece)
                        except OSError:  # it is refused already
                            check(piece is not pieces[0], 'the first byte is refused')
                    check(client.refused(LINE), 'a page is served')
                server.noted(f'{client.local} is disconnected: it sends no frame of the link')
        after = state(server, model)
        check(before == after, f'a page has changed {before} into {after}')


def test_the_first_byte_is_one_of_the_link(folder):
    path = os.path.join(folder, 'token')
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), 'wb') as file:
        file.write(b'correct-horse-battery-staple')
    with Device(record) as device, Server(device.url) as server:
        for byte in range(256):
            first = bytes([byte])
            with Client(server) as client:
                client.send(first)
                if first in SAME:
                    until(lambda: device.seen, 'the byte')
                    device.seen = b''
                else:
                    check(client.refused(LINE), f'{first} is served')
        check(device.seen == b'', f'{device.seen!r} at the device')
        status, _, err = gnomon('status', '-d', f'{server.url}?token={path}')
        check(status == 1 and 'takes no token' in err, err)
