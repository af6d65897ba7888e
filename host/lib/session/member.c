/* SPDX-License-Identifier: Apache-2.0 */
#include "session/member.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "device/registers.h"
#include "sync/file.h"
#include "sync/wide.h"

#define IDLE_MS 20
#define WRITE_MS 2000 /* between states of boards.json while the boards run */
#define PS_OF_MS (SYNC_SECOND / 1000)

/* Puts the board's name before a message. */
static int name_board(const struct member *m, int rc, struct gno_err *err)
{
	const struct gno_err was = *err;

	if (!rc || strstr(was.text, m->entry.name))
		return rc;
	return gno_fail(err, rc, "board '%s': %s", m->entry.name, was.text);
}

static void lock(struct member *m)
{
	pthread_mutex_lock(&m->all->meeting.lock);
}

static void unlock(struct member *m)
{
	pthread_mutex_unlock(&m->all->meeting.lock);
}

static void note(void *ctx, const char *text)
{
	struct member *m = ctx;
	const struct gno_session_hooks *hooks = m->all->hooks;
	char *named;

	if (!hooks->note)
		return;
	lock(m);
	named = strstr(text, m->entry.name) ? NULL : gno_format("%s: %s", m->entry.name, text);
	hooks->note(hooks->ctx, named ? named : text);
	unlock(m);
	free(named);
}

static void on_faults(void *ctx, const char *path, const struct gno_faults *faults)
{
	struct member *m = ctx;

	if (!m->all->hooks->faults)
		return;
	lock(m);
	m->all->hooks->faults(m->all->hooks->ctx, path, faults);
	unlock(m);
}

/* Boards of one run have one experiment, or a name would mean two things in their report. */
static int check_experiment(struct member *m, const struct gno_pattern_file *p, struct gno_err *err)
{
	struct boards *all = m->all;
	const bool later = all->first && all->first->place < m->place;

	if (all->first && !gno_pattern_files_agree(all->patterns, p))
		return gno_fail(
		    err, GNO_ERR_MISMATCH, "boards '%s' and '%s' have different experiments",
		    (later ? all->first : m)->entry.name, (later ? m : all->first)->entry.name);
	if (all->first)
		return 0;
	all->first = m;
	return gno_pattern_file_copy(p, &all->patterns, err);
}

static int on_read(void *ctx, const struct gno_manifest *manifest, const struct gno_pattern_file *p,
		   struct gno_err *err)
{
	struct member *m = ctx;
	int rc;

	lock(m);
	rc = check_experiment(m, p, err);
	if (!rc && m->all->hooks->read)
		rc = m->all->hooks->read(m->all->hooks->ctx, manifest, p, err);
	unlock(m);
	return rc;
}

static void on_loaded(void *ctx, const char *dir, const struct gno_manifest *manifest,
		      const struct gno_pattern_file *p)
{
	struct member *m = ctx;

	if (!m->all->hooks->loaded)
		return;
	lock(m);
	m->all->hooks->loaded(m->all->hooks->ctx, dir, manifest, p);
	unlock(m);
}

/* Progress of all boards together. */
static void on_progress(void *ctx, const struct gno_progress *p)
{
	struct member *m = ctx;
	struct gno_progress all = {0};

	if (!m->all->hooks->progress)
		return;
	lock(m);
	m->progress = *p;
	for (size_t i = 0; i < m->all->members; i++) {
		const struct gno_progress *one = &m->all->member[i].progress;

		all.position += one->position;
		all.records += one->records;
		all.events += one->events;
		all.gaps += one->gaps;
		all.lost += one->lost;
		all.holes += one->holes;
	}
	m->all->hooks->progress(m->all->hooks->ctx, &all);
	unlock(m);
}

static void on_drained(void *ctx, const char *dir, const struct gno_drain_result *result,
		       const struct gno_link_counters *link, bool failed)
{
	struct member *m = ctx;

	if (!m->all->hooks->drained)
		return;
	lock(m);
	m->all->hooks->drained(m->all->hooks->ctx, dir, result, link, failed);
	unlock(m);
}

