/* SPDX-License-Identifier: Apache-2.0 */

/* A node's triggers in the manifest: watched word, ranks, tables, and what else can fire. */

#include "gnomon/records.h"
#include "common/cells.h"
#include "monitor/reader.h"
#include "monitor/port_names.h"
#include "monitor/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TABLES (GNO_MAX_RANKS + 19)
#define MAX_CELLS (1u << 19) /* a write names 8 cells with 16 bits */
#define MAX_STEPS 64	     /* of all sequences of a node */
#define MAX_UNIT 64	     /* bytes of a step of a field */

static uint64_t mask_of(unsigned lo, unsigned bits)
{
	return (bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1) << lo;
}

static unsigned power_of_two(unsigned n)
{
	unsigned p = 1;

	while (p < n)
		p *= 2;
	return p;
}

/* A run of kept bits: [hi, lo], above those before it. */
static void read_run(struct reader *r, struct gno_field *f, struct gno_kept *k, json_t *pair,
		     unsigned *next)
{
	json_t *hi = json_array_get(pair, 0), *lo = json_array_get(pair, 1);

	if (r->rc)
		return;
	if (json_array_size(pair) != 2 || !json_is_integer(hi) || !json_is_integer(lo) ||
	    json_integer_value(lo) < (json_int_t)*next ||
	    json_integer_value(hi) < json_integer_value(lo) ||
	    json_integer_value(hi) >= (json_int_t)f->bits) {
		reader_fault(r, "kept", "is not a list of [hi, lo] within the field, lowest first");
		return;
	}
	k->hi = (unsigned)json_integer_value(hi);
	k->lo = (unsigned)json_integer_value(lo);
	*next = k->hi + 1;
}

static const char *const kind_names[GNO_FIELD_KINDS] = {"pc", "address", "data"};

static void read_field(struct reader *r, struct gno_node *n, struct gno_field *f, json_t *obj)
{
	json_t *kept = reader_array(r, obj, "kept");
	unsigned i, next = 0;

	f->name = reader_name(r, obj, "name");
	f->kind = (enum gno_field_kind)reader_choice(r, obj, "kind", kind_names, GNO_FIELD_KINDS);
	f->unit = reader_unsigned(r, obj, "unit", 1, MAX_UNIT);
	f->when = reader_optional_name(r, obj, "when");
	if (!r->rc && f->unit != power_of_two(f->unit))
		reader_fault(r, "unit", "is not a power of two");
	f->bits = reader_unsigned(r, obj, "bits", 1, GNO_MAX_WORD);
	f->run = reader_list(r, kept, "kept", 1, GNO_MAX_WORD, sizeof(*f->run), &f->runs);
	for (i = 0; i < f->runs && !r->rc; i++) {
		read_run(r, f, &f->run[i], json_array_get(kept, i), &next);
		f->run[i].at = n->word_bits + f->kept;
		f->kept += f->run[i].hi - f->run[i].lo + 1;
	}
	n->word_bits += f->kept;
	if (!r->rc && gno_node_field(n, f->name) != f)
		reader_fault(r, "name", "is that of another field");
}

/* Once all fields are read: a qualifier is a field of one bit that has none itself. */
static void check_qualifiers(struct reader *r, const struct gno_node *n, const char *place)
{
	for (unsigned i = 0; i < n->fields && !r->rc; i++) {
		const struct gno_field *f = &n->field[i];
		const struct gno_field *when = gno_field_qualifier(n, f);

		reader_at(r, place, "watch.fields", i);
		if (f->when && (!when || when->bits != 1 || when->when))
			reader_fault(r, "when", "is not a field of one bit without a qualifier");
	}
}

static void read_watch(struct reader *r, struct gno_node *n, json_t *obj, const char *place)
{
	json_t *watch = reader_object(r, obj, "watch");
	json_t *fields;

	reader_under(r, place, "watch");
	n->when = reader_optional_name(r, watch, "when");
	fields = reader_array(r, watch, "fields");
	n->field = reader_list(r, fields, "fields", 1, GNO_MAX_WORD, sizeof(*n->field), &n->fields);
	for (unsigned i = 0; i < n->fields && !r->rc; i++) {
		reader_at(r, place, "watch.fields", i);
		read_field(r, n, &n->field[i], json_array_get(fields, i));
	}
	check_qualifiers(r, n, place);
	reader_under(r, place, "watch");
	if (!r->rc && (n->word_bits < 8 || n->word_bits > GNO_MAX_WORD))
		reader_fault(r, "fields", "does not have 8 to 64 bits that are kept");
	reader_unsigned(r, watch, "bits", n->word_bits, n->word_bits);
}

