/* SPDX-License-Identifier: Apache-2.0 */
/* `gnomon export`: what it writes is read back, cycle by cycle, by a reader of VCD that shares no
 * code with the writer. */
#include <check.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/suite.h"
#include "units_fixture.h"

#define SIGNALS 64
#define CYCLES 1200 /* that are compared */

/* --- the reader */

struct signal {
	char code[200];
	char name[500]; /* with its scopes */
	unsigned bits;
	char value[CYCLES][68]; /* at the end of each cycle, without zeros on the left */
	char now[68];
	uint64_t changed; /* when, if later than 0 */
};

static struct {
	struct signal signal[SIGNALS];
	unsigned signals;
	uint64_t step; /* units of a cycle */
	char comment[200], unit[200];
	uint64_t last; /* time */
	bool timed;
} vcd;

static struct signal *by_code(const char *code)
{
	for (unsigned i = 0; i < vcd.signals; i++)
		if (!strcmp(vcd.signal[i].code, code))
			return &vcd.signal[i];
	ck_abort_msg("no signal has the code '%s'", code);
}

/* All cycles before that of `time` show what the signals show now. */
static void go_to(uint64_t time)
{
	uint64_t from = vcd.timed ? vcd.last / vcd.step : 0, to = time / vcd.step;

	ck_assert_msg(!vcd.timed || time > vcd.last, "time %" PRIu64 " does not rise", time);
	ck_assert_uint_eq(time % vcd.step, 0);
	for (uint64_t c = from; c < to && c < CYCLES; c++)
		for (unsigned i = 0; i < vcd.signals; i++)
			strcpy(vcd.signal[i].value[c], vcd.signal[i].now);
	vcd.last = time;
	vcd.timed = true;
}

static void read_word(FILE *f, char *word)
{
	ck_assert_int_eq(fscanf(f, " %199s", word), 1);
}

/* The words up to $end, joined by blanks. */
static void read_to_end(FILE *f, char *text)
{
	char word[200];

	*text = '\0';
	for (read_word(f, word); strcmp(word, "$end") != 0; read_word(f, word)) {
		ck_assert_uint_lt(strlen(text) + strlen(word) + 2, 200);
		sprintf(text + strlen(text), "%s%s", *text ? " " : "", word);
	}
}

static void read_var(FILE *f, const char *scope)
{
	struct signal *s = &vcd.signal[vcd.signals++];
	char type[200], code[200], name[200], more[200];

	ck_assert_uint_le(vcd.signals, SIGNALS);
	ck_assert_int_eq(fscanf(f, " %199s %u %199s %199s", type, &s->bits, code, name), 4);
	ck_assert_str_eq(type, "wire");
	strcpy(s->code, code);
	for (const char *p = name; *p; p++)
		ck_assert_msg(isalnum((unsigned char)*p) || *p == '_', "'%s' is not a name", name);
	snprintf(s->name, sizeof(s->name), "%s%s", scope, name);
	for (struct signal *other = vcd.signal; other < s; other++)
		ck_assert_msg(strcmp(other->name, s->name) && strcmp(other->code, s->code),
			      "'%s' comes twice", s->name);
	read_to_end(f, more);
	if (s->bits > 1) {
		char range[16];

		snprintf(range, sizeof(range), "[%u:0]", s->bits - 1);
		ck_assert_str_eq(more, range);
	}
	strcpy(s->now, "?");
}

static void read_header(FILE *f)
{
	char word[200], scope[200] = "", text[200];

	for (read_word(f, word); strcmp(word, "$enddefinitions") != 0; read_word(f, word)) {
		if (!strcmp(word, "$var")) {
			read_var(f, scope);
			continue;
		}
		read_to_end(f, text);
		if (!strcmp(word, "$scope")) {
			ck_assert(!strncmp(text, "module ", 7));
			sprintf(scope + strlen(scope), "%s.", text + 7);
		} else if (!strcmp(word, "$upscope")) {
			scope[strlen(scope) - 1] = '\0';
			*(strrchr(scope, '.') ? strrchr(scope, '.') + 1 : scope) = '\0';
		} else if (!strcmp(word, "$comment")) {
			strcpy(vcd.comment, text);
		} else if (!strcmp(word, "$timescale")) {
			strcpy(vcd.unit, text);
		}
	}
	ck_assert_str_eq(scope, "");
	read_to_end(f, text);
}

