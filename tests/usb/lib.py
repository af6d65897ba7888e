# SPDX-License-Identifier: Apache-2.0
"""What the tests of USB devices share: a model of a monitor, and programs in the test bed."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from checks import HANG_SECONDS as HANG
from counted import check

EVENTS = 3000  # of a run, by the model's script; one more of each node is the end point
NODES = 2
EXPERIMENT = """gnomon: 1
manifest: {manifest}
points:
  a: {{ address: 0x100 }}
  b: {{ address: 0x200 }}
  end: {{ address: 0x300 }}
intervals: {{ i: {{ from: a, to: b }} }}
until: {{ point: end }}
limit: 1 h
"""


# the rates at which a serial line is tried, in this order, for as long as the limit allows
USUAL = (
    '115200 1000000 3000000 12000000 2000000 4000000 8000000 6000000 5000000 921600 500000 '
    '460800 230400 57600 38400 19200 9600'
).split()


def rates_of(text, boards):
    """The rates at which each board was tried, and those that no time was left for, as said."""
    said = re.findall(r'; tried at ([0-9, ]+)(?:; no time was left for ([0-9, ]+))?;', text)
    check('boards of which rates are said', len(said) == boards, text)
    return [tuple(part.split(', ') if part else [] for part in pair) for pair in said]


class Monitor:
    """A model of a monitor at a TCP port, with files of its own in a folder. With `ppm` its clock
    is the host's raw one, fast by so much."""

    def __init__(self, server, folder, name='model', *more, events=EVENTS, ppm=None):
        self.manifest = os.path.join(folder, f'{name}.json')
        file = os.path.join(folder, f'{name}.port')
        self.zero = file + '.zero'  # when time 0 of a run was, with `ppm`
        clock = {} if ppm is None else {'MODEL_PPM': str(ppm)}
        self.server = subprocess.Popen(
            [server, self.manifest, file, str(events), *more], env=os.environ | clock
        )
        end = time.monotonic() + HANG
        while not os.path.exists(file):
            if self.server.poll() is not None or time.monotonic() > end:
                raise SystemExit('the model of a monitor does not start')
            time.sleep(0.02)
        self.port = open(file).read().strip()

    def close(self):
        self.server.kill()
        self.server.wait()

    def direct(self, gnomon, *command):
        """A command without USB: the monitor at its TCP port."""
        return subprocess.run(
            [gnomon, *command, '-d', f'tcp:127.0.0.1:{self.port}'],
            capture_output=True,
            text=True,
            timeout=HANG,
        )


def parts_of(report):
    """What the devices' reports say: their parts, with their numbers. Those of the second device
    have a 2 behind their names, and so on."""
    parts, count = {}, {}
    for line in report.splitlines():
        name, *words = line.split()
        count[name] = count.get(name, 0) + 1
        name += str(count[name]) if count[name] > 1 else ''
        parts[name] = {k: int(v) for k, v in (word.split('=') for word in words)}
    return parts


class Done:
    """How a command ended, and what the chip looked like then."""

    def __init__(self, status, out, err, report):
        self.status, self.out, self.err = status, out, err
        self.parts = parts_of(report)

    def __str__(self):
        return f'status {self.status}: {self.err.strip()} {self.parts}'


class Bench:
    """A model of a monitor, and the bed in which programs meet it behind USB."""

    def __init__(self, bed, server, gnomon, asan):
        self.bed, self.gnomon, self.asan = map(os.path.abspath, (bed, gnomon, asan))
        self.started = 0
        self.folder = tempfile.TemporaryDirectory(prefix='gnomon-usb-')
        os.chmod(self.folder.name, 0o755)  # for a user who may not open the device
        self.server, self.monitors = server, []
        self.monitor = self.serve('model')
        with open(self.path('e.yaml'), 'w') as f:
            f.write(EXPERIMENT.format(manifest=self.monitor.manifest))

    def serve(self, name, *more, **how):
        """Starts one more model, with files of that name."""
        self.monitors.append(Monitor(self.server, self.folder.name, name, *more, **how))
        return self.monitors[-1]

    def close(self):
        for monitor in self.monitors:
            monitor.close()
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def start(self, keys, command, **more):
        """A command in the bed with these keys. The folder of the bed goes with this bench."""
        self.started += 1
        report = self.path(f'report{self.started}')
        env = dict(os.environ, TMPDIR=self.folder.name, BED_REPORT=report)
        words = [self.bed] + [f'{k}={v}' for k, v in keys.items()]
        process = subprocess.Popen(
            [*words, '--', *map(str, command)],
            env=env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **more,
        )
        process.report = report
        return process

    def end(self, process):
        out, err = process.communicate(timeout=HANG)
        return Done(process.returncode, out, err, open(process.report).read())

    def do(self, *command, monitor=True, **keys):
        """Runs a command to its end, with the monitor behind the device."""
        if monitor:
            keys['port'] = self.monitor.port
        return self.end(self.start(keys, command))

    def interrupt(self, keys, *command):
        """A command that is interrupted once it uses a device ends long before its own limit, which
        is 20 s at least."""
        pid_file, pid = self.path('pid'), None
        words = ' '.join(map(str, command))
        process = self.start(keys, ['sh', '-c', f'echo $$ >{pid_file}; exec {words}'])
        end = time.monotonic() + HANG
        while time.monotonic() < end and not has_device(pid):
            time.sleep(0.02)
            if os.path.exists(pid_file):
                pid = open(pid_file).read().strip()
        begin = time.monotonic()
        os.kill(int(pid), signal.SIGINT)
        done = self.end(process)
        os.remove(pid_file)
        took = time.monotonic() - begin
        check(f'interrupt, {keys}', done.status == 1 and 'interrupted' in done.err, done)
        check(f'interrupt before the limit, {keys}', took < 15, took)

    def measure(self, url, program=None, **keys):
        """The main job: a whole run, with its report as JSON."""
        command = [program or self.gnomon, 'run', self.path('e.yaml'), '-o', self.path('run')]
        return self.do(*command, '-d', url, '-f', '-q', '--json', **keys)

    def direct(self, *command):
        """A command without USB: the monitor at its TCP port."""
        return self.monitor.direct(self.gnomon, *command)


def has_device(pid):
    """Whether the process has opened a USB device."""
    files = f'/proc/{pid}/fd'
    try:
        return any('/dev/bus/usb/' in os.readlink(f'{files}/{fd}') for fd in os.listdir(files))
    except OSError:
        return False


def timeless(text):
    """A report without what differs from run to run."""
    report = json.loads(text)
    for key in 'run', 'device', 'started', 'host_clock':
        del report['run'][key]
    for node in report['nodes']:
        del node['file']
    return report


def events_of(text):
    return sum(node['events'] for node in json.loads(text)['nodes'])


def sanitized(err):
    """What a sanitizer reported."""
    return re.findall(r'runtime error:.*|ERROR: \w+Sanitizer.*', err)
