// SPDX-License-Identifier: Apache-2.0
// Three chips, each a Verilated top of its own, joined by wires with a delay and bit errors: only
// clock, sync and data wires are between them. Each chip's nodes watch random words, which begin
// with the cycle after the chip's own sync pulse; test_chips.py has the same words.
//   +delay=N        cycles of each wire (3; the description has it, too)
//   +errors=N       a wrong cycle on each data wire, once in N cycles (0: never)
//   +stuck=N        all data wires of one direction stuck for 500 cycles, once in N cycles
//   +sync_errors=N  that many wrong cycles of 31 on the first sync wire at a pulse
//   +seed=N         of the errors
//   +sparse=N       words in a 2^N-th of their cycles
//   +full=MASK      the nodes whose words come every +period=N cycles (1), alone
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>

#include "Vchips_center.h"
#include "Vchain_chip_middle.h"
#include "Vchain_chip_outer.h"
#include "gnomon_bridge.h"
#include "verilated.h"

static long number(VerilatedContext &context, const char *name, long otherwise)
{
	const char *match = context.commandArgsPlusMatch(name);

	return *match ? std::atol(std::strchr(match, '=') + 1) : otherwise;
}

static uint32_t next(uint32_t &state)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

static uint32_t noise;
static long errors_each, stuck_each, wrong_cycles;

// Wires from one chip to the next one
struct Wires {
	int width;
	bool errs;
	std::deque<uint32_t> there;
	int stuck = 0;
	uint32_t level = 0;

	Wires(int width, long delay, bool errs)
	    : width(width), errs(errs), there(static_cast<size_t>(delay), 0)
	{
	}

	// what arrives in the cycle in which `sent` is at the near end
	uint32_t pass(uint32_t sent)
	{
		const uint32_t mask = width == 32 ? ~0u : (1u << width) - 1;
		there.push_back(sent);
		uint32_t out = there.front();
		there.pop_front();
		if (!errs)
			return out;
		const uint32_t before = out;
		for (int i = 0; errors_each && i < width; i++)
			if (next(noise) % static_cast<uint32_t>(errors_each) == 0)
				out ^= 1u << i;
		if (!stuck && stuck_each && next(noise) % static_cast<uint32_t>(stuck_each) == 0) {
			stuck = 500;
			level = next(noise) >> 5 & 1 ? mask : 0;
		}
		if (stuck) {
			stuck--;
			out = level;
		}
		wrong_cycles += out != before;
		return out;
	}
};

// The words of a node
struct Source {
	uint32_t seed, state, cycle = 0;
	bool runs = false;
	uint8_t word = 0, valid = 0;

	explicit Source(uint32_t seed) : seed(seed), state(seed * 0x9E3779B9u)
	{
	}

	// the word of the next cycle; sync: this one has the pulse
	void step(bool sync, long sparse, bool full, bool alone, long period)
	{
		if (sync) {
			runs = true;
			state = seed * 0x9E3779B9u;
			cycle = 0;
		} else if (runs) {
			next(state);
			cycle++;
		}
		const bool due = state >> 28 == 0 &&
				 (cycle >> 11 & 1 || (state >> 20 & 255) == 0) &&
				 (state >> 8 & ((1u << sparse) - 1)) == 0;
		word = full ? 1 : state & 255;
		valid = runs && (alone ? full && cycle % static_cast<uint32_t>(period) == 0 : due);
	}
};

int main(int argc, char **argv)
{
	VerilatedContext context;
	context.commandArgs(argc, argv);
	context.fatalOnError(false);
	const long seconds = number(context, "max_seconds=", 600);
	const long delay = number(context, "delay=", 3);
	const long sparse = number(context, "sparse=", 0);
	const long full = number(context, "full=", 0);
	const long period = number(context, "period=", 1);
	long sync_errors = number(context, "sync_errors=", 0);
	errors_each = number(context, "errors=", 0);
	stuck_each = number(context, "stuck=", 0);
	noise = static_cast<uint32_t>(number(context, "seed=", 1)) * 0x85EBCA6Bu;
	const std::time_t begin = std::time(nullptr);

	Vchips_center center(&context, "center");
	Vchain_chip_middle middle(&context, "middle");
	Vchain_chip_outer outer(&context, "outer");
	Wires dn_1(WIRES, delay, true), dn_2(WIRES, delay, true), up_1(WIRES, delay, true),
	    up_2(WIRES, delay, true), sync_1(1, delay, false), sync_2(1, delay, false);
	Source sources[] = {Source(1), Source(2), Source(3), Source(4)};
	long cycle = 0, damaged[3] = {0, 0, 0}, pulses = 0, skews = 0;
	int coded = 0;

	const auto clock = [&] {
		// the resets end in different cycles
		center.rst = cycle < 4;
		middle.rst = cycle < 41;
		outer.rst = cycle < 333;
		cycle++;
		center.clk = middle.clk = outer.clk = 0;
		center.eval(), middle.eval(), outer.eval();
		// the outputs are registers: what they show before the edge is at the inputs at it
		middle.ring_dn_i = dn_1.pass(center.ring_dn_o);
		outer.ring_dn_i = dn_2.pass(middle.ring_dn_o);
		center.ring_up_i = up_1.pass(middle.ring_up_o);
		middle.ring_up_i = up_2.pass(outer.ring_up_o);
		uint32_t sync_wire = sync_1.pass(center.ring_sync_o);
		if (sync_wire && !coded)
			coded = 31;
		if (coded && coded-- % 4 == 1 && sync_errors > 0) {
			sync_wire ^= 1;
			sync_errors--;
		}
		middle.ring_sync_i = sync_wire;
		outer.ring_sync_i = sync_2.pass(middle.ring_sync_o);
		center.core_word_i = sources[0].word, center.core_valid_i = sources[0].valid;
		middle.io_word_i = sources[1].word, middle.io_valid_i = sources[1].valid;
		outer.far0_word_i = sources[2].word, outer.far0_valid_i = sources[2].valid;
		outer.far1_word_i = sources[3].word, outer.far1_valid_i = sources[3].valid;
		center.eval(), middle.eval(), outer.eval();
		damaged[0] += center.ring_damaged_o;
		damaged[1] += middle.ring_damaged_o;
		damaged[2] += outer.ring_damaged_o;
		pulses += center.sync_o;
		skews += center.sync_o != middle.sync_o || center.sync_o != outer.sync_o;
		const bool syncs[] = {center.sync_o != 0, middle.sync_o != 0, outer.sync_o != 0,
				      outer.sync_o != 0};
		for (int k = 0; k < 4; k++)
			sources[k].step(syncs[k], sparse, full >> k & 1, full != 0, period);
		context.timeInc(15625);
		center.clk = middle.clk = outer.clk = 1;
		center.eval(), middle.eval(), outer.eval();
		context.timeInc(15625);
	};

	while (!context.gotFinish() && (cycle % 65536 || std::time(nullptr) - begin < seconds))
		clock();
	while (gnomon_bridge_finish() && !context.gotFinish())
		clock();
	center.final(), middle.final(), outer.final();
	std::printf("%ld cycles, %ld pulses, %ld skews, %ld wrong, %ld %ld %ld damaged\n", cycle,
		    pulses, skews, wrong_cycles, damaged[0], damaged[1], damaged[2]);
	return context.gotError() ? 1 : 0;
}
