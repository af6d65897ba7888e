/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/messages/traffic.h"
#include "common/json_out.h"

static void put_spread(struct json_out *o, const char *key, const struct traffic_spread *s)
{
	static const unsigned percents[] = {10, 25, 50, 75, 90, 99};
	const struct gno_histogram *h = &s->histogram;

	jout_object(o, key);
	jout_number(o, "count", s->stats.count);
	jout_number(o, "total", s->stats.total);
	jout_number_if(o, "min", s->stats.count, s->stats.min);
	jout_float_if(o, "mean", s->stats.count, gno_stats_mean(&s->stats));
	jout_number_if(o, "max", s->stats.count, s->stats.max);
	jout_list(o, "percentiles");
	for (size_t i = 0; i < sizeof(percents) / sizeof(*percents); i++) {
		uint64_t lo, hi;

		if (!gno_histogram_percentile(&h, 1, percents[i], &lo, &hi))
			continue;
		jout_object(o, NULL);
		jout_number(o, "percent", percents[i]);
		jout_number(o, "lo", lo);
		jout_number(o, "hi", hi);
		jout_object_end(o);
	}
	jout_list_end(o);
	jout_object_end(o);
}

static void put_route(const struct traffic *t, struct json_out *o, const struct traffic_route *v)
{
	double seconds = (double)traffic_cycles(t) / (double)t->r->m->clock_hz;

	jout_object(o, NULL);
	jout_text(o, "from", t->processes->group[v->from].name);
	jout_text(o, "to", t->processes->group[v->to].name);
	jout_list(o, "connections");
	for (unsigned i = 0; i < GNO_CONNECTIONS; i++)
		if (v->connections >> i & 1)
			jout_number(o, NULL, i);
	jout_list_end(o);
	jout_number(o, "messages", v->size.stats.count);
	jout_number(o, "bytes", v->size.stats.total);
	jout_float(o, "messages_per_second", (double)v->size.stats.count / seconds);
	jout_float(o, "bytes_per_second", (double)v->size.stats.total / seconds);
	jout_number(o, "tachyons", v->tachyons);
	jout_number(o, "other_bytes", v->other_bytes);
	put_spread(o, "size", &v->size);
	put_spread(o, "transit", &v->transit);
	jout_list(o, "history");
	for (unsigned i = 0; i < TRAFFIC_PARTS; i++)
		jout_number(o, NULL, v->history[i]);
	jout_list_end(o);
	jout_object_end(o);
}

static void put_receiver(const struct traffic *t, struct json_out *o,
			 const struct traffic_receiver *v)
{
	jout_object(o, NULL);
	jout_text(o, "process", t->processes->group[v->group].name);
	jout_number(o, "queued", v->queued);
	jout_object(o, "queue");
	jout_number(o, "max", v->queue.most);
	jout_float(o, "mean", (double)v->queue.sum / (double)traffic_cycles(t));
	jout_object_end(o);
	put_spread(o, "wait", &v->wait);
	put_spread(o, "blocked", &v->blocked);
	jout_object_end(o);
}

static void put_alone(const struct traffic *t, struct json_out *o)
{
	jout_list(o, "alone");
	for (unsigned c = 0; c < GNO_CONNECTIONS; c++)
		for (unsigned fate = 0; fate < MESSAGE_FATES; fate++)
			for (unsigned why = 0; why < MESSAGE_REASONS; why++) {
				if (!t->alone[fate][why][c])
					continue;
				jout_object(o, NULL);
				jout_number(o, "connection", c);
				jout_text(o, "event", message_fate_name(fate));
				jout_text(o, "reason", message_reason_key(why));
				jout_number(o, "count", t->alone[fate][why][c]);
				jout_object_end(o);
			}
	jout_list_end(o);
}

void traffic_json(const struct traffic *t, FILE *f)
{
	struct json_out o = {.f = f};

	jout_object(&o, NULL);
	jout_number(&o, "from", t->from);
	jout_number(&o, "to", t->to);
	jout_number(&o, "clock_hz", t->r->m->clock_hz);
	jout_bool(&o, "model", t->r->run->model);
	jout_number(&o, "breaks", t->breaks);
	jout_bool(&o, "complete", !t->breaks);
	jout_number(&o, "messages", t->messages);
	jout_number(&o, "bytes", t->bytes);
	jout_number(&o, "tachyons", t->tachyons);
	jout_list(&o, "routes");
	for (size_t i = 0; i < t->routes; i++)
		put_route(t, &o, &t->route[i]);
	jout_list_end(&o);
	jout_list(&o, "receivers");
	for (size_t i = 0; i < t->receivers; i++)
		put_receiver(t, &o, &t->receiver[i]);
	jout_list_end(&o);
	put_alone(t, &o);
	jout_object_end(&o);
	fputc('\n', f);
}