/* It is one, and the only one at this time. */
static void change(struct signal *s, const char *value)
{
	ck_assert_msg(strcmp(s->now, value) != 0, "no change of '%s'", s->name);
	ck_assert_msg(!vcd.last || s->changed != vcd.last, "'%s' changes twice", s->name);
	strcpy(s->now, value);
	s->changed = vcd.last;
}

static void read_vcd(const char *path, uint64_t step)
{
	char word[200], code[200];
	FILE *f = fopen(path, "r");

	ck_assert_msg(f != NULL, "%s", path);
	memset(&vcd, 0, sizeof(vcd));
	vcd.step = step;
	read_header(f);
	while (fscanf(f, " %199s", word) == 1) {
		struct signal *s;

		if (*word == '#') {
			go_to(strtoull(word + 1, NULL, 10));
			continue;
		}
		ck_assert(vcd.timed);
		if (*word == 'b') {
			read_word(f, code);
			s = by_code(code);
			ck_assert_uint_gt(s->bits, 1);
			ck_assert_uint_le(strlen(word + 1), s->bits);
			ck_assert_uint_eq(strspn(word + 1, "01x"), strlen(word + 1));
			change(s, word + 1);
		} else {
			s = by_code(word + 1);
			ck_assert_uint_eq(s->bits, 1);
			word[1] = '\0';
			change(s, word);
		}
	}
	fclose(f);
	go_to(vcd.last < CYCLES * step ? CYCLES * step : vcd.last + step);
}

/* --- what it must show */

static void binary(uint64_t value, char *text)
{
	unsigned bit = 63;

	while (bit && !(value >> bit))
		bit--;
	for (bit++; bit-- > 0;)
		*text++ = value >> bit & 1 ? '1' : '0';
	*text = '\0';
}

struct field {
	const char *name;
	unsigned at, bits, shift; /* in the word; zeros below */
};

static const struct field wide[] = {{"addr", 0, 36, 4},
				    {"word_", 36, 24, 0},
				    {"op", 60, 4, 0},
				    {"word", 0, 64, 0},
				    {NULL, 0, 0, 0}};
static const struct field plain[] = {{"pc", 0, 32, 0}, {"word", 0, 32, 0}, {NULL, 0, 0, 0}};

static const struct field *fields;
static uint64_t asked_from, asked_to;

static void expect(const char *unit, const char *name, uint64_t cycle, const char *value)
{
	char full[128];

	snprintf(full, sizeof(full), "test.%s.%s", unit, name);
	for (unsigned i = 0; i < vcd.signals; i++)
		if (!strcmp(vcd.signal[i].name, full)) {
			ck_assert_msg(!strcmp(vcd.signal[i].value[cycle], value),
				      "%s at %" PRIu64 " is %s, not %s", full, cycle,
				      vcd.signal[i].value[cycle], value);
			return;
		}
	ck_abort_msg("no signal '%s'", full);
}

/* What a unit shows in a cycle, by the list of all its segments. */
static void expect_cycle(const char *unit, uint64_t cycle, const struct units_segment *s,
			 unsigned n)
{
	const struct units_entry *e = NULL;
	bool first = false, trigger = false;
	char text[68];

	for (unsigned i = 0; i < n && cycle >= asked_from && cycle <= asked_to; i++) {
		uint64_t at = s[i].ended + 1;

		for (unsigned k = s[i].entries; k-- > 0 && cycle <= s[i].ended;) {
			at -= s[i].entry[k].length;
			if (cycle < at || cycle >= at + s[i].entry[k].length)
				continue;
			e = &s[i].entry[k];
			first = cycle == at;
			trigger = cycle == s[i].at;
		}
	}
	expect(unit, "segment", cycle, e ? "1" : "0");
	expect(unit, "trigger", cycle, trigger ? "1" : "0");
	expect(unit, "current", cycle, !e || !first ? "x" : e->current ? "1" : "0");
	for (const struct field *f = fields; f->name; f++) {
		uint64_t mask = UINT64_MAX >> (64 - f->bits);

		strcpy(text, "x");
		if (e && e->known)
			binary((e->word >> f->at & mask) << f->shift, text);
		expect(unit, f->name, cycle, text);
	}
}

