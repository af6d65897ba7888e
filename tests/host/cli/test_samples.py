#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`gnomon samples`: its three answers as text and as JSON, and what it refuses.

usage: test_samples.py GNOMON
"""

import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
from checks import check, equal

GNOMON = os.path.abspath(sys.argv[1])
# of ten experiments of 10,000 loops: Table 17a of the report, three of its rows
TABLE_17 = {
    'c(1 1)': [56913, 56855, 56856, 56853, 56854, 56854, 56854, 56854, 56853, 56856],
    'c(2 3)': [820, 806, 817, 829, 849, 821, 821, 882, 832, 811],
    'c(10 11)': [9629, 9585, 9597, 9634, 9606, 9604, 9606, 9636, 9587, 9628],
}


def samples(*words):
    return subprocess.run(
        [GNOMON, 'samples', *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, 'LC_ALL': 'C'},
    )


def answer(*words):
    done = samples(*words, '--json')
    equal(done.returncode, 0, f'{words}: {done.stderr}')
    return json.loads(done.stdout)


def write(name, *rows):
    with open(name, 'w', encoding='utf-8') as file:
        file.writelines(','.join(map(str, row)) + '\n' for row in rows)
    return name


def test_plan():
    words = ('-t', '1', '-e', '0.05,2.5', '-w', '5')
    found = answer(*words, '-l', '2.5')
    equal(found['repetitions'], 116781, 'repetitions')
    equal([row['by'] for row in found['expected']], ['14b', '14a'], 'rules')
    equal(found['length'], 2.5 * 116781, 'length')
    check(found['lock'] > 100, f'a loop of 2.5 ticks: {found["lock"]}')
    equal(answer(*words)['length'], None, 'no loop')
    check(answer(*words, '-l', '2.5+-0.5')['lock'] < 1.1, 'a loop that varies')
    text = samples(*words, '-q', '3.94', '-l', '2.5').stdout
    check('repetitions: 117980\n' in text, text)
    check('warning: the loop is locked to the clock' in text, text)
    text = samples(*words, '-l', '2.5+-0.5').stdout
    check('warning' not in text and 'length: 291952' in text, text)


def test_table_17():
    write('17.csv', TABLE_17, *zip(*TABLE_17.values(), strict=True))
    found = answer('17.csv', '-t', '1000', '--sums', '10000')['columns']
    equal([row['name'] for row in found], list(TABLE_17), 'names')
    for row, wanted in zip(
        found, ((5686.02, 4.641083, 1.858195), (82.88, 2.757008, 2.217005),
                (961.12, 1.933089, 1.918796)), strict=True,
    ):  # fmt: skip
        for key, number in zip(('mean', 's_10a', 'deviation'), wanted, strict=True):
            check(abs(row[key] - number) < 6e-7, f'{row["name"]} {key}: {row[key]}')
        check(abs(row['bound'] - 500 / 100000**0.5) < 1e-9, f'bound: {row["bound"]}')
    text = samples('17.csv', '-t', '1000', '--sums', '10000').stdout
    check('c(10 11)' in text and '4.64108' in text and '1.8582' in text, text)


def test_counts():
    chance = random.Random(1)
    rows = [(int(chance.random() < 0.3), 1) for _ in range(500)]
    write('counts', *rows)
    first, second = answer('counts', '-t', '2')['columns']
    equal(first['by'], 'counts', 'method')
    check(first['low'] < 0.6 < first['high'] < first['low'] + 0.2, first)
    equal(first['dependent'], False, 'dependence')
    equal((second['by'], second['low'], second['high']), ('none', None, None), 'equal counts')
    check('only --loop can tell' in second['why'], second)
    text = samples('counts', '-t', '2').stdout
    check('2: no interval: fewer than 10 counts differ' in text, text)
    found = answer('counts', '-t', '2', '-l', '10.6+-3')['columns'][1]
    check(found['low'] < 2 < found['high'], found)
    text = samples('counts', '-t', '2', '-l', '10').stdout
    equal(text.count('no interval: the loop is locked to the clock'), 2, text)
    text = samples('counts', '-t', '2', '-l', '10', '--jitter').stdout
    check('no interval' not in text, text)
    write('cr', *[(f'{a} ', f'\t{b}\r') for a, b in rows], '')
    equal(answer('cr', '-t', '2')['columns'][0], first, 'blanks and line ends')
    write('walk', *[(int(i % 200 < 100),) for i in range(2000)])
    text = samples('walk', '-t', '2').stdout
    check('no interval: the counts repeat' in text, text)
    check('depend on each other: correlation 0.9' in text, text)
    text = samples('counts', '-t', '2', '--contiguous').stdout
    check('contiguous' in text and 'no interval' not in text, text)


def test_table():
    """Where names, lines and columns of a file begin and end."""

    def read(text):
        with open('table', 'w', encoding='utf-8', newline='') as file:
            file.write(text)
        return answer('table', '-t', '2')['columns']

    wanted = read('0\n1\n3\n')
    equal([row['counts'] for row in wanted], [3], 'counts')
    for text in ('0\n1\n3', '0\r\n\r\n1\r\n3\r\n', '\n0\n1\n \n3'):
        equal(read(text), wanted, repr(text))
    equal([row['name'] for row in read('1,b\n2,3\n4,5')], ['1', 'b'], 'names')
    wide = ','.join(map(str, range(1000)))
    equal(len(read(f'{wide}\n{wide}\n')), 1000, 'columns')


def test_zero():
    chance = random.Random(2)
    rows = []
    for _ in range(500):
        load = chance.gammavariate(4, 20)  # the same for the reads of a row
        stamps = [chance.randrange(2**40)]
        for _ in range(5):
            stamps.append(stamps[-1] + round(50 + load + chance.random()))
        rows.append((stamps[0], *stamps[1:5], stamps[5]))
    write('six', *[(a, b, c, d, e, f) for a, b, c, d, e, f in rows])
    write('four', *[row[:4] for row in rows])
    for name, method in (('six', 'Method II'), ('four', 'Method I')):
        found = answer('--zero', name)
        equal([way['name'] for way in found['methods']], ['long-term averaging', method], name)
        way = found['methods'][1]
        check(way['k_low'] > 100 and way['k_low'] < way['k'] < way['k_high'], way)
        check(abs(way['shortest'] - 19.59964 * way['deviation']) < 1e-4, way)
        equal(found['prescale'], 32, f'prescaler of {found["deviation"]}')
        half = answer('--zero', name, '-p', '20', '-t', '3')
        check(abs(half['methods'][1]['shortest'] - 1.5 * way['shortest']) < 1e-9, half)
        text = samples('--zero', name).stdout
        check(f'{method:20}' in text and 'prescaler: 32 ' in text, text)


def test_refused():
    write('numbers', *[(i % 3,) for i in range(40)])
    write('half', [1], [2.5])
    write('blank', [1], [' '], ['y'])
    write('word', [1], ['x'])
    write('back', [1], [-2])
    write('minus', [-1, 2], [3, 4])
    write('point', ['.5'], [1])
    write('one', [7])
    write('named', ['a'])
    write('ragged', [1, 2], [3])
    write('quoted', ['"a"'], [1], [2])
    write('unnamed', ['a', ''], [1, 2])
    write('wide', range(1001))
    write('empty')
    write('hole', [1, ''], [2, 3])
    write('hole_cr', [1, '\r'], [2, '3\r'])
    write('long', *[(9, 1)] * 40)
    write('first', ['', 1], [2, 3])
    write('more', [1, 2], [3, 4, 5])
    write('stamps', *[(9, 8, 7, 6)] * 9)
    write('short', (1, 2, 3, 4))
    with open('binary', 'wb') as file:
        file.write(b'1\n\0\n')
    tick = ('-t', '1')
    for status, message, *words in (
        (1, "'half' line 2: '2.5' is not a count", 'half', *tick),
        (1, "'word' line 2: 'x' is not a count", 'word', *tick),
        (1, "'blank' line 3: 'y' is not a count", 'blank', *tick),
        (1, "'back' line 2: the clock runs backwards: '-2'", 'back', *tick),
        (1, "'minus' line 1: the clock runs backwards: '-1'", 'minus', *tick),
        (1, "'point' line 1: '.5' is not a count", 'point', *tick),
        (1, "'one' has one count; two are the least", 'one', *tick),
        (1, "'named' has no numbers", 'named', *tick),
        (1, "'empty' has no numbers", 'empty', *tick),
        (1, "'ragged' line 2 has 1 columns, not 2", 'ragged', *tick),
        (1, 'is not the name of a column', 'quoted', *tick),
        (1, "'unnamed' line 1: '' is not the name of a column", 'unnamed', *tick),
        (1, "'wide' has more than 1000 columns", 'wide', *tick),
        (1, "'hole' line 1: '' is not a count", 'hole', *tick),
        (1, "'hole_cr' line 1: '' is not a count", 'hole_cr', *tick),
        (1, "'first' line 1: '' is not a count", 'first', *tick),
        (1, "'more' line 2 has 3 columns, not 2", 'more', *tick),
        (1, "'binary' is not a text", 'binary', *tick),
        (1, 'nowhere', 'nowhere', *tick),
        (1, 'runs backwards in repetition 1', '--zero', 'stamps'),
        (1, "'short' has 1 repetition;", '--zero', 'short'),
        (1, "'numbers' has 1 column;", '--zero', 'numbers'),
        (1, "'1' takes 9 on average, longer than its loop of 7", 'long', *tick, '-l', '7'),
        (2, "'0' must be above 0 (option '--tick')", 'numbers', '-t', '0'),
        (2, "'0.0' must be above 0 (option '--tick')", '-e', '1', '-t', '0.0'),
        (2, '--tick is missing', 'numbers'),
        (2, '--tick is missing', '-e', '1'),
        (2, 'of a run, --interval must name what to count', '.'),
        (2, 'of a run, --interval must name what to count', '.', *tick),
        (2, 'of a run, --interval must name what to count', '.', '--node', 'core0'),
        (2, "'0' must be above 0 (option '--confidence')", 'numbers', *tick, '-c', '0'),
        (2, "'100' must be below 100", 'numbers', *tick, '-c', '100'),
        (2, "'120' must be below 100", '-e', '1', *tick, '-c', '120'),
        (2, "'-5' is not a number", 'numbers', *tick, '-c-5'),
        (2, "'0' must be above 0 (option '--width')", '-e', '1', *tick, '-w', '0'),
        (2, "'0' must be above 0 (option '--expect')", '-e', '1,0', *tick),
        (2, "'1+2' is not a TIME", '-e', '1+2', *tick),
        (2, "'' is not a TIME", '-e', '1,', *tick),
        (2, 'is 0, or may be', '-e', '1+-1', *tick),
        (2, 'longer than its loop of 2', '-e', '1,2.5', *tick, '-l', '2'),
        (2, 'too many digits', '-e', '1.000000000000000001', *tick),
        (2, 'a file of counts, --expect or --zero is missing', *tick),
        (2, 'take no file of counts', 'numbers', '-e', '1', *tick),
        (2, '--expect cannot be combined with --zero', '-e', '1', '-z', 'stamps'),
        (2, '--confidence cannot be combined with --quantile', '-e1', '-c9', '-q3', *tick),
        (2, '--width cannot be combined with counts', 'numbers', *tick, '-w', '5'),
        (2, '--sums cannot be combined with --zero', '-z', 'stamps', '-s', '5'),
        (2, '--deviation needs --sums', 'numbers', *tick, '-d', '5'),
        (2, "'0' is not a number of counts", 'numbers', *tick, '-s', '0'),
    ):
        for form in ((), ('--json',)):
            done = samples(*words, *form)
            equal(done.returncode, status, f'{words}: {done.stdout}{done.stderr}')
            check(message in done.stderr, f'{words}: {done.stderr}')
            equal(done.stdout, '', f'{words}: no number is printed')


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        test_plan()
        test_table_17()
        test_counts()
        test_table()
        test_zero()
        test_refused()
    print('test_samples: passed')


main()
