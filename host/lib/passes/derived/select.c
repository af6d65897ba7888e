/* SPDX-License-Identifier: Apache-2.0 */
#include "results/select.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "base/show.h"
#include "common/util.h"
#include "monitor/port_names.h"

/* Whether a name is in a list with commas; NULL: every name is. */
static bool in_list(const char *list, const char *name)
{
	size_t length = strlen(name);

	for (const char *p = list; p; p = strchr(p, ',')) {
		p += *p == ',';
		if (!strncmp(p, name, length) && (!p[length] || p[length] == ','))
			return true;
	}
	return !list;
}

/* The last cycle of which any node knows: a flush is of the first one behind the run. */
static uint64_t last_cycle(const struct gno_report *r)
{
	uint64_t last = r->line.begin;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_node *n = &r->node[k];
		const uint64_t end =
		    common_time(r->boards, k, n->end - (n->flushed && n->end > n->begin));

		last = end > last ? end : last;
	}
	return last;
}

bool report_has_cycle(const struct gno_report *r, uint64_t cycle)
{
	return cycle >= r->line.begin && cycle <= last_cycle(r);
}

int report_no_cycle(const struct gno_report *r, uint64_t cycle, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_ARG,
			"the run has no cycle %" PRIu64 ": it is known from %" PRIu64
			" to %" PRIu64,
			cycle, r->line.begin, last_cycle(r));
}

int report_check_from(const struct gno_report *r, uint64_t from, struct gno_err *err)
{
	return !r->growth && from > last_cycle(r) ? report_no_cycle(r, from, err) : GNO_OK;
}

bool report_select_node(const struct report_select *s, const struct gno_report *r, unsigned node)
{
	return !s->node || in_list(s->node, r->m->node[node].name);
}

bool report_select_named(const struct report_select *s, const struct gno_report *r,
			 const struct report_event *v)
{
	char buf[32];

	return (!s->node || report_select_node(s, r, v->node)) &&
	       (!s->point || in_list(s->point, report_event_name(r, v, buf, sizeof(buf))));
}

const char *report_lossy(const struct gno_report *r, const struct report_select *s,
			 char buf[REPORT_LACKS])
{
	const size_t size = REPORT_LACKS - 32; /* room for the end */
	const char *sign = "records may be missing of ";
	size_t at = 0;

	for (unsigned k = 0; k < r->m->nodes && at < size; k++) {
		if ((s && !report_select_node(s, r, k)) || !report_looks_lossy(r, k))
			continue;
		at += (size_t)snprintf(buf + at, size - at, "%s%s", sign, r->m->node[k].name);
		sign = ", ";
	}
	if (at >= size)
		strcpy(buf + size - 1, "...");
	return at ? buf : NULL;
}

const char *report_lacks(const struct gno_report *r, const struct report_select *s,
			 char buf[REPORT_LACKS])
{
	const char *lossy = report_lossy(r, s, buf);

	if (!r->run->filters)
		return lossy;
	strcpy(lossy ? buf + strlen(buf) : buf,
	       lossy ? "; the run was filtered" : "the run was filtered");
	return buf;
}

/* Refuses a node that is not there: an empty output would seem a run in which nothing happened. */
static int check_node(const struct gno_report *r, const char *name, struct gno_err *err)
{
	if (gno_manifest_node(r->m, name))
		return GNO_OK;
	return gno_fail(err, GNO_ERR_ARG, "monitor '%s' has no node '%s'", r->m->name, name);
}

/* Whether a write to an event port has that name. */
static bool is_port_name(const char *name)
{
	char buf[32];

	for (unsigned i = 0; i < GNO_PORT_WRITES; i++)
		if (!strcmp(gno_port_name(i, buf, sizeof(buf)), name))
			return true;
	return false;
}

/* Whether a unit of segments has that name. */
static bool is_unit_name(const struct gno_report *r, const char *name)
{
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct gno_preprocessors *m = &r->m->node[k].preprocessors;

		for (unsigned i = 0; i < m->segments; i++)
			if (!strcmp(m->segment[i].name, name))
				return true;
	}
	return false;
}

/* Whether a name is a word and a number, as those of events without a point. */
static bool is_numbered(const char *name, const char *word)
{
	const size_t length = strlen(word);
	uint64_t number;

	return !strncmp(name, word, length) &&
	       base_number_parse(name + length, UINT32_MAX, &number);
}

/* Likewise a name that no event can have. */
static int check_point(const struct gno_report *r, const char *name, struct gno_err *err)
{
	const struct report_points *p = &r->points;
	const char *near;

	for (size_t i = 0; i < p->points; i++)
		if (!strcmp(p->point[i].name, name))
			return GNO_OK;
	if (*name == '(' || is_numbered(name, "code ") || is_numbered(name, "trigger ") ||
	    is_port_name(name) || is_unit_name(r, name))
		return GNO_OK;
	near =
	    p->points ? gno_nearest(name, &p->point[0].name, p->points, sizeof(*p->point)) : NULL;
	return gno_fail(err, GNO_ERR_ARG, "there is no point '%s' in this run%s%s%s", name,
			near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* Calls `check` for each name of a list with commas. */
static int each_name(const struct gno_report *r, const char *list,
		     int (*check)(const struct gno_report *, const char *, struct gno_err *),
		     struct gno_err *err)
{
	char name[BASE_NAME_MADE_MAX + 2]; /* cut ones are too long to be a name */
	size_t length;
	int rc = GNO_OK;

	for (const char *p = list; p && !rc; p = p[length] ? p + length + 1 : NULL) {
		length = strcspn(p, ",");
		snprintf(name, sizeof(name), "%.*s", (int)base_fits(p, length, sizeof(name) - 1),
			 p);
		rc = check(r, name, err);
	}
	return rc;
}

int report_select_check(const struct report_select *s, const struct gno_report *r,
			struct gno_err *err)
{
	int rc = each_name(r, s->node, check_node, err);

	return rc ? rc : each_name(r, s->point, check_point, err);
}
