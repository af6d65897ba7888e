# SPDX-License-Identifier: Apache-2.0
"""What a page asks a network for is refused by its policy, not by the network: of a server on this
machine that answers, and permits, everything."""

import http.server
import os
import threading

from suite import same

# Each requests an address, and is done when it knows the result.
REQUESTS = {
    'fetch': "fetch(ADDRESS).then(() => 'sent', () => 'refused')",
    'image': "new Promise(done => { const i = new Image(); i.onload = () => done('sent'); "
    "i.onerror = () => done('refused'); i.src = ADDRESS; })",
    'script': "new Promise(done => { const s = document.createElement('script'); "
    "s.onload = () => done('sent'); s.onerror = () => done('refused'); s.src = ADDRESS; "
    'document.head.append(s); })',
    'frame': "new Promise(done => { const f = document.createElement('iframe'); "
    "f.onload = () => done('loaded'); f.src = ADDRESS; document.body.append(f); })",
}
# Directives by which the page's policy refuses them.
DIRECTIVES = {
    'fetch': 'connect-src',
    'image': 'img-src',
    'script': 'script-src-elem',
    'frame': 'frame-src',
}
IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
ANSWERS = {'image': ('image/svg+xml', IMAGE), 'script': ('text/javascript', '')}


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        what = self.path[1:]
        self.server.asked.append(what)
        kind, text = ANSWERS.get(what, ('text/html', 'an answer'))
        self.send_response(200)
        self.send_header('Content-Type', kind)
        self.send_header('Access-Control-Allow-Origin', '*')
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def ask(browser, address):
    """Asks in each way; (what came of it, directives that were violated)."""
    browser.js(
        'window.violated = []; document.addEventListener("securitypolicyviolation", '
        'event => window.violated.push(event.effectiveDirective))'
    )
    found = {
        what: browser.js(code.replace('ADDRESS', f"'{address}/{what}'"))
        for what, code in REQUESTS.items()
    }
    return found, browser.js('window.violated')


def check_refused(browser, page, folder):
    """A page without a policy gets through first, so the server does answer this browser."""
    plain = os.path.join(folder, 'plain.html')
    with open(plain, 'w') as file:
        file.write('<!DOCTYPE html><title>plain</title><body></body>')
    with http.server.ThreadingHTTPServer(('127.0.0.1', 0), Server) as server:
        server.asked = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f'http://127.0.0.1:{server.server_port}'
        browser.open(f'file://{plain}')
        found, violated = ask(browser, address)
        sent = {**dict.fromkeys(REQUESTS, 'sent'), 'frame': 'loaded'}
        same('requests of a page without a policy', (found, violated), (sent, []))
        same('what came to the server', sorted(server.asked), sorted(REQUESTS))
        server.asked.clear()
        browser.open(f'file://{page}')
        found, violated = ask(browser, address)
        refused = {**dict.fromkeys(REQUESTS, 'refused'), 'frame': 'loaded'}  # without the answer
        same('requests of the page', found, refused)
        same('what refused them', sorted(violated), sorted(DIRECTIVES.values()))
        same('what came to the server of the page', server.asked, [])
        server.shutdown()
