/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TRACE_H
#define GNO_TRACE_H

/*
 * Reading of a run directory: RUN/manifest.json, RUN/run.json, RUN/trace/node_K. Times come
 * extended to 64 bits, in clocks since the sync of the run. What is damaged costs itself only: the
 * reader skips to the next plausible record and reports the hole. A record has no check sum, so
 * damage that leaves a plausible record is not seen.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/moment.h"
#include "common/errors.h"
#include "monitor/manifest.h"
#include "records/ratio.h"
#include "records/segment.h"
#include "gnomon/records.h"
#include "run/filters.h"

/* In the place of a record: bytes of the stream that are no records. */
#define GNO_KIND_HOLE 0

/* Records that are decoded at once. */
#define GNO_BATCH 1024

struct gno_trace;
struct gno_stream;
struct trace_boards;

/* The contents of run.json. Strings belong to the trace; NULL where the file has no such key. */
struct gno_trace_run {
	unsigned run; /* run number, 0..255 */
	int wrap;     /* mode "wrap": the oldest records may have been overwritten */
	int frozen; /* mode "wrap": the recorder stopped by itself; what came later than its stop is
		       not kept */
	bool model; /* of a simulated model of the monitor, not of the hardware */
	const char *mode;
	const char *state;
	const char *device;
	const char *started;
	const char *version;
	struct gno_simulation simulation;
	struct gno_anchors anchors;
	const struct gno_trace_filter *filter; /* in their order */
	size_t filters;
	uint64_t stopped; /* filtered and frozen: time of the stop; UINT64_MAX: not known */
	/* slots that the drain found to be no records of any node (holes.bin) */
	uint64_t foreign_slots;
};

/* A time of which the record has too few bits. */
#define GNO_TIME_UNKNOWN UINT64_MAX

/* An extreme in a sample; all 0 where there was no value since the last reset. */
struct gno_extreme {
	bool any;
	uint32_t largest, smallest;
	uint64_t largest_time, smallest_time; /* when it came first, or GNO_TIME_UNKNOWN */
	unsigned largest_code, smallest_code; /* of the last event before or with it, 0: none */
};

/* A record of a block: of a bank of buckets, or of a snapshot of counters. */
struct gno_block {
	unsigned unit;	/* place in the node's list of bucket units, or of counter banks */
	uint64_t began; /* bucket: first clock of the bank; counter: time before which the first of
			   each 16 counted, at the flush all */
	uint64_t ended; /* bucket: last clock of the bank; counter: time of the snapshot */
	bool last, late, saturated, flush; /* as GNO_BLOCK_*; saturated: a count of this record */
	unsigned first, many;		   /* which counts */
	uint32_t lost, counted;		   /* of the whole bank, modulo 2^32; counter: 0 */
	uint32_t count[GNO_BLOCK_MANY];
};

/* A record of a segment. */
struct gno_segment_part {
	unsigned unit; /* place in the node's list of units */
	uint64_t at;   /* cycle of the trigger: the latest up to `ended` that its bits allow */
	uint64_t ended;
	bool last, flush;     /* as GNO_BLOCK_* */
	unsigned first, many; /* which entries */
	uint32_t missed;      /* as in struct gno_segment */
	unsigned entries;     /* of the whole segment */
	struct gno_segment_entry entry[GNO_ENTRY_MANY];
};

/*
 * A whole segment; without entries: what the flush reports last, its times being the last cycle of
 * the run.
 */
struct gno_segment {
	unsigned unit;	       /* place in the node's list of units */
	uint64_t began, ended; /* its first and its last cycle */
	uint64_t at;	       /* cycle of the trigger */
	bool flush;	       /* it ended in the last cycle of the run */
	uint32_t missed;       /* triggers without a segment of their own since the end of the
				  segment before (or the sync), modulo 2^32 */
	unsigned entries;
	unsigned trigger; /* place of the entry that holds `at` */
	const struct gno_segment_entry *entry;
};

/* One record, or a hole. */
struct gno_record {
	uint64_t time;	 /* clocks since the sync; of a hole, and of bucket, counter and segment: of
			    the record before */
	uint64_t offset; /* bytes from the start of the node's file */
	unsigned node;
	unsigned kind; /* GNO_KIND_* */
	/* event code; trigger number; of a datum sub (0..63); of a load 1 where triggers went live,
	 * 0: off; of a ratio record the code of the record before it; of bucket, counter and
	 * segment the unit; of beat, sync, flush and gap the epoch as sent */
	unsigned code;
	/* flags of event, trigger, datum, word, capture, line; of beat, sync, flush and gap the
	 * run number */
	unsigned aux;

	/* datum */
	unsigned page;	   /* 0..15 */
	uint32_t data;	   /* the word that was written */
	unsigned process;  /* process register, 0..65535 */
	unsigned runnable; /* runnable processes, 0..255 */
	uint32_t pc;	   /* of the store; 0 where the port does not record it */
	/* clocks since START, modulo 2^32; 0 where the port does not record it */
	uint32_t process_time;

