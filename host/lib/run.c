/* SPDX-License-Identifier: Apache-2.0 */

/* Run directories: made whole or not at all, opened by one at a time. */

#include "run.h"
#include "gnomon/records.h"
#include "patterns.h"
#include "util.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CTF_MAGIC 0xC1FC1FC1u
#define OPEN_FILES 16 /* descriptors that removing a folder may use */

int gno_experiment_send(const struct gno_experiment *e, struct gno_device *dev, struct gno_err *err)
{
	struct gno_node_flags flags = {.collect = e->collect, .wrap = e->mode == GNO_BUFFER_WRAP};
	unsigned k, table;
	int ret;

	ret = gno_device_select(dev, GNO_NODE_ALL, flags, err);
	for (k = 0; k < e->manifest->nodes && !ret; k++) {
		const struct gno_node *n = &e->manifest->node[k];

		ret = gno_device_select(dev, k, flags, err);
		for (table = 0; table < GNO_TABLES && !ret; table++)
			ret = gno_device_write(dev, table << n->index_bits, e->tables[k].cell[table],
					       n->table_cells[table], err);
	}
	if (!ret && flags.wrap)
		ret = gno_device_post(dev, e->after, err);
	flags.live = true;
	return ret ? ret : gno_device_select(dev, GNO_NODE_ALL, flags, err);
}

static int remove_entry(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
	(void)st;
	(void)kind;
	(void)ftw;
	return remove(path);
}

static void remove_folder(const char *path)
{
	nftw(path, remove_entry, OPEN_FILES, FTW_DEPTH | FTW_PHYS);
}

/* The folder in which a run directory is made; NULL: no memory. */
static char *pending(const char *dir)
{
	size_t len = strlen(dir);

	while (len > 1 && dir[len - 1] == '/')
		len--;
	return gno_format("%.*s.new", (int)len, dir);
}

/* Whether there is nothing at `dir`, or a run directory that may be replaced. */
static int check_place(const char *dir, bool replace, struct gno_err *err)
{
	char *journal;
	struct stat st;
	int ret = 0;

	if (lstat(dir, &st))
		return errno == ENOENT ? 0 : gno_fail_errno(err, errno, "cannot look at '%s'", dir);
	if (!replace)
		return gno_fail(err, GNO_ERR_STATE,
				"'%s' exists already; name another folder, or replace it with --force", dir);
	journal = gno_format("%s/run.json", dir);
	if (!journal)
		return gno_fail_nomem(err);
	if (lstat(journal, &st))
		ret = gno_fail(err, GNO_ERR_STATE, "'%s' is no run directory, so it is not replaced", dir);
	free(journal);
	return ret;
}

static int write_text(const char *dir, const char *file, const char *text, struct gno_err *err)
{
	char *path = gno_format("%s/%s", dir, file);
	int ret = path ? gno_replace_file(path, text, strlen(text), err) : gno_fail_nomem(err);

	free(path);
	return ret;
}

static int make_folder(const char *path, struct gno_err *err)
{
	return mkdir(path, 0777) ? gno_fail_errno(err, errno, "cannot create '%s'", path) : 0;
}

int gno_run_prepare(const char *dir, const struct gno_experiment *e, bool replace, struct gno_err *err)
{
	char *temp = pending(dir);
	char *trace = gno_format("%s/trace", temp);
	int ret;

	if (!temp || !trace) {
		ret = gno_fail_nomem(err);
		goto out;
	}
	ret = check_place(dir, replace, err);
	if (ret)
		goto out;
	remove_folder(temp);
	ret = make_folder(temp, err);
	if (ret)
		goto out;
	ret = make_folder(trace, err);
	if (!ret)
		ret = write_text(temp, "manifest.json", e->manifest->text, err);
	if (!ret)
		ret = write_text(temp, "experiment.yaml", e->text, err);
	if (!ret)
		ret = gno_points_write(temp, e, err);
	if (!ret)
		ret = gno_journal_create(temp, e, err);
	if (ret)
		remove_folder(temp);
out:
	free(trace);
	free(temp);
	return ret;
}

