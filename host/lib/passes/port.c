/* SPDX-License-Identifier: Apache-2.0 */
/* Writes to the event port: counts, processes, runnable processes, and the time that the program
 * stops. */
#include "passes/walk.h"
#include "common/util.h"

#include <stdlib.h>
#include <string.h>

#define PROCESSES 65536 /* numbers of processes there can be */
#define TIMES 64	/* places in the table of process times */

uint64_t port_paused(const struct walk *w, uint64_t time)
{
	return w->pause.total + (w->pause.stopped ? time - w->pause.since : 0);
}

/* From here on it is known whether time is stopped. */
static void pause_known(struct walk *w, uint64_t time)
{
	if (!w->pause.known && time > w->pause.mark)
		w->n->port.pause_unknown += time - w->pause.mark;
	w->pause.known = true;
}

/* A write that stops the time counter, or starts it: then `data` is the number of clocks for which
 * it was stopped.
 */
static void take_pause(struct walk *w, uint64_t time, bool start, uint32_t data)
{
	struct walk_pause *p = &w->pause;

	pause_known(w, time);
	p->seen = true;
	if (!start) {
		w->n->port.stops += !p->stopped;
		p->since = p->stopped ? p->since : time;
		p->stopped = true;
		return;
	}
	p->total = port_paused(w, time);
	p->stopped = false;
	if (p->exact && (uint32_t)(p->total + p->hidden) != data)
		w->n->port.pause_odd++;
	/* time stopped where nothing was seen is in the count, so it is never less than what is
	 * known */
	p->hidden += (uint32_t)(data - (uint32_t)(p->total + p->hidden));
	p->exact = true;
}

static void pause_break(struct walk *w, uint64_t from)
{
	struct walk_pause *p = &w->pause;

	if (p->stopped)
		p->total += from > p->since ? from - p->since : 0;
	p->stopped = false;
	if (p->known)
		p->mark = from;
	p->known = p->exact = false;
}

/* Accounts for the time up to `time`. */
static void account(struct walk *w, uint64_t time)
{
	struct report_port *port = &w->n->port;
	uint64_t clocks = time - w->port.mark;

	if (time < w->port.mark)
		return;
	w->port.mark = time;
	if (!w->port.known) {
		port->process_unknown += clocks;
		return;
	}
	port->process[w->port.process].clocks += clocks;
	port->runnable_clocks += clocks;
	port->runnable_sum = gno_sum(port->runnable_sum, gno_product(clocks, w->port.runnable));
}

bool port_process(const struct walk *w, unsigned *process)
{
	if (w->port.known)
		*process = w->n->port.process[w->port.process].number;
	return w->port.known;
}

uint64_t port_ran(const struct walk *w, uint64_t time)
{
	return w->n->port.process[w->port.process].clocks + (time - w->port.mark);
}

/* Adds a process to the node's list. */
static int add_process(struct walk *w, unsigned number)
{
	const struct report_points *points = &w->r->points;
	struct report_port *port = &w->n->port;
	struct report_process *p;

	if (walk_room(&port->process, port->processes, sizeof(*p)))
		return GNO_ERR_NOMEM;
	p = &port->process[port->processes++];
	*p = (struct report_process){.number = number};
	p->count = calloc(points->points + 1, sizeof(*p->count));
	p->interval = calloc(points->intervals + 1, sizeof(*p->interval));
	return p->count && p->interval ? GNO_OK : GNO_ERR_NOMEM;
}

/* Place of the process in the node's list, or GNO_ERR_NOMEM. */
static int find_process(struct walk *w, unsigned number)
{
	struct report_port *port = &w->n->port;

	if (!w->port.place)
		w->port.place = calloc(PROCESSES, sizeof(*w->port.place));
	if (!w->port.place)
		return GNO_ERR_NOMEM;
	if (w->port.place[number])
		return (int)w->port.place[number] - 1;
	if (add_process(w, number))
		return GNO_ERR_NOMEM;
	w->port.place[number] = (uint32_t)port->processes;
	return (int)port->processes - 1;
}

int port_resume(struct walk *w, unsigned process)
{
	const int at = find_process(w, process);

	if (at < 0)
		return at;
	w->port.known = true;
	w->port.process = (size_t)at;
	return GNO_OK;
}

void port_free(struct walk *w)
{
	free(w->port.place);
}

/*
 * The process's own time gives its share of the time that is not known, where it had a place of the
 * table for itself.
 */
static void take_process_time(struct walk *w, struct report_process *p, uint32_t own)
{
	struct report_port *port = &w->n->port;
	unsigned at = p->number % TIMES;
	uint32_t more;

	if (!w->port.owned[at])
		w->port.owner[at] = p->number;
	w->port.owned[at] = true;
	if (w->port.owner[at] != p->number)
		port->process_shared = true;
	if (port->process_shared)
		return;
	more = own - (uint32_t)p->clocks;
	if (more > port->process_unknown) {
		port->process_odd++;
		return;
	}
	p->clocks += more;
	port->process_unknown -= more;
}

static int take_process(struct walk *w, const struct gno_record *rec)
{
	bool is_switch = rec->page == GNO_PAGE_CONTROL && rec->code == GNO_PORT_PROCESS;
	int at = find_process(w, rec->process);
	struct report_port *port = &w->n->port;

	if (at < 0)
		return at;
	account(w, rec->time);
	if (is_switch)
		port->process[at].switches++;
	else if (w->port.known && w->port.process != (size_t)at)
		port->process_odd++;
	w->port.known = true;
	w->port.process = (size_t)at;
	w->port.runnable = rec->runnable;
	if (rec->runnable > port->runnable_max)
		port->runnable_max = rec->runnable;
	if (w->m->port.process_time)
		take_process_time(w, &port->process[at], rec->process_time);
	return GNO_OK;
}

int port_datum(struct walk *w, const struct gno_record *rec)
{
	uint64_t key = (uint64_t)rec->process << GNO_PORT_WRITE_BITS |
		       gno_port_write_pack(rec->code, rec->page);
	int rc;

	w->n->port.writes++;
	rc = report_map_add(&w->n->port.events, key, 1);
	if (!rc)
		rc = take_process(w, rec);
	if (rec->page == GNO_PAGE_CONTROL &&
	    (rec->code == GNO_PORT_TIME_STOP || rec->code == GNO_PORT_TIME_START))
		take_pause(w, rec->time, rec->code == GNO_PORT_TIME_START, rec->data);
	return rc;
}

void port_break(struct walk *w, uint64_t from, uint64_t resumed)
{
	account(w, from);
	w->port.known = false;
	account(w, resumed);
	pause_break(w, from);
}

static int by_number(const void *a, const void *b)
{
	const struct report_process *x = a;
	const struct report_process *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

void port_end(struct walk *w)
{
	struct report_port *port = &w->n->port;

	account(w, w->n->end);
	port->paused = port_paused(w, w->n->end) + w->pause.hidden;
	port->paused_exact = w->pause.exact;
	if (!w->pause.known && w->n->end > w->pause.mark)
		port->pause_unknown += w->n->end - w->pause.mark;
	report_map_sort(&port->events);
	if (port->processes)
		qsort(port->process, port->processes, sizeof(*port->process), by_number);
}
