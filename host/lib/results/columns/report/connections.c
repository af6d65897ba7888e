/* SPDX-License-Identifier: Apache-2.0 */
/* The connections in `gnomon report --json`: how many messages, and how many waited. */
#include "results/columns/documents.h"
#include "results/columns/get.h"

/* -- messages of a kind at a node -- */

struct flow_row {
	enum report_message kind;
	unsigned node;
	const struct report_flow *flow;
};

static const char *const kinds[] = {
    [REPORT_SEND] = "send", [REPORT_RECEIVE] = "receive", [REPORT_QUEUED] = "message_queued"};

#define FLOW_NUMBER(name, value) GET_NUMBER(name, struct flow_row, true, value)

GET_TEXT(get_kind, struct flow_row, kinds[v->kind])
GET_TEXT(get_node, struct flow_row, s->r->m->node[v->node].name)
FLOW_NUMBER(get_at_least, report_is_partly(s->r, v->node))
FLOW_NUMBER(get_messages, v->flow->count)
FLOW_NUMBER(get_bytes, v->flow->bytes)
FLOW_NUMBER(get_missing, v->flow->missing)
FLOW_NUMBER(get_in_gaps, v->flow->in_gap)
FLOW_NUMBER(get_repeated, v->flow->repeated)
FLOW_NUMBER(get_late, v->flow->late)

static const struct column flows[] = {
    {"kind", COLUMN_TEXT, .get = get_kind, .about = "`send`, `receive` or `message_queued`"},
    {"node", COLUMN_TEXT, .get = get_node, .about = "where"},
    {"at_least", COLUMN_BOOL, .get = get_at_least, .about = "there may have been more"},
    {"messages", COLUMN_U64, "messages", .get = get_messages, .about = "how many"},
    {"bytes", COLUMN_U64, "bytes", .get = get_bytes, .about = "that they state"},
    {"missing", COLUMN_U64, "messages", .get = get_missing,
     .about = "sequence numbers left out where no record was lost"},
    {"missing_in_gaps", COLUMN_U64, "messages", .get = get_in_gaps,
     .about = "sequence numbers left out where records were lost"},
    {"repeated", COLUMN_U64, "messages", .get = get_repeated,
     .about = "whose sequence number had come already"},
    {"late", COLUMN_U64, "messages", .get = get_late, .about = "that came after a later one"},
};

static const struct column_list list_flows = {
    .name = "report-connections-flows",
    .about = "Messages of a kind at a node, where there are any.",
    COLUMNS(flows),
};

static int each_flow(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct report_connection *c = row;
	int rc = GNO_OK;

	for (unsigned kind = 0; kind < REPORT_MESSAGES; kind++)
		for (unsigned k = 0; c->flow[kind] && k < s->r->m->nodes && !rc; k++)
			if (c->flow[kind][k].count)
				rc = put(ctx, &(struct flow_row){kind, k, &c->flow[kind][k]}, err);
	return rc;
}

/* -- messages that wait -- */

#define QUEUE(member) COLUMN_AT(struct report_queue, member)

GET_REAL(get_mean, struct report_queue, v->clocks, (double)v->sum / (double)v->clocks)

static const struct column queue[] = {
    {"max", COLUMN_U64, "messages", QUEUE(max), .about = "most at one time"},
    {"mean", COLUMN_F64, "messages", .get = get_mean,
     .about = "over the cycles from the first message to the end of the run"},
    {"received_before", COLUMN_U64, "messages", QUEUE(surplus),
     .about = "that left and had not come"},
};

static const struct column_list list_queue = {
    .name = "report-connections-queue",
    .about = "How many messages of a connection wait.",
    COLUMNS(queue),
};

/* -- connections -- */

#define CONNECTION struct report_connection

GET_NUMBER(get_connection, CONNECTION, true, (uint64_t)(v - s->r->connection))
GET_ROW(get_transit, CONNECTION, v->all[REPORT_SEND].count, &v->transit)
GET_ROW(get_queue, CONNECTION, v->all[REPORT_QUEUED].count, &v->queue)
GET_NUMBER(get_complete, CONNECTION, true, !s->r->messages_lost)

static const struct column connections[] = {
    {"connection", COLUMN_U32, .get = get_connection, .about = "its number"},
    {"flows", COLUMN_ROWS, .list = &list_flows, .each = each_flow, .about = "by kind and node"},
    {"transit", COLUMN_ROW, .get = get_transit, .list = &list_queue,
     .about = "sent and not received; null: none was sent"},
    {"queue", COLUMN_ROW, .get = get_queue, .list = &list_queue,
     .about = "queued and not received; null: none was queued"},
    {"complete", COLUMN_BOOL, .get = get_complete,
     .about = "no node with an event port has lost records"},
};

static const struct column_list list_connections = {
    .name = "report-connections-list",
    .about = "Each connection that was used.",
    COLUMNS(connections),
};

static int each_connection(struct column_source *s, const void *row, column_put *put, void *ctx,
			   struct gno_err *err)
{
	const struct gno_report *r = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; r->connection && i < GNO_CONNECTIONS && !rc; i++)
		if (r->connection[i].used)
			rc = put(ctx, &r->connection[i], err);
	return rc;
}

static const struct column columns[] = {
    {"connections", COLUMN_ROWS, .list = &list_connections, .each = each_connection,
     .about = "by number"},
};

const struct column_list columns_connections = {
    .name = "report-connections",
    .about = "The connections of `gnomon report --json`.",
    COLUMNS(columns),
};
