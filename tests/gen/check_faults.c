/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every file of tests/gen/bad/ states in its first lines what must be found in it (`# expect: LINE
 * CHECK`): all of that and nothing else. Runs from the root of the repository.
 */
#include <check.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../suite.h"
#include "check/checks.h"

/* Descriptions of many parts, without a fault. */
static const char *const described[] = {
    "sim/soc/monitors/quad_measure.yaml",   "sim/soc/monitors/quad_taps.yaml",
    "sim/soc/monitors/quad_capture.yaml",   "tests/gen/cases/preprocessor_streams.yaml",
    "tests/gen/good/segments/monitor.yaml", "tests/gen/good/groups/monitor.yaml"};

#define EXPECT_MAX 32
#define TEXT_MAX 8192

struct expect {
	unsigned line;
	char check[32];
	int found;
};

static glob_t files;

/* What the first lines of a file expect. */
static size_t read_expects(const char *path, struct expect *expects)
{
	char line[256];
	size_t count = 0;
	FILE *in = fopen(path, "r");

	ck_assert_msg(in != NULL, "cannot read %s", path);
	while (count < EXPECT_MAX && fgets(line, sizeof(line), in) &&
	       sscanf(line, "# expect: %u %31s", &expects[count].line, expects[count].check) == 2)
		expects[count++].found = 0;
	fclose(in);
	ck_assert_msg(count > 0, "%s expects nothing", path);
	return count;
}

static void match(const char *path, const struct diag *d, struct expect *expects, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!expects[i].found && expects[i].line == d->place.line &&
		    strcmp(expects[i].check, d->check) == 0) {
			expects[i].found = 1;
			return;
		}
	}
	ck_abort_msg("%s:%u: not expected: %s [%s]", path, d->place.line, d->text, d->check);
}

START_TEST(test_bad_file_has_its_faults)
{
	const char *path = files.gl_pathv[_i];
	struct expect expects[EXPECT_MAX];
	size_t count = read_expects(path, expects);
	struct source source;
	struct arena arena;
	struct diags diags;
	struct model model;
	struct gen_err err;
	size_t errors = 0;
	int rc;

	ck_assert_int_eq(source_read(path, &source, &err), GEN_OK);
	arena_init(&arena);
	diags_init(&diags);
	rc = checks_run(&source, &arena, &model, &diags);
	for (size_t i = 0; i < diags.count; i++) {
		if (diags.items[i].severity == SEV_NOTE)
			continue;
		match(path, &diags.items[i], expects, count);
		errors += diags.items[i].severity == SEV_ERROR;
	}
	for (size_t i = 0; i < count; i++)
		ck_assert_msg(expects[i].found, "%s:%u: not found: %s", path, expects[i].line,
			      expects[i].check);
	ck_assert_int_eq(rc, errors ? GEN_ERR_INPUT : GEN_OK);
	diags_free(&diags);
	arena_free(&arena);
	source_free(&source);
}
END_TEST

START_TEST(test_every_check_has_a_bad_file)
{
	for (const struct check *c = checks; c->name; c++) {
		int found = 0;

		for (size_t i = 0; i < files.gl_pathc; i++) {
			struct expect expects[EXPECT_MAX];
			size_t count = read_expects(files.gl_pathv[i], expects);

			for (size_t k = 0; k < count; k++)
				found |= strcmp(expects[k].check, c->name) == 0;
		}
		ck_assert_msg(found, "no bad file for the check %s", c->name);
	}
}
END_TEST

START_TEST(test_needs_name_earlier_checks)
{
	for (const struct check *c = checks; c->name; c++) {
		for (size_t i = 0; i < CHECK_NEEDS_MAX && c->needs[i]; i++) {
			const struct check *earlier = checks;

			while (earlier < c && strcmp(earlier->name, c->needs[i]))
				earlier++;
			ck_assert_msg(earlier < c, "%s needs %s", c->name, c->needs[i]);
		}
	}
}
END_TEST

