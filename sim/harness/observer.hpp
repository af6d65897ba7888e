// SPDX-License-Identifier: Apache-2.0
// observer: what a cycle of the target shows, into the truth log, the log of outputs and the
// counters. It is a header because each simulator has a model of its own, whose signals it reads.
#ifndef GNOMON_SIM_OBSERVER_HPP
#define GNOMON_SIM_OBSERVER_HPP

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "Vsoc_sim.h"

#include "options.h"
#include "outputs.h"
#include "say.h"
#include "signal.hpp"
#include "times.hpp"
#include "truth.h"

enum {
	ALL = (1 << CORES) - 1,
	ACTIVITY_BITS = 13, // of a core
};

class Observer
{
      public:
	Observer(const options &options, const Vsoc_sim &model)
	    : opt(options), top(&model), times(model)
	{
	}

	// Opens the requested logs; false after a message.
	bool open();

	// Logs and counts what the model shows in this cycle.
	void observe(uint64_t cycle);

	// Writes what is left of the logs, which end before `cycle`; false after a message.
	bool close(uint64_t cycle);

	// Prints what was counted in so many cycles.
	void summary(uint64_t cycles) const;

	// No core will do anything more.
	bool done() const
	{
		return ended;
	}

	// A core exited with another code than 0, or trapped.
	bool failed() const
	{
		return fault;
	}

	// The target is held in reset.
	bool held() const
	{
		return hold == 1;
	}

      private:
	// the same signals as the logs have, counted
	struct Counters {
		uint64_t retired, icache_access, icache_hit, dcache_access, dcache_hit, stall,
		    waiting, grant;
	};

	truth_record record_of(truth_kind kind) const;
	void observe_reset();
	void observe_bus();
	void observe_cores();
	void count_core(int core, const unsigned (&bits)[TRUTH_FLAGS]);
	void observe_core(int core, unsigned flags);
	void observe_accesses();
	void observe_word();
	void observe_activity();
	void observe_output();
	void observe_exits();
	void restart();
	void outputs_core(int core);
	void outputs_signals();
	void outputs_accesses();
	void check_end();

	const options &opt;
	const Vsoc_sim *top;
	struct outputs outputs = {};
	Times times;
	truth_writer *truth = nullptr;

	uint64_t cycle = 0;
	uint64_t bus_busy = 0;
	Counters counters[CORES] = {};
	uint32_t last_pc[CORES] = {}; // retired last
	unsigned stall = 0, waiting = 0, grant = 0, exited = 0, trapped = 0;
	unsigned bus = 0; // owner, busy
	uint32_t activity[CORES] = {};
	int hold = -1; // not known yet
	bool fault = false;
	bool ended = false;
};

inline bool Observer::open()
{
	if (opt.truth && truth_writer_open(&truth, opt.truth, CORES) < 0) {
		say("cannot create '%s': %s", opt.truth, strerror(errno));
		return false;
	}
	if (opt.outputs &&
	    outputs_open(&outputs, opt.outputs, static_cast<uint32_t>(opt.outputs_every)) < 0) {
		say("cannot create '%s': %s", opt.outputs, strerror(errno));
		return false;
	}
	if (opt.times && !times.open(opt.times)) {
		say("cannot create '%s': %s", opt.times, strerror(errno));
		return false;
	}
	return true;
}

inline bool Observer::close(uint64_t end)
{
	bool good = true;

	if (outputs_close(&outputs) < 0) {
		say("cannot write '%s'", opt.outputs);
		good = false;
	}
	if (!times.close()) {
		say("cannot write '%s'", opt.times);
		good = false;
	}
	if (truth_writer_close(truth, end) < 0) {
		say("cannot write '%s'", opt.truth);
		good = false;
	}
	return good;
}

inline truth_record Observer::record_of(truth_kind kind) const
{
	truth_record record = {};

	record.cycle = cycle;
	record.kind = static_cast<uint8_t>(kind);
	return record;
}