	uint64_t word; /* word, capture: the watched word */
	/* capture: the global trigger is this node's; the word counted in this cycle, else it is
	 * the last one that did; one did since the sync, else it is 0 */
	bool cause, current, known;

	/* line: which one; a round began, else it ended; this node asserted the line for it; ended:
	 * the limit came before this node's processor had finished, before its local store was
	 * sent */
	enum gno_line line;
	bool began, own, late, kept;
	uint32_t paused; /* cycles before this one with a line asserted, modulo 2^32 */
	uint32_t length; /* ended: cycles of the round since the sync, modulo 2^32 */

	/* gap and hole */
	uint64_t to;   /* gap: when recording resumed; hole: time of the next record */
	uint32_t lost; /* gap: records lost */
	bool left_out; /* gap: a filter left out all of the node's records between `time` and `to`,
			  both included; `lost` is 0 */
	/* gap: the trace buffer was full when it began; else only the FIFO. line: this node's
	 * local store asserted it, at its almost-full mark */
	bool full;
	uint64_t bytes; /* hole: length */
	int cut_off;	/* hole: the file ends within a record */

	/* ratio: one a pair of the node, in the room that gno_stream_record was given */
	unsigned pairs;
	const struct gno_ratio *pair;
};

/* One record as it is decoded in bulk. */
struct gno_slot {
	uint64_t time; /* clocks since the sync */
	uint32_t info; /* word 1 of the record, for the functions of records.h */
	uint32_t at;   /* where the record lies, in bytes from `base` of the batch */
};

/*
 * Records of one node in their order. A gap is always the last of its batch. If hole_bytes is not
 * 0, a hole follows the last record of the batch.
 */
struct gno_batch {
	size_t n;
	uint64_t base;	  /* offset in the file */
	uint64_t resumed; /* if the last record is a gap: when recording resumed */
	uint64_t hole_offset, hole_bytes;
	uint64_t hole_from, hole_to; /* times of the records before and after it */
	int cut_off;		     /* the hole is a record that the end of the file cut off */
	struct gno_slot rec[GNO_BATCH];
};

/*
 * Opens a run directory, of one board or of several (read/boards.h). On success `*out` is the
 * caller's (gno_trace_close). GNO_ERR_IO (a file is missing or cannot be read), GNO_ERR_FORMAT (no
 * run directory, no trace, run.json or manifest at fault), GNO_ERR_STATE (the run was never
 * started, or is replaced again and again), GNO_ERR_MISMATCH (a stream of another node, monitor or
 * run), GNO_ERR_NOMEM.
 */
int gno_trace_open(const char *dir, struct gno_trace **out, struct gno_err *err);
void gno_trace_close(struct gno_trace *t);

/*
 * The same run with streams of its own, so that another thread can read these: of the same files,
 * whatever lies in the folder by now. `of` does not grow, and stays open as long. On success `*out`
 * is the caller's (gno_trace_close). GNO_ERR_NOMEM.
 */
int gno_trace_share(const struct gno_trace *of, struct gno_trace **out, struct gno_err *err);

/*
 * As gno_trace_open, for a run that may still be drained: the ends of its streams are then not the
 * end of the run. gno_stream_read returns 0 where nothing more is there, and goes on after
 * gno_trace_refresh. A record that is not all there, or whose time may still move, is not
 * there; so is damage behind which no records prove where the stream goes on.
 */
int gno_trace_follow(const char *dir, struct gno_trace **out, struct gno_err *err);

/*
 * Looks whether more has come: 1, or 0 where nothing has changed. What gno_trace_run returns is
 * then that of the new run.json; strings of before are gone. Fails as gno_trace_open does; with
 * GNO_ERR_MISMATCH where another run has taken the place of this one, with GNO_ERR_IO where a file
 * has become shorter.
 */
int gno_trace_refresh(struct gno_trace *t, struct gno_err *err);

/*
 * As gno_trace_refresh, but by the run.json that another trace of the same run has read last, so
 * that both end with the same records. GNO_ERR_MISMATCH where it is of another run.
 */
int gno_trace_refresh_with(struct gno_trace *t, const struct gno_trace *other, struct gno_err *err);

/*
 * What is there of a run that is followed is taken for all of it, as gno_trace_open does. Fails as
 * that does.
 */
int gno_trace_settle(struct gno_trace *t, struct gno_err *err);

/* Whether more may come: it is followed, and the run is not complete. */
bool gno_trace_grows(const struct gno_trace *t);

/* The folder that was opened. */
const char *gno_trace_dir(const struct gno_trace *t);
const struct gno_manifest *gno_trace_manifest(const struct gno_trace *t);
const struct gno_trace_run *gno_trace_run(const struct gno_trace *t);

