/* SPDX-License-Identifier: Apache-2.0 */

/* Manifests: a good one, and ones that lack each key in turn or have another value there. */

#include <check.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "gnomon/records.h"
#include "monitor/quantity.h"
#include "tests/suite.h"
#include "manifest_fixture.h"
#include "preprocessors_manifest.h"

#define KEYS_MAX 24

START_TEST(test_a_good_manifest)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
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
	ck_assert_uint_eq(m->node[1].owner, 0);
	ck_assert_uint_eq(gno_node_table(&m->node[0], "rank4")->base, 8192);
	ck_assert_ptr_null(gno_node_table(&m->node[1], "rank4"));
	ck_assert_uint_eq(gno_node_table(&m->node[1], "limits")->cells, 64);
	ck_assert_uint_eq(m->node[1].word_bits, 32);
	ck_assert_uint_eq(gno_node_field(&m->node[1], "tag")->run[0].at, 31);
	ck_assert_ptr_null(gno_node_field(&m->node[1], "addr"));
	ck_assert_uint_eq(m->node[1].sequences.steps, 4);
	ck_assert_uint_eq(m->node[1].strict.steps, 3);
	ck_assert(m->node[1].timer && m->node[1].watchdog);
	ck_assert_int_eq(m->node[1].port.bus, GNO_BUS_STROBE);
	ck_assert_str_eq(m->node[1].port.pc, "store_pc");
	ck_assert_uint_eq(m->node[1].triggers, 9);
	ck_assert_int_eq(m->node[1].trigger[3].kind, GNO_TRIGGER_TIMEOUT);
	ck_assert_uint_eq(m->node[1].trigger[3].index, 1);
	ck_assert_uint_eq(m->node[0].triggers, 11);
	ck_assert_int_eq(m->node[0].trigger[9].kind, GNO_TRIGGER_THRESHOLD);
	ck_assert_uint_eq(m->node[0].trigger[9].index, 1);
	ck_assert_int_eq(m->node[0].trigger[10].kind, GNO_TRIGGER_HOST);
	ck_assert_ptr_eq(gno_manifest_node(m, "core1"), &m->node[1]);
	ck_assert_ptr_null(gno_manifest_node(m, "core2"));
	gno_manifest_free(m);
}
END_TEST

START_TEST(test_what_is_measured)
{
	const struct gno_preprocessors *a;
	struct gno_manifest *m = NULL;
	struct gno_err err;

	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
	a = &m->node[0].preprocessors;
	ck_assert_uint_eq(a->signals, 9);
	ck_assert_str_eq(a->signal[8], "tlb_access");
	ck_assert_int_eq(gno_node_line(&m->node[0], "q.to"), 7);
	ck_assert_int_eq(gno_node_line(&m->node[0], "q.in"), -1);
	ck_assert_uint_eq(a->value[0].bits, 4);
	ck_assert_uint_eq(m->node[0].pairs, 6); /* with that of the gate */
	ck_assert_str_eq(m->node[0].pair[4].gate, "user_mode");
	ck_assert_ptr_null(m->node[0].pair[3].gate);
	ck_assert_str_eq(m->node[0].pair[5].name, "gate");
	ck_assert_str_eq(m->node[0].pair[5].b, "always");
	ck_assert_int_eq(m->node[1].ratio_form, GNO_RATIO_COMPRESSED32);
	ck_assert_uint_eq(m->node[1].pairs, 1);
	ck_assert_str_eq(a->quantity[0].kind->name, "latency");
	ck_assert_uint_eq(a->quantity[0].outstanding, 8);
	ck_assert_str_eq(a->quantity[0].input[GNO_QUANTITY_TO], "grant");
	ck_assert_str_eq(a->quantity[2].input[GNO_QUANTITY_IN], "icache_access");
	ck_assert_ptr_null(a->quantity[4].input[GNO_QUANTITY_CLEAR]);
	ck_assert_str_eq(a->quantity[6].kind->name, "class");
	ck_assert_uint_eq(a->threshold[1].of, 2);
	ck_assert_str_eq(a->extreme[0].name, "lat_ends");
	ck_assert_uint_eq(a->bucket[1].of, 6);
	ck_assert_uint_eq(a->bucket[1].bits, 16);
	ck_assert_uint_eq(a->counter[0].inputs, 4);
	ck_assert_str_eq(a->counter[0].input[3], "always");
	ck_assert(gno_node_sampled(&m->node[0]) && gno_node_sampled(&m->node[1]));
	gno_manifest_free(m);
}
END_TEST

