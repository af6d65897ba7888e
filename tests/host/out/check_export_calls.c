/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The formats of profilers, with numbers computed by hand: folded stacks line by line, speedscope's
 * JSON as jansson reads it, pprof's as gzip and protoc read it by pprof's own schema.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "out/export/formats.h"
#include "report_fixture.h"
#include "tests/suite.h"

enum { MAIN = 2, F = 4 };

/* Of Debian's package of pprof. */
#define PPROF_DECODE                                                                               \
	"protoc --decode=perftools.profiles.Profile "                                              \
	"-I /usr/share/gocode/src/github.com/google/pprof/proto profile.proto"

static struct fix fix;
static struct tw w;
static char strange[] = "f;g h", source[] = "main.c";
static char path[160], noted[512];

static void begin(void)
{
	fix_begin(&fix, 2);
	fix_called(&fix, "main", MAIN, MAIN + 1);
	fix_called(&fix, "f", F, F + 1);
	fix.called[2].name = fix.called[3].name = strange;
	fix.called[0].file = fix.called[1].file = source;
	fix.called[0].line = fix.called[1].line = 7;
	tw_begin(&w, 2, 32, 0, 0);
	w.patterns[0] = &fix.file;
}

/* core0 has two processes: 1 at 0..130 and 160..200, of which a gap hides 20; 2 at 130..160. */
static void write_run(void)
{
	begin();
	w.port = 2;
	tw_event(&w, 0, 10, MAIN, 0);
	tw_datum(&w, 0, 20, &(struct tw_datum){.page = 1, .process = 1});
	tw_event(&w, 0, 100, F, 0);
	tw_datum(&w, 0, 130, &(struct tw_datum){.sub = GNO_PORT_PROCESS, .data = 2, .process = 2});
	tw_event(&w, 0, 140, F, 0);
	tw_event(&w, 0, 150, F + 1, 0);
	tw_datum(&w, 0, 160, &(struct tw_datum){.sub = GNO_PORT_PROCESS, .data = 1, .process = 1});
	tw_event(&w, 0, 165, F + 1, 0);
	tw_gap(&w, 0, 170, 189, 3);
	tw_datum(&w, 0, 195, &(struct tw_datum){.page = 1, .process = 1});
	tw_flush(&w, 0, 200);
	tw_event(&w, 1, 50, MAIN, 0);
	tw_event(&w, 1, 60, MAIN, 0);
	tw_event(&w, 1, 90, MAIN + 1, 0);
	tw_event(&w, 1, 95, MAIN + 1, 0);
	tw_flush(&w, 1, 100);
	tw_write(&w);
}

static void take_note(void *ctx, const char *text)
{
	(void)ctx;
	strncat(noted, text, sizeof(noted) - strlen(noted) - 2);
	strcat(noted, "\n");
}

/* Exports to `path`. */
static int export_to(const char *format, struct export_options *o, struct gno_err *err)
{
	const char *near;

	snprintf(path, sizeof(path), "%s/out", w.dir);
	unlink(path);
	noted[0] = 0;
	o->path = path;
	o->note = take_note;
	if (!o->to)
		o->to = UINT64_MAX;
	return export_run(w.dir, export_format(format, &near), o, err);
}

static void must_export(const char *format, const char *nodes)
{
	struct export_options o = {.node = nodes};
	struct gno_err err;

	ck_assert_msg(!export_to(format, &o, &err), "%s", err.text);
}

/* What a command prints, in one line, each blank of which is one; the caller's. */
static char *output_of(const char *command)
{
	FILE *f = popen(command, "r");
	size_t size = 1 << 20, n = 0;
	char *text = malloc(size);
	int c;

	ck_assert(f && text);
	while ((c = getc(f)) != EOF && n + 1 < size) {
		if (c == '\n')
			c = ' ';
		if (c != ' ' || (n && text[n - 1] != ' '))
			text[n++] = (char)c;
	}
	text[n] = 0;
	ck_assert_msg(!pclose(f), "%s", command);
	return text;
}

static void expect_in(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no '%s' in\n%s", part, text);
}

START_TEST(test_folded)
{
	static const char expected[] = "core0;process 1;(outside) 10\n"	 /* up to 10 */
				       "core0;process 1;main 95\n"	 /* 10..100, 165..170 */
				       "core0;process 1;main;f:g h 35\n" /* 100..130, 160..165 */
				       "core0;process 1;(unknown callers) 10\n" /* from 190 on */
				       "core0;process 2;(outside) 20\n"
				       "core0;process 2;f:g h 10\n"
				       "core1;(outside) 55\n"
				       "core1;main 15\n"
				       "core1;main;main 30\n"
				       "core0;(gap) 20\n";
	struct gno_err err;
	char text[1024];
	size_t n;
	FILE *f;

	write_run();
	must_export("folded", NULL);
	f = fopen(path, "r");
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = 0;
	fclose(f);
	/* the longest first among those of one caller */
	ck_assert_str_eq(text, expected);
	ck_assert_str_eq(
	    noted,
	    "core0: nothing is known of 20 cycles (gap), which are a stack of their own\n"
	    "records may be missing of core0: they were lost, triggers were off for a load, or the trace ends early; what is not recorded is not in the file\n");
	ck_assert(!export_to(
	    "folded", &(struct export_options){.from = 60, .to = 79, .node = "core1"}, &err));
	f = fopen(path, "r");
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = 0;
	fclose(f);
	ck_assert_str_eq(text, "core1;main;main 20\n");
	tw_end(&w);
}
END_TEST

