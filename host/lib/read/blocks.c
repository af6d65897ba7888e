/* SPDX-License-Identifier: Apache-2.0 */
#include "read/blocks.h"
#include "records/record.h"
#include "records/block.h"

#include <stdlib.h>
#include <string.h>

#define GROUP 16 /* counters that are counted in turn */

unsigned block_place(const struct gno_node *node, unsigned kind, unsigned unit)
{
	return kind == GNO_KIND_BUCKET ? unit : node->preprocessors.buckets + unit;
}

int blocks_begin(struct blocks *b, const struct gno_node *node)
{
	const struct gno_preprocessors *m = &node->preprocessors;

	*b = (struct blocks){.node = node};
	for (unsigned i = 0; i < m->buckets + m->counters; i++) {
		bool buckets = i < m->buckets;
		unsigned size = gno_block_size(node, buckets ? GNO_KIND_BUCKET : GNO_KIND_COUNTER,
					       buckets ? i : i - m->buckets);

		b->part[i].count = calloc(size, sizeof(uint32_t));
		b->part[i].before = calloc(size, sizeof(uint32_t));
		if (!b->part[i].count || !b->part[i].before)
			return GNO_ERR_NOMEM;
	}
	return GNO_OK;
}

void blocks_free(struct blocks *b)
{
	for (unsigned i = 0; i < BLOCK_UNITS; i++) {
		free(b->part[i].count);
		free(b->part[i].before);
	}
}

uint64_t block_counter_clocks(const struct gno_block *head, unsigned i)
{
	return head->began + (head->flush ? 0 : i % GROUP);
}

static bool same_block(const struct gno_block *a, const struct gno_block *b)
{
	return a->began == b->began && a->ended == b->ended && a->late == b->late &&
	       a->flush == b->flush && a->lost == b->lost && a->counted == b->counted;
}

/* Whether a whole bank can be. Where a count is at its end the sum says nothing. */
static bool check_bank(struct block_part *p, unsigned counts)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < counts; i++)
		sum += p->count[i];
	if (!p->head.saturated && sum != p->head.counted) {
		block_join_fail(&p->join, BLOCK_SUM);
		return false;
	}
	if (p->any && p->head.began <= p->ended && !(p->head.late && p->head.flush)) {
		block_join_fail(&p->join, BLOCK_ORDER);
		return false;
	}
	return true;
}

/* Whether a whole snapshot can be. */
static bool check_snapshot(const struct gno_node *node, struct block_part *p, unsigned counts)
{
	bool stops =
	    node->port.bus != GNO_BUS_NONE; /* time may have stood still while they counted */
	uint64_t due = p->head.flush ? p->head.ended + 1 : (p->head.ended / GROUP + 1) * GROUP;
	bool good = p->head.began == due && (!p->any || p->head.ended >= p->ended);

	for (unsigned i = 0; i < counts; i++)
		good = good && p->count[i] >= p->before[i] &&
		       (stops || p->count[i] <= block_counter_clocks(&p->head, i));
	if (!good) {
		block_join_fail(&p->join, BLOCK_ORDER);
		return false;
	}
	memcpy(p->before, p->count, counts * sizeof(*p->count));
	return true;
}

bool blocks_take(struct blocks *b, unsigned kind, const struct gno_block *record, struct block *out)
{
	struct block_part *p = &b->part[block_place(b->node, kind, record->unit)];
	unsigned counts = gno_block_size(b->node, kind, record->unit);

	if (!block_join_takes(&p->join, record->first, same_block(record, &p->head)))
		return false;
	if (record->first == 0)
		p->head = *record;
	memcpy(p->count + record->first, record->count, record->many * sizeof(*p->count));
	p->head.saturated |= record->saturated;
	p->join.next = record->first + record->many;
	if (!record->last)
		return false;
	if (!(kind == GNO_KIND_BUCKET ? check_bank(p, counts) : check_snapshot(b->node, p, counts)))
		return false;
	p->join.next = 0;
	p->any = true;
	p->ended = p->head.ended;
	*out = (struct block){p->head, counts, p->count};
	return true;
}

void blocks_refuse(struct blocks *b, unsigned kind, unsigned unit, enum block_fault fault)
{
	block_join_fail(&b->part[block_place(b->node, kind, unit)].join, fault);
}

void blocks_end(struct blocks *b)
{
	for (unsigned i = 0; i < BLOCK_UNITS; i++)
		block_join_end(&b->part[i].join);
}

const char *block_fault_name(enum block_fault fault)
{
	static const char *const names[] = {
	    [BLOCK_HEADLESS] = "without their first record",
	    [BLOCK_SHORT] = "short",
	    [BLOCK_CHANGED] = "of records that contradict each other",
	    [BLOCK_SUM] = "with counts that do not add up",
	    [BLOCK_REACH] = "with counts that cannot be",
	    [BLOCK_TIMES] = "with times that contradict their entries",
	    [BLOCK_ORDER] = "that contradict the one before",
	};

	return names[fault];
}

void block_join_fail(struct block_join *j, enum block_fault fault)
{
	j->faults[fault]++;
	j->skip = true;
	j->next = 0;
}

bool block_join_takes(struct block_join *j, unsigned first, bool same)
{
	if (first == 0) {
		if (j->next)
			block_join_fail(j, BLOCK_SHORT);
		j->skip = false;
		return true;
	}
	if (j->skip)
		return false;
	if (first != j->next) {
		block_join_fail(j, j->next ? BLOCK_SHORT : BLOCK_HEADLESS);
		return false;
	}
	if (!same)
		block_join_fail(j, BLOCK_CHANGED);
	return same;
}

void block_join_end(struct block_join *j)
{
	if (j->next)
		block_join_fail(j, BLOCK_SHORT);
}