/* Whether a manifest may do without a key. */
static bool optional(const char *key, const json_t *value)
{
	return !strcmp(key, "when") || !strcmp(key, "stream_id") || !strcmp(key, "pc") ||
	       !strcmp(key, "clear") || (!strcmp(key, "gate") && !json_is_boolean(value));
}

static void spoil_key(json_t *object, const char *name)
{
	json_t *value = json_incref(json_object_get(object, name));
	struct gno_manifest *m = NULL;
	struct gno_err err;

	json_object_set_new(object, name, json_real(0.5));
	ck_assert_msg(manifest_parse(&m, &err) == GNO_ERR_FORMAT, "'%s' may be half of one", name);
	ck_assert_msg(strstr(err.text, name) != NULL, "%s: %s", name, err.text);
	ck_assert_ptr_eq(strstr(err.text, "manifest 'm.json' is at fault: '"), err.text);
	json_object_del(object, name);
	if (!optional(name, value)) {
		ck_assert_msg(manifest_parse(&m, &err) == GNO_ERR_FORMAT, "'%s' may be missing",
			      name);
		ck_assert_msg(strstr(err.text, "is missing") != NULL, "%s: %s", name, err.text);
	}
	json_object_set_new(object, name, value);
}

/* Takes each key away in turn, then gives it a value of another type; goes down into objects and
 * lists. */
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
	ck_assert_uint_gt(spoil(manifest_root), 80);
}
END_TEST

START_TEST(test_values_out_of_range)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	json_object_set_new(manifest_root, "time_bits", json_integer(33));
	ck_assert_int_eq(manifest_parse(&m, &err), GNO_ERR_FORMAT);
	ck_assert_str_eq(err.text, "manifest 'm.json' is at fault: 'time_bits' is not in 8..32");
	json_object_set_new(manifest_root, "time_bits", json_integer(32));
	json_object_set_new(manifest_root, "slots", json_integer(1000));
	ck_assert_int_eq(manifest_parse(&m, &err), GNO_ERR_FORMAT);
	json_object_set_new(manifest_root, "slots", json_integer(1024));
	json_object_set_new(manifest_root, "hash", json_string("0123"));
	ck_assert_int_eq(manifest_parse(&m, &err), GNO_ERR_FORMAT);
	json_object_set_new(manifest_root, "hash", json_string("0123456789abcdef"));
	json_object_set_new(json_array_get(json_object_get(manifest_root, "nodes"), 1), "stream",
			    json_string("../../etc/passwd"));
	ck_assert_int_eq(manifest_parse(&m, &err), GNO_ERR_FORMAT);
	ck_assert_str_eq(
	    err.text,
	    "manifest 'm.json' is at fault: 'nodes[1].stream' is not a name: it " BASE_NAME_RULE);
}
END_TEST

