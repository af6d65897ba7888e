# SPDX-License-Identifier: Apache-2.0
"""A client of the monitor's link, by docs/design/interfaces.md, that shares no code with the host
program. It expects an undamaged link.
"""

import socket
import struct

from suite import HANG_SECONDS


READ_REGS, READ_BUFFER, WRITE, START, STOP, SELECT, LIMIT, POST = range(8)
HEAD, STATE = 32, 48  # registers
ALL, LIVE, COLLECT, ASK = 255, 256, 512, 2048
EVENT, RATIO, GAP, BEAT, SYNC, FLUSH, DATUM = range(1, 8)
BUCKET = 9
TRIGGER, WORD, LOAD, COUNTER = range(11, 15)
SEGMENT = 16
BLOCKS = BUCKET, COUNTER, SEGMENT
SOURCES = EVENT, DATUM, TRIGGER, WORD  # what is recorded of a clock
FRAME_SLOTS = 256


def crc16(data):
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return struct.pack('>H', crc)


class Link:
    def __init__(self, port, far=False):
        """far: addresses of the trace buffer have four bytes."""
        self.far = far
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=HANG_SECONDS)
        self.seq = 0

    def close(self):
        self.socket.close()

    def _receive(self, count):
        data = b''
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            assert more, 'closed'
            data += more
        return data

    def op(self, op, address=0, n=0, payload=b''):
        self.seq = (self.seq + 1) % 32
        far = self.far and op in (READ_BUFFER, LIMIT, POST)
        form = '<BBIB' if far else '<BBHB'
        header = struct.pack(form, 0xA5, op | self.seq << 3, address, n)
        header += crc16(header)
        self.socket.sendall(header + payload)
        assert self._receive(len(header)) == header, 'wrong echo'
        answer = self._receive((n + 1) * 8 if op in (READ_REGS, READ_BUFFER, WRITE, START) else 0)
        assert self._receive(2) == crc16(answer), 'wrong crc'
        assert op not in (WRITE, START) or answer == payload, 'wrong echo of the payload'
        return answer

    def head(self):
        return struct.unpack_from('<H', self.op(READ_REGS, HEAD // 8))[0]

    def start(self, nonce=1):
        """A START; the monitor knows the nonce from then on, and the number of
        the run, which is not 0."""
        run = 0x80 | self.run() + 1 & 0x7F
        self.op(START, payload=struct.pack('<Q', nonce | run << 56))
        state = self.op(READ_REGS, STATE // 8, 1)
        assert state[3::2] == struct.pack('<Q', nonce)[:7], 'wrong nonce'
        assert state[1] == run, 'wrong run number'

    def run(self):
        """Number of the run, 0 from the monitor's reset to the first START."""
        return self.op(READ_REGS, STATE // 8)[1]

    def load(self, base, cells):
        """Write the selected nodes' table whose first cell is at base."""
        cells += bytes(-len(cells) % 8)
        for at in range(0, len(cells), 8 * FRAME_SLOTS):
            part = cells[at : at + 8 * FRAME_SLOTS]
            self.op(WRITE, (base + at) // 8, len(part) // 8 - 1, part)

    def slots(self, begin, end):
        """Slots of the trace buffer as (word 0, word 1)."""
        rows = []
        while begin < end:
            count = min(FRAME_SLOTS, end - begin)
            rows += struct.iter_unpack('<II', self.op(READ_BUFFER, begin, count - 1))
            begin += count
        return rows
