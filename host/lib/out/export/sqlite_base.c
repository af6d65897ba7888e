/* SPDX-License-Identifier: Apache-2.0 */
#include "out/export/sqlite_base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/thread.h"
#include "common/util.h"

#define SQL_ROOM 4096
static const char id[] = "id";
#define VALUES_MOST 16384 /* of rows that are collected: they stay in a processor's cache */

/* --- SQLite */

static void note_fault(struct base *b, int code, const char *text)
{
	if (b->failed)
		return;
	b->failed = code;
	snprintf(b->fault, sizeof(b->fault), "%s", text);
}

static int refuse(const struct base *b, struct gno_err *err)
{
	if (b->failed == SQLITE_NOMEM)
		return gno_fail_nomem(err);
	return gno_fail(err, b->failed == SQLITE_FULL ? GNO_ERR_NOSPACE : GNO_ERR_IO,
			"cannot write '%s': %s", b->job->o->path, b->fault);
}

static int run_sql(struct base *b, const char *sql, struct gno_err *err)
{
	int code = sqlite3_exec(b->db, sql, NULL, NULL, NULL);

	if (!code)
		return GNO_OK;
	note_fault(b, code, sqlite3_errmsg(b->db));
	return refuse(b, err);
}

/* --- the thread */

static void *store(void *ctx)
{
	struct base *b = ctx;
	int code;

	pthread_mutex_lock(&b->lock);
	for (;;) {
		struct base_part *part = b->work;

		if (!part && b->ends)
			break;
		if (!part) {
			pthread_cond_wait(&b->changed, &b->lock);
			continue;
		}
		pthread_mutex_unlock(&b->lock);
		code = sqlite3_step(part->insert);
		pthread_mutex_lock(&b->lock);
		if (code != SQLITE_DONE)
			note_fault(b, sqlite3_errcode(b->db), sqlite3_errmsg(b->db));
		sqlite3_reset(part->insert);
		b->work = NULL;
		pthread_cond_signal(&b->changed);
	}
	pthread_mutex_unlock(&b->lock);
	return NULL;
}

/* Until the thread waits: then SQLite, and what is stored, are the caller's. */
static void wait_for_store(struct base *b)
{
	pthread_mutex_lock(&b->lock);
	while (b->work)
		pthread_cond_wait(&b->changed, &b->lock);
	pthread_mutex_unlock(&b->lock);
}

static void begin_row(struct base_part *p)
{
	memset(&p->now.value[(size_t)p->now.rows * p->columns], 0,
	       p->columns * sizeof(*p->now.value));
}

/* What stores rows that have values in these columns alone: for the others SQLite asks for no
 * cells. A number that each row has first is asked for as the row's own, which costs less. */
static void prepare(struct base *b, struct base_part *p, uint64_t columns)
{
	char insert[SQL_ROOM], cells[SQL_ROOM];
	size_t at = 0, cell = 0;
	const char *between = "";

	if (p->insert && columns == p->stores)
		return;
	at += (size_t)snprintf(insert, sizeof(insert), "INSERT INTO %s%s(", b->name, p->suffix);
	for (uint64_t left = columns; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(left);

		at += (size_t)snprintf(insert + at, sizeof(insert) - at, "%s\"%s\"", between,
				       p->column[i]);
		if (p->keyed && !i)
			cell += (size_t)snprintf(cells, sizeof(cells), "rowid");
		else
			cell += (size_t)snprintf(cells + cell, sizeof(cells) - cell, "%sc%u",
						 between, i);
		between = ", ";
	}
	snprintf(insert + at, sizeof(insert) - at, ") SELECT %s FROM collected", cells);
	sqlite3_finalize(p->insert);
	p->stores = columns;
	if (sqlite3_prepare_v2(b->db, insert, -1, &p->insert, NULL))
		note_fault(b, sqlite3_errcode(b->db), sqlite3_errmsg(b->db));
}

