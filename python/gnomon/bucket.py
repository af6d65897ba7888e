# SPDX-License-Identifier: Apache-2.0
"""A data set in a store of objects, which is written: s3://BUCKET/KEY, by boto3.

SET/_lock               who writes the set; a writer renews it, and removes it at its end
SET/_new/PART/begun     a part that comes to its place, or is removed

The store has no locks, but takes an object only where there is none yet, or where it is the one
that the writer knows (If-None-Match, If-Match). So one writer at a time has `_lock`. One that nobody
has renewed for LEASE seconds, by the clock of the store, is of a writer that was interrupted: the
next one takes it over, removes what is left, and goes on. An object comes as a whole, so a part is
in the set with the object that is the list of its runs, or is not.
"""

import contextlib
import json
import os
import re
import shutil
import tempfile
import threading
import time
from email.utils import parsedate_to_datetime

from gnomon import layout
from gnomon.layout import END, MARK, NEW, RUNS
from gnomon.library import Error
from gnomon.places import busy
from gnomon.store import Store

LEASE = 60  # seconds for which a lock holds that is not renewed
RENEWALS = 4  # within a lease
TIMEOUT = 10  # seconds
LOCK = '_lock'
BEGUN = 'begun'
MISSING = ('404', 'NoSuchKey')
OTHER = ('412', 'PreconditionFailed', '409', 'ConditionalRequestConflict')


def client():
    try:
        import boto3
        import botocore.config
    except ImportError:
        raise Error('to write a store of objects takes boto3: pip install gnomon[s3]') from None
    # what is sent must not come long after the lock was looked at
    config = botocore.config.Config(
        connect_timeout=TIMEOUT, read_timeout=TIMEOUT, retries={'max_attempts': 2}
    )
    return boto3.client('s3', config=config)


def text_of(mark):
    return (json.dumps(mark, indent=1) + '\n').encode()


class Lock:
    """The lock of a data set, while it is held. `lost`: somebody else has it."""

    def __init__(self, bucket):
        self.bucket, self.tag, self.lost = bucket, None, False
        self.renewed, self.over = 0.0, threading.Event()
        self.thread = threading.Thread(target=self.renew_until_over, daemon=True)

    def take(self):
        self.renewed = time.monotonic()
        self.tag = self.bucket.put(LOCK, self.text(), IfNoneMatch='*')
        if self.tag is None:
            self.take_over()
        self.thread.start()

    def take_over(self):
        """Takes the lock of a writer that was interrupted."""
        there = self.bucket.head(LOCK)
        if there and self.is_over(there):
            self.tag = self.bucket.put(LOCK, self.text(), IfMatch=there['ETag'])
        if self.tag is None:
            raise busy(self.bucket.path)

    @staticmethod
    def is_over(there):
        """Whether the lease of the lock that is there is over."""
        headers = there['ResponseMetadata']['HTTPHeaders']
        age = parsedate_to_datetime(headers['date']) - there['LastModified']
        return age.total_seconds() > LEASE

    def text(self):
        """Who holds it; no two texts are the same, as the tag of an object is that of its bytes."""
        return json.dumps({'process': os.getpid(), 'time': time.time_ns()}).encode()

    def renew_until_over(self):
        while not self.over.wait(LEASE / RENEWALS) and not self.lost:
            with contextlib.suppress(Exception):  # the next one may come through
                self.renew()

    def renew(self):
        now = time.monotonic()
        tag = self.bucket.put(LOCK, self.text(), IfMatch=self.tag)
        self.lost = tag is None
        if tag:
            self.tag, self.renewed = tag, now

    def check(self):
        """Error: it is not held, or not for long enough any more."""
        if self.lost or time.monotonic() - self.renewed > LEASE / 2:
            raise Error(f"data set '{self.bucket.path}' was taken over by another process")

    def look(self):
        """Error: somebody else has taken it."""
        there = self.bucket.head(LOCK)
        self.lost |= not there or there['ETag'] != self.tag
        self.check()

    def end(self):
        self.over.set()
        if self.thread.is_alive():
            self.thread.join()
        if not self.lost:
            with contextlib.suppress(Error):  # then the lease ends it
                self.bucket.delete(LOCK, IfMatch=self.tag)


