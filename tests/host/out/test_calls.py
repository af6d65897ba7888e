#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports of call stacks of random runs, each by the rules of its format, against what was written.

test_calls.py GNOMON MAKE_RUN
"""

import collections
import gzip
import json
import os
import subprocess
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from perfetto_reader import unknown
from suite import GNOMON, MAKE_RUN, export, main, same, test
from truth import FILES, FUNCTIONS, GAP, NODES, NS, Run

SEEDS = range(4)
SCHEMA = '/usr/share/gocode/src/github.com/google/pprof/proto/profile.proto'  # Debian's package
UNITS = {'none', 'nanoseconds', 'microseconds', 'milliseconds', 'seconds', 'bytes'}


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def check_keys(part, needed, optional):
    """Keys of an object, and of what type: none is missing, and none is unknown."""
    assert needed.keys() <= part.keys() <= needed.keys() | optional.keys(), part
    for key, value in part.items():
        assert type(value) is {**needed, **optional}[key], (key, value)


# --- folded stacks


@test
def folded(folder):
    """Each line, and from them each total of `gnomon calls`."""
    for seed in SEEDS:
        with Run(MAKE_RUN, seed, 'calls') as run:
            path = os.path.join(folder, f'{seed}.folded')
            export(run, path)
            got = [line.rsplit(' ', 1) for line in read(path).splitlines()]
            wanted = {}
            for node in NODES:
                for (process, names), cycles in run.stacks(node)[0].items():
                    lane = [node] if process is None else [node, f'process {process}']
                    stack = ';'.join(name.replace(';', ':') for name in [*lane, *names])
                    wanted[stack] = str(cycles)
            same(map(tuple, got), wanted.items(), 'lines')
            check_totals(run, {tuple(stack.split(';')): int(cycles) for stack, cycles in got})


def check_totals(run, folded):
    done = subprocess.run([GNOMON, 'calls', run.dir, '--json'], capture_output=True, check=True)
    said = json.loads(done.stdout)
    paths = 0
    for lane in said['processes']:
        names = (
            [lane['node']]
            if lane['process'] is None
            else [lane['node'], f'process {lane["process"]}']
        )
        way = {}
        for path in lane['paths']:
            parent = way.get(path['parent'])
            name = path['function'].replace(';', ':')
            here = way[path['path']] = tuple(names) if parent is None else (*parent, name)
            inside = {s: n for s, n in folded.items() if s[: len(here)] == here and s[-1] != GAP}
            assert sum(inside.values()) == path['total'], here
            own = folded.get(here if parent else (*here, '(outside)'), 0)
            assert own == path['self'], here
            paths += 1
    known = sum(node['known'] for node in said['nodes'])
    assert known == sum(n for s, n in folded.items() if s[-1] != GAP)
    assert paths > 50, paths


# --- speedscope


def check_evented(profile, frames):
    """Events in order of time, each frame closed by an event of its own, the innermost first."""
    opened, last = [], profile['startValue']
    for event in profile['events']:
        check_keys(event, {'type': str, 'frame': int, 'at': int}, {})
        assert last <= event['at'] <= profile['endValue'], event
        last = event['at']
        if event['type'] == 'O':
            assert 0 <= event['frame'] < frames, event
            opened.append(event['frame'])
        else:
            assert event['type'] == 'C' and opened.pop() == event['frame'], event
    assert not opened, opened


def check_sampled(profile, frames):
    assert len(profile['samples']) == len(profile['weights'])
    for stack in profile['samples']:
        assert stack and all(type(one) is int and 0 <= one < frames for one in stack), stack
    assert all(type(weight) is int and weight > 0 for weight in profile['weights'])
    assert sum(profile['weights']) == profile['endValue'] - profile['startValue'], profile['name']


PROFILES = {
    'evented': ({'events': list}, check_evented),
    'sampled': ({'samples': list, 'weights': list}, check_sampled),
}


def check_speedscope(file):
    """By the format's specification (src/lib/file-format-spec.ts of speedscope). It has lost the
    key `version`, which files of its first versions had."""
    needed = {'$schema': str, 'shared': dict, 'profiles': list}
    check_keys(file, needed, {'name': str, 'activeProfileIndex': int, 'exporter': str})
    assert file['$schema'] == 'https://www.speedscope.app/file-format-schema.json'
    assert file['exporter'].startswith('gnomon '), file['exporter']
    check_keys(file['shared'], {'frames': list}, {})
    frames = file['shared']['frames']
    for frame in frames:
        check_keys(frame, {'name': str}, {'file': str, 'line': int, 'col': int})
    assert 0 <= file['activeProfileIndex'] < len(file['profiles'])
    alike = {'type': str, 'name': str, 'unit': str, 'startValue': int, 'endValue': int}
    for profile in file['profiles']:
        lists, check = PROFILES[profile['type']]
        check_keys(profile, {**alike, **lists}, {})
        assert profile['unit'] in UNITS, profile['unit']
        assert profile['startValue'] <= profile['endValue']
        check(profile, len(frames))


@test
def speedscope(folder):
    for seed in SEEDS:
        with Run(MAKE_RUN, seed, 'calls') as run:
            path = os.path.join(folder, f'{seed}.speedscope.json')
            export(run, path)
            file = json.loads(read(path))
            check_speedscope(file)
            frames = file['shared']['frames']
            places = {f['name']: (f.get('file'), f.get('line')) for f in frames}
            assert len(places) == len(frames), 'frames of one name'
            wanted = {name: FILES.get(name, (None, None)) for name in FUNCTIONS}
            assert {name: places[name] for name in FUNCTIONS} == wanted, places
            got = [
                (profile['name'], *(frames[i]['name'] for i in stack), weight)
                for profile in file['profiles']
                for stack, weight in zip(profile['samples'], profile['weights'], strict=True)
            ]
            wanted = []
            for node in NODES:
                for (process, names), cycles in run.stacks(node)[0].items():
                    lane = node if process is None else f'{node} process {process}'
                    lane = 'nothing is known' if names == (GAP,) else lane
                    wanted.append((lane, *names, cycles))
            same(got, wanted, 'stacks')


# --- pprof


def profile_class(folder):
    """By pprof's own schema."""
    path = os.path.join(folder, 'schema')
    command = ['protoc', f'--descriptor_set_out={path}', '-I', os.path.dirname(SCHEMA), SCHEMA]
    subprocess.run(command, check=True)
    files = descriptor_pb2.FileDescriptorSet()
    with open(path, 'rb') as file:
        files.ParseFromString(file.read())
    pool = descriptor_pool.DescriptorPool()
    for one in files.file:
        pool.Add(one)
    found = pool.FindMessageTypeByName('perftools.profiles.Profile')
    return message_factory.GetMessageClass(found)


