/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The flat profile. The timer ticks at the multiples of its period; the first watched word at or
 * after a tick is recorded, so a word covers all ticks after the last word, up to its own time.
 * Ticks without a known word are counted and assigned to nothing.
 */
#include "passes/walk.h"

#include <stdlib.h>
#include <string.h>

/* Ticks after `from` up to `to`, of those that are requested. */
static uint64_t ticks(const struct walk *w, uint64_t from, uint64_t to)
{
	if (w->o->from > from)
		from = w->o->from - 1;
	if (w->o->to && w->o->to < to)
		to = w->o->to;
	return w->words.period && to > from ? to / w->words.period - from / w->words.period : 0;
}

void words_load(struct walk *w)
{
	const struct gno_pattern_file *file = w->load ? w->load->file : NULL;
	uint64_t period = file && file->profile ? file->timer : 0;

	/* a new period counts from a tick of the old one, that no record shows */
	if (w->words.loaded && period != w->words.first)
		period = 0;
	if (!w->words.loaded)
		w->words.first = period;
	w->words.loaded = true;
	w->words.upper = report_is_upper(file);
	w->words.period = w->m->timer ? period : 0;
	if (w->words.period)
		w->n->words.period = w->words.period;
}

/* The field that holds the program counter: the requested one, else the first of that kind. */
static const struct gno_field *find_field(const struct gno_node *n, const char *name)
{
	if (name)
		return gno_node_field(n, name);
	for (unsigned i = 0; i < n->fields; i++)
		if (n->field[i].kind == GNO_FIELD_PC)
			return &n->field[i];
	return NULL;
}

int words_take(struct walk *w, const struct gno_record *rec)
{
	struct report_words *words = &w->n->words;
	const struct gno_field *f = w->o->profile ? find_field(w->m, w->o->field) : NULL;
	uint64_t n = ticks(w, w->words.last, rec->time);

	words->words++;
	if (!w->words.period)
		words->unknown++;
	w->words.last = rec->time;
	if (!n || !f)
		return GNO_OK;
	words->ticks += n;
	words->clocks += n * w->words.period;
	return report_map_add(
	    &words->tick, gno_field_address(f, gno_field_value(f, rec->word), w->words.upper), n);
}

void words_break(struct walk *w, enum report_unseen why, uint64_t to)
{
	w->n->words.lost[why] += ticks(w, w->words.last, to);
	if (to > w->words.last)
		w->words.last = to;
}

void words_end(struct walk *w)
{
	w->n->words.after += ticks(w, w->words.last, w->n->end);
	report_map_sort(&w->n->words.tick);
}

/* The row of the line table that holds for the address, NULL: none. */
static const struct gno_pattern_line *find_line(const struct gno_pattern_file *p, uint64_t address)
{
	size_t low = 0, high = p->lines;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (p->line[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && p->line[low - 1].file ? &p->line[low - 1] : NULL;
}

struct report_place report_profile_place(const struct gno_report *r, uint64_t address, bool by_line)
{
	const struct gno_pattern_file *p = r->profile.program;
	const struct gno_pattern_function *f = p ? report_find_function(p, address) : NULL;
	const struct gno_pattern_line *line = NULL;
	struct report_place place = {.address = address};

	if (f)
		place.name = f->name;
	if (f && !by_line) {
		place.address = f->address;
		place.file = f->file;
		place.line = f->line;
	} else if (p && by_line) {
		line = find_line(p, address);
	}
	if (line) {
		place.file = line->file;
		place.line = line->line;
	}
	return place;
}

static int compare_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

/* Places that are the same come together, the lowest address first. */
static int by_place(const void *a, const void *b)
{
	const struct report_place *x = a;
	const struct report_place *y = b;
	int order = compare_text(x->file, y->file);

	if (!order)
		order = (x->line > y->line) - (x->line < y->line);
	if (!order)
		order = compare_text(x->name, y->name);
	return order ? order : (x->address > y->address) - (x->address < y->address);
}

static int by_ticks(const void *a, const void *b)
{
	const struct report_place *x = a;
	const struct report_place *y = b;

	if (x->ticks != y->ticks)
		return x->ticks > y->ticks ? -1 : 1;
	return (x->address > y->address) - (x->address < y->address);
}

/* Whether two places are one: the line, or else the function, or else the address. */
static bool same_place(const struct report_place *a, const struct report_place *b, bool by_line)
{
	if (compare_text(a->name, b->name) || compare_text(a->file, b->file) || a->line != b->line)
		return false;
	if (by_line ? a->file != NULL : a->name != NULL)
		return by_line || a->address == b->address;
	return a->address == b->address;
}

static void add_place(struct report_place *to, const struct report_place *from)
{
	to->ticks += from->ticks;
	to->clocks += from->clocks;
}

static void join_places(struct report_profile *p)
{
	size_t n = 0;

	if (!p->places)
		return;
	qsort(p->place, p->places, sizeof(*p->place), by_place);
	for (size_t i = 1; i < p->places; i++)
		if (same_place(&p->place[n], &p->place[i], p->by_line))
			add_place(&p->place[n], &p->place[i]);
		else
			p->place[++n] = p->place[i];
	p->places = n + 1;
	qsort(p->place, p->places, sizeof(*p->place), by_ticks);
}

/* Whether the run has words of the requested field (NULL: of kind `pc`); *found is the field of a
 * node. */
static int check_wanted(const struct gno_report *r, const char *field,
			const struct gno_field **found, struct gno_err *err)
{
	bool words = false;

	*found = NULL;
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const int rc = report_need_kind(r, k, GNO_KIND_WORD, err);

		if (rc)
			return rc;
		words |= r->node[k].words.words != 0;
		if (!*found)
			*found = find_field(&r->m->node[k], field);
	}
	if (!*found && field)
		return gno_fail(err, GNO_ERR_ARG, "no field '%s' in the watched word of any node",
				field);
	if (!*found)
		return gno_fail(err, GNO_ERR_ARG,
				"no node watches a field of kind 'pc': name one with --field");
	if (!words)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "no profile in this run: the experiment has no timer with 'profile: yes', or it did not fire");
	return GNO_OK;
}

/* What so many ticks of a node stand for. */
static uint64_t clocks_of(const struct gno_report *r, unsigned node, uint64_t ticks)
{
	const struct report_words *words = &r->node[node].words;

	return report_shared(r, node,
			     (uint64_t)((unsigned __int128)words->clocks * ticks / words->ticks));
}

int report_profile(struct gno_report *r, const struct gno_report_options *o, struct gno_err *err)
{
	struct report_profile *p = &r->profile;
	const struct gno_field *field;
	size_t n = 0;
	int rc;

	p->by_line = o->by_line;
	rc = check_wanted(r, o->field, &field, err);
	if (rc)
		return rc;
	p->field = field->name;
	for (size_t i = 0; i < r->points.loads && !p->program; i++)
		if (r->points.load[i].file->functions)
			p->program = r->points.load[i].file;
	for (unsigned k = 0; k < r->m->nodes; k++)
		n += r->node[k].words.tick.used;
	p->place = calloc(n + 1, sizeof(*p->place));
	if (!p->place)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_words *words = &r->node[k].words;

		p->ticks += words->ticks;
		p->clocks += report_shared(r, k, words->clocks);
		for (size_t i = 0; i < words->tick.used; i++) {
			p->place[p->places] =
			    report_profile_place(r, words->tick.slot[i].key, p->by_line);
			p->place[p->places].ticks = words->tick.slot[i].count;
			p->place[p->places++].clocks = clocks_of(r, k, words->tick.slot[i].count);
		}
	}
	join_places(p);
	return GNO_OK;
}
