# SPDX-License-Identifier: Apache-2.0
"""Serves a live page and its data, as `gnomon serve` does."""

import functools
import http.server


class Server(http.server.BaseHTTPRequestHandler):
    """A live page and its data, of which each answer has another tag."""

    def __init__(self, page, answers, log, *more):
        self.page, self.answers, self.log = page, answers, log
        super().__init__(*more)

    def do_GET(self):
        data = self.page
        kind = 'text/html'
        if self.path != '/':
            self.log.append((self.path, self.headers.get('Authorization')))
            data, kind = self.answers[min(len(self.log), len(self.answers)) - 1], 'application/json'
        if data is None:
            self.send_error(503)
            return
        self.send_response(200)
        self.send_header('Content-Type', kind)
        self.send_header('ETag', f'"{len(self.log)}"')
        self.end_headers()
        self.wfile.write(data.encode())

    def log_message(self, *_):
        pass


def server(page, answers, log):
    """On a port of its own; what is fetched beside the page is added to `log`."""
    handler = functools.partial(Server, page, answers, log)
    return http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
