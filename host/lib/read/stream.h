/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TRACE_STREAM_H
#define GNO_TRACE_STREAM_H

/*
 * One node's stream while it is read. The time of a stream is kept as the number of half periods of
 * the time counter (the extended epoch) and the low word of the last record.
 *
 * A stream that grows is read up to what is there. A record or header that is not all there is no
 * damage, and damage is reported only once records behind it prove where the stream goes on. A
 * record that these may prove wrong waits for them: what was handed out stays, whatever comes. Who
 * reads once what is there of a run that is not complete gets no record whose time has leapt ahead
 * of what its packet says, and holes as of a complete run.
 */

#include "common/util.h"
#include "read/trace.h"
#include "records/packet.h"
#include "records/record.h"
#include "read/input.h"

/* Words of a datum with `pc` and `process_time`; a word has no more. */
#define DATUM_WORDS_MAX (GNO_DATUM_WORDS + GNO_SLOT_BYTES / 4)

#define STREAM_LOOK_AHEAD 65536 /* records that a search for an epoch or a run number may pass */

/* Where a stream stands in time. */
struct stream_clock {
	uint64_t half; /* half periods of the time counter since the sync */
	uint32_t last; /* word 0 of the last record; its top bit is the lowest of `half` */
	int open;      /* the last half period began without a beat */
	int jumped;    /* after a gap: the next epoch may be any */
};

/* First words of a record: all of a gap. */
struct stream_raw {
	uint32_t w[GNO_GAP_WORDS];
	unsigned kind;
};

/* Epochs that were found by looking ahead. */
struct stream_epochs {
	uint64_t from;	/* the search began here */
	unsigned found; /* 0, 1 or 2 records that bear an epoch */
	uint64_t at[2]; /* where they lie; at[found]: where the search ended */
	unsigned epoch[2];
};

/* Where a stream stands between two batches. */
struct stream_place {
	uint64_t pos, packet; /* as in struct gno_stream; also these: */
	uint64_t told_begin, told_end, content_end;
	struct stream_clock clock;
	struct stream_epochs ahead;
};

/* How far a stream's file is to be read. */
struct stream_extent {
	uint64_t valid; /* bytes that count; UINT64_MAX: all */
	uint64_t mark;	/* packet from which on times may still move (records/packet.h); UINT64_MAX:
			   none */
	bool grows;	/* more may come, and its reader waits for that */
	bool partial;	/* the node's records are not complete */
};

struct gno_stream {
	const struct gno_manifest *m;
	const struct gno_node *node;
	unsigned place; /* of the node in the run; in a run of several boards not its index */
	char *path;
	struct stream_input *in; /* the file */
	bool grows;		 /* more may come: its end is not that of the run */
	bool partial;		 /* the node's records are not complete */
	bool begun;		 /* its first record is there */
	bool dry;		 /* it grows, and all that is there was read */
	uint64_t size;		 /* of what is valid in it */
	uint64_t missing;	 /* bytes that should be there and are not */
	unsigned run;
	bool filtered;	       /* a gap without lost records may be a filter's */
	unsigned datum_words;  /* of a write to the event port whose third slot can be anything, or
				  that has none; 0: the node has no port, or not such a one */
	unsigned sample_words; /* payload of a ratio record that is nothing but pairs in full form,
				  else 0 */
	uint64_t pos;	       /* of the next record, or of a packet's header or zeros before it */
	uint64_t begin;	       /* of the first record */
	uint64_t packet;       /* where the packet begins that holds pos */
	uint64_t told_begin, told_end; /* its times as its header says; UINT64_MAX: not known */
	uint64_t content_end; /* where its records end, as its header says; UINT64_MAX: not known */
	struct stream_clock clock;
	struct stream_clock first; /* at the first record */
	struct stream_clock entry; /* at the start of the batch */
	struct stream_epochs ahead;
};

/*
 * Opens the node's file and checks its header. `path` becomes the stream's, also where this fails.
 * What lies behind the extent is not looked at. The file of a stream that grows may be missing.
 */
int stream_open(struct gno_stream *s, char *path, const struct gno_manifest *m, unsigned node,
		unsigned run, const struct stream_extent *extent, struct gno_err *err);
/* The same stream for another thread: it has windows of its own, and lasts no longer than `of`,
 * which does not grow. stream_close in any case. GNO_ERR_NOMEM. */
int stream_share(struct gno_stream *s, const struct gno_stream *of, struct gno_err *err);
void stream_close(struct gno_stream *s);

/* Checks what the stream begins with, if that is there. */
int stream_start(struct gno_stream *s, struct gno_err *err);

/*
 * Reads the stream up to another extent from now on. 1, or 0 where nothing has changed. Fails as
 * stream_open does, and with GNO_ERR_IO where the file has become shorter.
 */
int stream_extend(struct gno_stream *s, const struct stream_extent *extent, struct gno_err *err);

/* Whether what lies at the position, where a record of `words` words is (gno_record_words), is not
 * all there yet. */
bool stream_is_coming(const struct gno_stream *s, int words);

/* The record at `pos` as gno_record_words tells it, for this node and any run. */
int stream_parse_any(const struct gno_stream *s, uint64_t pos, struct stream_raw *r);

/*
 * The record at `pos`: its words, 0 if the file ends within it, negative if there is no record of
 * this node and this run (a sync of another run passes: its caller reports it).
 */
