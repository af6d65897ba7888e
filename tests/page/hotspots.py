# SPDX-License-Identifier: Apache-2.0
"""The hot spots and the matrix of a page against what `gnomon messages` prints."""

import json
import math

from suite import GNOMON, check, output, same

METRICS = {
    'messages/s': lambda route: route['messages_per_second'],
    'bytes/s': lambda route: route['bytes_per_second'],
    'messages': lambda route: route['messages'],
    'bytes': lambda route: route['bytes'],
    'bytes a message': lambda route: route['size']['mean'],
    'cycles to arrive (mean)': lambda route: route['transit']['mean'],
    'tachyons': lambda route: route['tachyons'],
}
BOUNDS = 'messages', 'bytes', 'tachyons'  # where messages may be missing
LONGEST, MEAN = 'queue length (longest)', 'queue length (mean)'


def choose(browser, metric):
    browser.js(
        "(s => { s.value = '" + metric + "'; s.dispatchEvent(new Event('change')); })"
        "(document.querySelector('#hotspots select'))"
    )


def rows_of(browser, caption):
    """The rows of a table, each a dict by its headings."""
    return browser.js(
        "[...document.querySelectorAll('#hotspots table')].filter(table => "
        f"table.caption.textContent === '{caption}').flatMap(table => [...table.tBodies[0].rows]"
        '.map(row => Object.fromEntries([...row.cells].map((cell, i) => '
        '[table.tHead.rows[0].cells[i].textContent, cell.textContent]))))'
    )


def figure(text):
    """A number as the page has it, with some four digits."""
    return float(text.lstrip('≥ ').replace(',', ''))


def check_near(what, seen, wanted):
    """Within what the page rounds off; a whole number is not rounded."""
    close = math.isclose(figure(seen), wanted, rel_tol=0 if isinstance(wanted, int) else 6e-4)
    check(what, close, (seen, wanted))


def check_numbers(browser, run, ways):
    """All numbers of arcs and processes. What `gnomon messages` has for a process is over all its
    senders: the mean length of a queue is the sum of what each sender has in it."""
    messages = json.loads(output(GNOMON, 'messages', run, '--json'))
    arcs = {
        (row['from'], row['to']): row
        for row in rows_of(browser, 'Messages from process to process')
    }
    routes = {(route['from'], route['to']): route for route in messages['routes']}
    same('arcs of the table', arcs.keys(), ways)
    same('arcs of gnomon messages', routes.keys(), ways)
    for way, row in arcs.items():
        for metric, of in METRICS.items():
            check_near(f'{metric} of {way}', row[metric], of(routes[way]))
            bound = metric in BOUNDS and not messages['complete']
            same(f'{metric} of {way} is a bound', row[metric].startswith('≥ '), bound)
    processes = {
        row['process']: row
        for row in rows_of(browser, 'Processes and the messages that wait for them')
    }
    receivers = {row['process']: row['queue'] for row in messages['receivers']}
    same('processes', processes.keys(), receivers.keys())
    for name, queue in receivers.items():
        check_near(f'{LONGEST} of {name}', processes[name][LONGEST], queue['max'])
        check_near(f'{MEAN} of {name}', processes[name][MEAN], queue['mean'])
        into = [row for (_, to), row in arcs.items() if to == name]
        check_near(
            f'{MEAN} of arcs to {name}', str(sum(figure(row[MEAN]) for row in into)), queue['mean']
        )
        longest = [figure(row[LONGEST]) for row in into]
        check(f'{LONGEST} of arcs to {name}', max(longest) <= queue['max'] <= sum(longest), longest)
        titles = browser.js(
            "[...document.querySelectorAll('#hotspots .process')].map(c => c.parentNode.textContent)"
        )
        text = f'its queue: longest {processes[name][LONGEST]}, mean {processes[name][MEAN]}'
        check(f'queue of {name} in the picture', sum(text in one for one in titles) >= 1, titles)
    check('some queue is longer than one', any(q['max'] > 1 for q in receivers.values()), receivers)
    check_drawn(browser, arcs)


