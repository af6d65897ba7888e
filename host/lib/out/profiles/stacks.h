/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_STACKS_H
#define GNO_EXPORT_STACKS_H

/*
 * The stacks of a run, for the formats of profilers, from one of two sources: each path of its call
 * trees (passes/calls/) with the cycles in which it was the innermost; or each place of the
 * timer's flat profile, a stack of one frame. What nothing is known of is in stacks of its own.
 */

#include "out/export/export.h"

struct export_frame {
	const char *name;
	const char *file;	/* NULL: not known */
	unsigned line;		/* in it; 0: not known */
	unsigned function_line; /* of the function; 0: not known */
	bool is_code;		/* it is at `address` of the program */
	uint64_t address;
	const char *function_file; /* of the function; NULL: not known */
	uint64_t function;	   /* its address, where it is known; 0: not */
	char *own;		   /* its name, if it was made; else NULL */
};

/* A process of a node, or all of a node. */
struct export_lane {
	unsigned node;
	bool known; /* it is that process */
	unsigned process;
	char name[128]; /* in its node; "": it has none */
};

struct export_stack {
	unsigned node;
	const struct export_lane *lane; /* NULL: nothing is known of these cycles */
	const uint32_t *frame;		/* places in the list of frames, outermost first; some */
	size_t frames;
	uint64_t cycles; /* in which the last frame was the innermost one */
	uint64_t count;	 /* calls of the last frame that began there; samples */
};

struct export_stacks;
typedef int export_put_stack(void *ctx, const struct export_stack *s, struct gno_err *err);

/* What a source fills in. */
struct export_stacks {
	const struct gno_report *r;
	const char *counted; /* what `count` of a stack is: "calls", "samples" */
	uint64_t period;     /* cycles of a sample; of calls 1 */
	bool by_address;     /* of a profile: frames are addresses, else functions */
	struct export_frame *frame;
	size_t frames; /* the last ones are those of which nothing is known */
	struct export_lane *lane;
	size_t lanes;
	uint64_t *cycles; /* of each lane */
	uint64_t *unseen; /* of each node, for each of the last frames: cycles */
	size_t unseens;
	char (*note)[400]; /* one a node on what is not known; "": nothing */
	/* each stack of a lane with any cycle or count */
	int (*each)(struct export_job *job, const struct export_stacks *s, size_t lane,
		    export_put_stack *put, void *ctx, struct gno_err *err);
	struct calls *calls;	  /* the source, */
	struct gno_report *owned; /* or this report, of the timer */
	char (*text)[20];	  /* names of addresses without a function */
};

/*
 * Those of the source that is requested. *out is the caller's (export_stacks_free) and holds as
 * long as the job. Fails as calls_make or, of the timer's profile, gno_report_build do.
 */
int export_stacks_open(struct export_job *job, bool by_address, struct export_stacks **out,
		       struct gno_err *err);
void export_stacks_free(struct export_stacks *s);

/* Each stack of a lane to `put`, which returns 0 or fails; behind the lanes, those of which nothing
 * is known. */
int export_stacks_each(struct export_job *job, const struct export_stacks *s, size_t lane,
		       export_put_stack *put, void *ctx, struct gno_err *err);

/* Cycles of a lane; behind the lanes, those of which nothing is known. */
uint64_t export_stacks_cycles(const struct export_stacks *s, size_t lane);

/* -- sources: what they fill in is freed by export_stacks_open if they fail -- */

int export_stacks_of_calls(struct export_job *job, struct export_stacks *s, struct gno_err *err);
int export_stacks_of_timer(struct export_job *job, struct export_stacks *s, struct gno_err *err);
/* Room for the lists, with r, lanes, frames and unseens as they are. GNO_ERR_NOMEM. */
int export_stacks_room(struct export_stacks *s, struct gno_err *err);

#endif
