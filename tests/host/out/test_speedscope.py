#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports of random runs in speedscope itself: what its page shows, against what was written.

test_speedscope.py GNOMON MAKE_RUN READERS (tests/page must be in PYTHONPATH)
"""

import base64
import collections
import json
import os
import re
import sys

from browser import Browser
from suite import MAKE_RUN, export, main, same, test
from truth import FILES, GAP, NODES, PERIOD, PLACES, Run, place

PAGE = os.path.abspath(os.path.join(sys.argv[3], 'node_modules/speedscope/dist/release/index.html'))
TITLE = "[...document.querySelectorAll('span')].find(s => /\\(\\d+\\/\\d+\\)$/.test(s.textContent))"
SANDWICH = "[...document.querySelectorAll('div')].find(d => /^\\W*Sandwich$/.test(d.textContent))"
LIST = """[...document.querySelectorAll('tr[title]')].filter(r => /^\\d+$/.test(
    r.children[0].textContent)).map(r => [r.title, r.children[2].textContent])"""
# Total, Self, Symbol Name, and the file, which shows where the mouse is.
TABLE = """[...document.querySelectorAll('tr')].filter(r => /%\\)$/.test(r.children[0].textContent)
    ).map(r => [...[...r.children].map(c => c.textContent), r.children[2].title])"""


class Speedscope:
    """The page with a file in it, which comes as speedscope's own program hands it over."""

    def __init__(self, folder, name):
        with open(os.path.join(folder, name), 'rb') as file:
            words = json.dumps(name), json.dumps(base64.b64encode(file.read()).decode())
        script = os.path.join(folder, 'load.js')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(f'speedscope.loadFileFromBase64({", ".join(words)})')
        self.browser = Browser()
        self.browser.size(1200, 800)
        self.browser.open(f'file://{PAGE}#localProfilePath={script}')
        self.browser.until(f'{TABLE}.length > 0 || {SANDWICH}?.click()')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.close()

    def title(self):
        return self.browser.js('document.title').removesuffix(' - speedscope')

    def profiles(self):
        """(name, total weight) of each."""
        return [(name, number(weight)) for name, weight in self.browser.js(LIST)]

    def choose(self, place, of):
        """The profile after the one that is shown; at first that is the first one."""
        if place:
            self.browser.key('n')
        self.browser.until(f"{TITLE}?.textContent.endsWith('({place + 1}/{of})')")

    def rows(self):
        """(name, its own weight, with what it called, file) of the table, in its order."""
        return [
            (name, number(own), number(total), file)
            for total, own, name, file in self.browser.js(TABLE)
        ]

    def check(self):
        """Nothing has failed in the page, and it has asked a network for nothing."""
        faults = [f for f in self.browser.faults() if f.get('source') != 'rendering']
        assert not faults, faults
        assert not self.browser.requests(), self.browser.requests()


def number(text):
    """A count without a unit, with its share: "1,234 (5.6%)"."""
    found = re.fullmatch(r'([\d,]+)( \(([\d.]+|<0\.01)%\))?', text)
    assert found, text
    return int(found[1].replace(',', ''))


def functions(stacks):
    """The rows of some stacks: a function that calls itself counts once in its total."""
    own, total = collections.Counter(), collections.Counter()
    for names, cycles in stacks.items():
        own[names[-1]] += cycles
        for name in set(names):
            total[name] += cycles
    return [(name, own[name], total[name], FILES.get(name, ('',))[0]) for name in total]


def wanted_profiles(run):
    """{name of the profile: its stacks}."""
    found = collections.defaultdict(dict)
    for node in NODES:
        for (process, names), cycles in run.stacks(node)[0].items():
            name = node if process is None else f'{node} process {process}'
            found['nothing is known' if names == (GAP,) else name][names] = cycles
    return found


@test
def speedscope(folder):
    for seed in range(3):
        name = f'{seed}.speedscope.json'
        with Run(MAKE_RUN, seed, 'calls') as run:
            export(run, os.path.join(folder, name))
            wanted = wanted_profiles(run)
        with Speedscope(folder, name) as page:
            assert page.title().startswith('test, run 205 (cycles); not whole: '), page.title()
            profiles = page.profiles()
            same(profiles, [(n, sum(stacks.values())) for n, stacks in wanted.items()], 'profiles')
            for i, (lane, _) in enumerate(profiles):
                page.choose(i, len(profiles))
                rows = page.rows()
                same(rows, functions(wanted[lane]), lane)
                assert rows == sorted(rows, key=lambda row: -row[1]), rows  # the heaviest first
            page.check()


@test
def folded(folder):
    with Run(MAKE_RUN, 2, 'calls') as run:
        export(run, os.path.join(folder, 'run.folded'))
        stacks = {}
        for node in NODES:
            for (process, names), cycles in run.stacks(node)[0].items():
                lane = (node,) if process is None else (node, f'process {process}')
                stacks[(*lane, *(name.replace(';', ':') for name in names))] = cycles
    with Speedscope(folder, 'run.folded') as page:
        same([row[:3] for row in page.rows()], [row[:3] for row in functions(stacks)], 'functions')
        page.check()


@test
def profile(folder):
    name = 'run.speedscope.json'
    with Run(MAKE_RUN, 3, 'profile') as run:
        export(run, os.path.join(folder, name))
        ticks = {node: run.ticks(node) for node in NODES}
    with Speedscope(folder, name) as page:
        unseen = sum(tick in ('gap', 'end') for node in NODES for tick in ticks[node]) * PERIOD
        wanted = {'nothing is known': unseen}
        for node in NODES:
            names = [place(PLACES, t) or hex(t) for t in ticks[node] if t not in ('gap', 'end')]
            wanted[node] = len(names) * PERIOD
            ticks[node] = collections.Counter(names)
        profiles = page.profiles()
        same(profiles, wanted.items(), 'profiles')
        for i, node in enumerate(NODES):
            page.choose(i, len(profiles))
            # the heaviest: the table has only those that fit into the window
            rows = [row[:3] for row in page.rows()[:3]]
            most = [(n, k * PERIOD, k * PERIOD) for n, k in ticks[node].most_common(3)]
            assert rows == most, (rows, most)
        page.check()


if __name__ == '__main__':
    sys.exit(main())
