/* SPDX-License-Identifier: Apache-2.0 */
/* What a filter leaves out, against rules in C over what was written; what it must not leave out,
 * and what it refuses. */
#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "filter/filter.h"
#include "report_fixture.h"
#include "tests/suite.h"
#include "trace_all.h"

enum { A = 1, B, C, TIMER = 4 };

/* A record as it was written. */
struct told {
	unsigned node, kind, code;
	uint64_t time;
	int process; /* that the port named last, -1: none */
	uint32_t word;
	bool plain; /* may be left out */
};

#define TOLD 600

static struct told told[TOLD];
static size_t tolds;
static struct fix fix;
static struct tw w, other; /* the run, and the path of the filtered one */
static uint64_t state;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

static void begin(unsigned bits)
{
	fix_begin(&fix, 2);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, A, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, B, RECORD);
	fix_point(&fix, "c", GNO_PATTERN_EVENT, C, RECORD | MARKED);
	fix_point(&fix, "t", GNO_PATTERN_TRIGGER, TIMER, RECORD);
	fix_interval(&fix, "i", "a", "b");
	tw_begin(&w, 2, bits, 0, 0);
	w.triggers = 1;
	w.port = 2;
	w.patterns[0] = &fix.file;
	other = w;
	snprintf(other.dir, sizeof(other.dir), "%.50s.out", w.dir);
	tolds = 0;
}

static void remove_run(const struct tw *run)
{
	char command[96];

	snprintf(command, sizeof(command), "rm -rf '%s'", run->dir);
	ck_assert_int_eq(system(command), 0);
}

static void end(void)
{
	tw_end(&w);
	remove_run(&other);
}

static int filter(const char *keep, const char *drop, struct gno_err *err)
{
	const struct filter_options o = {.keep = keep, .drop = drop, .force = true};
	struct filter_result done;

	return filter_run(w.dir, other.dir, &o, &done, err);
}

static void must_filter(const char *keep, const char *drop)
{
	struct gno_err err;

	ck_assert_msg(!filter(keep, drop, &err), "%s", err.text);
}

/* -- random runs -- */

static void tell(void)
{
	uint64_t time[2] = {100, 100};
	int process[2] = {-1, -1};

	while (tolds < TOLD) {
		const unsigned node = (unsigned)draw(2);
		struct told *t = &told[tolds++];

		time[node] += 1 + draw(draw(8) ? 90 : 4000);
		*t = (struct told){.node = node, .time = time[node]};
		switch (draw(7)) {
		case 0:
			t->kind = GNO_KIND_DATUM;
			process[node] = t->process = (int)draw(3);
			tw_datum(&w, node, t->time,
				 &(struct tw_datum){.page = 1, .process = (unsigned)t->process});
			break;
		case 1:
			t->kind = GNO_KIND_WORD;
			t->word = (uint32_t)draw(64);
			t->plain = true;
			tw_word(&w, node, t->time, t->word, 0);
			break;
		case 2:
			t->kind = GNO_KIND_TRIGGER;
			t->code = TIMER;
			t->plain = true;
			tw_trigger(&w, node, t->time, TIMER, 0);
			break;
		case 3:
			if (!draw(4)) {
				t->kind = GNO_KIND_GAP;
				tw_gap(&w, node, t->time, t->time + 40, 7);
				time[node] += 50;
				break;
			}
			/* fall through */
		default:
			t->kind = GNO_KIND_EVENT;
			t->code = A + (unsigned)draw(3);
			t->plain = t->code != C;
			tw_event(&w, node, t->time, t->code, 0);
		}
		t->process = process[node];
		if (t->kind == GNO_KIND_GAP)
			process[node] = -1;
	}
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&w, k, time[k] + 10);
	tw_write(&w);
}

/* -- rules -- */

static bool of_a(const struct told *t)
{
	return t->kind == GNO_KIND_EVENT && t->code == A;
}

static bool not_a(const struct told *t)
{
	return (t->kind == GNO_KIND_EVENT || t->kind == GNO_KIND_TRIGGER) && t->code != A;
}

static bool of_b_or_t(const struct told *t)
{
	return (t->kind == GNO_KIND_EVENT && t->code == B) || t->kind == GNO_KIND_TRIGGER;
}

static bool in_time(const struct told *t)
{
	return t->time >= 9000 && t->time <= 20000;
}

static bool at_core1_early(const struct told *t)
{
	return t->node == 1 && t->time < 15000;
}

static bool of_process_1(const struct told *t)
{
	return t->process == 1;
}

static bool not_process_1(const struct told *t)
{
	return t->process >= 0 && t->process != 1;
}

