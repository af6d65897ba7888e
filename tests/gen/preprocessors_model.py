# SPDX-License-Identifier: Apache-2.0
"""What a module of preprocessors must report, from the manifest and docs/design/preprocessors.md: a
model that knows times only, no stages.
"""

from preprocessors_wires import TIMES


def gate_of(w, e, bits, value, mask):
    """Whether the gate is open, time by time."""
    state, told = bits >> 3 & 1, []
    for t in range(TIMES):
        told.append(
            int(
                (not bits & 1 or w.line('gate', t))
                and (not bits & 2 or state)
                and (not bits & 4 or not (e.process[t] ^ value) & mask)
            )
        )
        state = 0 if e.closes[t] else state | e.opens[t]
    return told


def pulses(get, top):
    width, old = 0, get('of', -1)  # old: a pulse that began before time 0
    for t in range(TIMES):
        value = None
        if get('of', t):
            width += 1
        elif width:
            value = None if old else min(width, top)
            width = 0
        old = old and get('of', t)
        yield value


def latencies(get, top, outstanding, lost):
    waiting, dropped = [], 0
    for t in range(TIMES):
        value = None
        answered = get('to', t) and not waiting and not dropped and get('from', t)
        if answered:
            value = 0
        elif get('to', t) and waiting:
            value = min(t - waiting.pop(0), top)
        elif get('to', t) and dropped:
            dropped -= 1
        if get('from', t) and not answered:
            if dropped or len(waiting) == outstanding:
                dropped += 1
                lost.append(t)
            else:
                waiting.append(t)
        yield value


def occupancies(get, top):
    level = 0
    for t in range(TIMES):
        level = min(max(level + get('from', t) - get('to', t), 0), top)
        yield level


def totals(get, top, opened):
    count = 0
    for t in range(TIMES):
        value = None
        if opened[t]:
            count += get('of', t)
            value = min(count, top) if get('of', t) else None
            count = 0 if get('clear', t) else count
        yield value


def windows_of(get, top, opened, window):
    count, seen = 0, 0
    for t in range(TIMES):
        value = None
        if opened[t]:
            count += get('of', t)
            seen += get('in', t)
            if seen == window:
                value, count, seen = min(count, top), 0, 0
        yield value


def quantity_of(w, e, q, opened, windows):
    """(time, value) of all that is reported, and the times at which something is lost."""
    name, kind, top, lost = q['name'], q['kind'], (1 << q['bits']) - 1, []

    def get(key, t):
        return w.input(q[key], f'{name}.{key}', t) if key in q else 0

    if kind == 'pulse':
        values = pulses(get, top)
    elif kind == 'latency':
        values = latencies(get, top, q['outstanding'], lost)
    elif kind == 'occupancy':
        values = occupancies(get, top)
    elif kind == 'total':
        values = totals(get, top, opened)
    elif kind == 'window':
        values = windows_of(get, top, opened, windows[name])
    elif kind == 'value':
        of = q['of']
        values = (w.at(of, t) if w.there(of, t) else None for t in range(TIMES))
    else:
        values = (code or None for code in e.code)
    told = [(t, value) for t, value in enumerate(values) if value is not None and opened[t]]
    return told, lost


def fires_of(told, fire, rearm, bits):
    """Times of a threshold."""
    armed, times = True, []
    for t, value in told:
        up = not bits & 2
        hit = value >= fire if up else value <= fire
        if bits & 1 and hit and (armed or bits & 4):
            times.append(t)
            armed = False
        elif value < rearm if up else value > rearm:
            armed = True
    return times


def form_of(form, a, b):
    """A pair in a ratio record, from the text of the contract; counts here
    are far from saturated."""
    top = max(a, b).bit_length() - 1
    if form == 'compressed32':
        e = 0 if max(a, b) < 1 << 14 else top - 13
        return a >> e << 18 | b >> e << 4 | e
    if max(a, b) < 32:
        return a << 11 | b << 5
    if b >= 32 and a.bit_length() <= b.bit_length():
        e = b.bit_length() - 6
        return a >> (e + 1) << 11 | b >> e << 5 | e
    e = a.bit_length() - 6
    return a >> (e + 1) << 11 | b >> e << 5 | (e + 1)


def runs_of(m, e):
    """Sizes of the runs of pairs of the same group, that of the gate, in none, included."""
    groups = [e.group_of(p['name']) for p in m['pairs']] + [None] * m['gate']
    cuts = [k for k in range(1, len(groups)) if groups[k] != groups[k - 1]]
    return [high - low for low, high in zip([0] + cuts, cuts + [len(groups)], strict=True)]


