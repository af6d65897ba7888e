/* SPDX-License-Identifier: Apache-2.0 */
/* Messages between processes: one by one, and what each process sent to each other one. */
#include "out/page/data.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "passes/parallel/parallel.h"
#include "passes/messages/processes.h"
#include "passes/messages/overlap.h"
#include "common/new_file.h"
#include "common/stats.h"
#include "common/util.h"
#include "out/json/list.h"
#include "read/reader.h"
#include "results/columns/documents.h"
#include "results/columns/traffic.h"

#define PERIODS 256 /* of the messages of a pair over the run */
#define FINER 4	    /* so many to one, while it is not known when the run ends */
#define NOWHERE SIZE_MAX

static const struct page_column columns[] = {
    {"sender", .form = PAGE_NUMBER, .own = true}, /* a place in `endpoints` */
    {"receiver", .form = PAGE_NUMBER, .own = true},
    {"from", .form = PAGE_STEP},
    {"to", .form = PAGE_BESIDE},
    {"bytes", .form = PAGE_NUMBER},
    {"undecided", .form = PAGE_NUMBER}, /* only of a run of several boards */
};

static const struct page_table tables[] = {
    {&columns_messages, columns, sizeof(columns) / sizeof(*columns) - 1},
    PAGE_TABLE(&columns_messages, columns),
};

static const struct page_table *table_of(const struct gno_report *r)
{
	return &tables[r->boards != NULL];
}

/* What one process sent to another. */
struct pair {
	size_t from, to; /* places of processes */
	size_t next;	 /* pair of the same sender; NOWHERE: none */
	uint64_t count, bytes, tachyons;
	struct gno_stats transit;   /* but for tachyons */
	struct overlap queue;	    /* those that wait in the queue of the receiver */
	uint64_t *counts, *volumes; /* of each period */
};

struct page_messages {
	const struct gno_report *r;
	struct page_options o;
	struct message_listener listener;
	struct parallel *parallel; /* how parallel the program was, from the same pass */
	FILE *rows;		   /* the messages, each string after the one before */
	char *text;		   /* of a run that is followed: these in memory */
	size_t size;
	unsigned periods; /* of each pair: PERIODS, or of a run that is followed more, */
	unsigned shift;	  /* which begin with cycle 0 and have 2^shift cycles */
	struct packed row;
	struct processes *processes;
	struct pair **pair;
	size_t pairs;
	size_t *first; /* of each process: its first pair; NOWHERE: none */
	size_t senders;
	struct overlap *queue; /* of each process, from all senders */
	size_t receivers;
	struct column_source source;
	struct page_fields fields;
	struct page_strings strings;
	uint64_t shown, all;
	int failed; /* errno of the first write that failed; 0: none did */
};

static struct pair *new_pair(struct page_messages *t, size_t from, size_t to)
{
	struct pair **pairs = gno_room(t->pair, t->pairs, sizeof(struct pair *));
	struct pair *v;

	if (!pairs)
		return NULL;
	t->pair = pairs;
	while (t->senders <= from) {
		size_t *first = gno_room(t->first, t->senders, sizeof(*first));

		if (!first)
			return NULL;
		t->first = first;
		first[t->senders++] = NOWHERE;
	}
	v = calloc(1, sizeof(*v));
	if (!v)
		return NULL;
	v->counts = calloc(t->periods, sizeof(*v->counts));
	v->volumes = calloc(t->periods, sizeof(*v->volumes));
	v->from = from;
	v->to = to;
	v->next = t->first[from];
	t->first[from] = t->pairs;
	t->pair[t->pairs++] = v;
	return v->counts && v->volumes ? v : NULL;
}

static struct pair *find_pair(struct page_messages *t, size_t from, size_t to)
{
	size_t at = from < t->senders ? t->first[from] : NOWHERE;

	while (at != NOWHERE && t->pair[at]->to != to)
		at = t->pair[at]->next;
	return at == NOWHERE ? new_pair(t, from, to) : t->pair[at];
}

/* A message waits in the queue of its receiver. */
static int take_queue(struct page_messages *t, const struct message *m, struct pair *v)
{
	while (t->receivers <= v->to) {
		struct overlap *queue = gno_room(t->queue, t->receivers, sizeof(*queue));

		if (!queue)
			return GNO_ERR_NOMEM;
		t->queue = queue;
		queue[t->receivers++] = (struct overlap){0};
	}
	if (!message_is_timed(m))
		return GNO_OK;
	return overlap_add(&v->queue, message_arrived(m), m->received.time) ||
		       overlap_add(&t->queue[v->to], message_arrived(m), m->received.time)
		   ? GNO_ERR_NOMEM
		   : GNO_OK;
}

/* -- periods -- */

static void halve(uint64_t *of, unsigned periods)
{
	for (unsigned i = 0; i < periods / 2; i++)
		of[i] = of[2 * i] + of[2 * i + 1];
	for (unsigned i = periods / 2; i < periods; i++)
		of[i] = 0;
}

