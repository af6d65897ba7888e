/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_nodes: what the nodes of a model record in a clock. */
#include <string.h>

#include <gnomon/records.h>

#include "gnomon_model_parts.h"
#include "gnomon_model_segments.h"

enum {
	BEAT_CLOCKS = 3, /* from a change of the top bit of the time to the beat at the earliest */
	EPOCH_BITS = 7,	 /* of the epoch, above the time */
	EPOCH_MASK = 255,
};

static uint32_t low_bits(uint64_t time, unsigned int bits)
{
	return (uint32_t)(time & (((uint64_t)1 << bits) - 1));
}

uint32_t model_short_time(const struct model *model, uint64_t time)
{
	return low_bits(time, model->plan->time_bits);
}

uint32_t model_long_time(const struct model *model, uint64_t time)
{
	return low_bits(time, model->plan->time_bits + EPOCH_BITS);
}

unsigned int model_epoch(const struct model *model, uint64_t time)
{
	return (unsigned int)(time >> (model->plan->time_bits - 1)) & EPOCH_MASK;
}

uint64_t model_nodes_time(const struct model *model, const struct model_node *node)
{
	return model->time > node->lag ? model->time - node->lag : 0;
}

static void put_record(struct model *model, const uint32_t *word, size_t words, uint64_t time,
		       uint64_t cycle)
{
	if (!model_store_add(&model->store, word, words, time, cycle))
		model_fail(model, "no memory for the records that the host has not read");
}

/* An entry of the node's local store. */
static void keep(struct model_node *node, uint64_t time)
{
	struct model_kept *kept = &node->kept;

	if (!node->plan->almost_full)
		return;
	kept->entries++;
	kept->time[kept->at++ % MODEL_KEPT] = time;
}

/* A round of REPORT has ended: what was not in the store by then is left. */
static void send(struct model_node *node, uint64_t ended)
{
	struct model_kept *kept = &node->kept;
	unsigned int left = 0, i;

	for (i = 0; i < MODEL_KEPT && i < kept->entries; i++)
		left += kept->time[(uint8_t)(kept->at - 1 - i) % MODEL_KEPT] + node->plan->stored >
			ended;
	kept->entries = left;
}

void model_nodes_put(struct model *model, struct model_node *node, unsigned int kind,
		     unsigned int code, unsigned int aux, uint64_t time)
{
	const uint64_t shown = model_tick_time(node, time);
	const uint32_t word[2] = {model_short_time(model, shown),
				  kind | (uint32_t)node->number << 8 | code << 16 | aux << 24};

	node->last = shown;
	keep(node, time);
	put_record(model, word, 2, shown, time);
}

void model_nodes_block(struct model *model, struct model_node *node, const uint32_t *word,
		       unsigned int words, uint64_t time)
{
	uint32_t record[MODEL_BLOCK];

	memcpy(record, word, words * sizeof(*word));
	record[0] = model_short_time(model, node->last);
	put_record(model, record, words, time, time);
}

/* When the node has something to do although nothing happens. */
static uint64_t due_of(const struct model_node *node)
{
	const uint64_t triggers = node->ask    ? 0
				  : node->live ? model_triggers_due(node)
					       : UINT64_MAX;

	return triggers < node->beat_at ? triggers : node->beat_at;
}

/* When the beat may be written that is due behind the half period of that time. */
static uint64_t beat_after(const struct model *model, struct model_node *node, uint64_t shown)
{
	const uint64_t half = (uint64_t)1 << (model->plan->time_bits - 1);

	return model_tick_reaches(node, (shown / half + 1) * half) + BEAT_CLOCKS;
}

void model_nodes_begin(struct model *model)
{
	for (unsigned int i = 0; i < model->plan->nodes; i++) {
		struct model_node *node = &model->node[i];

		node->collect = node->collects_first;
		model_tick_begin(model, node);
		node->beat_at = beat_after(model, node, 0);
		node->ask = false;
		model_triggers_load(node, 0);
		model_port_begin(&node->port);
		model_ratios_begin(node);
		node->began = false;
		node->has_word = false;
		node->word = 0;
		memset(&node->kept, 0, sizeof(node->kept));
		node->sends = false;
		node->after = 0;
		node->due = due_of(node);
		node->wake = 0;
		model_nodes_put(model, node, GNO_KIND_SYNC, 0, model->run, 0);
	}
}

/* A ratio record; `code` of the record before it, whose time it has. */
static void put_sample(struct model *model, struct model_node *node, unsigned int code)
{
	const unsigned int words = node->plan->sample_words;
	uint32_t word[MODEL_WORDS];
	unsigned int pairs = 0, r;

	word[0] = model_short_time(model, node->last);
	word[1] = GNO_KIND_RATIO | (uint32_t)node->number << 8 | code << 16 | words << 24;
	model_ratios_sample(node, word + 2);
	for (r = 0; r < node->plan->runs; r++)
		pairs += node->plan->run[r].words;
	if (node->measures)
		model_measures_sample(model, node, word + 2 + pairs);
	put_record(model, word, words + 2, node->last, node->time);
}

