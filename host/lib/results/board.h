/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RESULTS_BOARD_H
#define GNO_RESULTS_BOARD_H

/* What the polls of a run of several boards say of each board. */

#include "results/report.h"
#include "sync/entry.h"

struct report_board {
	const struct sync_entry *entry; /* its name, its state, its polls */
	unsigned nodes; /* 0: its run is left out, since no bound holds for its time */
	uint64_t begin; /* common time of its cycle 0 */
	uint64_t bound; /* the most by which a common time of its records can be wrong, in cycles */
	uint64_t pulses; /* that its times come from */
};

/* How many boards the run is of; 0: it is of one, and nothing has to be said of that. Those whose
 * runs are left out are the last ones. */
unsigned report_boards(const struct gno_report *r);
/* GNO_ERR_STATE where the run is of several: `what` has the cycles of one. */
int report_of_one_board(const struct gno_report *r, const char *what, struct gno_err *err);
void report_board_get(const struct gno_report *r, unsigned board, struct report_board *out);

#endif
