# SPDX-License-Identifier: Apache-2.0
"""A TCP port of this machine that a test answers on."""

import socket
import threading

from suite import HANG_SECONDS


class Listener:
    """Listens on `port`, one client at a time, which `serve` talks with. Use in a `with` block."""

    def __init__(self):
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        self.url = f'tcp:127.0.0.1:{self.port}'
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(HANG_SECONDS)

    def _listen(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return  # the test is over
            with client:
                self.serve(client)
