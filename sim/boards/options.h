/* SPDX-License-Identifier: Apache-2.0 */
/* options: the command line of the simulators of boards. */
#ifndef GNOMON_BOARDS_OPTIONS_H
#define GNOMON_BOARDS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"

#ifdef __cplusplus
extern "C" {
#endif

struct options {
	const char *link, *work, *truth; /* names; file */
	const char *clock_list, *experiment_list;
	uint64_t seed;
	uint64_t drift_ppb, wander_ppb, wander_ms;
	uint64_t trips, mean_us, scale;
	uint64_t jump_ns, jump_ms;
	uint64_t declared_wander; /* per cent of the true one */
	uint64_t hz[HOST_BOARDS]; /* nominal clocks; */
	size_t clocks;		  /* so many are named */
	struct host_plan plan;
	bool help;
};

/* Parses the command line. Returns 0, or -1 after a message on stderr. The strings stay those of
 * argv. With help set, nothing else is checked. */
int options_parse(struct options *options, int argc, char **argv);

/* Prints the help text on stdout. */
void options_help(const char *name);

#ifdef __cplusplus
}
#endif

#endif
