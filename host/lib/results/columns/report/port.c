/* SPDX-License-Identifier: Apache-2.0 */
/* The results of the event port of a node, and of its operating system, in `gnomon report --json`.
 */
#include "monitor/port_names.h"
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/report/durations.h"
#include "results/columns/report/ratios.h"
#include "results/columns/shared.h"

#define COUNT struct report_count

/* -- writes by their events -- */

static const char *event_of(struct column_source *s, const COUNT *v)
{
	return gno_port_name((uint32_t)v->key, s->name, sizeof(s->name));
}

GET_NUMBER(get_writer, COUNT, true, v->key >> GNO_PORT_WRITE_BITS)
GET_NUMBER(get_event, COUNT, true, v->key &(GNO_PORT_WRITES - 1))
GET_TEXT(get_event_name, COUNT, event_of(s, v))

static const struct column writes[] = {
    {"process", COLUMN_U32, .get = get_writer, .about = "that wrote"},
    {"number", COLUMN_U32, .get = get_event, .about = "of the event: 64 * page + word"},
    {"name", COLUMN_TEXT, .get = get_event_name, .about = "of the event"},
    {"count", COLUMN_U64, "records", COLUMN_AT(COUNT, count), .about = "how often"},
};

static const struct column_list list_writes = {
    .name = "report-port-events",
    .about = "Each event that a process wrote to the port.",
    COLUMNS(writes),
};

static int each_write(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct report_port *port = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < port->events.used && !rc; i++)
		rc = put(ctx, &port->events.slot[i], err);
	return rc;
}

/* -- points that fired, by their counts -- */

static const struct column points[] = {
    {"name", COLUMN_TEXT, COLUMN_AT(struct column_count, name), .about = "of the point"},
    {"count", COLUMN_U64, "records", COLUMN_AT(struct column_count, number),
     .about = "how often it fired"},
};

static const struct column_list list_points = {
    .name = "report-port-points",
    .about = "Each point that fired meanwhile.",
    COLUMNS(points),
};

static int each_point(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const uint64_t *count = row;
	int rc = GNO_OK;

	for (size_t i = 0; count && i < s->r->points.points && !rc; i++)
		if (count[i])
			rc = put(ctx, &(struct column_count){s->r->points.point[i].name, count[i]},
				 err);
	return rc;
}

/* -- intervals of a process -- */

struct process_interval_row {
	size_t interval;
	const struct report_process_interval *of;
	struct columns_durations durations;
};

#define INTERVAL(name, value) GET_NUMBER(name, struct process_interval_row, true, value)

GET_TEXT(get_interval, struct process_interval_row, s->r->points.interval[v->interval].name)
GET_ROW(get_stats, struct process_interval_row, true, &v->of->stats)
INTERVAL(get_at_least, report_interval_is_partly(s->r, s->node, v->interval))
GET_ROW(get_own, struct process_interval_row, true, &v->of->own)
INTERVAL(get_unfinished, v->of->unfinished)
INTERVAL(get_unmatched, v->of->unmatched)
INTERVAL(get_cut, v->of->cut)

static const struct column intervals[] = {
    {"name", COLUMN_TEXT, .get = get_interval, .about = "its name in the experiment"},
    {NULL, COLUMN_PART, .get = get_stats, .list = &columns_stats,
     .about = "of those of which both ends fired while the process ran"},
    {"at_least", COLUMN_BOOL, .get = get_at_least, .about = "there may have been more"},
    {"own", COLUMN_ROW, .get = get_own, .list = &columns_stats,
     .about = "of these the cycles for which the process ran"},
    {NULL, COLUMN_PART, COLUMN_AT(struct process_interval_row, durations),
     .list = &columns_durations, .about = "of the same"},
    {"unfinished", COLUMN_U64, .get = get_unfinished,
     .about = "that began, and the run ended first"},
    {"unmatched", COLUMN_U64, .get = get_unmatched, .about = "ends without a begin"},
    {"cut", COLUMN_U64, .get = get_cut,
     .about = "of which a gap, hole or load may hide the other end"},
};

static const struct column_list list_intervals = {
    .name = "report-port-intervals",
    .about = "Each interval that occurred in a process.",
    COLUMNS(intervals),
};

static bool occurred(const struct report_process_interval *v)
{
	return v->stats.count || v->unfinished || v->unmatched || v->cut;
}

static int each_interval(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const struct report_process *process = row;
	int rc = GNO_OK;

	for (size_t i = 0; i < s->r->points.intervals && !rc; i++) {
		const struct report_process_interval *of = &process->interval[i];

		if (occurred(of))
			rc = put(ctx,
				 &(struct process_interval_row){
				     i, of, columns_durations_of(s, i, s->node, of)},
				 err);
	}
	return rc;
}

/* -- processes -- */

#define PROCESS(member) COLUMN_AT(struct report_process, member)

GET_ROW(get_process_points, struct report_process, true, v->count)

static const struct column processes[] = {
    {"process", COLUMN_U32, PROCESS(number), .about = "its number"},
    {"switches", COLUMN_U64, PROCESS(switches), .about = "how often the port named it"},
    {"cycles", COLUMN_U64, "cycles", PROCESS(clocks),
     .about = "for which it ran, as far as that is known"},
    {"seconds", COLUMN_SECONDS, "s", PROCESS(clocks), .about = "`cycles` in seconds"},
    {"points", COLUMN_ROWS, .get = get_process_points, .list = &list_points, .each = each_point,
     .about = "that fired while it ran"},
    {"intervals", COLUMN_ROWS, .list = &list_intervals, .each = each_interval,
     .about = "that occurred in it"},
};

static const struct column_list list_processes = {
    .name = "report-port-processes",
    .about = "Each process of a node.",
    COLUMNS(processes),
};