def words_of(m, e, samples):
    """Payloads of the ratio records: for each sample its pairs, run by run, and extremes."""
    words = []
    for pairs, extremes in samples:
        at = 0
        for size in runs_of(m, e):
            words += words_of_pairs(m, pairs[at : at + size])
            at += size
        for found in extremes:
            words += found
    return words


def words_of_pairs(m, pairs):
    if m['form'] == 'full':
        words = [count for pair in pairs for count in pair]
    else:
        words = [form_of(m['form'], a, b) for a, b in pairs]
    if m['form'] == 'compressed':
        words += [0] * (len(words) % 2)
        words = [low | high << 16 for low, high in zip(words[::2], words[1::2], strict=True)]
    return words + [0] * (len(words) % 2)


def extremes_of(told, since, until, codes):
    """Six words of an extreme: of the values since a time up to another."""
    values = [(t, v) for t, v in told if since <= t <= until]
    if not values:
        return [0] * 6
    most, least = max(v for _, v in values), min(v for _, v in values)
    first = {v: next(t for t, x in values if x == v) for v in (most, least)}
    return [
        most,
        first[most],
        least,
        first[least],
        1 << 16 | codes[first[least]] << 8 | codes[first[most]],
        0,
    ]


def blocks_of(m, node, q, e, bounds):
    """Records of the bucket units from word 1 on, by unit."""
    units = []
    for k, unit in enumerate(m['buckets']):
        told, lost = q[unit['of']]
        records, began = [], 0
        for end in sorted(t for t in e.banks if e.is_for('bank', unit['name'], t)) + [e.end]:
            counts = [0] * unit['count']
            for t, value in told:
                if began <= t <= end:
                    counts[sum(value >= bound for bound in bounds[k][1:])] += 1
            missing = sum(began <= t <= end for t in lost)
            for first in range(0, unit['count'], 64):
                many = min(64, unit['count'] - first)
                flags = (first + many == unit['count']) << 16 | (end == e.end) << 19
                records.append(
                    [
                        9 | node << 8 | k << 16 | (6 + many) << 24,
                        end,
                        began,
                        flags,
                        first | many << 16,
                        missing,
                        sum(counts),
                    ]
                    + counts[first : first + many]
                )
            began = end + 1
        units.append(records)
    return units


def snapshots_of(w, m, node, e, opened):
    """Records of the counter banks from word 1 on, by unit."""
    units = []
    for k, bank in enumerate(m['counters']):
        records, count = [], len(bank['inputs'])
        steps = [
            sum(
                1 << i
                for i, name in enumerate(bank['inputs'])
                if w.input(name, f'{bank["name"]}.{i}', t)
            )
            if opened[t]
            else 0
            for t in range(e.end + 1)
        ]
        taken = [
            t
            for t in e.samples
            if not e.refuses(m['counters'], t) and e.takes_snapshot(bank['name'], t)
        ]
        for t in taken + [e.end]:
            turn = t + 1 if t == e.end else (t // 16 + 1) * 16
            counts = [
                sum(step >> i & 1 for step in steps[: (t + 1 if t == e.end else turn + i % 16)])
                for i in range(count)
            ]
            for first in range(0, count, 64):
                some = counts[first : first + 64]
                flags = (first + len(some) == count) << 16 | (t == e.end) << 19
                records.append(
                    [
                        14 | node << 8 | k << 16 | (6 + len(some) + len(some) % 2) << 24,
                        t,
                        turn,
                        flags,
                        first | len(some) << 16,
                        0,
                        0,
                    ]
                    + some
                    + [0] * (len(some) % 2)
                )
        units.append(records)
    return units


def samples_of(w, e, m, told, opened, codes):
    """Of each sample the counts of its pairs, and its extremes."""

    def since_of(part, end):
        resets = [r + 1 for r in e.resets if r < end and e.is_for('reset', part, r)]
        return max(resets, default=0)

    def pair(p, end):
        counted = [
            t
            for t in range(since_of(p['name'], end), end + 1)
            if opened[t] and (p['gate'] is None or w.at(p['gate'], t))
        ]
        return [sum(w.amount(p[side], f'{p["name"]}.{side}', t) for t in counted) for side in 'ab']

    if not (m['pairs'] or m['gate'] or m['extremes']):
        return []
    taken = []
    for end in e.samples + [e.end]:
        pairs = [pair(p, end) for p in m['pairs']]
        if m['gate']:
            since = since_of('gate', end)
            pairs.append([sum(opened[since : end + 1]), end + 1 - since])
        extremes = [
            extremes_of(told[x['of']][0], since_of(x['name'], end), end, codes)
            for x in m['extremes']
        ]
        taken.append((pairs, extremes))
    return taken
