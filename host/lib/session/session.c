/* SPDX-License-Identifier: Apache-2.0 */

/* The public session: what a caller set, and hooks that hand on to the caller's. */

#include "gnomon/gnomon.h"

#include <stdlib.h>
#include <string.h>

#include "common/locale.h"
#include "common/util.h"
#include "results/report.h"
#include "out/json/analyses.h"
#include "out/text/rounds.h"
#include "results/rounds.h"
#include "session/experiment.h"
#include "run/run.h"

#define COLUMNS 88 /* of the time line; as `gnomon report` has where there is no terminal */
#define KEPT 1000  /* rows of a list that are kept in memory; longer lists are read once more */

struct gno_session {
	char *device, *manifest, *program;
	struct gno_session_options options;
	volatile sig_atomic_t interrupted, finish;
	bool missed, model;
	struct gno_err err;
	locale_t callers; /* during a call that calls back */

	gno_read_fn read;
	gno_write_fn write;
	void *transport_ctx;
	uint64_t (*now_ms)(void *ctx); /* NULL: the system's clock */
	void *clock_ctx;

	int (*place)(void *ctx, uint64_t *time, uint64_t *period);
	void *place_ctx;
	void (*fault)(void *ctx, unsigned line, unsigned column, int warning, const char *text);
	void *fault_ctx;
	void (*note)(void *ctx, const char *text);
	void *note_ctx;
	void (*progress)(void *ctx, uint64_t records, uint64_t events, uint64_t lost);
	void *progress_ctx;
	int (*before)(void *ctx);
	void *before_ctx;
};

const char *gno_version(void)
{
	return GNOMON_VERSION;
}

void gno_free(void *text)
{
	free(text);
}

struct gno_session *gno_session_new(void)
{
	return calloc(1, sizeof(struct gno_session));
}

void gno_session_free(struct gno_session *s)
{
	if (!s)
		return;
	free(s->device);
	free(s->manifest);
	free(s->program);
	free(s);
}

const char *gno_session_error(const struct gno_session *s)
{
	return s->err.text;
}

int gno_session_set_device(struct gno_session *s, const char *url)
{
	return gno_set_text(&s->device, url, &s->err);
}

int gno_session_set_manifest(struct gno_session *s, const char *path)
{
	return gno_set_text(&s->manifest, path, &s->err);
}

int gno_session_set_program(struct gno_session *s, const char *path)
{
	return gno_set_text(&s->program, path, &s->err);
}

void gno_session_set_limit(struct gno_session *s, unsigned ms)
{
	s->options.limit_ms = ms;
}

void gno_session_set_timeout(struct gno_session *s, unsigned ms)
{
	s->options.timeout_ms = ms;
}

void gno_session_set_ask(struct gno_session *s, unsigned ms)
{
	s->options.ask_ms = ms;
}

void gno_session_set_rounds(struct gno_session *s, int rounds)
{
	s->options.experiment.rounds = rounds != 0;
}

void gno_session_set_replace(struct gno_session *s, int replace)
{
	s->options.replace = replace != 0;
}

static int caller_open(const char *rest, const struct gno_device_options *options, void **ctx,
		       struct gno_err *err)
{
	(void)options;
	(void)err;
	*ctx = (void *)rest; /* the session */
	return 0;
}

/* What a caller's function returned, as a transport's result. */
static int moved(int bytes, size_t len, struct gno_err *err)
{
	if (bytes < 0)
		return gno_fail(err, GNO_ERR_LINK, "the caller's transport is gone");
	if ((size_t)bytes > len)
		return gno_fail(err, GNO_ERR_LINK, "the caller's transport moved %d bytes of %zu",
				bytes, len);
	return bytes;
}

static int caller_read(void *ctx, uint8_t *buf, size_t len, unsigned timeout_ms,
		       struct gno_err *err)
{
	const struct gno_session *s = ctx;
	int bytes;

	GNO_AS_CALLER(s->callers, bytes = s->read(s->transport_ctx, buf, len, timeout_ms));
	return moved(bytes, len, err);
}

