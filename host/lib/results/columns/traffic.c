/* SPDX-License-Identifier: Apache-2.0 */
/* Who sent how much to whom: what `gnomon messages --json` prints. */
#include "passes/messages/traffic.h"

#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"
#include "results/columns/traffic.h"

static const struct traffic *of(const struct column_source *s)
{
	return s->of;
}

static const char *group_name(const struct column_source *s, unsigned group)
{
	return of(s)->processes->group[group].name;
}

/* -- how a number is distributed -- */

struct percentile_row {
	unsigned percent;
	uint64_t lo, hi;
};

#define PERCENTILE(member) COLUMN_AT(struct percentile_row, member)

static const struct column percentiles[] = {
    {"percent", COLUMN_U32, PERCENTILE(percent), .about = "of all that it is not below"},
    {"lo", COLUMN_U64, PERCENTILE(lo), .about = "at least"},
    {"hi", COLUMN_U64, PERCENTILE(hi), .about = "at most"},
};

static const struct column_list list_percentiles = {
    .name = "traffic-percentiles",
    .about = "Each percentile, if there is any number.",
    COLUMNS(percentiles),
};

static int each_percentile(struct column_source *s, const void *row, column_put *put, void *ctx,
			   struct gno_err *err)
{
	static const unsigned percents[] = {10, 25, 50, 75, 90, 99};
	const struct gno_histogram *h = &((const struct traffic_spread *)row)->histogram;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < sizeof(percents) / sizeof(*percents) && !rc; i++) {
		struct percentile_row v = {.percent = percents[i]};

		if (gno_histogram_percentile(&h, 1, v.percent, &v.lo, &v.hi))
			rc = put(ctx, &v, err);
	}
	return rc;
}

#define STATS struct gno_stats

GET_NUMBER(get_min, STATS, v->count, v->min)
GET_REAL(get_mean, STATS, v->count, gno_stats_mean(v))
GET_NUMBER(get_max, STATS, v->count, v->max)

static const struct column stats[] = {
    {"count", COLUMN_U64, COLUMN_AT(STATS, count), .about = "how many numbers there are"},
    {"total", COLUMN_U64, COLUMN_AT(STATS, total), .about = "their sum; 2^64 - 1: that or more"},
    {"min", COLUMN_U64, .get = get_min, .about = "the smallest"},
    {"mean", COLUMN_F64, .get = get_mean, .about = "of all"},
    {"max", COLUMN_U64, .get = get_max, .about = "the largest"},
};

const struct column_list columns_spread = {
    .name = "traffic-statistics",
    .about = "Statistics of a number.",
    COLUMNS(stats),
};

GET_NUMBER(get_bound, struct traffic_spread, v->bound, v->bound)

static const struct column spread[] = {
    {NULL, COLUMN_PART, COLUMN_AT(struct traffic_spread, stats), .list = &columns_spread,
     .about = "of all"},
    {"bound", COLUMN_U32, "cycles", .get = get_bound,
     .about = "by which each of them can be wrong at most; null: they are exact"},
    {"percentiles", COLUMN_ROWS, .list = &list_percentiles, .each = each_percentile,
     .about = "between two numbers each"},
};

static const struct column_list list_spread = {
    .name = "traffic-spread",
    .about = "How a number is distributed.",
    COLUMNS(spread),
};

/* -- routes -- */

#define ROUTE struct traffic_route
#define ROUTE_AT(member) COLUMN_AT(ROUTE, member)

static int each_connection(struct column_source *s, const void *row, column_put *put, void *ctx,
			   struct gno_err *err)
{
	const ROUTE *route = row;
	int rc = GNO_OK;

	(void)s;
	for (uint64_t i = 0; i < GNO_CONNECTIONS && !rc; i++)
		if (route->connections >> i & 1)
			rc = put(ctx, &i, err);
	return rc;
}

static int each_part(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	(void)s;
	return columns_put_numbers(((const ROUTE *)row)->history, TRAFFIC_PARTS, put, ctx, err);
}

