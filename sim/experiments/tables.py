# SPDX-License-Identifier: Apache-2.0
"""Tables of experiments, as text."""


def layout(head, rows):
    """Lines of a table; the first column is flush left."""
    widths = [max(len(str(row[i])) for row in (head, *rows)) for i in range(len(head))]

    def line(row):
        cells = [str(cell).rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        return '  '.join([str(row[0]).ljust(widths[0]), *cells]).rstrip()

    return [line(head), *map(line, rows)]


def number(value, digits=1):
    return f'{value:,.{digits}f}'
