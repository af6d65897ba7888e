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
	const struct gno_batch *b; /* where its records come */
	size_t at;		   /* record of the batch that comes next */
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

/* Begins the stream of a node, whose records come into `b`; the file at `path`, which becomes the
 * lane's, is made. `b` and `path` may be NULL for want of memory. filter_lane_close in any case.
 * GNO_ERR_IO, GNO_ERR_NOMEM. */
int filter_lane_open(struct filter_lane *l, struct gno_trace *t, unsigned node,
		     const struct gno_batch *b, char *path, struct gno_err *err);

/* Whether the batch has a record that comes next, and it lies before that offset of the stream; it
 * is *out. */
bool filter_lane_before(const struct filter_lane *l, uint64_t offset, const struct gno_slot **out);

/* All records of the batch are taken. GNO_ERR_FORMAT: bytes that are no records follow. */
int filter_lane_next(struct filter_lane *l, struct gno_err *err);

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