static double per_second(const struct column_source *s, uint64_t number)
{
	return (double)number / ((double)traffic_cycles(of(s)) / (double)s->r->m->clock_hz);
}

GET_TEXT(get_from, ROUTE, group_name(s, v->from))
GET_TEXT(get_to, ROUTE, group_name(s, v->to))
GET_REAL(get_messages, ROUTE, true, per_second(s, v->size.stats.count))
GET_REAL(get_bytes, ROUTE, true, per_second(s, v->size.stats.total))

static const struct column routes[] = {
    {"from", COLUMN_TEXT, .get = get_from, .about = "the process that sends"},
    {"to", COLUMN_TEXT, .get = get_to, .about = "the process that receives"},
    {"connections", COLUMN_ROWS, .list = &columns_numbers, .each = each_connection,
     .about = "that they use"},
    {"messages", COLUMN_U64, "messages", ROUTE_AT(size.stats.count), .about = "how many"},
    {"bytes", COLUMN_U64, "bytes", ROUTE_AT(size.stats.total), .about = "of these"},
    {"messages_per_second", COLUMN_F64, "1/s", .get = get_messages, .about = "of all the time"},
    {"bytes_per_second", COLUMN_F64, "bytes/s", .get = get_bytes, .about = "likewise"},
    {"tachyons", COLUMN_U64, "messages", ROUTE_AT(tachyons),
     .about = "that were received in an earlier cycle than they were sent"},
    {"other_bytes", COLUMN_U64, "messages", ROUTE_AT(other_bytes),
     .about = "of which the receive states other bytes"},
    {"size", COLUMN_ROW, ROUTE_AT(size), .list = &list_spread, .about = "bytes of a message"},
    {"transit", COLUMN_ROW, ROUTE_AT(transit), .list = &list_spread,
     .about = "cycles from the send to the receive, but for tachyons"},
    {"history", COLUMN_ROWS, .list = &columns_numbers, .each = each_part,
     .about = "receives in equal parts of the time"},
};

static const struct column_list list_routes = {
    .name = "traffic-routes",
    .about = "Each process that sends to another one; the most bytes first.",
    COLUMNS(routes),
};

static int each_route(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct traffic *t = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < t->routes && !rc; i++)
		rc = put(ctx, &t->route[i], err);
	return rc;
}

/* -- receivers -- */

GET_NUMBER(get_queue_max, struct columns_queue, true, v->of->most)
GET_REAL(get_queue_mean, struct columns_queue, true, (double)v->of->sum / (double)v->cycles)

static const struct column queue[] = {
    {"max", COLUMN_U64, "messages", .get = get_queue_max, .about = "most at one time"},
    {"mean", COLUMN_F64, "messages", .get = get_queue_mean, .about = "over all the time"},
};

const struct column_list columns_queue = {
    .name = "traffic-queue",
    .about = "How many messages of a process wait.",
    COLUMNS(queue),
};

struct receiver_row {
	const struct traffic_receiver *of;
	struct columns_queue queue;
};

GET_TEXT(get_process, struct receiver_row, group_name(s, v->of->group))
GET_NUMBER(get_queued, struct receiver_row, true, v->of->queued)
GET_ROW(get_wait, struct receiver_row, true, &v->of->wait)
GET_ROW(get_blocked, struct receiver_row, true, &v->of->blocked)

static const struct column receivers[] = {
    {"process", COLUMN_TEXT, .get = get_process, .about = "that receives"},
    {"queued", COLUMN_U64, "messages", .get = get_queued,
     .about = "with a `message_queued`; others arrive as they are sent"},
    {"queue", COLUMN_ROW, COLUMN_AT(struct receiver_row, queue), .list = &columns_queue,
     .about = "that wait"},
    {"wait", COLUMN_ROW, .get = get_wait, .list = &list_spread,
     .about = "cycles from the arrival to the receive"},
    {"blocked", COLUMN_ROW, .get = get_blocked, .list = &list_spread,
     .about = "cycles from the call of the receive to the receive"},
};

