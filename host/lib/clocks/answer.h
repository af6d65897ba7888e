/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOCKS_ANSWER_H
#define CLOCKS_ANSWER_H

/* What was asked of a clock, and the answer, which is one of three. */

#include <stdbool.h>
#include <stddef.h>

#include "clocks/estimate.h"
#include "clocks/plan.h"
#include "clocks/table.h"
#include "clocks/zero.h"

/* Times are in the user's unit. */
struct clocks_answer {
	double tick, confidence;
	bool has_loop;
	double loop, spread; /* mean and standard deviation of one loop */
	double part;	     /* of a duration, that one reading of it may be wrong; as a share */
	const struct clocks_plan *plan;
	const struct clocks_table *counts;
	const struct clocks_estimate *estimate; /* of each column of `counts` */
	const struct clocks_zero *zero;
};

/* The greatest ratio that a duration of the plan has (clocks/lock.h); 0: the loop is not known. */
double clocks_answer_lock(const struct clocks_answer *a);

/* The name of a column of the counts, or its number from 1 on, safe to print; in `room`. */
const char *clocks_answer_name(const struct clocks_answer *a, size_t column, char *room,
			       size_t size);

#endif
