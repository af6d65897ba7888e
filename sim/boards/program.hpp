// SPDX-License-Identifier: Apache-2.0
// program: what runs on boards, as far as their monitors see it: processes that send messages to
// each other, and write that to the event port of their board.
#ifndef GNOMON_BOARDS_PROGRAM_HPP
#define GNOMON_BOARDS_PROGRAM_HPP

#include <cstdint>

#include "clock.hpp"

// A write to the event port.
struct Write {
	uint16_t addr; // page and sub
	uint32_t data;
};

class Program
{
      public:
	virtual ~Program() = default;

	// A cycle of the board, whose edge is at `now`; whether the program writes in it.
	virtual bool clock(fs_t now, uint64_t edge, Write &write) = 0;
};

#endif
