/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same program on nodes in another order, so that its records come from other streams and those
 * of one cycle in another order: messages and call trees are the same.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "out/json/analyses.h"
#include "passes/calls/calls.h"
#include "message_fixture.h"
#include "tests/suite.h"

#define NODES 3
#define STEPS 120
#define END 2000

static struct fix fix;
static struct tw w;
static uint32_t state;

static unsigned draw(unsigned below)
{
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % below;
}

/* Any order but that of the numbers. */
static void choose_order(unsigned place[NODES])
{
	static const unsigned orders[][NODES] = {
	    {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

	memcpy(place, orders[draw(5)], sizeof(orders[0]));
}

/* -- messages -- */

/*
 * Processes that send each other numbered messages, several in one cycle; node k has process k + 1
 * only, and its writes go to node place[k]. Some are never received, some in a gap.
 */
static void write_messages(const unsigned place[NODES])
{
	uint64_t time = 10;

	mf_begin(&w, NODES, 2);
	for (unsigned i = 0; i < STEPS; i++, time += draw(4)) {
		const unsigned from = draw(NODES), to = (from + 1 + draw(NODES - 1)) % NODES;
		const unsigned connection = draw(3), late = draw(3);
		const uint64_t received = time + late;
		struct mf_write v = {.node = place[from],
				     .process = from + 1,
				     .time = time,
				     .page = SEND,
				     .connection = connection,
				     .sequence = i,
				     .bytes = draw(50)};

		mf_put(&w, &v);
		if (draw(40) == 0)
			tw_gap(&w, place[to], received, received + 2, 1);
		else if (draw(12)) {
			v.node = place[to];
			v.process = to + 1;
			v.page = RECEIVE;
			v.time = received;
			mf_put(&w, &v);
		}
		time = received + 3;
	}
}

/* By all that does not name a node. */
static int compare_messages(const void *a, const void *b)
{
	const struct message *x = a, *y = b;

	if (x->sequence != y->sequence)
		return x->sequence < y->sequence ? -1 : 1;
	return (int)x->fate - (int)y->fate;
}

static bool is_same_end(const struct message_end *a, const struct message_end *b,
			const unsigned place[NODES])
{
	return a->time == b->time && a->process == b->process && a->bytes == b->bytes &&
	       b->node == place[a->node];
}

static void expect_same_message(const struct message *a, const struct message *b,
				const unsigned place[NODES])
{
	ck_assert_uint_eq(a->sequence, b->sequence);
	ck_assert_uint_eq(a->connection, b->connection);
	ck_assert_int_eq(a->fate, b->fate);
	ck_assert_int_eq(a->reason, b->reason);
	ck_assert(a->tachyon == b->tachyon);
	if (a->fate == MESSAGE_MATCHED || a->fate == MESSAGE_SEND_ALONE)
		ck_assert(is_same_end(&a->sent, &b->sent, place));
	if (a->fate != MESSAGE_SEND_ALONE)
		ck_assert(is_same_end(&a->received, &b->received, place));
}

static struct message *all_messages(const unsigned place[NODES], size_t *count)
{
	struct message_counts counts;
	struct gno_report *r;
	struct message *all;

	state = (uint32_t)*count;
	write_messages(place);
	r = mf_look(&w, END);
	all = mf_messages(r, count, &counts);
	qsort(all, *count, sizeof(*all), compare_messages);
	gno_report_free(r);
	tw_end(&w);
	return all;
}

START_TEST(test_shuffled_messages)
{
	static const unsigned in_order[NODES] = {0, 1, 2};
	size_t n = 1 + (size_t)_i, m = n, matched = 0;
	struct message *all, *other;
	unsigned place[NODES];

	state = 77 * (uint32_t)n;
	choose_order(place);
	all = all_messages(in_order, &n);
	other = all_messages(place, &m);
	ck_assert_uint_eq(n, m);
	for (size_t i = 0; i < n; i++) {
		expect_same_message(&all[i], &other[i], place);
		matched += all[i].fate == MESSAGE_MATCHED;
	}
	ck_assert(matched > 10 && matched < n);
	free(all);
	free(other);
}
END_TEST

/* -- call trees -- */

static void write_calls(uint32_t seed, const unsigned place[NODES])
{
	fix_begin(&fix, NODES);
	fix_called(&fix, "a", 2, 3);
	fix_called(&fix, "b", 4, 5);
	fix_called(&fix, "c", 6, 7);
	tw_begin(&w, NODES, 32, 0, 0);
	w.port = 2;
	w.patterns[0] = &fix.file;
	for (unsigned k = 0; k < NODES; k++) {
		uint64_t time = 10;
		unsigned process = 1;

		state = seed + 1000 * k;
		for (unsigned i = 0; i < STEPS; i++, time += 1 + draw(5)) {
			const unsigned what = draw(12);

			if (what == 0) {
				process = 1 + draw(2);
				mf_process(&w, place[k], process, time);
			} else if (what == 1 && draw(4) == 0) {
				tw_gap(&w, place[k], time, time + 3, 2);
				time += 3;
			} else {
				tw_event(&w, place[k], time, 2 + draw(6), 0);
			}
		}
		tw_flush(&w, place[k], END);
	}
	tw_write(&w);
}

/* The call trees of a node, without its name. */
static json_t *trees_of(unsigned node)
{
	struct calls_options o = {.to = UINT64_MAX};
	struct gno_report *r;
	struct calls *c;
	struct gno_err err;
	json_t *root, *v;
	char name[16];
	size_t i;
	FILE *f;

	snprintf(name, sizeof(name), "core%u", node);
	o.node = name;
	ck_assert_msg(!gno_report_look(w.dir, &r, &err), "%s", err.text);
	ck_assert_msg(!calls_make(r, &o, &c, &err), "%s", err.text);
	f = json_begin();
	ck_assert(!calls_json(c, f, &err));
	root = json_end(f);
	ck_assert(json_array_size(json_object_get(root, "processes")) > 0);
	json_array_foreach(json_object_get(root, "processes"), i, v)
	{
		ck_assert_str_eq(json_string_value(json_object_get(v, "node")), name);
		json_object_del(v, "node");
	}
	json_array_foreach(json_object_get(root, "nodes"), i, v) json_object_del(v, "node");
	calls_free(c);
	gno_report_free(r);
	return root;
}

START_TEST(test_shuffled_calls)
{
	static const unsigned in_order[NODES] = {0, 1, 2};
	const uint32_t seed = 1 + (uint32_t)_i;
	unsigned place[NODES];
	json_t *trees[NODES];

	write_calls(seed, in_order);
	for (unsigned k = 0; k < NODES; k++)
		trees[k] = trees_of(k);
	tw_end(&w);
	state = 77 * seed;
	choose_order(place);
	write_calls(seed, place);
	for (unsigned k = 0; k < NODES; k++) {
		json_t *other = trees_of(place[k]);

		ck_assert_msg(json_equal(trees[k], other), "%s\nand\n%s", json_dumps(trees[k], 0),
			      json_dumps(other, 0));
		ck_assert(!json_equal(trees[k], trees[(k + 1) % NODES]));
		json_decref(other);
	}
	for (unsigned k = 0; k < NODES; k++)
		json_decref(trees[k]);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("shuffled", NULL, NULL,
			 TESTS({test_shuffled_messages, 30}, {test_shuffled_calls, 30}));
}
