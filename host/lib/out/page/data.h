/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_DATA_H
#define GNO_PAGE_DATA_H

/*
 * The data of a page: one JSON object with a key for each part. A part that the run does not have
 * is absent. Each part below writes itself as a member of the open object of b->out; its faults go
 * to b->rc.
 *
 * What other answers have, too, has the columns of these (results/columns/). Only what a picture is
 * drawn from is of the page alone: shares and counts by period, and what process sent to what other
 * process.
 */

#include "out/page/page.h"
#include "out/page/table.h"
#include "common/json_out.h"
#include "results/report.h"
#include "results/rows.h"

#define PAGE_FORMAT 4 /* of the object: the page's program refuses another */

struct page_lists;
struct page_messages;
struct page_calls;

/* What is written, and from what. */
struct builder {
	const struct gno_report *r;
	struct json_out out;
	struct gno_err *err;
	int rc; /* of what had to be read from the trace once more */
};

struct page {
	struct builder b;
	const struct page_options *o;
	struct packed packed;
	/* after page_read: */
	struct page_lists *lists;
	struct page_messages *messages; /* NULL: no node has an event port */
	struct page_calls *calls;
	struct page_reading *own; /* that was read by page_read */
};

/* The options as the parts read them: nothing is 0 for "as usual". */
static inline struct page_options page_settle(const struct gno_report *r,
					      const struct page_options *o)
{
	struct page_options all = *o;

	if (!all.to)
		all.to = r->line.end;
	if (!all.events)
		all.events = PAGE_EVENTS;
	return all;
}

/* Has p->lists, p->messages and p->calls: read along with the report, or now. */
int page_read(struct page *p);

/* Begins the object, with its format and the version. */
void page_head(struct page *p);
/* The report but for its time line: `report`. */
void page_report(struct page *p);
/* Share of each interval, and of what is not known, in each column of the run: `overview`. */
void page_overview(struct page *p);
/* What happened, one by one, and how often in each period: `names`, `events`, `rates`. */
void page_events(struct page *p);
/* Names of all that happened, by their numbers, which are those of the periods: `names`. The first
 * is for page_names_free in any case. GNO_ERR_NOMEM. */
struct page_names;
int page_names_find(const struct gno_report *r, struct page_names *names, struct gno_err *err);
void page_names_out(struct page *p, const struct page_names *names);
/* How often each happened in each period: `rates`. */
void page_rates(struct page *p, struct page_names *names);
/* Intervals one by one: `spans`. */
void page_spans(struct page *p);
/* How many the run has. */
uint64_t page_spans_all(const struct gno_report *r);
/* Stretches of which nothing is known: `losses`. */
void page_losses(struct page *p);
/* Ratio counters over the run: `samples`. */
void page_samples(struct page *p);
/* Messages one by one, and who sent how much to whom: `messages`; none without an event port. */
void page_messages(struct page *p);
/* They are read in a go of the reader, then finished. *out is the caller's, also after a failure;
 * NULL: no node has an event port. */
int page_messages_add(const struct gno_report *r, const struct page_options *o,
		      struct reader *reader, struct page_messages **out, struct gno_err *err);
int page_messages_finish(struct page_messages *m, struct gno_err *err);
void page_messages_free(struct page_messages *m);
/* How parallel the program was; NULL: there is no port. */
const struct parallel *page_messages_parallel(const struct page_messages *t);
/* Call trees: `calls`. */
void page_calls(struct page *p);
/* They are read in a go of the reader. *out is the caller's, also after a failure. */
int page_calls_add(const struct gno_report *r, const struct page_options *o, struct reader *reader,
		   struct page_calls **out, struct gno_err *err);
void page_calls_free(struct page_calls *g);
/* Processor time, and the longest path: `parallelism`. */
void page_parallelism(struct page *p);

#endif
