/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_SAMPLES_SHOW_H
#define GNOMON_CLI_SAMPLES_SHOW_H

/* How `gnomon samples` prints its three answers. */

#include "clocks/estimate.h"
#include "clocks/plan.h"
#include "clocks/table.h"
#include "clocks/zero.h"

/* What was asked besides. Times are in the user's unit. */
struct samples_ask {
	double tick, confidence;
	bool has_loop;
	double loop, spread;
	double part; /* of --part, as a share */
};

void samples_plan_text(const struct samples_ask *ask, const struct clocks_plan *p);
void samples_plan_json(const struct samples_ask *ask, const struct clocks_plan *p);

/* `e` has an estimate for each column. */
void samples_counts_text(const struct samples_ask *ask, const struct clocks_table *t,
			 const struct clocks_estimate *e);
void samples_counts_json(const struct samples_ask *ask, const struct clocks_table *t,
			 const struct clocks_estimate *e);

void samples_zero_text(const struct samples_ask *ask, const struct clocks_zero *z);
void samples_zero_json(const struct samples_ask *ask, const struct clocks_zero *z);

#endif
