# SPDX-License-Identifier: Apache-2.0
"""`gnomon samples RUN --interval`: what it says of a run is what it says of a file of the same
counts, and the formulas of the documents.
"""

import csv
import io
import json
import math
import os
import re
import statistics
import subprocess

import causality

TICK = 16


def copied(place, change=lambda text: text):
    """The run of ticks (write_runs.c) with another manifest."""
    path = place.copy('ticks')
    name = os.path.join(path, 'manifest.json')
    with open(name, encoding='utf-8') as file:
        text = file.read()
    assert '"seed":4660' in text
    with open(name, 'w', encoding='utf-8') as file:
        file.write(change(text))
    return path


def fixed(text):
    """A manifest whose ticks have fixed places."""
    return text.replace('"seed":4660', '"seed":0')


def cycles_of(place, run, interval):
    text = place.gnomon('export', '-w', 'intervals', '--format', 'csv', '-o', '-', run)
    rows = csv.DictReader(io.StringIO(text))
    own = [row for row in rows if row['name'] == interval and row['status'] == 'finished']
    return [int(row['cycles']) for row in own]


def counts_of(place, cycles, name):
    path = place.new()
    with open(path, 'w', encoding='utf-8') as file:
        file.writelines(f'{row}\n' for row in (name, *(number // TICK for number in cycles)))
    return path


def samples(place, *words):
    return json.loads(place.gnomon('samples', *map(str, words), '--json'))


def quantile_of_t(share, freedom):
    """Of Student's distribution, by the expansion of Cornish and Fisher."""
    z = statistics.NormalDist().inv_cdf(share)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def test_run_and_file(place):
    """With and without jitter, contiguous and not, with a loop and without."""
    for run, jitter in (copied(place), ['--jitter']), (copied(place, fixed), []):
        for interval, contiguous in ('work', []), ('loop', ['--contiguous']):
            cycles = cycles_of(place, run, interval)
            assert len(cycles) > 390
            path = counts_of(place, cycles, interval)
            loop = ['--loop', f'{8 * TICK}+-{1.4 * TICK}']
            for words in ([], ['-c', '90'], loop):
                wanted = samples(place, path, '-t', TICK, *jitter, *contiguous, *words)
                assert samples(place, run, '-i', interval, *words) == wanted
                assert samples(place, run, '-i', interval, '-n', 'core0', *words) == wanted
                shown = place.gnomon('samples', run, '-i', interval, *words)
                words = '-t', str(TICK), *jitter, *contiguous, *words
                assert shown == place.gnomon('samples', path, *words)


def test_formulas(place):
    """Mean, deviation, bounds and interval, by the formulas and without gnomon."""
    for run, jitter in (copied(place), True), (copied(place, fixed), False):
        cycles = cycles_of(place, run, 'work')
        (found,) = samples(place, run, '-i', 'work', '-c', '99')['columns']
        n, mean, deviation = len(cycles), statistics.mean(cycles), statistics.stdev(cycles)
        assert found['name'] == 'work' and found['counts'] == n
        assert math.isclose(found['mean'], mean) and math.isclose(found['deviation'], deviation)
        variance = TICK**2 / (2 if jitter else 4)  # of one count at most
        assert math.isclose(found['bound'], math.sqrt(variance / n))
        assert found['certain'] == TICK * (2 if jitter else 1)
        assert found['by'] == 'student' and found['dependent'] is False
        half = quantile_of_t(0.995, n - 1) * deviation / math.sqrt(n)
        assert math.isclose(found['low'], mean - half, rel_tol=1e-7)
        assert math.isclose(found['high'], mean + half, rel_tol=1e-7)
        (loop,) = samples(place, run, '-i', 'loop')['columns']
        cycles = cycles_of(place, run, 'loop')
        n = len(cycles)
        assert loop['by'] == 'contiguous' and math.isclose(loop['mean'], statistics.mean(cycles))
        assert math.isclose(loop['bound'], math.sqrt(variance) / n)
        assert loop['low'] < loop['mean'] < loop['high']
        assert found['dependent'] is False


def test_locked(place):
    """A loop of whole ticks is locked to ticks at fixed places, and not to those at random."""
    for run, is_locked in (copied(place, fixed), True), (copied(place), False):
        words = run, '-i', 'work', '--loop', str(8 * TICK)
        (found,) = samples(place, *words)['columns']
        assert (found['low'] is None) == is_locked, found
        text = place.gnomon('samples', *words)
        assert ('no interval: the loop is locked to the clock' in text) == is_locked, text
    near = 8 * TICK * (1 + 1e-5)
    (found,) = samples(place, copied(place, fixed), '-i', 'work', '--loop', near)['columns']
    assert found['low'] is None and 'locked' in found['why']


LINE = (
    'core0: a tick of 16 cycles at random places: a time is within 15 cycles of the truth, '
    'a duration within 30, a sum of n within n times that'
)
EXACT = {'node': 'core0', 'tick': 16, 'jitter': True, 'bound': 30}


def run(place, *words):
    return subprocess.run(
        [os.path.join(place.build, 'bin', 'gnomon'), *words],
        capture_output=True,
        text=True,
        check=False,
    )


def test_texts(place):
    """Each text of a run says once how exact its times are, and none of an exact run does."""
    ticks, messages = place.runs['ticks'], place.runs['messages_ticks']
    for line, of, exact, *words in (
        (LINE, ticks, 'random', 'report'),
        (LINE, ticks, 'random', 'report', '--all'),
        (LINE, ticks, 'random', 'report', '--section', 'intervals'),
        (LINE, ticks, 'random', 'report', '--at', '120'),
        (LINE, ticks, 'random', 'check', 'count(work) > 5'),
        (LINE, ticks, None, 'calls'),
        ('core1: a tick of 8 cycles', messages, 'messages', 'messages'),
        ('core1: a tick of 8 cycles', messages, 'messages', 'parallel'),
    ):
        command, *rest = words
        text = run(place, command, of, *rest).stdout
        assert text.count(line) == 1, (words, text)
        text = run(place, command, place.runs[exact], *rest).stdout if exact else 'none'
        assert text and 'a tick of' not in text, (words, text)


def with_ticks(path, tick):
    """Gives each node of a run such ticks at random places, or exact times (None); the nodes."""
    name = os.path.join(path, 'manifest.json')
    with open(name, encoding='utf-8') as file:
        manifest = json.load(file)
    for node in manifest['nodes']:
        node.pop('time', None)
        if tick:
            node['time'] = {'prescale': tick, 'seed': 5}
    with open(name, 'w', encoding='utf-8') as file:
        json.dump({**manifest, 'gnomon': 9}, file)
    return [node['name'] for node in manifest['nodes']]


def check_lines(place, path, tick, nodes, *words):
    """The text and the document have a line for each node if it has ticks."""
    wanted = [
        {'node': name, 'tick': tick, 'jitter': True, 'bound': 2 * (tick - 1)}
        for name in (nodes if tick else [])
    ]
    text = place.gnomon(words[0], path, *words[1:])
    lines = [line.strip() for line in text.splitlines() if 'a tick of' in line]
    assert len(lines) == len(wanted), text
    for line, node in zip(lines, wanted, strict=True):
        assert line.startswith(f'{node["node"]}: a tick of {tick} cycles at random places: ')
        assert f'a duration within {node["bound"]},' in line, line
    found = json.loads(place.gnomon(words[0], path, *words[1:], '--json'))
    assert found['ticks'] == wanted, (words, found['ticks'])
    return text


def test_profile(place):
    path = place.copy('profile_ticks')
    for tick in 16, None:
        nodes = with_ticks(path, tick)
        text = check_lines(place, path, tick, nodes, 'report', '--profile')
        assert re.search(r'^ +9 +100\.00% .* post +a\.c:10$', text, re.MULTILINE), text


def test_causality(place):
    """A write comes every 20 cycles: at a tick of 4. The flush, a cycle behind, is then damage."""
    path = place.new()
    causality.make(
        path, 20, place.build, os.path.join(place.build, 'bin', 'gnomon-gen'), place.output
    )
    for tick in None, 4:
        nodes = with_ticks(path, tick)
        text = check_lines(place, path, tick, nodes, 'causality')
        assert re.match('>= 20 requests,' if tick else '20 requests,', text), text


def test_notes(place):
    """What goes to another program has a note beside it."""
    for name, notes in ('ticks', 1), ('random', 0):
        done = run(place, 'events', place.runs[name])
        assert done.stderr.count(LINE) == notes and 'a tick of' not in done.stdout, done.stderr
        for ending in 'csv', 'sqlite', 'pftrace':
            path = f'{place.new()}.{ending}'
            done = run(place, 'export', '-o', path, place.runs[name])
            assert done.returncode == 0 and done.stderr.count(LINE) == notes, done


def test_documents(place):
    """Bounds in JSON: of each interval and of the mean, by hand."""
    ticks = place.runs['ticks']
    for interval in place.report(ticks)['intervals']:
        for row in *interval['nodes'], interval['all']:
            if not row['count']:
                assert row['bound'] is row['mean_bound'] is None, row
                continue
            assert row['bound'] == 30
            each = 30 / (row['count'] if interval['name'] == 'loop' else 1)
            assert math.isclose(row['mean_bound'], each), (interval['name'], row)
    for interval in place.report(place.runs['random'])['intervals']:
        for row in *interval['nodes'], interval['all']:
            assert row['bound'] is row['mean_bound'] is None, row
    for words in ('report', '--at', '120'), ('check', 'max(work) > 5 cycles'), ('calls',):
        command, *rest = words
        assert json.loads(run(place, command, ticks, *rest, '--json').stdout)['ticks'] == [EXACT]
    messages = place.runs['messages_ticks']
    wanted = [{**EXACT, 'node': f'core{k}', 'tick': 8, 'bound': 14} for k in range(2)]
    for command in 'messages', 'parallel':
        assert json.loads(place.gnomon(command, messages, '--json'))['ticks'] == wanted
    routes = json.loads(place.gnomon('messages', messages, '--json'))['routes']
    assert {row['transit']['bound'] for row in routes if row['transit']['count']} == {14}
    assert {row['size']['bound'] for row in routes} == {None}


def holed(place):
    """The run with bytes that are no records."""
    path = place.copy('ticks')
    with open(os.path.join(path, 'trace', 'node_0'), 'r+b') as file:
        file.seek(48 + 800)
        file.write(b'\xff' * 24)
    return path


def test_missing(place):
    """Where records are missing a note says so; contiguous intervals are not known to be so."""
    path = holed(place)
    done = run(place, 'samples', path, '-i', 'work')
    assert done.returncode == 0 and 'core0' in done.stderr and ' student ' in done.stdout, done
    done = run(place, 'samples', path, '-i', 'loop')
    assert done.returncode == 1 and not done.stdout, done
    assert "'loop' of node 'core0' do not follow each other: records are missing" in done.stderr


def test_refused(place):
    """One clear message, and no number."""
    ticks = place.runs['ticks']
    of_work = ticks, '-i', 'work'
    exact, none = place.runs['random'], place.runs['messages']
    for status, message, *words in (
        (1, "no interval 'works' in this run", ticks, '-i', 'works'),
        (1, "no node 'core9' in this run", ticks, '-i', 'work', '-n', 'core9'),
        (1, 'no interval', none, '-i', 'work'),
        (1, "no interval 'work' ended at a node whose time has ticks", exact, '-i', 'work'),
        (1, "the times of node 'core1' are exact", exact, '-i', 'work', '-n', 'core1'),
        (1, "'work' takes 41.44 on average, longer than its loop of 9", *of_work, '-l', '9'),
        (1, 'has no numbers', ticks, '-i', 'tick', '-n', 'core0'),
        (2, '--interval must name what to count', ticks, '-t', '16'),
        (2, '--interval is of a run, which is missing', '-i', 'work'),
        (2, '--tick cannot be combined with --interval', ticks, '-i', 'work', '-t', '16'),
        (2, '--jitter cannot be combined with --interval', ticks, '-i', 'work', '-J'),
        (2, '--sums cannot be combined with --interval', ticks, '-i', 'work', '-s', '5'),
        (2, '--interval must name what to count', ticks, '-n', 'core0', '-t', '1'),
        (2, '--node cannot be combined with counts', __file__, '-n', 'core0', '-t', '1'),
        (2, '--expect cannot be combined with --interval', ticks, '-i', 'work', '-e', '5'),
        (2, "'100' must be below 100", ticks, '-i', 'work', '-c', '100'),
        (2, "'0' must be above 0 (option '--loop')", ticks, '-i', 'work', '-l', '0'),
    ):
        for form in (), ('--json',):
            done = run(place, 'samples', *words, *form)
            assert done.returncode == status, (words, done)
            assert message in done.stderr and not done.stdout, (words, done)
