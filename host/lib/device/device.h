/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_DEVICE_H
#define GNO_DEVICE_H

/*
 * A running monitor, wherever it is. All calls are blocking and repair the link by themselves.
 * Unless a comment states otherwise they fail with GNO_ERR_TIMEOUT (the monitor is silent, or sends
 * nothing but noise), GNO_ERR_LINK (the connection broke, or damage does not end),
 * GNO_ERR_INTERRUPTED or GNO_ERR_NOMEM.
 */

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"
#include "monitor/manifest.h"
#include "gnomon/records.h"

#define GNO_NONCE_MAX ((UINT64_C(1) << 56) - 1)
#define GNO_TIMEOUT_MS 3000 /* default of gno_device_open: a slow simulation answers in it, too */

struct gno_device;

/* What the link had to repair since it was opened. */
struct gno_link_counters {
	uint64_t requests;   /* requests answered well */
	uint64_t resent;     /* requests sent again */
	uint64_t recoveries; /* times the device got bytes to end whatever frame it waited for */
	uint64_t noise;	     /* bytes received that belonged to no answer */
};

/* The contents of the registers. */
struct gno_status {
	unsigned version; /* of the link */
	uint64_t hash;	  /* of the plan */
	bool model;	  /* a simulated model of the monitor, not the hardware */
	unsigned head;	  /* slot position modulo the size of the trace buffer; 0 where the
			     manifest is not known, and so the tail and the high-water mark */
	unsigned run;	  /* run number, 1..255; 0: reset, and not started since */
	uint64_t nonce;	  /* of the last start */
	bool active;	  /* between START and STOP */
	bool full;	  /* writing waits for the limit */
	bool wrapped;	  /* wrap mode: something was overwritten */
	bool frozen;   /* wrap mode: stop action seen, and what was to be kept after it is kept */
	unsigned tail; /* wrap mode: oldest record, modulo the size of the trace buffer */
	unsigned high_sixteenths; /* most of the trace buffer ever in use in this run, rounded up;
				     15: that or more; 0 in the single form */
	unsigned nodes;		  /* how many of the following are valid; 0 in the single form */
	/* most slots of the node's FIFO ever in use in this run */
	unsigned fifo_high[GNO_MAX_NODES];
};

/* How a device is to be waited for. */
struct gno_device_options {
	/* Time without a byte of an answer after which the answer counts as lost, in ms; 0:
	 * GNO_TIMEOUT_MS. */
	unsigned timeout_ms;
	/*
	 * Wall-clock limit from the opening on, in ms: after it a monitor that sends nothing good
	 * for most of a second has failed, whatever the time-out is. 0: none. A drain replaces it
	 * by its own.
	 */
	unsigned limit_ms;
	/* Set by the caller's signal handler: all calls then fail with GNO_ERR_INTERRUPTED within
	 * half a second; until then a request in flight may end. NULL: never. */
	const volatile sig_atomic_t *interrupted;
};

/*
 * Opens the device that a URL names ("tcp:HOST:PORT", "tty:PATH[@BAUD]", "ftdi:"; docs/guide/run.md
 * has all). options may be NULL. *out is the caller's (gno_device_close). GNO_ERR_ARG: no such kind
 * of device; GNO_ERR_MISMATCH: the chip cannot do that; GNO_ERR_IO: cannot be opened;
 * GNO_ERR_INTERRUPTED.
 */
int gno_device_open(const char *url, const struct gno_device_options *options,
		    struct gno_device **out, struct gno_err *err);

/* Closes the device; NULL is allowed. The monitor continues unchanged. */
void gno_device_close(struct gno_device *dev);

/*
 * Reads the monitor's identity. GNO_ERR_MISMATCH: no gnomon monitor, another version of the link,
 * or (where `m` is not NULL) not the monitor of this manifest. GNO_ERR_TIMEOUT: no answer; the
 * message states what was tried and what to check. From here on the device knows m, which must
 * outlive it.
 */
int gno_device_identify(struct gno_device *dev, const struct gno_manifest *m, struct gno_err *err);

/*
 * The rate at which gno_device_identify found the monitor on a serial line; 0: the URL names it, or
 * the device has none. The rate of the manifest is tried first (without a manifest that of the last
 * answer), then those that are usual.
 */
unsigned gno_device_baud(const struct gno_device *dev);

/* Whether the monitor that gno_device_identify found is a simulated model, not the hardware. */
bool gno_device_model(const struct gno_device *dev);

/*
 * What is odd about the monitor that gno_device_identify found, for a note to the user: a rate
 * that is not its manifest's, so that its clock is another, too. NULL: nothing. Valid until the
 * next identification.
 */
const char *gno_device_oddity(const struct gno_device *dev);

