/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RUN_H
#define GNO_RUN_H

/*
 * A run directory and what fills it:
 *
 *   manifest.json     the monitor
 *   patterns.json     the pattern file: tables, names and codes of the points, intervals
 *   patterns.N.json   those that were loaded into the run later, from 2 on
 *   experiment.yaml   a copy of the experiment's text
 *   run.json          the journal: state, run number, how far the trace was drained, and the loads
 *   trace/metadata    CTF 1.8, from the start on
 *   trace/node_K      one stream a node: packets of records (docs/design/interfaces.md)
 *   holes.bin         slots that were no records: {position, slot}, 64 bits each, little-endian
 *   trace.index       of a complete run (passes/index/file.h)
 *
 * "pending" of the journal are slots that were read, and that the monitor may have overwritten, but
 * that are not records yet, as they wait for others (run/entry.h).
 *
 * The journal is replaced whole after each piece of the trace; records behind the sizes it names do
 * not count, and are cut off when the directory is opened for draining.
 *
 * "loads" of the journal is a list of {"file", "nodes" (indices), "off" (indices), "sizes" (one a
 * node)} in the order of loading. The first is patterns.json with all nodes, from before the start.
 * The n-th load record "live" of a node belongs to the n-th of the others that names it in "nodes";
 * from there on the file's codes hold for that node. Nodes in "off" were turned off for that load,
 * which was interrupted before they went live again. No record in the first `sizes` bytes of a
 * node's stream is of that load or a later one.
 */

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include "device/device.h"
#include "common/errors.h"
#include "compile/pattern_file.h"
#include "common/moment.h"

enum gno_run_state {
	GNO_RUN_LOADED,	  /* tables are in the monitor */
	GNO_RUN_RUNNING,  /* started */
	GNO_RUN_STOPPED,  /* stopped, not yet drained to the end */
	GNO_RUN_COMPLETE, /* everything is here */
};

struct gno_run;

/* How far a drain came. */
struct gno_progress {
	uint64_t position; /* slots drained since the start of the run */
	uint64_t records;  /* all kinds */
	uint64_t events;
	uint64_t gaps;	/* gap records */
	uint64_t lost;	/* records that the gaps report */
	uint64_t holes; /* slots that were no records */
};

/* Why a drain ended. */
enum gno_drain_end {
	GNO_DRAIN_COMPLETE,    /* everything came, flush of every node included */
	GNO_DRAIN_UNTIL,       /* the experiment's end point was reached; the monitor still runs */
	GNO_DRAIN_LIMIT,       /* the wall-clock limit passed; the monitor still runs */
	GNO_DRAIN_FILLED,      /* mode fill: the trace buffer is full; the monitor still runs */
	GNO_DRAIN_INTERRUPTED, /* the caller requested it; a second drain resumes */
};

/* What uses the device beside a drain, whose requests may be in flight. */
struct gno_drain_beside {
	void *ctx;
	/* whether something is to be done now */
	bool (*due)(void *ctx);
	/* does it; also called before the drain stops the monitor. What fails here ends the
	 * drain. */
	int (*act)(void *ctx, struct gno_device *dev, struct gno_err *err);
};

struct gno_drain_options {
	bool stop;	   /* stop the monitor at the end point or limit, and drain the rest */
	unsigned limit_ms; /* wall-clock limit, 0: none */
	unsigned ask_ms;   /* period of gno_run_ask for all nodes, failing as it does; 0: never */
	const volatile sig_atomic_t *interrupted; /* polled between blocks; NULL: never */
	const volatile sig_atomic_t *finish; /* the same: set, it is as if the limit had passed */
	void (*progress)(void *ctx,
			 const struct gno_progress *p); /* after each piece; may be NULL */
	void (*note)(void *ctx, const char *text);	/* something odd; may be NULL */
	void *ctx;
	const struct gno_drain_beside *beside; /* NULL: nothing */
};

struct gno_drain_result {
	enum gno_drain_end end;
	/* the run is complete and not all nodes reached the experiment's end point, and it is
	 * neither a recorder nor ended by a full buffer of mode `fill`; a note has named the nodes
	 */
	bool missed;
	bool model; /* the run is of a simulated model, not of the hardware */
	struct gno_progress total;
};

/*
 * Writes the tables of all nodes to a monitor that was identified with its manifest: triggers off,
 * all tables of all nodes, triggers on. Fails as gno_device_... do.
 */
int gno_patterns_send(const struct gno_pattern_file *p, struct gno_device *dev,
		      struct gno_err *err);

/* Turns the triggers of all nodes of a monitor that has these patterns on or off. */
int gno_patterns_live(const struct gno_pattern_file *p, struct gno_device *dev, bool live,
		      struct gno_err *err);

/* Whether any node answers the host (gno_run_ask) once these patterns are in the monitor; else
 * GNO_ERR_ARG.
 */
int gno_patterns_may_ask(const struct gno_manifest *m, const struct gno_pattern_file *p,
			 struct gno_err *err);

/* A run directory that is made, beside its place. */
struct gno_run_draft;