/* What is printed for a description given as text. */
static void print_faults(const char *text, char *printed)
{
	struct source source;
	struct arena arena;
	struct diags diags;
	struct model model;
	struct gen_err err;
	FILE *out = fmemopen(printed, TEXT_MAX, "w");

	ck_assert_ptr_nonnull(out);
	ck_assert_int_eq(source_from_text("m.yaml", text, strlen(text), &source, &err), GEN_OK);
	arena_init(&arena);
	diags_init(&diags);
	checks_run(&source, &arena, &model, &diags);
	diags_print(&diags, "m.yaml", out);
	fclose(out);
	diags_free(&diags);
	arena_free(&arena);
	source_free(&source);
}

START_TEST(test_faults_are_printed_in_order_with_notes)
{
	char printed[TEXT_MAX];

	print_faults("gnomon: 1\n"
		     "name: m\n"
		     "clock: 5 MHz\n"
		     "nodes:\n"
		     "  - { name: a, watch: { field: pc } }\n"
		     "  - { name: a, watch: { field: pc, capacity: 9 } }\n"
		     "tmie: { bits: 32 }\n",
		     printed);
	ck_assert_str_eq(
	    printed,
	    "m.yaml:6:13: error: node 'a' occurs twice [duplicate-node]\n"
	    "m.yaml:5:13: note: also defined here\n"
	    "m.yaml:6:46: error: 'capacity' must be 15 to 255, not 9 [out-of-range]\n"
	    "m.yaml:7:1: error: unknown key 'tmie' in 'description', did you mean 'time' [unknown-key]\n");
}
END_TEST

/* Checks that may find something beside a key that is misspelled: that it is missing. */
static const char *const misspelled[] = {"unknown-key",	  "missing-key", "watch-fields",
					 "quantity-keys", "code-data",	 "baud-missing",
					 "item-count"};

static void check_only_misspelled(const char *printed, const char *text, size_t at)
{
	for (const char *end = strstr(printed, "]\n"); end; end = strstr(end + 1, "]\n")) {
		const char *name = end;
		bool is_known = false;

		while (*name != '[')
			name--;
		name++;
		for (size_t i = 0; i < sizeof(misspelled) / sizeof(*misspelled); i++)
			is_known |= !strncmp(name, misspelled[i], (size_t)(end - name));
		ck_assert_msg(is_known, "'%.20s' misspelled: %s", text + at - 20, printed);
	}
}

/* No name is called unknown, and nothing unused, because of a key that is misspelled. */
START_TEST(test_misspelled_key_has_no_other_faults)
{
	const char *path = described[_i];
	char text[TEXT_MAX] = "", wrong[TEXT_MAX + 1], printed[TEXT_MAX];
	FILE *in = fopen(path, "r");
	size_t len, keys = 0;

	ck_assert_ptr_nonnull(in);
	len = fread(text, 1, TEXT_MAX - 1, in);
	fclose(in);
	ck_assert_uint_lt(len, TEXT_MAX - 1);
	print_faults(text, printed);
	ck_assert_str_eq(printed, "");
	for (const char *nodes = strstr(text, "\nnodes:"), *c = nodes + 8; *c; c++) {
		const size_t at = (size_t)(c - text);

		if (*c == '#')
			c += strcspn(c, "\n");
		if (c[0] != ':' || (c[1] != ' ' && c[1] != '\n'))
			continue;
		memcpy(wrong, text, at);
		wrong[at] = 'z';
		strcpy(wrong + at + 1, c);
		print_faults(wrong, printed);
		ck_assert_ptr_nonnull(strstr(printed, "[unknown-key]"));
		check_only_misspelled(printed, text, at);
		keys++;
	}
	ck_assert_uint_gt(keys, 20);
}
END_TEST

#define LINES "gnomon: 1\nname: m\nclock: 5 MHz\n"

