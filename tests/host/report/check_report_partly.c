/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a report says of a run whose records go missing, against the report of the same run whole:
 * a figure is the same, or it is said to be a bound and is one.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "report_fixture.h"
#include "records/record.h"
#include "tests/suite.h"

#define NODES 3
#define EVENTS 60
#define RUNS 80

enum { A = 1, B, C, ONLY_0 };

static struct fix fix;

static void begin(struct tw *w)
{
	int *only;

	tw_begin(w, NODES, 32, 1, 0);
	w->port = 2;
	fix_begin(&fix, NODES);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, A, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, B, RECORD);
	fix_point(&fix, "c", GNO_PATTERN_EVENT, C, RECORD);
	only = fix_point(&fix, "only0", GNO_PATTERN_EVENT, ONLY_0, RECORD)->code;
	for (unsigned k = 1; k < NODES; k++)
		only[k] = -1;
	fix_interval(&fix, "ab", "a", "b");
	fix_interval(&fix, "cc", "c", "c");
	fix_interval(&fix, "c0", "c", "only0");
	w->patterns[0] = &fix.file;
}

static void end(struct tw *w, unsigned node, uint64_t time)
{
	tw_flush(w, node, time);
	tw_ratio(w, node, time, 0, (const uint32_t[]){5, 20});
}

/* A record that `dice` chooses. */
static void put_any(struct tw *w, unsigned k, uint64_t time, unsigned dice)
{
	const unsigned what = dice % (k ? 5 : 6);
	struct tw_datum d = {.page = 1, .sub = dice / 6 % 3};

	if (what == 4) {
		d.page = dice / 6 % 2 ? 0 : GNO_PAGE_SEND;
		d.sub = d.page ? 1 : GNO_PORT_PROCESS;
		d.data = d.process = 1 + dice / 12 % 2;
		tw_datum(w, k, time, &d);
	} else if (what == 3) {
		tw_datum(w, k, time, &d);
	} else {
		tw_event(w, k, time, what == 5 ? (unsigned)ONLY_0 : (unsigned)A + what, 0);
	}
}

static uint64_t number(const json_t *of, const char *key)
{
	const json_t *v = json_object_get(of, key);

	ck_assert_msg(json_is_integer(v) || json_is_null(v), "no number '%s'", key);
	return (uint64_t)json_integer_value(v);
}

static bool flag(const json_t *of, const char *key)
{
	const json_t *v = json_object_get(of, key);

	ck_assert_msg(json_is_boolean(v), "no boolean '%s'", key);
	return json_is_true(v);
}

/* A figure of the run that lacks records, against that of the whole run. */
static void compare(const json_t *part, const json_t *whole, const char *key, bool at_least)
{
	const uint64_t some = number(part, key), all = number(whole, key);

	ck_assert_msg(at_least ? some <= all : some == all, "%s: %llu, and %llu in all%s", key,
		      (unsigned long long)some, (unsigned long long)all,
		      at_least ? ": no bound" : ", without a word");
}

/* The part of a list that has the same text or number under a key as *of, or NULL. */
static const json_t *same(const json_t *list, const json_t *of, const char *key, const char *other)
{
	const json_t *v;
	size_t i;

	json_array_foreach(list, i,
			   v) if (json_equal(json_object_get(v, key), json_object_get(of, key)) &&
				  (!other || json_equal(json_object_get(v, other),
							json_object_get(of, other)))) return v;
	return NULL;
}

static void compare_interval(const json_t *part, const json_t *whole)
{
	const bool at_least = flag(part, "at_least");

	compare(part, whole, "count", at_least);
	compare(part, whole, "total", at_least);
	compare(part, whole, "max", at_least);
	if (number(part, "count"))
		compare(whole, part, "min", at_least);
}

static void compare_port(const json_t *part, const json_t *whole)
{
	const bool at_least = flag(part, "at_least");
	const json_t *v;
	size_t i;

	compare(part, whole, "writes", at_least);
	json_array_foreach(json_object_get(whole, "events"), i, v)
	{
		const json_t *mine = same(json_object_get(part, "events"), v, "number", "process");

		ck_assert(mine || at_least);
		if (mine)
			compare(mine, v, "count", at_least);
	}
}

