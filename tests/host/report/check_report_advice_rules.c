/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each rule of the advice is provoked by what a monitor would have sent, and once more it is not:
 * by a trace that differs in as little as possible. All rules that have something to say are
 * compared, so no rule speaks of what another one is about.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "rounds_fixture.h"
#include "tests/suite.h"
#include "units_fixture.h"

/* -- runs of two nodes: point a, then point b, and an interval between them -- */

struct plan {
	unsigned a, b;	    /* nodes that come there, a bit each */
	unsigned gap, full; /* nodes with a gap, as the ring was busy or the buffer full */
	bool garbage;	    /* 8 bytes of core1 that are no record */
	unsigned open;	    /* nodes without a flush */
	const char *state;  /* in run.json */
	size_t missing;	    /* bytes of core0 that run.json counts and the file lacks */
	bool until;	    /* the run waits for b at both nodes */
	bool off;	    /* nothing is collected before b */
};

static void write_two(const struct plan *p)
{
	static const uint32_t garbage[] = {0xffffffff, 0xffffffff};

	fix_begin(&fix, 2);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD | (p->off ? 1u << GNO_ACT_START : 0));
	fix_interval(&fix, "work", "a", "b");
	fix.file.collect = !p->off;
	fix.file.until = p->until ? 1 : -1;
	fix.until_on[0] = fix.until_on[1] = p->until;
	tw_begin(&w, 2, 32, 0, 0);
	w.patterns[0] = &fix.file;
	for (unsigned k = 0; k < 2; k++) {
		if (p->a >> k & 1)
			tw_event(&w, k, 10, 1, 0);
		if (p->b >> k & 1)
			tw_event(&w, k, 30, 2, 0);
		if (p->gap >> k & 1)
			tw_gap(&w, k, 40, 60, 4);
		if (p->full >> k & 1)
			tw_gap_full(&w, k, 40, 60, 4);
		if (p->garbage && k)
			tw_words(&w, k, garbage, 2);
		if (!(p->open >> k & 1))
			tw_flush(&w, k, 100);
	}
	if (p->state)
		w.state = p->state;
	w.size = p->missing ? w.node[0].len + p->missing : 0;
	tw_write(&w);
}

static const struct {
	struct plan plan;
	const char *rules;
} two[] = {
    {{.a = 3, .b = 3}, ""},
    {{.a = 3, .b = 3, .gap = 2}, "lost-fifo"},
    {{.a = 3, .b = 3, .full = 2}, "lost-buffer"},
    {{.a = 3, .b = 3, .garbage = true}, "holes"},
    {{.a = 3, .b = 3, .open = 2}, "no-end"},
    {{.a = 3, .b = 3, .open = 2, .state = "running"}, "no-end"},
    {{.a = 3, .b = 3, .state = "running"}, ""},
    {{.a = 3, .b = 3, .missing = 16}, "no-end"},
    /* no record of a, although each would be there; its end then has no begin */
    {{.b = 3}, "never-hit,one-ended"},
    {{.b = 3, .gap = 1}, "lost-fifo,one-ended"},
    {{.b = 3, .off = true}, ""},
    {{.a = 1, .b = 3}, ""},
    {{.a = 3}, "never-hit,one-ended"},
    {{.a = 3, .b = 1}, ""},
    {{.a = 1, .b = 2}, "one-ended"},
    {{.a = 3, .b = 3, .until = true}, ""},
    {{.a = 3, .b = 1, .until = true}, "until"},
    /* it may have been lost */
    {{.a = 3, .b = 1, .until = true, .gap = 2}, "lost-fifo"},
};

