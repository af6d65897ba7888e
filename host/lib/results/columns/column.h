/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_H
#define GNO_COLUMN_H

/*
 * The lists of a run as columns and rows. A column states its name, its type, its unit, which rows
 * have it, how to get its value, and what it means. The formats in out/ loop over the columns of a
 * list and know none of them by name; docs/reference/columns.md is emitted from them. To add a
 * column, add a row to the list's table.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/show.h"
#include "common/errors.h"
#include "monitor/manifest.h"
#include "results/pauses.h"
#include "results/report.h"
#include "results/rows.h"
#include "results/select.h"

enum column_type {
	COLUMN_NAME, /* one of few texts */
	COLUMN_U32,
	COLUMN_U64,
	COLUMN_NS, /* 64 bits: the nanoseconds of a number of cycles of the row's node */
	COLUMN_F64,
	COLUMN_BOOL,
	COLUMN_FIELDS, /* the fields of a watched word, an object of JSON */
	/* only of lists that nothing but JSON has: */
	COLUMN_TEXT,	/* any text; NULL: null */
	COLUMN_SECONDS, /* the seconds of a number of cycles */
	COLUMN_ROW,	/* an object with the columns of `list` */
	COLUMN_PART,	/* the columns of `list` among those of this row */
	COLUMN_ROWS,	/* a list: the rows of `list` */
	COLUMN_COUNTS,	/* an object with a number for each of some names (struct column_count) */
};

/* A value. Of a name it has a key, a number that all rows with this name share, and no others; its
 * text comes from column_text. */
struct cell {
	union {
		uint64_t number; /* also of bool, of a word with fields, and the key of a name */
		double real;
		const char *text;
		const void *row; /* also what rows of a list are of */
	};
	const struct gno_node *node; /* of COLUMN_FIELDS: whose word it is */
};

/* A row of COLUMN_COUNTS. */
struct column_count {
	const char *name;
	uint64_t number;
};

struct column_measures {
	const struct gno_pattern_node *of; /* NULL: not the same in all loads */
	size_t before;			   /* how many the nodes before have */
};

/* What the values of a run come from. */
struct column_source {
	const struct gno_report *r;
	struct report_pauses_cursor *pauses; /* NULL: the time counters never pause */
	struct column_measures *measures;    /* of each node */
	char name[BASE_SHOWN];		     /* room for a name, report_lacks or base_show */
	/* of lists that nothing but JSON has: */
	const void *of;			   /* of which analysis; NULL: the report */
	const struct report_select *nodes; /* what is in the file; NULL: all nodes */
	/* of which node, within a list of nodes; of what is of all: how many there are */
	unsigned node;
	uint64_t rows;	   /* most rows of the lists that can be long; */
	uint64_t losses;   /* and of gaps, holes and times without triggers of a node */
	uint64_t seen;	   /* rows that the list before has, with those beyond `rows` */
	uint64_t range[2]; /* room for a least and a largest number */
};

/* GNO_ERR_NOMEM. columns_leave is called also after a failure; it returns GNO_ERR_IO where the
 * pauses could not be read. */
int columns_enter(struct column_source *s, const struct gno_report *r, struct gno_err *err);
int columns_leave(struct column_source *s, struct gno_err *err);

/* Gets the value of a row: false, the row has none. */
typedef bool column_get(struct column_source *s, const void *row, struct cell *c);
/* The name of a row that has one, valid until the next call. */
typedef const char *column_text(struct column_source *s, const void *row);
/* Tells all names that the rows of a run can have, but for what no record shows. */
typedef void column_tell(void *ctx, size_t key, const char *name);
typedef void column_names(struct column_source *s, column_tell *tell, void *ctx);
/* Calls `put` for each row. What `put` returns, if that is not 0. */
typedef int column_put(void *ctx, const void *row, struct gno_err *err);
/* The rows of a COLUMN_ROWS or a COLUMN_COUNTS; `of` is its cell, else the row. */
typedef int column_each(struct column_source *s, const void *of, column_put *put, void *ctx,
			struct gno_err *err);

struct column_list;

struct column {
	const char *name;
	enum column_type type;
	const char *unit; /* NULL: none */
	uint32_t kinds;	  /* kinds of rows that have it, a bit each; 0: all */
	/* where a row has the number, in so many bytes; or, where `get` is set, that gets it */
	uint16_t at, bytes;
	/* of COLUMN_NS: where a row has its node (an unsigned), by whose clock it is; 0: it is by
	 * that of common time */
	uint16_t node_at;
	column_get *get;
	column_text *text; /* of a name */
	column_names *names;
	/* the value in SQL, where others of the row have it, whose names stand in braces: of
	 * COLUMN_NS the cycles. NULL: they do not. Only of columns before `same_first` */
	const char *sql;
	bool rounds;   /* only where rounds of a line pause the time counters */
	bool boards;   /* only of a run of several boards */
	bool optional; /* an object of JSON lacks it where there is no value; else it is null */
	bool drawn;    /* a viewer of traces shows it by where, and as what, it draws a row */
	const struct column_list *list; /* of COLUMN_ROW, COLUMN_PART and COLUMN_ROWS */
	column_each *each;
	const char *about;
};

/* A number that a row has. */
#define COLUMN_AT(row, member) .at = offsetof(row, member), .bytes = sizeof(((row *)0)->member)

/* Expands a row of the report: calls `put` for each row that it comes to. What `put` returns, if
 * that is not 0. */
typedef int column_expand(struct column_source *s, const struct report_row *row, column_put *put,
			  void *ctx, struct gno_err *err);

