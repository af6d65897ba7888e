/* SPDX-License-Identifier: Apache-2.0 */
/* Buckets and counters: banks and snapshots as they come, and their statistics. */
#include "monitor/quantity.h"
#include "passes/queue.h"
#include "passes/walk.h"

#include <stdlib.h>
#include <string.h>

const unsigned report_percentiles[3] = {50, 90, 99};

struct report_range report_range(const struct gno_node *node, const struct gno_pattern_node *bounds,
				 unsigned unit, unsigned i)
{
	const struct gno_bucket_unit *u = &node->preprocessors.bucket[unit];
	const struct gno_quantity *q = &node->preprocessors.quantity[u->of];
	uint64_t most = UINT32_MAX >> (32 - q->bits);
	struct report_range r = {.lo = gno_pattern_bound(bounds, unit, i), .hi = most};
	uint64_t next = i + 1 < u->count ? gno_pattern_bound(bounds, unit, i + 1) : most + 1;

	r.none = r.lo > most || next <= r.lo;
	if (!r.none && next <= most)
		r.hi = next - 1;
	r.open = !r.none && r.hi == most && q->kind->clips;
	return r;
}

bool report_is_of_codes(const struct gno_node *node, unsigned unit)
{
	return node->preprocessors.quantity[node->preprocessors.bucket[unit].of].kind->codes;
}

struct report_spread report_spread(const struct gno_node *node,
				   const struct gno_pattern_node *bounds, unsigned unit,
				   const uint64_t *count)
{
	unsigned counts = node->preprocessors.bucket[unit].count;
	struct report_spread s = {.values = 0};
	double lo = 0, hi = 0;
	uint64_t below = 0;
	unsigned next = 0;

	for (unsigned i = 0; i < counts; i++)
		s.values += count[i];
	for (unsigned i = 0; i < counts; i++) {
		struct report_range r = report_range(node, bounds, unit, i);

		if (!count[i])
			continue;
		lo += (double)count[i] * (double)r.lo;
		hi += (double)count[i] * (double)r.hi;
		s.open |= r.open;
		below += count[i];
		/* the least value that so many per cent of all do not exceed */
		while (next < 3 &&
		       (double)below * 100 >= (double)s.values * report_percentiles[next])
			s.percentile[next++] = r;
	}
	if (s.values) {
		s.mean_min = lo / (double)s.values;
		s.mean_max = hi / (double)s.values;
	}
	return s;
}

const uint64_t *report_unit_counts(const struct report_unit *u, size_t i)
{
	return u->count + i * u->counts;
}

const uint64_t *report_unit_before(const struct report_unit *u, size_t i,
				   const struct gno_block **head)
{
	*head = i ? &u->bank[i - 1].head : &u->before;
	return i ? report_unit_counts(u, i - 1) : u->count_before;
}

int units_begin(struct walk *w)
{
	const struct gno_preprocessors *m = &w->m->preprocessors;

	for (unsigned i = 0; i < m->buckets + m->counters; i++) {
		struct report_unit *u = &w->n->unit[i];

		u->name = i < m->buckets ? m->bucket[i].name : m->counter[i - m->buckets].name;
		u->counts = i < m->buckets ? m->bucket[i].count : m->counter[i - m->buckets].inputs;
		u->total = calloc(u->counts, sizeof(*u->total));
		u->count_before = calloc(u->counts, sizeof(*u->count_before));
		if (!u->total || !u->count_before)
			return GNO_ERR_NOMEM;
	}
	return blocks_begin(&w->units.blocks, w->m);
}

void units_free(struct walk *w)
{
	blocks_free(&w->units.blocks);
}

/*
 * Drops the first banks but for so many, once there are twice as many: each is moved once at most.
 * The last one of them becomes the one before those that are kept.
 */
static void drop_first(struct report_unit *u, size_t most)
{
	size_t drop = u->banks - most;

	u->before = u->bank[drop - 1].head;
	memcpy(u->count_before, report_unit_counts(u, drop - 1), u->counts * sizeof(*u->count));
	memmove(u->bank, u->bank + drop, most * sizeof(*u->bank));
	memmove(u->count, u->count + drop * u->counts, most * u->counts * sizeof(*u->count));
	u->banks = most;
}

