/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FILTER_H
#define GNO_FILTER_H

/*
 * A run directory with fewer records: those that a rule leaves out, of them only such as no other
 * record is read by. Its journal says what was left out (read/trace.h), so that reports do not
 * take it for what did not happen. docs/answers/filter.md has the rules.
 */

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include "common/errors.h"
#include "monitor/manifest.h"
#include "compile/pattern_file.h"

struct filter_options {
	const char *keep, *drop;		  /* rules (filter/rule.h); NULL: none */
	bool force;				  /* replace a run directory at the place */
	const volatile sig_atomic_t *interrupted; /* set: give up; NULL: never */
};

struct filter_result {
	uint64_t kept, left_out; /* records */
	uint64_t stayed; /* of those kept: that the rules would have left out, if others did not
			    need them */
};

/*
 * Makes `to`, whole or not at all. GNO_ERR_ARG: a rule is at fault. GNO_ERR_STATE: the run is not
 * complete, changed while it is filtered, or `to` cannot be replaced. GNO_ERR_FORMAT:
 * the trace is damaged. Or as gno_trace_open fails, and as files do.
 */
int filter_run(const char *run, const char *to, const struct filter_options *o,
	       struct filter_result *out, struct gno_err *err);

/*
 * Likewise, in the place of the run: the new folder is made beside it, and they are exchanged at
 * once. A failure or a signal at any moment leaves the whole run or the whole filtered one, and if
 * the process was killed another folder beside it, which base_folder_mend (base/folder.h) removes.
 * GNO_ERR_STATE: also where another gnomon is at the run, or it holds what gnomon did not make.
 * GNO_ERR_INTERRUPTED.
 */
int filter_in_place(const char *run, const struct filter_options *o, struct filter_result *out,
		    struct gno_err *err);

enum filter_state {
	FILTER_EARLY, /* the run is not complete */
	FILTER_READY,
	FILTER_DONE, /* the last filter of the run was this one */
};

/*
 * Before a run is drained: what of it can be known then that filter_in_place would refuse, with its
 * errors. Changes nothing.
 */
int filter_check_run(const char *run, const struct filter_options *o, enum filter_state *out,
		     struct gno_err *err);

/* The same before a run is started, from its patterns. */
int filter_check_patterns(const struct gno_manifest *m, const struct gno_pattern_file *p,
			  const struct filter_options *o, struct gno_err *err);

#endif
