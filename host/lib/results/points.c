/* SPDX-License-Identifier: Apache-2.0 */
#include "results/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cells.h"
#include "common/util.h"
#include "records/record.h"

#define LOADS_MAX 10000 /* pattern files of a run that are searched for */

static int find_point(const struct report_points *p, const char *name)
{
	for (size_t i = 0; i < p->points; i++)
		if (!strcmp(p->point[i].name, name))
			return (int)i;
	return -1;
}

static int find_interval(const struct report_points *p, const char *name)
{
	for (size_t i = 0; i < p->intervals; i++)
		if (!strcmp(p->interval[i].name, name))
			return (int)i;
	return -1;
}

/* The place of the file's point in the report's list, or GNO_ERR_NOMEM. */
static int join_point(struct report_points *p, const struct gno_pattern_point *point,
		      unsigned nodes)
{
	int at = find_point(p, point->name);
	struct report_point *more;

	if (at < 0) {
		more = gno_room(p->point, p->points, sizeof(*more));
		if (!more)
			return GNO_ERR_NOMEM;
		p->point = more;
		at = (int)p->points;
		p->point[at] = (struct report_point){
		    .name = point->name, .what = point->what, .kind = point->kind};
		p->point[at].code = malloc(nodes * sizeof(int));
		if (!p->point[at].code)
			return GNO_ERR_NOMEM;
		for (unsigned k = 0; k < nodes; k++)
			p->point[at].code[k] = -1;
		p->points++;
	}
	return at;
}

static int join_interval(struct report_points *p, const struct gno_pattern_file *file,
			 const struct gno_pattern_interval *v)
{
	struct report_interval *more;

	if (find_interval(p, v->name) >= 0)
		return GNO_OK;
	more = gno_room(p->interval, p->intervals, sizeof(*more));
	if (!more)
		return GNO_ERR_NOMEM;
	p->interval = more;
	p->interval[p->intervals++] = (struct report_interval){
	    .name = v->name, .from = file->point[v->from].name, .to = file->point[v->to].name};
	return GNO_OK;
}

/* Whether any write to the event port of a node can have a code (gno_pattern_code). */
static bool has_writes(const struct gno_pattern_node *node)
{
	const struct gno_pattern_table *t = gno_pattern_table(node, "codes");

	for (size_t i = 0; t && i < t->cells / GNO_ROW_CODES; i++)
		if (gno_codes_get_class(t->cell + GNO_ROW_CODES * i))
			return true;
	return false;
}

/* Enters the file's points and intervals into the report's lists. */
static int join(struct report_points *p, struct report_load *load, unsigned nodes)
{
	const struct gno_pattern_file *file = load->file;

	load->point = calloc(file->points + 1, sizeof(*load->point));
	load->codes = malloc(nodes * sizeof(*load->codes));
	if (!load->point || !load->codes)
		return GNO_ERR_NOMEM;
	memset(load->codes, -1, nodes * sizeof(*load->codes)); /* all places: none */
	for (unsigned k = 0; k < nodes; k++)
		load->codes[k].writes = has_writes(&file->node[k]);
	for (size_t i = 0; i < file->points; i++) {
		const struct gno_pattern_point *point = &file->point[i];
		int at = join_point(p, point, nodes);

		if (at < 0)
			return at;
		load->point[i] = (size_t)at;
		for (unsigned k = 0; k < nodes; k++) {
			int code = point->code[k];

			if (!load->on[k] || code < 0 || code + (int)point->numbers > GNO_CODES)
				continue;
			if (point->kind == GNO_PATTERN_EVENT)
				load->codes[k].event[code] = (int)i;
			else if (point->kind == GNO_PATTERN_CODE)
				load->codes[k].code[code] = (int)i;
			for (unsigned n = 0;
			     point->kind == GNO_PATTERN_TRIGGER && n < point->numbers; n++)
				load->codes[k].trigger[code + (int)n] = (int)i;
			if (p->point[at].code[k] < 0)
				p->point[at].code[k] = code;
		}
	}
	for (size_t i = 0; i < file->intervals && !p->no_intervals; i++)
		if (join_interval(p, file, &file->interval[i]))
			return GNO_ERR_NOMEM;
	return GNO_OK;
}

