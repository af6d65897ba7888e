/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of a run: those of its experiments, and those that are given. */
#include "passes/limits/limits.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"

static const char *measure_name(const struct gno_pattern_file *file, size_t i)
{
	for (unsigned k = 0; k < file->nodes; k++) {
		if (i < file->node[k].measures)
			return file->node[k].measure[i].name;
		i -= file->node[k].measures;
	}
	return NULL;
}

static const char *name_of(const void *ctx, enum gno_limit_list list, size_t i)
{
	const struct gno_report *r = ctx;

	switch (list) {
	case GNO_LIMIT_NODES:
		return i < r->m->nodes ? r->m->node[i].name : NULL;
	case GNO_LIMIT_INTERVALS:
		return i < r->points.intervals ? r->points.interval[i].name : NULL;
	case GNO_LIMIT_POINTS:
		return i < r->points.points ? r->points.point[i].name : NULL;
	default:
		return measure_name(r->points.load[0].file, i);
	}
}

static bool is_recorded(const struct gno_report *r, int point, unsigned node)
{
	return point >= 0 && r->points.point[point].code[node] >= 0 &&
	       report_recorded(r, node, point) != REPORT_RECORDED_NEVER;
}

static bool is_at(const void *ctx, enum gno_limit_list list, size_t i, unsigned node)
{
	const struct gno_report *r = ctx;
	bool both = false;

	if (list == GNO_LIMIT_POINTS)
		return is_recorded(r, (int)i, node);
	for (size_t l = 0; l < r->points.loads && !both; l++)
		both = is_recorded(r, r->points.load[l].from[i], node) &&
		       is_recorded(r, r->points.load[l].to[i], node);
	return both;
}

static const struct gno_pattern_measure *measure_at(const void *ctx, unsigned node,
						    const char *name)
{
	const struct gno_report *r = ctx;
	const struct gno_pattern_node *n = &r->points.load[0].file->node[node];

	for (size_t i = 0; i < n->measures; i++)
		if (gno_limit_same(n->measure[i].name, name))
			return &n->measure[i];
	return NULL;
}

static bool is_of(const struct gno_report *r, const struct gno_limit *l, unsigned node)
{
	if (l->at >= 0 && (unsigned)l->at != node)
		return false;
	switch (l->what) {
	case GNO_LIMIT_LOST:
		return true;
	case GNO_LIMIT_MEASURE:
		return measure_at(r, node, l->name[0].text) != NULL;
	case GNO_LIMIT_AFTER:
		return is_at(r, GNO_LIMIT_POINTS, l->place[0], node) &&
		       is_at(r, GNO_LIMIT_POINTS, l->place[1], node);
	default:
		return is_at(r, l->of_interval ? GNO_LIMIT_INTERVALS : GNO_LIMIT_POINTS,
			     l->place[0], node);
	}
}

static int place(const struct gno_report *r, struct report_limit *l)
{
	l->on = calloc(r->m->nodes, sizeof(*l->on));
	l->floor = calloc(r->m->nodes, sizeof(*l->floor));
	l->left_out = calloc(r->m->nodes, sizeof(*l->left_out));
	l->count = calloc(r->m->nodes, sizeof(*l->count));
	l->after = calloc(r->m->nodes, sizeof(*l->after));
	if (!l->on || !l->floor || !l->left_out || !l->count || !l->after)
		return GNO_ERR_NOMEM;
	for (unsigned k = 0; k < r->m->nodes; k++)
		l->floor[k].cycles =
		    gno_limit_cycles(&l->limit, gno_manifest_hz(r->m, k), &l->floor[k].exact);
	for (unsigned k = 0; k < r->m->nodes && !l->fault; k++) {
		l->on[k] = is_of(r, &l->limit, k);
		if (l->limit.what == GNO_LIMIT_AFTER)
			l->left_out[k] = report_left_out(r, k, (int)l->limit.place[0]) ||
					 report_left_out(r, k, (int)l->limit.place[1]);
	}
	return GNO_OK;
}

/* Adds a limit; one that is not given may be at fault. */
static int add(const struct gno_report *r, const char *text, bool given, struct report_limits *all,
	       struct gno_err *err)
{
	const struct gno_limit_names names = {.ctx = r,
					      .clock_hz = r->m->clock_hz,
					      .name = name_of,
					      .is_at = is_at,
					      .measure = measure_at};
	struct report_limit *l = gno_room(all->limit, all->limits, sizeof(*l));
	unsigned column = 1;
	struct gno_err why;
	int rc;

	if (!l)
		return gno_fail_nomem(err);
	all->limit = l;
	l = &all->limit[all->limits++];
	*l = (struct report_limit){.fault = NULL};
	rc = gno_limit_parse(text, &l->limit, &column, &why);
	rc = rc ? rc : gno_limit_find(&l->limit, &names, &column, &why);
	if (rc == GNO_ERR_ARG && given)
		return gno_fail(err, rc, "limit '%s', column %u: %s", text, column, why.text);
	if (rc == GNO_ERR_ARG) {
		l->fault = strdup(why.text);
		rc = l->fault ? GNO_OK : GNO_ERR_NOMEM;
	}
	return rc || place(r, l) ? gno_fail_nomem(err) : GNO_OK;
}

/* Whether a file that was loaded before has the same limit. */
static bool is_known(const struct gno_report *r, size_t load, const char *text)
{
	for (size_t k = 0; k < load; k++) {
		const struct gno_pattern_file *file = r->points.load[k].file;

		for (size_t i = 0; i < file->limits; i++)
			if (!strcmp(file->limit[i], text))
				return true;
	}
	return false;
}

int report_limits_load(const struct gno_report *r, const char *const *given, size_t count,
		       struct report_limits **out, struct gno_err *err)
{
	struct report_limits *all = calloc(1, sizeof(*all));
	int rc = all ? GNO_OK : gno_fail_nomem(err);

	*out = NULL;
	for (size_t k = 0; k < r->points.loads && !rc; k++) {
		const struct gno_pattern_file *file = r->points.load[k].file;

		for (size_t i = 0; i < file->limits && !rc; i++)
			if (!is_known(r, k, file->limit[i]))
				rc = add(r, file->limit[i], false, all, err);
	}
	for (size_t i = 0; i < count && !rc; i++)
		rc = add(r, given[i], true, all, err);
	if (rc || !all->limits)
		report_limits_free(all);
	else
		*out = all;
	return rc;
}

bool report_limits_same(const struct report_limits *a, const struct report_limits *b,
			unsigned nodes)
{
	const size_t limits = a ? a->limits : 0;
	bool same = limits == (b ? b->limits : 0);

	for (size_t i = 0; i < limits && same; i++) {
		const struct report_limit *x = &a->limit[i], *y = &b->limit[i];

		same = !x->fault == !y->fault && !memcmp(x->on, y->on, nodes * sizeof(*x->on));
	}
	return same;
}

void report_limits_free(struct report_limits *all)
{
	for (size_t i = 0; all && i < all->limits; i++) {
		struct report_limit *l = &all->limit[i];

		gno_limit_free(&l->limit);
		free(l->fault);
		free(l->on);
		free(l->floor);
		free(l->left_out);
		free(l->count);
		free(l->after);
	}
	if (all)
		free(all->limit);
	free(all);
}