def check_pprof(profile):
    """What its readers refuse (CheckValid of pprof's package `profile`)."""
    assert not unknown(profile), 'there are fields that pprof does not know'
    assert profile.string_table[0] == ''
    mappings = {one.id for one in profile.mapping}
    functions = {one.id: one for one in profile.function}
    locations = {one.id: one for one in profile.location}
    for ids, of in (
        (mappings, profile.mapping),
        (functions, profile.function),
        (locations, profile.location),
    ):
        assert len(ids) == len(of) and 0 not in ids
    for one in profile.location:
        assert one.mapping_id in mappings | {0}
        assert all(line.function_id in functions for line in one.line)
    for sample in profile.sample:
        assert len(sample.value) == len(profile.sample_type)
        assert sample.location_id and all(one in locations for one in sample.location_id)
    return locations, functions


def labels_of(profile, sample):
    """As pprof reads them: it drops a label that has no text, no number but 0, and no unit."""
    text = profile.string_table
    return {
        text[one.key]: text[one.str] if one.str else one.num
        for one in sample.label
        if one.str or one.num or one.num_unit
    }


def stacks_of(profile):
    """(node, process, frames outermost first, calls, cycles, ns) of each sample."""
    locations, functions = check_pprof(profile)
    text = profile.string_table
    for sample in profile.sample:
        labels = labels_of(profile, sample)
        assert labels.keys() <= {'node', 'process'}, labels
        lines = [line for one in reversed(sample.location_id) for line in locations[one].line]
        names = tuple(text[functions[line.function_id].name] for line in lines)
        yield labels['node'], labels.get('process'), names, *sample.value


@test
def pprof(folder):
    schema = profile_class(folder)
    for seed in SEEDS:
        with Run(MAKE_RUN, seed, 'calls') as run:
            path = os.path.join(folder, f'{seed}.pb.gz')
            export(run, path)
            profile = schema()
            with gzip.open(path) as file:
                profile.ParseFromString(file.read())
            wanted = []
            for node in NODES:
                cycles, calls = run.stacks(node)
                for process, names in cycles.keys() | calls.keys():
                    n = cycles[process, names]
                    wanted.append((node, process, names, calls[process, names], n, n * NS))
            same(stacks_of(profile), wanted, 'stacks')
            text = profile.string_table
            types = [(text[one.type], text[one.unit]) for one in profile.sample_type]
            assert types == [('calls', 'count'), ('cycles', 'count'), ('time', 'nanoseconds')]
            assert text[profile.default_sample_type] == 'time'
            last = max(r['cycle'] for r in run.records if r['kind'] == 'flush')
            assert profile.duration_nanos == last * NS
            places = {
                text[one.name]: (text[one.filename], one.start_line) for one in profile.function
            }
            wanted = {name: FILES.get(name, ('', 0)) for name in FUNCTIONS}
            assert {name: places[name] for name in FUNCTIONS} == wanted, places
            labels = collections.Counter(
                labels_of(profile, s).get('process') for s in profile.sample
            )
            assert labels.keys() == {None, 0, 1, 2}, labels


if __name__ == '__main__':
    sys.exit(main())
