/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_bridge_parts: the two ways that a bridge can serve its byte port, and the words that they
 * exchange with gnomon_bridge.v.
 */
#ifndef GNOMON_BRIDGE_PARTS_H
#define GNOMON_BRIDGE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits of the words of gnomon_bridge_clock: bits 7..0 are a byte. */
enum {
	GNOMON_BRIDGE_BYTE = 1 << 8, /* there is one */
	GNOMON_BRIDGE_ROOM = 1 << 9, /* the other side has room for one; to C: take one now */

	/* to C */
	GNOMON_BRIDGE_SYNC = 1 << 10,	/* sync_o of the monitor */
	GNOMON_BRIDGE_RESET = 1 << 11,	/* of the bridge: no bytes move */
	GNOMON_BRIDGE_FINISH = 1 << 12, /* finish_i */

	/* from C */
	GNOMON_BRIDGE_CLIENT = 1 << 10, /* there is a client */
	GNOMON_BRIDGE_MORE = 1 << 11,	/* another byte waits: call as soon as there is room */
	GNOMON_BRIDGE_COUNTS = 1 << 12, /* the next sync_o begins the run */
	GNOMON_BRIDGE_DONE = 1 << 13,	/* the run is over */
	GNOMON_BRIDGE_END = 1 << 14,	/* the simulation is to end, well */
	GNOMON_BRIDGE_FAILED = 1 << 15, /* it is to end, after a message */

	/* clocks, in bits 31..16: to C since the last call, from C to the next one at the latest */
	GNOMON_BRIDGE_CLOCKS = 16,
};

#ifdef __cplusplus
extern "C" {
#endif

/* The simulation's time; returns its unit as a power of ten of a second. */
int gnomon_bridge_time(uint64_t *time);

/* The simulation is about to end by $fatal: the exit status of the program is then 1. */
void gnomon_bridge_failing(void);

/*
 * Calls take for each plusarg of the simulation that begins with a text, without its '+', in any
 * order.
 */
void gnomon_bridge_plusargs(const char *begin, void (*take)(void *ctx, const char *plusarg),
			    void *ctx);

/* Prints a line on stderr; what could act on a terminal is escaped. */
void gnomon_bridge_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same for progress: on a terminal the next call replaces the line. */
void gnomon_bridge_say_progress(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* --- the plusargs of a bridge */

enum { GNOMON_BRIDGE_PREFIX = 255 }; /* characters of a prefix at most */

enum gnomon_bridge_option {
	GNOMON_OPTION_PORT,
	GNOMON_OPTION_PORT_FILE,
	GNOMON_OPTION_EXPERIMENT,
	GNOMON_OPTION_RUN,
	GNOMON_OPTION_PROGRAM,
	GNOMON_OPTION_REPORT,
	GNOMON_OPTION_CYCLES,
	GNOMON_OPTION_FORCE,
	GNOMON_OPTION_PROGRESS,
	GNOMON_BRIDGE_OPTIONS,
};

/* How plusargs name a bridge. */
struct gnomon_bridge_name {
	const char *monitor;
	const char *prefix;
};

/* The name of an option, without the prefix; the option with a name, -1: none. */
const char *gnomon_bridge_option_name(int which);
int gnomon_bridge_option(const char *name, size_t len);

/* Characters of a monitor's name before the colon that the value of an option begins with; 0: none.
 */
size_t gnomon_bridge_other(int which, const char *value);

/*
 * Whether all plusargs with the prefix of a bridge are known, have a value where one belongs, and
 * name no monitor that is not there; false after one message.
 */
bool gnomon_bridge_args_good(const struct gnomon_bridge_name *bridge, int bridges);

/*
 * --- a model of a monitor in the same program (sim/model/gnomon_model.h); NULL where there is none
 */

int gnomon_model_probe(void) __attribute__((weak));
int gnomon_model_named(int byte) __attribute__((weak));
void gnomon_model_put(int model, int byte) __attribute__((weak));
int gnomon_model_get(int model) __attribute__((weak));

/* --- a server for one client at a time */

struct gnomon_bridge_tcp;

/*
 * Listens on tcp:127.0.0.1:port (0: any free port), prints that on stdout, and writes the port's
 * number into port_file unless that is NULL or empty. NULL after a message on stderr.
 */
struct gnomon_bridge_tcp *gnomon_bridge_tcp_open(int port, const char *port_file);

/* One call of gnomon_bridge_clock. */
uint32_t gnomon_bridge_tcp_clock(struct gnomon_bridge_tcp *tcp, uint32_t in);

/* Sends what the client still takes at once, closes all. NULL is allowed. */
void gnomon_bridge_tcp_close(struct gnomon_bridge_tcp *tcp);

/* --- a whole run in the simulation */

struct gnomon_bridge_run;

/* What a run needs to know; texts are copied. */
struct gnomon_bridge_run_options {
	const char *monitor;	/* for messages */
	const char *experiment; /* file */
	const char *run;	/* the run directory to make */
	const char *program;	/* ELF file, NULL: that of the experiment */
	const char *report;	/* file, "" for the standard output, NULL: none */
	uint64_t cycles;	/* from time 0 to the end, 0: no limit */
	uint64_t progress_s;	/* seconds between lines of progress, 0: none */
	bool replace;		/* a run directory that exists, if it is gnomon's */
	uint32_t byte_clocks;	/* that a byte takes on its way */
};

/*
 * Begins a run: it is at its first wait for the monitor when this returns, or over. NULL after a
 * message on stderr.
 */
struct gnomon_bridge_run *gnomon_bridge_run_open(const struct gnomon_bridge_run_options *options);

/* One call of gnomon_bridge_clock. */
uint32_t gnomon_bridge_run_clock(struct gnomon_bridge_run *run, uint32_t in);

/* Asks for the end: the monitor is stopped and drained, which takes clocks. */
void gnomon_bridge_run_finish(struct gnomon_bridge_run *run);

/* Its bytes go past the port from now on, and take no clocks. */
void gnomon_bridge_run_direct(struct gnomon_bridge_run *run);

/* Whether it has reached the limit of its options. */
bool gnomon_bridge_run_limit(const struct gnomon_bridge_run *run);

/* Whether it needs no more clocks; and whether it is not whole, which a message has reported. */
bool gnomon_bridge_run_over(const struct gnomon_bridge_run *run);
bool gnomon_bridge_run_failed(const struct gnomon_bridge_run *run);

/* Gives it up without a word: another fault ends the simulation. */
void gnomon_bridge_run_abandon(struct gnomon_bridge_run *run);

/* Ends it where it is. false after a message: it was not over. NULL is allowed. */
bool gnomon_bridge_run_close(struct gnomon_bridge_run *run);

#ifdef __cplusplus
}
#endif

#endif
