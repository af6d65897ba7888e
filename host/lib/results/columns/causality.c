/* SPDX-License-Identifier: Apache-2.0 */
/* Which way requests take: what `gnomon causality --json` prints. */
#include "passes/causality/causality.h"

#include <stdlib.h>

#include "common/stats.h"
#include "results/columns/documents.h"
#include "results/columns/shared.h"
#include "results/columns/get.h"

static const struct causality *of(const struct column_source *s)
{
	return s->of;
}

static int each_cut(struct column_source *s, const void *row, column_put *put, void *ctx,
		    struct gno_err *err)
{
	const uint64_t *cut = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < CAUSALITY_CUTS && !rc; i++)
		rc = put(ctx,
			 &(struct column_count){causality_cut_key((enum causality_cut)i), cut[i]},
			 err);
	return rc;
}

/* -- shares: where records are missing, of what was seen. That is no random choice, and has no
 * interval. -- */

struct share {
	uint64_t count, of;
	double low, high;
};

static struct share share_of(uint64_t count, uint64_t of)
{
	struct share share = {.count = count, .of = of};

	gno_wilson(count, of, GNO_WILSON_95, &share.low, &share.high);
	return share;
}

static bool is_whole(const struct column_source *s)
{
	return !of(s)->messages.breaks;
}

GET_NUMBER(get_lacks, struct share, true, !is_whole(s))
GET_REAL(get_share, struct share, v->of, (double)v->count / (double)v->of)
GET_REAL(get_low, struct share, is_whole(s) && v->of, v->low)
GET_REAL(get_high, struct share, is_whole(s) && v->of, v->high)

static const struct column shares[] = {
    {"count", COLUMN_U64, COLUMN_AT(struct share, count), .about = "how many there are"},
    {"at_least", COLUMN_BOOL, .get = get_lacks, .about = "`count` may be more"},
    {"share", COLUMN_F64, .get = get_share, .about = "`count` of all"},
    {"of_what_was_seen", COLUMN_BOOL, .get = get_lacks,
     .about = "records are missing: the share of all is not known"},
    {"low", COLUMN_F64, .get = get_low,
     .about = "the share of many requests is more, by Wilson's 95 % interval"},
    {"high", COLUMN_F64, .get = get_high, .about = "the same, less"},
};

static const struct column_list list_shares = {
    .name = "causality-shares",
    .about = "How often a string, or a branch, occurred.",
    COLUMNS(shares),
};

/* -- processes -- */

static unsigned place_of(const struct column_source *s, const struct causality_party *v)
{
	return (unsigned)(v - of(s)->party);
}

static const char *letter_of(struct column_source *s, const struct causality_party *v)
{
	s->name[0] = causality_letter(of(s), place_of(s, v));
	s->name[1] = 0;
	return s->name[0] ? s->name : NULL;
}

GET_TEXT(get_role, struct causality_party, place_of(s, v) < of(s)->servers ? "server" : "requestor")
GET_TEXT(get_letter, struct causality_party, letter_of(s, v))

static const struct column parties[] = {
    {"name", COLUMN_TEXT, COLUMN_AT(struct causality_party, name),
     .about = "as the experiment names the process"},
    {"role", COLUMN_TEXT, .get = get_role, .about = "`server` or `requestor`"},
    {"letter", COLUMN_TEXT, .get = get_letter, .about = "that stands for it in strings"},
};

static const struct column_list list_parties = {
    .name = "causality-processes",
    .about = "Each process with a role.",
    COLUMNS(parties),
};

/* -- strings -- */

struct string_row {
	const struct causality_string *string;
	const char *name;
	struct share share;
};

static int each_letter(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	const struct causality_string *string = row;
	int rc = GNO_OK;

	for (unsigned i = 0; i < string->length && !rc; i++)
		rc = put(ctx, of(s)->party[string->letter[i]].name, err);
	return rc;
}

GET_TEXT(get_from, struct string_row, of(s)->party[v->string->requestor].name)
GET_ROW(get_string, struct string_row, true, v->string)
GET_NUMBER(get_answered, struct string_row, true, v->string->answered)
GET_NUMBER(get_silent, struct string_row, true, v->string->silent)
GET_ROW(get_string_cut, struct string_row, true, v->string->cut)

static const struct column strings[] = {
    {"string", COLUMN_TEXT, COLUMN_AT(struct string_row, name),
     .about = "a letter for each process that the request reaches"},
    {"from", COLUMN_TEXT, .get = get_from, .about = "the requestor"},
    {"processes", COLUMN_ROWS, .get = get_string, .list = &columns_texts, .each = each_letter,
     .about = "names of the processes, in order"},
    {NULL, COLUMN_PART, COLUMN_AT(struct string_row, share), .list = &list_shares,
     .about = "of the strings that ended"},
    {"answered", COLUMN_U64, .get = get_answered,
     .about = "that ended with a message to a requestor"},
    {"unanswered", COLUMN_U64, .get = get_silent, .about = "that ended otherwise"},
    {"unknown", COLUMN_COUNTS, .get = get_string_cut, .each = each_cut,
     .about = "whose end is not known, by the reason"},
};

