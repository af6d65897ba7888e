/* SPDX-License-Identifier: Apache-2.0 */
/* What `gnomon status --json` and `gnomon list --json` print. */
#include "results/columns/commands/devices.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/show.h"
#include "results/columns/get.h"

/* A number as so many digits at least. */
static const char *hexadecimal(struct column_source *s, int digits, uint64_t number)
{
	snprintf(s->name, sizeof(s->name), "%0*" PRIx64, digits, number);
	return s->name;
}

/* -- the nodes of a status -- */

struct fifo_row {
	const struct gno_node *node;
	unsigned high;
};

#define FIFO(member) COLUMN_AT(struct fifo_row, member)

GET_TEXT(get_node, struct fifo_row, v->node->name)
GET_NUMBER(get_slots, struct fifo_row, true, v->node->fifo_slots)

static const struct column fifos[] = {
    {"name", COLUMN_TEXT, .get = get_node, .about = "its name"},
    {"fifo_slots", COLUMN_U32, "slots", .get = get_slots, .about = "of its FIFO"},
    {"fifo_high", COLUMN_U32, "slots", FIFO(high), .about = "most of them in use in this run"},
};

static const struct column_list list_fifos = {
    .name = "status-nodes",
    .about = "Each node; none where the manifest is not known.",
    COLUMNS(fifos),
};

static int each_fifo(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct columns_status *v = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned k = 0; k < v->of->nodes && !rc; k++)
		rc = put(ctx, &(struct fifo_row){&v->m->node[k], v->of->fifo_high[k]}, err);
	return rc;
}

/* -- a status -- */

#define STATUS_NUMBER(name, value) GET_NUMBER(name, struct columns_status, true, value)

STATUS_NUMBER(get_link_version, v->of->version)
GET_NUMBER(get_baud, struct columns_status, v->baud, v->baud)
GET_TEXT(get_hash, struct columns_status, hexadecimal(s, 16, v->of->hash))
GET_TEXT(get_monitor, struct columns_status, v->m ? v->m->name : NULL)
STATUS_NUMBER(get_run, v->of->run)
GET_TEXT(get_nonce, struct columns_status, hexadecimal(s, 14, v->of->nonce))
GET_NUMBER(get_cycle, struct columns_status, v->poll, v->poll->cycle)
STATUS_NUMBER(get_active, v->of->active)
STATUS_NUMBER(get_full, v->of->full)
STATUS_NUMBER(get_wrapped, v->of->wrapped)
STATUS_NUMBER(get_frozen, v->of->frozen)
GET_NUMBER(get_head, struct columns_status, v->m, v->of->head)
GET_NUMBER(get_tail, struct columns_status, v->m, v->of->tail)
GET_REAL(get_buffer_high, struct columns_status, v->m && v->m->form != GNO_FORM_SINGLE,
	 v->of->high_sixteenths / 16.0)
STATUS_NUMBER(get_model, v->of->model)

static const struct column status[] = {
    {"link_version", COLUMN_U32, .get = get_link_version, .about = "of its link"},
    {"baud", COLUMN_U32, "baud", .get = get_baud,
     .about = "of the serial line; null: the URL names it, or there is none"},
    {"hash", COLUMN_TEXT, .get = get_hash, .about = "of its plan, 16 digits"},
    {"monitor", COLUMN_TEXT, .get = get_monitor,
     .about = "its name; null: it holds no manifest, and none was given"},
    {"run", COLUMN_U32, .get = get_run, .about = "its number; 0: none since the reset"},
    {"nonce", COLUMN_TEXT, .get = get_nonce, .about = "of the last start, 14 digits"},
    {"cycle", COLUMN_U64, "cycles", .get = get_cycle,
     .about = "since the last start, or the reset; null: its description has no `sync`"},
    {"active", COLUMN_BOOL, .get = get_active, .about = "a run goes on"},
    {"full", COLUMN_BOOL, .get = get_full, .about = "the trace buffer is full"},
    {"wrapped", COLUMN_BOOL, .get = get_wrapped, .about = "a recorder overwrote records"},
    {"frozen", COLUMN_BOOL, .get = get_frozen, .about = "a recorder keeps what it has"},
    {"head", COLUMN_U32, "slots", .get = get_head,
     .about = "of the trace buffer: the next one that is written; null: no manifest"},
    {"tail", COLUMN_U32, "slots", .get = get_tail,
     .about = "of the trace buffer: the oldest one that a recorder keeps; null: likewise"},
    {"buffer_high", COLUMN_F64, .get = get_buffer_high,
     .about = "most of the trace buffer in use in this run, 0 to 1; 0.9375: that or more; "
	      "null: a monitor of the single form, which does not measure it, or no manifest"},
    {"nodes", COLUMN_ROWS, .list = &list_fifos, .each = each_fifo, .about = "by number"},
    {"model", COLUMN_BOOL, .get = get_model, .about = "it is a simulated model of itself"},
};

