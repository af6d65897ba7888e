/* SPDX-License-Identifier: Apache-2.0 */
/* What a filter leaves out, against rules in C over what was written; what it must not leave
 * out, and what it refuses. */
#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "filter_fixture.h"
#include "tests/suite.h"
#include "trace_all.h"

/* A record as it was written. */
struct entry {
	unsigned node, kind, code;
	uint64_t time;
	int process; /* that the port named last, -1: none */
	uint32_t word;
	bool plain; /* may be left out */
};

#define ENTRIES 600

static struct entry written[ENTRIES];
static size_t entries;
static uint64_t state;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % below;
}

/* -- random runs -- */

static void write_entries(void)
{
	uint64_t time[2] = {100, 100};
	int process[2] = {-1, -1};

	entries = 0;
	while (entries < ENTRIES) {
		const unsigned node = (unsigned)draw(2);
		struct entry *t = &written[entries++];

		time[node] += 1 + draw(draw(8) ? 90 : 4000);
		*t = (struct entry){.node = node, .time = time[node]};
		switch (draw(7)) {
		case 0:
			t->kind = GNO_KIND_DATUM;
			process[node] = t->process = (int)draw(3);
			tw_datum(&ff.w, node, t->time,
				 &(struct tw_datum){.page = 1, .process = (unsigned)t->process});
			break;
		case 1:
			t->kind = GNO_KIND_WORD;
			t->word = (uint32_t)draw(64);
			t->plain = true;
			tw_word(&ff.w, node, t->time, t->word, 0);
			break;
		case 2:
			t->kind = GNO_KIND_TRIGGER;
			t->code = FILTER_T;
			t->plain = true;
			tw_trigger(&ff.w, node, t->time, FILTER_T, 0);
			break;
		case 3:
			if (!draw(4)) {
				t->kind = GNO_KIND_GAP;
				tw_gap(&ff.w, node, t->time, t->time + 40, 7);
				time[node] += 50;
				break;
			}
			/* fall through */
		default:
			t->kind = GNO_KIND_EVENT;
			t->code = FILTER_A + (unsigned)draw(3);
			t->plain = t->code != FILTER_C;
			tw_event(&ff.w, node, t->time, t->code, 0);
		}
		t->process = process[node];
		if (t->kind == GNO_KIND_GAP)
			process[node] = -1;
	}
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, time[k] + 10);
	tw_write(&ff.w);
}

/* -- rules -- */

static bool of_a(const struct entry *t)
{
	return t->kind == GNO_KIND_EVENT && t->code == FILTER_A;
}

static bool not_a(const struct entry *t)
{
	return (t->kind == GNO_KIND_EVENT || t->kind == GNO_KIND_TRIGGER) && t->code != FILTER_A;
}

static bool of_b_or_t(const struct entry *t)
{
	return (t->kind == GNO_KIND_EVENT && t->code == FILTER_B) || t->kind == GNO_KIND_TRIGGER;
}

static bool in_time(const struct entry *t)
{
	return t->time >= 9000 && t->time <= 20000;
}

static bool at_core1_early(const struct entry *t)
{
	return t->node == 1 && t->time < 15000;
}

static bool of_process_1(const struct entry *t)
{
	return t->process == 1;
}

static bool not_process_1(const struct entry *t)
{
	return t->process >= 0 && t->process != 1;
}

static bool of_low_words(const struct entry *t)
{
	return t->kind == GNO_KIND_WORD && t->word < 20;
}

static bool of_no_low_word(const struct entry *t)
{
	return !of_low_words(t);
}

static bool of_kind(const struct entry *t)
{
	return t->kind == GNO_KIND_WORD || t->kind == GNO_KIND_TRIGGER;
}

static bool of_all(const struct entry *t)
{
	return t != NULL;
}

static const struct {
	const char *text;
	bool (*holds)(const struct entry *t);
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

static void expect_left_out(bool (*keeps)(const struct entry *t), bool kept,
			    const struct filter_result *done)
{
	static struct all got;
	size_t at[2] = {0, 0}, left_out = 0, stayed = 0;

	read_all(&ff.other, &got);
	for (size_t i = 0; i < got.n; i++) {
		const struct gno_record *r = &got.r[i];
		size_t *next = &at[r->node];

		if (!is_told(r))
			continue;
		while (*next < entries &&
		       (written[*next].node != r->node ||
			(written[*next].plain && keeps(&written[*next]) != kept))) {
			left_out += written[*next].node == r->node;
			++*next;
		}
		ck_assert_uint_lt(*next, entries);
		ck_assert_uint_eq(r->kind, written[*next].kind);
		ck_assert_uint_eq(r->time, written[*next].time);
		if (r->kind == GNO_KIND_EVENT || r->kind == GNO_KIND_TRIGGER)
			ck_assert_uint_eq(r->code, written[*next].code);
		++*next;
	}
	for (unsigned k = 0; k < 2; k++)
		for (; at[k] < entries; at[k]++) {
			if (written[at[k]].node != k)
				continue;
			ck_assert(written[at[k]].plain && keeps(&written[at[k]]) != kept);
			left_out++;
		}
	for (size_t i = 0; i < entries; i++)
		stayed += !written[i].plain && written[i].kind != GNO_KIND_GAP &&
			  keeps(&written[i]) != kept;
	ck_assert_uint_eq(done->left_out, left_out);
	ck_assert_uint_eq(done->kept, got.n);
	ck_assert_uint_eq(done->stayed, stayed);
}

START_TEST(test_rules)
{
	struct filter_result done;

	state = 88172645463325252u + 1000003u * (unsigned)_i;
	ff_begin(32);
	write_entries();
	done = ff_must_filter(rules[_i].text, NULL);
	expect_left_out(rules[_i].holds, true, &done);
	done = ff_must_filter(NULL, rules[_i].text);
	expect_left_out(rules[_i].holds, false, &done);
	ff_end();
}
END_TEST

/* -- what stays in any case -- */

static size_t records_of(unsigned kind, unsigned code)
{
	static struct all got;
	size_t n = 0;

	read_all(&ff.other, &got);
	for (size_t i = 0; i < got.n; i++)
		n += got.r[i].kind == kind && (code == UINT32_MAX || got.r[i].code == code);
	return n;
}

START_TEST(test_stays)
{
	ff_begin(32);
	ff.fix.file.until = 1;
	ff.fix.until_on[0] = true;
	tw_event(&ff.w, 0, 100, FILTER_A, 0);
	tw_event(&ff.w, 0, 110, FILTER_A, 1u << GNO_FLAG_MARK);
	tw_event(&ff.w, 0, 120, FILTER_B, 0); /* the end point */
	tw_event(&ff.w, 0, 130, FILTER_C, 0); /* which does more */
	tw_event(&ff.w, 0, 135, 9, 0);	      /* of no point */
	tw_datum(&ff.w, 0, 140, &(struct tw_datum){.page = 1});
	tw_gap(&ff.w, 0, 150, 160, 3);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 200);
	tw_write(&ff.w);
	ff_must_filter(NULL, "any");
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, FILTER_A), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, FILTER_B), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, FILTER_C), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, 9), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_DATUM, UINT32_MAX), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_GAP, UINT32_MAX), 1);
	ck_assert_uint_eq(records_of(GNO_KIND_SYNC, UINT32_MAX), 2);
	ck_assert_uint_eq(records_of(GNO_KIND_FLUSH, UINT32_MAX), 2);
	ff_end();
}
END_TEST

