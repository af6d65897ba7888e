/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_model_ratios: the ratio counters of a node of a model (docs/design/preprocessors.md).
 *
 * The bits are added eight at a time, when one of them changes: eight counts of a byte are in one
 * word, and a table has the word that eight bits add in a clock. Before such a count can overflow,
 * all are emptied into the totals.
 */
#include <string.h>

#include "gnomon_model_parts.h"

enum {
	FULL,
	COMPRESSED,
	COMPRESSED_32,

	BITS_16 = 5,  /* of a mantissa of the compressed form, less one for the larger count */
	BITS_32 = 13, /* of compressed32, likewise */
};

uint64_t model_spread[256];

static void make_spread(void)
{
	for (unsigned int byte = 0; byte < 256; byte++) {
		model_spread[byte] = 0;
		for (unsigned int bit = 0; bit < 8; bit++)
			model_spread[byte] |= (uint64_t)(byte >> bit & 1) << 8 * bit;
	}
}

void model_ratios_full(struct model_ratios *ratios)
{
	for (unsigned int i = 0; i < 4 * ratios->words; i++) {
		const uint64_t same = model_spread[ratios->last[i / 4] >> 8 * (i % 4) & 255];
		uint64_t lane = ratios->lane[i] + same * (ratios->turn - ratios->since[i]);

		for (unsigned int b = 0; lane; b++, lane >>= 8)
			ratios->total[8 * i + b] += lane & 255;
		ratios->lane[i] = 0;
		ratios->since[i] = 0;
	}
	ratios->clocks += ratios->turn;
	ratios->turn = 0;
}

void model_ratios_begin(struct model_node *node)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_ratios *ratios = &node->ratios;

	make_spread();
	memset(ratios, 0, sizeof(*ratios));
	for (unsigned int i = 0; i < plan->pairs; i++) {
		ratios->at[i][0] = model_counted_bit(node, &plan->pair[i].a);
		ratios->at[i][1] = model_counted_bit(node, &plan->pair[i].b);
	}
	if (node->measures)
		model_levels_begin(node);
	else if (plan->pairs)
		ratios->words = plan->bit_words;
}

static uint64_t counted(const struct model_ratios *ratios, unsigned int pair, int which)
{
	return model_ratios_at(ratios, ratios->at[pair][which]) + ratios->sum[pair][which];
}

void model_ratios_reset(struct model_node *node, const struct gnomon_model_run *run)
{
	struct model_ratios *ratios = &node->ratios;

	model_ratios_full(ratios);
	for (unsigned int i = run->first; i < run->first + run->pairs; i++) {
		ratios->base[i][0] = counted(ratios, i, 0);
		ratios->base[i][1] = counted(ratios, i, 1);
	}
}

static uint32_t saturated(uint64_t count)
{
	return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

static unsigned int floor_log2(uint32_t n)
{
	unsigned int log = 0;

	while (n >>= 1)
		log++;
	return log;
}

/* 5 bits of A, 6 of B, 5 of the exponent */
static uint32_t compressed(uint32_t a, uint32_t b)
{
	const uint32_t most = a > b ? a : b;
	const unsigned int log_a = floor_log2(a), log_b = floor_log2(b);
	unsigned int e = 0;

	if (most == UINT32_MAX)
		return 31;
	if (most < 1u << BITS_16)
		return b << 5 | a << 11;
	if (b >= 1u << BITS_16 && log_a <= log_b) {
		e = log_b - BITS_16;
		return e | (b >> e) << 5 | (a >> (e + 1)) << 11;
	}
	e = log_a - BITS_16;
	return (e + 1) | (b >> e) << 5 | (a >> (e + 1)) << 11;
}

/* 14 bits of A and of B, 4 of the exponent */
static uint32_t compressed_32(uint32_t a, uint32_t b)
{
	const uint32_t most = a > b ? a : b;
	unsigned int e;

	if (most >= 1u << 29)
		return 15;
	if (most < 1u << (BITS_32 + 1))
		return b << 4 | a << 18;
	e = floor_log2(most) - BITS_32;
	return e | (b >> e) << 4 | (a >> e) << 18;
}

void model_ratios_sample(struct model_node *node, uint32_t *word)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_ratios *ratios = &node->ratios;

	model_ratios_full(ratios);
	memset(word, 0, plan->sample_words * sizeof(*word));
	for (unsigned int r = 0; r < plan->runs; r++) {
		const struct gnomon_model_run *run = &plan->run[r];

		for (unsigned int k = 0; k < run->pairs; k++) {
			const unsigned int i = run->first + k;
			const uint32_t a = saturated(counted(ratios, i, 0) - ratios->base[i][0]);
			const uint32_t b = saturated(counted(ratios, i, 1) - ratios->base[i][1]);

			if (plan->form == FULL) {
				word[2 * k] = a;
				word[2 * k + 1] = b;
			} else if (plan->form == COMPRESSED) {
				word[k / 2] |= compressed(a, b) << 16 * (k % 2);
			} else {
				word[k] = compressed_32(a, b);
			}
		}
		word += run->words;
	}
}
