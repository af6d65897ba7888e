/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_watchers: what pairs, extremes, buckets and counters of a node of a model count
 * (docs/design/preprocessors.md). */
#include <stdlib.h>
#include <string.h>

#include <gnomon/records.h>

#include "gnomon_model_parts.h"
#include "gnomon_model_segments.h"

enum {
	GROUP = 16, /* counters of a turn */
	FIELDS = 6, /* words of a block before its counts, behind words 0 and 1 */
};

/*
 * What is counted: the bits of the node, the lines, a word whose bit 0 is the gate and whose bits
 * 2 i + 1 and 2 i + 2 are pair i, where that has a gate of its own. All are 0 while the gate is
 * closed.
 */
static unsigned int line_words(const struct model_node *node)
{
	return (node->plan->measures->lines + 31u) / 32;
}

static unsigned int made_word(const struct model_node *node)
{
	return node->plan->bit_words + line_words(node);
}

int model_counted_bit(const struct model_node *node, const struct gnomon_model_input *input)
{
	const struct gnomon_model_node *plan = node->plan;

	switch (input->source) {
	case GNOMON_MODEL_SIGNAL:
		return plan->signal + input->number;
	case GNOMON_MODEL_LINE:
		return 32 * plan->bit_words + input->number;
	case GNOMON_MODEL_ALWAYS:
		return plan->measures && plan->measures->gate ? (int)(32 * made_word(node))
							      : MODEL_CLOCKS;
	default:
		return MODEL_NEVER;
	}
}

void model_levels_begin(struct model_node *node)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_ratios *ratios = &node->ratios;
	const int made = (int)(32 * made_word(node));

	ratios->words = made_word(node) + 1;
	memset(node->measures->event_total, 0, sizeof(node->measures->event_total));
	for (unsigned int i = 0; i < plan->pairs; i++) {
		if (plan->pair[i].gate < 0)
			continue;
		ratios->at[i][0] = made + (int)(2 * i) + 1;
		ratios->at[i][1] = made + (int)(2 * i) + 2;
	}
	if (!plan->measures->gate)
		return;
	ratios->at[plan->pairs - 1][0] = made;
	ratios->at[plan->pairs - 1][1] = MODEL_CLOCKS;
}

static bool is_gated(const struct model_node *node, const struct gnomon_model_pair *pair,
		     const uint32_t *bits)
{
	const struct gnomon_model_input gate = {GNOMON_MODEL_SIGNAL, (uint16_t)pair->gate};

	return !node->measures->open || (pair->gate >= 0 && !model_input(node, &gate, bits));
}

void model_levels(struct model_node *node, const uint32_t *bits)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_measures *m = node->measures;
	const unsigned int lines = line_words(node);
	uint32_t *made = &m->counted[made_word(node)];

	if (!m->open) {
		memset(m->counted, 0, sizeof(m->counted));
		return;
	}
	for (unsigned int i = 0; i < plan->bit_words; i++)
		m->counted[i] = bits[i];
	for (unsigned int i = 0; i < lines; i++)
		m->counted[plan->bit_words + i] = m->level[i];
	*made = 1;
	for (unsigned int i = 0; i < plan->pairs; i++) {
		const struct gnomon_model_pair *pair = &plan->pair[i];

		if (pair->gate < 0 || is_gated(node, pair, bits))
			continue;
		*made |= (uint32_t)model_input(node, &pair->a, bits) << (2 * i + 1);
		*made |= (uint32_t)model_input(node, &pair->b, bits) << (2 * i + 2);
	}
}

/* An input of a pair that is a value or an event line. */
static uint64_t amount(const struct model_measures *m, const struct gnomon_model_input *in,
		       uint32_t lines)
{
	if (in->source == GNOMON_MODEL_VALUE)
		return m->there[in->number] ? m->value[in->number] : 0;
	if (in->source == GNOMON_MODEL_EVENT)
		return lines >> in->number & 1;
	return 0;
}

