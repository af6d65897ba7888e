/* SPDX-License-Identifier: Apache-2.0 */
/* FST by libfst: random changes of signals of each form, over several sections of a file, read back
 * by GTKWave's fst2vcd; and what it costs. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "folder.h"
#include "tests/suite.h"
#include "out/wave/source.h"
#include "out/wave/fst.h"

#define SIGNALS 6
#define VALUE 72 /* bytes of a value, with its end */
#define STEPS 400000

/* 0: text, 1 to 64: bits, 100: real */
static const struct {
	const char *kind;
	unsigned form;
} forms[SIGNALS] = {{"wire", 1},   {"reg", 64},	  {"wire", 7},
		    {"string", 0}, {"real", 100}, {"wire", 33}};

struct chance {
	uint64_t state;
};

static uint64_t next(struct chance *c)
{
	c->state ^= c->state << 13;
	c->state ^= c->state >> 7;
	c->state ^= c->state << 17;
	return c->state;
}

/* The step: what changes ("": nothing does), and how long it is until the next one. */
static uint64_t make_step(struct chance *c, char value[SIGNALS][VALUE])
{
	for (unsigned i = 0; i < SIGNALS; i++) {
		const uint64_t word = next(c), other = next(c);
		const unsigned form = forms[i].form;

		value[i][0] = '\0';
		if (word >> 60 < 4)
			continue;
		if (!form)
			sprintf(value[i], "t%" PRIx64, word >> (other % 60));
		else if (form == 100)
			sprintf(value[i], "%d.5", (int)(word % 2000000) - 1000000);
		else
			for (unsigned b = 0; b < form; b++)
				value[i][b] = other >> 62 ? "01"[word >> b & 1]
							  : "01xz"[(word ^ other) >> b & 3];
		if (form && form < 100)
			value[i][form] = '\0';
	}
	return 1 + next(c) % 1000;
}

static long most_memory(void)
{
	struct rusage use;

	getrusage(RUSAGE_SELF, &use);
	return use.ru_maxrss;
}

static void put(struct fst *f, const struct fst_signal *s, const char *value)
{
	if (s->form == FST_TEXT)
		fst_text(f, s, value);
	else if (s->form == FST_REAL)
		fst_real(f, s, strtod(value, NULL));
	else
		fst_bits(f, s, value);
}

/* Writes it; kB that memory grew by after half of it. */
static long write_all(const struct folder *dir, const char *name)
{
	struct chance chance = {88172645463325252u};
	struct fst_signal signal[SIGNALS];
	char value[SIGNALS][VALUE], label[8];
	uint64_t time = 0;
	struct gno_err err;
	struct fst *f;
	long early = 0;

	folder_write(dir, name, "");
	ck_assert_int_eq(fst_open(name, folder_path(dir, name), &f, &err), 0);
	fst_unit(f, -11);
	fst_scope(f, "task", "top");
	for (unsigned i = 0; i < SIGNALS; i++) {
		sprintf(label, "s%u", i);
		signal[i] = fst_signal(f, forms[i].kind, forms[i].form % 100, label, NULL);
	}
	fst_signal(f, "reg", 64, "again", &signal[1]);
	fst_upscope(f);
	for (unsigned step = 0; step < STEPS; step++) {
		const uint64_t wait = make_step(&chance, value);

		ck_assert_int_eq(fst_at(f, time, &err), 0);
		for (unsigned i = 0; i < SIGNALS; i++)
			if (*value[i])
				put(f, &signal[i], value[i]);
		time += wait;
		if (step == STEPS / 2)
			early = most_memory();
	}
	ck_assert_int_eq(fst_close(f, &err), 0);
	return most_memory() - early;
}

/* --- the reader */

/* Number of a signal by the code that fst2vcd gives it. */
static unsigned by_code[128];

