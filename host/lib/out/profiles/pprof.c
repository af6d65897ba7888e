/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pprof's profile.proto. A message that is written in pieces is the pieces one after the other: one
 * of all that is in lists, then one for each stack, so that no list of stacks is in memory.
 */
#include "out/export/formats.h"
#include "out/profiles/profile.pb-c.h"
#include "out/profiles/stacks.h"
#include "out/stream/gzip.h"

#include <stdlib.h>

#include "common/util.h"

/* Texts of the table that are always there; those of nodes, of frames, of their files, and comments
 * on nodes follow. */
enum {
	TEXT_NONE,
	TEXT_COUNTED,
	TEXT_COUNT,
	TEXT_CYCLES,
	TEXT_TIME,
	TEXT_NS,
	TEXT_NODE,
	TEXT_PROCESS,
	TEXT_PROGRAM,
	TEXT_BUILD,
	TEXT_COMMENT,
	TEXTS,
};

enum { VALUE_COUNT, VALUE_CYCLES, VALUE_TIME, VALUES };

#define MAPPING 1

struct pprof {
	struct export_job *job;
	const struct export_stacks *s;
	struct gzip gzip;
	uint8_t *bytes; /* of a piece */
	size_t room;
	uint64_t *location; /* of a stack */
	size_t locations;
};

static size_t first_comment(const struct pprof *p)
{
	return TEXTS + p->s->r->m->nodes + 2 * p->s->frames;
}

/* Writes a piece. */
static int put_piece(struct pprof *p, const Export__Profile *piece, struct gno_err *err)
{
	size_t size = export__profile__get_packed_size(piece);

	if (size > p->room) {
		free(p->bytes);
		p->room = 2 * size;
		p->bytes = malloc(p->room);
		if (!p->bytes) {
			p->room = 0;
			return gno_fail_nomem(err);
		}
	}
	export__profile__pack(piece, p->bytes);
	gzip_put(&p->gzip, p->bytes, size);
	p->job->unpacked += size;
	return GNO_OK;
}

static int put_texts(struct pprof *p, struct gno_err *err)
{
	const struct gno_report *r = p->s->r;
	const struct gno_pattern_file *file = r->points.load[0].file;
	const size_t frames = p->s->frames, count = first_comment(p) + r->m->nodes;
	const char **text = calloc(count, sizeof(*text));
	char buf[REPORT_LACKS], comment[400];
	const char *lacks = report_lacks(r, &p->job->select, buf);
	Export__Profile piece = EXPORT__PROFILE__INIT;
	int rc;

	if (!text)
		return gno_fail_nomem(err);
	snprintf(comment, sizeof(comment), "gnomon %s: monitor %s, run %u%s%s%s%s", GNOMON_VERSION,
		 r->m->name, r->run->run, r->run->model ? " (simulated model)" : "",
		 lacks ? " (not whole: " : "", lacks ? lacks : "", lacks ? ")" : "");
	text[TEXT_NONE] = "";
	text[TEXT_COUNTED] = p->s->counted;
	text[TEXT_COUNT] = "count";
	text[TEXT_CYCLES] = "cycles";
	text[TEXT_TIME] = "time";
	text[TEXT_NS] = "nanoseconds";
	text[TEXT_NODE] = "node";
	text[TEXT_PROCESS] = "process";
	text[TEXT_PROGRAM] = file->program ? file->program : "";
	text[TEXT_BUILD] = file->build_id ? file->build_id : "";
	text[TEXT_COMMENT] = comment;
	for (size_t i = 0; i < r->m->nodes; i++)
		text[TEXTS + i] = r->m->node[i].name;
	for (size_t i = 0; i < frames; i++) {
		const struct export_frame *f = &p->s->frame[i];

		text[TEXTS + r->m->nodes + i] = f->name;
		text[TEXTS + r->m->nodes + frames + i] = f->file ? f->file : "";
	}
	for (size_t i = 0; i < r->m->nodes; i++)
		text[first_comment(p) + i] = p->s->note[i];
	piece.n_string_table = count;
	piece.string_table = (char **)(uintptr_t)text;
	rc = put_piece(p, &piece, err);
	free(text);
	return rc;
}

/* Cycles in ns, rounded down; report_ns is not for sums that may be long. */
static int64_t ns_of(const struct pprof *p, uint64_t cycles)
{
	return (int64_t)report_ns(p->s->r, cycles);
}