START_TEST(test_two)
{
	struct gno_report *r;

	write_two(&two[_i].plan);
	r = report_of(&w, NULL);
	ck_assert_str_eq(rules_of(r), two[_i].rules);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A stream that was cut off has no end, be it cut within its flush record or behind that, where the
 * flush's sample would be. The record in which it ends is no damage. */
START_TEST(test_cut)
{
	const struct plan whole = {.a = 3, .b = 3, .missing = 16};
	struct gno_report *r;
	char wanted[64], *text;

	write_two(&whole);
	w.node[0].len -= (size_t)_i;
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert(!r->node[0].flushed && r->node[1].flushed);
	ck_assert_str_eq(rules_of(r), "no-end");
	snprintf(wanted, sizeof(wanted), "its trace was cut off, %d bytes are missing", 16 + _i);
	text = text_of(r, false);
	ck_assert_ptr_nonnull(strstr(text, wanted));
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* -- a node with local store, and rounds of the line that empties it -- */

static const struct {
	unsigned lost, late, kept; /* nodes; core1 and core2 have a local store */
	const char *rules;
} stores[] = {
    {0, 0, 0, ""},     {2, 0, 0, "lost-store"}, {1, 0, 0, "lost-fifo"},
    {0, 4, 0, "late"}, {0, 0, 2, "kept"},	{0, 1, 4, "late,kept"},
};

START_TEST(test_stores)
{
	struct gno_report *r;

	rounds_begin_report(32, false);
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		event[k][5] = 1;
		event[k][10] = 2;
		if (stores[_i].lost >> k & 1)
			rounds_lose(k, 120, 140);
	}
	rounds_assert(20, 40);
	rounds_assert(60, 90);
	late[0] = stores[_i].late;
	kept[1] = stores[_i].kept;
	rounds_write(200);
	r = report_of(&w, NULL);
	ck_assert_str_eq(rules_of(r), stores[_i].rules);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* -- a node with a pair, buckets and counters -- */

static const struct measured {
	uint32_t a, b;		     /* counts of the pair */
	unsigned sampled, unsampled; /* flags of the event that requests a sample, once more */
	bool last;		     /* a value is in the last bucket */
	const char *rules;
} measured[] = {
    {3, 4, 1, 0, false, ""},
    {0, 0, 1, 0, false, "never-fed"},
    {0, 1, 1, 0, false, ""},
    {UINT32_MAX, UINT32_MAX, 1, 0, false, "saturated"},
    {UINT32_MAX - 1, UINT32_MAX - 1, 1, 0, false, ""},
    {3, 4, 0, 1, false, "unsampled,unsnapped"},
    {3, 4, 1, 1, false, "unsnapped"},
    {3, 4, 1, 0, true, "last-bucket"},
};

START_TEST(test_measured)
{
	const struct measured *m = &measured[_i];
	const uint32_t counts[10] = {m->a, m->b, 7, 9}, none[10] = {0, 0};
	const uint32_t small[8] = {1, 2, 3, 4, 5, 6, m->last ? 6 : 7, m->last};
	struct gno_report *r;

	units_begin_run(&w, 32);
	tw_event(&w, 0, 50, 1, 0);
	tw_event(&w, 0, 100, 2, UNITS_SAMPLED);
	units_sample(&w, 100, 2, counts);
	tw_event(&w, 0, 150, 2,
		 (m->sampled ? UNITS_SAMPLED : 0) | (m->unsampled ? UNITS_UNSAMPLED : 0));
	if (m->sampled)
		units_sample(&w, 150, 2, none);
	units_block(&w, 150, 9, 0,
		    (const uint32_t[]){299, 0, UNITS_LAST | UNITS_FLUSH, 8u << 16, 0, 28}, small,
		    8);
	tw_flush(&w, 0, 299);
	units_sample(&w, 299, 0, none);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].holes, 0);
	ck_assert_str_eq(rules_of(r), m->rules);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* -- a node with segments -- */

START_TEST(test_segments)
{
	static const struct units_entry entry[8] = {{0, 1, 0, 0}, {7, 1, 1, 1}, {7, 1, 1, 0},
						    {8, 1, 1, 1}, {9, 1, 1, 1}, {9, 1, 1, 1},
						    {1, 1, 1, 1}, {1, 1, 1, 0}};
	struct gno_report *r;

	units_begin_segments(&w, 2, 32, 0);
	tw_event(&w, 0, 20, 1, 0);
	units_segment(&w, &(struct units_segment){.time = 20,
						  .at = 6,
						  .ended = 10,
						  .missed = (unsigned)_i,
						  .entries = 8,
						  .entry = entry});
	for (unsigned unit = 0; unit < 2; unit++)
		units_segment(&w,
			      &(struct units_segment){
				  .unit = unit, .time = 20, .at = 299, .ended = 299, .flush = 1});
	tw_flush(&w, 0, 299);
	tw_flush(&w, 1, 299);
	tw_write(&w);
	r = report_of(&w, NULL);
	ck_assert_uint_eq(r->node[0].holes, 0);
	ck_assert_str_eq(rules_of(r), _i ? "missed-segments" : "");
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Rules of the list in docs/guide/report.md, each of which some case above provokes. */
static const char *const all[] = {
    "lost-fifo", "lost-buffer", "lost-store", "no-end", "holes",       "unsampled",
    "unsnapped", "never-fed",	"saturated",  "until",	"last-bucket", "missed-segments",
    "never-hit", "one-ended",	"late",	      "kept",
};

static bool names(const char *rules, const char *rule)
{
	const size_t length = strlen(rule);

	for (const char *at = rules; (at = strstr(at, rule)); at += length)
		if ((at == rules || at[-1] == ',') && (!at[length] || at[length] == ','))
			return true;
	return false;
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

START_TEST(test_all)
{
	for (size_t i = 0; i < COUNT(all); i++) {
		bool found = !strcmp(all[i], "missed-segments");

		for (size_t k = 0; k < COUNT(two); k++)
			found |= names(two[k].rules, all[i]);
		for (size_t k = 0; k < COUNT(stores); k++)
			found |= names(stores[k].rules, all[i]);
		for (size_t k = 0; k < COUNT(measured); k++)
			found |= names(measured[k].rules, all[i]);
		ck_assert_msg(found, "nothing provokes '%s'", all[i]);
	}
}
END_TEST

int main(void)
{
	return run_tests("report_advice_rules", NULL, NULL,
			 TESTS({test_two, COUNT(two)}, {test_cut, 8}, {test_stores, COUNT(stores)},
			       {test_measured, COUNT(measured)}, {test_segments, 2}, {test_all}));
}
