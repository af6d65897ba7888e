/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the library answers, for a judge that knows the truth: OUT/answers, in lines. Times are ps
 * of the host's clock since RAW_NS.
 *
 *   zero RAW_NS
 *   poll K SENT RECEIVED CYCLE
 *   live K CYCLE TIME BOUND      by the pulses before, when the cycle was polled
 *   event K CYCLE TIME BOUND     likewise, when the program wrote to the event port
 *   late K CYCLE TIME BOUND      of each event, by all pulses
 *   pulse K CYCLE TIME BOUND     that is kept
 *   after K CYCLE TIME BOUND     by all pulses, between two of them and around
 *   board K STATE CHECK TIMES POLLS REJECTED
 *   interval PS GUARANTEED       between refreshes, as the library has chosen it
 *   message_floor PS             as it was declared; 0: it was not
 */
#include "host_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sync/track.h"

enum {
	AFTER = 16, /* answers for each pulse, between it and the next one */
};

struct event {
	unsigned board;
	uint64_t cycle;
};

static struct {
	const struct host *host;
	FILE *file;
	struct event *event;
	size_t events;
} all;

static void answer(const char *word, unsigned board, uint64_t cycle)
{
	const struct sync_set *set = &all.host->set;
	int64_t time;
	uint64_t bound;

	if (board >= set->entries || !set->entry[board].mapping.points)
		return;
	sync_map(&set->entry[board].mapping, cycle, &time, &bound);
	fprintf(all.file, "%s %u %" PRIu64 " %" PRId64 " %" PRIu64 "\n", word, board, cycle, time,
		bound);
}

bool host_answers_open(struct host *h)
{
	char *path = gno_format("%s/answers", h->plan->out);

	all.host = h;
	all.file = path ? fopen(path, "w") : NULL;
	if (!all.file)
		say("cannot write '%s'", path ? path : "answers");
	free(path);
	return all.file != NULL;
}

void host_answer_poll(const struct host_board *b, const struct gno_device_poll *poll)
{
	const uint64_t zero = all.host->set.raw_ns;

	fprintf(all.file, "poll %u %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", b->number,
		(poll->sent_ns - zero) * 1000, (poll->received_ns - zero) * 1000, poll->cycle);
	answer("live", b->number, poll->cycle);
}

void host_event(unsigned board, uint64_t cycle)
{
	struct event *room = gno_room(all.event, all.events, sizeof(*room));

	if (!room)
		return;
	all.event = room;
	all.event[all.events++] = (struct event){board, cycle};
	answer("event", board, cycle);
}

/* What the mapping says between its pulses, before the first and behind the last one. */
static void answer_board(unsigned k)
{
	const struct sync_entry *e = &all.host->set.entry[k];
	const struct sync_mapping *m = &e->mapping;

	for (size_t i = 0; i < m->points; i++) {
		const struct sync_point *p = &m->point[i];
		const uint64_t next = i + 1 < m->points ? p[1].cycle : p->cycle + m->board.hz / 50;

		fprintf(all.file, "pulse %u %" PRIu64 " %" PRId64 " %" PRIu64 "\n", k, p->cycle,
			p->time, p->bound);
		for (unsigned part = 0; part < AFTER; part++)
			answer("after", k, p->cycle + (next - p->cycle) * part / AFTER);
	}
	if (m->points)
		answer("after", k, m->point[0].cycle / 2);
	fprintf(all.file, "board %u %s %s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", k,
		sync_state_name(e->state), sync_check_name(e->broken.check), e->broken.times,
		e->polls, e->rejected);
}

bool host_answers_close(void)
{
	const struct sync_set *set = &all.host->set;
	bool bad;

	fprintf(all.file, "zero %" PRIu64 "\ninterval %" PRId64 " %d\nmessage_floor %" PRIu64 "\n",
		set->raw_ns, set->plan.interval, set->plan.guaranteed, set->plan.floor);
	for (unsigned k = 0; k < set->entries; k++)
		answer_board(k);
	for (size_t i = 0; i < all.events; i++)
		answer("late", all.event[i].board, all.event[i].cycle);
	free(all.event);
	bad = ferror(all.file) != 0;
	if (fclose(all.file) || bad)
		say("cannot write the answers");
	return !bad;
}
