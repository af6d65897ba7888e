#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of a report in a browser: it loads without a fault and without a network, shows what
`report --json` says, can be zoomed, searched and regrouped, and fetches its data where it is live.

test_page.py GNOMON PAGE_RUNS; runs from the root of the repository.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import against
import bounds
import boards
import colours
import live
import packed_data
from browser import Browser
from flame import check_flame, check_halves
from hotspots import check_messages
from refused import check_refused
from suite import (
    GNOMON,
    RUNS,
    cells,
    check,
    click,
    lane,
    lines,
    number,
    open_page,
    output,
    same,
    settled,
    verdict,
)
from tables import check_tables
from ticks import check_ticks

ROUNDS = 50  # of eight events and two writes of each of the four nodes
SLOW = ROUNDS // 2  # messages of node 0 to node 2, each also queued
SLOW_RECEIVED = SLOW - 2
EVENTS = 4 * (ROUNDS * 10 - 1) + 2 * SLOW + SLOW_RECEIVED


def check_data(run):
    data = json.loads(output(RUNS, 'data', run, '100000'))
    intervals = output(GNOMON, 'export', run, '-w', 'intervals', '-F', 'jsonl', '-o', '-')
    events = output(GNOMON, 'events', run, '--json')
    for what in against.compare(data, lines(events), lines(intervals), ROUNDS):
        same(*what)
    return data


def check_loading(browser, page):
    same('faults', browser.faults(), [])
    title = 'an experiment on several nodes with 10 µs a round, run 205 of test - gnomon'
    same('title', browser.js('document.title'), title)
    same('requests', browser.requests(), [])
    same('markup from a name', browser.js("document.querySelectorAll('#bad').length"), 0)
    text = browser.js("document.querySelector('.summary').textContent")
    check('the name itself', '</script><b id=bad>&"\'<!--.elf' in text, text)
    same(
        'lines of the summary',
        browser.js("document.querySelectorAll('#summary-lines > div').length"),
        10,
    )
    policy = browser.js("document.querySelector('meta[http-equiv]').content")
    check('policy', "default-src 'none'" in policy and "connect-src 'none'" in policy, policy)
    check('one file', os.path.getsize(page) > 500000)


def check_kinds(browser, run):
    """Kinds of points are those of the text."""
    text = output(GNOMON, 'report', run, '--section', 'points')
    rows = [re.split(r' {2,}', line.strip()) for line in text.splitlines()]
    wanted = {row[0]: row[1] for row in rows if row[0].endswith(('.entry', '.return'))}
    seen = {row[0]: row[1] for row in cells(browser, 'Points')}
    check('points of functions', len(wanted) == 4, text)
    same('kinds of points', {name: seen[name] for name in wanted}, wanted)


def check_sorting(browser):
    def records():
        return [row[0] for row in cells(browser, 'Intervals')]

    heading = 'document.querySelector(\'[data-part="Intervals"] thead th:nth-child(3) button\')'
    browser.js(f'{heading}.click()')
    counts = [number(row[2]) for row in cells(browser, 'Intervals')]
    same('a sorted table', counts, sorted(counts, reverse=True))
    same('its heading', browser.js(f"{heading}.parentNode.getAttribute('aria-sort')"), 'descending')
    check('its rows', len(records()) > 4, records())


