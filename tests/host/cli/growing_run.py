# SPDX-License-Identifier: Apache-2.0
"""A run of the model, and a copy of it that grows."""

import json
import os
import shutil
import subprocess

from checks import check, until

EVENTS = 30000
PAGE = 4096
EXPERIMENT = """gnomon: 1
manifest: model.json
points:
  a: { address: 0x100 }
  b: { address: 0x200 }
  end: { address: 0x300 }
actions: { b: [record, sample, reset] }
intervals: { i: { from: a, to: b } }
until: { point: end }
limit: 1 h
"""


def make_run(gnomon, server, place):
    """A complete run of the model, of both programs."""
    manifest, port = os.path.join(place, 'model.json'), os.path.join(place, 'port')
    model = subprocess.Popen([server, manifest, port, f'{EVENTS}+'])
    try:
        until(lambda: os.path.exists(port) and os.path.getsize(port), 'the model listens')
        with open(port) as file:
            url = f'tcp:127.0.0.1:{file.read().strip()}'
        with open(os.path.join(place, 'e.yaml'), 'w') as file:
            file.write(EXPERIMENT)
        run = os.path.join(place, 'run')
        command = [gnomon, 'run', '-q', os.path.join(place, 'e.yaml'), '-d', url, '-o', run]
        answer = subprocess.run(
            command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )
        check(answer.returncode == 0, answer.stderr)
    finally:
        model.kill()
        model.wait()
    return run


class Growing:
    """A copy of a run, drained in steps."""

    def __init__(self, run, to):
        shutil.copytree(run, to)
        self.run, self.to = run, to
        with open(os.path.join(run, 'run.json')) as file:
            self.journal = json.load(file)
        self.whole = []
        for node in self.journal['nodes']:
            with open(os.path.join(run, 'trace', node['stream']), 'rb') as file:
                self.whole.append(file.read())

    def write(self, state, part):
        """The run with this part of its pages."""
        now = json.loads(json.dumps(self.journal))
        now['state'] = state
        for node, whole in zip(now['nodes'], self.whole, strict=True):
            pages = len(whole) // PAGE
            node['size'] = len(whole) if state == 'complete' else int(pages * part) * PAGE
            node['done'] = node['flush'] = state == 'complete'
            with open(os.path.join(self.to, 'trace', node['stream']), 'r+b') as file:
                file.write(whole[: node['size']])
                file.write(b'\xa5' * (0 if state == 'complete' else 100))  # torn
                file.truncate()
        if state == 'loaded':
            now.pop('run')
        new = os.path.join(self.to, 'new')
        with open(new, 'w') as file:
            json.dump(now, file)
        os.rename(new, os.path.join(self.to, 'run.json'))
