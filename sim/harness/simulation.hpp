// SPDX-License-Identifier: Apache-2.0
// simulation: the model, its clock, its program, and how long it runs. A header, as observer.hpp.
#ifndef GNOMON_SIM_SIMULATION_HPP
#define GNOMON_SIM_SIMULATION_HPP

#include <cerrno>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>
#include <unistd.h>

#include "Vsoc_sim.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

#include "elf_load.h"
#ifdef SOC_MONITOR_NAME
#include "gnomon_bridge.h"
#endif
#include "observer.hpp"
#include "options.h"
#include "say.h"

class Simulation
{
      public:
	// `stop`: not 0 once the simulation is to end
	Simulation(const options &options, VerilatedContext &context,
		   const volatile std::sig_atomic_t &stop);
	~Simulation();

	// Reads the program; false after a message.
	bool read_program();

	// Opens the logs and the waveform; false after a message.
	bool open_logs();

	// Resets the target and loads the program.
	void load();

	// Runs to the end; the exit status.
	int run();

      private:
	enum {
		MEMORY_BYTES = 256 * 1024,
		RESET_CLOCKS = 4,
		BATCH = 4096,	  // cycles between looks at clock and signals
		NAP_BATCH = 1024, // the same when nothing is left to simulate but an idle link
	};

	enum class Limit { NONE, CYCLES, SECONDS };

	void clock();
	void dump();
	bool over() const;
	void batch(uint64_t cycles);
	void show_progress(double now);
	bool report_limit() const;
	void finish_runs();

	const options &opt;
	VerilatedContext &context;
	const volatile std::sig_atomic_t &stop;
	std::unique_ptr<Vsoc_sim> top;
	Observer observer;
#if VM_TRACE
	std::unique_ptr<VerilatedFstC> wave;
#endif
	std::vector<uint8_t> program;
	uint64_t cycle = 0;
	Limit limit = Limit::NONE;
	double begin = 0, shown = 0, napped = 0; // seconds
	const bool terminal = isatty(2);
};

