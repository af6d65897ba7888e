/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_LIVE_PAGE_H
#define GNO_LIVE_PAGE_H

/*
 * The documents of a live page (out/page/page.h) of a run that may grow: each is a JSON object with
 * parts of a page's data (out/page/data.h).
 *
 * - data.json: the report, and the newest events and intervals one by one. What it needs of the
 *   trace beside the report lies at its end.
 * - whole.json: what needs all of the trace: ratio counters over the run, messages, call trees and
 *   the critical path, and up to which cycle they are.
 * - window.json: events, intervals and stretches of which nothing is known, of some cycles.
 *
 * Of events a document has `names` of its own. Intervals that go on behind its last cycle, and
 * whose ends were not read, are in `open`.
 */

#include <stdio.h>
#include "out/page/page.h"

/* data.json of a report with PAGE_COLUMNS columns and PAGE_PERIODS periods: of events o->events at
 * most, the newest ones, without PAGE_EVENTS. Fails as page_write_data. */
int live_write_data(const struct gno_report *r, const struct page_options *o, FILE *out,
		    struct gno_err *err);

/* whole.json; a report that was read along with o->reading, or else is read again. Likewise. */
int live_write_whole(const struct gno_report *r, const struct page_options *o, FILE *out,
		     struct gno_err *err);

/* window.json: of o->from..o->to (0: cycle 0), of events the first o->events; a report that
 * gno_report_look has made is enough. GNO_ERR_ARG: the run does not have these cycles. Else
 * likewise. */
int live_write_window(const struct gno_report *r, const struct page_options *o, FILE *out,
		      struct gno_err *err);

#endif