static unsigned find_period(struct page_messages *t, uint64_t time)
{
	if (!t->o.follows)
		return report_line_period(&t->r->line, time, PERIODS);
	for (; time >> t->shift >= t->periods; t->shift++)
		for (size_t i = 0; i < t->pairs; i++) {
			halve(t->pair[i]->counts, t->periods);
			halve(t->pair[i]->volumes, t->periods);
		}
	return (unsigned)(time >> t->shift);
}

/* The periods become those of the run, each within the one that holds its middle. */
static int pour(const struct page_messages *t, uint64_t **of)
{
	uint64_t *into = calloc(PERIODS, sizeof(*into));
	const struct report_line *line = &t->r->line;

	for (unsigned i = 0; into && i < t->periods; i++) {
		uint64_t time = ((uint64_t)i << t->shift) + (UINT64_C(1) << t->shift) / 2;

		time = time < line->end ? time : line->end;
		into[report_line_period(line, time, PERIODS)] += (*of)[i];
	}
	free(*of);
	*of = into;
	return into ? GNO_OK : GNO_ERR_NOMEM;
}

/* -- messages -- */

/* The string of messages is full, or the last one. */
static void keep(struct page_messages *t)
{
	if (!packed_keep(&t->row, t->rows) && !t->failed)
		t->failed = errno;
	t->strings = (struct page_strings){.packed = &t->row};
}

static void show(struct page_messages *t, const struct message *m, const struct pair *v)
{
	const uint64_t sent = m->sent.time, received = m->received.time;
	const struct page_options *o = &t->o;
	uint64_t value[PAGE_VALUES];

	if (t->shown >= o->events || (sent > o->to && received > o->to) ||
	    (sent < o->from && received < o->from))
		return;
	page_fields_get(&t->fields, &t->source, m, value);
	value[0] = v->from;
	value[1] = v->to;
	t->shown++;
	if (page_strings_add(&t->strings, t->fields.table, value))
		keep(t);
}

static int add_page_message(void *to, const struct message *m)
{
	struct page_messages *t = to;
	struct pair *v;
	unsigned period;
	size_t sender, receiver;

	if (m->fate != MESSAGE_MATCHED)
		return GNO_OK;
	if (processes_find(t->processes, m->sent.node, m->sent.process, &sender) ||
	    processes_find(t->processes, m->received.node, m->received.process, &receiver))
		return GNO_ERR_NOMEM;
	v = find_pair(t, sender, receiver);
	if (!v || take_queue(t, m, v))
		return GNO_ERR_NOMEM;
	period = find_period(t, m->sent.time);
	v->counts[period]++;
	v->volumes[period] += m->sent.bytes;
	v->count++;
	v->bytes += m->sent.bytes;
	v->tachyons += m->tachyon;
	if (message_is_timed(m))
		gno_stats_add(&v->transit, message_cycles(t->r, m));
	t->all++;
	show(t, m, v);
	return GNO_OK;
}

/* Cycles from the start of the run on, as `gnomon messages` has them. */
static uint64_t cycles_of(const struct page_messages *t)
{
	return t->r->line.end + 1;
}

/* Begins an object with the columns of a row. All of it is in memory: nothing can fail. */
static void put_row(struct page *p, const struct column_list *l, const void *row)
{
	struct column_source s = {.r = p->b.r};

	jout_object(&p->b.out, NULL);
	json_members(&p->b.out, &s, l, row, p->b.err);
}

/* Processes, under the names that `gnomon parallel --json` has for them. */
static void put_endpoints(struct page *p, const struct page_messages *t)
{
	struct json_out *out = &p->b.out;

	jout_list(out, "endpoints");
	for (size_t i = 0; i < t->processes->processes; i++) {
		const struct process *v = &t->processes->process[i];
		const struct columns_queue queue = {i < t->receivers ? &t->queue[i] : NULL,
						    cycles_of(t)};

		put_row(p, &columns_page_endpoints,
			&(struct columns_endpoint){t->processes->group[v->group].name,
						   t->r->m->node[v->node].name, v->number,
						   queue.of ? &queue : NULL});
		jout_object_end(out);
	}
	jout_list_end(out);
}

static void put_pair(struct page *p, const struct page_messages *t, const struct pair *v)
{
	struct json_out *out = &p->b.out;

	put_row(p, &columns_page_pairs,
		&(struct columns_pair){v->from,
				       v->to,
				       v->count,
				       v->bytes,
				       v->tachyons,
				       &v->transit,
				       {&v->queue, cycles_of(t)}});
	packed_counts(&p->packed, v->counts, PERIODS);
	packed_out(&p->packed, out, "counts");
	packed_counts(&p->packed, v->volumes, PERIODS);
	packed_out(&p->packed, out, "volumes");
	jout_object_end(out);
}

