# SPDX-License-Identifier: Apache-2.0
"""The page of a run whose times are those of ticks says by how much durations can be wrong."""

import os
import shutil

from suite import GNOMON, RUNS, cells, check, open_page, output, same

ROUNDS = 40
EACH = 30  # by which an interval of the run can be wrong


def check_ticks(browser, folder):
    run = output(RUNS, 'ticks', str(ROUNDS)).strip()
    page = os.path.join(folder, 'ticks.html')
    try:
        output(GNOMON, 'report', run, '--html', page)
        open_page(browser, f'file://{page}')
        browser.until("document.querySelector('canvas.lanes').dataset.events")
        rows = {row[0]: row for row in cells(browser, 'Intervals')}
        heads = browser.js(
            "[...document.querySelectorAll('table')].find("
            "t => t.caption?.textContent.startsWith('Intervals')).tHead.textContent"
        )
        check('heads of the bounds', '± mean' in heads and '± each' in heads, heads)
        same('bounds of work', [float(rows['work'][i]) for i in (5, 8)], [EACH, EACH])
        mean = EACH / (ROUNDS - 1)
        same('bound of each loop', float(rows['loop'][8]), EACH)
        check('bound of the mean of loops', abs(float(rows['loop'][5]) - mean) < 0.01, rows['loop'])
        lines = browser.js("document.querySelector('#summary-lines').textContent")
        wanted = 'core0: ticks of 16 cycles at random places, a duration is within 30 of the truth'
        check('the summary names the ticks', wanted in lines, lines)
        browser.js("document.querySelector('canvas.lanes').scrollIntoView({ block: 'center' })")
        place = browser.js(
            '(r => [r.left + r.width / 2, r.top + 20])'
            "(document.querySelector('canvas.lanes').getBoundingClientRect())"
        )
        browser.mouse('mouseMoved', *place)
        tip = browser.until("document.querySelector('.tip').textContent")
        check('the bound is under the pointer', ' ± 30 cycles' in tip, tip)
    finally:
        shutil.rmtree(run)