def check_timeline(browser, report):
    run = report['run']
    whole = lane(browser)
    same('the whole run', whole[:2], [run['begin'], run['end']])
    wanted = sum(node['events'] + node['writes'] for node in report['nodes'])
    same('events in it', (whole[2], wanted), (EVENTS, EVENTS))
    begun = sum(
        one['count'] + one['cut'] + one['unfinished']
        for interval in report['intervals']
        for one in interval['nodes']
    )
    check('intervals in it', 0 < whole[3] <= begun, (whole[3], begun))
    near = settled(browser, lambda: click(browser, '+'))
    same('zoomed by half', near[1] - near[0], (whole[1] - whole[0]) / 2)
    check('fewer events', 0 < near[2] < whole[2], (near, whole))
    browser.js("document.querySelector('canvas.lanes').focus()")
    moved = settled(browser, lambda: browser.key('ArrowRight'))
    check('moved by a key', moved[0] > near[0] and moved[1] - moved[0] == near[1] - near[0], moved)
    back = settled(browser, lambda: browser.key('0'))
    same('the whole again', back, whole)
    place = browser.js(
        '(r => [r.left + r.width / 2, r.top + 20])'
        "(document.querySelector('canvas.lanes').getBoundingClientRect())"
    )

    def wheel():
        browser.mouse('mouseWheel', *place, deltaX=0, deltaY=-120, modifiers=2)

    near = settled(browser, wheel)
    check('zoomed by the wheel', near[1] - near[0] < whole[1] - whole[0], near)
    browser.mouse('mouseMoved', *place)
    tip = browser.until("document.querySelector('.tip').textContent")
    check('what is under the pointer', 'core0' in tip, tip)

    def drag():
        browser.mouse('mousePressed', *place, button='left', buttons=1, clickCount=1)
        browser.mouse('mouseMoved', place[0] + 60, place[1], button='left', buttons=1)
        browser.mouse('mouseReleased', place[0] + 60, place[1], button='left', clickCount=1)

    moved = settled(browser, drag)
    check('moved by dragging', moved[0] < near[0], (moved, near))
    settled(browser, lambda: browser.key('0'))


def type_search(browser, text):
    browser.js(
        "(i => { i.value = '" + text + "'; i.dispatchEvent(new Event('input')); })"
        "(document.querySelector('input[type=search]'))"
    )
    return browser.js("document.querySelector('.found').textContent")


def check_search(browser, report, data):
    points = [p for node in report['nodes'] for p in node['points']]
    wanted = sum(p['count'] for p in points if p['name'] == 'other')
    same('hits', type_search(browser, 'other'), f'{wanted:,} hits')
    times = sorted({row['time'] for row in packed_data.events(data) if row['name'] == 'other'})
    for button, i in (('›', 0), ('›', 1), ('›', 2), ('‹', 1)):
        shown = settled(browser, functools.partial(click, browser, button))
        text = browser.js("document.querySelector('.found').textContent")
        same(f'hit {i}', number(text.split('cycle ')[1].split(' ')[0]), times[i])
        check('the hit is shown', shown[0] <= times[i] <= shown[1], (text, shown))
    same('no hits', type_search(browser, 'nonsense'), 'no name has this')
    type_search(browser, '')
    browser.js("document.querySelector('.as-text').open = true")
    settled(browser, lambda: click(browser, 'Whole run'))
    rows = browser.until("document.querySelectorAll('.as-text tbody tr').length > 100")
    check('the view as text', rows)


def check_matrix(browser, report):
    def matrix():
        return browser.js(
            "[...document.querySelectorAll('.matrix tr')]"
            '.map(row => [...row.children].map(cell => cell.textContent))'
        )

    def choose(value):
        browser.js(
            "(s => { s.value = '" + value + "'; s.dispatchEvent(new Event('change')); })"
            "(document.querySelectorAll('#matrix select')[1])"
        )

    browser.js(
        "(s => { s.value = 'events'; s.dispatchEvent(new Event('change')); })"
        "(document.querySelectorAll('#matrix select')[0])"
    )
    given = matrix()
    for row, node in zip(given[1:], report['nodes'], strict=True):
        counts = {p['name']: p['count'] for p in node['points']}
        seen = dict(zip(given[0][1:], map(number, row[1:]), strict=True))
        same(f'matrix, {node["name"]}', {k: seen[k] for k in counts}, counts)
    choose('total')
    ordered = matrix()
    sums = [
        sum(map(number, column)) for column in zip(*[row[1:] for row in ordered[1:]], strict=True)
    ]
    same('columns by total', sums, sorted(sums, reverse=True))
    check('regrouped', sorted(ordered[0]) == sorted(given[0]) and ordered != given, ordered[0])
    browser.js("document.querySelector('.matrix td button').click()")
    chosen = browser.js("document.querySelector('#history select').value")
    same('a cell opens its history', chosen, f'rate {ordered[0][1]}')
    node = report['nodes'][0]
    count = next(p['count'] for p in node['points'] if p['name'] == ordered[0][1])
    run = report['run']
    wanted = count * run['clock_hz'] / (run['end'] - run['begin'])
    text = browser.js("document.querySelector('#history .status').textContent")
    mean = float(re.search(r'core0: [^;]*mean ([\d.,]+)/s', text)[1].replace(',', ''))
    check('mean of the rate', abs(mean - wanted) <= wanted / 1000, (text, wanted))


