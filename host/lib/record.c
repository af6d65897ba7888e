/* SPDX-License-Identifier: Apache-2.0 */
#include "record.h"

#include "gnomon/ratio.h"

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

int gno_kind_fires(unsigned kind)
{
	return kind == GNO_KIND_EVENT || kind == GNO_KIND_TRIGGER || kind == GNO_KIND_DATUM ||
	       kind == GNO_KIND_WORD;
}

const char *gno_kind_name(unsigned kind)
{
	return kind < GNO_KIND_MAX ? kinds[kind].name : NULL;
}

unsigned gno_ratio_words(const struct gno_node *node)
{
	unsigned halves = node->ratio_form == GNO_RATIO_COMPRESSED ? node->pairs : 4 * node->pairs;

	return (halves + 3) / 4 * 2;
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
	case GNO_KIND_GAP:
		return !code && !aux;
	case GNO_KIND_SYNC:
		return !code;
	default:
		return 1; /* any epoch, any run */
	}
}

/* Whether the forms of a sample are such, and its unused halves zero. */
static int plausible_sample(const uint32_t *payload, const struct gno_node *node)
{
	struct gno_ratio r;

	if (node->ratio_form != GNO_RATIO_COMPRESSED)
		return 1;
	for (unsigned i = 0; i < 2 * gno_ratio_words(node); i++) {
		uint16_t half = (uint16_t)(payload[i / 2] >> (i % 2 * 16));

		if (i < node->pairs ? gno_ratio_decode(half, &r) : half)
			return 0;
	}
	return 1;
}

int gno_datum_plausible(const uint32_t *payload, const struct gno_node *node)
{
	if (payload[1] >> 24)
		return 0;
	if (gno_datum_words(node) == 4)
		return 1;
	return (node->port.pc || !payload[2]) && (node->port.process_time || !payload[3]);
}

int gno_watched_plausible(const uint32_t *payload, const struct gno_node *node)
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
		if (avail >= words && !plausible_sample(payload, node))
			return GNO_ERR_FORMAT;
		break;
	case GNO_KIND_DATUM:
		words = gno_datum_words(node);
		if (avail >= words && !gno_datum_plausible(payload, node))
			return GNO_ERR_FORMAT;
		break;
	case GNO_KIND_WORD:
		if (avail >= words && !gno_watched_plausible(payload, node))
			return GNO_ERR_FORMAT;
		break;
	}
	return avail >= words ? (int)words : 0;
}