static bool of_low_words(const struct told *t)
{
	return t->kind == GNO_KIND_WORD && t->word < 20;
}

static bool of_no_low_word(const struct told *t)
{
	return !of_low_words(t);
}

static bool of_kind(const struct told *t)
{
	return t->kind == GNO_KIND_WORD || t->kind == GNO_KIND_TRIGGER;
}

static bool of_all(const struct told *t)
{
	return t != NULL;
}

static const struct {
	const char *text;
	bool (*holds)(const struct told *t);
} rules[] = {
    {"event == a", of_a},
    {"event != a", not_a},
    {"event in {b, t}", of_b_or_t},
    {"time in 9000..20000", in_time},
    {"time >= 9000 and not time > 20000", in_time},
    {"node == core1 and time < 15000", at_core1_early},
    {"process == 1", of_process_1},
    {"process != 1", not_process_1},
    {"process not in 1", not_process_1},
    {"pc < 80", of_low_words},
    {"not pc < 80", of_no_low_word},
    {"kind == word or kind == trigger", of_kind},
    {"any", of_all},
};

/* Whether a record of the trace is one that tw_... was asked for, not a beat or so. */
static bool is_told(const struct gno_record *r)
{
	return r->kind == GNO_KIND_EVENT || r->kind == GNO_KIND_TRIGGER ||
	       r->kind == GNO_KIND_WORD || r->kind == GNO_KIND_DATUM || r->kind == GNO_KIND_GAP;
}

static void expect_told(bool (*keeps)(const struct told *t), bool kept)
{
	static struct all got;
	size_t at[2] = {0, 0}, left_out = 0;

	read_all(&other, &got);
	for (size_t i = 0; i < got.n; i++) {
		const struct gno_record *r = &got.r[i];
		size_t *next = &at[r->node];

		if (!is_told(r))
			continue;
		while (*next < tolds && (told[*next].node != r->node ||
					 (told[*next].plain && keeps(&told[*next]) != kept))) {
			left_out += told[*next].node == r->node;
			++*next;
		}
		ck_assert_uint_lt(*next, tolds);
		ck_assert_uint_eq(r->kind, told[*next].kind);
		ck_assert_uint_eq(r->time, told[*next].time);
		if (r->kind == GNO_KIND_EVENT || r->kind == GNO_KIND_TRIGGER)
			ck_assert_uint_eq(r->code, told[*next].code);
		++*next;
	}
	for (unsigned k = 0; k < 2; k++)
		for (; at[k] < tolds; at[k]++)
			ck_assert(told[at[k]].node != k ||
				  (told[at[k]].plain && keeps(&told[at[k]]) != kept));
	(void)left_out;
}

START_TEST(test_rules)
{
	state = 88172645463325252u + 1000003u * (unsigned)_i;
	begin(32);
	tell();
	must_filter(rules[_i].text, NULL);
	expect_told(rules[_i].holds, true);
	must_filter(NULL, rules[_i].text);
	expect_told(rules[_i].holds, false);
	end();
}
END_TEST

/* -- what a report knows of it -- */

static void expect_left_out(const struct gno_report *r, unsigned node, int point, uint64_t records,
			    uint64_t from, uint64_t to)
{
	const struct report_left_out *o = report_left_out(r, node, point);

	if (!records) {
		ck_assert_ptr_null(o);
		return;
	}
	ck_assert_ptr_nonnull(o);
	ck_assert_uint_eq(o->records, records);
	ck_assert_uint_eq(o->from, from);
	ck_assert_uint_eq(o->to, to);
}

/* Intervals at 100..110, 200..220, 300..330, 400..440. */
static void four_intervals(void)
{
	begin(32);
	for (unsigned i = 1; i <= 4; i++) {
		tw_event(&w, 0, 100 * i, A, 0);
		tw_event(&w, 0, 100 * i + 10 * i, B, 0);
	}
	tw_event(&w, 1, 150, A, 0);
	tw_event(&w, 1, 155, B, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&w, k, 1000);
	tw_write(&w);
}

static const char *text_line(const char *text, const char *begins)
{
	const char *at = strstr(text, begins);

	ck_assert_msg(at != NULL, "no '%s' in:\n%s", begins, text);
	return at;
}

