/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/index_writer.h"

#include <endian.h>
#include <stdlib.h>

#include "common/util.h"
#include "passes/calls/calls.h"
#include "passes/found/found.h"
#include "passes/messages/messages.h"

static void begin(const void *self, struct report_rows *rows)
{
	const struct index_writer *m = self;

	rows->lists = REPORT_LIST(REPORT_INTERVALS) | REPORT_LIST(REPORT_SAMPLES);
	if (calls_watch_any(m->calls))
		rows->lists |= REPORT_LIST(REPORT_FIRED);
}

/* Of intervals and samples only what the walk knows is of use, not its rows. */
static int take_row(void *self, struct report_rows *rows, const struct report_row *row)
{
	struct index_writer *m = self;

	(void)rows;
	return row->list == REPORT_FIRED ? calls_watch_take(m->calls, row) : GNO_OK;
}

static int take_batch(void *self, unsigned node, struct gno_err *err)
{
	struct index_writer *m = self;
	int rc = waypoints_take(&m->waypoints, gno_trace_stream(m->r->trace, node),
				reader_batch(m->reader, node), &found_node(m->found, node)->w,
				calls_watch_any(m->calls) ? m->calls : NULL);

	if (rc)
		return gno_fail_nomem(err);
	/* ends the reading, whose other passes want more */
	return m->waypoints.large ? gno_fail(err, GNO_ERR_ARG, "too much is open for an index")
				  : GNO_OK;
}

/* -- messages -- */

static int match(void *self, const struct read_event *v, struct gno_err *err)
{
	struct index_writer *m = self;

	if (v->kind == READ_WRITE && v->time > m->matched)
		m->matched = v->time;
	return message_match_take(m->match, v, 0) ? gno_fail_nomem(err) : GNO_OK;
}

static int match_batch(void *self, unsigned node, struct gno_err *err)
{
	struct index_writer *m = self;

	(void)node;
	return waypoints_take_messages(&m->waypoints, m->r, m->reader, m->matched, m->match)
		   ? gno_fail_nomem(err)
		   : GNO_OK;
}

static int add_match(struct index_writer *m, struct gno_err *err)
{
	static const struct pass pass = {.name = "index of messages",
					 .pages = MESSAGE_PAGES,
					 .batch = match_batch,
					 .record = match,
					 .unknown = match};

	if (!reader_has_port(m->r->m))
		return GNO_OK;
	m->match = message_match_new(m->r, NULL, NULL);
	return m->match ? reader_add(m->reader, &pass, m, err) : gno_fail_nomem(err);
}

int index_writer_add(struct index_writer *m, struct gno_report *r,
		     const struct index_spacing *spacing, int fd, struct reader *reader,
		     struct gno_err *err)
{
	static const struct found_taker taker = {.begin = begin, .take = take_row};
	static const struct pass pass = {.name = "index", .batch = take_batch};
	int rc;

	*m = (struct index_writer){.r = r, .reader = reader, .x = {.fd = fd, .nodes = r->m->nodes}};
	m->x.node = calloc(r->m->nodes, sizeof(*m->x.node));
	if (!m->x.node || waypoints_begin(&m->waypoints, &m->x, spacing))
		return gno_fail_nomem(err);
	rc = calls_watch(r, &m->calls, err);
	rc = rc ? rc : found_add(r, &taker, m, reader, &m->found, err);
	rc = rc ? rc : reader_add(reader, &pass, m, err);
	return rc ? rc : add_match(m, err);
}

int index_writer_end(struct index_writer *m, struct gno_err *err)
{
	struct waypoints *p = &m->waypoints;
	uint64_t foot[INDEX_FOOT / sizeof(uint64_t)] = {htole64(INDEX_MAGIC), htole64(p->at)}, hash;
	struct archive a = {.reads = false};
	int rc;

	if (m->match)
		m->x.breaks = message_match_counts(m->match)->breaks;
	rc = index_table(&a, m->r, &m->x);
	if (!rc) {
		foot[2] = htole64(a.len);
		waypoints_put(p, &a, &hash);
		foot[3] = htole64(hash);
		p->cannot |= gno_write_all(m->x.fd, INDEX_FILE, foot, sizeof(foot), &p->why) != 0;
	}
	archive_free(&a);
	return rc ? gno_fail_nomem(err) : GNO_OK;
}

void index_writer_free(struct index_writer *m)
{
	found_close(m->found);
	calls_reading_free(m->calls);
	for (unsigned k = 0; m->x.node && k < m->r->m->nodes; k++)
		free(m->x.node[k].place);
	free(m->x.node);
	free(m->x.messages.place);
	message_match_free(m->match);
	waypoints_free(&m->waypoints);
}
