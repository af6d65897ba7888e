/* SPDX-License-Identifier: Apache-2.0 */
/* How parallel a program was: what `gnomon parallel --json` prints. */
#include "passes/parallel/parallel.h"

#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"

static const struct parallel *of(const struct column_source *s)
{
	return s->of;
}

static double parallelism(const struct column_source *s, uint64_t longest)
{
	return (double)of(s)->h->total / (double)longest;
}

static const struct process *identity(const struct column_source *s, size_t process)
{
	return &of(s)->h->processes->process[process];
}

static const char *group_name(const struct column_source *s, size_t process)
{
	return of(s)->h->processes->group[identity(s, process)->group].name;
}

static const char *node_name(const struct column_source *s, size_t process)
{
	return s->r->m->node[identity(s, process)->node].name;
}

GET_NUMBER(get_times_at_least, void, true, !parallel_times_are_whole(of(s)))

/* -- placements -- */

struct processor_row {
	const struct placement *placement;
	size_t processor;
};

GET_TEXT(get_processor, struct processor_row, parallel_processor(of(s), v->placement, v->processor))
GET_NUMBER(get_busy, struct processor_row, true, v->placement->busy[v->processor])

static const struct column processors[] = {
    {"processor", COLUMN_TEXT, .get = get_processor,
     .about = "a node, or another one that `--place` names"},
    {"busy", COLUMN_U64, "cycles", .get = get_busy, .about = "process time of its processes"},
    {"at_least", COLUMN_BOOL, .get = get_times_at_least, .about = "`busy` may be more"},
};

static const struct column_list list_processors = {
    .name = "parallel-processors",
    .about = "Each processor of a placement.",
    COLUMNS(processors),
};

static int each_processor(struct column_source *s, const void *row, column_put *put, void *ctx,
			  struct gno_err *err)
{
	const struct placement *l = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < l->processors && !rc; i++)
		rc = put(ctx, &(struct processor_row){l, i}, err);
	return rc;
}

GET_REAL(get_placed, struct placement, v->longest, parallelism(s, v->longest))

static const struct column placements[] = {
    {"placement", COLUMN_TEXT, COLUMN_AT(struct placement, what),
     .about = "that of the run, or another one"},
    {"longest", COLUMN_U64, "cycles", COLUMN_AT(struct placement, longest),
     .about = "how long the program takes with it"},
    {"parallelism", COLUMN_F64, .get = get_placed, .about = "total process time / `longest`"},
    {"processors", COLUMN_ROWS, .list = &list_processors, .each = each_processor,
     .about = "on which processes are"},
};

static const struct column_list list_placements = {
    .name = "parallel-placements",
    .about = "Each placement of processes on processors.",
    COLUMNS(placements),
};

/* -- processes -- */

static size_t place_of(const struct column_source *s, const struct history_process *v)
{
	return (size_t)(v - of(s)->h->process);
}

GET_TEXT(get_process, struct history_process, group_name(s, place_of(s, v)))
GET_TEXT(get_node, struct history_process, node_name(s, place_of(s, v)))
GET_NUMBER(get_number, struct history_process, true, identity(s, place_of(s, v))->number)
GET_NUMBER(get_critical, struct history_process, !v->idle, of(s)->path->process[place_of(s, v)].on)
GET_NUMBER(get_slack, struct history_process, !v->idle && parallel_is_whole(of(s)),
	   of(s)->path->process[place_of(s, v)].slack)

#define PROCESS(member) COLUMN_AT(struct history_process, member)

static const struct column processes[] = {
    {"process", COLUMN_TEXT, .get = get_process, .about = "its name; null: it has none"},
    {"node", COLUMN_TEXT, .get = get_node, .about = "where it ran"},
    {"number", COLUMN_U32, .get = get_number, .about = "in the process register"},
    {"idle", COLUMN_BOOL, PROCESS(idle),
     .about = "process 0 of a node that has others, without messages: it does not count"},
    {"time", COLUMN_U64, "cycles", PROCESS(total), .about = "process time"},
    {"at_least", COLUMN_BOOL, .get = get_times_at_least, .about = "`time` may be more"},
    {"waited", COLUMN_U64, "cycles", PROCESS(waited),
     .about = "from each receive_call to its receive"},
    {"critical", COLUMN_U64, "cycles", .get = get_critical,
     .about = "process time on the critical path"},
    {"slack", COLUMN_U64, "cycles", .get = get_slack,
     .about = "how much longer any one of its stretches may take; none where records are missing"},
};

