# SPDX-License-Identifier: Apache-2.0
"""The page of a run of two boards: nodes by board, common times with their bounds, the cycles of a
board for what lasted there, and messages by what is known of their order."""

import os
import shutil

from suite import (
    GNOMON,
    RUNS,
    cells,
    check,
    click,
    lane,
    open_page,
    output,
    same,
    settled,
    write_boards,
)

ROUNDS = 30
STEP, WORK = 1_000_000, 100_000  # cycles from one message to the next; of an interval at the sender
HZ, PERIOD = 100_000_000, 10_000  # ps
FAST = 100_000  # ppb: 10 cycles in an interval
BOUND = 20  # cycles
LAST = STEP * (ROUNDS + 2)
ORDERS = {'sure': ROUNDS - 20, 'undecided': 10, 'tachyon': 10}


def merge(folder):
    """The clock of the left board is fast: it counts more cycles than the common time."""
    merged = os.path.join(folder, 'boards')
    os.mkdir(merged)
    for name in 'left', 'right':
        shutil.move(output(RUNS, name, str(ROUNDS)).strip(), os.path.join(merged, name))

    def pulses(fast):
        period = PERIOD * (10**9 - fast) // 10**9
        return [(c, 10**12 + c * period, BOUND * PERIOD) for c in (0, LAST)]

    broken = {'check': 'intervals', 'with': 'left', 'times': 3, 'at_ps': 5, 'by': 17}
    shared = {'clock_hz': HZ, 'drift_ppb': 2 * FAST}
    left = {'name': 'left', 'pulses': pulses(FAST), **shared}
    right = {'name': 'right', 'pulses': pulses(0), **shared}
    write_boards(merged, [left, {**right, 'state': 'unplugged', 'broken': broken}])
    return merged


def orders(browser):
    """How many messages of each order the view has."""
    return {
        order: int(browser.js(f"document.querySelector('canvas.lanes').dataset.{order}"))
        for order in ORDERS
    }


def check_head(browser):
    title = browser.js('[document.title, document.querySelector("h1").textContent].join()')
    same('which run it is', title.count('run of 2 boards of test'), 2)
    text = browser.js("document.querySelector('#summary-lines').textContent")
    wanted = 'of 2 boards in common, wrong by at most '
    check('the summary names the common time', wanted in text, text)
    check('a broken bound', 'THE BOUND OF right WAS FOUND BROKEN 3× by the check' in text, text)
    check('a board that was unplugged', 'right was unplugged' in text, text)
    check('undecided messages', 'leave the order of 10 undecided' in text, text)
    rows = browser.js(
        "[...document.querySelectorAll('#boards tbody tr')]"
        '.map(row => [...row.children].map(cell => cell.textContent))'
    )
    same('boards', [row[0] for row in rows], ['left', 'right'])
    same('their clocks', [row[2] for row in rows], ['100 MHz', '100 MHz'])
    same('their states', [row[3] for row in rows], ['ok', 'unplugged'])
    for row in rows:  # each of three steps rounds up
        bound = int(row[4].split()[1])
        check('the bound of a board', BOUND < bound <= BOUND + 3, row)
    same('broken bounds', [row[5].startswith('3×') for row in rows], [False, True])


def check_lanes(browser):
    labels = browser.js(
        "[...document.querySelectorAll('.lane-names div')].map(d => [d.className, d.textContent])"
    )
    names = [text.split(' ')[0] for _, text in labels]
    same('labels', names, ['left', 'core0', 'right', 'core0'])
    same('which are of boards', [kind for kind, _ in labels], ['board', '', 'board bad', ''])
    legend = browser.js("document.querySelector('#timeline .legend').textContent")
    for text in 'message of undecided order', 'received before sent':
        check(f'the legend: {text}', text in legend, legend)


def check_exact(browser):
    """An interval of the left board took WORK cycles of it, and fewer ones of the common time."""
    rows = {row[0]: row for row in cells(browser, 'Intervals')}
    same('its cycles in the table', rows['work'][6].replace(',', ''), str(WORK))
    browser.js("document.querySelector('.as-text').open = true")
    table = "[...document.querySelectorAll('.as-text tbody tr')].map(r => r.textContent)"
    found = browser.until(f"{table}.filter(t => t.includes('interval, finished'))")
    same('intervals as text', {text.split('finished')[1] for text in found}, {f'{WORK:,}'})
    browser.js("document.querySelector('canvas.lanes').scrollIntoView({ block: 'center' })")
    first = STEP * (1 - FAST / 1e9)
    place = browser.js(
        '((c, r) => [r.left + r.width * (%f - c.dataset.from) / (c.dataset.to - c.dataset.from), '
        "r.top + 30])(...(c => [c, c.getBoundingClientRect()])(document.querySelector('canvas.lanes')))"
        % (first + WORK / 2)
    )
    browser.mouse('mouseMoved', *place)
    tip = browser.until("document.querySelector('.tip').textContent")
    check('its cycles under the pointer', f': {WORK:,} cycles' in tip, tip)
    begin = tip.split('cycle ')[1].split(':')[0]
    time, bound = (int(part.replace(',', '')) for part in begin.split(' ± '))
    check('its begin in common time', abs(time - first) <= 1, tip)
    check('the bound of its begin', BOUND < bound <= BOUND + 3, tip)


def check_longest(browser):
    """Its link shows it: the report's own cycles are not those of the time line."""
    link = "document.querySelector('#summary-lines button.link')"
    text = browser.js(f'{link}.textContent')
    check('the longest interval', f'work at left.core0, {WORK:,} cycles' in text, text)
    shown = settled(browser, lambda: browser.js(f'{link}.click()'))
    at = int(text.split('from cycle ')[1].replace(',', ''))
    own = round(at / (1 - FAST / 1e9))
    same('whose begin is in common time', own % STEP, 0)
    check('what its link shows', shown[0] < at < at + WORK < shown[1], (shown, text))
    settled(browser, lambda: click(browser, 'Whole run'))


def check_boards(browser, folder):
    page = os.path.join(folder, 'boards.html')
    output(GNOMON, 'report', merge(folder), '--html', page)
    open_page(browser, f'file://{page}')
    browser.until("document.querySelector('canvas.lanes').dataset.events")
    check_head(browser)
    check_lanes(browser)
    same('messages by their order', orders(browser), ORDERS)
    check_exact(browser)
    check_longest(browser)
    whole = lane(browser)
    settled(browser, lambda: [click(browser, '+') for _ in range(3)])
    part = orders(browser)
    check('messages of a part', 0 < sum(part.values()) < ROUNDS, (part, whole))
    same('faults of the page of boards', browser.faults(), [])