def check_history(browser, report):
    """A ratio over the run is that of the report, not a mean of its samples."""
    browser.js(
        "(s => { s.selectedIndex = 0; s.dispatchEvent(new Event('change')); })"
        "(document.querySelector('#history select'))"
    )
    text = browser.js("document.querySelector('#history .status').textContent")
    check('no mean of ratios', 'mean' not in text, text)
    seen = [float(of) for of in re.findall(r'over the run (\d*\.?\d+)', text)]
    wanted = [node['ratios'][0]['ratio'] for node in report['nodes']]
    near = len(seen) == len(wanted) > 0 and all(
        abs(a - b) < 0.001 for a, b in zip(seen, wanted, strict=True)
    )
    check('ratios over the run', near, (seen, wanted))


def check_steady(browser, folder):
    """Where samples do not reset the counters, the history has what was counted between them."""
    run = output(RUNS, 'steady', str(ROUNDS)).strip()
    page = os.path.join(folder, 'steady.html')
    try:
        output(GNOMON, 'report', run, '--html', page)
        data = json.loads(output(RUNS, 'data', run, '100000'))
        open_page(browser, f'file://{page}')
        for what in against.compare_steady(data):
            same(*what)
        for key, of in ('ratio pair0', (0, 1)), ('measure cycles per miss', (1, 0)):
            browser.js(
                f"(s => {{ s.value = '{key}'; s.dispatchEvent(new Event('change')); }})"
                "(document.querySelector('#history select'))"
            )
            text = browser.js("document.querySelector('#history .status').textContent")
            shown = [tuple(map(float, of)) for of in re.findall(r'from (\S+) to (\S+),', text)]
            for (least, most), node in zip(shown, data['report']['nodes'], strict=True):
                values = [
                    counts[of[0]] / counts[of[1]]
                    for _, _, counts in against.steps(data['report'], node['name'], 0)
                ]
                good = abs(least - min(values)) < 0.01 and abs(most - max(values)) < 0.01
                check(f'{key} of {node["name"]}', good, (least, most, min(values), max(values)))
    finally:
        shutil.rmtree(run)


def check_flame_of_halves(browser, folder):
    run = output(RUNS, 'halves', str(ROUNDS)).strip()
    page = os.path.join(folder, 'halves.html')
    try:
        output(GNOMON, 'report', run, '--html', page)
        open_page(browser, f'file://{page}')
        check_halves(browser, run)
        text = output(GNOMON, 'calls', run)
        check('the calls of a named process', 'core0 disk (process 1)' in text, text)
    finally:
        shutil.rmtree(run)


def check_pictures(browser, report):
    note = browser.js("document.querySelector('#durations .status').textContent")
    first = report['intervals'][0]['all']
    check('histogram', f'{first["count"]:,} intervals' in note, note)
    check('its percentile', f'{first["percentiles"]["50"]["lo"]:,}' in note, note)
    bars = browser.js("document.querySelectorAll('#durations svg path').length")
    check('its bars', bars > 5, bars)
    labels = browser.js(
        "[...document.querySelectorAll('.chart')].filter(c => c.clientWidth)"
        ".map(c => c.getAttribute('aria-label'))"
    )
    check('text of each chart', len(labels) >= 2 and all(labels), labels)
    unnamed = browser.js(
        "[...document.querySelectorAll('button, input, select, canvas[tabindex]')].filter(e => "
        "!(e.textContent.trim() || e.getAttribute('aria-label') || (e.labels && e.labels.length)))"
        '.length'
    )
    same('controls without a name', unnamed, 0)