static int caller_write(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms,
			struct gno_err *err)
{
	const struct gno_session *s = ctx;
	int bytes;

	GNO_AS_CALLER(s->callers, bytes = s->write(s->transport_ctx, buf, len, timeout_ms));
	return moved(bytes, len, err);
}

static void caller_close(void *ctx)
{
	(void)ctx;
}

static uint64_t caller_now_ms(void *ctx)
{
	const struct gno_session *s = ctx;
	uint64_t now;

	if (!s->now_ms)
		return gno_now_ms();
	GNO_AS_CALLER(s->callers, now = s->now_ms(s->clock_ctx));
	return now;
}

static const struct gno_transport caller_transport = {
    .scheme = "caller",
    .form = "the caller's transport",
    .open = caller_open,
    .read = caller_read,
    .write = caller_write,
    .close = caller_close,
    .now_ms = caller_now_ms,
};

void gno_session_set_transport(struct gno_session *s, gno_read_fn read, gno_write_fn write,
			       void *ctx)
{
	s->read = read;
	s->write = write;
	s->transport_ctx = ctx;
}

void gno_session_set_clock(struct gno_session *s, uint64_t (*now_ms)(void *ctx), void *ctx)
{
	s->now_ms = now_ms;
	s->clock_ctx = ctx;
}

void gno_session_on_fault(struct gno_session *s,
			  void (*fault)(void *ctx, unsigned line, unsigned column, int warning,
					const char *text),
			  void *ctx)
{
	s->fault = fault;
	s->fault_ctx = ctx;
}

void gno_session_on_note(struct gno_session *s, void (*note)(void *ctx, const char *text),
			 void *ctx)
{
	s->note = note;
	s->note_ctx = ctx;
}

void gno_session_on_progress(struct gno_session *s,
			     void (*progress)(void *ctx, uint64_t records, uint64_t events,
					      uint64_t lost),
			     void *ctx)
{
	s->progress = progress;
	s->progress_ctx = ctx;
}

void gno_session_on_place(struct gno_session *s,
			  int (*place)(void *ctx, uint64_t *time, uint64_t *period), void *ctx)
{
	s->place = place;
	s->place_ctx = ctx;
}

void gno_session_on_before(struct gno_session *s, int (*before)(void *ctx), void *ctx)
{
	s->before = before;
	s->before_ctx = ctx;
}

static void on_faults(void *ctx, const char *path, const struct gno_faults *faults)
{
	const struct gno_session *s = ctx;

	(void)path;
	for (size_t i = 0; i < faults->count && s->fault; i++) {
		const struct gno_fault *f = &faults->fault[i];

		GNO_AS_CALLER(s->callers,
			      s->fault(s->fault_ctx, f->line, f->column, f->warning, f->text));
	}
}

static void on_note(void *ctx, const char *text)
{
	const struct gno_session *s = ctx;

	if (s->note)
		GNO_AS_CALLER(s->callers, s->note(s->note_ctx, text));
}

static void on_progress(void *ctx, const struct gno_progress *p)
{
	const struct gno_session *s = ctx;

	if (s->progress)
		GNO_AS_CALLER(s->callers,
			      s->progress(s->progress_ctx, p->records, p->events, p->lost));
}

static void on_drained(void *ctx, const char *dir, const struct gno_drain_result *result,
		       const struct gno_link_counters *link, bool failed)
{
	struct gno_session *s = ctx;

	(void)dir;
	(void)link;
	(void)failed;
	s->model = result->model;
}

static void on_place(void *ctx, struct gno_simulation *out)
{
	const struct gno_session *s = ctx;

	if (!s->place)
		return;
	GNO_AS_CALLER(s->callers, out->unit = s->place(s->place_ctx, &out->time, &out->period));
	out->known = out->unit >= GNO_SIMULATION_UNIT_MIN && out->unit <= 0;
}

