/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_ratios: the ratio counters of a node of a model (docs/design/preprocessors.md). */
#include <string.h>

#include "gnomon_model_parts.h"

enum {
	FULL,
	COMPRESSED,
	COMPRESSED_32,

	BITS_16 = 5,  /* of a mantissa of the compressed form, less one for the larger count */
	BITS_32 = 13, /* of compressed32, likewise */
};

static void set_mask(struct model_ratios *ratios, int at)
{
	if (at >= 0)
		ratios->mask[at / 32] |= (uint32_t)1 << at % 32;
}

/* The bits of a node that something counts; what is made of them is little. */
static void set_masks(struct model_node *node)
{
	const struct gnomon_model_node *plan = node->plan;
	const struct gnomon_model_measures *measures = plan->measures;
	struct model_ratios *ratios = &node->ratios;

	for (unsigned int i = plan->bit_words; i < ratios->words; i++)
		ratios->mask[i] = UINT32_MAX;
	for (unsigned int i = 0; i < plan->pairs; i++) {
		set_mask(ratios, ratios->at[i][0]);
		set_mask(ratios, ratios->at[i][1]);
	}
	for (unsigned int i = 0; measures && i < measures->banks; i++)
		for (unsigned int k = 0; k < measures->bank[i].count; k++)
			set_mask(ratios, model_counted_bit(node, &measures->bank[i].in[k]));
}

void model_ratios_begin(struct model_node *node)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_ratios *ratios = &node->ratios;

	memset(ratios, 0, sizeof(*ratios));
	for (unsigned int i = 0; i < plan->pairs; i++) {
		ratios->at[i][0] = model_counted_bit(node, &plan->pair[i].a);
		ratios->at[i][1] = model_counted_bit(node, &plan->pair[i].b);
	}
	if (node->measures)
		model_levels_begin(node);
	else if (plan->pairs)
		ratios->words = plan->bit_words;
	set_masks(node);
}

/* The count of a pair behind the node's clock. */
static uint64_t counted(const struct model_node *node, unsigned int pair, int which)
{
	const struct model_ratios *ratios = &node->ratios;

	return model_ratios_at(ratios, ratios->at[pair][which], node->time + 1) +
	       ratios->sum[pair][which];
}

void model_ratios_reset(struct model_node *node, const struct gnomon_model_run *run)
{
	struct model_ratios *ratios = &node->ratios;

	for (unsigned int i = run->first; i < run->first + run->pairs; i++) {
		ratios->base[i][0] = counted(node, i, 0);
		ratios->base[i][1] = counted(node, i, 1);
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
	const struct model_ratios *ratios = &node->ratios;

	memset(word, 0, plan->sample_words * sizeof(*word));
	for (unsigned int r = 0; r < plan->runs; r++) {
		const struct gnomon_model_run *run = &plan->run[r];

		for (unsigned int k = 0; k < run->pairs; k++) {
			const unsigned int i = run->first + k;
			const uint32_t a = saturated(counted(node, i, 0) - ratios->base[i][0]);
			const uint32_t b = saturated(counted(node, i, 1) - ratios->base[i][1]);

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
