/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/poller.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "common/util.h"
#include "device/usb/plugged.h"

#define PS_OF_NS 1000

void sync_poller_begin(struct sync_poller *p, struct sync_entry *entry, uint64_t origin_ns)
{
	*p = (struct sync_poller){.origin_ns = origin_ns};
	sync_track_begin(&p->track, entry);
}

int sync_board_declare(struct sync_entry *entry, const struct sync_board *declared,
		       const struct gno_manifest *m, const struct gno_device *dev,
		       struct gno_err *err)
{
	struct sync_board *b = &entry->mapping.board;

	*b = *declared;
	b->hz = m->clock_hz;
	if (b->hz)
		b->tick = sync_tick(b->hz, 1, SYNC_HOST_TICK);
	if (b->floor == SYNC_FLOOR_NONE) {
		gno_device_time_floor(dev, &b->out, &b->back);
		b->floor = b->out ? SYNC_FLOOR_PROVEN : SYNC_FLOOR_NONE;
	}
	return sync_board_check(b, entry->name, err);
}

/* Notes that the board is no longer what it was, and says so. */
static int lose(struct sync_poller *p, struct gno_err *err)
{
	const struct sync_entry *e = p->track.entry;

	if (e->state == SYNC_LIES)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "clock of board '%s' is %s by at least %lld ppm, more than %d: it is "
		    "another clock than the %llu Hz of its manifest",
		    e->name, e->ppm > 0 ? "fast" : "slow",
		    (long long)(e->ppm < 0 ? -e->ppm : e->ppm), SYNC_LIE_PPM,
		    (unsigned long long)e->mapping.board.hz);
	return gno_fail(err, GNO_ERR_MISMATCH, "board '%s' was restarted", e->name);
}

/* Whether a poll is of the run that the first one was of. */
static bool same_run(struct sync_poller *p, const struct gno_device_poll *poll)
{
	if (!p->known) {
		p->known = true;
		p->run = poll->run;
		p->nonce = poll->nonce;
	}
	return p->run == poll->run && p->nonce == poll->nonce;
}

/* The way to the board failed, or the caller ended the wait. */
static int note_failure(struct sync_poller *p, int rc)
{
	if (rc && rc != GNO_ERR_INTERRUPTED)
		sync_track_lost(&p->track, SYNC_UNPLUGGED);
	return rc;
}

static int take_poll(struct sync_poller *p, struct gno_device *dev, struct gno_err *err)
{
	struct sync_entry *e = p->track.entry;
	struct gno_device_poll got;
	struct sync_poll poll;
	int rc = note_failure(p, gno_device_time(dev, &got, err));

	if (rc)
		return rc;
	e->failed += got.lost;
	if (!same_run(p, &got))
		sync_track_lost(&p->track, SYNC_RESTARTED);
	poll = (struct sync_poll){(int64_t)(got.sent_ns - p->origin_ns) * PS_OF_NS,
				  (int64_t)(got.received_ns - p->origin_ns) * PS_OF_NS, got.cycle};
	rc = sync_track_poll(&p->track, &poll, 0, err);
	return rc || e->state == SYNC_OK ? rc : lose(p, err);
}

int sync_poller_pulse(struct sync_poller *p, struct gno_device *dev, unsigned rounds,
		      struct gno_err *err)
{
	int rc = note_failure(p, gno_device_polls(dev, true, err));

	for (unsigned i = 0; i < rounds && !rc; i++)
		rc = take_poll(p, dev, err);
	if (!rc)
		rc = note_failure(p, gno_device_polls(dev, false, err));
	else
		gno_device_polls(dev, false, NULL);
	return rc ? rc : sync_track_refresh(&p->track, err);
}

/* The serial number, where it and the URL's scheme mean the place. */
static char *plugged_name(const struct gno_plugged *p)
{
	char *by_serial = gno_format("%s:%s", p->scheme, p->serial);
	const bool named =
	    by_serial && *p->serial && p->usual && !strncmp(p->url, by_serial, strlen(by_serial));

	free(by_serial);
	return strdup(named ? p->serial : p->url);
}

char *sync_board_name(const char *url)
{
	const char *serial = strchr(url, ':');
	struct gno_plugged plugged;
	size_t length;

	if (gno_plugged_named(url, &plugged))
		return plugged_name(&plugged);
	if (!serial || (strncmp(url, "ftdi:", 5) != 0 && strncmp(url, "usb:", 4) != 0))
		return strdup(url);
	serial++;
	length = strcspn(serial, ",@");
	return !length || memchr(serial, '=', length) ? strdup(url) : strndup(serial, length);
}

char *sync_board_folder(const char *name)
{
	char *folder = isalpha((unsigned char)*name) ? strdup(name) : gno_format("_%s", name);

	for (char *c = folder; c && *c; c++)
		if (!base_name_goes_on(*c))
			*c = '_';
	if (folder && strlen(folder) > BASE_NAME_MADE_MAX)
		folder[BASE_NAME_MADE_MAX] = '\0';
	return folder;
}
