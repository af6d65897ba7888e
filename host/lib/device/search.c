/* SPDX-License-Identifier: Apache-2.0 */
#include "device/search.h"
#include "common/thread.h"
#include "common/util.h"
#include "device/usb/plugged.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARE_MIN_MS 500 /* with less than that a board is not asked */

/* A place where a monitor may be. */
struct place {
	const struct gno_plugged *at;
	const char *skipped; /* why it is not asked; NULL: it is */
	bool late;	     /* there was no time to ask it */
	struct gno_probe found;
};

struct search {
	const struct gno_manifest *m;
	const volatile sig_atomic_t *interrupted;
	void (*note)(void *ctx, const char *text);
	void *ctx;
	struct gno_plugged *plugged;
	struct place *place;
	size_t places;
	struct gno_err *err;
};

/* What was found, as counts. */
struct counts {
	size_t fit, other, silent, barred; /* of those that were asked; barred: could not be used */
	size_t late;
};

static bool is_interrupted(const struct search *s)
{
	return s->interrupted && *s->interrupted;
}

/* How the monitor's PHY is reached on a chip of FTDI. */
static enum gno_usb_mode mode_of(const struct gno_manifest *m)
{
	if (m && !strcmp(m->phy, "ft245"))
		return GNO_USB_FIFO_ASYNC;
	return m && !strcmp(m->phy, "ft245_sync") ? GNO_USB_FIFO : GNO_USB_UART;
}

static int list_places(struct search *s)
{
	int rc = gno_plugged_list(mode_of(s->m), &s->plugged, &s->places, s->err);

	if (rc)
		return rc;
	s->place = calloc(s->places + 1, sizeof(*s->place));
	if (!s->place)
		return gno_fail_nomem(s->err);
	for (size_t i = 0; i < s->places; i++) {
		s->place[i].at = &s->plugged[i];
		s->place[i].skipped = gno_plugged_skipped(&s->plugged[i]);
	}
	return 0;
}

/* Asks the places within the limit, of which each gets its share. */
static int ask(struct search *s, unsigned limit_ms)
{
	uint64_t end = gno_now_ms() + limit_ms;
	unsigned left = 0;

	for (size_t i = 0; i < s->places; i++)
		left += !s->place[i].skipped;
	for (size_t i = 0; i < s->places; i++) {
		struct place *p = &s->place[i];
		uint64_t now = gno_now_ms();
		unsigned share = now < end && left ? (unsigned)(end - now) / left : 0;

		if (p->skipped)
			continue;
		left--;
		if (share < SHARE_MIN_MS) {
			gno_fail(&p->found.why, GNO_ERR_TIMEOUT,
				 "not asked, because the limit of %u ms for the search has passed",
				 limit_ms);
			p->skipped = p->found.why.text;
			p->late = true;
			continue;
		}
		gno_probe(p->at->url, s->m, share, s->interrupted, &p->found);
		if (is_interrupted(s))
			return gno_fail(s->err, GNO_ERR_INTERRUPTED, "interrupted");
	}
	return 0;
}

/* Whether nothing answered that is a monitor. */
static bool is_silent(const struct gno_probe *found)
{
	return !found->answers &&
	       (found->why.code == GNO_ERR_TIMEOUT || found->why.code == GNO_ERR_MISMATCH);
}

/* Whether the device could not be used, as one that another program holds. */
static bool is_barred(const struct gno_probe *found)
{
	return !found->answers && !is_silent(found);
}

static struct counts count(const struct search *s)
{
	struct counts c = {0};

	for (size_t i = 0; i < s->places; i++) {
		const struct place *p = &s->place[i];

		c.late += p->late;
		if (p->skipped)
			continue;
		c.fit += p->found.answers && p->found.fits;
		c.other += p->found.answers && !p->found.fits;
		c.silent += is_silent(&p->found);
		c.barred += is_barred(&p->found);
	}
	return c;
}

/* The monitor that answers at a place. */
static void put_monitor(const struct gno_probe *found, char *out, size_t room)
{
	char baud[32] = "";

	if (found->baud)
		snprintf(baud, sizeof(baud), " at %u baud", found->baud);
	snprintf(out, room, "monitor %s%s%swith plan hash %016" PRIx64 "%s",
		 *found->name ? "'" : "", found->name, *found->name ? "' " : "", found->hash, baud);
}

static void tell(const struct search *s, const char *text)
{
	if (s->note && text)
		s->note(s->ctx, text);
}

/* Reports a place, with the words that name it. */
static void tell_place(const struct search *s, const struct place *p)
{
	char monitor[GNO_PROBE_NAME + 128];
	const char *what = p->skipped ? p->skipped : p->found.why.text;
	char *text;

	if (!p->skipped && p->found.answers) {
		put_monitor(&p->found, monitor, sizeof(monitor));
		what = monitor;
	}
	text = gno_format("-d %s: %s", p->at->url, what);
	tell(s, text);
	free(text);
}

/* Opens the place that was found, and reports it with those that could not be asked. */
static int open_found(const struct search *s, const struct gno_device_options *options,
		      struct gno_device **out)
{
	const struct place *taken = NULL;
	char monitor[GNO_PROBE_NAME + 128];
	char *text;

	for (size_t i = 0; i < s->places; i++) {
		const struct place *p = &s->place[i];

		if (p->skipped)
			continue;
		if (p->found.answers && p->found.fits)
			taken = p;
		else if (is_barred(&p->found))
			tell_place(s, p);
	}
	put_monitor(&taken->found, monitor, sizeof(monitor));
	text = gno_format("no device is named: using '%s' (%s), %s", taken->at->url,
			  taken->at->board, monitor);
	tell(s, text);
	free(text);
	return gno_device_open(taken->at->url, options, out, s->err);
}

