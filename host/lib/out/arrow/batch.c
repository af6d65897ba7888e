/* SPDX-License-Identifier: Apache-2.0 */
#include "out/arrow/batch.h"

#include <stdlib.h>
#include <string.h>

#define ROOM_FIRST 1024 /* rows; a multiple of 8 */
#define NO_VALUES 131072

/* Both buffers of columns without any value, of so many rows at most: nobody writes to it. */
static uint64_t no_values[NO_VALUES];

static const char *const formats[] = {
    [COLUMN_NAME] = "i", [COLUMN_FIELDS] = "u", [COLUMN_U32] = "I",  [COLUMN_U64] = "L",
    [COLUMN_NS] = "L",	 [COLUMN_F64] = "g",	[COLUMN_BOOL] = "b",
};

/* Bytes of so many rows, a multiple of 8. */
static size_t bytes_of(enum column_type type, size_t rows)
{
	switch (type) {
	case COLUMN_BOOL:
		return rows / 8;
	case COLUMN_FIELDS:
		return 4 * rows + 8; /* where each begins, and where the last one ends */
	case COLUMN_NAME:
	case COLUMN_U32:
		return 4 * rows;
	default:
		return 8 * rows;
	}
}

/* A buffer with room for more rows, all zero behind those of before. */
static bool grow(void *buffer, size_t from, size_t to)
{
	char *more = from ? realloc(*(void **)buffer, to) : calloc(1, to);

	if (!more)
		return false;
	if (from)
		memset(more + from, 0, to - from);
	*(void **)buffer = more;
	return true;
}

bool batch_room(struct batch *b)
{
	const size_t first = b->before ? b->before : ROOM_FIRST;
	const size_t room = b->room ? 2 * b->room : first;

	if (b->rows < b->room)
		return true;
	for (unsigned i = 0; i < b->columns; i++) {
		struct batch_column *c = &b->of[i];
		enum column_type type = b->column[i].type;

		if ((c->valid && !grow(&c->valid, b->room / 8, room / 8)) ||
		    (c->data && !grow(&c->data, bytes_of(type, b->room), bytes_of(type, room))))
			return false;
	}
	b->room = room;
	return true;
}

/* The bits of a column whose first rows have a value. */
static bool make_valid(struct batch_column *c, size_t room)
{
	c->valid = calloc(1, room / 8);
	if (!c->valid)
		return false;
	memset(c->valid, 0xff, c->set / 8);
	if (c->set % 8)
		c->valid[c->set / 8] = (uint8_t)((1u << c->set % 8) - 1);
	return true;
}

struct batch_column *batch_put_other(struct batch *b, unsigned column)
{
	struct batch_column *c = &b->of[column];

	if (!c->data)
		c->data = calloc(1, bytes_of(b->column[column].type, b->room));
	if (!c->data || (!c->valid && c->set != b->rows && !make_valid(c, b->room))) {
		b->nomem = true;
		return NULL;
	}
	if (c->valid)
		c->valid[b->rows / 8] |= (uint8_t)(1u << b->rows % 8);
	c->set++;
	return c;
}

void batch_learn(struct batch *b, unsigned column, size_t key, const char *name)
{
	if (words_add(&b->of[column].words, key, name) < 0)
		b->nomem = true;
	else
		batch_name(b, column, key);
}

void batch_own_text(struct batch *b, unsigned column, const char *text)
{
	struct batch_column *c = batch_put(b, column);
	const size_t size = strlen(text);

	if (!c)
		return;
	if (c->used + size > c->text_room) {
		const size_t room = 2 * c->text_room + size + ROOM_FIRST;
		char *more = room <= INT32_MAX ? realloc(c->text, room) : NULL;

		if (!more) {
			b->nomem = true;
			return;
		}
		c->text = more;
		c->text_room = room;
	}
	memcpy(c->text + c->used, text, size);
	c->used += size;
	((int32_t *)c->data)[b->rows + 1] = (int32_t)c->used;
}

/* What an array of a column owns. */
struct owned {
	const void *buffer[3];
	void *mine[3]; /* of these */
	struct ArrowArray words;
};

static void free_mine(struct owned *o)
{
	for (unsigned i = 0; i < 3; i++)
		free(o->mine[i]);
	free(o);
}

static void release_column(struct ArrowArray *a)
{
	struct owned *o = a->private_data;

	if (o->words.release)
		o->words.release(&o->words);
	free_mine(o);
	a->release = NULL;
}

/* A reader may have taken arrays of columns elsewhere; these are released there. */
static void release_batch(struct ArrowArray *a)
{
	for (int64_t i = 0; i < a->n_children; i++)
		if (a->children[i]->release)
			a->children[i]->release(a->children[i]);
	free(a->private_data);
	a->release = NULL;
}

/* What an array of a batch owns; the arrays of the columns belong to themselves. */
struct owned_batch {
	const void *buffer[1]; /* no row of a batch is null */
	struct ArrowArray *children[COLUMNS_MOST];
	struct ArrowArray child[COLUMNS_MOST];
};

/* A row without a text ends where the row before it does. */
static void end_texts(int32_t *end, size_t rows)
{
	for (size_t i = 1; i <= rows; i++)
		if (!end[i])
			end[i] = end[i - 1];
}

