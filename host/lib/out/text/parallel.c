/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>

#include "passes/parallel/parallel.h"
#include "common/util.h"
#include "out/text/text.h"

static void put_share(struct report_table *t, uint64_t part, uint64_t whole)
{
	char buf[32];

	report_table_cell(t, "%s", text_share((double)part, (double)whole, buf, sizeof(buf)));
}

/* How a figure of what was seen is related to that of the run. */
enum relation { SAME, LEAST, SEEN };

static enum relation of_times(const struct parallel *p)
{
	return parallel_times_are_whole(p) ? SAME : LEAST;
}

static enum relation of_path(const struct parallel *p)
{
	return parallel_is_whole(p) ? SAME : SEEN;
}

static enum relation of_longest(const struct parallel *p)
{
	return of_path(p) != SAME && parallel_longest_is_least(p) ? LEAST : of_path(p);
}

static void put_figure(const struct parallel *p, FILE *f, const char *what, const char *name,
		       uint64_t cycles, enum relation relation)
{
	char buf[48];

	fprintf(f, "  %-34s %-6s %s%" PRIu64 " cycles, %s%s", what, name,
		relation == LEAST ? ">= " : "", cycles,
		text_time(p->h->r, (double)cycles, buf, sizeof(buf)),
		relation == SEEN ? " (of what was seen)" : "");
}

/* One with its ratio. */
static void put_longest(const struct parallel *p, FILE *f, const char *what, const char *name,
			uint64_t cycles, enum relation relation)
{
	put_figure(p, f, what, name, cycles, relation);
	if (cycles)
		fprintf(f, "; T/%s = %.2f%s", name, (double)p->h->total / (double)cycles,
			relation == LEAST ? " (of what was seen)" : "");
	fputc('\n', f);
}

static void put_cycles(struct report_table *t, uint64_t cycles, enum relation relation)
{
	if (relation == SEEN)
		report_table_cell(t, "?");
	else
		report_table_cell(t, "%s%" PRIu64, relation == LEAST ? ">= " : "", cycles);
}

/* T is at most that; where no node has its end, the run may have gone on. */
static void put_most(const struct history *h, FILE *f)
{
	bool ended = false;

	for (unsigned k = 0; k < h->r->m->nodes; k++)
		ended |= h->r->node[k].flushed;
	if (ended)
		fprintf(f, "; T is %" PRIu64 " at most", h->total + h->unknown + h->unsure);
	fputc('\n', f);
}

/* What is not known, and what that means. */
static void put_unknown(const struct parallel *p, FILE *f)
{
	const struct history *h = p->h;

	if (!parallel_is_whole(p))
		fputs(
		    "  NOT COMPLETE: T/t, shares and the critical path cover only what was seen; slack is not known\n",
		    f);
	if (h->counts.breaks)
		fprintf(f,
			"    in %" PRIu64 " stretch%s writes of nodes were lost or not collected\n",
			h->counts.breaks, h->counts.breaks == 1 ? "" : "es");
	if (h->unknown)
		fprintf(f, "    for %" PRIu64 " cycle%s of nodes it is not known which process ran",
			h->unknown, text_plural(h->unknown));
	else if (h->unsure)
		fprintf(f, "    for %" PRIu64 " cycle%s it is not known whether a process worked",
			h->unsure, text_plural(h->unsure));
	if (h->unknown || h->unsure)
		put_most(h, f);
	if (parallel_alone(p))
		fprintf(
		    f,
		    "    %" PRIu64
		    " of the sends and receives without the other end (gnomon messages): no path goes there\n",
		    parallel_alone(p));
	if (h->counts.tachyons)
		fprintf(f,
			"    %" PRIu64 " message%s received before the send: no path goes there\n",
			h->counts.tachyons, text_plural(h->counts.tachyons));
	if (h->counts.undecided)
		fprintf(
		    f,
		    "    %" PRIu64
		    " of the messages between boards are undecided (gnomon messages): no path goes where "
		    "the common time of a receive is before that of its send (%" PRIu64 ")\n",
		    h->counts.undecided, h->counts.turned);
	if (h->estimated)
		fprintf(f,
			"  delivery times: %" PRIu64 " of %" PRIu64
			" are estimates, the shortest one of the connection\n",
			h->estimated, h->counts.matched - h->counts.tachyons - h->counts.turned);
}

struct order {
	size_t process;
	uint64_t total;
};

/* Most process time first. */
static int compare(const void *a, const void *b)
{
	const struct order *x = a, *y = b;

	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return x->process > y->process ? 1 : -1;
}

static void put_process(const struct parallel *p, struct report_table *t, size_t i)
{
	const struct history_process *v = &p->h->process[i];
	const struct path_process *on = &p->path->process[i];
	char buf[256];

	report_table_cell(t, "%s", parallel_name(p, i, buf, sizeof(buf)));
	report_table_cell(t, "%s", p->h->r->m->node[p->h->processes->process[i].node].name);
	put_cycles(t, v->total, of_times(p));
	put_share(t, v->total, p->h->total);
	report_table_cell(t, "%" PRIu64, v->waited);
	report_table_cell(t, "%" PRIu64, on->on);
	put_share(t, on->on, p->path->longest);
	put_cycles(t, on->slack, of_path(p));
}

