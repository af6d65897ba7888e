// SPDX-License-Identifier: Apache-2.0
// gnomon_bridge_verilator: $finish under Verilator, whose own function VL_USER_FINISH leaves out.
// The simulation goes on until the runs in it are whole; its clock must not stop.
#include <cstdio>

#include "verilated.h"

#include "gnomon_bridge.h"

void vl_finish(const char *file, int line, const char *) VL_MT_UNSAFE
{
	static bool asked;

	if (!asked)
		std::printf("- %s:%d: Verilog $finish\n", file, line);
	asked = true;
	if (gnomon_bridge_finish() == 0)
		Verilated::threadContextp()->gotFinish(true);
}
