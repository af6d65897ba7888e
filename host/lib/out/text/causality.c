/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/causality/causality.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/stats.h"
#include "common/util.h"
#include "out/text/text.h"

/* A table with a heading, a name of each column. */
static struct report_table *begin(const char *align, const char *const *heads)
{
	struct report_table *t = report_table_new(align);

	for (; *heads; heads++)
		report_table_cell(t, "%s", *heads);
	return t;
}

/* One that ends with a share and its interval. What is missing is no random choice, so the share of
 * what was seen has no interval. */
static struct report_table *begin_shares(const struct causality *c, const char *align,
					 const char *const *heads)
{
	struct report_table *t = begin(align, heads);

	report_table_cell(t, "%s", c->messages.breaks ? "of what was seen" : "share");
	report_table_cell(t, "%s", c->messages.breaks ? "" : "95 %");
	return t;
}

/* A share and its interval, in two cells. */
static void put_share(const struct causality *c, struct report_table *t, uint64_t count,
		      uint64_t of)
{
	double low, high;

	gno_wilson(count, of, GNO_WILSON_95, &low, &high);
	report_table_cell(t, "%.2f%%", of ? 100 * (double)count / (double)of : 0);
	if (c->messages.breaks)
		report_table_cell(t, "%s", "");
	else
		report_table_cell(t, "%.2f..%.2f%%", 100 * low, 100 * high);
}

static const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* What stands before a count where there may have been more. */
static const char *least_of(const struct causality *c)
{
	return c->messages.breaks ? ">= " : "";
}

static int put_parties(const struct causality *c, FILE *f)
{
	static const char *const heads[] = {"letter", "process", "role", NULL};
	struct report_table *t = begin("lll", heads);

	for (unsigned i = 0; i < c->parties; i++) {
		const char letter[] = {causality_letter(c, i), 0};

		report_table_cell(t, "%s", letter);
		report_table_cell(t, "%s", causality_party_name(c, i));
		report_table_cell(t, i < c->servers ? "server" : "requestor");
	}
	return report_table_end(t, "\nprocesses\n", f);
}

static int put_name(const struct causality *c, struct report_table *t,
		    const struct causality_string *s)
{
	char *name = causality_string_name(c, s);

	report_table_cell(t, "%s", name ? name : "");
	report_table_cell(t, "%s", causality_party_name(c, s->requestor));
	free(name);
	return name ? GNO_OK : GNO_ERR_NOMEM;
}

/* Ends a list of which so many rows were not shown. */
static int end_list(struct report_table *t, const char *title, size_t more, FILE *f)
{
	int rc = report_table_end(t, title, f);

	if (more)
		fprintf(f, "  %zu more: --limit\n", more);
	return rc;
}

/* Strings with an end. */
static int put_strings(const struct causality *c, size_t rows, FILE *f)
{
	static const char *const heads[] = {"string", "from", "count", "unanswered", NULL};
	struct report_table *t = begin_shares(c, "llrrrr", heads);
	size_t shown = 0, more = 0;
	int rc = GNO_OK;

	for (size_t i = 0; i < c->strings && !rc; i++) {
		const struct causality_string *s = &c->string[i];

		if (!causality_finished(s))
			continue;
		if (shown == rows) {
			more++;
			continue;
		}
		shown++;
		rc = put_name(c, t, s);
		report_table_cell(t, "%s%" PRIu64, least_of(c), causality_finished(s));
		report_table_cell(t, "%s%" PRIu64, least_of(c), s->silent);
		put_share(c, t, causality_finished(s), c->answered + c->silent);
	}
	return end_list(t, "\nstrings\n", more, f) ? GNO_ERR_NOMEM : rc;
}

