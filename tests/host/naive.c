/* SPDX-License-Identifier: Apache-2.0 */
#include "naive.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t naive_random(struct naive *n)
{
	n->seed ^= n->seed << 13;
	n->seed ^= n->seed >> 7;
	n->seed ^= n->seed << 17;
	return n->seed * UINT64_C(0x2545F4914F6CDD1D);
}

unsigned naive_below(struct naive *n, unsigned limit)
{
	return (unsigned)((naive_random(n) >> 33) % limit);
}

static uint64_t ones(unsigned bits)
{
	return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* A field of some bits of which `kept` are kept, in as many runs as chance has it. */
static void make_field(struct naive *n, unsigned k, unsigned kept)
{
	static const char *const names[NAIVE_FIELDS] = {"pc", "write", "addr", "data", "mode"};
	struct gno_field *f = &n->node.field[k];
	unsigned spare = naive_below(n, 3) ? 0 : naive_below(n, 6), bit, left;

	if (n->qualified && !k)
		spare = 0; /* the qualifier has one bit */
	f->name = strdup(names[k]);
	f->when = n->qualified && k && naive_below(n, 2) ? strdup(names[0]) : NULL;
	f->unit = 1;
	f->bits = kept + spare > 64 ? 64 : kept + spare;
	f->kept = kept;
	f->run = calloc(64, sizeof(*f->run));
	n->kept[k] = 0;
	for (bit = 0, left = kept; left; bit++) {
		bool must = f->bits - bit == left;
		struct gno_kept *last = f->runs ? &f->run[f->runs - 1] : NULL;

		if (!must && naive_below(n, 2))
			continue;
		n->kept[k] |= UINT64_C(1) << bit;
		if (last && last->hi + 1 == bit)
			last->hi = bit;
		else
			f->run[f->runs++] =
			    (struct gno_kept){bit, bit, n->node.word_bits + kept - left};
		left--;
	}
	n->node.word_bits += kept;
}

static unsigned make_rank(struct naive *n, unsigned lo, unsigned bits, unsigned index_max);

static void add_bits(struct gno_rank *r, unsigned lo, unsigned bits)
{
	if (!bits)
		return;
	r->input[r->inputs++] = (struct gno_input){.lo = lo, .bits = bits};
	r->index_bits += bits;
	r->sees |= ones(bits) << lo;
}

/* A subtree over some bits, or the bits themselves where they are as few as a code. */
static void add_part(struct naive *n, struct gno_rank *r, unsigned lo, unsigned bits,
		     unsigned index_max)
{
	unsigned k;

	if (bits <= n->node.code_bits) {
		add_bits(r, lo, bits);
		return;
	}
	k = make_rank(n, lo, bits, index_max);
	r->input[r->inputs++] =
	    (struct gno_input){.is_rank = true, .rank = k, .bits = n->node.rank[k].code_bits};
	r->index_bits += n->node.rank[k].code_bits;
	r->sees |= n->node.rank[k].sees;
	if (n->node.rank[k].level >= r->level)
		r->level = n->node.rank[k].level + 1;
}

/* A rank over `bits` bits from `lo` on, its subtrees first; its number. */
static unsigned make_rank(struct naive *n, unsigned lo, unsigned bits, unsigned index_max)
{
	struct gno_rank r = {.level = 1, .input = calloc(8, sizeof(struct gno_input))};
	unsigned code = n->node.code_bits, cut, third;
	char name[16];

	if (bits <= index_max && (bits <= code + 2 || naive_below(n, 3))) {
		cut = naive_below(n, bits);
		if (naive_below(n, 2)) { /* the upper part first */
			add_bits(&r, lo + cut, bits - cut);
			add_bits(&r, lo, cut);
		} else {
			add_bits(&r, lo, bits);
		}
	} else if (3 * code <= index_max && bits >= 3 * code && naive_below(n, 3) == 0) {
		third = bits / 3;
		add_part(n, &r, lo + third, third, index_max);
		add_part(n, &r, lo, third, index_max);
		add_part(n, &r, lo + 2 * third, bits - 2 * third, index_max);
	} else if (2 * code <= index_max && naive_below(n, 2)) {
		cut = bits / 3 + naive_below(n, bits / 3 + 1);
		add_part(n, &r, lo, cut, index_max);
		add_part(n, &r, lo + cut, bits - cut, index_max);
	} else { /* a chain, from either end */
		cut = index_max - code;
		if (cut >= bits)
			cut = bits / 2;
		if (naive_below(n, 2)) {
			add_part(n, &r, lo, bits - cut, index_max);
			add_bits(&r, lo + bits - cut, cut);
		} else {
			add_bits(&r, lo, cut);
			add_part(n, &r, lo + cut, bits - cut, index_max);
		}
	}
	r.code_bits = bits < code ? bits : code;
	snprintf(name, sizeof(name), "rank%u", n->node.ranks);
	r.table = strdup(name);
	n->node.rank[n->node.ranks] = r;
	ck_assert_uint_lt(n->node.ranks, GNO_MAX_RANKS - 1);
	return n->node.ranks++;
}

void naive_make_node(struct naive *n, unsigned bits, unsigned fields, unsigned code_bits)
{
	unsigned k, kept, index_max = code_bits + 6 > 12 ? code_bits + 6 : 12;

	memset(&n->node, 0, sizeof(n->node));
	n->node.name = strdup("core");
	n->node.code_bits = code_bits;
	n->node.capacity = (1u << code_bits) - 1;
	n->node.field = calloc(NAIVE_FIELDS, sizeof(*n->node.field));
	n->node.rank = calloc(GNO_MAX_RANKS, sizeof(*n->node.rank));
	for (k = 0; k < fields && n->node.word_bits < bits; k++) {
		kept = k + 1 == fields ? bits - n->node.word_bits
				       : 1 + naive_below(n, bits - n->node.word_bits);
		if (n->qualified && !k)
			kept = 1;
		make_field(n, k, kept);
	}
	n->node.fields = k;
	if (n->node.word_bits < bits) /* too few fields are left for the rest */
		n->node.word_bits = bits = n->node.word_bits;
	make_rank(n, 0, n->node.word_bits, index_max);
	n->node.levels = n->node.rank[n->node.ranks - 1].level;
}

static uint64_t wide_value(struct naive *n, const struct gno_field *f, unsigned spread)
{
	/* the same few values again and again, each bits of a hash of its number */
	uint64_t v = (1 + naive_below(n, spread)) * UINT64_C(0x9E3779B97F4A7C15);

	v ^= v >> 31;
	return (naive_below(n, 4) ? v : v & 0xff) & ones(f->bits);
}

static void make_item(struct naive *n, struct naive_item *item, unsigned field, unsigned spread)
{
	const struct gno_field *f = &n->node.field[field];
	uint64_t a = wide_value(n, f, spread), b = wide_value(n, f, spread);

	item->range = naive_below(n, 3) == 0;
	if (item->range && naive_below(n, 2)) /* a short one, or one that is aligned */
		b = a | ones(naive_below(n, f->bits) + 1) >> 1;
	if (item->range) {
		item->a = a < b ? a : b;
		item->b = a < b ? b : a;
		return;
	}
	item->b = naive_below(n, 2) ? ones(f->bits) : naive_random(n) & ones(f->bits);
	item->a = a & item->b;
	if (naive_below(n, 8)) /* mostly one that can be */
		item->a &= n->kept[field];
}

static unsigned make_predicate(struct naive *n, unsigned depth, unsigned spread)
{
	unsigned number = n->predicates++, i;
	struct naive_predicate p = {.field = naive_below(n, n->node.fields)};
	unsigned dice = naive_below(n, 16);

	ck_assert_uint_lt(number, NAIVE_PREDICATES);
	if (depth && dice < 6) {
		p.kind = dice < 3 ? NAIVE_BOTH : dice < 5 ? NAIVE_EITHER : NAIVE_NO;
		p.part[0] = make_predicate(n, depth - 1, spread);
		p.part[1] = p.kind == NAIVE_NO ? 0 : make_predicate(n, depth - 1, spread);
	} else {
		static const enum naive_kind kinds[] = {
		    NAIVE_IN, NAIVE_IN,	    NAIVE_IN,	NAIVE_IN,   NAIVE_IN,	NAIVE_IN,
		    NAIVE_IN, NAIVE_NOT_IN, NAIVE_LESS, NAIVE_MORE, NAIVE_TRUTH};

		p.kind =
		    depth == 2 && naive_below(n, 40) == 0 ? NAIVE_ALL : kinds[naive_below(n, 11)];
		p.items = 1 + (naive_below(n, 3) ? 0 : naive_below(n, NAIVE_ITEMS));
		for (i = 0; i < p.items; i++)
			make_item(n, &p.item[i], p.field, spread);
	}
	n->pool[number] = p;
	return number;
}

static void print_number(char *text, size_t room, uint64_t value, bool decimal)
{
	snprintf(text, room, decimal ? "%" PRIu64 : "0x%" PRIx64, value);
}

/* A value and mask: as such, or with x where a digit is free. */
static void print_masked(const struct gno_field *f, const struct naive_item *item, char *text,
			 size_t room)
{
	size_t len;
	unsigned bit;

	if (item->b == ones(f->bits)) {
		print_number(text, room, item->a, item->a & 1);
	} else if (item->b & 1) {
		snprintf(text, room, "0x%" PRIx64 "/0x%" PRIx64, item->a, item->b);
	} else {
		len = (size_t)snprintf(text, room, "0b");
		for (bit = f->bits; bit-- > 0;)
			text[len++] = !(item->b >> bit & 1) ? 'x' : item->a >> bit & 1 ? '1' : '0';
		text[len] = '\0';
	}
}

static void print_items(const struct gno_field *f, const struct naive_predicate *p, char *text,
			size_t room)
{
	char word[96], other[32];
	unsigned i;

	for (i = 0; i < p->items; i++) {
		if (p->item[i].range) {
			print_number(word, sizeof(word), p->item[i].a, p->item[i].b & 1);
			print_number(other, sizeof(other), p->item[i].b, p->item[i].a & 1);
			strcat(strcat(word, ".."), other);
		} else {
			print_masked(f, &p->item[i], word, sizeof(word));
		}
		snprintf(text + strlen(text), room - strlen(text), "%s%s", i ? ", " : " ", word);
	}
}

void naive_print(const struct naive *n, unsigned predicate, char *text, size_t room)
{
	const struct naive_predicate *p = &n->pool[predicate];
	const struct gno_field *f = &n->node.field[p->field];
	size_t at = strlen(text);

	switch (p->kind) {
	case NAIVE_ALL:
		snprintf(text + at, room - at, "any");
		break;
	case NAIVE_TRUTH:
		snprintf(text + at, room - at, "%s", f->name);
		break;
	case NAIVE_LESS:
		snprintf(text + at, room - at,
			 p->item[0].b & 1 ? "%s < %" PRIu64 : "not %s >= 0x%" PRIx64, f->name,
			 p->item[0].a);
		break;
	case NAIVE_MORE:
		snprintf(text + at, room - at,
			 p->item[0].b & 1 ? "%s > %" PRIu64 : "not (%s <= 0x%" PRIx64 ")", f->name,
			 p->item[0].a);
		break;
	case NAIVE_IN:
	case NAIVE_NOT_IN:
		if (p->items == 1 && !p->item[0].range)
			snprintf(text + at, room - at, "%s %s", f->name,
				 p->kind == NAIVE_IN ? "==" : "!=");
		else
			snprintf(text + at, room - at, "%s %sin", f->name,
				 p->kind == NAIVE_IN ? "" : "not ");
		print_items(f, p, text, room);
		break;
	case NAIVE_NO:
		strcat(text, "not (");
		naive_print(n, p->part[0], text, room);
		strcat(text, ")");
		break;
	default:
		strcat(text, "(");
		naive_print(n, p->part[0], text, room);
		strcat(text, p->kind == NAIVE_BOTH ? ") and (" : ") or (");
		naive_print(n, p->part[1], text, room);
		strcat(text, ")");
	}
	ck_assert_uint_lt(strlen(text) + 1, room);
}

static void give(struct naive *n, unsigned predicate, uint8_t code, struct gno_match *match)
{
	n->pattern[n->patterns] = predicate;
	n->code[n->patterns] = code;
	n->match[n->patterns] = match;
	n->given[n->patterns] = (struct gno_pattern){match, code};
	n->patterns++;
}

void naive_make_patterns(struct naive *n, size_t count, unsigned spread)
{
	static char text[65536];
	struct gno_match *m;
	struct gno_err err;
	unsigned column, predicate;

	n->predicates = 0;
	n->patterns = 0;
	while (n->patterns < count && n->predicates < NAIVE_PREDICATES - 8) {
		unsigned before = n->predicates;
		int ret;

		text[0] = '\0';
		predicate = make_predicate(n, 2, spread);
		naive_print(n, predicate, text, sizeof(text));
		ret = gno_match_parse(&n->node, text, NULL, NULL, &m, &column, &err);
		if (!ret) {
			give(n, predicate, (uint8_t)(1 + naive_below(n, n->node.capacity)), m);
			continue;
		}
		ck_assert_msg(ret == GNO_ERR_ARG && !strncmp(err.text, "never matches: ", 15),
			      "%s: column %u: %s", text, column, err.text);
		n->predicates = before;
		if (naive_below(n, 16) == 0)
			count--;
	}
}

void naive_add_word(struct naive *n, const struct naive_word *w, uint8_t code)
{
	char text[512] = "";
	struct gno_match *m = NULL;
	struct gno_err err;
	unsigned column, k, all = 0;

	for (k = 0; k < n->node.fields; k++) {
		unsigned one = n->predicates++;

		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s == 0x%" PRIx64,
			 k ? " and " : "", n->node.field[k].name, w->value[k]);
		n->pool[one] = (struct naive_predicate){.kind = NAIVE_IN, .field = k, .items = 1};
		n->pool[one].item[0] =
		    (struct naive_item){.a = w->value[k], .b = ones(n->node.field[k].bits)};
		if (k) {
			n->pool[n->predicates] =
			    (struct naive_predicate){.kind = NAIVE_BOTH, .part = {all, one}};
			one = n->predicates++;
		}
		all = one;
	}
	ck_assert_uint_lt(n->predicates, NAIVE_PREDICATES);
	ck_assert_msg(!gno_match_parse(&n->node, text, NULL, NULL, &m, &column, &err), "%s: %s",
		      text, err.text);
	give(n, all, code, m);
}

