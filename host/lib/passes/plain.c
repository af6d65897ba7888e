/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plain records, each alone in its cycle: events whose point is only recorded, and writes to the
 * event port that only say which process ran and what it did. Most records are such; for them no
 * cycle is opened and closed.
 */
#include "passes/periods.h"
#include "passes/queue.h"
#include "passes/walk.h"
#include "records/record.h"
#include "read/stream.h"

#define ROWS_AHEAD 16 /* in the queue before the walk goes on to another node */

/* With these actions a point changes more than its own count. */
#define ENTANGLED                                                                                  \
	(1u << GNO_ACT_SAMPLE | 1u << GNO_ACT_RESET | 1u << GNO_ACT_MARK | 1u << GNO_ACT_BANK)

/* The point of an event under the current load; -1: none, or not a plain one. */
static int plain_point(const struct walk *w, unsigned code)
{
	const struct gno_pattern_file *file = w->load->file;
	const int at = w->load->codes[w->node].event[code];
	const struct gno_pattern_point *p = at < 0 ? NULL : &file->point[at];

	if (!p || p->actions & ENTANGLED || p->os != GNO_OS_NONE)
		return -1;
	if (file->until >= 0 && w->load->point[file->until] == w->load->point[at])
		return -1;
	return (int)w->load->point[at];
}

static void choose(struct walk *w)
{
	w->plain.load = w->load;
	w->plain.event = GNO_RECORD_KIND(GNO_KIND_EVENT) | GNO_RECORD_NODE(w->m->index);
	for (unsigned code = 0; code < GNO_CODES; code++)
		w->plain.fired[code] =
		    (struct report_fired){GNO_KIND_EVENT, code, plain_point(w, code), 0};
	/* no write is a point */
	w->plain.switches = !w->load->codes[w->node].writes;
	w->plain.writes = w->plain.switches && !(w->load->file->port & ENTANGLED);
}

static void put_event(struct walk *w, size_t i, const struct report_fired *fired)
{
	if (report_rows_want(w->rows, REPORT_EVENTS) || report_rows_want(w->rows, REPORT_FIRED))
		events_fire(w, i, fired,
			    &w->load->file->point[w->load->codes[w->node].event[fired->code]]);
}

/* What a plain event means for the results, or for the list that is requested. */
static int take_event(struct walk *w, size_t i, uint64_t time, const struct report_fired *fired)
{
	const int point = fired->point;
	int rc = GNO_OK;

	if (w->rows) {
		put_event(w, i, fired);
		return report_rows_want(w->rows, REPORT_INTERVALS) ? intervals_fire(w, time, point)
								   : GNO_OK;
	}
	w->n->count[point]++;
	if (w->r->periods)
		rc = report_periods_point(w->r, w->node, point,
					  common_time(w->r->boards, w->node, time));
	if (!rc && w->limits)
		rc = limits_fire(w->limits, time, point);
	if (!rc)
		rc = intervals_fire(w, time, point);
	return rc || !w->n->port.none ? rc : hybrid_fire(w, time, point);
}

/* The same of a plain write. */
static int take_write(struct walk *w, size_t i, uint32_t info)
{
	const unsigned code = gno_datum_write(info);
	struct gno_record rec;
	int rc;

	if (w->rows) {
		events_write(w, i, code);
		if (report_rows_fired_only(w->rows))
			return GNO_OK;
	} else {
		rc = events_count(w, i, &(struct report_fired){GNO_KIND_DATUM, code, -1, 0});
		if (rc)
			return rc;
	}
	stream_datum(w->s, w->b, i, &rec);
	return port_datum(w, &rec);
}

/* Whether a record that is no event is a plain write of the node. */
static bool is_write(const struct walk *w, uint32_t info)
{
	if (gno_record_kind(info) != GNO_KIND_DATUM || gno_record_flags(info))
		return false;
	if (gno_datum_page(info) == GNO_PAGE_CONTROL) /* others stop something, or mark */
		return w->plain.switches && gno_datum_sub(info) == GNO_PORT_PROCESS;
	return w->plain.writes;
}

/* What fires with a record that is a plain event or write; NULL: it is none. */
static const struct report_fired *plain(const struct walk *w, const struct gno_slot *slot)
{
	static const struct report_fired write = {.kind = GNO_KIND_DATUM, .point = -1};
	const uint32_t code = GNO_RECORD_CODE(UINT32_MAX);
	const struct report_fired *fired = &w->plain.fired[gno_record_code(slot->info)];

	if (slot[1].time == slot->time)
		return NULL;
	if ((slot->info & ~code) != w->plain.event)
		return is_write(w, slot->info) ? &write : NULL;
	return fired->point >= 0 ? fired : NULL;
}

int plain_take(struct walk *w)
{
	const struct gno_batch *b = w->b;
	const uint64_t until = w->until;
	const size_t first = w->at;
	size_t i = first, events = 0, last = 0; /* the last event */
	const struct report_fired *fired;
	int rc = GNO_OK;

	if (!w->load || w->known.blind || w->known.off || w->known.in_hole || w->known.doubt)
		return GNO_OK;
	if (w->clock.open && w->clock.time == b->rec[i].time)
		return GNO_OK;
	if (w->plain.load != w->load)
		choose(w);
	for (; i + 1 < b->n && !rc && (fired = plain(w, &b->rec[i])); i++) {
		if (b->rec[i].time >= until)
			break;
		if (w->rows && w->rows->count >= ROWS_AHEAD)
			break;
		if (i == first)
			samples_close(w);
		if (fired->kind == GNO_KIND_EVENT) {
			events++;
			last = i;
			rc = take_event(w, i, b->rec[i].time, fired);
		} else {
			rc = take_write(w, i, b->rec[i].info);
		}
	}
	if (i == first)
		return rc;
	w->at = i;
	w->n->records += i - first;
	w->n->events += events;
	if (events)
		w->known.fired = b->rec[last].time + 1;
	return rc;
}