/* Adds the words that name each place at which a monitor answers. */
static void put_answering(const struct search *s, char *out, size_t room)
{
	size_t len = 0;

	for (size_t i = 0; i < s->places && len < room; i++) {
		const struct place *p = &s->place[i];

		if (!p->skipped && p->found.answers && (p->found.fits || s->m))
			len += (size_t)snprintf(out + len, room - len, "%s-d %s", len ? ", " : "",
						p->at->url);
	}
}

/* Reports all places, and why none was taken. */
static int refuse_all(const struct search *s, struct counts c)
{
	char answering[GNO_ERR_TEXT / 2] = "";

	for (size_t i = 0; i < s->places; i++)
		tell_place(s, &s->place[i]);
	put_answering(s, answering, sizeof(answering));
	if (c.fit > 1)
		return gno_fail(s->err, GNO_ERR_ARG,
				"no monitor is named, and several answer: use one of %s",
				answering);
	if (c.late)
		return gno_fail(
		    s->err, GNO_ERR_TIMEOUT,
		    "no monitor is named, and there was no time to ask all boards: use --device URL");
	if (c.other)
		return gno_fail(
		    s->err, GNO_ERR_MISMATCH,
		    "no monitor is named, and none that answers is that of manifest '%s' with plan hash %016" PRIx64
		    ": %s",
		    s->m->name, s->m->hash, answering);
	if (c.silent + c.barred)
		return gno_fail(
		    s->err, c.silent ? GNO_ERR_TIMEOUT : GNO_ERR_IO,
		    "no monitor is named; of the boards that are plugged in, %zu gave no answer and %zu could not be asked: use --device URL",
		    c.silent, c.barred);
	return gno_fail(
	    s->err, GNO_ERR_IO,
	    "no monitor is named, and no board that gnomon knows is plugged in: use --device URL");
}

int gno_search_open(const struct gno_manifest *m, const struct gno_device_options *options,
		    void (*note)(void *ctx, const char *text), void *ctx, struct gno_device **out,
		    struct gno_err *err)
{
	struct search s = {.m = m, .note = note, .ctx = ctx, .err = err};
	unsigned limit_ms = GNO_SEARCH_MS;
	struct counts c;
	int rc;

	if (options) {
		s.interrupted = options->interrupted;
		if (options->limit_ms && options->limit_ms < limit_ms)
			limit_ms = options->limit_ms;
	}
	rc = list_places(&s);
	if (!rc)
		rc = ask(&s, limit_ms);
	if (!rc) {
		c = count(&s);
		rc = c.fit == 1 && !c.late ? open_found(&s, options, out) : refuse_all(&s, c);
	}
	free(s.place);
	free(s.plugged);
	return rc;
}

#define TIMEOUT_MS 300 /* of a request */

/* A device that is asked beside others. */
struct job {
	pthread_t thread;
	bool running;
	const char *url;
	const volatile sig_atomic_t *interrupted;
	struct gno_probe *out;
};

/* Identifies the monitor, also one that is not that of `m`. */
static int identify(struct gno_device *dev, const struct gno_manifest *m, struct gno_probe *out)
{
	int rc = gno_device_identify(dev, m, &out->why);

	out->fits = !rc;
	if (rc == GNO_ERR_MISMATCH && m)
		rc = gno_device_identify(dev, NULL, &out->why);
	return rc;
}

/* Reads the name of the monitor from its ROM. */
static void read_name(struct gno_device *dev, struct gno_probe *out)
{
	struct gno_manifest *m = NULL;

	if (!gno_device_manifest(dev, &m, &out->why))
		snprintf(out->name, sizeof(out->name), "%s", m->name);
	gno_manifest_free(m);
}

void gno_probe(const char *url, const struct gno_manifest *m, unsigned limit_ms,
	       const volatile sig_atomic_t *interrupted, struct gno_probe *out)
{
	const struct gno_device_options how = {.timeout_ms = TIMEOUT_MS,
					       .limit_ms = limit_ms < GNO_PROBE_MS ? limit_ms
										   : GNO_PROBE_MS,
					       .interrupted = interrupted};
	struct gno_device *dev = NULL;
	struct gno_status st;
	int rc;

	memset(out, 0, sizeof(*out));
	rc = gno_device_open(url, &how, &dev, &out->why);
	if (!rc)
		rc = identify(dev, m, out);
	if (!rc)
		rc = gno_device_status(dev, &st, &out->why);
	out->answers = !rc;
	if (!rc) {
		out->hash = st.hash;
		out->model = st.model;
		out->baud = gno_device_baud(dev);
		read_name(dev, out);
	}
	gno_device_close(dev);
}

static void *work(void *ctx)
{
	struct job *job = ctx;

	gno_probe(job->url, NULL, GNO_PROBE_MS, job->interrupted, job->out);
	return NULL;
}

int gno_probe_all(const char *const *url, size_t count, const volatile sig_atomic_t *interrupted,
		  struct gno_probe *out, struct gno_err *err)
{
	struct job *job = calloc(count + 1, sizeof(*job));

	if (!job)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < count; i++) {
		job[i] = (struct job){.url = url[i], .interrupted = interrupted, .out = &out[i]};
		job[i].running = url[i] && gno_thread_start(&job[i].thread, work, &job[i]);
	}
	for (size_t i = 0; i < count; i++)
		if (job[i].running)
			pthread_join(job[i].thread, NULL);
		else if (url[i]) /* no thread for it */
			work(&job[i]);
	free(job);
	return 0;
}