static void count_amounts(struct model_node *node, const struct model_hit *hit)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_measures *m = node->measures;

	for (unsigned int i = 0; i < m->amounts; i++) {
		const struct model_amount *a = &m->amount[i];

		if (m->counts_only || !is_gated(node, &plan->pair[a->pair], hit->bits))
			node->ratios.sum[a->pair][a->which] += amount(m, &a->in, hit->lines);
	}
	for (unsigned int i = 0; m->open && i < plan->measures->events; i++)
		m->event_total[i] += hit->lines >> i & 1;
}

static void extreme_clock(struct model_extreme *e, uint32_t value, uint64_t time, uint8_t code)
{
	if (!e->some || value > e->most) {
		e->most = value;
		e->most_time = time;
		e->most_code = code;
	}
	if (!e->some || value < e->least) {
		e->least = value;
		e->least_time = time;
		e->least_code = code;
	}
	e->some = true;
}

/* Counts a value in the last bucket whose bound is not above it. */
static void bucket_clock(struct model_unit *unit, const struct gnomon_model_watcher *plan,
			 uint32_t value)
{
	const uint32_t most = plan->bits == 16 ? UINT16_MAX : UINT32_MAX - UINT16_MAX;
	unsigned int low = 0, high = plan->count;

	while (low + 1 < high) {
		const unsigned int middle = (low + high) / 2;

		if (unit->bound[middle] <= value)
			low = middle;
		else
			high = middle;
	}
	unit->counted++;
	if (unit->count[low] < most)
		unit->count[low]++;
}

/* A clock of nothing but counts. */
static void count_only(struct model_node *node, const uint32_t *bits)
{
	struct model_measures *m = node->measures;

	for (unsigned int i = 0; i < m->amounts_always; i++) {
		const struct model_amount *a = &m->amount[i];

		node->ratios.sum[a->pair][a->which] += m->value[a->in.number];
	}
	model_ratios_count(&node->ratios, bits, node->plan->bit_words, node->time);
}

/* Extremes and buckets of a clock in which quantities have values. */
static void watch(struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;

	for (unsigned int i = 0; i < plan->extremes; i++) {
		const unsigned int of = plan->extreme[i].of;

		if (m->given >> of & 1)
			extreme_clock(&m->extreme[i], m->quantity[of].value, node->time, m->code);
	}
	for (unsigned int i = 0; i < plan->units; i++) {
		const unsigned int of = plan->unit[i].of;

		if (m->given >> of & 1)
			bucket_clock(&m->unit[i], &plan->unit[i], m->quantity[of].value);
		m->unit[i].lost += m->lost >> of & 1;
	}
}

void model_measures_count(struct model_node *node, const struct model_hit *hit)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;

	if (!m->busy && !hit->lines) {
		count_only(node, hit->bits);
		return;
	}
	if (plan->values || hit->lines)
		count_amounts(node, hit);
	if (m->counts_only)
		model_ratios_count(&node->ratios, hit->bits, node->plan->bit_words, node->time);
	else
		model_ratios_count(&node->ratios, m->counted, node->ratios.words, node->time);
	if (m->busy && (m->given | m->lost))
		watch(node);
	m->opened = !hit->closes && (hit->opens || m->opened);
}

void model_measures_count_quick(struct model_node *node, const uint32_t *bits)
{
	struct model_measures *m = node->measures;

	for (unsigned int i = 0; i < m->amounts; i++) {
		const struct model_amount *a = &m->amount[i];

		node->ratios.sum[a->pair][a->which] += amount(m, &a->in, 0);
	}
	model_ratios_count(&node->ratios, bits, node->plan->bit_words, node->time);
	if (m->given)
		watch(node);
}

/* --- blocks */

static uint32_t epochs(const struct model *model, uint64_t end, uint64_t from)
{
	return model_epoch(model, end) | model_epoch(model, from) << 8;
}

/* What the records of a block share. */
struct block {
	unsigned int kind, unit;
	uint64_t end, from;
	uint32_t flags, lost, counted;
	uint32_t most; /* a count of this is saturated */
};

