/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_PARALLEL_H
#define GNO_ANALYSIS_PARALLEL_H

/*
 * How parallel a program was (Miller, "DPM", IV.C): total process time T, longest path t_max
 * through its history graph, T/t_max, the critical path and the slack of all else, and how long it
 * would take with the processes on other processors. docs/answers/parallelism.md has the rules.
 */

#include <stdio.h>
#include "passes/parallel/path.h"

/* Processes on processors. */
struct placement {
	const char *what;
	size_t *on;	   /* processor of each process */
	size_t processors; /* the nodes, then others */
	char **other;	   /* names of the others */
	uint64_t longest;
	uint64_t *busy; /* of each processor */
};

struct parallel {
	struct history *h;
	struct path *path;
	unsigned char *ran;	       /* of each group of processes: how many of it ran, up to 2 */
	struct placement placement[2]; /* that of the run, and another one */
	unsigned placements;
};

/*
 * Adds the pass over a run (after gno_report_look). `listener` (NULL: none) gets the messages on
 * the way, as from messages_next. *out is the caller's, also after a failure. GNO_ERR_ARG: no node
 * has an event port.
 */
int parallel_add(const struct gno_report *r, const struct message_listener *listener,
		 struct reader *reader, struct parallel **out, struct gno_err *err);
/* All was read: analyses it. `place`: PROCESS=PROCESSOR, a list with commas of where processes are
 * to be instead; NULL: nowhere. GNO_ERR_ARG: there is no such process. */
int parallel_finish(struct parallel *p, const char *place, struct gno_err *err);
/* All of it, in a go of its own. */
int parallel_build(const struct gno_report *r, const char *place, struct parallel **out,
		   struct gno_err *err);
void parallel_free(struct parallel *p);

/* Whether a text is a placement, PROCESS=PROCESSOR[,...], else GNO_ERR_ARG. */
int parallel_check_place(const char *place, struct gno_err *err);

/* Whether all of the run is known. Else the path, its slack and the placements are those of what
 * was seen: what is missing can make each of them longer or shorter. */
bool parallel_is_whole(const struct parallel *p);
/* Whether process times, T and the processors' times are known. Else they are lower bounds. */
bool parallel_times_are_whole(const struct parallel *p);
/* Whether t_max is that of the run, or less: what is missing makes no delivery shorter. */
bool parallel_longest_is_least(const struct parallel *p);

/* Sends and receives whose other end is not known. */
uint64_t parallel_alone(const struct parallel *p);

/* Name of a process, which may be written to `buf`. */
const char *parallel_name(const struct parallel *p, size_t process, char *buf, size_t size);
const char *parallel_processor(const struct parallel *p, const struct placement *l, size_t i);

/* Tables with `rows` rows at most. GNO_ERR_NOMEM. */
int parallel_text(const struct parallel *p, size_t rows, FILE *f, struct gno_err *err);

#endif
