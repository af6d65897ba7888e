/* SPDX-License-Identifier: Apache-2.0 */
#include "session/sync.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/locale.h"
#include "common/util.h"
#include "device/place.h"
#include "device/registers.h"
#include "sync/file.h"
#include "sync/poller.h"
#include "sync/refresh.h"
#include "sync/wide.h"

#define SLICE_MS 20
#define NS_OF_MS 1000000
#define PS_OF_MS (SYNC_SECOND / 1000)
#define PROBE_MS 20000 /* that all rates of a serial line may take */

struct board {
	char *place;
	struct gno_device *dev;
	struct gno_manifest *m;
	struct sync_poller poller;
};

struct gno_sync {
	char *manifest;
	struct sync_board declared;
	struct sync_set set;
	struct board *board; /* as many as the set has entries */
	uint64_t due_ms;
	bool begun;
	const volatile sig_atomic_t *watched; /* NULL: `interrupted` */
	volatile sig_atomic_t interrupted;
	struct gno_err err;
};

struct gno_sync *gno_sync_new(void)
{
	struct gno_sync *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->declared = (struct sync_board){.drift = 100000, .host_drift = 100000, .wander = 1000};
	s->set.plan = sync_plan_usual(0);
	return s;
}

void gno_sync_free(struct gno_sync *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->set.entries; i++) {
		gno_device_close(s->board[i].dev);
		gno_manifest_free(s->board[i].m);
		free(s->board[i].place);
	}
	free(s->board);
	free(s->manifest);
	sync_set_free(&s->set);
	free(s);
}

const char *gno_sync_error(const struct gno_sync *s)
{
	return s->err.text;
}

int gno_sync_set_manifest(struct gno_sync *s, const char *path)
{
	return gno_set_text(&s->manifest, path, &s->err);
}

void gno_sync_set_clocks(struct gno_sync *s, uint32_t drift, uint32_t host_drift, uint32_t wander)
{
	s->declared.drift = drift;
	s->declared.host_drift = host_drift;
	s->declared.wander = wander;
}

void gno_sync_set_floors(struct gno_sync *s, uint64_t out, uint64_t back, uint64_t message)
{
	s->declared.out = out;
	s->declared.back = back;
	s->declared.floor = out || back ? SYNC_FLOOR_PROVEN : SYNC_FLOOR_NONE;
	s->set.plan.floor = message;
}

void gno_sync_declare(struct gno_sync *s, const struct sync_board *declared,
		      const struct sync_plan *plan)
{
	s->declared = *declared;
	s->set.plan = *plan;
}

const struct sync_set *gno_sync_set(const struct gno_sync *s)
{
	return &s->set;
}

void gno_sync_watch(struct gno_sync *s, const volatile sig_atomic_t *interrupted)
{
	s->watched = interrupted;
}

void gno_sync_interrupt(struct gno_sync *s)
{
	s->interrupted = 1;
}

static const volatile sig_atomic_t *interrupted(const struct gno_sync *s)
{
	return s->watched ? s->watched : &s->interrupted;
}

/* The board's place, which no other one may have. */
static int check_place(struct gno_sync *s, size_t k, const char *url)
{
	s->board[k].place = gno_device_place(url);
	if (!s->board[k].place)
		return gno_fail_nomem(&s->err);
	for (size_t i = 0; i < k; i++)
		if (!strcmp(s->set.entry[i].name, s->set.entry[k].name) ||
		    !strcmp(s->board[i].place, s->board[k].place))
			return gno_fail(&s->err, GNO_ERR_ARG, SYNC_SAME_DEVICE,
					s->set.entry[i].device, url);
	return 0;
}

int gno_sync_add(struct gno_sync *s, const char *url)
{
	const size_t k = s->set.entries;
	struct sync_entry *entry = gno_room(s->set.entry, k, sizeof(*entry));
	struct board *board = gno_room(s->board, k, sizeof(*board));
	int rc;

	s->set.entry = entry ? entry : s->set.entry;
	s->board = board ? board : s->board;
	if (!entry || !board)
		return gno_fail_nomem(&s->err);
	if (s->begun)
		return gno_fail(&s->err, GNO_ERR_STATE, "boards were polled before");
	entry[k] = (struct sync_entry){.name = sync_board_name(url), .device = strdup(url)};
	board[k] = (struct board){0};
	rc = entry[k].name && entry[k].device ? check_place(s, k, url) : gno_fail_nomem(&s->err);
	if (!rc) {
		s->set.entries++;
		return 0;
	}
	sync_entry_free(&entry[k]);
	free(board[k].place);
	return rc;
}