static void read_header(FILE *in)
{
	static const char *const lines[] = {
	    "\t10ps",
	    "$scope task top $end",
	    "$var wire 1 ! s0 $end",
	    "$var reg 64 \" s1 $end",
	    "$var wire 7 # s2 $end",
	    "$var string 0 $ s3 $end",
	    "$var real 64 % s4 $end",
	    "$var wire 33 & s5 $end",
	    "$var reg 64 \" again $end",
	    "$upscope $end",
	};
	char line[200];

	for (unsigned i = 0; i < SIGNALS; i++)
		by_code[(unsigned)'!' + i] = i;
	while (strcmp(fgets(line, sizeof(line), in) ? line : "", "$timescale\n") != 0)
		ck_assert(*line && !feof(in));
	for (unsigned i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		if (i == 1)
			ck_assert_str_eq(fgets(line, sizeof(line), in), "$end\n");
		ck_assert_ptr_nonnull(fgets(line, sizeof(line), in));
		line[strcspn(line, "\n")] = '\0';
		ck_assert_str_eq(line, lines[i]);
	}
}

static void take_change(char *line, char now[SIGNALS][VALUE])
{
	char *code = strchr(line, ' ');
	unsigned i;

	line[strcspn(line, "\n")] = '\0';
	if (code)
		*code++ = '\0';
	i = by_code[(unsigned)*(code ? code : line + 1)];
	if (code)
		line++; /* b, r, s */
	else
		line[1] = '\0';
	ck_assert_uint_lt(strlen(line), VALUE);
	strcpy(now[i], line);
}

static void expect_same(char now[SIGNALS][VALUE], char wanted[SIGNALS][VALUE], uint64_t time)
{
	for (unsigned i = 0; i < SIGNALS; i++) {
		if (!*wanted[i])
			continue; /* it never changed */
		if (forms[i].form == 100)
			ck_assert_double_eq(strtod(now[i], NULL), strtod(wanted[i], NULL));
		else
			ck_assert_msg(!strcmp(now[i], wanted[i]),
				      "s%u at %" PRIu64 ": %s, wanted %s", i, time, now[i],
				      wanted[i]);
	}
}

static void read_all(FILE *in)
{
	struct chance chance = {88172645463325252u};
	char now[SIGNALS][VALUE] = {""}, wanted[SIGNALS][VALUE] = {""}, value[SIGNALS][VALUE];
	uint64_t time = 0, ahead = 0;
	unsigned steps = 0;
	char line[200];

	read_header(in);
	while (fgets(line, sizeof(line), in)) {
		if (*line == '$')
			continue;
		if (*line != '#') {
			take_change(line, now);
			continue;
		}
		if (steps)
			expect_same(now, wanted, time);
		time = strtoull(line + 1, NULL, 10);
		ck_assert_uint_eq(time, ahead);
		ahead += make_step(&chance, value);
		for (unsigned i = 0; i < SIGNALS; i++)
			if (*value[i])
				strcpy(wanted[i], value[i]);
		steps++;
	}
	expect_same(now, wanted, time);
	ck_assert_uint_eq(steps, STEPS);
}

/* What is written is read, and memory does not grow with it. */
START_TEST(test_fst_of_many_sections)
{
	char command[200];
	struct folder dir;
	long grown;
	FILE *in;

	folder_make(&dir);
	grown = write_all(&dir, "many.fst");
	ck_assert_int_lt(grown, 16 << 10); /* all of it would be twice as much, and more */
	snprintf(command, sizeof(command), "fst2vcd -f %s", folder_path(&dir, "many.fst"));
	in = popen(command, "r");
	read_all(in);
	ck_assert_int_eq(pclose(in), 0);
	folder_remove(&dir);
}
END_TEST

static const char *const attributes[] = {
    "misc 01 HOME=/a 0",
    "misc 02 std_logic 1025",
    "misc 03 top.v 200",
    "misc 04 200 12",
    "misc 05 200 130",
    "misc 06 0 1 2 3",
    "misc 07 $unit::state_t 2 IDLE RUN 0 1 1",
    "misc 07 \"\" 1",
    "array unpacked mem 16",
    "enum logic state 2",
    "class packed struct_t 7",
};
#define ATTRIBUTES (sizeof(attributes) / sizeof(*attributes))

