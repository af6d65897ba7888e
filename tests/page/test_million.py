#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A page with a million events in a browser: it loads, draws, zooms and moves, and what it says is
what the report and the list of events say. How long that takes is not tested (`make bench` measures
the writing).

test_million.py GNOMON PAGE_RUNS; runs from the root of the repository.
"""

import bisect
import csv
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

from browser import Browser
from hotspots import check_messages
from suite import (
    GNOMON,
    RUNS,
    check,
    click,
    lane,
    number,
    open_page,
    output,
    same,
    settled,
    verdict,
)
from tables import check_tables

ROUNDS = 25000
MILLION = 1_000_000
NODES = [f'core{k}' for k in range(4)]
CANVAS = "document.querySelector('canvas.lanes')"


class Truth:
    """The events and intervals of the run, as `gnomon export` lists them."""

    def __init__(self, run):
        self.events = {node: [] for node in NODES}  # (time, name)
        for row in self.rows(run, 'events'):
            if row['kind'] in ('event', 'trigger', 'write'):
                self.events[row['node']].append((int(row['time']), row['name']))
        self.times = sorted(time for rows in self.events.values() for time, _ in rows)
        begins = [row for row in self.rows(run, 'intervals') if row['from']]
        assert all(row['to'] for row in begins), 'an interval without an end'
        self.begins = sorted(int(row['from']) for row in begins)
        self.ends = sorted(int(row['to']) for row in begins)
        self.lengths = {(int(row['from']), row['node']): int(row['cycles']) for row in begins}

    def rows(self, run, what):
        text = output(GNOMON, 'export', run, '-w', what, '-F', 'csv', '-o', '-')
        return csv.DictReader(text.splitlines())

    def within(self, begin, end):
        """How many events and intervals there are from a cycle up to another one."""
        after = bisect.bisect_left(self.times, end + 1)
        events = after - bisect.bisect_left(self.times, begin)
        begun = bisect.bisect_left(self.begins, end + 1)
        return [events, begun - bisect.bisect_left(self.ends, begin)]


# Shares of the columns of a canvas with a pixel of each of these colours. Of a copy: a canvas that
# is read often is drawn in another way.
COLUMNS = """(canvas => {
    const style = getComputedStyle(document.documentElement);
    const copy = document.createElement('canvas');
    copy.width = canvas.width;
    copy.height = canvas.height;
    const ctx = copy.getContext('2d', { willReadFrequently: true });
    const number = (name) => {
        ctx.fillStyle = style.getPropertyValue('--' + name);
        ctx.fillRect(0, 0, 1, 1);
        return new Uint32Array(ctx.getImageData(0, 0, 1, 1).data.buffer)[0];
    };
    const colours = ['event', 'kind-0', 'kind-1'].map(number);
    ctx.clearRect(0, 0, 1, 1);
    ctx.drawImage(canvas, 0, 0);
    const all = new Uint32Array(ctx.getImageData(0, 0, copy.width, copy.height).data.buffer);
    return colours.map(colour => {
        const found = new Set();
        all.forEach((pixel, i) => pixel === colour && found.add(i % copy.width));
        return found.size / copy.width;
    });
})"""


def picture(browser):
    """A digest of what the time line shows, and the share of its columns with an event, with an
    interval of the first name, and with one of the second."""
    text = browser.js(f'{CANVAS}.toDataURL()')
    return hashlib.sha256(text.encode()).hexdigest(), browser.js(f'{COLUMNS}({CANVAS})')


def check_full(what, shown):
    """All columns of a long view have events and intervals; lines of messages hide few of them."""
    check(f'{what} is drawn', min(shown[1]) > 0.9, shown)


def place(browser):
    """Where the canvas is: left, top, width."""
    browser.js(f"{CANVAS}.scrollIntoView({{ block: 'center' }})")
    return browser.js(f'(r => [r.left, r.top, r.width])({CANVAS}.getBoundingClientRect())')


def check_view(browser, truth, what, seen):
    same(f'{what}: events and intervals', seen[2:], truth.within(*seen[:2]))
    return seen


def check_whole(browser, truth, report):
    whole = check_view(browser, truth, 'the whole run', lane(browser))
    run = report['run']
    same('its ends', whole[:2], [run['begin'], run['end']])
    events = sum(node['events'] + node['writes'] for node in report['nodes'])
    same('its events', whole[2], events)
    check('a million of them', whole[2] > MILLION, whole)
    text = browser.js("[...document.querySelectorAll('.summary dd')][9].textContent")
    same(
        'detail',
        text,
        f'This page has all {events:,} events and all {whole[3]:,} intervals one by one',
    )
    shown = picture(browser)
    check_full('the whole run', shown)
    return whole, shown


def check_zoom(browser, truth, whole, shown):
    """By half, again and again, down to some events; then all of them again."""
    last = whole
    for i in range(14):
        near = settled(browser, lambda: click(browser, '+'))
        check_view(browser, truth, f'zoomed {i + 1} times', near)
        same('half of it', near[1] - near[0], (last[1] - last[0]) / 2)
        last = near
    check('few events are left', 0 < last[2] < 200, last)
    check('another picture', picture(browser)[0] != shown[0])
    check_tip(browser, truth, last)
    check_text(browser, truth, last)
    check_moves(browser, truth, last)
    back = settled(browser, lambda: click(browser, 'Whole run'))
    same('the whole run again', (back, picture(browser)), (whole, shown))


def check_tip(browser, truth, view):
    """Where an event is drawn, the pointer finds that event."""
    left, top, width = place(browser)
    begin, end = view[:2]
    times = [time for time, _ in truth.events['core0'] if begin < time < end]
    time = times[len(times) // 2]
    name = dict(truth.events['core0'])[time]
    browser.mouse('mouseMoved', left + (time - begin) / (end - begin) * width, top + 20)
    text = browser.until(
        f"(t => t.includes('{time:,}') && t)(document.querySelector('.tip').textContent)"
    )
    check(
        'the event under the pointer',
        f'{name} (' in text and f'at core0, cycle {time:,}' in text,
        text,
    )


def check_text(browser, truth, view):
    """The table of the view has each event and each interval that begins in it."""
    begin, end = view[:2]
    wanted = [
        [f'{time:,}', node, name]
        for node, rows in truth.events.items()
        for time, name in rows[
            bisect.bisect_left(rows, (begin,)) : bisect.bisect_left(rows, (end + 1,))
        ]
    ]
    lengths = sorted(n for (time, _), n in truth.lengths.items() if begin <= time <= end)
    rows = browser.js(
        "(d => { d.open = true; d.dispatchEvent(new Event('toggle')); return [...d.querySelectorAll("
        "'tbody tr')].map(row => [...row.cells].map(cell => cell.textContent)); })"
        "(document.querySelector('.as-text'))"
    )
    shown = [row[:3] for row in rows if not row[3].startswith('interval')]
    same('events of the table', sorted(shown), sorted(wanted))
    shown = [number(row[4]) for row in rows if row[3].startswith('interval')]
    same('intervals of the table', sorted(shown), lengths)
    browser.js("document.querySelector('.as-text').open = false")


def check_moves(browser, truth, view):
    """By keys, by dragging and by the wheel."""
    browser.js(f'{CANVAS}.focus()')
    moved = settled(browser, lambda: browser.key('ArrowRight'))
    check('moved by a key', moved[0] > view[0], (moved, view))
    check_view(browser, truth, 'moved by a key', moved)
    left, top, width = place(browser)
    middle = left + width / 2

    def drag():
        browser.mouse('mousePressed', middle, top + 20, button='left', buttons=1, clickCount=1)
        browser.mouse('mouseMoved', middle - 100, top + 20, button='left', buttons=1)
        browser.mouse('mouseReleased', middle - 100, top + 20, button='left', clickCount=1)

    dragged = settled(browser, drag)
    by = (dragged[0] - moved[0]) / (moved[1] - moved[0]) * width
    check('moved by as much as was dragged', abs(by - 100) < 0.01, by)
    check_view(browser, truth, 'dragged', dragged)

    def wheel():
        browser.mouse('mouseWheel', middle, top + 20, deltaX=0, deltaY=240, modifiers=2)

    wide = settled(browser, wheel)
    check('zoomed out by the wheel', wide[1] - wide[0] > dragged[1] - dragged[0], wide)
    check_view(browser, truth, 'zoomed out by the wheel', wide)


FOUND = "document.querySelector('.found').textContent"


def look(browser, text):
    """Searches for it."""
    browser.js(
        f"(i => {{ i.value = '{text}'; i.dispatchEvent(new Event('input')); }})"
        "(document.querySelector('input[type=search]'))"
    )


def check_search(browser, truth):
    look(browser, 'other')
    hits = sum(name == 'other' for rows in truth.events.values() for _, name in rows)
    same('hits', (browser.js(FOUND), hits), (f'{hits:,} hits', 4 * 2 * ROUNDS))
    look(browser, '')


def check_rest(browser, truth, run, page):
    """A page of the default size has the first million one by one, and rates of the others."""
    output(GNOMON, 'report', run, '--html', page)
    open_page(browser, f'file://{page}')
    browser.until(f'{CANVAS}.dataset.events')
    whole = lane(browser)
    same('events of a page of a million', whole[2], MILLION)
    text = browser.until("document.querySelector('#timeline .status').textContent")
    last = truth.times[MILLION] - 1  # the first one that is missing comes after it
    check('what it has of the others', f'rates of events after cycle {last:,}' in text, text)
    same('its faults', browser.faults(), [])
    check_full('a page of a million', picture(browser))


def check_served(browser, truth, run):
    """A page of the same that is served fetches what is in view and not in it."""
    command = [GNOMON, 'serve', run]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            open_page(browser, server.stdout.readline().split()[-1])
            browser.until(f'{CANVAS}.dataset.events')
            whole = lane(browser)
            same('events of a served page', whole[2], MILLION)
            browser.js(f'{CANVAS}.focus()')
            for key in '+' * 10:
                browser.key(key)
            settled(browser, lambda: browser.key('End'))
            status = "document.querySelector('#timeline .status').textContent"
            browser.until(f"!{status}.includes('Shown are')")
            last = check_view(browser, truth, 'the last cycles', lane(browser))
            check('they are behind the first million', last[0] > truth.times[MILLION], last)
            look(browser, 'other')
            text = browser.js(FOUND)
            of_run = f'; {4 * 2 * ROUNDS:,} events in the run'
            check('hits', ' hits in what is shown, cycles ' in text and of_run in text, text)
            asked = [a for a in browser.requests() if 'window.json' in a]
            check('a window was fetched', len(asked) == 1, asked)
        finally:
            server.kill()


def main():
    run = output(RUNS, 'run', str(ROUNDS)).strip()
    folder = tempfile.mkdtemp(prefix='gnomon-page-')
    page = os.path.join(folder, 'page.html')
    browser = None
    try:
        output(GNOMON, 'report', run, '--html', page, '--html-events', str(2 * MILLION))
        report = json.loads(output(GNOMON, 'report', run, '--json'))
        truth = Truth(run)
        browser = Browser()
        browser.size(1300, 900)
        open_page(browser, f'file://{page}')
        browser.until(f'{CANVAS}.dataset.events')
        whole, shown = check_whole(browser, truth, report)
        check_zoom(browser, truth, whole, shown)
        check_search(browser, truth)
        check_tables(browser, report)
        check_messages(browser, run, ROUNDS)
        same('faults', browser.faults(), [])
        same('requests', browser.requests(), [])
        check_rest(browser, truth, run, os.path.join(folder, 'default.html'))
        check_served(browser, truth, run)
    finally:
        if browser:
            browser.close()
        shutil.rmtree(folder)
        shutil.rmtree(run)
    return verdict()


sys.exit(main())