static const struct column_list list_processes = {
    .name = "parallel-processes",
    .about = "Each process that ran.",
    COLUMNS(processes),
};

/* -- connections -- */

GET_NUMBER(get_connection, struct path_connection, true, (uint64_t)(v - of(s)->path->connection))
GET_NUMBER(get_connection_slack, struct path_connection, parallel_is_whole(of(s)), v->slack)

static const struct column connections[] = {
    {"connection", COLUMN_U32, .get = get_connection, .about = "its number"},
    {"critical_messages", COLUMN_U64, "messages", COLUMN_AT(struct path_connection, messages),
     .about = "that are on the critical path"},
    {"critical_delivery", COLUMN_U64, "cycles", COLUMN_AT(struct path_connection, delivery),
     .about = "their delivery times"},
    {"slack", COLUMN_U64, "cycles", .get = get_connection_slack,
     .about = "how much longer any one delivery may take; none where records are missing"},
};

static const struct column_list list_connections = {
    .name = "parallel-connections",
    .about = "Each connection with messages.",
    COLUMNS(connections),
};

/* -- the path -- */

static const char *function_name(const struct column_source *s, const struct path_hop *hop)
{
	const struct gno_pattern_function *f =
	    hop->pc ? report_function_of_pc(s->r, hop->pc) : NULL;

	return f ? f->name : NULL;
}

#define HOP(member) COLUMN_AT(struct path_hop, member)

GET_NUMBER(get_pc, struct path_hop, v->pc, v->pc)
GET_TEXT(get_function, struct path_hop, function_name(s, v))

static const struct column message[] = {
    {"connection", COLUMN_U32, HOP(connection), .about = "number of its connection"},
    {"sequence", COLUMN_U32, HOP(sequence), .about = "its number in the connection"},
    {"delivery", COLUMN_U64, "cycles", HOP(delivery), .about = "from its send to its receive"},
    {"pc", COLUMN_U32, "address", .get = get_pc, .about = "of the store that reported its send"},
    {"function", COLUMN_TEXT, .get = get_function, .about = "that has `pc`"},
};

static const struct column_list list_message = {
    .name = "parallel-message",
    .about = "A message of the critical path.",
    COLUMNS(message),
};

GET_TEXT(get_hop_process, struct path_hop, group_name(s, v->process))
GET_TEXT(get_hop_node, struct path_hop, node_name(s, v->process))
GET_NUMBER(get_hop_number, struct path_hop, true, identity(s, v->process)->number)
GET_ROW(get_message, struct path_hop, v->leaves, v)

static const struct column hops[] = {
    {"process", COLUMN_TEXT, .get = get_hop_process, .about = "its name; null: it has none"},
    {"node", COLUMN_TEXT, .get = get_hop_node, .about = "where it ran"},
    {"number", COLUMN_U32, .get = get_hop_number, .about = "in the process register"},
    {"from", COLUMN_U64, "cycle", HOP(from), .about = "in which the path enters the process"},
    {"to", COLUMN_U64, "cycle", HOP(to), .about = "in which the path leaves it"},
    {"time", COLUMN_U64, "cycles", HOP(work), .about = "process time between them"},
    {"message", COLUMN_ROW, .get = get_message, .list = &list_message,
     .about = "with which the path leaves; null: it ends there"},
};

static const struct column_list list_path = {
    .name = "parallel-path",
    .about = "Each stretch of the critical path, in order.",
    COLUMNS(hops),
};

/* -- the document -- */

static int each_placement(struct column_source *s, const void *row, column_put *put, void *ctx,
			  struct gno_err *err)
{
	const struct parallel *p = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < p->placements && !rc; i++)
		rc = put(ctx, &p->placement[i], err);
	return rc;
}

static int each_process(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	const struct parallel *p = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < p->h->processes->processes && !rc; i++)
		if (p->h->process[i].used)
			rc = put(ctx, &p->h->process[i], err);
	return rc;
}

static int each_connection(struct column_source *s, const void *row, column_put *put, void *ctx,
			   struct gno_err *err)
{
	const struct parallel *p = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < GNO_CONNECTIONS && !rc; i++)
		if (p->path->connection[i].slack != SPOOL_UNKNOWN)
			rc = put(ctx, &p->path->connection[i], err);
	return rc;
}