/* An input of rank number i; *seen are the bits of W, *used the ranks that another input has. */
static void read_input(struct reader *r, struct gno_node *n, unsigned i, struct gno_input *in,
		       json_t *obj, uint64_t *seen, uint32_t *used)
{
	struct gno_rank *rank = &n->rank[i];
	uint64_t bits;

	in->is_rank = json_object_get(obj, "rank") != NULL;
	if (in->is_rank && !i) {
		reader_fault(r, "inputs", "has a rank that does not come before");
		return;
	}
	if (in->is_rank) {
		in->rank = reader_unsigned(r, obj, "rank", 0, i - 1);
		in->bits = n->rank[in->rank].code_bits;
		bits = n->rank[in->rank].sees;
		if (!r->rc && *used & 1u << in->rank)
			reader_fault(r, "inputs", "has a rank that is read twice");
		*used |= 1u << in->rank;
		if (n->rank[in->rank].level >= rank->level)
			reader_fault(r, "level", "is not above that of an input");
	} else {
		in->lo = reader_unsigned(r, obj, "lo", 0, n->word_bits - 1);
		in->bits = reader_unsigned(r, obj, "bits", 1, n->word_bits - in->lo);
		bits = mask_of(in->lo, in->bits);
		if (!r->rc && *seen & bits)
			reader_fault(r, "inputs", "has a bit that is read twice");
		*seen |= bits;
	}
	rank->sees |= bits;
	rank->index_bits += in->bits;
}

static void read_rank(struct reader *r, struct gno_node *n, unsigned i, json_t *obj, uint64_t *seen,
		      uint32_t *used)
{
	struct gno_rank *rank = &n->rank[i];
	json_t *inputs = reader_array(r, obj, "inputs");
	unsigned k, level = 0;

	rank->table = reader_name(r, obj, "table");
	rank->code_bits = reader_unsigned(r, obj, "code_bits", 1, n->code_bits);
	rank->level = reader_unsigned(r, obj, "level", 1, GNO_MAX_LEVELS);
	rank->input =
	    reader_list(r, inputs, "inputs", 1, GNO_MAX_INDEX, sizeof(*rank->input), &rank->inputs);
	for (k = 0; k < rank->inputs && !r->rc; k++) {
		read_input(r, n, i, &rank->input[k], json_array_get(inputs, k), seen, used);
		if (!r->rc && rank->input[k].is_rank && n->rank[rank->input[k].rank].level > level)
			level = n->rank[rank->input[k].rank].level;
	}
	if (!r->rc && rank->level != level + 1)
		reader_fault(r, "level", "is not one more than that of the latest input");
	if (!r->rc && rank->index_bits > GNO_MAX_INDEX)
		reader_fault(r, "inputs", "has more than 16 bits");
}

static void read_ranks(struct reader *r, struct gno_node *n, json_t *obj, const char *place)
{
	json_t *ranks = reader_object(r, obj, "ranks");
	json_t *tree;
	uint64_t seen = 0;
	uint32_t used = 0;

	reader_under(r, place, "ranks");
	n->code_bits = reader_unsigned(r, ranks, "code_bits", 4, 8);
	n->capacity = reader_unsigned(r, ranks, "capacity", (1u << n->code_bits) - 1,
				      (1u << n->code_bits) - 1);
	n->levels = reader_unsigned(r, ranks, "levels", 1, GNO_MAX_LEVELS);
	n->owner = reader_unsigned(r, ranks, "owner", 0, GNO_MAX_NODES - 1);
	n->family = reader_name(r, ranks, "family");
	n->goal = reader_name(r, ranks, "goal");
	tree = reader_array(r, ranks, "tree");
	n->rank = reader_list(r, tree, "tree", 1, GNO_MAX_RANKS, sizeof(*n->rank), &n->ranks);
	for (unsigned i = 0; i < n->ranks && !r->rc; i++) {
		reader_at(r, place, "ranks.tree", i);
		read_rank(r, n, i, json_array_get(tree, i), &seen, &used);
	}
	reader_under(r, place, "ranks");
	if (!r->rc && (used != (1u << (n->ranks - 1)) - 1 || seen != mask_of(0, n->word_bits)))
		reader_fault(r, "tree", "does not read every bit and every rank but the last");
	if (!r->rc && n->rank[n->ranks - 1].level != n->levels)
		reader_fault(r, "levels", "is not that of the last rank");
	if (!r->rc && n->rank[n->ranks - 1].code_bits != n->code_bits)
		reader_fault(r, "code_bits", "is not that of the last rank");
}