static const struct manifest_wrong wrong[] = {
    {"gnomon", "1",
     "'gnomon' is 1, and this program reads formats 8 to 13: generate the monitor again"},
    {"gnomon", "7",
     "'gnomon' is 7, and this program reads formats 8 to 13: generate the monitor again"},
    {"gnomon", "14",
     "'gnomon' is 14, and this program reads formats 8 to 13: a newer program is needed"},
    {"nodes.0.index", "1", "'nodes[0].index' is not in 0..0"},
    {"nodes.1.stream", "\"node_0\"", "'nodes[1].stream' is that of nodes[0]"},
    {"nodes.1.stream", "\"metadata\"", "'nodes[1].stream' is the name of the trace's metadata"},
    {"nodes.0.watch.fields", "[]", "'nodes[0].watch.fields' does not have 1 to 64 entries"},
    {"nodes.0.watch.bits", "31", "'nodes[0].watch.bits' is not in 32..32"},
    {"nodes.0.watch.fields.1.name", "\"pc\"",
     "'nodes[0].watch.fields[1].name' is that of another field"},
    {"nodes.0.watch.fields.1.bits", "65", "'nodes[0].watch.fields[1].bits' is not in 1..64"},
    {"nodes.0.watch.fields.0.kept", "[[2,3]]",
     "'nodes[0].watch.fields[0].kept' is not a list of [hi, lo] within the field, lowest first"},
    {"nodes.0.watch.fields.0.kept", "[[32,3]]",
     "'nodes[0].watch.fields[0].kept' is not a list of [hi, lo] within the field, lowest first"},
    {"nodes.0.watch.fields.0.kept", "[[9,8],[8,0]]",
     "'nodes[0].watch.fields[0].kept' is not a list of [hi, lo] within the field, lowest first"},
    {"nodes.0.watch.fields.0.kept", "[[9]]",
     "'nodes[0].watch.fields[0].kept' is not a list of [hi, lo] within the field, lowest first"},
    {"nodes.0.watch.fields.0.kept", "[[4,0]]",
     "'nodes[0].watch.fields' does not have 8 to 64 bits that are kept"},
    {"nodes.0.ranks.code_bits", "3", "'nodes[0].ranks.code_bits' is not in 4..8"},
    {"nodes.0.ranks.code_bits", "5", "'nodes[0].ranks.capacity' is not in 31..31"},
    {"nodes.0.ranks.levels", "2", "'nodes[0].ranks.levels' is not that of the last rank"},
    {"nodes.0.ranks.owner", "1", "'nodes[0].ranks.owner' is not a node that owns its ranks"},
    {"nodes.1.ranks.owner", "2", "'nodes[1].ranks.owner' is not a node that owns its ranks"},
    {"nodes.1.ranks.tree.3.inputs", "[{\"rank\":1},{\"rank\":0}]",
     "'nodes[1].ranks.owner' has another tree"},
    {"nodes.0.ranks.tree", "[]", "'nodes[0].ranks.tree' does not have 1 to 31 entries"},
    {"nodes.0.ranks.tree.0.inputs", "[{\"rank\":0}]",
     "'nodes[0].ranks.tree[0].inputs' has a rank that does not come before"},
    {"nodes.0.ranks.tree.3.inputs.1.rank", "3", "'nodes[0].ranks.tree[3].rank' is not in 0..2"},
    {"nodes.0.ranks.tree.3.inputs.1.rank", "0",
     "'nodes[0].ranks.tree[3].inputs' has a rank that is read twice"},
    {"nodes.0.ranks.tree.4.inputs", "[{\"rank\":3},{\"lo\":21,\"bits\":11}]",
     "'nodes[0].ranks.tree[4].inputs' has a bit that is read twice"},
    {"nodes.0.ranks.tree.1.inputs.0.lo", "9",
     "'nodes[0].ranks.tree[1].inputs' has a bit that is read twice"},
    {"nodes.0.ranks.tree.1.inputs.0.bits", "10",
     "'nodes[0].ranks.tree' does not read every bit and every rank but the last"},
    {"nodes.0.ranks.tree.4.inputs", "[{\"rank\":3}]",
     "'nodes[0].ranks.tree' does not read every bit and every rank but the last"},
    {"nodes.0.ranks.tree.2.inputs.0.bits", "12", "'nodes[0].ranks.tree[2].bits' is not in 1..11"},
    {"nodes.0.ranks.tree.0.inputs", "[{\"lo\":0,\"bits\":17}]",
     "'nodes[0].ranks.tree[0].inputs' has more than 16 bits"},
    {"nodes.0.ranks.tree.3.level", "1",
     "'nodes[0].ranks.tree[3].level' is not above that of an input"},
    {"nodes.0.ranks.tree.3.level", "3",
     "'nodes[0].ranks.tree[3].level' is not one more than that of the latest input"},
    {"nodes.0.ranks.tree.1.code_bits", "5", "'nodes[0].ranks.tree[1].code_bits' is not in 1..4"},
    {"nodes.0.ranks.tree.4.code_bits", "3",
     "'nodes[0].ranks.code_bits' is not that of the last rank"},
    {"nodes.0.tables.0.cells", "1000", "'nodes[0].tables[0].cells' is not a power of two"},
    {"nodes.0.tables.0.cells", "4", "'nodes[0].tables[0].cells' is not in 8..65536"},
    {"nodes.0.tables.0.cells", "512",
     "'nodes[0].tables' has no table 'rank0' of at least 1024 cells and 4 bits"},
    {"nodes.0.tables.0.bits", "3",
     "'nodes[0].tables' has no table 'rank0' of at least 1024 cells and 4 bits"},
    {"nodes.0.tables.0.name", "\"rank9\"",
     "'nodes[0].tables' has no table 'rank0' of at least 1024 cells and 4 bits"},
    {"nodes.0.tables.1.name", "\"rank0\"", "'nodes[0].tables[1].name' is that of another table"},
    {"nodes.0.tables.0.base", "512", "'nodes[0].tables[0].base' is not a multiple of the cells"},
    {"nodes.0.tables.0.base", "3072", "'nodes[0].tables[1].base' is within another table"},
    {"nodes.0.tables.0.base", "524288", "'nodes[0].tables[0].base' is not in 0..523264"},
    {"nodes.1.tables.0.cells", "8",
     "'nodes[1].tables' has no table 'actions' of at least 16 cells and 1 bits"},
    {"nodes.1.tables.0.name", "\"rank_actions\"",
     "'nodes[1].tables' has no table 'rank_actions' of at least 256 cells and 8 bits"},
    {"nodes.1.tables.1.cells", "32",
     "'nodes[1].tables' has no table 'steps' of at least 48 cells and 1 bits"},
    {"nodes.1.tables.2.cells", "32",
     "'nodes[1].tables' has no table 'limits' of at least 64 cells and 1 bits"},
    {"nodes.1.tables.3.cells", "32",
     "'nodes[1].tables' has no table 'words' of at least 64 cells and 1 bits"},
    {"nodes.1.tables.4.cells", "8",
     "'nodes[1].tables' has no table 'triggers' of at least 10 cells and 1 bits"},
    {"nodes.1.tables.5.name", "\"t\"",
     "'nodes[1].tables' has no table 'timer' of at least 8 cells and 1 bits"},
    {"nodes.1.tables.6.name", "\"t\"",
     "'nodes[1].tables' has no table 'watchdog' of at least 8 cells and 1 bits"},
    {"nodes.0.sequences.count", "9", "'nodes[0].sequences.count' is not in 0..8"},
    {"nodes.0.sequences.steps", "17", "'nodes[0].sequences.steps' is not in 1..16"},
    /* 28 columns of sequences, 2 of strict ones, 1 of the watchdog, 2 of the gate */
    {"nodes.0.sequences.steps", "7",
     "'nodes[0].tables' has no table 'steps' of at least 80 cells and 1 bits"},
    {"nodes.0.sequences", "{\"count\":8,\"steps\":9}", "'nodes[0].sequences.steps' is not in 1..8"},
    {"nodes.0.sequences.count_bits", "17", "'nodes[0].sequences.count_bits' is not in 1..16"},
    {"nodes.0.sequences.timeout_bits", "33", "'nodes[0].sequences.timeout_bits' is not in 1..32"},
    {"nodes.0.strict.count", "17", "'nodes[0].strict.count' is not in 0..16"},
    {"nodes.0.strict.steps", "1", "'nodes[0].strict.steps' is not in 2..8"},
    {"nodes.0.timer", "1", "'nodes[0].timer' is neither true nor false"},
    {"nodes.0.port.bus", "\"apb\"", "'nodes[0].port.bus' has a value that is not known"},
    {"nodes.0.triggers.2.number", "3", "'nodes[0].triggers[2].number' is not in 2..2"},
    {"nodes.0.triggers.2.kind", "\"strict\"",
     "'nodes[0].triggers[2].kind' is not that of this number"},
    {"nodes.0.triggers.3.index", "0", "'nodes[0].triggers[3].kind' is not that of this number"},
    {"nodes.0.watchdog", "false", "'nodes[0].triggers[7].kind' is not that of this number"},
    {"nodes.0.triggers.9.kind", "\"host\"",
     "'nodes[0].triggers[9].kind' is not that of this number"},
    {"nodes.0.triggers.10.kind", "\"threshold\"",
     "'nodes[0].triggers[10].kind' is not that of this number"},
    {"nodes.0.triggers.10.index", "1", "'nodes[0].triggers[10].kind' is not that of this number"},
    {"nodes.1.triggers.8.kind", "\"host\"",
     "'nodes[1].triggers[8].kind' is not that of this number"},
    {"nodes.0.preprocessors.stage", "0", "'nodes[0].preprocessors.stage' is not in 1..64"},
    {"nodes.0.preprocessors.form", "\"half\"",
     "'nodes[0].preprocessors.form' has a value that is not known"},
    {"nodes.0.preprocessors.signals", "[\"\"]",
     "'nodes[0].preprocessors.signals' is not a list of names"},
    {"nodes.0.preprocessors.signals", "[]",
     "'nodes[0].preprocessors.lines' needs signals, and the node has none"},
    {"nodes.1.preprocessors.lines", "[\"d0.a\"]",
     "'nodes[1].preprocessors.lines' has no line 'd0.b'"},
    {"nodes.0.preprocessors.quantities.2.of", "\"route\"",
     "'nodes[0].preprocessors.lines' has no line 'hits.of'"},
    {"nodes.0.preprocessors.counters.0.inputs", "[\"route\",\"stall\",\"route\"]",
     "'nodes[0].preprocessors.lines' has no line 'bank.2'"},
    {"nodes.0.preprocessors.quantities.0.kind", "\"rate\"",
     "'nodes[0].preprocessors.quantities[0].kind' has a value that is not known"},
    {"nodes.0.preprocessors.quantities.0.outstanding", "65",
     "'nodes[0].preprocessors.quantities[0].outstanding' is not in 1..64"},
    {"nodes.0.preprocessors.thresholds.0.of", "\"late\"",
     "'nodes[0].preprocessors.thresholds[0].of' is not a quantity of the node"},
    {"nodes.0.preprocessors.buckets.0.bits", "24",
     "'nodes[0].preprocessors.buckets[0].bits' is not 16 or 32"},
    {"nodes.0.preprocessors.buckets.0.count", "4",
     "'nodes[0].preprocessors.buckets[0].count' is not in 8..4096"},
    {"nodes.0.preprocessors.buckets.0.count", "16",
     "'nodes[0].tables' has no table 'ranges0' of at least 64 cells and 8 bits"},
    {"nodes.0.tables.20.name", "\"x\"",
     "'nodes[0].tables' has no table 'ranges1' of at least 64 cells and 8 bits"},
    {"nodes.0.tables.15.name", "\"x\"",
     "'nodes[0].tables' has no table 'gate' of at least 8 cells and 8 bits"},
    {"nodes.0.tables.16.cells", "64",
     "'nodes[0].tables' has no table 'router' of at least 88 cells and 8 bits"},
    {"nodes.0.tables.17.cells", "16",
     "'nodes[0].tables' has no table 'quantities' of at least 24 cells and 8 bits"},
    {"nodes.0.tables.18.cells", "16",
     "'nodes[0].tables' has no table 'thresholds' of at least 32 cells and 8 bits"},
    {"nodes.0.triggers", "[]", "'nodes[0].triggers' does not name all triggers of the node"},
};

