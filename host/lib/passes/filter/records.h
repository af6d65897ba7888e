/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FILTER_RECORDS_H
#define GNO_FILTER_RECORDS_H

/* The records of a run on their way into another one, without those that rules leave out. */

#include "passes/filter/account.h"
#include "passes/filter/lane.h"
#include "passes/filter/rule.h"

struct filter_node;

struct filter_records {
	const struct gno_report *r;
	const struct filter_rule *keep, *drop; /* NULL: none */
	struct filter_accounts *accounts;
	struct filter_lane *lane; /* one a node */
	unsigned lanes;
	struct filter_node *node; /* one a node, too */
	uint64_t stayed;	  /* of those kept: that the rules would have left out */
};

/* Begins with the first record of the streams of `trace`, which is of the run of `r`; their new
 * files come into `folder`. filter_records_close in any case. GNO_ERR_IO, GNO_ERR_NOMEM. */
int filter_records_open(struct filter_records *f, struct gno_trace *trace, const char *folder,
			struct gno_err *err);
void filter_records_close(struct filter_records *f);

/*
 * Takes a record that fired, with those of its node that come before it. GNO_ERR_STATE: it is not
 * in the stream. GNO_ERR_FORMAT: the stream is damaged. Or as gno_stream_read fails, and as files
 * do.
 */
int filter_records_take(struct filter_records *f, const struct report_event *v,
			struct gno_err *err);

/* Takes what is left, and writes the files. Likewise. */
int filter_records_end(struct filter_records *f, struct gno_err *err);

#endif
