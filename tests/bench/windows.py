# SPDX-License-Identifier: Apache-2.0
"""How long a window of a run takes, wherever it lies and however long the run is: a part of
bench.py."""

import os
import shutil
import sys
import time

import analysis

COUNTS = 10**6, 10**7, 10**8
CYCLES = 2_000  # of a window
TABLES = {analysis.make_events: ('events', 'intervals'), analysis.make_messages: ('messages',)}
WRITES = 6  # of a message
TURNS = 9
TIMES = 1.5  # the longest of all windows beside the shortest, at most
SHARE = 0.01  # of the trace, at most


def commands(gnomon, place, first, make):
    """What asks for a window, by the name of its row."""
    part = ['--from', str(first), '--to', str(first + CYCLES)]
    csv = [gnomon, 'export', place, '--format', 'csv', '--output', '-']
    if make is analysis.make_calls:
        return {'calls': [gnomon, 'calls', place, *part]}
    if make is analysis.make_rounds:
        return {'rounds': [gnomon, 'events', place, *part]}
    if make is analysis.make_messages:
        return {
            'messages': [gnomon, 'messages', place, *part],
            'messages_csv': [*csv, '--what', 'messages', *part],
        }
    return {
        'events': [gnomon, 'events', place, *part],
        'csv': [*csv, *part],
        'intervals': [*csv, '--what', 'intervals', *part],
        'gaps': [*csv, '--what', 'gaps', *part],  # there is none, up to the end of the run
        'at': [gnomon, 'report', place, '--at', str(first)],
    }


def least_of(build, command):
    """Milliseconds of the processor, the least of several times: other work does not count."""
    return min(1000 * analysis.cost(build, command)[1] for _ in range(TURNS))


def share_of(place):
    """What part of the trace of a run its index has."""
    trace = sum(file.stat().st_size for file in os.scandir(os.path.join(place, 'trace')))
    return os.path.getsize(os.path.join(place, 'trace.index')) / trace


def first_batch(run, table, since):
    """Milliseconds of the processor from the opening of a run to the first rows of a table, the
    least of several times."""
    # pylint: disable=import-outside-toplevel,import-error # GNOMON_LIBRARY must be set before
    import gnomon
    import pyarrow

    took = []
    for _ in range(TURNS):
        begun = time.process_time()
        stream = pyarrow.RecordBatchReader.from_stream(gnomon.open(run).table(table, since=since))
        batch = stream.read_next_batch()
        took.append(1000 * (time.process_time() - begun))
        assert batch.num_rows
    return min(took)


def measure(work, build, gen, output, row):
    """`output` and `row` as those of decode.py."""
    gnomon = os.path.join(build, 'bin', 'gnomon')
    manifests = {
        analysis.make_events: analysis.one_node(work, gen, output),
        analysis.make_calls: analysis.one_node(work, gen, output),
        analysis.make_messages: analysis.monitor(work, gen, output, 'two_ports'),
        analysis.make_rounds: analysis.monitor(work, gen, output, 'capture_interrupt', 'whole'),
    }
    took, batch, share = {}, {}, []
    sys.path.insert(0, os.path.abspath('python'))
    os.environ['GNOMON_LIBRARY'] = os.path.abspath(os.path.join(build, 'lib', 'libgnomon.so.0'))
    for make, manifest in manifests.items():
        for count in COUNTS:
            place = os.path.join(work, 'windows_run')
            made = count // WRITES if make is analysis.make_messages else count
            make(place, manifest, build, output, made)
            output([gnomon, 'events', place, '--to', '0'])  # makes the index
            share.append(share_of(place))
            end = made * analysis.STEP
            windows = ('begin', end // 50), ('middle', end // 2), ('end', end - end // 50)
            for name, first in windows:
                for what, command in commands(gnomon, place, first, make).items():
                    took.setdefault(what, {})[count, name] = least_of(build, command)
            for table in TABLES.get(make, ()):
                for name, since in (('begin', 0), ('middle', end // 2)):
                    batch.setdefault(table, {})[count, name] = first_batch(place, table, since)
            shutil.rmtree(place)
    for table, times in batch.items():
        most, least = max(times.values()), min(times.values())
        row(
            f'window_batch_{table}_times',
            round(most / least, 2),
            'times',
            f'<= {TIMES}',
            most <= TIMES * least,
            f'the first batch of the table `{table}` in Python, from gnomon.open on, from the begin '
            f'and from the middle of the same runs, the longest beside the shortest; {most:.1f} ms '
            f'of the processor at most; the least of {TURNS} times each',
        )
    for what, times in took.items():
        most, least = max(times.values()), min(times.values())
        middle = ', '.join(f'{times[count, "middle"]:.1f} ms' for count in COUNTS)
        row(
            f'window_{what}_times',
            round(most / least, 2),
            'times',
            f'<= {TIMES}',
            most <= TIMES * least,
            f'{CYCLES} cycles at the begin, in the middle and at the end of runs of 10^6, 10^7 and '
            f'10^8 records, the longest beside the shortest; in the middle {middle} of the '
            f'processor; the least of {TURNS} times each',
        )
    row(
        'window_index_share',
        round(max(share), 5),
        'of the trace',
        f'< {SHARE}',
        max(share) < SHARE,
        'size of trace.index, the largest part of the same runs',
    )