int gno_run_finish(const char *dir, bool replace, struct gno_err *err)
{
	char *temp = pending(dir);
	int ret;

	if (!temp)
		return gno_fail_nomem(err);
	ret = check_place(dir, replace, err);
	if (!ret && replace)
		remove_folder(dir);
	if (!ret && rename(temp, dir))
		ret = gno_fail_errno(err, errno, "cannot rename '%s' to '%s'", temp, dir);
	if (ret)
		remove_folder(temp);
	free(temp);
	return ret;
}

void gno_run_discard(const char *dir)
{
	char *temp = pending(dir);

	if (temp)
		remove_folder(temp);
	free(temp);
}

char *gno_stream_file(const struct gno_run *run, unsigned node)
{
	return gno_format("%s/trace/%s", run->dir, run->m->node[node].stream);
}

static int lock_folder(struct gno_run *run, struct gno_err *err)
{
	run->lock = open(run->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (run->lock < 0)
		return gno_fail_errno(err, errno, "cannot open '%s'", run->dir);
	if (flock(run->lock, LOCK_EX | LOCK_NB))
		return gno_fail(err, GNO_ERR_STATE, "'%s' is in use by another gnomon", run->dir);
	return 0;
}

static int open_run(struct gno_run *run, struct gno_err *err)
{
	char *manifest = gno_format("%s/manifest.json", run->dir);
	char *journal = gno_format("%s/run.json", run->dir);
	int ret;

	if (!manifest || !journal) {
		ret = gno_fail_nomem(err);
		goto out;
	}
	ret = lock_folder(run, err);
	if (ret)
		goto out;
	if (access(manifest, F_OK) || access(journal, F_OK)) {
		ret = gno_fail(err, GNO_ERR_FORMAT, "'%s' is no run directory, or was cut off: no '%s' in it",
			       run->dir, access(manifest, F_OK) ? "manifest.json" : "run.json");
		goto out;
	}
	ret = gno_manifest_load(manifest, &run->m, err);
	if (!ret)
		ret = gno_journal_read(run, err);
out:
	free(manifest);
	free(journal);
	return ret;
}

int gno_run_open(const char *dir, struct gno_run **out, struct gno_err *err)
{
	struct gno_run *run = calloc(1, sizeof(*run));
	int ret;

	if (!run)
		return gno_fail_nomem(err);
	run->lock = -1;
	run->dir = strdup(dir);
	ret = run->dir ? open_run(run, err) : gno_fail_nomem(err);
	if (ret)
		gno_run_close(run);
	else
		*out = run;
	return ret;
}

void gno_run_close(struct gno_run *run)
{
	if (!run)
		return;
	if (run->lock >= 0)
		close(run->lock);
	gno_manifest_free(run->m);
	free(run->device);
	free(run->started);
	free(run->node);
	free(run->hole);
	free(run->dir);
	free(run);
}

const struct gno_manifest *gno_run_manifest(const struct gno_run *run)
{
	return run->m;
}

enum gno_run_state gno_run_state(const struct gno_run *run)
{
	return run->state;
}

const char *gno_run_device(const struct gno_run *run)
{
	return run->device;
}

unsigned gno_run_limit_ms(const struct gno_run *run)
{
	return run->limit_ms;
}

/* A text as TSDL wants it between quotes. */
static void put_quoted(FILE *f, const char *key, const char *text)
{
	const char *p;

	fprintf(f, "\t%s = \"", key);
	for (p = text; *p; p++) {
		if (*p == '"' || *p == '\\')
			fputc('\\', f);
		if ((unsigned char)*p >= 0x20)
			fputc(*p, f);
	}
	fputs("\";\n", f);
}

static void put_optional(FILE *f, const char *key, json_t *root, const char *name)
{
	const char *text = json_string_value(json_object_get(root, name));

	if (text)
		put_quoted(f, key, text);
}

static void put_environment(FILE *f, const struct gno_run *run, json_t *points)
{
	json_t *list = json_object_get(points, "points");
	char key[32];
	size_t i;

	fputs("\nenv {\n", f);
	put_optional(f, "experiment", points, "experiment");
	put_optional(f, "program", points, "program");
	put_optional(f, "build_id", points, "build_id");
	put_quoted(f, "monitor", run->m->name);
	fprintf(f, "\tmonitor_hash = \"%016" PRIx64 "\";\n", run->m->hash);
	fprintf(f, "\trun = %d;\n", run->number);
	put_quoted(f, "tool", "gnomon " GNOMON_VERSION);
	for (i = 0; i < json_array_size(list); i++) {
		json_t *p = json_array_get(list, i);

		snprintf(key, sizeof(key), "code_%d", (int)json_integer_value(json_object_get(p, "code")));
		put_optional(f, key, p, "name");
	}
	fputs("};\n", f);
}

int gno_metadata_write(const struct gno_run *run, struct gno_err *err)
{
	char *path = gno_format("%s/points.json", run->dir);
	json_t *points = NULL;
	json_error_t why;
	char *text = NULL;
	size_t len;
	FILE *f;
	int ret;

	if (!path)
		return gno_fail_nomem(err);
	points = json_load_file(path, 0, &why);
	f = open_memstream(&text, &len);
	if (!points) {
		ret = gno_fail(err, GNO_ERR_FORMAT, "cannot read '%s': %s", path, why.text);
	} else if (!f) {
		ret = gno_fail_nomem(err);
	} else {
		fputs(run->m->ctf, f);
		put_environment(f, run, points);
		ret = fflush(f) ? gno_fail_nomem(err) : write_text(run->dir, "trace/metadata", text, err);
	}
	if (f)
		fclose(f);
	free(text);
	json_decref(points);
	free(path);
	return ret;
}

static void put32(uint8_t *p, uint32_t value)
{
	p[0] = (uint8_t)value;
	p[1] = (uint8_t)(value >> 8);
	p[2] = (uint8_t)(value >> 16);
	p[3] = (uint8_t)(value >> 24);
}

/* Creates the streams with their packet headers. */
static int create_streams(struct gno_run *run, struct gno_err *err)
{
	uint8_t header[GNO_CTF_HEADER];
	unsigned k;
	int ret = 0;

	for (k = 0; k < run->m->nodes && !ret; k++) {
		char *path = gno_stream_file(run, k);

		put32(header, CTF_MAGIC);
		put32(header + 4, run->m->node[k].stream_id);
		ret = path ? gno_replace_file(path, (const char *)header, sizeof(header), err)
			   : gno_fail_nomem(err);
		run->node[k] = (struct gno_run_node){.size = sizeof(header)};
		free(path);
	}
	return ret;
}

int gno_run_start(struct gno_run *run, struct gno_device *dev, struct gno_err *err)
{
	time_t now = time(NULL);
	char stamp[32];
	unsigned number;
	struct tm tm;
	int ret;

	if (run->state != GNO_RUN_LOADED)
		return gno_fail(err, GNO_ERR_STATE, "'%s' was started before; load into a new folder",
				run->dir);
	ret = create_streams(run, err);
	if (!ret)
		ret = gno_device_start(dev, &number, err);
	if (ret)
		return ret;
	strftime(stamp, sizeof(stamp), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
	run->started = strdup(stamp);
	if (!run->started)
		return gno_fail_nomem(err);
	run->number = (int)number;
	run->state = GNO_RUN_RUNNING;
	ret = gno_metadata_write(run, err);
	return ret ? ret : gno_journal_write(run, err);
}

int gno_run_stop(struct gno_run *run, struct gno_device *dev, struct gno_err *err)
{
	struct gno_status st;
	int ret;

	if (run->state == GNO_RUN_LOADED)
		return gno_fail(err, GNO_ERR_STATE, "'%s' was not started", run->dir);
	ret = gno_device_status(dev, &st, err);
	if (ret)
		return ret;
	if ((int)st.run != run->number)
		return gno_fail(err, GNO_ERR_MISMATCH, "monitor is in run %u, '%s' is run %d: not stopped",
				st.run, run->dir, run->number);
	ret = gno_device_stop(dev, err);
	if (ret || run->state != GNO_RUN_RUNNING)
		return ret;
	run->state = GNO_RUN_STOPPED;
	return gno_journal_write(run, err);
}
