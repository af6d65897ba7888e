/* SPDX-License-Identifier: Apache-2.0 */

/* Draining: reads the trace buffer up to its head, until the run or the drain is to end. */

#include "run/drain.h"
#include "run/missed.h"
#include "common/util.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define POLL_MIN_MS 1 /* between polls of a monitor that has nothing new */
#define POLL_MAX_MS 4
#define FLUSH_MS 20000	/* that a stopped monitor has for its flush, since the last record came */
#define LATE_MS 800	/* the same where the limit of the run has passed, */
#define LATE_ANSWERS 32 /* or as long as so many of the slowest answers so far, if that is more */
#define WRAP_POLL_MS 10
#define WAITING_BUFFERS 4 /* slots that wait for others at most, in trace buffers */

void gno_drain_note(const struct gno_drain *d, const char *fmt, ...)
{
	char text[GNO_ERR_TEXT];
	va_list ap;

	if (!d->opt->note)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	d->opt->note(d->opt->ctx, text);
}

/* All times of a drain are of the link's clock. */
static uint64_t now_ms(const struct gno_drain *d)
{
	return gno_link_now_ms(d->link);
}

static bool interrupted(const struct gno_drain *d)
{
	return d->opt->interrupted && *d->opt->interrupted;
}

static bool late(const struct gno_drain *d)
{
	return (d->opt->finish && *d->opt->finish) ||
	       (d->opt->limit_ms && now_ms(d) - d->begun >= d->opt->limit_ms);
}

/* Whether a stopped monitor has had its time to send its flush. */
static bool flush_is_late(const struct gno_drain *d)
{
	uint64_t time = FLUSH_MS, slow = LATE_ANSWERS * gno_link_slowest(d->link);

	if (late(d))
		time = slow < LATE_MS ? LATE_MS : slow < FLUSH_MS ? slow : FLUSH_MS;
	return now_ms(d) - d->moved > time;
}

/* Takes the registers of a poll. */
static int take_status(struct gno_drain *d, const uint8_t *regs, struct gno_err *err)
{
	uint64_t ahead;
	int rc;

	d->over = d->polled && !d->status.active;
	d->polled = true;
	gno_status_decode(d->run->m, regs, &d->status);
	rc = gno_run_check_monitor(d->run, &d->status, err);
	if (rc)
		return rc;
	ahead = (d->status.head - d->head) & (d->run->m->slots - 1);
	d->head += ahead;
	if (ahead)
		d->moved = now_ms(d);
	return 0;
}

static int look_at_status(struct gno_drain *d, struct gno_err *err)
{
	uint8_t regs[GNO_STATUS_BYTES];
	struct gno_request req = {
	    .op = GNO_OP_READ_REGS, .addr = GNO_STATUS_SLOT, .slots = GNO_STATUS_SLOTS, .in = regs};
	int rc = gno_link_exec(d->link, &req, err);

	return rc ? rc : take_status(d, regs, err);
}

/* Whether the run goes on. In the single form a run that was stopped is active until all of it is
 * in the buffer. */
static bool goes_on(const struct gno_drain *d)
{
	return d->status.active &&
	       !(d->run->state == GNO_RUN_STOPPED && gno_run_has_entries(d->run));
}

static bool may_give_back(const struct gno_drain *d)
{
	return d->run->mode != GNO_BUFFER_FILL || !goes_on(d);
}

/*
 * Gives back the space of what was committed, where the mode allows it. A request that was lost is
 * not repeated: it would take back what a later one gave. A later one gives all that it gave, and
 * idle() gives it where the monitor is full.
 */
static int give_back(struct gno_drain *d, struct gno_request *limit, struct gno_err *err)
{
	int rc;

	if (!may_give_back(d))
		return 0;
	rc = gno_link_wait(d->link, limit, err);
	if (rc)
		return rc;
	*limit = gno_limit_request(d->run->m, gno_sink_held(d->sink));
	limit->once = true;
	d->freed = true;
	return gno_link_submit(d->link, limit, err);
}

