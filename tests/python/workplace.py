# SPDX-License-Identifier: Apache-2.0
"""What the tests share: programs, folders, and runs of all kinds."""

import contextlib
import ctypes
import functools
import json
import os
import shutil
import struct
import subprocess

import boards_file
import many

HANG_SECONDS = int(os.environ.get('HANG_SECONDS', 1800))  # ends what hangs
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..'))


HZ = 100_000_000
OTHER_HZ = 333_333_333  # several of its cycles are one of the other clock


class Place:
    """The programs of a build, and a folder for files."""

    def __init__(self, build, folder):
        self.build, self.folder, self.session = build, folder, None
        self.numbers = iter(range(1_000_000))

    def output(self, command, status=0):
        """Standard output of a command that must end so; status None: as it likes."""
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=HANG_SECONDS,
        )
        assert status in (None, done.returncode), (command, done.returncode, done.stderr)
        return done.stdout

    def gnomon(self, *words, status=0):
        return self.output([os.path.join(self.build, 'bin', 'gnomon'), *words], status)

    def events(self, run):
        """The lines of `gnomon events --json`."""
        return [json.loads(line) for line in self.gnomon('events', run, '--json').splitlines()]

    def report(self, run):
        """`gnomon report --json`, with all rows."""
        return json.loads(self.gnomon('report', run, '--json', '--all'))

    def new(self):
        """A path that is free."""
        return os.path.join(self.folder, f'new{next(self.numbers)}')

    @functools.cached_property
    def runs(self):
        """Run directories by name, which have all kinds of records between them."""
        found = {}
        for line in self.output([os.path.join(self.build, 'bin', 'write_runs')]).splitlines():
            name, path = line.split()
            found[name] = os.path.join(self.folder, name)
            shutil.move(path, found[name])
        found['hole'] = os.path.join(self.folder, 'hole')
        shutil.copytree(found['random'], found['hole'])
        with open(f'{found["hole"]}/trace/node_1', 'r+b') as file:  # bytes that are no records
            file.seek(48 + 800)
            file.write(b'\xff' * 24)
        found['filtered'] = os.path.join(self.folder, 'filtered')
        self.gnomon(
            'filter', found['random'], found['filtered'], '--drop', 'event == b and time > 2000'
        )
        found['kept'] = os.path.join(self.folder, 'kept')
        self.gnomon('filter', found['kinds'], found['kept'], '--keep', 'kind == event')
        return found

    @functools.cached_property
    def boards(self):
        """Runs of two boards, by the name of the run that both boards had, the second one four
        seconds later."""
        return {
            name: self.two_boards(self.runs[name])
            for name in ('random', 'lossy', 'messages', 'messages_ticks', 'pairs', 'hole', 'frozen')
        }

    @functools.cached_property
    def clocks(self):
        """Such runs, of which the second board has another nominal clock."""
        return {
            name: self.two_boards(self.runs[name], hz=OTHER_HZ)
            for name in ('random', 'lossy', 'messages', 'messages_ticks', 'pairs', 'system')
        }

    def two_boards(self, run, late=4 * 10**12, left=20_000, right=-30_000, hz=HZ):
        """A run of two boards, each of which had this one: the second one `late` ps later, with
        clocks that are fast by so many ppb. `hz`: nominal clock of the second one."""
        path, boards = self.new(), []
        broken = {'check': 'intervals', 'with': 'left', 'times': 1, 'at_ps': 5, 'by': 17}
        shared = {'wander_ppb': 100, 'tick_ps': 10_000, 'failed': 1, 'broken': broken}
        for name, hz_of, start, fast in (
            ('left', HZ, 10**12, left),
            ('right', hz, 10**12 + late, right),
        ):
            shutil.copytree(run, f'{path}/{name}')
            with open(f'{path}/{name}/manifest.json', 'r+', encoding='utf-8') as file:
                manifest = json.load(file)
                file.seek(0)
                file.truncate()
                json.dump({**manifest, 'clock_hz': hz_of}, file)
            pulses = [
                (
                    cycle,
                    start + cycle * 10**12 * (10**9 - fast) // (hz_of * 10**9),
                    1_000_000 + cycle,
                )
                for cycle in (0, 100_000, 2_000_000)
            ]
            boards.append({'name': name, 'clock_hz': hz_of, 'pulses': pulses, **shared})
        boards_file.write(path, boards)
        return path

    @functools.cached_property
    def few_writer(self):
        """What writes runs of many.py."""
        return many.Writer(self, self.new())

    @functools.cached_property
    def few(self):
        """Some runs of many.py, and what is in them."""
        return many.write(self, 12)

    @functools.cached_property
    def thousand(self):
        """A thousand of them."""
        return many.write(self, 1000)

    def copy(self, name):
        """A copy of one of them, to be changed."""
        path = self.new()
        shutil.copytree(self.runs[name], path)
        return path

    def cut(self, name, node, size):
        """A copy of one of them whose file of a node ends early, and how long it was. Its run.json
        states all lengths."""
        path = self.copy(name)
        with open(f'{path}/run.json', encoding='utf-8') as file:
            journal = json.load(file)
        files = [f'{path}/trace/node_{k}' for k in range(len(os.listdir(f'{path}/trace')) - 1)]
        journal['nodes'] = [{'size': os.path.getsize(file)} for file in files]
        with open(f'{path}/run.json', 'w', encoding='utf-8') as file:
            json.dump(journal, file)
        whole = os.path.getsize(files[node])
        os.truncate(files[node], size)
        return path, whole

    @functools.cached_property
    def spark(self):
        """A session of Spark in this process."""
        from pyspark.sql import SparkSession

        os.environ['SPARK_LOCAL_IP'] = '127.0.0.1'
        builder = SparkSession.builder.master('local[2]').appName('gnomon')
        for name, value in {  # what is short starts soon
            'spark.driver.extraClassPath': f'{self.build}/jars/*',
            'spark.driver.extraJavaOptions': '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
            'spark.sql.codegen.wholeStage': 'false',
            'spark.sql.adaptive.enabled': 'false',
            'spark.ui.enabled': 'false',
            'spark.driver.host': '127.0.0.1',
            'spark.driver.bindAddress': '127.0.0.1',
            'spark.sql.shuffle.partitions': '1',
            'spark.sql.warehouse.dir': os.path.join(self.folder, 'warehouse'),
            'spark.local.dir': self.folder,
            'spark.log.level': 'ERROR',
            'spark.ui.showConsoleProgress': 'false',
        }.items():
            builder = builder.config(name, value)
        self.session = builder.getOrCreate()
        return self.session

    def close(self):
        if self.session:
            self.session.stop()


def opened(folder, call):
    """The names of the files in a folder that are opened during a call, as the kernel reports
    them; and what the call returns."""
    libc, in_open = ctypes.CDLL(None, use_errno=True), 0x20
    watch = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    assert watch >= 0 and libc.inotify_add_watch(watch, os.fsencode(folder), in_open) >= 0
    try:
        answer, names = call(), set()
        with contextlib.suppress(BlockingIOError):
            while events := os.read(watch, 1 << 20):
                while events:
                    size = 16 + struct.unpack_from('=iIII', events)[3]
                    names.add(events[16:size].rstrip(b'\0').decode())
                    events = events[size:]
    finally:
        os.close(watch)
    return names - {''}, answer  # without a name: the folder itself


def refused(error, call, *words, **named):
    """The message of an exception that must come."""
    try:
        call(*words, **named)
    except error as found:
        return str(found)
    raise AssertionError(f'{call} of {words} {named} did not raise {error}')
