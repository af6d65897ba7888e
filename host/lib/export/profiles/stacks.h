/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_STACKS_H
#define GNO_EXPORT_STACKS_H

/* The stacks of a run, for the formats of profilers: each path of its call trees with the cycles in
 * which it was the innermost, and the cycles of which nothing is known, as stacks of their own. */

#include "analysis/calls/calls.h"
#include "export/export.h"

struct export_stack {
	unsigned node;
	const struct calls_lane *lane; /* NULL: nothing is known of these cycles */
	const uint32_t *frame;	       /* outermost first; at least one */
	size_t frames;
	uint64_t cycles; /* in which the last frame was the innermost one */
	uint64_t calls;	 /* of the last frame that began there */
};

/* Begins; *out is the caller's (calls_free). Fails as calls_make does. */
int export_calls(struct export_job *job, struct calls **out, struct gno_err *err);

/* Frames have numbers: the functions of the run, then what is none. */
size_t export_frames(const struct calls *c);
const char *export_frame_name(const struct calls *c, size_t frame);
/* NULL: it is no function of the program. */
const struct calls_function *export_frame_function(const struct calls *c, size_t frame);

/* Each stack of a lane (c->lanes and more: those of which nothing is known) with any cycle or call,
 * to `put`, which returns 0 or fails. */
typedef int export_put_stack(void *ctx, const struct export_stack *s, struct gno_err *err);
int export_stacks(struct export_job *job, const struct calls *c, size_t lane, export_put_stack *put,
		  void *ctx, struct gno_err *err);

/* "core0", "core0 process 1". */
const char *export_lane_name(const struct calls *c, const struct calls_lane *l, char *buf,
			     size_t size);

#endif
