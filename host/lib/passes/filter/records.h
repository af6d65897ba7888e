/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FILTER_RECORDS_H
#define GNO_FILTER_RECORDS_H

/* The records of a run on their way into another one, without those that rules leave out. */

#include "passes/filter/account.h"
#include "passes/filter/lane.h"
#include "passes/filter/rule.h"
#include "read/reader.h"

struct filter_node;
struct found;

struct filter_records {
	const struct gno_report *r;
	const struct filter_rule *keep, *drop; /* NULL: none */
	struct filter_accounts *accounts;
	struct filter_lane *lane; /* one a node */
	unsigned lanes;
	struct filter_node *node; /* one a node, too */
	struct found *found;	  /* what fired */
	int failed;		  /* a record could not be taken: */
	struct gno_err why;
	uint64_t stayed; /* of those kept: that the rules would have left out */
};

/*
 * Adds the passes to a go over all nodes of the run of `r`. The new files of their streams come
 * into `folder`, and are whole when the go is over. It fails with GNO_ERR_FORMAT where a stream is
 * damaged, and as files do. filter_records_close in any case. GNO_ERR_IO, GNO_ERR_NOMEM.
 */
int filter_records_add(struct filter_records *f, struct reader *reader, const char *folder,
		       struct gno_err *err);
void filter_records_close(struct filter_records *f);

#endif