static int put_processes(const struct parallel *p, size_t rows, FILE *f)
{
	static const char *const heads[] = {"process", "node",	   "time",     "of T",
					    "waited",  "critical", "of t_max", "slack"};
	struct order *order = calloc(p->h->processes->processes + 1, sizeof(*order));
	struct report_table *t = text_table("llrrrrrr", heads);
	size_t all = 0;
	int rc;

	for (size_t i = 0; order && i < p->h->processes->processes; i++)
		if (p->h->process[i].used && !p->h->process[i].idle)
			order[all++] = (struct order){i, p->h->process[i].total};
	if (order)
		qsort(order, all, sizeof(*order), compare);
	for (size_t i = 0; i < all && i < rows; i++)
		put_process(p, t, order[i].process);
	rc = report_table_end(
	    t,
	    "\nprocesses (cycles of process time; slack: how much longer one stretch may take)\n",
	    f);
	if (all > rows)
		fprintf(f, "  %zu more: --limit\n", all - rows);
	rc = order ? rc : GNO_ERR_NOMEM;
	free(order);
	return rc;
}

static int put_connections(const struct parallel *p, size_t rows, FILE *f)
{
	static const char *const heads[] = {"connection", "critical messages", "delivery",
					    "of t_max", "slack"};
	struct report_table *t = text_table("rrrrr", heads);
	size_t all = 0;
	int rc;

	for (unsigned i = 0; i < GNO_CONNECTIONS; i++) {
		const struct path_connection *c = &p->path->connection[i];

		if (c->slack == SPOOL_UNKNOWN || all++ >= rows)
			continue;
		report_table_cell(t, "%u", i);
		report_table_cell(t, "%" PRIu64, c->messages);
		report_table_cell(t, "%" PRIu64, c->delivery);
		put_share(t, c->delivery, p->path->longest);
		put_cycles(t, c->slack, of_path(p));
	}
	rc = report_table_end(t, "\nmessages (cycles)\n", f);
	if (all > rows)
		fprintf(f, "  %zu more: --limit\n", all - rows);
	return rc;
}

static void put_hop(const struct parallel *p, struct report_table *t, const struct path_hop *hop)
{
	const struct gno_pattern_function *f =
	    hop->pc ? report_function_of_pc(p->h->r, hop->pc) : NULL;
	char buf[256];

	report_table_cell(t, "%s", parallel_name(p, hop->process, buf, sizeof(buf)));
	report_table_cell(t, "%" PRIu64, hop->from);
	report_table_cell(t, "%" PRIu64, hop->to);
	report_table_cell(t, "%" PRIu64, hop->work);
	if (!hop->leaves) {
		report_table_cell(t, "%s", "(end)");
		return;
	}
	report_table_cell(t, "%u:%u%s%s", hop->connection, hop->sequence, f ? " of " : "",
			  f ? f->name : "");
	report_table_cell(t, "%" PRIu64, hop->delivery);
}

static int put_path(const struct parallel *p, size_t rows, FILE *f)
{
	static const char *const heads[] = {"process", "from", "to", "time", "message", "delivery"};
	struct report_table *t = text_table("lrrrlr", heads);
	struct path_hop hop;
	bool ended = false;
	uint32_t at = 0;
	size_t shown = 0;
	int rc;

	while (shown < rows && path_next(p->path, &at, &ended, &hop)) {
		put_hop(p, t, &hop);
		if (!hop.leaves)
			report_table_cell(t, "%s", "");
		shown++;
	}
	rc = report_table_end(t, "\ncritical path (cycles; message: connection:number)\n", f);
	if (p->path->hops > shown)
		fprintf(f, "  %" PRIu64 " more: --limit, or --json\n", p->path->hops - shown);
	return rc;
}

int parallel_text(const struct parallel *p, size_t rows, FILE *f, struct gno_err *err)
{
	int rc;

	fprintf(f, "parallelism%s\n",
		p->h->r->run->model ? " (of a simulated model of the monitor)" : "");
	text_exact(p->h->r, f);
	put_figure(p, f, "process time", "T", p->h->total, of_times(p));
	fputc('\n', f);
	put_longest(p, f, "longest path", "t_max", p->path->longest, of_longest(p));
	for (unsigned i = 0; i < p->placements; i++)
		put_longest(p, f, p->placement[i].what, "t", p->placement[i].longest, of_path(p));
	put_unknown(p, f);
	rc = put_processes(p, rows, f);
	rc = put_connections(p, rows, f) ? GNO_ERR_NOMEM : rc;
	rc = put_path(p, rows, f) ? GNO_ERR_NOMEM : rc;
	return rc ? gno_fail_nomem(err) : spool_check(&p->h->spool, err);
}