/* Nodes that lack records say so, and no other does. */
static void compare_nodes(const json_t *part, const json_t *whole, unsigned cut)
{
	for (unsigned k = 0; k < NODES; k++) {
		const json_t *p = json_array_get(json_object_get(part, "nodes"), k);
		const json_t *all = json_array_get(json_object_get(whole, "nodes"), k);
		const json_t *port = json_object_get(p, "port");
		const json_t *v;
		size_t i;

		ck_assert(flag(p, "at_least") == (cut >> k & 1));
		ck_assert(!flag(all, "at_least"));
		compare(p, all, "events", flag(p, "at_least"));
		compare(p, all, "writes", flag(p, "at_least"));
		json_array_foreach(json_object_get(all, "points"), i, v)
		{
			const json_t *mine = same(json_object_get(p, "points"), v, "name", NULL);

			ck_assert(flag(mine, "at_least") == (cut >> k & 1));
			compare(mine, v, "count", flag(mine, "at_least"));
		}
		if (!json_is_null(port))
			compare_port(port, json_object_get(all, "port"));
	}
}

static void compare_intervals(const json_t *part, const json_t *whole, unsigned cut)
{
	for (unsigned i = 0; i < 3; i++) {
		const json_t *p = json_array_get(json_object_get(part, "intervals"), i);
		const json_t *all = json_array_get(json_object_get(whole, "intervals"), i);
		/* the last one cannot be at other nodes than the first */
		const unsigned here = i < 2 ? cut : cut & 1;
		const json_t *v = json_object_get(p, "all");

		ck_assert(flag(v, "at_least") == (here != 0));
		compare_interval(v, json_object_get(all, "all"));
		for (unsigned k = 0; k < NODES; k++) {
			v = json_array_get(json_object_get(p, "nodes"), k);
			ck_assert(flag(v, "at_least") == (here >> k & 1));
			compare_interval(v, json_array_get(json_object_get(all, "nodes"), k));
		}
	}
}

static void compare_flows(const json_t *part, const json_t *whole)
{
	const json_t *c, *v;
	size_t i, j;

	json_array_foreach(json_object_get(part, "connections"), i, c)
	{
		const json_t *all =
		    same(json_object_get(whole, "connections"), c, "connection", NULL);

		json_array_foreach(json_object_get(c, "flows"), j, v)
		    compare(v, same(json_object_get(all, "flows"), v, "kind", "node"), "messages",
			    flag(v, "at_least"));
	}
}

static void compare_reports(const json_t *part, const json_t *whole, unsigned cut)
{
	compare_nodes(part, whole, cut);
	compare_intervals(part, whole, cut);
	compare_flows(part, whole);
}

static json_t *report_json(const struct tw *w)
{
	struct gno_report *r = report_of(w, NULL);
	json_t *root = json_of(r);

	gno_report_free(r);
	return root;
}

/* Streams that end early, at any byte behind their sync. */
START_TEST(test_partly_cut_off)
{
	json_t *whole, *part;
	struct tw w;

	for (unsigned run = 0; run < RUNS; run++) {
		unsigned cut = 0;

		begin(&w);
		for (unsigned k = 0; k < NODES; k++) {
			uint64_t time = 10;

			for (unsigned i = 0; i < EVENTS; i++)
				put_any(&w, k, time += 1 + (unsigned)rand() % 9, (unsigned)rand());
			end(&w, k, time + 10);
		}
		tw_write(&w);
		whole = report_json(&w);
		for (unsigned k = 0; k < NODES; k++) {
			const size_t records = w.node[k].len - TW_HEADER - 8;

			if (rand() % 2)
				continue;
			cut |= 1u << k;
			w.node[k].len -= 24 + (size_t)rand() % (records - 24);
			w.node[k].len -= rand() % 2 ? 0 : w.node[k].len % 8;
		}
		tw_write(&w);
		part = report_json(&w);
		compare_reports(part, whole, cut);
		json_decref(part);
		json_decref(whole);
		tw_end(&w);
	}
}
END_TEST

