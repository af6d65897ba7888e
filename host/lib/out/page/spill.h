/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_SPILL_H
#define GNO_PAGE_SPILL_H

/*
 * Several lists of numbers that are written side by side and then read, each from its begin: in one
 * scratch file, so that memory does not grow with them. A list that is short stays in memory. The
 * file is made at once: later other threads may make some.
 */

#include "out/page/packed.h"
#include "common/errors.h"

struct spill;

/* `needs`: bytes that the file takes at most, for the message of its failure; 0: not known. *out is
 * the caller's, also after a failure (spill_close). GNO_ERR_NOMEM. */
int spill_open(unsigned lists, uint64_t needs, struct spill **out, struct gno_err *err);
void spill_close(struct spill *s);

#define SPILL_BLOCK 16384 /* bytes of a list in memory before they go to the file */

/* Where the numbers of the rows of a list are put; as long as the lists last. */
struct packed *spill_rows(struct spill *s, unsigned list);
/* Appends what was put there to the file. */
void spill_keep(struct spill *s, unsigned list);

/* A row of a list is complete; `rows`: its spill_rows. */
static inline void spill_row_end(struct spill *s, unsigned list, const struct packed *rows)
{
	if (rows->used >= SPILL_BLOCK)
		spill_keep(s, list);
}

/* All was written. GNO_ERR_NOMEM; GNO_ERR_IO: the scratch file cannot be written. */
int spill_finish(struct spill *s, struct gno_err *err);

/* Where a list is read: the next byte in memory, up to `end`. */
struct spill_place {
	const unsigned char *byte, *end;
};

/* As long as the lists last. */
struct spill_place *spill_place(struct spill *s, unsigned list);
/* Brings more of a list into memory, if there is more: 1 or 0; it fails as spill_finish does. */
int spill_more(struct spill *s, unsigned list, struct gno_err *err);

/* The next number of a row; there is one. */
static inline uint64_t spill_number(struct spill_place *p)
{
	uint64_t number = 0;

	for (unsigned shift = 0;; shift += 7) {
		const unsigned char byte = *p->byte++;

		number |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return number;
	}
}

/* Likewise `from` plus what packed_step has put. */
static inline uint64_t spill_step(struct spill_place *p, uint64_t from)
{
	const uint64_t step = spill_number(p);

	return step & 1 ? from - (step + 1) / 2 : from + step / 2;
}

#endif