/* Opens a board, and reads its time for the first time. */
static int open_board(struct gno_sync *s, size_t k)
{
	const struct gno_device_options how = {.limit_ms = PROBE_MS, .interrupted = interrupted(s)};
	struct sync_entry *e = &s->set.entry[k];
	struct board *b = &s->board[k];
	struct gno_device_poll poll;
	int rc = gno_device_open(e->device, &how, &b->dev, &s->err);

	if (!rc && s->manifest)
		rc = gno_manifest_load(s->manifest, &b->m, &s->err);
	if (!rc && !s->manifest) {
		rc = gno_device_identify(b->dev, NULL, &s->err);
		if (!rc)
			rc = gno_device_manifest(b->dev, &b->m, &s->err);
	}
	if (!rc)
		rc = gno_device_identify(b->dev, b->m, &s->err);
	if (!rc)
		rc = gno_device_time(b->dev, &poll, &s->err);
	if (rc)
		return rc;
	gno_link_limit(gno_device_link(b->dev), 0);
	if (!s->set.raw_ns)
		s->set.raw_ns = poll.sent_ns;
	sync_poller_begin(&b->poller, e, s->set.raw_ns);
	return sync_board_declare(e, &s->declared, b->m, b->dev, &s->err);
}

/* A pulse of each board that is there. GNO_ERR_STATE: there is none. */
static int pulse_all(struct gno_sync *s)
{
	size_t left = 0;
	int rc;

	s->set.plan.refreshes++;
	for (size_t i = 0; i < s->set.entries; i++) {
		struct board *b = &s->board[i];

		if (s->set.entry[i].state != SYNC_OK)
			continue;
		rc = sync_poller_pulse(&b->poller, b->dev, s->set.plan.rounds, &s->err);
		if (rc == GNO_ERR_INTERRUPTED || rc == GNO_ERR_NOMEM)
			return rc;
		left += s->set.entry[i].state == SYNC_OK;
	}
	return left ? 0 : gno_fail(&s->err, GNO_ERR_STATE, "no board is left that can be polled");
}

/* Waits until a time of the clock of gno_now_ms. */
static int wait_until(struct gno_sync *s, uint64_t end)
{
	while (gno_now_ms() < end) {
		const uint64_t left = end - gno_now_ms();
		const struct timespec slice = {
		    .tv_nsec = (long)(left < SLICE_MS ? left : SLICE_MS) * NS_OF_MS};

		if (*interrupted(s))
			return gno_fail(&s->err, GNO_ERR_INTERRUPTED, "interrupted");
		nanosleep(&slice, NULL);
	}
	return 0;
}

int gno_sync_begin(struct gno_sync *s)
{
	GNO_C_LOCALE;
	int rc = 0;

	if (s->begun || !s->set.entries)
		return gno_fail(&s->err, GNO_ERR_STATE,
				s->begun ? "boards were polled before" : "no board is named");
	s->begun = true;
	for (size_t i = 0; i < s->set.entries && !rc; i++)
		rc = open_board(s, i);
	for (unsigned i = 0; i < s->set.plan.first && !rc; i++) {
		if (i)
			rc = wait_until(s, s->due_ms);
		s->due_ms = gno_now_ms() + (uint64_t)s->set.plan.apart / PS_OF_MS;
		if (!rc)
			rc = pulse_all(s);
	}
	if (rc)
		return rc;
	sync_choose_interval(&s->set);
	s->due_ms = gno_now_ms() + (uint64_t)s->set.plan.interval / PS_OF_MS;
	return 0;
}

int gno_sync_refresh(struct gno_sync *s)
{
	GNO_C_LOCALE;
	int rc;

	if (!s->begun || !s->set.plan.interval)
		return gno_fail(&s->err, GNO_ERR_STATE, "boards were not polled before");
	rc = wait_until(s, s->due_ms);
	s->due_ms += (uint64_t)s->set.plan.interval / PS_OF_MS;
	return rc ? rc : pulse_all(s);
}

int gno_sync_finish(struct gno_sync *s)
{
	return sync_finish(&s->set, &s->err);
}

int gno_sync_time(struct gno_sync *s, const char *board, uint64_t cycle, int64_t *ps,
		  uint64_t *bound)
{
	const struct sync_entry *e = sync_entry_named(&s->set, board);

	if (!e)
		return gno_fail(&s->err, GNO_ERR_ARG, "there is no board '%s'", board);
	if (!e->mapping.points || e->state == SYNC_LIES)
		return gno_fail(&s->err, GNO_ERR_STATE, "the time of board '%s' is not known",
				board);
	sync_map(&e->mapping, cycle, ps, bound);
	return 0;
}

int gno_sync_json(struct gno_sync *s, char **json)
{
	GNO_C_LOCALE;
	size_t length;

	return sync_file_text(&s->set, json, &length, &s->err);
}