static int commit(struct gno_drain *d, struct gno_err *err)
{
	uint64_t holes = d->run->progress.holes;
	int rc = gno_sink_commit(d->sink, err);

	if (rc)
		return rc;
	if (d->run->progress.holes > holes)
		gno_drain_note(
		    d, "%llu slots before position %llu are not records; they go to '%s/holes.bin'",
		    (unsigned long long)(d->run->progress.holes - holes),
		    (unsigned long long)d->run->progress.position, d->run->dir);
	if (d->opt->progress)
		d->opt->progress(d->opt->ctx, &d->run->progress);
	return 0;
}

/* What slots lack that still wait is a hole. */
static int take_rest(struct gno_drain *d, struct gno_err *err)
{
	uint64_t position = gno_sink_progress(d->sink)->position;
	int rc = gno_sink_finish(d->sink, err);

	if (!rc && gno_sink_progress(d->sink)->position != position)
		gno_drain_note(d, "what slots from position %llu on wait for has not come",
			       (unsigned long long)position);
	return rc;
}

/* Keeps what waits, but not for ever: a sound monitor is not full twice before it comes. */
static int keep(struct gno_drain *d, struct gno_err *err)
{
	uint64_t waiting = gno_sink_fed(d->sink) - gno_sink_progress(d->sink)->position;
	int rc = 0;

	if (!gno_sink_keep(d->sink))
		return 0;
	if (waiting > (uint64_t)WAITING_BUFFERS * d->run->m->slots)
		rc = take_rest(d, err);
	return rc ? rc : commit(d, err);
}

/*
 * Gives back space where the monitor is full and all of it was read. What waits for slots that
 * there is no room for goes to the journal. (Else the limit was lost or not moved yet, or a flush
 * in fill mode needs room.)
 */
static int make_room(struct gno_drain *d, struct gno_err *err)
{
	int rc = may_give_back(d) ? keep(d, err) : 0;

	return rc ? rc : give_back(d, &d->round[d->first].limit, err);
}

/* Waits for the oldest round and commits what it brought. */
static int finish_round(struct gno_drain *d, struct gno_err *err)
{
	struct gno_drain_round *r = &d->round[d->first];
	int rc = 0;

	for (unsigned i = 0; i < r->blocks && !rc; i++) {
		rc = gno_link_wait(d->link, &r->block[i], err);
		if (!rc)
			rc = gno_sink_feed(d->sink, r->data[i], r->block[i].slots, err);
	}
	if (!rc)
		rc = gno_link_wait(d->link, &r->regs, err);
	if (!rc)
		rc = take_status(d, r->reg, err);
	d->first = (d->first + 1) % (d->rounds + 1);
	d->flying--;
	d->polls -= !r->blocks;
	if (rc || !r->blocks)
		return rc;
	d->moved = now_ms(d);
	rc = commit(d, err);
	if (!rc)
		rc = give_back(d, &r->limit, err);
	return rc;
}

/* Does what is due beside the drain. */
static int attend(struct gno_drain *d, struct gno_err *err)
{
	const struct gno_drain_beside *b = d->opt->beside;

	if (!b || d->stopping || !goes_on(d) || !b->due(b->ctx))
		return 0;
	return b->act(b->ctx, d->dev, err);
}

static int send_stop(struct gno_drain *d, struct gno_err *err)
{
	const struct gno_drain_beside *b = d->opt->beside;
	int rc = b ? b->act(b->ctx, d->dev, err) : 0;

	if (rc)
		return rc;
	rc = gno_device_stop(d->dev, err);
	d->stopping = true;
	d->moved = now_ms(d);
	if (!rc && goes_on(d))
		d->run->anchors.stop = gno_device_anchor(d->dev);
	d->run->state = GNO_RUN_STOPPED;
	return rc;
}

/* Fires the host's trigger when it is due. First it waits for what is in flight: no two answers may
 * have equal lengths. */
static int ask(struct gno_drain *d, struct gno_err *err)
{
	uint64_t now = now_ms(d), due = d->asked + d->opt->ask_ms;
	int rc;

	if (!d->opt->ask_ms || d->stopping || !goes_on(d) || now < due)
		return 0;
	d->asked = now - due < d->opt->ask_ms ? due : now;
	rc = gno_drain_settle(d, err);
	return rc ? rc : gno_run_ask(d->run, d->dev, GNO_NODE_ALL, err);
}