void naive_free_patterns(struct naive *n)
{
	size_t i;

	for (i = 0; i < n->patterns; i++)
		gno_match_free(n->match[i]);
	n->patterns = 0;
	n->predicates = 0;
}

void naive_free(struct naive *n)
{
	unsigned k;

	naive_free_patterns(n);
	for (k = 0; k < n->node.fields; k++) {
		free(n->node.field[k].name);
		free(n->node.field[k].when);
		free(n->node.field[k].run);
	}
	for (k = 0; k < n->node.ranks; k++) {
		free(n->node.rank[k].table);
		free(n->node.rank[k].input);
	}
	free(n->node.field);
	free(n->node.rank);
	free(n->node.name);
}

uint64_t naive_pack(const struct naive *n, const struct naive_word *w)
{
	uint64_t packed = 0;
	unsigned k, bit, at = 0;

	for (k = 0; k < n->node.fields; k++)
		for (bit = 0; bit < 64; bit++)
			if (n->kept[k] >> bit & 1)
				packed |= (w->value[k] >> bit & 1) << at++;
	return packed;
}

void naive_unpack(const struct naive *n, uint64_t packed, struct naive_word *w)
{
	unsigned k, bit, at = 0;

	for (k = 0; k < n->node.fields; k++) {
		w->value[k] = 0;
		for (bit = 0; bit < 64; bit++)
			if (n->kept[k] >> bit & 1)
				w->value[k] |= (packed >> at++ & 1) << bit;
	}
}

