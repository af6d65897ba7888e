# SPDX-License-Identifier: Apache-2.0
"""Drains that are interrupted, disks that are full, monitors that others have started, and run
directories that are cut off, damaged or foreign: what was drained is kept and reported, and a
second drain resumes.
"""

import json
import os
import resource
import shutil
import signal
import subprocess

import bounds
import expect
from bed import HANG_SECONDS
from bed import (
    GNOMON,
    NODES,
    Experiment,
    Listing,
    Simulator,
    Skipped,
    check,
    elf,
    equal,
    gnomon,
    manifest,
    read,
    refused,
    start_gnomon,
    wait_for,
    write,
)
from stream import EVENT, HEADER, RunDirectory, packets
from test_events import RECURSION, check_run, run_files
from test_losses import begin, told
from truth import Truth

# a second's worth of events that come one by one: each element of the product is stored
FOREIGN = '.a_note.gnomon-abcdef'

SLOW = Experiment(
    'matmul',
    {
        'element': ('address', Listing(elf('matmul')).stores['phase_multiply'][-1]),
        'barrier': ('entry', 'barrier'),
        'barrier_out': ('return', 'barrier'),
        'done': ('entry', 'done'),
    },
    intervals={'barrier': ('barrier', 'barrier_out')},
)


def report_of(run, *options):
    return json.loads(gnomon('report', '--json', run, *options).out)


def journal(run):
    return json.loads(read(os.path.join(run, 'run.json')))


def snapshot(run, place):
    """A copy of an unfinished run, with its report."""
    shutil.copytree(run, place)
    report = report_of(place)
    check(report['run']['state'] in ('running', 'stopped'), f'state {report["run"]["state"]}')
    text = gnomon('report', '--all', place).out
    check('incomplete' in text, f'no word of it:\n{text}')
    return place, report


def check_snapshot(place, report, experiment, truth):
    """Everything in it is true, and the report counts it."""
    for core, records in enumerate(RunDirectory(place).nodes()):
        if not records:
            continue
        node = expect.NodeCheck(experiment, truth, core, records, partial=True)
        equal(
            (report['nodes'][core]['records'], report['nodes'][core]['events']),
            (len(records), len(node.events)),
            f'records and events of {NODES[core]} in {place}',
        )
        equal(
            (report['nodes'][core]['flushed'], report['nodes'][core]['holes']),
            (False, []),
            f'flushed and holes in {place}',
        )


def leave_unfinished(run):
    """What a gnomon leaves that is killed while it writes the journal, and a file of somebody else
    that looks alike."""
    for name in ('.run.json.gnomon-abcdef', FOREIGN):
        with open(os.path.join(run, name), 'w', encoding='utf-8') as file:
            file.write('{')


def interrupted(how, times):
    """The drain ends by a signal, `times` times, and the last one ends the run."""

    def test(folder):
        run, snapshots = run_files(folder), []
        with Simulator(folder, 'soc_bytes', 'matmul') as simulator:
            begin(folder, simulator, SLOW, 'soc_bytes')
            for i in range(times):
                with start_gnomon('drain', '--stop', '-q', run) as process:
                    wanted = journal(run)['count']['events'] + 250
                    wait_for(
                        lambda: (
                            journal(run)['count']['events'] >= wanted or process.poll() is not None
                        ),
                        'events',
                    )
                    equal(process.poll(), None, f'drain {i} before its signal')
                    process.send_signal(how)
                    out, err = process.communicate(timeout=HANG_SECONDS)
                if how == signal.SIGINT:
                    equal(process.returncode, 1, 'exit status')
                    check(
                        err.splitlines()[-1]
                        == f"gnomon: interrupted; 'gnomon drain {run}' resumes from here",
                        f'messages: {err!r}',
                    )
                else:
                    equal((process.returncode, err), (-how, ''), 'exit status and message')
                snapshots.append(snapshot(run, os.path.join(folder, f'snapshot{i}')))
            leave_unfinished(run)
            gnomon('drain', '--stop', '-q', run)
            simulator.wait_done()
            simulator.stop()
            truth = Truth(simulator.truth_path)
        for place, report in snapshots:
            check_snapshot(place, report, SLOW, truth)
        lost, words = told(check_run(folder, 'soc_bytes', SLOW, truth)[0])
        equal(lost, 0, 'lost records')
        equal(
            sorted(os.listdir(run)),
            [
                FOREIGN,
                '.gnomon',
                'experiment.yaml',
                'manifest.json',
                'patterns.json',
                'run.json',
                'trace',
            ],
            'files',
        )
        return words

    return test


