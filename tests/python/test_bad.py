# SPDX-License-Identifier: Apache-2.0
"""Runs and requests that are wrong: the message of the library as an exception."""

import os

import gnomon
import pyarrow
from workplace import refused


def test_no_run(place):
    assert 'nowhere' in refused(gnomon.Error, gnomon.open, place.folder + '/nowhere')
    empty = place.new()
    os.mkdir(empty)
    assert empty in refused(gnomon.Error, gnomon.open, empty)
    refused(ValueError, gnomon.open, 'a\0b')
    refused(TypeError, gnomon.open, None)


def test_damaged_run(place):
    """Files of a run directory that are cut off or missing."""
    for name in 'run.json', 'manifest.json', 'patterns.json':
        path = place.copy('random')
        with open(f'{path}/{name}', 'r+b') as file:
            file.truncate(20)
        assert name in refused(gnomon.Error, gnomon.open, path)
        os.unlink(f'{path}/{name}')
        message = refused(gnomon.Error, gnomon.open, path)
        assert name in message or path in message


def test_cut_off_trace(place):
    """What is missing at the end is a hole, and no failure."""
    path = place.copy('random')
    size = os.path.getsize(f'{path}/trace/node_1')
    with open(f'{path}/trace/node_1', 'r+b') as file:
        file.truncate(size - 100)
    gaps = pyarrow.table(gnomon.open(path).gaps()).to_pylist()
    assert [row['node'] for row in gaps if row['why'] == 'hole'] == ['core1']
    whole = pyarrow.table(gnomon.open(place.runs['random']).events()).num_rows
    assert 0 < pyarrow.table(gnomon.open(path).events()).num_rows < whole + 1


def test_trace_that_goes(place):
    """A table of a run that is not there any more fails when it is read."""
    path = place.copy('random')
    table = gnomon.open(path).events()
    os.rename(path, path + '-gone')
    assert path in refused(gnomon.Error, pyarrow.table, table)


def test_wrong_names(place):
    run = gnomon.open(place.runs['random'])
    assert refused(gnomon.Error, run.table, 'event') == "there is no table 'event'"
    assert refused(gnomon.Error, run.events, nodes=['core9']) == (
        "monitor 'test' has no node 'core9'"
    )
    assert refused(gnomon.Error, run.gaps, columns=['time']) == "table 'gaps' has no column 'time'"
    for names in ([], ['a,b'], [''], [3], ['a\0']):
        refused(ValueError, run.events, nodes=names)
        refused(ValueError, run.events, columns=names)
    for cycle in (-1, 2**64):
        refused(ValueError, run.events, since=cycle)
        refused(ValueError, run.events, until=cycle)
    assert '5' in refused(ValueError, run.events, since=5, until=3)
    for count in (0, -1, 2**64):
        assert 'rows' in refused(ValueError, run.events, batch_rows=count)


def test_rounds(place):
    """A folder of rounds is a run for each."""
    folder = place.new()
    os.mkdir(folder)
    for i in range(2):
        os.rename(place.copy('random'), f'{folder}/round{i}')
    assert 'rounds' in refused(gnomon.Error, gnomon.open, folder)
    assert gnomon.rounds(folder) == [f'{folder}/round0', f'{folder}/round1']
    assert gnomon.rounds(f'{folder}/round0') == [f'{folder}/round0']
    for path in (place.new(), place.folder):
        assert path in refused(gnomon.Error, gnomon.rounds, path)


def test_no_library(place):
    """Without the library the message says how to name it."""
    from gnomon import library

    library.load.cache_clear()
    named = os.environ['GNOMON_LIBRARY']
    os.environ['GNOMON_LIBRARY'] = place.folder + '/libnothing.so'
    try:
        message = refused(gnomon.Error, gnomon.open, place.runs['random'])
        assert 'GNOMON_LIBRARY' in message and 'libnothing' in message
    finally:
        os.environ['GNOMON_LIBRARY'] = named
        library.load.cache_clear()
