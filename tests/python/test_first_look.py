# SPDX-License-Identifier: Apache-2.0
"""The script of docs/answers/ runs, and prints what is in the run."""

import os
import re
import subprocess
import sys

import gnomon
from workplace import HANG_SECONDS, ROOT


def look(*runs):
    done = subprocess.run(
        [sys.executable, '-B', '-W', 'error', f'{ROOT}/docs/answers/first_look.py', *runs],
        env={**os.environ, 'PYTHONPATH': f'{ROOT}/python'},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


def test_first_look(place):
    text = look(place.runs['random'])
    for interval in place.report(place.runs['random'])['intervals']:
        count = sum(node['count'] for node in interval['nodes'])
        assert f"'name': '{interval['name']}', 'count': {count}," in text, text
    assert '\n0 stretches' in text
    assert 'a filter left out' not in text and 'more may have happened' not in text
    text = look(place.cut('random', 1, 48 + 1600)[0])
    assert (
        '\n1 stretches' in text and 'more may have happened than is counted here at core1' in text
    )
    filters = place.report(place.runs['filtered'])['run']['filters']
    assert filters[0]['left_out'] >= 100  # as many events b as come after cycle 2000, and more
    assert f'a filter left out {filters[0]["left_out"]} records' in look(place.runs['filtered'])
    assert ' gap' in look(place.runs['lossy']) and 'pair1' in look(place.runs['pairs'])
    many = look(*list(place.few[0])[:3])
    assert len(re.findall(r"'version'", many)) == 2  # of one build: two intervals


def test_ratios(place):
    """The sums of the script are the report's, where it has them all."""
    checked = 0
    for name in place.runs:
        text, node = look(place.runs[name]), None
        sums = {}
        for line in text.splitlines():
            found = re.match(r'(core\d+)? +(\w+)((?: +\d+){4}) +[\d.]+ +[\d.]+$', line)
            if found:
                node = found[1] or node
                sums[node, found[2]] = [int(word) for word in found[3].split()]
        for part in place.report(place.runs[name])['nodes']:
            for pair in part['ratios'] if part['ratios_complete'] and not part['mixed'] else []:
                have = [pair[side][end] for side in 'ab' for end in ('min', 'max')]
                if pair['b']['min'] and not pair['saturated']:
                    assert sums[part['name'], pair['name']] == have, (name, part['name'])
                    checked += 1
    assert checked > 3


def test_pages(place):
    """The page names each function."""
    with open(f'{ROOT}/docs/answers/python.md', encoding='utf-8') as file:
        page = file.read()
    for name in gnomon.__all__:
        assert name in page, name
