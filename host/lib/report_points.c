/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

static const char *const action_names[] = {
    [GNO_ACT_RECORD] = "record", [GNO_ACT_SAMPLE] = "sample", [GNO_ACT_RESET] = "reset",
    [GNO_ACT_START] = "start",	 [GNO_ACT_STOP] = "stop",
};

static int read_point(struct report_point *p, const json_t *o, const struct gno_manifest *m)
{
	const json_t *code = json_object_get(o, "code");
	const json_t *entry;
	size_t i;

	p->name = json_string_value(json_object_get(o, "name"));
	if (!p->name || !json_is_integer(code) || json_integer_value(code) < 1 ||
	    json_integer_value(code) >= GNO_CODES)
		return -1;
	p->code = (unsigned)json_integer_value(code);
	json_array_foreach(json_object_get(o, "actions"), i, entry)
	{
		for (unsigned bit = 0; bit < sizeof(action_names) / sizeof(*action_names); bit++)
			if (json_is_string(entry) && !strcmp(json_string_value(entry), action_names[bit]))
				p->actions |= 1u << bit;
	}
	json_array_foreach(json_object_get(o, "nodes"), i, entry)
	{
		const struct gno_node *node =
		    json_is_string(entry) ? gno_manifest_node(m, json_string_value(entry)) : NULL;

		if (!node)
			return -1;
		p->on[node->index] = true;
	}
	return 0;
}

static const struct report_point *find_point(const struct report_points *p, const char *name)
{
	for (size_t i = 0; name && i < p->points; i++)
		if (!strcmp(p->point[i].name, name))
			return &p->point[i];
	return NULL;
}

static int read_interval(struct report_points *p, struct report_interval *v, const json_t *o)
{
	const struct report_point *from, *to;

	v->name = json_string_value(json_object_get(o, "name"));
	v->from = json_string_value(json_object_get(o, "from"));
	v->to = json_string_value(json_object_get(o, "to"));
	from = find_point(p, v->from);
	to = find_point(p, v->to);
	if (!v->name || !from || !to)
		return -1;
	v->from_code = from->code;
	v->to_code = to->code;
	return 0;
}

/* A letter of the interval's name that no other has, else any that is free, else a star. */
static void choose_letters(struct report_points *p)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	bool used[128] = {false};

	for (size_t i = 0; i < p->intervals; i++) {
		const char *sources[2] = {p->interval[i].name, letters};

		p->interval[i].letter = '*';
		for (unsigned k = 0; k < 2 && p->interval[i].letter == '*'; k++)
			for (const char *c = sources[k]; *c; c++) {
				int upper = toupper((unsigned char)*c);

				if (strchr(letters, upper) && !used[upper]) {
					used[upper] = true;
					p->interval[i].letter = (char)upper;
					break;
				}
			}
	}
}

/* Keeps one interval only. */
static int choose_interval(struct report_points *p, const char *only, struct gno_err *err)
{
	const char *near;

	for (size_t i = 0; i < p->intervals; i++)
		if (!strcmp(p->interval[i].name, only)) {
			p->interval[0] = p->interval[i];
			p->intervals = 1;
			return GNO_OK;
		}
	near = gno_nearest(only, &p->interval[0].name, p->intervals, sizeof(*p->interval));
	return gno_fail(err, GNO_ERR_ARG, "no interval '%s' in this run%s%s%s", only,
			near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static int read_points(struct report_points *p, const char *path, const struct gno_manifest *m,
		       struct gno_err *err)
{
	const json_t *points = json_object_get(p->json, "points");
	const json_t *intervals = json_object_get(p->json, "intervals");
	const char *hash = json_string_value(json_object_get(p->json, "hash"));
	const json_t *o;
	size_t i;

	if (hash && strtoull(hash, NULL, 16) != m->hash)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"points are of monitor %s, the manifest of %016llx: '%s'", hash,
				(unsigned long long)m->hash, path);
	if (!json_is_array(points) || !json_is_array(intervals))
		return gno_fail(err, GNO_ERR_FORMAT, "no list of %s in '%s'",
				json_is_array(points) ? "intervals" : "points", path);
	p->experiment = json_string_value(json_object_get(p->json, "experiment"));
	p->program = json_string_value(json_object_get(p->json, "program"));
	p->build_id = json_string_value(json_object_get(p->json, "build_id"));
	p->point = calloc(json_array_size(points) + 1, sizeof(*p->point));
	p->interval = calloc(json_array_size(intervals) + 1, sizeof(*p->interval));
	if (!p->point || !p->interval)
		return gno_fail_nomem(err);
	json_array_foreach(points, i, o)
	{
		struct report_point *point = &p->point[p->points++];

		if (read_point(point, o, m))
			return gno_fail(err, GNO_ERR_FORMAT, "point %zu is at fault in '%s'", i, path);
		p->by_code[point->code] = point;
	}
	json_array_foreach(intervals, i,
			   o) if (read_interval(p, &p->interval[p->intervals++],
						o)) return gno_fail(err, GNO_ERR_FORMAT,
								    "interval %zu is at fault in '%s'", i,
								    path);
	return GNO_OK;
}

int report_points_load(struct report_points *p, const char *dir, const struct gno_manifest *m,
		       const char *only, struct gno_err *err)
{
	char *path = gno_format("%s/points.json", dir);
	json_error_t why;
	int rc;

	if (!path)
		return gno_fail_nomem(err);
	p->json = json_load_file(path, 0, &why);
	if (!p->json)
		rc = gno_fail(err, why.line < 0 ? GNO_ERR_IO : GNO_ERR_FORMAT, "cannot read '%s': %s", path,
			      why.text);
	else
		rc = read_points(p, path, m, err);
	if (!rc && only)
		rc = choose_interval(p, only, err);
	if (!rc)
		choose_letters(p);
	free(path);
	return rc;
}

void report_points_free(struct report_points *p)
{
	free(p->point);
	free(p->interval);
	json_decref(p->json);
}