/* Keeps a bank: the first ones, or the last ones if these are requested. */
static int keep(struct walk *w, struct report_unit *u, const struct report_bank *bank,
		const struct block *block)
{
	u->seen++;
	if (!w->o->latest && u->banks && u->banks >= w->o->samples)
		return GNO_OK;
	if (w->o->latest && u->banks > 2 * w->o->samples)
		drop_first(u, w->o->samples);
	if (walk_room(&u->bank, u->banks, sizeof(*u->bank)) ||
	    walk_room(&u->count, u->banks, u->counts * sizeof(*u->count)))
		return GNO_ERR_NOMEM;
	u->bank[u->banks] = *bank;
	for (unsigned i = 0; i < u->counts; i++)
		u->count[u->banks * u->counts + i] = block->count[i];
	u->banks++;
	return GNO_OK;
}

/*
 * Adds a bank of buckets to the whole run. Its first clock is known modulo 256 half periods: where
 * it can be the one after the bank before, it is.
 */
static void add_bank(struct walk *w, struct report_unit *u, struct report_bank *bank)
{
	const uint64_t turn = 0x100ull << (w->r->m->time_bits - 1);
	uint64_t due = u->seen ? u->last.ended + 1 : w->n->begin;
	struct gno_block *head = &bank->head;

	if (!head->late && head->began > due && (head->began - due) % turn == 0)
		head->began = due;
	u->missing += !head->late && head->began != due && (u->seen || !w->r->run->wrap);
	if (!u->seen)
		u->from = head->began;
	u->counted += head->counted;
	u->lost += head->lost;
	u->late += head->late;
	u->saturated += head->saturated;
}

/* Whether a unit covers the whole run. A single snapshot does: counters are never reset. */
static bool is_whole(const struct walk *w, const struct report_unit *u, bool buckets)
{
	bool whole = u->seen && u->last.flush;

	if (!buckets)
		return whole;
	for (unsigned i = 0; i < BLOCK_FAULTS; i++)
		whole = whole && !u->faults[i];
	return whole && !u->missing && !w->n->holes && (w->n->synced || !u->from);
}

static const struct gno_pattern_node *bounds_within(const struct walk *w, unsigned unit,
						    uint64_t from, uint64_t to)
{
	const struct report_load *load = held_within(w, w->all_held, (int)unit, from, to);

	return load ? &load->file->node[w->node] : NULL;
}

/* The bounds of the banks of a unit. */
static void find_bounds(struct walk *w, struct report_unit *u, unsigned unit)
{
	for (size_t i = 0; i < u->banks; i++)
		u->bank[i].bounds =
		    bounds_within(w, unit, u->bank[i].head.began, u->bank[i].head.ended);
	if (u->seen)
		u->bounds = bounds_within(w, unit, u->from, u->last.ended);
	u->mixed = u->seen && !u->bounds;
}

/* Which snapshots are of several loads that count something else. */
static void find_mixed(struct walk *w, struct report_unit *u)
{
	for (size_t i = 0; i < u->banks; i++) {
		const struct gno_block *before;

		report_unit_before(u, i, &before);
		u->bank[i].mixed =
		    !held_within(w, w->all_held, -1, before->ended, u->bank[i].head.ended);
	}
	u->mixed = u->seen && !held_within(w, w->all_held, -1, 0, u->last.ended);
}

/* Hands the bank that was kept last to a second walk. */
static void put_row(struct walk *w, struct report_unit *u, unsigned place, bool buckets)
{
	struct report_bank *bank = &u->bank[u->banks - 1];
	struct report_row row = {.bank.count = report_unit_counts(u, u->banks - 1)};

	if (!report_rows_want(w->rows, REPORT_BANKS) || place != w->rows->unit)
		return;
	row.bank.count_before = report_unit_before(u, u->banks - 1, &row.bank.before);
	if (buckets)
		bank->bounds = bounds_within(w, place, bank->head.began, bank->head.ended);
	else
		bank->mixed =
		    !held_within(w, w->all_held, -1, row.bank.before->ended, bank->head.ended);
	row.bank.bank = *bank;
	report_rows_put(w->rows, REPORT_BANKS, &row);
}

