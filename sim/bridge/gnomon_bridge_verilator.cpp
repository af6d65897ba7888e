// SPDX-License-Identifier: Apache-2.0
// gnomon_bridge_verilator: Verilator's time and plusargs, its $fatal, and its $finish, whose own
// function VL_USER_FINISH leaves out. The simulation goes on until the runs in it are whole; its
// clock must not stop.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>

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

static void exit_with_fault(int status, void *)
{
	if (status == 0) {
		std::fflush(nullptr);
		_exit(1);
	}
}

// $fatal would abort a program that does not look for errors, before the files of the simulation
// are whole. A main program that has called fatalOnError(false) decides by itself.
void gnomon_bridge_failing(void)
{
	VerilatedContext *context = Verilated::threadContextp();

	if (context->fatalOnError())
		on_exit(exit_with_fault, nullptr);
	context->fatalOnError(false);
}

int gnomon_bridge_time(uint64_t *time)
{
	const VerilatedContext *context = Verilated::threadContextp();

	*time = context->time();
	return context->timeprecision();
}

// Verilator's interface gives the first plusarg that begins with a text. Each other one leaves that
// one at some character, so it is found by the text up to there and another character.
static void each_plusarg(VerilatedContext *context, const std::string &begin,
			 void (*take)(void *ctx, const char *plusarg), void *ctx)
{
	const std::string match = context->commandArgsPlusMatch(begin.c_str());

	if (match.empty())
		return;
	const std::string found = match.substr(1); // without its '+'
	take(ctx, found.c_str());
	for (size_t same = begin.size(); same <= found.size(); same++)
		for (int c = 1; c < 256; c++)
			if (same == found.size() || found[same] != static_cast<char>(c))
				each_plusarg(context, found.substr(0, same) + static_cast<char>(c),
					     take, ctx);
}

// What an earlier plusarg begins with is not found so: those that the program was called with, if
// the simulation has them.
static void each_argument(VerilatedContext *context, const std::string &begin,
			  void (*take)(void *ctx, const char *plusarg), void *ctx)
{
	std::ifstream file("/proc/self/cmdline");
	std::string word;

	while (std::getline(file, word, '\0'))
		if (!word.compare(0, begin.size() + 1, '+' + begin) &&
		    *context->commandArgsPlusMatch(word.c_str() + 1))
			take(ctx, word.c_str() + 1);
}

void gnomon_bridge_plusargs(const char *begin, void (*take)(void *ctx, const char *plusarg),
			    void *ctx)
{
	VerilatedContext *context = Verilated::threadContextp();

	each_argument(context, begin, take, ctx);
	each_plusarg(context, begin, take, ctx);
}
