# SPDX-License-Identifier: Apache-2.0
"""Reads the data of a page: packed numbers, by themselves. Shares no code with the page."""

import base64


def numbers(text):
    """The numbers of a packed string."""
    found, value, shift = [], 0, 0
    for byte in base64.b64decode(text, validate=True):
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            found.append(value)
            value, shift = 0, 0
    return found


def step(value):
    return -(value + 1) // 2 if value % 2 else value // 2


def rows(strings, width):
    """Rows of `width` numbers of several strings, with the number of the string."""
    for string in strings:
        found = numbers(string)
        assert len(found) % width == 0
        yield [found[i : i + width] for i in range(0, len(found), width)]


def counts(text):
    """Counts, where a 0 is followed by how many there are."""
    found, of = numbers(text), []
    while found:
        count = found.pop(0)
        of += [count] * (1 if count else found.pop(0))
    return of


def events(data):
    """(time, node, name) of the events."""
    found = []
    for string in rows(data['events']['rows'], 3):
        time = 0
        for node, name, moved in string:
            time += step(moved)
            found.append((time, node, data['names'][name]['name']))
    return found


def intervals(data):
    """(begin, end, node, interval, how it ended)."""
    found = []
    for string in rows(data['spans']['rows'], 5):
        begin = 0
        for node, interval, end, moved, length in string:
            begin += step(moved)
            found.append((begin, begin + length, node, interval, end))
    return found


def messages(data):
    """(sent, received, from node, to node, bytes)."""
    found = []
    ends = data['messages']['endpoints']
    for string in rows(data['messages']['rows'], 5):
        sent = 0
        for source, target, moved, delay, size in string:
            sent += step(moved)
            received = sent + step(delay)
            found.append((sent, received, ends[source]['node'], ends[target]['node'], size))
    return found


def durations(data):
    """Of each interval, of each node: (lo, hi, count)."""

    def parts(text):
        lo, found = 0, []
        for moved, width, count in next(rows([text], 3)):
            lo += moved
            found.append((lo, lo + width - 1, count))
        return found

    return [[parts(text) for text in nodes] for nodes in data['durations']]


def samples(data):
    """(node, pair, from, to, unsure, (A least, A most), (B least, B most))."""
    found = []
    for history in data['samples']:
        to = 0
        for moved, length, unsure, a, a_more, b, b_more in next(rows([history['rows']], 7)):
            to += moved
            found.append(
                (
                    history['node'],
                    history['pair'],
                    to - length,
                    to,
                    unsure,
                    (a, a + a_more),
                    (b, b + b_more),
                )
            )
    return found