/* Sends and receives without the other end, of all connections. */
static void put_alone(struct page *p, const struct message_counts *c)
{
	struct json_out *out = &p->b.out;

	jout_list(out, "alone");
	for (unsigned fate = MESSAGE_SEND_ALONE; fate <= MESSAGE_RECEIVE_ALONE; fate++)
		for (unsigned why = 0; why < MESSAGE_REASONS; why++) {
			const struct columns_alone v = {fate, why, c->alone[fate][why]};

			if (!v.count)
				continue;
			put_row(p, &columns_page_alone, &v);
			jout_object_end(out);
		}
	jout_list_end(out);
}

void page_messages_free(struct page_messages *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->pairs; i++) {
		overlap_free(&t->pair[i]->queue);
		free(t->pair[i]->counts);
		free(t->pair[i]->volumes);
		free(t->pair[i]);
	}
	for (size_t i = 0; i < t->receivers; i++)
		overlap_free(&t->queue[i]);
	if (t->rows)
		fclose(t->rows);
	free(t->text);
	packed_free(&t->row);
	free(t->queue);
	free(t->pair);
	free(t->first);
	processes_close(t->processes);
	parallel_free(t->parallel);
	free(t);
}

static int open_rows(struct page_messages *t, struct gno_err *err)
{
	int fd, rc;

	if (t->o.follows) { /* children go on with it, each for itself */
		t->rows = open_memstream(&t->text, &t->size);
		return t->rows ? GNO_OK : gno_fail_nomem(err);
	}
	rc = gno_scratch_open(&fd, err);
	if (rc)
		return rc;
	t->rows = fdopen(fd, "w+");
	if (t->rows)
		return GNO_OK;
	close(fd);
	return gno_fail_nomem(err);
}

int page_messages_add(const struct gno_report *r, const struct page_options *o,
		      struct reader *reader, struct page_messages **out, struct gno_err *err)
{
	struct page_messages *t;
	int rc;

	*out = NULL;
	if (!reader_has_port(r->m))
		return GNO_OK;
	t = *out = calloc(1, sizeof(*t));
	if (!t)
		return gno_fail_nomem(err);
	t->r = r;
	t->o = *o;
	t->source = (struct column_source){.r = r};
	page_fields_find(table_of(r), &t->fields);
	t->strings = (struct page_strings){.packed = &t->row};
	t->listener = (struct message_listener){add_page_message, t};
	t->periods = o->follows ? FINER * PERIODS : PERIODS;
	rc = open_rows(t, err);
	rc = rc ? rc : processes_open(r, &t->processes, err);
	return rc ? rc : parallel_add(r, &t->listener, reader, &t->parallel, err);
}

/* What was kept of a run that was followed becomes as of another one. */
static int end_following(struct page_messages *t)
{
	for (size_t i = 0; i < t->pairs; i++)
		if (pour(t, &t->pair[i]->counts) || pour(t, &t->pair[i]->volumes))
			return GNO_ERR_NOMEM;
	fclose(t->rows);
	t->rows = t->size ? fmemopen(t->text, t->size, "r") : fopen("/dev/null", "r");
	return t->rows ? GNO_OK : GNO_ERR_NOMEM;
}

int page_messages_finish(struct page_messages *t, struct gno_err *err)
{
	if (t->strings.rows)
		keep(t);
	if (fflush(t->rows) && !t->failed)
		t->failed = errno;
	if (t->row.nomem)
		return gno_fail_nomem(err);
	if (t->failed)
		return gno_scratch_needs(gno_scratch_fail(t->failed, err),
					 gno_trace_scratch(t->r->trace), err);
	if (t->o.follows && end_following(t))
		return gno_fail_nomem(err);
	return parallel_finish(t->parallel, NULL, err);
}

const struct parallel *page_messages_parallel(const struct page_messages *t)
{
	return t ? t->parallel : NULL;
}

void page_messages(struct page *p)
{
	struct json_out *out = &p->b.out;
	struct page_messages *t = p->messages;

	if (p->b.rc || !t)
		return;
	jout_object(out, "messages");
	page_table_head(t->fields.table, t->r, out);
	jout_list(out, "rows");
	if (!packed_give(t->rows, out))
		p->b.rc = gno_scratch_fail(errno, p->b.err);
	jout_list_end(out);
	jout_number(out, "shown", t->shown);
	put_alone(p, &t->parallel->h->counts);
	put_endpoints(p, t);
	if (t->r->boards)
		jout_number(out, "undecided", t->parallel->h->counts.undecided);
	jout_number(out, "cycles", cycles_of(t));
	jout_number(out, "periods", PERIODS);
	jout_list(out, "pairs");
	for (size_t i = 0; i < t->pairs; i++)
		put_pair(p, t, t->pair[i]);
	jout_list_end(out);
	jout_object_end(out);
}
