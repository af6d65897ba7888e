/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/snapshot.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/new_file.h"
#include "common/util.h"
#include "serve/progress.h"
#include "shared/follow.h"

#define SHARE 3		   /* times as long as a part takes to make, the next one waits at least */
#define WHOLE_SHARE 10	   /* likewise of what needs all of the trace */
#define LEAST_MS 500	   /* between two looks at a run that changes */
#define RETRY_MS 1000	   /* between two tries after a fault */
#define INTEREST_MS 30000u /* for which a part is made again after it was fetched */
#define MB 1000000

/* The last one of a part, and the last try to make one. */
struct made {
	int file; /* -1: there is none */
	struct maker_at at;
	uint64_t seen;		    /* when the run was last as it says */
	struct cli_journal journal; /* when the last try was begun */
	uint64_t begun;		    /* ms; likewise */
	struct outcome outcome;	    /* of the last try */
	unsigned number;	    /* of tries */
	unsigned version;	    /* changes with what is there, and with the fault */
};

/* A child, and what it makes. */
struct task {
	struct maker maker;
	struct made coming; /* file -1: nothing */
	int window;	    /* that it makes; -1: none */
};

struct window {
	bool used, made;
	struct order order;
	struct outcome outcome;
	int file;
};

struct snapshot {
	char *dir;
	struct made made[SNAPSHOT_PARTS];
	uint64_t wanted[SNAPSHOT_PARTS]; /* when somebody fetched it; 0: never */
	/* what follows the run, what reads all of it, and what reads parts of a complete run */
	struct task follower, whole, reader;
	struct window window[SNAPSHOT_WINDOWS];
	bool windows_next;  /* the follower makes a window next, where one waits */
	struct rates rates; /* of the last metrics */
	bool grows;	    /* the run, by the last outcome */
	bool published;	    /* something, since the last tick */
};

static bool is_idle(const struct task *t)
{
	return t->coming.file < 0;
}

/* Whether one failed by what may be over the next time, though the run is the same. */
static bool is_fault(const struct made *m)
{
	return m->outcome.code && m->outcome.code != GNO_ERR_STATE;
}

/* -- what was made -- */

static void publish_window(struct snapshot *s, struct task *t)
{
	struct window *w = &s->window[t->window];

	if (w->used) {
		w->outcome = t->coming.outcome;
		w->file = t->coming.file;
		w->made = true;
	} else if (t->coming.file >= 0) { /* nobody waits for it any more */
		close(t->coming.file);
	}
	t->window = -1;
	t->coming.file = -1;
}

/* Takes a try to make a part. After a fault what was made before stays the last one. */
static void publish_part(struct made *m, enum maker_part part, const struct made *coming)
{
	const struct outcome *o = &coming->outcome;

	m->version += !o->code || strcmp(o->fault, m->outcome.fault) != 0;
	m->number++;
	m->journal = coming->journal;
	m->begun = coming->begun;
	m->outcome = *o;
	if (o->code)
		return;
	if (m->file >= 0)
		close(m->file);
	m->file = fcntl(coming->file, F_DUPFD_CLOEXEC, 0);
	m->at = o->part[part];
	m->seen = coming->begun;
}

static void publish_parts(struct snapshot *s, struct task *t)
{
	struct made *coming = &t->coming;
	const struct outcome *o = &coming->outcome;

	coming->journal.looked &= !is_fault(coming);
	for (unsigned i = 0; i < SNAPSHOT_PARTS; i++)
		if (o->parts >> i & 1)
			publish_part(&s->made[i], (enum maker_part)i, coming);
	if (!o->code && o->parts >> MAKER_METRICS & 1) {
		s->rates = o->rates;
		s->grows = o->grows;
	}
	if (coming->file >= 0)
		close(coming->file);
	coming->file = -1;
}

static void publish(struct snapshot *s, struct task *t)
{
	s->published = true;
	if (t->window >= 0)
		publish_window(s, t);
	else
		publish_parts(s, t);
}

/* Takes what a child has made. */
static void look(struct snapshot *s, struct task *t)
{
	struct outcome *o = &t->coming.outcome;
	const char *fault;
	int done = maker_look(&t->maker, o, &fault);

	if (done < 0)
		return;
	if (!done) {
		*o = (struct outcome){.code = GNO_ERR_IO, .parts = t->maker.order.parts};
		snprintf(o->fault, sizeof(o->fault), "the report was not made: %s", fault);
	}
	publish(s, t);
}

