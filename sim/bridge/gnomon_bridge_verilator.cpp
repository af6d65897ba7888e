// SPDX-License-Identifier: Apache-2.0
// gnomon_bridge_verilator: Verilator's time, and its $finish, whose own function VL_USER_FINISH
// leaves out.
// The simulation goes on until the runs in it are whole; its clock must not stop.
#include <cstdio>

#include "verilated.h"

#include "gnomon_bridge.h"
#include "gnomon_bridge_parts.h"

void vl_finish(const char *file, int line, const char *) VL_MT_UNSAFE
{
	static bool asked;

	if (!asked)
		std::printf("- %s:%d: Verilog $finish\n", file, line);
	asked = true;
	if (gnomon_bridge_finish() == 0)
		Verilated::threadContextp()->gotFinish(true);
}

int gnomon_bridge_time(uint64_t *time)
{
	const VerilatedContext *context = Verilated::threadContextp();

	*time = context->time();
	return context->timeprecision();
}