static void hand_over(struct base *b, struct base_part *p)
{
	struct base_rows empty;

	if (!p->now.rows)
		return;
	wait_for_store(b);
	prepare(b, p, p->has ? p->has : 1);
	p->has = 0;
	b->refused = b->failed != 0;
	empty = p->stored;
	p->stored = p->now;
	p->now = empty;
	p->now.rows = 0;
	p->now.used = 0;
	begin_row(p);
	pthread_mutex_lock(&b->lock);
	b->work = p;
	pthread_cond_signal(&b->changed);
	pthread_mutex_unlock(&b->lock);
}

static void end_row(struct base *b, struct base_part *p)
{
	if (++p->now.rows == p->most)
		hand_over(b, p);
	else
		begin_row(p);
}

/* --- tables */

static void free_rows(struct base_rows *rows)
{
	free(rows->value);
	free(rows->text);
	*rows = (struct base_rows){.rows = 0};
}

static int begin_rows(struct base_part *p, struct base_rows *rows, struct gno_err *err)
{
	rows->value = calloc((size_t)p->most * p->columns, sizeof(*rows->value));
	return rows->value ? GNO_OK : gno_fail_nomem(err);
}

/* A table NAME + suffix of a key and the columns that have a bit; the names are of this program. A
 * table with a key has an `id`, which is the key or is counted by SQLite; NULL: it has neither. */
static int make_table(struct base *b, unsigned which, const char *suffix, const char *key,
		      const char *const *column, uint64_t columns, struct gno_err *err)
{
	struct base_part *p = &b->part[which];
	char create[SQL_ROOM];
	size_t at = (size_t)snprintf(create, sizeof(create), "CREATE TABLE %s%s(", b->name, suffix);
	int rc;

	*p = (struct base_part){.suffix = suffix, .keyed = key != NULL};
	if (key)
		p->column[p->columns++] = key;
	for (; columns; columns &= columns - 1)
		p->column[p->columns++] = column[__builtin_ctzll(columns)];
	if (key)
		at += (size_t)snprintf(create + at, sizeof(create) - at, "id INTEGER PRIMARY KEY");
	for (unsigned i = key == id; i < p->columns; i++) {
		at += (size_t)snprintf(create + at, sizeof(create) - at, "%s\"%s\"",
				       i || key ? ", " : "", p->column[i]);
		if (at + 64 > sizeof(create))
			return gno_fail(err, GNO_ERR_ARG, "too many columns");
	}
	snprintf(create + at, sizeof(create) - at, ")");
	p->most = VALUES_MOST / p->columns;
	rc = run_sql(b, create, err);
	if (!rc)
		rc = begin_rows(p, &p->now, err);
	return rc ? rc : begin_rows(p, &p->stored, err);
}

static int end_table(struct base *b, struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned i = 0; i < BASE_PARTS; i++)
		hand_over(b, &b->part[i]);
	wait_for_store(b);
	for (unsigned i = 0; i < BASE_PARTS; i++) {
		struct base_part *p = &b->part[i];

		sqlite3_finalize(p->insert);
		free_rows(&p->now);
		free_rows(&p->stored);
		*p = (struct base_part){.columns = 0};
	}
	if (b->failed)
		return refuse(b, err);
	if (b->list) {
		char *sql = base_view(b);

		rc = sql ? run_sql(b, sql, err) : gno_fail_nomem(err);
		free(sql);
	}
	b->list = NULL;
	return rc;
}

/* What of a list is stored where. */
static void split(struct base *b, const struct column_list *l)
{
	b->list = l;
	b->from = b->cells.same_from;
	b->to = b->cells.same_to;
	b->derived = 0;
	for (unsigned i = 0; i < b->from; i++)
		if (l->column[i].sql && base_derives(b))
			b->derived |= UINT64_C(1) << i;
	b->same = 0;
	b->in_same = b->in_more = 0;
	b->any_beyond = false;
	memset(b->known, 0, BASE_PLACES * sizeof(*b->known));
}

static int base_begin(struct cells *cells, const char *table, const char *const *columns,
		      struct gno_err *err)
{
	struct base *b = (struct base *)cells;
	unsigned many = 0;
	int rc = end_table(b, err);