/* Waits for all others. */
static int meet(struct member *m, struct gno_err *err)
{
	if (meeting_join(&m->all->meeting)) {
		m->met++;
		return 0;
	}
	m->left = true;
	if (m->all->options->session.interrupted && *m->all->options->session.interrupted)
		return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted; no board was started");
	return gno_fail(err, GNO_ERR_INTERRUPTED,
			"board '%s' was not started, as another one failed", m->entry.name);
}

/* All boards wait until all are loaded; then the caller's hook is called once. */
static int on_before(void *ctx, struct gno_err *err)
{
	return meet(ctx, err);
}

/* Makes what is known of the board's time that of the set. */
static int publish(struct member *m, struct gno_err *err)
{
	int rc;

	lock(m);
	rc = sync_entry_copy(&m->all->set->entry[m->place], &m->entry, err);
	m->all->polled = m->all->polled || m->entry.polls;
	if (m->refreshes > m->all->set->plan.refreshes)
		m->all->set->plan.refreshes = m->refreshes;
	if (!rc && m->met == MEETINGS && gno_now_ms() - m->all->written_ms > WRITE_MS) {
		m->all->written_ms = gno_now_ms();
		rc = sync_file_write(m->all->file, m->all->set, err);
	}
	unlock(m);
	return rc;
}

/* Reads the time once: the board must have the register, and the first one begins all times. */
static int first_poll(struct member *m, const struct gno_manifest *manifest, struct gno_err *err)
{
	struct gno_device_poll poll;
	int rc = gno_device_time(m->dev, &poll, err);

	if (rc)
		return rc;
	lock(m);
	if (!m->all->set->raw_ns)
		m->all->set->raw_ns = poll.sent_ns;
	unlock(m);
	m->nonce = (poll.sent_ns << 8 | m->place) & GNO_NONCE_MAX;
	return sync_board_declare(&m->entry, &m->all->options->declared, manifest, m->dev, err);
}

/* Starts the monitor without tables: its nonce then distinguishes it from the others. */
static int mark(struct member *m, struct gno_err *err)
{
	struct gno_status status;
	unsigned run;
	int rc = gno_device_reset(m->dev, err);

	if (!rc)
		rc = gno_device_before_load(m->dev, &status, err);
	return rc ? rc : gno_device_start(m->dev, &m->nonce, &run, err);
}

/* After all are marked: the nonce is still the board's own, or two boards are one. */
static int check_mark(struct member *m, struct gno_err *err)
{
	struct gno_status status;
	int rc = gno_device_status(m->dev, &status, err);

	if (rc || status.nonce == m->nonce)
		return rc;
	for (size_t i = 0; i < m->all->members; i++)
		if (m->all->member[i].nonce == status.nonce)
			return gno_fail(err, GNO_ERR_ARG, SYNC_SAME_DEVICE, m->board->url,
					m->all->member[i].board->url);
	return gno_fail(err, GNO_ERR_MISMATCH, "another program uses board '%s'", m->entry.name);
}

static int on_opened(void *ctx, struct gno_device *dev, const struct gno_manifest *manifest,
		     struct gno_err *err)
{
	struct member *m = ctx;
	int rc;

	m->dev = dev;
	rc = first_poll(m, manifest, err);
	if (!rc)
		rc = publish(m, err);
	if (!rc)
		rc = mark(m, err);
	if (!rc)
		rc = meet(m, err);
	if (!rc)
		rc = check_mark(m, err);
	if (!rc)
		rc = meet(m, err);
	return rc;
}

/* A pulse. A clock that lies ends the pulses, and not the drain. */
static int pulse(struct member *m, struct gno_err *err)
{
	int rc = sync_poller_pulse(&m->poller, m->dev, m->all->options->plan.rounds, err);
	int published;

	m->refreshes++;
	published = publish(m, rc ? NULL : err);

	if (rc && m->entry.state == SYNC_LIES) {
		m->err = *err;
		note(m, err->text);
		rc = 0;
	}
	return rc ? rc : published;
}

