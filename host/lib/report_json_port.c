/* SPDX-License-Identifier: Apache-2.0 */
/* What event ports tell, the operating system, and marks as JSON. */
#include "report_json.h"
#include "port_names.h"

static json_t *writes_json(struct builder *b, const struct report_port *port)
{
	json_t *list = json_array();
	char name[32];

	for (size_t i = 0; i < port->events.used; i++) {
		const struct report_count *c = &port->events.slot[i];
		json_t *o = json_object();

		json_put_number(b, o, "process", c->key >> 10);
		json_put_number(b, o, "number", c->key & 1023);
		json_put_text(b, o, "name",
			      gno_port_name(c->key >> 6 & 15, c->key & 63, name, sizeof(name)));
		json_put_number(b, o, "count", c->count);
		json_add(b, list, o);
	}
	return list;
}

static json_t *processes_json(struct builder *b, const struct report_port *port)
{
	json_t *list = json_array();

	for (size_t i = 0; i < port->processes; i++) {
		json_t *o = json_object();

		json_put_number(b, o, "process", port->process[i].number);
		json_put_number(b, o, "switches", port->process[i].switches);
		json_put_number(b, o, "cycles", port->process[i].clocks);
		json_put_seconds(b, o, "seconds", (double)port->process[i].clocks);
		json_add(b, list, o);
	}
	return list;
}

json_t *json_port(struct builder *b, unsigned node)
{
	const struct report_port *port = &b->r->node[node].port;
	json_t *runnable, *paused, *o;

	if (!port->writes)
		return json_null();
	o = json_object();
	runnable = json_object();
	paused = json_object();
	json_put_number(b, o, "writes", port->writes);
	json_put(b, o, "events", writes_json(b, port));
	json_put(b, o, "processes", processes_json(b, port));
	json_put_number(b, o, "process_unknown", port->process_unknown);
	json_put_number(b, o, "process_contradictions", port->process_odd);
	json_put(b, o, "process_shared", json_boolean(port->process_shared));
	json_put_share(b, runnable, "mean", (double)port->runnable_sum, (double)port->runnable_clocks);
	json_put_number(b, runnable, "max", port->runnable_max);
	json_put_number(b, runnable, "cycles", port->runnable_clocks);
	json_put(b, o, "runnable", runnable);
	json_put_number(b, paused, "stops", port->stops);
	json_put_number(b, paused, "cycles", port->paused);
	json_put(b, paused, "exact", json_boolean(port->paused_exact));
	json_put_number(b, paused, "unknown", port->pause_unknown);
	json_put_number(b, paused, "contradictions", port->pause_odd);
	json_put(b, o, "paused", paused);
	return o;
}

static json_t *flow_json(struct builder *b, const char *kind, const char *node, const struct report_flow *f)
{
	json_t *o = json_object();

	json_put_text(b, o, "kind", kind);
	json_put_text(b, o, "node", node);
	json_put_number(b, o, "messages", f->count);
	json_put_number(b, o, "bytes", f->bytes);
	json_put_number(b, o, "missing", f->missing);
	json_put_number(b, o, "missing_in_gaps", f->in_gap);
	json_put_number(b, o, "repeated", f->repeated);
	json_put_number(b, o, "late", f->late);
	return o;
}

static json_t *queue_json(struct builder *b, const struct report_queue *q)
{
	json_t *o = json_object();

	json_put_number(b, o, "max", q->max);
	json_put_share(b, o, "mean", (double)q->sum, (double)q->clocks);
	json_put_number(b, o, "received_before", q->surplus);
	return o;
}

json_t *json_messages(struct builder *b)
{
	static const char *const kinds[] = {
	    [REPORT_SEND] = "send", [REPORT_RECEIVE] = "receive", [REPORT_QUEUED] = "message_queued"};
	json_t *list = json_array();

	for (unsigned i = 0; b->r->connection && i < GNO_CONNECTIONS; i++) {
		const struct report_connection *c = &b->r->connection[i];
		json_t *o, *flows;

		if (!c->used)
			continue;
		o = json_object();
		flows = json_array();
		for (unsigned kind = 0; kind < REPORT_MESSAGES; kind++)
			for (unsigned k = 0; c->flow[kind] && k < b->r->m->nodes; k++)
				if (c->flow[kind][k].count)
					json_add(b, flows,
						 flow_json(b, kinds[kind], b->r->m->node[k].name,
							   &c->flow[kind][k]));
		json_put_number(b, o, "connection", i);
		json_put(b, o, "flows", flows);
		json_put(b, o, "transit",
			 c->all[REPORT_SEND].count ? queue_json(b, &c->transit) : json_null());
		json_put(b, o, "queue", c->all[REPORT_QUEUED].count ? queue_json(b, &c->queue) : json_null());
		json_put(b, o, "complete", json_boolean(!b->r->messages_lost));
		json_add(b, list, o);
	}
	return list;
}

json_t *json_marks(struct builder *b)
{
	json_t *list = json_array();
	char name[32];

	for (size_t i = 0; i < b->r->marks; i++) {
		const struct report_mark *m = &b->r->mark[i];
		bool numbered = m->fired.kind == GNO_KIND_DATUM && m->fired.code == GNO_PORT_MARK;
		json_t *o = json_object();

		json_put_number(b, o, "time", m->time);
		json_put_text(b, o, "node", b->r->m->node[m->node].name);
		json_put_text(b, o, "point",
			      numbered ? NULL : report_fired_name(b->r, &m->fired, name, sizeof(name)));
		json_put(b, o, "number", numbered ? json_integer((json_int_t)m->number) : json_null());
		json_add(b, list, o);
	}
	return list;
}

json_t *json_system(struct builder *b, unsigned node)
{
	const struct report_system *s = &b->r->node[node].system;
	json_t *o;

	if (!s->present)
		return json_null();
	o = json_object();
	json_put_number(b, o, "system", s->system);
	json_put_number(b, o, "user", s->user);
	json_put_number(b, o, "unknown", s->unknown);
	json_put_share(b, o, "share", (double)s->system, (double)(s->system + s->user));
	json_put_number(b, o, "entries", s->entries);
	json_put_number(b, o, "exits", s->exits);
	json_put_number(b, o, "depth", s->depth_max);
	json_put_number(b, o, "assumed", s->assumed);
	json_put_number(b, o, "unmatched", s->unmatched);
	json_put(b, o, "user_ratios", s->ratio_samples ? json_pairs(b, node, s->ratio[0]) : json_null());
	json_put(b, o, "system_ratios", s->ratio_samples ? json_pairs(b, node, s->ratio[1]) : json_null());
	json_put(b, o, "ratios_complete", json_boolean(!s->ratio_incomplete));
	return o;
}
