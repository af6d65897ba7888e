/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ERRORS_H
#define GNO_ERRORS_H

/*
 * How a function of libgnomon reports a failure: it returns 0 (or a count) or one of the negative
 * codes below. The message goes into a structure that the caller owns.
 * What is wrong with a file that a user wrote goes into a list, each fault with its place.
 */

#include <stdbool.h>
#include <stddef.h>

/* What kind of failure it was. Each function's comment names the codes that can come back. */
enum gno_code {
	GNO_OK = 0,
	GNO_ERR_ARG = -1,	   /* the caller named something that does not exist */
	GNO_ERR_NOMEM = -2,	   /* no memory */
	GNO_ERR_IO = -3,	   /* the operating system refused a file or a connection */
	GNO_ERR_NOSPACE = -4,	   /* the disk is full */
	GNO_ERR_FORMAT = -5,	   /* a file or a record is malformed */
	GNO_ERR_TIMEOUT = -6,	   /* no answer in time */
	GNO_ERR_LINK = -7,	   /* the link could not be repaired, or the other side closed it */
	GNO_ERR_MISMATCH = -8,	   /* this monitor, run or file belongs to another one */
	GNO_ERR_FIT = -9,	   /* the patterns do not fit into the monitor */
	GNO_ERR_INTERRUPTED = -10, /* the caller requested a stop (SIGINT) */
	GNO_ERR_STATE = -11,	   /* not possible now (for example a run that was not started) */
};

/* Longest message with its terminating zero, in bytes. */
#define GNO_ERR_TEXT 512

/* The last failure, in words. Owned by the caller; the library only writes to it when it fails. */
struct gno_err {
	int code; /* one of enum gno_code */
	/* lower case, the problem first, the subject quoted, no full stop */
	char text[GNO_ERR_TEXT];
};

/*
 * Puts a message into `err` (which may be NULL), with what could act on a terminal shown as
 * escapes, and returns `code`, so that a failing function can end with `return gno_fail(err,
 * GNO_ERR_IO, "cannot open '%s': %s", ...)`.
 */
int gno_fail(struct gno_err *err, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* As gno_fail with a code of GNO_ERR_IO, or GNO_ERR_NOSPACE where errno means that; ": reason" is
 * appended. */
int gno_fail_errno(struct gno_err *err, int errnum, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* As gno_fail with GNO_ERR_NOMEM and the one message for it. */
int gno_fail_nomem(struct gno_err *err);

/* What is wrong with a file, or might be (warning). */
struct gno_fault {
	unsigned line, column; /* from 1; 0: the file as a whole */
	bool warning;
	char *text;
	const char *form; /* the text with its gaps (%s): a place has one fault of each form */
};

/* errors of one file that are kept, and warnings; further ones are only counted */
#define GNO_FAULTS_MAX 100

struct gno_faults {
	struct gno_fault *fault;
	size_t count;
	size_t errors; /* without the warnings */
	bool more;     /* there were more than are kept */
};

/* Frees what the list holds, not the list itself. */
void gno_faults_free(struct gno_faults *faults);

#endif
