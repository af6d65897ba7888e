/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_MAKER_H
#define GNOMON_CLI_MAKER_H

/*
 * The child process that makes what a server shows. While the run grows it stays, and reads only
 * what is new; for each request it ends the report in a child of its own (shared/aside.h).
 */

#include <stdbool.h>
#include <sys/types.h>
#include "common/errors.h"
#include "serve/metrics.h"
#include "serve/snapshot.h"

/* What the child reports of a file; in the file behind all parts. */
struct outcome {
	int code; /* 0, or what went wrong: */
	char fault[sizeof(((struct gno_err *)NULL)->text)];
	unsigned parts; /* that are in it, a bit each: those that were requested at least */
	struct snapshot_part_at part[SNAPSHOT_PARTS];
	struct rates rates; /* with this look, if the metrics are among them */
};

struct maker {
	const char *dir;
	const struct rates *rates; /* of the last look, for a child that begins */
	pid_t child;		   /* 0: there is none */
	int line;		   /* to the child */
	int file;		   /* of the request at hand; -1: there is none */
	unsigned parts;		   /* that it is for, a bit each */
};

/* Has parts written into a file, which is the caller's. GNO_ERR_IO. */
int maker_ask(struct maker *m, int file, unsigned parts, struct gno_err *err);

/*
 * Whether a request is done with: 1, and the outcome is there, or 0 after a fault that the child
 * could not report, whose text is in *fault. -1: it is not, or there is none.
 */
int maker_look(struct maker *m, struct outcome *out, const char **fault);

/* Ends the child. */
void maker_end(struct maker *m);

#endif