/*
 * What a format must know of a row before its columns: its kind; the key, `what` and `of`, of what
 * it has in common with others, where `of` is not 0; and whether that is all from the first one of
 * these columns on. The two numbers are apart, since a compiler loads neighbours as one, which then
 * waits for both to be stored.
 */
struct column_look {
	uint64_t what;
	unsigned kind;
	bool whole;
	uint64_t of;
};

/* Which rows of a list are wanted. */
struct column_part {
	const char *nodes; /* names with commas; NULL: all */
	uint64_t from, to; /* cycles, both included */
};

/* Rows that are not of the report. */
struct column_feed {
	/* Begins them (after gno_report_look); nothing else is to read the run up to `close`. *out
	 * is the caller's (close), also after a failure. The part holds until then. */
	int (*open)(const struct gno_report *r, const struct column_part *part, void **out,
		    struct gno_err *err);
	/* The next one that is wanted, which holds until the next call: 1; 0: there are no more. */
	int (*next)(void *feed, const void **row, struct gno_err *err);
	void (*close)(void *feed);
};

struct column_list {
	const char *name;
	const char *about;
	const struct column *column;
	unsigned columns;
	const struct column_feed *feed; /* NULL: the rows are of the report: */
	enum report_list list;
	/* a row is the member of a row of the report that lies there, or what `expand` makes of it
	 */
	size_t at;
	column_expand *expand;
	bool ordered; /* rows are in order of row.time */
	/* NULL: all rows have all columns */
	const char *(*kind_name)(unsigned kind);
	void (*look)(const void *row, struct column_look *out);
	/* the first and the last of the columns that rows with one key have in common; or NULL */
	const char *same_first, *same_last;
	/* of lists that nothing but JSON has: a COLUMN_ROW is null where `there` is false; a row is
	 * the value of its one column, without its name */
	bool (*there)(const void *row);
	bool plain;
};

#define COLUMNS_MOST 63 /* of a list */

extern const struct column_list columns_events, columns_intervals, columns_samples, columns_gaps,
    columns_messages;

/* The first and the last cycle of a row of REPORT_UNSEEN. */
void columns_gap_stretch(const struct report_row *row, uint64_t *from, uint64_t *to);

/* All lists that have several outputs; the last one is NULL. */
extern const struct column_list *const columns_lists[];
/* The one of this name, or NULL. */
const struct column_list *columns_list(const char *name);

/* Calls `put` for each row of a list with a feed that is wanted. What `put` returns, if that is not
 * 0; or as the feed fails. */
int columns_feed(const struct column_list *l, struct column_source *s,
		 const struct column_part *part, column_put *put, void *ctx, struct gno_err *err);

/* Numbers that are read often, and without a function. */
enum column_how { COLUMN_NOT_PLAIN, COLUMN_PLAIN_64, COLUMN_PLAIN_32, COLUMN_PLAIN_NS };

/* What is decided once for a list: of each kind of rows a bit for each column that they can have in
 * the run, and how numbers are read. */
struct column_masks {
	uint64_t of[32];
	uint16_t at[COLUMNS_MOST], node_at[COLUMNS_MOST];
	uint8_t how[COLUMNS_MOST];
	/* those from `same_first` to `same_last`, the end excluded, 0: none; `same_from` is earlier
	 * where no row of the run has what lies between */
	unsigned same_from, same_to;
	unsigned numbers; /* so many columns, from the first one on, are such numbers of all rows */
};

void columns_masks(const struct column_list *l, const struct column_source *s,
		   struct column_masks *m);

static inline void columns_look(const struct column_list *l, const void *row,
				struct column_look *out)
{
	out->kind = 0;
	if (l->look)
		l->look(row, out);
}

/* Gets the value of a column that the row's kind has: false, there is none. */
bool column_value(const struct column *c, struct column_source *s, const void *row,
		  struct cell *out);

/* Nanoseconds of cycles of a row, of a column with that `node_at`. */
static inline uint64_t columns_ns(const struct column_source *s, uint16_t node_at, const void *row,
				  uint64_t cycles)
{
	return node_at
		   ? report_node_ns(s->r, *(const unsigned *)((const char *)row + node_at), cycles)
		   : report_ns(s->r, cycles);
}

/* The number of a column that all rows of its kinds have: false, it is no such column. */
static inline bool column_number(const struct column_masks *m, unsigned column,
				 const struct column_source *s, const void *row, uint64_t *number)
{
	const char *at = (const char *)row + m->at[column];

	switch (m->how[column]) {
	case COLUMN_PLAIN_64:
		*number = *(const uint64_t *)at;
		return true;
	case COLUMN_PLAIN_NS:
		*number = columns_ns(s, m->node_at[column], row, *(const uint64_t *)at);
		return true;
	case COLUMN_PLAIN_32:
		*number = *(const uint32_t *)at;
		return true;
	default:
		return false;
	}
}

/* The bits of the columns from one to another, the last one excluded. */
static inline uint64_t columns_between(unsigned from, unsigned to)
{
	return (to < 64 ? (UINT64_C(1) << to) - 1 : UINT64_MAX) & ~((UINT64_C(1) << from) - 1);
}

/* Calls `put` for the rows of a list that a row of the report comes to. */
static inline int columns_rows(const struct column_list *l, struct column_source *s,
			       const struct report_row *row, column_put *put, void *ctx,
			       struct gno_err *err)
{
	if (l->expand)
		return l->expand(s, row, put, ctx, err);
	return put(ctx, (const char *)row + l->at, err);
}

#endif
