/* SPDX-License-Identifier: Apache-2.0 */
/* The filters that a run went through: how the journal states them, read and written. */
#include "run/journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/show.h"
#include "records/record.h"

static int bad(const char *path, const char *key, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_FORMAT, "'%s' of 'filters' is malformed: '%s'", key, path);
}

/* A number from 0 on. */
static bool get_number(const json_t *o, const char *key, uint64_t *out)
{
	const json_t *value = json_object_get(o, key);

	if (!json_is_integer(value) || json_integer_value(value) < 0)
		return false;
	*out = (uint64_t)json_integer_value(value);
	return true;
}

/* A text that is fit to be shown, the caller's; null: NULL. */
static bool get_text(const json_t *o, const char *key, char **out)
{
	const json_t *value = json_object_get(o, key);

	*out = json_is_string(value) ? base_show_new(json_string_value(value)) : NULL;
	return json_is_string(value) ? *out != NULL : json_is_null(value);
}

static int read_part(const json_t *o, const char *path, const struct gno_manifest *m,
		     struct gno_left_out *out, struct gno_err *err)
{
	const json_t *name = json_object_get(o, "node"), *point = json_object_get(o, "point");
	const char *kind = json_string_value(json_object_get(o, "kind"));
	const struct gno_node *node =
	    json_is_string(name) ? gno_manifest_node(m, json_string_value(name)) : NULL;

	*out = (struct gno_left_out){.from = 1, .to = 0};
	if (!node)
		return bad(path, "node", err);
	if (!get_number(o, "records", &out->records) || !out->records)
		return bad(path, "records", err);
	out->node = node->index;
	out->point = json_string_value(point);
	if (json_is_null(point)) /* as it was written before kinds were */
		kind = gno_kind_name(GNO_KIND_WORD);
	while (kind && out->kind < GNO_KIND_MAX &&
	       (!gno_kind_name(out->kind) || strcmp(gno_kind_name(out->kind), kind) != 0))
		out->kind++;
	if (kind ? out->kind == GNO_KIND_MAX : !out->point)
		return bad(path, kind ? "kind" : "point", err);
	if (!json_object_get(o, "from"))
		return GNO_OK;
	out->to = UINT64_MAX;
	if (!get_number(o, "from", &out->from) ||
	    (json_object_get(o, "to") && !get_number(o, "to", &out->to)))
		return bad(path, "from", err);
	return GNO_OK;
}

static int read_filter(const json_t *o, const char *path, const struct gno_manifest *m,
		       struct gno_trace_filter *out, struct gno_err *err)
{
	const json_t *parts = json_object_get(o, "parts"), *part;
	size_t i;
	int rc;

	if (!get_text(o, "keep", &out->keep) || !get_text(o, "drop", &out->drop))
		return bad(path, "keep", err);
	if (!get_number(o, "kept", &out->kept) || !get_number(o, "left_out", &out->left_out))
		return bad(path, "left_out", err);
	if (!json_is_array(parts))
		return bad(path, "parts", err);
	out->part = calloc(json_array_size(parts) + 1, sizeof(*out->part));
	if (!out->part)
		return gno_fail_nomem(err);
	json_array_foreach(parts, i, part)
	{
		rc = read_part(part, path, m, &out->part[out->parts++], err);
		if (rc)
			return rc;
	}
	return GNO_OK;
}

int gno_journal_filters(const json_t *root, const char *path, const struct gno_manifest *m,
			struct gno_journal *out, struct gno_err *err)
{
	const json_t *list = json_object_get(root, "filters"), *filter;
	const bool is =
	    json_integer_value(json_object_get(root, "gnomon")) == GNO_RUN_FORMAT_FILTERED;
	size_t i;
	int rc;

	if (is != (json_array_size(list) > 0))
		return gno_fail(err, GNO_ERR_FORMAT, "the format and 'filters' do not agree: '%s'",
				path);
	if (!is)
		return GNO_OK;
	out->filter = calloc(json_array_size(list), sizeof(*out->filter));
	if (!out->filter)
		return gno_fail_nomem(err);
	if (!get_number(root, "stopped", &out->stopped))
		out->stopped = UINT64_MAX;
	json_array_foreach(list, i, filter)
	{
		rc = read_filter(filter, path, m, &out->filter[out->filters++], err);
		if (rc)
			return rc;
	}
	return GNO_OK;
}

void gno_journal_free_filters(struct gno_journal *j)
{
	for (size_t i = 0; i < j->filters; i++) {
		free(j->filter[i].keep);
		free(j->filter[i].drop);
		free(j->filter[i].part);
	}
	free(j->filter);
	j->filter = NULL;
	j->filters = 0;
}

/* -- writing -- */

static json_t *part_json(const struct gno_left_out *part, const struct gno_manifest *m)
{
	json_t *o = json_pack("{s:s, s:s, s:I}", "node", m->node[part->node].name,
			      part->point ? "point" : "kind",
			      part->point ? part->point : gno_kind_name(part->kind), "records",
			      (json_int_t)part->records);

	if (!o || part->from > part->to)
		return o;
	json_object_set_new(o, "from", json_integer((json_int_t)part->from));
	if (part->to != UINT64_MAX)
		json_object_set_new(o, "to", json_integer((json_int_t)part->to));
	return o;
}

static json_t *filter_json(const struct gno_trace_filter *f, const struct gno_manifest *m)
{
	json_t *parts = json_array();

	for (size_t i = 0; parts && i < f->parts; i++)
		if (json_array_append_new(parts, part_json(&f->part[i], m))) {
			json_decref(parts);
			return NULL;
		}
	return json_pack("{s:s?, s:s?, s:I, s:I, s:o}", "keep", f->keep, "drop", f->drop, "kept",
			 (json_int_t)f->kept, "left_out", (json_int_t)f->left_out, "parts", parts);
}

int gno_journal_add_filter(json_t *root, const struct gno_trace_filter *f,
			   const struct gno_manifest *m, struct gno_err *err)
{
	json_t *list = json_object_get(root, "filters");

	if (!list) {
		list = json_array();
		json_object_set_new(root, "filters", list);
	}
	if (json_object_set_new(root, "gnomon", json_integer(GNO_RUN_FORMAT_FILTERED)) ||
	    json_array_append_new(list, filter_json(f, m)))
		return gno_fail_nomem(err);
	return GNO_OK;
}
