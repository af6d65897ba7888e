/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_CELLS_H
#define GNO_EXPORT_CELLS_H

/* Tables, cell by cell: what the formats of tables have in common. */

#include <stdbool.h>
#include <stdint.h>
#include "out/print/memo.h"

struct cells;

struct cells_form {
	/* Begins a table; `columns` end with NULL. */
	int (*begin)(struct cells *c, const char *table, const char *const *columns,
		     struct gno_err *err);
	void (*text)(struct cells *c, const char *text);	    /* NULL: empty */
	void (*number)(struct cells *c, bool has, uint64_t number); /* else empty */
	void (*real)(struct cells *c, bool has, double number);	    /* likewise */
	int (*end)(struct cells *c, struct gno_err *err);	    /* of a row */
};

/* The first part of a format's own. */
struct cells {
	const struct cells_form *form;
	struct report_memo *memo; /* NULL: rows are no text */
};

static inline void cell_text(struct cells *c, const char *text)
{
	c->form->text(c, text);
}

static inline void cell_number(struct cells *c, uint64_t number)
{
	c->form->number(c, true, number);
}

static inline void cell_number_if(struct cells *c, bool has, uint64_t number)
{
	c->form->number(c, has, number);
}

static inline void cell_real_if(struct cells *c, bool has, double number)
{
	c->form->real(c, has, number);
}

#endif