/* Nothing more can arrive although the run continues: the first records are kept. */
static bool filled(const struct gno_drain *d)
{
	return d->run->mode == GNO_BUFFER_FILL && goes_on(d) && d->status.full;
}

static int lacks_flush(const struct gno_drain *d, struct gno_err *err)
{
	const char *missing = gno_sink_missing(d->sink);

	return gno_fail(err, GNO_ERR_STATE,
			"monitor is stopped, but the flush record of node '%s' has not arrived",
			missing ? missing : "");
}

/* Whether all that will come was read. */
static bool is_whole(const struct gno_drain *d)
{
	return d->over && gno_sink_fed(d->sink) == d->head;
}

/*
 * Whether the run is to end, or the drain: decides after each round. Returns 1 when the drain is
 * over.
 */
static int decide(struct gno_drain *d, struct gno_drain_result *result, struct gno_err *err)
{
	bool reached = gno_sink_reached(d->sink), entries = gno_run_has_entries(d->run);
	int rc = entries && is_whole(d) ? take_rest(d, err) : 0;

	if (rc)
		return rc;
	if (gno_sink_done(d->sink) && (is_whole(d) || !entries)) {
		result->end = GNO_DRAIN_COMPLETE;
		return 1;
	}
	if (interrupted(d)) {
		result->end = GNO_DRAIN_INTERRUPTED;
		return 1;
	}
	if (d->stopping || !goes_on(d))
		return 0;
	if (!reached && !late(d) && !filled(d))
		return 0;
	d->filled = !reached && filled(d);
	if (d->opt->stop)
		return send_stop(d, err);
	if (!reached && !late(d) && d->planned < d->head)
		return 0; /* the buffer is full, and not all of it is fetched */
	result->end = reached ? GNO_DRAIN_UNTIL : late(d) ? GNO_DRAIN_LIMIT : GNO_DRAIN_FILLED;
	return 1;
}

/* Nothing has come for too long. */
static int give_up(struct gno_drain *d, struct gno_err *err)
{
	int rc;

	d->over = true;
	if (!gno_run_has_entries(d->run))
		return lacks_flush(d, err);
	rc = take_rest(d, err);
	if (rc || !gno_sink_done(d->sink))
		return rc ? rc : lacks_flush(d, err);
	if (d->status.active)
		gno_drain_note(d,
			       "the monitor has stopped, and still announces what does not come");
	return 0;
}

/* With nothing to read and nothing in flight: waits a little, then polls again. */
static int idle(struct gno_drain *d, struct gno_err *err)
{
	int rc;

	if ((d->stopping || !goes_on(d)) && flush_is_late(d))
		return give_up(d, err);
	rc = d->status.full ? make_room(d, err) : 0;
	if (rc)
		return rc;
	rc = gno_link_idle(d->link, d->idle_ms, err);
	if (2 * d->idle_ms <= POLL_MAX_MS)
		d->idle_ms *= 2;
	return rc ? rc : gno_drain_submit(d, err);
}

int gno_drain_step(struct gno_drain *d, struct gno_err *err)
{
	int rc = 0;

	/* without blocks: the registers will show what came where the last round made room */
	while (!rc && (gno_drain_may_take(d) || (d->freed && !d->polls))) {
		d->idle_ms = POLL_MIN_MS;
		rc = gno_drain_submit(d, err);
	}
	if (!rc && !d->flying)
		rc = idle(d, err);
	return rc || !d->flying ? rc : finish_round(d, err);
}

int gno_drain_settle(struct gno_drain *d, struct gno_err *err)
{
	int rc = 0;

	while (!rc && d->flying)
		rc = finish_round(d, err);
	return rc;
}

static int drain_stream(struct gno_drain *d, struct gno_drain_result *result, struct gno_err *err)
{
	int rc;

	do {
		rc = gno_drain_step(d, err);
		if (!rc)
			rc = decide(d, result, err);
		if (!rc)
			rc = ask(d, err);
		if (!rc)
			rc = attend(d, err);
	} while (!rc);
	rc = rc < 0 ? rc : gno_drain_settle(d, err);
	if (!rc && result->end == GNO_DRAIN_COMPLETE)
		d->run->state = GNO_RUN_COMPLETE;
	return rc ? rc : commit(d, err);
}

