/* SPDX-License-Identifier: Apache-2.0 */
#include "stream/record.h"

#include "gnomon/ratio.h"

struct kind {
	const char *name; /* NULL: no such kind */
	unsigned words;	  /* the least */
	int bears_epoch;
};

#define KIND_ROW(name_, id_, slots_, epoch_)                                                       \
	[id_] = {#name_, (slots_) * (GNO_SLOT_BYTES / 4), epoch_},
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

/* Half words of a pair. */
static unsigned pair_halves(const struct gno_node *node)
{
	static const unsigned halves[] = {
	    [GNO_RATIO_FULL] = 4, [GNO_RATIO_COMPRESSED] = 1, [GNO_RATIO_COMPRESSED32] = 2};

	return halves[node->ratio_form];
}

/* Half words up to a whole slot. */
static unsigned whole_slots(unsigned halves)
{
	return (halves + 3) / 4 * 4;
}

unsigned gno_pair_after(const struct gno_node *node, unsigned i, unsigned at)
{
	at += i ? pair_halves(node) : 0;
	if (!i || !node->measure.groups || node->pair[i].group == node->pair[i - 1].group)
		return at;
	return whole_slots(at);
}

unsigned gno_pair_words(const struct gno_node *node)
{
	unsigned at = 0;

	for (unsigned i = 0; i < node->pairs; i++)
		at = gno_pair_after(node, i, at);
	return node->pairs ? whole_slots(at + pair_halves(node)) / 2 : 0;
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
	unsigned step = pair_halves(node), halves = 2 * gno_pair_words(node), at = 0, i = 0;

	if (node->ratio_form == GNO_RATIO_FULL)
		return 1;
	for (unsigned h = 0; h < halves; h += step) {
		uint32_t form = payload[h / 2];

		if (step == 1)
			form = form >> (h % 2 * 16) & 0xffff;
		if (i < node->pairs && h == at) {
			if (!plausible_form(node, form))
				return 0;
			if (++i < node->pairs)
				at = gno_pair_after(node, i, at);
		} else if (form) {
			return 0;
		}
	}
	return 1;
}

/* Whether the six words of an extreme are such. */
static int plausible_extreme(const uint32_t *p, const struct gno_node *node,
			     const struct gno_watcher *extreme, unsigned time_bits)
{
	uint32_t value_mask = UINT32_MAX >> (32 - node->measure.quantity[extreme->of].bits);
	uint32_t time_mask = UINT32_MAX >> (32 - gno_long_time_bits(time_bits));

	if (!(p[4] & GNO_EXTREME_ANY))
		return !(p[0] | p[1] | p[2] | p[3] | p[4] | p[5]);
	return !(p[0] & ~value_mask) && p[2] <= p[0] && !((p[1] | p[3]) & ~time_mask) &&
	       !(p[4] >> 17) && (p[4] & 0xff) <= node->capacity &&
	       (p[4] >> 8 & 0xff) <= node->capacity && !p[5];
}

/* A record whose words are all there. */
struct whole {
	uint32_t w1;
	const uint32_t *payload;
	const struct gno_node *node;
	unsigned time_bits;
};

static int sample_payload(const struct whole *r)
{
	const struct gno_measure *m = &r->node->measure;
	const uint32_t *payload = r->payload;

	if (!plausible_pairs(payload, r->node))
		return 0;
	payload += gno_pair_words(r->node);
	for (unsigned i = 0; i < m->extremes; i++, payload += GNO_EXTREME_WORDS)
		if (!plausible_extreme(payload, r->node, &m->extreme[i], r->time_bits))
			return 0;
	return 1;
}

/* Whether the counts of a block's record can be, and agree with the flag that says that some are at
 * their end. */
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
	return saturated == gno_block_flag(payload, GNO_BLOCK_SATURATED) &&
	       (many % 2 == 0 || !count[many]);
}

