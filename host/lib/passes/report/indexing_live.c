/* SPDX-License-Identifier: Apache-2.0 */
/* The index of a run that is being drained: what is new is read every now and then. What is found
 * waits in a file without a name, so that an end at any time leaves the run as it is. */
#include "passes/report/indexing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/new_file.h"
#include "common/util.h"
#include "passes/reading.h"
#include "passes/report/index_writer.h"
#include "passes/report/look.h"
#include "read/stream.h"
#include "passes/lines/pauses.h"
#include "results/live.h"

#define PIECE 65536 /* bytes that are copied at a time */
/* Bytes of a trace that is read once more for a load, at most: the end of a drain waits for it. */
#define AGAIN (UINT64_C(1) << 28)

struct index_growing {
	struct gno_report *r;
	struct index_spacing spacing;
	struct reader *reader;
	struct look *look;
	struct index_writer writer;
	unsigned loads; /* changes of the trace's list of loads, when the points were read */
	uint64_t read;	/* bytes of the trace that were there at the last reading */
	int fd;
	bool begun; /* the passes have; a run that cannot have an index never begins */
	bool never;
};

static int open_run(const char *dir, struct index_growing *g, struct gno_err *err)
{
	struct gno_report *r = g->r;
	int rc = report_open_growing(dir, r, err);

	if (rc)
		return rc;
	g->never |= pauses_any(r->m) || r->run->wrap;
	g->loads = gno_trace_loads_changed(r->trace);
	rc = report_points_load(&r->points, r->trace, err);
	rc = rc ? rc : reading_open(r, &g->reader, err);
	return rc ? rc : gno_scratch_open(&g->fd, err);
}

int index_growing_open(const char *dir, const struct index_spacing *spacing,
		       struct index_growing **out, struct gno_err *err)
{
	struct index_growing *g = *out = calloc(1, sizeof(*g));

	if (!g)
		return gno_fail_nomem(err);
	g->spacing = *spacing;
	g->fd = -1;
	g->r = calloc(1, sizeof(*g->r));
	return g->r ? open_run(dir, g, err) : gno_fail_nomem(err);
}

/* What was read and found so far. */
static void drop_run(struct index_growing *g)
{
	index_writer_free(&g->writer);
	reader_close(g->reader);
	look_free(g->look);
	gno_report_free(g->r);
	if (g->fd >= 0)
		close(g->fd);
}

void index_growing_close(struct index_growing *g)
{
	if (g)
		drop_run(g);
	free(g);
}

/* The passes know the loads that there were when they began. With another one they begin again. */
static int begin_again(struct index_growing *g, struct gno_err *err)
{
	char *dir = strdup(gno_trace_dir(g->r->trace));
	int rc;

	drop_run(g);
	*g = (struct index_growing){
	    .r = calloc(1, sizeof(*g->r)), .spacing = g->spacing, .read = g->read, .fd = -1};
	rc = dir && g->r ? open_run(dir, g, err) : gno_fail_nomem(err);
	free(dir);
	return rc;
}

/* Begins the passes once the first record of each node is there: 1, or 0. */
static int begin(struct index_growing *g, struct gno_err *err)
{
	struct gno_report *r = g->r;
	struct gno_slot first;
	int rc = 1;

	for (unsigned k = 0; k < r->m->nodes && rc > 0; k++) {
		rc = reader_first(g->reader, k, &first, err);
		if (rc > 0)
			report_node_begin(r, k, &first);
	}
	if (rc <= 0)
		return rc;
	g->begun = true;
	rc = look_add(r, g->reader, &g->look, err);
	rc = rc ? rc : index_writer_add(&g->writer, r, &g->spacing, g->fd, g->reader, err);
	for (unsigned k = 0; k < r->m->nodes; k++)
		reader_begin(g->reader, k);
	return rc ? rc : 1;
}

static bool has_another_load(const struct index_growing *g)
{
	return gno_trace_loads_changed(g->r->trace) != g->loads;
}

/* Whether what is there waits for a node with next to no records, with which it must come in order
 * of time for the messages: the rest would be read at the end. */
static bool is_behind(const struct index_growing *g)
{
	uint64_t read = g->spacing.late;

	for (unsigned k = 0; k < g->r->m->nodes; k++)
		read += gno_trace_stream(g->r->trace, k)->pos;
	return read < gno_trace_bytes(g->r->trace);
}

/* Reads what is there. */
static int read_on(struct index_growing *g, struct gno_err *err)
{
	int rc = g->begun ? 1 : begin(g, err);

	g->never |= g->r->run->filters != 0;
	if (rc <= 0 || g->never)
		return rc;
	rc = reader_run(g->reader, err);
	g->never |=
	    g->writer.waypoints.large || g->writer.waypoints.cannot || g->writer.waypoints.late;
	return g->writer.waypoints.large ? GNO_OK : rc;
}

int index_growing_read(struct index_growing *g, struct gno_err *err)
{
	int rc;

	if (g->never)
		return GNO_OK;
	rc = gno_trace_refresh(g->r->trace, err);
	if (rc <= 0 || gno_trace_bytes(g->r->trace) < g->read + g->r->m->nodes * g->spacing.bytes)
		return rc < 0 ? rc : GNO_OK;
	g->read = gno_trace_bytes(g->r->trace);
	rc = GNO_OK;
	if (has_another_load(g)) {
		g->never = g->read > AGAIN;
		rc = g->never ? GNO_OK : begin_again(g, err);
	}
	if (rc || g->never)
		return rc;
	rc = read_on(g, err);
	g->never |= is_behind(g);
	return rc;
}

/* Whether a record of a load is missing: which one held is known only with all of the run. */
static bool is_in_doubt(const struct gno_report *r)
{
	for (unsigned k = 0; k < r->m->nodes; k++) {
		size_t mine = 0;

		for (size_t i = 1; i < r->points.loads; i++)
			mine += r->points.load[i].on[k];
		if (mine > r->node[k].lives)
			return true;
	}
	return false;
}

/* The rest of the file: it moves into the folder of the run. */
static int keep(struct index_growing *g, struct gno_err *err)
{
	const uint64_t size = g->writer.waypoints.at + INDEX_FOOT;
	struct index_file f;
	char piece[PIECE];
	int rc = GNO_OK;

	if (!index_file_open(g->r, &f))
		return GNO_OK;
	for (uint64_t at = 0; at < size && !rc; at += PIECE) {
		const size_t some = size - at < PIECE ? (size_t)(size - at) : PIECE;

		rc = gno_scratch_get(g->fd, (off_t)at, piece, some, err);
		f.cannot |= !rc && gno_write_all(f.fd, INDEX_FILE, piece, some, err) != 0;
	}
	index_file_close(&f, rc != GNO_OK);
	return rc;
}

int index_growing_end(struct index_growing *g, struct gno_err *err)
{
	struct gno_report *r = g->r;
	int rc = g->never ? GNO_OK : gno_trace_refresh(r->trace, err);

	if (g->never || rc < 0)
		return rc;
	if (has_another_load(g) || !index_is_for(r) ||
	    gno_trace_bytes(r->trace) < 4 * g->spacing.bytes)
		return GNO_OK;
	rc = read_on(g, err);
	if (rc || g->never || !g->begun)
		return rc;
	rc = reader_end(g->reader, err);
	if (rc || is_in_doubt(r))
		return rc;
	look_finish(g->look);
	rc = index_key(r, &g->writer.x.key, err);
	rc = rc ? rc : index_writer_end(&g->writer, err);
	return rc || g->writer.waypoints.cannot ? rc : keep(g, err);
}
