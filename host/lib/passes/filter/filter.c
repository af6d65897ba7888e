/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/filter/filter.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "common/util.h"
#include "passes/filter/records.h"
#include "passes/filter/source.h"
#include "passes/reading.h"
#include "run/journal.h"
#include "run/open_run.h"
#include "records/record.h"

struct filter {
	const char *run;
	int lock; /* of the run, where the new one comes to its place; -1 */
	const struct filter_options *o;
	struct filter_source source;
	char **name; /* of the run's files, and folders with '/' */
	size_t names;
	struct gno_report *r;
	struct filter_rule *keep, *drop;
	struct filter_records records;
	struct base_folder folder;
	struct filter_result *out;
};

static int read_rule(const struct gno_manifest *m, const struct report_points *points,
		     const char *option, const char *text, struct filter_rule **out,
		     struct gno_err *err)
{
	unsigned column = 1;
	struct gno_err why;
	int rc = text ? filter_rule_new(m, points, text, out, &column, &why) : GNO_OK;

	if (rc == GNO_ERR_ARG)
		return gno_fail(err, rc, "--%s, column %u: %s", option, column, why.text);
	return rc ? gno_fail_nomem(err) : GNO_OK;
}

static int read_rules(struct filter *f, const struct gno_manifest *m,
		      const struct report_points *points, struct gno_err *err)
{
	const int rc = read_rule(m, points, "keep", f->o->keep, &f->keep, err);

	return rc ? rc : read_rule(m, points, "drop", f->o->drop, &f->drop, err);
}

static bool is_complete(const struct gno_trace_run *run)
{
	return run->state && !strcmp(run->state, "complete");
}

/* Opens the run; refuses what cannot be filtered. */
static int open_run(struct filter *f, struct gno_err *err)
{
	int rc = filter_source_look(&f->source, f->run, err);

	rc = rc ? rc : gno_report_look(f->run, &f->r, err);
	if (rc)
		return rc;
	if (f->r->boards)
		return gno_fail(err, GNO_ERR_STATE,
				"cannot filter '%s', a run of several boards: filter that of each",
				f->run);
	if (!is_complete(f->r->run))
		return gno_fail(err, GNO_ERR_STATE, "cannot filter '%s': the run is not complete",
				f->run);
	return read_rules(f, f->r->m, &f->r->points, err);
}

static bool is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The new run must not be made within the run. */
static int check_outside(const struct stat *run, const char *to, struct gno_err *err)
{
	char *copy = strdup(to), *path = copy ? realpath(dirname(copy), NULL) : NULL;
	char *end = path ? path + strlen(path) : NULL;
	bool inside = false;
	struct stat st;

	while (end && end > path && !inside) {
		*end = '\0';
		inside = !stat(path, &st) && is_same(run, &st);
		end = strrchr(path, '/');
	}
	free(path);
	free(copy);
	return inside
		   ? gno_fail(err, GNO_ERR_STATE, "'%s' lies within the run that is filtered", to)
		   : GNO_OK;
}

static int check_place(const char *run, const char *to, struct gno_err *err)
{
	struct stat a, b;

	if (stat(run, &a))
		return GNO_OK;
	if (!stat(to, &b) && is_same(&a, &b))
		return gno_fail(err, GNO_ERR_STATE, "'%s' is the run that is filtered", to);
	return check_outside(&a, to, err);
}

/* -- files -- */

/* Names all files. */
static int name_files(struct filter *f, struct gno_err *err)
{
	static const char *const usual[] = {"manifest.json", "experiment.yaml", "run.json",
					    "holes.bin",     "trace/",		"trace/metadata"};
	enum { USUAL = sizeof(usual) / sizeof(*usual) };
	const size_t loads = f->r->points.loads, all = USUAL + loads + f->r->m->nodes;

	f->name = calloc(all, sizeof(*f->name));
	while (f->name && f->names < all) {
		const size_t i = f->names;

		if (i < USUAL)
			f->name[i] = gno_format("%s", usual[i]);
		else if (i < USUAL + loads)
			f->name[i] = gno_format("%s", f->r->points.load[i - USUAL].name);
		else
			f->name[i] =
			    gno_format("trace/%s", f->r->m->node[i - USUAL - loads].stream);
		if (!f->name[i])
			break;
		f->names++;
	}
	return f->names == all ? GNO_OK : gno_fail_nomem(err);
}

/* Begins the folder with the names of all files. */
static int begin_folder(struct filter *f, const char *to, struct gno_err *err)
{
	struct base_fault fault;
	int rc = name_files(f, err);
	const char *const *names = (const char *const *)f->name;

	if (rc)
		return rc;
	if (f->lock >= 0)
		rc = base_folder_begin_held(&f->folder, to, f->lock, names, f->names, &fault);
	else
		rc = base_folder_begin(&f->folder, to, f->o->force ? BASE_REPLACE : 0, names,
				       f->names, &fault);
	return gno_take_fault(err, rc, &fault);
}

