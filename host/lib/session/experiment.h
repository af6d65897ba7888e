/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SESSION_EXPERIMENT_H
#define GNO_SESSION_EXPERIMENT_H

/*
 * A whole experiment: reset, load, start, drain until the end, stop, drain the rest; once, or in
 * rounds. It prints nothing. What happens goes to the hooks of the caller.
 */

#include <signal.h>
#include <stdbool.h>
#include "device/device.h"
#include "experiment/experiment.h"
#include "gnomon/gnomon.h"
#include "run/run.h"
#include "device/transport.h"

/* Any of them may be NULL. */
struct gno_session_hooks {
	void *ctx;
	/* faults and warnings of the experiment, also where there are none */
	void (*faults)(void *ctx, const char *path, const struct gno_faults *faults);
	/* an experiment is read, and nothing is made or sent to the monitor; what fails here ends
	 * the experiment */
	int (*read)(void *ctx, const struct gno_manifest *m, const struct gno_pattern_file *p,
		    struct gno_err *err);
	/* round `round` of `rounds`, from 0, begins */
	void (*round)(void *ctx, unsigned round, unsigned rounds);
	/* the tables are written; what fails here ends the experiment, and the run directory is not
	 * made */
	int (*before)(void *ctx, struct gno_err *err);
	/* the run directory is there, the run is not started */
	void (*loaded)(void *ctx, const char *dir, const struct gno_manifest *m,
		       const struct gno_pattern_file *p);
	/* the run has started, and again when it is over: where it lies in its simulation */
	void (*place)(void *ctx, struct gno_simulation *out);
	void (*progress)(void *ctx,
			 const struct gno_progress *p); /* after each piece of the trace */
	void (*note)(void *ctx, const char *text);	/* something unusual in the trace */
	/* a drain is over; `failed`: it has no result */
	void (*drained)(void *ctx, const char *dir, const struct gno_drain_result *result,
			const struct gno_link_counters *link, bool failed);
};

/* What ties a run to those of other boards. */
struct gno_session_ties {
	void *ctx;
	/* the monitor is identified, and nothing is changed in it; what fails ends the run */
	int (*opened)(void *ctx, struct gno_device *dev, const struct gno_manifest *m,
		      struct gno_err *err);
	/* the run has started, and its triggers are off until this returns; the same */
	int (*begun)(void *ctx, struct gno_device *dev, struct gno_err *err);
	struct gno_drain_beside drain;
};

struct gno_session_options {
	struct gno_experiment_options experiment;
	const struct gno_transport *transport; /* NULL: the one of the device's URL */
	const void *transport_of;	       /* what its `open` gets */
	bool search;			       /* where no device is named: device/search.h */
	unsigned timeout_ms;		       /* 0: GNO_TIMEOUT_MS */
	unsigned limit_ms; /* wall clock; 0: that of the experiment; GNO_NO_LIMIT: none */
	unsigned ask_ms;   /* fire the host's trigger this often; 0: never */
	bool replace;	   /* a run directory that exists, if it is gnomon's */
	const struct gno_session_ties *ties; /* NULL: none */
	const volatile sig_atomic_t *interrupted;
	const volatile sig_atomic_t *finish; /* set: a run ends as at its limit; NULL: never */
};

/*
 * Runs an experiment or a pattern file into the run directory `dir`; with options.experiment.rounds
 * into the folders of rounds in it. *missed: a run is complete and its end point was not reached at
 * all nodes. GNO_ERR_INTERRUPTED: what was drained is kept. GNO_ERR_ARG: no device is named, or
 * `ask_ms` and no node answers the host. Also fails as gno_experiment_load, gno_search_open,
 * gno_device_open, gno_device_identify, gno_run_prepare and gno_run_drain do.
 */
int gno_experiment_run(const char *experiment, const char *dir,
		       const struct gno_session_options *options,
		       const struct gno_session_hooks *hooks, bool *missed, struct gno_err *err);

/*
 * Reads the manifest from the monitor at `url` (NULL: at the transport of the options). *m is the
 * caller's. GNO_ERR_ARG: neither is there; also fails as gno_device_open, gno_device_identify and
 * gno_device_manifest do. Searches for no device.
 */
int gno_experiment_manifest(const char *url, const struct gno_session_options *options,
			    struct gno_manifest **m, struct gno_err *err);

/*
 * The single steps, for callers that do them one by one. All fail as their calls do.
 * Loads an experiment and reports its faults; on success both results are the caller's.
 */
int gno_experiment_patterns(const char *path, const struct gno_experiment_options *options,
			    const struct gno_session_hooks *hooks, struct gno_manifest **m,
			    struct gno_pattern_file **p, struct gno_err *err);

/*
 * Writes the tables and makes the run directory; either both succeed or there is no directory. *run
 * (NULL: not asked for) is the caller's (gno_run_close), and needs `m` and `p`.
 */
int gno_experiment_write(const struct gno_manifest *m, const struct gno_pattern_file *p,
			 struct gno_device *dev, const char *dir, bool replace,
			 const struct gno_session_hooks *hooks, struct gno_run **run,
			 struct gno_err *err);

/* Drains, with the hooks; GNO_ERR_INTERRUPTED after an interrupt. A run that is complete needs no
 * device (NULL). */
int gno_experiment_drain(struct gno_run *run, struct gno_device *dev, const char *dir,
			 const struct gno_drain_options *options,
			 const struct gno_session_hooks *hooks, bool *missed, struct gno_err *err);

#endif
