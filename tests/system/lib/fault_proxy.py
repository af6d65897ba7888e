# SPDX-License-Identifier: Apache-2.0
"""A TCP proxy that damages what goes through it, the same way each time for the same seed.

usage: fault_proxy.py PORT_OF_THE_DEVICE [SEED [PROBABILITY]]

Each byte, in both directions, is flipped, lost, doubled, or has another one put in before it, with
that probability (default 1/2000). Prints the port to connect to.
"""

import random
import socket
import sys
import threading

from listener import Listener

KINDS = ('flip', 'lose', 'double', 'insert')
TO_DEVICE, TO_HOST = 0, 1


class Rate:
    """Faults at random."""

    def __init__(self, seed, probability, kinds=KINDS):
        self.random = [random.Random(f'{seed} {direction}') for direction in (TO_DEVICE, TO_HOST)]
        self.probability, self.kinds = probability, kinds
        self.made, self.made_of = 0, dict.fromkeys(kinds, 0)

    def at(self, direction, _):
        if self.random[direction].random() >= self.probability:
            return None
        kind = self.random[direction].choice(self.kinds)
        self.made += 1
        self.made_of[kind] += 1
        return kind

    def pick(self, direction):
        return self.random[direction]


class Single:
    """One fault, at one place."""

    def __init__(self, direction, position, kind, seed=0):
        self.place, self.kind = (direction, position), kind
        self.random = random.Random(f'{seed} {direction} {position} {kind}')
        self.made = 0

    def at(self, direction, position):
        if self.made or (direction, position) != self.place:
            return None
        self.made += 1
        return self.kind

    def pick(self, _):
        return self.random


def damage(byte, kind, chance):
    """What is sent in place of the byte."""
    if kind == 'flip':
        return bytes([byte ^ 1 << chance.randrange(8)])
    if kind == 'lose':
        return b''
    if kind == 'double':
        return bytes([byte, byte])
    return bytes([chance.choice([0xA5, chance.randrange(256)]), byte])


class FaultProxy(Listener):
    """The way to a device with faults in it. Positions count from the start of the proxy."""

    def __init__(self, device_port, faults):
        self.device_port, self.faults = device_port, faults
        self.positions = [0, 0]
        self.cut, self.held = False, [False, False]
        super().__init__()

    def serve(self, client):
        with socket.create_connection(('127.0.0.1', self.device_port)) as device:
            for side in (client, device):
                side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            device.sendall(b'\xff')  # a bridge serves nobody who begins with a damaged byte
            back = threading.Thread(target=self._pump, args=(device, client, TO_HOST), daemon=True)
            back.start()
            self._pump(client, device, TO_DEVICE)
            back.join()

    def _pump(self, source, sink, direction):
        try:
            while data := source.recv(65536):
                sink.sendall(self._damaged(data, direction))
                if self.cut:
                    break
        except OSError:
            pass  # one side has gone: so goes the other
        for side in (source, sink):
            try:
                side.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has gone before

    def _damaged(self, data, direction):
        out = bytearray()
        for byte in data:
            kind = self.faults.at(direction, self.positions[direction])
            self.positions[direction] += 1
            if kind == 'cut':  # the link breaks; only for one client
                self.cut = True
            if kind == 'hold':  # what comes from now on in this direction stays here
                self.held[direction] = True
            if self.cut or self.held[direction]:
                break
            if kind:
                out += damage(byte, kind, self.faults.pick(direction))
            else:
                out.append(byte)
        return bytes(out)


def main():
    seed = sys.argv[2] if len(sys.argv) > 2 else '0'
    probability = float(sys.argv[3]) if len(sys.argv) > 3 else 1 / 2000
    with FaultProxy(int(sys.argv[1]), Rate(seed, probability)) as proxy:
        print(proxy.port, flush=True)
        proxy.thread.join()


if __name__ == '__main__':
    main()
