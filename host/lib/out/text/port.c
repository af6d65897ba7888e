/* SPDX-License-Identifier: Apache-2.0 */
/* The results of event ports: writes, processes, stopped time, messages. */
#include "out/text/text.h"
#include "monitor/port_names.h"

#include <inttypes.h>

static void put_writes(struct text *x)
{
	static const char *const heads[] = {"node", "process", "write", "count"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("lrlr", heads);
	size_t rows = 0, all = 0;
	char name[32];

	for (unsigned k = 0; k < r->m->nodes; k++)
		for (size_t i = 0; i < r->node[k].port.events.used; i++) {
			const struct report_count *c = &r->node[k].port.events.slot[i];

			if (all++ >= x->style->rows)
				continue;
			rows++;
			report_table_cell(t, "%s", r->m->node[k].name);
			report_table_cell(t, "%" PRIu64, c->key >> GNO_PORT_WRITE_BITS);
			report_table_cell(t, "%s",
					  gno_port_name((uint32_t)c->key, name, sizeof(name)));
			report_table_cell(t, "%s%" PRIu64, text_least_at(x, k), c->count);
		}
	text_end(x, t, "\nwrites to the event port\n");
	text_more(x, rows, all);
}

bool text_has_processes(const struct report_port *port)
{
	return port->processes > 1 || (port->processes && port->process[0].switches);
}

static void put_processes(struct text *x)
{
	static const char *const heads[] = {"node",   "process", "switches to it",
					    "cycles", "time",	 "of known"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("lrrrrr", heads);
	size_t rows = 0, all = 0;
	char buf[48];

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_port *port = &r->node[k].port;
		const char *least = text_least_at(x, k);
		uint64_t known = 0;

		for (size_t i = 0; i < port->processes; i++)
			known += port->process[i].clocks;
		for (size_t i = 0; text_has_processes(port) && i < port->processes; i++) {
			const struct report_process *p = &port->process[i];

			if (all++ >= x->style->rows)
				continue;
			rows++;
			report_table_cell(t, "%s", r->m->node[k].name);
			report_table_cell(t, "%u", p->number);
			report_table_cell(t, "%s%" PRIu64, least, p->switches);
			report_table_cell(t, "%s%" PRIu64, least, p->clocks);
			report_table_cell(t, "%s",
					  text_time_at(r, k, (double)p->clocks, buf, sizeof(buf)));
			report_table_cell(
			    t, "%s",
			    text_share((double)p->clocks, (double)known, buf, sizeof(buf)));
		}
	}
	text_end(x, t, "\nprocesses\n");
	text_more(x, rows, all);
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_port *port = &r->node[k].port;
		const char *name = r->m->node[k].name;

		if (port->runnable_max)
			fprintf(x->f,
				"  %s: runnable processes: %.2f on average over %" PRIu64
				" cycles, %s%u at most\n",
				name, (double)port->runnable_sum / (double)port->runnable_clocks,
				port->runnable_clocks, text_least_at(x, k), port->runnable_max);
		if (!text_has_processes(port))
			continue;
		if (port->process_unknown)
			fprintf(x->f,
				"  %s: the process of %" PRIu64
				" cycles is not known (before the first write, or after a loss)\n",
				name, port->process_unknown);
		if (port->process_odd)
			fprintf(x->f,
				"  %s: %" PRIu64 " records contradict the switches before them\n",
				name, port->process_odd);
		if (port->process_shared)
			fprintf(x->f, "  %s: processes share their times, so these were not used\n",
				name);
	}
}

/* A row of the table of points by process; `number` NULL: it was not known which ran. */
static void put_point(struct text *x, struct report_table *t, unsigned k, const unsigned *number,
		      size_t point, uint64_t count)
{
	report_table_cell(t, "%s", x->r->m->node[k].name);
	if (number)
		report_table_cell(t, "%u", *number);
	else
		report_table_cell(t, "?");
	report_table_cell(t, "%s", x->r->points.point[point].name);
	report_table_cell(t, "%s%" PRIu64, text_least_at(x, k), count);
}

/* How often each point fired while each process ran. */
static void put_process_points(struct text *x)
{
	static const char *const heads[] = {"node", "process", "point", "count"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("lrlr", heads);
	size_t all = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_port *port = &r->node[k].port;

		for (size_t i = 0; text_has_processes(port) && i <= port->processes; i++) {
			const struct report_process *p =
			    i < port->processes ? &port->process[i] : NULL;
			const uint64_t *count = p ? p->count : port->none;

			for (size_t point = 0; point < r->points.points; point++)
				if (count[point] && all++ < x->style->rows)
					put_point(x, t, k, p ? &p->number : NULL, point,
						  count[point]);
		}
	}
	text_end(x, t, "\npoints by process\n");
	text_more(x, all < x->style->rows ? all : x->style->rows, all);
}

static void put_process_interval(struct text *x, struct report_table *t, unsigned k,
				 const struct report_process *p, size_t interval)
{
	const struct report_process_interval *v = &p->interval[interval];
	const bool partly = report_interval_is_partly(x->r, k, interval);
	const uint64_t values[] = {v->stats.total, v->stats.min, v->stats.max, v->own.total};

	report_table_cell(t, "%s", x->r->m->node[k].name);
	report_table_cell(t, "%u", p->number);
	report_table_cell(t, "%s", x->r->points.interval[interval].name);
	report_table_cell(t, "%s%" PRIu64, text_least(partly), v->stats.count);
	for (unsigned i = 0; i < 4; i++)
		report_table_cell(t, v->stats.count ? "%s%" PRIu64 : "-",
				  i == 1 ? text_most(partly) : text_least(partly), values[i]);
	report_table_cell(t, "%" PRIu64, v->unfinished);
	report_table_cell(t, "%" PRIu64, v->unmatched);
	report_table_cell(t, "%" PRIu64, v->cut);
}

