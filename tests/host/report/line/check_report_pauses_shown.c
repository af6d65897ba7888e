/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How the rounds of a CAPTURE line in its interrupt form are shown: the report's text, `--at`,
 * `gnomon events` and a waveform.
 */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "results/at.h"
#include "rounds_fixture.h"
#include "units_fixture.h"
#include "out/wave/export.h"

START_TEST(test_pauses_text)
{
	struct gno_report *r;
	char *text;

	rounds_write_losses();
	r = report_of(&w, NULL);
	text = print_all_of(r);
	expect_line(text, "\nrounds of the CAPTURE line");
	expect_line(
	    text,
	    "\n  round  began  ended  cycles      time  counter  by     late   not recorded\n"
	    "      1  start     40      40  400.0 ns        0\n"
	    "      2    100    150      50  500.0 ns       60  core0  core1  core2\n"
	    "      3    500    520      20  200.0 ns      360  core1\n"
	    "      4    600      ?   >= 12                440  core0         core0 + core1 + core2\n"
	    "      5    800    end  >= 101                560  core2\n");
	expect_line(text, "\n  >= 5 rounds; the time counters paused for 341 cycles: 3.410 us\n");
	expect_line(
	    text,
	    "\n  not known from cycle 250 to 399: the line was asserted in 50 of these cycles\n");
	expect_line(text, "\nintervals without the pauses of the time counters (CAPTURE line)\n");
	free(text);
	text = text_of(r, false);
	expect_line(text, "and 2 more\n");
	free(text);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

static char *at_text(const struct gno_report *r, uint64_t cycle)
{
	struct report_at *at = NULL;
	struct gno_err err;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(report_at_find(r, cycle, &at, &err), 0);
	ck_assert_int_eq(report_at_text(at, f, &err), 0);
	report_at_free(at);
	fclose(f);
	return text;
}

START_TEST(test_pauses_at_a_cycle)
{
	static const struct {
		uint64_t cycle;
		const char *says;
	} cases[] = {
	    {20,
	     "\nthe time counters are at 0; the CAPTURE line is asserted: round 1, from cycle 0 to 39\n"},
	    {99, "\nthe time counters are at 59; the CAPTURE line is released\n"},
	    {149,
	     "\nthe time counters are at 60; the CAPTURE line is asserted: round 2, from cycle 100 to 149\n"},
	    {150, "\nthe time counters are at 60; the CAPTURE line is released\n"},
	    {250,
	     "\nthe time counters are at 160; whether the CAPTURE line is asserted is not known from cycle 250 to 399\n"},
	    {251,
	     "\nthe value of the time counters is not known; whether the CAPTURE line is asserted is not known from cycle 250 to 399\n"},
	    {899,
	     "\nthe time counters are at 560; the CAPTURE line is asserted: round 5, from cycle 800\n"},
	};
	struct report_at *at = NULL;
	struct gno_report *r;
	struct gno_err err;
	json_t *root, *o;
	FILE *f;

	rounds_write_losses();
	r = report_of(&w, NULL);
	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *text = at_text(r, cases[i].cycle);

		expect_line(text, cases[i].says);
		free(text);
	}
	ck_assert_int_eq(report_at_find(r, 149, &at, &err), 0);
	f = json_begin();
	ck_assert_int_eq(report_at_json(at, f, &err), 0);
	root = json_end(f);
	o = json_object_get(root, "line");
	ck_assert(json_is_true(json_object_get(o, "asserted")));
	ck_assert_int_eq(rounds_number(o, "counter"), 60);
	ck_assert_int_eq(rounds_number(o, "round"), 2);
	ck_assert_int_eq(rounds_number(o, "from"), 100);
	ck_assert_int_eq(rounds_number(o, "to"), 149);
	json_decref(root);
	report_at_free(at);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

START_TEST(test_pauses_events)
{
	static const char wanted[] =
	    " 40    0  0.000000400 s  core0  line     capture_ended  round 1  40 cycles\n"
	    "100   60  0.000001000 s  core0  line     capture_began  round 2  own\n"
	    "150   60  0.000001500 s  core0  line     capture_ended  round 2  50 cycles  own\n"
	    "500  360  0.000005000 s  core0  line     capture_began  round 3\n"
	    "520  360  0.000005200 s  core0  line     capture_ended  round 3  20 cycles\n"
	    "600  440  0.000006000 s  core0  line     capture_began  round 4  own\n"
	    "800  560  0.000008000 s  core0  line     capture_began  round 5\n";
	char *text, *next;

	rounds_write_losses();
	text = tw_events(&w, "--kind line --node core0", 0);
	ck_assert_str_eq(text, wanted);
	free(text);
	text = tw_events(&w, "--kind line --node core1 --from 150 --to 150", 0);
	ck_assert_str_eq(
	    text,
	    "150   60  0.000001500 s  core1  line     capture_ended  round 2  50 cycles  late\n");
	free(text);

	next = text = tw_events(&w, "--json", 0);
	for (char *object; (object = strsep(&next, "\n")) && *object;) {
		json_t *o = json_loads(object, JSON_REJECT_DUPLICATES, NULL);
		unsigned cycle = (unsigned)rounds_number(o, "time");
		const char *kind = json_string_value(json_object_get(o, "kind"));

		if (!rounds_is_null(o, "counter"))
			ck_assert_int_eq(rounds_number(o, "counter"), cycle - rounds_paused(cycle));
		else
			ck_assert(cycle > 250 && cycle <= 700);
		if (!strcmp(kind, "line")) {
			ck_assert_int_eq(rounds_number(o, "paused"), rounds_paused(cycle));
			ck_assert(line[cycle] == rounds_is_null(o, "length"));
			ck_assert(!rounds_is_null(o, "own") && !rounds_is_null(o, "late"));
			ck_assert_int_ge(rounds_number(o, "round"), 1);
			ck_assert_int_eq(rounds_number(o, "code"),
					 line[cycle] ? TW_BEGAN : TW_ENDED);
		}
		json_decref(o);
	}
	free(text);
	tw_end(&w);
	rounds_write_unknown();
	text = tw_events(&w, "--from 300 --kind event", 0);
	ck_assert_str_eq(text, "320    ?  0.000003200 s  core1  event    a\n"
			       "340    ?  0.000003400 s  core1  event    b\n");
	free(text);
	tw_end(&w);
}
END_TEST

START_TEST(test_pauses_in_a_waveform)
{
	char level[901];

	rounds_write_losses();
	rounds_write_wave(tw_path(&w, "a.vcd"));
	rounds_read_wave(tw_path(&w, "a.vcd"), "capture_line", 7, 2, 901, level);
	for (unsigned t = 0; t <= 900; t++) {
		bool unknown = (t >= 250 && t < 400) || (t >= 612 && t < 698);

		ck_assert_msg(level[t] == (unknown   ? 'x'
					   : line[t] ? '1'
						     : '0'),
			      "cycle %u: %c", t, level[t]);
	}
	tw_end(&w);
}
END_TEST

/* The same in the waveform of segments, of all cycles or of some. */
START_TEST(test_pauses_in_a_waveform_of_segments)
{
	static const struct wave_export parts[] = {
	    {.to = UINT64_MAX}, {.from = 110, .to = 690}, {.from = 150, .to = 699}, {.to = 149}};
	static const struct units_entry entry[8] = {{1, 1, 1, 1}, {2, 1, 1, 1}, {3, 1, 1, 1},
						    {4, 1, 1, 1}, {5, 1, 1, 1}, {6, 1, 1, 1},
						    {7, 1, 1, 1}, {8, 1, 1, 1}};
	struct gno_report *r = NULL;
	struct wave_exported out;
	char level[901];
	struct gno_err err;

	rounds_begin(16);
	tw_end(&w);
	units_begin_segments(&w, ROUNDS_NODES, 16, 0);
	w.triggers = w.interrupt = 1;
	w.tables = ",{\"name\":\"events\",\"base\":5824,\"cells\":16,\"bits\":8}";
	w.patterns[0] = &fix.file;
	rounds_assert(100, 150);
	rounds_assert(700, 720);
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		for (unsigned t = 0; t < 900; t++) {
			if (t == 300)
				tw_gap(&w, k, 300, 399, 1);
			else if (t == 600)
				tw_gap(&w, k, 600, 649, 1);
			else if (t < 300 || t > 399)
				rounds_write_cycle(k, t);
		}
		if (!k)
			units_segment(&w, &(struct units_segment){.time = 720,
								  .at = 206,
								  .ended = 210,
								  .entries = 8,
								  .entry = entry});
		tw_flush(&w, k, 900);
	}
	tw_write(&w);
	ck_assert(!gno_report_look(w.dir, &r, &err));
	for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		struct wave_export o = parts[i];

		o.report = r;
		o.path = tw_path(&w, "a.vcd");
		ck_assert_msg(!wave_export(w.dir, &o, &out, &err), "%s", err.text);
		ck_assert_uint_eq(out.segments, o.to > 206);
		rounds_read_wave(o.path, "capture_line", 0, 10, 901, level);
		for (unsigned t = 0; t <= 900; t++) {
			bool asked = t >= o.from && t <= o.to;

			ck_assert_msg(level[t] == (asked ? line[t] ? '1' : '0' : 'x'),
				      "part %u, cycle %u: %c", i, t, level[t]);
		}
		ck_assert_int_eq(remove(o.path), 0);
	}
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

