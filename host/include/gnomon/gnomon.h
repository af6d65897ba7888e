/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_GNOMON_H
#define GNOMON_GNOMON_H

/*
 * libgnomon for other programs: run an experiment on a monitor, and get its report as data.
 * Everything here is opaque: what a program built against version 0.N may do with it stays so in
 * all versions 0.N.*.
 *
 * A session belongs to one thread at a time; only gno_session_interrupt and gno_session_finish may
 * come from elsewhere. Texts that are passed in are copied. Functions that return int return 0, or
 * a negative number; then gno_session_error returns the message.
 *
 *	struct gno_session *s = gno_session_new();
 *
 *	gno_session_set_device(s, "tcp:127.0.0.1:7654");
 *	if (gno_session_run(s, "experiment.yaml", "run"))
 *		fprintf(stderr, "%s\n", gno_session_error(s));
 *	gno_session_free(s);
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library, "0.2.0". */
const char *gno_version(void);

/* Frees a text that a function below gave to the caller; NULL is allowed. */
void gno_free(void *text);

struct gno_session;

/* A session that knows nothing yet; NULL: no memory. */
struct gno_session *gno_session_new(void);
void gno_session_free(struct gno_session *s);

/* What was wrong with the last call that failed; "" where none did. Valid until the next call. */
const char *gno_session_error(const struct gno_session *s);

/* These override the experiment. NULL: they do not. They only fail without memory. */
int gno_session_set_device(struct gno_session *s, const char *url);
int gno_session_set_manifest(struct gno_session *s, const char *path);
int gno_session_set_program(struct gno_session *s, const char *path);

#define GNO_NO_LIMIT 0xffffffffu

/*
 * Wall clock limit of a run, or of each round, in ms; 0: that of the experiment; GNO_NO_LIMIT:
 * none.
 */
void gno_session_set_limit(struct gno_session *s, unsigned ms);

/* Time without an answer after which a request is repeated, in ms; 0: the default. */
void gno_session_set_timeout(struct gno_session *s, unsigned ms);

/* Fire the host's trigger so often, in ms; 0: never. */
void gno_session_set_ask(struct gno_session *s, unsigned ms);

/*
 * Not 0: measures that do not fit at once are taken in rounds, each a run directory in the run's
 * folder.
 */
void gno_session_set_rounds(struct gno_session *s, int rounds);

/* Not 0: replace a run directory that exists, if gnomon made it. */
void gno_session_set_replace(struct gno_session *s, int replace);

/*
 * A way to the monitor's byte port of the caller's own, in place of a device's URL. `read` takes
 * what has come, at most `len` bytes, and waits up to timeout_ms for the first; `write` sends at
 * most `len` bytes and waits up to timeout_ms for room. Both return the number of bytes, 0 where
 * the time passed, or a negative number where the other side is gone.
 */
typedef int (*gno_read_fn)(void *ctx, uint8_t *bytes, size_t len, unsigned timeout_ms);
typedef int (*gno_write_fn)(void *ctx, const uint8_t *bytes, size_t len, unsigned timeout_ms);
void gno_session_set_transport(struct gno_session *s, gno_read_fn read, gno_write_fn write,
			       void *ctx);

/*
 * The clock of that way: all times of the session are of it, those of `read` and `write` too. It
 * goes on while one of them waits; else it may stand still. NULL: the system's.
 */
void gno_session_set_clock(struct gno_session *s, uint64_t (*now_ms)(void *ctx), void *ctx);

/*
 * What a run reports while it is running; NULL: nothing. `fault`: a fault or a warning of the
 * experiment's file (line and column from 1, 0: the file as a whole). `note`: something unusual in
 * the drained data. `progress`: after each piece of the trace, the counts since the start of the
 * run. `before`: before each start; a result other than 0 ends the run. Texts are safe to print,
 * and valid during the call.
 */
void gno_session_on_fault(struct gno_session *s,
			  void (*fault)(void *ctx, unsigned line, unsigned column, int warning,
					const char *text),
			  void *ctx);
void gno_session_on_note(struct gno_session *s, void (*note)(void *ctx, const char *text),
			 void *ctx);
