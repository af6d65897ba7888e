/* SPDX-License-Identifier: Apache-2.0 */

/* RUN/trace/metadata: the kinds of records and an environment that identifies the run. */

#include "run/open_run.h"
#include "run/ctf.h"
#include "compile/json.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text in TSDL's form between quotes. */
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

static void put_optional(FILE *f, const char *key, const char *text)
{
	if (text)
		put_quoted(f, key, text);
}

/* Names of the points of a load: node_0_event_1, node_0_trigger_0; of later loads load_2_node_0_...
 */
static void put_points(FILE *f, const struct gno_pattern_file *p, size_t load)
{
	char key[96], prefix[32] = "";

	if (load)
		snprintf(prefix, sizeof(prefix), "load_%zu_", load + 1);
	for (unsigned k = 0; k < p->nodes; k++)
		for (size_t i = 0; i < p->points; i++) {
			const struct gno_pattern_point *q = &p->point[i];

			if (q->code[k] < 0)
				continue;
			for (unsigned n = 0; n < q->numbers; n++) {
				snprintf(key, sizeof(key), "%snode_%u_%s_%d", prefix, k,
					 gno_pattern_kinds[q->kind], q->code[k] + (int)n);
				put_quoted(f, key, q->name);
			}
		}
}

static void put_environment(FILE *f, const struct gno_run *run)
{
	const struct gno_pattern_file *p = run->load[0].patterns;

	fputs("\nenv {\n", f);
	put_quoted(f, "experiment", p->name);
	put_optional(f, "program", p->program);
	put_optional(f, "build_id", p->build_id);
	put_quoted(f, "monitor", run->m->name);
	fprintf(f, "\tmonitor_hash = \"%016" PRIx64 "\";\n", run->m->hash);
	fprintf(f, "\trun = %d;\n", run->number);
	put_quoted(f, "tool", "gnomon " GNOMON_VERSION);
	for (size_t i = 0; i < run->loads; i++)
		put_points(f, run->load[i].patterns, i);
	fputs("};\n", f);
}

/* The middle of the start's anchor on the wall clock. */
static uint64_t epoch(const struct gno_run *run)
{
	const struct gno_anchor *start = &run->anchors.start;
	uint64_t before = start->before.ns[GNO_CLOCK_REALTIME];
	uint64_t after = start->after.ns[GNO_CLOCK_REALTIME];

	return after > before ? before + (after - before) / 2 : before;
}

int gno_metadata_write(const struct gno_run *run, struct gno_err *err)
{
	char *path = gno_format("%s/trace/metadata", run->dir), *text = NULL;
	size_t len;
	FILE *f;
	int rc;

	if (!path)
		return gno_fail_nomem(err);
	f = open_memstream(&text, &len);
	if (f) {
		gno_ctf_write(f, run->m, epoch(run));
		put_environment(f, run);
	}
	if (!f || gno_close_written(f))
		rc = gno_fail_nomem(err);
	else
		rc = gno_replace_file(path, text, len, err);
	free(text);
	free(path);
	return rc;
}