/* Waits until the recorder froze, or the run is to end; 1: the drain is over before that. */
static int wait_frozen(struct gno_drain *d, struct gno_drain_result *result, struct gno_err *err)
{
	int rc;

	while (d->status.active && !d->status.frozen) {
		if (interrupted(d) || (late(d) && !d->opt->stop)) {
			result->end = interrupted(d) ? GNO_DRAIN_INTERRUPTED : GNO_DRAIN_LIMIT;
			return 1;
		}
		if (late(d))
			break;
		rc = gno_link_idle(d->link, WRAP_POLL_MS, err);
		if (!rc)
			rc = look_at_status(d, err);
		if (!rc)
			rc = ask(d, err);
		if (!rc)
			rc = attend(d, err);
		if (rc)
			return rc;
	}
	if (!d->status.active)
		return 0;
	rc = send_stop(d, err);
	return rc ? rc : gno_journal_write(d->run, err);
}

/* Oldest slot that is kept, and how many there are. */
static unsigned kept(const struct gno_drain *d, unsigned *slots)
{
	const struct gno_manifest *m = d->run->m;
	const struct gno_status *st = &d->status;
	unsigned tail = st->tail;

	if (m->form == GNO_FORM_SINGLE && !d->run->model)
		tail = st->wrapped ? st->head : 0;
	*slots = (st->head - tail) & (m->slots - 1);
	if (!*slots && st->wrapped)
		*slots = m->slots;
	return tail;
}

/* Reads everything that is kept into the sink. */
static int read_kept(struct gno_drain *d, struct gno_err *err)
{
	uint8_t data[GNO_SLOT_BYTES * GNO_MAX_BLOCK];
	unsigned slots, at = kept(d, &slots);
	int rc = gno_sink_restart(d->sink, at, d->status.wrapped, err);

	while (slots && !rc) {
		struct gno_request req = gno_buffer_request(d->run->m, at, slots, data);

		rc = gno_link_exec(d->link, &req, err);
		if (!rc)
			rc = gno_sink_feed(d->sink, data, req.slots, err);
		at += req.slots;
		slots -= req.slots;
	}
	return rc ? rc : gno_sink_finish(d->sink, err);
}

/* Whether the monitor's time is none of the host's. */
static bool is_simulated(const struct gno_run *run)
{
	return run->simulation.known || run->model;
}

/* Notes where the recorder may have been frozen for longer than the time counter's period. */
static void note_frozen(const struct gno_drain *d)
{
	const struct gno_manifest *m = d->run->m;
	double span = (double)(1ull << m->time_bits) / (double)m->clock_hz, since;
	struct tm started = {0};

	if (!d->status.frozen || !d->run->started || is_simulated(d->run) ||
	    !strptime(d->run->started, "%Y-%m-%dT%TZ", &started))
		return;
	since = difftime(time(NULL), timegm(&started));
	if (since > span)
		gno_drain_note(
		    d,
		    "the recorder stopped by itself within the last %.0f s, and the time counter repeats every %.3g s: times of a node without a time beat among its records may be too late by a multiple of that",
		    since, span);
}

static int drain_wrap(struct gno_drain *d, struct gno_drain_result *result, struct gno_err *err)
{
	uint64_t head, begun;
	int rc;

	note_frozen(d);
	rc = wait_frozen(d, result, err);
	if (rc)
		return rc < 0 ? rc : 0;
	do {
		rc = look_at_status(d, err);
		begun = now_ms(d);
		if (!rc)
			rc = read_kept(d, err);
		d->moved += now_ms(d) - begun; /* what was read took this long, not the flush */
		head = d->head;
		if (!rc)
			rc = look_at_status(d, err);
		if (rc)
			return rc;
		if (gno_sink_done(d->sink) && d->head == head &&
		    (d->over || !gno_run_has_entries(d->run))) {
			result->end = GNO_DRAIN_COMPLETE;
			d->run->state = GNO_RUN_COMPLETE;
			d->run->frozen = d->status.frozen;
			return commit(d, err);
		}
		if (interrupted(d)) {
			result->end = GNO_DRAIN_INTERRUPTED;
			return 0;
		}
		rc = gno_link_idle(d->link, WRAP_POLL_MS, err);
		if (rc)
			return rc;
	} while (!flush_is_late(d));
	return lacks_flush(d, err);
}

