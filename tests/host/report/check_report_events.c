/* SPDX-License-Identifier: Apache-2.0 */

/* `gnomon events`: each record a line, in order of time, with the name that held, and only those
 * wanted. */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "tests/suite.h"
#include "results/rows.h"
#include "report_fixture.h"

static struct fix fix[2];
static struct tw w;

static void expect(const char *options, const char *wanted)
{
	char *text = tw_events(&w, options, 0);

	ck_assert_msg(!strcmp(text, wanted), "%s:\n%swanted:\n%s", options, text, wanted);
	free(text);
}

static void setup(void)
{
	ck_assert_ptr_nonnull(getenv("GNOMON"));
	for (unsigned f = 0; f < 2; f++) {
		fix_begin(&fix[f], 2);
		fix_point(&fix[f], f ? "after" : "before", GNO_PATTERN_EVENT, 1, RECORD);
		fix_point(&fix[f], "timer", GNO_PATTERN_TRIGGER, 4, RECORD | MARKED);
	}
	tw_begin(&w, 2, 32, 0, 0);
	w.triggers = 1;
	w.port = 3;
	w.patterns[0] = &fix[0].file;
	w.patterns[1] = &fix[1].file;
	w.loads =
	    "[{\"file\":\"patterns.json\",\"nodes\":[0,1]},{\"file\":\"patterns.2.json\",\"nodes\":[0]}]";
	tw_event(&w, 0, 5, 1, 0);
	tw_datum(&w, 0, 50,
		 &(struct tw_datum){
		     .sub = GNO_PORT_PROCESS, .data = 9, .process = 9, .pc = 0x1004, .flags = 8});
	tw_event(&w, 0, 60, 1, 0);
	tw_load(&w, 0, 100, 0);
	tw_load(&w, 0, 120, 1);
	tw_event(&w, 0, 130, 1, 0);
	tw_gap(&w, 0, 200, 299, 7);
	tw_event(&w, 0, 400, 7, 0);
	tw_flush(&w, 0, 100000000000);
	tw_event(&w, 1, 60, 1, 0);
	tw_trigger(&w, 1, 130, 4, 0);
	tw_word(&w, 1, 130, 0x1234, 8);
	tw_datum(&w, 1, 140, &(struct tw_datum){.page = 4, .sub = 5, .data = 77, .process = 3});
	tw_flush(&w, 1, 100000000000);
	tw_write(&w);
}

static void teardown(void)
{
	tw_end(&w);
}

#define LINE(cycle, seconds, rest) cycle "  " seconds " s  " rest "\n"

START_TEST(test_events_of_a_run)
{
	expect("",
	       LINE("           5", "0.000000050", "core0  event    before") LINE(
		   "          50", "0.000000500",
		   "core0  write    process  data 9  process 9  pc 0x00001004  mark")
		   LINE("          60", "0.000000600", "core0  event    before  process 9")
		       LINE("          60", "0.000000600", "core1  event    before") LINE(
			   "         100", "0.000001000", "core0  load     (off)")
			   LINE("         120", "0.000001200", "core0  load     (live)") LINE(
			       "         130", "0.000001300", "core0  event    after  process 9")
			       LINE("         130", "0.000001300", "core1  trigger  timer")
				   LINE("         130", "0.000001300",
					"core1  word     (profile)  pc 0x48d0  write 0x0  mark")
				       LINE("         140", "0.000001400",
					    "core1  write    send 5  data 77  process 3")
					   LINE("         200", "0.000002000",
						"core0  gap      (lost)  7 records up to cycle 299")
					       LINE("         400", "0.000004000",
						    "core0  event    code 7"));
}
END_TEST

START_TEST(test_events_filters)
{
	static const char before[] = LINE("          60", "0.000000600", "core1  event    before");
	static const char after[] =
	    LINE("         130", "0.000001300", "core0  event    after  process 9");
	static const char timer[] = LINE("         130", "0.000001300", "core1  trigger  timer");
	char both[512];

	expect("--node core1 --kind event", before);
	expect("-n core1 -p before", before);
	expect("--point after", after);
	snprintf(both, sizeof(both), "%s%s", after, timer);
	expect("--point timer,after", both);
	expect("--kind trigger,event --from 130 --to 140", both);
	expect("--from 61 --to 99", "");
	expect("--kind write --node core1",
	       LINE("         140", "0.000001400", "core1  write    send 5  data 77  process 3"));
}
END_TEST

