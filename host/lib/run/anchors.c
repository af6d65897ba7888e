/* SPDX-License-Identifier: Apache-2.0 */

/* The anchors in run.json: for each clock of the host the times before and after. */

#include "common/moment.h"
#include "common/util.h"
#include "run/journal.h"

static json_t *anchor_json(const struct gno_anchor *a)
{
	json_t *o = json_object();

	for (enum gno_clock c = 0; c < GNO_CLOCKS; c++)
		json_object_set_new(
		    o, gno_clock_name(c),
		    json_pack("[I, I]", (json_int_t)a->before.ns[c], (json_int_t)a->after.ns[c]));
	return o;
}

json_t *gno_anchors_json(const struct gno_anchors *a)
{
	json_t *o = json_object();

	if (a->start.known)
		json_object_set_new(o, "start", anchor_json(&a->start));
	if (a->stop.known)
		json_object_set_new(o, "stop", anchor_json(&a->stop));
	return o;
}

static bool read_ns(const json_t *list, size_t i, uint64_t *out)
{
	const json_t *v = json_array_get(list, i);

	*out = (uint64_t)json_integer_value(v);
	return json_is_integer(v) && json_integer_value(v) >= 0;
}

static bool read_anchor(const json_t *o, struct gno_anchor *out)
{
	*out = (struct gno_anchor){.known = o != NULL};
	for (enum gno_clock c = 0; c < GNO_CLOCKS && o; c++) {
		const json_t *list = json_object_get(o, gno_clock_name(c));

		if (json_array_size(list) != 2 || !read_ns(list, 0, &out->before.ns[c]) ||
		    !read_ns(list, 1, &out->after.ns[c]))
			return false;
	}
	return true;
}

int gno_journal_anchors(const json_t *root, const char *path, struct gno_anchors *out,
			struct gno_err *err)
{
	const json_t *o = json_object_get(root, "anchors");

	*out = (struct gno_anchors){.start.known = false};
	if (!o || (json_is_object(o) && read_anchor(json_object_get(o, "start"), &out->start) &&
		   read_anchor(json_object_get(o, "stop"), &out->stop)))
		return 0;
	return gno_fail(
	    err, GNO_ERR_FORMAT,
	    "'anchors' are malformed (start, stop: of each clock the times before and after) in '%s'",
	    path);
}
