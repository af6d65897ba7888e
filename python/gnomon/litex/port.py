# SPDX-License-Identifier: Apache-2.0
"""The monitor's byte port as registers of the SoC: for UARTBone, and any other bridge to its bus.

Register `data`, 32 bits: up to three bytes at a time, the first in bits 7..0, and their number in
bits 25..24. Reading it takes the bytes from the monitor. Bit 27 is 1: there is a port. Bits 31..28
are how many more words the host may write (15: or more). A word that is written without room is
lost, as a byte on a wire is; the monitor's protocol repeats it.
"""

from litex.gen import LiteXModule
from litex.soc.interconnect import stream
from litex.soc.interconnect.csr import CSR
from migen import Case, If, Signal

BYTES = 3  # of a word
WORDS = 16  # that the host can write ahead


class BytePort(LiteXModule):
    """`rx`: to the monitor, `tx`: from it; endpoints of 8 bits."""

    def __init__(self):
        self.rx = stream.Endpoint([('data', 8)])
        self.tx = stream.Endpoint([('data', 8)])
        self.data = CSR(32)
        self.from_host()
        self.to_host()

    def from_host(self):
        self.queue = queue = stream.SyncFIFO([('data', 8 * BYTES), ('count', 2)], WORDS)
        self.comb += [
            queue.sink.valid.eq(self.data.re),
            queue.sink.data.eq(self.data.r[: 8 * BYTES]),
            queue.sink.count.eq(self.data.r[24:26]),
        ]
        at = Signal(2)
        last = at + 1 >= queue.source.count
        bytes_of = {i: self.rx.data.eq(queue.source.data[8 * i : 8 * i + 8]) for i in range(BYTES)}
        self.comb += [
            self.rx.valid.eq(queue.source.valid & (queue.source.count != 0)),
            Case(at, bytes_of),
            queue.source.ready.eq((queue.source.count == 0) | (self.rx.ready & last)),
        ]
        self.sync += If(self.rx.valid & self.rx.ready, If(last, at.eq(0)).Else(at.eq(at + 1)))

    def to_host(self):
        count, data = Signal(2), Signal(8 * BYTES)
        room = Signal(max=WORDS + 1)
        self.comb += [
            room.eq(WORDS - self.queue.level),
            self.tx.ready.eq((count != BYTES) & ~self.data.we),
            self.data.w[: 8 * BYTES].eq(data),
            self.data.w[24:26].eq(count),
            self.data.w[27].eq(1),
            If(room > 15, self.data.w[28:].eq(15)).Else(self.data.w[28:].eq(room)),
        ]
        places = {i: data[8 * i : 8 * i + 8].eq(self.tx.data) for i in range(BYTES)}
        self.sync += If(self.data.we, count.eq(0)).Elif(
            self.tx.valid & self.tx.ready, Case(count, places), count.eq(count + 1)
        )
