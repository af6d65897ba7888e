#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Segments as waveforms, read by readers that are not ours, and as stimulus, replayed by Icarus;
cycle by cycle against what was written.

test_segments.py GNOMON MAKE_RUN
"""

import os
import subprocess

import wave_reader
from suite import MAKE_RUN, export, filtered, main, test
from truth import NODES, NS, Run

UNITS = ('around', 'path')
LAST = 4000  # cycle that is compared
# Fields of the word: bits of the word, and zeros below.
FIELDS = {
    'segments': {'pc': (0, 32, 0), 'word': (0, 32, 0)},
    'wide': {'addr': (0, 36, 4), 'word_': (36, 24, 0), 'op': (60, 4, 0), 'word': (0, 64, 0)},
}


def bits(word, at, kept, below):
    return f'{word >> at & (1 << kept) - 1:0{kept}b}' + '0' * below


def check_unit(run, what, waves, node, unit):
    truth = run.cycles(node, unit)
    assert truth and max(truth) < LAST
    times = [cycle * NS for cycle in range(LAST)]
    got = {
        name: wave_reader.values(waves[f'test.{node}.{unit}.{name}'], times)
        for name in (*FIELDS[what], 'current', 'segment', 'trigger')
    }
    for cycle in range(LAST):
        word, current, trigger = truth.get(cycle, (None, None, False))
        wanted = {
            'segment': str(int(cycle in truth)),
            'trigger': str(int(trigger)),
            'current': 'x' if current is None else str(current),
        }
        for name, (at, kept, below) in FIELDS[what].items():
            wanted[name] = 'x' * (kept + below) if word is None else bits(word, at, kept, below)
        shown = {name: got[name][cycle] for name in wanted}
        assert shown == wanted, f'{node}.{unit} at {cycle}: {shown}, wanted {wanted}'


@test
def waveforms(folder):
    for seed, what in enumerate(FIELDS):
        with Run(MAKE_RUN, seed, what) as run:
            path = os.path.join(folder, f'{what}.vcd')
            assert export(run, path) == ''
            strict = wave_reader.Vcd(path)
            assert str(strict.units[0]) == '1 ns', strict.units
            waves = [strict.changes, wave_reader.wellen(path)]
            path = os.path.join(folder, f'{what}.fst')
            assert export(run, path) == ''
            waves += [wave_reader.wellen(path), wave_reader.gtkwave(path)]
            for wave in waves:
                assert len(wave) == len(NODES) * len(UNITS) * (3 + len(FIELDS[what]))
                for node in NODES:
                    for unit in UNITS:
                        check_unit(run, what, wave, node, unit)


@test
def left_out(folder):
    """Where there is no segment as a filter left them out, a waveform says so, a stimulus fails."""
    with Run(MAKE_RUN, 0, 'segments') as run:
        kept, run.dir = run.dir, os.path.join(folder, 'filtered')
        filtered(kept, run.dir, 'kind == segment')
        one = ('--node', NODES[0], '--unit', UNITS[0])
        for suffix in 'vcd', 'fst':
            said = export(run, os.path.join(folder, f'left.{suffix}'), *one)
            assert 'there is no segment in this run: a filter left out segments' in said, said
        said = export(run, os.path.join(folder, 'left.v'), *one, status=1)
        assert 'a filter left out' in said and f"of node '{NODES[0]}'" in said, said
        assert not os.path.exists(os.path.join(folder, 'left.v'))
        run.dir = kept


# --- stimulus

BENCH = """
module bench;
	reg clk = 0;
	wire known, current, segment, trigger, done;
	wire [63:0] cycle;
	wire [{top}:0] word;
{wires}
	{module} #(.SKIP({skip}), .UNKNOWN(1'b{unknown})) u_stimulus (
		.clk(clk), .word(word), .known(known), .current(current), .segment(segment),
		.trigger(trigger), .cycle(cycle){ports}, .done(done));
	always #5 clk = !clk;
	always @(posedge clk) begin
		if (done) $finish;
		$display("%0d %b %b %b %b %b{format}", cycle, segment, known, current, trigger,
			word{names});
	end
