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
	uint64_t hz = 1000000; // nominal, of all boards
	int64_t drift_ppb = 10000, wander_ppb = 100;
	fs_t wander_time = 20 * FS_SECOND;
	WayForm down, up;
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

	void add_board(const DeskForm &form, VerilatedContext *context, unsigned k)
	{
		const auto random = [&](unsigned of) {
			return Random(form.seed, 16 * k + 16 + of);
		};
		const double cycle_s = 1 / static_cast<double>(form.hz);
		ClockForm clock;

		clock.hz = form.hz;
		clock.drift_ppb = random(0).between(-form.drift_ppb, form.drift_ppb);
		clock.wander_ppb = form.wander_ppb;
		clock.wander_time = form.wander_time;
		clock.walk = k % 2;
		boards.push_back(
		    std::make_unique<Board>(context, k, clock, Way(form.down, random(1)),
					    Way(form.up, random(2)), random(3), truth));
		truth.board(k, form.hz);
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

	void tell(const char *name, const Clock &clock)
	{
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