/* The same, of a manifest with groups. */
static const struct manifest_wrong wrong_groups[] = {
    {"nodes.0.preprocessors.groups", "[]",
     "'nodes[0].preprocessors.groups' does not have 1 to 8 entries"},
    {"nodes.0.preprocessors.groups.0.of", "[\"stall\"]",
     "'nodes[0].preprocessors.groups[0].of' has an item that is not a pair, extreme, bucket unit or counter bank"},
    {"nodes.0.preprocessors.groups.0.of", "[\"gate\"]",
     "'nodes[0].preprocessors.groups[0].of' has an item that is not a pair, extreme, bucket unit or counter bank"},
    {"nodes.0.preprocessors.groups.1.of", "[\"p1\",\"p0\"]",
     "'nodes[0].preprocessors.groups[1].of' has an item of another group"},
    {"nodes.0.preprocessors.group_lines.0.group", "\"bus\"",
     "'nodes[0].preprocessors.group_lines[0].group' is not a group of the node"},
    {"nodes.0.preprocessors.group_lines.0.action", "\"start\"",
     "'nodes[0].preprocessors.group_lines[0].action' has a value that is not known"},
    {"nodes.0.preprocessors.event_lines", "[\"special_events\",\"all_events\",\"more\"]",
     "'nodes[0].preprocessors.group_lines' does not have 0 to 5 entries"},
};