/* The attributes of an FST, as fst2vcd shows them. */
static void expect_attributes(struct folder *dir, const char *name)
{
	char command[200], line[200], wanted[200];
	size_t i = 0;
	FILE *in;

	snprintf(command, sizeof(command), "fst2vcd -e -f %s | grep attrbegin",
		 folder_path(dir, name));
	in = popen(command, "r");
	for (; fgets(line, sizeof(line), in); i++) {
		ck_assert_uint_lt(i, ATTRIBUTES);
		snprintf(wanted, sizeof(wanted), "$attrbegin %s $end\n", attributes[i]);
		ck_assert_str_eq(line, wanted);
	}
	ck_assert_int_eq(pclose(in), 0);
	ck_assert_uint_eq(i, ATTRIBUTES);
}

/* Attributes of all kinds are in the file, and in a copy of it. */
START_TEST(test_fst_attributes)
{
	struct wave_copy *copy;
	struct fst_signal s;
	struct gno_err err;
	struct folder dir;
	char text[200];
	struct fst *f;
	FILE *vcd;

	folder_make(&dir);
	folder_write(&dir, "one.fst", "");
	ck_assert_int_eq(fst_open("one.fst", folder_path(&dir, "one.fst"), &f, &err), 0);
	fst_scope(f, "module", "top");
	for (size_t i = 0; i < ATTRIBUTES; i++)
		fst_attribute(f, strcpy(text, attributes[i]));
	s = fst_signal(f, "wire", 1, "a", NULL);
	fst_attribute_end(f);
	fst_attribute(f, strcpy(text, "odd kind name 1"));
	fst_attribute(f, strcpy(text, "misc 01"));
	fst_upscope(f);
	ck_assert_int_eq(fst_at(f, 5, &err), 0);
	fst_bits(f, &s, "1");
	ck_assert_int_eq(fst_at(f, 9, &err), 0);
	ck_assert_int_eq(fst_close(f, &err), 0);
	expect_attributes(&dir, "one.fst");

	vcd = tmpfile();
	ck_assert(fst_to_vcd(folder_path(&dir, "one.fst"), vcd));
	rewind(vcd);
	folder_write(&dir, "two.fst", "");
	ck_assert_int_eq(fst_open("two.fst", folder_path(&dir, "two.fst"), &f, &err), 0);
	copy = wave_copy_begin(f, "one.fst");
	while (fgets(text, sizeof(text), vcd)) {
		if (*text == '#')
			ck_assert_int_eq(fst_at(f, strtoull(text + 1, NULL, 10), &err), 0);
		ck_assert_int_eq(wave_copy_line(copy, text, &err), 0);
	}
	wave_copy_end(copy);
	ck_assert_int_eq(fst_close(f, &err), 0);
	fclose(vcd);
	expect_attributes(&dir, "two.fst");
	folder_remove(&dir);
}
END_TEST

/* A file in which nothing is, or that nothing can be written into. */
START_TEST(test_fst_failures)
{
	struct gno_err err;
	struct folder dir;
	struct fst *f;

	folder_make(&dir);
	folder_write(&dir, "none.fst", "");
	ck_assert_int_eq(fst_open("none.fst", folder_path(&dir, "none.fst"), &f, &err), 0);
	ck_assert_int_eq(fst_close(f, &err), 0);
	ck_assert_int_eq(fst_open("full", "/dev/full", &f, &err), GNO_ERR_NOSPACE);
	ck_assert_str_eq(err.text, "cannot write 'full': No space left on device");
	ck_assert_int_eq(fst_close(f, &err), GNO_ERR_NOSPACE);
	ck_assert_int_eq(fst_open("here", folder_path(&dir, ""), &f, &err), GNO_ERR_IO);
	ck_assert_int_eq(fst_close(f, &err), GNO_ERR_IO);
	ck_assert_int_eq(fst_close(NULL, &err), 0);
	folder_remove(&dir);
}
END_TEST

int main(void)
{
	return run_tests(
	    "fst", NULL, NULL,
	    TESTS({test_fst_of_many_sections}, {test_fst_attributes}, {test_fst_failures}));
}
