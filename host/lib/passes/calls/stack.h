/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_CALLS_STACK_H
#define GNO_CALLS_STACK_H

/* The functions that are open in a process while its events are read. */

#include "passes/calls/calls.h"
#include "passes/index/archive.h"

/* A function that was entered and did not return yet. */
struct calls_frame {
	uint32_t node, function;
	uint64_t own; /* clocks that the process had run at its entry */
	bool early;   /* entered before the clocks that are requested */
};

/* What would be open if none called a function (calls_stack_state). */
enum {
	CALLS_APART = 1, /* since a cut it was entered or left where that made a difference */
	CALLS_AGAIN = 2, /* it is open, and was entered again since */
};

struct calls_stack {
	struct calls_lane lane;
	struct calls_tree *tree; /* that has its nodes */
	struct calls_frame *frame;
	size_t frames, room;
	size_t *open;	/* of each function: its frames */
	uint8_t *apart; /* of each function: CALLS_APART or not, and CALLS_AGAIN */
	/* node below all frames: the root, or CALLS_LOST where callers are not known */
	uint32_t base;
	bool broken;  /* something was lost before */
	bool chosen;  /* it ran since all stacks were cut */
	uint64_t own; /* clocks that it has run, as far as is known */
};

/* What all stacks of a node have in common. */
struct calls_stacks {
	const struct calls_function *function;
	size_t functions;
	uint64_t *cut;	    /* of the node: by reason */
	enum calls_cut why; /* of a cut */
	size_t open, most;  /* frames of all, and how many there may be */
	bool early;	    /* the clocks that are requested have not begun: nothing is counted */
	uint32_t outermost; /* the function that none calls; CALLS_NONE: not known */
	bool full;	    /* calls were cut since `most` were open */
	/* a state that was read does not say what is open where none calls `outermost` */
	bool unsure;
};

/* Begins a stack with a root in the tree. GNO_ERR_NOMEM. */
int calls_stack_begin(const struct calls_stacks *c, struct calls_tree *tree, struct calls_stack *s);
void calls_stack_free(struct calls_stack *s);

/* The process runs for so many clocks; `counted` of them are requested. */
void calls_stack_run(struct calls_stack *s, uint64_t clocks, uint64_t counted);
/* A function is entered, and left. GNO_ERR_NOMEM. */
int calls_stack_enter(struct calls_stacks *c, struct calls_stack *s, uint32_t function);
int calls_stack_leave(struct calls_stacks *c, struct calls_stack *s, uint32_t function);
/* All open functions are cut, and callers are not known from here on. GNO_ERR_NOMEM. */
int calls_stack_cut(struct calls_stacks *c, struct calls_stack *s);
/* The clocks that are requested are over: what is open is cut, or at the end of the run
 * unfinished. */
void calls_stack_end(struct calls_stacks *c, struct calls_stack *s, bool unfinished);

/*
 * The open functions before the clocks that are requested, written or read into a stack that has
 * begun; what is bad is in `a`. GNO_ERR_NOMEM. It is written without an `outermost`, and read with
 * any: where that function is open, it and those above it are; where it is not, the same as
 * without. c->unsure: neither is known, as it was entered again while it was open, or entered or
 * left where that made a difference.
 */
int calls_stack_state(struct archive *a, struct calls_stacks *c, struct calls_stack *s);

/* Puts all that `from` has seen, and its open functions, below those of `to`, which has none.
 * `from` then is as it was when it began. GNO_ERR_NOMEM. */
int calls_stack_join(struct calls_stacks *c, struct calls_stack *to, struct calls_stack *from);

#endif
