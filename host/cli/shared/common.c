/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/common.h"
#include "device/search.h"
#include "shared/interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int cli_timeout(const struct cli_spec *spec, const char *text, unsigned long *ms)
{
	return text ? cli_number(spec, "timeout", text, 1, 3600000, ms) : 0;
}

/* Whether the folder of a file has the journal of a run. */
static bool is_of_run(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *journal = NULL;
	bool there;

	if (asprintf(&journal, "%.*srun.json", slash ? (int)(slash - path) + 1 : 0, path) < 0)
		return true;
	there = !access(journal, F_OK);
	free(journal);
	return there;
}

int cli_check_replace(const char *path, int (*read)(const char *path, struct gno_err *err),
		      struct gno_err *err)
{
	struct gno_err why = {0};
	struct stat st;

	if (lstat(path, &st))
		return 0;
	if (!S_ISREG(st.st_mode))
		return gno_fail(err, GNO_ERR_STATE, "'%s' exists and is not replaced: not a file",
				path);
	if (is_of_run(path))
		return gno_fail(err, GNO_ERR_STATE,
				"'%s' exists and is not replaced: it is a part of a run", path);
	if (read(path, &why))
		return gno_fail(err, GNO_ERR_STATE, "'%s' exists and is not replaced: %s", path,
				why.text);
	return 0;
}

static void note(void *ctx, const char *text)
{
	(void)ctx;
	cli_note("%s", text);
}

/* Opens a monitor that is not open yet; url NULL: the one board that has that of `m`. */
static int open_monitor(struct cli_monitor *monitor, const char *url, const struct gno_manifest *m,
			unsigned limit_ms, struct gno_err *err)
{
	const struct gno_device_options options = {.timeout_ms = monitor->timeout_ms,
						   .limit_ms = limit_ms,
						   .interrupted = cli_catch_interrupts()};

	if (monitor->dev)
		return 0;
	return url ? gno_device_open(url, &options, &monitor->dev, err)
		   : gno_search_open(m, &options, note, NULL, &monitor->dev, err);
}

int cli_read_manifest(void *ctx, const char *url, struct gno_manifest **m, struct gno_err *err)
{
	struct cli_monitor *monitor = ctx;
	int rc = open_monitor(monitor, url, NULL, 0, err);

	if (!rc)
		rc = gno_device_identify(monitor->dev, NULL, err);
	return rc ? rc : gno_device_manifest(monitor->dev, m, err);
}

/* As cli_open_monitor, within a limit (0: none). */
static int identify(const char *url, unsigned limit_ms, const struct gno_manifest *m,
		    struct cli_monitor *monitor)
{
	struct gno_err err;
	int rc;

	rc = open_monitor(monitor, url, m, limit_ms, &err);
	if (!rc)
		rc = gno_device_identify(monitor->dev, m, &err);
	if (rc) {
		cli_close_device(monitor->dev);
		monitor->dev = NULL;
		return cli_error(&err);
	}
	if (gno_device_oddity(monitor->dev))
		cli_note("%s", gno_device_oddity(monitor->dev));
	return 0;
}

int cli_open_monitor(const char *url, const struct gno_manifest *m, struct cli_monitor *monitor)
{
	return identify(url, 0, m, monitor);
}

/* As cli_open_device, within a limit (0: none). */
static int open_device(const struct cli_spec *spec, const char *url, const char *timeout,
		       unsigned limit_ms, const struct gno_manifest *m, struct gno_device **out)
{
	struct cli_monitor monitor = {0};
	unsigned long ms = GNO_TIMEOUT_MS;
	int rc;

	if (cli_timeout(spec, timeout, &ms))
		return CLI_USAGE;
	monitor.timeout_ms = (unsigned)ms;
	rc = identify(url, limit_ms, m, &monitor);
	if (!rc)
		*out = monitor.dev;
	return rc;
}

