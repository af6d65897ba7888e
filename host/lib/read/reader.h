/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_READER_H
#define GNO_READER_H

/*
 * One go over a run for any set of passes.
 *
 *	struct reader *reader;
 *
 *	rc = reader_open(trace, known, &reader, err);
 *	for (unsigned k = 0; k < nodes && !rc; k++)
 *		reader_begin(reader, k);
 *	rc = rc ? rc : reader_add(reader, &pass, self, err);
 *	rc = rc ? rc : reader_run(reader, err);
 *	rc = rc ? rc : reader_end(reader, err);
 *	reader_close(reader);
 *
 * The reader decodes each record once, and alone decides in which order records of several nodes
 * come, and from when to when writes of a node with an event port may be missing. A pass gets what
 * it wants in one of two ways:
 *
 * - `batch`: the records of each node in the order of the node, a batch at a time, for what looks
 *   at a node alone. `known.h` tells from them of which stretches nothing is known;
 * - `record` and `unknown`: the writes to the event ports of all nodes in order of time (of several
 *   boards of common time, which their bounds may leave undecided), and where
 *   some may be missing. In one cycle sends come first and receives last, else nodes come in their
 *   order. A record that no pass wants is skipped before it is decoded.
 *
 * A run that is followed is read up to what is there, again and again; a run that is complete is
 * one that is followed to its end.
 */

#include <stdbool.h>
#include <stdint.h>
#include "read/known.h"
#include "read/stream.h"
#include "read/trace.h"

enum read_kind {
	READ_WRITE,   /* a write to the port of a node */
	READ_UNKNOWN, /* writes of the node may be missing, from `time` on */
	READ_KNOWN,   /* the end of a stretch without a known end; a write ends it, too */
	READ_FLUSH,   /* the node's last record: all later writes are none */
};

/* Why writes are missing. */
enum read_why {
	READ_GAP,	  /* the recorder discarded records, or a filter left them out */
	READ_HOLE,	  /* the trace is damaged */
	READ_OFF,	  /* the triggers, or collection, are off */
	READ_OVERWRITTEN, /* the recorder went on from its start after the buffer was full */
	READ_FROZEN,	  /* it kept nothing after its stop */
	READ_ENDED,	  /* the records of the node end without the end of the run */
};

struct read_event {
	uint64_t time;	/* of several boards the common one (read/boards.h) */
	uint64_t cycle; /* of the node's own board; of one board the same */
	uint64_t bound; /* the most by which `time` can be wrong, of several boards; else 0 */
	unsigned board; /* of the node; of one board 0 */
	enum read_kind kind;
	unsigned node;
	/* a write */
	unsigned page, code; /* `code`: connection or control */
	unsigned process, runnable;
	uint32_t data;
	uint32_t pc;	       /* 0: the port does not record it */
	uint32_t process_time; /* likewise */
	/* an unknown stretch */
	enum read_why why;
	bool open;	 /* it lasts until READ_KNOWN or a write of the node */
	uint64_t to;	 /* else its last cycle */
	uint64_t hidden; /* else most writes that it can hide */
};

/* An analysis while the run is read. Functions that it does not need are NULL; `self` is its own.
 * A negative result ends the reading, and `err` says why. */
struct pass {
	const char *name;
	unsigned pages; /* of the event port: the writes that it wants, a bit each */
	int (*batch)(void *self, unsigned node, struct gno_err *err);
	int (*record)(void *self, const struct read_event *v, struct gno_err *err);
	int (*unknown)(void *self, const struct read_event *v, struct gno_err *err);
	int (*over)(void *self, unsigned node, struct gno_err *err); /* no batch of it comes */
	int (*end)(void *self, struct gno_err *err);
};

/* A pass that has to wait before it takes more of a batch: it gets the same batch again. */
#define READ_WAITS 2
/* A pass that wants no more of the node. It may get more batches of it: reading ends early only
 * where all passes say so for one batch, and none wants its writes. */
