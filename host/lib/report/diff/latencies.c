/* SPDX-License-Identifier: Apache-2.0 */
/* Latencies of messages: those of `gnomon messages`, by the names of their processes. */
#include <stdlib.h>
#include <string.h>

#include "analysis/traffic/traffic.h"
#include "common/util.h"
#include "report/diff/rows.h"

/* A latency of one run. */
struct latency {
	const char *name, *other; /* as in a row; other NULL: none */
	unsigned run;
	const struct traffic_spread *spread;
};

struct list {
	struct latency *latency; /* of both runs */
	size_t count;
};

static int by_name(const void *a, const void *b)
{
	const struct latency *x = a, *y = b;
	int order = x->other ? strcmp(x->other, y->other) : 0;

	order = order ? order : strcmp(x->name, y->name);
	return order ? order : (int)x->run - (int)y->run;
}

static bool is_same(const struct latency *a, const struct latency *b)
{
	return !strcmp(a->name, b->name) && (!a->other || !strcmp(a->other, b->other));
}

static void collect(const struct report_diff *d, enum diff_kind kind, struct list *out)
{
	out->count = 0;
	for (unsigned i = 0; i < 2; i++) {
		const struct traffic *t = d->traffic[i];
		const struct process_group *group = t->processes->group;

		for (size_t k = 0; k < t->routes && kind == DIFF_TRANSIT; k++)
			out->latency[out->count++] =
			    (struct latency){group[t->route[k].to].name,
					     group[t->route[k].from].name, i, &t->route[k].transit};
		for (size_t k = 0; k < t->receivers && kind != DIFF_TRANSIT; k++)
			out->latency[out->count++] = (struct latency){
			    group[t->receiver[k].group].name, NULL, i,
			    kind == DIFF_WAIT ? &t->receiver[k].wait : &t->receiver[k].blocked};
	}
	if (out->count)
		qsort(out->latency, out->count, sizeof(*out->latency), by_name);
}

/* One of one run, or of both. */
static int take(struct report_diff *d, enum diff_kind kind, const struct latency *of, size_t n)
{
	struct diff_durations side[2] = {{.n = 0}, {.n = 0}};
	const struct gno_histogram *h[2];
	struct diff_row *row;
	uint64_t all = 0;

	for (size_t i = 0; i < n; i++) {
		const unsigned run = of[i].run;

		h[run] = &of[i].spread->histogram;
		side[run] = (struct diff_durations){of[i].spread->stats, &h[run], 1};
		all += of[i].spread->stats.count;
	}
	if (!all && kind == DIFF_BLOCKED) /* programs need not write a receive_call */
		return GNO_OK;
	row = diff_add(d, kind, of->name, of->other);
	if (!row)
		return GNO_ERR_NOMEM;
	d->common += n == 2;
	diff_take_durations(d, row, side);
	return GNO_OK;
}

int diff_latencies(struct report_diff *d, struct gno_err *err)
{
	struct list list = {NULL, 0};
	size_t most = 1;
	int rc = GNO_OK;

	if (!feed_has_port(d->run[0]) || !feed_has_port(d->run[1]))
		return GNO_OK;
	for (unsigned i = 0; i < 2 && !rc; i++)
		rc = traffic_build(d->run[i], 0, UINT64_MAX, &d->traffic[i], err);
	if (rc)
		return rc;
	for (unsigned i = 0; i < 2; i++)
		most += d->traffic[i]->routes + d->traffic[i]->receivers;
	list.latency = calloc(most, sizeof(*list.latency));
	if (!list.latency)
		return gno_fail_nomem(err);
	for (enum diff_kind kind = DIFF_TRANSIT; kind <= DIFF_BLOCKED && !rc; kind++) {
		collect(d, kind, &list);
		for (size_t i = 0, n; i < list.count && !rc; i += n) {
			n = i + 1 < list.count && is_same(&list.latency[i], &list.latency[i + 1])
				? 2
				: 1;
			rc = take(d, kind, &list.latency[i], n);
		}
	}
	free(list.latency);
	return rc ? gno_fail_nomem(err) : GNO_OK;
}
