/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ARROW_TABLE_H
#define GNO_ARROW_TABLE_H

/* The tables of a run: which columns each has, and how a row of a list of the report fills them. */

#include "out/arrow/batch.h"
#include "common/errors.h"
#include "results/report.h"
#include "results/rows.h"

struct table_measures {
	const struct gno_pattern_node *of; /* NULL: not the same in all loads */
	size_t before;			   /* how many the nodes before have */
};

/* A table that is being read. */
struct table_reader {
	const struct gno_report *r;
	struct report_pauses_cursor *pauses; /* NULL: the time counters never pause */
	struct table_measures *measures;     /* of each node */
	struct batch batch;
};

struct arrow_table {
	const char *name;
	const struct arrow_column *column;
	unsigned columns;
	enum report_list list;
	bool ordered;  /* rows are in order of row.time */
	unsigned node; /* the column that names it */
	/* Puts other names into the dictionaries, all that rows can have, but for what no record
	 * shows: each batch has the names of the first one then. The streams are at their begin. */
	void (*know)(struct table_reader *t);
	/* Appends what a row of the list comes to. GNO_ERR_NOMEM. */
	int (*put)(struct table_reader *t, const struct report_row *row);
	/* Whether a row is wanted from one cycle to another, both included. */
	bool (*within)(const struct report_row *row, uint64_t from, uint64_t to);
};

extern const struct arrow_table arrow_events, arrow_intervals, arrow_samples, arrow_gaps;

/* A key of the name of what fired, for batch_name; `kind` and `code` as of struct report_fired. */
size_t table_key(const struct gno_report *r, unsigned kind, unsigned code, int point);

/*
 * Puts the names of what fires in the run into the dictionary of a column, by their keys. `kinds`:
 * the column of the names of kinds, or TABLE_NO_KINDS.
 */
#define TABLE_NO_KINDS BATCH_COLUMNS
void table_know_fired(struct table_reader *t, unsigned column, unsigned kinds);

/* The cycle of a row is wanted. */
bool table_time_within(const struct report_row *row, uint64_t from, uint64_t to);

#endif