/* Intervals whose ends both fired while the same process ran. */
static void put_process_intervals(struct text *x)
{
	static const char *const heads[] = {"node",  "process",	  "interval", "count",
					    "total", "min",	  "max",      "own",
					    "open",  "unmatched", "cut"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("lrlrrrrrrrr", heads);
	size_t all = 0;

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_port *port = &r->node[k].port;

		for (size_t i = 0; text_has_processes(port) && i < port->processes; i++)
			for (size_t n = 0; n < r->points.intervals; n++) {
				const struct report_process_interval *v =
				    &port->process[i].interval[n];

				if ((v->stats.count || v->unfinished || v->unmatched || v->cut) &&
				    all++ < x->style->rows)
					put_process_interval(x, t, k, &port->process[i], n);
			}
	}
	text_end(x, t, "\nintervals by process (cycles; own: while the process ran)\n");
	text_more(x, all < x->style->rows ? all : x->style->rows, all);
}

static void put_pauses(struct text *x)
{
	static const char *const heads[] = {"node", "stops",	 "cycles",
					    "time", "not known", "contradictions"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("lrrrrr", heads);
	char buf[48];

	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_port *port = &r->node[k].port;

		if (!port->pauses)
			continue;
		report_table_cell(t, "%s", r->m->node[k].name);
		report_table_cell(t, "%s%" PRIu64, text_least_at(x, k), port->stops);
		report_table_cell(t, "%s%" PRIu64, text_least(!port->paused_exact), port->paused);
		report_table_cell(t, "%s",
				  text_time_at(r, k, (double)port->paused, buf, sizeof(buf)));
		report_table_cell(t, "%" PRIu64, port->pause_unknown);
		report_table_cell(t, "%" PRIu64, port->pause_odd);
	}
	text_end(x, t, "\ntime that the program stopped\n");
}

void text_port(struct text *x)
{
	put_writes(x);
	put_processes(x);
	put_process_points(x);
	put_process_intervals(x);
	put_pauses(x);
}

static void put_flow(const struct text *x, struct report_table *t, unsigned connection,
		     const char *kind, unsigned k, const struct report_flow *f)
{
	const char *least = text_least_at(x, k);

	report_table_cell(t, "%u", connection);
	report_table_cell(t, "%s", kind);
	report_table_cell(t, "%s", x->r->m->node[k].name);
	report_table_cell(t, "%s%" PRIu64, least, f->count);
	report_table_cell(t, "%s%" PRIu64, least, f->bytes);
	report_table_cell(t, "%" PRIu64, f->missing);
	report_table_cell(t, "%" PRIu64, f->in_gap);
	report_table_cell(t, "%" PRIu64, f->repeated);
	report_table_cell(t, "%" PRIu64, f->late);
}

static void put_flows(struct text *x)
{
	static const char *const kinds[] = {
	    [REPORT_SEND] = "send", [REPORT_RECEIVE] = "receive", [REPORT_QUEUED] = "queued"};
	static const char *const heads[] = {"connection", "",	      "node",
					    "messages",	  "bytes",    "missing",
					    "in gaps",	  "repeated", "late"};
	const struct gno_report *r = x->r;
	struct report_table *t = text_table("rllrrrrrr", heads);

	for (unsigned i = 0; i < GNO_CONNECTIONS; i++)
		for (unsigned kind = 0; kind < REPORT_MESSAGES; kind++)
			for (unsigned k = 0; r->connection[i].flow[kind] && k < r->m->nodes; k++)
				if (r->connection[i].flow[kind][k].count)
					put_flow(x, t, i, kinds[kind], k,
						 &r->connection[i].flow[kind][k]);
	text_end(x, t, "\nmessages\n");
}

static void put_queue(struct report_table *t, unsigned connection, const char *what,
		      const struct report_queue *q)
{
	report_table_cell(t, "%u", connection);
	report_table_cell(t, "%s", what);
	report_table_cell(t, "%" PRIu64, q->max);
	report_table_cell(t, q->clocks ? "%.3f" : "-",
			  (double)q->sum / (double)(q->clocks ? q->clocks : 1));
	report_table_cell(t, "%" PRIu64, q->surplus);
}

void text_messages(struct text *x)
{
	static const char *const heads[] = {"connection", "messages", "max", "mean",
					    "received before"};
	const struct gno_report *r = x->r;
	struct report_table *t;

	if (!r->connection)
		return;
	put_flows(x);
	t = text_table("rlrrr", heads);
	for (unsigned i = 0; i < GNO_CONNECTIONS; i++) {
		const struct report_connection *c = &r->connection[i];

		if (c->all[REPORT_SEND].count)
			put_queue(t, i, "sent, not received", &c->transit);
		if (c->all[REPORT_QUEUED].count)
			put_queue(t, i, "queued, not received", &c->queue);
	}
	text_end(x, t, "\nmessages that wait\n");
	if (r->messages_lost)
		fputs(
		    "  records were lost or not collected: these numbers cover only what was recorded\n",
		    x->f);
}