def check_drawn(browser, arcs):
    """Each metric that the picture can show is the column of that name."""
    metrics = browser.js(
        "[...document.querySelectorAll('#hotspots select option')].map(o => [o.value, o.text])"
    )
    same(
        'metrics',
        sorted(text for _, text in metrics),
        sorted({*METRICS, LONGEST, MEAN} - {'tachyons'}),
    )
    for key, text in metrics:
        choose(browser, key)
        words = browser.js(
            "[...document.querySelectorAll('#hotspots .arc title')].map(t => t.textContent)"
        )
        seen = {}
        for word in words:
            way, number = word.split(': ')
            seen[tuple(way.split(' to '))] = number.removesuffix(f' {text}')
        for way, row in arcs.items():
            check_near(f'{text} of the arc {way}', plain(seen[way]), figure(row[text]))


def plain(text):
    """Without a letter for thousands."""
    number, _, letter = text.removeprefix('≥ ').partition(' ')
    return str(figure(number) * {'': 1, 'k': 1e3, 'M': 1e6, 'G': 1e9}[letter])


def check_messages(browser, run, rounds):
    """Each of the four nodes sends `rounds` messages to the next one; the last is not received, and
    that of round 3 is received before it is sent. Node 0 sends some to node 2, too, of which the
    last two are not received."""
    slow = rounds // 2 - 2
    received = 4 * (rounds - 1) + slow
    wanted = {(f'core{k}:1', f'core{(k + 1) % 4}:1') for k in range(4)} | {('core0:1', 'core2:1')}
    text = browser.js("[...document.querySelectorAll('.summary dd')][7].textContent")
    wanted_text = f'≥ {received:,} matched, 6 unmatched, ≥ 4 tachyons (received before sent)'
    same('messages', text, wanted_text)
    words = browser.js(
        "[...document.querySelectorAll('#hotspots .arc')].map(a => a.getAttribute('aria-label'))"
    )
    ways = [tuple(word.split(': ')[0].split(' to ')) for word in words]
    same('arcs', sorted(ways), sorted(wanted))
    choose(browser, 'count')
    numbers = browser.js(
        "[...document.querySelectorAll('#hotspots .arc-number')].map(a => a.textContent)"
    )
    same('numbers of the arcs', numbers, [f'≥ {rounds - 1:,}'] * 4 + [f'≥ {slow:,}'])
    ends = browser.js(
        "[...document.querySelectorAll('#hotspots .arc-line')].map(line => {"
        'const at = [line.getPointAtLength(0), line.getPointAtLength(line.getTotalLength())];'
        "const all = [...document.querySelectorAll('#hotspots .process')];"
        'const near = p => all.map((c, i) => [Math.hypot(p.x - c.cx.baseVal.value, '
        'p.y - c.cy.baseVal.value), i]).sort((a, b) => a[0] - b[0])[0];'
        "const name = ([far, i]) => far < 30 && all[i].parentNode.querySelector('text').textContent;"
        'return at.map(near).map(name); })'
    )
    same('ends of the arcs', sorted(map(tuple, ends)), sorted(wanted))
    check_numbers(browser, run, wanted)
    browser.js("document.querySelector('#hotspots .arc').focus()")
    browser.key('Enter')
    chosen = browser.js("document.querySelector('#history select').value")
    check('an arc opens its history', chosen.startswith('messages core'), chosen)
    text = browser.js("document.querySelector('#timeline .status').textContent")
    check('messages in the time line', f', ≥ {received:,} messages' in text, text)
    check('events in the time line', 'cycles' in text and ': ≥ ' in text, text)
    part = browser.js("document.querySelector('#matrix select').value")
    same('the matrix', part, 'rate')
    cells = browser.js(
        "[...document.querySelectorAll('.matrix tbody tr')].map(row => "
        "[...row.children].slice(1).map(cell => cell.textContent !== '·'))"
    )
    names = browser.js("[...document.querySelectorAll('.matrix tbody th')].map(c => c.textContent)")
    seen = {(names[i], names[k]) for i in range(4) for k in range(4) if cells[i][k]}
    same('its cells', seen, wanted)