int cli_open_device(const struct cli_spec *spec, const char *url, const char *timeout,
		    const struct gno_manifest *m, struct gno_device **out)
{
	return open_device(spec, url, timeout, 0, m, out);
}

void cli_close_device(struct gno_device *dev)
{
	gno_device_close(dev);
	cli_leave_interrupts();
}

int cli_load_into(struct gno_run *run, struct gno_device *dev, const char *dir, const char *path,
		  const char *program)
{
	const struct gno_session_hooks *hooks = cli_hooks(true, NULL);
	const struct gno_drain_options options = {.note = hooks->note};
	struct gno_experiment_options load = {.program = program};
	struct gno_pattern_file *p = NULL;
	struct gno_manifest *m = NULL;
	struct gno_load_result result;
	char *manifest = NULL;
	struct gno_err err;
	int rc = 0;

	if (asprintf(&manifest, "%s/manifest.json", dir) < 0)
		rc = gno_fail_nomem(&err);
	load.manifest = manifest;
	if (!rc)
		rc = gno_experiment_patterns(path, &load, hooks, &m, &p, &err);
	if (!rc)
		rc = gno_run_load(run, dev, p, &options, &result, &err);
	if (rc)
		cli_error(&err);
	else
		cli_note("loaded %zu points into '%s': %u of %u nodes got new tables", p->points,
			 dir, result.nodes, m->nodes);
	gno_pattern_file_free(p);
	gno_manifest_free(m);
	free(manifest);
	return rc;
}

int cli_open_run(const struct cli_spec *spec, const char *dir, const char *url, const char *timeout,
		 unsigned *limit_ms, struct gno_run **run, struct gno_device **dev)
{
	unsigned long ms;
	struct gno_err err;
	int rc;

	if (cli_timeout(spec, timeout, &ms))
		return CLI_USAGE;
	rc = gno_run_open(dir, run, &err);
	if (rc)
		return cli_error(&err);
	if (limit_ms && !*limit_ms)
		*limit_ms = gno_run_limit_ms(*run);
	rc = open_device(spec, url ? url : gno_run_device(*run), timeout, limit_ms ? *limit_ms : 0,
			 gno_run_manifest(*run), dev);
	if (rc) {
		gno_run_close(*run);
		*run = NULL;
	}
	return rc;
}

/* Seconds of an option in ms. */
static int read_seconds(const struct cli_spec *spec, const char *option, const char *text,
			unsigned *out)
{
	unsigned long seconds;
	int rc;

	if (!text)
		return 0;
	rc = cli_number(spec, option, text, 1, 2000000, &seconds);
	if (!rc)
		*out = (unsigned)seconds * 1000;
	return rc;
}

int cli_limit(const struct cli_spec *spec, const char *text, unsigned *out)
{
	*out = 0;
	return read_seconds(spec, "limit", text, out);
}

int cli_ask(const struct cli_spec *spec, const char *text, unsigned *out)
{
	*out = 0;
	return read_seconds(spec, "ask", text, out);
}

bool cli_has_rules(const struct filter_options *o)
{
	return o->keep || o->drop;
}

void cli_note_not_filtered(const char *dir)
{
	cli_note(
	    "'%s' is not complete, so it was not filtered: 'gnomon drain' with these rules completes and filters it",
	    dir);
}

int cli_filter_in_place(const char *dir, const struct filter_options *o)
{
	struct filter_options until = *o;
	struct filter_result done;
	struct gno_err err;

	until.interrupted = cli_interrupted();
	if (filter_in_place(dir, &until, &done, &err)) {
		cli_error(&err);
		cli_note("'%s' was not filtered and has all its records", dir);
		return err.code;
	}
	cli_note("filtered: %" PRIu64 " records kept, %" PRIu64 " left out", done.kept,
		 done.left_out);
	if (done.stayed)
		cli_note(
		    "%" PRIu64
		    " that the rules leave out stay, because others cannot be read without them",
		    done.stayed);
	return 0;
}
