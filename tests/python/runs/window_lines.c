/* SPDX-License-Identifier: Apache-2.0 */
#include "window_lines.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define NODES 2
#define LOCAL 2	     /* nodes with a local store, a bit each */
#define BOTH_LOSE 40 /* one in so many rounds begins in a loss of both nodes */
#define ONE_LOSES 60 /* one in so many events is in a loss of its node */
#define LONG 300     /* rounds of a long run with few of them */
#define STEP 30	     /* cycles from an event to the next, on the average */
#define NOT_A_CYCLE UINT64_MAX

struct round {
	uint64_t from, to; /* its first cycle, and the one after its last */
	uint64_t paused;   /* cycles of the rounds before it */
	uint64_t lost_to;  /* both nodes record nothing from its begin up to there; 0: they do */
	bool report;
	unsigned state[NODES]; /* of its end (tw_line) */
};

static struct round *round_list;
static unsigned rounds;

static unsigned draw(unsigned most)
{
	return (unsigned)rand() % most;
}

static void make_rounds(unsigned count, unsigned events)
{
	uint64_t time = 60, paused = 0;

	rounds = count;
	round_list = calloc(count, sizeof(*round_list));
	ck_assert_ptr_nonnull(round_list);
	for (unsigned i = 0; i < count; i++) {
		struct round *r = &round_list[i];

		r->from = time += 10 + draw(2 * STEP * events);
		r->to = time += 1 + draw(draw(4) ? 40 : 4000);
		r->paused = paused;
		paused += r->to - r->from;
		r->report = draw(3) == 0;
		for (unsigned k = 0; k < NODES; k++)
			r->state[k] = draw(8) ? 0 : draw(r->report && LOCAL >> k & 1 ? 16 : 4);
		if (i && !draw(BOTH_LOSE))
			r->lost_to = r->from + draw(6000);
		time++;
	}
}

/* The cycle in which round `at` / 2 begins, or ends. */
static uint64_t change(unsigned at)
{
	const struct round *r = &round_list[at / 2];

	return at == 2 * rounds ? NOT_A_CYCLE : at % 2 ? r->to : r->from;
}

static void put_change(struct tw *t, unsigned node, unsigned at)
{
	const struct round *r = &round_list[at / 2];
	const bool ends = at % 2;
	const unsigned number = (r->report ? TW_REPORT_BEGAN : TW_BEGAN) + ends;
	const uint64_t length = ends ? r->to - r->from : 0;

	tw_line(t, node, change(at), number, r->state[node] & (ends ? 15 : 5), r->paused + length,
		length);
}

/* A node records nothing from one cycle to another, both included; *at: its next change then. */
static void lose(struct tw *t, unsigned node, uint64_t from, uint64_t to, unsigned *at)
{
	tw_gap(t, node, from, to, 3);
	while (change(*at) <= to)
		++*at;
}

/* All changes up to a cycle: the next one in which nothing is recorded yet, before the next. */
static uint64_t put_changes(struct tw *t, unsigned node, uint64_t time, unsigned *at)
{
	while (change(*at) <= time) {
		const uint64_t from = change(*at);
		const uint64_t to = *at % 2 ? 0 : round_list[*at / 2].lost_to;

		if (to) /* not up to the same cycle at both nodes */
			lose(t, node, from, to + node, at);
		else
			put_change(t, node, (*at)++);
		if (time <= (to ? to + node : from))
			time = (to ? to + node : from) + 1;
	}
	return time;
}

static void put_node(struct tw *t, unsigned node)
{
	const uint64_t end = round_list[rounds - 1].to + 10000;
	uint64_t time = 5;
	unsigned at = 0;

	while (time < end) {
		time = put_changes(t, node, time + 1 + draw(2 * STEP), &at);
		if (!draw(ONE_LOSES)) {
			const uint64_t to = time + draw(draw(3) ? 50 : 5000);

			lose(t, node, time, to, &at);
			time = to;
		} else {
			tw_event(t, node, time, 1 + draw(3), 0);
		}
	}
	tw_flush(t, node, time + 100);
}

void window_lines_write(struct tw *t, struct fix *f, unsigned count, unsigned events)
{
	static const char *const name[] = {"capture_began", "capture_ended", "report_began",
					   "report_ended"};

	fix_begin(f, NODES);
	fix_point(f, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(f, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_point(f, "c", GNO_PATTERN_EVENT, 3, RECORD);
	for (unsigned i = 0; i < sizeof(name) / sizeof(*name); i++)
		fix_point(f, name[i], GNO_PATTERN_TRIGGER, TW_BEGAN + i, RECORD);
	fix_interval(f, "work", "a", "b");
	fix_interval(f, "round", "capture_began", "capture_ended");
	fix_interval(f, "report", "report_began", "report_ended");
	tw_begin(t, NODES, draw(2) ? 32 : 20, 0, 0);
	t->triggers = t->interrupt = t->report = 1;
	t->local = LOCAL;
	t->patterns[0] = &f->file;
	make_rounds(count, events);
	for (unsigned k = 0; k < NODES; k++)
		put_node(t, k);
	tw_write(t);
	free(round_list);
}

void window_lines_write_long(struct tw *t, struct fix *f, unsigned seed)
{
	srand(seed);
	window_lines_write(t, f, LONG, 400);
	printf("few-rounds %s\n", t->dir);
	window_lines_write(t, f, 50 * LONG, 8);
	printf("many-rounds %s\n", t->dir);
}
