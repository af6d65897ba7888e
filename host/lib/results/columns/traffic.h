/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_TRAFFIC_H
#define GNO_COLUMN_TRAFFIC_H

/* What is known of messages, between groups of processes or between single ones. */

#include "passes/messages/messages.h"
#include "passes/messages/overlap.h"
#include "results/columns/column.h"

/* How a number is distributed: struct gno_stats each. */
extern const struct column_list columns_spread;

/* How many messages wait, in so many cycles. */
struct columns_queue {
	const struct overlap *of;
	uint64_t cycles;
};

extern const struct column_list columns_queue;

/* Sends or receives without the other end. */
struct columns_alone {
	enum message_fate fate;
	enum message_reason reason;
	uint64_t count;
};

extern const struct column_list columns_alone;

/* Rows of the page, which draws single processes (documents.h). columns_page_alone has struct
 * columns_alone. */

struct columns_endpoint {
	const char *process, *node;
	unsigned number;
	const struct columns_queue *queue; /* NULL: nothing was sent to it */
};

/* What one process sent to another. */
struct columns_pair {
	size_t from, to; /* places in the list of processes */
	uint64_t messages, bytes, tachyons;
	const struct gno_stats *transit;
	struct columns_queue queue;
};

#endif
