/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_PERFETTO_OUT_H
#define GNO_EXPORT_PERFETTO_OUT_H

/* Packets of Perfetto's trace format, one at a time: memory is that of the largest packet. */

#include "out/export/export.h"
#include "out/export/wire.h"

/* TrackEvent.Type */
enum perfetto_type {
	PERFETTO_SLICE_BEGIN = 1,
	PERFETTO_SLICE_END = 2,
	PERFETTO_INSTANT = 3,
	PERFETTO_COUNTER = 4,
};

/* Notes that events of one key have in common, as they were written. */
#define PERFETTO_KEPT 120 /* bytes; longer ones are not kept */
#define PERFETTO_PLACES 1024

struct perfetto_kept {
	uint64_t what, of; /* the key; `of` of a place that is taken is not 0 */
	uint32_t length;
	uint8_t bytes[PERFETTO_KEPT];
};

/* Texts that were written once and have a number since: each lies where its hash says, and a text
 * whose place another one has is written each time. */
#define PERFETTO_TEXT 48 /* bytes, with the zero; longer ones have none */

struct perfetto_text {
	uint64_t iid; /* 0: the place is free */
	char text[PERFETTO_TEXT];
};

/* Those of a field of InternedData. */
struct perfetto_texts {
	uint32_t field;
	uint64_t last;		    /* number that was given last */
	struct perfetto_text *text; /* PERFETTO_PLACES */
};

struct perfetto {
	struct export_job *job;
	uint8_t common[2 * WIRE_VARINT_MOST]; /* fields that all packets of events have */
	size_t commons;			      /* bytes of them */
	struct wire notes;		      /* of the next event */
	struct wire body, part;
	struct wire fresh;		     /* texts that got a number, not written yet */
	struct perfetto_texts names, values; /* of events, and of notes */
	struct perfetto_kept *kept;	     /* notes of a key lie where its hash says */
	struct text_out out;
};

/* An event of a track. */
struct perfetto_event {
	enum perfetto_type type;
	uint64_t track, ns;
	uint64_t iid;	  /* of its name; 0: `name` */
	const char *name; /* NULL: none */
	double value;	  /* of a counter */
	/* 0: none; an arrow goes from the event that begins it to the one that ends it */
	uint64_t flow;
	bool flow_ends;
};

/* The name of a note: `iid` is its number among the names of notes, 0: it has none. */
struct perfetto_name {
	uint64_t iid;
	const char *name;
};

/* GNO_ERR_NOMEM; perfetto_end is called also after a failure. */
int perfetto_begin(struct perfetto *p, struct export_job *job, struct gno_err *err);
/* `rc`: how it went up to now; else GNO_ERR_IO. */
int perfetto_end(struct perfetto *p, int rc, struct gno_err *err);

/* Notes on the next event that perfetto_put writes. */
void perfetto_note(struct perfetto *p, struct perfetto_name name, uint64_t number);
void perfetto_note_text(struct perfetto *p, struct perfetto_name name, const char *text);
/* The notes of a key, if they are kept: else the caller writes them and calls perfetto_learn with
 * `from`, which is p->notes.used as it was before. */
bool perfetto_known(struct perfetto *p, uint64_t what, uint64_t of);
void perfetto_learn(struct perfetto *p, uint64_t what, uint64_t of, size_t from);

/* The names of events and of notes, whose numbers count from 1 on; NULL has none. GNO_ERR_NOMEM,
 * GNO_ERR_INTERRUPTED, GNO_ERR_IO; the same of the functions below. */
int perfetto_names(struct perfetto *p, const char *const *event, size_t events,
		   const char *const *note, size_t notes, struct gno_err *err);
/* `parent` 0: none. */
int perfetto_track(struct perfetto *p, uint64_t track, uint64_t parent, int rank, const char *name,
		   bool counter, struct gno_err *err);
int perfetto_put(struct perfetto *p, const struct perfetto_event *e, struct gno_err *err);

#endif
