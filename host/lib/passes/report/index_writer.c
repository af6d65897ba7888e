/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/index_writer.h"

#include <endian.h>
#include <stdlib.h>
#include <xxhash.h>

#include "common/util.h"
#include "passes/index/state.h"
#include "passes/report/found.h"
#include "records/packet.h"

/* Bytes of a state: where more is open, an index would take as much room as what it spares. */
#define STATE_MOST (UINT64_C(1) << 18)

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
static void put(struct index_writer *m, const struct archive *a, uint64_t *hash)
{
	*hash = XXH64(a->byte, a->len, m->at);
	m->cannot |= gno_write_all(m->fd, INDEX_FILE, a->byte, a->len, &m->why) != 0;
	m->at += a->len;
}

static void set_due(struct index_writer *m, unsigned node, uint64_t from, size_t state)
{
	const uint64_t most = m->spacing.states * state;

	m->due[node] = from + (m->spacing.bytes > most ? m->spacing.bytes : most);
}

/* A place after the batch that the walk has taken. */
static int add_place(struct index_writer *m, unsigned node, const struct gno_batch *b,
		     struct archive *a)
{
	const struct gno_stream *s = gno_trace_stream(m->r->trace, node);
	struct stream_place place = stream_place(s);
	struct index_node *n = &m->x.node[node];
	struct index_place *p = gno_room(n->place, n->places, sizeof(*p));

	if (!p)
		return GNO_ERR_NOMEM;
	n->place = p;
	if (m->r->growth) /* what comes may change what was found ahead */
		place.ahead = (struct stream_epochs){0};
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

/* Whether the packet in which a stream stands stays as it is, and something lies behind. */
static bool is_settled(const struct index_writer *m, const struct gno_stream *s)
{
	return m->r->growth ? s->size - s->packet > GNO_PACKET_PAGE : s->pos < s->size;
}

static int take_batch(void *self, unsigned node, struct gno_err *err)
{
	struct index_writer *m = self;
	const struct gno_stream *s = gno_trace_stream(m->r->trace, node);
	const struct gno_batch *b = reader_batch(m->reader, node);
	struct archive a = {.reads = false};
	int rc;

	if (!b->n || s->pos < m->due[node] || !is_settled(m, s) || m->cannot)
		return GNO_OK;
	rc = add_place(m, node, b, &a);
	archive_free(&a);
	if (rc)
		return gno_fail_nomem(err);
	/* ends the reading, whose other passes want more */
	return m->large ? gno_fail(err, GNO_ERR_ARG, "too much is open for an index") : GNO_OK;
}

int index_writer_add(struct index_writer *m, struct gno_report *r,
		     const struct index_spacing *spacing, int fd, struct reader *reader,
		     struct gno_err *err)
{
	static const struct found_taker taker = {.begin = begin, .take = drop_row};
	static const struct pass pass = {.name = "index", .batch = take_batch};
	int rc;

	*m = (struct index_writer){.r = r, .spacing = *spacing, .fd = fd, .reader = reader};
	m->due = calloc(r->m->nodes, sizeof(*m->due));
	m->x.node = calloc(r->m->nodes, sizeof(*m->x.node));
	if (!m->due || !m->x.node)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes; k++)
		set_due(m, k, 0, 0);
	rc = found_add(r, &taker, m, reader, &m->found, err);
	return rc ? rc : reader_add(reader, &pass, m, err);
}

int index_writer_end(struct index_writer *m, struct gno_err *err)
{
	uint64_t foot[INDEX_FOOT / sizeof(uint64_t)] = {htole64(INDEX_MAGIC), htole64(m->at)}, hash;
	struct archive a = {.reads = false};
	int rc = index_table(&a, m->r, &m->x);

	if (!rc) {
		foot[2] = htole64(a.len);
		put(m, &a, &hash);
		foot[3] = htole64(hash);
		m->cannot |= gno_write_all(m->fd, INDEX_FILE, foot, sizeof(foot), &m->why) != 0;
	}
	archive_free(&a);
	return rc ? gno_fail_nomem(err) : GNO_OK;
}

void index_writer_free(struct index_writer *m)
{
	found_close(m->found);
	for (unsigned k = 0; m->x.node && k < m->r->m->nodes; k++)
		free(m->x.node[k].place);
	free(m->x.node);
	free(m->due);
}
