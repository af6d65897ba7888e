# SPDX-License-Identifier: Apache-2.0
"""Windows of a run by its index, beside those of the same run without one: value by value, on
random runs with losses, loads, segments, pauses, processes and damage."""

import os
import pathlib
import random
import shutil
import subprocess

import analysis
import gnomon
import pyarrow

INDEX = 'trace.index'
SEEDS = 1
DRAINS = 2
LEAST_PLACES = 10
WINDOWS = 3
LONG = 400_000  # records
ROOTS = 'post', 'get'
TABLES = 'events', 'intervals', 'samples', 'gaps'


def made(place, *how):
    """The runs that write_windows makes, by name."""
    found = {}
    program = os.path.join(place.build, 'bin', 'write_windows')
    for line in place.output([program, *how]).splitlines():
        name, path = line.split()
        found[name] = place.new()
        # with its times, which the index has
        shutil.copytree(path, found[name], copy_function=shutil.copy2)
        shutil.rmtree(path)
    return found


def written(place, seed):
    """The random runs of a seed, by name: as they are, damaged, filtered, and as two boards."""
    found = made(place, str(seed))
    chance = random.Random(seed)
    for name in ('mixed', 'segments', 'messages', 'lines'):
        damaged = found[f'damaged {name}'] = place.new()
        shutil.copytree(found[name], damaged)
        damage(f'{damaged}/trace/node_0', chance)
    filtered = found['filtered'] = place.new()
    place.gnomon('filter', found['mixed'], filtered, '--drop', 'event == c and time > 20000')
    found['boards'] = place.two_boards(found['mixed'])
    found['messages of boards'] = place.two_boards(found['messages'])
    return found


