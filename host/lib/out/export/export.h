/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_H
#define GNO_EXPORT_H

/*
 * A run in the form of another program. The formats are a table (out/formats.c): each is a function
 * that writes a file; the rest (the temporary file, what is requested, notes on what a viewer
 * refuses) is the same for all. docs/answers/export.md is for users.
 */

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "common/text_out.h"
#include "passes/derived/host_clock.h"
#include "results/columns/column.h"
#include "results/select.h"

/* Where the stacks of profilers come from: the run's call trees, or the timer's flat profile; ANY:
 * calls, unless the run has a profile and no point that is the return of a function, or `field` is
 * set. */
enum export_source { EXPORT_STACKS_ANY, EXPORT_STACKS_CALLS, EXPORT_STACKS_PROFILE };

struct export_options {
	const char *path; /* of the file, which must not exist; "-": standard output */
	const struct column_list *what; /* of formats of rows; NULL: the events */
	const char *node, *point;	/* lists of names with commas; NULL: all */
	const char *unit;		/* of segments; NULL: all */
	enum export_source stacks;
	const char *field; /* of the watched word that holds a profile's address; NULL: "pc" */
	uint64_t from, to; /* only these cycles, both included */
	bool boottime;	   /* times by that clock of the host */
	bool gzip;	   /* the file is compressed */
	const volatile sig_atomic_t *interrupted;  /* NULL: nothing interrupts it */
	void (*note)(void *ctx, const char *text); /* something that the user must know; or NULL */
	void *ctx;
};

struct export_format;

/* An export in progress, for the function of its format. */
struct export_job {
	const struct export_format *format;
	const char *dir; /* the run */
	const struct export_options *o;
	struct gno_report *r; /* as gno_report_look makes it */
	struct report_select select;
	struct report_host_clock clock; /* of boottime */
	const char *path;		/* of the file that is to be written */
	FILE *f;			/* the same, open; NULL: the function opens it */
	uint64_t rows;			/* that were written */
	uint64_t largest;		/* rows of the largest table; 0: the format has no tables */
	uint64_t unpacked;		/* bytes before they were compressed; 0: they are not */
};

/* What a viewer is known to refuse: more bytes (of a compressed file: once it is unpacked), or more
 * rows (in a table, or stacks); 0: no limit. Whether a file may be larger is foreseen by the bytes
 * of the trace: the format takes some `times` as many; 0: that is not known. */
struct export_limit {
	const char *viewer;
	uint64_t bytes, rows;
	const char *of; /* what the rows are; NULL: rows */
	unsigned times;
};

/* Options that a format takes beside --from and --to, a bit each. */
#define EXPORT_TAKES_WHAT 1u
#define EXPORT_TAKES_NODE 2u  /* a list of nodes */
#define EXPORT_TAKES_POINT 4u /* a list of points: for events */
#define EXPORT_TAKES_UNIT 8u  /* of segments; `node` is then one node */
#define EXPORT_TAKES_STDOUT 16u
#define EXPORT_TAKES_BOOTTIME 32u
#define EXPORT_TAKES_STACKS 64u
#define EXPORT_TAKES_GZIP 128u

struct export_format {
	const char *name;
	const char *suffix; /* of a file of this format, ".csv"; NULL: none that says so */
	const char *summary;
	unsigned takes;
	int (*write)(struct export_job *job, struct gno_err *err);
	struct export_limit limit; /* viewer NULL: none */
	bool path_only;		   /* the function opens the file job->path itself */
	bool marks; /* its events, or stacks, show where a filter left out a stretch */
	bool whole; /* and makes it whole by itself: job->path is its name */
};

/*
 * Writes a run. What the format does not take must not be set. GNO_ERR_ARG: no such node, point or
 * unit, or the run has nothing of the kind; GNO_ERR_STATE: the file exists, or a program is
 * missing; GNO_ERR_INTERRUPTED, GNO_ERR_IO, GNO_ERR_NOSPACE, GNO_ERR_NOMEM, or as gno_report_build
 * and report_rows_next fail. A file is there after success only.
 */
int export_run(const char *dir, const struct export_format *format, const struct export_options *o,
	       struct gno_err *err);

/* -- for formats -- */

void export_note(const struct export_job *job, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The time of a cycle in ns: since the sync of the run, or by the clock of the host. */
uint64_t export_ns(const struct export_job *job, uint64_t cycle);

#define EXPORT_ROWS_A_LOOK 256 /* rows between two looks at the file's state and at interrupts */

/* Before each row: GNO_ERR_INTERRUPTED, or GNO_ERR_IO where nothing can be written. */
int export_look(const struct export_job *job, struct gno_err *err);
static inline int export_row(struct export_job *job, struct gno_err *err)
{
	return job->rows++ % EXPORT_ROWS_A_LOOK ? GNO_OK : export_look(job, err);
}
/* After the last one, where they go through a buffer to job->f: GNO_ERR_IO likewise. */
int export_flush(const struct export_job *job, struct text_out *out, struct gno_err *err);

/* The list of which rows are requested, of formats of rows. */
static inline const struct column_list *export_list(const struct export_job *job)
{
	return job->o->what ? job->o->what : &columns_events;
}

/*
 * The rows of a list that are requested, each to `put`, which returns 0 or fails. An interval, or a
 * stretch without records, is requested if any of its cycles is. `source` is entered.
 */
int export_list_rows(struct export_job *job, const struct column_list *l,
		     struct column_source *source, column_put *put, void *ctx, struct gno_err *err);
/* The same of a list of the report, as the report has its rows. */
typedef int export_put(void *ctx, const struct report_row *row, struct gno_err *err);
int export_rows(struct export_job *job, const struct column_list *l, export_put *put, void *ctx,
		struct gno_err *err);

#endif
