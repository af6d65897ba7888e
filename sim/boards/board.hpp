// SPDX-License-Identifier: Apache-2.0
// board: a simulated board: its clock, its monitor (the RTL), its link to the host, its program.
//
// Cycle n is what is on the wires at edge n of the board's clock. The monitor's time 0 is the cycle
// behind that of its sync pulse.
#ifndef GNOMON_BOARDS_BOARD_HPP
#define GNOMON_BOARDS_BOARD_HPP

#include <deque>
#include <memory>
#include <string>

#include "Vboards_sim.h"
#include "verilated.h"

#include "clock.hpp"
#include "host.h"
#include "link.hpp"
#include "program.hpp"
#include "truth.hpp"

class Board
{
      public:
	enum {
		RESET_CLOCKS = 4,
		SEGMENT = 16384, // cycles of a constant rate
		ROOM = 65536,	 // bytes on the way to the host
	};

	Board(VerilatedContext *context, unsigned number, const ClockForm &form, Way down, Way up,
	      Random random, Truth &truth)
	    : number(number), down(std::move(down)), up(std::move(up)),
	      clock(form, SEGMENT, random),
	      model(new Vboards_sim(context, ("board" + std::to_string(number)).c_str())),
	      truth(truth)
	{
	}

	~Board()
	{
		model->final();
	}

	// Bytes of the host, at a real time.
	void write(fs_t now, const uint8_t *from, size_t len)
	{
		for (size_t i = 0; i < len; i++)
			down.put(now, from[i]);
		handed += len;
		requests.push_back({handed, now});
	}

	// The next cycle. Returns whether a byte went to the host.
	bool step()
	{
		const fs_t now = next;
		Write write = {0, 0};
		const bool writes = program && started && program->clock(now, edge, write);

		model->rst = edge < RESET_CLOCKS;
		model->rx_valid_i = down.has(now);
		model->rx_data_i = model->rx_valid_i ? down.front() : 0;
		model->tx_ready_i = up.size() < ROOM;
		model->port_valid_i = writes;
		model->port_addr_i = write.addr;
		model->port_data_i = write.data;
		model->clk = 0;
		model->eval();
		const bool takes = model->rx_valid_i && model->rx_ready_o;
		const bool sends = model->tx_valid_o && model->tx_ready_i;
		const uint8_t sent = model->tx_data_o;
		const bool syncs = model->sync_o;
		model->clk = 1;
		model->eval();
		if (takes)
			take();
		if (sends)
			up.put(now, sent);
		if (syncs)
			sync();
		if (writes) {
			truth.write(number, time(), write, now);
			host_event(number, time());
		}
		next = clock.time_of(++edge);
		return sends;
	}

	// Of the monitor, in the current cycle.
	uint64_t time() const
	{
		return edge - zero;
	}

	const unsigned number;
	Way down, up;
	Clock clock;
	fs_t next = 0; // real time of the next edge
	std::unique_ptr<Program> program;
	bool started = false;

      private:
	// what the host has handed over at once
	struct Request {
		uint64_t end; // bytes up to there, since the beginning
		fs_t at;
	};

	void take()
	{
		down.get();
		taken++;
		if (requests.front().end != taken)
			return;
		truth.request(number, requests.front().at, next, time());
		requests.pop_front();
	}

	void sync()
	{
		zero = edge + 1;
		started = true;
		truth.start(number, zero, clock.time_of(zero));
	}

	std::unique_ptr<Vboards_sim> model;
	Truth &truth;
	uint64_t edge = 0, zero = 0;
	uint64_t handed = 0, taken = 0;
	std::deque<Request> requests;
};

#endif
