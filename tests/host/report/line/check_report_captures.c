/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The captures of a run, kept while it is walked: those of a run that grows, and of one that is
 * there, are what was written, and are listed without the trace.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "live_fixture.h"
#include "report_fixture.h"
#include "results/rows.h"
#include "tests/suite.h"

#define NODES 3
#define ROUNDS 12
#define GLOBAL 6 /* number of the trigger, as the writer has it */
#define CAUSE 0x10u
#define CURRENT 0x20u
#define KNOWN 0x40u
#define MOST 3000

static struct fix fix;
static struct tw w;
static struct growing g = {.w = &w};

/* What was written. */
static struct report_capture written[MOST];
static size_t captures;

static const struct gno_report_options options = {.columns = LIVE_COLUMNS, .samples = 10};

static unsigned rnd(unsigned n)
{
	return growing_random(&g, n);
}

static void send_capture(unsigned k, uint64_t time, struct report_captured *is)
{
	static const unsigned of_word[] = {0, KNOWN, KNOWN | CURRENT};
	const unsigned flags = rnd(2) * CAUSE | of_word[rnd(3)];
	const uint32_t words[] = {(uint32_t)time,
				  GNO_KIND_CAPTURE | k << 8 | GLOBAL << 16 | flags << 24,
				  flags & KNOWN ? rnd(1u << 31) : 0, 0};

	*is = (struct report_captured){
	    .there = true,
	    .cause = flags & CAUSE,
	    .known = flags & KNOWN,
	    .current = flags & CURRENT,
	    .word = words[2],
	};
	tw_words(&w, k, words, 4);
}

/* `count` captures of some of the nodes each, and `events` of each node in between, at most. */
static void write_run(size_t count, unsigned events)
{
	uint64_t time = 5;

	fix_begin(&fix, NODES);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	tw_begin(&w, NODES, 32, 0, 0);
	w.triggers = w.passive = 1;
	w.patterns[0] = &fix.file;
	memset(written, 0, sizeof(written));
	captures = 0;
	while (captures < count) {
		struct report_capture *c = &written[captures];
		bool any = false;

		time += 2 + rnd(20);
		c->time = time;
		for (unsigned k = 0; k < NODES; k++) {
			for (unsigned i = rnd(events + 1); i; i--)
				tw_event(&w, k, time - 1, 1, 0);
			if (rnd(4))
				send_capture(k, time, &c->node[k]);
			any |= c->node[k].there;
		}
		captures += any;
	}
	for (unsigned k = 0; k < NODES; k++)
		tw_flush(&w, k, time + 9);
	tw_write(&w);
	growing_start(&g);
	for (unsigned k = 0; k < NODES; k++)
		growing_put(&g, k, 0, 0, false);
}

/* The list of a report has the first `count` that were written, and no others. */
static void check_list(const struct gno_report *r, size_t count)
{
	static struct report_capture c;
	struct report_captures *list;
	struct gno_err err;
	int rc;

	ck_assert(!report_captures_open(r, &list, &err));
	for (size_t i = 0; i < count; i++) {
		ck_assert_int_eq(report_captures_next(list, &c, &err), 1);
		ck_assert_uint_eq(c.time, written[i].time);
		for (unsigned k = 0; k < NODES; k++) {
			const struct report_captured *is = &c.node[k], *was = &written[i].node[k];

			ck_assert(is->there == was->there && is->cause == was->cause &&
				  is->known == was->known && is->current == was->current);
			ck_assert_uint_eq(is->word, was->word);
		}
	}
	rc = report_captures_next(list, &c, &err);
	ck_assert_int_eq(rc, 0);
	report_captures_close(list);
}

START_TEST(test_captures_are_those_written)
{
	struct gno_report *r = NULL;
	struct gno_err err;

	g.seed = (uint32_t)_i + 1;
	g.sizes = true;
	write_run(_i ? 300 + rnd(1000) : 5, 3);
	growing_all(&g);
	growing_end(&g);
	ck_assert_msg(!gno_report_build(w.dir, &options, &r, &err), "%s", err.text);
	check_list(r, captures);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* In pieces, with reports in between; each is compared with a rebuilt one. */
START_TEST(test_captures_of_a_growing_run)
{
	g.seed = (uint32_t)_i + 1;
	g.sizes = _i % 2;
	write_run(200, 3);
	live_follow(&g, &options);
	tw_end(&w);
}
END_TEST

/* Reports before the end leave the list as it is, and the last one does not read the trace. */
START_TEST(test_captures_are_read_once)
{
	unsigned long long before, trace = 0;
	struct gno_report *r = NULL;
	struct report_live *l;
	struct gno_err err;

	g.seed = 3;
	g.sizes = true;
	g.most = 20000;
	write_run(1000, 200);
	for (unsigned k = 0; k < NODES; k++)
		trace += w.node[k].len;
	l = live_open(&g, &options);
	while (growing_step(&g)) {
		live_go_on(l);
		live_compare(l, &g, &options);
	}
	growing_end(&g);
	live_go_on(l);
	ck_assert_msg(!report_live_end(l, &r, &err), "%s", err.text);
	report_live_close(l);
	before = live_bytes_read();
	check_list(r, captures);
	ck_assert_uint_lt(live_bytes_read() - before, trace / 10);
	gno_report_free(r);
	tw_end(&w);
	g.most = 0;
}
END_TEST

int main(void)
{
	return run_tests("report captures", NULL, NULL,
			 TESTS({test_captures_are_those_written, ROUNDS},
			       {test_captures_of_a_growing_run, ROUNDS},
			       {test_captures_are_read_once}));
}
