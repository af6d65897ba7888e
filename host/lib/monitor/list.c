/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/list.h"
#include "monitor/table.h"

#include <string.h>

#define MAX_EXTREMES 4
#define MAX_SIDE 1023 /* entries of a segment before a trigger's own, and after it */
#define LEAST 8	      /* entries of a segment */

/* NULL: the entries before a trigger's, its own and those after it make up a segment. */
static const char *check_segment(const void *item, const char **key)
{
	const struct gno_segment_unit *u = item;
	unsigned entries = u->before + 1 + u->after;

	*key = "after";
	if (entries >= LEAST && entries <= GNO_MAX_ENTRIES)
		return NULL;
	return "does not make a segment of 8 to 1024 entries";
}

#define LIST(items, items_count)                                                                   \
	.list = offsetof(struct gno_preprocessors, items),                                         \
	.count = offsetof(struct gno_preprocessors, items_count)
#define WATCHER(member) offsetof(struct gno_watcher, member)
#define BUCKET(member) offsetof(struct gno_bucket_unit, member)
#define BANK(member) offsetof(struct gno_counter_bank, member)
#define SEGMENT(member) offsetof(struct gno_segment_unit, member)

static const struct gno_list_kind kinds[] = {
    {
	.name = "thresholds",
	.most = GNO_MAX_THRESHOLDS,
	.size = sizeof(struct gno_watcher),
	LIST(threshold, thresholds),
	.keys = {{"of", GNO_LIST_QUANTITY, WATCHER(of), 0, 0, 0}, {0}},
    },
    {
	.name = "extremes",
	.most = MAX_EXTREMES,
	.size = sizeof(struct gno_watcher),
	.group = WATCHER(group),
	LIST(extreme, extremes),
	.keys = {{"of", GNO_LIST_QUANTITY, WATCHER(of), 0, 0, 0}, {0}},
    },
    {
	.name = "buckets",
	.most = GNO_MAX_UNITS,
	.size = sizeof(struct gno_bucket_unit),
	.group = BUCKET(group),
	LIST(bucket, buckets),
	.keys =
	    {
		{"of", GNO_LIST_QUANTITY, BUCKET(of), 0, 0, 0},
		{"count", GNO_LIST_NUMBER, BUCKET(count), 0, 8, 4096},
		{"banks", GNO_LIST_NUMBER, BUCKET(banks), 0, 2, 16},
		{"bits", GNO_LIST_EITHER, BUCKET(bits), 0, 16, 32},
		{0},
	    },
    },
    {
	.name = "counters",
	.most = GNO_MAX_BANKS,
	.size = sizeof(struct gno_counter_bank),
	.group = BANK(group),
	LIST(counter, counters),
	.keys = {{"inputs", GNO_LIST_INPUTS, BANK(input), BANK(inputs), 1, GNO_MAX_BANK_INPUTS},
		 {0}},
    },
    {
	.name = "segments",
	.most = GNO_MAX_SEGMENT_UNITS,
	.optional = true, /* manifests of older generators have none */
	.size = sizeof(struct gno_segment_unit),
	LIST(segment, segments),
	.keys =
	    {
		{"line", GNO_LIST_EVENT_LINE, SEGMENT(line), 0, 0, 0},
		{"keep", GNO_LIST_KEEP, SEGMENT(keep), 0, 0, 0},
		{"before", GNO_LIST_NUMBER, SEGMENT(before), 0, 0, MAX_SIDE},
		{"after", GNO_LIST_NUMBER, SEGMENT(after), 0, 0, MAX_SIDE},
		{"count", GNO_LIST_POWER, SEGMENT(count), 0, 2, 16},
		{0},
	    },
	.check = check_segment,
    },
};

const struct gno_list_kind *gno_list_at(size_t i)
{
	return i < sizeof(kinds) / sizeof(kinds[0]) ? &kinds[i] : NULL;
}

void gno_list_set(struct gno_preprocessors *m, const struct gno_list_kind *kind, void *list,
		  unsigned count)
{
	memcpy((char *)m + kind->list, &list, sizeof(list));
	*gno_list_number(m, kind->count) = count;
}

unsigned gno_list_count(const struct gno_preprocessors *m, const struct gno_list_kind *kind)
{
	return *(const unsigned *)((const char *)m + kind->count);
}

void *gno_list_array(const struct gno_preprocessors *m, const struct gno_list_kind *kind)
{
	void *list;

	memcpy(&list, (const char *)m + kind->list, sizeof(list));
	return list;
}

void *gno_list_item(const struct gno_preprocessors *m, const struct gno_list_kind *kind, unsigned i)
{
	return (char *)gno_list_array(m, kind) + i * kind->size;
}

char **gno_list_name(void *item)
{
	return item;
}

unsigned *gno_list_number(void *item, size_t to)
{
	return (unsigned *)((char *)item + to);
}

char ***gno_list_inputs(void *item, const struct gno_list_key *key)
{
	return (char ***)((char *)item + key->to);
}
