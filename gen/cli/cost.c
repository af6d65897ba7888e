/* SPDX-License-Identifier: Apache-2.0 */
/* `gnomon cost`: what a monitor costs, and what else it could cost. */
#include "cost/cost.h"

#include <stdio.h>

#include "board.h"
#include "cli.h"
#include "description.h"

/* The options in the order of the table. */
enum {
	JSON,
	FAMILIES,
	BOARD,
	BOARDS,
	REGISTER_TAPS,
};

static const struct base_option options[] = {
    [JSON] = {'j', "json", NULL, "print all of it as JSON"},
    [FAMILIES] = {'f', "families", NULL, "also print the plans for all FPGA families"},
    [BOARD] = {'b', "board", "BOARD", "also print whether the monitor fits the FPGA of this board"},
    [BOARDS] = {0, "boards", "DIR", "folder of boards (default: those of gnomon)"},
    [REGISTER_TAPS] = {0, "register-taps", NULL, "as with 'register_taps: yes'"},
    {0},
};

static void print_help(void)
{
	fputs("usage: gnomon cost MONITOR.yaml [--board BOARD] [--json] [--families]\n"
	      "                   [--register-taps]\n\n",
	      stdout);
	base_wrap(
	    stdout,
	    "Prints the plan of the ranks of each watched word beside the best plan for each goal, for each number of levels, and the cut of the paper, with RAM blocks, levels and logic cells; then the RAM blocks and logic cells of each part of the monitor, their sum, and its rates. Logic cells are known for iCE40.");
	fputs("\noptions:\n", stdout);
	base_options_print(stdout, options, 22);
	fputc('\n', stdout);
	base_wrap(
	    stdout,
	    "Exit status: 0 success, 1 the description has faults or cannot be read, 2 a wrong command line.");
}

static int print_cost(const struct base_values *v, struct description *d, struct gen_err *err)
{
	const struct cost_rom rom = {d->rom.count, d->rom.manifest};
	const struct device *device = NULL;
	struct cost cost;
	int rc = GEN_OK;

	if (v->option[BOARD])
		rc =
		    board_device(v->option[BOARDS], v->option[BOARD], d->plan.family, &device, err);
	if (rc)
		return rc;
	rc = cost_make(&d->plan, rom, v->option[FAMILIES] != NULL, &d->arena, &cost);
	if (!rc && v->option[JSON])
		rc = cost_print_json(&cost, device, stdout);
	else if (!rc)
		cost_print(&cost, device, stdout);
	return rc ? gen_fail(err, GEN_ERR_NOMEM, "out of memory") : GEN_OK;
}

int cost_main(int argc, char **argv)
{
	struct base_values v;
	struct description d;
	struct gen_err err;
	int status = gen_parse("cost", options, argc, argv, &v);
	int rc;

	if (status == BASE_OPTIONS_HELP) {
		print_help();
		return EXIT_GOOD;
	}
	if (status)
		return EXIT_USAGE;
	if (!v.args)
		return gen_usage("cost", "no description named");
	rc = description_plan(v.arg[0], v.option[REGISTER_TAPS] != NULL, &d, &err);
	if (!rc)
		rc = print_cost(&v, &d, &err);
	if (rc && rc != GEN_ERR_INPUT)
		fprintf(stderr, "gnomon cost: %s\n", err.text);
	description_free(&d);
	return rc ? EXIT_BAD : EXIT_GOOD;
}
