/* SPDX-License-Identifier: Apache-2.0 */
/* options: the command line of the simulators. */
#ifndef GNOMON_SIM_OPTIONS_H
#define GNOMON_SIM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct options {
	const char *program;
	const char *port_file;
	const char *truth;
	const char *dump;
	const char *outputs;
	const char *times;
	uint64_t outputs_every;
	uint64_t max_cycles;
	uint64_t max_seconds;
	uint64_t far;
	uint64_t port;
	const char *const *plusargs; /* further arguments, which all begin with '+' */
	unsigned plusarg_count;
	bool wait_start;
	bool translate;
	bool activity;
	bool exit_when_done;
	bool quiet;
	bool help;
};

/* what the simulator was built with */
struct build {
	const char *monitor; /* NULL: none */
	bool trace;
	bool times; /* the target has time counters or a CAPTURE line */
};

/*
 * Parse the command line. Returns 0, or -1 after a message on stderr. The strings stay those of
 * argv. With help set, nothing else is checked.
 */
int options_parse(struct options *options, const struct build *build, int argc, char **argv);

/* Print the help text on stdout. */
void options_help(const struct build *build, const char *name);

#ifdef __cplusplus
}
#endif

#endif
