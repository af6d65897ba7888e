/* SPDX-License-Identifier: Apache-2.0 */
#include "records/block.h"

unsigned gno_block_size(const struct gno_node *node, unsigned kind, unsigned unit)
{
	if (kind == GNO_KIND_BUCKET)
		return node->preprocessors.bucket[unit].count;
	return node->preprocessors.counter[unit].inputs;
}

bool gno_block_bounds_can_be(const uint32_t *w, unsigned time_bits)
{
	uint32_t mask = UINT32_MAX >> (32 - time_bits);
	uint32_t ended = gno_bucket_ended(w), began = gno_bucket_began(w);

	return !((ended | began) & ~mask) && !(w[4] >> (GNO_BLOCK_FLUSH + 1)) &&
	       ended >> (time_bits - 1) == (gno_bucket_ended_epoch(w) & 1) &&
	       began >> (time_bits - 1) == (gno_bucket_began_epoch(w) & 1);
}

bool gno_block_part_can_be(const uint32_t *w, const struct gno_node *node, unsigned words)
{
	unsigned size = gno_block_size(node, gno_record_kind(w[1]), gno_record_code(w[1]));
	unsigned first = gno_bucket_first(w), many = gno_bucket_many(w);

	return many && many <= GNO_BLOCK_MANY && first + many <= size &&
	       GNO_BLOCK_WORDS + (many + 1) / 2 * 2 == words &&
	       gno_block_bit(w, GNO_BLOCK_LAST) == (first + many == size);
}

bool gno_block_counts_can_be(const uint32_t *w, unsigned bits)
{
	const uint32_t *count = w + GNO_BLOCK_WORDS;
	unsigned many = gno_bucket_many(w);
	uint32_t most = UINT32_MAX >> (32 - bits);
	int saturated = 0;

	for (unsigned i = 0; i < many; i++) {
		if (count[i] > most)
			return false;
		saturated |= count[i] == most;
	}
	return saturated == gno_block_bit(w, GNO_BLOCK_SATURATED) &&
	       (many % 2 == 0 || !count[many]);
}
