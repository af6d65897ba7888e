/* SPDX-License-Identifier: Apache-2.0 */
/* The flat profile: by hand, and against a program that is gone through clock by clock and tick by
 * tick. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/suite.h"
#include "common/errors.h"
#include "report_fixture.h"

static struct fix fix, other;

static void begin(struct tw *w, unsigned nodes, struct fix *f, uint64_t period)
{
	fix_begin(f, nodes);
	f->file.timer = period;
	f->file.profile = true;
	fix_function(f, "first", 0x100, 0x40, "a.c",
		     9); /* its first line is not that of its entry */
	fix_function(f, "second", 0x140, 0x20, "b.c", 20);
	fix_function(f, "last", 0x200, 0, NULL, 0); /* up to the end */
	fix_line(f, 0x100, "a.c", 10);
	fix_line(f, 0x120, "a.c", 11);
	fix_line(f, 0x140, "b.c", 20);
	fix_line(f, 0x150, "a.c", 11); /* inlined */
	fix_line(f, 0x160, NULL, 0);
	fix_line(f, 0x200, "b.c", 30);
	if (f != &fix)
		return;
	tw_begin(w, nodes, 32, 0, 0);
	w->triggers = 1;
	w->port = 2;
	w->patterns[0] = &f->file;
}

/* The watched word: bits 31..2 of the PC, then `write`. */
static void put(struct tw *w, unsigned node, uint64_t time, uint32_t pc, unsigned write)
{
	tw_word(w, node, time, pc >> 2 | write << 30, 0);
}

static const struct report_place *find(const struct gno_report *r, const char *name,
				       const char *file, unsigned line)
{
	const struct report_profile *p = &r->profile;

	for (size_t i = 0; i < p->places; i++)
		if ((name ? p->place[i].name && !strcmp(p->place[i].name, name)
			  : !p->place[i].name) &&
		    (!file || (p->place[i].file && !strcmp(p->place[i].file, file) &&
			       p->place[i].line == line)))
			return &p->place[i];
	return NULL;
}

static uint64_t ticks(const struct gno_report *r, const char *name, const char *file, unsigned line)
{
	const struct report_place *place = find(r, name, file, line);

	return place ? place->ticks : 0;
}

