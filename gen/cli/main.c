/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon-gen: makes a monitor of its description. `gnomon gen` is this program, `gnomon cost` with --cost. */
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/show.h"
#include "cli.h"
#include "description.h"
#include "emit.h"
#include "output.h"

struct arguments {
	const char *input;
	const char *folder;
	const char *reference;
	int check;
	int json;
	int help;
	int version;
};

/* One option; the help is made from these. */
static const struct {
	int letter;
	const char *name;
	const char *value; /* NULL: it takes none */
	const char *what;
} options[] = {
    {'o', "output", "DIR", "folder for the files; made if it is not there"},
    {'c', "check", NULL, "only check the description, write nothing"},
    {'j', "json", NULL, "print a summary of the monitor as JSON"},
    {'r', "reference", "PAGE", "print a page made from the generator's tables (see below)"},
    {'h', "help", NULL, "print this"},
    {'V', "version", NULL, "print the version"},
};

#define OPTIONS (sizeof(options) / sizeof(options[0]))

/* Pages of --reference. */
static const struct {
	const char *name;
	emit_fn emit;
	const char *what;
} pages[] = {
    {"description", emit_description_md, "keys and checks of descriptions"},
    {"records", emit_records_md, "records, operations, registers"},
    {"records.vh", emit_records_vh, "the same as Verilog constants"},
    {"records.h", emit_records_h, "the same as a C header"},
};

#define PAGES (sizeof(pages) / sizeof(pages[0]))

static void print_help(FILE *out)
{
	fputs("usage: gnomon gen MONITOR.yaml -o DIR\n"
	      "       gnomon gen MONITOR.yaml --check\n"
	      "\n"
	      "Makes a monitor of its description: the Verilog top module and the list of its files, the "
	      "manifest for\n"
	      "the host, the record constants for Verilog and C, and the CTF metadata. Nothing is written "
	      "unless the\n"
	      "description passes every check.\n"
	      "\n"
	      "options:\n",
	      out);
	for (size_t i = 0; i < OPTIONS; i++) {
		char text[32];

		snprintf(text, sizeof(text), "-%c, --%s%s%s", options[i].letter, options[i].name,
			 options[i].value ? " " : "", options[i].value ? options[i].value : "");
		fprintf(out, "  %-22s %s\n", text, options[i].what);
	}
	fputs("\npages:\n", out);
	for (size_t i = 0; i < PAGES; i++)
		fprintf(out, "  %-22s %s\n", pages[i].name, pages[i].what);
	fputs("\nexit status: 0 done, 1 the description has faults or a file cannot be read or written, 2 "
	      "usage\n",
	      out);
}

static int usage_fault(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static int usage_fault(const char *fmt, ...)
{
	char raw[BASE_SHOWN];
	char shown[BASE_SHOWN];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(raw, sizeof(raw), fmt, ap);
	va_end(ap);
	fprintf(stderr, "gnomon gen: %s", base_show(raw, shown, sizeof(shown)));
	fputs("\ntry 'gnomon gen --help'\n", stderr);
	return EXIT_USAGE;
}

static int failure(const struct gen_err *err)
{
	fprintf(stderr, "gnomon gen: %s\n", err->text);
	return EXIT_BAD;
}

static int take_option(struct arguments *args, int letter)
{
	switch (letter) {
	case 'o':
		args->folder = optarg;
		return EXIT_GOOD;
	case 'c':
		args->check = 1;
		return EXIT_GOOD;
	case 'j':
		args->json = 1;
		return EXIT_GOOD;
	case 'r':
		args->reference = optarg;
		return EXIT_GOOD;
	case 'h':
		args->help = 1;
		return EXIT_GOOD;
	case 'V':
		args->version = 1;
		return EXIT_GOOD;
	default:
		return EXIT_USAGE;
	}
}

static int parse_arguments(int argc, char **argv, struct arguments *args)
{
	struct option longs[OPTIONS + 1] = {{0}};
	char shorts[2 * OPTIONS + 2] = ":";
	int letter;

	for (size_t i = 0; i < OPTIONS; i++) {
		size_t end = strlen(shorts);

		longs[i] =
		    (struct option){options[i].name, options[i].value ? 1 : 0, NULL, options[i].letter};
		shorts[end] = (char)options[i].letter;
		if (options[i].value)
			shorts[end + 1] = ':';
	}
	while ((letter = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (letter == ':')
			return usage_fault("option '%s' needs a value", argv[optind - 1]);
		if (take_option(args, letter))
			return usage_fault("unknown option '%s'", argv[optind - 1]);
	}
	if (optind < argc)
		args->input = argv[optind++];
	if (optind < argc)
		return usage_fault("one description at a time, what is '%s'", argv[optind]);
	return EXIT_GOOD;
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
	return usage_fault("no page '%s'", name);
}

static void print_done(const struct plan *plan, const char *folder)
{
	char shown[BASE_SHOWN];

	printf("%s: %zu node%s, %s form, trace buffer of %u slots, plan %016llx", plan->name,
	       plan->nodes_count, plan->nodes_count > 1 ? "s" : "",
	       plan->form == PLAN_RING ? "ring" : "single", plan->slots, (unsigned long long)plan->hash);
	if (folder)
		printf("; %d files in %s", OUTPUT_FILES, base_show(folder, shown, sizeof(shown)));
	putchar('\n');
}

static int write_monitor(const struct arguments *args, const struct plan *plan)
{
	struct output files[OUTPUT_FILES];
	struct gen_err err;

	output_list(plan, files);
	if (!args->check && output_write(plan, files, OUTPUT_FILES, args->folder, &err))
		return failure(&err);
	if (args->json && emit_summary(plan, stdout))
		return failure(&(struct gen_err){"out of memory"});
	if (!args->json)
		print_done(plan, args->check ? NULL : args->folder);
	return finish_stdout();
}

static int generate(const struct arguments *args)
{
	struct description d;
	struct gen_err err;
	char shown[BASE_SHOWN];
	int status = EXIT_BAD;
	int rc = description_plan(args->input, &d, &err);

	if (!rc)
		status = write_monitor(args, &d.plan);
	else if (rc == GEN_ERR_INPUT)
		fprintf(stderr, "gnomon gen: %zu fault%s in '%s', nothing is written\n", d.diags.errors,
			d.diags.errors > 1 ? "s" : "", base_show(args->input, shown, sizeof(shown)));
	else
		status = failure(&err);
	description_free(&d);
	return status;
}

int main(int argc, char **argv)
{
	struct arguments args = {0};
	int status;

	if (argc > 1 && strcmp(argv[1], "--cost") == 0) {
		status = cost_main(argc - 1, argv + 1);
		return status ? status : finish_stdout();
	}
	status = parse_arguments(argc, argv, &args);
	if (status)
		return status;
	if (args.help) {
		print_help(stdout);
		return finish_stdout();
	}
	if (args.version) {
		printf("gnomon %s\n", GNOMON_VERSION);
		return finish_stdout();
	}
	if (args.reference)
		return print_page(args.reference);
	if (!args.input)
		return usage_fault("no description named");
	if (!args.folder && !args.check)
		return usage_fault("no folder named, use -o DIR");
	if (args.folder && args.check)
		return usage_fault("--check writes nothing, it does not go with -o");
	return generate(&args);
}
