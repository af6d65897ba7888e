/* SPDX-License-Identifier: Apache-2.0 */
#include "record.h"

#include "gnomon/ratio.h"
#include "gnomon/trace.h"

struct kind {
	const char *name; /* NULL: no such kind */
	unsigned words;	  /* the least */
	int bears_epoch;
};

#define KIND_ROW(name_, id_, slots_, epoch_) [id_] = {#name_, (slots_) * (GNO_SLOT_BYTES / 4), epoch_},
static const struct kind kinds[GNO_KIND_MAX] = {GNO_KINDS(KIND_ROW)};

int gno_kind_bears_epoch(unsigned kind)
{
	return kind < GNO_KIND_MAX && kinds[kind].bears_epoch;
}

const char *gno_kind_name(unsigned kind)
{
	return kind < GNO_KIND_MAX ? kinds[kind].name : NULL;
}

int gno_kind_is_block(unsigned kind)
{
	return kind == GNO_KIND_BUCKET || kind == GNO_KIND_COUNTER;
}

unsigned gno_pair_words(const struct gno_node *node)
{
	static const unsigned halves[] = {
	    [GNO_RATIO_FULL] = 4, [GNO_RATIO_COMPRESSED] = 1, [GNO_RATIO_COMPRESSED32] = 2};

	return (halves[node->ratio_form] * node->pairs + 3) / 4 * 2;
}

unsigned gno_ratio_words(const struct gno_node *node)
{
	return gno_pair_words(node) + GNO_EXTREME_WORDS * node->measure.extremes;
}

unsigned gno_block_size(const struct gno_node *node, unsigned kind, unsigned unit)
{
	if (kind == GNO_KIND_BUCKET)
		return node->measure.bucket[unit].count;
	return node->measure.counter[unit].inputs;
}

unsigned gno_datum_words(const struct gno_node *node)
{
	if (node->port.bus == GNO_BUS_NONE)
		return 0;
	return node->port.pc || node->port.process_time ? 6 : 4;
}

/* The highest code that a record of this node which asks for a sample may have. */
static unsigned sampled_code(const struct gno_node *node)
{
	unsigned most = node->capacity;

	if (node->triggers > most + 1)
		most = node->triggers - 1;
	if (node->port.bus != GNO_BUS_NONE && most < (GNO_DATUM_LONG | GNO_DATUM_SUB))
		most = GNO_DATUM_LONG | GNO_DATUM_SUB;
	return most;
}

/* Whether a block's record can have so many words of payload. */
static int plausible_length(unsigned aux)
{
	return aux > GNO_BLOCK_HEAD && aux <= GNO_BLOCK_HEAD + GNO_BLOCK_MANY && aux % 2 == 0;
}

/* Whether word 1 can be that of this node, as far as it says without the words beside it. */
static int plausible_info(uint32_t w1, const struct gno_node *node)
{
	unsigned code = gno_word_code(w1);
	unsigned aux = gno_word_aux(w1);

	switch (gno_word_kind(w1)) {
	case GNO_KIND_EVENT:
		return code >= 1 && code <= node->capacity && aux == gno_word_flags(w1);
	case GNO_KIND_TRIGGER:
		return code < node->triggers && aux == gno_word_flags(w1);
	case GNO_KIND_DATUM:
		return gno_datum_words(node) == (code & GNO_DATUM_LONG ? 6 : 4) &&
		       !(code & ~(unsigned)(GNO_DATUM_LONG | GNO_DATUM_SUB));
	case GNO_KIND_WORD:
		return node->timer && !code && aux == gno_word_flags(w1);
	case GNO_KIND_LOAD:
		return code <= 1 && !aux;
	case GNO_KIND_RATIO:
		return code <= sampled_code(node) && aux && aux == gno_ratio_words(node);
	case GNO_KIND_BUCKET:
		return code < node->measure.buckets && plausible_length(aux);
	case GNO_KIND_COUNTER:
		return code < node->measure.counters && plausible_length(aux);
	case GNO_KIND_GAP:
		return !code && aux <= 1;
	case GNO_KIND_SYNC:
		return !code;
	default:
		return 1; /* any epoch, any run */
	}
}

/* Whether a form stands for counts. */
static int plausible_form(const struct gno_node *node, uint32_t form)
{
	struct gno_ratio r;

	return node->ratio_form == GNO_RATIO_COMPRESSED ? !gno_ratio_decode((uint16_t)form, &r)
							: !gno_ratio_decode32(form, &r);
}

/* Whether the forms of a sample are such, and its unused parts zero. */
static int plausible_pairs(const uint32_t *payload, const struct gno_node *node)
{
	unsigned parts = node->ratio_form == GNO_RATIO_COMPRESSED ? 2 : 1;

	if (node->ratio_form == GNO_RATIO_FULL)
		return 1;
	for (unsigned i = 0; i < parts * gno_pair_words(node); i++) {
		uint32_t form = payload[i / parts];

		if (parts == 2)
			form = form >> (i % 2 * 16) & 0xffff;
		if (i < node->pairs ? !plausible_form(node, form) : form)
			return 0;
	}
	return 1;
}

/* Whether the six words of an extreme are such. */
static int plausible_extreme(const uint32_t *p, const struct gno_node *node,
			     const struct gno_watcher *extreme, unsigned time_bits)
{
	uint32_t value_mask = UINT32_MAX >> (32 - node->measure.quantity[extreme->of].bits);
	uint32_t time_mask = UINT32_MAX >> (32 - gno_extreme_time_bits(time_bits));

	if (!(p[4] & GNO_EXTREME_ANY))
		return !(p[0] | p[1] | p[2] | p[3] | p[4] | p[5]);
	return !(p[0] & ~value_mask) && p[2] <= p[0] && !((p[1] | p[3]) & ~time_mask) && !(p[4] >> 17) &&
	       (p[4] & 0xff) <= node->capacity && (p[4] >> 8 & 0xff) <= node->capacity && !p[5];
}