inline double seconds_now()
{
	timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline Simulation::Simulation(const options &options, VerilatedContext &verilated,
			      const volatile std::sig_atomic_t &signal)
    : opt(options), context(verilated), stop(signal), top(std::make_unique<Vsoc_sim>(&verilated)),
      observer(options, *top)
{
}

inline Simulation::~Simulation()
{
	top->final();
}

inline void Simulation::dump()
{
#if VM_TRACE
	if (wave)
		wave->dump(context.time());
#endif
	context.timeInc(10);
}

// one clock; afterwards the model shows the signals as they are during it
inline void Simulation::clock()
{
	top->clk = 0;
	top->eval();
	dump();
	top->clk = 1;
	top->eval();
	dump();
}

inline bool Simulation::read_program()
{
	size_t used;

	program.resize(MEMORY_BYTES);
	switch (elf_load(opt.program, program.data(), program.size(), &used)) {
	case ELF_LOAD_OK:
		program.resize((used + 3) / 4 * 4);
		return true;
	case ELF_LOAD_ERR_OPEN:
		say("cannot open '%s': %s", opt.program, strerror(errno));
		return false;
	case ELF_LOAD_ERR_ENTRY:
		say("program does not begin at address 0, where the cores begin (a section before the first one of the linker script, such as a build-id?): '%s'",
		    opt.program);
		return false;
	case ELF_LOAD_ERR_FORMAT:
		say("not a 32-bit RISC-V executable: '%s'", opt.program);
		return false;
	default:
		say("program outside the memory of %d KiB: '%s'", MEMORY_BYTES / 1024, opt.program);
		return false;
	}
}

inline bool Simulation::open_logs()
{
	if (!observer.open())
		return false;
#if VM_TRACE
	if (opt.dump) {
		wave = std::make_unique<VerilatedFstC>();
		top->trace(wave.get(), 99);
		wave->open(opt.dump);
		if (!wave->isOpen()) {
			say("cannot create '%s'", opt.dump);
			return false;
		}
	}
#endif
	return true;
}

// reset, with the program coming in by the load port
inline void Simulation::load()
{
	top->rst = 1;
	top->wait_start_i = opt.wait_start;
	top->translate_i = opt.translate;
	top->far_i = static_cast<uint8_t>(opt.far);
	for (int i = 0; i < RESET_CLOCKS; i++)
		clock();
	top->load_valid_i = 1;
	for (size_t addr = 0; addr < program.size() && !context.gotFinish(); addr += 4) {
		uint32_t word = 0;

		for (size_t byte = 0; byte < 4; byte++)
			word |= static_cast<uint32_t>(program[addr + byte]) << (8 * byte);
		top->load_addr_i = static_cast<uint32_t>(addr);
		top->load_data_i = word;
		clock();
	}
	top->load_valid_i = 0;
	top->rst = 0;
}

// Nothing is left to wait for, and no client either. A run by plusargs is ended then.
inline bool Simulation::over() const
{
	return observer.done() && opt.exit_when_done && (!top->connected_o || opt.plusarg_count);
}

// A run by plusargs needs clocks for what the monitor still holds.
inline void Simulation::finish_runs()
{
#ifdef SOC_MONITOR_NAME
	while (gnomon_bridge_finish() && !context.gotFinish()) {
		clock();
		observer.observe(cycle++);
	}
#endif
}

inline void Simulation::batch(uint64_t cycles)
{
	for (const uint64_t until = cycle + cycles; cycle < until; cycle++) {
		if (cycle == opt.max_cycles) {
			limit = Limit::CYCLES;
			return;
		}
		clock();
		observer.observe(cycle);
		if (over()) {
			cycle++;
			return;
		}
	}
}

inline void Simulation::show_progress(double now)
{
	if (opt.quiet || now - shown < (terminal ? 1 : 10))
		return;
	fprintf(stderr, "%s%.1f million cycles, %.2f Mcycles/s%s", terminal ? "\r" : "",
		static_cast<double>(cycle) * 1e-6,
		static_cast<double>(cycle) * 1e-6 / (now - begin - napped), terminal ? " " : "\n");
	shown = now;
}

inline bool Simulation::report_limit() const
{
	const bool cycles = limit == Limit::CYCLES;

	if (limit == Limit::NONE)
		return false;
	fprintf(stderr, "limit of %" PRIu64 " %s reached%s\n",
		cycles ? opt.max_cycles : opt.max_seconds, cycles ? "cycles" : "seconds",
		observer.done() ? "" : " before all cores had exited");
	return true;
}

inline int Simulation::run()
{
	bool failed;

	begin = seconds_now();
	shown = begin;
	while (!stop && limit == Limit::NONE && !context.gotFinish() && !over()) {
		const double now = seconds_now();
		const bool idle = !top->connected_o && (observer.done() || observer.held()) &&
				  !opt.exit_when_done;

		if (now - begin > static_cast<double>(opt.max_seconds))
			limit = Limit::SECONDS;
		show_progress(now);
		batch(idle ? NAP_BATCH : BATCH);
		if (idle) {
			usleep(1000);
			napped += seconds_now() - now;
		}
	}
	finish_runs();
	console_end();
	if (terminal && !opt.quiet && shown != begin)
		fputc('\n', stderr);
	if (!opt.quiet) {
		const double elapsed = seconds_now() - begin - napped;

		observer.summary(cycle);
		printf("speed %.2f Mcycles/s, %.1f s\n",
		       static_cast<double>(cycle) / elapsed * 1e-6, elapsed);
	}
	failed = report_limit();
	failed |= !observer.close(cycle);
	failed |= context.gotError();
#if VM_TRACE
	if (wave)
		wave->close();
#endif
	return failed || observer.failed() || !observer.done() ? 1 : 0;
}

#endif