/* Events in every cycle leave no room for time beats: the times behind them stay what they are. */
START_TEST(test_times)
{
	static struct all got;

	ff_begin(12);
	ff.fix.file.point[1].actions |= MARKED; /* b stays */
	tw_event(&ff.w, 0, 900, FILTER_A, 0);
	tw_busy(&ff.w, 0, 1000, 9000, FILTER_A);
	tw_event(&ff.w, 0, 9000, FILTER_B, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 9500);
	tw_write(&ff.w);
	ff_must_filter(NULL, "event == a");
	ck_assert_uint_eq(records_of(GNO_KIND_EVENT, FILTER_B), 1);
	read_all(&ff.other, &got);
	for (size_t i = 0; i < got.n; i++)
		if (got.r[i].kind == GNO_KIND_EVENT && got.r[i].code == FILTER_B)
			ck_assert_uint_eq(got.r[i].time, 9000);
	ck_assert_uint_lt(got.n, 30);
	ff_end();
}
END_TEST

/* -- what is refused, and that nothing is left then -- */

static void expect_refusal(int code, const char *part, const char *keep)
{
	const char *name = strrchr(ff.w.dir, '/') + 1;
	struct filter_result done;
	char within[80];
	struct dirent *entry;
	struct gno_err err;
	struct stat st;
	DIR *dir;

	ck_assert_int_eq(ff_filter(keep, NULL, &done, &err), code);
	ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
	ck_assert_int_ne(stat(ff.other.dir, &st), 0);
	snprintf(within, sizeof(within), "%.*s", (int)(name - ff.w.dir), ff.w.dir);
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

	ff_four_intervals();
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
	ff.w.state = "running";
	tw_write(&ff.w);
	expect_refusal(GNO_ERR_STATE, "the run is not complete", "any");
	ff.w.state = "complete";
	ff.w.mode = "wrap";
	tw_write(&ff.w);
	expect_refusal(GNO_ERR_STATE, "a recorder's run", "any");
	ff.w.mode = "stream";
	tw_words(&ff.w, 1, nonsense, 2);
	tw_event(&ff.w, 1, 2000, FILTER_A, 0);
	tw_write(&ff.w);
	expect_refusal(GNO_ERR_FORMAT, "cannot filter a damaged trace: 8 bytes at offset ", "any");
	ff_end();
}
END_TEST

START_TEST(test_places)
{
	struct filter_options o = {.keep = "any"};
	struct filter_result done;
	struct gno_err err;
	char inside[96];

	ff_four_intervals();
	ck_assert_int_eq(filter_run(ff.w.dir, ff.w.dir, &o, &done, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "is the run that is filtered"));
	snprintf(inside, sizeof(inside), "%s/trace/sub/", ff.w.dir);
	ck_assert_int_eq(filter_run(ff.w.dir, inside, &o, &done, &err), GNO_ERR_STATE);
	ck_assert_ptr_nonnull(strstr(err.text, "lies within the run that is filtered"));
	ck_assert_int_eq(filter_run(ff.w.dir, ff.other.dir, &o, &done, &err), GNO_OK);
	ck_assert_int_eq(filter_run(ff.w.dir, ff.other.dir, &o, &done, &err), GNO_ERR_STATE);
	o.force = true;
	ck_assert_int_eq(filter_run(ff.w.dir, ff.other.dir, &o, &done, &err), GNO_OK);
	ck_assert_uint_eq(done.left_out, 0);
	ff_end();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("filter");
	TCase *tests = tcase_create("filter");

	tcase_add_loop_test(tests, test_rules, 0, sizeof(rules) / sizeof(*rules));
	tcase_add_test(tests, test_stays);
	tcase_add_test(tests, test_times);
	tcase_add_test(tests, test_refused);
	tcase_add_test(tests, test_places);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