static bool has_item(const struct naive_predicate *p, uint64_t value)
{
	unsigned i;

	for (i = 0; i < p->items; i++) {
		const struct naive_item *item = &p->item[i];

		if (item->range ? value >= item->a && value <= item->b
				: (value & item->b) == item->a)
			return true;
	}
	return false;
}

static bool holds(const struct naive *n, unsigned predicate, const struct naive_word *w)
{
	const struct naive_predicate *p = &n->pool[predicate];
	uint64_t value = w->value[p->field] & n->kept[p->field];
	bool is_test = p->kind != NAIVE_ALL && p->kind != NAIVE_NO && p->kind != NAIVE_BOTH &&
		       p->kind != NAIVE_EITHER;

	/* a test of a field without its qualifier is false; two kinds are printed as the opposite
	 * of a test */
	if (is_test && n->node.field[p->field].when && !(w->value[0] & 1))
		return (p->kind == NAIVE_LESS || p->kind == NAIVE_MORE) && !(p->item[0].b & 1);

	switch (p->kind) {
	case NAIVE_ALL:
		return true;
	case NAIVE_TRUTH:
		return value != 0;
	case NAIVE_LESS:
		return value < p->item[0].a;
	case NAIVE_MORE:
		return value > p->item[0].a;
	case NAIVE_IN:
		return has_item(p, value);
	case NAIVE_NOT_IN:
		return !has_item(p, value);
	case NAIVE_NO:
		return !holds(n, p->part[0], w);
	case NAIVE_BOTH:
		return holds(n, p->part[0], w) && holds(n, p->part[1], w);
	default:
		return holds(n, p->part[0], w) || holds(n, p->part[1], w);
	}
}