static int put_head(struct pprof *p, struct gno_err *err)
{
	Export__ValueType count = EXPORT__VALUE_TYPE__INIT, cycles = count, time = count;
	Export__ValueType *types[VALUES] = {&count, &cycles, &time};
	Export__Mapping program = EXPORT__MAPPING__INIT, *mapping = &program;
	Export__Profile piece = EXPORT__PROFILE__INIT;
	const struct gno_report *r = p->s->r;
	int64_t *comment = calloc(1 + r->m->nodes, sizeof(*comment));
	int rc;

	if (!comment)
		return gno_fail_nomem(err);
	comment[piece.n_comment++] = TEXT_COMMENT;
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (*p->s->note[k])
			comment[piece.n_comment++] = (int64_t)first_comment(p) + k;
	count.type = TEXT_COUNTED;
	count.unit = cycles.unit = TEXT_COUNT;
	cycles.type = TEXT_CYCLES;
	time.type = TEXT_TIME;
	time.unit = TEXT_NS;
	program.id = MAPPING;
	program.memory_limit = UINT64_C(1) << 32;
	program.filename = TEXT_PROGRAM;
	program.build_id = TEXT_BUILD;
	/* else pprof would look for the program, to find them */
	program.has_functions = program.has_filenames = program.has_line_numbers = true;
	program.has_inline_frames = true;
	piece.n_sample_type = VALUES;
	piece.sample_type = types;
	piece.n_mapping = 1;
	piece.mapping = &mapping;
	piece.duration_nanos = ns_of(p, r->line.end - r->line.begin);
	piece.period_type = &cycles;
	piece.period = (int64_t)p->s->period;
	piece.comment = comment;
	piece.default_sample_type = TEXT_TIME;
	rc = put_piece(p, &piece, err);
	free(comment);
	return rc;
}

/* A frame is a function, and a location in it. */
static int put_frame(struct pprof *p, size_t frame, struct gno_err *err)
{
	const struct export_frame *f = &p->s->frame[frame];
	const size_t names = TEXTS + p->s->r->m->nodes;
	Export__Function function = EXPORT__FUNCTION__INIT, *functions = &function;
	Export__Location location = EXPORT__LOCATION__INIT, *locations = &location;
	Export__Line line = EXPORT__LINE__INIT, *lines = &line;
	Export__Profile piece = EXPORT__PROFILE__INIT;

	function.id = location.id = line.function_id = frame + 1;
	function.name = function.system_name = (int64_t)(names + frame);
	if (f->file)
		function.filename = (int64_t)(names + p->s->frames + frame);
	function.start_line = f->function_line;
	line.line = f->line;
	location.mapping_id = f->is_code ? MAPPING : 0;
	location.address = f->address;
	location.n_line = 1;
	location.line = &lines;
	piece.n_function = piece.n_location = 1;
	piece.function = &functions;
	piece.location = &locations;
	return put_piece(p, &piece, err);
}

static int put_stack(void *ctx, const struct export_stack *s, struct gno_err *err)
{
	struct pprof *p = ctx;
	Export__Label node = EXPORT__LABEL__INIT, process = EXPORT__LABEL__INIT;
	Export__Label *labels[] = {&node, &process};
	Export__Sample sample = EXPORT__SAMPLE__INIT, *samples = &sample;
	Export__Profile piece = EXPORT__PROFILE__INIT;
	int64_t value[VALUES] = {[VALUE_COUNT] = (int64_t)s->count,
				 [VALUE_CYCLES] = (int64_t)s->cycles,
				 [VALUE_TIME] = ns_of(p, s->cycles)};

	if (s->frames > p->locations) {
		free(p->location);
		p->locations = 2 * s->frames;
		p->location = calloc(p->locations, sizeof(*p->location));
		if (!p->location) {
			p->locations = 0;
			return gno_fail_nomem(err);
		}
	}
	for (size_t i = 0; i < s->frames; i++)
		p->location[i] = s->frame[s->frames - 1 - i] + 1;
	node.key = TEXT_NODE;
	node.str = TEXTS + s->node;
	process.key = process.num_unit = TEXT_PROCESS;
	process.num = s->lane ? s->lane->process : 0;
	sample.n_location_id = s->frames;
	sample.location_id = p->location;
	sample.n_value = VALUES;
	sample.value = value;
	sample.n_label = s->lane && s->lane->known ? 2 : 1;
	sample.label = labels;
	piece.n_sample = 1;
	piece.sample = &samples;
	return put_piece(p, &piece, err);
}

static int put_all(struct pprof *p, struct gno_err *err)
{
	int rc = put_texts(p, err);

	if (!rc)
		rc = put_head(p, err);
	for (size_t i = 0; i < p->s->frames && !rc; i++)
		rc = put_frame(p, i, err);
	/* of a profile, comments state what is not known: shares are those of `gnomon report` */
	for (size_t i = 0; i < p->s->lanes + (p->s->calls != NULL) && !rc; i++)
		rc = export_stacks_each(p->job, p->s, i, put_stack, p, err);
	return rc;
}

int export_pprof(struct export_job *job, struct gno_err *err)
{
	struct export_stacks *s = NULL;
	struct pprof *p = calloc(1, sizeof(*p));
	int rc = p ? export_stacks_open(job, true, &s, err) : gno_fail_nomem(err);

	if (!rc) {
		p->job = job;
		p->s = s;
		rc = gzip_begin(&p->gzip, job->f) ? put_all(p, err) : gno_fail_nomem(err);
		gzip_end(&p->gzip, !rc);
		free(p->bytes);
		free(p->location);
	}
	free(p);
	export_stacks_free(s);
	return rc;
}