endmodule
"""


def replay(folder, path, module, what, skip, unknown):
    """A line for each clock."""
    fields = [name.strip('_') for name in FIELDS[what] if name != 'word']
    sizes = [kept + below for name, (_, kept, below) in FIELDS[what].items() if name != 'word']
    bench = BENCH.format(
        top=31 if what == 'segments' else 63,
        wires='\n'.join(f'\twire [{s - 1}:0] f_{n};' for n, s in zip(fields, sizes, strict=True)),
        module=module,
        skip=skip,
        unknown=unknown,
        ports=''.join(f', .watch_{n}(f_{n})' for n in fields),
        format=' %b' * len(fields),
        names=''.join(f', f_{n}' for n in fields),
    )
    source, program = (os.path.join(folder, name) for name in ('bench.v', 'bench.vvp'))
    with open(source, 'w', encoding='utf-8') as file:
        file.write(bench)
    for command in (
        ['iverilog', '-g2001', '-Wall', '-Wno-timescale', '-o', program, source, path],
        ['vvp', program],
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr, done.stderr
    return [line.split() for line in done.stdout.splitlines() if line[0].isdigit()]


def expected(run, node, unit, what, unknown, cycles):
    truth = run.cycles(node, unit)
    rows = []
    for cycle in cycles:
        word, current, trigger = truth.get(cycle, (None, None, False))
        texts = []
        for name, (at, kept, below) in FIELDS[what].items():
            x = 'x' * kept + '0' * below
            texts.append((name, x if word is None else bits(word, at, kept, below)))
        rows.append(
            [
                str(cycle),
                str(int(cycle in truth)),
                str(int(word is not None)),
                str(unknown if current is None else current),
                str(int(trigger)),
                texts[-1][1],
                *(text for _, text in texts[:-1]),
            ]
        )
    return rows


@test
def stimulus(folder):
    for seed, (what, node, unit) in enumerate(
        [('segments', 'core0', 'path'), ('wide', 'core1', 'around'), ('wide', 'core0', 'path')]
    ):
        with Run(MAKE_RUN, 20 + seed, what) as run:
            path = os.path.join(folder, f'{seed}.v')
            assert export(run, path, '--node', node, '--unit', unit) == ''
            unknown = seed % 2
            truth = sorted(run.cycles(node, unit))
            got = replay(folder, path, f'stimulus_{node}_{unit}', what, 0, unknown)
            cycles = list(range(truth[-1] + 1))
            wanted = expected(run, node, unit, what, unknown, cycles)
            assert len(got) == len(wanted) + 1, (len(got), len(wanted))
            for row, want in zip(got[:-1], wanted, strict=True):
                assert row == want, f'{what}: {row}, wanted {want}'
            # without the stretches between
            got = replay(folder, path, f'stimulus_{node}_{unit}', what, 1, unknown)
            wanted = expected(run, node, unit, what, unknown, truth)
            assert [row for row in got if row[1] == '1'] == wanted, what
            breaks = sum(b - a > 1 for a, b in zip([-1, *truth], truth, strict=False))
            assert len(got) == len(wanted) + breaks + 1, (len(got), len(wanted), breaks)


@test
def stimulus_of_a_part(folder):
    with Run(MAKE_RUN, 30, 'segments') as run:
        truth = sorted(run.cycles('core0', 'path'))
        first, last = truth[50], truth[300]
        path = os.path.join(folder, 'part.v')
        part = ('--from', str(first), '--to', str(last))
        export(run, path, '--node', 'core0', '--unit', 'path', *part)
        got = replay(folder, path, 'stimulus_core0_path', 'segments', 1, 0)
        cycles = [int(row[0]) for row in got if row[1] == '1']
        assert cycles == [c for c in truth if first <= c <= last]
        said = export(run, os.path.join(folder, 'all.v'), status=1)
        assert 'name one by --node and --unit' in said, said


if __name__ == '__main__':
    raise SystemExit(main())