static int on_before(void *ctx, struct gno_err *err)
{
	const struct gno_session *s = ctx;
	int unwanted = 0;

	if (s->before)
		GNO_AS_CALLER(s->callers, unwanted = s->before(s->before_ctx));
	if (unwanted)
		return gno_fail(err, GNO_ERR_INTERRUPTED,
				"the caller did not want the run to start");
	return 0;
}

/* The session's options with the caller's transport, if there is one; it clears what ended the last
 * run. */
static struct gno_session_options begin_session(struct gno_session *s, locale_t callers)
{
	struct gno_session_options options = s->options;

	s->callers = callers;
	options.interrupted = &s->interrupted;
	options.finish = &s->finish;
	if (s->read && s->write) {
		options.transport = &caller_transport;
		options.transport_of = s;
	}
	s->interrupted = 0;
	s->finish = 0;
	s->model = false;
	return options;
}

int gno_session_manifest(struct gno_session *s, char **json)
{
	GNO_C_LOCALE;
	struct gno_session_options options = begin_session(s, gno_locale.callers);
	struct gno_manifest *m = NULL;
	int rc = gno_experiment_manifest(s->device, &options, &m, &s->err);

	*json = rc ? NULL : strdup(m->text);
	if (!rc && !*json)
		rc = gno_fail_nomem(&s->err);
	gno_manifest_free(m);
	return rc;
}

int gno_session_run(struct gno_session *s, const char *experiment, const char *run)
{
	GNO_C_LOCALE;
	const struct gno_session_hooks hooks = {
	    .ctx = s,
	    .faults = on_faults,
	    .before = on_before,
	    .place = on_place,
	    .progress = on_progress,
	    .note = on_note,
	    .drained = on_drained,
	};
	struct gno_session_options options = begin_session(s, gno_locale.callers);

	options.experiment.device = s->device;
	options.experiment.manifest = s->manifest;
	options.experiment.program = s->program;
	return gno_experiment_run(experiment, run, &options, &hooks, &s->missed, &s->err);
}

int gno_session_missed(const struct gno_session *s)
{
	return s->missed;
}

int gno_session_model(const struct gno_session *s)
{
	return s->model;
}

void gno_session_interrupt(struct gno_session *s)
{
	s->interrupted = 1;
}

void gno_session_finish(struct gno_session *s)
{
	s->finish = 1;
}

static int put_report(const char *run, uint64_t rows, bool json, FILE *out, struct gno_err *err)
{
	const struct gno_report_options o = {.columns = COLUMNS,
					     .samples = rows < KEPT ? rows : KEPT};
	const struct gno_report_style style = {.rows = rows, .brief = true};
	struct gno_report *r = NULL;
	int rc = gno_report_build(run, &o, &r, err);

	if (!rc)
		rc = json ? gno_report_json(r, rows, out, err)
			  : gno_report_text(r, &style, out, err);
	gno_report_free(r);
	return rc;
}

static int put_rounds(const char *run, bool json, FILE *out, struct gno_err *err)
{
	struct gno_rounds *rounds = NULL;
	int rc = gno_rounds_build(run, &rounds, err);

	if (!rc && json)
		gno_rounds_json(rounds, out);
	else if (!rc)
		rc = gno_rounds_text(rounds, out, err);
	gno_rounds_free(rounds);
	return rc;
}

static int report(struct gno_session *s, const char *run, uint64_t rows, bool json, char **out)
{
	GNO_C_LOCALE;
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	int rc;

	*out = NULL;
	if (!file)
		return gno_fail_nomem(&s->err);
	rc = gno_has_rounds(run) ? put_rounds(run, json, file, &s->err)
				 : put_report(run, rows ? rows : UINT64_MAX, json, file, &s->err);
	if (gno_close_written(file) && !rc)
		rc = gno_fail_nomem(&s->err);
	if (rc)
		free(text);
	else
		*out = text;
	return rc;
}

int gno_session_report(struct gno_session *s, const char *run, uint64_t rows, char **json)
{
	return report(s, run, rows, true, json);
}

int gno_session_report_text(struct gno_session *s, const char *run, uint64_t rows, char **text)
{
	return report(s, run, rows, false, text);
}