inline void Observer::observe_core(int core, unsigned flags)
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
inline void Observer::observe_accesses()
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
			const unsigned address = signal_bits(top->port_addr_o, 10 * core, 10);

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
inline void Observer::observe_word()
{
	truth_record record = {};

	record.cycle = cycle;
	record.kind = TRUTH_WORD;
	record.value = top->bus_addr_o;
	record.flags = top->bus_wstrb_o;
	record.owner = top->bus_owner_o;
	truth_write(truth, &record);
}

inline void Observer::observe_activity()
{
	if (top->bus_word_o)
		observe_word();
	for (int core = 0; core < CORES; core++) {
		const uint32_t now =
		    signal_bits(top->activity_o, ACTIVITY_BITS * core, ACTIVITY_BITS);
		truth_record record = {};

		if (activity[core] == now)
			continue;
		record.cycle = cycle;
		record.kind = TRUTH_ACTIVITY;
		record.core = static_cast<uint8_t>(core);
		record.value = now;
		truth_write(truth, &record);
		activity[core] = now;
	}
}

// the target was reset in this clock: what it did so far does not count
inline void Observer::restart()
{
	console_end();
	printf("target reset in cycle %" PRIu64 "\n", cycle);
	fflush(stdout);
	exited = 0;
	trapped = 0;
	fault = false;
	ended = false;
	if (outputs.file && outputs_restart(&outputs) < 0)
		say("cannot write '%s': %s", opt.outputs, strerror(errno));
}

// the outputs that show accesses, in a clock in which there are some; address and data of a port
// mean nothing without its write
inline void Observer::outputs_accesses()
{
	for (int core = 0; core < CORES; core++) {
		const bool write = top->port_write_o >> core & 1;

		outputs_word(&outputs, static_cast<uint64_t>(top->store_pc_o[core]) << 32 |
					   top->access_addr_o[core]);
		if (write)
			outputs_word(
			    &outputs,
			    static_cast<uint64_t>(signal_bits(top->port_addr_o, 10 * core, 10))
				    << 32 |
				top->port_data_o[core]);
	}
}