def check_critical(browser, run):
    """The critical path against what `gnomon parallel` prints."""
    wanted = json.loads(output(GNOMON, 'parallel', run, '--json'))
    text = browser.js("[...document.querySelectorAll('#critical dd')].map(d => d.textContent)")
    seen = [number(part.split(' cycles')[0]) for part in text[:2]]
    same('T and t_max', seen, [wanted['total'], wanted['longest']])
    check('T/t_max', abs(float(text[2].split(' ')[0]) - wanted['parallelism']) < 0.001, text)
    bounds_of = [part.startswith('≥ ') for part in text]
    same('bounds', bounds_of, [wanted['total_at_least'], wanted['longest_at_least'], False])
    only = [part.endswith(' (of what was seen)') for part in text]
    lacks = not wanted['complete']
    same('no bounds', only, [False, lacks and not wanted['longest_at_least'], lacks])
    rows = browser.js(
        "[...document.querySelectorAll('#critical details:last-of-type tbody tr')]"
        '.map(row => [row.cells[1].textContent, row.cells[3].textContent])'
    )
    ran = [p for p in wanted['processes'] if not p['idle']]
    least = '≥ ' if wanted['total_at_least'] else ''
    times = [
        [f'{least}{p["time"]:,}', '–' if p['slack'] is None else f'{p["slack"]:,}'] for p in ran
    ]
    same('time and slack of processes', rows, times)
    rows = browser.js(
        "[...document.querySelectorAll('#critical details:first-of-type tbody tr')]"
        '.map(row => [...row.children].map(cell => cell.textContent))'
    )
    seen = [[row[1], number(row[2]), number(row[3]), number(row[4]), row[5]] for row in rows]

    def leaves(message):
        if not message:
            return 'ends here'
        return f'connection {message["connection"]}, message {message["sequence"]}'

    path = [
        [hop['process'], hop['from'], hop['to'], hop['time'], leaves(hop['message'])]
        for hop in wanted['path']
    ]
    same('critical path', seen, path)
    text = browser.js("document.querySelector('#critical .status').textContent")
    same('what the path is of', 'of what was seen' in text, lacks)
    steps = browser.js("document.querySelectorAll('.path-step:not(.message)').length")
    same('stretches in the picture', steps, len(path))


def check_contrast(browser, scheme):
    for one, other, of, found in colours.pairs(browser):
        check(f'{scheme}: {one} on {other}', found >= 4.5, (of[one], of[other], found))


def check_narrow(browser, address):
    for width, dark in (360, False), (360, True), (1600, True):
        browser.size(width, 800, dark)
        open_page(browser, address)
        wide = browser.js('document.documentElement.scrollWidth')
        check(f'no wider than {width}', wide <= width, wide)
        same(f'faults at {width}', browser.faults(), [])
        if width == 360:
            check_contrast(browser, 'dark' if dark else 'light')


def check_cut_data(run):
    """Intervals that are open where the list ends are in it, so it has all up to there."""
    data = json.loads(output(RUNS, 'data', run, '100'))
    to = data['spans']['to']
    wanted = [
        (i['from'], i['time'])
        for i in lines(output(GNOMON, 'export', run, '-w', 'intervals', '-F', 'jsonl', '-o', '-'))
        if i['from'] is not None and i['from'] <= to
    ]
    seen = [(row['from'], row['time']) for row in packed_data.intervals(data)]
    same('intervals up to the cut', sorted(seen), sorted(wanted))
    crossing = max(wanted, key=lambda of: of[1] - to)
    check('some are open there', crossing[1] > to, (to, crossing))
    return to


