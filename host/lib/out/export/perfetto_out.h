/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_PERFETTO_OUT_H
#define GNO_EXPORT_PERFETTO_OUT_H

/* Packets of Perfetto's trace format, one at a time: memory is that of the largest packet. */

#include "out/export/export.h"
#include "out/export/perfetto.pb-c.h"

#define PERFETTO_NOTES 24

struct perfetto {
	struct export_job *job;
	uint8_t *packet; /* the last one */
	size_t room;
};

struct perfetto_note {
	const char *name;
	const char *text; /* NULL: the number */
	uint64_t number;
};

/* An event of a track. */
struct perfetto_event {
	Export__TrackEvent__Type type;
	uint64_t track, ns;
	uint64_t iid;	  /* of its name; 0: `name` */
	const char *name; /* NULL: none */
	double value;	  /* of a counter */
	/* 0: none; an arrow goes from the event that begins it to the one that ends it */
	uint64_t flow;
	bool flow_ends;
	struct perfetto_note note[PERFETTO_NOTES];
	size_t notes;
};

/* A note of an event; those that do not fit are left out. */
void perfetto_note(struct perfetto_event *e, const char *name, uint64_t number);
void perfetto_note_text(struct perfetto_event *e, const char *name, const char *text);

/* GNO_ERR_NOMEM, GNO_ERR_INTERRUPTED, GNO_ERR_IO. */
int perfetto_names(struct perfetto *p, const char *const *name, size_t names, struct gno_err *err);
/* `parent` 0: none. */
int perfetto_track(struct perfetto *p, uint64_t track, uint64_t parent, int rank, const char *name,
		   bool counter, struct gno_err *err);
int perfetto_put(struct perfetto *p, const struct perfetto_event *e, struct gno_err *err);
void perfetto_free(struct perfetto *p);

#endif
