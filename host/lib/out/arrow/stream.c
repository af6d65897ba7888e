/* SPDX-License-Identifier: Apache-2.0 */
#include "out/arrow/stream.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "out/arrow/batch.h"
#include "passes/derived/fields.h"
#include "base/show.h"
#include "common/locale.h"
#include "common/util.h"
#include "results/select.h"

#define NAME_ROOM 80

struct stream {
	const struct column_list *list;
	struct gno_report *r;
	struct report_cursor *rows;
	void *feed; /* of lists that have one */
	struct column_part part;
	char *nodes; /* of it */
	struct column_source source;
	struct column_masks masks;
	struct batch batch;
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
	if (s->list->feed)
		s->list->feed->close(s->feed);
	columns_leave(&s->source, NULL);
	batch_free(&s->batch);
	free(s->node);
	free(s->nodes);
	gno_report_free(s->r);
	free(s);
}

/* Of an interval the end counts, of a stretch without records any of its cycles. */
static bool is_wanted(const struct stream *s, const struct report_row *row)
{
	uint64_t from = row->time, to = row->time;

	if (s->list->list == REPORT_UNSEEN)
		columns_gap_stretch(row, &from, &to);
	from = common_time(s->r->boards, row->node, from);
	to = common_time(s->r->boards, row->node, to);
	return s->node[row->node] && from <= s->to && to >= s->from;
}

struct dictionary {
	struct batch *batch;
	unsigned column;
};

static void know_name(void *ctx, size_t key, const char *name)
{
	const struct dictionary *d = ctx;

	batch_know(d->batch, d->column, key, name);
}

/* Rows and names are found when rows are asked for: a stream may be opened for its schema alone.
 * All names that rows can have are known before the first one, so that all batches have the same.
 */
static int begin_rows(struct stream *s)
{
	int rc = GNO_OK;

	if (s->begun)
		return GNO_OK;
	s->begun = true;
	if (s->list->feed)
		rc = s->list->feed->open(s->r, &s->part, &s->feed, &s->err);
	for (unsigned i = 0; i < s->list->columns && !rc; i++)
		if (s->list->column[i].names && batch_asked(&s->batch, i))
			s->list->column[i].names(&s->source, know_name,
						 &(struct dictionary){&s->batch, i});
	return rc;
}

static void put_value(struct stream *s, unsigned i, const void *row, const struct cell *v)
{
	const struct column *c = &s->list->column[i];
	struct batch *b = &s->batch;
	char fields[REPORT_FIELDS];

	switch (c->type) {
	case COLUMN_NAME:
		if (!batch_name(b, i, v->number))
			batch_learn(b, i, v->number, c->text(&s->source, row));
		break;
	case COLUMN_U32:
		batch_u32(b, i, (uint32_t)v->number);
		break;
	case COLUMN_U64:
	case COLUMN_NS:
		batch_u64(b, i, v->number);
		break;
	case COLUMN_F64:
		batch_f64(b, i, v->real);
		break;
	case COLUMN_BOOL:
		batch_bool(b, i, v->number);
		break;
	case COLUMN_FIELDS:
		batch_own_text(b, i, report_fields_cell(v->node, v->number, fields));
		break;
	default: /* docs/columns.c refuses the types that only JSON has */
		break;
	}
}

static int put_row(void *ctx, const void *row, struct gno_err *err)
{
	struct stream *s = ctx;
	struct column_look look;
	uint64_t columns;
	struct cell v;

	columns_look(s->list, row, &look);
	columns = s->masks.of[look.kind] & s->batch.asked;
	if (!batch_room(&s->batch))
		return gno_fail_nomem(err);
	for (; columns; columns &= columns - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(columns);

		if (column_value(&s->list->column[i], &s->source, row, &v))
			put_value(s, i, row, &v);
	}
	s->batch.rows++;
	return GNO_OK;
}