/* Writes what is pending; the last record has the flags. */
static void put_pending(struct model *model, struct model_node *node, uint32_t actions)
{
	const bool sampled = node->plan->sample_words && actions >> GNO_ACT_SAMPLE & 1;
	struct model_record *last = &node->pending[node->records - 1];

	node->last = model_tick_time(node, node->time);
	last->aux |=
	    (uint8_t)(sampled << GNO_FLAG_SAMPLED | (actions >> GNO_ACT_STOP & 1) << GNO_FLAG_STOP |
		      (actions >> GNO_ACT_MARK & 1) << GNO_FLAG_MARK);
	for (unsigned int i = 0; i < node->records; i++) {
		const struct model_record *r = &node->pending[i];
		const uint32_t head[2] = {model_short_time(model, node->last),
					  r->kind | (uint32_t)node->number << 8 |
					      (uint32_t)r->code << 16 | (uint32_t)r->aux << 24};
		uint32_t word[6];

		memcpy(word, head, sizeof(head));
		memcpy(word + 2, r->word, sizeof(r->word));
		put_record(model, word, 2u + r->words, node->last, node->time);
	}
	keep(node, node->time);
	if (sampled)
		put_sample(model, node, last->code);
}

static void profile(struct model_node *node, uint64_t word)
{
	struct model_record *record = model_add(node, GNO_KIND_WORD, 0);

	record->words = 2;
	record->word[0] = (uint32_t)word;
	record->word[1] = (uint32_t)(word >> 32);
}

/* The time beat that is due, in a clock without a record. */
static void put_beat(struct model *model, struct model_node *node)
{
	const uint64_t shown = model_tick_time(node, node->time);

	node->beat_at = beat_after(model, node, shown);
	model_nodes_put(model, node, GNO_KIND_BEAT, model_epoch(model, shown), model->run,
			node->time);
}

/* What the node's clock asked for and what happens behind it. A flush comes before: its sample has
 * the counts of the last clock, and it ends the banks itself. */
static void act_after(struct model *model, struct model_node *node)
{
	const uint32_t lines = node->after_lines;

	for (unsigned int r = 0; node->after >> GNO_ACT_RESET & 1 && r < node->plan->runs; r++)
		if (model_measures_selects(node, node->plan->run[r].group, MODEL_RESETS, lines))
			model_ratios_reset(node, &node->plan->run[r]);
	if (node->measures)
		model_measures_after(model, node, node->after, lines);
	node->after = 0;
}

/* What fires in a clock in which something happens or may happen. */
static void fires(const struct model *model, struct model_node *node, struct model_hit *hit,
		  const uint32_t *write)
{
	const struct gnomon_model_node *plan = node->plan;

	if (node->live)
		model_triggers_clock(model, node, hit);
	node->fired = node->records;
	if (plan->port && *hit->bits & MODEL_WRITE)
		model_port_clock(node, hit, write[0], write[1], plan->port_pc ? write[2] : 0);
}

/* What all that fired does. */
static void act(struct model *model, struct model_node *node, const struct model_hit *hit)
{
	bool recorded, sampled;

	if (hit->profiled)
		profile(node, hit->word);
	if (node->measures)
		model_measures_count(node, hit);
	recorded = node->records && (node->collect || hit->actions >> GNO_ACT_START & 1);
	sampled = hit->actions >> GNO_ACT_SAMPLE & 1;
	if (recorded)
		put_pending(model, node, hit->actions);
	if (node->measures && recorded && sampled)
		model_measures_act(model, node, hit->lines);
	node->after = hit->actions & 1u << GNO_ACT_BANK;
	if (recorded || !sampled)
		node->after |= hit->actions & 1u << GNO_ACT_RESET;
	node->after_lines = hit->lines;
	if (hit->actions >> GNO_ACT_STOP & 1 && !model->store.wrap)
		node->collect = false;
	else if (hit->actions >> GNO_ACT_START & 1)
		node->collect = true;
	if (!recorded && node->time >= node->beat_at)
		put_beat(model, node);
	node->due = due_of(node);
}

static void node_idle(struct model *model, struct model_node *node)
{
	const uint32_t *in;

	if (!node->measures)
		return;
	in = model_measures_in(model, node);
	model_measures_clock(node, 0, node->measures->bits, in + node->plan->write);
}

static inline bool may_act(const struct model_node *node, const struct model_hit *hit)
{
	return hit->code || node->time >= node->due ||
	       (node->plan->port && *hit->bits & MODEL_WRITE) ||
	       (node->measures && node->measures->fires);
}

/* What comes to a node in a clock. Returns the words of a write. */
static inline const uint32_t *enter(struct model *model, struct model_node *node,
				    struct model_hit *hit)
{
	const struct gnomon_model_node *plan = node->plan;
	struct model_measures *m = node->measures;
	const uint32_t *in =
	    m ? model_measures_in(model, node) : model_row(model, node, model->clock - node->lag);