void gno_session_on_progress(struct gno_session *s,
			     void (*progress)(void *ctx, uint64_t records, uint64_t events,
					      uint64_t lost),
			     void *ctx);
void gno_session_on_before(struct gno_session *s, int (*before)(void *ctx), void *ctx);

#define GNO_NO_PLACE 1

/*
 * For a target in a simulation: `place` reports where the run lies in it, so that the run directory
 * names the place of each event in the waveform. *time: the clock edge that begins cycle 0,
 * *period: that of a cycle, or 0 where the clock has no fixed one. It returns their unit as a power
 * of ten of a second, -15 to 0, or GNO_NO_PLACE: not known. Called when a run has started, and
 * again when it is over.
 */
void gno_session_on_place(struct gno_session *s,
			  int (*place)(void *ctx, uint64_t *time, uint64_t *period), void *ctx);

/*
 * Reads the manifest that the monitor at the session's device holds itself (`rom: yes` in its
 * description), as JSON. *json is the caller's (gno_free). Fails where the monitor has no ROM,
 * where the ROM is damaged, and where it is that of another monitor.
 */
int gno_session_manifest(struct gno_session *s, char **json);

/*
 * Runs an experiment or a pattern file: reset, load, start, drain until its end, stop, drain the
 * rest, into the run directory `run`. Where no manifest is named, not in the experiment either, it
 * is read from the monitor (gno_session_manifest). After a failure or an interrupt what was drained
 * is kept there.
 */
int gno_session_run(struct gno_session *s, const char *experiment, const char *run);

/* Not 0: the last run is complete, and not all nodes reached the experiment's end point. */
int gno_session_missed(const struct gno_session *s);

/* Not 0: the monitor of the last run is a simulated model, not the hardware. */
int gno_session_model(const struct gno_session *s);

/*
 * Ends a run in good order, within half a second; the call of it fails. May be called from any
 * thread and from a signal handler. The next gno_session_run begins without it.
 */
void gno_session_interrupt(struct gno_session *s);

/*
 * Ends a run as its limit does: the monitor is stopped, the rest is drained, the run is complete.
 * May be called as gno_session_interrupt; the next gno_session_run begins without it.
 */
void gno_session_finish(struct gno_session *s);

/*
 * The report of a run directory as JSON, with at most `rows` rows of each list (0: all).
 * docs/reference/columns.md and docs/reference/report.md have its keys. A folder of rounds gives
 * the report of all rounds. *json is the caller's (gno_free).
 */
int gno_session_report(struct gno_session *s, const char *run, uint64_t rows, char **json);

/* The same as text, as `gnomon report` prints it: ASCII, 100 columns. */
int gno_session_report_text(struct gno_session *s, const char *run, uint64_t rows, char **text);

/*
 * One time for several boards, whose monitors have the key `sync` in their description: the boards
 * are polled, and each cycle of each board becomes a time of the host (CLOCK_MONOTONIC_RAW, in
 * picoseconds since the beginning) with a bound that the error does not exceed, as long as what is
 * declared holds. `gnomon run` with several devices does the same beside its drains.
 *
 *	struct gno_sync *s = gno_sync_new();
 *
 *	if (gno_sync_add(s, "ftdi:FT1") || gno_sync_add(s, "ftdi:FT2") || gno_sync_begin(s) ||
 *	    gno_sync_refresh(s))
 *		fprintf(stderr, "%s\n", gno_sync_error(s));
 *	gno_sync_free(s);
 *
 * A handle belongs to one thread at a time; only gno_sync_interrupt may come from elsewhere.
 */
struct gno_sync;

/* NULL: no memory. Freeing it closes the devices. */
struct gno_sync *gno_sync_new(void);
void gno_sync_free(struct gno_sync *s);

/* As gno_session_error. */
const char *gno_sync_error(const struct gno_sync *s);

/* A board more, before gno_sync_begin. Its name is the serial number in the URL, else the URL. */
int gno_sync_add(struct gno_sync *s, const char *url);

/* The manifest of the boards that hold none themselves; NULL: each holds its own. */
int gno_sync_set_manifest(struct gno_sync *s, const char *path);

/*
 * What is declared, before gno_sync_begin: greatest drift of each board's clock and of the host's,
 * and by how much the rate between them may change, in parts per billion (100,000, 100,000 and
 * 1,000).
 */
