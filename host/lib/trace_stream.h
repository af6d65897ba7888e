/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TRACE_STREAM_H
#define GNO_TRACE_STREAM_H

/*
 * One node's stream while it is read. The time of a stream is kept as the number of half periods of the
 * time counter (the extended epoch) and the low word of the last record.
 */

#include "gnomon/trace.h"
#include "record.h"

#define STREAM_HEADER 8		/* bytes before the first record: magic and stream class id */
#define STREAM_LOOK_AHEAD 65536 /* records that a search for an epoch or a run number may pass */

/* Where a stream stands in time. */
struct stream_clock {
	uint64_t half; /* half periods of the time counter since the sync */
	uint32_t last; /* word 0 of the last record; its top bit is the lowest of `half` */
	int open;      /* the last half period began without a beat */
	int jumped;    /* after a gap: the next epoch may be any */
};

/* First words of a record. */
struct stream_raw {
	uint32_t w[4];
	unsigned kind;
};

/* Epochs that were found by looking ahead. */
struct stream_epochs {
	uint64_t from;	/* the search began here */
	unsigned found; /* 0, 1 or 2 records that bear an epoch */
	uint64_t at[2]; /* where they lie; at[found]: where the search ended */
	unsigned epoch[2];
};

struct gno_stream {
	const struct gno_manifest *m;
	const struct gno_node *node;
	char *path;
	const uint8_t *data; /* the file */
	uint64_t size;	     /* of what is valid in it */
	uint64_t mapped;     /* of the file */
	uint64_t missing;    /* bytes that should be there and are not */
	unsigned run;
	unsigned sample_words; /* payload of a ratio record that is nothing but pairs in full form, else 0 */
	uint64_t pos;	       /* of the next record */
	uint64_t released;     /* pages of the file up to here were given back */
	struct stream_clock clock;
	struct stream_clock first; /* at the first record */
	struct stream_clock entry; /* at the start of the batch */
	struct stream_epochs ahead;
};

/*
 * Maps the node's file and checks its header. `path` becomes the stream's, also where this fails. What lies
 * behind `valid` bytes is not looked at.
 */
int stream_open(struct gno_stream *s, char *path, const struct gno_manifest *m, unsigned node, unsigned run,
		uint64_t valid, struct gno_err *err);
void stream_close(struct gno_stream *s);

/* The record at `pos` as gno_record_words tells it, for this node and any run. */
int stream_parse_any(const struct gno_stream *s, uint64_t pos, struct stream_raw *r);

/*
 * The record at `pos`: its words, 0 if the file ends within it, negative if there is no record of this
 * node and this run (a sync of another run passes: its caller tells of it).
 */
int stream_parse(const struct gno_stream *s, uint64_t pos, struct stream_raw *r);

/* Carries the clock on over a record. -1 if the record cannot follow: time or epoch go back or too far. */
int stream_follow(const struct gno_stream *s, struct stream_clock *c, const struct stream_raw *r);

/*
 * As stream_follow for the record at s->pos, with what comes after it taken into account. `time`: that of the
 * record in 64 bits; `to`: where it is a gap, its end.
 */
int stream_settle(struct gno_stream *s, struct stream_clock *c, const struct stream_raw *r, uint64_t *time,
		  uint64_t *to);

/* Half period of a record with time word `t`, not before `half`, told from the next epochs at `pos` or later.
 */
uint64_t stream_half(struct gno_stream *s, uint64_t pos, uint64_t half, uint32_t t);

/*
 * Half period of the first record, of time word `t` at `pos`, where no sync tells it: the latest with which
 * the records before the next epoch are not later than that. A recorder that has frozen records no beats: the
 * next epoch may be that of the flush, whole half periods later. Right if it came within a period of the time
 * counter.
 */
uint64_t stream_first_half(struct gno_stream *s, uint64_t pos, uint32_t t);

/* 64-bit time of a time word in a half period. */
uint64_t stream_time(const struct gno_stream *s, uint64_t half, uint32_t t);

/* Word `i` of the payload of the record at `offset`. */
uint32_t stream_payload(const struct gno_stream *s, uint64_t offset, unsigned i);

/* The clock after a record of that time. */
struct stream_clock stream_clock_at(const struct gno_stream *s, uint64_t time);

/*
 * The record at s->pos cannot be: finds where records go on, if need be by giving up records at the end of
 * the batch, writes the hole into the batch and moves the stream behind it.
 */
void stream_repair(struct gno_stream *s, struct gno_batch *b);

#endif
