/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ARROW_BATCH_H
#define GNO_ARROW_BATCH_H

/*
 * Rows in columns, in the layout of Arrow. A value that is not put is null. The buffers go to the
 * one who reads the batch, without a copy.
 */

#include "out/arrow/words.h"
#include "results/columns/column.h"

struct batch_column {
	void *data;	/* NULL: no row has a value */
	uint8_t *valid; /* a bit a row; NULL: the first `set` rows have a value, and no others */
	size_t set;	/* rows with a value */
	char *text;	/* of COLUMN_FIELDS; `data` has its size behind each row, 0: no value */
	size_t used, text_room;
	struct words words;
};

struct batch {
	const struct column *column; /* those of the table */
	unsigned columns;
	uint64_t asked; /* a bit for each of them that is wanted */
	size_t rows, room;
	size_t before; /* room of the batch before this one */
	struct batch_column of[COLUMNS_MOST];
	bool nomem; /* a value or a name could not be kept */
};

/* Room for one more row, whose values are put next: false, no memory. */
bool batch_room(struct batch *b);

/* Gives all rows away, and starts with none. false: no memory. */
bool batch_export(struct batch *b, struct ArrowArray *out);
/* The type of all batches. false: no memory. */
bool batch_schema(const struct batch *b, struct ArrowSchema *out);

void batch_free(struct batch *b);

/* As batch_put where the column is the first time asked for, or has rows without a value. */
struct batch_column *batch_put_other(struct batch *b, unsigned column);

static inline bool batch_asked(const struct batch *b, unsigned column)
{
	return b->asked >> column & 1;
}

/* The column, if it was asked for: its value is put into the current row. NULL also without
 * memory. */
static inline struct batch_column *batch_put(struct batch *b, unsigned column)
{
	struct batch_column *c = &b->of[column];

	if (!batch_asked(b, column))
		return NULL;
	if (!c->data || c->valid || c->set != b->rows)
		return batch_put_other(b, column);
	c->set++;
	return c;
}

static inline void batch_u64(struct batch *b, unsigned column, uint64_t value)
{
	struct batch_column *c = batch_put(b, column);

	if (c)
		((uint64_t *)c->data)[b->rows] = value;
}

static inline void batch_u32(struct batch *b, unsigned column, uint32_t value)
{
	struct batch_column *c = batch_put(b, column);

	if (c)
		((uint32_t *)c->data)[b->rows] = value;
}

static inline void batch_f64(struct batch *b, unsigned column, double value)
{
	struct batch_column *c = batch_put(b, column);

	if (c)
		((double *)c->data)[b->rows] = value;
}

static inline void batch_bool(struct batch *b, unsigned column, bool value)
{
	struct batch_column *c = batch_put(b, column);

	if (c && value)
		((uint8_t *)c->data)[b->rows / 8] |= (uint8_t)(1u << b->rows % 8);
}

/* A text of its own, which is copied. */
void batch_own_text(struct batch *b, unsigned column, const char *text);

/* Puts the name of a key if it is known: false, batch_learn must be called with it. */
static inline bool batch_name(struct batch *b, unsigned column, size_t key)
{
	const int32_t number = batch_asked(b, column) ? words_find(&b->of[column].words, key) : 0;

	if (number < 0)
		return false;
	batch_u32(b, column, (uint32_t)number);
	return true;
}

void batch_learn(struct batch *b, unsigned column, size_t key, const char *name);

/* Names that rows may have, before the first one. */
static inline void batch_know(struct batch *b, unsigned column, size_t key, const char *name)
{
	struct words *w = &b->of[column].words;

	if (batch_asked(b, column) && words_find(w, key) < 0 && words_add(w, key, name) < 0)
		b->nomem = true;
}

/* The same in one, where the name is there without work. */
static inline void batch_text(struct batch *b, unsigned column, size_t key, const char *name)
{
	if (!batch_name(b, column, key))
		batch_learn(b, column, key, name);
}

#endif
