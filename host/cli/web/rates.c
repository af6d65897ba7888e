/* SPDX-License-Identifier: Apache-2.0 */
#include "web/rates.h"

#include <stdbool.h>

/* Whether a run can have grown so. */
static bool is_later(const struct rates_look *a, const struct rates_look *b)
{
	return a->cycle <= b->cycle && a->records <= b->records && a->events <= b->events &&
	       a->triggers <= b->triggers && a->lost <= b->lost;
}

void rates_look(struct rates *rates, const struct gno_report *r)
{
	if (rates->run != r->run->run)
		*rates = (struct rates){.run = r->run->run};
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_node *n = &r->node[k];
		const struct rates_look now = {n->end, n->records, n->events, n->triggers, n->lost};
		struct rates_node *x = &rates->node[k];

		if (!x->to.records || !is_later(&x->to, &now))
			x->from = (struct rates_look){.cycle = n->begin};
		else if (now.cycle > x->to.cycle)
			x->from = x->to;
		x->to = now;
	}
}
