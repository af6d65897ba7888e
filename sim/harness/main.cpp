// SPDX-License-Identifier: Apache-2.0
// The simulator's main program: load, run, log, and say how it ended. See sim/README.md.
#include <cerrno>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>
#include <unistd.h>

#include "Vsoc_sim.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

#include "elf_load.h"
#include "options.h"
#include "outputs.h"
#include "truth.h"

#ifndef SOC_MONITOR_NAME
#define SOC_MONITOR_NAME NULL
#endif

namespace
{

enum {
	CORES = 4,
	ALL = (1 << CORES) - 1,
	MEMORY_BYTES = 256 * 1024,
	RESET_CLOCKS = 4,
	ACTIVITY_BITS = 13, // of a core
	ACTIVITY_MASK = (1 << ACTIVITY_BITS) - 1,
	BATCH = 4096,	  // cycles between looks at clock and signals
	NAP_BATCH = 1024, // the same when nothing is left to simulate but an idle link
};

volatile std::sig_atomic_t stop_signal;

void on_signal(int number)
{
	stop_signal = number;
}

double seconds_now()
{
	timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// what is counted besides the logs, from the same signals
struct Counters {
	uint64_t retired, icache_access, icache_hit, dcache_access, dcache_hit, stall, waiting, grant;
};

class Simulation
{
      public:
	Simulation(const options &options, VerilatedContext &context);
	~Simulation();
	bool read_program();
	bool open_logs();
	void load();
	int run();

      private:
	void clock();
	void observe();
	void observe_core(int core, unsigned flags);
	void observe_accesses();
	void observe_activity();
	void observe_word();
	void outputs_accesses();
	void observe_output();
	void restart();
	bool halted();
	void summary(double elapsed);

	const options &opt;
	VerilatedContext &context;
	std::unique_ptr<Vsoc_sim> top;
#if VM_TRACE
	std::unique_ptr<VerilatedFstC> wave;
#endif
	struct outputs outputs = {};
	truth_writer *truth = nullptr;

	std::vector<uint8_t> program;
	uint64_t cycle = 0;
	uint64_t bus_busy = 0;
	Counters counters[CORES] = {};
	uint32_t last_pc[CORES] = {}; // retired last
	unsigned stall = 0, waiting = 0, grant = 0, exited = 0, trapped = 0;
	unsigned bus = 0; // owner, busy
	uint64_t activity = 0;
	int hold = -1;		   // not known yet
	bool failed = false;	   // a core exited with another code than 0, or trapped
	bool console_open = false; // the console's line is not finished
	bool done = false;	   // no core will do anything more
};

Simulation::Simulation(const options &options, VerilatedContext &verilated)
    : opt(options), context(verilated), top(std::make_unique<Vsoc_sim>(&verilated))
{
}

Simulation::~Simulation()
{
	top->final();
}

// one clock; afterwards the model shows the signals as they are during it
void Simulation::clock()
{
	top->clk = 0;
	top->eval();
#if VM_TRACE
	if (wave)
		wave->dump(context.time());
#endif
	context.timeInc(10);
	top->clk = 1;
	top->eval();
#if VM_TRACE
	if (wave)
		wave->dump(context.time());
#endif
	context.timeInc(10);
}

bool Simulation::read_program()
{
	size_t used;

	program.resize(MEMORY_BYTES);
	switch (elf_load(opt.program, program.data(), program.size(), &used)) {
	case ELF_LOAD_OK:
		program.resize((used + 3) / 4 * 4);
		return true;
	case ELF_LOAD_ERR_OPEN:
		fprintf(stderr, "cannot open '%s': %s\n", opt.program, strerror(errno));
		return false;
	case ELF_LOAD_ERR_ENTRY:
		fprintf(stderr,
			"program does not begin at address 0, where the cores begin (a section before the "
			"first one of the linker script, such as a build-id?): '%s'\n",
			opt.program);
		return false;
	case ELF_LOAD_ERR_FORMAT:
		fprintf(stderr, "not a 32-bit RISC-V executable: '%s'\n", opt.program);
		return false;
	default:
		fprintf(stderr, "program outside the memory of %d KiB: '%s'\n", MEMORY_BYTES / 1024,
			opt.program);
		return false;
	}
}

bool Simulation::open_logs()
{
	if (opt.truth && truth_writer_open(&truth, opt.truth, CORES) < 0) {
		fprintf(stderr, "cannot create '%s': %s\n", opt.truth, strerror(errno));
		return false;
	}
	if (opt.outputs &&
	    outputs_open(&outputs, opt.outputs, static_cast<uint32_t>(opt.outputs_every)) < 0) {
		fprintf(stderr, "cannot create '%s': %s\n", opt.outputs, strerror(errno));
		return false;
	}
#if VM_TRACE
	if (opt.dump) {
		wave = std::make_unique<VerilatedFstC>();
		top->trace(wave.get(), 99);
		wave->open(opt.dump);
		if (!wave->isOpen()) {
			fprintf(stderr, "cannot create '%s'\n", opt.dump);
			return false;
		}
	}
#endif
	return true;
}

// reset, with the program coming in by the load port
void Simulation::load()
{
	top->rst = 1;
	top->wait_start_i = opt.wait_start;
	top->translate_i = opt.translate;
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

void Simulation::observe_core(int core, unsigned flags)
{
	truth_record record = {};

	record.cycle = cycle;
	record.kind = TRUTH_CORE;
	record.core = static_cast<uint8_t>(core);
	record.flags = static_cast<uint8_t>(flags);
	record.value = flags & TRUTH_RETIRED ? top->pc_o[core] : 0;
	truth_write(truth, &record);
}

// complete loads and stores, and what the event ports take
void Simulation::observe_accesses()
{
	for (int core = 0; core < CORES; core++) {
		truth_record record = {};

		record.cycle = cycle;
		record.core = static_cast<uint8_t>(core);
		if (top->access_o >> core & 1) {
			record.kind = TRUTH_ACCESS;
			record.flags = top->access_write_o >> core & 1;
			record.value = top->access_addr_o[core];
			truth_write(truth, &record);
			record.flags = 0;
		}
		if (top->port_write_o >> core & 1) {
			const unsigned address = top->port_addr_o >> (10 * core) & 0x3ff;

			record.kind = TRUTH_STORE_PC;
			record.value = top->store_pc_o[core];
			truth_write(truth, &record);
			record.kind = TRUTH_PORT;
			record.value = top->port_data_o[core];
			record.flags = address & 0x3f;
			record.owner = static_cast<uint8_t>(address >> 6);
			truth_write(truth, &record);
		}
	}
}

// a word that is done on the bus
void Simulation::observe_word()
{
	truth_record record = {};

	record.cycle = cycle;
	record.kind = TRUTH_WORD;
	record.value = top->bus_addr_o;
	record.flags = top->bus_wstrb_o;
	record.owner = top->bus_owner_o;
	truth_write(truth, &record);
}

void Simulation::observe_activity()
{
	const uint64_t changes = activity ^ top->activity_o;

	if (top->bus_word_o)
		observe_word();
	for (int core = 0; core < CORES; core++) {
		truth_record record = {};

		if (!(changes >> (ACTIVITY_BITS * core) & ACTIVITY_MASK))
			continue;
		record.cycle = cycle;
		record.kind = TRUTH_ACTIVITY;
		record.core = static_cast<uint8_t>(core);
		record.value = top->activity_o >> (ACTIVITY_BITS * core) & ACTIVITY_MASK;
		truth_write(truth, &record);
	}
	activity = top->activity_o;
}

// console, exits and traps: rare
void Simulation::observe_output()
{
	truth_record record = {};

	record.cycle = cycle;
	if (top->console_valid_o) {
		putchar(top->console_data_o);
		console_open = top->console_data_o != '\n';
		if (!console_open)
			fflush(stdout);
		record.kind = TRUTH_CONSOLE;
		record.value = top->console_data_o;
		if (truth)
			truth_write(truth, &record);
		if (outputs.file)
			outputs_console(&outputs, top->console_data_o);
	}
	for (int core = 0; core < CORES; core++) {
		unsigned bit = 1u << core;
		uint32_t code = top->code_o >> (8 * core) & 0xff;

		if (top->trap_o & ~trapped & bit) {
			fprintf(stderr, "core %d trapped after pc 0x%08x in cycle %" PRIu64 "\n", core,
				last_pc[core], cycle);
			failed = true;
		}
		if (!(top->exit_o & ~exited & bit))
			continue;
		failed |= code != 0;
		record.kind = TRUTH_EXIT;
		record.core = static_cast<uint8_t>(core);
		record.value = code;
		if (truth)
			truth_write(truth, &record);
		if (outputs.file)
			outputs_exit(&outputs, static_cast<uint32_t>(core), code);
	}
	exited = top->exit_o;
	trapped = top->trap_o;
}

// the target was reset in this clock: what it did so far does not count
void Simulation::restart()
{
	printf("%starget reset in cycle %" PRIu64 "\n", console_open ? "\n" : "", cycle);
	fflush(stdout);
	console_open = false;
	exited = 0;
	trapped = 0;
	failed = false;
	done = false;
	if (outputs.file && outputs_restart(&outputs) < 0)
		fprintf(stderr, "cannot write '%s': %s\n", opt.outputs, strerror(errno));
}

// the outputs that tell of accesses, in a clock in which there are some; address and data of a port mean
// nothing without its write
void Simulation::outputs_accesses()
{
	for (int core = 0; core < CORES; core++) {
		const bool write = top->port_write_o >> core & 1;

		outputs_word(&outputs,
			     static_cast<uint64_t>(top->store_pc_o[core]) << 32 | top->access_addr_o[core]);
		if (write)
			outputs_word(&outputs, (top->port_addr_o >> (10 * core) & 0x3ff) << 32 |
						   top->port_data_o[core]);
	}
}

// log and count what the clock `cycle` shows
void Simulation::observe()
{
	const unsigned retired = top->retired_o, ia = top->icache_access_o, ih = top->icache_hit_o;
	const unsigned da = top->dcache_access_o, dh = top->dcache_hit_o;
	const unsigned pulses = retired | ia | da;
	const unsigned changes =
	    (stall ^ top->stall_o) | (waiting ^ top->waiting_o) | (grant ^ top->bus_grant_o);
	const unsigned bus_now = top->bus_owner_o << 1 | top->bus_busy_o;
	truth_record record = {};

	stall = top->stall_o;
	waiting = top->waiting_o;
	grant = top->bus_grant_o;
	record.cycle = cycle;
	if (truth && top->sync_o) {
		record.kind = TRUTH_SYNC;
		truth_write(truth, &record);
	}
	if (hold != top->hold_o) {
		if (hold == 0)
			restart();
		hold = top->hold_o;
		record.kind = TRUTH_HOLD;
		record.flags = top->hold_o;
		if (truth)
			truth_write(truth, &record);
		record.flags = 0;
	}
	if (truth && bus != bus_now) {
		record.kind = TRUTH_BUS;
		record.flags = top->bus_busy_o;
		record.owner = top->bus_owner_o;
		truth_write(truth, &record);
	}
	bus = bus_now;
	bus_busy += top->bus_busy_o;
	for (int core = 0; core < CORES; core++) {
		Counters &count = counters[core];
		unsigned bits[TRUTH_FLAGS] = {retired >> core & 1, ia >> core & 1,   ih >> core & 1,
					      da >> core & 1,	   dh >> core & 1,   stall >> core & 1,
					      waiting >> core & 1, grant >> core & 1};

		count.retired += bits[0];
		if (bits[0])
			last_pc[core] = top->pc_o[core];
		count.icache_access += bits[1];
		count.icache_hit += bits[2];
		count.dcache_access += bits[3];
		count.dcache_hit += bits[4];
		count.stall += bits[5];
		count.waiting += bits[6];
		count.grant += bits[7];
		if (truth && ((pulses | changes) >> core & 1)) {
			unsigned flags = 0;

			for (int bit = 0; bit < TRUTH_FLAGS; bit++)
				flags |= bits[bit] << bit;
			observe_core(core, flags);
		}
	}
	if (truth && (top->access_o | top->port_write_o))
		observe_accesses();
	if (truth && opt.activity && (top->bus_word_o || activity != top->activity_o))
		observe_activity();
	if (!hold && (top->console_valid_o || top->exit_o != exited || top->trap_o != trapped))
		observe_output();
	if (outputs.file && !hold && !done) {
		outputs_word(&outputs, static_cast<uint64_t>(top->pc_o[1]) << 32 | top->pc_o[0]);
		outputs_word(&outputs, static_cast<uint64_t>(top->pc_o[3]) << 32 | top->pc_o[2]);
		outputs_word(&outputs, retired | ia << 4 | ih << 8 | da << 12 | dh << 16 | stall << 20 |
					   waiting << 24 | grant << 28 | static_cast<uint64_t>(bus) << 32 |
					   static_cast<uint64_t>(trapped) << 40 |
					   static_cast<uint64_t>(exited) << 44 |
					   static_cast<uint64_t>(top->console_valid_o) << 48 |
					   static_cast<uint64_t>(top->console_data_o) << 52);
		outputs_word(&outputs, top->code_o | static_cast<uint64_t>(top->access_o) << 32 |
					   static_cast<uint64_t>(top->access_write_o) << 36 |
					   static_cast<uint64_t>(top->port_write_o) << 40);
		outputs_word(&outputs, top->activity_o);
		if (top->access_o | top->port_write_o)
			outputs_accesses();
		outputs_clock(&outputs);
	}
}

bool Simulation::halted()
{
	return ((exited | trapped) & ALL) == ALL;
}

void Simulation::summary(double elapsed)
{
	printf("cycles %" PRIu64 ", bus busy %" PRIu64 "\n", cycle, bus_busy);
	for (int core = 0; core < CORES; core++) {
		const Counters &count = counters[core];

		printf("core %d: retired %" PRIu64 ", icache %" PRIu64 " of %" PRIu64 " hit, dcache %" PRIu64
		       " of %" PRIu64 " hit, stall %" PRIu64 ", waiting %" PRIu64 ", grant %" PRIu64 "\n",
		       core, count.retired, count.icache_hit, count.icache_access, count.dcache_hit,
		       count.dcache_access, count.stall, count.waiting, count.grant);
	}
	printf("speed %.2f Mcycles/s, %.1f s\n", static_cast<double>(cycle) / elapsed * 1e-6, elapsed);
}

int Simulation::run()
{
	const double begin = seconds_now();
	const bool terminal = isatty(2);
	double shown = begin, napped = 0;
	const char *limit = nullptr;

	while (!stop_signal && !limit && !context.gotFinish()) {
		const double now = seconds_now();
		const bool idle = !top->connected_o && (done || hold == 1) && !opt.exit_when_done;
		const uint64_t until = cycle + (idle ? NAP_BATCH : BATCH);

		if (now - begin > static_cast<double>(opt.max_seconds))
			limit = "seconds";
		if (!opt.quiet && now - shown >= (terminal ? 1 : 10)) {
			fprintf(stderr, "%s%.1f million cycles, %.2f Mcycles/s%s", terminal ? "\r" : "",
				static_cast<double>(cycle) * 1e-6,
				static_cast<double>(cycle) * 1e-6 / (now - begin - napped),
				terminal ? " " : "\n");
			shown = now;
		}
		while (cycle < until) {
			if (cycle == opt.max_cycles) {
				limit = "cycles";
				break;
			}
			clock();
			observe();
			cycle++;
			if (!done && halted()) {
				done = true;
				if (outputs.file)
					outputs_end(&outputs);
			}
			if (done && opt.exit_when_done && !top->connected_o)
				break;
		}
		if (done && opt.exit_when_done && !top->connected_o)
			break;
		if (idle) {
			usleep(1000);
			napped += seconds_now() - now;
		}
	}
	if (console_open)
		putchar('\n');
	if (terminal && !opt.quiet && shown != begin)
		fputc('\n', stderr);
	if (!opt.quiet)
		summary(seconds_now() - begin - napped);
	if (limit) {
		fprintf(stderr, "limit of %" PRIu64 " %s reached%s\n",
			*limit == 'c' ? opt.max_cycles : opt.max_seconds, limit,
			done ? "" : " before all cores had exited");
		failed = true;
	}
	if (outputs_close(&outputs) < 0) {
		fprintf(stderr, "cannot write '%s'\n", opt.outputs);
		failed = true;
	}
	if (truth_writer_close(truth, cycle) < 0) {
		fprintf(stderr, "cannot write '%s'\n", opt.truth);
		failed = true;
	}
#if VM_TRACE
	if (wave)
		wave->close();
#endif
	return failed || !done ? 1 : 0;
}

} // namespace

int main(int argc, char **argv)
{
	const build build = {SOC_MONITOR_NAME, VM_TRACE != 0};
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
	const char *plusargs[] = {argv[0], port.c_str(), port_file.c_str()};
	VerilatedContext context;
	struct sigaction action = {};

	action.sa_handler = on_signal;
	sigaction(SIGTERM, &action, nullptr);
	sigaction(SIGINT, &action, nullptr);
	context.commandArgs(options.port_file ? 3 : 2, plusargs);
#if VM_TRACE
	context.traceEverOn(true);
#endif
	Simulation simulation(options, context);
	if (!simulation.read_program() || !simulation.open_logs())
		return 1;
	simulation.load();
	return simulation.run();
}