def interrupted_run(folder):
    """`gnomon run` at SIGINT: what it drained is kept, and `gnomon drain` resumes."""
    run = run_files(folder)
    path = SLOW.write(os.path.join(folder, 'experiment.yaml'))
    with Simulator(folder, 'soc_bytes', 'matmul') as simulator:
        with start_gnomon('run', path, '-d', simulator.url, '-o', run, '-q') as process:
            wait_for(
                lambda: os.path.exists(run) and journal(run)['count']['events'] > 200, 'events'
            )
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=HANG_SECONDS)
        equal((process.returncode, out), (1, ''), 'exit status and output')
        place, report = snapshot(run, os.path.join(folder, 'snapshot'))
        gnomon('drain', '--stop', '-q', run)
        simulator.wait_done()
        simulator.stop()
        truth = Truth(simulator.truth_path)
    check_snapshot(place, report, SLOW, truth)
    return told(check_run(folder, 'soc_bytes', SLOW, truth)[0])[1]


def two_at_once(folder):
    """A run directory is one program's at a time."""
    run = run_files(folder)
    with Simulator(folder, 'soc_bytes', 'matmul', truth=False) as simulator:
        begin(folder, simulator, SLOW, 'soc_bytes')
        with start_gnomon('drain', '--stop', '-q', run) as process:
            wait_for(lambda: journal(run)['count']['events'] > 100, 'events')
            for command in ('drain', 'stop', 'start'):
                refused([run, 'in use'], command, run)
            equal(process.wait(HANG_SECONDS), 0, 'exit status of the first drain')
    equal(journal(run)['state'], 'complete', 'state')