START_TEST(test_what_does_not_fit_together_is_refused)
{
	manifest_refused(&wrong[_i]);
}
END_TEST

START_TEST(test_groups_that_do_not_fit_are_refused)
{
	add_groups(manifest_root);
	manifest_refused(&wrong_groups[_i]);
}
END_TEST

START_TEST(test_groups)
{
	struct gno_manifest *m = NULL;
	const struct gno_node *n;
	struct gno_err err;

	add_groups(manifest_root);
	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
	n = &m->node[0];
	ck_assert_uint_eq(n->preprocessors.groups, 2);
	ck_assert_str_eq(n->preprocessors.group[1], "wires");
	ck_assert_uint_eq(n->pair[0].group, 0);
	ck_assert_uint_eq(n->pair[2].group, 1);
	ck_assert_uint_eq(n->pair[3].group, 2); /* in none, as that of the gate */
	ck_assert_uint_eq(n->pair[5].group, 2);
	ck_assert_uint_eq(n->preprocessors.extreme[0].group, 0);
	ck_assert_uint_eq(n->preprocessors.bucket[0].group, 2);
	ck_assert_uint_eq(n->preprocessors.counter[0].group, 1);
	ck_assert_uint_eq(n->preprocessors.group_lines, 6);
	ck_assert_uint_eq(n->preprocessors.group_line[2].group, 2);
	ck_assert_uint_eq(n->preprocessors.group_line[3].action, GNO_ACT_SAMPLE);
	ck_assert_uint_eq(m->node[1].preprocessors.groups, 0);
	gno_manifest_free(m);
}
END_TEST

