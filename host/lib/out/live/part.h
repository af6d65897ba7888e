/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_LIVE_PART_H
#define GNO_LIVE_PART_H

/* Events, intervals and losses of a part of a run, read where they lie. */

#include "out/page/data.h"
#include "out/page/names.h"

struct live_event {
	uint64_t time;
	uint32_t name; /* place in the names */
	uint32_t node;
};

struct live_part {
	struct page *p; /* p->o: the cycles, which live_part_write may make fewer, and how many
			   events */
	struct page_names *names;
	bool newest; /* of more events the last ones, else the first ones */
	struct live_event *event;
	size_t events, first; /* from the first one on, around the end of the list */
	uint64_t from, to;    /* all that there is of these cycles is shown */
	bool cut;
};

/* Reads the events and writes `events`, `spans`, `open` and `losses`; names that are new are added.
 * Faults go to p->b.rc. */
void live_part_write(struct live_part *v);
void live_part_free(struct live_part *v);

#endif
