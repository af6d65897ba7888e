/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/preprocessors/list.h"

#define OF(member) offsetof(struct gno_segment_unit, member)

#define MAX_SIDE 1023 /* entries before a trigger's own, and after it */
#define LEAST 8	      /* entries of a segment */

/* NULL: the entries before a trigger's, its own and those after it make up a segment. */
static const char *check(const void *item, const char **key)
{
	const struct gno_segment_unit *u = item;
	unsigned entries = u->before + 1 + u->after;

	*key = "after";
	if (entries >= LEAST && entries <= GNO_MAX_ENTRIES)
		return NULL;
	return "does not make a segment of 8 to 1024 entries";
}

const struct gno_list_kind gno_list_segments = {
    .name = "segments",
    .most = GNO_MAX_SEGMENT_UNITS,
    .optional = true, /* manifests of older generators have none */
    .size = sizeof(struct gno_segment_unit),
    .list = offsetof(struct gno_preprocessors, segment),
    .count = offsetof(struct gno_preprocessors, segments),
    .keys =
	{
	    {"line", GNO_LIST_EVENT_LINE, OF(line), 0, 0, 0},
	    {"keep", GNO_LIST_KEEP, OF(keep), 0, 0, 0},
	    {"before", GNO_LIST_NUMBER, OF(before), 0, 0, MAX_SIDE},
	    {"after", GNO_LIST_NUMBER, OF(after), 0, 0, MAX_SIDE},
	    {"count", GNO_LIST_POWER, OF(count), 0, 2, 16},
	    {0},
	},
    .check = check,
};
