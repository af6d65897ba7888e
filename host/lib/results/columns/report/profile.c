/* SPDX-License-Identifier: Apache-2.0 */
/* `gnomon report --profile --json`. */
#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"

/* -- what is known of a node's ticks -- */

#define WORDS(member) COLUMN_AT(struct report_node, words.member)

static int each_lost(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	const struct report_words *w = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned why = 0; why < REPORT_UNSEEN_KINDS && !rc; why++)
		rc = put(ctx, &(struct column_count){report_unseen_name(why), w->lost[why]}, err);
	return rc ? rc : put(ctx, &(struct column_count){"end", w->after}, err);
}

GET_TEXT(get_node, struct report_node, s->r->m->node[s->node].name)
GET_NUMBER(get_at_least, struct report_node, true, report_is_partly(s->r, s->node))
GET_ROW(get_lost, struct report_node, true, &v->words)

static const struct column nodes[] = {
    {"node", COLUMN_TEXT, .get = get_node, .about = "where"},
    {"words", COLUMN_U64, "records", WORDS(words), .about = "of the watched word"},
    {"at_least", COLUMN_BOOL, .get = get_at_least, .about = "there may have been more"},
    {"ticks", COLUMN_U64, "ticks", WORDS(ticks), .about = "of the timer that words cover"},
    {"unknown_words", COLUMN_U64, "records", WORDS(unknown),
     .about = "of which the period is not known"},
    {"not_attributed", COLUMN_COUNTS, .get = get_lost, .each = each_lost,
     .about = "ticks that no word covers, by the reason; `end`: after the last word"},
};

static const struct column_list list_nodes = {
    .name = "profile-nodes",
    .about = "Each node.",
    COLUMNS(nodes),
};

/* -- places -- */

struct place_row {
	const struct report_place *of;
	double share, low, high;
};

#define SHARE(name, member) GET_REAL(name, struct place_row, true, v->member)

GET_TEXT(get_function, struct place_row, v->of->name)
GET_TEXT(get_file, struct place_row, v->of->file)
GET_NUMBER(get_line, struct place_row, v->of->line, v->of->line)
GET_NUMBER(get_address, struct place_row, true, v->of->address)
GET_NUMBER(get_samples, struct place_row, true, v->of->ticks)
SHARE(get_share, share)
SHARE(get_low, low)
SHARE(get_high, high)
GET_REAL(get_seconds, struct place_row, true, (double)v->of->clocks / (double)s->r->m->clock_hz)

static const struct column places[] = {
    {"function", COLUMN_TEXT, .get = get_function, .about = "null: there is none"},
    {"file", COLUMN_TEXT, .get = get_file, .about = "where it is known"},
    {"line", COLUMN_U32, .get = get_line, .about = "where it is known"},
    {"address", COLUMN_U64, "address", .get = get_address, .about = "the lowest that was seen"},
    {"samples", COLUMN_U64, "ticks", .get = get_samples, .about = "of it"},
    {"share", COLUMN_F64, .get = get_share, .about = "of all samples"},
    {"share_min", COLUMN_F64, .get = get_low, .about = "its 95 % interval, by Wilson"},
    {"share_max", COLUMN_F64, .get = get_high, .about = "likewise"},
    {"seconds", COLUMN_SECONDS, "s", .get = get_seconds, .about = "that these stand for"},
};

static const struct column_list list_places = {
    .name = "profile-places",
    .about = "Each function, or line; the one with most samples first.",
    COLUMNS(places),
};

static int each_place(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct report_profile *p = row;
	int rc = GNO_OK;

	for (size_t i = 0; i < p->places && i < s->rows && !rc; i++) {
		struct place_row v = {&p->place[i], (double)p->place[i].ticks / (double)p->ticks, 0,
				      0};

		gno_wilson(v.of->ticks, p->ticks, GNO_WILSON_95, &v.low, &v.high);
		rc = put(ctx, &v, err);
	}
	return rc;
}

/* -- the document -- */

#define PROFILE(member) COLUMN_AT(struct gno_report, profile.member)

GET_TEXT(get_by, struct gno_report, v->profile.by_line ? "line" : "function")
GET_ROW(get_profile, struct gno_report, true, &v->profile)

static const struct column profile[] = {
    {NULL, COLUMN_PART, .list = &columns_format, .about = "its form"},
    {NULL, COLUMN_PART, .list = &columns_run, .about = "what the run was"},
    {NULL, COLUMN_PART, .list = &columns_ticks, .about = "how exact its times are"},
    {"field", COLUMN_TEXT, PROFILE(field), .about = "of the watched word that has the address"},
    {"by", COLUMN_TEXT, .get = get_by, .about = "what is a place: `function` or `line`"},
    {"samples", COLUMN_U64, "ticks", PROFILE(ticks), .about = "of all places"},
    {"cycles", COLUMN_U64, "cycles", PROFILE(clocks), .about = "that they cover"},
    {"nodes", COLUMN_ROWS, .list = &list_nodes, .each = columns_each_node, .about = "by number"},
    {"places", COLUMN_ROWS, .get = get_profile, .list = &list_places, .each = each_place,
     .about = "the first of them"},
    {"places_seen", COLUMN_U64, "places", PROFILE(places), .about = "how many there are"},
};

const struct column_list columns_profile = {
    .name = "profile",
    .about = "What `gnomon report --profile --json` prints.",
    COLUMNS(profile),
};
