# SPDX-License-Identifier: Apache-2.0
"""What the tests of the page share. The program's words are GNOMON and PAGE_RUNS."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from boards_file import write as write_boards  # noqa: F401  likewise
from counted import check, same, verdict  # noqa: F401  for those that import this file

GNOMON, RUNS = (os.path.abspath(path) for path in sys.argv[1:3])


def output(*command):
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    ).stdout.decode()


def number(text):
    return 0 if text == '·' else int(text.lstrip('≥≤ ').replace(',', ''))


def open_page(browser, address):
    browser.open(address)
    browser.until("document.getElementById('page').dataset.drawn > 0")


def cells(browser, part):
    """The rows of a table, without its heading, as text."""
    return browser.js(
        f'[...document.querySelectorAll(\'[data-part="{part}"] tbody tr\')]'
        '.map(row => [...row.children].map(cell => cell.textContent))'
    )


def click(browser, text, within='document'):
    browser.js(
        f"[...{within}.querySelectorAll('button')].find(b => b.textContent === '{text}').click()"
    )


def lane(browser):
    """What the time line shows: its ends, and how many events and intervals it has."""
    return browser.js(
        "(c => ['from', 'to', 'events', 'intervals'].map(k => Number(c.dataset[k])))"
        "(document.querySelector('canvas.lanes'))"
    )


def settled(browser, act):
    """Does something and waits until the time line has said what it shows."""
    browser.js("document.querySelector('canvas.lanes').dataset.events = ''")
    act()
    browser.until("document.querySelector('canvas.lanes').dataset.events !== ''")
    return lane(browser)


def lines(text):
    return [json.loads(line) for line in text.splitlines()]