/* A stretch of time: what lies within is known, what reaches beyond is cut. */
START_TEST(test_time)
{
	struct gno_report *r;
	json_t *root, *all;
	char *text;

	four_intervals();
	must_filter("time in 105..405", NULL);
	r = report_of(&other, NULL);
	expect_left_out(r, 0, 0, 1, 101, UINT64_MAX);
	expect_left_out(r, 0, 1, 1, 0, 439);
	expect_left_out(r, 1, 0, 0, 0, 0);
	expect_measure(&r->node[0].statistics[0], 2, 50, 20, 30, 0, 0, 2);
	expect_measure(&r->node[1].statistics[0], 1, 5, 5, 5, 0, 0, 0);
	ck_assert_uint_eq(r->node[0].lost, 0);
	ck_assert_int_eq(report_recorded(r, 0, 0), REPORT_RECORDED_PARTLY);
	ck_assert_int_eq(report_recorded(r, 1, 0), REPORT_RECORDED_ALWAYS);
	text = print_all_of(r);
	text_line(text, "filtered: keep time in 105..405, 2 of ");
	text_line(text, "  a      address   >= 3      1  >= 4\n");
	text_line(text, "  core0  ....i.I.I...........\n");
	free(text);
	root = json_of(r);
	all = json_object_get(json_array_get(json_object_get(root, "intervals"), 0), "all");
	ck_assert(json_is_true(json_object_get(all, "at_least")));
	ck_assert(json_is_null(json_object_get(all, "self")));
	json_decref(root);
	gno_report_free(r);
	end();
}
END_TEST

/* Records of a point left out between those that stay: its intervals are not known at all. */
START_TEST(test_between)
{
	struct gno_report *r;

	four_intervals();
	must_filter(NULL, "time in 205..310");
	r = report_of(&other, NULL);
	expect_left_out(r, 0, 0, 1, 1, 0);
	expect_left_out(r, 0, 1, 1, 1, 0);
	expect_measure(&r->node[0].statistics[0], 0, 0, 0, 0, 0, 0, 0);
	expect_measure(&r->node[1].statistics[0], 1, 5, 5, 5, 0, 0, 0);
	gno_report_free(r);
	end();
}
END_TEST

/* A second filter: both are known, and what either left out. */
START_TEST(test_twice)
{
	const struct filter_options o = {.drop = "event == b and time > 300"};
	struct filter_result done;
	struct gno_report *r;
	struct gno_err err;
	struct tw third;

	four_intervals();
	must_filter("time > 105", NULL);
	third = other;
	snprintf(third.dir, sizeof(third.dir), "%.50s.2", w.dir);
	ck_assert_msg(!filter_run(other.dir, third.dir, &o, &done, &err), "%s", err.text);
	ck_assert_uint_eq(done.left_out, 2);
	r = report_of(&third, NULL);
	ck_assert_uint_eq(r->run->filters, 2);
	ck_assert_str_eq(r->run->filter[1].drop, "event == b and time > 300");
	ck_assert_ptr_null(r->run->filter[1].keep);
	expect_left_out(r, 0, 0, 1, 101, UINT64_MAX);
	expect_left_out(r, 0, 1, 2, 0, 329);
	expect_measure(&r->node[0].statistics[0], 1, 20, 20, 20, 0, 0, 2);
	gno_report_free(r);
	remove_run(&third);
	end();
}
END_TEST

/* -- what stays in any case -- */

static size_t records_of(unsigned kind, unsigned code)
{
	static struct all got;
	size_t n = 0;

	read_all(&other, &got);
	for (size_t i = 0; i < got.n; i++)
		n += got.r[i].kind == kind && (code == UINT32_MAX || got.r[i].code == code);
	return n;
}

START_TEST(test_stays)
{
	begin(32);
	fix.file.until = 1;
	fix.until_on[0] = true;
	tw_event(&w, 0, 100, A, 0);
	tw_event(&w, 0, 110, A, 1u << GNO_FLAG_MARK);
	tw_event(&w, 0, 120, B, 0); /* the end point */
	tw_event(&w, 0, 130, C, 0); /* which does more */
	tw_event(&w, 0, 135, 9, 0); /* of no point */
	tw_datum(&w, 0, 140, &(struct tw_datum){.page = 1});
	tw_gap(&w, 0, 150, 160, 3);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&w, k, 200);
	tw_write(&w);
	must_filter(NULL, "any");
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, A), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, B), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, C), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, 9), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_DATUM, UINT32_MAX), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_GAP, UINT32_MAX), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_SYNC, UINT32_MAX), 2);
	ck_assert_uint_eq(records_of(GNO_KIND_FLUSH, UINT32_MAX), 2);
	end();
}
END_TEST