/* A profile has as many weights as stacks, which add up to its end; frames are there. */
static void expect_profile(const json_t *profile, const json_t *frames)
{
	const json_t *samples = json_object_get(profile, "samples"),
		     *weights = json_object_get(profile, "weights");
	json_int_t sum = 0;

	ck_assert_str_eq(json_string_value(json_object_get(profile, "type")), "sampled");
	ck_assert_str_eq(json_string_value(json_object_get(profile, "unit")), "none");
	ck_assert(json_is_string(json_object_get(profile, "name")));
	ck_assert_int_eq(json_integer_value(json_object_get(profile, "startValue")), 0);
	ck_assert_uint_gt(json_array_size(samples), 0);
	ck_assert_uint_eq(json_array_size(samples), json_array_size(weights));
	for (size_t i = 0; i < json_array_size(weights); i++) {
		const json_t *stack = json_array_get(samples, i);

		sum += json_integer_value(json_array_get(weights, i));
		ck_assert_uint_gt(json_array_size(stack), 0);
		for (size_t k = 0; k < json_array_size(stack); k++)
			ck_assert_uint_lt((size_t)json_integer_value(json_array_get(stack, k)),
					  json_array_size(frames));
	}
	ck_assert_int_eq(sum, json_integer_value(json_object_get(profile, "endValue")));
}

START_TEST(test_speedscope)
{
	static const char *const names[] = {"core0 process 1", "core0 process 2", "core1",
					    "nothing is known"};
	static const json_int_t ends[] = {150, 30, 100, 20};
	json_t *root, *frames, *profiles, *stack;
	json_error_t fault;

	write_run();
	must_export("speedscope", NULL);
	root = json_load_file(path, JSON_REJECT_DUPLICATES, &fault);
	ck_assert_msg(root != NULL, "%s", fault.text);
	ck_assert_str_eq(json_string_value(json_object_get(root, "$schema")),
			 "https://www.speedscope.app/file-format-schema.json");
	frames = json_object_get(json_object_get(root, "shared"), "frames");
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(frames, 1), "name")),
			 "f;g h");
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(frames, 0), "file")),
			 "main.c");
	ck_assert(!json_object_get(json_array_get(frames, 1), "file"));
	profiles = json_object_get(root, "profiles");
	ck_assert_uint_eq(json_array_size(profiles), 4);
	for (size_t i = 0; i < 4; i++) {
		const json_t *p = json_array_get(profiles, i);

		expect_profile(p, frames);
		ck_assert_str_eq(json_string_value(json_object_get(p, "name")), names[i]);
		ck_assert_int_eq(json_integer_value(json_object_get(p, "endValue")), ends[i]);
	}
	/* outermost first: main, then f */
	stack = json_array_get(json_object_get(json_array_get(profiles, 0), "samples"), 2);
	ck_assert_int_eq(json_integer_value(json_array_get(stack, 0)), 0);
	ck_assert_int_eq(json_integer_value(json_array_get(stack, 1)), 1);
	json_decref(root);
	tw_end(&w);
}
END_TEST

START_TEST(test_pprof)
{
	char command[512], *text;

	write_run();
	must_export("pprof", NULL);
	snprintf(command, sizeof(command), "gzip -dc %s | " PPROF_DECODE, path);
	text = output_of(command);
	/* calls, cycles, and ns of a clock of 100 MHz; texts: 11 and 12 are the nodes, 13 and 14
	 * the functions */
	expect_in(
	    text,
	    "sample_type { type: 1 unit: 2 } sample_type { type: 3 unit: 2 } sample_type { type: 4 unit: 5 } sample { ");
	expect_in(
	    text,
	    "sample { location_id: 2 location_id: 1 value: 1 value: 35 value: 350 label { key: 6 str: 11 } label { key: 7 num: 1 num_unit: 7 } } ");
	expect_in(
	    text,
	    "sample { location_id: 2 value: 1 value: 10 value: 100 label { key: 6 str: 11 } label { key: 7 num: 2 num_unit: 7 } } ");
	expect_in(
	    text,
	    "sample { location_id: 1 location_id: 1 value: 1 value: 30 value: 300 label { key: 6 str: 12 } } ");
	/* the gap, behind main, f, (outside), (unknown callers) and (other) */
	expect_in(
	    text,
	    "sample { location_id: 6 value: 0 value: 20 value: 200 label { key: 6 str: 11 } } ");
	expect_in(text, "mapping { id: 1 memory_limit: 4294967296 filename: 8 ");
	expect_in(text,
		  "location { id: 1 mapping_id: 1 address: 256 line { function_id: 1 line: 7 } } ");
	expect_in(text, "function { id: 1 name: 13 system_name: 13 filename: 24 start_line: 7 } ");
	expect_in(text, "location { id: 6 line { function_id: 6 } } ");
	expect_in(
	    text,
	    "string_table: \"\" string_table: \"calls\" string_table: \"count\" string_table: \"cycles\" string_table: \"time\" string_table: \"nanoseconds\" string_table: \"node\" string_table: \"process\" string_table: \"a.elf\" ");
	expect_in(
	    text,
	    "string_table: \"core0\" string_table: \"core1\" string_table: \"main\" string_table: \"f;g h\" string_table: \"(outside)\" string_table: \"(unknown callers)\" string_table: \"(other)\" string_table: \"(gap)\" string_table: \"(hole)\" string_table: \"(load)\" string_table: \"(off)\" string_table: \"(filter)\" string_table: \"(freeze)\" string_table: \"main.c\" ");
	expect_in(text, "default_sample_type: 4");
	free(text);
	tw_end(&w);
}
END_TEST

