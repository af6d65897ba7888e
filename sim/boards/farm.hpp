// SPDX-License-Identifier: Apache-2.0
// farm: a farmer on board 0 and a worker on each other board, and the device that takes messages
// between boards.
//
// 1. The farmer sends a piece of work to each worker. A worker receives it, works, and sends the
//    result; the farmer receives results one after the other, and sends the next piece.
// 2. Each send and receive is a write to the event port of its board, in the very cycle: connection
//    k has the messages of farmer and worker k, both ways, each with its own numbers.
// 3. A message takes the floor at least, a time for each byte, and a random time with a long tail.
//    Those between two boards keep their order.
// 4. Work is none, constant, or a Gaussian that is truncated to 0..2 means, or besides rounded to
//    tenths of the mean. As in Fleury, mean and variance are equal, in seconds before the scale.
#ifndef GNOMON_BOARDS_FARM_HPP
#define GNOMON_BOARDS_FARM_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <vector>

#include "clock.hpp"
#include "program.hpp"
#include "random.hpp"
#include "truth.hpp"

enum class Work { NONE, CONSTANT, TRUNCATED, QUANTISED };

struct FarmForm {
	uint64_t trips = 0; // round trips of all workers
	unsigned bytes = 200;
	Work work = Work::NONE;
	double mean_s = 0;	  // of the work, before the scale
	double scale = 1;	  // what is simulated is shorter by it
	fs_t serve = 300 * FS_US; // what the farmer takes between receive and send
	fs_t floor = 60 * FS_US;
	fs_t byte = 500000000; // 16 Mbit/s
	fs_t jitter = 40 * FS_US;
	fs_t tail = 400 * FS_US;
	uint64_t tail_ppm = 20000;
};

struct Message {
	unsigned connection, sequence, from;
	fs_t sent, arrives;
};

enum {
	PAGE_SEND = 4,
	PAGE_RECEIVE = 6,
	PROCESS = 0, // address of the process register
};

// All messages on their way.
class Post
{
      public:
	Post(const FarmForm &form, unsigned boards, Random random, Truth &truth)
	    : form(form), random(random), truth(truth), boxes(boards), last(boards)
	{
		for (std::vector<fs_t> &from : last)
			from.resize(boards);
	}

	void send(unsigned to, Message m)
	{
		fs_t more = form.byte * form.bytes;

		more += static_cast<fs_t>(random.exponential(static_cast<double>(form.jitter)));
		if (random.chance(form.tail_ppm))
			more +=
			    static_cast<fs_t>(random.exponential(static_cast<double>(form.tail)));
		m.arrives = std::max(m.sent + form.floor + more, last[m.from][to]);
		last[m.from][to] = m.arrives;
		const auto behind = [&](const Message &other) { return other.arrives > m.arrives; };
		boxes[to].insert(std::find_if(boxes[to].begin(), boxes[to].end(), behind), m);
	}

	bool has(unsigned to, fs_t now) const
	{
		return !boxes[to].empty() && boxes[to].front().arrives <= now;
	}

	Message receive(unsigned to, fs_t now)
	{
		const Message m = boxes[to].front();

		boxes[to].pop_front();
		truth.message(m.connection, m.sequence, m.from, to, form.bytes, m.sent, now);
		return m;
	}

      private:
	FarmForm form;
	Random random;
	Truth &truth;
	std::vector<std::deque<Message>> boxes; // by receiver, in the order of arrival
	std::vector<std::vector<fs_t>> last;	// arrival of the last one, by sender and receiver
};

inline Write message_write(unsigned page, unsigned connection, unsigned sequence, unsigned bytes)
{
	return {static_cast<uint16_t>(page * 64 + connection),
		static_cast<uint32_t>(sequence & 0xFFFF) << 16 | bytes};
}

// What both have: the process of their board, and when they may begin.
class Member : public Program
{
      public:
	Member(unsigned board, const FarmForm &form, Post &post, const bool &begun, double cycle_s)
	    : board(board), form(form), post(post), begun(begun), cycle_s(cycle_s)
	{
	}

	bool clock(fs_t now, uint64_t edge, Write &write) override
	{
		if (!begun || edge < busy_until)
			return false;
		if (named)
			return act(now, edge, write);
		named = true;
		write = {PROCESS, board + 1};
		return true;
	}

      protected:
	virtual bool act(fs_t now, uint64_t edge, Write &write) = 0;

	uint64_t cycles_of(double seconds) const
	{
		return static_cast<uint64_t>(std::max(1.0, std::floor(seconds / cycle_s)));
	}

	void send(fs_t now, unsigned to, unsigned connection, unsigned sequence, Write &write)
	{
		post.send(to, {connection, sequence, board, now, 0});
		write = message_write(PAGE_SEND, connection, sequence, form.bytes);
	}

	Message receive(fs_t now, Write &write)
	{
		const Message m = post.receive(board, now);

		write = message_write(PAGE_RECEIVE, m.connection, m.sequence, form.bytes);
		return m;
	}

	const unsigned board;
	const FarmForm form;
	Post &post;
	uint64_t busy_until = 0; // edge

      private:
	const bool &begun;
	const double cycle_s;
	bool named = false;
};

class Worker : public Member
{
      public:
	Worker(unsigned board, const FarmForm &form, Post &post, const bool &begun, double cycle_s,
	       Random random)
	    : Member(board, form, post, begun, cycle_s), random(random)
	{
	}

      private:
	bool act(fs_t now, uint64_t edge, Write &write) override
	{
		if (has) {
			send(now, 0, board, results++, write);
			has = false;
			return true;
		}
		if (!post.has(board, now))
			return false;
		receive(now, write);
		has = true;
		busy_until = edge + cycles_of(work());
		return true;
	}

	// seconds
	double work()
	{
		const double mean = form.mean_s, deviation = std::sqrt(mean);
		double drawn = mean;

		if (form.work == Work::NONE)
			return 0;
		if (form.work != Work::CONSTANT)
			do
				drawn = mean + deviation * random.gauss();
			while (drawn < 0 || drawn > 2 * mean);
		if (form.work == Work::QUANTISED)
			drawn = std::round(drawn / mean * 10) * mean / 10;
		return drawn / form.scale;
	}

	Random random;
	unsigned results = 0;
	bool has = false; // a piece of work
};

class Farmer : public Member
{
      public:
	Farmer(const FarmForm &form, unsigned workers, Post &post, const bool &begun,
	       double cycle_s)
	    : Member(0, form, post, begun, cycle_s), pieces(workers + 1)
	{
		for (unsigned k = 1; k <= workers; k++)
			waiting.push_back(k);
	}

	bool is_over() const
	{
		return results == form.trips;
	}

      private:
	bool act(fs_t now, uint64_t edge, Write &write) override
	{
		if (!waiting.empty() && sent < form.trips) {
			const unsigned to = waiting.front();

			waiting.pop_front();
			sent++;
			send(now, to, to, pieces[to]++, write);
			return true;
		}
		if (!post.has(0, now))
			return false;
		waiting.push_back(receive(now, write).from);
		results++;
		busy_until = edge + cycles_of(static_cast<double>(form.serve) / FS_SECOND);
		return true;
	}

	std::vector<unsigned> pieces; // sent to each worker
	std::deque<unsigned> waiting; // workers without work
	uint64_t sent = 0, results = 0;
};

#endif
