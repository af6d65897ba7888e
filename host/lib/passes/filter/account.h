/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FILTER_ACCOUNT_H
#define GNO_FILTER_ACCOUNT_H

/*
 * What a filter leaves out of each point and of each kind of records, and between which cycles
 * nothing of it is missing. Those of a stretch need no cycles: the trace says where it lies.
 */

#include "results/rows.h"
#include "run/filters.h"

/* What may become of a record that a rule leaves out. */
enum filter_class {
	FILTER_STAYS,	/* times, what is lost and when anything was collected are known by it */
	FILTER_STRETCH, /* others are read by it: nothing may be known of its cycle */
	FILTER_ALONE,
};

struct filter_accounts;

/* NULL: no memory. */
struct filter_accounts *filter_accounts_new(const struct gno_report *r);
void filter_accounts_free(struct filter_accounts *a);

/* Of a record, also of the kinds ratio, bucket, counter and segment. */
enum filter_class filter_accounts_class(const struct filter_accounts *a,
					const struct report_event *v);

/* Notes that it is kept, or left out. */
void filter_accounts_kept(struct filter_accounts *a, const struct report_event *v);
void filter_accounts_left_out(struct filter_accounts *a, const struct report_event *v,
			      bool in_stretch);

/* What the journal states of them; *out is the caller's (free). GNO_ERR_NOMEM. */
int filter_accounts_parts(const struct filter_accounts *a, struct gno_left_out **out,
			  size_t *count);

#endif
