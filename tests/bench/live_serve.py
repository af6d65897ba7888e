#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Somebody who looks at a run that grows: a browser's page and Prometheus, much too often.

live_serve.py GNOMON RUN RESULT: starts `gnomon serve RUN`, fetches its metrics all the time and the
page's data, with what needs all of the trace, every two seconds until the run is complete, and
prints how far the metrics are. RESULT is JSON: what the server took of the processor, its slowest
answers, and the seconds from the last metrics to the whole of what needs all of the trace.
"""

import json
import os
import re
import resource
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from served import Served

PAUSE = 0.1  # seconds between two looks at the metrics
PAGE = 2  # and between two of a page
PAGE_PATHS = '/data.json', '/whole.json'
REACHED = re.compile(r'^gnomon_run_cycles (\d+)', re.MULTILINE)


class Client:
    def __init__(self, server):
        self.server = server
        self.slowest, self.answers, self.oldest = {}, {}, 0

    def fetch(self, path, **more):
        since = time.monotonic()
        status, headers, body = self.server.get(path, **more)
        took = time.monotonic() - since
        self.slowest[path] = max(self.slowest.get(path, 0), took)
        if status == 200:
            self.answers[path] = self.answers.get(path, 0) + 1
            self.oldest = max(self.oldest, int(headers['Age']))
        return body if status == 200 else ''

    def watch(self):
        page = 0
        while True:
            body = self.fetch('/metrics')
            reached = REACHED.search(body)
            if reached:
                print(reached[1], flush=True)
            if '\ngnomon_run_complete 1\n' in body:
                return int(reached[1])
            if time.monotonic() - page >= PAGE:
                page = time.monotonic()
                for path in PAGE_PATHS:
                    self.fetch(path, token=self.server.token)
            time.sleep(PAUSE)

    def wait_for_whole(self, end):
        """Seconds until what needs all of the trace is of all of it."""
        since = time.monotonic()
        while True:
            body = self.fetch('/whole.json', token=self.server.token)
            if body and json.loads(body)['end'] == end:
                return time.monotonic() - since
            time.sleep(PAUSE)


def main():
    gnomon, run, result = sys.argv[1:]
    client = Client(Served(gnomon, run))
    whole_after = client.wait_for_whole(client.watch())
    client.server.end()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(result, 'w') as file:
        json.dump(
            {
                'cpu': used.ru_utime + used.ru_stime,
                'slowest_ms': {path: 1000 * took for path, took in client.slowest.items()},
                'answers': client.answers,
                'oldest': client.oldest,
                'whole_after': whole_after,
            },
            file,
        )


if __name__ == '__main__':
    main()