/* -- what is to be made -- */

static void begin(struct snapshot *s, struct task *t, const struct order *order)
{
	struct made *coming = &t->coming;
	struct gno_err err;
	int rc;

	*coming = (struct made){.begun = gno_now_ms(), .file = -1};
	cli_journal_changed(s->dir, &coming->journal);
	rc = gno_scratch_open(&coming->file, &err);
	if (rc)
		coming->file = -1;
	else
		rc = maker_ask(&t->maker, coming->file, order, &err);
	if (!rc)
		return;
	coming->outcome = (struct outcome){.code = rc, .parts = order->parts};
	memcpy(coming->outcome.fault, err.text, sizeof(coming->outcome.fault));
	publish(s, t);
}

/* Whether the run is not as the last one of a part says; notes when it still was. */
static bool has_changed(const struct snapshot *s, struct made *m)
{
	struct cli_journal now = m->journal;

	if (!m->number || cli_journal_changed(s->dir, &now))
		return true;
	if (!m->outcome.code)
		m->seen = gno_now_ms();
	return false;
}

static bool is_wanted(const struct snapshot *s, enum maker_part part)
{
	return s->wanted[part] && gno_now_ms() - s->wanted[part] < INTEREST_MS;
}

static bool is_due(const struct snapshot *s, struct made *m, unsigned share)
{
	const uint64_t since = gno_now_ms() - m->begun, rest = (share + 1) * m->outcome.took;

	if (!has_changed(s, m))
		return false;
	if (!m->number)
		return true;
	if (is_fault(m))
		return since >= RETRY_MS;
	return since >= LEAST_MS && since >= rest;
}

/* The parts of the report that are due, a bit each. */
static unsigned due_parts(struct snapshot *s)
{
	struct made *data = &s->made[MAKER_DATA], *metrics = &s->made[MAKER_METRICS];
	const bool fetched = data->file < 0 || is_wanted(s, MAKER_DATA) || !s->grows;
	const bool data_due = is_due(s, data, SHARE) && fetched;
	const bool due = is_due(s, metrics, SHARE);

	if (!due && !data_due)
		return 0;
	return 1u << MAKER_METRICS | (fetched ? 1u << MAKER_DATA : 0);
}

static int next_window(const struct snapshot *s)
{
	for (int i = 0; i < SNAPSHOT_WINDOWS; i++)
		if (s->window[i].used && !s->window[i].made && i != s->follower.window &&
		    i != s->reader.window)
			return i;
	return -1;
}

static void begin_window(struct snapshot *s, struct task *t, int window)
{
	t->window = window;
	begin(s, t, &s->window[window].order);
}

/* The follower makes windows and parts in turn. */
static void drive_follower(struct snapshot *s)
{
	const unsigned parts = due_parts(s);
	const int window = s->grows ? next_window(s) : -1;

	if (!is_idle(&s->follower))
		return;
	if (window >= 0 && (s->windows_next || !parts)) {
		s->windows_next = false;
		begin_window(s, &s->follower, window);
	} else if (parts) {
		s->windows_next = true;
		begin(s, &s->follower, &(struct order){.parts = parts});
	}
}

bool snapshot_tick(struct snapshot *s)
{
	struct made *whole = &s->made[MAKER_WHOLE];
	const unsigned share = s->grows ? WHOLE_SHARE : 0;
	bool published;

	look(s, &s->follower);
	look(s, &s->whole);
	look(s, &s->reader);
	drive_follower(s);
	if (is_idle(&s->whole) && is_due(s, whole, share) && is_wanted(s, MAKER_WHOLE))
		begin(s, &s->whole, &(struct order){.parts = 1u << MAKER_WHOLE});
	if (is_idle(&s->reader) && !s->grows && next_window(s) >= 0)
		begin_window(s, &s->reader, next_window(s));
	published = s->published;
	s->published = false;
	return published;
}

void snapshot_want(struct snapshot *s, enum maker_part part)
{
	s->wanted[part] = gno_now_ms();
}