/* What is wrong with lines in their interrupt form and with local stores, word by word. */
static const struct {
	const char *text;
	const char *printed;
} lines[] = {
    {LINES "report: { limit: 9 }\n"
	   "nodes: [{ name: a, watch: { field: pc } }]\n",
     "m.yaml:4:9: error: a REPORT line needs a node with a local store, 'store: local', and no node has one [report-stores]\n"},
    {LINES "nodes: [{ name: a, watch: { field: pc }, store: local, almost_full: 9 }]\n",
     "m.yaml:4:49: error: 'store: local' needs a REPORT line, 'report' [report-stores]\n"},
    {LINES "nodes: [{ name: a, watch: { field: pc }, almost_full: 9 }]\n",
     "m.yaml:4:55: error: 'almost_full' needs 'store: local' [report-stores]\n"},
    {LINES
     "report: {}\nnodes:\n"
     "  - { name: a, watch: { field: pc }, store: local, fifo: { slots: 32 }, almost_full: 25 }\n",
     "m.yaml:6:86: error: 'almost_full' is 24 at most: 8 of the FIFO's 32 slots stay free [store-mark]\n"},
    {LINES
     "report: {}\nnodes:\n"
     "  - { name: a, watch: { field: pc }, store: local, fifo: { slots: 32 }, almost_full: 11,\n"
     "      quantities: [{ name: q, kind: class }], extremes: [{ name: x, of: q }] }\n",
     "m.yaml:6:86: error: 'almost_full' is 10 at most: the node keeps 10 samples [store-mark]\n"},
    {LINES "capture: { registers: 1 }\nreport: { registers: 2 }\n"
	   "nodes: [{ name: a, watch: { field: pc }, store: local }]\n",
     "m.yaml:5:22: error: the CAPTURE and the REPORT line must have the same 'registers' [line-registers]\n"},
    {LINES "capture: { registers: 1 }\nreport: {}\n"
	   "nodes: [{ name: a, watch: { field: pc }, store: local }]\n",
     "m.yaml:4:23: error: the CAPTURE and the REPORT line must have the same 'registers' [line-registers]\n"},
    {LINES "report: {}\nnodes:\n"
	   "  - { name: a, watch: { field: pc }, store: local }\n"
	   "  - { name: b, chip: b, watch: { field: pc } }\n",
     "m.yaml:4:9: error: there is no REPORT line between chips [chip-capture]\n"},
    {LINES "report: {}\nnodes: [{ name: a, watch: { field: pc }, store: local, processor: no }]\n",
     "m.yaml:4:9: warning: no node has a processor that the line interrupts [interrupt-nobody]\n"},
    {LINES "capture: {}\n"
	   "nodes: [{ name: a, watch: { field: pc }, processor: no }]\n",
     "m.yaml:5:53: error: 'processor' needs a CAPTURE line with 'interrupt: yes', or a REPORT line [interrupt-unused]\n"},
};

START_TEST(test_lines_have_their_messages)
{
	char printed[TEXT_MAX];

	print_faults(lines[_i].text, printed);
	ck_assert_str_eq(printed, lines[_i].printed);
}
END_TEST

START_TEST(test_file_that_cannot_be_read_fails)
{
	struct source source;
	struct gen_err err;

	ck_assert_int_eq(source_read("tests/gen/no-such.yaml", &source, &err), GEN_ERR_IO);
	ck_assert_str_eq(err.text,
			 "cannot open 'tests/gen/no-such.yaml': No such file or directory");
	ck_assert_int_eq(source_read("tests/gen", &source, &err), GEN_ERR_IO);
	ck_assert_str_eq(err.text, "cannot open 'tests/gen': it is a folder, not a file");
}
END_TEST

int main(void)
{
	int status;

	if (glob("tests/gen/bad/*.yaml", 0, NULL, &files)) {
		fputs("check_faults: no files in tests/gen/bad\n", stderr);
		return EXIT_FAILURE;
	}
	status = run_tests(
	    "gen faults", NULL, NULL,
	    TESTS({test_bad_file_has_its_faults, files.gl_pathc}, {test_every_check_has_a_bad_file},
		  {test_needs_name_earlier_checks}, {test_faults_are_printed_in_order_with_notes},
		  {test_misspelled_key_has_no_other_faults, sizeof(described) / sizeof(*described)},
		  {test_lines_have_their_messages, sizeof(lines) / sizeof(lines[0])},
		  {test_file_that_cannot_be_read_fails}));
	globfree(&files);
	return status;
}