START_TEST(test_events_as_json)
{
	char *text = tw_events(&w, "--json", 0), *next = text;
	static const char *const names[] = {"before",	 "process", "before", "before",
					    "(off)",	 "(live)",  "after",  "timer",
					    "(profile)", "send 5",  "(lost)", "code 7"};

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char *line = strsep(&next, "\n");
		json_t *o = json_loads(line, JSON_REJECT_DUPLICATES, NULL);

		ck_assert_msg(o != NULL, "no JSON: %s", line);
		ck_assert_str_eq(json_string_value(json_object_get(o, "name")), names[i]);
		ck_assert_int_eq(json_integer_value(json_object_get(o, "ns")),
				 10 * json_integer_value(json_object_get(o, "time")));
		if (i == 8) {
			json_t *fields = json_object_get(o, "fields");

			ck_assert_uint_eq(json_object_size(fields), 2);
			ck_assert_int_eq(json_integer_value(json_object_get(fields, "pc")), 0x48d0);
			ck_assert_int_eq(json_integer_value(json_object_get(fields, "write")), 0);
		}
		if (i == 10)
			ck_assert_int_eq(json_integer_value(json_object_get(o, "lost")), 7);
		json_decref(o);
	}
	ck_assert_str_eq(next, "");
	free(text);
}
END_TEST

/* What can match nothing is refused: no line would look like a run in which nothing happened. */
START_TEST(test_events_bad_names)
{
	static const struct {
		const char *options, *says;
		int status;
	} bad[] = {
	    {"--node core2", "has no node 'core2'", 1},
	    {"--node core1,cor", "has no node 'cor'", 1},
	    {"--kind evnt", "there is no kind 'evnt'", 2},
	    {"--kind event,ratio", "there is no kind 'ratio'", 2}, /* it has no lines */
	    {"--kind datum", "there is no kind 'datum'", 2},	   /* it is called a write */
	    {"--point befor", "there is no point 'befor' in this run; did you mean 'before'?", 1},
	    {"--from soon", "'soon' is not a cycle", 2},
	};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		char *text = tw_events(&w, bad[i].options, bad[i].status);

		ck_assert_msg(strstr(text, bad[i].says) != NULL, "%s", text);
		free(text);
	}
	free(tw_events(&w, "--point 'send 9'", 0)); /* a name that a write could have */
}
END_TEST

/* Names as long as they can be, which differ at their ends. */
START_TEST(test_events_long_names)
{
	char name[2][BASE_NAME_MADE_MAX + 2], *text;
	char options[256];

	for (unsigned i = 0; i < 2; i++) {
		memset(name[i], 'x', BASE_NAME_MADE_MAX - 1);
		snprintf(name[i] + BASE_NAME_MADE_MAX - 1, 3, "%u", i);
		fix[0].point[i].name = name[i];
	}
	w.patterns[1] = NULL;
	w.loads = NULL;
	tw_write(&w);
	snprintf(options, sizeof(options), "-p %s --from 60 --to 60 -n core1", name[0]);
	text = tw_events(&w, options, 0);
	ck_assert_ptr_nonnull(strstr(text, name[0]));
	free(text);
	snprintf(options, sizeof(options), "-p %s9,%s", name[0], name[1]);
	text = tw_events(&w, options, 1);
	ck_assert_msg(strstr(text, "there is no point 'xxx") != NULL, "%s", text);
	free(text);
}
END_TEST

/* Kinds of records with flags have lines of their own names, in whatever order the table has them.
 */
START_TEST(test_events_kinds)
{
	static const char *const names[] = {
	    [1] = "event", [3] = "gap",	  [7] = "write",    [8] = "capture", [11] = "trigger",
	    [12] = "word", [13] = "load", [16] = "segment", [17] = "hole",   [10] = "line",
	};

	for (unsigned kind = 0; kind < sizeof(names) / sizeof(*names); kind++) {
		const char *name = report_event_kind_name(kind);

		ck_assert_int_eq(!name, !names[kind]);
		if (name)
			ck_assert_str_eq(name, names[kind]);
	}
	ck_assert_uint_eq(REPORT_EVENT_KINDS, sizeof(names) / sizeof(*names));
}
END_TEST

/* A reader that goes away ends the command without a word, also where the signal is ignored. */
START_TEST(test_events_into_a_closed_pipe)
{
	char command[512], line[64] = "";
	FILE *in;

	snprintf(
	    command, sizeof(command),
	    "{ (trap '' PIPE; exec 2>&3; while echo 2>/dev/null; do :; done; %s events %s; echo status $? >&3) | true; } 3>&1",
	    getenv("GNOMON"), w.dir);
	in = popen(command, "r");
	ck_assert_ptr_nonnull(in);
	ck_assert_ptr_nonnull(fgets(line, sizeof(line), in));
	ck_assert_str_eq(line, "status 1\n");
	ck_assert_ptr_null(fgets(line, sizeof(line), in));
	pclose(in);
}
END_TEST

int main(void)
{
	return run_tests("report_events", setup, teardown,
			 TESTS({test_events_of_a_run}, {test_events_filters}, {test_events_as_json},
			       {test_events_bad_names}, {test_events_long_names},
			       {test_events_kinds}, {test_events_into_a_closed_pipe}));
}
