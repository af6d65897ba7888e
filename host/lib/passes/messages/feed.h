/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_FEED_H
#define GNO_ANALYSIS_FEED_H

/*
 * The writes to the event ports of a run, over all nodes in order of time, and where some may be
 * missing. In one cycle sends come first and receives last, else nodes come in their order. Records
 * that are neither are skipped before they are decoded, so this is faster than REPORT_EVENTS.
 */

#include <stdbool.h>
#include <stdint.h>
#include "results/report.h"

enum feed_kind {
	FEED_WRITE,  /* a write to the port of a node */
	FEED_BREAK,  /* writes of the node may be missing, from `time` on */
	FEED_RESUME, /* the end of a break without a known end; a write ends it, too */
	FEED_END,    /* the node's last record, its flush: all later writes are none */
};

struct feed_event {
	uint64_t time;
	enum feed_kind kind;
	unsigned node;
	/* a write */
	unsigned page, code; /* `code`: connection or control */
	unsigned process, runnable;
	uint32_t data;
	uint32_t pc;	       /* 0: the port does not record it */
	uint32_t process_time; /* likewise */
	/* a break */
	bool open;	 /* it lasts until FEED_RESUME or a write of the node */
	uint64_t to;	 /* else its last cycle */
	uint64_t hidden; /* else most writes that it can hide */
};

struct feed;

/*
 * Begins with the first event of a run (after gno_report_look or gno_report_build). Nothing else is
 * to read the run up to feed_close. *out is the caller's, also after a failure. GNO_ERR_NOMEM.
 */
int feed_open(const struct gno_report *r, struct feed **out, struct gno_err *err);
/* The next event: 1; 0 after the last one; or as gno_stream_read fails. */
int feed_next(struct feed *f, struct feed_event *out, struct gno_err *err);
void feed_close(struct feed *f);

/* Whether any node has an event port, and what to say if none has. */
#define FEED_NO_PORT "no node of this monitor has an event port"
bool feed_has_port(const struct gno_report *r);

#endif