/* Sorts the intervals of a load by the points at their ends. */
static int sort_turns(const struct report_points *p, struct report_load *load)
{
	size_t used = 0;

	load->place = malloc((2 * p->intervals + 1) * sizeof(*load->place));
	load->turn = malloc((2 * p->points + 1) * sizeof(*load->turn));
	if (!load->place || !load->turn)
		return GNO_ERR_NOMEM;
	for (size_t k = 0; k < 2 * p->points; k++) {
		const int *end = k % 2 ? load->from : load->to;

		load->turn[k] = used;
		for (size_t i = 0; i < p->intervals; i++)
			if (end[i] == (int)(k / 2))
				load->place[used++] = (unsigned)i;
	}
	load->turn[2 * p->points] = used;
	return GNO_OK;
}

/* Once all intervals are known: what each is in this load. */
static int place_intervals(const struct report_points *p, struct report_load *load)
{
	load->from = malloc((p->intervals + 1) * sizeof(*load->from));
	load->to = malloc((p->intervals + 1) * sizeof(*load->to));
	if (!load->from || !load->to)
		return GNO_ERR_NOMEM;
	for (size_t i = 0; i < p->intervals; i++)
		load->from[i] = load->to[i] = -1;
	for (size_t i = 0; i < load->file->intervals; i++) {
		const struct gno_pattern_interval *v = &load->file->interval[i];
		int at = find_interval(p, v->name);

		if (at < 0) /* not the requested one */
			continue;
		load->from[at] = (int)load->point[v->from];
		load->to[at] = (int)load->point[v->to];
	}
	return sort_turns(p, load);
}

/* A letter of the interval's name that no other has, else any that is free, else a star. */
static void choose_letters(struct report_points *p)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	bool used[128] = {false};

	for (size_t i = 0; i < p->intervals; i++) {
		const char *sources[2] = {p->interval[i].name, letters};

		p->interval[i].letter = '*';
		for (unsigned k = 0; k < 2 && p->interval[i].letter == '*'; k++)
			for (const char *c = sources[k]; *c; c++) {
				int upper = toupper((unsigned char)*c);

				if (strchr(letters, upper) && !used[upper]) {
					used[upper] = true;
					p->interval[i].letter = (char)upper;
					break;
				}
			}
	}
}

static int check_file(const struct gno_pattern_file *file, const struct gno_manifest *m,
		      const char *path, struct gno_err *err)
{
	if (file->hash != m->hash)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"patterns are of monitor %016llx, the manifest of %016llx: '%s'",
				(unsigned long long)file->hash, (unsigned long long)m->hash, path);
	if (file->nodes != m->nodes)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"patterns are of %u nodes, the manifest of %u: '%s'", file->nodes,
				m->nodes, path);
	return GNO_OK;
}

/* Name of a load's pattern file, the first one being 0; NULL: no memory. */
static char *load_name(size_t load)
{
	return load ? gno_format("patterns.%zu.json", load + 1) : strdup("patterns.json");
}

/* Whether a run directory has a pattern file. */
static bool has_file(const struct gno_trace *trace, const char *name)
{
	char *path = gno_format("%s/%s", gno_trace_dir(trace), name);
	const bool has = path && !access(path, F_OK);

	free(path);
	return has;
}

/* Takes a pattern file of a part of the run, whose first node is `first`, into the load. */
static int take_file(struct report_points *p, struct report_load *load,
		     const struct gno_trace *part, unsigned first, unsigned nodes,
		     struct gno_err *err)
{
	const struct gno_manifest *m = gno_trace_manifest(part);
	char *path = gno_format("%s/%s", gno_trace_dir(part), load->name);
	struct gno_pattern_file *file = NULL;
	int rc = path ? gno_pattern_file_read(path, &file, err) : gno_fail_nomem(err);

	if (!rc)
		rc = check_file(file, m, path, err);
	for (unsigned k = 0; k < m->nodes && !rc; k++)
		load->on[first + k] = gno_trace_loaded(part, load->name, k);
	p->frozen |= gno_trace_load_frozen(part, load->name);
	if (!rc && nodes > m->nodes) {
		rc = gno_pattern_file_join(&load->file, &file, first, nodes, path, err);
	} else if (!rc) {
		load->file = file;
		file = NULL;
	}
	gno_pattern_file_free(file);
	free(path);
	return rc;
}