/* `may`: it need not be there. */
static int copy_file(const struct filter *f, const char *file, bool may, struct gno_err *err)
{
	char *from = gno_format("%s/%s", f->run, file);
	char *to = gno_format("%s/%s", f->folder.made, file);
	struct stat st;
	char *text = NULL;
	size_t len;
	int rc = from && to ? GNO_OK : gno_fail_nomem(err);

	if (!rc && !(may && stat(from, &st) && errno == ENOENT)) {
		rc = gno_slurp(from, &text, &len, err);
		rc = rc ? rc : gno_replace_file(to, text, len, err);
	}
	free(text);
	free(from);
	free(to);
	return rc;
}

static int copy_files(const struct filter *f, struct gno_err *err)
{
	char *trace = gno_format("%s/trace", f->folder.made);
	int rc = trace ? GNO_OK : gno_fail_nomem(err);

	if (!rc && mkdir(trace, 0777))
		rc = gno_fail_errno(err, errno, "cannot create '%s'", trace);
	rc = rc ? rc : copy_file(f, "manifest.json", false, err);
	rc = rc ? rc : copy_file(f, "experiment.yaml", true, err);
	rc = rc ? rc : copy_file(f, "holes.bin", true, err);
	rc = rc ? rc : copy_file(f, "trace/metadata", true, err);
	for (size_t i = 0; i < f->r->points.loads && !rc; i++)
		rc = copy_file(f, f->r->points.load[i].name, false, err);
	free(trace);
	return rc;
}

/* -- records -- */

static int check_interrupt(const struct filter *f, struct gno_err *err)
{
	return f->o->interrupted && *f->o->interrupted
		   ? gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted while '%s' was filtered",
			      f->run)
		   : GNO_OK;
}

static int take_batch(void *self, unsigned node, struct gno_err *err)
{
	(void)node;
	return check_interrupt(self, err);
}

static int copy_records(struct filter *f, struct gno_err *err)
{
	static const struct pass pass = {.name = "interrupt", .batch = take_batch};
	struct reader *reader = NULL;
	int rc = reading_open(f->r, &reader, err);

	f->records.r = f->r;
	f->records.keep = f->keep;
	f->records.drop = f->drop;
	rc = rc ? rc : reader_add(reader, &pass, f, err);
	rc = rc ? rc : filter_records_add(&f->records, reader, f->folder.made, err);
	rc = rc ? rc : reading_all(f->r, reader, err);
	reader_close(reader);
	for (unsigned k = 0; k < f->records.lanes && !rc; k++) {
		f->out->kept += f->records.lane[k].kept;
		f->out->left_out += f->records.lane[k].left_out;
	}
	f->out->stayed = f->records.stayed;
	return rc;
}

/* -- the journal -- */

static void set(json_t *o, const char *key, uint64_t value)
{
	if (o)
		json_object_set_new(o, key, json_integer((json_int_t)value));
}

/* What is valid of a stream: its last page is filled up, and what was cut off of the other one is
 * missing still. */
static uint64_t size_of(const struct filter_lane *l)
{
	const uint64_t missing = gno_stream_missing(l->s) + l->cut_off;
	const uint64_t rest = l->packer.at % GNO_PACKET_PAGE;

	return missing ? l->packer.at + (rest ? GNO_PACKET_PAGE - rest : 0) + missing
		       : l->packer.at;
}

/* Sizes of the streams. */
static void set_sizes(const struct filter *f, json_t *root)
{
	json_t *load, *nodes = json_object_get(root, "nodes");
	size_t i;

	for (unsigned k = 0; k < f->records.lanes; k++) {
		const struct gno_packer *p = &f->records.lane[k].packer;
		json_t *node = json_array_get(nodes, k), *packet = json_object_get(node, "packet");

		set(node, "size", size_of(&f->records.lane[k]));
		set(packet, "offset", p->mark.at);
		set(packet, "begin", p->mark.begin);
		set(packet, "discarded", p->mark.discarded);
	}
	/* how far streams were when a load came is of use to a drain only, and there is none */
	json_array_foreach(json_object_get(root, "loads"), i, load)
	{
		json_object_del(load, "sizes");
	}
}

/* Adds the filter to those that the run went through. */
static int add_filter(const struct filter *f, json_t *root, struct gno_err *err)
{
	struct gno_trace_filter mine = {.keep = (char *)f->o->keep, /* it is not written to */
					.drop = (char *)f->o->drop,
					.kept = f->out->kept,
					.left_out = f->out->left_out};
	int rc = filter_accounts_parts(f->records.accounts, &mine.part, &mine.parts);

	rc = rc ? gno_fail_nomem(err) : gno_journal_add_filter(root, &mine, f->r->m, err);
	free(mine.part);
	return rc;
}