/* Strings without an end, as far as they are known. */
static int put_cut(const struct causality *c, size_t rows, FILE *f)
{
	static const char *const heads[] = {"begins with", "from", "count", "then", NULL};
	struct report_table *t = begin("llrl", heads);
	size_t shown = 0, more = 0;
	int rc = GNO_OK;

	for (size_t i = 0; i < c->strings * CAUSALITY_CUTS && !rc; i++) {
		const struct causality_string *s = &c->string[i / CAUSALITY_CUTS];
		unsigned why = i % CAUSALITY_CUTS;

		if (!s->cut[why])
			continue;
		if (shown == rows) {
			more++;
			continue;
		}
		shown++;
		rc = put_name(c, t, s);
		report_table_cell(t, "%" PRIu64, s->cut[why]);
		report_table_cell(t, "%s", causality_cut_text((enum causality_cut)why));
	}
	return end_list(t, "\nstrings whose end is not known\n", more, f) ? GNO_ERR_NOMEM : rc;
}

static void put_branch(const struct causality *c, struct report_table *t,
		       const struct causality_state *s, const char *next, const char *least,
		       uint64_t count)
{
	report_table_cell(t, "%s", causality_party_name(c, s->at));
	report_table_cell(t, "%s", causality_party_name(c, s->from));
	report_table_cell(t, "%s", next);
	report_table_cell(t, "%s%" PRIu64, least, count);
}

static int put_states(const struct causality *c, FILE *f)
{
	static const char *const heads[] = {"at", "from", "next", "count", NULL};
	struct report_table *t = begin_shares(c, "lllrrr", heads);

	for (size_t i = 0; i < c->states; i++) {
		const struct causality_state *s = &c->state[i];
		uint64_t cut = causality_cut_sum(s->cut);

		for (size_t k = s->first; k < s->first + s->branches; k++) {
			const struct causality_branch *b = &c->branch[k];

			put_branch(c, t, s, causality_party_name(c, b->next), least_of(c),
				   b->count);
			put_share(c, t, b->count, s->known);
		}
		if (!cut)
			continue;
		put_branch(c, t, s, "(not known)", "", cut);
		report_table_cell(t, "%s", "");
		report_table_cell(t, "%s", "");
	}
	return report_table_end(t, "\nbranches: where a process sends next\n", f);
}

/* So many of a thing, and of what kind those are. */
static void put_note(FILE *f, uint64_t count, const char *thing, const char *kind, const char *why)
{
	if (count)
		fprintf(f, "  %" PRIu64 " %s%s%s: %s\n", count, thing, plural(count), kind, why);
}

static void put_unknown(const struct causality *c, FILE *f)
{
	const struct causality_string *o = &c->others;
	uint64_t sum = causality_cut_sum(c->headless) + c->stray + c->unnamed +
		       causality_finished(o) + causality_cut_sum(o->cut);

	if (sum)
		fputs("\nnot in these tables\n", f);
	put_note(f, causality_finished(o) + causality_cut_sum(o->cut), "string", "",
		 "too long to be listed, or too many; their branches are");
	for (unsigned i = 0; i < CAUSALITY_CUTS; i++)
		put_note(f, c->headless[i], "string", " whose begin is not known",
			 causality_cut_text((enum causality_cut)i));
	put_note(f, c->stray, "message", " of the server", "the sender had received nothing");
	put_note(f, c->unnamed, "message", " of the server", "the other process has no role");
}

int causality_text(const struct causality *c, size_t rows, FILE *f, struct gno_err *err)
{
	uint64_t ended = c->answered + c->silent, cut = causality_cut_sum(c->cut);
	const char *least = least_of(c);

	fprintf(
	    f, "%s%" PRIu64 " request%s, %s%" PRIu64 " string%s with an end, %" PRIu64 " without\n",
	    least, c->requests, plural(c->requests), least, ended, plural(ended), cut);
	if (c->processes->r->run->model)
		fputs("  of a simulated model of the monitor, which never loses a record\n", f);
	text_exact(c->processes->r, f);
	if (c->messages.breaks)
		fprintf(f,
			"  NOT COMPLETE: writes of nodes were lost or not collected in %" PRIu64
			" stretch%s; the tables have what was recorded\n",
			c->messages.breaks, c->messages.breaks == 1 ? "" : "es");
	if (put_parties(c, f) || put_strings(c, rows, f) || put_cut(c, rows, f) || put_states(c, f))
		return gno_fail_nomem(err);
	put_unknown(c, f);
	return GNO_OK;
}
