/* SPDX-License-Identifier: Apache-2.0 */
#include "report_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char nothing[] = "";
static char what[] = "address";

static char *name_of(struct fix *f, const char *name)
{
	char *mine = f->names[f->used++];

	ck_assert_uint_le(f->used, sizeof(f->names) / sizeof(*f->names));
	snprintf(mine, sizeof(*f->names), "%s", name);
	return mine;
}

void fix_begin(struct fix *f, unsigned nodes)
{
	*f = (struct fix){.used = 0};
	f->file = (struct gno_pattern_file){
	    .hash = 0x0123456789abcdef,
	    .monitor = name_of(f, "test"),
	    .manifest = name_of(f, "manifest.json"),
	    .name = name_of(f, "test"),
	    .experiment = nothing,
	    .program = name_of(f, "a.elf"),
	    .collect = true,
	    .limit_ms = 1000,
	    .point = f->point,
	    .interval = f->interval,
	    .until = -1,
	    .rounds = 1,
	    .until_on = f->until_on,
	    .port = RECORD,
	    .nodes = nodes,
	    .node = f->node,
	    .function = f->function,
	    .line = f->line,
	};
	for (unsigned k = 0; k < nodes; k++) {
		char name[16];

		snprintf(name, sizeof(name), "core%u", k);
		f->node[k].name = name_of(f, name);
	}
}

struct gno_pattern_point *fix_point(struct fix *f, const char *name, enum gno_pattern_kind kind,
				    int code, unsigned actions)
{
	struct gno_pattern_point *p = &f->point[f->file.points];

	ck_assert_uint_lt(f->file.points, FIX_POINTS);
	*p = (struct gno_pattern_point){.name = name_of(f, name),
					.kind = kind,
					.what = what,
					.text = nothing,
					.code = f->code[f->file.points++],
					.numbers = 1,
					.actions = actions};
	for (unsigned k = 0; k < TW_NODES; k++)
		p->code[k] = code;
	return p;
}

static size_t place(const struct fix *f, const char *name)
{
	size_t i = 0;

	while (i < f->file.points && strcmp(f->point[i].name, name) != 0)
		i++;
	ck_assert_msg(i < f->file.points, "no point '%s'", name);
	return i;
}

void fix_interval(struct fix *f, const char *name, const char *from, const char *to)
{
	ck_assert_uint_lt(f->file.intervals, FIX_INTERVALS);
	f->interval[f->file.intervals++] =
	    (struct gno_pattern_interval){name_of(f, name), place(f, from), place(f, to)};
}

/* One of the files of the program, NULL: none. */
static const char *source_of(struct fix *f, const char *file)
{
	static char *files[2];
	size_t i = 0;

	f->file.file = files;
	while (file && i < f->file.files && strcmp(files[i], file) != 0)
		i++;
	if (file && i == f->file.files) {
		ck_assert_uint_lt(i, 2);
		files[f->file.files++] = name_of(f, file);
	}
	return file ? files[i] : NULL;
}

void fix_function(struct fix *f, const char *name, uint32_t address, uint32_t size,
		  const char *file, unsigned line)
{
	f->function[f->file.functions++] = (struct gno_pattern_function){
	    name_of(f, name), address, size, source_of(f, file), line};
}

void fix_line(struct fix *f, uint32_t address, const char *file, unsigned line)
{
	f->line[f->file.lines++] = (struct gno_pattern_line){address, source_of(f, file), line};
}

static struct gno_report *build(const struct tw *w, const struct gno_report_options *o)
{
	struct gno_report *r;
	struct gno_err err;
	int rc = gno_report_build(w->dir, o, &r, &err);

	ck_assert_msg(rc == GNO_OK, "%s", err.text);
	return r;
}

struct gno_report *report_of(const struct tw *w, const char *interval)
{
	return build(w, &(struct gno_report_options){
			    .interval = interval, .columns = 20, .samples = SIZE_MAX});
}

struct gno_report *profile_of(const struct tw *w, bool by_line)
{
	return build(
	    w, &(struct gno_report_options){.columns = 20, .profile = true, .by_line = by_line});
}

void expect_stats(const struct gno_stats *s, uint64_t count, uint64_t total, uint64_t min,
		  uint64_t max)
{
	ck_assert_uint_eq(s->count, count);
	ck_assert_uint_eq(s->total, total);
	ck_assert_uint_eq(s->min, min);
	ck_assert_uint_eq(s->max, max);
}

void expect_measure(const struct report_measure *m, uint64_t count, uint64_t total, uint64_t min,
		    uint64_t max, uint64_t unfinished, uint64_t unmatched, uint64_t cut)
{
	expect_stats(&m->stats, count, total, min, max);
	ck_assert_uint_eq(m->unfinished, unfinished);
	ck_assert_uint_eq(m->unmatched, unmatched);
	ck_assert_uint_eq(m->cut, cut);
}

static char *print(const struct gno_report *r, const struct gno_report_style *style,
		   int (*writer)(const struct gno_report *, const struct gno_report_style *, FILE *,
				 struct gno_err *))
{
	char *text = NULL;
	struct gno_err err;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(writer(r, style, f, &err), GNO_OK);
	fclose(f);
	return text;
}

char *text_of(const struct gno_report *r, bool utf8)
{
	return print(r, &(struct gno_report_style){.utf8 = utf8, .rows = 3}, gno_report_text);
}

char *print_all_of(const struct gno_report *r)
{
	return print(r, &(struct gno_report_style){.rows = SIZE_MAX}, gno_report_text);
}

char *units_text_of(const struct gno_report *r)
{
	return print(r, &(struct gno_report_style){.rows = 3, .units = true}, gno_report_text);
}

char *profile_text_of(const struct gno_report *r)
{
	return print(r, &(struct gno_report_style){.rows = 3}, gno_report_profile_text);
}

void expect_line(const char *text, const char *line)
{
	ck_assert_msg(strstr(text, line) != NULL, "no line '%s' in:\n%s", line, text);
}

static char *json_text;
static size_t json_size;

FILE *json_begin(void)
{
	FILE *f = open_memstream(&json_text, &json_size);

	ck_assert_ptr_nonnull(f);
	return f;
}

json_t *json_end(FILE *f)
{
	json_error_t why;
	json_t *root;

	ck_assert_int_eq(fclose(f), 0);
	root = json_loads(json_text, JSON_REJECT_DUPLICATES, &why);
	ck_assert_msg(root != NULL, "line %d: %s", why.line, why.text);
	free(json_text);
	return root;
}

json_t *json_of(const struct gno_report *r)
{
	FILE *f = json_begin();
	struct gno_err err;

	ck_assert_int_eq(gno_report_json(r, SIZE_MAX, f, &err), GNO_OK);
	return json_end(f);
}

json_t *json_part_of(const struct gno_report *r, const char *node, enum report_part part)
{
	FILE *f = json_begin();
	struct gno_err err;

	ck_assert_int_eq(gno_report_part_json(r, node, part, false, f, &err), GNO_OK);
	return json_end(f);
}

json_t *json_profile_of(const struct gno_report *r, size_t rows)
{
	FILE *f = json_begin();
	struct gno_err err;

	ck_assert_int_eq(gno_report_profile_json(r, rows, f, &err), GNO_OK);
	return json_end(f);
}
