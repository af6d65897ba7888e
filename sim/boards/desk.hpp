// SPDX-License-Identifier: Apache-2.0
// desk: boards on a desk and the host that they are plugged into, in one simulation.
//
// 1. What is next in real time happens next: an edge of a board's clock, or a task of the host goes
//    on. So a run follows from its seed alone, and not from the speed of the machine.
// 2. A task of the host waits for bytes of a board or for a time. Its work takes no time; what a
//    host's work takes is in the delays of the links.
#ifndef GNOMON_BOARDS_DESK_HPP
#define GNOMON_BOARDS_DESK_HPP

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include <sys/mman.h>
#include <ucontext.h>

#include "board.hpp"
#include "farm.hpp"
#include "host.h"

struct DeskForm {
	unsigned boards = 2;
	uint64_t seed = 1;
	std::vector<uint64_t> hz; // nominal; the last one is that of all further boards
	int64_t drift_ppb = 10000, wander_ppb = 100;
	fs_t wander_time = 20 * FS_SECOND;
	WayForm down, up;
	bool random_links = false;  // of each board others, which these bound
	fs_t jump = 0, jump_at = 0; // of the last board's clock
	FarmForm farm;
};

class Desk
{
      public:
	Desk(const DeskForm &form, VerilatedContext *context, Truth &truth)
	    : truth(truth), host_clock(host_form(form), HOST_SEGMENT, Random(form.seed, 1)),
	      post(form.farm, form.boards, Random(form.seed, 2), truth)
	{
		truth.host = [this](fs_t time) { return host_ps(time); };
		truth.begin(HOST_BEGIN_NS);
		for (unsigned k = 0; k < form.boards; k++)
			add_board(form, context, k);
	}

	// Runs the first task, and what it begins, to their end.
	void run(const std::function<void()> &first)
	{
		tasks.clear();
		add_task(first);
		while (Task *task = first_task()) {
			Board *board = first_board();

			if (board->next < task->wake) {
				now = board->next;
				if (board->step())
					wake_reader(*board);
			} else {
				now = std::max(now, task->wake);
				resume(*task);
			}
		}
	}

