// SPDX-License-Identifier: Apache-2.0
// link: one direction of the way between host and board, which delays bytes as a USB host does.
//
// 1. Bytes that are handed over before the next transfer of the bus begins go as one packet.
// 2. A packet takes the floor at least. On top come a random time with an exponential distribution,
//    sometimes up to one time slice of the host (the lower hump of Fleury's Fig. 3), and rarely a
//    long one (the tail).
// 3. Bytes keep their order, and come one by one at the rate of the bus.
#ifndef GNOMON_BOARDS_LINK_HPP
#define GNOMON_BOARDS_LINK_HPP

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "clock.hpp"
#include "random.hpp"

struct WayForm {
	fs_t floor = 0;	       // least time of each byte
	fs_t quantum = 0;      // between the bus's transfers; 0: one may begin at once
	fs_t gather = 0;       // without transfers: what follows within it is of the same packet
	fs_t jitter = 0;       // mean of what a packet takes longer
	fs_t hump = 0;	       // a time slice
	uint64_t hump_ppm = 0; // of the packets
	fs_t tail = 0;	       // mean of a long delay, which is never more than 20 times that
	uint64_t tail_ppm = 0;
	fs_t byte = 0; // between two bytes
};

class Way
{
      public:
	Way(const WayForm &form, Random random) : form(form), random(random)
	{
		if (form.quantum)
			phase = this->random.between(0, form.quantum - 1);
	}

	// Takes a byte at a real time, which is never before that of the last one. Returns when it
	// arrives.
	fs_t put(fs_t now, uint8_t byte)
	{
		if (now > open_until)
			begin(now);
		const fs_t arrival = std::max({base, last + form.byte, now + form.floor});

		last = arrival;
		bytes.push_back({arrival, byte});
		return arrival;
	}

	fs_t floor() const
	{
		return form.floor;
	}

	bool is_empty() const
	{
		return bytes.empty();
	}

	size_t size() const
	{
		return bytes.size();
	}

	// When the next byte arrives; there must be one.
	fs_t arrival() const
	{
		return bytes.front().first;
	}

	bool has(fs_t now) const
	{
		return !bytes.empty() && bytes.front().first <= now;
	}

	uint8_t front() const
	{
		return bytes.front().second;
	}

	uint8_t get()
	{
		const uint8_t byte = bytes.front().second;

		bytes.pop_front();
		return byte;
	}

	// Packets so far: when each was handed over, and what it took.
	struct Packet {
		fs_t at, delay;
	};
	const std::vector<Packet> &packets() const
	{
		return seen;
	}

      private:
	void begin(fs_t now)
	{
		fs_t start = now, more;

		if (form.quantum)
			start += form.quantum - 1 - (now + phase) % form.quantum;
		open_until = form.quantum ? start : now + form.gather;
		more = static_cast<fs_t>(random.exponential(static_cast<double>(form.jitter)));
		if (form.hump_ppm && random.chance(form.hump_ppm))
			more += random.between(0, form.hump);
		if (form.tail_ppm && random.chance(form.tail_ppm))
			more += std::min(20 * form.tail, static_cast<fs_t>(random.exponential(
							     static_cast<double>(form.tail))));
		base = start + form.floor + more;
		seen.push_back({now, base - now});
	}

	WayForm form;
	Random random;
	std::deque<std::pair<fs_t, uint8_t>> bytes;
	std::vector<Packet> seen;
	fs_t phase = 0;
	fs_t open_until = -1; // of the packet that further bytes still join
	fs_t base = 0, last = 0;
};

#endif
