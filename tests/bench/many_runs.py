# SPDX-License-Identifier: Apache-2.0
"""What a data set of many runs costs beside one of few: a part of bench.py."""

import os
import shutil
import statistics
import sys
import time

import analysis

SOME, MANY = 10, int(os.environ.get('BENCH_RUNS', 100_000))
OF_VERSION = 100  # runs of a version, at most
TURNS, ADDED = 7, 25
RECORDS = 60  # of a run
TABLES = ('intervals', 'gaps')


class Runs:
    """Run directories that have the files of one, but for run.json. A version has its copies: file
    systems limit the names of a file."""

    def __init__(self, folder, model):
        self.folder, self.model, self.made = folder, model, 0
        with open(os.path.join(model, 'run.json'), encoding='utf-8') as file:
            self.journal = file.read()

    def make(self):
        """The version and the path of another run."""
        number = self.made
        self.made += 1
        version = f'1.{number // OF_VERSION}'
        path = os.path.join(self.folder, version, f'run{number}')
        os.makedirs(os.path.join(path, 'trace'))
        first = os.path.join(self.folder, version, f'run{number - number % OF_VERSION}')
        for name in 'manifest.json', 'patterns.json', 'trace/metadata', 'trace/node_0':
            if path == first:
                shutil.copy(os.path.join(self.model, name), os.path.join(path, name))
            else:
                os.link(os.path.join(first, name), os.path.join(path, name))
        started = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(1_700_000_000 + number))
        with open(os.path.join(path, 'run.json'), 'w', encoding='utf-8') as file:
            file.write(self.journal.replace('2026-01-01T00:00:00Z', started))
        return version, path

    def many(self, count):
        """{version: paths} of so many."""
        versions = {}
        for _ in range(count):
            version, path = self.make()
            versions.setdefault(version, []).append(path)
        return versions


def seconds(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def in_turn(call, sources, times=TURNS):
    """The median seconds of a call for each of these, taken in turn."""
    took = [[seconds(lambda source=source: call(source)) for source in sources]
            for _ in range(times)]  # fmt: skip
    return [statistics.median(column) for column in zip(*took, strict=True)]


def session(folder):
    from pyspark.sql import SparkSession

    os.environ['SPARK_LOCAL_IP'] = '127.0.0.1'
    return (
        SparkSession.builder.master('local[2]')
        .config('spark.ui.enabled', 'false')
        .config('spark.driver.host', '127.0.0.1')
        .config('spark.sql.warehouse.dir', os.path.join(folder, 'warehouse'))
        .config('spark.local.dir', folder)
        .config('spark.log.level', 'ERROR')
        .getOrCreate()
    )


def measure(work, build, gen, output, row):
    """`output` and `row` as those of decode.py."""
    sys.path.insert(0, 'python')
    os.environ['GNOMON_LIBRARY'] = os.path.abspath(os.path.join(build, 'lib', 'libgnomon.so.0'))
    import gnomon

    folder = os.path.abspath(os.path.join(work, 'many_runs'))
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    model = os.path.join(folder, 'model')
    analysis.make_events(model, analysis.one_node(work, gen, output), build, output, RECORDS)
    few, many = (Runs(os.path.join(folder, name), model) for name in ('few', 'many'))
    sets = {few: os.path.join(folder, 'few_set'), many: os.path.join(folder, 'many_set')}
    dirs = {few: few.many(SOME), many: many.many(MANY)}
    took = {
        runs: seconds(lambda runs=runs: gnomon.dataset(dirs[runs], sets[runs], TABLES))
        for runs in sets
    }
    how = f'tests/bench/many_runs.py; {MANY} runs of {RECORDS} records, {OF_VERSION} of a version'
    part = took[many] / MANY / (took[few] / SOME)
    row('runs_write_ratio', round(part, 2), 'times', '<= 1.1', part <= 1.1,
        f'{how}: gnomon.dataset, a run, {took[many] / MANY * 1e3:.1f} ms; of {SOME}: '
        f'{took[few] / SOME * 1e3:.1f}')  # fmt: skip
    files = sum(len(names) for _, _, names in os.walk(sets[many]))
    row('runs_files', files, 'files', '<= 2000', files <= 2000, how)

    new = {runs: [runs.make() for _ in range(ADDED)] for runs in sets}

    def add(runs):
        version, path = new[runs].pop()
        assert gnomon.dataset({version: [path]}, sets[runs], TABLES).written == [path]
        dirs[runs].setdefault(version, []).append(path)

    took = in_turn(add, (few, many), ADDED)
    ratio(row, 'runs_add_ratio', took, 1.25, f'{how}: to add one', ADDED)
    nothing = seconds(lambda: gnomon.dataset(dirs[many], sets[many], TABLES))
    row('runs_nothing_new_s', round(nothing, 1), 's', '<= 10', nothing <= 10, how)
    gnomon.compact(sets[many])

    def compare(runs):
        other = '1.0' if runs is few else '1.1'
        rows = gnomon.queries.regressions(sets[runs], '1.0', other)
        assert rows and {line['verdict'] for line in rows} == {'same'}

    ratio(row, 'runs_regressions_ratio', in_turn(compare, (few, many)), 2, f'{how}: 2 versions')
    trend = seconds(lambda: gnomon.queries.trend(sets[many]))
    row('runs_trend_s', round(trend, 1), 's', '<= 10', trend <= 10, f'{how}: all versions')
    spark = session(folder)
    for name, path in ('runs_spark_s', sets[many]), ('runs_spark_file_s', f'file://{sets[many]}'):
        opened = seconds(lambda path=path: gnomon.queries.Spark(path, spark))
        row(name, round(opened, 1), 's', '<= 10', opened <= 10, f'{how}: gnomon.queries.Spark')
    spark.stop()
    shutil.rmtree(folder)


def ratio(row, name, took, most, how, turns=TURNS):
    """A row of how much longer something takes with many runs than with few."""
    some, many = took
    row(name, round(many / some, 2), 'times', f'<= {most}', many <= most * some,
        f'{how}; {many * 1e3:.0f} ms, beside {SOME} runs {some * 1e3:.0f} ms; medians of {turns}, '
        'in turn')  # fmt: skip