static void expect_unit(const char *unit, const struct units_segment *s, unsigned n)
{
	for (uint64_t c = 0; c < CYCLES; c++)
		expect_cycle(unit, c, s, n);
}

/* --- the runs */

static struct units_entry eight[8] = {{0, 1, 0, 0}, {7, 1, 1, 1}, {7, 1, 1, 0}, {8, 1, 1, 1},
				      {9, 1, 1, 1}, {9, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 0}};
static struct units_entry path[131];

/* core0: two segments without a cycle between, and one that the flush cut. */
static const struct units_segment around[3] = {
    {.time = 2000, .at = 6, .ended = 10, .entries = 8, .entry = eight + 0},
    {.time = 2000, .at = 14, .ended = 18, .missed = 1, .entries = 8, .entry = eight + 0},
    {.time = 2000, .at = 999, .ended = 999, .flush = 1, .entries = 3, .entry = eight + 3}};
/* Of the other unit, around these; and of core1. */
static const struct units_segment changes[2] = {
    {.unit = 1, .time = 2000, .at = 278, .ended = 400, .entries = 131, .entry = path},
    {.unit = 1, .time = 2000, .at = 917, .ended = 1040, .entries = 131, .entry = path}};
static const struct units_segment other[2] = {
    {.node = 1, .time = 2000, .at = 3, .ended = 7, .entries = 8, .entry = eight},
    {.node = 1, .time = 2000, .at = 103, .ended = 107, .entries = 8, .entry = eight}};

static struct tw w;

static void write_run(int is_wide)
{
	units_begin_segments(&w, 2, 16, is_wide);
	fields = is_wide ? wide : plain;
	asked_from = 0;
	asked_to = UINT64_MAX;
	for (unsigned i = 0; i < 131; i++)
		path[i] = (struct units_entry){is_wide ? 0xfedcba9876543210 + 0x1111111111 * i
						       : 0x1000 + i,
					       i == 70 ? 7 : i % 3 + 1, 1, 1};
	path[0] = (struct units_entry){0, 4, 0, 0};
	tw_event(&w, 0, 2000, 1, 0);
	tw_event(&w, 1, 2000, 1, 0);
	/* the later unit comes first in the stream, as it would from the hardware if it is ready */
	units_segment(&w, &changes[0]);
	units_segment(&w, &around[0]);
	units_segment(&w, &changes[1]);
	units_segment(&w, &around[1]);
	units_segment(&w, &around[2]);
	units_segment(&w, &other[0]);
	units_segment(&w, &other[1]);
	for (unsigned k = 0; k < 2; k++)
		units_segment(&w, &(struct units_segment){.node = k,
							  .time = 2000,
							  .at = 1999,
							  .ended = 1999,
							  .flush = 1,
							  .missed = 4});
	tw_flush(&w, 0, 2000);
	tw_flush(&w, 1, 2000);
	tw_write(&w);
}

/* Output of `gnomon export RUN`, which has that status; the caller's. */
static char *export(const char *options, int status)
{
	char command[512], *out = calloc(1, 4096);
	FILE *f;
	int rc;

	ck_assert_ptr_nonnull(getenv("GNOMON"));
	snprintf(command, sizeof(command), "cd %s && %s export . %s 2>&1", w.dir, getenv("GNOMON"),
		 options);
	f = popen(command, "r");
	ck_assert_ptr_nonnull(f);
	rc = (int)fread(out, 1, 4095, f);
	out[rc] = '\0';
	rc = WEXITSTATUS(pclose(f));
	ck_assert_msg(rc == status, "status %d: %s", rc, out);
	return out;
}

static void export_silently(const char *options)
{
	char *out = export(options, 0);

	ck_assert_str_eq(out, "");
	free(out);
}

static void expect_all(void)
{
	expect_unit("core0.around", around, 3);
	expect_unit("core0.path", changes, 2);
	expect_unit("core1.around", other, 2);
	expect_unit("core1.path", NULL, 0);
}