// exits and traps: rare
inline void Observer::observe_exits()
{
	truth_record record = record_of(TRUTH_EXIT);

	for (int core = 0; core < CORES; core++) {
		unsigned bit = 1u << core;
		uint32_t code = signal_bits(top->code_o, 8 * core, 8);

		if (top->trap_o & ~trapped & bit) {
			fprintf(stderr, "core %d trapped after pc 0x%08x in cycle %" PRIu64 "\n",
				core, last_pc[core], cycle);
			fault = true;
		}
		if (!(top->exit_o & ~exited & bit))
			continue;
		fault |= code != 0;
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

// console, exits and traps
inline void Observer::observe_output()
{
	if (top->console_valid_o) {
		truth_record record = record_of(TRUTH_CONSOLE);

		console_put(top->console_data_o);
		record.value = top->console_data_o;
		if (truth)
			truth_write(truth, &record);
		if (outputs.file)
			outputs_console(&outputs, top->console_data_o);
	}
	observe_exits();
}

// the monitor's start, and the target's reset
inline void Observer::observe_reset()
{
	if (truth && top->sync_o) {
		truth_record record = record_of(TRUTH_SYNC);

		truth_write(truth, &record);
	}
	if (hold == top->hold_o)
		return;
	if (hold == 0)
		restart();
	hold = top->hold_o;
	if (truth) {
		truth_record record = record_of(TRUTH_HOLD);

		record.flags = top->hold_o;
		truth_write(truth, &record);
	}
}

inline void Observer::observe_bus()
{
	const unsigned now = top->bus_owner_o << 1 | top->bus_busy_o;

	if (truth && bus != now) {
		truth_record record = record_of(TRUTH_BUS);

		record.flags = top->bus_busy_o;
		record.owner = top->bus_owner_o;
		truth_write(truth, &record);
	}
	bus = now;
	bus_busy += top->bus_busy_o;
}

inline void Observer::count_core(int core, const unsigned (&bits)[TRUTH_FLAGS])
{
	Counters &count = counters[core];

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
}

inline void Observer::observe_cores()
{
	const unsigned retired = top->retired_o, ia = top->icache_access_o, ih = top->icache_hit_o;
	const unsigned da = top->dcache_access_o, dh = top->dcache_hit_o;
	const unsigned pulses = retired | ia | da;
	const unsigned changes =
	    (stall ^ top->stall_o) | (waiting ^ top->waiting_o) | (grant ^ top->bus_grant_o);

	stall = top->stall_o;
	waiting = top->waiting_o;
	grant = top->bus_grant_o;
	for (int core = 0; core < CORES; core++) {
		const unsigned bits[TRUTH_FLAGS] = {
		    retired >> core & 1, ia >> core & 1,    ih >> core & 1,	 da >> core & 1,
		    dh >> core & 1,	 stall >> core & 1, waiting >> core & 1, grant >> core & 1};

		count_core(core, bits);
		if (truth && ((pulses | changes) >> core & 1)) {
			unsigned flags = 0;

			for (int bit = 0; bit < TRUTH_FLAGS; bit++)
				flags |= bits[bit] << bit;
			observe_core(core, flags);
		}
	}
}

// all signals of a core
inline void Observer::outputs_core(int core)
{
	const unsigned signals[] = {top->retired_o,    top->icache_access_o,
				    top->icache_hit_o, top->dcache_access_o,
				    top->dcache_hit_o, stall,
				    waiting,	       grant,
				    trapped,	       exited,
				    top->access_o,     top->access_write_o,
				    top->port_write_o};
	uint64_t word = signal_bits(top->code_o, 8 * core, 8);

	outputs_word(&outputs,
		     static_cast<uint64_t>(top->pc_o[core]) << 32 |
			 signal_bits(top->activity_o, ACTIVITY_BITS * core, ACTIVITY_BITS));
	for (const unsigned signal : signals)
		word = word << 1 | (signal >> core & 1);
	outputs_word(&outputs, word);
}

inline void Observer::outputs_signals()
{
	for (int core = 0; core < CORES; core++)
		outputs_core(core);
	outputs_word(&outputs, static_cast<uint64_t>(bus) << 32 |
				   static_cast<uint64_t>(top->console_valid_o) << 8 |
				   top->console_data_o);
	if (top->access_o | top->port_write_o)
		outputs_accesses();
	outputs_clock(&outputs);
}

inline void Observer::check_end()
{
	if (ended || ((exited | trapped) & ALL) != ALL)
		return;
	ended = true;
	if (outputs.file)
		outputs_end(&outputs);
}

inline void Observer::observe(uint64_t now)
{
	cycle = now;
	observe_reset();
	observe_bus();
	observe_cores();
	if (truth && (top->access_o | top->port_write_o))
		observe_accesses();
	if (truth && opt.activity)
		observe_activity();
	if (!hold && (top->console_valid_o || top->exit_o != exited || top->trap_o != trapped))
		observe_output();
	if (outputs.file && !hold && !ended)
		outputs_signals();
	if (opt.times)
		times.observe(cycle);
	check_end();
}

inline void Observer::summary(uint64_t cycles) const
{
	printf("cycles %" PRIu64 ", bus busy %" PRIu64 "\n", cycles, bus_busy);
	for (int core = 0; core < CORES; core++) {
		const Counters &count = counters[core];

		printf("core %d: retired %" PRIu64 ", icache %" PRIu64 " of %" PRIu64
		       " hit, dcache %" PRIu64 " of %" PRIu64 " hit, stall %" PRIu64
		       ", waiting %" PRIu64 ", grant %" PRIu64 "\n",
		       core, count.retired, count.icache_hit, count.icache_access, count.dcache_hit,
		       count.dcache_access, count.stall, count.waiting, count.grant);
	}
}

#endif