/* The buffers of a column, for an array; the bits of one in which all rows have a value are left
 * out. */
static bool fill_buffers(struct batch_column *c, enum column_type type, const struct batch *b,
			 struct owned *o)
{
	const bool none = !c->set;

	if (none && b->rows <= NO_VALUES) {
		o->buffer[0] = o->buffer[1] = o->buffer[2] = no_values;
		return true;
	}
	if (none)
		c->data = calloc(1, bytes_of(type, b->room));
	if (!c->data || (!c->valid && c->set < b->rows && !make_valid(c, b->room)))
		return false;
	o->buffer[0] = o->mine[0] = c->valid;
	o->buffer[1] = o->mine[1] = c->data;
	o->mine[2] = c->text;
	o->buffer[2] = c->text ? c->text : (const void *)no_values;
	if (type == COLUMN_FIELDS)
		end_texts(c->data, b->rows);
	c->valid = NULL;
	c->data = c->text = NULL;
	c->used = c->text_room = 0;
	return true;
}

static bool export_column(struct batch_column *c, enum column_type type, const struct batch *b,
			  struct ArrowArray *out)
{
	struct owned *o = calloc(1, sizeof(*o));

	if (!o || !fill_buffers(c, type, b, o)) {
		free(o);
		return false;
	}
	if (type == COLUMN_NAME && !words_export(&c->words, &o->words)) {
		free_mine(o);
		return false;
	}
	*out = (struct ArrowArray){
	    .length = (int64_t)b->rows,
	    .null_count = (int64_t)(b->rows - c->set),
	    .n_buffers = type == COLUMN_FIELDS ? 3 : 2,
	    .buffers = o->buffer,
	    .dictionary = type == COLUMN_NAME ? &o->words : NULL,
	    .release = release_column,
	    .private_data = o,
	};
	c->set = 0;
	return true;
}

bool batch_export(struct batch *b, struct ArrowArray *out)
{
	struct owned_batch *o = calloc(1, sizeof(*o));
	bool good = o && !b->nomem;

	if (!o)
		return false;
	*out = (struct ArrowArray){
	    .length = (int64_t)b->rows,
	    .n_buffers = 1,
	    .buffers = o->buffer,
	    .children = o->children,
	    .release = release_batch,
	    .private_data = o,
	};
	for (unsigned i = 0; i < b->columns && good; i++) {
		struct ArrowArray *child = &o->child[out->n_children];

		if (!batch_asked(b, i))
			continue;
		good = export_column(&b->of[i], b->column[i].type, b, child);
		if (good)
			o->children[out->n_children++] = child;
	}
	b->before = b->room;
	b->rows = b->room = 0;
	if (!good)
		release_batch(out);
	return good;
}

void batch_free(struct batch *b)
{
	for (unsigned i = 0; i < b->columns; i++) {
		free(b->of[i].valid);
		free(b->of[i].data);
		free(b->of[i].text);
		words_free(&b->of[i].words);
	}
}

struct owned_schema {
	struct ArrowSchema *children[COLUMNS_MOST];
	struct ArrowSchema child[COLUMNS_MOST];
};

/* The names of a dictionary belong to the column, which may be elsewhere. */
static void release_column_schema(struct ArrowSchema *s)
{
	if (s->dictionary && s->dictionary->release)
		s->dictionary->release(s->dictionary);
	free(s->dictionary);
	s->release = NULL;
}

static void release_words_schema(struct ArrowSchema *s)
{
	s->release = NULL;
}

static void release_schema(struct ArrowSchema *s)
{
	for (int64_t i = 0; i < s->n_children; i++)
		if (s->children[i]->release)
			s->children[i]->release(s->children[i]);
	free(s->private_data);
	s->release = NULL;
}

static bool column_schema(const struct column *column, struct ArrowSchema *out)
{
	*out = (struct ArrowSchema){
	    .format = formats[column->type],
	    .name = column->name,
	    .flags = ARROW_FLAG_NULLABLE,
	    .release = release_column_schema,
	};
	if (column->type != COLUMN_NAME)
		return true;
	out->dictionary = malloc(sizeof(*out->dictionary));
	if (!out->dictionary)
		return false;
	*out->dictionary = (struct ArrowSchema){.format = "u",
						.name = "",
						.flags = ARROW_FLAG_NULLABLE,
						.release = release_words_schema};
	return true;
}

bool batch_schema(const struct batch *b, struct ArrowSchema *out)
{
	struct owned_schema *o = calloc(1, sizeof(*o));
	bool good = o != NULL;

	if (!o)
		return false;
	*out = (struct ArrowSchema){.format = "+s",
				    .name = "",
				    .children = o->children,
				    .release = release_schema,
				    .private_data = o};
	for (unsigned i = 0; i < b->columns && good; i++) {
		struct ArrowSchema *child = &o->child[out->n_children];

		if (!batch_asked(b, i))
			continue;
		good = column_schema(&b->column[i], child);
		if (good)
			o->children[out->n_children++] = child;
	}
	if (!good)
		release_schema(out);
	return good;
}
