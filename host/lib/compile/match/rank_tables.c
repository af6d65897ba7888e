/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/match/rank_tables.h"

#include <stdlib.h>
#include <string.h>

#define CODES 256 /* of a rank at most */
#define MIN_CELLS 8

/* The classes of a rank by code: the function that is left, and one part of a word that leads
 * there. */
struct class_list {
	uint32_t left[CODES];
	uint64_t part[CODES];
	bool used[CODES];
};

struct filler {
	const struct rank_plan *plan;
	struct mtbdd *b;
	const uint32_t *function;
	struct class_list *classes; /* one a rank */
	uint16_t *code;		    /* by reference: of a class of the current rank, plus one */
};

static unsigned count_bits(uint64_t bits)
{
	return (unsigned)__builtin_popcountll(bits);
}

/* Puts bits of W behind those that are in the order already, highest first. */
static void append_bits(struct match_order *order, uint64_t bits)
{
	for (unsigned bit = GNO_MAX_WORD; bit-- > 0;) {
		if (!(bits >> bit & 1))
			continue;
		order->bit_at[order->bits] = (uint8_t)bit;
		order->level_of[bit] = (uint8_t)order->bits++;
	}
}

/* The order of a rank without rank inputs: its own bits, then what each rank on the way to the last
 * one adds.
 */
static void make_order(struct rank_plan *plan, unsigned rank)
{
	struct match_order *order = &plan->order[plan->orders];
	const struct gno_rank *ranks = plan->node->rank;
	uint64_t seen = 0;

	order->bits = 0;
	for (;;) {
		append_bits(order, ranks[rank].sees & ~seen);
		seen |= ranks[rank].sees;
		if (plan->view[rank].parent == rank)
			break;
		rank = plan->view[rank].parent;
	}
}

void rank_plan_make(struct rank_plan *plan, const struct gno_node *node)
{
	plan->node = node;
	plan->orders = 0;
	for (unsigned r = 0; r < node->ranks; r++) {
		const struct gno_rank *rank = &node->rank[r];
		struct rank_view *view = &plan->view[r];

		*view = (struct rank_view){.lead = -1, .parent = r};
		view->cut = count_bits(rank->sees);
		view->codes = 1u << rank->code_bits;
		for (unsigned i = 0; i < rank->inputs; i++) {
			unsigned input = rank->input[i].rank;

			if (!rank->input[i].is_rank)
				continue;
			plan->view[input].parent = r;
			if (view->lead < 0 || plan->view[input].cut > plan->view[view->lead].cut)
				view->lead = (int)input;
		}
	}
	for (unsigned r = 0; r < node->ranks; r++) {
		if (plan->view[r].lead >= 0) {
			plan->view[r].order = plan->view[plan->view[r].lead].order;
			continue;
		}
		make_order(plan, r);
		plan->view[r].order = plan->orders++;
	}
}

/* Joins patterns half by half, so that what is joined stays small. */
uint32_t rank_function(const struct rank_plan *plan, unsigned order,
		       const struct gno_pattern *patterns, size_t count, struct mtbdd *b)
{
	size_t half = count / 2;

	if (!count || mtbdd_error(b))
		return 0;
	if (count == 1)
		return mtbdd_apply(b, MTBDD_THEN,
				   match_build(patterns->match, b, &plan->order[order]),
				   patterns->code);
	return mtbdd_apply(b, MTBDD_ELSE, rank_function(plan, order, patterns, half, b),
			   rank_function(plan, order, patterns + half, count - half, b));
}

unsigned rank_classes(const struct rank_plan *plan, unsigned rank, uint32_t function,
		      struct mtbdd *b)
{
	return (unsigned)mtbdd_cut(b, function, plan->view[rank].cut, NULL, 0);
}

/*
 * Gives codes to the classes of a rank: 0 to the constant 0, "nothing can match any more", the
 * others from 1 on. Where no word is in that class, 0 is free, and the last class gets it if all
 * codes are needed.
 */
