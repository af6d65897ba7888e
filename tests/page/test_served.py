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
from suite import GNOMON, RUNS, check, lane, lines, number, open_page, output, settled, verdict

SLOT = 8
LONG = 6000  # rounds: more events than the newest that the page has
NEWEST = 100000
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
    os.rename(run, run + '.away')
    browser.until(
        f"{STATE}.includes('The server has no newer data. It says: the report was not made: cannot')"
    )
    check('a fault is marked', browser.js("document.querySelector('.live.bad') !== null"), '')
    check('the last values beside a fault', events(browser) == first, events(browser))
    os.rename(run + '.away', run)
    browser.until(f"!{STATE}.includes('It says')")
    for path, data in whole.items():
        with open(path, 'wb') as file:
            file.write(data)
    write_journal(run, journal)
    browser.until(f"{STATE}.includes('over')")
    check('the page has grown', events(browser) != first, first)
    check('no faults', faults(browser) == [], browser.faults())


def fired(run, begin, end):
    """What a page shows as events of these cycles."""
    listed = output(GNOMON, 'events', '--json', '--from', str(begin), '--to', str(end), run)
    return [e for e in lines(listed) if e['kind'] not in ('gap', 'hole', 'load', 'line')]


def faults(browser):
    """What went wrong, without what the server has not made yet."""
    return [
        f
        for f in browser.faults()
        if '503' not in f.get('text', '') or '.json' not in f.get('url', '')
    ]


def check_windows(browser, run, address):
    """The newest events come with the page, and all others when they are looked at."""
    open_page(browser, address)
    browser.until("document.querySelector('canvas.lanes').dataset.events > 0")
    begin, end, events, _ = lane(browser)
    whole = fired(run, 0, int(end))
    check('a long run', len(whole) > NEWEST * 3 // 2, len(whole))
    check('the newest events', NEWEST // 2 < events <= NEWEST, events)
    browser.js("document.querySelector('canvas.lanes').focus()")
    for key in '+' * 10:
        browser.key(key)
    settled(browser, lambda: browser.key('Home'))
    browser.until("!document.querySelector('#timeline .status').textContent.includes('Shown are')")
    begin, end, events, intervals = lane(browser)
    wanted = fired(run, -(-begin // 1), int(end))
    check('the first cycles', begin < 1000 and intervals > 0, (begin, intervals))
    check('events of a window', events == len(wanted) > 0, (events, len(wanted)))
    browser.js(
        "(i => { i.value = 'work.entry'; i.dispatchEvent(new Event('input')); })"
        "(document.querySelector('#timeline input[type=search]'))"
    )
    text = browser.js("document.querySelector('#timeline .found').textContent")
    hits, rest = text.split(' hits in what is shown, cycles ')
    span, run_text = rest.split('; ')
    first, last = (number(part) for part in span.split(' to '))
    named = [e for e in whole if e['name'] == 'work.entry']
    inside = [e for e in named if first <= e['time'] <= last]
    check('hits in what is shown', number(hits) == len(inside) > 0, (text, len(inside)))
    check('hits in the run', number(run_text.split()[0]) == len(named), (text, len(named)))
    asked = [a for a in browser.requests() if 'window.json' in a]
    check('one window was fetched', len(asked) == 1 and 'token' not in asked[0], asked)
    newest = settled(browser, lambda: browser.js(NEWEST_BUTTON))
    check('the newest again', newest[1] >= max(e['time'] for e in whole), newest)
    check('no faults of windows', faults(browser) == [], browser.faults())


NEWEST_BUTTON = (
    "[...document.querySelectorAll('button')].find(b => b.textContent === 'Newest').click()"
)


def test_windows():
    run = output(RUNS, 'run', str(LONG)).strip()
    server = browser = None
    try:
        with open(os.path.join(run, 'run.json')) as file:
            journal = json.load(file)
        write_journal(run, json.dumps({**journal, 'state': 'running'}))
        server = subprocess.Popen(
            [GNOMON, 'serve', run], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
        )
        address = server.stdout.readline().split()[-1]
        browser = Browser()
        check_windows(browser, run, address)
    finally:
        if browser:
            browser.close()
        if server:
            server.kill()
        shutil.rmtree(run)


def main():
    test_windows()
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