static const struct column_list list_receivers = {
    .name = "traffic-receivers",
    .about = "Each process that receives; the most messages first.",
    COLUMNS(receivers),
};

static int each_receiver(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const struct traffic *t = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < t->receivers && !rc; i++) {
		const struct traffic_receiver *v = &t->receiver[i];

		rc = put(ctx, &(struct receiver_row){v, {&v->queue, traffic_cycles(t)}}, err);
	}
	return rc;
}

/* -- sends and receives that belong to none -- */

#define ALONE struct columns_alone

GET_TEXT(get_event, ALONE, message_fate_name(v->fate))
GET_TEXT(get_reason, ALONE, message_reason_key(v->reason))

static const struct column alone[] = {
    {"event", COLUMN_TEXT, .get = get_event, .about = "`send`, `receive` or `queued`"},
    {"reason", COLUMN_TEXT, .get = get_reason, .about = "why they have no other end"},
    {"count", COLUMN_U64, "messages", COLUMN_AT(ALONE, count), .about = "how many"},
};

const struct column_list columns_alone = {
    .name = "traffic-alone-counts",
    .about = "How many sends or receives have no other end, and why.",
    COLUMNS(alone),
};

GET_ROW(get_alone, ALONE, true, v)
GET_TEXT(get_reason_text, ALONE, message_reason_text(v->reason))

static const struct column page_alone[] = {
    {NULL, COLUMN_PART, .get = get_alone, .list = &columns_alone, .about = "of all connections"},
    {"text", COLUMN_TEXT, .get = get_reason_text, .about = "`reason` in words"},
};

const struct column_list columns_page_alone = {
    .name = "page-alone",
    .about = "`alone` of `messages` in `data.json` of a page.",
    COLUMNS(page_alone),
};

struct alone_row {
	unsigned connection;
	ALONE of;
};

static const struct column alone_by_connection[] = {
    {"connection", COLUMN_U32, COLUMN_AT(struct alone_row, connection), .about = "its number"},
    {NULL, COLUMN_PART, COLUMN_AT(struct alone_row, of), .list = &columns_alone,
     .about = "of this connection"},
};

static const struct column_list list_alone = {
    .name = "traffic-alone",
    .about = "Sends and receives without the other end.",
    COLUMNS(alone_by_connection),
};

static int each_alone_of(const struct traffic *t, unsigned c, column_put *put, void *ctx,
			 struct gno_err *err)
{
	int rc = GNO_OK;

	for (unsigned i = 0; i < MESSAGE_FATES * MESSAGE_REASONS && !rc; i++) {
		const unsigned fate = i / MESSAGE_REASONS, why = i % MESSAGE_REASONS;
		const struct alone_row v = {c, {fate, why, t->alone[fate][why][c]}};

		if (v.of.count)
			rc = put(ctx, &v, err);
	}
	return rc;
}

static int each_alone(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	int rc = GNO_OK;

	(void)s;
	for (unsigned c = 0; c < GNO_CONNECTIONS && !rc; c++)
		rc = each_alone_of(row, c, put, ctx, err);
	return rc;
}

/* -- single processes, and what each sent to each other one: of the page -- */

#define ENDPOINT struct columns_endpoint
#define ENDPOINT_AT(member) COLUMN_AT(ENDPOINT, member)

GET_ROW(get_endpoint_queue, ENDPOINT, v->queue, v->queue)

static const struct column endpoints[] = {
    {"process", COLUMN_TEXT, ENDPOINT_AT(process), .about = "its name"},
    {"node", COLUMN_TEXT, ENDPOINT_AT(node), .about = "where it ran"},
    {"number", COLUMN_U32, ENDPOINT_AT(number), .about = "in the process register"},
    {"queue", COLUMN_ROW, .get = get_endpoint_queue, .list = &columns_queue, .optional = true,
     .about = "of messages of all senders, if there are any"},
};

