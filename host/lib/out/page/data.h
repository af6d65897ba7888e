/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_DATA_H
#define GNO_PAGE_DATA_H

/*
 * The data of a page: one JSON object with a key for each part. A part that the run does not have
 * is absent. Each part below writes itself as a member of the open object of b->out; its faults go
 * to b->rc.
 */

#include "out/page/page.h"
#include "out/page/packed.h"
#include "out/json/json.h"

#define PAGE_FORMAT 1	  /* of the object: the page's program refuses another */
#define PAGE_PACK 65536	  /* rows in a string at most */
#define PAGE_SAMPLES 2048 /* of a pair of a node; of more, neighbours are added up */

struct page {
	struct builder b;
	const struct page_options *o;
	struct packed packed;
	struct page_messages *messages; /* that were read along with the report, or are read now */
	struct page_messages *own_messages; /* the latter */
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

/* Share of each interval, and of what is not known, in each column of the run: `overview`. */
void page_overview(struct page *p);
/* What happened, one by one, and how often in each period: `names`, `events`, `rates`. */
void page_events(struct page *p);
/* Intervals one by one: `spans`. */
void page_spans(struct page *p);
/* Stretches of which nothing is known: `losses`. */
void page_losses(struct page *p);
/* Counts of durations of each interval at each node: `durations`. */
void page_durations(struct page *p);
/* Ratio counters over the run: `samples`. */
void page_samples(struct page *p);
/* Messages one by one, and who sent how much to whom: `messages`; none without an event port. */
void page_messages(struct page *p);
/* How parallel the program was; NULL: there is no port. */
const struct parallel *page_messages_parallel(const struct page_messages *t);
/* Call trees: `calls`. */
void page_calls(struct page *p);
/* Processor time, and the longest path: `parallelism`; after page_messages. */
void page_parallelism(struct page *p);

#endif