/* Writes a block in records of so many counts at most. */
static void put_block(struct model *model, struct model_node *node, const struct block *b,
		      const uint32_t *count, unsigned int counts)
{
	for (unsigned int at = 0; at < counts; at += GNO_BLOCK_MANY) {
		const unsigned int left = counts - at;
		const unsigned int many = left < GNO_BLOCK_MANY ? left : GNO_BLOCK_MANY;
		const unsigned int words = FIELDS + many + many % 2;
		uint32_t word[2 + FIELDS + GNO_BLOCK_MANY + 1] = {0};

		word[1] = b->kind | (uint32_t)node->number << 8 | b->unit << 16 | words << 24;
		word[2] = model_short_time(model, b->end);
		word[3] = model_short_time(model, b->from);
		word[4] = epochs(model, b->end, b->from) | b->flags;
		word[4] |= (uint32_t)(left <= GNO_BLOCK_MANY) << GNO_BLOCK_LAST;
		word[5] = at | many << 16;
		word[6] = b->lost;
		word[7] = b->counted;
		for (unsigned int i = 0; i < many; i++) {
			const bool full = count[at + i] >= b->most;

			word[2 + FIELDS + i] =
			    full ? b->most == UINT16_MAX ? UINT16_MAX : UINT32_MAX : count[at + i];
			word[4] |= (uint32_t)full << GNO_BLOCK_SATURATED;
		}
		model_nodes_block(model, node, word, 2 + words, b->end);
	}
}

static void end_bank(struct model *model, struct model_node *node, unsigned int i, uint64_t end,
		     bool flush)
{
	const struct gnomon_model_watcher *plan = &node->plan->measures->unit[i];
	struct model_unit *unit = &node->measures->unit[i];
	struct block b;

	memset(&b, 0, sizeof(b));
	b.kind = GNO_KIND_BUCKET;
	b.unit = i;
	b.end = end;
	b.from = unit->from;
	b.flags = (uint32_t)flush << GNO_BLOCK_FLUSH;
	b.lost = unit->lost;
	b.counted = unit->counted;
	b.most = plan->bits == 16 ? UINT16_MAX : UINT32_MAX - UINT16_MAX;
	put_block(model, node, &b, unit->count, plan->count);
	memset(unit->count, 0, sizeof(unit->count));
	unit->lost = unit->counted = 0;
	unit->from = end + 1;
}

/* --- snapshots of counters */

static void take_snapshot(struct model *model, struct model_node *node, unsigned int bank,
			  uint64_t turn)
{
	struct model_snapshot *s = (struct model_snapshot *)calloc(1, sizeof(*s));
	struct model_snapshot **last = &node->measures->snapshot;

	if (s)
		s->count = (uint32_t *)calloc(MODEL_COUNTERS, sizeof(*s->count));
	if (!s || !s->count) {
		free(s);
		model_fail(model, "no memory for a snapshot of counters");
		return;
	}
	s->time = node->time;
	s->turn = turn;
	s->bank = (uint8_t)bank;
	while (*last)
		last = &(*last)->next;
	*last = s;
}

static void drop_snapshot(struct model_measures *m)
{
	struct model_snapshot *s = m->snapshot;

	m->snapshot = s->next;
	free(s->count);
	free(s);
}

/* The counters of a snapshot from `from` on, in steps. */
static void copy_counts(struct model_node *node, struct model_snapshot *s, unsigned int from,
			unsigned int step)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	const struct gnomon_model_bank *bank = &plan->bank[s->bank];
	const struct model_ratios *ratios = &node->ratios;

	for (unsigned int i = from; i < bank->count; i += step) {
		const struct gnomon_model_input *in = &bank->in[i];
		const uint64_t count =
		    in->source == GNOMON_MODEL_EVENT
			? node->measures->event_total[in->number]
			: model_ratios_at(ratios, model_counted_bit(node, in), node->time + 1);

		s->count[i] = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
	}
}

static void put_snapshot(struct model *model, struct model_node *node, bool flush)
{
	struct model_snapshot *s = node->measures->snapshot;
	struct block b;

	memset(&b, 0, sizeof(b));
	b.kind = GNO_KIND_COUNTER;
	b.unit = s->bank;
	b.end = s->time;
	b.from = s->turn;
	b.flags = (uint32_t)flush << GNO_BLOCK_FLUSH;
	b.most = UINT32_MAX;
	put_block(model, node, &b, s->count, node->plan->measures->bank[s->bank].count);
	drop_snapshot(node->measures);
}

