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

enum type {
	FLAG,
	TEXT,
	NUMBER,
};

/* What a simulator must have for an option. */
enum needs {
	NOTHING,
	MONITOR,
	TIMES,
};

/* An option, where its value goes, and what it may be. */
struct option_row {
	enum type type;
	size_t at; /* in struct options */
	uint64_t least, most;
	enum needs needs;
	struct base_option option;
};

#define AT(member) offsetof(struct options, member)

/* clang-format off */
static const struct option_row rows[] = {
	{TEXT, AT(program), 0, 0, NOTHING, {0, "program", "FILE.elf",
	    "program for the target, loaded into its memory; required"}},
	{NUMBER, AT(port), 0, 65535, MONITOR, {0, "port", "N",
	    "TCP port of the link; 0, the default: any free one"}},
	{TEXT, AT(port_file), 0, 0, MONITOR, {0, "port-file", "FILE",
	    "write the port's number there"}},
	{FLAG, AT(wait_start), 0, 0, MONITOR, {0, "wait-start", NULL,
	    "hold the target in reset until the monitor is started, and reset it at each start"}},
	{TEXT, AT(truth), 0, 0, NOTHING, {0, "truth", "FILE",
	    "log what the target really did (sim/harness/truth.h)"}},
	{FLAG, AT(activity), 0, 0, NOTHING, {0, "activity", NULL,
	    "with --truth: log also what each core does on its bus"}},
	{FLAG, AT(translate), 0, 0, NOTHING, {0, "translate", NULL,
	    "the cores translate addresses, and wait where a page is not in their look-aside buffer"}},
	{NUMBER, AT(far), 0, 255, TIMES, {0, "far", "N",
	    "clocks that an access of the central counter or event port takes to get there; default 0"}},
	{TEXT, AT(outputs), 0, 0, NOTHING, {0, "outputs", "FILE",
	    "log the target's outputs (sim/harness/outputs.h)"}},
	{NUMBER, AT(outputs_every), 1, UINT32_MAX, NOTHING, {0, "outputs-every", "N",
	    "clocks between its lines; default 1024"}},
	{TEXT, AT(times), 0, 0, TIMES, {0, "times", "FILE",
	    "log the target's time counters and lines (sim/harness/times.hpp)"}},
	{TEXT, AT(dump), 0, 0, NOTHING, {0, "dump", "FILE.fst",
	    "waveform, of simulators built with tracing (names end in _trace)"}},
	{NUMBER, AT(max_cycles), 1, UINT64_MAX, NOTHING, {0, "max-cycles", "N",
	    "stop after so many cycles; default 2000000000"}},
	{NUMBER, AT(max_seconds), 1, 1000000, NOTHING, {0, "max-seconds", "N",
	    "stop after so many seconds; default 600"}},
	{FLAG, AT(exit_when_done), 0, 0, NOTHING, {0, "exit-when-done", NULL,
	    "end when all cores have exited and no client is connected; else stay up until SIGTERM or SIGINT"}},
	{FLAG, AT(quiet), 0, 0, NOTHING, {0, "quiet", NULL,
	    "no progress and no summary"}},
};
/* clang-format on */

enum {
	ROWS = sizeof(rows) / sizeof(rows[0]),
};

static bool has(const struct build *build, enum needs needs)
{
	return needs == NOTHING || (needs == MONITOR ? build->monitor != NULL : build->times);
}

static int take_number(uint64_t *to, int i, const char *text)
{
	if (!base_number_parse(text, rows[i].most, to) || *to < rows[i].least) {
		say("bad number '%s' for --%s: %" PRIu64 " to %" PRIu64, text, rows[i].option.name,
		    rows[i].least, rows[i].most);
		return -1;
	}
	return 0;
}

static int take_option(struct options *options, int i, const char *text)
{
	char *to = (char *)options + rows[i].at;

	switch (rows[i].type) {
	case FLAG:
		*(bool *)to = true;
		return 0;
	case TEXT:
		*(const char **)to = text;
		return 0;
	case NUMBER:
		return take_number((uint64_t *)to, i, text);
	}
	return -1;
}

int options_parse(struct options *options, const struct build *build, int argc, char **argv)
{
	struct base_option table[ROWS + 1] = {{0}};
	struct base_values v;
	char *fault;
	int rc;

	for (int i = 0; i < ROWS; i++)
		table[i] = rows[i].option;
	rc = base_options_parse(table, argc, argv, &v, &fault);

	*options =
	    (struct options){.max_cycles = 2000000000, .max_seconds = 600, .outputs_every = 1024};
	options->help = rc == BASE_OPTIONS_HELP;
	if (rc < 0) {
		say("%s", fault ? fault : "no memory");
		free(fault);
		return -1;
	}
	for (int i = 0; i < ROWS && !options->help; i++) {
		if (!v.option[i])
			continue;
		if (!has(build, rows[i].needs)) {
			say("no use for --%s: this simulator has no %s", rows[i].option.name,
			    rows[i].needs == MONITOR ? "monitor" : "time counters");
			return -1;
		}
		if (take_option(options, i, v.option[i]) < 0)
			return -1;
	}
	if (options->help)
		return 0;
	for (unsigned i = 0; i < v.args; i++)
		if (*v.arg[i] != '+' || !build->monitor) {
			say("unexpected argument '%s'", v.arg[i]);
			return -1;
		}
	options->plusargs = (const char *const *)v.arg;
	options->plusarg_count = v.args;
	if (!options->program) {
		say("no program given: use --program FILE.elf");
		return -1;
	}
	if (options->dump && !build->trace) {
		say("cannot dump to '%s': built without tracing, build and use %s_trace",
		    options->dump, argv[0]);
		return -1;
	}
	return 0;
}

void options_help(const struct build *build, const char *name)
{
	struct base_option usable[ROWS + 1] = {{0}};
	char shown[BASE_SHOWN];
	size_t count = 0;

	printf("usage: %s --program FILE.elf [option ...]%s\n\n",
	       base_show(name, shown, sizeof(shown)), build->monitor ? " [plusarg ...]" : "");
	if (build->monitor)
		printf("Simulates the quad-core target with the monitor '%s'.\n", build->monitor);
	base_wrap(
	    stdout,
	    build->monitor
		? "The monitor's link is served as tcp:127.0.0.1:PORT. With the plusargs +gnomon_experiment=FILE and +gnomon_run=DIR it performs a run itself.\n\n"
		: "Simulates the quad-core target without a monitor.\n\n");
	for (int i = 0; i < ROWS; i++)
		if (has(build, rows[i].needs))
			usable[count++] = rows[i].option;
	base_options_print(stdout, usable, 23);
	putchar('\n');
	base_wrap(
	    stdout,
	    "Exit status: 0 if all cores exited with 0; 1 if not, at a limit, or on an error; 2 on a bad command line.");
}
