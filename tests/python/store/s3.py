# SPDX-License-Identifier: Apache-2.0
"""moto's server of S3 on 127.0.0.1, with a bucket `bucket`. It answers one request at a time: so
what it checks of an object still holds when it takes another one."""

import contextlib
import logging
import threading


@contextlib.contextmanager
def serving():
    """The address of a store that is empty."""
    from moto.backends import get_backend
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import make_server

    logging.getLogger('werkzeug').setLevel(logging.ERROR)
    app, turn = DomainDispatcherApplication(create_backend_app), threading.Lock()

    def one_by_one(environ, start):
        with turn:
            return [b''.join(app(environ, start))]

    backend = get_backend('s3')['123456789012']['aws']
    backend.reset()
    backend.create_bucket('bucket', 'us-east-1')
    server = make_server('127.0.0.1', 0, one_by_one, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f'http://127.0.0.1:{server.server_port}'
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        backend.reset()
