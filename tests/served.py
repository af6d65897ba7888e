# SPDX-License-Identifier: Apache-2.0
"""A `gnomon serve` as a process, and what it answers."""

import http.client
import os
import re
import signal
import subprocess

from checks import check, until

SERVERS = []


class Served:
    def __init__(self, gnomon, run, *args, **environment):
        self.process = subprocess.Popen(
            [gnomon, 'serve', run, *args],
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        SERVERS.append(self.process)
        line = self.process.stdout.readline()
        found = re.fullmatch(r'serving on http://127\.0\.0\.1:(\d+)/#token=([0-9a-f]{32})\n', line)
        check(found, f'the first line is {line!r}: {found or self.process.stderr.read()}')
        self.port, self.token = int(found[1]), found[2]

    def get(self, path, method='GET', host=None, token=None, tag=None):
        """Status, headers and body."""
        client = http.client.HTTPConnection('127.0.0.1', self.port)
        client.putrequest(method, path, skip_host=host is not None)
        if host:
            client.putheader('Host', host)
        if token:
            client.putheader('Authorization', f'Bearer {token}')
        if tag:
            client.putheader('If-None-Match', tag)
        client.endheaders()
        answer = client.getresponse()
        body = answer.read().decode()
        client.close()
        return answer.status, answer.headers, body

    def children(self):
        """Processes that it has started and that have not ended."""
        with open(f'/proc/{self.process.pid}/task/{self.process.pid}/children') as file:
            return [int(child) for child in file.read().split()]

    def child(self):
        """The only one, once there is one."""
        until(self.children, 'a process that reads the run')
        return self.children()[0]

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        check(self.process.wait() == 0, f'status {self.process.returncode} after {number}')
        check(self.process.stderr.read() == '', 'messages')


def end_all():
    for process in SERVERS:
        process.kill()
