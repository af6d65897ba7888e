# SPDX-License-Identifier: Apache-2.0
"""Data sets that a store of objects has: whole ones, and some of which files are gone or short."""

import os
import shutil

import gnomon

WHOLE = 'set', 'a [b]*%20'


def make(place):
    """The folder of the store; a data set in a folder, of which all others are copies; and what is
    said of those that are not whole, {name: text}."""
    folder, out = place.new(), place.new()
    for version, name in ('1.0', 'kinds'), ('1.1', 'random'), ('1.10', 'pairs'), ('1.10', 'random'):
        gnomon.dataset({version: place.copy(name)}, out, ['events', 'intervals'])
    for name in *WHOLE, 'gone', 'unlisted', 'short':
        shutil.copytree(out, f'{folder}/{name}')
    part = gnomon.Dataset(out).runs()[0]['part']
    os.unlink(f'{folder}/gone/intervals/{part}.parquet')
    os.unlink(f'{folder}/unlisted/runs/{part}.parquet')
    os.truncate(f'{folder}/short/events/{part}.parquet', 100)
    return (
        folder,
        out,
        {
            'gone': f"/intervals/{part}.parquet' is missing; gnomon.repair",
            'unlisted': f"/runs/{part}.parquet' is missing; gnomon.repair",
            'short': f"/events/{part}.parquet' is damaged: 100 bytes of",
            'nowhere': 'gnomon-dataset.json',
        },
    )


def asked(engine):
    """What an engine answers to all questions."""
    from gnomon import queries

    text = 'select version, run, seconds, lost from runs order by version, run'
    return (
        queries.percentiles(engine),
        queries.percentiles(engine, by=('run', 'node'), versions=['1.0', '1.10']),
        queries.trend(engine),
        queries.regressions(engine, '1.1', '1.10'),
        engine.rows(text),
    )