const struct column_list columns_status = {
    .name = "status",
    .about = "What `gnomon status --json` prints.",
    COLUMNS(status),
};

/* -- what is plugged in -- */

struct plugged_row {
	const struct gno_plugged *of;
	const struct gno_probe *answer; /* NULL: nothing was asked */
};

/* A text of the device; NULL where there is none. */
static const char *shown(struct column_source *s, const char *text)
{
	return text && *text ? base_show(text, s->name, sizeof(s->name)) : NULL;
}

#define PLUGGED struct plugged_row
#define SHOWN(name, member) GET_TEXT(name, PLUGGED, shown(s, v->of->member))
#define ANSWER(name, has, value) GET_NUMBER(name, PLUGGED, v->answer->has, value)

GET_TEXT(get_url, PLUGGED, v->of->url)
GET_TEXT(get_vendor, PLUGGED, hexadecimal(s, 4, v->of->vendor))
GET_TEXT(get_product, PLUGGED, hexadecimal(s, 4, v->of->product))
GET_TEXT(get_path, PLUGGED, v->of->path)
SHOWN(get_serial, serial)
SHOWN(get_maker, maker)
SHOWN(get_name, name)
SHOWN(get_port, port)
GET_TEXT(get_board, PLUGGED, v->of->board)
GET_ROW(get_answer, PLUGGED, v->answer, v)
GET_NUMBER(get_asked, PLUGGED, true, !gno_plugged_skipped(v->of))
GET_TEXT(get_answer_hash, PLUGGED, v->answer->answers ? hexadecimal(s, 16, v->answer->hash) : NULL)
ANSWER(get_answer_model, answers, v->answer->model)
GET_TEXT(get_answer_name, PLUGGED, shown(s, v->answer->name))
ANSWER(get_answer_baud, baud, v->answer->baud)

static const struct column answers[] = {
    {"asked", COLUMN_BOOL, .get = get_asked,
     .about = "a monitor was looked for there; elsewhere a request could do harm"},
    {"hash", COLUMN_TEXT, .get = get_answer_hash,
     .about = "of the plan of the monitor that answers, 16 digits; null: none does"},
    {"model", COLUMN_BOOL, .get = get_answer_model, .about = "it is a simulated model of itself"},
    {"monitor", COLUMN_TEXT, .get = get_answer_name,
     .about = "its name; null: it holds no manifest"},
    {"baud", COLUMN_U32, "baud", .get = get_answer_baud,
     .about = "at which it answers; null: the URL names it, or there is none"},
};

static const struct column_list list_answers = {
    .name = "list-answer",
    .about = "What answers at a place.",
    COLUMNS(answers),
};

static const struct column plugged[] = {
    {"url", COLUMN_TEXT, .get = get_url, .about = "of the place, for `--device`"},
    {"vendor", COLUMN_TEXT, .get = get_vendor, .about = "of the USB device, 4 digits"},
    {"product", COLUMN_TEXT, .get = get_product, .about = "of the USB device, 4 digits"},
    {"path", COLUMN_TEXT, .get = get_path, .about = "where it is plugged in"},
    {"serial", COLUMN_TEXT, .get = get_serial, .about = "its serial number, if it has one"},
    {"manufacturer", COLUMN_TEXT, .get = get_maker, .about = "as the device states it"},
    {"name", COLUMN_TEXT, .get = get_name, .about = "likewise"},
    {"port", COLUMN_TEXT, .get = get_port, .about = "serial port of the kernel, if it has one"},
    {"probably", COLUMN_TEXT, .get = get_board, .about = "which board it is, if that is known"},
    {NULL, COLUMN_PART, .get = get_answer, .list = &list_answers, .optional = true,
     .about = "with `--probe`"},
};

static const struct column_list list_plugged = {
    .name = "list-devices",
    .about = "Each place on a USB device where a monitor may be.",
    COLUMNS(plugged),
};

static int each_plugged(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	const struct columns_plugged *v = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < v->count && !rc; i++)
		rc = put(ctx, &(struct plugged_row){&v->of[i], v->answer ? &v->answer[i] : NULL},
			 err);
	return rc;
}

static const struct column devices[] = {
    {"devices", COLUMN_ROWS, .list = &list_plugged, .each = each_plugged,
     .about = "all of the document: it is a list, without this name"},
};

const struct column_list columns_plugged = {
    .name = "list",
    .about = "What `gnomon list --json` prints.",
    COLUMNS(devices),
    .plain = true,
};