/*
 * Reads the manifest that the monitor holds itself (key `rom` of its description). *out is the
 * caller's (gno_manifest_free). The monitor must have been identified; what the device knows of it
 * stays as it is. GNO_ERR_STATE: the monitor has no ROM; GNO_ERR_FORMAT: the ROM is damaged, or is
 * no manifest; GNO_ERR_MISMATCH: the ROM has another format, or its manifest another plan hash than
 * the registers.
 */
int gno_device_manifest(struct gno_device *dev, struct gno_manifest **out, struct gno_err *err);

/* Reads all registers. The FIFOs' high-water marks are only read where gno_device_identify was
 * given a manifest. */
int gno_device_status(struct gno_device *dev, struct gno_status *out, struct gno_err *err);

/* The time of a monitor, read once. */
struct gno_device_poll {
	/* Cycles from START (before the first one: from the monitor's reset) to the one in which
	 * the monitor took the last byte of the request. Nothing pauses them. */
	uint64_t cycle;
	unsigned run;	/* run number of the same answer; 0: reset, and not started since */
	uint64_t nonce; /* and its nonce */
	/* Of the transport's clock (CLOCK_MONOTONIC_RAW, if it has none): before the request went
	 * to the transport, and after the transport gave the last byte of the answer. So the cycle
	 * lies between the two. */
	uint64_t sent_ns, received_ns;
	unsigned lost; /* polls before this one whose answer was damaged or did not come */
};

/*
 * Polls the monitor's time (key `sync` of its description). First it waits for the answers to all
 * requests in flight, so that nothing is on the way beside the poll. The request is sent once: if
 * its answer is damaged or lost, another poll with its own stamps takes its place. Needs a
 * manifest. GNO_ERR_STATE: the monitor has no such register. docs/design/interfaces.md
 * ("Registers") states how the times of records relate to the cycle.
 */
int gno_device_time(struct gno_device *dev, struct gno_device_poll *out, struct gno_err *err);

/*
 * Prepares the way for polls, or ends that: a USB chip hands their answers over at once, instead of
 * when its latency timer ends, for one more read behind each poll. Without polls that is a waste.
 * GNO_ERR_LINK: the way failed.
 */
int gno_device_polls(struct gno_device *dev, bool on, struct gno_err *err);

/*
 * Least picoseconds of a poll's request until its cycle, and of its answer from there on, as the
 * UART of the monitor proves them: it takes no byte in less than 9.5 bits, and sends none in less
 * than 10. Both are 0 where the monitor has no UART, or is a simulated model.
 */
void gno_device_time_floor(const struct gno_device *dev, uint64_t *out, uint64_t *back);

/* What a node does with its tables. */
struct gno_node_flags {
	bool live;    /* triggers fire */
	bool collect; /* from the start; else from an event with the action "start" */
	bool wrap;    /* keep the last records instead of the first; the same for all nodes */
	bool ask;     /* fire the host's trigger where triggers were live before and are after it */
};

/* Directs the following gno_device_write to one node (or GNO_NODE_ALL) and sets its flags. */
int gno_device_select(struct gno_device *dev, unsigned node, struct gno_node_flags flags,
		      struct gno_err *err);

/* Writes table cells of the selected node. cell: the first one, a multiple of 8; count: a multiple
 * of 8. */
int gno_device_write(struct gno_device *dev, unsigned cell, const uint8_t *data, size_t count,
		     struct gno_err *err);

/*
 * Starts a run, exactly one: the run number, which goes to *run, shows what was lost on the link.
 * The monitor keeps the nonce (0: that of no run directory; at most GNO_NONCE_MAX) until its reset.
 * *nonce becomes what the monitor has got, which differs where the link was damaged.
 * GNO_ERR_MISMATCH: the monitor was reset meanwhile, so nothing that was loaded is in force.
 */
int gno_device_start(struct gno_device *dev, uint64_t *nonce, unsigned *run, struct gno_err *err);

/* Ends the run: every node flushes. */
int gno_device_stop(struct gno_device *dev, struct gno_err *err);

/* All triggers off, all buffers empty. */
int gno_device_reset(struct gno_device *dev, struct gno_err *err);

/*
 * The status by which a run is known as loaded: *out has the run number that it must have at its
 * start, too. A monitor that has none, because it was not started since its own reset, is reset by
 * the host: else a further reset of its own would not show. Call it before the patterns are sent.
 */
int gno_device_before_load(struct gno_device *dev, struct gno_status *out, struct gno_err *err);

/*
 * Events to keep after a stop action in wrap mode, fewer than the trace buffer has slots. Send it
 * before the start; the monitor keeps it until it is changed. Needs a manifest. GNO_ERR_ARG: too
 * many.
 */
int gno_device_post(struct gno_device *dev, unsigned events, struct gno_err *err);

/* What the link had to repair. */
void gno_device_counters(const struct gno_device *dev, struct gno_link_counters *out);

#endif
