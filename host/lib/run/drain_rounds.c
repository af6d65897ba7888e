/* SPDX-License-Identifier: Apache-2.0 */

/* The rounds of a drain: what is requested, and how much is in flight. */

#include "run/drain.h"

void gno_drain_set_depth(struct gno_drain *d)
{
	bool held = gno_link_is_held(d->link);
	unsigned most = d->run->m->slots / 2 / GNO_MAX_BLOCK;
	unsigned rounds = held ? GNO_DRAIN_ROUNDS : 3, blocks = held ? GNO_DRAIN_BLOCKS : 4;

	if (blocks > most / 4)
		blocks = most < 4 ? 1 : most / 4;
	if (rounds > most / blocks)
		rounds = most < 2 * blocks ? 2 : most / blocks;
	d->rounds = rounds;
	d->blocks = blocks;
}

/* The greatest length of a block, up to `most`, that no block in flight has; `most`: there is none.
 * The answers to two reads of one length would have to wait for one another. */
static unsigned free_length(const struct gno_drain *d, unsigned most)
{
	bool taken[GNO_MAX_BLOCK + 1] = {false};
	unsigned length = most;

	for (unsigned i = 0; i <= d->flying; i++) {
		const struct gno_drain_round *r = &d->round[(d->first + i) % (d->rounds + 1)];

		for (unsigned k = 0; k < r->blocks; k++)
			taken[r->block[k].slots] = true;
	}
	while (length && taken[length])
		length--;
	return length ? length : most;
}

bool gno_drain_may_take(const struct gno_drain *d)
{
	uint64_t slots = d->head - d->planned;

	if (d->flying - d->polls >= d->rounds)
		return false;
	return slots >= d->blocks * (GNO_MAX_BLOCK - GNO_DRAIN_ROUNDS * GNO_DRAIN_BLOCKS) ||
	       (slots && !d->flying);
}

int gno_drain_submit(struct gno_drain *d, struct gno_err *err)
{
	unsigned which = (d->first + d->flying) % (d->rounds + 1);
	struct gno_drain_round *r = &d->round[which];
	unsigned blocks = gno_drain_may_take(d) ? d->blocks : 0;

	for (r->blocks = 0; r->blocks < blocks && d->planned < d->head;) {
		struct gno_request *req = &r->block[r->blocks];

		*req = gno_buffer_request(d->run->m, d->planned, d->head - d->planned,
					  r->data[r->blocks]);
		req->slots = free_length(d, req->slots);
		d->planned += req->slots;
		r->blocks++;
		gno_link_queue(d->link, req);
	}
	r->regs = (struct gno_request){.op = GNO_OP_READ_REGS,
				       .addr = GNO_STATUS_SLOT,
				       .slots = GNO_STATUS_SLOTS + which,
				       .in = r->reg};
	d->flying++;
	d->polls += !r->blocks;
	d->freed = false;
	return gno_link_submit(d->link, &r->regs, err);
}