	void add_task(std::function<void()> work)
	{
		tasks.push_back(std::make_unique<Task>());
		Task &task = *tasks.back();

		task.work = std::move(work);
		task.wake = now;
		task.stack = mmap(nullptr, STACK, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (task.stack == MAP_FAILED || getcontext(&task.context))
			std::abort();
		task.context.uc_stack.ss_sp = task.stack;
		task.context.uc_stack.ss_size = STACK;
		task.context.uc_link = &simulation;
		makecontext(&task.context, enter, 0);
	}

	// -- for the task that runs

	size_t read(unsigned k, uint8_t *to, size_t len, unsigned timeout_ms)
	{
		Board &board = *boards[k];
		const fs_t end = host_time(now_ns() + UINT64_C(1000000) * timeout_ms);
		size_t count = 0;

		while (!board.up.has(now) && now < end) {
			running->reads = &board;
			running->wake = end;
			wake_reader(board);
			wait();
			running->reads = nullptr;
		}
		while (count < len && board.up.has(now))
			to[count++] = board.up.get();
		return count;
	}

	void write(unsigned k, const uint8_t *from, size_t len)
	{
		boards[k]->write(now, from, len);
	}

	uint64_t now_ns()
	{
		return host_clock.tick_at(now) + HOST_BEGIN_NS;
	}

	void wait_until(uint64_t ns)
	{
		running->wake = std::max(now, host_time(ns));
		wait();
	}

	// ps
	uint64_t floor_out(unsigned k) const
	{
		return static_cast<uint64_t>(boards[k]->down.floor() / 1000);
	}

	uint64_t floor_back(unsigned k) const
	{
		return static_cast<uint64_t>(boards[k]->up.floor() / 1000);
	}

	void begin()
	{
		begun = true;
	}

	bool is_over() const
	{
		return farmer->is_over();
	}

	// -- at the end

	void tell_clocks_and_links()
	{
		tell("host", host_clock);
		for (const auto &board : boards) {
			tell(std::to_string(board->number).c_str(), board->clock);
			for (const Way::Packet &p : board->down.packets())
				truth.packet(board->number, "out", p.at, p.delay);
			for (const Way::Packet &p : board->up.packets())
				truth.packet(board->number, "back", p.at, p.delay);
		}
	}

	// ps of the host's clock at a real time
	int64_t host_ps(fs_t time)
	{
		return host_clock.thousandths(time) + static_cast<int64_t>(HOST_BEGIN_NS) * 1000;
	}

      private:
	static constexpr size_t STACK = 8 << 20;
	static constexpr uint64_t HOST_SEGMENT = 1 << 20;
	static constexpr uint64_t HOST_BEGIN_NS = 12345678901234;

	struct Task {
		std::function<void()> work;
		ucontext_t context;
		void *stack;
		fs_t wake;
		Board *reads = nullptr;
		bool over = false;
	};

	static ClockForm host_form(const DeskForm &form)
	{
		Random random(form.seed, 3);
		ClockForm host;

		host.hz = 1000000000;
		host.drift_ppb = random.between(-form.drift_ppb, form.drift_ppb);
		host.wander_ppb = form.wander_ppb;
		host.wander_time = form.wander_time;
		return host;
	}

	// A link as none is: floors from nothing to 200 us, with or without transfers.
	static WayForm random_way(Random random)
	{
		WayForm way;

		way.floor = random.between(0, 200) * FS_US;
		way.quantum = random.chance(500000) ? random.between(1, 1000) * FS_US : 0;
		way.gather = FS_US;
		way.jitter = random.between(0, 100) * FS_US;
		way.hump = random.between(0, 2000) * FS_US;
		way.hump_ppm = static_cast<uint64_t>(random.between(0, 300000));
		way.tail = random.between(0, 5000) * FS_US;
		way.tail_ppm = static_cast<uint64_t>(random.between(0, 50000));
		way.byte = random.between(0, 2000) * FS_NS;
		return way;
	}

	void add_board(const DeskForm &form, VerilatedContext *context, unsigned k)
	{
		const auto random = [&](unsigned of) {
			return Random(form.seed, 16 * k + 16 + of);
		};
		const uint64_t hz = form.hz[std::min<size_t>(k, form.hz.size() - 1)];
		const double cycle_s = 1 / static_cast<double>(hz);
		ClockForm clock;

		clock.hz = hz;
		clock.drift_ppb = random(0).between(-form.drift_ppb, form.drift_ppb);
		clock.wander_ppb = form.wander_ppb;
		clock.wander_time = form.wander_time;
		clock.walk = k % 2;
		if (k + 1 == form.boards) {
			clock.jump = form.jump;
			clock.jump_at = form.jump ? form.jump_at : 0;
		}
		const WayForm down = form.random_links ? random_way(random(5)) : form.down;
		const WayForm up = form.random_links ? random_way(random(6)) : form.up;

		boards.push_back(std::make_unique<Board>(context, k, clock, Way(down, random(1)),
							 Way(up, random(2)), random(3), truth));
		truth.board(k, hz);
		truth.floors(k, floor_out(k), floor_back(k));
		if (k) {
			boards[k]->program =
			    std::make_unique<Worker>(k, form.farm, post, begun, cycle_s, random(4));
			return;
		}
		auto program =
		    std::make_unique<Farmer>(form.farm, form.boards - 1, post, begun, cycle_s);
		farmer = program.get();
		boards[k]->program = std::move(program);
	}

	Task *first_task()
	{
		Task *first = nullptr;

		for (const auto &task : tasks)
			if (!task->over && (!first || task->wake < first->wake))
				first = task.get();
		return first;
	}

	Board *first_board()
	{
		Board *first = boards[0].get();

		for (const auto &board : boards)
			if (board->next < first->next)
				first = board.get();
		return first;
	}

	// A task that waits for bytes of a board goes on when the first one arrives.
	void wake_reader(const Board &board)
	{
		if (board.up.is_empty())
			return;
		for (const auto &task : tasks)
			if (task->reads == &board)
				task->wake =
				    std::min(task->wake, std::max(now, board.up.arrival()));
	}

	void resume(Task &task)
	{
		running = &task;
		task.wake = INT64_MAX;
		entering = this;
		swapcontext(&simulation, &task.context);
		if (task.over)
			munmap(task.stack, STACK);
	}

	void wait()
	{
		swapcontext(&running->context, &simulation);
	}

	static void enter()
	{
		Task &task = *entering->running;

		task.work();
		task.over = true;
		/* the context that follows is the simulation's */
	}

	fs_t host_time(uint64_t ns)
	{
		return host_clock.time_of(ns - HOST_BEGIN_NS);
	}

	// With the second behind the end.
	void tell(const char *name, Clock &clock)
	{
		clock.tick_at(now + FS_SECOND);
		const std::vector<fs_t> &begins = clock.segments();

		for (size_t i = 0; i < begins.size(); i++)
			truth.edges(name, i, begins[i]);
	}

	// What a context's first function gets: makecontext passes no pointers.
	static inline Desk *entering = nullptr;

	Truth &truth;
	Clock host_clock;
	Post post;
	std::vector<std::unique_ptr<Board>> boards;
	std::deque<std::unique_ptr<Task>> tasks;
	const Farmer *farmer = nullptr;
	Task *running = nullptr;
	ucontext_t simulation;
	fs_t now = 0;
	bool begun = false;
};

#endif
