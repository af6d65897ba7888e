#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ROM of emitted monitors, read through the link at the pins of the simulated monitor.

test_rom.py IVERILOG GOLDEN_DIR OUT_DIR; GOLDEN_DIR: where golden.sh left the emitted files, and the
others in GOLDEN_DIR-others. Runs from the root of the repository. What Python's zlib makes of the
ROM must be the manifest without its ports, byte by byte. A monitor without a ROM answers there with
its identity.
"""

import json
import os
import struct
import sys
import zlib

from icarus import simulate, sources_of

sys.path.insert(0, 'tests/sim')
from link import FRAME_SLOTS, READ_REGS, crc16  # noqa: E402

MONITORS = {
    'rom': True,
    '-others/rom_single': True,
    '-others/rom_wide': True,
    'quad': False,
    '-others/quad_tiny': False,
}
ROM_SLOT = 65536 // 8
BENCH = """`default_nettype none
module bench;
	reg        clk = 0, rst = 1;
	reg        valid = 0, take = 1;
	reg  [7:0] data = 0;
	wire       ready, out_valid;
	wire [7:0] out;
	reg  [7:0] bytes [0:{last}];
	integer    sent = 0, got = 0, quiet = 0;
	{name} dut (
		.clk(clk), .rst(rst), .rx_valid_i(valid), .rx_ready_o(ready), .rx_data_i(data),
		.tx_valid_o(out_valid), .tx_ready_i(take), .tx_data_o(out)
	);
	always #5 clk = !clk;
	always @(posedge clk) begin
		if (valid && ready) begin
			sent = sent + 1;
			if (sent <= {last}) data <= bytes[sent];
			else valid <= 0;
		end
		take <= $random;
		if (out_valid && take) begin
			$display("%02x", out);
			got = got + 1;
		end
		quiet = out_valid ? 0 : quiet + 1;
		if (quiet == 2000) $finish;
	end
	initial begin
		$readmemh("bytes.hex", bytes);
		repeat (3) @(posedge clk);
		rst <= 0;
		data  <= bytes[0];
		valid <= 1;
	end
endmodule
"""


def requests(frames):
    """The bytes of each request: of a frame (slot, slots)."""
    headers = [
        struct.pack('<BBHB', 0xA5, READ_REGS | number << 3, slot, count - 1)
        for number, (slot, count) in enumerate(frames)
    ]
    return [header + crc16(header) for header in headers]


def answers(place, said, frames):
    """The payloads of the answers, each with its right echo and CRC."""
    found = []
    for request, (slot, count) in zip(requests(frames), frames, strict=True):
        echo, payload = said[:7], said[7 : 7 + 8 * count]
        if echo != request:
            sys.exit(f'test_rom: {place}: wrong echo {echo.hex()} of {request.hex()}')
        if said[7 + 8 * count : 9 + 8 * count] != crc16(payload):
            sys.exit(f'test_rom: {place}: wrong CRC of slot {slot}')
        found.append(payload)
        said = said[9 + 8 * count :]
    if said:
        sys.exit(f'test_rom: {place}: {len(said)} bytes too many')
    return found


def answers_of(iverilog, folder, out, frames):
    top, sources, _ = sources_of(folder)
    os.makedirs(out, exist_ok=True)
    sent = b''.join(requests(frames))
    with open(f'{out}/bytes.hex', 'w', encoding='utf-8') as file:
        file.write('\n'.join(f'{byte:02x}' for byte in sent))
    said = simulate(iverilog, out, BENCH.format(last=len(sent) - 1, name=top), sources)
    return answers(os.path.basename(folder), bytes.fromhex(''.join(said.split())), frames)


def main():
    iverilog, golden, out = sys.argv[1:4]
    for monitor, has_rom in MONITORS.items():
        folder = golden + monitor if monitor.startswith('-') else os.path.join(golden, monitor)
        with open(f'{folder}/manifest.json', 'rb') as file:
            manifest = json.load(file)
        hash_ = struct.pack('<Q', int(manifest['hash'], 16))
        del manifest['ports']
        text = (json.dumps(manifest, indent=2) + '\n').encode()
        place = os.path.basename(folder)
        # the whole ROM's frames, a slot in the middle, and the identity before and behind
        whole = [(ROM_SLOT + k * FRAME_SLOTS, FRAME_SLOTS) for k in range(2)]
        frames = [(0, 2), *whole, (ROM_SLOT + 5, 1), (0, 2)]
        first, *parts, one, last = answers_of(iverilog, folder, f'{out}/{place}', frames)
        if first != last or first[:3] != b'GNO' or first[4:12] != hash_:
            sys.exit(f'test_rom: {place}: the identity is {first.hex()}, then {last.hex()}')
        rom = b''.join(parts)
        if not has_rom:
            if rom[:12] != first[:12]:
                sys.exit(f'test_rom: {place}: no ROM, and there is {rom[:12].hex()}')
            continue
        if one != rom[40:48]:
            sys.exit(f'test_rom: {place}: slot 5 alone is {one.hex()}')
        length = struct.unpack_from('<I', rom, 4)[0]
        if rom[:4] != b'GNR\x01' or zlib.decompress(rom[8 : 8 + length]) != text:
            sys.exit(f'test_rom: {place}: the ROM is not the manifest: {rom[:32].hex()}')
    print(f'test_rom: {len(MONITORS)} monitors read at their pins')


main()