void model_measures_snap(struct model *model, struct model_node *node)
{
	struct model_snapshot *s;

	for (s = node->measures->snapshot; s; s = s->next)
		if (node->time + 1 >= s->turn)
			copy_counts(node, s, (unsigned int)(node->time + 1 - s->turn), GROUP);
	while (node->measures->snapshot &&
	       node->time + 1 == node->measures->snapshot->turn + GROUP - 1)
		put_snapshot(model, node, false);
}

/* --- actions */

void model_measures_act(struct model *model, struct model_node *node, uint32_t lines)
{
	const struct gnomon_model_measures *plan = node->plan->measures;

	for (unsigned int i = 0; i < plan->banks; i++)
		if (model_measures_selects(node, plan->bank[i].group, MODEL_SAMPLES, lines))
			take_snapshot(model, node, i, (node->time / GROUP + 1) * GROUP);
}

void model_measures_after(struct model *model, struct model_node *node, uint32_t actions,
			  uint32_t lines)
{
	const struct gnomon_model_measures *plan = node->plan->measures;

	for (unsigned int i = 0; actions >> GNO_ACT_RESET & 1 && i < plan->extremes; i++)
		if (model_measures_selects(node, plan->extreme[i].group, MODEL_RESETS, lines))
			node->measures->extreme[i].some = false;
	for (unsigned int i = 0; actions >> GNO_ACT_BANK & 1 && i < plan->units; i++)
		if (model_measures_selects(node, plan->unit[i].group, MODEL_BANKS, lines))
			end_bank(model, node, i, node->time, false);
}

void model_measures_flush(struct model *model, struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;

	while (m->snapshot) {
		const uint64_t first =
		    m->snapshot->turn > node->time + 1 ? 0 : node->time + 1 - m->snapshot->turn + 1;

		for (unsigned int i = (unsigned int)first; i < GROUP; i++)
			copy_counts(node, m->snapshot, i, GROUP);
		if (m->snapshot->time == node->time)
			drop_snapshot(m); /* that of the flush is the same */
		else
			put_snapshot(model, node, false);
	}
	for (unsigned int i = 0; i < plan->units; i++)
		end_bank(model, node, i, node->time, true);
	for (unsigned int i = 0; i < plan->banks; i++) {
		take_snapshot(model, node, i, node->time + 1);
		if (!m->snapshot)
			return;
		copy_counts(node, m->snapshot, 0, 1);
		put_snapshot(model, node, true);
	}
	model_segments_flush(model, node);
}

void model_measures_begin(struct model_node *node)
{
	const struct gnomon_model_measures *plan = node->plan->measures;
	struct model_measures *m = node->measures;

	while (m->snapshot)
		drop_snapshot(m);
	m->code = 0;
	m->restarts = true; /* quantities look at the clock of time 0, whatever happens in it */
	m->opened = model_gate_opens(node);
	for (unsigned int i = 0; i < plan->thresholds; i++)
		m->armed[i] = true;
	memset(m->extreme, 0, sizeof(m->extreme));
	for (unsigned int i = 0; i < plan->units; i++) {
		memset(m->unit[i].count, 0, sizeof(m->unit[i].count));
		m->unit[i].lost = m->unit[i].counted = 0;
		m->unit[i].from = 0;
	}
	model_segments_begin(node);
}

void model_measures_sample(const struct model *model, const struct model_node *node, uint32_t *word)
{
	const struct gnomon_model_measures *plan = node->plan->measures;

	for (unsigned int i = 0; i < plan->extremes; i++, word += 6) {
		const struct model_extreme *e = &node->measures->extreme[i];

		if (!e->some)
			continue;
		word[0] = e->most;
		word[1] = model_long_time(model, e->most_time);
		word[2] = e->least;
		word[3] = model_long_time(model, e->least_time);
		word[4] = 1u << 16 | (uint32_t)e->least_code << 8 | e->most_code;
	}
}
