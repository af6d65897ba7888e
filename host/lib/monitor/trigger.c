/* SPDX-License-Identifier: Apache-2.0 */

/* The list of a node's triggers in the manifest: each number is what the parts of the node have. */

#include "monitor/reader.h"
#include "monitor/table.h"

#include <stdio.h>

/* What trigger number i is, by the parts of the node; false: no part has it. */
static bool expected(const struct gno_node *n, unsigned i, struct gno_trigger *t)
{
	const struct {
		enum gno_trigger_kind kind;
		unsigned count;
	} parts[] = {
	    {GNO_TRIGGER_SEQUENCE, n->sequences.count},
	    {GNO_TRIGGER_TIMEOUT, n->sequences.count},
	    {GNO_TRIGGER_STRICT, n->strict.count},
	    {GNO_TRIGGER_TIMER, n->timer},
	    {GNO_TRIGGER_WATCHDOG, n->watchdog},
	    {GNO_TRIGGER_CAPTURE_BEGAN, n->rounds[GNO_LINE_CAPTURE]},
	    {GNO_TRIGGER_CAPTURE_ENDED, n->rounds[GNO_LINE_CAPTURE]},
	    {GNO_TRIGGER_REPORT_BEGAN, n->rounds[GNO_LINE_REPORT]},
	    {GNO_TRIGGER_REPORT_ENDED, n->rounds[GNO_LINE_REPORT]},
	    {GNO_TRIGGER_THRESHOLD, n->preprocessors.thresholds},
	};

	for (size_t k = 0; k < sizeof(parts) / sizeof(parts[0]); k++) {
		if (i < parts[k].count) {
			*t = (struct gno_trigger){parts[k].kind, i};
			return true;
		}
		i -= parts[k].count;
	}
	return false;
}

/* The host's is the last one but that of the CAPTURE line, where a node has them. */
static struct gno_trigger expected_last(const struct gno_node *n, unsigned i)
{
	const struct gno_trigger *t = &n->trigger[i];
	bool second = i && t[-1].kind == GNO_TRIGGER_HOST;

	if (i + 1 == n->triggers && (second || t->kind == GNO_TRIGGER_CAPTURE))
		return (struct gno_trigger){GNO_TRIGGER_CAPTURE, 0};
	return (struct gno_trigger){GNO_TRIGGER_HOST, i + 2 < n->triggers ? GNO_MAX_TRIGGERS : 0};
}

/* Notes what follows for the node from having a trigger. */
static void note_trigger(struct gno_node *n, enum gno_trigger_kind kind)
{
	enum gno_line line = gno_trigger_line(kind);

	if (line < GNO_LINES && kind == gno_round_trigger(line, true))
		n->rounds[line] = true;
	n->capture = n->capture || kind == GNO_TRIGGER_CAPTURE;
}

/* Once all triggers are read: what a node must have with some of them. */
static void check_lines(struct reader *r, const struct gno_node *n)
{
	if (r->rc)
		return;
	if (n->rounds[GNO_LINE_CAPTURE] && !n->capture)
		reader_fault(r, "triggers", "has rounds of a CAPTURE line, but no line");
	else if (n->local_store && !n->rounds[GNO_LINE_REPORT])
		reader_fault(r, "store", "is 'local', but the node has no rounds of a REPORT line");
}

void reader_triggers(struct reader *r, struct gno_node *n, json_t *obj, const char *place)
{
	static const char *const kinds[] = {"sequence",	     "timeout",	     "strict",
					    "timer",	     "watchdog",     "threshold",
					    "host",	     "capture",	     "capture_began",
					    "capture_ended", "report_began", "report_ended"};
	json_t *triggers = reader_array(r, obj, "triggers");
	struct gno_trigger want;
	unsigned i, needed = 0;

	n->trigger = reader_list(r, triggers, "triggers", 0, GNO_MAX_TRIGGERS, sizeof(*n->trigger),
				 &n->triggers);
	for (i = 0; i < n->triggers && !r->rc; i++) {
		json_t *t = json_array_get(triggers, i);

		reader_at(r, place, "triggers", i);
		reader_unsigned(r, t, "number", i, i);
		n->trigger[i].kind = (enum gno_trigger_kind)reader_choice(
		    r, t, "kind", kinds, sizeof(kinds) / sizeof(kinds[0]));
		n->trigger[i].index = reader_unsigned(r, t, "index", 0, GNO_MAX_TRIGGERS - 1);
		note_trigger(n, n->trigger[i].kind);
		if (!expected(n, i, &want))
			want = expected_last(n, i);
		else
			needed++;
		if (!r->rc &&
		    (want.kind != n->trigger[i].kind || want.index != n->trigger[i].index))
			reader_fault(r, "kind", "is not that of this number");
	}
	snprintf(r->path, sizeof(r->path), "%s", place);
	if (!r->rc && expected(n, needed, &want))
		reader_fault(r, "triggers", "does not name all triggers of the node");
	check_lines(r, n);
}

const struct gno_node *gno_manifest_local_store(const struct gno_manifest *m)
{
	for (unsigned k = 0; k < m->nodes; k++)
		if (m->node[k].local_store)
			return &m->node[k];
	return NULL;
}

const char *gno_line_name(enum gno_line line)
{
	static const char *const names[] = {"CAPTURE", "REPORT", NULL};

	return names[line];
}

enum gno_trigger_kind gno_round_trigger(enum gno_line line, bool began)
{
	return (enum gno_trigger_kind)(GNO_TRIGGER_CAPTURE_BEGAN + 2 * line + !began);
}

enum gno_line gno_trigger_line(enum gno_trigger_kind kind)
{
	if (kind < GNO_TRIGGER_CAPTURE_BEGAN)
		return GNO_LINES;
	return (enum gno_line)((kind - GNO_TRIGGER_CAPTURE_BEGAN) / 2);
}

bool gno_manifest_rounds(const struct gno_manifest *m, enum gno_line line)
{
	for (unsigned k = 0; k < m->nodes; k++)
		if (m->node[k].rounds[line])
			return true;
	return false;
}

enum gno_line gno_manifest_line(const struct gno_manifest *m)
{
	bool report = gno_manifest_rounds(m, GNO_LINE_REPORT);

	if (report == gno_manifest_rounds(m, GNO_LINE_CAPTURE))
		return GNO_LINES;
	return report ? GNO_LINE_REPORT : GNO_LINE_CAPTURE;
}