static int each_hop(struct column_source *s, const void *row, column_put *put, void *ctx,
		    struct gno_err *err)
{
	const struct parallel *p = row;
	struct path_hop hop;
	bool ended = false;
	uint32_t at = 0;
	int rc = GNO_OK;

	for (s->seen = 0; !rc && path_next(p->path, &at, &ended, &hop); s->seen++)
		if (s->seen < s->rows)
			rc = put(ctx, &hop, err);
	return rc ? rc : spool_check(&p->h->spool, err);
}

GET_NUMBER(get_model, struct parallel, true, s->r->run->model)
GET_NUMBER(get_complete, struct parallel, true, parallel_is_whole(v))
GET_NUMBER(get_unknown, struct parallel, true, v->h->unknown)
GET_NUMBER(get_unsure, struct parallel, true, v->h->unsure)
GET_NUMBER(get_breaks, struct parallel, true, v->h->counts.breaks)
GET_NUMBER(get_alone, struct parallel, true, parallel_alone(v))
GET_NUMBER(get_tachyons, struct parallel, true, v->h->counts.tachyons)
GET_NUMBER(get_undecided, struct parallel, true, v->h->counts.undecided)
GET_NUMBER(get_messages, struct parallel, true, v->h->counts.matched)
GET_NUMBER(get_estimated, struct parallel, true, v->h->estimated)
GET_NUMBER(get_total, struct parallel, true, v->h->total)
GET_NUMBER(get_longest, struct parallel, true, v->path->longest)
GET_NUMBER(get_longest_at_least, struct parallel, true,
	   !parallel_is_whole(v) && parallel_longest_is_least(v))
GET_REAL(get_parallelism, struct parallel, v->path->longest, parallelism(s, v->path->longest))

static const struct column document[] = {
    {"model", COLUMN_BOOL, .get = get_model, .about = "the run is of a model"},
    {NULL, COLUMN_PART, .list = &columns_ticks, .about = "how exact its times are"},
    {"complete", COLUMN_BOOL, .get = get_complete,
     .about = "all of the run is known; else path, slack and placements are those of what was "
	      "seen"},
    {"unknown", COLUMN_U64, "cycles", .get = get_unknown,
     .about = "of nodes of which it is not known which process ran"},
    {"unsure", COLUMN_U64, "cycles", .get = get_unsure, .about = "that may be process time or not"},
    {"breaks", COLUMN_U64, .get = get_breaks,
     .about = "stretches in which writes of nodes may be missing"},
    {"alone", COLUMN_U64, .get = get_alone,
     .about = "sends and receives whose other end is not known"},
    {"tachyons", COLUMN_U64, "messages", .get = get_tachyons,
     .about = "that were received before they were sent"},
    {"undecided", COLUMN_U64, "messages", .get = get_undecided,
     .about = "of several boards: of which the bounds leave open whether they were received after "
	      "they were sent"},
    {"messages", COLUMN_U64, "messages", .get = get_messages,
     .about = "whose send and receive are known"},
    {"estimated", COLUMN_U64, "messages", .get = get_estimated,
     .about = "whose delivery time is an estimate"},
    {"total", COLUMN_U64, "cycles", .get = get_total, .about = "process time of all that count"},
    {"total_at_least", COLUMN_BOOL, .get = get_times_at_least, .about = "`total` may be more"},
    {"longest", COLUMN_U64, "cycles", .get = get_longest, .about = "the longest path"},
    {"longest_at_least", COLUMN_BOOL, .get = get_longest_at_least,
     .about = "`longest` may be more, and is not less"},
    {"parallelism", COLUMN_F64, .get = get_parallelism, .about = "`total` / `longest`"},
    {"placements", COLUMN_ROWS, .list = &list_placements, .each = each_placement,
     .about = "of processes on processors"},
    {"processes", COLUMN_ROWS, .list = &list_processes, .each = each_process, .about = "that ran"},
    {"connections", COLUMN_ROWS, .list = &list_connections, .each = each_connection,
     .about = "with messages"},
    {"path", COLUMN_ROWS, .list = &list_path, .each = each_hop, .about = "the critical one"},
};

const struct column_list columns_parallel = {
    .name = "parallel",
    .about = "What `gnomon parallel --json` prints.",
    COLUMNS(document),
};
