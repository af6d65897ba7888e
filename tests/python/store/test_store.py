# SPDX-License-Identifier: Apache-2.0
"""A data set in a store of objects, which Spark reads by Hadoop's client."""

import gnomon
from gnomon import queries
from store import bucket, sets
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
    folder, out, complaints = sets.make(place)
    with bucket.serving(folder) as url, queries.engine_of(out) as duck:
        session = connected(place, url)
        for name in sets.WHOLE:
            for address in f's3a://bucket/{name}', f'file://{folder}/{name}':
                assert sets.asked(queries.Spark(address, session)) == sets.asked(duck), address
        for name, said in complaints.items():
            for start in 's3a://bucket', f'file://{folder}':
                message = refused(gnomon.Error, queries.Spark, f'{start}/{name}', session)
                assert f"'{start}/{name}/" in message and said in message, message