/* Puts the next row of the report, if it is wanted: 1; 0: there are no more. */
static int put_next(struct stream *s)
{
	const struct report_row *row;
	int rc = report_rows_next(s->rows, &row, &s->err), put;

	if (rc <= 0 ||
	    (s->list->ordered && common_time(s->r->boards, row->node, row->time) > s->to))
		return rc < 0 ? rc : 0;
	put = is_wanted(s, row) ? columns_rows(s->list, &s->source, row, put_row, s, &s->err)
				: GNO_OK;
	return put ? put : 1;
}

/* The same of a feed. */
static int put_next_fed(struct stream *s)
{
	const void *row;
	int rc = s->list->feed->next(s->feed, &row, &s->err), put;

	put = rc > 0 ? put_row(s, row, &s->err) : GNO_OK;
	return put ? put : rc;
}

/* Fills the batch: 1, or 0 after the last row. */
static int fill(struct stream *s)
{
	int rc = begin_rows(s);

	if (rc)
		return rc;
	for (rc = 1; rc > 0 && s->batch.rows < s->most;)
		rc = s->list->feed ? put_next_fed(s) : put_next(s);
	if (rc)
		return rc;
	return report_pauses_check(s->source.pauses, &s->err);
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
	if (rc >= 0 && s->batch.rows && !batch_export(&s->batch, out))
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
	return batch_schema(&s->batch, out) ? 0 : errno_of(gno_fail_nomem(&s->err));
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
	const struct column_list *t = s->list;
	struct batch *b = &s->batch;
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

static int open_stream(struct stream *s, const char *dir, const struct arrow_options *o,
		       struct gno_err *err)
{
	int rc = gno_report_look(dir, &s->r, err);

	if (!rc)
		rc = choose_nodes(s, o->nodes, err);
	if (!rc)
		rc = choose_columns(s, o->columns, err);
	if (!rc && !s->list->feed)
		rc = report_rows_open_part(s->r, s->list->list, s->r->m->nodes, s->from, s->to,
					   &s->rows, err);
	if (!rc)
		rc = columns_enter(&s->source, s->r, err);
	columns_masks(s->list, &s->source, &s->masks);
	return rc;
}

int arrow_stream(const char *dir, const char *name, const struct arrow_options *o,
		 struct ArrowArrayStream *out, struct gno_err *err)
{
	struct stream *s;
	const struct column_list *list = columns_list(name);
	int rc;

	out->release = NULL;
	if (!list)
		return gno_fail(err, GNO_ERR_ARG, "there is no table '%s'", name);
	s = calloc(1, sizeof(*s));
	if (!s)
		return gno_fail_nomem(err);
	s->list = list;
	s->from = o->from;
	s->to = o->to;
	s->most = o->rows ? o->rows : ARROW_ROWS;
	s->nodes = o->nodes ? strdup(o->nodes) : NULL;
	s->part = (struct column_part){s->nodes, o->from, o->to};
	rc = o->nodes && !s->nodes ? gno_fail_nomem(err) : open_stream(s, dir, o, err);
	if (rc) {
		free_stream(s);
		return rc;
	}
	*out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release, s};
	return GNO_OK;
}

/* -- a stream for Python -- */

#define NAME "arrow_array_stream" /* as the specification of Arrow's capsules has it */

/* Python destroys objects while an exception passes, and at its own end: no code of Python may run
 * here. */
static void destroy(void *capsule)
{
	void *(*pointer)(void *, const char *) = NULL;
	struct ArrowArrayStream *stream;

	*(void **)&pointer = dlsym(RTLD_DEFAULT, "PyCapsule_GetPointer");
	stream = pointer ? pointer(capsule, NAME) : NULL;
	if (stream && stream->release)
		stream->release(stream);
	free(stream);
}

void *arrow_capsule(struct ArrowArrayStream *stream)
{
	void *(*new)(void *, const char *, void (*)(void *)) = NULL;
	struct ArrowArrayStream *kept = malloc(sizeof(*kept));
	void *capsule = NULL;

	*(void **)&new = dlsym(RTLD_DEFAULT, "PyCapsule_New");
	if (new &&kept) {
		*kept = *stream;
		capsule = new (kept, NAME, destroy);
	}
	if (capsule)
		stream->release = NULL;
	else
		free(kept);
	return capsule;
}
