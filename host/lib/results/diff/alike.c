/* SPDX-License-Identifier: Apache-2.0 */
/* Which runs measured the same, and can be compared. */
#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "results/diff/alike.h"
#include "results/diff/rows.h"
#include "results/until.h"

#define REFUSED "cannot compare the runs: "

/* A node of a run whose end is not there; the number of nodes: there is none. */
static unsigned without_end(const struct gno_report *r)
{
	unsigned k = 0;

	while (k < r->m->nodes && r->node[k].flushed)
		k++;
	return k;
}

/* Whether a field of the watched word is in that of another node, too. */
static bool has_field(const struct gno_node *n, const struct gno_field *f)
{
	const struct gno_field *g = gno_node_field(n, f->name);

	return g && g->bits == f->bits && g->kind == f->kind;
}

/* Whether the watched words of two nodes have anything in common. */
static bool watch_alike(const struct gno_node *a, const struct gno_node *b)
{
	for (unsigned i = 0; i < a->fields; i++)
		if (has_field(b, &a->field[i]))
			return true;
	return !a->fields && !b->fields;
}

/* What opens the gate of all that a node counts: what the experiment routes to it. */
static const char *gate_of(const struct gno_report *r, unsigned k)
{
	const struct gno_pattern_node *n = &r->points.load[0].file->node[k];
	const int line = gno_node_line(&r->m->node[k], GNO_INPUT_GATE);

	return line >= 0 && (size_t)line < n->routes && n->route[line] ? n->route[line] : "none";
}

/* Whether both monitors watch nodes of the same names in the same way, at the same clock. */
static int check_monitors(const struct gno_report *const run[2], struct gno_err *err)
{
	const struct gno_manifest *a = run[0]->m, *b = run[1]->m;

	if (a->clock_hz != b->clock_hz)
		return gno_fail(err, GNO_ERR_MISMATCH, REFUSED "their clocks have %g and %g MHz",
				(double)a->clock_hz / 1e6, (double)b->clock_hz / 1e6);
	if (a->nodes != b->nodes)
		return gno_fail(err, GNO_ERR_MISMATCH,
				REFUSED "their monitors have %u and %u nodes", a->nodes, b->nodes);
	for (unsigned k = 0; k < a->nodes; k++) {
		const struct gno_node *x = &a->node[k], *y = &b->node[k];

		if (strcmp(x->name, y->name) != 0)
			return gno_fail(err, GNO_ERR_MISMATCH,
					REFUSED "their node %u is '%s' and '%s'", k, x->name,
					y->name);
		if (gno_manifest_hz(a, k) != gno_manifest_hz(b, k))
			return gno_fail(err, GNO_ERR_MISMATCH,
					REFUSED "the clock of node '%s' has %g and %g MHz", x->name,
					(double)gno_manifest_hz(a, k) / 1e6,
					(double)gno_manifest_hz(b, k) / 1e6);
		if (!watch_alike(x, y))
			return gno_fail(
			    err, GNO_ERR_MISMATCH,
			    REFUSED
			    "their targets differ: no field of the watched word is the same at node '%s'",
			    x->name);
		if (strcmp(gate_of(run[0], k), gate_of(run[1], k)) != 0)
			return gno_fail(
			    err, GNO_ERR_MISMATCH,
			    REFUSED "the gate of node '%s' is '%s' in one and '%s' in the other",
			    x->name, gate_of(run[0], k), gate_of(run[1], k));
	}
	return GNO_OK;
}

/* Whether a filter left out records of one of them. */
static int check_filters(const struct gno_report *const run[2], const char *const path[2],
			 struct gno_err *err)
{
	for (unsigned i = 0; i < 2; i++)
		if (run[i]->run->filters)
			return gno_fail(err, GNO_ERR_MISMATCH, REFUSED "'%s' was filtered",
					path[i]);
	return GNO_OK;
}

/* Whether both runs are whole. */
static int check_ends(const struct gno_report *const run[2], const char *const path[2],
		      struct gno_err *err)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct gno_report *r = run[i];

		if (without_end(r) < r->m->nodes)
			return gno_fail(err, GNO_ERR_MISMATCH,
					REFUSED "'%s' has no end at node '%s'", path[i],
					r->m->node[without_end(r)].name);
		if (report_until(r) && !report_until_reached(r))
			return gno_fail(
			    err, GNO_ERR_MISMATCH, REFUSED "'%s' %s its end point '%s'", path[i],
			    report_until_is(r, REPORT_UNTIL_MISSED) ? "did not reach"
								    : "may not have reached",
			    report_until(r));
	}
	return GNO_OK;
}

bool diff_is_last_part(const struct gno_report *r)
{
	bool last = r->run->frozen;

	for (unsigned k = 0; k < r->m->nodes; k++)
		last = last || r->node[k].overwritten;
	return last;
}

/* Where the measured part of a run begins or ends. */
static const char *from_of(const struct gno_report *r)
{
	return r->points.load[0].file->collect ? "with the run" : "with a trigger";
}

static const char *to_of(const struct gno_report *r)
{
	return report_until(r) ? report_until(r) : "none";
}