/* Whether a block's record holds a part of the block, and says so. */
static int plausible_part(const struct whole *r)
{
	unsigned size = gno_block_size(r->node, gno_word_kind(r->w1), gno_word_code(r->w1));
	unsigned first = gno_block_first(r->payload);
	unsigned many = gno_block_many(r->payload);

	return many && many <= GNO_BLOCK_MANY && first + many <= size &&
	       GNO_BLOCK_HEAD + (many + 1) / 2 * 2 == gno_word_aux(r->w1) &&
	       gno_block_flag(r->payload, GNO_BLOCK_LAST) == (first + many == size);
}

/* Whether the two times of a block fit their epochs, and no bit is set that has no meaning. */
static int plausible_bounds(const uint32_t *payload, unsigned time_bits)
{
	uint32_t mask = UINT32_MAX >> (32 - time_bits);

	return !((payload[0] | payload[1]) & ~mask) && !(payload[2] >> (GNO_BLOCK_FLUSH + 1)) &&
	       payload[0] >> (time_bits - 1) == (payload[2] & 1) &&
	       payload[1] >> (time_bits - 1) == (payload[2] >> 8 & 1);
}

static int bucket_payload(const struct whole *r)
{
	return plausible_part(r) && plausible_bounds(r->payload, r->time_bits) &&
	       plausible_counts(r->payload, r->node->measure.bucket[gno_word_code(r->w1)].bits);
}

static int counter_payload(const struct whole *r)
{
	return plausible_part(r) && plausible_bounds(r->payload, r->time_bits) &&
	       !gno_block_flag(r->payload, GNO_BLOCK_LATE) && !r->payload[4] && !r->payload[5] &&
	       plausible_counts(r->payload, 32);
}

static int datum_payload(const struct whole *r)
{
	if (r->payload[1] >> 24)
		return 0;
	if (gno_datum_words(r->node) == 4)
		return 1;
	return (r->node->port.pc || !r->payload[2]) &&
	       (r->node->port.process_time || !r->payload[3]);
}

static int watched_payload(const struct whole *r)
{
	uint64_t word = r->payload[0] | (uint64_t)r->payload[1] << 32;

	return !(word & ~(UINT64_MAX >> (64 - r->node->word_bits)));
}

static int gap_payload(const struct whole *r)
{
	return !(r->payload[0] & ~(UINT32_MAX >> (32 - gno_long_time_bits(r->time_bits))));
}

static int has_flags_only(uint32_t w1)
{
	return gno_word_aux(w1) == gno_word_flags(w1);
}

static int event_info(uint32_t w1, const struct gno_node *node)
{
	return gno_word_code(w1) >= 1 && gno_word_code(w1) <= node->capacity && has_flags_only(w1);
}

static int trigger_info(uint32_t w1, const struct gno_node *node)
{
	return gno_word_code(w1) < node->triggers && has_flags_only(w1);
}

static int datum_info(uint32_t w1, const struct gno_node *node)
{
	unsigned code = gno_word_code(w1);

	return gno_datum_words(node) == (code & GNO_DATUM_LONG ? 6 : 4) &&
	       !(code & ~(unsigned)(GNO_DATUM_LONG | GNO_DATUM_SUB));
}

static int word_info(uint32_t w1, const struct gno_node *node)
{
	return node->timer && !gno_word_code(w1) && has_flags_only(w1);
}

static int load_info(uint32_t w1, const struct gno_node *node)
{
	(void)node;
	return gno_word_code(w1) <= 1 && !gno_word_aux(w1);
}

static int sample_info(uint32_t w1, const struct gno_node *node)
{
	return gno_word_code(w1) <= sampled_code(node) && gno_word_aux(w1) &&
	       gno_word_aux(w1) == gno_ratio_words(node);
}

static int bucket_info(uint32_t w1, const struct gno_node *node)
{
	return gno_word_code(w1) < node->measure.buckets && plausible_length(gno_word_aux(w1));
}

static int counter_info(uint32_t w1, const struct gno_node *node)
{
	return gno_word_code(w1) < node->measure.counters && plausible_length(gno_word_aux(w1));
}