START_TEST(test_export_of_all)
{
	write_run(0);
	export_silently("-o all.vcd");
	read_vcd(tw_path(&w, "all.vcd"), 10);
	ck_assert_str_eq(vcd.unit, "1ns");
	ck_assert_str_eq(vcd.comment, "a cycle of the target takes 10 ns: clock_hz 100000000");
	ck_assert_uint_eq(vcd.signals, 4 * 5);
	expect_all();
	tw_end(&w);
}
END_TEST

/* Fields with bits that are left out, of which one is called as another signal. */
START_TEST(test_export_of_wide_words)
{
	write_run(1);
	export_silently("-o all.vcd");
	read_vcd(tw_path(&w, "all.vcd"), 10);
	ck_assert_uint_eq(vcd.signals, 4 * 7);
	ck_assert_str_eq(vcd.signal[0].name, "test.core0.around.addr");
	ck_assert_uint_eq(vcd.signal[0].bits, 40);
	ck_assert_uint_eq(vcd.signal[1].bits, 24);
	expect_all();
	tw_end(&w);
}
END_TEST

START_TEST(test_export_of_a_part)
{
	static const uint64_t cuts[][2] = {{0, 0},     {6, 6},	   {5, 14},	 {11, 12},
					   {150, 900}, {500, 600}, {1040, 1100}, {1041, 1200}};

	write_run(0);
	export_silently("-o one.vcd --node core1");
	read_vcd(tw_path(&w, "one.vcd"), 10);
	ck_assert_uint_eq(vcd.signals, 2 * 5);
	expect_unit("core1.around", other, 2);
	export_silently("-o two.vcd --node core0 --unit path");
	read_vcd(tw_path(&w, "two.vcd"), 10);
	ck_assert_uint_eq(vcd.signals, 5);
	expect_unit("core0.path", changes, 2);
	for (unsigned i = 0; i < sizeof(cuts) / sizeof(*cuts); i++) {
		char options[80];

		snprintf(options, sizeof(options), "-o cut%u.vcd --from %" PRIu64 " --to %" PRIu64,
			 i, cuts[i][0], cuts[i][1]);
		free(export(options, 0));
		asked_from = cuts[i][0];
		asked_to = cuts[i][1];
		snprintf(options, sizeof(options), "cut%u.vcd", i);
		read_vcd(tw_path(&w, options), 10);
		expect_all();
	}
	tw_end(&w);
}
END_TEST

/* Changes the clock of a run that is written. */
static void set_clock(const char *hz)
{
	char command[256];

	snprintf(command, sizeof(command), "sed -i 's/100000000/%s/' %s", hz,
		 tw_path(&w, "manifest.json"));
	ck_assert_int_eq(system(command), 0);
}

START_TEST(test_export_clocks)
{
	static const struct {
		const char *hz, *unit, *comment;
		uint64_t step;
	} clocks[] = {
	    {"50000000", "1ns", "a cycle of the target takes 20 ns: clock_hz 50000000", 20},
	    {"64000000", "1ps", "a cycle of the target takes 15625 ps: clock_hz 64000000", 15625},
	    {"320000000000", "1fs", "a cycle of the target takes 3125 fs: clock_hz 320000000000",
	     3125},
	    {"12000000", "1ns",
	     "a cycle of the target is shown as 1 ns; it is not a whole number of fs: clock_hz 12000000",
	     1},
	    {"1", "1ns", "a cycle of the target takes 1000000000 ns: clock_hz 1", 1000000000},
	};

	for (unsigned i = 0; i < sizeof(clocks) / sizeof(*clocks); i++) {
		write_run(0);
		set_clock(clocks[i].hz);
		export_silently("-o all.vcd");
		read_vcd(tw_path(&w, "all.vcd"), clocks[i].step);
		ck_assert_str_eq(vcd.unit, clocks[i].unit);
		ck_assert_str_eq(vcd.comment, clocks[i].comment);
		expect_all();
		tw_end(&w);
	}
}
END_TEST

/* An FST, read back by GTKWave's program, has the same signals. */
START_TEST(test_export_as_fst)
{
	char command[256];

	write_run(0);
	export_silently("-o all.fst");
	snprintf(command, sizeof(command), "cd %s && fst2vcd -f all.fst -o back.vcd", w.dir);
	ck_assert_int_eq(system(command), 0);
	snprintf(command, sizeof(command), "test $(grep -c '$var' %s) = 20",
		 tw_path(&w, "back.vcd"));
	ck_assert_int_eq(system(command), 0);
	tw_end(&w);
}
END_TEST

