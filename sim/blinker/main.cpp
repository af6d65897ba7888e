// SPDX-License-Identifier: Apache-2.0
// The least main program of a Verilator testbench: reset, then clocks until SIGTERM, SIGINT,
// $finish, or after +max_seconds=N (default 600). All plusargs reach the model, those of the bridge
// too.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include TOP_HEADER
#include "verilated.h"

static volatile std::sig_atomic_t stop;

static void on_signal(int)
{
	stop = 1;
}

int main(int argc, char **argv)
{
	VerilatedContext context;
	context.commandArgs(argc, argv);
	const char *limit = context.commandArgsPlusMatch("max_seconds=");
	const long seconds = *limit ? std::atol(std::strchr(limit, '=') + 1) : 600;
	const std::time_t begin = std::time(nullptr);
	TOP top(&context);

	std::signal(SIGTERM, on_signal);
	std::signal(SIGINT, on_signal);
	for (unsigned long cycle = 0; !stop && !context.gotFinish(); cycle++) {
		top.rst = cycle < 4;
		top.clk = 0;
		top.eval();
		top.clk = 1;
		top.eval();
		if (cycle % 65536 == 0 && std::time(nullptr) - begin >= seconds)
			break;
	}
	top.final();
	return context.gotFinish() ? 1 : 0;
}