def check_cut(browser, run, folder):
    """A page with fewer events than the run has says so."""
    to = check_cut_data(run)
    page = os.path.join(folder, 'cut.html')
    output(GNOMON, 'report', run, '--html', page, '--html-events', '100')
    open_page(browser, f'file://{page}')
    text = browser.js("[...document.querySelectorAll('.summary dd')][9].textContent")
    check('the summary of a cut page', f'100 of {EVENTS:,} events' in text, text)
    data = json.loads(output(RUNS, 'data', run, '100'))
    has = sum(row['name'] == 'other' for row in packed_data.events(data))
    of = re.search(r'has (.* intervals) one by one', text)[1]
    wanted = f'{has} hits in this page, which has {of}'
    check('hits in it', has > 1, has)
    same('a search of a cut page', type_search(browser, 'other'), wanted)
    settled(browser, functools.partial(click, browser, '›'))
    text = browser.js("document.querySelector('.found').textContent")
    check('a hit of a cut page', text.startswith(f'{wanted}; cycle '), text)
    type_search(browser, '')
    same('its events', settled(browser, lambda: click(browser, 'Whole run'))[2], 100)
    text = browser.until("document.querySelector('#timeline .status').textContent")
    check('what its time line says', f'shares of intervals after cycle {to:,}:' in text, text)
    check('and of events', 'Shown are only rates of events after cycle' in text, text)
    same('its faults', browser.faults(), [])


def check_stretch(browser, run, folder):
    """A page of a stretch does not take it for the whole run."""
    page = os.path.join(folder, 'stretch.html')
    first, last = 1000, 2000
    output(GNOMON, 'report', run, '--html', page, '--from', str(first), '--to', str(last))
    events = lines(output(GNOMON, 'events', run, '--json'))
    inside = [e['time'] for e in events if e['kind'] in ('event', 'trigger', 'write')]
    shown = sum(first <= time <= last for time in inside)
    open_page(browser, f'file://{page}')
    text = browser.js("[...document.querySelectorAll('.summary dd')][9].textContent")
    check('the summary of a stretch', f'has {shown} of {EVENTS:,} events and ' in text, text)
    check('which stretch', text.endswith(', from cycle 1,000 to 2,000'), text)


def check_filtered(browser, run, folder):
    """A page of a run that was filtered says so."""
    left = os.path.join(folder, 'left')
    rule = 'node == core1 or event == other'
    done = json.loads(output(GNOMON, 'filter', run, left, '--drop', rule, '--json'))
    page = os.path.join(folder, 'left.html')
    output(GNOMON, 'report', left, '--html', page)
    open_page(browser, f'file://{page}')
    text = browser.js("[...document.querySelectorAll('.summary dd')][8].textContent")
    all_of = done['kept'] + done['left_out']
    wanted = f'; filtered (drop {rule}): {done["left_out"]:,} of {all_of:,} records left out'
    check('the summary of a filtered run', done['left_out'] and text.endswith(wanted), text)
    text = browser.js("document.querySelector('#flame').textContent")
    events = lines(output(GNOMON, 'events', run, '--json'))
    entries = [e for e in events if e['node'] == 'core1' and e['name'] == 'work.entry']
    wanted = f"a filter left out {len(entries)} records of 'work.entry' at node 'core1'"
    check('its flame graph', wanted in text, text)