def limited_disk(folder):
    """Files that may not grow beyond a size: the drain fails with the file's name, and another one
    resumes."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    return full_disk(
        folder,
        run_files(folder),
        lambda *args, **kwargs: gnomon(*args, preexec_fn=limit, **kwargs),
        gnomon,
        'File too large',
        lambda: None,
        lambda: None,
    )


def mounted_disk(folder):
    """A small file system that is really full, in a mount name space of its own."""
    disk = os.path.join(folder, 'disk')
    os.makedirs(disk)
    mount = 'mount -t tmpfs -o size=256k none "$1" && echo ready && exec sleep 1800'
    with subprocess.Popen(
        ['unshare', '-m', 'sh', '-c', mount, 'sh', disk],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as holder:
        if holder.stdout.readline() != 'ready\n':
            raise Skipped('no file system can be mounted here')
        inside = ['nsenter', '-t', str(holder.pid), '-m', '--']
        try:
            return mounted_parts(folder, disk, inside)
        finally:
            holder.kill()


def mounted_parts(folder, disk, inside):
    def within(*args, status=0, **_):
        done = subprocess.run(
            inside + [GNOMON, *map(str, args)],
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
            check=False,
        )
        equal(done.returncode, status, f'gnomon {args[0]}: {done.stderr!r}: exit status')
        done.err, done.out = done.stderr, done.stdout
        return done

    def fill():
        subprocess.run(
            inside
            + [
                'sh',
                '-c',
                f'head -c 16384 /dev/zero >{disk}/spare; cat /dev/zero >{disk}/big; rm {disk}/spare',
            ],
            check=False,
            capture_output=True,
        )

    def make_room():
        subprocess.run(inside + ['rm', f'{disk}/big'], check=True)

    def copy_out():
        subprocess.run(inside + ['cp', '-r', os.path.join(disk, 'run'), folder], check=True)

    return full_disk(
        folder,
        os.path.join(disk, 'run'),
        within,
        within,
        'No space left on device',
        fill,
        make_room,
        copy_out,
    )


def full_disk(folder, run, cramped, roomy, words, fill, make_room, copy_out=None):
    path = RECURSION.write(os.path.join(folder, 'experiment.yaml'))
    with Simulator(folder) as simulator:
        roomy('load', path, '-d', simulator.url, '-o', run)
        roomy('start', run)
        simulator.wait_done()
        fill()
        failure = cramped('drain', '--stop', '-q', run, status=1)
        check(
            failure.err.startswith(f"gnomon: cannot write '{run}/")
            and words in failure.err
            and failure.err.count('\n') == 1,
            f'message {failure.err!r}',
        )
        half = json.loads(roomy('report', '--json', run).out)
        check(half['run']['state'] in ('running', 'stopped'), f'state {half["run"]["state"]}')
        check(
            all(not node['holes'] and not node['missing_bytes'] for node in half['nodes']),
            'the journal and the files disagree',
        )
        failure = cramped('load', path, '-d', simulator.url, '-o', run + '2', status=1)
        check(words in failure.err, f'message {failure.err!r}')
        make_room()
        roomy('drain', '--stop', '-q', run)
        files = json.loads(roomy('report', '--json', run).out)
        equal(files['run']['state'], 'complete', 'state')
        if copy_out:
            copy_out()
        simulator.stop()
        truth = Truth(simulator.truth_path)
    check(
        not [
            name
            for name in os.listdir(os.path.dirname(run))
            if 'run2' in name or '.gnomon-' in name
        ],
        'the load that failed left something',
    )
    lost, told_words = told(check_run(folder, 'soc_bytes', RECURSION, truth)[0])
    equal(lost, 0, 'lost records')
    equal(
        sorted(os.listdir(run_files(folder))),
        ['.gnomon', 'experiment.yaml', 'manifest.json', 'patterns.json', 'run.json', 'trace'],
        'files',
    )
    return f'{sum(node["events"] for node in half["nodes"])} events before, {told_words} after'


def full_output(folder):
    """Standard output that takes nothing."""
    with (
        Simulator(folder, truth=False) as simulator,
        open('/dev/full', 'w', encoding='ascii') as full,
    ):
        for command in (
            [
                'points',
                '--json',
                os.path.join(os.path.dirname(GNOMON), '..', 'sim/programs/events.elf'),
            ],
            ['status', '--json', '-d', simulator.url],
            ['--help'],
        ):
            done = subprocess.run(
                [GNOMON, *command],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                timeout=HANG_SECONDS,
                check=False,
            )
            check(
                done.returncode == 1 and 'No space left' in done.stderr,
                f'{command}: {done.returncode}, {done.stderr!r}',
            )


def started_again(folder):
    """Somebody else starts the monitor between two drains."""
    run, other = run_files(folder), os.path.join(folder, 'other')
    path = RECURSION.write(os.path.join(folder, 'experiment.yaml'))
    with Simulator(folder) as simulator:
        begin(folder, simulator, RECURSION, 'soc_bytes')
        gnomon('drain', '-q', run)
        kept = report_of(run)
        check(sum(node['events'] for node in kept['nodes']), 'nothing was drained')
        gnomon('load', path, '-d', simulator.url, '-o', other)
        gnomon('start', other)
        for command in ('drain', 'stop'):
            refused(['another run', 'started again', run], command, run)
        equal(report_of(run), kept, 'report after the refusal')
        refused([run, 'started before'], 'start', run)
        gnomon('drain', '--stop', '-q', other)
        simulator.stop()
        truth = Truth(simulator.truth_path)
    equal(len(truth.syncs), 3, 'syncs: that of the first load, those of the starts')
    equal(journal(other)['state'], 'complete', 'state of the other run')
    with Simulator(os.path.join(folder, 'fresh'), truth=False) as simulator:  # power was off
        refused(['the monitor was reset', run], 'drain', run, '-d', simulator.url)


def not_begun(folder):
    """Commands report a run that has no trace yet."""
    run = run_files(folder)
    path = RECURSION.write(os.path.join(folder, 'experiment.yaml'))
    with Simulator(folder, truth=False) as simulator:
        gnomon('load', path, '-d', simulator.url, '-o', run)
        for command in ('drain', 'stop', 'report'):
            refused([run, 'started'], command, run)
        refused([run, 'exists already', '--force'], 'load', path, '-d', simulator.url, '-o', run)
        gnomon('load', path, '-d', simulator.url, '-o', run, '--force')
        precious = os.path.join(folder, 'precious')
        os.makedirs(precious)
        write(os.path.join(precious, 'thesis'), 'years of work\n')
        refused(
            [precious, "'thesis', which gnomon did not make"],
            'load',
            path,
            '-d',
            simulator.url,
            '-o',
            precious,
            '--force',
        )
        equal(os.listdir(precious), ['thesis'], 'what is there afterwards')


def a_run(folder):
    """A good run to spoil."""
    path = RECURSION.write(os.path.join(folder, 'experiment.yaml'))
    with Simulator(folder, truth=False) as simulator:
        gnomon('run', path, '-d', simulator.url, '-o', run_files(folder), '-q', '-n')
    return run_files(folder), report_of(run_files(folder))


def spoil(run, name):
    """A copy of the run under another name."""
    copy = os.path.join(os.path.dirname(run), name)
    shutil.rmtree(copy, ignore_errors=True)
    return shutil.copytree(run, copy)


def length(record):
    return 8 + 4 * len(record.words)


def without_file(node):
    return {key: value for key, value in node.items() if key != 'file'}


def cut_off(folder):
    """A stream that ends at any odd place of its last records."""
    run, good = a_run(folder)
    full = RunDirectory(run).nodes()[1]
    copy = spoil(run, 'cut')
    path = os.path.join(copy, 'trace', 'node_1')
    size = RunDirectory(run).journal['nodes'][1]['size']
    with open(path, 'rb') as file:
        held = packets(file.read(size), RunDirectory(run).manifest['nodes'][1]['stream_id'])
    for missing in range(1, 62):
        os.truncate(path, size - missing)
        report = report_of(copy)
        for k, node in enumerate(report['nodes']):
            if k != 1:
                equal(
                    without_file(node),
                    without_file(good['nodes'][k]),
                    f'{node["name"]}, {missing} bytes off',
                )
        whole = sum(record.at + length(record) <= size - missing for record in full)
        last = max(packet.at for packet in held if packet.at < size - missing)
        # a header may be cut off too
        begin = last + HEADER.size if size - missing >= last + HEADER.size else last
        end = max(begin, full[whole - 1].at + length(full[whole - 1]))
        found = report['nodes'][1]
        equal(
            (found['records'], found['missing_bytes']),
            (whole, missing),
            f'records and missing bytes, {missing} bytes off',
        )
        equal(
            sum(hole['bytes'] for hole in found['holes']),
            size - missing - end,
            f'hole, {missing} bytes off',
        )
        bounds.check_bounds(report, good, f'{missing} bytes off')
        text = gnomon('report', '--all', copy).out
        check(
            path in text and f'{missing} bytes' in text,
            f'the file or the {missing} bytes are not named:\n{text}',
        )
        bounds.check_early_end(copy, full[:whole], missing)
    with Simulator(os.path.join(folder, 'again'), truth=False) as simulator:
        for _ in range(2):  # the run number of the run
            gnomon('reset', '-d', simulator.url)
        refused(
            [path, 'cut off', str(size), str(size - 61)],
            'drain',
            unfinished(copy),
            '-d',
            simulator.url,
        )
    for left in (7, 0):  # of the first header
        os.truncate(path, left)
        found = report_of(copy)['nodes'][1]
        equal(
            (found['records'], found['missing_bytes']),
            (0, size - left),
            f'records and missing bytes, {left} bytes left',
        )
    os.unlink(path)
    refused([path, 'No such file'], 'report', copy)
    for name in ('manifest.json', 'run.json', 'patterns.json'):
        copy = spoil(run, 'cut')
        text = read(os.path.join(copy, name))
        write(os.path.join(copy, name), text[: len(text) // 2])
        refused([os.path.join(copy, name)], 'report', copy)
        os.unlink(os.path.join(copy, name))
        refused([name, copy], 'report', copy)
    return '61 places'


def unfinished(run):
    """As if it were to be drained further."""
    path = os.path.join(run, 'run.json')
    value = json.loads(read(path))
    write(path, json.dumps({**value, 'state': 'running'}))
    return run


def damaged(folder):
    """Bytes in the middle that are others: a hole with file and offset, and all the rest."""
    run, good = a_run(folder)
    records = RunDirectory(run).nodes()[2]
    for record in [record for record in records[len(records) // 3 :] if record.kind == EVENT][:7]:
        place = record.at
        copy = spoil(run, 'damaged')
        path = os.path.join(copy, 'trace', 'node_2')
        with open(path, 'r+b') as file:
            file.seek(place)
            file.write(b'\xff' * 8)
        report = report_of(copy)
        for k, node in enumerate(report['nodes']):
            if k != 2:
                equal(
                    without_file(node),
                    without_file(good['nodes'][k]),
                    f'{node["name"]} with bytes damaged at {place}',
                )
        found = report['nodes'][2]
        equal(
            [(hole['offset'], hole['bytes']) for hole in found['holes']],
            [(place, 8)],
            f'holes with bytes damaged at {place}',
        )
        equal(
            (found['records'], found['events']),
            (len(records) - 1, sum(record.kind == EVENT for record in records) - 1),
            f'records and events with bytes damaged at {place}',
        )
        text = gnomon('report', '--all', copy).out
        check(
            f'{path}' in text and str(place) in text,
            f'file or offset {place} is not named:\n{text}',
        )


def foreign(folder):
    """Directories that are no run, or not one run."""
    run, _ = a_run(folder)
    cases = {
        'absent': (None, ['No such file']),
        'random': (lambda copy: [shutil.rmtree(copy), os.makedirs(copy)], ['not a run directory']),
        'manifest': (
            lambda copy: shutil.copy(manifest('soc_short'), os.path.join(copy, 'manifest.json')),
            [RunDirectory(run).manifest['hash']],
        ),
        'stream': (
            lambda copy: shutil.copy(
                os.path.join(run, 'trace', 'node_1'), os.path.join(copy, 'trace', 'node_0')
            ),
            ['node_0', "'core1'", "'core0'"],
        ),
        'text': (
            lambda copy: write(os.path.join(copy, 'trace', 'node_0'), 'no trace at all\n'),
            ['node_0'],
        ),
        'number': (
            lambda copy: write(
                os.path.join(copy, 'run.json'), json.dumps({**journal(run), 'run': 77})
            ),
            ['run 130', '77'],
        ),
        'json': (lambda copy: write(os.path.join(copy, 'run.json'), '[]'), ['run.json']),
    }
    for name, (change, words) in cases.items():
        copy = spoil(run, name)
        if change:
            change(copy)
        else:
            shutil.rmtree(copy)
        refused([copy, *words], 'report', copy)
        refused([copy], 'drain', copy, '-d', 'tcp:127.0.0.1:1') if name in (
            'absent',
            'random',
            'json',
        ) else None
    refused([GNOMON, 'not a run directory'], 'report', GNOMON)
    return f'{len(cases) + 1} cases'


TESTS = {
    'damage/sigint': interrupted(signal.SIGINT, 2),
    'damage/sigkill': interrupted(signal.SIGKILL, 4),
    'damage/run_sigint': interrupted_run,
    'damage/two_at_once': two_at_once,
    'damage/limited_disk': limited_disk,
    'damage/full_disk': mounted_disk,
    'damage/full_output': full_output,
    'damage/started_again': started_again,
    'damage/not_begun': not_begun,
    'damage/cut_off': cut_off,
    'damage/bytes': damaged,
    'damage/foreign': foreign,
}