def damage(path, chance):
    """Bytes of a stream become others, behind its first packet header."""
    size = os.path.getsize(path)
    with open(path, 'r+b') as file:
        for _ in range(12):
            file.seek(8 * chance.randrange(16, size // 8 - 16))
            file.write(chance.randbytes(chance.choice((1, 8, 40))))


def has_calls(run):
    """Whether points of a run are the entries and the returns of functions."""
    return any('"post"' in path.read_text() for path in pathlib.Path(run).rglob('patterns.json'))


def has_ports(run):
    """Whether nodes of a run have event ports."""
    return any(
        '"bus":"strobe"' in path.read_text() for path in pathlib.Path(run).rglob('manifest.json')
    )


def said_of_messages(place, run, first, last, part):
    """What is said of the messages of a window."""
    out = os.path.join(place.folder, 'messages.pftrace')
    place.gnomon('export', run, '--format', 'perfetto', '--output', out, *part)
    found = {
        'messages': place.gnomon('messages', run, *part),
        'messages --json': place.gnomon('messages', run, '--json', *part),
        'csv messages': place.gnomon(
            'export', run, '--format', 'csv', '--what', 'messages', '--output', '-', *part
        ),
        'messages table': pyarrow.table(
            gnomon.open(run).table('messages', since=first, until=last)
        ),
        'perfetto': pathlib.Path(out).read_bytes(),
    }
    os.remove(out)
    return found


def has_segments(run):
    """Whether nodes of a run have units of segments."""
    return any(
        '"segments":[{' in path.read_text() for path in pathlib.Path(run).rglob('manifest.json')
    )


def said_of_segments(place, run, part):
    """The segments of a window as signals, and one unit of them as what drives these; and what is
    said of those that are not whole."""
    found = {}
    for suffix, which in (('vcd', []), ('v', ['--node', 'core0', '--unit', 'path'])):
        out = os.path.join(place.folder, f'segments.{suffix}')
        done = subprocess.run(
            [os.path.join(place.build, 'bin', 'gnomon'), 'export', run, '--output', out]
            + [*which, *part],
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        found[suffix] = pathlib.Path(out).read_bytes(), done.stderr
        os.remove(out)
    return found


def answers(place, run, first, last):
    """What each command and table says of a window."""
    part = ['--from', str(first), '--to', str(last)]
    found = {
        'events': place.gnomon('events', run, *part),
        'events --json': place.gnomon('events', run, '--json', *part),
    }
    if has_calls(run):
        found['calls'] = place.gnomon('calls', run, '--json', *part)
        found['calls flat'] = place.gnomon('calls', run, '--flat', *part)
        for root in ROOTS:
            found[f'calls root {root}'] = place.gnomon(
                'calls', run, '--json', '--root', root, *part
            )
    if has_ports(run):
        found |= said_of_messages(place, run, first, last, part)
    if has_segments(run):
        found |= said_of_segments(place, run, part)
    if first == last:
        found['at'] = place.gnomon('report', run, '--at', str(first))
        found['at --json'] = place.gnomon('report', run, '--json', '--at', str(first))
    for table in TABLES:
        found[f'csv {table}'] = place.gnomon(
            'export', run, '--format', 'csv', '--what', table, '--output', '-', *part
        )
        found[table] = pyarrow.table(gnomon.open(run).table(table, since=first, until=last))
    return found


def messages_within(run, windows):
    """The messages of windows as the table of all of the run has them."""
    rows = pyarrow.table(gnomon.open(run).table('messages')).to_pylist() if has_ports(run) else []
    ends = [(r['from'], r['to'], r['queued'] if r['kind'] == 'queued' else None) for r in rows]
    return [
        [
            row
            for row, times in zip(rows, ends, strict=True)
            if any(time is not None and first <= time <= last for time in times)
        ]
        for first, last in windows
    ]


def behind(run, places):
    """What fired, and the samples, right behind each place, where most depends on its state."""
    opened = gnomon.open(run)
    return [
        pyarrow.table(opened.table(table, since=time + 1, until=time + 300))
        for time in places
        for table in ('events', 'samples')
    ]


def behind_losses(run, chance):
    """Windows that end behind a loss, perhaps before it is known what it hides."""
    ends = [to for to in pyarrow.table(gnomon.open(run).table('gaps'))['to'].to_pylist() if to]
    return [(max(0, end - 500), end + 2000) for end in chance.sample(ends, min(WINDOWS, len(ends)))]


def compare(place, run, name, chance, places):
    """With the index, which has these places, and without it."""
    end = gnomon.open(run).about['end']
    windows = [(0, end), (end // 2, end)]
    for _ in range(WINDOWS):
        for first in (chance.randrange(end), chance.choice(places) + 1):
            windows.append((first, max(first, min(end, first + chance.choice((0, 100, 5000))))))
    windows += behind_losses(run, chance)
    seek_behind = behind(run, places)
    seek = [answers(place, run, *window) for window in windows]
    for rows, found in zip(messages_within(run, windows), seek, strict=True):
        assert not rows or rows == found['messages table'].to_pylist(), (run, name)
    report = place.gnomon('report', run, '--json', '--all')
    os.remove(os.path.join(run, INDEX))
    assert seek_behind == behind(run, places), (run, name)
    for window, found in zip(windows, seek, strict=True):
        for what, value in answers(place, run, *window).items():
            assert value == found[what], (run, name, window, what)
    assert report == place.gnomon('report', run, '--json', '--all'), (run, name)


def compare_one(place, run):
    """The answers of a window by the index of the drain, and by the whole trace."""
    end = gnomon.open(run).about['end']
    window = end // 2, end // 2 + 5000
    seek = answers(place, run, *window)
    os.remove(os.path.join(run, INDEX))
    os.mkdir(os.path.join(run, INDEX))  # so that there can be none
    assert seek == answers(place, run, *window)


def index(place, run):
    """Makes the index of a run, with many places: their times."""
    program = os.path.join(place.build, 'bin', 'write_windows')
    return [int(line) for line in place.output([program, 'index', run]).splitlines()]


def test_windows_by_the_index_are_those_of_the_whole_run(place):
    for seed in range(SEEDS):
        for name, run in written(place, seed).items():
            compare(place, run, name, random.Random(seed), index(place, run))


def test_index_of_a_drain_is_that_of_the_run(place):
    """It is made while the run grows, and leads to the same answers as the trace."""
    program = os.path.join(place.build, 'bin', 'write_windows')
    for seed in range(DRAINS):
        for name, run in made(place, 'drain', str(seed)).items():
            places = [int(line) for line in place.output([program, 'places', run]).splitlines()]
            assert len(places) >= LEAST_PLACES, (name, seed, places)
            if name == 'drained-messages':
                only_a_part_is_read(place, run)
            if name == 'long':
                compare_one(place, run)
            else:
                compare(place, run, name, random.Random(seed), places)


def test_rounds_of_lines_are_in_the_index_where_they_are_few(place):
    """By the first command, in a part of the trace that is below a hundredth with all else."""
    for name, run in made(place, 'lines', '5').items():
        window = half_way(place, run)
        place.gnomon('events', run, '--to', '0')
        path = os.path.join(run, INDEX)
        assert os.path.exists(path) == (name == 'few-rounds'), name
        if name == 'few-rounds':
            trace = sum(file.stat().st_size for file in os.scandir(f'{run}/trace'))
            assert os.path.getsize(path) * 100 < trace
            only_a_part_is_read(place, run)
            compare_one(place, run)
        else:
            assert answers(place, run, *window)['events']


def half_way(place, run):
    """A cycle in the middle of a run, and a window from there."""
    end = gnomon.open(run).about['end']
    return [end // 2, end // 2 + end // 50]


def stamp(path):
    """The times of a file."""
    st = os.stat(path)
    return st.st_atime_ns, st.st_mtime_ns


def spoil(path):
    """Records of the first half of a stream become bytes that are none."""
    with open(path, 'r+b') as file:
        file.seek(8 * (os.path.getsize(path) // 64))
        file.write(b'\xff' * 400)


def only_a_part_is_read(place, run):
    """By the index of a copy: what lies before a window may be anything, as long as the file seems
    to be the one that it was."""
    copy = place.new()
    shutil.copytree(run, copy, copy_function=shutil.copy2)
    window = half_way(place, copy)
    before = answers(place, copy, *window)
    times = {k: stamp(f'{copy}/trace/node_{k}') for k in range(2)}
    for k, ns in times.items():
        spoil(f'{copy}/trace/node_{k}')
        os.utime(f'{copy}/trace/node_{k}', ns=ns)
    assert before == answers(place, copy, *window)
    return copy


def test_messages_of_a_window_are_found_in_its_part(place):
    """Those that were sent before it are known, too."""
    found = written(place, 9)
    for name in ('messages', 'whole-messages'):
        index(place, found[name])
        spoilt = only_a_part_is_read(place, found[name])
        for what in ('messages', 'events'):
            assert place.gnomon(what, spoilt) != place.gnomon(what, found[name]), name


def test_segments_of_a_window_are_found_in_its_part(place):
    """Also as signals, which are read by their own list."""
    run = made(place, '11')['segments']
    index(place, run)
    only_a_part_is_read(place, run)


def test_calls_of_a_root_are_found_in_their_part(place):
    """Where the function is open once, what lies before a window may be anything."""
    run = written(place, 10)['calls']
    first, last = half_way(place, run)
    index(place, run)

    def calls():
        part = ['--from', str(first), '--to', str(last)]
        return place.gnomon('calls', run, '--json', '--root', 'post', *part)

    before = calls()
    for k in range(2):
        times = stamp(f'{run}/trace/node_{k}')
        spoil(f'{run}/trace/node_{k}')
        os.utime(f'{run}/trace/node_{k}', ns=times)
    assert before == calls()
    os.remove(os.path.join(run, INDEX))
    os.mkdir(os.path.join(run, INDEX))  # so that there can be none
    assert before != calls()


def test_window_reads_only_its_part(place):
    """What lies before it may be anything, as long as the file seems to be the one that it was."""
    run = written(place, 7)['mixed']
    window = half_way(place, run)
    before = answers(place, run, *window)
    whole = place.gnomon('events', run)
    index(place, run)
    times = {k: stamp(f'{run}/trace/node_{k}') for k in range(2)}
    for k in range(2):
        spoil(f'{run}/trace/node_{k}')
    shutil.copytree(run, f'{run}-changed')
    for k, ns in times.items():
        os.utime(f'{run}/trace/node_{k}', ns=ns)
    assert before == answers(place, run, *window)
    assert whole != place.gnomon('events', run)  # that has no index for its begin
    os.remove(os.path.join(f'{run}-changed', INDEX))
    index_is_not_believed(place, run, f'{run}-changed', window)


def index_is_not_believed(place, run, changed, window):
    """A file that was written since the index was made is read as it is."""
    os.utime(f'{run}/trace/node_0')
    assert answers(place, run, *window) == answers(place, changed, *window)
    assert place.gnomon('report', run, '--json', '--all') == place.gnomon(
        'report', changed, '--json', '--all'
    ).replace(changed, run)


def test_damaged_index_is_not_used(place):
    """Whatever becomes of the index, answers stay those of the trace."""
    run = written(place, 8)['mixed']
    window = half_way(place, run)
    before = answers(place, run, *window)
    index(place, run)
    path = os.path.join(run, INDEX)
    with open(path, 'rb') as file:
        good = file.read()
    chance = random.Random(1)
    for _ in range(12):
        bad = bytearray(good)
        bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
        with open(path, 'wb') as file:
            file.write(bad[: chance.choice((len(bad), len(bad), chance.randrange(len(bad))))])
        assert before == answers(place, run, *window)


def test_index_is_small_and_a_run_may_be_replaced(place):
    """A long run gets its index by the first command; it counts as a file of the run."""
    run = place.new()
    work = os.path.join(place.folder, 'windows')
    manifest = analysis.one_node(work, os.path.join(place.build, 'bin', 'gnomon-gen'), place.output)
    analysis.make_events(run, manifest, place.build, place.output, LONG)
    assert not os.path.exists(os.path.join(run, INDEX))
    window = half_way(place, run)
    assert os.path.getsize(os.path.join(run, INDEX)) * 100 < os.path.getsize(f'{run}/trace/node_0')
    with_index = answers(place, run, *window)
    copy = place.new()
    shutil.copytree(run, copy, ignore=shutil.ignore_patterns(INDEX))
    assert with_index == answers(place, copy, *window)
    filtered = place.new()
    for _ in range(2):  # the second time there is an index, which is gnomon's
        place.gnomon('filter', run, filtered, '--force', '--drop', 'event == p3')
        assert not os.path.exists(os.path.join(filtered, INDEX))
        place.gnomon('events', filtered, '--to', '5')
        assert os.path.exists(os.path.join(filtered, INDEX))
    listed = place.output(['babeltrace2', f'{run}/trace', '-c', 'sink.text.pretty'])
    assert listed.count('\n') == place.output(
        ['babeltrace2', f'{copy}/trace', '-c', 'sink.text.pretty']
    ).count('\n')
