# SPDX-License-Identifier: Apache-2.0
"""Serves a monitor behind a SoC's bus to gnomon, over a running litex_server.

litex_server --uart --uart-port=/dev/ttyUSB1 &
python3 -m gnomon.litex --csr-csv=build/BOARD/csr.csv &
gnomon run experiment.yaml -d tcp:127.0.0.1:2000 -o run
"""

import argparse
import os
import select
import signal
import socket
import sys

from litex.tools.litex_client import RemoteClient

from gnomon.litex.port import BYTES

REGISTER = '{name}_port_data'
READS = 16  # words asked for at a time, where the monitor has more than one
THERE = 1 << 27  # in each word of a port
TAKEN = 4096  # bytes of gnomon that wait here at most
IDLE_S = 0.002  # between two looks at a monitor that has nothing


class Registers:
    """The byte port of a monitor, through the register that gnomon.litex.port describes."""

    def __init__(self, client, address):
        self.client, self.address = client, address
        self.room = 0

    def read(self):
        """What the monitor has sent. ConnectionError without an answer."""
        data = self.words(1)
        if len(data) == BYTES:
            data += self.words(READS)
        return data

    def words(self, count):
        words = self.client.read(self.address, length=count, burst='fixed')
        if not all(word & THERE for word in words):  # RemoteClient has 0 for what does not come
            raise ConnectionError('no answer of the SoC')
        self.room = words[-1] >> 28
        return b''.join(
            (word & 0xFFFFFF).to_bytes(BYTES, 'little')[: word >> 24 & 3] for word in words
        )

    def write(self, data):
        """Sends the beginning of `data`, and returns the rest."""
        while data and self.room:
            part, data = data[:BYTES], data[BYTES:]
            self.client.write(self.address, int.from_bytes(part, 'little') | len(part) << 24)
            self.room -= 1
        return data


def serve(listener, registers):
    """One client after the other, until the process is ended."""
    while True:
        peer, _ = listener.accept()
        with peer:
            relay(peer, registers)


def relay(peer, registers):
    """Between a client and the monitor, until the client is gone."""
    waiting, idle = b'', 0
    while True:
        wanted = [peer] if len(waiting) < TAKEN else []
        ready, _, _ = select.select(wanted, [], [], idle)
        try:
            data = peer.recv(TAKEN) if ready else None
        except ConnectionResetError:
            return
        if data == b'':
            return
        waiting += data or b''
        answer = registers.read()
        waiting = registers.write(waiting)
        try:
            peer.sendall(answer)
        except (BrokenPipeError, ConnectionResetError):
            return
        idle = 0 if answer or waiting else IDLE_S


def address_of(path, name):
    """The register's address, by LiteX's list of registers."""
    register = REGISTER.format(name=name)
    with open(path, encoding='utf-8') as file:
        for line in file:
            words = line.strip().split(',')
            if words[:2] == ['csr_register', register]:
                return int(words[2], 0)
    raise SystemExit(
        f"gnomon.litex: '{path}': no register '{register}': the SoC needs add_gnomon(soc, "
        "link='bone'), and its name in --name"
    )


def main():
    parser = argparse.ArgumentParser(
        prog='python3 -m gnomon.litex',
        description='Serves a monitor behind the bus of a LiteX SoC to gnomon, over litex_server.',
        allow_abbrev=False,
    )
    parser.add_argument('--csr-csv', required=True, help="LiteX's list of registers")
    parser.add_argument('--name', default='gnomon', help='of add_gnomon (default: %(default)s)')
    parser.add_argument(
        '--server', type=int, default=1234, help='port of litex_server (default: %(default)s)'
    )
    parser.add_argument(
        '--port', type=int, default=2000, help='port for gnomon; 0: any (default: %(default)s)'
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if not os.path.isfile(options.csr_csv):
        parser.error(f"no file '{options.csr_csv}'")
    address = address_of(options.csr_csv, options.name)
    client = RemoteClient(port=options.server, csr_csv=options.csr_csv)
    try:
        client.open()
    except OSError as error:
        raise SystemExit(
            f'gnomon.litex: no litex_server at port {options.server}: {error.strerror}'
        ) from error
    with socket.create_server(('127.0.0.1', options.port)) as listener:
        print(f'tcp:127.0.0.1:{listener.getsockname()[1]}', flush=True)
        try:
            serve(listener, Registers(client, address))
        except OSError as error:
            raise SystemExit(f'gnomon.litex: litex_server: {error}') from error


if __name__ == '__main__':
    main()