static int plausible_sample(const uint32_t *payload, const struct gno_node *node, unsigned time_bits)
{
	const struct gno_measure *m = &node->measure;

	if (!plausible_pairs(payload, node))
		return 0;
	payload += gno_pair_words(node);
	for (unsigned i = 0; i < m->extremes; i++, payload += GNO_EXTREME_WORDS)
		if (!plausible_extreme(payload, node, &m->extreme[i], time_bits))
			return 0;
	return 1;
}

/* Whether the counts of a block's record can be, and agree with the flag that says that some are at their
 * end. */
static int plausible_counts(const uint32_t *payload, unsigned bits)
{
	const uint32_t *count = payload + GNO_BLOCK_HEAD;
	unsigned many = gno_block_many(payload);
	uint32_t most = UINT32_MAX >> (32 - bits);
	int saturated = 0;

	for (unsigned i = 0; i < many; i++) {
		if (count[i] > most)
			return 0;
		saturated |= count[i] == most;
	}
	return saturated == gno_block_flag(payload, GNO_BLOCK_SATURATED) && (many % 2 == 0 || !count[many]);
}

static int block_plausible(const uint32_t *payload, const struct gno_node *node, uint32_t w1,
			   unsigned time_bits)
{
	uint32_t mask = UINT32_MAX >> (32 - time_bits);
	int buckets = gno_word_kind(w1) == GNO_KIND_BUCKET;
	unsigned size = gno_block_size(node, gno_word_kind(w1), gno_word_code(w1));
	unsigned first = gno_block_first(payload);
	unsigned many = gno_block_many(payload);

	if (!many || many > GNO_BLOCK_MANY || first + many > size ||
	    GNO_BLOCK_HEAD + (many + 1) / 2 * 2 != gno_word_aux(w1) ||
	    gno_block_flag(payload, GNO_BLOCK_LAST) != (first + many == size))
		return 0;
	if ((payload[0] | payload[1]) & ~mask || payload[2] >> (GNO_BLOCK_FLUSH + 1) ||
	    (payload[0] >> (time_bits - 1)) != (payload[2] & 1) ||
	    (payload[1] >> (time_bits - 1)) != (payload[2] >> 8 & 1))
		return 0;
	if (!buckets && (gno_block_flag(payload, GNO_BLOCK_LATE) || payload[4] || payload[5]))
		return 0;
	return plausible_counts(payload, buckets ? node->measure.bucket[gno_word_code(w1)].bits : 32);
}

static int datum_plausible(const uint32_t *payload, const struct gno_node *node)
{
	if (payload[1] >> 24)
		return 0;
	if (gno_datum_words(node) == 4)
		return 1;
	return (node->port.pc || !payload[2]) && (node->port.process_time || !payload[3]);
}

static int watched_plausible(const uint32_t *payload, const struct gno_node *node)
{
	uint64_t word = payload[0] | (uint64_t)payload[1] << 32;

	return !(word & ~(UINT64_MAX >> (64 - node->word_bits)));
}

int gno_record_words(const uint32_t *w, size_t avail, const struct gno_manifest *m)
{
	uint32_t mask = UINT32_MAX >> (32 - m->time_bits);
	const struct gno_node *node;
	const struct kind *kind;
	const uint32_t *payload;
	unsigned words;

	if (avail >= 1 && w[0] & ~mask)
		return GNO_ERR_FORMAT;
	if (avail < GNO_RECORD_HEADER)
		return 0;
	if (!gno_kind_name(gno_word_kind(w[1])) || gno_word_node(w[1]) >= m->nodes)
		return GNO_ERR_FORMAT;
	kind = &kinds[gno_word_kind(w[1])];
	node = &m->node[gno_word_node(w[1])];
	if (!plausible_info(w[1], node))
		return GNO_ERR_FORMAT;
	if (kind->bears_epoch && (w[0] >> (m->time_bits - 1) != (gno_word_code(w[1]) & 1)))
		return GNO_ERR_FORMAT;

	words = kind->words;
	payload = w + GNO_RECORD_HEADER;
	switch (gno_word_kind(w[1])) {
	case GNO_KIND_SYNC:
		if (w[0])
			return GNO_ERR_FORMAT;
		break;
	case GNO_KIND_GAP:
		if (avail >= 3 && w[2] & ~mask)
			return GNO_ERR_FORMAT;
		break;
	case GNO_KIND_RATIO:
		words += gno_word_aux(w[1]);
		if (avail >= words && !plausible_sample(payload, node, m->time_bits))
			return GNO_ERR_FORMAT;
		break;
	case GNO_KIND_BUCKET:
	case GNO_KIND_COUNTER:
		words = GNO_RECORD_HEADER + gno_word_aux(w[1]);
		if (avail >= words && !block_plausible(payload, node, w[1], m->time_bits))
			return GNO_ERR_FORMAT;
		break;
	case GNO_KIND_DATUM:
		words = gno_datum_words(node);
		if (avail >= words && !datum_plausible(payload, node))
			return GNO_ERR_FORMAT;
		break;
	case GNO_KIND_WORD:
		if (avail >= words && !watched_plausible(payload, node))
			return GNO_ERR_FORMAT;
		break;
	}
	return avail >= words ? (int)words : 0;
}
