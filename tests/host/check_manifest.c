/* SPDX-License-Identifier: Apache-2.0 */

/* Manifests: a good one, and ones that lack each key in turn or have another value there. */

#include <check.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "gnomon/manifest.h"
#include "main.h"
#include "model_device.h"

#define KEYS_MAX 24

static struct model model;
static json_t *root;

static void setup(void)
{
	char *text;

	model_init(&model, 2, 2, 1024);
	text = model_manifest(&model);
	root = json_loads(text, 0, NULL);
	ck_assert_ptr_nonnull(root);
	free(text);
}

static void teardown(void)
{
	json_decref(root);
	model_free(&model);
}

static int parse(struct gno_manifest **m, struct gno_err *err)
{
	char *text = json_dumps(root, 0);
	int ret = gno_manifest_parse(text, "m.json", m, err);

	free(text);
	return ret;
}

START_TEST(test_a_good_manifest)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	ck_assert_msg(!parse(&m, &err), "%s", err.text);
	ck_assert_str_eq(m->name, "model");
	ck_assert(m->hash == 0x0123456789abcdefu);
	ck_assert_int_eq(m->form, GNO_FORM_RING);
	ck_assert_uint_eq(m->slots, 1024);
	ck_assert_uint_eq(m->nodes, 2);
	ck_assert_str_eq(m->node[1].name, "core1");
	ck_assert_str_eq(m->node[1].when, "retired");
	ck_assert_uint_eq(m->node[1].ranks, 5);
	ck_assert_uint_eq(m->node[1].rank[2].input[0].lo, 21);
	ck_assert(m->node[1].rank[3].sees == 0x1fffff);
	ck_assert_uint_eq(m->node[1].rank[4].index_bits, 8);
	ck_assert_uint_eq(gno_node_table(&m->node[1], "rank4")->base, 8192);
	ck_assert_ptr_null(gno_node_table(&m->node[1], "rank5"));
	ck_assert_uint_eq(m->node[1].pairs, 2);
	ck_assert_str_eq(m->node[1].pair[1].b, "always");
	ck_assert_ptr_eq(gno_manifest_node(m, "core1"), &m->node[1]);
	ck_assert_ptr_null(gno_manifest_node(m, "core2"));
	gno_manifest_free(m);
}
END_TEST

/* Whether a manifest may do without a key. */
static bool optional(const char *key)
{
	return !strcmp(key, "when") || !strcmp(key, "stream_id");
}

static void spoil_key(json_t *object, const char *name)
{
	json_t *value = json_incref(json_object_get(object, name));
	struct gno_manifest *m = NULL;
	struct gno_err err;

	json_object_set_new(object, name, json_real(0.5));
	ck_assert_msg(parse(&m, &err) == GNO_ERR_FORMAT, "'%s' may be half of one", name);
	ck_assert_msg(strstr(err.text, name) != NULL, "%s: %s", name, err.text);
	ck_assert_ptr_eq(strstr(err.text, "manifest 'm.json' is at fault: '"), err.text);
	json_object_del(object, name);
	if (!optional(name)) {
		ck_assert_msg(parse(&m, &err) == GNO_ERR_FORMAT, "'%s' may be missing", name);
		ck_assert_msg(strstr(err.text, "is missing") != NULL, "%s: %s", name, err.text);
	}
	json_object_set_new(object, name, value);
}

/* Takes each key away in turn, then gives it a value of another type; goes down into objects and lists. */
static unsigned spoil(json_t *node)
{
	char names[KEYS_MAX][32];
	unsigned spoiled = 0, count = 0;
	const char *key;
	json_t *value;
	size_t i;

	json_array_foreach(node, i, value) spoiled += spoil(value);
	json_object_foreach(node, key, value)
	{
		ck_assert_uint_lt(count, KEYS_MAX);
		strcpy(names[count++], key);
		spoiled += spoil(value);
	}
	for (i = 0; i < count; i++)
		spoil_key(node, names[i]);
	return spoiled + count;
}

START_TEST(test_each_missing_or_wrong_key_is_named)
{
	ck_assert_uint_gt(spoil(root), 80);
}
END_TEST

START_TEST(test_values_out_of_range)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	json_object_set_new(root, "time_bits", json_integer(33));
	ck_assert_int_eq(parse(&m, &err), GNO_ERR_FORMAT);
	ck_assert_str_eq(err.text, "manifest 'm.json' is at fault: 'time_bits' is not in 8..32");
	json_object_set_new(root, "time_bits", json_integer(32));
	json_object_set_new(root, "slots", json_integer(1000));
	ck_assert_int_eq(parse(&m, &err), GNO_ERR_FORMAT);
	json_object_set_new(root, "slots", json_integer(1024));
	json_object_set_new(root, "hash", json_string("0123"));
	ck_assert_int_eq(parse(&m, &err), GNO_ERR_FORMAT);
	json_object_set_new(root, "hash", json_string("0123456789abcdef"));
	json_object_set_new(json_array_get(json_object_get(root, "nodes"), 1), "stream",
			    json_string("../../etc/passwd"));
	ck_assert_int_eq(parse(&m, &err), GNO_ERR_FORMAT);
	ck_assert_str_eq(err.text, "manifest 'm.json' is at fault: 'nodes[1].stream' is no name of a file");
}
END_TEST

START_TEST(test_files_that_are_none)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	ck_assert_int_eq(gno_manifest_load("/nowhere/m.json", &m, &err), GNO_ERR_IO);
	ck_assert_str_eq(err.text, "cannot open '/nowhere/m.json': No such file or directory");
	ck_assert_int_eq(gno_manifest_parse("{\n \"gnomon\": }", "m.json", &m, &err), GNO_ERR_FORMAT);
	ck_assert_ptr_eq(strstr(err.text, "manifest 'm.json' is no JSON: line 2"), err.text);
	ck_assert_int_eq(gno_manifest_parse("[]", "m.json", &m, &err), GNO_ERR_FORMAT);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("manifest");
	TCase *tests = tcase_create("manifest");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, test_a_good_manifest);
	tcase_add_test(tests, test_each_missing_or_wrong_key_is_named);
	tcase_add_test(tests, test_values_out_of_range);
	tcase_add_test(tests, test_files_that_are_none);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