/* A recorder has frozen: from the cycle of the last record that it has kept on nothing is known. */
START_TEST(test_pauses_in_a_waveform_of_a_recorder)
{
	char level[901];

	rounds_begin(16);
	w.mode = "wrap";
	w.frozen = 1;
	rounds_assert(100, 150);
	for (unsigned k = 0; k < ROUNDS_NODES; k++) {
		for (unsigned t = 0; t < 600; t++)
			rounds_write_cycle(k, t);
		tw_beat(&w, k, 700);
		tw_flush(&w, k, 900);
	}
	tw_write(&w);
	rounds_write_wave(tw_path(&w, "a.vcd"));
	rounds_read_wave(tw_path(&w, "a.vcd"), "capture_line", 7, 2, 901, level);
	for (unsigned t = 0; t <= 900; t++)
		ck_assert_msg(level[t] == (t >= 700  ? 'x'
					   : line[t] ? '1'
						     : '0'),
			      "cycle %u: %c", t, level[t]);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("report_pauses_shown", NULL, NULL,
			 TESTS({test_pauses_text}, {test_pauses_at_a_cycle}, {test_pauses_events},
			       {test_pauses_in_a_waveform}, {test_pauses_in_a_waveform_of_segments},
			       {test_pauses_in_a_waveform_of_a_recorder}));
}
