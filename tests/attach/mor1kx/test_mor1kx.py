# SPDX-License-Identifier: Apache-2.0
"""cocotb's side of run.py: clock, reset, and a log of its own of what mor1kx executes."""

import json
import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

LIMIT = 200000  # cycles; the run takes some 30,000


@cocotb.test()
async def work(dut):
    cpu, done = dut.mor1kx_soc.cpu, dut.u_gnomon_bridge.done_o
    Clock(dut.clk, 40, 'ns').start()
    dut.rst.value = 1
    for _ in range(4):
        await FallingEdge(dut.clk)
    dut.rst.value = 0
    executed, cycle = [], None
    for _ in range(LIMIT):
        await FallingEdge(dut.clk)  # between two edges nothing changes
        cycle = None if cycle is None else cycle + 1
        if dut.gnomon_sync_o.value == 1:
            executed, cycle = [], -1  # time 0 is the next cycle
        elif cycle is not None and cpu.traceport_exec_valid_o.value == 1:
            executed.append((cycle, int(cpu.traceport_exec_pc_o.value)))
        if done.value == 1 and dut.done.value == 1:
            break
    assert done.value == 1, f'the run is not complete after {LIMIT} cycles'
    with open(os.environ['EXECUTED'], 'w', encoding='ascii') as file:
        json.dump({'result': int(dut.result.value), 'executed': executed}, file)
