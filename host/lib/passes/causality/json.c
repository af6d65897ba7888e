/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/causality/causality.h"

#include <stdlib.h>

#include "common/json_out.h"
#include "common/stats.h"
#include "common/util.h"

static void put_cuts(struct json_out *o, const char *key, const uint64_t cut[CAUSALITY_CUTS])
{
	jout_object(o, key);
	for (unsigned i = 0; i < CAUSALITY_CUTS; i++)
		jout_number(o, causality_cut_key((enum causality_cut)i), cut[i]);
	jout_object_end(o);
}

/* Where records are missing, of what was seen: that is no random choice, and has no interval. */
static void put_share(struct json_out *o, const struct causality *c, uint64_t count, uint64_t of)
{
	const bool whole = !c->messages.breaks;
	double low, high;

	gno_wilson(count, of, GNO_WILSON_95, &low, &high);
	jout_number(o, "count", count);
	jout_bool(o, "at_least", !whole);
	jout_float_if(o, "share", of != 0, of ? (double)count / (double)of : 0);
	jout_bool(o, "of_what_was_seen", !whole);
	jout_float_if(o, "low", whole && of != 0, low);
	jout_float_if(o, "high", whole && of != 0, high);
}

static void put_parties(struct json_out *o, const struct causality *c)
{
	jout_list(o, "processes");
	for (unsigned i = 0; i < c->parties; i++) {
		const char letter[] = {causality_letter(c, i), 0};

		jout_object(o, NULL);
		jout_text(o, "name", c->party[i].name);
		jout_text(o, "role", i < c->servers ? "server" : "requestor");
		jout_text(o, "letter", *letter ? letter : NULL);
		jout_object_end(o);
	}
	jout_list_end(o);
}

static int put_string(struct json_out *o, const struct causality *c,
		      const struct causality_string *s)
{
	char *name = causality_string_name(c, s);

	if (!name)
		return GNO_ERR_NOMEM;
	jout_object(o, NULL);
	jout_text(o, "string", name);
	free(name);
	jout_text(o, "from", c->party[s->requestor].name);
	jout_list(o, "processes");
	for (unsigned i = 0; i < s->length; i++)
		jout_text(o, NULL, c->party[s->letter[i]].name);
	jout_list_end(o);
	put_share(o, c, causality_finished(s), c->answered + c->silent);
	jout_number(o, "answered", s->answered);
	jout_number(o, "unanswered", s->silent);
	put_cuts(o, "unknown", s->cut);
	jout_object_end(o);
	return GNO_OK;
}

static void put_state(struct json_out *o, const struct causality *c,
		      const struct causality_state *s)
{
	jout_object(o, NULL);
	jout_text(o, "at", c->party[s->at].name);
	jout_text(o, "from", c->party[s->from].name);
	jout_number(o, "receives", s->receives);
	jout_number(o, "known", s->known);
	put_cuts(o, "unknown", s->cut);
	jout_number(o, "open", s->open);
	jout_list(o, "next");
	for (size_t i = s->first; i < s->first + s->branches; i++) {
		const struct causality_branch *b = &c->branch[i];

		jout_object(o, NULL);
		jout_text(o, "to", b->next < c->parties ? c->party[b->next].name : NULL);
		put_share(o, c, b->count, s->known);
		jout_object_end(o);
	}
	jout_list_end(o);
	jout_object_end(o);
}

int causality_json(const struct causality *c, FILE *f, struct gno_err *err)
{
	struct json_out o = {.f = f};
	int rc = GNO_OK;

	jout_object(&o, NULL);
	jout_number(&o, "requests", c->requests);
	jout_number(&o, "answered", c->answered);
	jout_number(&o, "unanswered", c->silent);
	put_cuts(&o, "unknown", c->cut);
	put_cuts(&o, "unknown_begin", c->headless);
	jout_number(&o, "unlisted", causality_finished(&c->others));
	jout_number(&o, "stray", c->stray);
	jout_number(&o, "system", c->ignored);
	jout_number(&o, "without_role", c->unnamed);
	jout_number(&o, "breaks", c->messages.breaks);
	jout_bool(&o, "complete", !c->messages.breaks);
	put_parties(&o, c);
	jout_list(&o, "strings");
	for (size_t i = 0; i < c->strings && !rc; i++)
		rc = put_string(&o, c, &c->string[i]);
	jout_list_end(&o);
	jout_list(&o, "branches");
	for (size_t i = 0; i < c->states; i++)
		put_state(&o, c, &c->state[i]);
	jout_list_end(&o);
	jout_object_end(&o);
	return rc ? gno_fail_nomem(err) : GNO_OK;
}
