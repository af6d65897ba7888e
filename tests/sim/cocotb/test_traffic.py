# SPDX-License-Identifier: Apache-2.0
"""A cocotb test that runs an experiment: it drives a bus, and compares the report with what it did.

The simulation is started by run.py.
"""

import json
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge

REQUEST, ANSWER = 1, 2


async def send(dut, op):
    dut.op.value = op
    dut.valid.value = 1
    await RisingEdge(dut.clk)
    dut.valid.value = 0


@cocotb.test()
async def test_latency(dut):
    dut.rst.value, dut.finish.value = 1, 0
    cocotb.start_soon(Clock(dut.clk, 10, unit='ns').start())
    await ClockCycles(dut.clk, 4)
    dut.rst.value = 0

    await FallingEdge(dut.hold)  # the run has started
    await ClockCycles(dut.clk, 3)  # nothing drives valid and op: z counts as 0
    dut.valid.value, dut.op.value = 0, 0
    draw, latencies = random.Random(1), []
    for _ in range(200):
        latencies.append(draw.randrange(1, 40))
        await send(dut, REQUEST)
        if latencies[-1] > 1:
            await ClockCycles(dut.clk, latencies[-1] - 1)
        await send(dut, ANSWER)
        await ClockCycles(dut.clk, draw.randrange(1, 40))

    dut.finish.value = 1
    await RisingEdge(dut.done)  # the run is complete, the report is written
    with open(os.environ['REPORT'], encoding='utf-8') as file:
        report = json.load(file)
    row = report['intervals'][0]['all']
    assert report['run']['state'] == 'complete'
    assert (row['count'], row['total']) == (len(latencies), sum(latencies))
    assert (row['min'], row['max']) == (min(latencies), max(latencies))