	if (rc)
		return rc;
	while (columns[many])
		many++;
	snprintf(b->name, sizeof(b->name), "%s", table);
	b->at = 0;
	b->rows = 0;
	if (!cells->list || !cells->same_to) {
		b->from = many;
		b->derived = 0;
		return make_table(b, BASE_ROWS, "", NULL, columns, columns_between(0, many), err);
	}
	split(b, cells->list);
	rc = make_table(b, BASE_ROWS, "_rows", "same", columns,
			columns_between(0, b->from) & ~b->derived, err);
	if (!rc)
		rc = make_table(b, BASE_SAME, "_same", id, columns,
				b->derived | columns_between(b->from, many), err);
	if (!rc && b->to < many)
		rc = make_table(b, BASE_MORE, "_more", id, columns, columns_between(b->to, many),
				err);
	return rc;
}

/* --- cells */

static struct base_value *value_of(struct base_part *p, unsigned column)
{
	p->has |= UINT64_C(1) << column;
	return &p->now.value[(size_t)p->now.rows * p->columns + column];
}

static unsigned bits(uint64_t of)
{
	return (unsigned)__builtin_popcountll(of);
}

/* Where the next cell goes, and into which part: NULL, it is derived. */
static struct base_value *next_cell(struct base *b, struct base_part **part)
{
	const unsigned c = b->at++;
	const uint64_t bit = UINT64_C(1) << c;
	unsigned place;

	*part = NULL;
	if (b->derived & bit)
		return &b->value[c];
	if (c < b->from) {
		*part = &b->part[BASE_ROWS];
		place = (b->list != NULL) + bits(columns_between(0, c) & ~b->derived);
	} else if (b->common) {
		b->in_same |= bit;
		*part = &b->part[BASE_SAME];
		place = 1 + bits(b->derived) + c - b->from;
	} else {
		b->in_more |= bit;
		b->more = true;
		*part = &b->part[BASE_MORE];
		place = 1 + c - b->to;
	}
	return value_of(*part, place);
}

static void base_skip(struct cells *cells, unsigned columns)
{
	((struct base *)cells)->at += columns; /* each row begins with all NULL */
}

static void put_text(struct base *b, struct base_value *v, struct base_rows *rows, const char *text)
{
	const size_t length = strlen(text);
	char *more;

	if (length > rows->room - rows->used) {
		more = realloc(rows->text, 2 * (rows->used + length));
		if (!more) {
			pthread_mutex_lock(&b->lock);
			note_fault(b, SQLITE_NOMEM, "");
			pthread_mutex_unlock(&b->lock);
			return;
		}
		rows->text = more;
		rows->room = 2 * (rows->used + length);
	}
	if (length)
		memcpy(rows->text + rows->used, text, length);
	*v = (struct base_value){BASE_TEXT, (uint32_t)length, {.text = rows->used}};
	rows->used += length;
}

static void base_text(struct cells *cells, const char *text)
{
	struct base *b = (struct base *)cells;
	struct base_part *part;
	struct base_value *v = next_cell(b, &part);

	put_text(b, v, &part->now, text);
}

static void put_number(struct base *b, struct base_value *v, struct base_part *part,
		       uint64_t number)
{
	char text[24];

	if (number <= INT64_MAX) {
		*v = (struct base_value){BASE_NUMBER, 0, {.number = (int64_t)number}};
		return;
	}
	/* numbers of SQLite have a sign: those that do not fit are texts */
	snprintf(text, sizeof(text), "%" PRIu64, number);
	put_text(b, v, &part->now, text);
}

static void base_number(struct cells *cells, uint64_t number)
{
	struct base *b = (struct base *)cells;
	struct base_part *part;
	struct base_value *v = next_cell(b, &part);

	b->beyond |= number > INT64_MAX && b->at <= b->from;
	if (part)
		put_number(b, v, part, number);
	else
		*v = (struct base_value){BASE_NUMBER, 0, {.number = (int64_t)number}};
}

static void base_real(struct cells *cells, double number)
{
	struct base_part *part;
	struct base_value *v = next_cell((struct base *)cells, &part);

	*v = (struct base_value){BASE_REAL, 0, {.real = number}};
}

static struct base_known *place_of(struct base *b)
{
	const uint64_t hash = (b->what ^ b->of * 31) * UINT64_C(0x9e3779b97f4a7c15);

