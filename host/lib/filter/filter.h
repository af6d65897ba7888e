/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FILTER_H
#define GNO_FILTER_H

/*
 * A run directory with fewer records: those that a rule leaves out, of them only such as no other
 * record is read by. Its journal says what was left out (gnomon/trace.h), so that reports do not
 * take it for what did not happen. docs/answers/filter.md has the rules.
 */

#include <stdbool.h>
#include <stdint.h>
#include "gnomon/error.h"

struct filter_options {
	const char *keep, *drop; /* rules (filter/rule.h); NULL: none */
	bool force;		 /* replace a run directory at the place */
};

struct filter_result {
	uint64_t kept, left_out; /* records */
	uint64_t stayed; /* of those kept: that the rules would have left out, if others did not
			    need them */
};

/*
 * Makes `to`, whole or not at all. GNO_ERR_ARG: a rule is at fault. GNO_ERR_STATE: the run is not
 * complete, a recorder's, or `to` cannot be replaced. GNO_ERR_FORMAT: the trace is damaged. Or as
 * gno_trace_open fails, and as files do.
 */
int filter_run(const char *run, const char *to, const struct filter_options *o,
	       struct filter_result *out, struct gno_err *err);

#endif
