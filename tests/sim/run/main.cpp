// SPDX-License-Identifier: Apache-2.0
// A main program that knows nothing of gnomon, as a user has one: reset, then clocks until $finish.
#include "Vblinker_sim.h"
#include "verilated.h"

int main(int argc, char **argv)
{
	VerilatedContext context;
	context.commandArgs(argc, argv);
	Vblinker_sim top(&context);

	for (long cycle = 0; !context.gotFinish(); cycle++) {
		top.rst = cycle < 4;
		top.clk = 0;
		top.eval();
		context.timeInc(20000); // ps
		top.clk = 1;
		top.eval();
		context.timeInc(20000);
	}
	top.final();
	return 0;
}