static int wait_ms(struct member *m, unsigned ms, struct gno_err *err)
{
	struct gno_link *link = gno_device_link(m->dev);
	const uint64_t end = gno_link_now_ms(link) + ms;
	int rc = 0;

	while (!rc && gno_link_now_ms(link) < end)
		rc = gno_link_idle(link, IDLE_MS, err);
	return rc;
}

static void plan_next(struct member *m)
{
	const uint64_t interval = (uint64_t)m->all->set->plan.interval / PS_OF_MS;

	m->due_ms = gno_link_now_ms(gno_device_link(m->dev)) + (interval ? interval : 1);
}

/* The initial phase: pulses without traffic, until all boards have theirs. */
static int on_begun(void *ctx, struct gno_device *dev, struct gno_err *err)
{
	struct member *m = ctx;
	const struct sync_plan *plan = &m->all->options->plan;
	int rc = 0;

	m->dev = dev;
	sync_poller_begin(&m->poller, &m->entry, m->all->set->raw_ns);
	for (unsigned i = 0; i < plan->first && m->entry.state == SYNC_OK && !rc; i++) {
		rc = i ? wait_ms(m, (unsigned)((uint64_t)plan->apart / PS_OF_MS), err) : 0;
		if (!rc)
			rc = pulse(m, err);
	}
	if (!rc)
		rc = meet(m, err);
	plan_next(m);
	return rc;
}

static bool on_due(void *ctx)
{
	const struct member *m = ctx;

	return m->entry.state == SYNC_OK && gno_link_now_ms(gno_device_link(m->dev)) >= m->due_ms;
}

static int on_refresh(void *ctx, struct gno_device *dev, struct gno_err *err)
{
	struct member *m = ctx;
	int rc = 0;

	(void)dev;
	if (m->entry.state == SYNC_OK)
		rc = pulse(m, err);
	plan_next(m);
	return rc;
}

/* What a failure of the run says of the board. */
static void lost(struct member *m, int rc)
{
	struct gno_err other;

	if (m->met < MEETINGS - 1 || rc == GNO_ERR_INTERRUPTED)
		return;
	if (rc == GNO_ERR_MISMATCH)
		sync_track_lost(&m->poller.track, SYNC_RESTARTED);
	else if (rc == GNO_ERR_TIMEOUT || rc == GNO_ERR_LINK || rc == GNO_ERR_IO)
		sync_track_lost(&m->poller.track, SYNC_UNPLUGGED);
	publish(m, &other);
}

void member_run(struct member *m)
{
	const struct gno_session_hooks hooks = {
	    .ctx = m,
	    .faults = on_faults,
	    .read = on_read,
	    .before = on_before,
	    .loaded = on_loaded,
	    .progress = on_progress,
	    .note = note,
	    .drained = on_drained,
	};
	const struct gno_session_ties ties = {
	    .ctx = m, .opened = on_opened, .begun = on_begun, .drain = {m, on_due, on_refresh}};
	struct gno_session_options options = m->all->options->session;
	struct gno_err err;

	options.experiment.device = m->board->url;
	options.search = false;
	options.ties = &ties;
	sync_poller_begin(&m->poller, &m->entry, 0);
	m->rc =
	    gno_experiment_run(m->board->experiment, m->dir, &options, &hooks, &m->missed, &err);
	if (m->rc) {
		lost(m, m->rc);
		name_board(m, m->rc, &err);
		m->err = err;
		if (!m->left && m->met == MEETINGS)
			note(m, err.text);
	} else if (m->entry.state == SYNC_LIES) {
		m->rc = m->err.code;
	}
	meeting_leave(&m->all->meeting, m->rc && m->met < MEET_POLLED);
}

void member_free(struct member *m)
{
	sync_entry_free(&m->entry);
	free(m->dir);
}