START_TEST(test_profile_by_hand)
{
	struct gno_report *r;
	json_t *root, *place;
	struct tw w;
	char *text;

	begin(&w, 1, &fix, 100);
	put(&w, 0, 100, 0x100, 0);	/* the tick at 100 */
	put(&w, 0, 205, 0x104, 1);	/* 200 */
	put(&w, 0, 510, 0x144, 0);	/* 300, 400, 500: a long store */
	put(&w, 0, 600, 0x1f8, 0);	/* 600: in no function */
	put(&w, 0, 700, 0x13c, 0);	/* 700 */
	put(&w, 0, 800, 0x99999998, 0); /* 800 */
	put(&w, 0, 901, 0x154, 0);	/* 900 */
	put(&w, 0, 1000, 0x200, 0);	/* 1000 */
	tw_flush(&w, 0, 1250);		/* 1100 and 1200 came to nothing */
	w.model = 1;
	tw_write(&w);
	r = profile_of(&w, false);
	ck_assert_uint_eq(r->profile.ticks, 10);
	ck_assert_uint_eq(r->profile.clocks, 1000);
	ck_assert_uint_eq(r->profile.places, 4);
	ck_assert_uint_eq(ticks(r, "first", "a.c", 9), 3);
	ck_assert_uint_eq(ticks(r, "second", "b.c", 20), 4);
	ck_assert_uint_eq(ticks(r, "last", NULL, 0), 2);
	ck_assert_ptr_null(find(r, "last", NULL, 0)->file);
	ck_assert_uint_eq(ticks(r, NULL, NULL, 0), 1);
	ck_assert_uint_eq(find(r, NULL, NULL, 0)->address, 0x1f8);
	ck_assert_str_eq(r->profile.place[0].name, "second");
	ck_assert_uint_eq(r->node[0].words.after, 2);
	text = profile_text_of(r);
	expect_line(
	    text,
	    "  core0      8     10        0         0         0    0         0       0      2        0\n");
	/* 4 of 10: Wilson's interval is 0.1682 to 0.6873 */
	expect_line(text, "        4  40.00%    16.82%  68.73%  4.000 us  second    b.c:20\n");
	expect_line(text, "  and 1 more\n");
	expect_line(
	    text,
	    "simulated model: not the hardware; it has no FIFOs and no ring, and never loses a record\n");
	free(text);
	root = json_profile_of(r, 2);
	ck_assert_ptr_nonnull(root);
	ck_assert_uint_eq(json_array_size(json_object_get(root, "places")), 2);
	ck_assert_int_eq(json_integer_value(json_object_get(root, "samples")), 10);
	place = json_array_get(json_object_get(root, "places"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(place, "function")), "second");
	ck_assert_double_eq_tol(json_real_value(json_object_get(place, "share_min")), 0.1682,
				0.00005);
	ck_assert_double_eq_tol(json_real_value(json_object_get(place, "share_max")), 0.6873,
				0.00005);
	ck_assert_double_eq_tol(json_real_value(json_object_get(place, "seconds")), 4e-6, 1e-15);
	json_decref(root);
	gno_report_free(r);

	r = profile_of(&w, true);
	ck_assert_uint_eq(ticks(r, "first", "a.c", 10), 2);
	ck_assert_uint_eq(ticks(r, "first", "a.c", 11), 1);
	ck_assert_uint_eq(ticks(r, "second", "b.c", 20), 3);
	ck_assert_uint_eq(ticks(r, "second", "a.c", 11), 1);
	ck_assert_uint_eq(ticks(r, "last", "b.c", 30), 2);
	ck_assert_uint_eq(r->profile.places, 6);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

struct program {
	uint32_t pc[6000];
	bool executed[6000];
};

static uint32_t random_number(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static const char *function_at(uint32_t pc)
{
	if (pc >= 0x200)
		return "last";
	if (pc >= 0x100 && pc < 0x140)
		return "first";
	return pc >= 0x140 && pc < 0x160 ? "second" : NULL;
}

/* Stretches without records: from and to, both included. */
struct stretch {
	unsigned from, to;
	enum report_unseen why;
};

static const struct stretch stretches[] = {
    {1000, 1234, REPORT_GAP},
    {2000, 2000, REPORT_GAP},
    {3000, 3399, REPORT_BLIND},
    {4500, 4567, REPORT_OFF},
};

static const struct stretch *stretch_at(unsigned t)
{
	for (size_t i = 0; i < sizeof(stretches) / sizeof(*stretches); i++)
		if (t >= stretches[i].from && t <= stretches[i].to)
			return &stretches[i];
	return NULL;
}

static bool off_at(unsigned t)
{
	return stretch_at(t) && stretch_at(t)->why == REPORT_OFF;
}

/* Writes what the hardware sends of it. */
static void run(struct tw *w, const struct program *p, unsigned clocks, unsigned period)
{
	bool due = false;

	for (unsigned t = 0; t < clocks; t++) {
		const struct stretch *s = stretch_at(t);

		due = due || (t && t % period == 0);
		if (s && t == s->from && s->why == REPORT_GAP)
			tw_gap(w, 0, s->from, s->to, 3);
		else if (s && s->why == REPORT_BLIND && (t == s->from || t == s->to))
			tw_load(w, 0, t, t == s->to);
		if (due && p->executed[t]) {
			if (!s)
				put(w, 0, t, p->pc[t], 0);
			due = false;
		}
		if (!s && t + 1 < clocks && off_at(t + 1))
			tw_datum(w, 0, t, &(struct tw_datum){.sub = GNO_PORT_STOP});
		if (!s && t && off_at(t - 1))
			tw_datum(w, 0, t, &(struct tw_datum){.sub = GNO_PORT_START});
	}
	tw_flush(w, 0, clocks);
}

START_TEST(test_profile_tick_by_tick)
{
	static const char *const names[] = {"first", "second", "last", NULL};
	static const unsigned periods[] = {1, 7, 64, 333};
	static struct program p;
	uint32_t seed = 99;

	for (size_t i = 0; i < 4 * sizeof(periods) / sizeof(*periods); i++) {
		unsigned period = periods[i / 4], clocks = 6000;
		uint64_t want[4] = {0}, lost[REPORT_UNSEEN_KINDS] = {0}, after = 0;
		struct gno_report *r;
		struct tw w;

		for (unsigned t = 0; t < clocks; t++) {
			p.pc[t] = 0x100 + random_number(&seed) % 0x180 / 4 * 4;
			p.executed[t] = random_number(&seed) % (1 + i % 4 * 10) == 0;
		}
		for (unsigned tick = period; tick <= clocks; tick += period) {
			const struct stretch *s = NULL;
			unsigned t = tick;

			/* until its word comes, or a stretch does */
			while (t < clocks && !(s = stretch_at(t)) && !p.executed[t])
				t++;
			if (s)
				lost[s->why]++;
			else if (t == clocks)
				after++;
			else
				for (unsigned k = 0; k < 4; k++)
					want[k] += function_at(p.pc[t]) == names[k] ||
						   (names[k] && function_at(p.pc[t]) &&
						    !strcmp(names[k], function_at(p.pc[t])));
		}
		begin(&w, 1, &fix, period);
		run(&w, &p, clocks, period);
		tw_write(&w);
		r = profile_of(&w, false);
		for (unsigned k = 0; k < 3; k++)
			ck_assert_uint_eq(ticks(r, names[k], NULL, 0), want[k]);
		ck_assert_uint_eq(r->profile.ticks, want[0] + want[1] + want[2] + want[3]);
		for (unsigned why = 0; why < REPORT_UNSEEN_KINDS; why++)
			ck_assert_uint_eq(r->node[0].words.lost[why], lost[why]);
		ck_assert_uint_eq(r->node[0].words.after, after);
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

/* A load with another period: no record shows from when it counts. */
START_TEST(test_profile_of_loads)
{
	for (unsigned same = 0; same < 2; same++) {
		struct gno_report *r;
		struct tw w;

		begin(&w, 1, &fix, 100);
		begin(&w, 1, &other, same ? 100 : 50);
		w.patterns[1] = &other.file;
		put(&w, 0, 100, 0x100, 0);
		tw_load(&w, 0, 150, 0);
		tw_load(&w, 0, 250, 1);
		put(&w, 0, 300, 0x140, 0);
		tw_flush(&w, 0, 350);
		tw_write(&w);
		r = profile_of(&w, false);
		ck_assert_uint_eq(ticks(r, "first", NULL, 0), 1);
		ck_assert_uint_eq(ticks(r, "second", NULL, 0), same);
		ck_assert_uint_eq(r->node[0].words.unknown, !same);
		ck_assert_uint_eq(r->node[0].words.lost[REPORT_BLIND], 1);
		gno_report_free(r);
		tw_end(&w);
	}
}
END_TEST

START_TEST(test_profile_refuses)
{
	struct gno_report_options o = {.columns = 20, .profile = true, .field = "addr"};
	struct gno_report *r;
	struct gno_err err;
	struct tw w;

	begin(&w, 1, &fix, 100);
	put(&w, 0, 100, 0x100, 1);
	tw_flush(&w, 0, 350);
	tw_write(&w);
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_ERR_ARG);
	ck_assert_ptr_nonnull(strstr(err.text, "no field 'addr'"));
	o.field = "write"; /* of one bit: there is nothing at address 1, but it is counted */
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_OK);
	ck_assert_uint_eq(r->profile.ticks, 1);
	ck_assert_uint_eq(r->profile.place[0].address, 1);
	gno_report_free(r);
	o.field = NULL;
	w.node[0].len -= 24;
	tw_write(&w);
	ck_assert_int_eq(gno_report_build(w.dir, &o, &r, &err), GNO_ERR_ARG);
	ck_assert_ptr_nonnull(strstr(err.text, "no profile in this run"));
	tw_end(&w);
}
END_TEST

/* The program itself. */
START_TEST(test_profile_command)
{
	static const char *const args[] = {"--profile", "--profile --by line --json",
					   "--profile --limit 1"};
	const char *program = getenv("GNOMON");
	struct tw w;

	ck_assert_ptr_nonnull(program);
	begin(&w, 1, &fix, 100);
	put(&w, 0, 100, 0x100, 1);
	tw_flush(&w, 0, 350);
	tw_write(&w);
	for (size_t i = 0; i < sizeof(args) / sizeof(*args); i++) {
		char command[256];
		int status;

		snprintf(command, sizeof(command), "%s report %s %s | grep -q first", program,
			 args[i], w.dir);
		status = system(command);
		ck_assert_msg(WIFEXITED(status) && !WEXITSTATUS(status), "%s", args[i]);
	}
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_profile", NULL, NULL,
			 TESTS({test_profile_by_hand}, {test_profile_tick_by_tick},
			       {test_profile_of_loads}, {test_profile_refuses},
			       {test_profile_command}));
}