	hit->bits = m ? m->bits : in + node->first;
	if (m && !node->began)
		model_measures_begin(node);
	node->began = true;
	if (node->after)
		act_after(model, node);
	node->time = model->time - node->lag;
	node->records = node->fired = 0;
	hit->word = in[0];
	if (plan->word_bits > 32)
		hit->word |= (uint64_t)in[1] << 32;
	hit->when = *hit->bits & MODEL_WHEN;
	hit->code = hit->when && node->live ? model_code(model, node, hit->word) : 0;
	hit->time = node->time;
	hit->actions = 0;
	hit->lines = 0;
	hit->profiled = hit->opens = hit->closes = false;
	hit->edge = NULL;
	if (m)
		model_measures_clock(node, hit->code, hit->bits, in + plan->write);
	else if (node->ratios.words)
		model_ratios_count(&node->ratios, hit->bits, node->ratios.words, node->time);
	return in + plan->write;
}

static inline void leave(struct model *model, struct model_node *node, const struct model_hit *hit,
			 bool acts)
{
	if (acts)
		act(model, node, hit);
	else if (node->measures)
		model_measures_count(node, hit);
	if (node->measures && node->measures->snapshot)
		model_measures_snap(model, node);
	if (node->measures && node->measures->memory)
		model_segments_clock(model, node, hit);
}

void model_node_clock(struct model *model, struct model_node *node)
{
	struct model_hit hit;
	const uint32_t *write;
	bool acts;

	if (model->time < node->lag) {
		node_idle(model, node);
		return;
	}
	write = enter(model, node, &hit);
	acts = may_act(node, &hit);
	if (acts)
		fires(model, node, &hit, write);
	leave(model, node, &hit, acts);
	node->wake = model_wake(node);
}

static void raise_line(struct model *model, const struct model_node *node, unsigned int what)
{
	model->raised[what][node->number / 32] |= (uint32_t)1 << node->number % 32;
}

/* What a node does for the REPORT line: its event line, and its local store, which is sent in no
 * time. */
static void report_clock(struct model *model, struct model_node *node, unsigned int kept,
			 const struct model_edge *edge)
{
	const unsigned int full = node->plan->almost_full;
	const bool reports = edge && model_rounds_reports(model, edge);
	bool crosses = kept < full;

	if (node->plan->asks && node->hit.lines >> (node->plan->asks - 1u) & 1)
		raise_line(model, node, MODEL_RAISE_EVENT);
	if (reports)
		node->sends = !edge->ended;
	if (reports && edge->ended) {
		send(node, edge->time);
		crosses = true;
	}
	if (full && node->kept.entries >= full && !node->sends && crosses)
		raise_line(model, node, MODEL_RAISE_FULL);
}

/* With a line: first what fires at all nodes, which have one lag. */
static void joint_clock(struct model *model)
{
	const struct model_edge *edge;
	bool captured = false;

	if (model->time < model->plan->lag) {
		model_nodes_idle(model);
		return;
	}
	edge = model->plan->interrupt || model->plan->report
		   ? model_rounds_edge(model, model->time - model->plan->lag)
		   : NULL;
	for (unsigned int i = 0; i < model->plan->nodes; i++) {
		struct model_node *node = &model->node[i];
		const uint32_t *write = enter(model, node, &node->hit);

		node->hit.edge = edge;
		if (node->hit.when) {
			node->has_word = true;
			node->word = node->hit.word;
		}
		node->acts = edge || may_act(node, &node->hit);
		if (node->acts)
			fires(model, node, &node->hit, write);
		if (node->hit.actions >> GNO_ACT_GLOBAL & 1) {
			raise_line(model, node, MODEL_RAISE_GLOBAL);
			captured = true;
		}
	}
	for (unsigned int i = 0; i < model->plan->nodes; i++) {
		struct model_node *node = &model->node[i];
		const unsigned int kept = node->kept.entries;

		if (captured && node->live) {
			node->acts = true;
			model_capture(node, &node->hit);
		}
		leave(model, node, &node->hit, node->acts);
		if (model->plan->report)
			report_clock(model, node, kept, edge);
	}
}

void model_nodes_clock(struct model *model)
{
	if (model->plan->capture || model->plan->report)
		joint_clock(model);
	else
		model_nodes_alone(model);
}

void model_nodes_idle(struct model *model)
{
	for (unsigned int i = 0; i < model->plan->nodes; i++)
		node_idle(model, &model->node[i]);
}

bool model_nodes_began(const struct model *model)
{
	for (unsigned int i = 0; i < model->plan->nodes; i++)
		if (!model->node[i].began)
			return false;
	return true;
}

void model_nodes_flush(struct model *model)
{
	for (unsigned int i = 0; i < model->plan->nodes; i++) {
		struct model_node *node = &model->node[i];
		const uint64_t time = model_nodes_time(model, node);

		node->time = time - 1; /* the last clock, which may have been quick */
		if (node->measures)
			model_measures_flush(model, node);
		model_nodes_put(model, node, GNO_KIND_FLUSH,
				model_epoch(model, model_tick_time(node, time)), model->run, time);
		if (node->plan->sample_words)
			put_sample(model, node, 0);
	}
}
