/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/indexing.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/made.h"
#include "base/private.h"
#include "base/temp.h"
#include "common/util.h"
#include "passes/index/file.h"
#include "passes/index/state.h"
#include "passes/reading.h"
#include "passes/report/found.h"
#include "passes/report/pauses.h"
#include "results/until.h"

#define LEAST (UINT64_C(1) << 20) /* bytes of a trace that gets an index */
/* Bytes of a state: where more is open, an index would take as much room as what it spares. */
#define STATE_MOST (UINT64_C(1) << 18)

const struct index_spacing index_usual = {.bytes = UINT64_C(1) << 18, .states = 128};

struct maker {
	struct gno_report *r;
	struct index_spacing spacing;
	struct reader *reader;
	struct found *found;
	struct index x;
	uint64_t at;   /* written so far */
	uint64_t *due; /* of each node: where the next place comes, at least */
	bool cannot;   /* the file cannot be written */
	bool large;    /* a state is too large */
	struct gno_err why;
};

bool index_is_for(const struct gno_report *r)
{
	return report_is_complete(r) && !gno_trace_grows(r->trace) && !pauses_any(r->m);
}

bool index_is_worth(const struct gno_report *r)
{
	return gno_trace_bytes(r->trace) >= LEAST;
}

static void begin(const void *self, struct report_rows *rows)
{
	(void)self;
	rows->lists = REPORT_LIST(REPORT_INTERVALS) | REPORT_LIST(REPORT_SAMPLES);
}

/* Only what the walk knows is of use, not its rows. */
static int drop_row(void *self, struct report_rows *rows, const struct report_row *row)
{
	(void)self;
	(void)rows;
	(void)row;
	return 0;
}

/* Writes an archive; *hash: of it. */
static void put(struct maker *m, const struct archive *a, uint64_t *hash)
{
	*hash = XXH64(a->byte, a->len, m->at);
	m->cannot |= gno_write_all(m->x.fd, INDEX_FILE, a->byte, a->len, &m->why) != 0;
	m->at += a->len;
}

static void set_due(struct maker *m, unsigned node, uint64_t from, size_t state)
{
	const uint64_t most = m->spacing.states * state;

	m->due[node] = from + (m->spacing.bytes > most ? m->spacing.bytes : most);
}

/* A place after the batch that the walk has taken. */
static int add_place(struct maker *m, unsigned node, const struct gno_batch *b, struct archive *a)
{
	const struct gno_stream *s = gno_trace_stream(m->r->trace, node);
	struct stream_place place = stream_place(s);
	struct index_node *n = &m->x.node[node];
	struct index_place *p = gno_room(n->place, n->places, sizeof(*p));

	if (!p)
		return GNO_ERR_NOMEM;
	n->place = p;
	state_of_place(a, &place);
	archive_number(a, index_packet(s, &place));
	if (state_of_walk(a, &found_node(m->found, node)->w))
		return GNO_ERR_NOMEM;
	m->large = a->len > STATE_MOST;
	if (m->large)
		return GNO_OK;
	p += n->places++;
	*p = (struct index_place){.time = reader_batch_end(b), .at = m->at, .length = a->len};
	put(m, a, &p->hash);
	set_due(m, node, s->pos, a->len);
	return GNO_OK;
}

static int take_batch(void *self, unsigned node, struct gno_err *err)
{
	struct maker *m = self;
	const struct gno_stream *s = gno_trace_stream(m->r->trace, node);
	const struct gno_batch *b = reader_batch(m->reader, node);
	struct archive a = {.reads = false};
	int rc;

	if (!b->n || s->pos < m->due[node] || s->pos >= s->size || m->cannot)
		return GNO_OK;
	rc = add_place(m, node, b, &a);
	archive_free(&a);
	if (rc)
		return gno_fail_nomem(err);
	/* ends the reading, whose other passes want more */
	return m->large ? gno_fail(err, GNO_ERR_ARG, "too much is open for an index") : GNO_OK;
}

static int read_run(struct maker *m, struct gno_err *err)
{
	static const struct found_taker taker = {.begin = begin, .take = drop_row};
	static const struct pass pass = {.name = "index", .batch = take_batch};
	int rc = reading_open(m->r, &m->reader, err);

	rc = rc ? rc : found_add(m->r, &taker, m, m->reader, &m->found, err);
	rc = rc ? rc : reader_add(m->reader, &pass, m, err);
	return rc ? rc : reading_all(m->r, m->reader, err);
}

static int put_table(struct maker *m, struct gno_err *err)
{
	uint64_t foot[INDEX_FOOT / sizeof(uint64_t)] = {htole64(INDEX_MAGIC), htole64(m->at)}, hash;
	struct archive a = {.reads = false};
	int rc = index_table(&a, m->r, &m->x);

	if (!rc) {
		foot[2] = htole64(a.len);
		put(m, &a, &hash);
		foot[3] = htole64(hash);
		m->cannot |= gno_write_all(m->x.fd, INDEX_FILE, foot, sizeof(foot), &m->why) != 0;
	}
	archive_free(&a);
	return rc ? gno_fail_nomem(err) : GNO_OK;
}

/* Fills the file, which is open. */
static int fill(struct maker *m, struct gno_err *err)
{
	const unsigned nodes = m->r->m->nodes;
	int rc;

	m->due = calloc(nodes, sizeof(*m->due));
	m->x.node = calloc(nodes, sizeof(*m->x.node));
	if (!m->due || !m->x.node)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < nodes; k++)
		set_due(m, k, 0, 0);
	rc = read_run(m, err);
	found_close(m->found);
	reader_close(m->reader);
	if (m->large) {
		m->cannot = true;
		return GNO_OK;
	}
	return rc ? rc : put_table(m, err);
}

static void free_maker(struct maker *m)
{
	for (unsigned k = 0; m->x.node && k < m->r->m->nodes; k++)
		free(m->x.node[k].place);
	free(m->x.node);
	free(m->due);
}

int index_make(struct gno_report *r, uint64_t key, const struct index_spacing *spacing,
	       struct gno_err *err)
{
	struct maker m = {.r = r, .spacing = *spacing, .x = {.key = key}};
	const char *dir = gno_trace_dir(r->trace);
	const int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	char temp[BASE_NAME_ROOM];
	struct base_fault fault;
	int rc;

	m.x.fd = folder < 0 || base_made_add(dir, INDEX_FILE, &fault)
		     ? -1
		     : base_temp_file(folder, INDEX_FILE, temp);
	if (m.x.fd < 0) {
		if (folder >= 0)
			close(folder);
		return GNO_OK;
	}
	rc = fill(&m, err);
	m.cannot |= close(m.x.fd) != 0;
	if (rc || m.cannot || renameat(folder, temp, folder, INDEX_FILE))
		unlinkat(folder, temp, 0);
	base_private_drop(temp);
	close(folder);
	free_maker(&m);
	return rc;
}
