/* SPDX-License-Identifier: Apache-2.0 */
/* A run directory, of one board or of several. */
#include "read/trace.h"

#include "read/boards.h"
#include "read/open_trace.h"

int gno_trace_open(const char *dir, struct gno_trace **out, struct gno_err *err)
{
	return boards_is_run(dir) ? boards_open(dir, out, err) : single_open(dir, false, out, err);
}

int gno_trace_share(const struct gno_trace *of, struct gno_trace **out, struct gno_err *err)
{
	return of->boards ? boards_share(of, out, err) : single_share(of, out, err);
}

int gno_trace_follow(const char *dir, struct gno_trace **out, struct gno_err *err)
{
	*out = NULL;
	if (boards_is_run(dir))
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "a run of several boards cannot be followed: '%s'; follow that of a board",
		    dir);
	return single_open(dir, true, out, err);
}

int gno_trace_refresh(struct gno_trace *t, struct gno_err *err)
{
	return t->boards ? GNO_OK : single_refresh(t, err);
}

int gno_trace_refresh_with(struct gno_trace *t, const struct gno_trace *other, struct gno_err *err)
{
	return t->boards ? GNO_OK : single_refresh_with(t, other, err);
}

int gno_trace_settle(struct gno_trace *t, struct gno_err *err)
{
	return t->boards ? GNO_OK : single_settle(t, err);
}

bool gno_trace_grows(const struct gno_trace *t)
{
	return !t->boards && single_grows(t);
}

void gno_trace_close(struct gno_trace *t)
{
	if (t && t->boards)
		boards_close(t);
	else
		single_close(t);
}

const char *gno_trace_dir(const struct gno_trace *t)
{
	return t->dir;
}

const struct gno_manifest *gno_trace_manifest(const struct gno_trace *t)
{
	return t->m;
}

const struct gno_trace_run *gno_trace_run(const struct gno_trace *t)
{
	return &t->run;
}

const struct trace_boards *gno_trace_boards(const struct gno_trace *t)
{
	return t->boards;
}

unsigned gno_trace_parts(const struct gno_trace *t)
{
	return t->boards ? boards_count(t->boards) : 1;
}

const struct gno_trace *gno_trace_part(const struct gno_trace *t, unsigned part, unsigned *first)
{
	*first = 0;
	return t->boards ? boards_trace(t->boards, part, first) : t;
}

/* The run of the board that has a node, whose place among its own nodes *node becomes. */
static const struct gno_trace *own(const struct gno_trace *t, unsigned *node)
{
	unsigned first, place = 0;

	if (!t->boards)
		return t;
	t = boards_trace(t->boards, boards_of(t->boards, *node, &place), &first);
	*node = place;
	return t;
}

bool gno_trace_frozen(const struct gno_trace *t, unsigned node)
{
	return own(t, &node)->run.frozen;
}

struct gno_stream *gno_trace_stream(struct gno_trace *t, unsigned node)
{
	const struct gno_trace *one = own(t, &node);

	return &one->stream[node];
}

uint64_t gno_trace_bytes(struct gno_trace *t)
{
	uint64_t bytes = 0;

	for (unsigned k = 0; k < gno_trace_manifest(t)->nodes; k++)
		bytes += gno_trace_stream(t, k)->size;
	return bytes;
}

uint64_t gno_trace_scratch(struct gno_trace *t)
{
	return gno_trace_grows(t) ? 0 : gno_trace_bytes(t) / 10 * 3;
}

unsigned gno_trace_loads_changed(const struct gno_trace *t)
{
	return t->loads_changed;
}

int gno_trace_loaded(const struct gno_trace *t, const char *file, unsigned node)
{
	return single_loaded(t, file, node);
}

int gno_trace_load_frozen(const struct gno_trace *t, const char *file)
{
	return single_load_frozen(t, file);
}

bool gno_trace_reached(const struct gno_trace *t, unsigned node)
{
	const struct gno_trace *one = own(t, &node);

	return single_reached(one, node);
}

bool gno_trace_flushed(const struct gno_trace *t, unsigned node)
{
	const struct gno_trace *one = own(t, &node);

	return single_flushed(one, node);
}
