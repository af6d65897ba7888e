// SPDX-License-Identifier: Apache-2.0
// A main program of a Verilator testbench: reset, then clocks until SIGTERM, SIGINT, $finish, or
// after +max_seconds=N (default 600), or +max_clocks=N; with +reset_at=N a second reset in clock N.
// All plusargs reach the model, those of the bridge too.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include TOP_HEADER
#include "gnomon_bridge.h"
#include "verilated.h"

static volatile std::sig_atomic_t stop;

static void on_signal(int)
{
	stop = 1;
}

// the number behind a plusarg, or `otherwise`
static long number(VerilatedContext &context, const char *name, long otherwise)
{
	const char *match = context.commandArgsPlusMatch(name);

	return *match ? std::atol(std::strchr(match, '=') + 1) // not a user's: of a test
		      : otherwise;
}

int main(int argc, char **argv)
{
	VerilatedContext context;
	context.commandArgs(argc, argv);
	context.fatalOnError(false); // $fatal ends the loops below, and not the program
	const long seconds = number(context, "max_seconds=", 600);
	const long clocks = number(context, "max_clocks=", -1);
	const long reset_at = number(context, "reset_at=", 0);
	const std::time_t begin = std::time(nullptr);
	TOP top(&context);
	long cycle = 0;
	const auto clock = [&] {
		top.rst = cycle < 4 || (cycle >= reset_at && cycle < reset_at + 4);
		cycle++;
		top.clk = 0;
		top.eval();
		context.timeInc(20000); // ps, of a waveform
		top.clk = 1;
		top.eval();
		context.timeInc(20000);
	};

	std::signal(SIGTERM, on_signal);
	std::signal(SIGINT, on_signal);
	while (!stop && !context.gotFinish() && cycle != clocks &&
	       (cycle % 65536 || std::time(nullptr) - begin < seconds))
		clock();
	while (gnomon_bridge_finish() && !context.gotFinish())
		clock();
	top.final();
	return context.gotError() ? 1 : 0;
}
