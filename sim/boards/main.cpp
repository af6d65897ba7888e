// SPDX-License-Identifier: Apache-2.0
// The simulator of boards on a desk: its command line, and one simulation. See sim/README.md.
#include <cinttypes>
#include <cstdio>

#include "verilated.h"

#include "desk.hpp"
#include "host.h"
#include "options.h"
#include "say.h"

static Desk *desk;

size_t desk_read(unsigned board, uint8_t *to, size_t len, unsigned timeout_ms)
{
	return desk->read(board, to, len, timeout_ms);
}

void desk_write(unsigned board, const uint8_t *from, size_t len)
{
	desk->write(board, from, len);
}

uint64_t desk_now_ns(void)
{
	return desk->now_ns();
}

void desk_wait(uint64_t until_ns)
{
	desk->wait_until(until_ns);
}

uint64_t desk_floor_out(unsigned board)
{
	return desk->floor_out(board);
}

uint64_t desk_floor_back(unsigned board)
{
	return desk->floor_back(board);
}

void desk_task(void (*work)(void *ctx), void *ctx)
{
	desk->add_task([=] { work(ctx); });
}

void desk_begin(void)
{
	desk->begin();
}

bool desk_is_over(void)
{
	return desk->is_over();
}

// The links by name: to the board, then to the host.
static const struct {
	const char *name;
	WayForm down, up;
} links[] = {
    // microframes of 125 us, a host that is interrupted at times
    {"usb",
     {20 * FS_US, 125 * FS_US, 0, 10 * FS_US, 250 * FS_US, 20000, 2000 * FS_US, 1000, 20 * FS_NS},
     {25 * FS_US, 125 * FS_US, 0, 15 * FS_US, 250 * FS_US, 40000, 3000 * FS_US, 2000, 20 * FS_NS}},
    // frames of 1 ms, and a bridge that waits for more bytes
    {"frames",
     {50 * FS_US, 1000 * FS_US, 0, 30 * FS_US, 1000 * FS_US, 20000, 5000 * FS_US, 2000, FS_US},
     {80 * FS_US, 1000 * FS_US, 0, 60 * FS_US, 16000 * FS_US, 50000, 9000 * FS_US, 4000, FS_US}},
    // Fleury's Fig. 3: a floor of 60 us, and time slices of 1024 us in some of the round trips
    {"slices",
     {60 * FS_US, 0, 5 * FS_US, 40 * FS_US, 1024 * FS_US, 150000, 800 * FS_US, 20000, FS_US / 2},
     {60 * FS_US, 0, 5 * FS_US, 40 * FS_US, 1024 * FS_US, 150000, 800 * FS_US, 20000, FS_US / 2}},
    // wires
    {"direct",
     {FS_US, 0, FS_US, FS_US, 0, 0, 0, 0, 20 * FS_NS},
     {FS_US, 0, FS_US, FS_US, 0, 0, 0, 0, 20 * FS_NS}},
    // of each board and direction others (Desk::random_way)
    {"random", {}, {}},
};

static const char *const works[] = {"none", "constant", "truncated", "quantised"};

// The options as the desk takes them; false after a message.
static bool make_form(const options &options, DeskForm &form)
{
	const std::string link = options.link ? options.link : "usb";
	const std::string work = options.work ? options.work : "none";
	const auto it = std::find_if(std::begin(links), std::end(links),
				     [&](const auto &row) { return link == row.name; });
	const auto kind = std::find(std::begin(works), std::end(works), work);

	if (it == std::end(links) || kind == std::end(works)) {
		say(it == std::end(links) ? "there is no link '%s'" : "there is no work '%s'",
		    it == std::end(links) ? link.c_str() : work.c_str());
		return false;
	}
	form.boards = static_cast<unsigned>(options.plan.boards);
	form.seed = options.seed;
	form.hz.assign(options.hz, options.hz + options.clocks);
	if (form.hz.empty())
		form.hz.push_back(BOARDS_HZ);
	form.drift_ppb = static_cast<int64_t>(options.drift_ppb);
	form.wander_ppb = static_cast<int64_t>(options.wander_ppb);
	form.wander_time = static_cast<fs_t>(options.wander_ms) * 1000 * FS_US;
	form.down = it->down;
	form.up = it->up;
	form.random_links = link == "random";
	form.jump = static_cast<fs_t>(options.jump_ns) * FS_NS;
	form.jump_at = static_cast<fs_t>(options.jump_ms) * 1000 * FS_US;
	form.farm.trips = form.boards > 1 ? options.trips : 0;
	form.farm.work = static_cast<Work>(kind - std::begin(works));
	form.farm.mean_s = static_cast<double>(options.mean_us) / 1e6;
	form.farm.scale = static_cast<double>(options.scale);
	return true;
}

int main(int argc, char **argv)
{
	options options;
	DeskForm form;
	Truth truth;
	VerilatedContext context;
	bool done = false;

	if (options_parse(&options, argc, argv) < 0)
		return 2;
	if (options.help) {
		options_help(argv[0]);
		return 0;
	}
	if (!make_form(options, form))
		return 2;
	options.plan.message_floor =
	    static_cast<uint64_t>(form.farm.floor + form.farm.bytes * form.farm.byte) / 1000;
	options.plan.declared_drift = options.drift_ppb;
	// the rate between two clocks wanders as far as both of them do
	options.plan.declared_wander = 2 * options.wander_ppb * options.declared_wander / 100;
	if (options.truth && !truth.open(options.truth)) {
		say("cannot write '%s'", options.truth);
		return 1;
	}
	Desk all(form, &context, truth);
	desk = &all;
	all.run([&] { done = host_perform(&options.plan); });
	all.tell_clocks_and_links();
	if (!truth.close()) {
		say("cannot write '%s'", options.truth);
		return 1;
	}
	return done ? 0 : 1;
}
