/* SPDX-License-Identifier: Apache-2.0 */
#include "read/join.h"

const char *block_fault_name(enum block_fault fault)
{
	static const char *const names[] = {
	    [BLOCK_HEADLESS] = "without their first record",
	    [BLOCK_SHORT] = "short",
	    [BLOCK_CHANGED] = "of records that contradict each other",
	    [BLOCK_SUM] = "with counts that do not add up",
	    [BLOCK_REACH] = "with counts that cannot be",
	    [BLOCK_TIMES] = "with times that contradict their entries",
	    [BLOCK_ORDER] = "that contradict the one before",
	};

	return names[fault];
}

void block_join_fail(struct block_join *j, enum block_fault fault)
{
	j->faults[fault]++;
	j->skip = true;
	j->next = 0;
}

bool block_join_takes(struct block_join *j, unsigned first, bool same)
{
	if (first == 0) {
		if (j->next)
			block_join_fail(j, BLOCK_SHORT);
		j->skip = false;
		return true;
	}
	if (j->skip)
		return false;
	if (first != j->next) {
		block_join_fail(j, j->next ? BLOCK_SHORT : BLOCK_HEADLESS);
		return false;
	}
	if (!same)
		block_join_fail(j, BLOCK_CHANGED);
	return same;
}

void block_join_end(struct block_join *j)
{
	if (j->next)
		block_join_fail(j, BLOCK_SHORT);
}