#define SEGMENTS "nodes.0.preprocessors.segments."

/* The same, of a manifest with segments. */
static const struct manifest_wrong wrong_segments[] = {
    {SEGMENTS "0.line", "\"stall\"",
     "'nodes[0].preprocessors.segments[0].line' is not an event line of the node"},
    {SEGMENTS "0.keep", "\"words\"",
     "'nodes[0].preprocessors.segments[0].keep' has a value that is not known"},
    {SEGMENTS "1.before", "1024", "'nodes[0].preprocessors.segments[1].before' is not in 0..1023"},
    {SEGMENTS "0.after", "-1", "'nodes[0].preprocessors.segments[0].after' is not in 0..1023"},
    {SEGMENTS "0.before", "1001",
     "'nodes[0].preprocessors.segments[0].after' does not make a segment of 8 to 1024 entries"},
    {SEGMENTS "1.before", "6",
     "'nodes[0].preprocessors.segments[1].after' does not make a segment of 8 to 1024 entries"},
    {SEGMENTS "0.count", "1", "'nodes[0].preprocessors.segments[0].count' is not in 2..16"},
    {SEGMENTS "0.count", "32", "'nodes[0].preprocessors.segments[0].count' is not in 2..16"},
    {SEGMENTS "1.count", "6", "'nodes[0].preprocessors.segments[1].count' is not a power of two"},
    {"nodes.0.preprocessors.segments", "[{},{},{}]",
     "'nodes[0].preprocessors.segments' does not have 0 to 2 entries"},
    {"nodes.0.preprocessors.segments", "null", "'nodes[0].preprocessors.segments' is not an array"},
};