/* Notes where the monitor was not drained for longer than its epochs can distinguish. */
static void note_absence(const struct gno_drain *d)
{
	const struct gno_manifest *m = d->run->m;
	double span = (double)(1ull << (m->time_bits + 7)) / (double)m->clock_hz;
	time_t now = time(NULL);

	if (d->run->drained_at && !is_simulated(d->run) &&
	    (double)now - (double)d->run->drained_at > span)
		gno_drain_note(
		    d,
		    "the last drain was %.0f s ago, more than the %.0f s that epochs can distinguish: times after a gap may be too small",
		    (double)now - (double)d->run->drained_at, span);
}

int gno_drain_open(struct gno_drain *d, struct gno_run *run, struct gno_device *dev,
		   const struct gno_drain_options *options, struct gno_err *err)
{
	int rc;

	memset(d, 0, sizeof(*d));
	d->run = run;
	d->dev = dev;
	d->opt = options;
	d->link = gno_device_link(d->dev);
	d->begun = d->moved = d->asked = now_ms(d);
	d->idle_ms = POLL_MIN_MS;
	gno_drain_set_depth(d);
	note_absence(d);
	rc = gno_sink_open(d->run, &d->sink, err);
	if (rc)
		return rc;
	d->planned = d->head = gno_sink_fed(d->sink);
	return look_at_status(d, err);
}

void gno_drain_close(struct gno_drain *d)
{
	gno_link_forget(d->link);
	gno_sink_close(d->sink);
}

/* The whole drain; an interrupt is a good end: what was not committed is fetched again by the next
 * one. */
static int drain(struct gno_drain *d, struct gno_run *run, struct gno_device *dev,
		 const struct gno_drain_options *options, struct gno_drain_result *result,
		 struct gno_err *err)
{
	int rc;

	gno_link_limit(gno_device_link(dev), options->limit_ms);
	rc = gno_drain_open(d, run, dev, options, err);
	if (!rc)
		rc = run->mode == GNO_BUFFER_WRAP ? drain_wrap(d, result, err)
						  : drain_stream(d, result, err);
	if (rc == GNO_ERR_MISMATCH && run->pending.slots)
		gno_drain_note(d,
			       "%llu slots of the run wait in '%s/run.json' for others behind them",
			       (unsigned long long)run->pending.slots, run->dir);
	gno_drain_close(d);
	gno_link_limit(gno_device_link(dev), 0);
	if (rc != GNO_ERR_INTERRUPTED)
		return rc;
	result->end = GNO_DRAIN_INTERRUPTED;
	return 0;
}

int gno_run_drain(struct gno_run *run, struct gno_device *dev,
		  const struct gno_drain_options *options, struct gno_drain_result *result,
		  struct gno_err *err)
{
	/* of a run that was complete before it is not known what ended it */
	bool filled = run->state == GNO_RUN_COMPLETE && run->mode == GNO_BUFFER_FILL;
	struct gno_drain *d = NULL;
	int rc = 0, synced;

	if (run->state == GNO_RUN_LOADED)
		return gno_fail(err, GNO_ERR_STATE, "'%s' was not started", run->dir);
	result->model = run->model;
	if (options->ask_ms)
		rc = gno_run_may_ask(run, GNO_NODE_ALL, err);
	if (!rc && run->state != GNO_RUN_COMPLETE)
		rc = gno_run_check_kind(run, dev, err);
	if (rc)
		return rc;
	result->end = GNO_DRAIN_COMPLETE;
	if (run->state != GNO_RUN_COMPLETE) {
		d = calloc(1, sizeof(*d));
		if (!d)
			return gno_fail_nomem(err);
		rc = drain(d, run, dev, options, result, err);
		filled = d->filled;
		/* The data is on the disk before that is reported, after a failure too; it is not
		 * synced in between, where the monitor would have to wait. */
		synced = gno_run_sync(run, rc ? NULL : err);
		rc = rc ? rc : synced;
		free(d);
	}
	result->missed =
	    !rc && result->end == GNO_DRAIN_COMPLETE && !filled && gno_run_is_missed(run, options);
	result->total = run->progress;
	return rc;
}
