// SPDX-License-Identifier: Apache-2.0
// The simulator's main program: its command line, its signals, and one simulation. See
// sim/README.md.
#include <csignal>
#include <string>
#include <vector>

#include "verilated.h"

#include "options.h"
#include "simulation.hpp"

#ifndef SOC_MONITOR_NAME
#define SOC_MONITOR_NAME NULL
#endif
#ifndef SOC_TIMES
#define SOC_TIMES 0
#endif

namespace
{

volatile std::sig_atomic_t stop_signal;

void on_signal(int number)
{
	stop_signal = number;
}

} // namespace

int main(int argc, char **argv)
{
	const build build = {SOC_MONITOR_NAME, VM_TRACE != 0, SOC_TIMES != 0};
	options options;

	if (options_parse(&options, &build, argc, argv) < 0)
		return 2;
	if (options.help) {
		options_help(&build, argv[0]);
		return 0;
	}

	std::string port = "+gnomon_port=" + std::to_string(options.port);
	std::string port_file =
	    std::string("+gnomon_port_file=") + (options.port_file ? options.port_file : "");
	std::vector<const char *> plusargs = {argv[0], port.c_str()};
	VerilatedContext context;
	struct sigaction action = {};

	action.sa_handler = on_signal;
	sigaction(SIGTERM, &action, nullptr);
	sigaction(SIGINT, &action, nullptr);
	if (options.port_file)
		plusargs.push_back(port_file.c_str());
	plusargs.insert(plusargs.end(), options.plusargs, options.plusargs + options.plusarg_count);
	context.fatalOnError(false); // $fatal of the bridge ends the run below
	context.commandArgs(static_cast<int>(plusargs.size()), plusargs.data());
#if VM_TRACE
	context.traceEverOn(true);
#endif
	Simulation simulation(options, context, stop_signal);
	if (!simulation.read_program() || !simulation.open_logs())
		return 1;
	simulation.load();
	return simulation.run();
}