START_TEST(test_wrong_segments_are_named)
{
	add_segments(manifest_root);
	manifest_refused(&wrong_segments[_i]);
}
END_TEST

/* Of a manifest without the key, that of an older generator, a node has none. */
START_TEST(test_segments)
{
	const struct gno_preprocessors *p;
	struct gno_manifest *m = NULL;
	struct gno_err err;

	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
	ck_assert_uint_eq(m->node[0].preprocessors.segments, 0);
	gno_manifest_free(m);
	add_segments(manifest_root);
	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
	p = &m->node[0].preprocessors;
	ck_assert_uint_eq(p->segments, 2);
	ck_assert_str_eq(p->segment[0].name, "around");
	ck_assert_str_eq(p->event_line[p->segment[0].line], "all_events");
	ck_assert_str_eq(p->event_line[p->segment[1].line], "special_events");
	ck_assert_uint_eq(p->segment[0].keep, GNO_KEEP_CYCLES);
	ck_assert_uint_eq(p->segment[1].keep, GNO_KEEP_CHANGES);
	ck_assert_uint_eq(p->segment[0].before, 24);
	ck_assert_uint_eq(p->segment[0].after, 23);
	ck_assert_uint_eq(p->segment[1].before, 1023);
	ck_assert_uint_eq(p->segment[1].after, 0);
	ck_assert_uint_eq(p->segment[1].count, 16);
	ck_assert_uint_eq(m->node[1].preprocessors.segments, 0);
	gno_manifest_free(m);
}
END_TEST

/* pc 31..2, write, tag: W is tag, write, pc from the top down. */
START_TEST(test_values_of_fields)
{
	const struct gno_field *pc, *tag;
	struct gno_manifest *m = NULL;
	struct gno_err err;
	uint64_t word;

	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
	pc = gno_node_field(&m->node[0], "pc");
	tag = gno_node_field(&m->node[0], "tag");
	ck_assert(gno_field_value(pc, 0xc0000041) == 0x104);
	ck_assert(gno_field_value(tag, 0x80000000) == 1);
	ck_assert(gno_field_word(pc, 0xfffffffc, &word) && word == 0x3fffffff);
	ck_assert(gno_field_word(tag, 1, &word) && word == 0x80000000);
	ck_assert(!gno_field_word(pc, 0x102, &word));
	ck_assert(!gno_field_word(tag, 2, &word));
	gno_manifest_free(m);
}
END_TEST

