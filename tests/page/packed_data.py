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


# how a number of a row follows from what is packed, that of the row before, and that of the column
# before
FORMS = {
    'number': lambda packed, last, before: packed,
    'later': lambda packed, last, before: last + packed,
    'step': lambda packed, last, before: last + step(packed),
    'above': lambda packed, last, before: before + packed,
    'below': lambda packed, last, before: before - packed,
    'beside': lambda packed, last, before: before + step(packed),
}


def rows(columns, strings):
    """Rows of several strings, as dicts by the names of the columns."""
    names = [column['name'] for column in columns]
    forms = [FORMS[column['form']] for column in columns]
    for string in strings:
        found, row = numbers(string), [0] * len(columns)
        assert len(found) % len(columns) == 0
        for at in range(0, len(found), len(columns)):
            before = 0
            for i, form in enumerate(forms):
                row[i] = before = form(found[at + i], row[i], before)
            yield dict(zip(names, row, strict=True))


def table(part):
    """The rows of a list, with the texts of names."""
    texts = {column['name']: column['names'] for column in part['columns'] if 'names' in column}
    for row in rows(part['columns'], part['rows']):
        yield {name: texts[name][v] if name in texts else v for name, v in row.items()}


def counts(text):
    """Counts, where a 0 is followed by how many there are."""
    found, of = numbers(text), []
    while found:
        count = found.pop(0)
        of += [count] * (1 if count else found.pop(0))
    return of


def events(data):
    """{node, name, time} of the events."""
    for row in table(data['events']):
        yield row | {'name': data['names'][row['name']]['name']}


def intervals(data):
    """{node, name, status, from, time} of the intervals that have a begin."""
    return table(data['spans'])


def messages(data):
    """(sent, received, from node, to node, bytes); nodes by their places."""
    names = [node['name'] for node in data['report']['nodes']]
    ends = [names.index(end['node']) for end in data['messages']['endpoints']]
    for row in table(data['messages']):
        yield row['from'], row['to'], ends[row['sender']], ends[row['receiver']], row['bytes']


def samples(data):
    """(node, pair, from, to, unsure, (A least, A most), (B least, B most))."""
    part = data['samples']
    for history in part['of']:
        for row in rows(part['columns'], [history['rows']]):
            yield (
                *(history['node'], history['pair'], row['from'], row['time'], row['unsure']),
                *((row['a_min'], row['a_max']), (row['b_min'], row['b_max'])),
            )
