/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_WAVE_EXPORT_H
#define GNO_WAVE_EXPORT_H

/*
 * The segments of a run as signals of a waveform (VCD, IEEE 1364-2005, 18; or FST). The
 * monitor is a scope, with one for each node and in that one for each unit, with
 *
 *   NAME      each field of the watched word, at its own width; the bits that are left out are 0
 *   word      the watched word
 *   current   1 where the word counted in this cycle, 0 where it is an earlier one; x where that is
 *             not known: after the first cycle of an entry of several
 *   segment   1 in the cycles of a segment
 *   trigger   1 in the cycle of a trigger that has a segment
 *
 * and, where lines pause the time counters, in that of the monitor a signal for each (wave/line.h).
 *
 * Outside of segments all but `segment` and `trigger` are x, as is a word that is not known yet. A
 * field that has the name of one of the others has a '_' behind it.
 */

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include "results/report.h"

struct wave_export {
	const struct gno_report *report;	  /* of the run; the look is enough */
	const char *path;			  /* FST if its name ends in .fst, else VCD */
	const char *node, *unit;		  /* only these; NULL: all */
	uint64_t from, to;			  /* only these cycles, both included */
	const volatile sig_atomic_t *interrupted; /* NULL: nothing interrupts it */
};

struct wave_exported {
	uint64_t segments; /* that were written, if only in parts */
	uint64_t left_out; /* that are not whole, or contradict themselves */
	/* Nothing is known of the triggers after the last segment of a unit that was requested: */
	bool cut_off; /* its trace was cut off */
	bool unended; /* it was not, but the run has not ended, or is not drained to its end */
};

/*
 * Writes the segments of a run directory. Memory does not depend on their number. GNO_ERR_ARG: no
 * unit of segments is requested that the monitor has; GNO_ERR_STATE: the file exists;
 * GNO_ERR_INTERRUPTED, GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM, or as gno_trace_open and
 * gno_segments_next fail. A file is there after success only.
 */
int wave_export(const char *dir, const struct wave_export *o, struct wave_exported *out,
		struct gno_err *err);

#endif
