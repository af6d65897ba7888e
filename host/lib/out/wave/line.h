/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_WAVE_LINE_H
#define GNO_WAVE_LINE_H

/*
 * The lines that pause the time counters as signals `capture_line` and `report_line` of a waveform,
 * as far as the monitor has them: 1 where the line is asserted, x where that is not known, and
 * outside of the cycles that are requested.
 */

#include "results/pauses.h"
#include "out/wave/vcd.h"

struct wave_line {
	const struct gno_manifest *m;
	struct report_pauses_cursor *cursor; /* NULL: there is no such line */
	const struct report_stretch *next;   /* NULL: there is no further change */
	uint64_t from, to;		     /* cycles that are requested, both included */
	unsigned number;		     /* of the first signal; each line has its own */
};

/* `p`: the pauses of a run, NULL: none. To be closed after a failure, too. GNO_ERR_NOMEM. */
int wave_line_open(struct wave_line *l, const struct gno_manifest *m, const struct report_pauses *p,
		   unsigned number, uint64_t from, uint64_t to, struct gno_err *err);
void wave_line_close(struct wave_line *l);

/* The signals, in the scope that is open; and what they show at first. */
void wave_line_signal(const struct wave_line *l, struct vcd *vcd);
void wave_line_begin(const struct wave_line *l, struct vcd *vcd);

/* Cycle of the next change; UINT64_MAX: there is none. */
uint64_t wave_line_next(const struct wave_line *l);
/* Writes the change, at the time to which the waveform has gone. GNO_ERR_IO. */
int wave_line_put(struct wave_line *l, struct vcd *vcd, struct gno_err *err);

#endif
