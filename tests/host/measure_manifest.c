/* SPDX-License-Identifier: Apache-2.0 */
#include "measure_manifest.h"

#include <check.h>

static const char core0[] =
    "{\"stage\":7,\"gate\":true,\"form\":\"full\","
    "\"signals\":[\"icache_hit\",\"icache_access\",\"stall\",\"idle\",\"bus_busy\",\"request\",\"grant\","
    "\"tlb_miss\",\"tlb_access\"],"
    "\"lines\":[\"p0.a\",\"p0.b\",\"p1.a\",\"p1.b\",\"share.a\",\"width.of\",\"q.from\",\"q.to\",\"bank.0\","
    "\"bank.1\",\"gate\"],\"event_lines\":[\"special_events\",\"all_events\"],"
    "\"values\":[{\"name\":\"bytes\",\"bits\":4}],"
    "\"pairs\":[{\"name\":\"icache\",\"a\":\"icache_hit\",\"b\":\"icache_access\",\"gate\":null},"
    "{\"name\":\"p0\",\"a\":\"route\",\"b\":\"route\",\"gate\":null},"
    "{\"name\":\"p1\",\"a\":\"route\",\"b\":\"route\",\"gate\":null},"
    "{\"name\":\"share\",\"a\":\"route\",\"b\":\"always\",\"gate\":null},"
    "{\"name\":\"user\",\"a\":\"stall\",\"b\":\"always\",\"gate\":\"user_mode\"}],"
    "\"quantities\":[{\"name\":\"lat\",\"kind\":\"latency\",\"bits\":12,\"outstanding\":8,\"from\":"
    "\"request\","
    "\"to\":\"grant\"},{\"name\":\"width\",\"kind\":\"pulse\",\"bits\":16,\"of\":\"route\"},"
    "{\"name\":\"hits\",\"kind\":\"window\",\"bits\":10,\"of\":\"icache_hit\",\"in\":\"icache_access\"},"
    "{\"name\":\"q\",\"kind\":\"occupancy\",\"bits\":6,\"from\":\"route\",\"to\":\"route\"},"
    "{\"name\":\"sum\",\"kind\":\"total\",\"bits\":32,\"of\":\"stall\"},"
    "{\"name\":\"burst\",\"kind\":\"value\",\"bits\":4,\"of\":\"bytes\"},"
    "{\"name\":\"area\",\"kind\":\"class\",\"bits\":4}],"
    "\"thresholds\":[{\"name\":\"slow\",\"of\":\"lat\"},{\"name\":\"few\",\"of\":\"hits\"}],"
    "\"extremes\":[{\"name\":\"lat_ends\",\"of\":\"lat\"}],"
    "\"buckets\":[{\"name\":\"lat_b\",\"of\":\"lat\",\"count\":8,\"banks\":2,\"bits\":32},"
    "{\"name\":\"area_b\",\"of\":\"area\",\"count\":16,\"banks\":2,\"bits\":16}],"
    "\"counters\":[{\"name\":\"bank\",\"inputs\":[\"route\",\"route\",\"stall\",\"always\"]}]}";

static const char core1[] =
    "{\"stage\":7,\"gate\":false,\"form\":\"compressed32\","
    "\"signals\":[\"dcache_hit\",\"dcache_access\",\"icache_hit\",\"icache_access\"],"
    "\"lines\":[\"d0.a\",\"d0.b\"],\"event_lines\":[],\"values\":[],"
    "\"pairs\":[{\"name\":\"d0\",\"a\":\"route\",\"b\":\"route\",\"gate\":null}],"
    "\"quantities\":[{\"name\":\"lat\",\"kind\":\"latency\",\"bits\":8,\"outstanding\":1,\"from\":\"icache_"
    "hit\","
    "\"to\":\"dcache_hit\"}],\"thresholds\":[{\"name\":\"slow\",\"of\":\"lat\"}],\"extremes\":[],"
    "\"buckets\":[],\"counters\":[]}";

static json_t *from(const char *text)
{
	json_error_t why;
	json_t *v = json_loads(text, 0, &why);

	ck_assert_msg(v != NULL, "%s at %d", why.text, why.position);
	return v;
}

static void add_table(json_t *node, const char *name, int base, int cells)
{
	json_array_append_new(
	    json_object_get(node, "tables"),
	    json_pack("{s:s, s:i, s:i, s:i}", "name", name, "base", base, "cells", cells, "bits", 8));
}

static void add_trigger(json_t *node, int number, const char *kind, int index)
{
	json_array_append_new(json_object_get(node, "triggers"),
			      json_pack("{s:i, s:s, s:i}", "number", number, "kind", kind, "index", index));
}

void measure_manifest(json_t *root)
{
	json_t *a = json_array_get(json_object_get(root, "nodes"), 0);
	json_t *b = json_array_get(json_object_get(root, "nodes"), 1);

	json_object_set_new(a, "measure", from(core0));
	json_object_set_new(b, "measure", from(core1));
	add_table(a, "gate", 10536, 8);
	add_table(a, "router", 10624, 128);
	add_table(a, "quantities", 10752, 64);
	add_table(a, "thresholds", 10816, 32);
	add_table(a, "ranges0", 10848, 32);
	add_table(a, "ranges1", 10880, 64);
	add_table(a, "events", 10944, 16);
	add_table(b, "router", 10624, 16);
	add_table(b, "thresholds", 10816, 16);
	add_trigger(a, 8, "threshold", 0);
	add_trigger(a, 9, "threshold", 1);
	add_trigger(a, 10, "host", 0);
	add_trigger(b, 8, "threshold", 0);
}

void measure_groups(json_t *root)
{
	json_t *node = json_array_get(json_object_get(root, "nodes"), 0);
	json_t *measure = json_object_get(node, "measure");

	json_object_set_new(root, "gnomon", json_integer(7));
	json_object_set_new(measure, "groups",
			    from("[{\"name\":\"caches\",\"of\":[\"icache\",\"p0\",\"lat_ends\"]},"
				 "{\"name\":\"wires\",\"of\":[\"p1\",\"area_b\",\"bank\"]}]"));
	json_object_set_new(measure, "group_lines",
			    from("[{\"group\":\"caches\",\"action\":\"reset\"},"
				 "{\"group\":\"wires\",\"action\":\"reset\"},"
				 "{\"group\":null,\"action\":\"reset\"},"
				 "{\"group\":\"wires\",\"action\":\"sample\"},"
				 "{\"group\":\"wires\",\"action\":\"bank\"},"
				 "{\"group\":null,\"action\":\"bank\"}]"));
}
