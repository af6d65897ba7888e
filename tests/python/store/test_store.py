# SPDX-License-Identifier: Apache-2.0
"""A data set in a store of objects, which Spark reads by Hadoop's client."""

import os
import shutil

import gnomon
from gnomon import queries
from store import bucket
from workplace import refused


def connected(place, url):
    """The session of Spark, which knows the store."""
    for name, value in {
        'endpoint': url,
        'endpoint.region': 'us-east-1',
        'path.style.access': 'true',
        'access.key': 'key',
        'secret.key': 'secret',
        'attempts.maximum': '1',
    }.items():
        place.spark.conf.set(f'fs.s3a.{name}', value)
    return place.spark


def test_store(place):
    """The same answers at both addresses, of a data set of several parts; and the same complaints
    where a file is missing, damaged, or nothing is there."""
    folder, out = place.new(), place.new()
    for version, name in ('1.0', 'kinds'), ('1.1', 'random'), ('1.10', 'pairs'), ('1.10', 'random'):
        gnomon.dataset({version: place.copy(name)}, out, ['events', 'intervals'])
    for name in 'set', 'a [b]*%20', 'gone', 'unlisted', 'short':
        shutil.copytree(out, f'{folder}/{name}')
    part = gnomon.Dataset(out).runs()[0]['part']
    os.unlink(f'{folder}/gone/intervals/{part}.parquet')
    os.unlink(f'{folder}/unlisted/runs/{part}.parquet')
    os.truncate(f'{folder}/short/events/{part}.parquet', 100)
    with bucket.serving(folder) as url, queries.engine_of(out) as duck:
        session = connected(place, url)
        for name in 'set', 'a [b]*%20':
            for address in f's3a://bucket/{name}', f'file://{folder}/{name}':
                spark = queries.Spark(address, session)
                for ask in (
                    queries.percentiles,
                    queries.trend,
                    lambda engine: queries.regressions(engine, '1.1', '1.10'),
                    lambda engine: engine.rows(
                        'select version, run, seconds, lost from runs order by version, run'
                    ),
                ):
                    assert ask(spark) == ask(duck), address
        for name, said in (
            ('gone', f"/intervals/{part}.parquet' is missing; gnomon.repair"),
            ('unlisted', f"/runs/{part}.parquet' is missing; gnomon.repair"),
            ('short', f"/events/{part}.parquet' is damaged: 100 bytes of"),
            ('nowhere', 'gnomon-dataset.json'),
        ):
            for start in 's3a://bucket', f'file://{folder}':
                message = refused(gnomon.Error, queries.Spark, f'{start}/{name}', session)
                assert f"'{start}/{name}/" in message and said in message, message
