/* SPDX-License-Identifier: Apache-2.0 */

/* Manifests of the single form: what its trace buffer has besides records. */

#include <check.h>
#include <stdlib.h>

#include "manifest_fixture.h"
#include "model_device.h"
#include "tests/suite.h"

static struct model model;

/* Of the single form with seven triggers, or of the alone form with the same, and with pairs or
 * with blocks. */
static void make(bool entries, unsigned pairs, bool blocks)
{
	char *text;

	model_init(&model, 1, pairs, 256);
	model.triggers = model.seven = true;
	model.blocks = blocks;
	model.entries = entries;
	text = model_manifest(&model);
	manifest_root = json_loads(text, 0, NULL);
	ck_assert_ptr_nonnull(manifest_root);
	free(text);
}

static void setup(void)
{
	make(true, 0, false);
}

static void teardown(void)
{
	manifest_teardown();
	model_free(&model);
}

static struct gno_manifest *parse(void)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
	return m;
}

START_TEST(test_entries)
{
	struct gno_manifest *m = parse();

	ck_assert_int_eq(m->form, GNO_FORM_SINGLE);
	ck_assert(m->single.present);
	ck_assert_uint_eq(m->single.triggers, 7);
	ck_assert_uint_eq(m->single.word_bits, 32);
	gno_manifest_free(m);
}
END_TEST

/* A form without entries, of any format. */
START_TEST(test_no_entries)
{
	struct gno_manifest *m;

	teardown();
	make(false, 0, false);
	for (int format = 8; format <= 13; format++) {
		json_object_set_new(manifest_root, "gnomon", json_integer(format));
		m = parse();
		ck_assert(!m->single.present);
		ck_assert_uint_eq(m->single.triggers, 0);
		ck_assert_uint_eq(m->single.word_bits, 0);
		gno_manifest_free(m);
	}
}
END_TEST

/* A node with a CAPTURE line, whose words have slots; an older format has none of it. */
START_TEST(test_lines)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;
	json_t *single;
	char *text;

	teardown();
	model_init(&model, 1, 0, 256);
	model.triggers = model.seven = model.entries = model.lines = true;
	text = model_manifest(&model);
	manifest_root = json_loads(text, 0, NULL);
	free(text);
	m = parse();
	ck_assert(m->node[0].capture && m->node[0].rounds[GNO_LINE_CAPTURE]);
	ck_assert_uint_eq(m->single.word_bits, 32);
	gno_manifest_free(m);
	single = json_object_get(manifest_root, "single");
	json_object_set_new(single, "word_bits", json_integer(0));
	ck_assert_int_eq(manifest_parse(&m, &err), GNO_ERR_FORMAT);
	json_object_set_new(single, "word_bits", json_integer(32));
	json_object_set_new(manifest_root, "gnomon", json_integer(12));
	ck_assert_int_eq(manifest_parse(&m, &err), GNO_ERR_FORMAT);
}
END_TEST

/* The node has no triggers. */
static void remove_triggers(void)
{
	json_t *node = json_array_get(json_object_get(manifest_root, "nodes"), 0);

	json_object_set_new(node, "triggers", json_array());
	json_object_set_new(node, "sequences", json_null());
	json_object_set_new(node, "strict", json_null());
	json_object_set_new(node, "timer", json_false());
	json_object_set_new(node, "watchdog", json_false());
}

/* The single form of a node with patterns only. */
START_TEST(test_single_form_without_triggers)
{
	struct gno_manifest *m;

	json_object_set_new(manifest_root, "gnomon", json_integer(8));
	json_object_del(manifest_root, "single");
	remove_triggers();
	m = parse();
	ck_assert_int_eq(m->form, GNO_FORM_SINGLE);
	ck_assert(!m->single.present);
	gno_manifest_free(m);
}
END_TEST

/* The same, with marked halves of gaps: its trace buffer is a memory outside the monitor. */
START_TEST(test_single_form_outside)
{
	struct gno_manifest *m;

	json_object_set_new(manifest_root, "single",
			    json_pack("{s:i, s:i}", "triggers", 0, "word_bits", 0));
	remove_triggers();
	m = parse();
	ck_assert_int_eq(m->form, GNO_FORM_SINGLE);
	ck_assert(m->single.present);
	gno_manifest_free(m);
}
END_TEST

/* With samples or blocks its slots are not all records. */
START_TEST(test_samples_and_blocks_without_triggers)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	teardown();
	make(true, _i == 0, _i == 1);
	remove_triggers();
	json_object_set_new(manifest_root, "single",
			    json_pack("{s:i, s:i}", "triggers", 0, "word_bits", 0));
	m = parse();
	ck_assert(m->single.present);
	ck_assert_uint_eq(m->single.triggers, 0);
	gno_manifest_free(m);
	json_object_del(manifest_root, "single");
	ck_assert_int_eq(manifest_parse(&m, &err), GNO_ERR_FORMAT);
}
END_TEST

static const struct manifest_wrong wrong[] = {
    {"single", "7", "'single' is not an object"},
    {"single", "{}", "'single.triggers' is missing"},
    {"single.triggers", "8", "'single.triggers' is not in 0..7"},
    {"single.triggers", "0", "'single.triggers' is not how many triggers the node has"},
    {"single.triggers", "6", "'single.triggers' is not how many triggers the node has"},
    {"single.word_bits", "57", "'single.word_bits' is not in 0..56"},
    {"single.word_bits", "0", "'single.word_bits' is not that of the words that the node records"},
    {"single.word_bits", "31", "'single.word_bits' is not that of the words that the node records"},
    {"form", "\"alone\"", "'single' is not of the single form"},
    {"gnomon", "11",
     "'single' is of a monitor of an older gnomon, whose trace buffer this program "
     "does not read: generate the monitor again"},
};

START_TEST(test_what_does_not_fit_together_is_refused)
{
	manifest_refused(&wrong[_i]);
}
END_TEST

/* A generator that does not know of entries makes no such monitor. */
START_TEST(test_triggers_without_entries_are_refused)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	json_object_del(manifest_root, "single");
	ck_assert_int_eq(manifest_parse(&m, &err), GNO_ERR_FORMAT);
	ck_assert_str_eq(err.text, "manifest 'm.json' is at fault: 'single' is missing: the single "
				   "form has triggers, samples or blocks");
}
END_TEST

int main(void)
{
	return run_tests(
	    "manifest_single", setup, teardown,
	    TESTS({test_entries}, {test_lines}, {test_no_entries},
		  {test_single_form_without_triggers}, {test_single_form_outside},
		  {test_samples_and_blocks_without_triggers, 2},
		  {test_what_does_not_fit_together_is_refused, sizeof(wrong) / sizeof(wrong[0])},
		  {test_triggers_without_entries_are_refused}));
}
