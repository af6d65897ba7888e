/* SPDX-License-Identifier: Apache-2.0 */
#include "records/sample.h"

#include "records/ratio.h"
#include "records/record.h"

unsigned gno_pair_halves(const struct gno_node *node)
{
#define HALVES(form, bits) (bits) / 16,
	static const unsigned halves[] = {GNO_FORMS(HALVES)};

	return halves[node->ratio_form];
}

/* Half words up to a whole slot. */
static unsigned whole_slots(unsigned halves)
{
	return (halves + 3) / 4 * 4;
}

unsigned gno_pair_after(const struct gno_node *node, unsigned i, unsigned at)
{
	at += i ? gno_pair_halves(node) : 0;
	if (!i || !node->preprocessors.groups || node->pair[i].group == node->pair[i - 1].group)
		return at;
	return whole_slots(at);
}

unsigned gno_pair_words(const struct gno_node *node)
{
	unsigned at = 0;

	for (unsigned i = 0; i < node->pairs; i++)
		at = gno_pair_after(node, i, at);
	return node->pairs ? whole_slots(at + gno_pair_halves(node)) / 2 : 0;
}

unsigned gno_sample_words(const struct gno_node *node)
{
	return gno_pair_words(node) + GNO_EXTREME_WORDS * node->preprocessors.extremes;
}

/* Whether a form stands for counts. */
static bool plausible_form(const struct gno_node *node, uint32_t form)
{
	struct gno_ratio r;

	return node->ratio_form == GNO_RATIO_COMPRESSED ? !gno_ratio_decode((uint16_t)form, &r)
							: !gno_ratio_decode32(form, &r);
}

/* Whether the forms of a sample are such, and its unused parts zero. */
static bool plausible_pairs(const uint32_t *payload, const struct gno_node *node)
{
	unsigned step = gno_pair_halves(node), halves = 2 * gno_pair_words(node), at = 0, i = 0;

	if (node->ratio_form == GNO_RATIO_FULL)
		return true;
	for (unsigned h = 0; h < halves; h += step) {
		uint32_t form = payload[h / 2];

		if (step == 1)
			form = form >> (h % 2 * 16) & 0xffff;
		if (i < node->pairs && h == at) {
			if (!plausible_form(node, form))
				return false;
			if (++i < node->pairs)
				at = gno_pair_after(node, i, at);
		} else if (form) {
			return false;
		}
	}
	return true;
}

/* Whether the six words of an extreme are such. */
static bool plausible_extreme(const uint32_t *p, const struct gno_node *node,
			      const struct gno_watcher *extreme, unsigned time_bits)
{
	uint32_t value_mask = UINT32_MAX >> (32 - node->preprocessors.quantity[extreme->of].bits);
	uint32_t time_mask = UINT32_MAX >> (32 - gno_long_time_bits(time_bits));

	if (!gno_extreme_any(p))
		return !(p[0] | p[1] | p[2] | p[3] | p[4] | p[5]);
	return !(gno_extreme_largest(p) & ~value_mask) &&
	       gno_extreme_smallest(p) <= gno_extreme_largest(p) &&
	       !((gno_extreme_largest_time(p) | gno_extreme_smallest_time(p)) & ~time_mask) &&
	       gno_extreme_any(p) == 1 && gno_extreme_largest_code(p) <= node->capacity &&
	       gno_extreme_smallest_code(p) <= node->capacity && !gno_extreme_zero(p);
}

bool gno_sample_can_be(const uint32_t *payload, const struct gno_node *node, unsigned time_bits)
{
	const struct gno_preprocessors *m = &node->preprocessors;
	const uint32_t *p = payload;

	if (!plausible_pairs(p, node))
		return false;
	p += gno_pair_words(node);
	for (unsigned i = 0; i < m->extremes; i++, p += GNO_EXTREME_WORDS)
		if (!plausible_extreme(p, node, &m->extreme[i], time_bits))
			return false;
	return true;
}