/* Events in every cycle leave no room for time beats: the times behind them stay what they are. */
START_TEST(test_times)
{
	static struct all got;

	begin(12);
	fix.file.point[1].actions |= MARKED; /* b stays */
	tw_event(&w, 0, 900, A, 0);
	tw_busy(&w, 0, 1000, 9000, A);
	tw_event(&w, 0, 9000, B, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&w, k, 9500);
	tw_write(&w);
	must_filter(NULL, "event == a");
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, B), 1);
	read_all(&other, &got);
	for (size_t i = 0; i < got.n; i++)
		if (got.r[i].kind == GNO_KIND_EVENT && got.r[i].code == B)
			ck_assert_uint_eq(got.r[i].time, 9000);
	ck_assert_uint_lt(got.n, 30);
	end();
}
END_TEST

START_TEST(test_no_profile)
{
	const struct gno_report_options o = {.columns = 1, .profile = true};
	struct gno_report *r;
	struct gno_err err;

	begin(32);
	tw_word(&w, 0, 100, 19, 0);
	tw_word(&w, 0, 200, 80, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&w, k, 400);
	tw_write(&w);
	must_filter("pc < 80", NULL);
	ck_assert_int_eq(gno_report_build(other.dir, &o, &r, &err), GNO_ERR_ARG);
	ck_assert_str_eq(err.text, "no profile: a filter left out 1 watched words of node 'core0'");
	end();
}
END_TEST

/* -- what is refused, and that nothing is left then -- */

static void expect_refusal(int code, const char *part, const char *keep)
{
	const char *name = strrchr(w.dir, '/') + 1;
	char within[80];
	struct dirent *entry;
	struct gno_err err;
	struct stat st;
	DIR *dir;

	ck_assert_int_eq(filter(keep, NULL, &err), code);
	ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
	ck_assert_int_ne(stat(other.dir, &st), 0);
	snprintf(within, sizeof(within), "%.*s", (int)(name - w.dir), w.dir);
	dir = opendir(within);
	ck_assert_ptr_nonnull(dir);
	while ((entry = readdir(dir)))
		ck_assert_msg(!strstr(entry->d_name, name) || !strcmp(entry->d_name, name),
			      "'%s' is left", entry->d_name);
	closedir(dir);
}

START_TEST(test_refused)
{
	static const uint32_t nonsense[] = {0xffffffff, 0xffffffff};

	four_intervals();
	expect_refusal(GNO_ERR_ARG, "--keep, column 10: there is no point 'x'", "event == x");
	expect_refusal(GNO_ERR_ARG,
		       "--keep, column 1: node 'core0' has no field 'evnt'; did you "
		       "mean 'event'?",
		       "evnt == a");
	expect_refusal(GNO_ERR_ARG, "--keep, column 10: '5' where a name is expected",
		       "event == 5");
	expect_refusal(GNO_ERR_ARG, "column 9: there is no node 'core7'", "node == core7");
	expect_refusal(GNO_ERR_ARG, "'soon' is no number", "time > soon");
	expect_refusal(GNO_ERR_ARG, "there is no kind of records 'evnt'; did you mean 'event'?",
		       "kind == evnt");
	w.state = "running";
	tw_write(&w);
	expect_refusal(GNO_ERR_STATE, "the run is not complete", "any");
	w.state = "complete";
	w.mode = "wrap";
	tw_write(&w);
	expect_refusal(GNO_ERR_STATE, "a recorder's run", "any");
	w.mode = "stream";
	tw_words(&w, 1, nonsense, 2);
	tw_event(&w, 1, 2000, A, 0);
	tw_write(&w);
	expect_refusal(GNO_ERR_FORMAT, "cannot filter a damaged trace: 8 bytes at offset ", "any");
	end();
}
END_TEST

START_TEST(test_places)
{
	struct filter_options o = {.keep = "any"};
	struct filter_result done;
	struct gno_err err;

	four_intervals();
	ck_assert_int_eq(filter_run(w.dir, w.dir, &o, &done, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "is the run that is filtered"));
	ck_assert_int_eq(filter_run(w.dir, other.dir, &o, &done, &err), GNO_OK);
	ck_assert_int_eq(filter_run(w.dir, other.dir, &o, &done, &err), GNO_ERR_STATE);
	o.force = true;
	ck_assert_int_eq(filter_run(w.dir, other.dir, &o, &done, &err), GNO_OK);
	ck_assert_uint_eq(done.left_out, 0);
	end();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("filter");
	TCase *tests = tcase_create("filter");

	tcase_add_loop_test(tests, test_rules, 0, sizeof(rules) / sizeof(*rules));
	tcase_add_test(tests, test_time);
	tcase_add_test(tests, test_between);
	tcase_add_test(tests, test_twice);
	tcase_add_test(tests, test_stays);
	tcase_add_test(tests, test_times);
	tcase_add_test(tests, test_no_profile);
	tcase_add_test(tests, test_refused);
	tcase_add_test(tests, test_places);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
