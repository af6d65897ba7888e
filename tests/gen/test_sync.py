#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The register TIME of emitted monitors and of their models, read through the link.

test_sync.py IVERILOG CC... GOLDEN_DIR OUT_DIR; GOLDEN_DIR: where golden.sh left the emitted files,
the others in GOLDEN_DIR-others, the models in GOLDEN_DIR-models. Runs from the root of the
repository.
TIME must be the cycle in which the link took the last byte of the request, counted by the bench
from sync_o on: in the simulated Verilog, at a UART inside of its PHY, and in the compiled model.
"""

import ctypes
import glob
import os
import random
import re
import struct
import subprocess
import sys

from icarus import HANG_SECONDS, simulate, sources_of

sys.path.insert(0, 'tests/sim')
from link import READ_REGS, START, crc16  # noqa: E402

BYTES = 'rom_single', 'rom_wide', 'taps_ring', 'taps_single', 'port_ice40'
UART = {'spram': 8}  # cycles of a bit
# a byte to the model and to the host, and what the model says beside it
BYTE, ROOM, RESET, SYNC = 1 << 8, 1 << 9, 1 << 10, 1 << 9

BENCH = """`default_nettype none
module bench;
	reg        clk = 0, rst = 1;
	reg  [8:0] bytes [0:{last}];  // bit 8: the last one of a poll
	reg [63:0] now = 0;
	integer    sent = 0, quiet = 0, seed = 1;
	{dut}
	always #5 clk = !clk;
	always @(posedge clk) begin
		if (taken) begin
			if (bytes[sent][8]) $display("at %0d", now);
			sent = sent + 1;
		end
		if (said) $display("%02x", out);
		quiet = said || sent <= {last} ? 0 : quiet + 1;
		if (quiet == 20000 || $time > 20_000_000) $finish;
		now <= rst || sync ? 0 : now + 1;
	end
	initial begin
		$readmemh("bytes.hex", bytes);
		repeat (20) @(posedge clk);
		rst <= 0;
		{drive}
	end
endmodule
"""
BYTES_DUT = """reg        valid = 0, take = 1;
	reg  [7:0] data = 0;
	wire       ready, out_valid, sync;
	wire [7:0] out;
	wire       taken = valid && ready, said = out_valid && take;
	{name} dut (
		.clk(clk), .rst(rst), .rx_valid_i(valid), .rx_ready_o(ready), .rx_data_i(data),
		.tx_valid_o(out_valid), .tx_ready_i(take), .tx_data_o(out), .sync_o(sync){rest}
	);
	always @(posedge clk) take <= $random(seed);"""
BYTES_DRIVE = """while (sent <= {last}) begin
			valid <= 1;
			data  <= bytes[sent];
			@(posedge clk);
			while (!ready) @(posedge clk);
			if ($random(seed) % 3 == 0) begin
				valid <= 0;
				repeat ($unsigned($random(seed)) % 60) @(posedge clk);
			end
			#1 ;
		end
		valid <= 0;"""
UART_DUT = """reg        rx = 1;
	wire       sync;
	wire       taken = dut.u_inside.rx_valid && dut.u_inside.rx_ready;
	wire       said = dut.u_inside.tx_valid && dut.u_inside.tx_ready;
	wire [7:0] out = dut.u_inside.tx_data;
	integer    i, k;
	{name} dut (.clk(clk), .rst(rst), .rx_i(rx), .sync_o(sync){rest});"""
UART_DRIVE = """for (i = 0; i <= {last}; i = i + 1) begin
			for (k = 0; k < 10; k = k + 1) begin
				rx <= k == 0 ? 1'b0 : k == 9 ? 1'b1 : bytes[i][k-1];
				repeat ({bit}) @(posedge clk);
			end
			repeat ($unsigned($random(seed)) % 90) @(posedge clk);
			if (bytes[i][8])  // the 33 bytes of the answer
				repeat (350 * {bit}) @(posedge clk);
		end"""


def frames(rng):
    """The bytes of requests: STARTs, and behind the first one polls of 3 slots; and of each the
    header, the last nonce with its run number, and whether it is a START."""
    found, wanted = [], []
    nonce = None
    for number in range(30):
        start = number < 2 or rng.random() < 0.15  # the first one leaves x beside the nonce
        op, at, n = (START, 0, 0) if start else (READ_REGS, 6, 2)
        header = struct.pack('<BBHB', 0xA5, op | number % 32 << 3, at, n)
        header += crc16(header)
        if start:
            nonce = rng.randbytes(7) + bytes([0x80 | rng.randrange(128)])
        found.append((header + (nonce if start else b''), start))
        wanted.append((header, nonce, start))
    return found, wanted


def check_answers(place, said, wanted, times):
    """Each answer is there, and each poll's time is that of its last byte."""
    polls = 0
    for header, nonce, start in wanted:
        body = said[7 : 15 if start else 31]
        if said[:7] != header or said[7 + len(body) : 9 + len(body)] != crc16(body):
            sys.exit(f'test_sync: {place}: no good answer: {said[:33].hex()} to {header.hex()}')
        said = said[9 + len(body) :]
        if start:
            continue
        time = struct.unpack_from('<Q', body, 16)[0]
        if time != times[polls]:
            sys.exit(f'test_sync: {place}: TIME of poll {polls} is {time}, not {times[polls]}')
        if body[3:16:2] != nonce[:7] or not body[1]:
            sys.exit(f'test_sync: {place}: run or nonce of poll {polls} is {body[:16].hex()}')
        polls += 1
    if said or polls != len(times):
        sys.exit(f'test_sync: {place}: {polls} polls, {len(times)} times, {len(said)} bytes more')
    return polls


def silent_inputs(path, top):
    """The inputs of a monitor that the bench does not drive, as ports that are 0."""
    with open(path, encoding='utf-8') as file:
        head = re.search(rf'^module {top} \((.*?)^\);', file.read(), re.M | re.S)[1]
    names = re.findall(r'^\s*input\s+wire\s+(?:\[\d+:0\]\s*)?(\w+)', head, re.M)
    driven = {'clk', 'rst', 'rx_valid_i', 'rx_data_i', 'tx_ready_i', 'rx_i'}
    return ''.join(f', .{name}(0)' for name in names if name not in driven)


def answer_of(iverilog, folder, out, sent, parts):
    """What a monitor answers, and in which cycles it took the last bytes of requests."""
    top, sources, file_of_top = sources_of(folder)
    os.makedirs(out, exist_ok=True)
    rows = [
        byte | (0x100 if not start and at + 1 == len(frame) else 0)
        for frame, start in sent
        for at, byte in enumerate(frame)
    ]
    dut, drive, bit = parts
    last = len(rows) - 1
    with open(f'{out}/bytes.hex', 'w', encoding='utf-8') as file:
        file.write('\n'.join(f'{row:03x}' for row in rows))
    dut = dut.format(name=top, rest=silent_inputs(file_of_top, top))
    drive = drive.format(last=last, bit=bit)
    bench = BENCH.format(last=last, dut=dut, drive=drive)
    said = simulate(iverilog, out, bench, sources).splitlines()
    times = [int(line.split()[1]) for line in said if line.startswith('at ')]
    return bytes.fromhex(''.join(line for line in said if not line.startswith('at '))), times


def compiled(cc, library, sources):
    """C files as a library."""
    os.makedirs(os.path.dirname(library), exist_ok=True)
    includes = [f'-I{path}' for path in ('host/include', 'host/lib/common', 'sim/model')]
    subprocess.run(
        [*cc, '-shared', '-fPIC', '-O1', *includes, '-o', library, *sources],
        check=True,
        timeout=HANG_SECONDS,
    )
    return ctypes.CDLL(os.path.abspath(library), ctypes.RTLD_GLOBAL)


def model(cc, every, folder, out, sent, rng):
    """The same of the compiled model, called once a cycle."""
    name = os.path.basename(folder)
    source = glob.glob(f'{folder}/*_model.c')[0]
    top = os.path.basename(source).removesuffix('.c')
    number = getattr(compiled(cc, f'{out}/{name}.so', [source]), f'{top}_new')()
    said, times, now, pending = bytearray(), [], 0, False

    def clock(link):
        nonlocal now, pending
        answer = every.gnomon_model_clock(number, link | ROOM)
        now = 0 if pending else now + 1  # sync_o is 1 in the cycle behind the call
        pending = bool(answer & SYNC)
        if answer & BYTE:
            said.append(answer & 0xFF)

    for _ in range(3):
        clock(RESET)
    now = 0
    for frame, start in sent:
        for at, byte in enumerate(frame):
            for _ in range(rng.choice((0, 0, 1, 7, 40))):
                clock(0)
            if not start and at + 1 == len(frame):
                times.append(now)
            clock(BYTE | byte)
        for _ in range(50):
            clock(0)
    return bytes(said), times


def main():
    iverilog, *cc, golden, out = sys.argv[1:]
    polls = 0
    every = compiled(cc, f'{out}/model.so', glob.glob('sim/model/*.c'))
    for name in (*BYTES, *UART):
        sent, wanted = frames(random.Random(name))
        uart = name in UART
        parts = (UART_DUT, UART_DRIVE, UART[name]) if uart else (BYTES_DUT, BYTES_DRIVE, 0)
        said, times = answer_of(iverilog, f'{golden}-others/{name}', f'{out}/{name}', sent, parts)
        polls += check_answers(name, said, wanted, times)
        place = f'{golden}-models/{name}'
        said, times = model(cc, every, place, f'{out}/{name}', sent, random.Random(name))
        polls += check_answers(f'model of {name}', said, wanted, times)
    print(f'test_sync: {polls} polls of monitors and models have the time of their last byte')


main()
