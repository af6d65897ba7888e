/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/found/segments.h"

#include "passes/found/found.h"
#include "passes/index/file.h"
#include "passes/reading.h"
#include "read/segments.h"

/* The walk over one node is all that is wanted: it knows the segments that have begun. */
static void begin(const void *self, struct report_rows *rows)
{
	const unsigned *node = self;

	if (rows->node == *node)
		rows->lists = REPORT_LIST(REPORT_EVENTS);
}

/* Moves the list to a place, with what the walk over the node knows there. */
static int go_to(const struct gno_report *r, unsigned node, uint64_t cycle,
		 const struct stream_place *place, struct gno_segments *l, struct gno_err *err)
{
	static const struct found_taker taker = {.begin = begin};
	struct reader *reader = NULL;
	struct found *f = NULL;
	struct archive rest;
	int rc = reading_open(r, &reader, err);

	rc = rc ? rc : found_add(r, &taker, &node, reader, &f, err);
	rc = rc ? rc : found_begin(f, reader, node, cycle, &rest, err);
	if (rc > 0) {
		archive_free(&rest);
		segments_list_go_to(l, place, &found_node(f, node)->w.units.segments);
	}
	found_close(f);
	reader_close(reader);
	return rc < 0 ? rc : GNO_OK;
}

int found_segments(const struct gno_report *r, unsigned node, struct gno_stream *s, unsigned unit,
		   uint64_t cycle, struct gno_segments **out, struct gno_err *err)
{
	struct stream_place place;
	struct archive state;
	int rc = gno_segments_open(s, unit, out, err);

	rc = rc ? rc : index_find(r->index, r, node, cycle, &place, &state, err);
	if (rc <= 0)
		return rc;
	archive_free(&state);
	return go_to(r, node, cycle, &place, *out, err);
}
