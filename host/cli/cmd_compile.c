/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/common.h"
#include "compile/json.h"

#include <stdio.h>

enum { OPT_OUTPUT, OPT_MANIFEST, OPT_PROGRAM, OPT_JSON };

static const struct base_option options[] = {
    {'o', "output", "FILE", "pattern file to write"},
    CLI_OPT_MANIFEST,
    CLI_OPT_PROGRAM,
    CLI_OPT_JSON,
    CLI_OPT_END,
};

/* Points of that kind at a node. */
static unsigned count_points(const struct gno_pattern_file *p, unsigned node,
			     enum gno_pattern_kind kind, const struct gno_node *n, int trigger)
{
	unsigned count = 0;

	for (size_t i = 0; i < p->points; i++) {
		int code = p->point[i].code[node];

		if (p->point[i].kind == kind && code >= 0 &&
		    (kind == GNO_PATTERN_EVENT ||
		     n->trigger[code].kind == (enum gno_trigger_kind)trigger))
			count += p->point[i].numbers;
	}
	return count;
}

static void print_text(const struct gno_manifest *m, const struct gno_pattern_file *p)
{
	printf("%-16s %11s %11s %11s %6s %9s %8s\n", "node", "events", "sequences", "strict",
	       "timer", "watchdog", "cells");
	for (unsigned k = 0; k < m->nodes; k++) {
		const struct gno_node *n = &m->node[k];
		unsigned cells = 0, i;
		char used[3][24];

		for (i = 0; i < p->node[k].tables; i++)
			cells += p->node[k].table[i].cells;
		snprintf(used[0], sizeof(used[0]), "%u of %u",
			 count_points(p, k, GNO_PATTERN_EVENT, n, 0), n->capacity);
		snprintf(used[1], sizeof(used[1]), "%u of %u",
			 count_points(p, k, GNO_PATTERN_TRIGGER, n, GNO_TRIGGER_SEQUENCE),
			 n->sequences.count);
		snprintf(used[2], sizeof(used[2]), "%u of %u",
			 count_points(p, k, GNO_PATTERN_TRIGGER, n, GNO_TRIGGER_STRICT),
			 n->strict.count);
		printf("%-16s %11s %11s %11s %6s %9s %8u\n", n->name, used[0], used[1], used[2],
		       count_points(p, k, GNO_PATTERN_TRIGGER, n, GNO_TRIGGER_TIMER) ? "yes" : "-",
		       count_points(p, k, GNO_PATTERN_TRIGGER, n, GNO_TRIGGER_WATCHDOG) ? "yes"
											: "-",
		       cells);
	}
}

static int print_json(const struct gno_pattern_file *p)
{
	json_t *root = NULL;
	struct gno_err err;
	int rc = gno_pattern_file_json(p, p->manifest, &root, &err);

	if (!rc)
		rc = cli_print_json(root, JSON_INDENT(1), &err);
	return rc ? cli_error(&err) : 0;
}

static int read_old(const char *path, struct gno_err *err)
{
	struct gno_pattern_file *old = NULL;
	int rc = gno_pattern_file_read(path, &old, err);

	gno_pattern_file_free(old);
	return rc;
}

static int write_file(const char *path, const struct gno_pattern_file *p, struct gno_err *err)
{
	int rc = cli_check_replace(path, read_old, err);

	return rc ? rc : gno_pattern_file_write(path, p, err);
}

static int command(const struct base_values *v)
{
	struct gno_experiment_options load = {0};
	struct gno_pattern_file *p = NULL;
	struct gno_manifest *m = NULL;
	struct gno_err err;
	int rc;

	load.manifest = v->option[OPT_MANIFEST];
	load.program = v->option[OPT_PROGRAM];
	rc = gno_experiment_patterns(v->arg[0], &load, cli_hooks(true, NULL), &m, &p, &err);
	if (!rc && v->option[OPT_OUTPUT])
		rc = write_file(v->option[OPT_OUTPUT], p, &err);
	if (rc)
		cli_error(&err);
	else if (v->option[OPT_JSON])
		rc = print_json(p);
	else
		print_text(m, p);
	gno_pattern_file_free(p);
	gno_manifest_free(m);
	return rc;
}

const struct cli_spec cmd_compile = {
    .name = "compile",
    .args = "EXPERIMENT",
    .min_args = 1,
    .max_args = 1,
    .brief = "compile an experiment into a pattern file",
    .summary =
	"Compiles an experiment into a pattern file and reports how much of the monitor it uses.",
    .details =
	"The pattern file holds tables, names, source lines and the program's build-id. 'gnomon load' and 'gnomon run' take it in place of the experiment, without the program. Without --output the command only checks. It replaces an existing file only if that is a pattern file. The input can also be a pattern file. --json prints the content of the file.\n",
    .options = options,
    .run = command,
};