static void read_table(struct reader *r, struct gno_node *n, unsigned i, json_t *obj)
{
	struct gno_table *t = &n->table[i];

	t->name = reader_name(r, obj, "name");
	t->cells = reader_unsigned(r, obj, "cells", 8, 1u << GNO_MAX_INDEX);
	t->base = reader_unsigned(r, obj, "base", 0, MAX_CELLS - t->cells);
	t->bits = reader_unsigned(r, obj, "bits", 1, 8);
	if (!r->rc && t->cells & (t->cells - 1))
		reader_fault(r, "cells", "is not a power of two");
	if (!r->rc && t->base % t->cells)
		reader_fault(r, "base", "is not a multiple of the cells");
	for (unsigned k = 0; k < i && !r->rc; k++) {
		if (!strcmp(n->table[k].name, t->name))
			reader_fault(r, "name", "is that of another table");
		else if (t->base < n->table[k].base + n->table[k].cells &&
			 n->table[k].base < t->base + t->cells)
			reader_fault(r, "base", "is within another table");
	}
}

/* A table that must be there with so many cells and so many bits in each. */
static void need_table(struct reader *r, const struct gno_node *n, const char *name, unsigned cells,
		       unsigned bits)
{
	const struct gno_table *t = r->rc ? NULL : gno_node_table(n, name);
	char what[96];

	if (r->rc || (t && t->cells >= cells && t->bits >= bits))
		return;
	snprintf(what, sizeof(what), "has no table '%s' of at least %u cells and %u bits", name,
		 cells, bits);
	reader_fault(r, "tables", what);
}

static void read_tables(struct reader *r, struct gno_node *n, json_t *obj, const char *place)
{
	json_t *tables = reader_array(r, obj, "tables");

	n->table = reader_list(r, tables, "tables", 1, MAX_TABLES, sizeof(*n->table), &n->tables);
	for (unsigned i = 0; i < n->tables && !r->rc; i++) {
		reader_at(r, place, "tables", i);
		read_table(r, n, i, json_array_get(tables, i));
	}
	snprintf(r->path, sizeof(r->path), "%s", place);
}

static void check_preprocessor_tables(struct reader *r, const struct gno_node *n)
{
	const struct gno_preprocessor_table *t;
	char name[GNO_PREPROCESSOR_TABLE_NAME];

	for (size_t i = 0; !r->rc && (t = gno_preprocessor_table_at(i)); i++) {
		for (unsigned unit = 0; unit < gno_preprocessor_table_units(t, &n->preprocessors);
		     unit++) {
			unsigned rows = t->rows(&n->preprocessors, unit);

			gno_preprocessor_table_name(t, unit, name);
			if (rows)
				need_table(r, n, name, t->row * rows, 8);
		}
	}
}

/* Event lines, with those of the groups. */
static unsigned event_lines(const struct gno_node *n)
{
	return n->preprocessors.event_lines + n->preprocessors.group_lines;
}

/* The tables of the codes of the event port. */
static void check_code_tables(struct reader *r, const struct gno_node *n)
{
	unsigned bits = n->port.code_bits;

	if (!bits)
		return;
	need_table(r, n, "codes", GNO_PORT_WRITES * GNO_ROW_CODES, bits);
	if (n->port.data_bits)
		need_table(r, n, "code_data", GNO_ROW_CODE_DATA << (bits + n->port.data_bits),
			   bits);
	need_table(
	    r, n, "code_actions",
	    (1u + n->preprocessors.gate + (event_lines(n) > 0)) * GNO_ROW_CODE_ACTIONS << bits, 8);
}