/*
 * Prepares a run directory for the place `dir`, which must not exist, unless `replace` is set and
 * it holds nothing but what gnomon made. `monitor` is the one that the patterns are for, just
 * before they are sent: its run (not 0) and nonce must be the same at the start. On success *out is
 * the caller's: gno_run_finish puts it in its place, where it comes whole, written to the disk, and
 * at once; gno_run_discard drops it (NULL is allowed). Both free it. *run is the run as
 * gno_run_open opens it, without reading it again: `m` and `p` must outlive it. With NULL it is
 * closed. GNO_ERR_STATE: it exists, may
 * not be replaced, or is in use; GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM.
 */
int gno_run_prepare(const char *dir, const struct gno_manifest *m, const struct gno_pattern_file *p,
		    const struct gno_status *monitor, bool replace, struct gno_run_draft **out,
		    struct gno_err *err);
int gno_run_finish(struct gno_run_draft *draft, struct gno_run **run, struct gno_err *err);
void gno_run_discard(struct gno_run_draft *draft);

/* Whether gno_run_prepare would make its folder now, with errors as its own. Leaves nothing. */
int gno_run_try(const char *dir, const struct gno_manifest *m, bool replace, struct gno_err *err);

/*
 * Opens a run directory for the calls below and locks it. On success *out is the caller's
 * (gno_run_close). GNO_ERR_IO; GNO_ERR_FORMAT: no run directory, cut off or foreign; GNO_ERR_STATE:
 * in use by another.
 */
int gno_run_open(const char *dir, struct gno_run **out, struct gno_err *err);
void gno_run_close(struct gno_run *run);

const struct gno_manifest *gno_run_manifest(const struct gno_run *run);
enum gno_run_state gno_run_state(const struct gno_run *run);
const char *gno_run_state_name(enum gno_run_state state);
const char *gno_run_device(const struct gno_run *run); /* URL, NULL: none was given */
unsigned gno_run_limit_ms(const struct gno_run *run);  /* of the experiment */

/* Starts the loaded run. GNO_ERR_STATE: it was started before. GNO_ERR_MISMATCH: the monitor was
 * reset or started since the load. Also fails as gno_device_start does. */
int gno_run_start(struct gno_run *run, struct gno_device *dev, struct gno_err *err);

/* Notes where the cycles of a started run lie in its simulation. GNO_ERR_IO, GNO_ERR_NOSPACE,
 * GNO_ERR_NOMEM. */
int gno_run_place(struct gno_run *run, const struct gno_simulation *simulation,
		  struct gno_err *err);

/* Stops it; what is still in the monitor waits for a drain. GNO_ERR_STATE, GNO_ERR_MISMATCH (other
 * run). */
int gno_run_stop(struct gno_run *run, struct gno_device *dev, struct gno_err *err);

/*
 * Drains the monitor into the run directory, from where the last drain ended. GNO_ERR_MISMATCH: the
 * monitor is in another run, or holds what is left of one; GNO_ERR_STATE: not started, or the flush
 * of a stopped monitor does not come; GNO_ERR_NOSPACE, GNO_ERR_IO. What was drained before a
 * failure is kept.
 */
int gno_run_drain(struct gno_run *run, struct gno_device *dev,
		  const struct gno_drain_options *options, struct gno_drain_result *result,
		  struct gno_err *err);

/* What loading into a run did. */
struct gno_load_result {
	unsigned nodes; /* that got new tables and are live again */
	bool unseen;	/* a load record of one of them did not come in time */
};

/*
 * Loads other patterns into a run in progress: only nodes whose tables differ (or that a load
 * before left off) are turned off, get all their tables and go live again, those that share their
 * ranks together; the others run on. Buffer mode, collecting and limit stay those of the run. In
 * `stream` mode it drains meanwhile, as gno_run_drain does with these options. `p` must outlive the
 * call only. After a failure the nodes that did not go live again stay off, and the message states
 * so; a repeated call completes them. GNO_ERR_STATE: the run is not running; GNO_ERR_MISMATCH:
 * patterns of another monitor or program, or another run; else as gno_run_drain.
 */
int gno_run_load(struct gno_run *run, struct gno_device *dev, const struct gno_pattern_file *p,
		 const struct gno_drain_options *options, struct gno_load_result *result,
		 struct gno_err *err);

/*
 * Fires the trigger of the host at a node (GNO_NODE_ALL: at every node that has one and is live),
 * which performs the actions of the point "host" in the patterns loaded there. The flags of the
 * nodes stay as they are. The answers are records that a drain fetches; this call does not wait for
 * them. If the link has to repair the request, the trigger may fire twice. GNO_ERR_STATE: the run
 * is not running, or the node is off since a load was interrupted; GNO_ERR_ARG: the node (or every
 * one) has no such trigger, or its point has no actions; GNO_ERR_MISMATCH: the monitor is in
 * another run; else as gno_device_select does.
 */
int gno_run_ask(struct gno_run *run, struct gno_device *dev, unsigned node, struct gno_err *err);

/* -- the folder of a run in rounds: RUN/round0, RUN/round1, ..., a run directory each -- */

/*
 * Makes the folder, which may exist unless it is a run directory itself; made: it did not.
 * GNO_ERR_STATE, GNO_ERR_IO.
 */
int gno_rounds_make(const char *run, bool *made, struct gno_err *err);

/* Path of a round's run directory, the caller's. GNO_ERR_NOMEM. */
int gno_round_path(const char *run, unsigned round, char **out, struct gno_err *err);

/* Whether a folder is one of rounds. */
bool gno_has_rounds(const char *run);

#endif
