/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_H
#define GNO_PAGE_H

/*
 * A report as one HTML page that needs nothing else: no file beside it and no network. Its program
 * and its style are in the library (host/page/); the data of the run is one JSON object in the
 * page. docs/answers/page.md explains what the page shows.
 *
 * A live page has no data. Whoever serves it (page_write_live) serves `data.json` in the same
 * folder (page_write_data), too. The page:
 *
 * - fetches data.json when it is opened, and again `every_ms` after each answer; it draws itself
 *   again with each, and keeps what its reader looks at;
 * - sends `Authorization: Bearer TOKEN` where its own address ends in #token=TOKEN or has the query
 *   token=TOKEN; so the page itself, which holds nothing of a run, may be served to anybody;
 * - sends `If-None-Match` with the last `ETag`, and takes 304 for "as before";
 * - shows what 401 and 403 (the token), 503 (no data yet) and other faults mean, and goes on;
 * - ends with data that is `over`.
 *
 * Its content security policy lets it connect to where it came from and to nowhere else.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "results/report.h"

#define PAGE_COLUMNS 1024   /* of the overview: gno_report_options.columns */
#define PAGE_PERIODS 1024   /* gno_report_options.periods */
#define PAGE_EVENTS 1000000 /* without a wish: events and intervals in detail */
#define PAGE_ROWS 1000	    /* of each list of the report */

struct page_reading;

struct page_options {
	uint64_t from, to; /* cycles of the detail, both included; to 0: to the end of the run */
	uint64_t events;   /* most events, and most intervals, in detail, beside the intervals that
			      are open at the end of these; 0: PAGE_EVENTS */
	unsigned every_ms; /* live: how often; 0: every two seconds */
	bool over;	   /* data: nothing will be added to the run */
	bool follows;	   /* only what needs all of the trace, of a run that is followed: neither
			      events nor intervals or losses, and `to` is the end of the run */
	struct page_reading *reading; /* what was read along with the report; NULL: the page
					 reads it itself */
};

/*
 * The lists, the calls and the messages of a page, to be read along with its report:
 * page_reading_add is for gno_report_options.passes, page_reading_end for `passed`. Between these
 * two a thread reads the run, too, where it has a processor; both goes read the same bytes, and
 * where both fail the report's failure counts. NULL: no memory. It lasts as long as the page is
 * written, and the report as long as it.
 *
 * With o->follows it may go on for as long as the run grows (results/live.h), and periods of
 * messages are kept in parts of half a period at most.
 */
struct reader;
struct page_reading *page_reading_new(const struct page_options *o);
int page_reading_add(void *reading, const struct gno_report *r, struct reader *reader,
		     struct gno_err *err);
int page_reading_end(void *reading, int rc, struct gno_err *err);
void page_reading_free(struct page_reading *g);

/*
 * Writes the page of a report that gno_report_build made with PAGE_COLUMNS columns and PAGE_PERIODS
 * periods. Memory is bounded by nodes, names and open intervals. GNO_ERR_ARG: the run ends before
 * o->from. Else it fails as gno_stream_read does, or with GNO_ERR_NOMEM: then what was written is
 * incomplete. The caller must check `out` for faults.
 */
int page_write(const struct gno_report *r, const struct page_options *o, FILE *out,
	       struct gno_err *err);

/* The data alone: what a live page fetches as data.json. */
int page_write_data(const struct gno_report *r, const struct page_options *o, FILE *out,
		    struct gno_err *err);

/* The live page alone, before there is a report: `title` is any text. */
int page_write_live(const char *title, const struct page_options *o, FILE *out,
		    struct gno_err *err);

#endif