	_Static_assert(BASE_PLACES == 1u << (64 - 52), "a hash is shifted by 52 bits");
	return &b->known[hash >> 52];
}

static bool base_known(struct cells *cells, uint64_t what, uint64_t of)
{
	struct base *b = (struct base *)cells;
	struct base_part *p = &b->part[BASE_SAME];
	const struct base_known *k;
	unsigned place = 1;

	b->what = what;
	b->of = of;
	k = place_of(b);
	if (of && !b->beyond && k->what == what && k->of == of) {
		value_of(&b->part[BASE_ROWS], 0)->form = BASE_NUMBER;
		value_of(&b->part[BASE_ROWS], 0)->number = k->id;
		b->at = b->to;
		return true;
	}
	*value_of(p, 0) = (struct base_value){BASE_NUMBER, 0, {.number = ++b->same}};
	for (uint64_t left = b->beyond ? b->derived : 0; left; left &= left - 1, place++) {
		const struct base_value *v = &b->value[__builtin_ctzll(left)];

		if (v->form)
			put_number(b, value_of(p, place), p, (uint64_t)v->number);
	}
	b->any_beyond |= b->beyond;
	b->common = true;
	return false;
}

static void base_learn(struct cells *cells)
{
	struct base *b = (struct base *)cells;

	b->common = false;
	*value_of(&b->part[BASE_ROWS], 0) =
	    (struct base_value){BASE_NUMBER, 0, {.number = b->same}};
	end_row(b, &b->part[BASE_SAME]);
	if (!b->beyond)
		*place_of(b) = (struct base_known){b->what, b->of, b->same};
}

static int base_end(struct cells *cells, struct gno_err *err)
{
	struct base *b = (struct base *)cells;
	struct base_part *rows = &b->part[BASE_ROWS];

	b->rows++;
	if (b->more) {
		value_of(&b->part[BASE_MORE], 0)->form = BASE_NUMBER;
		value_of(&b->part[BASE_MORE], 0)->number = (int64_t)b->rows;
		end_row(b, &b->part[BASE_MORE]);
		b->more = false;
	}
	end_row(b, rows);
	for (uint64_t left = b->derived; left; left &= left - 1)
		b->value[__builtin_ctzll(left)].form = BASE_NONE;
	b->beyond = false;
	b->at = 0;
	if (b->rows > b->job->largest)
		b->job->largest = b->rows;
	return b->refused ? refuse(b, err) : GNO_OK;
}

/* --- the file */

int base_open(struct base *b, struct export_job *job, struct gno_err *err)
{
	static const struct cells_form form = {base_begin, base_skip, base_text,  base_number,
					       base_real,  base_end,  base_known, base_learn};

	*b = (struct base){.cells = {.form = &form}, .job = job};
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->known = calloc(BASE_PLACES, sizeof(*b->known));
	if (!b->known)
		return gno_fail_nomem(err);
	/* one thread at a time uses it: no lock for each cell */
	if (sqlite3_open_v2(job->path, &b->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ||
	    sqlite3_create_module(b->db, "collected", &base_source, b)) {
		if (!b->db)
			return gno_fail_nomem(err);
		note_fault(b, sqlite3_errcode(b->db), sqlite3_errmsg(b->db));
		return refuse(b, err);
	}
	b->threaded = gno_thread_start(&b->thread, store, b);
	if (!b->threaded)
		return gno_fail_nomem(err);
	/* a new file that is dropped if anything fails needs no journal */
	return run_sql(b,
		       "PRAGMA page_size=65536; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
		       "PRAGMA locking_mode=EXCLUSIVE; BEGIN",
		       err);
}

int base_close(struct base *b, int rc, struct gno_err *err)
{
	int ended = b->db && b->threaded ? end_table(b, rc ? NULL : err) : GNO_OK;

	rc = rc ? rc : ended;
	if (b->threaded) {
		pthread_mutex_lock(&b->lock);
		b->ends = true;
		pthread_cond_signal(&b->changed);
		pthread_mutex_unlock(&b->lock);
		pthread_join(b->thread, NULL);
	}
	if (!rc)
		rc = run_sql(b, "COMMIT", err);
	sqlite3_close(b->db);
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->lock);
	free(b->known);
	return rc;
}
