/* SPDX-License-Identifier: Apache-2.0 */
/* A run as a database of SQLite, in one transaction. */
#include <stdlib.h>

#include "passes/messages/messages.h"
#include "common/util.h"
#include "out/export/formats.h"
#include "out/export/rows.h"
#include "out/export/sqlite_base.h"

/* --- tables */

/* The rules of all filters, one a line; *out is NULL where there are none, else the caller's. */
static int filters_text(const struct gno_trace_run *run, char **out)
{
	size_t size;
	FILE *f;

	*out = NULL;
	if (!run->filters)
		return GNO_OK;
	f = open_memstream(out, &size);
	if (!f)
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < run->filters; i++) {
		const struct gno_trace_filter *t = &run->filter[i];

		fprintf(f, "%s%s%s%s%s%s", i ? "\n" : "", t->keep ? "keep " : "",
			t->keep ? t->keep : "", t->keep && t->drop ? ", " : "",
			t->drop ? "drop " : "", t->drop ? t->drop : "");
	}
	return gno_close_written(f) ? GNO_ERR_NOMEM : GNO_OK;
}

static int begin(struct base *b, const char *table, const char *const *columns, struct gno_err *err)
{
	b->cells.list = NULL;
	return b->cells.form->begin(&b->cells, table, columns, err);
}

static int put_run(struct base *b, struct gno_err *err)
{
	static const char *const columns[] = {
	    "monitor", "run",	  "state",    "started", "clock_hz", "mode", "experiment",
	    "program", "version", "left_out", "filters", "lacks",    NULL};
	const struct gno_report *r = b->job->r;
	const struct gno_pattern_file *file = r->points.load[0].file;
	struct cells *c = &b->cells;
	int rc = begin(b, "run", columns, err);
	uint64_t left_out = 0;
	char *filters;

	if (rc)
		return rc;
	if (filters_text(r->run, &filters))
		return gno_fail_nomem(err);
	cell_text(c, r->m->name);
	cell_number(c, r->run->run);
	cell_text(c, r->run->state);
	cell_text(c, r->run->started);
	cell_number(c, r->m->clock_hz);
	cell_text(c, r->run->mode);
	cell_text(c, file->name);
	cell_text(c, file->program);
	cell_text(c, r->run->version);
	for (size_t i = 0; i < r->run->filters; i++)
		left_out += r->run->filter[i].left_out;
	cell_number(c, left_out);
	cell_text(c, filters);
	cell_text(c, *b->job->lacks ? b->job->lacks : NULL);
	rc = c->form->end(c, err);
	free(filters);
	return rc;
}

static int put_nodes(struct base *b, struct gno_err *err)
{
	static const char *const columns[] = {"node", "number", "first", "last", "flushed", NULL};
	const struct gno_report *r = b->job->r;
	struct cells *c = &b->cells;
	int rc = begin(b, "nodes", columns, err);

	for (unsigned i = 0; i < r->m->nodes && !rc; i++) {
		if (!report_select_node(&b->job->select, r, i))
			continue;
		cell_text(c, r->m->node[i].name);
		cell_number(c, i);
		cell_number(c, r->node[i].begin);
		cell_number(c, r->node[i].end);
		cell_number(c, r->node[i].flushed);
		rc = c->form->end(c, err);
	}
	return rc;
}

/* --- messages */

static void put_message_end(struct base *b, bool has, const struct message_end *e)
{
	struct cells *c = &b->cells;

	cell_number_if(c, has, e->time);
	cell_text(c, has ? b->job->r->m->node[e->node].name : NULL);
	cell_number_if(c, has, e->process);
}

static bool is_wanted(const struct base *b, bool has, const struct message_end *e)
{
	return has && e->time >= b->job->o->from && e->time <= b->job->o->to &&
	       report_select_node(&b->job->select, b->job->r, e->node);
}

static int put_message(struct base *b, const struct message *m, struct gno_err *err)
{
	struct cells *c = &b->cells;
	bool sent = m->fate == MESSAGE_MATCHED || m->fate == MESSAGE_SEND_ALONE;
	bool received = m->fate != MESSAGE_SEND_ALONE;

	if (!is_wanted(b, sent, &m->sent) && !is_wanted(b, received, &m->received))
		return 0;
	cell_number(c, m->connection);
	cell_number(c, m->sequence);
	put_message_end(b, sent, &m->sent);
	put_message_end(b, received, &m->received);
	cell_number(c, sent ? m->sent.bytes : m->received.bytes);
	cell_number(c, m->fate == MESSAGE_QUEUED_ALONE);
	cell_number_if(c, m->queued, m->queued_time);
	cell_number_if(c, m->called, m->called_time);
	cell_text(c, m->reason == MESSAGE_NO_REASON ? NULL : message_reason_key(m->reason));
	return c->form->end(c, err);
}

static int put_messages(struct base *b, struct gno_err *err)
{
	static const char *const columns[] = {
	    "connection",     "sequence",    "sent",	 "sender",
	    "sender_process", "received",    "receiver", "receiver_process",
	    "bytes",	      "only_queued", "queued",	 "called",
	    "unmatched",      NULL};
	struct messages *l = NULL;
	const struct message *m;
	int rc = begin(b, "messages", columns, err);

	if (rc || !reader_has_port(b->job->r->m))
		return rc;
	rc = messages_open(b->job->r, &l, err);
	while (!rc && (rc = messages_next(l, &m, err)) > 0) {
		rc = export_row(b->job, err);
		if (!rc)
			rc = put_message(b, m, err);
	}
	messages_close(l);
	return rc;
}

static int put_tables(struct base *b, struct gno_err *err)
{
	int rc = put_run(b, err);

	if (!rc)
		rc = put_nodes(b, err);
	for (const struct column_list *const *l = columns_lists; *l && !rc; l++)
		rc = rows_put(b->job, *l, &b->cells, err);
	if (!rc)
		rc = put_messages(b, err);
	return rc;
}

int export_sqlite(struct export_job *job, struct gno_err *err)
{
	struct base b;
	int rc = base_open(&b, job, err);

	if (!rc)
		rc = put_tables(&b, err);
	return base_close(&b, rc, err);
}