START_TEST(test_export_refuses)
{
	static const struct {
		const char *options, *says;
		int status;
	} bad[] = {
	    {"", "--output must name the file to write", 2},
	    {"-o a.vcd --from 5 --to 4", "--from is after --to", 2},
	    {"-o a.vcd --from soon", "'soon' is not a cycle", 2},
	    {"--format vcd -o run.json", "'run.json' exists already; name another file", 1},
	    {"-o no/a.vcd", "cannot write 'no/a.vcd': No such file or directory", 1},
	    {"-o a.vcd --node core2", "monitor 'test' has no node 'core2'", 1},
	    {"-o a.vcd --unit far", "monitor 'test' has no unit of segments 'far'", 1},
	    {"-o a.vcd --unit far --node core1",
	     "node 'core1' of monitor 'test' has no unit of segments 'far'", 1},
	};

	write_run(0);
	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		char *out = export(bad[i].options, bad[i].status);

		expect_line(out, bad[i].says);
		ck_assert_int_ne(access(tw_path(&w, "a.vcd"), F_OK), 0);
		free(out);
	}
	tw_end(&w);
}
END_TEST

START_TEST(test_export_of_nothing)
{
	char *out;

	write_run(0);
	out = export("-o a.vcd --from 1100", 0);
	ck_assert_str_eq(out, "gnomon: there is no segment in these cycles\n");
	free(out);
	w.node[0].len -= 64; /* into the last segment of core0 */
	tw_write(&w);
	free(export("-o b.vcd", 0));
	tw_end(&w);
	units_write(&w); /* a run without units */
	out = export("-o a.vcd", 1);
	ck_assert_str_eq(out, "gnomon: monitor 'test' has no unit of segments\n");
	free(out);
	tw_end(&w);
}
END_TEST

#define LACKS                                                                                      \
	"gnomon: records may be missing of core0: they were lost, triggers were off for a load, "  \
	"or the trace ends early; what is not recorded is not in the file\n"

/* What is not whole is left out, and said. */
START_TEST(test_export_of_damaged_segments)
{
	char *out;

	units_begin_segments(&w, 1, 16, 0);
	for (unsigned i = 0; i < 131; i++)
		path[i] = (struct units_entry){i, i == 70 ? 7 : 2, 1, 1};
	fields = plain;
	asked_from = 0;
	asked_to = UINT64_MAX;
	tw_event(&w, 0, 2000, 1, 0);
	units_segment_records(&w, &changes[0], 0, 4);
	units_segment(&w, &around[0]);
	tw_write(&w);
	out = export("-o a.vcd", 0);
	ck_assert_str_eq(out, "gnomon: 1 segment is not whole and is left out\n" LACKS);
	free(out);
	read_vcd(tw_path(&w, "a.vcd"), 10);
	expect_unit("core0.path", NULL, 0);
	expect_unit("core0.around", around, 1);
	tw_end(&w);
}
END_TEST

/* A trace that is cut off, and one of a run that goes on, have perhaps more segments. */
START_TEST(test_export_without_an_end)
{
	char *out;

	write_run(0);
	w.state = "running";
	tw_write(&w);
	out = export("-o a.vcd", 0);
	ck_assert_str_eq(
	    out,
	    "gnomon: the run has not ended: nothing is known of the triggers after the last segment\n");
	free(out);
	w.size = w.node[0].len;
	w.node[0].len -= 8; /* the flush of core0 */
	tw_write(&w);
	out = export("-o b.vcd", 0);
	ck_assert_str_eq(
	    out,
	    "gnomon: the trace was cut off: nothing is known of the triggers after the last segment\n" LACKS);
	free(out);
	w.state = "complete";
	tw_write(&w);
	export_silently("-o c.vcd --node core1");
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("export", NULL, NULL,
			 TESTS({test_export_of_all}, {test_export_of_wide_words},
			       {test_export_of_a_part}, {test_export_clocks}, {test_export_as_fst},
			       {test_export_refuses}, {test_export_of_nothing},
			       {test_export_of_damaged_segments}, {test_export_without_an_end}));
}
