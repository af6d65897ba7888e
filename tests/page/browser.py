# SPDX-License-Identifier: Apache-2.0
"""Debian's Chromium without a window, by the Chrome DevTools protocol over a pair of pipes."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import threading

HANG = int(os.environ.get('HANG_SECONDS', 1800))  # ends a browser that hangs
PROGRAM = os.environ.get('CHROMIUM', 'chromium-headless-shell')

# As root there is no sandbox. The renderer gets its memory from files, as /dev/shm may be small.
OPTIONS = (
    '--no-sandbox',
    '--headless',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--remote-debugging-pipe',
)


class Browser:
    """A browser with one page. Each call waits for its answer; events are kept by their method."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix='gnomon-page-')
        theirs_in, self.into = os.pipe()
        self.out, theirs_out = os.pipe()
        self.process = subprocess.Popen(
            [
                'sh',
                '-c',
                f'exec 3<&{theirs_in} 4>&{theirs_out}; exec "$@"',
                'sh',
                PROGRAM,
                *OPTIONS,
                f'--user-data-dir={self.profile}',
                'about:blank',
            ],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.watch = threading.Timer(HANG, self.process.kill)
        self.watch.daemon = True
        self.watch.start()
        os.close(theirs_in)
        os.close(theirs_out)
        self.waiting = b''
        self.number = 0
        self.session = None
        self.events = {}
        self.waits = False  # for an expression to be true
        targets = self.call('Target.getTargets')['targetInfos']
        page = next(target for target in targets if target['type'] == 'page')
        answer = self.call('Target.attachToTarget', targetId=page['targetId'], flatten=True)
        self.session = answer['sessionId']
        for domain in 'Page', 'Runtime', 'Log', 'Network':
            self.call(f'{domain}.enable')

    def read(self):
        while b'\0' not in self.waiting:
            part = os.read(self.out, 1 << 20)
            if not part:
                raise RuntimeError('the browser has ended')
            self.waiting += part
        text, self.waiting = self.waiting.split(b'\0', 1)
        return json.loads(text)

    def keep(self, message):
        self.events.setdefault(message['method'], []).append(message.get('params', {}))

    def call(self, method, **params):
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': params}
        if self.session:
            message['sessionId'] = self.session
        data = json.dumps(message).encode() + b'\0'
        while data:
            data = data[os.write(self.into, data) :]
        while True:
            answer = self.read()
            if 'method' in answer:
                self.keep(answer)
                self.check_script()
            elif answer['id'] == self.number:
                break
        if 'error' in answer:
            raise RuntimeError(f'{method}: {answer["error"]}')
        return answer['result']

    def check_script(self):
        """A page whose script was blocked or has thrown may never get where a test waits for it."""
        broken = self.events.get('Runtime.exceptionThrown', []) + [
            e
            for e in self.events.get('Log.entryAdded', [])
            if 'Content Security Policy' in e['entry']['text']
        ]
        if self.waits and broken:
            raise RuntimeError(f'the script of the page has failed: {broken}')

    def wait(self, method):
        while method not in self.events:
            message = self.read()
            if 'method' in message:
                self.keep(message)

    def open(self, address):
        self.events = {}
        self.call('Page.navigate', url=address)
        self.wait('Page.loadEventFired')

    def js(self, text):
        """The value of an expression; a promise is waited for."""
        answer = self.call(
            'Runtime.evaluate',
            expression=text,
            returnByValue=True,
            awaitPromise=True,
            userGesture=True,
        )
        if 'exceptionDetails' in answer:
            raise RuntimeError(f'{text}: {answer["exceptionDetails"]}')
        return answer['result'].get('value')

    def until(self, text):
        """Waits for an expression to be true, which it is asked in each frame of the page."""
        self.waits = True
        self.check_script()
        value = self.js(
            f'new Promise(done => {{ const look = () => {{ const v = ({text}); '
            'if (v) done(v); else requestAnimationFrame(look); }; look(); })'
        )
        self.waits = False
        return value

    def size(self, width, height, dark=False):
        self.call(
            'Emulation.setDeviceMetricsOverride',
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}
        calm = {'name': 'prefers-reduced-motion', 'value': 'reduce'}
        self.call('Emulation.setEmulatedMedia', features=[scheme, calm])

    def key(self, key, **more):
        for kind in 'keyDown', 'keyUp':
            text = {'text': key} if len(key) == 1 and kind == 'keyDown' else {}
            self.call('Input.dispatchKeyEvent', type=kind, key=key, **text, **more)

    def mouse(self, kind, x, y, **more):
        self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, **more)

    def screenshot(self, path, whole=True):
        answer = self.call('Page.captureScreenshot', captureBeyondViewport=whole)
        with open(path, 'wb') as file:
            file.write(base64.b64decode(answer['data']))

    def faults(self):
        """What went wrong in the page, and what it asked a network for."""
        found = [e['exceptionDetails'] for e in self.events.get('Runtime.exceptionThrown', [])]
        found += [
            e['entry']
            for e in self.events.get('Log.entryAdded', [])
            if e['entry']['level'] in ('error', 'warning')
        ]
        found += [
            e
            for e in self.events.get('Runtime.consoleAPICalled', [])
            if e['type'] in ('error', 'warning', 'assert')
        ]
        return found

    def requests(self):
        addresses = [e['request']['url'] for e in self.events.get('Network.requestWillBeSent', [])]
        return [a for a in addresses if not a.startswith(('file:', 'data:', 'blob:'))]

    def close(self):
        try:
            self.session = None
            self.call('Browser.close')
        except (OSError, RuntimeError):
            self.process.kill()
        self.process.wait()
        self.watch.cancel()
        os.close(self.into)
        os.close(self.out)
        shutil.rmtree(self.profile, ignore_errors=True)