void gno_sync_set_clocks(struct gno_sync *s, uint32_t drift, uint32_t host_drift, uint32_t wander);

/*
 * Least time of a poll's request and of its answer, and of a message between boards, in
 * picoseconds; 0: none is known. Only what is proven keeps the bound: half of the smallest round
 * trip is no floor.
 */
void gno_sync_set_floors(struct gno_sync *s, uint64_t out, uint64_t back, uint64_t message);

/*
 * Opens all boards, and polls them for the first pulses. Fails where two of them are the same
 * device, where one has no time to be polled, and where one does not answer.
 */
int gno_sync_begin(struct gno_sync *s);

/*
 * Waits until the next refresh is due, and polls all boards. A board that does not answer, was
 * restarted or has an implausible clock is left out from then on; gno_sync_json reports it. Fails
 * where none is left.
 */
int gno_sync_refresh(struct gno_sync *s);

/* Ends the last refresh: compares the boards. No other may follow. */
int gno_sync_finish(struct gno_sync *s);

/* Time of a cycle of a board, and by how much it can be wrong. Fails where the board has no pulse
 * or is not there. */
int gno_sync_time(struct gno_sync *s, const char *board, uint64_t cycle, int64_t *ps,
		  uint64_t *bound);

/* What is known of all boards, as JSON: the contents of boards.json. *json is the caller's
 * (gno_free). */
int gno_sync_json(struct gno_sync *s, char **json);

/* As gno_session_interrupt. */
void gno_sync_interrupt(struct gno_sync *s);

/*
 * The tables of a run directory, for programs that compute with its rows: streams of the Arrow C
 * stream interface, whose structures are in gnomon/arrow.h, and in the headers of all programs that
 * read them.
 *
 *	struct gno_tables *t = gno_tables_new();
 *	struct ArrowArrayStream stream;
 *
 *	if (gno_tables_open(t, "run") || gno_tables_stream(t, "events", &stream))
 *		fprintf(stderr, "%s\n", gno_tables_error(t));
 *	gno_tables_free(t);
 *
 * The handle belongs to one thread at a time. A stream needs no handle any more, and may be read
 * and released in another thread.
 */
struct gno_tables;
struct ArrowArrayStream;

/* NULL: no memory. */
struct gno_tables *gno_tables_new(void);
void gno_tables_free(struct gno_tables *t);

/* As gno_session_error. */
const char *gno_tables_error(const struct gno_tables *t);

/*
 * Opens a run directory, in place of the one before. Fails on a folder of rounds: each of these is
 * a run directory.
 */
int gno_tables_open(struct gno_tables *t, const char *run);

/*
 * What the run is, as JSON (docs/reference/columns.md#about); NULL: none is open. Valid until
 * the next gno_tables_open.
 */
const char *gno_tables_about(const struct gno_tables *t);

/*
 * What streams that begin from now on have: the rows from one cycle to another, both included (0
 * and UINT64_MAX: all); those of nodes, and columns, by their names with commas between (NULL:
 * all); and rows of a batch (0: 65,536).
 */
void gno_tables_set_range(struct gno_tables *t, uint64_t from, uint64_t to);
int gno_tables_set_nodes(struct gno_tables *t, const char *names);
int gno_tables_set_columns(struct gno_tables *t, const char *names);
void gno_tables_set_rows(struct gno_tables *t, size_t rows);

/*
 * Begins the table "events", "intervals", "samples" or "gaps" (docs/answers/python.md has their
 * columns). *out is the caller's, who releases it as its specification says. It reads the run as it
 * goes: memory is bounded by the rows of a batch, not by the length of the run. Batches keep their
 * own memory, and outlive the stream and the handle.
 */
int gno_tables_stream(struct gno_tables *t, const char *table, struct ArrowArrayStream *out);

/*
 * For a module of Python: moves a stream into a PyCapsule, as `__arrow_c_stream__` returns it; a
 * new reference. The caller holds Python's lock. NULL: there is no Python in this process, or no
 * memory; then the stream is still the caller's.
 */
void *gno_tables_capsule(struct ArrowArrayStream *stream);

#ifdef __cplusplus
}
#endif

#endif