/* Reads the next load: the pattern files of its name in all parts of the run. */
static int read_load(struct report_points *p, const struct gno_trace *trace, struct gno_err *err)
{
	const unsigned nodes = gno_trace_manifest(trace)->nodes;
	struct report_load *load = gno_room(p->load, p->loads, sizeof(*load));
	int rc = GNO_OK;

	if (!load)
		return gno_fail_nomem(err);
	p->load = load;
	load = &p->load[p->loads];
	*load = (struct report_load){.name = load_name(p->loads)};
	load->on = calloc(nodes, sizeof(*load->on));
	p->loads++;
	if (!load->on || !load->name)
		return gno_fail_nomem(err);
	for (unsigned i = 0, first; i < gno_trace_parts(trace) && !rc; i++) {
		const struct gno_trace *part = gno_trace_part(trace, i, &first);

		if (p->loads == 1 || has_file(part, load->name))
			rc = take_file(p, load, part, first, nodes, err);
	}
	if (!rc && join(p, load, nodes))
		rc = gno_fail_nomem(err);
	return rc;
}

/* Whether a part of the run has one more: 1, 0, or GNO_ERR_NOMEM. */
static int has_more(const struct report_points *p, const struct gno_trace *trace)
{
	char *name = load_name(p->loads);
	int more = name ? 0 : GNO_ERR_NOMEM;

	for (unsigned i = 0, first; i < gno_trace_parts(trace) && !more; i++)
		more = has_file(gno_trace_part(trace, i, &first), name);
	free(name);
	return p->loads < LOADS_MAX ? more : 0;
}

/* What each interval is in each load. */
static int place_all(struct report_points *p)
{
	for (size_t i = 0; i < p->loads; i++)
		if (place_intervals(p, &p->load[i]))
			return GNO_ERR_NOMEM;
	choose_letters(p);
	return GNO_OK;
}

int report_points_load(struct report_points *p, const struct gno_trace *trace, struct gno_err *err)
{
	int rc = GNO_OK, more = 1;

	while (more > 0 && !rc) {
		rc = read_load(p, trace, err);
		more = rc ? 0 : has_more(p, trace);
	}
	if (more < 0 || (!rc && place_all(p)))
		rc = gno_fail_nomem(err);
	return rc;
}

