/* SPDX-License-Identifier: Apache-2.0 */
#include "common.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

static const struct cli_option options[] = {
    CLI_OPT_JSON,
    CLI_OPT_END,
};

static const struct cli_spec spec = {
    .name = "points",
    .args = "ELF",
    .min_args = 1,
    .max_args = 1,
    .summary = "Lists the functions of a program: where they begin, and where they return.",
    .details = "Returns are jumps through ra, ends of traps, and calls in tail position. A '+' behind them "
	       "tells of\n"
	       "indirect jumps that may be returns too.\n",
    .options = options,
};

static json_t *function_json(const struct gno_function *f)
{
	json_t *returns = json_array();
	size_t i;

	for (i = 0; i < f->return_count; i++)
		json_array_append_new(returns, json_integer(f->returns[i]));
	return json_pack("{s:s, s:I, s:I, s:o, s:i, s:s?, s:i}", "name", f->name, "entry",
			 (json_int_t)f->entry, "size", (json_int_t)f->size, "returns", returns, "indirect",
			 f->indirect, "file", f->file, "line", f->line);
}

static void print_json(const struct gno_program *p)
{
	json_t *list = json_array();
	json_t *root;
	size_t i;

	for (i = 0; i < p->functions; i++)
		json_array_append_new(list, function_json(&p->function[i]));
	root = json_pack("{s:s, s:s?, s:o}", "program", p->path, "build_id", p->build_id, "functions", list);
	json_dumpf(root, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(root);
}

static void print_text(const struct gno_program *p)
{
	size_t i, k;

	printf("%-24s %-10s %6s  %-24s %s\n", "function", "entry", "bytes", "source", "returns");
	for (i = 0; i < p->functions; i++) {
		const struct gno_function *f = &p->function[i];
		char source[256] = "-";

		if (f->file)
			snprintf(source, sizeof(source), "%s:%u", f->file, f->line);
		printf("%-24s 0x%08" PRIx32 " %6" PRIu32 "  %-24s", f->name, f->entry, f->size, source);
		for (k = 0; k < f->return_count; k++)
			printf(" 0x%08" PRIx32, f->returns[k]);
		printf("%s%s\n", f->return_count ? "" : " -", f->indirect ? " +" : "");
	}
	printf("build id: %s\n", p->build_id ? p->build_id : "none");
}

int cmd_points(int argc, char **argv)
{
	struct gno_program *p = NULL;
	struct cli_values v;
	struct gno_err err;
	int ret;

	ret = cli_parse(&spec, argc, argv, &v);
	if (ret)
		return ret == CLI_HELP ? 0 : ret;
	if (gno_program_load(v.arg[0], &p, &err))
		return cli_error(&err);
	if (v.option[0])
		print_json(p);
	else
		print_text(p);
	gno_program_free(p);
	return 0;
}
