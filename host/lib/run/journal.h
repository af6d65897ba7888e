/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_JOURNAL_H
#define GNO_JOURNAL_H

/* RUN/run.json: one parser for those who drain into a run and those who read it. */

#include <jansson.h>
#include <stdbool.h>
#include "common/moment.h"
#include "common/errors.h"
#include "monitor/manifest.h"
#include "records/packet.h"
#include "run/entry.h"
#include "run/filters.h"
#include "run/run.h"

/*
 * Format of a run directory. 1 had streams without packets, and a list of holes in run.json; its
 * times after a gap were not in the trace. 2 had gaps without epochs; under an event in every cycle
 * its times between gaps could be wrong. Both are refused.
 */
#define GNO_RUN_FORMAT 3

/* The same of a run that was filtered, so that programs that know nothing of filters refuse it. It
 * can only be read. */
#define GNO_RUN_FORMAT_FILTERED 4

#define GNO_NONCE_DIGITS 14

/* Reads run.json and checks its format; *root is the caller's. GNO_ERR_IO, GNO_ERR_FORMAT,
 * GNO_ERR_NOMEM. */
int gno_journal_load(const char *path, json_t **root, struct gno_err *err);

/* A node's part of the journal. */
struct gno_run_node {
	uint64_t size;		     /* offset behind the last valid record of the stream's file;
					UINT64_MAX: not stated */
	struct gno_packet_mark mark; /* where its packets are taken up again; at UINT64_MAX: not
					stated */
	bool sync;		     /* its sync came */
	bool flush;		     /* its flush came */
	bool done;		     /* nothing more will come */
	bool reached;		     /* it reported the end point */
	uint64_t lives;		     /* load records "live" that came */
	bool off;		     /* the last load record was "off" */
};

/* Slots behind the position that were read and are not records yet: they wait for others behind
 * them (run/entry.h). The monitor may have overwritten them. */
struct gno_pending {
	uint32_t *w; /* two words a slot */
	size_t slots;
};

/* A pattern file that was loaded into the run. */
struct gno_run_load {
	char *file;		 /* name in the run directory; NULL: not stated */
	bool on[GNO_MAX_NODES];	 /* nodes that went live with it, or were about to */
	bool off[GNO_MAX_NODES]; /* nodes that were turned off for it and did not come that far */
	uint64_t size[GNO_MAX_NODES]; /* bytes of the nodes' streams that were here before */
	bool frozen; /* a recorder had frozen when it was over, or that is not known */
	struct gno_pattern_file *patterns; /* of a run that is open */
};

/*
 * What the journal states. A reader of a trace needs little of it, and takes what is there; a drain
 * needs all.
 */
struct gno_journal {
	/* fit to be shown; NULL: the file has no such key */
	char *hash, *version, *device, *started, *state_name, *mode_name;
	int state, mode; /* enum gno_run_state and gno_buffer_mode; -1: none of these */
	bool frozen;
	struct gno_entries_state entries; /* as gno_run's */
	bool model; /* of a simulated model (a journal without the key is of the hardware) */
	int number; /* run number, 0 to 255; -1: not stated */
	uint64_t nonce, loaded_nonce;
	unsigned loaded_run, after, limit_ms;
	struct gno_simulation simulation;
	struct gno_anchors anchors; /* those that it has */
	struct gno_progress progress;
	struct gno_pending pending;
	uint64_t drained_at;
	struct gno_run_node *node; /* one a node of the manifest */
	struct gno_run_load *load;
	size_t loads;
	struct gno_trace_filter *filter; /* in their order; names are those of the contents */
	size_t filters;
	uint64_t stopped;  /* filtered and frozen: time of the stop; UINT64_MAX: not known */
	const char *lacks; /* the first key that a drain needs and that is missing, or not what it
			      must be; NULL: none */
};

/*
 * Takes the contents of a journal. `path` is for messages; `out` is to be freed in any case
 * (gno_journal_free), before the contents are. What is missing is left to the caller.
 * GNO_ERR_FORMAT: a number or a part is not what it must be; GNO_ERR_MISMATCH: it is of another
 * monitor than `m`; GNO_ERR_NOMEM.
 */
int gno_journal_parse(const json_t *root, const char *path, const struct gno_manifest *m,
		      struct gno_journal *out, struct gno_err *err);
void gno_journal_free(struct gno_journal *j);

/* The part of it that is of filters. */
int gno_journal_filters(const json_t *root, const char *path, const struct gno_manifest *m,
			struct gno_journal *out, struct gno_err *err);
void gno_journal_free_filters(struct gno_journal *j);

/* Adds a filter to the contents of a journal, which is that of a filtered run then. Names are those
 * of `m` and of its points. GNO_ERR_NOMEM. */
int gno_journal_add_filter(json_t *root, const struct gno_trace_filter *f,
			   const struct gno_manifest *m, struct gno_err *err);

#endif