int report_points_check(const struct report_points *p, const char *only, struct gno_err *err)
{
	const char *near;

	if (!only || find_interval(p, only) >= 0)
		return GNO_OK;
	near = p->intervals
		   ? gno_nearest(only, &p->interval[0].name, p->intervals, sizeof(*p->interval))
		   : NULL;
	return gno_fail(err, GNO_ERR_ARG, "no interval '%s' in this run%s%s%s", only,
			near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static void free_places(struct report_load *load)
{
	free(load->from);
	free(load->to);
	free(load->place);
	free(load->turn);
	load->from = load->to = NULL;
	load->place = NULL;
	load->turn = NULL;
}

int report_points_only(struct report_points *p, const char *only, struct gno_err *err)
{
	if (!only)
		return GNO_OK;
	p->interval[0] = p->interval[find_interval(p, only)];
	p->intervals = 1;
	for (size_t i = 0; i < p->loads; i++)
		free_places(&p->load[i]);
	return place_all(p) ? gno_fail_nomem(err) : GNO_OK;
}

/* Whether a point of a load that lies at a place of its list has an action; without a place it is
 * none. */
static bool has_action(const struct report_load *load, int at, unsigned action)
{
	return at >= 0 && load->file->point[at].actions >> action & 1;
}

/* Whether any point of the node has it; `writes`: any that is a write to the event port. */
static bool any_has(const struct report_load *load, unsigned node, bool writes, unsigned action)
{
	const struct gno_pattern_file *file = load->file;
	bool any = file->port >> action & 1;

	for (size_t i = 0; i < file->points && !any; i++)
		any = file->point[i].code[node] >= 0 && has_action(load, (int)i, action) &&
		      (!writes || file->point[i].kind == GNO_PATTERN_CODE);
	return any;
}

/* What a record that is no write may be: its place, -1: it is no point. */
static int place_of(const struct report_codes *codes, uint32_t info)
{
	if (gno_record_kind(info) == GNO_KIND_EVENT)
		return codes->event[gno_record_code(info)];
	return gno_kind_is_trigger(gno_record_kind(info)) ? codes->trigger[gno_record_code(info)]
							  : -1;
}

bool report_points_may(const void *points, unsigned node, const struct gno_slot *slot,
		       unsigned action)
{
	const struct report_points *p = points;
	const bool write = slot && gno_record_kind(slot->info) == GNO_KIND_DATUM;
	bool any = false, is_point = !slot || write || gno_record_kind(slot->info) == GNO_KIND_WORD;

	for (size_t i = 0; i < p->loads && !any; i++) {
		const struct report_load *load = &p->load[i];
		const int at = slot ? place_of(&load->codes[node], slot->info) : -1;

		is_point |= at >= 0;
		any = !slot || write ? any_has(load, node, write, action)
				     : has_action(load, at, action);
	}
	return any || !is_point;
}

const struct gno_pattern_point *report_fired_point(const struct report_load *load, unsigned node,
						   struct report_fired *fired)
{
	int at = -1;

	if (load && fired->kind == GNO_KIND_EVENT)
		at = load->codes[node].event[fired->code];
	else if (load && gno_kind_is_trigger(fired->kind))
		at = load->codes[node].trigger[fired->code];
	else if (load && fired->kind == GNO_KIND_DATUM && fired->port)
		at = load->codes[node].code[fired->port];
	fired->point = at < 0 ? -1 : (int)load->point[at];
	return at < 0 ? NULL : &load->file->point[at];
}

bool report_is_upper(const struct gno_pattern_file *p)
{
	return p && p->functions && p->function[p->functions - 1].address >> 63;
}

const struct gno_pattern_function *report_find_function(const struct gno_pattern_file *p,
							uint64_t address)
{
	const struct gno_pattern_function *f;
	size_t low = 0, high = p->functions;

	while (low < high) { /* the first function behind the address */
		size_t middle = low + (high - low) / 2;

		if (p->function[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	f = low ? &p->function[low - 1] : NULL;
	return f && (!f->size || address - f->address < f->size) ? f : NULL;
}

const struct gno_pattern_function *report_function_at(const struct gno_report *r,
						      const struct gno_field *field, uint64_t value)
{
	const struct gno_pattern_function *function = NULL;

	for (size_t i = 0; i < r->points.loads && !function; i++) {
		const struct gno_pattern_file *p = r->points.load[i].file;

		function =
		    report_find_function(p, gno_field_address(field, value, report_is_upper(p)));
	}
	return function;
}

const struct gno_pattern_function *report_function_of_pc(const struct gno_report *r, uint32_t pc)
{
	static struct gno_kept whole = {.hi = 31};
	static const struct gno_field port = {.bits = 32, .unit = 1, .runs = 1, .run = &whole};

	return report_function_at(r, &port, pc);
}

const char *report_process_name(const struct report_points *p, unsigned node, unsigned number)
{
	for (size_t k = 0; k < p->loads; k++) {
		const struct gno_pattern_file *file = p->load[k].file;
		const char *all = NULL;

		for (size_t i = 0; i < file->processes; i++) {
			const struct gno_pattern_process *q = &file->process[i];

			if (number < q->first || number > q->last)
				continue;
			if (q->node == (int)node)
				return q->name;
			if (q->node < 0)
				all = q->name;
		}
		if (all)
			return all;
	}
	return NULL;
}

void report_points_free(struct report_points *p)
{
	for (size_t i = 0; i < p->loads; i++) {
		gno_pattern_file_free(p->load[i].file);
		free(p->load[i].name);
		free(p->load[i].on);
		free(p->load[i].codes);
		free(p->load[i].point);
		free_places(&p->load[i]);
	}
	for (size_t i = 0; i < p->points; i++)
		free(p->point[i].code);
	free(p->load);
	free(p->point);
	free(p->interval);
}