START_TEST(test_ticks)
{
	json_t *node = json_array_get(json_object_get(manifest_root, "nodes"), 0);
	struct gno_manifest *m = NULL;
	struct gno_err err;

	json_object_set_new(manifest_root, "gnomon", json_integer(9));
	json_object_set_new(node, "time", json_pack("{s:i, s:i}", "prescale", 16, "seed", 0));
	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
	ck_assert_uint_eq(gno_node_tick(&m->node[0]), 16);
	ck_assert_uint_eq(gno_node_time_bound(&m->node[0]), 15);
	ck_assert_uint_eq(gno_node_bound(&m->node[0]), 15);
	ck_assert_uint_eq(gno_node_tick(&m->node[1]), 1);
	ck_assert_uint_eq(gno_node_bound(&m->node[1]), 0);
	gno_manifest_free(m);
	json_object_set_new(
	    node, "time",
	    json_pack("{s:i, s:I}", "prescale", 65536, "seed", (json_int_t)0xffffff00));
	ck_assert_msg(!manifest_parse(&m, &err), "%s", err.text);
	ck_assert_uint_eq(m->node[0].seed, 0xffffff00);
	ck_assert_uint_eq(gno_node_time_bound(&m->node[0]), 65535);
	ck_assert_uint_eq(gno_node_bound(&m->node[0]), 131070);
	gno_manifest_free(m);
}
END_TEST

static const struct {
	const char *time, *what;
} wrong_ticks[] = {
    {"16", "' is not an object"},
    {"{}", ".prescale' is missing"},
    {"{\"prescale\":1,\"seed\":0}", ".prescale' is not in 2..65536"},
    {"{\"prescale\":131072,\"seed\":0}", ".prescale' is not in 2..65536"},
    {"{\"prescale\":12,\"seed\":0}", ".prescale' is not a power of two"},
    {"{\"prescale\":16}", ".seed' is missing"},
    {"{\"prescale\":16,\"seed\":4294967296}", ".seed' is not in 0..4294967295"},
};

START_TEST(test_wrong_ticks_are_named)
{
	json_t *node = json_array_get(json_object_get(manifest_root, "nodes"), 0);
	struct gno_manifest *m = NULL;
	struct gno_err err;
	char what[128];

	json_object_set_new(node, "time", json_loads(wrong_ticks[_i].time, JSON_DECODE_ANY, NULL));
	ck_assert_int_eq(manifest_parse(&m, &err), GNO_ERR_FORMAT);
	snprintf(what, sizeof(what), "manifest 'm.json' is at fault: 'nodes[0].time%s",
		 wrong_ticks[_i].what);
	ck_assert_str_eq(err.text, what);
}
END_TEST

START_TEST(test_files_that_are_none)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;

	ck_assert_int_eq(gno_manifest_load("/nowhere/m.json", &m, &err), GNO_ERR_IO);
	ck_assert_str_eq(err.text, "cannot open '/nowhere/m.json': No such file or directory");
	ck_assert_int_eq(gno_manifest_parse("{\n \"gnomon\": }", "m.json", &m, &err),
			 GNO_ERR_FORMAT);
	ck_assert_ptr_eq(strstr(err.text, "manifest 'm.json' is not JSON: line 2"), err.text);
	ck_assert_int_eq(gno_manifest_parse("[]", "m.json", &m, &err), GNO_ERR_FORMAT);
}
END_TEST

int main(void)
{
	return run_tests(
	    "manifest", manifest_setup, manifest_teardown,
	    TESTS(
		{test_a_good_manifest}, {test_what_is_measured}, {test_groups},
		{test_groups_that_do_not_fit_are_refused,
		 sizeof(wrong_groups) / sizeof(wrong_groups[0])},
		{test_segments},
		{test_wrong_segments_are_named, sizeof(wrong_segments) / sizeof(wrong_segments[0])},
		{test_each_missing_or_wrong_key_is_named}, {test_values_out_of_range},
		{test_what_does_not_fit_together_is_refused, sizeof(wrong) / sizeof(wrong[0])},
		{test_values_of_fields}, {test_ticks},
		{test_wrong_ticks_are_named, sizeof(wrong_ticks) / sizeof(wrong_ticks[0])},
		{test_files_that_are_none}));
}
