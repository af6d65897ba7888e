/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon-gen: generates a monitor from its description. `gnomon gen` is this program, `gnomon cost`
 * with --cost, `gnomon sim --init` with --init. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/private.h"
#include "base/show.h"
#include "cli.h"
#include "description.h"
#include "emit/emit.h"
#include "output/output.h"

/* The options in the order of the table. */
enum {
	OUTPUT,
	CHECK,
	JSON,
	REGISTER_TAPS,
	MODEL,
	TEMPLATES,
	REFERENCE,
	VERSION,
};

static const struct base_option options[] = {
    [OUTPUT] = {'o', "output", "DIR", "folder for the files; created if it does not exist"},
    [CHECK] = {'c', "check", NULL, "only check the description, write nothing"},
    [JSON] = {'j', "json", NULL, "print a summary of the monitor as JSON"},
    [REGISTER_TAPS] = {0, "register-taps", NULL, "as with 'register_taps: yes'"},
    [MODEL] = {0, "model", NULL,
	       "emit a model for simulations instead: a module of the same name and ports, and C"},
    [TEMPLATES] = {'t', "templates", "LIST",
		   "instances in these languages, with commas between: verilog, vhdl, amaranth, "
		   "chisel; or all, or none (default: verilog)"},
    [REFERENCE] = {'r', "reference", "PAGE",
		   "print one of the pages below, made from the generator's tables"},
    [VERSION] = {'V', "version", NULL, "print the version"},
    {0},
};

/* Pages of --reference. */
static const struct {
	const char *name;
	emit_fn emit;
	const char *what;
} pages[] = {
    {"description", emit_description_md, "keys and checks of descriptions"},
    {"records", emit_records_md, "records, table cells, operations, registers"},
    {"records.vh", emit_records_vh, "the same as Verilog constants"},
    {"records.h", emit_records_h, "the same as a C header, without table cells"},
    {"cells.h", emit_cells_h, "table cells as a C header"},
    {"gnomon.core", emit_library_core, "FuseSoC's core of the library's modules"},
};

#define PAGES (sizeof(pages) / sizeof(pages[0]))

static void print_help(FILE *out)
{
	fputs("usage: gnomon gen MONITOR.yaml -o DIR\n"
	      "       gnomon gen MONITOR.yaml --check\n"
	      "\n",
	      out);
	base_wrap(
	    out,
	    "Generates a monitor from its description: the Verilog top module and its file list, the manifest for the host, and the record constants for Verilog and C. Nothing is written unless the description passes every check.");
	fputs("\noptions:\n", out);
	base_options_print(out, options, 22);
	fputs("\npages:\n", out);
	for (size_t i = 0; i < PAGES; i++)
		base_wrap_row(out, pages[i].name, 22, pages[i].what);
	fputc('\n', out);
	base_wrap(
	    out,
	    "Exit status: 0 success, 1 the description has faults or a file cannot be read or written, 2 a wrong command line.");
}

static int failure(const struct gen_err *err)
{
	fprintf(stderr, "gnomon gen: %s\n", err->text);
	return EXIT_BAD;
}

/* Standard output may be a full disk, too. */
static int finish_stdout(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_GOOD;
	fprintf(stderr, "gnomon gen: cannot write to standard output: %s\n", strerror(errno));
	return EXIT_BAD;
}

static int print_page(const char *name)
{
	for (size_t i = 0; i < PAGES; i++) {
		if (strcmp(pages[i].name, name) == 0) {
			pages[i].emit(NULL, stdout);
			return finish_stdout();
		}
	}
	return gen_usage("gen", "no page '%s'", name);
}

static void print_done(const struct plan *plan, const char *what, size_t files, const char *folder)
{
	char shown[BASE_SHOWN];

	printf("%s: %s%zu node%s, %s form, trace buffer of %u slots, plan %016llx", plan->name,
	       what, plan->nodes_count, plan->nodes_count > 1 ? "s" : "", plan_form_name(plan),
	       plan->slots, (unsigned long long)plan->hash);
	if (folder)
		printf("; %zu files in %s", files, base_show(folder, shown, sizeof(shown)));
	putchar('\n');
}

static int write_monitor(const struct base_values *v, struct arena *arena, const struct plan *plan)
{
	const int model = v->option[MODEL] != NULL;
	struct output files[OUTPUT_FILES];
	struct gen_err err;
	unsigned templates;
	size_t count;

	if (output_choose(v->option[TEMPLATES] ? v->option[TEMPLATES] : "verilog", &templates))
		return gen_usage("gen", "'--templates' cannot be '%s'", v->option[TEMPLATES]);
	count = output_list(plan, model, templates, arena, files);

	if (arena->failed)
		return failure(&(struct gen_err){"out of memory"});
	if (!v->option[CHECK] && output_write(plan, files, count, v->option[OUTPUT], &err))
		return failure(&err);
	if (v->option[JSON] && emit_summary(plan, stdout))
		return failure(&(struct gen_err){"out of memory"});
	if (!v->option[JSON])
		print_done(plan, model ? "model, " : "", count, v->option[OUTPUT]);
	return finish_stdout();
}

static int generate(const struct base_values *v)
{
	struct description d;
	struct gen_err err;
	char shown[BASE_SHOWN];
	int status = EXIT_BAD;
	int rc = description_plan(v->arg[0], v->option[REGISTER_TAPS] != NULL, &d, &err);

	if (!rc)
		status = write_monitor(v, &d.arena, &d.plan);
	else if (rc == GEN_ERR_INPUT)
		fprintf(stderr, "gnomon gen: %zu fault%s in '%s', nothing is written\n",
			d.diags.errors, d.diags.errors > 1 ? "s" : "",
			base_show(v->arg[0], shown, sizeof(shown)));
	else
		status = failure(&err);
	description_free(&d);
	return status;
}

int main(int argc, char **argv)
{
	struct base_values v;
	int status;

	base_options_hold_streams();
	base_private_guard();
	if (argc > 1 && strcmp(argv[1], "--cost") == 0) {
		status = cost_main(argc - 1, argv + 1);
		return status ? status : finish_stdout();
	}
	if (argc > 1 && strcmp(argv[1], "--init") == 0) {
		status = init_main(argc - 1, argv + 1);
		return status ? status : finish_stdout();
	}
	status = gen_parse("gen", options, argc, argv, &v);
	if (status == BASE_OPTIONS_HELP) {
		print_help(stdout);
		return finish_stdout();
	}
	if (status)
		return EXIT_USAGE;
	if (v.option[VERSION]) {
		printf("gnomon %s\n", GNOMON_VERSION);
		return finish_stdout();
	}
	if (v.option[REFERENCE])
		return print_page(v.option[REFERENCE]);
	if (!v.args)
		return gen_usage("gen", "no description named");
	if (!v.option[OUTPUT] && !v.option[CHECK])
		return gen_usage("gen", "no folder is named: use -o DIR");
	if (v.option[OUTPUT] && v.option[CHECK])
		return gen_usage("gen", "--check writes nothing and cannot be combined with -o");
	return generate(&v);
}