static int write_journal(const struct filter *f, struct gno_err *err)
{
	char *from = gno_format("%s/run.json", f->run);
	char *to = gno_format("%s/run.json", f->folder.made), *text = NULL;
	json_t *root = NULL, *count;
	uint64_t records = 0, events = 0;
	int rc = from && to ? gno_journal_load(from, &root, err) : gno_fail_nomem(err);

	if (rc)
		goto out;
	for (unsigned k = 0; k < f->records.lanes; k++) {
		records += f->records.lane[k].records;
		events += f->records.lane[k].events;
	}
	count = json_object_get(root, "count");
	set(count, "records", records);
	set(count, "events", events);
	set_sizes(f, root);
	if (f->r->run->frozen && f->r->node[0].stopped != UINT64_MAX)
		set(root, "stopped", f->r->node[0].stopped);
	rc = add_filter(f, root, err);
	if (rc)
		goto out;
	text = json_dumps(root, JSON_INDENT(2));
	rc = text ? gno_replace_file(to, text, strlen(text), err) : gno_fail_nomem(err);
out:
	free(text);
	json_decref(root);
	free(from);
	free(to);
	return rc;
}

static void close_all(struct filter *f)
{
	filter_records_close(&f->records);
	filter_rule_free(f->keep);
	filter_rule_free(f->drop);
	gno_report_free(f->r);
	filter_source_free(&f->source);
	for (size_t i = 0; i < f->names; i++)
		free(f->name[i]);
	free(f->name);
	if (f->lock >= 0)
		close(f->lock);
}

/* Makes the folder `to`, of a run that is open. */
static int make(struct filter *f, const char *to, struct gno_err *err)
{
	struct base_fault fault;
	int rc = begin_folder(f, to, err);

	if (rc)
		return rc;
	rc = copy_files(f, err);
	rc = rc ? rc : copy_records(f, err);
	rc = rc ? rc : write_journal(f, err);
	rc = rc ? rc : filter_source_check(&f->source, (const char *const *)f->name, f->names, err);
	rc = rc ? rc : check_interrupt(f, err);
	if (!rc)
		return gno_take_fault(err, base_folder_commit(&f->folder, &fault), &fault);
	base_folder_drop(&f->folder);
	return rc;
}

int filter_run(const char *run, const char *to, const struct filter_options *o,
	       struct filter_result *out, struct gno_err *err)
{
	struct filter f = {.run = run, .lock = -1, .o = o, .out = out};
	int rc;

	*out = (struct filter_result){0};
	rc = open_run(&f, err);
	rc = rc ? rc : check_place(run, to, err);
	rc = rc ? rc : make(&f, to, err);
	close_all(&f);
	return rc;
}

int filter_in_place(const char *run, const struct filter_options *o, struct filter_result *out,
		    struct gno_err *err)
{
	struct filter f = {.run = run, .o = o, .out = out};
	int rc;

	*out = (struct filter_result){0};
	rc = gno_run_lock(run, &f.lock, err);
	rc = rc ? rc : open_run(&f, err);
	rc = rc ? rc : make(&f, run, err);
	close_all(&f);
	return rc;
}

/* -- before the run, or before it is complete -- */

static bool same_rule(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : !a && !b;
}

static enum filter_state state_of(const struct filter *f)
{
	const struct gno_trace_run *run = f->r->run;

	if (run->filters && same_rule(run->filter[run->filters - 1].keep, f->o->keep) &&
	    same_rule(run->filter[run->filters - 1].drop, f->o->drop))
		return FILTER_DONE;
	return is_complete(run) ? FILTER_READY : FILTER_EARLY;
}

int filter_check_run(const char *run, const struct filter_options *o, enum filter_state *out,
		     struct gno_err *err)
{
	struct filter f = {.run = run, .o = o};
	int rc;

	rc = gno_run_lock(run, &f.lock, err);
	rc = rc ? rc : gno_report_look(run, &f.r, err);
	rc = rc ? rc : read_rules(&f, f.r->m, &f.r->points, err);
	rc = rc ? rc : begin_folder(&f, run, err);
	if (!rc) {
		base_folder_drop(&f.folder);
		*out = state_of(&f);
	}
	close_all(&f);
	return rc;
}

int filter_check_patterns(const struct gno_manifest *m, const struct gno_pattern_file *p,
			  const struct filter_options *o, struct gno_err *err)
{
	struct report_load load = {.file = (struct gno_pattern_file *)p};
	struct report_points points = {.load = &load, .loads = 1};
	struct filter f = {.run = p->name, .lock = -1, .o = o};
	int rc = GNO_OK;

	points.point = calloc(p->points + 1, sizeof(*points.point));
	if (!points.point)
		return gno_fail_nomem(err);
	while (points.points < p->points) {
		points.point[points.points].name = p->point[points.points].name;
		points.points++;
	}
	rc = read_rules(&f, m, &points, err);
	close_all(&f);
	free(points.point);
	return rc;
}