static unsigned number_classes(struct filler *f, unsigned rank, uint32_t left[CODES])
{
	const struct rank_view *view = &f->plan->view[rank];
	size_t count = mtbdd_cut(f->b, f->function[view->order], view->cut, left, CODES), i;
	unsigned next = 1;

	for (i = 0; i < count; i++) {
		if (!left[i])
			f->code[0] = 1;
		else
			f->code[left[i]] = (uint16_t)(next++ % view->codes + 1);
	}
	return (unsigned)count;
}

/* What a table cell's index means for the word: the known bits, and what the lead input leaves.
 * false: no word selects this cell. */
static bool read_index(const struct filler *f, unsigned rank, uint32_t index, uint64_t *part,
		       uint32_t *left)
{
	const struct gno_rank *r = &f->plan->node->rank[rank];
	const struct rank_view *view = &f->plan->view[rank];

	*part = 0;
	*left = f->function[view->order];
	for (unsigned i = 0; i < r->inputs; i++) {
		const struct gno_input *in = &r->input[i];
		uint32_t value = index & ((1u << in->bits) - 1);

		index >>= in->bits;
		if (!in->is_rank) {
			*part |= (uint64_t)value << in->lo;
			continue;
		}
		if (!f->classes[in->rank].used[value])
			return false;
		*part |= f->classes[in->rank].part[value];
		if ((int)in->rank == view->lead)
			*left = f->classes[in->rank].left[value];
	}
	return true;
}

static void fill_rank(struct filler *f, unsigned rank, uint8_t *cell)
{
	const struct rank_view *view = &f->plan->view[rank];
	const struct match_order *order = &f->plan->order[view->order];
	bool last = view->parent == rank;
	uint32_t left;
	uint64_t part;

	for (uint32_t index = 0; index < 1u << f->plan->node->rank[rank].index_bits; index++) {
		struct class_list *list = &f->classes[rank];
		unsigned code;

		if (!read_index(f, rank, index, &part, &left))
			continue;
		while (mtbdd_level(f->b, left) < view->cut)
			left = mtbdd_child(f->b, left,
					   part >> order->bit_at[mtbdd_level(f->b, left)] & 1);
		code = last
			   ? left
			   : f->code[left] -
				 1u; /* all bits are known to the last: what is left is the event */
		cell[index] = (uint8_t)code;
		if (!list->used[code]) {
			list->used[code] = true;
			list->left[code] = left;
			list->part[code] = part;
		}
	}
}

int rank_tables_fill(const struct rank_plan *plan, const uint32_t *function, struct mtbdd *b,
		     struct gno_rank_tables *out)
{
	struct filler f = {.plan = plan, .b = b, .function = function};
	uint32_t left[CODES];
	int rc = 0;

	memset(out, 0, sizeof(*out));
	f.classes = calloc(plan->node->ranks, sizeof(*f.classes));
	f.code = calloc(mtbdd_refs(b), sizeof(*f.code));
	if (!f.classes || !f.code)
		rc = GNO_ERR_NOMEM;
	for (unsigned r = 0; r < plan->node->ranks && !rc; r++) {
		out->cells[r] = 1u << plan->node->rank[r].index_bits;
		if (out->cells[r] < MIN_CELLS)
			out->cells[r] = MIN_CELLS;
		out->cell[r] = calloc(out->cells[r], 1);
		if (!out->cell[r]) {
			rc = GNO_ERR_NOMEM;
			break;
		}
		out->classes[r] = number_classes(&f, r, left);
		fill_rank(&f, r, out->cell[r]);
		for (unsigned i = 0; i < out->classes[r]; i++)
			f.code[left[i]] = 0;
	}
	free(f.classes);
	free(f.code);
	if (rc)
		gno_rank_tables_free(out);
	return rc;
}

void gno_rank_tables_free(struct gno_rank_tables *t)
{
	for (unsigned r = 0; r < GNO_MAX_RANKS; r++) {
		free(t->cell[r]);
		t->cell[r] = NULL;
	}
}