/*
 * Whether a value can fall into a bucket by the bounds of some load of the node: which load held
 * when may not be known yet.
 */
static bool is_reached(const struct walk *w, const struct report_points *p, unsigned unit,
		       unsigned i)
{
	bool reached = !p->loads;

	for (size_t l = 0; l < p->loads && !reached; l++)
		reached = !report_range(w->m, &p->load[l].file->node[w->node], unit, i).none;
	return reached;
}

bool units_renew(const struct walk *w, const struct report_points *before)
{
	const struct gno_preprocessors *m = &w->m->preprocessors;
	bool same = true;

	for (unsigned unit = 0; unit < m->buckets; unit++) {
		const unsigned place = block_place(w->m, GNO_KIND_BUCKET, unit);
		const bool refused = w->units.blocks.part[place].join.faults[BLOCK_REACH] > 0;

		for (unsigned i = 0; refused && i < m->bucket[unit].count && same; i++)
			same =
			    is_reached(w, before, unit, i) == is_reached(w, &w->r->points, unit, i);
	}
	return same;
}

/* The least number of values for which a bucket has this count. */
static uint64_t least_values(uint32_t count)
{
	/* one of 32 bits reads 2^32 - 1 from 2^32 - 2^16 on */
	return count == UINT32_MAX ? UINT32_MAX - UINT16_MAX : count;
}

/*
 * Whether a bank can have counted what it says: no value where no value can be, and one a cycle at
 * most since the bank before.
 */
static bool can_be(const struct walk *w, const struct report_unit *u, const struct block *block)
{
	/* where time may stand still, or did not begin with the run, the cycles are not known */
	const bool timed = w->m->port.bus == GNO_BUS_NONE && (u->seen || !w->r->run->wrap);
	const uint64_t cycles = block->head.ended - (u->seen ? u->last.ended : UINT64_MAX);
	uint64_t sum = 0;

	for (unsigned i = 0; i < block->counts; i++) {
		if (block->count[i] && !is_reached(w, &w->r->points, block->head.unit, i))
			return false;
		sum += least_values(block->count[i]);
	}
	if (!timed || cycles > UINT32_MAX) /* `counted` may have passed 2^32 */
		return true;
	return sum <= block->head.counted && block->head.counted <= cycles;
}

int units_take(struct walk *w, const struct gno_stream *s, const struct gno_record *rec)
{
	struct report_unit *u = &w->n->unit[block_place(w->m, rec->kind, rec->code)];
	struct report_bank bank;
	struct gno_block record;
	struct block block;

	gno_stream_block(s, rec, &record);
	if (!blocks_take(&w->units.blocks, rec->kind, &record, &block))
		return GNO_OK;
	if (rec->kind == GNO_KIND_BUCKET && !can_be(w, u, &block)) {
		blocks_refuse(&w->units.blocks, rec->kind, rec->code, BLOCK_REACH);
		return GNO_OK;
	}
	bank = (struct report_bank){.head = block.head};
	if (rec->kind == GNO_KIND_COUNTER)
		memset(u->total, 0, u->counts * sizeof(*u->total));
	else
		add_bank(w, u, &bank);
	u->last = block.head;
	for (unsigned i = 0; i < u->counts; i++)
		u->total[i] = gno_sum(u->total[i], block.count[i]);
	if (keep(w, u, &bank, &block))
		return GNO_ERR_NOMEM;
	if (w->rows)
		put_row(w, u, block_place(w->m, rec->kind, rec->code),
			rec->kind == GNO_KIND_BUCKET);
	return GNO_OK;
}

void units_end(struct walk *w)
{
	blocks_end(&w->units.blocks);
	for (unsigned i = 0; i < BLOCK_UNITS; i++) {
		struct report_unit *u = &w->n->unit[i];

		if (w->o->latest && u->banks > w->o->samples)
			drop_first(u, w->o->samples);
		memcpy(u->faults, w->units.blocks.part[i].join.faults, sizeof(u->faults));
		u->whole = is_whole(w, u, i < w->m->preprocessors.buckets);
		if (i < w->m->preprocessors.buckets)
			find_bounds(w, u, i);
		else
			find_mixed(w, u);
	}
}
