# SPDX-License-Identifier: Apache-2.0
"""The table as text."""


def number(value, digits=0):
    return f'{value:,.{digits}f}' if value is not None else '-'


def share(part, whole):
    return f'{100 * part / whole:,.2f}' if whole else '-'


def layout(head, rows):
    """Lines of a table; the first two columns are flush left."""
    widths = [max(len(row[i]) for row in (*head, *rows)) for i in range(len(head[0]))]

    def line(row):
        cells = [
            cell.ljust(width) if i < 2 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return '  '.join(cells).rstrip()

    return [*map(line, head), '-' * len(line(widths_row(widths))), *map(line, rows)]


def widths_row(widths):
    return ['-' * width for width in widths]


def perturbation(program, result, keys, titles):
    """The table of one program."""
    head = [
        [
            'row',
            '',
            'cycles an',
            'event',
            'longer',
            'longer',
            'without',
            'cache',
            'bus grants',
            '',
            'ratio pairs:',
            '',
        ],
        [
            '',
            '',
            'inserted',
            'routine',
            'cycles',
            '%',
            'pauses',
            'misses',
            'added',
            'moved %',
            'an event',
            'cycles',
        ],
    ]
    rows = []
    for key in keys:
        plain = result['rows'][key]['plain']
        ratios = result['rows'][key].get('ratios')
        rows.append(
            [
                key,
                titles[key],
                number(plain['event_cycles'], 1),
                number(plain['routine_cycles'], 1),
                number(plain['extra_cycles']),
                share(plain['extra_cycles'], plain['base_cycles']),
                number(plain['extra_counted']),
                number(plain['misses_added']),
                number(plain['grants_added']),
                share(plain['grants_reordered'], plain['base_grants']),
                number(ratios['event_cycles'] - plain['event_cycles'], 1) if ratios else '-',
                number(ratios['extra_cycles'] - plain['extra_cycles']) if ratios else '-',
            ]
        )
    title = (
        f'{program}: {result["events"]:,} events, {result["cycles"]:,} cycles, '
        f'{result["misses"]:,} cache misses and {result["grants"]:,} bus grants unmonitored'
    )
    return [title, '', *layout(head, rows)]


def cost_cells(cost, clock):
    """Sustained rate, logic and RAM, of the row and of the counters that its program reads."""
    if not cost:
        return ['-'] * 5
    sustained, counters = cost.get('sustained'), cost.get('ratios_luts')
    return [
        number(sustained * clock / 1e6, 1) if sustained else '-',
        number(cost['luts']),
        number(cost['flops']),
        number(cost['blocks']),
        '-' if counters is None else f'{number(counters)} + {number(cost["ratios_flops"])}',
    ]


def summary(table, keys, titles):
    """Rates and costs, which are the same for all programs."""
    head = [
        [
            *('row', '', 'million events', 'a second', '', 'logic:', '', 'RAM'),
            *('counters', 'ratio pairs'),
        ],
        [
            *('', '', 'in a burst', 'sustained', 'lost', 'LUTs', 'flip-flops', 'blocks'),
            *('to read', 'are read'),
        ],
    ]
    rows = []
    for key in keys:
        rate = table['rates'].get(key)
        sustained, *cost = cost_cells(table['costs'].get(key), table['clock'])
        rows.append(
            [
                key,
                titles[key],
                number(rate['events_a_second'] / 1e6, 2) if rate else '-',
                sustained,
                number(rate['lost']) if rate else '-',
                *cost,
                table['ratio_pairs'][key],
            ]
        )
    return ['rates and cost, of all four cores together', '', *layout(head, rows)]


def notes(table):
    """What the reader must know of: time-outs, losses, samples that were not taken, faults."""
    lines = []
    for program, result in table['programs'].items():
        for key, forms in result['rows'].items():
            for form, values in forms.items():
                name = f'{program}, row {key}{" with ratio pairs" if form == "ratios" else ""}'
                for late in values['timeouts']:
                    lines.append(f'{name}: TIME-OUT: {late}')
                if values['lost']:
                    lines.append(f'{name}: {values["lost"]} records lost, and reported as lost')
                if values['unsampled']:
                    lines.append(
                        f'{name}: {values["unsampled"]} of '
                        f'{values["samples"] + values["unsampled"]} samples not taken'
                    )
                lines += [f'{name}: FAULT: {fault}' for fault in values['faults']]
    for key, rate in table['rates'].items():
        lines += [f'{table["burst"]}, row {key}: TIME-OUT: {late}' for late in rate['timeouts']]
        lines += [f'{table["burst"]}, row {key}: FAULT: {fault}' for fault in rate['faults']]
    return lines


def text(table):
    keys, titles = list(table['titles']), table['titles']
    blocks = [perturbation(p, result, keys, titles) for p, result in table['programs'].items()]
    blocks.append(summary(table, keys, titles))
    if table.get('far'):
        blocks.insert(0, [f'far bus: {table["far"]} cycles to the central counter and event port'])
    if table['tool']:
        blocks[-1].append(f'LUTs, flip-flops and RAM blocks of iCE40: {table["tool"]}')
    found = notes(table)
    if found:
        blocks.append(found)
    return '\n\n'.join('\n'.join(block) for block in blocks) + '\n'