static const char *kept_of(const struct gno_report *r)
{
	return diff_is_last_part(r) ? "only the last records" : "all records";
}

/* Whether the same part of both runs was measured. */
static int check_parts(const struct gno_report *const run[2], const char *const path[2],
		       struct gno_err *err)
{
	static const struct {
		const char *(*of)(const struct gno_report *r);
		const char *does;
	} parts[] = {{from_of, "collection begins"},
		     {to_of, "the end point is"},
		     {kept_of, "the trace has"}};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const char *a = parts[i].of(run[0]), *b = parts[i].of(run[1]);

		if (strcmp(a, b) != 0)
			return gno_fail(err, GNO_ERR_MISMATCH,
					REFUSED "in '%s' %s %s, and in '%s' %s", path[0],
					parts[i].does, a, path[1], b);
	}
	return GNO_OK;
}

const struct gno_pattern_point *diff_point(const struct gno_report *r, const char *name)
{
	for (size_t l = 0; l < r->points.loads; l++) {
		const struct gno_pattern_file *file = r->points.load[l].file;

		for (size_t i = 0; i < file->points; i++)
			if (!strcmp(file->point[i].name, name))
				return &file->point[i];
	}
	return NULL;
}

bool diff_same_point(const struct gno_pattern_point *a, const struct gno_pattern_point *b)
{
	return !a || !b || (!strcmp(a->what, b->what) && !strcmp(a->text, b->text));
}

bool diff_same_build(const struct gno_report *const run[2])
{
	const char *a = run[0]->points.load[0].file->build_id;
	const char *b = run[1]->points.load[0].file->build_id;

	return a && b && !strcmp(a, b);
}

/* Whether two definitions that read differently are the same places of one program. */
static bool same_places(const struct gno_pattern_point *a, const struct gno_pattern_point *b)
{
	return a->addresses && a->addresses == b->addresses &&
	       !memcmp(a->address, b->address, a->addresses * sizeof(*a->address));
}

size_t diff_find_interval(const struct gno_report *r, const char *name)
{
	size_t i = 0;

	while (i < r->points.intervals && strcmp(r->points.interval[i].name, name) != 0)
		i++;
	return i;
}

/* In one and the same program another definition is another point. */
static int check_point(const struct gno_report *const run[2], const char *interval,
		       const char *name, struct gno_err *err)
{
	const struct gno_pattern_point *a = diff_point(run[0], name);
	const struct gno_pattern_point *b = diff_point(run[1], name);

	if (diff_same_point(a, b) || !diff_same_build(run) || same_places(a, b))
		return GNO_OK;
	return gno_fail(err, GNO_ERR_MISMATCH,
			REFUSED "point '%s' of interval '%s' is '%s' in one and '%s' in the other",
			name, interval, a->text, b->text);
}

/* Whether intervals of one name are between the same points. */
static int check_intervals(const struct gno_report *const run[2], struct gno_err *err)
{
	int rc = GNO_OK;

	for (size_t i = 0; i < run[0]->points.intervals && !rc; i++) {
		const struct report_interval *a = &run[0]->points.interval[i], *b;
		const size_t at = diff_find_interval(run[1], a->name);

		if (at == run[1]->points.intervals)
			continue;
		b = &run[1]->points.interval[at];
		if (strcmp(a->from, b->from) != 0 || strcmp(a->to, b->to) != 0)
			return gno_fail(
			    err, GNO_ERR_MISMATCH,
			    REFUSED
			    "interval '%s' is from '%s' to '%s' in one and from '%s' to '%s' in the other",
			    a->name, a->from, a->to, b->from, b->to);
		rc = check_point(run, a->name, a->from, err);
		rc = rc ? rc : check_point(run, a->name, a->to, err);
	}
	return rc;
}

const char *diff_program(const struct gno_report *r)
{
	const char *path = r->points.load[0].file->program;
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path ? path : "none";
}

/* Of another experiment with another program names are the same by chance only. */
static int check_subject(const struct gno_report *const run[2], struct gno_err *err)
{
	const char *const experiment[] = {run[0]->points.load[0].file->name,
					  run[1]->points.load[0].file->name};
	const char *const program[] = {diff_program(run[0]), diff_program(run[1])};

	if (!strcmp(experiment[0], experiment[1]) || !strcmp(program[0], program[1]))
		return GNO_OK;
	return gno_fail(
	    err, GNO_ERR_MISMATCH,
	    REFUSED
	    "experiment '%s' with program '%s' has nothing in common with experiment '%s' with program '%s'",
	    experiment[0], program[0], experiment[1], program[1]);
}

int diff_check(const struct gno_report *const run[2], const char *const path[2],
	       struct gno_err *err)
{
	int rc = check_monitors(run, err);

	rc = rc ? rc : check_subject(run, err);
	rc = rc ? rc : check_ends(run, path, err);
	rc = rc ? rc : check_filters(run, path, err);
	rc = rc ? rc : check_parts(run, path, err);
	return rc ? rc : check_intervals(run, err);
}
