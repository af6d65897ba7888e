/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <errno.h>
#include <getopt.h>
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

struct option_row {
	const char *name;
	const char *arg; /* NULL: none */
	enum type type;
	size_t at; /* in struct options */
	uint64_t least, most;
	bool monitor; /* only with a monitor */
	const char *help;
};

#define AT(member) offsetof(struct options, member)

static const struct option_row rows[] = {
    {"program", "FILE.elf", TEXT, AT(program), 0, 0, false,
     "program for the target, loaded into its memory; required"},
    {"port", "N", NUMBER, AT(port), 0, 65535, true, "TCP port of the link; 0, the default: any free one"},
    {"port-file", "FILE", TEXT, AT(port_file), 0, 0, true, "write the port's number there"},
    {"wait-start", NULL, FLAG, AT(wait_start), 0, 0, true,
     "hold the target in reset until the monitor is started, and reset it at each start"},
    {"truth", "FILE", TEXT, AT(truth), 0, 0, false, "log what the target really did (sim/harness/truth.h)"},
    {"activity", NULL, FLAG, AT(activity), 0, 0, false,
     "with --truth: log also what each core does on its bus"},
    {"translate", NULL, FLAG, AT(translate), 0, 0, false,
     "the cores translate addresses, and wait where a page is not in their look-aside buffer"},
    {"outputs", "FILE", TEXT, AT(outputs), 0, 0, false, "log the target's outputs (sim/harness/outputs.h)"},
    {"outputs-every", "N", NUMBER, AT(outputs_every), 1, UINT32_MAX, false,
     "clocks between its lines; default 1024"},
    {"dump", "FILE.fst", TEXT, AT(dump), 0, 0, false,
     "waveform, of simulators built with tracing (names end in _trace)"},
    {"max-cycles", "N", NUMBER, AT(max_cycles), 1, UINT64_MAX, false,
     "stop after so many cycles; default 2000000000"},
    {"max-seconds", "N", NUMBER, AT(max_seconds), 1, 1000000, false,
     "stop after so many seconds; default 600"},
    {"exit-when-done", NULL, FLAG, AT(exit_when_done), 0, 0, false,
     "end when all cores have exited and no client is connected; else stay up until SIGTERM or SIGINT"},
    {"quiet", NULL, FLAG, AT(quiet), 0, 0, false, "no progress and no summary"},
    {"help", NULL, FLAG, AT(help), 0, 0, false, "this text"},
};

enum {
	ROWS = sizeof(rows) / sizeof(rows[0]),
};

static int take_number(uint64_t *to, const struct option_row *row, const char *text)
{
	char *end;

	errno = 0;
	*to = strtoull(text, &end, 10);
	if (errno || *end || end == text || *text == '-' || *to < row->least || *to > row->most) {
		fprintf(stderr, "bad number '%s' for --%s: %" PRIu64 " to %" PRIu64 "\n", text, row->name,
			row->least, row->most);
		return -1;
	}
	return 0;
}

static int take(struct options *options, const struct option_row *row, const char *text)
{
	char *to = (char *)options + row->at;

	switch (row->type) {
	case FLAG:
		*(bool *)to = true;
		return 0;
	case TEXT:
		*(const char **)to = text;
		return 0;
	case NUMBER:
		return take_number((uint64_t *)to, row, text);
	}
	return -1;
}

int options_parse(struct options *options, const struct build *build, int argc, char **argv)
{
	struct option longs[ROWS + 1] = {{0}};
	int index, c;

	*options = (struct options){.max_cycles = 2000000000, .max_seconds = 600, .outputs_every = 1024};
	for (int i = 0; i < ROWS; i++) {
		longs[i].name = rows[i].name;
		longs[i].has_arg = rows[i].arg ? required_argument : no_argument;
	}
	while ((c = getopt_long(argc, argv, "", longs, &index)) != -1) {
		if (c == '?')
			return -1;
		if (rows[index].monitor && !build->monitor) {
			fprintf(stderr, "no use for --%s: this simulator has no monitor\n", rows[index].name);
			return -1;
		}
		if (take(options, &rows[index], optarg) < 0)
			return -1;
	}
	if (options->help)
		return 0;
	if (optind < argc) {
		fprintf(stderr, "unexpected argument '%s'\n", argv[optind]);
		return -1;
	}
	if (!options->program) {
		fprintf(stderr, "no program given: use --program FILE.elf\n");
		return -1;
	}
	if (options->dump && !build->trace) {
		fprintf(stderr, "cannot dump to '%s': built without tracing, build and use %s_trace\n",
			options->dump, argv[0]);
		return -1;
	}
	return 0;
}

void options_help(const struct build *build, const char *name)
{
	char left[40];

	printf("usage: %s --program FILE.elf [option ...]\n\n", name);
	if (build->monitor)
		printf("Simulates the quad-core target with the monitor '%s', whose link is served as "
		       "tcp:127.0.0.1:PORT.\n\n",
		       build->monitor);
	else
		printf("Simulates the quad-core target without a monitor.\n\n");
	for (int i = 0; i < ROWS; i++) {
		if (rows[i].monitor && !build->monitor)
			continue;
		snprintf(left, sizeof(left), "--%s%s%s", rows[i].name, rows[i].arg ? " " : "",
			 rows[i].arg ? rows[i].arg : "");
		printf("  %-20s %s\n", left, rows[i].help);
	}
	printf("\nExit status: 0 if all cores exited with 0; 1 if not, at a limit, or on an error; 2 on a "
	       "bad command line.\n");
}
