/* SPDX-License-Identifier: Apache-2.0 */
#include "results/live.h"

#include <stdlib.h>

#include "common/util.h"

/* Reads the points again; *r keeps those of before as well. */
static int read_points(struct gno_report *r, struct gno_err *err)
{
	struct report_points now = {.no_intervals = true}, *more;
	struct report_growth *g = r->growth;
	int rc = report_points_load(&now, r->trace, err);

	more = rc ? NULL : gno_room(g->before, g->befores, sizeof(*more));
	if (!more) {
		report_points_free(&now);
		return rc ? rc : gno_fail_nomem(err);
	}
	g->before = more;
	g->before[g->befores++] = r->points;
	r->points = now;
	g->loads_changed = gno_trace_loads_changed(r->trace);
	return GNO_OK;
}

int report_open_growing(const char *dir, struct gno_report *r, struct gno_err *err)
{
	int rc;

	r->growth = calloc(1, sizeof(*r->growth));
	if (!r->growth)
		return gno_fail_nomem(err);
	rc = gno_trace_follow(dir, &r->trace, err);
	if (rc)
		return rc;
	r->m = gno_trace_manifest(r->trace);
	r->run = gno_trace_run(r->trace);
	r->node = calloc(r->m->nodes, sizeof(*r->node));
	return r->node ? GNO_OK : gno_fail_nomem(err);
}

int gno_report_follow(const char *dir, struct gno_report **out, struct gno_err *err)
{
	struct gno_report *r = calloc(1, sizeof(*r));
	int rc = r ? report_open_growing(dir, r, err) : gno_fail_nomem(err);

	rc = rc ? rc : read_points(r, err);
	*out = rc ? NULL : r;
	if (rc)
		gno_report_free(r);
	return rc;
}

int gno_report_refresh(struct gno_report *r, struct gno_err *err)
{
	int changed = gno_trace_refresh(r->trace, err), rc = GNO_OK;

	if (changed < 0)
		return changed;
	if (gno_trace_loads_changed(r->trace) != r->growth->loads_changed)
		rc = read_points(r, err);
	return rc ? rc : changed;
}

bool gno_report_grows(const struct gno_report *r)
{
	return gno_trace_grows(r->trace);
}

bool gno_report_needs_end(const struct gno_report *r)
{
	if (r->run->wrap)
		return true;
	for (unsigned i = 0; i < GNO_LINES; i++)
		if (gno_manifest_rounds(r->m, (enum gno_line)i))
			return true;
	return false;
}
