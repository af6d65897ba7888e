# SPDX-License-Identifier: Apache-2.0
"""A folder as the bucket `bucket` of a store of objects on 127.0.0.1: what S3 answers to those who
list keys and read objects. A key has no folders."""

import contextlib
import email.utils
import hashlib
import http.server
import os
import re
import threading
import urllib.parse
from xml.sax.saxutils import escape

MOST = 3  # keys of an answer: a list has several, as long ones have


class Handler(http.server.BaseHTTPRequestHandler):
    """`folder`: what the bucket has; of the class that serving() makes."""

    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True
    folder = None

    def log_message(self, *_):
        """Prints nothing."""

    def do_HEAD(self):  # noqa: N802
        self.answer(body=False)

    def do_GET(self):  # noqa: N802
        self.answer(body=True)

    def answer(self, body):
        at = urllib.parse.urlsplit(self.path)
        _, bucket, *key = urllib.parse.unquote(at.path).split('/', 2)
        query = dict(urllib.parse.parse_qsl(at.query, keep_blank_values=True))
        if bucket != 'bucket':
            self.send(404, failure('NoSuchBucket'), body)
        elif key and key[0]:
            self.object(key[0], body)
        elif 'list-type' in query:
            self.send(200, self.listed(query), body)
        else:
            self.send(200, b'', body)

    def object(self, key, body):
        path = os.path.join(self.folder, key)
        if key.endswith('/') or not os.path.isfile(path):
            self.send(404, failure('NoSuchKey'), body)
            return
        with open(path, 'rb') as file:
            data = file.read()
        facts = {'ETag': tag(data), 'Last-Modified': email.utils.formatdate(usegmt=True)}
        part = re.fullmatch(r'bytes=(\d+)-(\d*)', self.headers.get('Range', ''))
        if not part:
            self.send(200, data, body, facts)
            return
        first, last = int(part[1]), min(int(part[2] or len(data)), len(data) - 1)
        facts['Content-Range'] = f'bytes {first}-{last}/{len(data)}'
        self.send(206, data[first : last + 1], body, facts)

    def keys(self):
        for place, _, names in os.walk(self.folder):
            for name in names:
                yield os.path.relpath(os.path.join(place, name), self.folder)

    def listed(self, query):
        """The keys with a prefix; those with a delimiter after it count as one."""
        prefix, delimiter = query.get('prefix', ''), query.get('delimiter')
        found = {}
        for key in self.keys():
            if key.startswith(prefix):
                rest = key[len(prefix) :]
                group = delimiter and delimiter in rest
                found[prefix + rest.split(delimiter)[0] + delimiter if group else key] = group
        after = query.get('continuation-token') or query.get('start-after') or ''
        names = sorted(name for name in found if name > after)
        some = names[: min(int(query.get('max-keys', 1000)), MOST)]
        more = len(some) < len(names)
        text = f'<Name>bucket</Name><Prefix>{escape(prefix)}</Prefix>'
        text += f'<KeyCount>{len(some)}</KeyCount><IsTruncated>{str(more).lower()}</IsTruncated>'
        if more:
            text += f'<NextContinuationToken>{escape(some[-1])}</NextContinuationToken>'
        for name in some:
            if found[name]:
                text += f'<CommonPrefixes><Prefix>{escape(name)}</Prefix></CommonPrefixes>'
            else:
                size = os.path.getsize(os.path.join(self.folder, name))
                text += f'<Contents><Key>{escape(name)}</Key><Size>{size}</Size>'
                text += '<LastModified>2026-12-01T00:00:00.000Z</LastModified></Contents>'
        space = 'http://s3.amazonaws.com/doc/2006-03-01/'
        return f'<ListBucketResult xmlns="{space}">{text}</ListBucketResult>'.encode()

    def send(self, status, data, body, facts=()):
        self.send_response(status)
        for name, value in dict(facts).items():
            self.send_header(name, value)
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        if body:
            self.wfile.write(data)


def tag(data):
    return f'"{hashlib.md5(data, usedforsecurity=False).hexdigest()}"'


def failure(code):
    return f'<Error><Code>{code}</Code><Message>{code}</Message></Error>'.encode()


@contextlib.contextmanager
def serving(folder):
    """The address of the store that has this folder."""
    handler = type('Served', (Handler,), {'folder': folder})
    with http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f'http://127.0.0.1:{server.server_port}'
        finally:
            server.shutdown()
            thread.join()
