/* SPDX-License-Identifier: Apache-2.0 */
/* A run as a database of SQLite, in one transaction. The file is a new one that is dropped if
 * anything fails, so that no journal is needed. */
#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "passes/messages/messages.h"
#include "common/util.h"
#include "out/export/formats.h"
#include "out/export/rows.h"

#define SQL_ROOM 2048

struct base {
	struct cells cells;
	struct export_job *job;
	sqlite3 *db;
	sqlite3_stmt *insert; /* into the current table */
	int at;		      /* of its columns that are set */
	uint64_t rows;	      /* of it, up to now */
	int failed;	      /* of SQLite, when one was set */
};

static int refuse(const struct base *b, struct gno_err *err)
{
	if (sqlite3_errcode(b->db) == SQLITE_NOMEM)
		return gno_fail_nomem(err);
	return gno_fail(err, sqlite3_errcode(b->db) == SQLITE_FULL ? GNO_ERR_NOSPACE : GNO_ERR_IO,
			"cannot write '%s': %s", b->job->o->path, sqlite3_errmsg(b->db));
}

static int run_sql(const struct base *b, const char *sql, struct gno_err *err)
{
	return sqlite3_exec(b->db, sql, NULL, NULL, NULL) ? refuse(b, err) : 0;
}

/* --- cells */

/* "a" INTEGER, "b" INTEGER, ...: the names are of this program. */
static int base_begin(struct cells *cells, const char *table, const char *const *columns,
		      struct gno_err *err)
{
	struct base *b = (struct base *)cells;
	char create[SQL_ROOM], insert[SQL_ROOM];
	size_t c = (size_t)snprintf(create, sizeof(create), "CREATE TABLE %s(", table);
	int rc;
	size_t i = (size_t)snprintf(insert, sizeof(insert), "INSERT INTO %s VALUES(", table);

	for (const char *const *name = columns; *name && c < sizeof(create); name++) {
		c += (size_t)snprintf(create + c, sizeof(create) - c, "%s\"%s\"",
				      name == columns ? "" : ", ", *name);
		i += (size_t)snprintf(insert + i, sizeof(insert) - i, "%s?",
				      name == columns ? "" : ", ");
	}
	if (c + 2 > sizeof(create) || i + 2 > sizeof(insert))
		return gno_fail(err, GNO_ERR_ARG, "too many columns");
	strcpy(create + c, ")");
	strcpy(insert + i, ")");
	sqlite3_finalize(b->insert);
	b->insert = NULL;
	b->at = 0;
	b->rows = 0;
	rc = run_sql(b, create, err);
	if (rc)
		return rc;
	if (sqlite3_prepare_v2(b->db, insert, -1, &b->insert, NULL))
		return refuse(b, err);
	return 0;
}

static void note(struct base *b, int rc)
{
	if (rc)
		b->failed = rc;
}

static void base_skip(struct cells *cells, unsigned columns)
{
	((struct base *)cells)->at += (int)columns; /* each row begins with all NULL */
}

static void base_text(struct cells *cells, const char *text)
{
	struct base *b = (struct base *)cells;

	note(b, sqlite3_bind_text(b->insert, ++b->at, text, -1, SQLITE_STATIC));
}

/* Numbers of SQLite have a sign: those that do not fit are texts. */
static void base_number(struct cells *cells, uint64_t number)
{
	struct base *b = (struct base *)cells;
	char text[24];

	if (number <= INT64_MAX) {
		note(b, sqlite3_bind_int64(b->insert, ++b->at, (int64_t)number));
		return;
	}
	snprintf(text, sizeof(text), "%" PRIu64, number);
	note(b, sqlite3_bind_text(b->insert, ++b->at, text, -1, SQLITE_TRANSIENT));
}

static void base_real(struct cells *cells, double number)
{
	struct base *b = (struct base *)cells;

	note(b, sqlite3_bind_double(b->insert, ++b->at, number));
}

static int base_end(struct cells *cells, struct gno_err *err)
{
	struct base *b = (struct base *)cells;

	if (b->failed || sqlite3_step(b->insert) != SQLITE_DONE || sqlite3_reset(b->insert))
		return refuse(b, err);
	sqlite3_clear_bindings(b->insert);
	b->at = 0;
	if (++b->rows > b->job->largest)
		b->job->largest = b->rows;
	return 0;
}

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

static int put_run(struct base *b, struct gno_err *err)
{
	static const char *const columns[] = {
	    "monitor", "run",	  "state",    "started", "clock_hz", "mode", "experiment",
	    "program", "version", "left_out", "filters", "lacks",    NULL};
	const struct gno_report *r = b->job->r;
	const struct gno_pattern_file *file = r->points.load[0].file;
	struct cells *c = &b->cells;
	int rc = base_begin(c, "run", columns, err);
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
	rc = base_end(c, err);
	free(filters);
	return rc;
}

static int put_nodes(struct base *b, struct gno_err *err)
{
	static const char *const columns[] = {"node", "number", "first", "last", "flushed", NULL};
	const struct gno_report *r = b->job->r;
	struct cells *c = &b->cells;
	int rc = base_begin(c, "nodes", columns, err);

	for (unsigned i = 0; i < r->m->nodes && !rc; i++) {
		if (!report_select_node(&b->job->select, r, i))
			continue;
		cell_text(c, r->m->node[i].name);
		cell_number(c, i);
		cell_number(c, r->node[i].begin);
		cell_number(c, r->node[i].end);
		cell_number(c, r->node[i].flushed);
		rc = base_end(c, err);
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
	return base_end(c, err);
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
	int rc = base_begin(&b->cells, "messages", columns, err);

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
	static const struct cells_form form = {base_begin,  base_skip, base_text,
					       base_number, base_real, base_end};
	struct base b = {.cells = {&form}, .job = job};
	int rc = 0;

	/* only this thread uses it: no lock for each cell */
	if (sqlite3_open_v2(job->path, &b.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL))
		rc = b.db ? refuse(&b, err) : gno_fail_nomem(err);
	if (!rc)
		rc = run_sql(&b, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN", err);
	if (!rc)
		rc = put_tables(&b, err);
	sqlite3_finalize(b.insert);
	if (!rc)
		rc = run_sql(&b, "COMMIT", err);
	sqlite3_close(b.db);
	return rc;
}
