/* SPDX-License-Identifier: Apache-2.0 */
/* The results of event ports and of the operating system as JSON. */
#include "out/json/json.h"
#include "monitor/port_names.h"

static void put_writes(struct builder *b, const struct report_port *port)
{
	struct json_out *o = &b->out;
	char name[32];

	jout_list(o, "events");
	for (size_t i = 0; i < port->events.used; i++) {
		const struct report_count *c = &port->events.slot[i];

		jout_object(o, NULL);
		jout_number(o, "process", c->key >> GNO_PORT_WRITE_BITS);
		jout_number(o, "number", c->key & (GNO_PORT_WRITES - 1));
		jout_text(o, "name", gno_port_name((uint32_t)c->key, name, sizeof(name)));
		jout_number(o, "count", c->count);
		jout_object_end(o);
	}
	jout_list_end(o);
}

/* Points that fired, by their counts. */
static void put_points(struct builder *b, const char *key, const uint64_t *count)
{
	struct json_out *o = &b->out;

	jout_list(o, key);
	for (size_t i = 0; count && i < b->r->points.points; i++) {
		if (!count[i])
			continue;
		jout_object(o, NULL);
		jout_text(o, "name", b->r->points.point[i].name);
		jout_number(o, "count", count[i]);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static void put_process_intervals(struct builder *b, unsigned node, const struct report_process *p)
{
	struct json_out *o = &b->out;

	jout_list(o, "intervals");
	for (size_t i = 0; i < b->r->points.intervals; i++) {
		const struct report_process_interval *v = &p->interval[i];

		if (!v->stats.count && !v->unfinished && !v->unmatched && !v->cut)
			continue;
		jout_object(o, NULL);
		jout_text(o, "name", b->r->points.interval[i].name);
		json_stats(b, &v->stats);
		jout_bool(o, "at_least", report_interval_is_partly(b->r, node, i));
		json_part(b, "own", &v->own);
		json_process_durations(b, v);
		jout_number(o, "unfinished", v->unfinished);
		jout_number(o, "unmatched", v->unmatched);
		jout_number(o, "cut", v->cut);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static void put_processes(struct builder *b, unsigned node, const struct report_port *port)
{
	struct json_out *o = &b->out;

	jout_list(o, "processes");
	for (size_t i = 0; i < port->processes; i++) {
		jout_object(o, NULL);
		jout_number(o, "process", port->process[i].number);
		jout_number(o, "switches", port->process[i].switches);
		jout_number(o, "cycles", port->process[i].clocks);
		json_seconds(b, "seconds", (double)port->process[i].clocks);
		put_points(b, "points", port->process[i].count);
		put_process_intervals(b, node, &port->process[i]);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static void put_pauses(struct builder *b, const struct report_port *port)
{
	struct json_out *o = &b->out;

	jout_object(o, "runnable");
	json_share(b, "mean", (double)port->runnable_sum, (double)port->runnable_clocks);
	jout_number(o, "max", port->runnable_max);
	jout_number(o, "cycles", port->runnable_clocks);
	jout_object_end(o);
	jout_object(o, "paused");
	jout_number(o, "stops", port->stops);
	jout_number(o, "cycles", port->paused);
	jout_bool(o, "exact", port->paused_exact);
	jout_number(o, "unknown", port->pause_unknown);
	jout_number(o, "contradictions", port->pause_odd);
	jout_object_end(o);
}

void json_port(struct builder *b, unsigned node)
{
	const struct report_port *port = &b->r->node[node].port;
	struct json_out *o = &b->out;

	if (!port->writes) {
		jout_null(o, "port");
		return;
	}
	jout_object(o, "port");
	jout_number(o, "writes", port->writes);
	jout_bool(o, "at_least", report_writes_are_partly(b->r, node));
	put_writes(b, port);
	put_processes(b, node, port);
	put_points(b, "points_of_none", port->none);
	jout_number(o, "process_unknown", port->process_unknown);
	jout_number(o, "process_contradictions", port->process_odd);
	jout_bool(o, "process_shared", port->process_shared);
	put_pauses(b, port);
	jout_object_end(o);
}

void json_system(struct builder *b, unsigned node)
{
	const struct report_system *s = &b->r->node[node].system;
	struct json_out *o = &b->out;

	if (!s->present) {
		jout_null(o, "system");
		return;
	}
	jout_object(o, "system");
	jout_bool(o, "at_least", report_is_partly(b->r, node));
	jout_number(o, "system", s->system);
	jout_number(o, "user", s->user);
	jout_number(o, "unknown", s->unknown);
	json_share(b, "share", (double)s->system, (double)(s->system + s->user));
	jout_number(o, "entries", s->entries);
	jout_number(o, "exits", s->exits);
	jout_number(o, "depth", s->depth_max);
	jout_number(o, "assumed", s->assumed);
	jout_number(o, "unmatched", s->unmatched);
	json_pairs(b, "user_ratios", node, s->ratio_samples ? s->ratio[0] : NULL);
	json_pairs(b, "system_ratios", node, s->ratio_samples ? s->ratio[1] : NULL);
	jout_bool(o, "ratios_complete", !s->ratio_incomplete);
	jout_object_end(o);
}
