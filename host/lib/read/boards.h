/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_READ_BOARDS_H
#define GNO_READ_BOARDS_H

/*
 * A run of several boards: a folder with boards.json (sync/file.h) and a run directory for each
 * board that has one. It is read as one run. Its nodes are those of all boards, named BOARD.NODE,
 * in the order of the boards; each keeps the cycles of its own board, so that durations on one
 * board are exact.
 *
 * What compares nodes goes by the common time: cycles of one board's nominal clock, the reference,
 * on the clock of the host. boards.json names it. Common time 0 is the earliest start of a board.
 * How far a common time can be wrong comes from the polls (sync/mapping.h), for each place of each
 * board; an order of two times is certain where they lie further apart than both bounds together.
 */

#include <stdbool.h>
#include <stdint.h>

#include "common/errors.h"

struct gno_trace;
struct trace_boards;

/* Whether a folder is a run of several boards. */
bool boards_is_run(const char *dir);

/* As gno_trace_open, of such a folder. GNO_ERR_STATE: a board's run is of a kind that cannot be
 * read together with others (only some in mode wrap, filtered, or lines that pause its time);
 * GNO_ERR_MISMATCH: boards.json names another nominal clock of a board than its run does. */
int boards_open(const char *dir, struct gno_trace **out, struct gno_err *err);
int boards_share(const struct gno_trace *of, struct gno_trace **out, struct gno_err *err);
void boards_close(struct gno_trace *t);

unsigned boards_count(const struct trace_boards *b);
/* The run of one board, and the first of its nodes. */
struct gno_trace *boards_trace(const struct trace_boards *b, unsigned board, unsigned *first);
const char *boards_name(const struct trace_boards *b, unsigned board);
/* What its polls showed (sync/entry.h). */
struct sync_entry;
/* A board whose run is left out, since its clock cannot be right, so that no bound holds for its
 * time; NULL behind the last one. */
const struct sync_entry *boards_left_out(const struct trace_boards *b, unsigned which);
const struct sync_entry *boards_entry(const struct trace_boards *b, unsigned board);
/* The board of a node, and which of its nodes it is. */
unsigned boards_of(const struct trace_boards *b, unsigned node, unsigned *own);

/* The common time of a cycle of a node; *bound, unless it is NULL, the most by which it can be
 * wrong, in cycles. Of one node it never runs backwards. */
uint64_t boards_common(const struct trace_boards *b, unsigned node, uint64_t cycle,
		       uint64_t *bound);
/* The least time of a message between boards, which was declared for the run, in cycles of common
 * time, rounded down; 0: none is known. */
uint64_t boards_message_floor(const struct trace_boards *b);
/* The same in parts of a cycle, so small that two cycles of one board differ: what is in order by
 * it is in order of common time, and what one board did is in the board's order. */
uint64_t boards_order(const struct trace_boards *b, unsigned node, uint64_t cycle);
/* Name of the board whose nominal clock common time counts. */
const char *boards_reference(const struct trace_boards *b);
/* The last cycle of a node whose common time is not later; 0 where there is none. */
uint64_t boards_cycle(const struct trace_boards *b, unsigned node, uint64_t common);
/* The first cycle of a node whose common time is not earlier; UINT64_MAX where there is none. */
uint64_t boards_first(const struct trace_boards *b, unsigned node, uint64_t common);

/*
 * Sets the clocks in the CTF metadata of each board's run to its begin and its mean rate by its
 * pulses, so that other readers of the traces, which know no pulses, merge them as well as one rate
 * allows. As files fail.
 */
int boards_set_clocks(struct gno_trace *t, struct gno_err *err);

/* The same where b is NULL: of a run of one board, whose cycles are all there is. */
static inline uint64_t common_time(const struct trace_boards *b, unsigned node, uint64_t cycle)
{
	return b ? boards_common(b, node, cycle, NULL) : cycle;
}

static inline uint64_t common_first(const struct trace_boards *b, unsigned node, uint64_t common)
{
	return b ? boards_first(b, node, common) : common;
}

static inline uint64_t common_order(const struct trace_boards *b, unsigned node, uint64_t cycle)
{
	return b ? boards_order(b, node, cycle) : cycle;
}

static inline uint64_t common_cycle(const struct trace_boards *b, unsigned node, uint64_t common)
{
	return b ? boards_cycle(b, node, common) : common;
}

#endif
