# SPDX-License-Identifier: Apache-2.0
"""The marks of the preprocessors: ratio counters, a bank of counters and a unit of buckets, beside
plain counters, on iCE40 and ECP5.
"""

import ranks

RAMS = ['gnomon_cell_ram', 'gnomon_cell_ram_narrow', 'gnomon_cell_ram_zeros']
# name; top; library; flip-flops that feed it; parameters; mark on iCE40; what it is
UNITS = (
    (
        'ratio8',
        'ratio8_fpga',
        ['gnomon_count_ratios', 'gnomon_count_form', 'gnomon_count_rows', *RAMS],
        2 * 8 + 4,
        {'PAIRS': 8, 'FORM': 1, 'DEPTH_LOG2': 8},
        300,
        '8 ratio counters, sampled and read in the 16-bit form, queue of 16 samples',
    ),
    (
        'counters64',
        'counters64_fpga',
        ['gnomon_count_counters', 'gnomon_count_halve', 'gnomon_cell_ram_bytes', *RAMS],
        64 + 32 + 12,
        {'COUNT': 64, 'TIME_W': 32},
        500,
        'a bank of 64 counters with snapshots and blocks',
    ),
    (
        'buckets64',
        'buckets64_fpga',
        [
            'gnomon_count_buckets',
            'gnomon_count_ranges',
            'gnomon_cell_delay',
            'gnomon_cell_ram_bytes',
            *RAMS,
        ],
        16 + 32 + 8 + 23,
        {'WIDTH': 16, 'TIME_W': 32, 'CELL_W': 8},
        None,
        '64 buckets of 32 bits in 8 banks, values of 16 bits, with blocks',
    ),
    (
        'plain16',
        'plain_counters_fpga',
        [],
        16 + 4 + 1,
        {'COUNT_LOG2': 4},
        None,
        '16 plain counters of 32 bits (8 pairs), read through a multiplexer',
    ),
    (
        'plain64',
        'plain_counters_fpga',
        [],
        64 + 6 + 1,
        {'COUNT_LOG2': 6},
        None,
        '64 plain counters of 32 bits, read through a multiplexer',
    ),
)


def measure(folder, generator, yosys, packers, version, row, wanted):
    """Prints the rows whose names are wanted."""
    bench = ranks.Ranks(folder, generator, yosys, packers, row)
    bench.copy('rtl/gnomon_records.vh')
    for family, (_, _, cells_name, _, _, device) in ranks.FAMILIES.items():
        how = f'{version(yosys)}, {version(packers[family])}, {device}, packed, {cells_name}'
        end = '' if family == 'ice40' else '_' + family
        for name, top, library, feed, parameters, mark, what in UNITS:
            if not wanted(name):
                continue
            for module in library:
                bench.copy(f'rtl/{module}.v')
            bench.copy(f'tests/bench/fpga/{top}.v')
            cells, flops, blocks = bench.measure(
                family, top, parameters, [module + '.v' for module in library] + [top + '.v']
            )
            # A logic cell of iCE40 is a LUT and a flip-flop; TRELLIS_COMB is a LUT alone.
            beside = '' if flops is None else f'; {flops - feed} flip-flops beside them'
            cells -= feed if flops is None else 0
            marked = mark is not None and family == 'ice40'
            row(
                f'{name}_lc{end}',
                cells,
                'logic cells',
                f'< {mark}' if marked else None,
                cells < mark if marked else None,
                f'{how}; {what}; less the flip-flops that feed it{beside}',
            )
            row(f'{name}_ram{end}', blocks, 'RAM blocks', None, None, f'{how}; {what}')
