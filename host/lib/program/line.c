/* SPDX-License-Identifier: Apache-2.0 */

/* Look-ups in the line information of a program. */
#include "program/parse.h"
#include "base/number.h"
#include "common/util.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEAREST_MAX 80 /* bytes of the hint at lines that have code */

static int no_file(const struct gno_program *p, const char *name, struct gno_err *err)
{
	const char **base = malloc((p->files + 1) * sizeof(*base));
	const char *near;
	int rc;

	if (!base)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < p->files; i++)
		base[i] = gno_path_base(p->file[i]);
	near = gno_nearest(gno_path_base(name), base, p->files, sizeof(*base));
	rc = gno_fail(err, GNO_ERR_ARG, "no code of source file '%s' in '%s'%s%s%s", name, p->path,
		      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	free(base);
	return rc;
}

int gno_program_file(const struct gno_program *p, const char *name, unsigned *out,
		     struct gno_err *err)
{
	size_t i, found = p->files;

	if (!p->rows)
		return gno_fail(err, GNO_ERR_ARG, "no line information in '%s': %s", p->path,
				p->debug ? p->debug : "compile it with -g");
	for (i = 0; i < p->files; i++) {
		if (!strcmp(p->file[i], name)) {
			found = i;
			break;
		}
		if (!gno_path_ends(p->file[i], name))
			continue;
		if (found < p->files)
			return gno_fail(
			    err, GNO_ERR_ARG,
			    "source file '%s' is ambiguous: '%s' and '%s'; name it with its folder",
			    name, p->file[found], p->file[i]);
		found = i;
	}
	if (found == p->files)
		return no_file(p, name, err);
	*out = (unsigned)found;
	return 0;
}

static int no_code(const struct gno_program *p, unsigned file, const char *name, unsigned line,
		   struct gno_err *err)
{
	unsigned below = 0, above = UINT_MAX;
	char near[NEAREST_MAX] = "";

	for (size_t i = 0; i < p->rows; i++) {
		const struct gno_row *r = &p->row[i];

		if (!r->line || r->file != file || !r->statement)
			continue;
		if (r->line < line && r->line > below)
			below = r->line;
		if (r->line > line && r->line < above)
			above = r->line;
	}
	if (below && above != UINT_MAX)
		snprintf(near, sizeof(near), "; the nearest lines that have some are %u and %u",
			 below, above);
	else if (below || above != UINT_MAX)
		snprintf(near, sizeof(near), "; the nearest line that has some is %u",
			 below ? below : above);
	return gno_fail(err, GNO_ERR_ARG, "no code for line %u of '%s' in '%s'%s", line, name,
			p->path, near);
}

static int find_line(const struct gno_program *p, const char *name, unsigned line,
		     struct gno_addresses *out, struct gno_err *err)
{
	unsigned file;
	int rc;

	rc = gno_program_file(p, name, &file, err);
	for (size_t i = 0; i < p->rows && !rc; i++)
		if (p->row[i].line == line && p->row[i].file == file && p->row[i].begins)
			rc = gno_addresses_add(out, p->row[i].address, err);
	gno_addresses_sort(out);
	return rc || out->count ? rc : no_code(p, file, name, line, err);
}

int gno_program_line(const struct gno_program *p, const char *text, struct gno_addresses *out,
		     struct gno_err *err)
{
	const char *colon = strrchr(text, ':');
	struct gno_addresses found = {0};
	uint64_t line = 0;
	char *name;
	int rc;

	if (!colon || colon == text || !base_number_parse(colon + 1, INT_MAX, &line) || !line)
		return gno_fail(err, GNO_ERR_ARG, "'%s' is not a source line such as 'main.c:42'",
				text);
	name = gno_format("%.*s", (int)(colon - text), text);
	if (!name)
		return gno_fail_nomem(err);
	rc = find_line(p, name, (unsigned)line, &found, err);
	free(name);
	if (rc)
		free(found.at);
	else
		*out = found;
	return rc;
}