bool snapshot_is_coming(const struct snapshot *s, enum maker_part part)
{
	const struct task *t = part == MAKER_WHOLE ? &s->whole : &s->follower;

	return !is_idle(t) && t->window < 0 && t->maker.order.parts >> part & 1;
}

/* -- what there is -- */

unsigned snapshot_number(const struct snapshot *s, enum maker_part part)
{
	return s->made[part].number;
}

unsigned snapshot_version(const struct snapshot *s, enum maker_part part)
{
	return s->made[part].version;
}

const char *snapshot_fault(const struct snapshot *s, enum maker_part part)
{
	const struct outcome *o = &s->made[part].outcome;

	return o->code ? o->fault : NULL;
}

uint64_t snapshot_age_ms(const struct snapshot *s, enum maker_part part)
{
	return gno_now_ms() - s->made[part].seen;
}

int snapshot_part(const struct snapshot *s, enum maker_part part, struct maker_at *at)
{
	*at = s->made[part].at;
	return s->made[part].file;
}

void snapshot_progress(const struct snapshot *s, enum maker_part part, char text[SNAPSHOT_PROGRESS])
{
	const struct task *t = part == MAKER_WHOLE ? &s->whole : &s->follower;
	const uint64_t read = t->maker.child ? progress_read(t->maker.child) : 0,
		       all = progress_trace(s->dir);

	if (t->maker.child && all)
		snprintf(text, SNAPSHOT_PROGRESS,
			 "the run is being read: %" PRIu64 " MB so far, its trace has %" PRIu64
			 " MB",
			 read / MB, all / MB);
	else
		snprintf(text, SNAPSHOT_PROGRESS, "the run is being read");
}

/* -- windows -- */

int snapshot_window(struct snapshot *s, uint64_t from, uint64_t to)
{
	for (int i = 0; i < SNAPSHOT_WINDOWS; i++) {
		struct window *w = &s->window[i];

		if (w->used || i == s->follower.window || i == s->reader.window)
			continue;
		*w = (struct window){
		    .used = true, .order = {1u << MAKER_WINDOW, from, to}, .file = -1};
		return i;
	}
	return -1;
}

const struct outcome *snapshot_window_made(const struct snapshot *s, int window)
{
	return s->window[window].made ? &s->window[window].outcome : NULL;
}

int snapshot_window_file(const struct snapshot *s, int window)
{
	return s->window[window].file;
}

void snapshot_window_end(struct snapshot *s, int window)
{
	struct window *w = &s->window[window];

	if (w->file >= 0)
		close(w->file);
	*w = (struct window){.file = -1};
}

/* -- the snapshot -- */

static void open_task(struct snapshot *s, struct task *t, bool once)
{
	t->maker =
	    (struct maker){.dir = s->dir, .rates = &s->rates, .once = once, .line = -1, .file = -1};
	t->coming.file = -1;
	t->window = -1;
}

int snapshot_open(const char *dir, struct snapshot **out, struct gno_err *err)
{
	struct snapshot *s = calloc(1, sizeof(*s));

	*out = s;
	if (!s)
		return gno_fail_nomem(err);
	for (unsigned i = 0; i < SNAPSHOT_PARTS; i++)
		s->made[i].file = -1;
	for (unsigned i = 0; i < SNAPSHOT_WINDOWS; i++)
		s->window[i].file = -1;
	s->dir = strdup(dir);
	open_task(s, &s->follower, false);
	open_task(s, &s->whole, false);
	open_task(s, &s->reader, true);
	s->grows = true; /* until it is known */
	if (!s->dir)
		return gno_fail_nomem(err);
	return maker_check(dir, err);
}

static void close_task(struct task *t)
{
	maker_end(&t->maker);
	if (t->coming.file >= 0)
		close(t->coming.file);
}

void snapshot_close(struct snapshot *s)
{
	if (!s)
		return;
	close_task(&s->follower);
	close_task(&s->whole);
	close_task(&s->reader);
	for (unsigned i = 0; i < SNAPSHOT_PARTS; i++)
		if (s->made[i].file >= 0)
			close(s->made[i].file);
	for (int i = 0; i < SNAPSHOT_WINDOWS; i++)
		snapshot_window_end(s, i);
	free(s->dir);
	free(s);
}