#define READ_ENOUGH 3

#define READ_PAGE(page) (1u << (page))
#define READ_MESSAGES                                                                              \
	(READ_PAGE(GNO_PAGE_SEND) | READ_PAGE(GNO_PAGE_RECEIVE) |                                  \
	 READ_PAGE(GNO_PAGE_MESSAGE_QUEUED))

struct reader;

/* Most events of one record: it shows since when collection was off, that it is on again, and off
 * behind it. */
#define READER_EVENTS 3

/* Where the reading of a node stands: before a record, or between the events of one. */
struct reader_place {
	struct stream_place stream; /* where a batch begins, */
	size_t taken;		    /* of which so many records were taken */
	struct known known;
	struct read_event event[READER_EVENTS]; /* that were not yet handed out */
	unsigned events;
	bool off, begun, ended; /* a stretch is open; the first record was seen; the flush was */
	bool closed;		/* all was read: `stream` does not matter */
	uint64_t passed, end;	/* times: of the last record; when the records end, so far */
};

/* `known`: of each node, it is copied. *out is the caller's, also after a failure. GNO_ERR_NOMEM.
 */
int reader_open(struct gno_trace *t, const struct read_known *known, struct reader **out,
		struct gno_err *err);
void reader_close(struct reader *r);

/* Adds a pass; it lasts as long as the reader. GNO_ERR_NOMEM. */
int reader_add(struct reader *r, const struct pass *pass, void *self, struct gno_err *err);

/* The first record of a node, for a pass that must know it before the node begins: 1; 0: there is
 * none, so far; or as gno_stream_read, and GNO_ERR_NOMEM. Only before reader_begin. */
int reader_first(struct reader *r, unsigned node, struct gno_slot *first, struct gno_err *err);
/* The records of a node are to be read, from its first one on. Nothing else is to read its stream
 * up to reader_close. Before that, no pass gets what may come after them. Where no pass wants
 * writes, the others need not be begun, and one node is read to its end before the next one. */
void reader_begin(struct reader *r, unsigned node);
/* The same from a place on that the node's stream has (read/stream.h), where no pass wants writes.
 */
void reader_begin_at(struct reader *r, unsigned node, const struct stream_place *place);
/* Where a node that has begun stands, after an event or in the `batch` of a pass: of which nothing
 * was taken then. false: it is where another reader could not go on. */
bool reader_place(const struct reader *r, unsigned node, struct reader_place *out);
/* A node that has begun goes on from there, before anything was read; so must all that have a port.
 * No pass wants batches. */
void reader_go_to(struct reader *r, unsigned node, const struct reader_place *place);
/* Where the records of a node come; NULL: there is no memory. */
struct gno_batch *reader_batch(struct reader *r, unsigned node);

/* The time at which the last of a batch ends; the batch has a record. */
uint64_t reader_batch_end(const struct gno_batch *b);

/* Hands out the next event, and the batches up to it: 1; 0: there is none, so far; or as
 * gno_stream_read and the passes fail. */
int reader_step(struct reader *r, struct gno_err *err);
/* Events after `time`, of several boards common time, wait; UINT64_MAX: none does. */
void reader_until(struct reader *r, uint64_t time);
/* Whether reader_step had none for that reason: more may come. */
bool reader_waits(const struct reader *r);
/* Where no pass wants writes: the same with the batches of one node, up to one that a pass waits
 * with: GNO_OK. */
int reader_read(struct reader *r, unsigned node, struct gno_err *err);
/* The same with all that is there: GNO_OK. */
int reader_run(struct reader *r, struct gno_err *err);
/* Tells the passes that no more comes. */
int reader_end(struct reader *r, struct gno_err *err);

/* Whether any node has an event port, and what to say if none has. */
#define READ_NO_PORT "no node of this monitor has an event port"
bool reader_has_port(const struct gno_manifest *m);

#endif
