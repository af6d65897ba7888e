/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_TABLE_H
#define GNO_PAGE_TABLE_H

/*
 * A list of a page: some columns of a list of the run, packed. The data states their names and
 * forms in `columns` beside the rows, and the texts of names; the page's program asks for columns
 * by name. A string of rows begins as if a row of zeros came before it.
 */

#include "out/page/packed.h"
#include "results/columns/column.h"

/* How the number of a column is packed; the page's program knows these words. */
enum page_form {
	PAGE_NUMBER, /* itself */
	PAGE_LATER,  /* what it is more than in the row before */
	PAGE_STEP,   /* the same, or less */
	PAGE_ABOVE,  /* what it is more than the column before */
	PAGE_BELOW,  /* what it is less than the column before */
	PAGE_BESIDE, /* what it is more or less than the column before */
	PAGE_FORMS,
};

struct page_column {
	const char *name;
	enum page_form form;
	bool own; /* of the page, not of the list: its numbers are of another part of the page */
};

#define PAGE_VALUES 8 /* columns of a list at most */

struct page_table {
	const struct column_list *list; /* NULL: all columns are its own */
	const struct page_column *column;
	unsigned columns;
};

#define PAGE_TABLE(of, table)                                                                      \
	{                                                                                          \
		.list = (of), .column = (table), .columns = sizeof(table) / sizeof(*(table))       \
	}

/* The columns of a table in its list, found once. */
struct page_fields {
	const struct page_table *table;
	const struct column *of[PAGE_VALUES]; /* NULL: one of the table's own */
	uint8_t plain[PAGE_VALUES]; /* bytes of a number that each row has at column.at; or 0 */
};

void page_fields_find(const struct page_table *t, struct page_fields *out);
/* The number of a column that is not plain. */
uint64_t page_field_get(const struct page_fields *f, unsigned column, struct column_source *s,
			const void *row);
/* The numbers of a row of the list, 0 where it has none; of names their keys. Those of the table's
 * own columns are the caller's. */
static inline void page_fields_get(const struct page_fields *f, struct column_source *s,
				   const void *row, uint64_t value[PAGE_VALUES])
{
	for (unsigned i = 0; i < f->table->columns; i++) {
		if (!f->of[i])
			continue;
		if (f->plain[i] == 8)
			value[i] = *(const uint64_t *)((const char *)row + f->of[i]->at);
		else if (f->plain[i] == 4)
			value[i] = *(const uint32_t *)((const char *)row + f->of[i]->at);
		else
			value[i] = page_field_get(f, i, s, row);
	}
}

/* What is packed of a column; `last`: of the row before, `before`: of the column before. */
static inline uint64_t page_form_pack(enum page_form form, uint64_t v, uint64_t last,
				      uint64_t before)
{
	switch (form) {
	case PAGE_LATER:
		return v - last;
	case PAGE_STEP:
		return packed_sign(last, v);
	case PAGE_ABOVE:
		return v - before;
	case PAGE_BELOW:
		return before - v;
	case PAGE_BESIDE:
		return packed_sign(before, v);
	default:
		return v;
	}
}

/* Packs a row, from a column on, behind the one whose numbers are in `last`, which it takes. Where
 * the compiler sees the table it makes the code for its forms. */
static inline __attribute__((always_inline)) void page_table_pack(const struct page_table *t,
								  unsigned from, struct packed *p,
								  uint64_t last[PAGE_VALUES],
								  const uint64_t value[PAGE_VALUES])
{
	if (!packed_need(p, PAGE_VALUES * PACKED_NUMBER))
		return;
#pragma GCC unroll 8
	for (unsigned i = from; i < t->columns; i++) {
		packed_put(
		    p, page_form_pack(t->column[i].form, value[i], last[i], i ? value[i - 1] : 0));
		last[i] = value[i];
	}
}

/* `columns`, a member of the open object. */
void page_table_head(const struct page_table *t, const struct gno_report *r, struct json_out *o);

#define PAGE_STRING 65536 /* rows in a string at most */

/* The rows of a list, in strings of a list that is open. */
struct page_strings {
	struct packed *packed;
	uint64_t last[PAGE_VALUES];
	uint64_t rows; /* in the current string */
};

/* Whether the string is full after this row. */
static inline bool page_strings_add(struct page_strings *s, const struct page_table *t,
				    const uint64_t value[PAGE_VALUES])
{
	page_table_pack(t, 0, s->packed, s->last, value);
	return ++s->rows == PAGE_STRING;
}

/* Writes the current string; none where it is empty. */
void page_strings_out(struct page_strings *s, struct json_out *o);

#endif