static const struct column_list list_strings = {
    .name = "causality-strings",
    .about = "Each way through the server.",
    COLUMNS(strings),
};

static int each_string(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	const struct causality *c = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < c->strings && !rc; i++) {
		const struct causality_string *string = &c->string[i];
		char *name = causality_string_name(c, string);

		if (!name)
			return gno_fail_nomem(err);
		rc = put(ctx,
			 &(struct string_row){
			     string, name,
			     share_of(causality_finished(string), c->answered + c->silent)},
			 err);
		free(name);
	}
	return rc;
}

/* -- branches -- */

struct branch_row {
	unsigned next;
	struct share share;
};

GET_TEXT(get_to, struct branch_row, v->next < of(s)->parties ? of(s)->party[v->next].name : NULL)

static const struct column branches[] = {
    {"to", COLUMN_TEXT, .get = get_to, .about = "who gets the message; null: it sends none"},
    {NULL, COLUMN_PART, COLUMN_AT(struct branch_row, share), .list = &list_shares,
     .about = "of the receives of which it is known"},
};

static const struct column_list list_branches = {
    .name = "causality-next",
    .about = "Each way on from a receive.",
    COLUMNS(branches),
};

static int each_branch(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	const struct causality_state *state = row;
	int rc = GNO_OK;

	for (size_t i = state->first; i < state->first + state->branches && !rc; i++) {
		const struct causality_branch *b = &of(s)->branch[i];

		rc = put(ctx, &(struct branch_row){b->next, share_of(b->count, state->known)}, err);
	}
	return rc;
}

#define STATE(member) COLUMN_AT(struct causality_state, member)

GET_TEXT(get_at, struct causality_state, of(s)->party[v->at].name)
GET_TEXT(get_state_from, struct causality_state, of(s)->party[v->from].name)

static const struct column states[] = {
    {"at", COLUMN_TEXT, .get = get_at, .about = "which process received"},
    {"from", COLUMN_TEXT, .get = get_state_from, .about = "from which other one"},
    {"receives", COLUMN_U64, STATE(receives), .about = "how often"},
    {"known", COLUMN_U64, STATE(known), .about = "branches that are known"},
    {"unknown", COLUMN_COUNTS, STATE(cut), .each = each_cut,
     .about = "branches that are not known, by the reason"},
    {"open", COLUMN_U64, STATE(open),
     .about = "receives after which more may have been sent, or not"},
    {"next", COLUMN_ROWS, .list = &list_branches, .each = each_branch,
     .about = "what it sent after that"},
};

static const struct column_list list_states = {
    .name = "causality-branches",
    .about = "Each process with each one that it received from.",
    COLUMNS(states),
};

/* -- the document -- */

static int each_state(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct causality *c = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < c->states && !rc; i++)
		rc = put(ctx, &c->state[i], err);
	return rc;
}

static int each_party(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct causality *c = row;
	int rc = GNO_OK;

	(void)s;
	for (unsigned i = 0; i < c->parties && !rc; i++)
		rc = put(ctx, &c->party[i], err);
	return rc;
}

#define ALL(member) COLUMN_AT(struct causality, member)

GET_NUMBER(get_unlisted, struct causality, true, causality_finished(&v->others))
GET_NUMBER(get_complete, struct causality, true, is_whole(s))

static const struct column document[] = {
    {"requests", COLUMN_U64, ALL(requests), .about = "receives from requestors"},
    {"answered", COLUMN_U64, ALL(answered),
     .about = "strings that ended with a message to a requestor"},
    {"unanswered", COLUMN_U64, ALL(silent), .about = "strings that ended otherwise"},
    {"unknown", COLUMN_COUNTS, ALL(cut), .each = each_cut,
     .about = "strings whose end is not known: records were lost (`lost`), the run ended "
	      "(`ended`), a message has no other end (`unmatched`)"},
    {"unknown_begin", COLUMN_COUNTS, ALL(headless), .each = each_cut,
     .about = "parts of strings whose begin is not known, likewise"},
    {"unlisted", COLUMN_U64, .get = get_unlisted,
     .about = "strings that are too long, or beyond the list's size"},
    {"stray", COLUMN_U64, "messages", ALL(stray),
     .about = "in the server that no receive precedes"},
    {"system", COLUMN_U64, "messages", ALL(ignored), .about = "between the server and the system"},
    {"without_role", COLUMN_U64, "messages", ALL(unnamed),
     .about = "with processes that have no role"},
    {NULL, COLUMN_PART, .list = &columns_ticks, .about = "how exact its times are"},
    {"breaks", COLUMN_U64, ALL(messages.breaks),
     .about = "stretches in which writes of nodes may be missing"},
    {"complete", COLUMN_BOOL, .get = get_complete, .about = "there are none"},
    {"processes", COLUMN_ROWS, .list = &list_parties, .each = each_party,
     .about = "that have a role"},
    {"strings", COLUMN_ROWS, .list = &list_strings, .each = each_string,
     .about = "ways through the server"},
    {"branches", COLUMN_ROWS, .list = &list_states, .each = each_state,
     .about = "what processes send after what they received"},
};

const struct column_list columns_causality = {
    .name = "causality",
    .about = "What `gnomon causality --json` prints.",
    COLUMNS(document),
};
