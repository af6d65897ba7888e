#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page as `gnomon serve` gives it to a browser, while the run grows.

test_served.py GNOMON PAGE_RUNS; runs from the root of the repository.
"""

import json
import os
import shutil
import subprocess
import sys

from browser import Browser
from suite import GNOMON, RUNS, check, open_page, verdict

SLOT = 8
STATE = "document.querySelector('.live span').textContent"


def write_journal(run, text):
    new = os.path.join(run, 'new')
    with open(new, 'w') as file:
        file.write(text)
    os.rename(new, os.path.join(run, 'run.json'))


def cut(run):
    """Leaves a third of each stream; returns what there was: {path: bytes}."""
    whole = {}
    trace = os.path.join(run, 'trace')
    for name in os.listdir(trace):
        path = os.path.join(trace, name)
        if not name.startswith('node_'):
            continue
        with open(path, 'rb') as file:
            whole[path] = file.read()
        os.truncate(path, len(whole[path]) // 3 // SLOT * SLOT)
    return whole


def events(browser):
    """Of all nodes, as the page's table of nodes says."""
    return browser.js(
        '[...document.querySelectorAll(\'[data-part="Nodes"] tbody tr\')]'
        '.map(row => row.textContent).join()'
    )


def check_growth(browser, run, address, journal, whole):
    open_page(browser, address)
    first = events(browser)
    check('nodes of the page', first, first)
    check('the page is live', 'over' not in browser.js(STATE), browser.js(STATE))
    for path, data in whole.items():
        with open(path, 'wb') as file:
            file.write(data)
    write_journal(run, journal)
    browser.until(f"{STATE}.includes('over')")
    check('the page has grown', events(browser) != first, first)
    check('no faults', browser.faults() == [], browser.faults())


def main():
    run = subprocess.run([RUNS, 'run', '50'], check=True, capture_output=True, text=True).stdout
    run = run.strip()
    server = browser = None
    try:
        with open(os.path.join(run, 'run.json')) as file:
            journal = file.read()
        check('a complete run', json.loads(journal)['state'] == 'complete')
        whole = cut(run)
        write_journal(run, json.dumps({**json.loads(journal), 'state': 'running'}))
        server = subprocess.Popen(
            [GNOMON, 'serve', run], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
        )
        address = server.stdout.readline().split()[-1]
        browser = Browser()
        check_growth(browser, run, address, journal, whole)
        browser.open('about:blank')
        browser.open(address.split('#')[0])
        browser.until(f"{STATE}.includes('asks for a token')")
        server.terminate()
        check('the server ends', server.wait() == 0)
        browser.until(f"{STATE}.includes('does not answer')")
    finally:
        if browser:
            browser.close()
        if server:
            server.kill()
        shutil.rmtree(run)
    return verdict()


if __name__ == '__main__':
    sys.exit(main())
