/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_NAMES_H
#define GNO_PAGE_NAMES_H

/* Names of events by number: the points of the report first, then what has none, as it comes. */

#include "results/rows.h"

struct page_names {
	char **text;
	const char **kind; /* "event", "write", ... */
	size_t names;
	uint32_t *place[REPORT_EVENT_KINDS]; /* by code: the number plus one; NULL: none yet */
};

/* GNO_ERR_NOMEM; to be freed in any case. */
int page_names_begin(struct page_names *n, const struct gno_report *r);
/* The place of an event's name; SIZE_MAX: no memory. */
size_t page_name_of(struct page_names *n, const struct gno_report *r, const struct report_event *v);
/* The same in two steps, where page_name_of had an event of that name before: a number that holds
 * without the names, and the place of it; SIZE_MAX: there was none. */
uint64_t page_name_number(const struct gno_report *r, const struct report_event *v);
size_t page_name_at(const struct page_names *n, const struct gno_report *r, uint64_t number);
void page_names_free(struct page_names *n);

#endif