static int each_process(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	const struct report_port *port = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < port->processes && !rc; i++)
		rc = put(ctx, &port->process[i], err);
	return rc;
}

/* -- runnable processes, and pauses -- */

#define PORT(member) COLUMN_AT(struct report_port, member)

GET_REAL(get_mean, struct report_port, v->runnable_clocks,
	 (double)v->runnable_sum / (double)v->runnable_clocks)

static const struct column runnable[] = {
    {"mean", COLUMN_F64, "processes", .get = get_mean, .about = "over these cycles"},
    {"max", COLUMN_U32, "processes", PORT(runnable_max), .about = "the most"},
    {"cycles", COLUMN_U64, "cycles", PORT(runnable_clocks), .about = "of which it is known"},
};

static const struct column_list list_runnable = {
    .name = "report-port-runnable",
    .about = "How many processes could run.",
    COLUMNS(runnable),
};

static const struct column paused[] = {
    {"stops", COLUMN_U64, PORT(stops), .about = "how often"},
    {"cycles", COLUMN_U64, "cycles", PORT(paused), .about = "for how long, at least"},
    {"exact", COLUMN_BOOL, PORT(paused_exact), .about = "exactly so long"},
    {"unknown", COLUMN_U64, "cycles", PORT(pause_unknown),
     .about = "of which it is not known whether time was stopped"},
    {"contradictions", COLUMN_U64, "records", PORT(pause_odd),
     .about = "that contradict the ones before them"},
};

static const struct column_list list_paused = {
    .name = "report-port-paused",
    .about = "When the program stopped the node's time.",
    COLUMNS(paused),
};

/* -- the port -- */

GET_NUMBER(get_writes_at_least, struct report_port, true, report_writes_are_partly(s->r, s->node))
GET_ROW(get_none, struct report_port, true, v->none)
GET_ROW(get_all, struct report_port, true, v)

static const struct column port[] = {
    {"writes", COLUMN_U64, "records", PORT(writes), .about = "how many"},
    {"at_least", COLUMN_BOOL, .get = get_writes_at_least, .about = "there may have been more"},
    {"events", COLUMN_ROWS, .list = &list_writes, .each = each_write, .about = "what was written"},
    {"processes", COLUMN_ROWS, .list = &list_processes, .each = each_process,
     .about = "that the port named"},
    {"points_of_none", COLUMN_ROWS, .get = get_none, .list = &list_points, .each = each_point,
     .about = "that fired while it was not known which process ran"},
    {"process_unknown", COLUMN_U64, "cycles", PORT(process_unknown),
     .about = "of which the process is not known"},
    {"process_contradictions", COLUMN_U64, "records", PORT(process_odd),
     .about = "that contradict the switches before them"},
    {"process_shared", COLUMN_BOOL, PORT(process_shared), .about = "processes share their times"},
    {"runnable", COLUMN_ROW, .get = get_all, .list = &list_runnable,
     .about = "as the program said"},
    {"paused", COLUMN_ROW, .get = get_all, .list = &list_paused, .about = "as it said, too"},
};

static bool has_writes(const void *row)
{
	return ((const struct report_port *)row)->writes;
}

const struct column_list columns_port = {
    .name = "report-port",
    .about = "The event port of a node.",
    COLUMNS(port),
    .there = has_writes,
};

/* -- the operating system -- */

#define SYSTEM(member) COLUMN_AT(struct report_system, member)

GET_NUMBER(get_system_at_least, struct report_system, true, report_is_partly(s->r, s->node))
GET_REAL(get_share, struct report_system, v->system + v->user > 0,
	 (double)v->system / (double)(v->system + v->user))
GET_ROW(get_user_ratios, struct report_system, v->ratio_samples, v->ratio[0])
GET_ROW(get_system_ratios, struct report_system, v->ratio_samples, v->ratio[1])
GET_NUMBER(get_ratios_complete, struct report_system, true, !v->ratio_incomplete)

#define RATIOS .list = &columns_pairs, .each = columns_each_pair

static const struct column system_columns[] = {
    {"at_least", COLUMN_BOOL, .get = get_system_at_least, .about = "there may have been more"},
    {"system", COLUMN_U64, "cycles", SYSTEM(system), .about = "in it"},
    {"user", COLUMN_U64, "cycles", SYSTEM(user), .about = "outside of it"},
    {"unknown", COLUMN_U64, "cycles", SYSTEM(unknown), .about = "of which it is not known"},
    {"share", COLUMN_F64, .get = get_share, .about = "of the cycles that are known in it"},
    {"entries", COLUMN_U64, SYSTEM(entries), .about = "into it"},
    {"exits", COLUMN_U64, SYSTEM(exits), .about = "out of it"},
    {"depth", COLUMN_U32, SYSTEM(depth_max), .about = "most entries that were open"},
    {"assumed", COLUMN_U64, SYSTEM(assumed),
     .about = "entries and exits after a time without records, taken as not nested"},
    {"unmatched", COLUMN_U64, SYSTEM(unmatched), .about = "exits without an entry"},
    {"user_ratios", COLUMN_ROWS, .get = get_user_ratios, RATIOS,
     .about = "of samples outside of it; null: no sample is known to be on one side"},
    {"system_ratios", COLUMN_ROWS, .get = get_system_ratios, RATIOS, .about = "of samples in it"},
    {"ratios_complete", COLUMN_BOOL, .get = get_ratios_complete,
     .about = "no counts lie on both sides"},
};

static bool is_there(const void *row)
{
	return ((const struct report_system *)row)->present;
}

const struct column_list columns_system = {
    .name = "report-system",
    .about = "Time in the operating system of a node.",
    COLUMNS(system_columns),
    .there = is_there,
};
