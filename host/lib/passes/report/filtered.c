/* SPDX-License-Identifier: Apache-2.0 */
#include "results/filtered.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "results/report.h"
#include "results/rows.h"

/* Of a node: of its points, then of its kinds of records. */
static size_t places(const struct gno_report *r)
{
	return r->points.points + GNO_KIND_MAX;
}

static struct report_left_out *place_of(const struct gno_report *r, unsigned node, size_t place)
{
	return &r->left_out[node * places(r) + place];
}

/* What a filter left out is added to what those before it did. */
static int add(const struct gno_report *r, const struct gno_left_out *part, struct gno_err *err)
{
	struct report_left_out *to;
	size_t point = 0;

	while (point < r->points.points && part->point &&
	       strcmp(r->points.point[point].name, part->point) != 0)
		point++;
	if (!part->point)
		point = r->points.points + part->kind;
	else if (point == r->points.points)
		return gno_fail(
		    err, GNO_ERR_FORMAT,
		    "a filter left out records of '%s', which is not a point of the run",
		    part->point);
	to = place_of(r, part->node, point);
	to->records += part->records;
	if (part->from > to->from)
		to->from = part->from;
	if (part->to < to->to)
		to->to = part->to;
	return GNO_OK;
}

int report_filters_build(struct gno_report *r, struct gno_err *err)
{
	const size_t count = r->m->nodes * places(r);
	int rc = GNO_OK;

	if (!r->run->filters)
		return GNO_OK;
	r->left_out = calloc(count, sizeof(*r->left_out));
	if (!r->left_out)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < count; i++)
		r->left_out[i].to = UINT64_MAX;
	for (size_t i = 0; i < r->run->filters && !rc; i++)
		for (size_t k = 0; k < r->run->filter[i].parts && !rc; k++)
			rc = add(r, &r->run->filter[i].part[k], err);
	return rc;
}

static const struct report_left_out *look(const struct gno_report *r, unsigned node, size_t place)
{
	const struct report_left_out *o = r->left_out ? place_of(r, node, place) : NULL;

	return o && o->records ? o : NULL;
}

const struct report_left_out *report_left_out(const struct gno_report *r, unsigned node, int point)
{
	return look(r, node, (size_t)point);
}

uint64_t report_left_out_of(const struct gno_report *r, unsigned node, unsigned kind)
{
	const struct report_left_out *o = look(r, node, r->points.points + kind);

	return o ? o->records : 0;
}

int report_need_all(const struct gno_report *r, unsigned node, int point, struct gno_err *err)
{
	const struct report_left_out *o = report_left_out(r, node, point);

	if (!o)
		return GNO_OK;
	return gno_fail(err, GNO_ERR_STATE,
			"a filter left out %" PRIu64 " record%s of '%s' at node '%s'", o->records,
			o->records == 1 ? "" : "s", r->points.point[point].name,
			r->m->node[node].name);
}

int report_need_kind(const struct gno_report *r, unsigned node, unsigned kind, struct gno_err *err)
{
	const uint64_t records = report_left_out_of(r, node, kind);

	if (!records)
		return GNO_OK;
	return gno_fail(err, GNO_ERR_STATE,
			"a filter left out %" PRIu64 " %s record%s of node '%s'", records,
			report_kind_name(kind), records == 1 ? "" : "s", r->m->node[node].name);
}

struct report_left_out report_interval_left_out(const struct gno_report *r, unsigned node,
						size_t interval)
{
	struct report_left_out all = {.to = UINT64_MAX};

	for (size_t i = 0; r->left_out && i < r->points.loads; i++) {
		const struct report_load *load = &r->points.load[i];
		const int end[] = {load->from[interval], load->to[interval]};

		for (unsigned k = 0; k < 2 && load->on[node]; k++) {
			const struct report_left_out *o =
			    end[k] < 0 ? NULL : report_left_out(r, node, end[k]);

			if (!o)
				continue;
			all.records += o->records;
			all.from = o->from > all.from ? o->from : all.from;
			all.to = o->to < all.to ? o->to : all.to;
		}
	}
	return all;
}

bool report_writes_are_partly(const struct gno_report *r, unsigned node)
{
	return report_is_partly(r, node) || report_left_out_of(r, node, GNO_KIND_DATUM);
}

bool report_node_is_partly(const struct gno_report *r, unsigned node)
{
	for (size_t i = 0; i < places(r); i++)
		if (look(r, node, i))
			return true;
	return report_is_partly(r, node);
}

static bool has_point(const struct gno_report *r, unsigned node, int point)
{
	return point >= 0 && r->points.point[point].code[node] >= 0;
}

/* Whether a load of a node has both ends of an interval. */
static bool has_interval(const struct gno_report *r, unsigned node, size_t interval)
{
	for (size_t i = 0; i < r->points.loads; i++) {
		const struct report_load *load = &r->points.load[i];

		if (load->on[node] && has_point(r, node, load->from[interval]) &&
		    has_point(r, node, load->to[interval]))
			return true;
	}
	return false;
}

bool report_interval_is_partly(const struct gno_report *r, unsigned node, size_t interval)
{
	const bool all = node == r->m->nodes;

	for (unsigned k = all ? 0 : node; k < (all ? r->m->nodes : node + 1); k++)
		if (report_interval_left_out(r, k, interval).records ||
		    (report_is_partly(r, k) && has_interval(r, k, interval)))
			return true;
	return false;
}
