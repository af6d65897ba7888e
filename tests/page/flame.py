# SPDX-License-Identifier: Apache-2.0
"""The flame graph of a page against the call trees that `gnomon calls` prints."""

import json
import re

from suite import GNOMON, check, number, output, same

WIDE = 100000  # of which a place in the picture is so many parts


def boxes_of(lanes):
    """(level, name, cycles, calls, own cycles, left, width) of each box; places in parts of
    WIDE. Nodes and processes are in their order, what they call is the longest first."""
    total = sum(path['total'] for lane in lanes for path in lane['paths'] if path['parent'] is None)
    boxes = [(1, 'all', total, None, None, 0, WIDE)]

    def place(paths, path, level, name, left):
        calls = path['calls'] or None  # of a process, or of unknown callers, none are counted
        width = round(WIDE * path['total'] / total)
        own = path['self'] if calls else None
        boxes.append((level, name, path['total'], calls, own, round(WIDE * left / total), width))
        below = [one for one in paths if one['parent'] == path['path']]
        for one in sorted(below, key=lambda one: -one['total']):
            place(paths, one, level + 1, one['function'], left)
            left += one['total']

    left = 0
    for lane in lanes:
        process = '?' if lane['process'] is None else lane['process']
        (root,) = (path for path in lane['paths'] if path['parent'] is None)
        place(lane['paths'], root, 2, f'{lane["node"]} process {process}', left)
        left += root['total']
    return boxes


def boxes_shown(browser):
    """The same, as the page has them."""
    boxes = browser.js(
        "[...document.querySelectorAll('.flame-box')].map(box => [Number(box.ariaLevel), "
        'box.textContent, box.title, parseFloat(box.style.left), parseFloat(box.style.width)])'
    )
    found = []
    for level, name, title, left, width in boxes:
        check(f'the title of box {name}', title.startswith(f'{name}, '), title)
        cycles = re.match(r'([\d,]+) cycles \(', title[len(name) + 2 :])
        called = re.search(r', ([\d,]+) calls?, own ([\d,]+)$', title)
        counts = map(number, called.groups()) if called else (None, None)
        places = (round(WIDE * left / 100), round(WIDE * width / 100))
        found.append((level, name, number(cycles[1]), *counts, *places))
    return found


def check_halves(browser, run):
    """A function without returns, a node that calls nothing, and a process with a name."""
    boxes = boxes_shown(browser)
    names = {box[1] for box in boxes if box[0] == 2}  # what came before the names is narrow
    same('lanes of a flame graph', names, {f'core{k} disk (process 1)' for k in range(3)})
    lanes = json.loads(output(GNOMON, 'calls', run, '--json'))['processes']
    total = sum(lane['paths'][0]['total'] for lane in lanes if lane['node'] != 'core3')
    same('its width', [box[2] for box in boxes if box[0] == 1], [total])
    text = browser.js("document.querySelector('#flame').textContent")
    for wanted in (
        'From the entries and returns of functions.',
        'The returns of task are not points: it is open until its caller returns, so what follows it',
        'Nothing was called at core3: its ',
    ):
        check(f'the note says {wanted}', wanted in text, text)
    check('which functions return', 'The returns of work' not in text, text)


def check_flame(browser, run):
    """Its boxes; then to one of them, and back."""
    lanes = json.loads(output(GNOMON, 'calls', run, '--json'))['processes']
    wanted = boxes_of(lanes)
    seen = boxes_shown(browser)
    check('boxes of work in it', sum(box[1] == 'work' for box in wanted) >= len(lanes), wanted)
    same('boxes of the flame graph', sorted(seen), sorted(wanted))
    text = browser.js("document.querySelector('#flame .status').textContent")
    check('no box is left out', 'left out' not in text, text)
    browser.js("document.querySelector('.flame-box').focus()")
    for key in 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter':
        browser.key(key)
    text = browser.js("document.querySelector('#flame .status').textContent")
    check('a box by keys', text.startswith('work, '), text)
    wide = browser.js('document.activeElement.style.width')
    same('its width', wide, '100%')
    browser.key('Escape')
    text = browser.js("document.querySelector('#flame .status').textContent")
    check('all boxes again', text.startswith('all, '), text)
    same('as they were', boxes_shown(browser), seen)