def check_early(browser, run, folder):
    """A page of a run of which a node's trace was cut off: that node's figures are bounds."""
    copy, page = (os.path.join(folder, name) for name in ('early', 'early.html'))
    shutil.copytree(run, copy)
    trace = os.path.join(copy, 'trace', 'node_2')
    os.truncate(trace, os.path.getsize(trace) * 2 // 3)
    output(GNOMON, 'report', copy, '--html', page)
    report = json.loads(output(GNOMON, 'report', copy, '--json'))
    same('nodes that end', [n['flushed'] for n in report['nodes']], [True, True, False, True])
    open_page(browser, f'file://{page}')
    check_tables(browser, report)
    check_marks(browser, copy, report)
    check_critical(browser, copy)


def check_marks(browser, run, report):
    parallel = json.loads(output(GNOMON, 'parallel', run, '--json'))
    for what in bounds.of_pictures(browser, report, parallel):
        same(*what)
    for what in bounds.of_processes(browser, report):
        same(*what)


def check_whole(browser, folder):
    """The page of a run without losses has no mark and no bound."""
    run = output(RUNS, 'whole', str(ROUNDS)).strip()
    page = os.path.join(folder, 'whole.html')
    try:
        output(GNOMON, 'report', run, '--html', page)
        report = json.loads(output(GNOMON, 'report', run, '--json'))
        open_page(browser, f'file://{page}')
        check_marks(browser, run, report)
        check_critical(browser, run)
        text = browser.js(
            "[...document.querySelectorAll('section:not(#critical)')].map(s => s.textContent).join()"
        )
        words = '≥', '≤', 'what was'
        same('bounds of a whole run', [text.count(word) for word in words], [0] * 3)
    finally:
        shutil.rmtree(run)


def check_live(browser, run):
    few, most = (output(RUNS, 'data', run, n) for n in ('100', '100000'))
    over = output(RUNS, 'over', run, '100000')
    log = []
    with live.server(output(RUNS, 'live'), [None, few, most, over], log) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f'http://127.0.0.1:{server.server_port}/'
        browser.open(f'{address}#token=secret')
        browser.until("document.getElementById('page').dataset.drawn >= 3")
        state = browser.until("document.querySelector('.live span').textContent.includes('over')")
        check('the end of a live run', state)
        same('title of a live page', browser.js('document.title'), '</title /<i>live</i> - gnomon')
        same('what it fetches', set(log), {('/data.json', 'Bearer secret')})
        browser.js('new Promise(done => setTimeout(done, 200))')  # four times that of the page
        same('how often', len(log), 4)
        events = settled(browser, lambda: click(browser, 'Whole run'))[2]
        same('events at the end', events, EVENTS)
        server.shutdown()


def check_command(run, folder):
    page = os.path.join(folder, 'again.html')
    output(GNOMON, 'report', run, '--html', page)
    with open(page) as file:
        same('to standard output', output(GNOMON, 'report', run, '--html', '-'), file.read())
    check('no file of that name', not os.path.exists('-'))
    for words, status, text in (
        (['--html', page], 1, 'exists already'),
        (['--html', f'{page}.x', '--json'], 2, 'cannot be combined with --json'),
        (['--from', '3'], 2, 'is for --html'),
        (['--html', f'{page}.x', '--from', '9', '--to', '3'], 2, '--from is after --to'),
        (['--html', '/nowhere/page.html'], 1, '/nowhere'),
    ):
        done = subprocess.run(
            [GNOMON, 'report', run, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        good = done.returncode == status and text in done.stderr
        check(f'report {" ".join(words[:1])}, {text}', good, (done.returncode, done.stderr))
    check('no page is left', sorted(os.listdir(folder)).count('again.html.x') == 0)


def main():
    run = output(RUNS, 'run', str(ROUNDS)).strip()
    folder = tempfile.mkdtemp(prefix='gnomon-page-')
    page = os.path.join(folder, 'page.html')
    browser = None
    try:
        output(GNOMON, 'report', run, '--html', page)
        report = json.loads(output(GNOMON, 'report', run, '--json'))
        data = check_data(run)
        browser = Browser()
        browser.size(1300, 900)
        open_page(browser, f'file://{page}')
        browser.until("document.querySelector('canvas.lanes').dataset.events")
        check_loading(browser, page)
        check_refused(browser, page, folder)
        open_page(browser, f'file://{page}')
        browser.until("document.querySelector('canvas.lanes').dataset.events")
        check_tables(browser, report)
        check_kinds(browser, run)
        check_sorting(browser)
        check_timeline(browser, report)
        check_search(browser, report, data)
        check_messages(browser, run, ROUNDS)
        check_matrix(browser, report)
        check_history(browser, report)
        check_pictures(browser, report)
        check_flame(browser, run)
        check_critical(browser, run)
        check_marks(browser, run, report)
        check_narrow(browser, f'file://{page}')
        check_cut(browser, run, folder)
        check_stretch(browser, run, folder)
        check_filtered(browser, run, folder)
        check_early(browser, run, folder)
        check_whole(browser, folder)
        check_steady(browser, folder)
        check_ticks(browser, folder)
        boards.check_boards(browser, folder)
        check_flame_of_halves(browser, folder)
        check_live(browser, run)
        check_command(run, folder)
    finally:
        if browser:
            browser.close()
        shutil.rmtree(folder)
        shutil.rmtree(run)
    return verdict()


sys.exit(main())
