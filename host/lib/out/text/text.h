/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_TEXT_H
#define GNO_REPORT_TEXT_H

/* What the parts of the text share. */

#include "results/report.h"
#include "results/rows.h"
#include "out/text/columns.h"

struct report_nodes;

struct text {
	const struct gno_report *r;
	const struct gno_report_style *style;
	FILE *f;
	struct gno_err *err;
	int rc; /* no memory, or a list that could not be read from the trace once more */
};

/* A list of the report as a table. */
struct text_list {
	enum report_list list;
	const bool *nodes; /* whose rows; NULL: of all, or a list that is not of a node */
	unsigned node;	   /* REPORT_BANKS: of its unit `unit` */
	unsigned unit;
	void (*put)(struct text *x, struct report_table *t, unsigned node,
		    const struct report_row *row, const void *ctx);
	const void *ctx;
};

/*
 * Writes the list with the title, style->rows rows of it at most, of the last ones so many of each
 * node. Returns how many rows there are. The table, which has its heading, is ended.
 */
uint64_t text_list(struct text *x, struct report_table *t, const char *title,
		   const struct text_list *l);

/* Calls l->put (with t, which may be NULL) for the rows; returns how many that were. */
uint64_t text_rows(struct text *x, struct report_table *t, const struct text_list *l);

/* A new table with the first row filled in. `heads` has one for each letter of `align`. */
struct report_table *text_table(const char *align, const char *const *heads);

/* A cell that is put together from what is written to `f`. */
struct text_cell {
	FILE *f;
	char *text;
	size_t size;
};

/* Begins it; false: no memory, which `x` notes. */
bool text_cell_begin(struct text *x, struct text_cell *c);
/* Puts it into the table; `none` where nothing was written. */
void text_cell_end(struct text *x, struct report_table *t, struct text_cell *c, const char *none);

/* Ends a table, and states how many rows were left out. */
void text_end(struct text *x, struct report_table *t, const char *title);
void text_more(struct text *x, uint64_t shown, uint64_t all);

/* The line of a run of a simulated model; nothing for the hardware. */
void text_model(const struct text *x);

/* A line for each board of a run of several, and for each node whose times are not exact. */
void text_exact(const struct gno_report *r, FILE *f);
/* Of a run of several boards: whose the cycles of nodes are. */
void text_own_cycles(const struct gno_report *r, FILE *f);

/* A line for each filter that the run went through. */
void text_filters(const struct text *x);

/* What a noun has behind it after that number. */
const char *text_plural(uint64_t number);

/* Cycles of common time as a time with four digits and its unit. */
const char *text_time(const struct gno_report *r, double clocks, char *buf, size_t size);
/* The same of cycles of a node, or (r->m->nodes) of what is of all nodes, as text_time. */
const char *text_time_at(const struct gno_report *r, unsigned node, double clocks, char *buf,
			 size_t size);

/* A part of a whole in per cent; "-" where there is no whole. */
const char *text_share(double part, double whole, char *buf, size_t size);

/* A share with its bounds where it is not exact; NULL: there is none. */
const char *text_quotient(const struct gno_quotient *q, bool saturated, char *buf, size_t size);

/* A/B of a pair: a share, or of an amount a number. */
const char *text_pair(const struct gno_node *n, unsigned pair, const struct gno_ratio *v, char *buf,
		      size_t size);

/* A count with its bounds where it is not exact. */
const char *text_count(uint64_t min, uint64_t max, char *buf, size_t size);

/* A count as one number; with its bounds only where it may be 0. */
const char *text_amount(uint64_t min, uint64_t max, char *buf, size_t size);

/* What a measure is over the counts of its pair. */
const char *text_measured(enum gno_measure_print print, const struct gno_ratio *v, char *buf,
			  size_t size);

/* The lines of which nodes have rounds: "CAPTURE line", "CAPTURE and REPORT lines". */
const char *text_lines(const struct gno_manifest *m);

/* Nodes as one cell: their names, or `none`. */
void text_nodes(struct text *x, struct report_table *t, const struct report_nodes *nodes,
		const char *none);

/* A percentile of an interval's durations: a number, or a range. */
const char *text_percentile(const struct gno_report *r, size_t interval, unsigned node,
			    unsigned percent, char *buf, size_t size);

/* Whether the node's program has processes at all. */
bool text_has_processes(const struct report_port *port);

/* What stands before a count, a sum or a maximum where there may have been more, and before a
 * minimum. */
const char *text_least(bool partly);
const char *text_most(bool partly);
/* The first of these for the figures of a node. */
const char *text_least_at(const struct text *x, unsigned node);

/* A line where filters left out records of a kind at a node. */
void text_left_out(const struct text *x, unsigned node, unsigned kind);

/* Names the nodes whose records may be missing, for tables that cannot say so of each figure;
 * `what`: the figures. */
void text_partly(const struct text *x, const char *what);

/* Parts of the report, in the order in which they come; each writes nothing where there is nothing
 * to report. */
void text_intervals(struct text *x);
void text_histograms(struct text *x);
void text_durations(struct text *x);
void text_system(struct text *x);
void text_port(struct text *x);
void text_messages(struct text *x);
void text_marks(struct text *x);
void text_captures(struct text *x);
void text_pauses(struct text *x);
void text_ratios(struct text *x);
void text_buckets(struct text *x);
void text_counters(struct text *x);
void text_segments(struct text *x);

void text_advice(struct text *x);

/* Where the records of a node end early. */
void text_early_ends(struct text *x);

/* What fits on a screen, behind the head. */
void text_brief(struct text *x);

/* Whether ratio counters, buckets and counters of node `k` are requested. */
bool text_wanted(const struct text *x, unsigned k);

/* Reports which groups of classes of clocks add up. */
void text_stall(struct text *x, const char *node, const char *what, const struct report_stall *s,
		unsigned groups);

#endif
