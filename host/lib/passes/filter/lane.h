/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FILTER_LANE_H
#define GNO_FILTER_LANE_H

/* A node's stream on its way into another file, without the records that are left out. */

#include "read/trace.h"
#include "records/packet.h"

struct filter_lane {
	const struct gno_manifest *m;
	unsigned node, run;
	bool filtered; /* the run was, before */
	struct gno_stream *s;
	struct gno_batch *b;
	size_t at; /* record of the batch that comes next */
	struct gno_packer packer;
	char *path;
	int fd;
	uint64_t half; /* half period of the time counter of the last record, or stretch */
	bool open;     /* a stretch is left out: */
	uint64_t from, to;
	uint64_t cut_off;	  /* bytes of the record in which the stream ends */
	uint64_t records, events; /* that the new stream has */
	uint64_t kept, left_out;  /* of those of the other one */
};

/* Begins with the stream's first record; the file at `path`, which becomes the lane's, is made.
 * filter_lane_close in any case. GNO_ERR_IO, GNO_ERR_NOMEM. */
int filter_lane_open(struct filter_lane *l, const struct gno_manifest *m, unsigned node,
		     const struct gno_trace_run *run, struct gno_stream *s, char *path,
		     struct gno_err *err);

/*
 * The record that comes next, in *out until one of the next three is called: 1 if it lies before
 * that offset of the stream, else 0, as at the end. GNO_ERR_FORMAT: bytes that are no records lie
 * before it. Or as gno_stream_read fails.
 */
int filter_lane_before(struct filter_lane *l, uint64_t offset, const struct gno_slot **out,
		       struct gno_err *err);

/* Whether the record at that offset comes next, and is there. */
static inline bool filter_lane_is_at(const struct filter_lane *l, uint64_t offset)
{
	return l->at < l->b->n && l->b->base + l->b->rec[l->at].at == offset;
}

/* Copies the record that comes next; passes over it; or leaves out all from then on up to the
 * next one that is copied, so that the trace says that nothing is known of that stretch. */
int filter_lane_keep(struct filter_lane *l, struct gno_err *err);
void filter_lane_skip(struct filter_lane *l);
void filter_lane_leave_out(struct filter_lane *l, uint64_t time);

/* Whether times of later records are known without one of that time, which comes next. */
bool filter_lane_can_skip(const struct filter_lane *l, uint64_t time);

/* Writes what is left. */
int filter_lane_end(struct filter_lane *l, struct gno_err *err);
void filter_lane_close(struct filter_lane *l);

#endif