/* The tables of all that the node has but its ranks. */
static void check_tables(struct reader *r, const struct gno_node *n)
{
	const struct gno_sequences *q = &n->sequences;
	const struct gno_strict *s = &n->strict;
	unsigned columns =
	    2 * q->count * q->steps + n->watchdog + 2 * n->preprocessors.gate + event_lines(n);
	unsigned begins = 0, lanes;
	/* writes to the port drive the lines of groups only */
	unsigned events =
	    n->triggers + (n->port.bus != GNO_BUS_NONE && n->preprocessors.group_lines);

	while (s->count > 1u << begins)
		begins++;
	if (s->count)
		columns += begins + 1;
	lanes = (columns + GNO_LANE_COLUMNS - 1) / GNO_LANE_COLUMNS;
	if (!r->rc && gno_node_table(n, "rank_actions"))
		need_table(r, n, "rank_actions",
			   GNO_ROW_RANK_ACTIONS << n->rank[n->ranks - 1].index_bits, 8);
	else
		need_table(r, n, "actions", GNO_ROW_ACTIONS << n->code_bits, 1);
	if (lanes)
		need_table(r, n, "steps", GNO_ROW_STEPS * lanes << n->code_bits, 1);
	if (q->count)
		need_table(r, n, "limits", q->count * power_of_two(q->steps) * GNO_ROW_LIMITS, 1);
	if (s->count)
		need_table(r, n, "words", (s->steps - 1) * power_of_two(s->count) * GNO_ROW_WORDS,
			   1);
	if (n->triggers || n->port.bus)
		need_table(r, n, "triggers",
			   (n->triggers + (n->port.bus != GNO_BUS_NONE)) * GNO_ROW_TRIGGERS, 1);
	if (event_lines(n) && events)
		need_table(r, n, "events", events * GNO_ROW_EVENTS, event_lines(n));
	if (n->timer)
		need_table(r, n, "timer", GNO_ROW_TIMER, 1);
	if (n->watchdog)
		need_table(r, n, "watchdog", GNO_ROW_WATCHDOG, 1);
	check_code_tables(r, n);
	check_preprocessor_tables(r, n);
}

static void read_sequences(struct reader *r, struct gno_node *n, json_t *obj, const char *place)
{
	json_t *sequences = reader_object_or_null(r, obj, "sequences"),
	       *strict = reader_object_or_null(r, obj, "strict");

	reader_under(r, place, "sequences");
	if (sequences)
		n->sequences.count = reader_unsigned(r, sequences, "count", 0, 8);
	if (n->sequences.count) {
		n->sequences.steps = reader_unsigned(
		    r, sequences, "steps", 1,
		    MAX_STEPS / n->sequences.count < 16 ? MAX_STEPS / n->sequences.count : 16);
		n->sequences.count_bits = reader_unsigned(r, sequences, "count_bits", 1, 16);
		n->sequences.timeout_bits = reader_unsigned(r, sequences, "timeout_bits", 1, 32);
		n->sequences.overlap = reader_bool(r, sequences, "overlap");
	}
	reader_under(r, place, "strict");
	if (strict)
		n->strict.count = reader_unsigned(r, strict, "count", 0, 16);
	if (n->strict.count)
		n->strict.steps = reader_unsigned(r, strict, "steps", 2, 8);
	snprintf(r->path, sizeof(r->path), "%s", place);
}

static void read_port(struct reader *r, struct gno_node *n, json_t *obj, const char *place)
{
	static const char *const buses[] = {"strobe", "wishbone", "axilite"};
	json_t *port = reader_object_or_null(r, obj, "port");

	if (!port)
		return;
	reader_under(r, place, "port");
	n->port.bus = (enum gno_bus)(GNO_BUS_STROBE + reader_choice(r, port, "bus", buses, 3));
	n->port.pc = reader_optional_name(r, port, "pc");
	n->port.process_time = reader_bool(r, port, "process_time");
	n->port.code_bits = reader_unsigned(r, port, "code_bits", 0, 8);
	n->port.data_bits =
	    reader_unsigned(r, port, "data_bits", 0, n->port.code_bits ? GNO_CODE_DATA_BITS : 0);
	snprintf(r->path, sizeof(r->path), "%s", place);
}

void reader_node_trigger(struct reader *r, struct gno_node *n, json_t *obj, const char *place)
{
	read_watch(r, n, obj, place);
	snprintf(r->path, sizeof(r->path), "%s", place);
	read_ranks(r, n, obj, place);
	snprintf(r->path, sizeof(r->path), "%s", place);
	read_sequences(r, n, obj, place);
	n->timer = reader_bool(r, obj, "timer");
	n->watchdog = reader_bool(r, obj, "watchdog");
	read_port(r, n, obj, place);
	reader_triggers(r, n, obj, place);
	read_tables(r, n, obj, place);
	check_tables(r, n);
}

/* Whether two nodes watch alike words with alike ranks. */
static bool alike(const struct gno_node *a, const struct gno_node *b)
{
	if (a->word_bits != b->word_bits || a->ranks != b->ranks || a->code_bits != b->code_bits)
		return false;
	for (unsigned i = 0; i < a->ranks; i++) {
		const struct gno_rank *x = &a->rank[i], *y = &b->rank[i];

		if (x->inputs != y->inputs || x->code_bits != y->code_bits ||
		    strcmp(x->table, y->table) != 0)
			return false;
		for (unsigned k = 0; k < x->inputs; k++)
			if (x->input[k].is_rank != y->input[k].is_rank ||
			    x->input[k].lo != y->input[k].lo ||
			    x->input[k].rank != y->input[k].rank ||
			    x->input[k].bits != y->input[k].bits)
				return false;
	}
	return true;
}

