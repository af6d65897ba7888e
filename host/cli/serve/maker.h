/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_MAKER_H
#define GNOMON_CLI_MAKER_H

/*
 * The child process that makes what a server shows. While the run grows it stays, and goes on to
 * read what is new also where nothing is requested; for each request it ends the report in a child
 * of its own (shared/aside.h). Or it makes what is requested from all that is there, and ends.
 */

#include <stdbool.h>
#include <sys/types.h>
#include "common/errors.h"
#include "serve/metrics.h"

/* What can be requested. */
enum maker_part {
	MAKER_DATA,    /* of the page: data.json (out/live/live.h) */
	MAKER_METRICS, /* for Prometheus */
	MAKER_WHOLE,   /* whole.json */
	MAKER_WINDOW,  /* window.json */
	MAKER_PARTS,
};

#define MAKER_SECONDS 10 /* that a window may take */

/* Where a part lies. */
struct maker_at {
	uint64_t offset, length;
};

/* What the child reports of a file; in the file behind all parts. */
struct outcome {
	int code; /* 0, or what went wrong: */
	char fault[sizeof(((struct gno_err *)NULL)->text)];
	unsigned parts; /* that are in it, a bit each: those that were requested at least */
	struct maker_at part[MAKER_PARTS];
	struct rates rates; /* with this look, if the metrics are among them */
	bool grows;	    /* more may come */
	uint64_t took;	    /* ms of a processor, without the reading of what is new */
};

struct order {
	unsigned parts;	   /* a bit each */
	uint64_t from, to; /* of a window */
};

struct maker {
	const char *dir;
	const struct rates *rates; /* of the last look, for a child that begins */
	bool once;		   /* each child is for one request */
	pid_t child;		   /* 0: there is none */
	int line;		   /* to the child */
	int file;		   /* of the request at hand; -1: there is none */
	struct order order;	   /* that it is for */
};

/* Whether a run can be opened; one that is not started yet can. Fails as gno_report_build. */
int maker_check(const char *dir, struct gno_err *err);

/* Has parts written into a file, which is the caller's. GNO_ERR_IO. */
int maker_ask(struct maker *m, int file, const struct order *order, struct gno_err *err);

/*
 * Whether a request is done with: 1, and the outcome is there, or 0 after a fault that the child
 * could not report, whose text is in *fault. -1: it is not, or there is none.
 */
int maker_look(struct maker *m, struct outcome *out, const char **fault);

/* Ends the child. */
void maker_end(struct maker *m);

#endif