unsigned naive_event(const struct naive *n, size_t count, const struct naive_word *w)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (holds(n, n->pattern[i], w))
			return n->code[i];
	return 0;
}

unsigned naive_look_up(const struct naive *n, const struct gno_rank_tables *t, uint64_t packed)
{
	unsigned code[GNO_MAX_RANKS], r, i;

	for (r = 0; r < n->node.ranks; r++) {
		const struct gno_rank *rank = &n->node.rank[r];
		unsigned index = 0, at = 0;

		for (i = 0; i < rank->inputs; i++) {
			const struct gno_input *in = &rank->input[i];
			uint64_t v =
			    in->is_rank ? code[in->rank] : packed >> in->lo & ones(in->bits);

			index |= (unsigned)v << at;
			at += in->bits;
		}
		ck_assert_uint_lt(index, t->cells[r]);
		code[r] = t->cell[r][index];
		ck_assert_uint_eq(code[r] >> rank->code_bits, 0);
	}
	return code[n->node.ranks - 1];
}

static uint64_t border_value(struct naive *n, unsigned field)
{
	const struct naive_predicate *p;
	const struct naive_item *item;
	uint64_t v;
	unsigned tries = 0;

	if (!n->predicates)
		return naive_random(n);
	do
		p = &n->pool[naive_below(n, n->predicates)];
	while ((!p->items || p->field != field) && ++tries < 50);
	if (!p->items)
		return naive_random(n);
	item = &p->item[naive_below(n, p->items)];
	v = item->range && naive_below(n, 2) ? item->b : item->a;
	if (!item->range) /* what is free may be anything */
		v |= naive_random(n) & ~item->b;
	switch (naive_below(n, 5)) {
	case 0:
		return v + 1;
	case 1:
		return v - 1;
	case 2:
		return v ^ UINT64_C(1) << naive_below(n, 64);
	default:
		return v;
	}
}

void naive_border_word(struct naive *n, struct naive_word *w)
{
	uint64_t a, b, mask;
	struct naive_word other;
	unsigned k;

	for (k = 0; k < n->node.fields; k++) {
		w->value[k] = border_value(n, k);
		other.value[k] = border_value(n, k);
	}
	if (naive_below(n, 3))
		return;
	mask = n->node.rank[naive_below(n, n->node.ranks)].sees;
	a = naive_pack(n, w);
	b = naive_pack(n, &other);
	naive_unpack(n, (a & mask) | (b & ~mask), w);
}