class Bucket:
    """An address of a store of objects, as a place to write to (places.py)."""

    rewrites = False  # who reads an object in pieces would have some of both

    def __init__(self, path):
        self.path = path
        self.name, _, self.root = layout.STORE.sub('', path).partition('/')
        self.client, self.lock = client(), None
        self.folder = None  # of this machine: of parts that are being written

    # objects

    def key(self, name):
        return f'{self.root}/{name}'

    def asked(self, call, **what):
        """What the store answers; None: the object is not there, or is another one."""
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            return call(Bucket=self.name, **what)
        except ClientError as error:
            if error.response['Error']['Code'] in MISSING + OTHER:
                return None
            raise Error(f"data set '{self.path}': {error}") from None
        except BotoCoreError as error:
            raise Error(f"data set '{self.path}': {error}") from None

    def put(self, name, body, **where):
        """Its tag; None: the condition does not hold."""
        done = self.asked(self.client.put_object, Key=self.key(name), Body=body, **where)
        return done and done['ETag']

    def head(self, name):
        return self.asked(self.client.head_object, Key=self.key(name))

    def delete(self, name, **where):
        return self.asked(self.client.delete_object, Key=self.key(name), **where)

    def names(self, start=''):
        """The names of the objects of the set that begin so."""
        found, more = [], {}
        while more is not None:
            done = self.asked(self.client.list_objects_v2, Prefix=self.key(start), **more)
            found += [item['Key'][len(self.root) + 1 :] for item in done.get('Contents', ())]
            more = (
                {'ContinuationToken': done['NextContinuationToken']}
                if done['IsTruncated']
                else None
            )
        return found

    # who writes

    @contextlib.contextmanager
    def locked(self):
        self.lock = Lock(self)
        with tempfile.TemporaryDirectory(prefix='gnomon-') as self.folder:
            self.lock.take()
            try:
                yield
            finally:
                self.lock.end()

    @contextlib.contextmanager
    def index(self):
        """A store has no index of its runs: their lists are read."""
        yield None

    def drop_index(self):
        """There is none."""

    def listing(self, unreadable=None, index=None):
        del index
        return Store(self.path, unreadable)

    # what the set is

    def read_mark(self):
        from botocore.exceptions import ClientError

        try:
            there = self.client.get_object(Bucket=self.name, Key=self.key(MARK))
        except ClientError as error:
            raise Error(f"cannot read '{self.path}/{MARK}': {error}") from None
        return layout.parsed(there['Body'].read().decode(errors='replace'), self.path)

    def write_mark(self, mark):
        self.lock.look()
        self.put(MARK, text_of(mark))

    def is_set(self):
        return bool(self.head(MARK))

    def make(self, mark):
        if set(self.names()) - {LOCK}:
            raise Error(
                f"'{self.path}' exists and is not a data set of gnomon: it is left as it is"
            )
        return 'mark' if self.put(MARK, text_of(mark), IfNoneMatch='*') else None

    def unmake(self, made):
        del made
        self.delete(MARK)

    # parts

    def lists(self):
        return [name.partition('/')[2] for name in self.names(f'{RUNS}/')]

    def is_listed(self, part):
        return bool(self.head(f'{RUNS}/{part}{END}'))

    def stage(self, part):
        folder = os.path.join(self.folder, part)
        os.makedirs(folder, exist_ok=True)
        self.put(f'{NEW}/{part}/{BEGUN}', b'')
        return folder

    def settle(self, part, tables):
        """The last one is the list of its runs. Where the lock was taken over meanwhile, the part
        leaves the set again."""
        for table in tables:
            self.lock.look()
            name = f'{table}/{part}{END}'
            with open(os.path.join(self.folder, part, table + END), 'rb') as file:
                if self.put(name, file, IfNoneMatch='*') is None:
                    raise Error(f"'{self.path}/{name}' exists")
        try:
            self.lock.look()
        except Error:
            self.delete(f'{RUNS}/{part}{END}')
            raise

    def unlist(self, mark, part):
        self.lock.look()
        self.put(f'{NEW}/{part}/{BEGUN}', b'')
        self.delete(f'{RUNS}/{part}{END}')
        self.drop_unsettled(mark, part)

    def drop_unsettled(self, mark, part):
        if not self.is_listed(part):
            for table in mark['tables']:
                self.delete(f'{table}/{part}{END}')
        self.delete(f'{NEW}/{part}/{BEGUN}')
        shutil.rmtree(os.path.join(self.folder, part), ignore_errors=True)

    def clear(self, mark):
        for name in self.names(f'{NEW}/'):
            found = re.fullmatch(f'{NEW}/([^/]+)/{BEGUN}', name)
            if found and layout.PART.fullmatch(found[1]):
                self.drop_unsettled(mark, found[1])
