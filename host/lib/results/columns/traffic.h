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

#endif