/* Stretches whose records are in a gap. */
START_TEST(test_partly_gaps)
{
	json_t *whole, *part;
	struct tw w, lossy;

	for (unsigned run = 0; run < RUNS; run++) {
		unsigned cut = 0;

		begin(&w);
		begin(&lossy);
		for (unsigned k = 0; k < NODES; k++) {
			uint64_t time = 10, from = 0;
			uint32_t lost = 0;

			for (unsigned i = 0; i < EVENTS; i++) {
				const unsigned dice = (unsigned)rand();

				time += 3 + (unsigned)rand() % 9;
				put_any(&w, k, time, dice);
				if (lost || (k && rand() % 20 == 0)) {
					from = lost++ ? from : time;
					if (rand() % 3 == 0) {
						tw_gap(&lossy, k, from, time, lost);
						lost = 0;
					}
					cut |= 1u << k;
				} else {
					put_any(&lossy, k, time, dice);
				}
			}
			if (lost)
				tw_gap(&lossy, k, from, time, lost);
			end(&w, k, time + 10);
			end(&lossy, k, time + 10);
		}
		tw_write(&w);
		tw_write(&lossy);
		whole = report_json(&w);
		part = report_json(&lossy);
		compare_reports(part, whole, cut);
		json_decref(part);
		json_decref(whole);
		tw_end(&w);
		tw_end(&lossy);
	}
}
END_TEST

/* One node of two: 100 and 30 cycles, of which the second is missing. */
static void write_two(struct tw *w)
{
	tw_begin(w, 2, 32, 1, 0);
	fix_begin(&fix, 2);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, A, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, B, RECORD);
	fix_interval(&fix, "ab", "a", "b");
	w->patterns[0] = &fix.file;
	for (unsigned k = 0; k < 2; k++) {
		tw_event(w, k, 100, A, 0);
		tw_event(w, k, 200, B, 0);
		tw_event(w, k, 300, A, 0);
		tw_event(w, k, 330, B, 0);
		end(w, k, 1000);
	}
}

static char *brief_of(const struct gno_report *r)
{
	char *text = NULL;
	struct gno_err err;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(
	    gno_report_text(r, &(struct gno_report_style){.rows = 3, .brief = true}, f, &err),
	    GNO_OK);
	fclose(f);
	return text;
}

/* Brief and long text, as read by people. */
START_TEST(test_partly_text)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	write_two(&w);
	w.node[1].len = TW_HEADER + 3 * 8; /* sync, 100, 200 */
	tw_write(&w);
	r = report_of(&w, NULL);
	text = brief_of(r);
	expect_line(text,
		    "\n  ab         >= 3  76.7  <= 30  100  100  >= 100  766.7 ns  1.000 us\n");
	expect_line(
	    text,
	    "\nlosses: >= 0 of >= 10 records\n"
	    "core1: its records end early, at cycle 200, 2.000 us: its flush record is missing\n");
	free(text);
	text = text_of(r, false);
	expect_line(
	    text,
	    "\n  core0        7       4         0       0      0     0     0      0    100.00%    1000  10.00 us  flushed\n");
	expect_line(
	    text,
	    "\n  core1        3    >= 2      >= 0    >= 0   >= 0  >= 0  >= 0      0  <= 20.00%  >= 200  2.000 us  no flush record\n");
	expect_line(text, "\n  a      address      2   >= 1  >= 3\n");
	expect_line(text, "\n  ab        core0      2     130   65.0      30     100  ");
	expect_line(text, "\n  ab        core1   >= 1  >= 100  100.0  <= 100  >= 100  ");
	expect_line(
	    text,
	    "\n  records of core1 may be missing: the intervals are those that were recorded\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* Why records end early. */
START_TEST(test_partly_reasons)
{
	struct gno_report *r;
	struct tw w;
	char *text;

	write_two(&w);
	w.node[1].len = TW_HEADER + 3 * 8;
	w.state = "running";
	tw_write(&w);
	r = report_of(&w, NULL);
	text = brief_of(r);
	expect_line(
	    text,
	    "core1: its records end early, at cycle 200, 2.000 us: the run is not complete\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);

	write_two(&w);
	w.node[1].len = TW_HEADER;
	tw_write(&w);
	r = report_of(&w, NULL);
	text = brief_of(r);
	expect_line(text, "core1: it has no record: its flush record is missing\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);

	write_two(&w);
	tw_write(&w);
	r = report_of(&w, NULL);
	text = text_of(r, false);
	ck_assert_ptr_null(strstr(text, ">="));
	ck_assert_ptr_null(strstr(text, "<="));
	ck_assert_ptr_null(strstr(text, "early"));
	ck_assert_ptr_null(strstr(text, "may be missing"));
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_partly", NULL, NULL,
			 TESTS({test_partly_cut_off}, {test_partly_gaps}, {test_partly_text},
			       {test_partly_reasons}));
}
