// SPDX-License-Identifier: Apache-2.0
// times: the log of the target's time counters and of its lines, as the target's own signals have
// them: a row for each cycle, in little-endian words:
//
//   u64 cycle       the harness cycle, as in the truth log
//   u64 time, real  of the central counter
//   u64 time, real  of each core's own counter, core 0 first
//   u32 capture     of each core's node (soc_core.v has the bits), core 0 first
//   u32 length      of the CAPTURE line's assertion, u32 1 if it expires in this cycle
//   u32 report      as capture, of the REPORT line
//   u32 expires     1 if the REPORT line expires in this cycle
//
// A header, as observer.hpp.
#ifndef GNOMON_SIM_TIMES_HPP
#define GNOMON_SIM_TIMES_HPP

#include <cstdint>
#include <cstdio>

#include "Vsoc_sim.h"

#include "signal.hpp"

class Times
{
      public:
	explicit Times(const Vsoc_sim &model) : top(&model)
	{
	}

	// Begins a log; false with errno set.
	bool open(const char *path)
	{
		file = fopen(path, "wb");
		return file != nullptr;
	}

	// Logs what the model shows in this cycle.
	void observe(uint64_t cycle);

	// False if anything was not written.
	bool close();

      private:
	enum {
		LINE_BITS = 24, // of a node
		PAIR_WORDS = 4, // of {real, time}
	};

	void put(uint64_t value, int bytes)
	{
		for (int i = 0; i < bytes; i++)
			row[used++] = static_cast<uint8_t>(value >> (8 * i));
	}

	// of each core's node of a line: 0 CAPTURE, 1 REPORT
	void put_line(int line);

	const Vsoc_sim *top;
	FILE *file = nullptr;
	bool failed = false;
	uint8_t row[8 + 16 + 16 * CORES + 2 * 4 * CORES + 12];
	int used = 0;
};

inline void Times::put_line(int line)
{
	for (int core = 0; core < CORES; core++) {
		put(signal_bits(top->lines_o, LINE_BITS * (2 * core + line), LINE_BITS), 4);
	}
}

inline void Times::observe(uint64_t cycle)
{
	used = 0;
	put(cycle, 8);
	for (int i = 0; i < PAIR_WORDS; i++)
		put(top->central_o[i], 4);
	for (int i = 0; i < PAIR_WORDS * CORES; i++)
		put(top->times_o[i], 4);
	put_line(0);
	put(top->length_o, 4);
	put(top->expire_o & 1, 4);
	put_line(1);
	put(top->expire_o >> 1 & 1, 4);
	failed |= fwrite(row, static_cast<size_t>(used), 1, file) != 1;
}

inline bool Times::close()
{
	if (file && fclose(file) != 0)
		failed = true;
	file = nullptr;
	return !failed;
}

#endif
