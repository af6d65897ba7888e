/* SPDX-License-Identifier: Apache-2.0 */
/* `gnomon cost`: what a monitor costs, and what else it could cost. */
#include "cost.h"

#include <getopt.h>
#include <stdio.h>

#include "base/show.h"
#include "cli.h"
#include "description.h"

struct arguments {
	const char *input;
	int json;
	int families;
	int help;
};

static const char help[] =
    "usage: gnomon cost MONITOR.yaml [--json] [--families]\n"
    "\n"
    "Prints how the ranks of each watched word are planned, beside the best plan for each goal, for each\n"
    "number of levels and the cut of the paper, with RAM blocks, levels and logic cells; then the RAM\n"
    "blocks of the monitor.\n"
    "\n"
    "options:\n"
    "  -j, --json             print all of it as JSON\n"
    "  -f, --families         and the plans for all FPGA families\n"
    "  -h, --help             print this\n"
    "\n"
    "exit status: 0 done, 1 the description has faults or cannot be read, 2 usage\n";

static int usage_fault(const char *problem, const char *subject)
{
	char shown[BASE_SHOWN];

	fprintf(stderr, "gnomon cost: %s%s%s%s\ntry 'gnomon cost --help'\n", problem, subject ? " '" : "",
		subject ? base_show(subject, shown, sizeof(shown)) : "", subject ? "'" : "");
	return EXIT_USAGE;
}

static int parse_arguments(int argc, char **argv, struct arguments *args)
{
	static const struct option longs[] = {
	    {"json", no_argument, NULL, 'j'},
	    {"families", no_argument, NULL, 'f'},
	    {"help", no_argument, NULL, 'h'},
	    {0},
	};
	int letter;

	opterr = 0;
	while ((letter = getopt_long(argc, argv, "jfh", longs, NULL)) != -1) {
		if (letter == 'j')
			args->json = 1;
		else if (letter == 'f')
			args->families = 1;
		else if (letter == 'h')
			args->help = 1;
		else
			return usage_fault("unknown option", argv[optind - 1]);
	}
	if (args->help)
		return EXIT_GOOD;
	if (optind == argc)
		return usage_fault("no description named", NULL);
	if (optind + 1 < argc)
		return usage_fault("one description at a time, what is", argv[optind + 1]);
	args->input = argv[optind];
	return EXIT_GOOD;
}

static int print_cost(const struct arguments *args, const struct plan *plan, struct arena *arena)
{
	struct cost cost;
	int rc = cost_make(plan, args->families, arena, &cost);

	if (rc)
		return rc;
	if (args->json)
		return cost_print_json(&cost, stdout);
	cost_print(&cost, stdout);
	return GEN_OK;
}

int cost_main(int argc, char **argv)
{
	struct arguments args = {0};
	struct description d;
	struct gen_err err;
	int status = parse_arguments(argc, argv, &args);
	int rc;

	if (status)
		return status;
	if (args.help) {
		fputs(help, stdout);
		return EXIT_GOOD;
	}
	rc = description_plan(args.input, &d, &err);
	if (!rc && print_cost(&args, &d.plan, &d.arena))
		rc = gen_fail(&err, GEN_ERR_NOMEM, "out of memory");
	if (rc && rc != GEN_ERR_INPUT)
		fprintf(stderr, "gnomon cost: %s\n", err.text);
	description_free(&d);
	return rc ? EXIT_BAD : EXIT_GOOD;
}
