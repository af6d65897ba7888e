/* SPDX-License-Identifier: Apache-2.0 */
/* Latencies of messages: those of `gnomon messages`, by the names of their processes. */
#include <stdlib.h>
#include <string.h>

#include "passes/messages/places.h"
#include "passes/messages/traffic.h"
#include "common/util.h"
#include "results/diff/rows.h"

/* A latency of one run. */
struct latency {
	const char *name, *other; /* as in a row; other NULL: none */
	unsigned run;
	uint64_t key;
	const struct traffic_spread *spread;
};

struct list {
	struct latency *latency; /* of both runs, of one kind */
	size_t count;
	struct diff_scores *scores; /* one a row, of all kinds */
	size_t rows, first;	    /* rows of latencies, and the first of them */
	struct places row[2];	    /* of each run: which row a latency is in, by its key */
};

/* What a latency is of: the groups of its processes. */
static uint64_t key_of(enum diff_kind kind, unsigned from, unsigned to)
{
	return ((uint64_t)kind * PROCESS_GROUPS_MAX + from) * PROCESS_GROUPS_MAX + to;
}

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

		for (size_t k = 0; k < t->routes && kind == DIFF_TRANSIT; k++) {
			const struct traffic_route *v = &t->route[k];

			out->latency[out->count++] =
			    (struct latency){group[v->to].name, group[v->from].name, i,
					     key_of(kind, v->from, v->to), &v->transit};
		}
		for (size_t k = 0; k < t->receivers && kind != DIFF_TRANSIT; k++) {
			const struct traffic_receiver *v = &t->receiver[k];

			out->latency[out->count++] = (struct latency){
			    group[v->group].name, NULL, i, key_of(kind, 0, v->group),
			    kind == DIFF_WAIT ? &v->wait : &v->blocked};
		}
	}
	if (out->count)
		qsort(out->latency, out->count, sizeof(*out->latency), by_name);
}

/* One of one run, or of both. */
static int add_latency(struct report_diff *d, struct list *list, enum diff_kind kind,
		       const struct latency *of, size_t n)
{
	struct diff_durations side[2] = {{.numbers.n = 0}, {.numbers.n = 0}};
	const struct gno_histogram *h[2];
	struct diff_row *row;
	uint64_t all = 0;

	for (size_t i = 0; i < n; i++) {
		const unsigned run = of[i].run;

		h[run] = &of[i].spread->histogram;
		side[run] = (struct diff_durations){of[i].spread->stats,
						    of[i].spread->stats.count * of[i].spread->bound,
						    {&h[run], 1}};
		all += of[i].spread->stats.count;
	}
	if (!all && kind == DIFF_BLOCKED) /* programs need not write a receive_call */
		return GNO_OK;
	for (size_t i = 0; i < n; i++) {
		size_t place = list->rows;

		if (places_find(&list->row[of[i].run], of[i].key, &place) < 0)
			return GNO_ERR_NOMEM;
	}
	row = diff_add(d, kind, of->name, of->other);
	if (!row)
		return GNO_ERR_NOMEM;
	d->common += n == 2;
	return diff_take_durations(row, side, &list->scores[list->rows++]);
}

/* The rows of all kinds, without their scores. */
static int take_all(struct report_diff *d, struct list *list)
{
	for (enum diff_kind kind = DIFF_TRANSIT; kind <= DIFF_BLOCKED; kind++) {
		collect(d, kind, list);
		for (size_t i = 0, n; i < list->count; i += n) {
			const struct latency *v = &list->latency[i];

			n = i + 1 < list->count && is_same(v, v + 1) ? 2 : 1;
			if (add_latency(d, list, kind, v, n))
				return GNO_ERR_NOMEM;
		}
	}
	return GNO_OK;
}

/* Adds a time of a message to its row. */
static int score(struct list *list, unsigned run, enum diff_kind kind, unsigned from, unsigned to,
		 uint64_t cycles)
{
	size_t place = list->rows;

	if (places_find(&list->row[run], key_of(kind, from, to), &place) < 0)
		return GNO_ERR_NOMEM;
	if (place < list->rows && list->scores[place].rank)
		diff_scores_add(&list->scores[place], run, cycles);
	return GNO_OK;
}

/* The times of a message that traffic.h counts, too. */
static int score_message(const struct traffic *t, struct list *list, unsigned run,
			 const struct message *m)
{
	size_t place[2];
	unsigned from, to;
	int rc = GNO_OK;

	if (processes_find(t->processes, m->sent.node, m->sent.process, &place[0]) ||
	    processes_find(t->processes, m->received.node, m->received.process, &place[1]))
		return GNO_ERR_NOMEM;
	from = t->processes->process[place[0]].group;
	to = t->processes->process[place[1]].group;
	if (m->called)
		rc = score(list, run, DIFF_BLOCKED, 0, to, message_blocked(t->r, m));
	if (rc || !message_is_timed(m))
		return rc;
	rc = score(list, run, DIFF_TRANSIT, from, to, message_cycles(t->r, m));
	return rc ? rc : score(list, run, DIFF_WAIT, 0, to, message_waited(t->r, m));
}

/* Adds the times of all messages of a run, in the order of their receives. */
static int read_run(const struct report_diff *d, unsigned run, struct list *list,
		    struct gno_err *err)
{
	struct messages *l = NULL;
	const struct message *m;
	int rc = messages_open(d->run[run], &l, err);

	while (!rc && (rc = messages_next(l, &m, err)) > 0) {
		rc = GNO_OK;
		if (m->fate == MESSAGE_MATCHED && score_message(d->traffic[run], list, run, m))
			rc = gno_fail_nomem(err);
	}
	messages_close(l);
	return rc;
}

/* Rows of `most` latencies of each kind at most. */
static int compare(struct report_diff *d, size_t most, struct gno_err *err)
{
	struct list list = {.first = d->rows};
	bool any = false;
	int rc;

	list.latency = calloc(most, sizeof(*list.latency));
	list.scores = calloc(3 * most, sizeof(*list.scores));
	rc = !list.latency || !list.scores || take_all(d, &list) ? gno_fail_nomem(err) : GNO_OK;
	for (size_t i = 0; i < list.rows; i++)
		any = any || list.scores[i].rank;
	for (unsigned i = 0; i < 2 && any && !rc; i++)
		rc = read_run(d, i, &list, err);
	for (size_t i = 0; i < list.rows; i++) {
		if (!rc)
			diff_judge_durations(d, &d->row[list.first + i], &list.scores[i]);
		diff_scores_free(&list.scores[i]);
	}
	for (unsigned i = 0; i < 2; i++)
		places_free(&list.row[i]);
	free(list.scores);
	free(list.latency);
	return rc;
}

int diff_latencies(struct report_diff *d, struct gno_err *err)
{
	size_t most = 1;
	int rc = GNO_OK;

	if (!reader_has_port(d->run[0]->m) || !reader_has_port(d->run[1]->m))
		return GNO_OK;
	for (unsigned i = 0; i < 2 && !rc; i++)
		rc = traffic_build(d->run[i], 0, UINT64_MAX, &d->traffic[i], err);
	if (rc)
		return rc;
	for (unsigned i = 0; i < 2; i++)
		most += d->traffic[i]->routes + d->traffic[i]->receivers;
	return compare(d, most, err);
}
