/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points and intervals by the process that the event port named last (Carpenter's hybrid: events
 * from patterns, distinguished by what the program writes). Each process has intervals of its own:
 * an end that fires while a process runs belongs to the begin that fired last while the same
 * process ran.
 */
#include "passes/walk.h"
#include "common/util.h"

#include <stdlib.h>

/* An interval of a process that began and has not ended yet. */
struct open_hybrid {
	size_t process; /* place in the node's list */
	unsigned interval;
	uint64_t since;
	uint64_t own; /* clocks that the process had run at its begin */
};

int hybrid_begin(struct walk *w)
{
	open_begin(&w->hybrid.list);
	if (w->m->port.bus == GNO_BUS_NONE)
		return GNO_OK;
	w->n->port.none = calloc(w->r->points.points + 1, sizeof(*w->n->port.none));
	return w->n->port.none ? GNO_OK : GNO_ERR_NOMEM;
}

void hybrid_free(struct walk *w)
{
	open_free(&w->hybrid.list);
	free(w->hybrid.open);
}

static int begin_interval(struct walk *w, size_t process, unsigned interval, uint64_t time)
{
	struct report_process_interval *p = &w->n->port.process[process].interval[interval];
	struct walk_hybrid *h = &w->hybrid;
	const uint32_t at = open_add(&h->list, &p->newest, &h->open, sizeof(*h->open));

	if (at == OPEN_NONE)
		return GNO_ERR_NOMEM;
	h->open[at] = (struct open_hybrid){process, interval, time, port_ran(w, time)};
	p->depth++;
	return GNO_OK;
}

/* One from end to end. */
static int measure(struct report_process_interval *p, uint64_t since, uint64_t clocks)
{
	if (!p->durations)
		p->durations = calloc(1, sizeof(*p->durations));
	if (!p->durations)
		return GNO_ERR_NOMEM;
	longest_keep(p->longest, report_longest_kept(&p->stats), since, clocks);
	gno_stats_add(&p->stats, clocks);
	return gno_histogram_add(p->durations, clocks);
}

static int end_interval(struct walk *w, size_t process, unsigned interval, uint64_t time)
{
	struct report_process_interval *p = &w->n->port.process[process].interval[interval];
	struct walk_hybrid *h = &w->hybrid;
	const struct open_hybrid *open;

	if (!p->depth) {
		if (p->cut_open)
			p->cut_open--;
		else if (h->broken ||
			 (w->intervals.left_out && w->intervals.left_out[interval].from))
			p->cut++;
		else
			p->unmatched++;
		return GNO_OK;
	}
	open = &h->open[open_end(&h->list, &p->newest)];
	p->depth--;
	gno_stats_add(&p->own, port_ran(w, time) - open->own);
	return measure(p, open->since, time - open->since);
}

int hybrid_fire(struct walk *w, uint64_t time, int point)
{
	const size_t *turn = &w->load->turn[2 * (size_t)point];
	size_t process = w->port.process;
	int rc = GNO_OK;

	if (!w->n->port.none || w->rows)
		return GNO_OK;
	if (!w->port.known) { /* whose ends of intervals it may be is not known either */
		w->n->port.none[point]++;
		w->hybrid.broken = true;
		return GNO_OK;
	}
	w->n->port.process[process].count[point]++;
	for (size_t i = turn[0]; i < turn[1] && !rc; i++) {
		unsigned k = w->load->place[i];

		if (walk_is_left_out(w, k, time))
			continue;
		if (w->n->port.process[process].interval[k].depth || w->load->from[k] != point)
			rc = end_interval(w, process, k, time);
	}
	for (size_t i = turn[1]; i < turn[2] && !rc; i++)
		if (!walk_is_left_out(w, w->load->place[i], time))
			rc = begin_interval(w, process, w->load->place[i], time);
	return rc;
}

void hybrid_break(struct walk *w)
{
	struct walk_hybrid *h = &w->hybrid;

	for (uint32_t i = h->list.first; i != OPEN_NONE; i = h->list.link[i].after) {
		struct report_process_interval *p =
		    &w->n->port.process[h->open[i].process].interval[h->open[i].interval];

		p->cut++;
		p->cut_open++;
		p->depth--;
	}
	open_clear(&h->list);
	h->broken = true;
}

void hybrid_end(struct walk *w)
{
	struct walk_hybrid *h = &w->hybrid;

	for (uint32_t i = h->list.first; i != OPEN_NONE; i = h->list.link[i].after) {
		struct report_process_interval *p =
		    &w->n->port.process[h->open[i].process].interval[h->open[i].interval];
		const bool cut = walk_is_left_out(w, h->open[i].interval, w->n->end);

		p->cut += cut;
		p->unfinished += !cut;
	}
}
