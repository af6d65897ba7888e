/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/parallel/parallel.h"
#include "common/json_out.h"

static void put_ratio(const struct parallel *p, struct json_out *o, uint64_t longest)
{
	jout_float_if(o, "parallelism", longest != 0,
		      longest ? (double)p->h->total / (double)longest : 0);
}

static void put_process(const struct parallel *p, struct json_out *o, size_t i)
{
	const struct history_process *v = &p->h->process[i];
	const struct process *id = &p->h->processes->process[i];

	jout_object(o, NULL);
	jout_text(o, "process", p->h->processes->group[id->group].name);
	jout_text(o, "node", p->h->r->m->node[id->node].name);
	jout_number(o, "number", id->number);
	jout_bool(o, "idle", v->idle);
	jout_number(o, "time", v->total);
	jout_bool(o, "at_least", !parallel_times_are_whole(p));
	jout_number(o, "waited", v->waited);
	jout_number_if(o, "critical", !v->idle, p->path->process[i].on);
	jout_number_if(o, "slack", !v->idle && parallel_is_whole(p), p->path->process[i].slack);
	jout_object_end(o);
}

static void put_placement(const struct parallel *p, struct json_out *o, const struct placement *l)
{
	jout_object(o, NULL);
	jout_text(o, "placement", l->what);
	jout_number(o, "longest", l->longest);
	put_ratio(p, o, l->longest);
	jout_list(o, "processors");
	for (size_t i = 0; i < l->processors; i++) {
		jout_object(o, NULL);
		jout_text(o, "processor", parallel_processor(p, l, i));
		jout_number(o, "busy", l->busy[i]);
		jout_bool(o, "at_least", !parallel_times_are_whole(p));
		jout_object_end(o);
	}
	jout_list_end(o);
	jout_object_end(o);
}

static void put_hop(const struct parallel *p, struct json_out *o, const struct path_hop *hop)
{
	const struct process *id = &p->h->processes->process[hop->process];
	const struct gno_pattern_function *f =
	    hop->pc ? report_function_at(p->h->r, hop->pc) : NULL;

	jout_object(o, NULL);
	jout_text(o, "process", p->h->processes->group[id->group].name);
	jout_text(o, "node", p->h->r->m->node[id->node].name);
	jout_number(o, "number", id->number);
	jout_number(o, "from", hop->from);
	jout_number(o, "to", hop->to);
	jout_number(o, "time", hop->work);
	if (hop->leaves) {
		jout_object(o, "message");
		jout_number(o, "connection", hop->connection);
		jout_number(o, "sequence", hop->sequence);
		jout_number(o, "delivery", hop->delivery);
		jout_number_if(o, "pc", hop->pc != 0, hop->pc);
		jout_text(o, "function", f ? f->name : NULL);
		jout_object_end(o);
	} else {
		jout_null(o, "message");
	}
	jout_object_end(o);
}

static void put_path(const struct parallel *p, struct json_out *o)
{
	struct path_hop hop;
	bool ended = false;
	uint32_t at = 0;

	jout_list(o, "path");
	while (path_next(p->path, &at, &ended, &hop))
		put_hop(p, o, &hop);
	jout_list_end(o);
}

void parallel_json(const struct parallel *p, FILE *f)
{
	struct json_out o = {.f = f};

	jout_object(&o, NULL);
	jout_bool(&o, "model", p->h->r->run->model);
	jout_bool(&o, "complete", parallel_is_whole(p));
	jout_number(&o, "unknown", p->h->unknown);
	jout_number(&o, "unsure", p->h->unsure);
	jout_number(&o, "breaks", p->h->counts.breaks);
	jout_number(&o, "alone", parallel_alone(p));
	jout_number(&o, "tachyons", p->h->counts.tachyons);
	jout_number(&o, "messages", p->h->counts.matched);
	jout_number(&o, "estimated", p->h->estimated);
	jout_number(&o, "total", p->h->total);
	jout_bool(&o, "total_at_least", !parallel_times_are_whole(p));
	jout_number(&o, "longest", p->path->longest);
	jout_bool(&o, "longest_at_least", !parallel_is_whole(p) && parallel_longest_is_least(p));
	put_ratio(p, &o, p->path->longest);
	jout_list(&o, "placements");
	for (unsigned i = 0; i < p->placements; i++)
		put_placement(p, &o, &p->placement[i]);
	jout_list_end(&o);
	jout_list(&o, "processes");
	for (size_t i = 0; i < p->h->processes->processes; i++)
		if (p->h->process[i].used)
			put_process(p, &o, i);
	jout_list_end(&o);
	jout_list(&o, "connections");
	for (unsigned i = 0; i < GNO_CONNECTIONS; i++) {
		const struct path_connection *c = &p->path->connection[i];

		if (c->slack == SPOOL_UNKNOWN)
			continue;
		jout_object(&o, NULL);
		jout_number(&o, "connection", i);
		jout_number(&o, "critical_messages", c->messages);
		jout_number(&o, "critical_delivery", c->delivery);
		jout_number_if(&o, "slack", parallel_is_whole(p), c->slack);
		jout_object_end(&o);
	}
	jout_list_end(&o);
	put_path(p, &o);
	jout_object_end(&o);
	fputc('\n', f);
}