/* A file with more than one piece of gzip's output is whole. */
/* Two functions of one name: their files, whose folders count where the names of the files are one,
 * and what they are called. */
static const struct {
	const char *file[2];
	const char *name[2];
} twins[] = {
    {{"src/a.c", "src/b.c"}, {"a.c:init", "b.c:init"}},
    {{"a/x.c", "b/x.c"}, {"a/x.c:init", "b/x.c:init"}},
    {{"a.c", "a.c"}, {"a.c:init@0x100", "a.c:init@0x900"}},
    {{NULL, NULL}, {"init@0x100", "init@0x900"}},
    {{"a.c", NULL}, {"a.c:init", "init@0x900"}},
};

START_TEST(test_twins)
{
	static char init[] = "init", file[2][16];
	char command[512], wanted[128], *text;

	begin();
	for (unsigned i = 0; i < 4; i++) {
		fix.called[i].name = init;
		fix.called[i].address = i < 2 ? 0x100 : 0x900;
		fix.called[i].line = twins[_i].file[i / 2] ? 7 : 0;
		fix.called[i].file = NULL;
		if (twins[_i].file[i / 2])
			fix.called[i].file = strcpy(file[i / 2], twins[_i].file[i / 2]);
	}
	tw_event(&w, 0, 10, MAIN, 0);
	tw_event(&w, 0, 20, F, 0);
	tw_event(&w, 0, 50, F + 1, 0);
	tw_event(&w, 0, 60, MAIN + 1, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&w, k, 100);
	tw_write(&w);
	must_export("pprof", NULL);
	snprintf(command, sizeof(command), "gzip -dc %s | " PPROF_DECODE, path);
	text = output_of(command);
	for (unsigned i = 0; i < 2; i++) {
		snprintf(wanted, sizeof(wanted), "string_table: \"%s\" ", twins[_i].name[i]);
		expect_in(text, wanted);
	}
	free(text);
	must_export("folded", "core0");
	snprintf(command, sizeof(command), "cat %s", path);
	text = output_of(command);
	snprintf(wanted, sizeof(wanted), "core0;%s 20 core0;%s;%s 30", twins[_i].name[0],
		 twins[_i].name[0], twins[_i].name[1]);
	expect_in(text, wanted);
	free(text);
	tw_end(&w);
}
END_TEST

START_TEST(test_pprof_of_many)
{
	uint64_t time = 10;
	char command[512], *text, *at;
	size_t samples = 0;

	begin();
	srand(1);
	for (unsigned i = 0; i < 3000; i++) {
		tw_event(&w, 0, time, MAIN + 2 * ((unsigned)rand() % 2), 0);
		time += 1 + (uint64_t)rand() % 100000;
	}
	tw_flush(&w, 0, time);
	tw_flush(&w, 1, 100);
	tw_write(&w);
	must_export("pprof", "core0");
	snprintf(command, sizeof(command), "gzip -dc %s | " PPROF_DECODE " | grep -c '^sample {'",
		 path);
	text = output_of(command);
	samples = strtoul(text, &at, 10);
	/* (outside), each depth up to 1000, and one of all that is deeper */
	ck_assert_uint_eq(samples, 1 + 1000 + 1);
	free(text);
	tw_end(&w);
}
END_TEST

START_TEST(test_faults)
{
	static const char *const formats[] = {"folded", "speedscope", "pprof"};
	volatile sig_atomic_t stop = 1;
	struct gno_err err;

	write_run();
	ck_assert_int_eq(export_to(formats[_i], &(struct export_options){.node = "core7"}, &err),
			 GNO_ERR_ARG);
	ck_assert_int_eq(
	    export_to(formats[_i], &(struct export_options){.interrupted = &stop}, &err),
	    GNO_ERR_INTERRUPTED);
	ck_assert_int_ne(access(path, F_OK), 0);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("export_calls", NULL, NULL,
			 TESTS({test_folded}, {test_speedscope}, {test_pprof},
			       {test_twins, sizeof(twins) / sizeof(*twins)}, {test_pprof_of_many},
			       {test_faults, 3}));
}
