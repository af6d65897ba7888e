/* SPDX-License-Identifier: Apache-2.0 */
#include "clocks/answer.h"

#include <stdio.h>

#include "base/show.h"
#include "clocks/lock.h"

double clocks_answer_lock(const struct clocks_answer *a)
{
	const struct clocks_plan *p = a->plan;
	double worst = 0;

	for (size_t i = 0; i < p->count && a->has_loop; i++) {
		const double ratio =
		    clocks_lock(clocks_value(p->expected[i].duration) / a->tick, a->loop / a->tick,
				a->spread / a->tick, (double)p->most);

		worst = ratio > worst ? ratio : worst;
	}
	return worst;
}

const char *clocks_answer_name(const struct clocks_answer *a, size_t column, char *room,
			       size_t size)
{
	const char *name = a->counts->name[column];

	if (name)
		return base_show(name, room, size);
	snprintf(room, size, "%zu", column + 1);
	return room;
}
