/* SPDX-License-Identifier: Apache-2.0 */
/* The timer's flat profile: stacks of one frame, which is an address or the function that it is in.
 * A sample is a tick. */
#include "out/profiles/stacks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Ticks that no word covers: enum report_unseen, then those after the last word. */
#define UNSEENS (REPORT_UNSEEN_KINDS + 1)

static const char *const names[UNSEENS] = {
    [REPORT_GAP] = "(gap)",	     [REPORT_HOLE] = "(hole)",	     [REPORT_BLIND] = "(load)",
    [REPORT_OFF] = "(off)",	     [REPORT_LEFT_OUT] = "(filter)", [REPORT_FROZEN] = "(freeze)",
    [REPORT_UNSEEN_KINDS] = "(end)",
};

/* What stands for an address in the list of frames. */
static uint64_t key_of(const struct export_stacks *s, uint64_t address)
{
	return s->by_address ? address : report_profile_place(s->r, address, false).address;
}

static int by_address(const void *a, const void *b)
{
	const struct export_frame *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

/* The frame of an address. */
static uint32_t find_frame(const struct export_stacks *s, uint64_t address)
{
	const struct export_frame key = {.address = key_of(s, address)}, *found;

	found = bsearch(&key, s->frame, s->frames - UNSEENS, sizeof(key), by_address);
	return (uint32_t)(found - s->frame);
}

/* The addresses of a node are in their order, and so are the functions that they are in. */
static int each(struct export_job *job, const struct export_stacks *s, size_t lane,
		export_put_stack *put, void *ctx, struct gno_err *err)
{
	const struct report_words *words = &s->r->node[s->lane[lane].node].words;
	int rc = GNO_OK;

	for (size_t i = 0; i < words->tick.used && !rc;) {
		const uint32_t frame = find_frame(s, words->tick.slot[i].key);
		struct export_stack stack = {.node = s->lane[lane].node,
					     .lane = &s->lane[lane],
					     .frame = &frame,
					     .frames = 1};

		while (i < words->tick.used && find_frame(s, words->tick.slot[i].key) == frame)
			stack.count += words->tick.slot[i++].count;
		stack.cycles = report_shared(s->r, stack.node, stack.count * words->period);
		rc = export_row(job, err);
		if (!rc)
			rc = put(ctx, &stack, err);
	}
	return rc;
}

/* What is known of an address. */
static struct export_frame frame_at(const struct export_stacks *s, uint64_t address)
{
	const struct report_place function = report_profile_place(s->r, address, false);
	struct report_place place = function;

	if (s->by_address)
		place = report_profile_place(s->r, address, true);
	return (struct export_frame){.name = function.name,
				     .file = place.file ? place.file : function.file,
				     .line = place.line,
				     .function_line = function.line,
				     .is_code = true,
				     .function_file = function.file,
				     .address = key_of(s, address)};
}

/* The frames, each once, in the order of their addresses. */
static int fill_frames(struct export_stacks *s, struct gno_err *err)
{
	size_t n = 0, used = 0;

	for (size_t i = 0; i < s->lanes; i++) {
		const struct report_map *tick = &s->r->node[s->lane[i].node].words.tick;

		for (size_t k = 0; k < tick->used; k++)
			s->frame[n++] = frame_at(s, tick->slot[k].key);
	}
	qsort(s->frame, n, sizeof(*s->frame), by_address);
	for (size_t i = 0; i < n; i++)
		if (!used || s->frame[used - 1].address != s->frame[i].address)
			s->frame[used++] = s->frame[i];
	s->text = calloc(used + 1, sizeof(*s->text));
	if (!s->text)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < used; i++) {
		if (s->frame[i].name)
			continue;
		snprintf(s->text[i], sizeof(*s->text), "0x%" PRIx64, s->frame[i].address);
		s->frame[i].name = s->text[i];
	}
	for (size_t i = 0; i < UNSEENS; i++)
		s->frame[used + i] = (struct export_frame){.name = names[i]};
	s->frames = used + UNSEENS;
	return GNO_OK;
}

/* What is not known of a node, and a sentence about it. */
static void fill_unseen(struct export_job *job, struct export_stacks *s, unsigned node)
{
	const struct report_words *words = &s->r->node[node].words;
	char *text = s->note[node];
	const size_t size = sizeof(*s->note);
	const char *sign = " no word covers";
	size_t at;

	snprintf(text, size, "%s: of the timer's ticks", s->r->m->node[node].name);
	at = strlen(text);
	for (unsigned i = 0; i < UNSEENS; i++) {
		const uint64_t ticks = i < REPORT_UNSEEN_KINDS ? words->lost[i] : words->after;

		s->unseen[node * UNSEENS + i] = report_shared(s->r, node, ticks * words->period);
		if (!ticks)
			continue;
		snprintf(text + at, size - at, "%s %" PRIu64 " %s", sign, ticks, names[i]);
		at = strlen(text);
		sign = ",";
	}
	if (words->unknown) {
		snprintf(text + at, size - at, "%s %" PRIu64 " words have an unknown period",
			 *sign == ',' ? ";" : "", words->unknown);
		sign = ",";
	}
	if (*sign == ',')
		export_note(job, "%s", text);
	else
		*text = 0;
}

int export_stacks_of_timer(struct export_job *job, struct export_stacks *s, struct gno_err *err)
{
	const struct gno_report_options o = {.columns = 1,
					     .samples = 1,
					     .profile = true,
					     .field = job->o->field,
					     .from = job->o->from,
					     .to = job->o->to};
	int rc = gno_report_build(job->dir, &o, &s->owned, err);
	const struct gno_report *r = s->owned;

	if (rc)
		return rc;
	s->r = r;
	s->counted = "samples";
	s->each = each;
	s->unseens = s->frames = UNSEENS;
	s->lanes = r->m->nodes;
	for (unsigned k = 0; k < r->m->nodes; k++)
		s->frames += r->node[k].words.tick.used;
	rc = export_stacks_room(s, err);
	if (rc)
		return rc;
	s->lanes = 0;
	for (unsigned k = 0; k < r->m->nodes; k++) {
		const struct report_words *words = &r->node[k].words;

		if (!report_select_node(&job->select, r, k))
			continue;
		s->cycles[s->lanes] = report_shared(r, k, words->clocks);
		s->lane[s->lanes++].node = k;
		if (!s->period)
			s->period = report_shared(r, k, words->period);
		fill_unseen(job, s, k);
	}
	return fill_frames(s, err);
}
