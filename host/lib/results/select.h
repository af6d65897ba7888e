/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_SELECT_H
#define GNO_REPORT_SELECT_H

/* A part of the events of a run: of some nodes, points and kinds, and between two cycles. */

#include "results/rows.h"

struct report_select {
	const char *node, *point; /* lists of names with commas; NULL: all */
	unsigned kinds;		  /* bits of report_event.kind */
	uint64_t from, to;	  /* both included */
};

/* Whether all nodes and points that it names can be there. GNO_ERR_ARG. */
int report_select_check(const struct report_select *s, const struct gno_report *r,
			struct gno_err *err);

/* That the run has not ended before a cycle from which on something is requested. While it is
 * followed it may still come. GNO_ERR_ARG. */
int report_check_from(const struct gno_report *r, uint64_t from, struct gno_err *err);
/* Whether the run has a cycle. */
bool report_has_cycle(const struct gno_report *r, uint64_t cycle);
/* GNO_ERR_ARG, and the words for it. */
int report_no_cycle(const struct gno_report *r, uint64_t cycle, struct gno_err *err);

bool report_select_node(const struct report_select *s, const struct gno_report *r, unsigned node);

/* Whether an event is of the nodes and points. */
bool report_select_named(const struct report_select *s, const struct gno_report *r,
			 const struct report_event *v);

#define REPORT_LACKS 200 /* bytes for the words of what a run lacks */

/* The nodes that are selected (NULL: of all) whose records may be missing, in words; NULL: none. */
const char *report_lossy(const struct gno_report *r, const struct report_select *s,
			 char buf[REPORT_LACKS]);
/* Likewise, and that the run was filtered; NULL: it lacks nothing. */
const char *report_lacks(const struct gno_report *r, const struct report_select *s,
			 char buf[REPORT_LACKS]);

/* Whether an event is in it. */
static inline bool report_select_event(const struct report_select *s, const struct gno_report *r,
				       const struct report_event *v)
{
	const uint64_t time = common_time(r->boards, v->node, v->record.time);

	return s->kinds >> v->kind & 1 && time >= s->from && time <= s->to &&
	       ((!s->node && !s->point) || report_select_named(s, r, v));
}

#endif