int stream_parse(const struct gno_stream *s, uint64_t pos, struct stream_raw *r);

/* So many bytes at `pos`, which lie within the stream's size; until the next call. */
static inline const uint8_t *stream_bytes(const struct gno_stream *s, uint64_t pos, size_t len)
{
	return stream_input_bytes(s->in, pos, len);
}

/* The words of a datum at `offset`, with word 1 `info`: GNO_DATUM_WORDS, of a wide one
 * DATUM_WORDS_MAX. */
static inline void stream_datum_words(const struct gno_stream *s, uint64_t offset, uint32_t info,
				      uint32_t w[DATUM_WORDS_MAX])
{
	if (gno_datum_wide(info))
		gno_le32_words(w, stream_bytes(s, offset, DATUM_WORDS_MAX * sizeof(*w)),
			       DATUM_WORDS_MAX);
	else
		gno_le32_words(w, stream_bytes(s, offset, GNO_DATUM_WORDS * sizeof(*w)),
			       GNO_DATUM_WORDS);
}

/* As gno_stream_record of a datum, but writes only the members that a datum has. */
void stream_datum(const struct gno_stream *s, const struct gno_batch *b, size_t i,
		  struct gno_record *out);

/* Whether the header of a packet lies at `pos`. */
static inline int stream_at_header(const struct gno_stream *s, uint64_t pos)
{
	return pos + GNO_PACKET_HEADER <= s->size &&
	       gno_packet_is_header(stream_bytes(s, pos, GNO_PACKET_HEADER), s->node->stream_id);
}

/* Bytes of the zeros at `pos` that fill a packet up to the next one, or to the end; 0: none do. */
uint64_t stream_padding(const struct gno_stream *s, uint64_t pos);

/*
 * Position of the next record: `pos`, or behind headers of packets and the zeros before them if
 * `pos` lies there.
 */
uint64_t stream_hop(const struct gno_stream *s, uint64_t pos);

/* As stream_parse for the next record, to which *pos moves. */
int stream_next(const struct gno_stream *s, uint64_t *pos, struct stream_raw *r);

/* Puts the clock to the first record, from the packet's header or from the epochs that follow. */
void stream_begin(struct gno_stream *s);

/*
 * Passes over the header of a packet, or over the zeros at a packet's end, at the stream's
 * position; what is wrong with them becomes the batch's hole. 0: there is neither.
 */
int stream_border(struct gno_stream *s, struct gno_batch *b);

/* Takes note of the current packet's header, which may have changed while the packet grew. */
void stream_enter_again(struct gno_stream *s);

/* Moves the stream back to a record, which may lie in an earlier packet. */
void stream_go_back(struct gno_stream *s, uint64_t pos);

/* Where the stream stands; and the stream goes on from there, a place of the same file. */
struct stream_place stream_place(const struct gno_stream *s);
void stream_go_to(struct gno_stream *s, const struct stream_place *p);

/* When recording resumed after the gap at the stream's position, as its packet says; UINT64_MAX:
 * not known. */
uint64_t stream_told_end(const struct gno_stream *s);

/* Carries the clock on over a record. -1 if the record cannot follow: time or epoch go back or too
 * far. */
int stream_follow(const struct gno_stream *s, struct stream_clock *c, const struct stream_raw *r);

/*
 * As stream_follow for the record at s->pos, with what comes after it taken into account. `time`:
 * that of the record in 64 bits; `to`: where it is a gap, its end; when called, what its packet
 * says of it, or UINT64_MAX.
 */
int stream_settle(struct gno_stream *s, struct stream_clock *c, const struct stream_raw *r,
		  uint64_t *time, uint64_t *to);

/* Half period of a record with time word `t`, not before `half`, told from the next epochs at `pos`
 * or later.
 */
uint64_t stream_half(struct gno_stream *s, uint64_t pos, uint64_t half, uint32_t t);

/* As stream_half; 0 if no half period from `half` on agrees with the next epoch. */
int stream_agreed_half(struct gno_stream *s, uint64_t pos, uint64_t half, uint32_t t,
		       uint64_t *out);

/*
 * Half period of the first record, of time word `t` at `pos`, where no sync tells it: the latest
 * with which the records before the next epoch are not later than that. A recorder that has frozen
 * records no beats: the next epoch may be that of the flush, whole half periods later. Right if it
 * came within a period of the time counter.
 */
uint64_t stream_first_half(struct gno_stream *s, uint64_t pos, uint32_t t);

/* Whether records that begin at `pos` at that time are not later than the next epoch; also true
 * where there is none to tell. */
int stream_precedes_epoch(const struct gno_stream *s, uint64_t pos, struct stream_clock c);

/* 64-bit time of a time word in a half period. */
uint64_t stream_time(const struct gno_stream *s, uint64_t half, uint32_t t);

/* The clock after a record of that time. */
struct stream_clock stream_clock_at(const struct gno_stream *s, uint64_t time);

/* Notes `bytes` from the stream's position on as a hole and moves the stream behind them. */
void stream_skip(struct gno_stream *s, struct gno_batch *b, uint64_t bytes);

/*
 * The record at s->pos cannot be: finds where records go on, if need be by giving up records at the
 * end of the batch, writes the hole into the batch and moves the stream behind it. Does nothing
 * where the stream grows and what is there does not prove where records go on.
 */
void stream_repair(struct gno_stream *s, struct gno_batch *b);

#endif