const struct column_list columns_page_endpoints = {
    .name = "page-endpoints",
    .about = "`endpoints` of `messages` in `data.json` of a page.",
    COLUMNS(endpoints),
};

#define PAIR struct columns_pair
#define PAIR_AT(member) COLUMN_AT(PAIR, member)

GET_ROW(get_pair_transit, PAIR, true, v->transit)

static const struct column pairs[] = {
    {"from", COLUMN_U64, PAIR_AT(from), .about = "place in `endpoints` of the process that sends"},
    {"to", COLUMN_U64, PAIR_AT(to), .about = "place of the process that receives"},
    {"messages", COLUMN_U64, "messages", PAIR_AT(messages), .about = "how many"},
    {"bytes", COLUMN_U64, "bytes", PAIR_AT(bytes), .about = "of these"},
    {"tachyons", COLUMN_U64, "messages", PAIR_AT(tachyons),
     .about = "that were received in an earlier cycle than they were sent"},
    {"transit", COLUMN_ROW, .get = get_pair_transit, .list = &columns_spread,
     .about = "cycles from the send to the receive, but for tachyons"},
    {"queue", COLUMN_ROW, PAIR_AT(queue), .list = &columns_queue,
     .about = "of these messages, in that of the receiver"},
};

const struct column_list columns_page_pairs = {
    .name = "page-pairs",
    .about = "`pairs` of `messages` in `data.json` of a page, without what it draws over time.",
    COLUMNS(pairs),
};

/* -- the document -- */

#define TRAFFIC struct traffic
#define ALL(member) COLUMN_AT(TRAFFIC, member)

GET_NUMBER(get_clock_hz, TRAFFIC, true, s->r->m->clock_hz)
GET_NUMBER(get_model, TRAFFIC, true, s->r->run->model)
GET_NUMBER(get_complete, TRAFFIC, true, !v->breaks)

static const struct column document[] = {
    {"from", COLUMN_U64, "cycle", ALL(from), .about = "first one"},
    {"to", COLUMN_U64, "cycle", ALL(to), .about = "last one"},
    {"clock_hz", COLUMN_U64, "Hz", .get = get_clock_hz, .about = "the monitor's clock"},
    {"model", COLUMN_BOOL, .get = get_model,
     .about = "the monitor was a simulated model of itself"},
    {NULL, COLUMN_PART, .list = &columns_ticks, .about = "how exact its times are"},
    {"breaks", COLUMN_U64, ALL(breaks),
     .about = "stretches of the run in which writes of nodes may be missing"},
    {"complete", COLUMN_BOOL, .get = get_complete, .about = "there are none"},
    {"messages", COLUMN_U64, "messages", ALL(messages), .about = "that were received"},
    {"bytes", COLUMN_U64, "bytes", ALL(bytes), .about = "of these"},
    {"tachyons", COLUMN_U64, "messages", ALL(tachyons),
     .about = "that were received in an earlier cycle than they were sent"},
    {"between", COLUMN_U64, "messages", ALL(between),
     .about = "of a run of several boards: that were sent from one to another"},
    {"undecided", COLUMN_U64, "messages", ALL(undecided),
     .about =
	 "of these: the bounds leave open whether they were received after they were sent, and "
	 "the declared floor does not decide it"},
    {"below_floor", COLUMN_U64, "messages", ALL(below_floor),
     .about =
	 "likewise: that took less than the declared floor, by more than the bounds: the floor "
	 "or a bound is false"},
    {"routes", COLUMN_ROWS, .list = &list_routes, .each = each_route, .about = "who sends to whom"},
    {"receivers", COLUMN_ROWS, .list = &list_receivers, .each = each_receiver,
     .about = "how long messages wait"},
    {"alone", COLUMN_ROWS, .list = &list_alone, .each = each_alone,
     .about = "sends and receives that belong to none"},
};

const struct column_list columns_traffic = {
    .name = "traffic",
    .about = "What `gnomon messages --json` prints.",
    COLUMNS(document),
};
