/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The timing of what crosses between two clocks of a monitor, as a file for each tool that can be
 * asked for it. The registers are named by patterns that find them wherever the monitor stands.
 */
#ifndef GNO_GEN_CONSTRAINTS_H
#define GNO_GEN_CONSTRAINTS_H

#include "emit/emit.h"

struct constraints_flow {
	const char *end;  /* of the file, behind the monitor's name; NULL ends the list */
	const char *tool; /* what FuseSoC calls it; NULL: the core does not have the file */
	const char *type; /* and the file */
	emit_fn emit;
};

#define CONSTRAINTS_FLOWS 4

extern const struct constraints_flow constraints_flows[CONSTRAINTS_FLOWS + 1];

/* 1 where the monitor has registers whose timing must be constrained between two clocks. */
int constraints_needed(const struct plan *plan);

#endif
