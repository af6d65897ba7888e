/* SPDX-License-Identifier: Apache-2.0 */
#include "common.h"
#include "base/show.h"
#include "interrupt.h"

#include <stdio.h>
#include <stdlib.h>

int cli_open_device(const struct cli_spec *spec, const char *url, const char *timeout,
		    const struct gno_manifest *m, struct gno_device **out)
{
	struct gno_device *dev = NULL;
	struct gno_device_options options = {.interrupted = cli_catch_interrupts()};
	unsigned long ms = GNO_TIMEOUT_MS;
	struct gno_err err;
	int ret;

	if (!url)
		return cli_usage(spec,
				 "no monitor is named: use --device URL, or 'device:' in the experiment");
	if (timeout && cli_number(spec, "timeout", timeout, 1, 3600000, &ms))
		return CLI_USAGE;
	options.timeout_ms = (unsigned)ms;
	ret = gno_device_open(url, &options, &dev, &err);
	if (!ret)
		ret = gno_device_identify(dev, m, &err);
	if (ret) {
		cli_close_device(dev);
		return cli_error(&err);
	}
	*out = dev;
	return 0;
}

void cli_close_device(struct gno_device *dev)
{
	gno_device_close(dev);
	cli_leave_interrupts();
}

static void print_faults(const char *path, const struct gno_faults *faults)
{
	char shown[BASE_SHOWN];
	size_t i;

	fflush(stdout);
	base_show(path, shown, sizeof(shown));
	for (i = 0; i < faults->count; i++) {
		const struct gno_fault *f = &faults->fault[i];
		const char *kind = f->warning ? "warning" : "error";

		if (f->line)
			fprintf(stderr, "%s:%u:%u: %s: %s\n", shown, f->line, f->column, kind, f->text);
		else
			fprintf(stderr, "%s: %s: %s\n", shown, kind, f->text);
	}
	if (faults->more)
		fprintf(stderr, "%s: there are more faults, which are not shown\n", shown);
}

int cli_load_patterns(const char *path, const struct gno_experiment_options *options,
		      struct cli_patterns *out)
{
	struct gno_faults faults = {0};
	struct gno_err err;
	int ret;

	ret = gno_experiment_load(path, options, &out->m, &out->p, &faults, &err);
	print_faults(path, &faults);
	gno_faults_free(&faults);
	return ret ? cli_error(&err) : 0;
}

void cli_free_patterns(struct cli_patterns *patterns)
{
	gno_pattern_file_free(patterns->p);
	gno_manifest_free(patterns->m);
}

int cli_load(const struct cli_patterns *patterns, struct gno_device *dev, const char *dir, bool force,
	     const char *before)
{
	struct gno_run_draft *draft = NULL;
	struct gno_err err;
	int ret;

	ret = gno_run_prepare(dir, patterns->m, patterns->p, force, &draft, &err);
	if (ret)
		return cli_error(&err);
	ret = gno_patterns_send(patterns->p, dev, &err);
	if (!ret && before && cli_shell(before))
		ret = gno_fail(&err, GNO_ERR_IO, "'%s' failed, the run is not started", before);
	if (ret)
		gno_run_discard(draft);
	else
		ret = gno_run_finish(draft, &err);
	if (ret)
		return cli_error(&err);
	cli_note("loaded %zu points into monitor '%s', run directory '%s'", patterns->p->points,
		 patterns->m->name, dir);
	return 0;
}

static void print_note(void *ctx, const char *text)
{
	(void)ctx;
	cli_note("%s", text);
}

int cli_load_into(struct gno_run *run, struct gno_device *dev, const char *dir, const char *path,
		  const char *program)
{
	const struct gno_drain_options options = {.note = print_note};
	char *manifest = NULL;
	struct cli_patterns patterns = {0};
	struct gno_load_result result;
	struct gno_err err;
	int ret;

	if (asprintf(&manifest, "%s/manifest.json", dir) < 0) {
		gno_fail_nomem(&err);
		return cli_error(&err);
	}
	ret = cli_load_patterns(
	    path, &(struct gno_experiment_options){.manifest = manifest, .program = program}, &patterns);
	if (!ret) {
		ret = gno_run_load(run, dev, patterns.p, &options, &result, &err);
		if (ret)
			cli_error(&err);
		else
			cli_note("loaded %zu points into '%s': %u of %u nodes got new tables",
				 patterns.p->points, dir, result.nodes, patterns.m->nodes);
	}
	cli_free_patterns(&patterns);
	free(manifest);
	return ret;
}

int cli_open_run(const struct cli_spec *spec, const char *dir, const char *url, const char *timeout,
		 struct gno_run **run, struct gno_device **dev)
{
	struct gno_err err;
	int ret;

	ret = gno_run_open(dir, run, &err);
	if (ret)
		return cli_error(&err);
	ret = cli_open_device(spec, url ? url : gno_run_device(*run), timeout, gno_run_manifest(*run), dev);
	if (ret) {
		gno_run_close(*run);
		*run = NULL;
	}
	return ret;
}

/* Seconds of an option in ms. */
static int read_seconds(const struct cli_spec *spec, const char *option, const char *text, unsigned *out)
{
	unsigned long seconds;
	int ret;

	if (!text)
		return 0;
	ret = cli_number(spec, option, text, 1, 2000000, &seconds);
	if (!ret)
		*out = (unsigned)seconds * 1000;
	return ret;
}

int cli_limit(const struct cli_spec *spec, const char *text, unsigned otherwise, unsigned *out)
{
	*out = otherwise;
	return read_seconds(spec, "limit", text, out);
}

int cli_ask(const struct cli_spec *spec, const char *text, unsigned *out)
{
	*out = 0;
	return read_seconds(spec, "ask", text, out);
}

const struct cli_option cli_run_options[] = {
    CLI_OPT_DEVICE,
    CLI_OPT_TIMEOUT,
    CLI_OPT_END,
};

int cli_run_command(const struct cli_spec *spec, int argc, char **argv,
		    int (*function)(struct gno_run *run, struct gno_device *dev, struct gno_err *err))
{
	struct gno_device *dev = NULL;
	struct gno_run *run = NULL;
	struct cli_values v;
	struct gno_err err;
	int ret;

	ret = cli_parse(spec, argc, argv, &v);
	if (ret)
		return ret == CLI_HELP ? 0 : ret;
	ret = cli_open_run(spec, v.arg[0], v.option[0], v.option[1], &run, &dev);
	if (ret)
		return ret;
	ret = function(run, dev, &err);
	if (ret)
		cli_error(&err);
	cli_close_device(dev);
	gno_run_close(run);
	return ret;
}