static int sync_info(uint32_t w1, const struct gno_node *node)
{
	(void)node;
	return !gno_word_code(w1);
}

static unsigned payload_words(uint32_t w1, const struct gno_node *node)
{
	(void)node;
	return GNO_RECORD_HEADER + gno_word_aux(w1);
}

static unsigned datum_words(uint32_t w1, const struct gno_node *node)
{
	(void)w1;
	return gno_datum_words(node);
}

/* What holds for the records of a kind beside its row in GNO_KINDS. */
static const struct rule {
	/* whether word 1 can be that of this node; NULL: any epoch, any run */
	int (*info)(uint32_t w1, const struct gno_node *node);
	/* length of the record; NULL: the least is all */
	unsigned (*words)(uint32_t w1, const struct gno_node *node);
	/* whether the payload can be; NULL: it has none, or any will do */
	int (*payload)(const struct whole *r);
} rules[GNO_KIND_MAX] = {
    [GNO_KIND_EVENT] = {event_info, NULL, NULL},
    [GNO_KIND_RATIO] = {sample_info, payload_words, sample_payload},
    [GNO_KIND_GAP] = {NULL, NULL, gap_payload},
    [GNO_KIND_SYNC] = {sync_info, NULL, NULL},
    [GNO_KIND_DATUM] = {datum_info, datum_words, datum_payload},
    [GNO_KIND_BUCKET] = {bucket_info, payload_words, bucket_payload},
    [GNO_KIND_TRIGGER] = {trigger_info, NULL, NULL},
    [GNO_KIND_WORD] = {word_info, NULL, watched_payload},
    [GNO_KIND_LOAD] = {load_info, NULL, NULL},
    [GNO_KIND_COUNTER] = {counter_info, payload_words, counter_payload},
};

/* Whether a time agrees with what its kind says of it: a sync is at 0, an epoch's last bit is the
 * top bit. */
static int plausible_time(uint32_t time, uint32_t w1, unsigned time_bits)
{
	if (gno_word_kind(w1) == GNO_KIND_SYNC)
		return !time;
	return !gno_kind_bears_epoch(gno_word_kind(w1)) ||
	       time >> (time_bits - 1) == (gno_word_code(w1) & 1);
}

int gno_record_words(const uint32_t *w, size_t avail, const struct gno_manifest *m)
{
	const struct gno_node *node;
	const struct rule *rule;
	unsigned words;

	if (avail >= 1 && w[0] & ~(UINT32_MAX >> (32 - m->time_bits)))
		return GNO_ERR_FORMAT;
	if (avail < GNO_RECORD_HEADER)
		return 0;
	if (!gno_kind_name(gno_word_kind(w[1])) || gno_word_node(w[1]) >= m->nodes)
		return GNO_ERR_FORMAT;
	rule = &rules[gno_word_kind(w[1])];
	node = &m->node[gno_word_node(w[1])];
	if ((rule->info && !rule->info(w[1], node)) || !plausible_time(w[0], w[1], m->time_bits))
		return GNO_ERR_FORMAT;
	words = rule->words ? rule->words(w[1], node) : kinds[gno_word_kind(w[1])].words;
	if (avail < words)
		return 0;
	if (rule->payload &&
	    !rule->payload(&(struct whole){w[1], w + GNO_RECORD_HEADER, node, m->time_bits}))
		return GNO_ERR_FORMAT;
	return (int)words;
}

uint64_t gno_gap_end_half(const uint32_t *w, unsigned time_bits, uint64_t half)
{
	unsigned bits = gno_long_time_bits(time_bits);
	uint64_t mask = UINT32_MAX >> (32 - bits);
	uint64_t low = UINT32_MAX >> (32 - time_bits) >> 1;
	uint64_t from = (half << (time_bits - 1)) + (w[0] & low);

	return (from + ((w[2] - from) & mask)) >> (time_bits - 1);
}