void reader_check_owner(struct reader *r, const struct gno_manifest *m, const struct gno_node *n,
			const char *place)
{
	const struct gno_node *owner;

	reader_under(r, place, "ranks");
	if (!r->rc && (n->owner >= m->nodes || m->node[n->owner].owner != n->owner))
		reader_fault(r, "owner", "is not a node that owns its ranks");
	else if (!r->rc && !alike(n, &m->node[n->owner]))
		reader_fault(r, "owner", "has another tree");
	if (r->rc)
		return;
	owner = &m->node[n->owner];
	snprintf(r->path, sizeof(r->path), "nodes[%u].", owner->index);
	for (unsigned i = 0; i < n->ranks; i++)
		need_table(r, owner, n->rank[i].table, 1u << n->rank[i].index_bits,
			   n->rank[i].code_bits);
}

void reader_free_trigger(struct gno_node *n)
{
	for (unsigned i = 0; i < n->fields; i++) {
		free(n->field[i].name);
		free(n->field[i].run);
		free(n->field[i].when);
	}
	for (unsigned i = 0; i < n->ranks; i++) {
		free(n->rank[i].table);
		free(n->rank[i].input);
	}
	for (unsigned i = 0; i < n->tables; i++)
		free(n->table[i].name);
	free(n->field);
	free(n->rank);
	free(n->table);
	free(n->trigger);
	free(n->when);
	free(n->family);
	free(n->goal);
	free(n->port.pc);
}

const struct gno_table *gno_node_table(const struct gno_node *node, const char *name)
{
	for (unsigned i = 0; i < node->tables; i++)
		if (node->table[i].name && !strcmp(node->table[i].name, name))
			return &node->table[i];
	return NULL;
}

const struct gno_field *gno_node_field(const struct gno_node *node, const char *name)
{
	for (unsigned i = 0; i < node->fields; i++)
		if (node->field[i].name && !strcmp(node->field[i].name, name))
			return &node->field[i];
	return NULL;
}

const struct gno_field *gno_field_qualifier(const struct gno_node *node,
					    const struct gno_field *field)
{
	return field->when ? gno_node_field(node, field->when) : NULL;
}

const char *gno_field_kind_name(enum gno_field_kind kind)
{
	return kind_names[kind];
}

uint64_t gno_field_value(const struct gno_field *field, uint64_t word)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < field->runs; i++) {
		const struct gno_kept *k = &field->run[i];

		value |= (word >> k->at & mask_of(0, k->hi - k->lo + 1)) << k->lo;
	}
	return value;
}

bool gno_field_word(const struct gno_field *field, uint64_t value, uint64_t *word)
{
	*word = 0;
	for (unsigned i = 0; i < field->runs; i++) {
		const struct gno_kept *k = &field->run[i];

		*word |= (value >> k->lo & mask_of(0, k->hi - k->lo + 1)) << k->at;
	}
	return gno_field_value(field, *word) == value;
}

/* Bits of an address up to the highest one that the field keeps. */
static unsigned address_bits(const struct gno_field *field)
{
	unsigned bits = 1;

	for (unsigned i = 0; i < field->runs; i++)
		if (field->run[i].hi >= bits)
			bits = field->run[i].hi + 1;

	for (unsigned unit = field->unit; unit > 1; unit /= 2)
		bits++;
	return bits;
}

uint64_t gno_field_of_address(const struct gno_field *field, uint64_t address)
{
	const unsigned bits = address_bits(field);

	if (bits >= 64 || ~address >> (bits - 1))
		return address;
	return address & mask_of(0, bits);
}

uint64_t gno_field_of_number(const struct gno_field *field, uint64_t number)
{
	const bool is_address = field->kind == GNO_FIELD_PC || field->kind == GNO_FIELD_ADDRESS;

	return is_address && field->unit == 1 ? gno_field_of_address(field, number) : number;
}

uint64_t gno_field_address(const struct gno_field *field, uint64_t value, bool upper)
{
	const unsigned bits = address_bits(field);
	const uint64_t address = value * field->unit;

	if (!upper || bits >= 64 || !(address >> (bits - 1) & 1))
		return address;
	return address | ~mask_of(0, bits);
}
