// SPDX-License-Identifier: Apache-2.0
// truth: what really happened, as the harness knows it by itself, in lines of text. Times are real
// ones, in femtoseconds; cycles are the monitor's times. Nothing in it comes from the host.
//
//   host NS                              what its clock shows at time 0
//   board K HZ                           its nominal clock
//   floor K OUT BACK                     least times of its link, in ps
//   start K EDGE TIME                    edge of the monitor's time 0
//   write K CYCLE ADDR DATA TIME HOST    to the event port; HOST: ps of the host's clock
//   request K TIME TAKEN CYCLE           bytes that the host handed over at TIME; the monitor took
//                                        the last one at TAKEN, in CYCLE
//   message CONNECTION SEQUENCE FROM TO BYTES SENT RECEIVED
//   packet K out|back TIME DELAY         on a board's link
//   edges K SEGMENT TIME                 edge number SEGMENT * 16384; K "host": ticks of 1 ns,
//                                        SEGMENT * 1048576
#ifndef GNOMON_BOARDS_TRUTH_HPP
#define GNOMON_BOARDS_TRUTH_HPP

#include <cinttypes>
#include <cstdio>
#include <functional>

#include "clock.hpp"
#include "program.hpp"

class Truth
{
      public:
	~Truth()
	{
		if (file)
			std::fclose(file);
	}

	bool open(const char *path)
	{
		file = std::fopen(path, "w");
		return file != nullptr;
	}

	// false: what was written is not whole.
	bool close()
	{
		const bool bad = file && (std::ferror(file) || std::fclose(file));

		file = nullptr;
		return !bad;
	}

	// ps of the host's clock at a real time
	std::function<int64_t(fs_t)> host;

	void begin(uint64_t ns)
	{
		if (file)
			std::fprintf(file, "host %" PRIu64 "\n", ns);
	}

	void board(unsigned k, uint64_t hz)
	{
		if (file)
			std::fprintf(file, "board %u %" PRIu64 "\n", k, hz);
	}

	void floors(unsigned k, uint64_t out, uint64_t back)
	{
		if (file)
			std::fprintf(file, "floor %u %" PRIu64 " %" PRIu64 "\n", k, out, back);
	}

	void start(unsigned k, uint64_t edge, fs_t time)
	{
		if (file)
			std::fprintf(file, "start %u %" PRIu64 " %" PRId64 "\n", k, edge, time);
	}

	void write(unsigned k, uint64_t cycle, const Write &write, fs_t time)
	{
		if (file)
			std::fprintf(
			    file, "write %u %" PRIu64 " %u %" PRIu32 " %" PRId64 " %" PRId64 "\n",
			    k, cycle, write.addr, write.data, time, host(time));
	}

	void request(unsigned k, fs_t time, fs_t taken, uint64_t cycle)
	{
		if (file)
			std::fprintf(file, "request %u %" PRId64 " %" PRId64 " %" PRIu64 "\n", k,
				     time, taken, cycle);
	}

	void message(unsigned connection, unsigned sequence, unsigned from, unsigned to,
		     unsigned bytes, fs_t sent, fs_t received)
	{
		if (file)
			std::fprintf(file, "message %u %u %u %u %u %" PRId64 " %" PRId64 "\n",
				     connection, sequence, from, to, bytes, sent, received);
	}

	void packet(unsigned k, const char *way, fs_t time, fs_t delay)
	{
		if (file)
			std::fprintf(file, "packet %u %s %" PRId64 " %" PRId64 "\n", k, way, time,
				     delay);
	}

	void edges(const char *name, size_t segment, fs_t time)
	{
		if (file)
			std::fprintf(file, "edges %s %zu %" PRId64 "\n", name, segment, time);
	}

      private:
	std::FILE *file = nullptr;
};

#endif
