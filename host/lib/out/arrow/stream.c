/* SPDX-License-Identifier: Apache-2.0 */
#include "out/arrow/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "out/arrow/table.h"
#include "base/show.h"
#include "common/locale.h"
#include "common/util.h"
#include "results/select.h"

static const struct arrow_table *const tables[] = {&arrow_events, &arrow_intervals, &arrow_samples,
						   &arrow_gaps};

#define TABLES (sizeof(tables) / sizeof(*tables))
#define NAME_ROOM 80

struct stream {
	const struct arrow_table *table;
	struct gno_report *r;
	struct report_cursor *rows;
	struct table_reader t;
	bool *node; /* of each: its rows are wanted */
	uint64_t from, to;
	size_t most; /* rows of a batch */
	bool begun, over;
	int failed; /* errno of what ended it */
	struct gno_err err;
};

static int errno_of(int code)
{
	switch (code) {
	case GNO_ERR_NOMEM:
		return ENOMEM;
	case GNO_ERR_IO:
		return EIO;
	default:
		return EINVAL;
	}
}

static void free_stream(struct stream *s)
{
	report_rows_close(s->rows);
	report_pauses_leave(s->t.pauses);
	batch_free(&s->t.batch);
	free(s->t.measures);
	free(s->node);
	gno_report_free(s->r);
	free(s);
}

static bool is_wanted(const struct stream *s, const struct report_row *row)
{
	return s->node[row->node] && s->table->within(row, s->from, s->to);
}

/* Names are found when rows are asked for: a stream may be opened for its schema alone. */
static void know_names(struct stream *s)
{
	if (s->begun)
		return;
	s->begun = true;
	for (unsigned k = 0; k < s->r->m->nodes; k++)
		batch_know(&s->t.batch, s->table->node, k, s->r->m->node[k].name);
	s->table->know(&s->t);
}

/* Fills the batch: 1, or 0 after the last row. */
static int fill(struct stream *s)
{
	const struct report_row *row;
	int rc = 1;

	know_names(s);
	while (s->t.batch.rows < s->most) {
		rc = report_rows_next(s->rows, &row, &s->err);
		if (rc <= 0 || (s->table->ordered && row->time > s->to))
			break;
		if (is_wanted(s, row) && s->table->put(&s->t, row))
			return gno_fail_nomem(&s->err);
	}
	if (rc < 0)
		return rc;
	if (s->t.batch.rows >= s->most)
		return 1;
	return report_pauses_check(s->t.pauses, &s->err);
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
	GNO_C_LOCALE;
	struct stream *s = stream->private_data;
	int rc = 0;

	out->release = NULL;
	if (!s->over && !s->failed)
		rc = fill(s);
	s->over |= rc <= 0;
	if (rc >= 0 && s->t.batch.rows && !batch_export(&s->t.batch, out))
		rc = gno_fail_nomem(&s->err);
	if (rc < 0)
		s->failed = errno_of(rc);
	return s->failed;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
	GNO_C_LOCALE;
	struct stream *s = stream->private_data;

	out->release = NULL;
	return batch_schema(&s->t.batch, out) ? 0 : errno_of(gno_fail_nomem(&s->err));
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
	const struct stream *s = stream->private_data;

	return *s->err.text ? s->err.text : NULL;
}

static void release(struct ArrowArrayStream *stream)
{
	free_stream(stream->private_data);
	stream->release = NULL;
}

/* The next name of a list with commas; NULL behind the last one. */
static const char *next_name(const char *list, char name[NAME_ROOM])
{
	size_t length = strcspn(list, ",");

	snprintf(name, NAME_ROOM, "%.*s", (int)base_fits(list, length, NAME_ROOM - 1), list);
	return list[length] ? list + length + 1 : NULL;
}

static int choose_nodes(struct stream *s, const char *list, struct gno_err *err)
{
	const struct report_select select = {.node = list};

	s->node = calloc(s->r->m->nodes, sizeof(*s->node));
	if (!s->node)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < s->r->m->nodes; k++)
		s->node[k] = report_select_node(&select, s->r, k);
	return report_select_check(&select, s->r, err);
}

static int choose_columns(struct stream *s, const char *list, struct gno_err *err)
{
	const struct arrow_table *t = s->table;
	struct batch *b = &s->t.batch;
	char name[NAME_ROOM];

	b->column = t->column;
	b->columns = t->columns;
	b->asked = list ? 0 : UINT64_MAX;
	while (list) {
		unsigned i = 0;

		list = next_name(list, name);
		while (i < t->columns && strcmp(t->column[i].name, name) != 0)
			i++;
		if (i == t->columns)
			return gno_fail(err, GNO_ERR_ARG, "table '%s' has no column '%s'", t->name,
					name);
		b->asked |= UINT64_C(1) << i;
	}
	return GNO_OK;
}

static int find_measures(struct stream *s, struct gno_err *err)
{
	size_t before = 0;

	s->t.measures = calloc(s->r->m->nodes, sizeof(*s->t.measures));
	if (!s->t.measures)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < s->r->m->nodes; k++) {
		const struct gno_pattern_node *of = report_measures(s->r, k);

		s->t.measures[k] = (struct table_measures){of, before};
		before += of ? of->measures : 0;
	}
	return GNO_OK;
}

static int open_stream(struct stream *s, const char *dir, const struct arrow_options *o,
		       struct gno_err *err)
{
	int rc = gno_report_look(dir, &s->r, err);

	s->t.r = s->r;
	if (!rc)
		rc = choose_nodes(s, o->nodes, err);
	if (!rc)
		rc = choose_columns(s, o->columns, err);
	if (!rc)
		rc = find_measures(s, err);
	if (!rc)
		rc = report_rows_open(s->r, s->table->list, s->r->m->nodes, 0, &s->rows, err);
	if (!rc && s->r->pauses)
		rc = report_pauses_enter(s->r->pauses, &s->t.pauses, err);
	return rc;
}

int arrow_stream(const char *dir, const char *name, const struct arrow_options *o,
		 struct ArrowArrayStream *out, struct gno_err *err)
{
	struct stream *s;
	unsigned i = 0;
	int rc;

	out->release = NULL;
	while (i < TABLES && strcmp(tables[i]->name, name) != 0)
		i++;
	if (i == TABLES)
		return gno_fail(err, GNO_ERR_ARG, "there is no table '%s'", name);
	s = calloc(1, sizeof(*s));
	if (!s)
		return gno_fail_nomem(err);
	s->table = tables[i];
	s->from = o->from;
	s->to = o->to;
	s->most = o->rows ? o->rows : ARROW_ROWS;
	rc = open_stream(s, dir, o, err);
	if (rc) {
		free_stream(s);
		return rc;
	}
	*out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release, s};
	return GNO_OK;
}
