/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"
#include "base/number.h"
#include "base/options.h"
#include "base/show.h"
#include "say.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An option, where its value goes, and what it may be. */
struct option_row {
	size_t at;	      /* in struct options */
	uint64_t least, most; /* 0, 0: a text */
	uint64_t otherwise;
	struct base_option option;
};

#define AT(member) offsetof(struct options, member)

/* clang-format off */
static const struct option_row rows[] = {
	{AT(experiment_list), 0, 0, 0, {0, "experiment", "FILE[,FILE]...",
	    "experiment of each board; the last one is that of all further boards. Several name "
	    "their manifests themselves; required"}},
	{AT(plan.manifest), 0, 0, 0, {0, "manifest", "FILE",
	    "manifest of the boards' monitor; required"}},
	{AT(clock_list), 0, 0, 0, {0, "clock", "HZ[,HZ]...",
	    "nominal clock of each board, likewise; default that of the simulator"}},
	{AT(plan.out), 0, 0, 0, {0, "out", "DIR",
	    "folder for the runs DIR/board0, DIR/board1, ...; required"}},
	{AT(truth), 0, 0, 0, {0, "truth", "FILE",
	    "log what really happened (sim/boards/truth.hpp)"}},
	{AT(plan.boards), 1, HOST_BOARDS, 2, {0, "boards", "N",
	    "boards, the first of which has the farmer; default 2"}},
	{AT(seed), 1, UINT32_MAX, 1, {0, "seed", "N",
	    "of all random numbers; default 1"}},
	{AT(link), 0, 0, 0, {0, "link", "NAME",
	    "link of each board: usb (the default), frames, slices, direct, or random"}},
	{AT(drift_ppb), 0, 2000000, 10000, {0, "drift", "PPB",
	    "greatest drift of each clock; default 10000"}},
	{AT(wander_ppb), 0, 100000, 100, {0, "wander", "PPB",
	    "greatest distance of a clock's rate from its drift; default 100"}},
	{AT(wander_ms), 1, 1000000, 20000, {0, "wander-time", "MS",
	    "period of that; default 20000"}},
	{AT(trips), 0, 1000000, 100, {0, "trips", "N",
	    "round trips between farmer and workers; default 100"}},
	{AT(work), 0, 0, 0, {0, "work", "NAME",
	    "of a worker: none (the default), constant, truncated or quantised"}},
	{AT(mean_us), 1, 10000000, 100000, {0, "mean", "US",
	    "mean of the work, before the scale; default 100000"}},
	{AT(plan.pulses), 1, 1000, 4, {0, "pulses", "N",
	    "of each board before the programs begin; default 4"}},
	{AT(plan.apart_us), 1000, 100000000, 100000, {0, "apart", "US",
	    "between those; default 100000"}},
	{AT(plan.polls), 1, 1000, 4, {0, "polls", "N",
	    "of a pulse; default 4"}},
	{AT(plan.refreshes), 0, 1000000, 0, {0, "refreshes", "N",
	    "no run, but so many pulses; default 0"}},
	{AT(plan.interval_us), 1000, 100000000, 20000, {0, "interval", "US",
	    "between those; default 20000"}},
	{AT(declared_wander), 0, 10000, 100, {0, "declared-wander", "PERCENT",
	    "of the true one; default 100"}},
	{AT(plan.declared_floor), 0, 10000, 100, {0, "declared-floor", "PERCENT",
	    "of the true floor of each direction of a link; default 100"}},
	{AT(jump_ns), 0, 1000000000, 0, {0, "jump", "NS",
	    "the clock of the last board stands still once, for so long; default 0"}},
	{AT(jump_ms), 1, 1000000, 100, {0, "jump-at", "MS",
	    "when it does; default 100"}},
	{AT(scale), 1, 100000, 1, {0, "scale", "N",
	    "the simulated work is shorter by this; default 1"}},
};
/* clang-format on */

enum {
	ROWS = sizeof(rows) / sizeof(rows[0]),
};

static bool is_text(const struct option_row *row)
{
	return !row->most;
}

/* `text`: NULL where the option was not given. */
static int take(struct options *options, const struct option_row *row, const char *text)
{
	char *to = (char *)options + row->at;

	if (is_text(row)) {
		*(const char **)to = text;
		return 0;
	}
	*(uint64_t *)to = row->otherwise;
	if (!text ||
	    (base_number_parse(text, row->most, (uint64_t *)to) && *(uint64_t *)to >= row->least))
		return 0;
	say("bad number '%s' for --%s: %" PRIu64 " to %" PRIu64, text, row->option.name, row->least,
	    row->most);
	return -1;
}

/* The next part of a list with commas, of which it becomes a text of its own: NULL, there is none.
 */
static char *next_part(char **list)
{
	char *part = *list, *comma = part ? strchr(part, ',') : NULL;

	*list = comma ? comma + 1 : NULL;
	if (comma)
		*comma = '\0';
	return part;
}

/* What each board has by itself. -1: after a message. */
static int take_lists(struct options *options)
{
	char *clocks = (char *)(uintptr_t)options->clock_list, *part;
	char *experiments = (char *)(uintptr_t)options->experiment_list;

	while ((part = next_part(&clocks))) {
		if (options->clocks == HOST_BOARDS ||
		    !base_number_parse(part, 1000000000, &options->hz[options->clocks]) ||
		    !options->hz[options->clocks++]) {
			say("bad clock '%s' for --clock: 1 to 1000000000, %d at most", part,
			    HOST_BOARDS);
			return -1;
		}
	}
	while ((part = next_part(&experiments))) {
		if (options->plan.experiments == HOST_BOARDS) {
			say("more than %d experiments", HOST_BOARDS);
			return -1;
		}
		options->plan.experiment[options->plan.experiments++] = part;
	}
	return 0;
}

int options_parse(struct options *options, int argc, char **argv)
{
	struct base_option table[ROWS + 1] = {{0}};
	struct base_values v;
	char *fault;
	int rc;

	for (int i = 0; i < ROWS; i++)
		table[i] = rows[i].option;
	rc = base_options_parse(table, argc, argv, &v, &fault);
	*options = (struct options){.help = rc == BASE_OPTIONS_HELP};
	if (options->help)
		return 0;
	if (rc < 0) {
		say("%s", fault ? fault : "no memory");
		free(fault);
		return -1;
	}
	for (int i = 0; i < ROWS; i++)
		if (take(options, &rows[i], v.option[i]))
			return -1;
	if (take_lists(options))
		return -1;
	if (v.args || !options->plan.experiments || !options->plan.manifest || !options->plan.out) {
		say(v.args ? "unexpected argument '%s'"
			   : "--experiment, --manifest and --out are required",
		    v.args ? v.arg[0] : "");
		return -1;
	}
	return 0;
}

void options_help(const char *name)
{
	struct base_option table[ROWS + 1] = {{0}};
	char shown[BASE_SHOWN];

	for (int i = 0; i < ROWS; i++)
		table[i] = rows[i].option;
	printf("usage: %s --experiment FILE --manifest FILE --out DIR [option ...]\n\n",
	       base_show(name, shown, sizeof(shown)));
	base_wrap(
	    stdout,
	    "Simulates boards, each with a clock of its own, and the host that drains them.\n\n");
	base_options_print(stdout, table, 23);
	base_wrap(
	    stdout,
	    "\nExit status: 0 if all boards were drained; 1 if not; 2 on a bad command line.");
}