/*
 * Of which run directories it is: of one board the run itself, its only part; of several boards
 * (read/boards.h) the run of each. `first`: which node of the run is the part's first one.
 */
unsigned gno_trace_parts(const struct gno_trace *t);
const struct gno_trace *gno_trace_part(const struct gno_trace *t, unsigned part, unsigned *first);
/* The boards of a run of several, NULL: it is of one. */
const struct trace_boards *gno_trace_boards(const struct gno_trace *t);

/* How often run.json was read with another list of loads than before. */
unsigned gno_trace_loads_changed(const struct gno_trace *t);

/*
 * Of a part: whether a pattern file of the run directory ("patterns.2.json") was loaded to the
 * node: by run.json's list of loads; true for all nodes where that does not name the file.
 */
int gno_trace_loaded(const struct gno_trace *t, const char *file, unsigned node);

/* Whether run.json says that the drain got the node's record of the end point ('until'), its flush
 * record. */
bool gno_trace_reached(const struct gno_trace *t, unsigned node);
bool gno_trace_flushed(const struct gno_trace *t, unsigned node);

/* Whether the recorder of a node's board froze (mode `wrap`). */
bool gno_trace_frozen(const struct gno_trace *t, unsigned node);

/* Whether a recorder may have frozen (mode `wrap`) before a pattern file was loaded, by
 * run.json. */
int gno_trace_load_frozen(const struct gno_trace *t, const char *file);

/* The stream of a node. */
struct gno_stream *gno_trace_stream(struct gno_trace *t, unsigned node);
/* Bytes of all streams. */
uint64_t gno_trace_bytes(struct gno_trace *t);
/* Bytes that a temporary file of an analysis of its messages takes, at most; 0: not known, as it
 * grows. */
uint64_t gno_trace_scratch(struct gno_trace *t);

/* Path of the stream's file. */
const char *gno_stream_path(const struct gno_stream *s);

/* Bytes that run.json counts and the file lacks: it was cut off. */
uint64_t gno_stream_missing(const struct gno_stream *s);

/* Whether more of this node may come. */
bool gno_stream_grows(const struct gno_stream *s);

/* Time before which no record comes that is not read yet. */
uint64_t gno_stream_reached(const struct gno_stream *s);

/* Back to the first record. */
void gno_stream_rewind(struct gno_stream *s);

/*
 * Next records of the stream: 1, 0 at the end (the batch is then empty), or GNO_ERR_MISMATCH where
 * records of another run begin.
 */
int gno_stream_read(struct gno_stream *s, struct gno_batch *b, struct gno_err *err);

/*
 * All of record `i` of the batch that was read last; i == b->n is the hole. The pairs are written
 * to `pair`, which must have room for those of the node.
 */
void gno_stream_record(const struct gno_stream *s, const struct gno_batch *b, size_t i,
		       struct gno_ratio *pair, struct gno_record *out);

/*
 * Extreme `i` of a record of kind ratio that gno_stream_record gave, of values from cycle `since`
 * on. The record has the low bits of times, 32 at most: they are known where `since` is not longer
 * ago than these bits reach.
 */
void gno_stream_extreme(const struct gno_stream *s, const struct gno_record *r, unsigned i,
			uint64_t since, struct gno_extreme *out);

/*
 * The first `words` words of the record at `offset`, which has at least so many, for the functions
 * of records.h.
 */
void gno_stream_words(const struct gno_stream *s, uint64_t offset, uint32_t *w, unsigned words);

/* What a record of kind bucket or counter bears. */
void gno_stream_block(const struct gno_stream *s, const struct gno_record *r,
		      struct gno_block *out);

/* What a record of kind segment bears. */
void gno_stream_segment_part(const struct gno_stream *s, const struct gno_record *r,
			     struct gno_segment_part *out);

/* The segments of a unit, one by one. */
struct gno_segments;

/*
 * Begins with the first one. The stream is not to be read otherwise up to gno_segments_close. *out
 * is the caller's. GNO_ERR_NOMEM.
 */
int gno_segments_open(struct gno_stream *s, unsigned unit, struct gno_segments **out,
		      struct gno_err *err);
/*
 * The next one, in order of time: 1; `out` holds until the next call. 0 after the last one, or as
 * gno_stream_read fails. Those that are not whole or contradict themselves are left out.
 */
int gno_segments_next(struct gno_segments *l, struct gno_segment *out, struct gno_err *err);
/* The entry that holds a cycle from `began` to `ended`; *first is its first cycle. */
unsigned gno_segment_find(const struct gno_segment *s, uint64_t cycle, uint64_t *first);
/* How many were left out so far. */
uint64_t gno_segments_left_out(const struct gno_segments *l);
void gno_segments_close(struct gno_segments *l);

#endif
