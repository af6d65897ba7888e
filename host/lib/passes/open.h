/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_OPEN_H
#define GNO_REPORT_OPEN_H

/*
 * What began and has not ended yet, of several kinds, in the order of the begins. All steps take
 * the same time, however many are open. The owner keeps what is known of each in a list of its own,
 * by its place.
 */

#include <stddef.h>
#include <stdint.h>

#define OPEN_NONE UINT32_MAX

struct open_link {
	uint32_t before, after; /* of all; OPEN_NONE: there is none */
	uint32_t below;		/* of its kind the one before */
};

struct open_list {
	struct open_link *link;
	uint32_t first, last; /* OPEN_NONE: none is open */
	uint32_t unused;      /* places that were left, a list by `after` */
	uint32_t used;	      /* places that were ever taken */
};

void open_begin(struct open_list *o);
void open_free(struct open_list *o);

/*
 * One of a kind begins; *newest is the last one of the kind that is open, or OPEN_NONE. Returns its
 * place, for which the owner's `*list` of `size` bytes each has room; OPEN_NONE: there is no
 * memory.
 */
uint32_t open_add(struct open_list *o, uint32_t *newest, void *list, size_t size);
/* Any of them ends; the owner sees to *newest of its kind. */
void open_take(struct open_list *o, uint32_t at);
/* The newest one of a kind, of which there is one, ends. Its place holds until the next begin. */
uint32_t open_end(struct open_list *o, uint32_t *newest);
/* All end; the owner sees to the newest ones. */
void open_clear(struct open_list *o);

#endif
