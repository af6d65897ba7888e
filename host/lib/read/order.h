/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_READ_ORDER_H
#define GNO_READ_ORDER_H

/* The one merge of nodes: which lane comes next, by its key, and of equal keys by its number. */

#include <stdbool.h>
#include <stdint.h>

struct order {
	uint64_t *key;	  /* of each lane that is in it */
	unsigned *heap;	  /* the lanes; the first one comes next */
	unsigned waiting; /* how many */
};

/* GNO_OK or GNO_ERR_NOMEM; order_end in any case. */
int order_begin(struct order *o, unsigned lanes);
void order_end(struct order *o);

/* Adds a lane that is not in it. */
void order_put(struct order *o, unsigned lane, uint64_t key);
/* The first lane, of which there is one, goes on with a later key. */
void order_later(struct order *o, uint64_t key);
/* The first lane leaves. */
void order_take(struct order *o);

#endif
