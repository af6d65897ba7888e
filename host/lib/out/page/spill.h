/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_SPILL_H
#define GNO_PAGE_SPILL_H

/*
 * Several lists of numbers that are written side by side and then read, each from its begin: in one
 * scratch file, so that memory does not grow with them. A list that is short stays in memory.
 */

#include "out/page/packed.h"
#include "common/errors.h"

struct spill;

/* *out is the caller's, also after a failure (spill_close). GNO_ERR_NOMEM. */
int spill_open(unsigned lists, struct spill **out, struct gno_err *err);
void spill_close(struct spill *s);

/* Where the numbers of a row of a list are put; then the row is complete. */
struct packed *spill_row(struct spill *s, unsigned list);
void spill_row_end(struct spill *s, unsigned list);

/* All was written. GNO_ERR_NOMEM; GNO_ERR_IO: the scratch file cannot be written. */
int spill_finish(struct spill *s, struct gno_err *err);

/* Whether a list has another row: 1 or 0; it fails as spill_finish does. */
int spill_more(struct spill *s, unsigned list, struct gno_err *err);
/* The next number of a row that is there. */
uint64_t spill_number(struct spill *s, unsigned list);
/* Likewise `from` plus what packed_step has put. */
uint64_t spill_step(struct spill *s, unsigned list, uint64_t from);

#endif
