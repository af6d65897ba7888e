/* SPDX-License-Identifier: Apache-2.0 */
/* The rounds of lines in their interrupt form: triggers when one begins and ends. */
#include "model.h"

enum { OWN = 1, LATE = 2, FULL = 4, KEPT = 8, REPORT = 16 };

/* cycles of a round before a time */
static uint64_t cycles_of(const struct model_round *round, uint64_t time)
{
	uint64_t to = time < round->ended ? time : round->ended;

	return to > round->began ? to - round->began : 0;
}

int rounds_edge(const struct model_plan *plan, uint64_t time, struct model_record *record)
{
	uint64_t paused = 0;

	for (size_t i = 0; i < plan->rounds; i++)
		paused += cycles_of(&plan->round[i], time);
	for (size_t i = 0; i < plan->rounds; i++) {
		const struct model_round *round = &plan->round[i];
		const bool begins = round->began == time;

		if (!begins && round->ended != time)
			continue;
		record->aux = (uint8_t)((round->state & OWN ? 1 : 0) << 4 |
					(round->state & LATE && !begins ? 1 : 0) << 5 |
					(round->state & FULL ? 1 : 0) << 6 |
					(round->state & KEPT && !begins ? 1 : 0) << 7);
		record->count = 2;
		record->word[0] = (uint32_t)paused;
		record->word[1] = (uint32_t)cycles_of(round, time);
		return (begins ? 1 : 2) + (round->state & REPORT ? 2 : 0);
	}
	return 0;
}
