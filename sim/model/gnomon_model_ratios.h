/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_model_ratios: how long each bit of a node was 1, and its pairs of ratio counters.
 *
 * A bit takes time when it changes: then the time is subtracted from its total where it becomes 1,
 * and added where it becomes 0. The count of a bit that is 1 is that total and the time.
 */
#ifndef GNOMON_MODEL_RATIOS_H
#define GNOMON_MODEL_RATIOS_H

#include <stdint.h>

#include "gnomon_model.h"

struct model_node;

enum {
	MODEL_PAIRS = 9,
	MODEL_LEVELS = 40, /* words of what is counted: bits, lines, and what is made of them */

	/* negative numbers in the place of a counted bit */
	MODEL_CLOCKS = -1, /* every clock counts */
	MODEL_NEVER = -2,  /* no clock counts: values and event lines have sums of their own */
};

struct model_ratios {
	unsigned int words;
	uint32_t last[MODEL_LEVELS];	   /* bits of the clock before, */
	uint32_t mask[MODEL_LEVELS];	   /* those that something counts, */
	uint64_t total[32 * MODEL_LEVELS]; /* and their totals */
	int at[MODEL_PAIRS][2];		   /* the bit that A and B count, or a negative number */
	uint64_t sum[MODEL_PAIRS][2];	   /* of values */
	uint64_t base[MODEL_PAIRS][2];	   /* at the last reset */
};

/* The counts of a new run are 0. */
void model_ratios_begin(struct model_node *node);

/* What the pairs and counters of a node that measures more count. */
void model_levels_begin(struct model_node *node);

/* The counted bit of an input. */
int model_counted_bit(const struct model_node *node, const struct gnomon_model_input *input);

/* Those of a run of pairs count from 0 on, behind the node's clock. */
void model_ratios_reset(struct model_node *node, const struct gnomon_model_run *run);

/* Fills the words of a sample, with the node's clock. */
void model_ratios_sample(struct model_node *node, uint32_t *word);

/* A word has other bits from this time on. */
static inline void model_ratios_change(struct model_ratios *ratios, unsigned int word, uint32_t now,
				       uint64_t time)
{
	uint32_t change = (ratios->last[word] ^ now) & ratios->mask[word];
	uint64_t *total = &ratios->total[32 * word];

	ratios->last[word] = now;
	for (; change; change &= change - 1) {
		const int bit = __builtin_ctz(change);

		total[bit] += now >> bit & 1 ? -time : time;
	}
}

/* The bits of a time: so many words, those behind them have not changed. */
static inline void model_ratios_count(struct model_ratios *ratios, const uint32_t *bits,
				      unsigned int words, uint64_t time)
{
	for (unsigned int i = 0; i < words; i++)
		if ((bits[i] ^ ratios->last[i]) & ratios->mask[i])
			model_ratios_change(ratios, i, bits[i], time);
}

/* The count of a bit before a time. */
static inline uint64_t model_ratios_at(const struct model_ratios *ratios, int at, uint64_t time)
{
	if (at < 0)
		return at == MODEL_CLOCKS ? time : 0;
	return ratios->total[at] + (ratios->last[at / 32] >> at % 32 & 1 ? time : 0);
}

#endif
