/* SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/show.h"
#include "commands.h"
#include "shared/common.h"
#include "shared/places.h"
#include "sim/list.h"

/* The forms first, in the order of enum sim_form. */
enum { OPT_MODEL = SIM_VPI + 1, OPT_INIT, OPT_JSON };

static const struct base_option options[] = {
    [SIM_VERILATOR] = {0, "verilator", NULL, "for 'verilator', with a main program in C++"},
    [SIM_BINARY] = {0, "binary", NULL, "for 'verilator', with a testbench in Verilog"},
    [SIM_ICARUS] = {0, "icarus", NULL, "for 'iverilog'"},
    [SIM_COCOTB] = {0, "cocotb", NULL, "for cocotb's runner or makefiles, with Icarus Verilog"},
    [SIM_VPI] = {0, "vpi", NULL,
		 "for 'iverilog-vpi', which makes gnomon_bridge.vpi for Icarus Verilog"},
    [OPT_MODEL] = {0, "model", NULL, "with models of the monitors ('gnomon gen --model')"},
    [OPT_INIT] = {0, "init", "DIR",
		  "make a folder with a testbench for a description, which 'make' runs"},
    [OPT_JSON] = CLI_OPT_JSON,
    CLI_OPT_END,
};

/* The form that was given, of which there must be one. 0 or CLI_USAGE. */
static int find_form(const struct base_values *v, enum sim_form *form)
{
	unsigned given = 0;

	for (unsigned i = 0; i <= SIM_VPI; i++)
		if (v->option[i]) {
			*form = (enum sim_form)i;
			given++;
		}
	if (!given)
		return cli_usage(
		    &cmd_sim,
		    "no simulator: use --verilator, --binary, --icarus, --cocotb or --vpi");
	if (given > 1)
		return cli_usage(&cmd_sim, "more than one simulator");
	if (v->option[OPT_MODEL] && *form >= SIM_ICARUS)
		return cli_usage(
		    &cmd_sim,
		    "models need Verilator: Icarus Verilog has no DPI, by which they are called");
	return 0;
}

/* Whether a word stays one word where a shell puts it in, and in the makefile that a simulator
 * makes of it. */
static bool is_plain(const char *word)
{
	char shown[BASE_SHOWN];

	return !word[strcspn(word, " \t\n\"'\\$#%&;|<>()[]{}*?!`^")] && strlen(word) < BASE_SHOWN &&
	       !strcmp(base_show(word, shown, sizeof(shown)), word);
}

/* Prints the flags, and the files behind them, as one line. */
static int print_words(const json_t *list, struct gno_err *err)
{
	static const char *const parts[] = {"build_args", "sources"};
	const char *between = "";
	const json_t *word;
	size_t k;

	for (size_t i = 0; i < 2; i++)
		json_array_foreach(json_object_get(list, parts[i]), k, word) if (
		    !is_plain(json_string_value(
			word))) return gno_fail(err, GNO_ERR_ARG,
						"'%s' is not one plain word for a shell and a makefile: use "
						"--json, or a folder without blanks and special signs",
						json_string_value(word));
	for (size_t i = 0; i < 2; i++)
		json_array_foreach(json_object_get(list, parts[i]), k, word)
		{
			printf("%s%s", between, json_string_value(word));
			between = " ";
		}
	putchar('\n');
	return 0;
}

/* The generator writes the folder. */
static int init(const struct base_values *v)
{
	char mode[] = "--init", option[] = "-o", end[] = "--";
	char *folder;
	int rc;

	for (unsigned i = 0; i <= OPT_JSON; i++)
		if (v->option[i] && i != OPT_INIT)
			return cli_usage(&cmd_sim, "--init takes no other option");
	if (v->args != 1)
		return cli_usage(&cmd_sim, "--init takes one description");
	folder = strdup(v->option[OPT_INIT]);
	if (!folder) {
		cli_note("out of memory");
		return GNO_ERR_NOMEM;
	}
	rc = cli_exec_generator((char *[]){NULL, mode, option, folder, end, v->arg[0], NULL});
	free(folder);
	return rc;
}

static int command(const struct base_values *v)
{
	enum sim_form form = SIM_VERILATOR;
	struct gno_err err;
	json_t *list = NULL;
	int rc;

	if (v->option[OPT_INIT])
		return init(v);
	rc = find_form(v, &form);
	if (rc)
		return rc;
	if (form == SIM_VPI && v->args)
		return cli_usage(&cmd_sim, "--vpi is the same for all monitors: name none");
	rc = sim_list(form, v->option[OPT_MODEL] != NULL, v->arg, v->args, &list, &err);
	if (!rc && v->option[OPT_JSON])
		return cli_print_json(list, JSON_INDENT(2), &err) ? cli_error(&err) : 0;
	if (!rc)
		rc = print_words(list, &err);
	json_decref(list);
	return rc ? cli_error(&err) : 0;
}

const struct cli_spec cmd_sim = {
    .name = "sim",
    .args = "[MONITOR ... | MONITOR.yaml]",
    .min_args = 0,
    .max_args = UINT_MAX,
    .brief = "print what a simulation with a monitor is built of",
    .summary = "Prints the files and flags that a simulation with monitors is built of.",
    .details =
	"MONITOR is a folder that 'gnomon gen' made, or the manifest in it. Without one the files are those that all monitors share. Your own files follow:\n"
	"  verilator $(gnomon sim --verilator out) top.v main.cpp\n"
	"  verilator $(gnomon sim --binary out) testbench.v top.v\n"
	"  iverilog -o sim.vvp $(gnomon sim --icarus out) testbench.v top.v\n"
	"  iverilog-vpi $(gnomon sim --vpi)\n"
	"  vvp -M . -m gnomon_bridge sim.vvp +gnomon_experiment=FILE +gnomon_run=RUN\n"
	"--json prints two lists, 'sources' and 'build_args', the parameters of cocotb's runner of these names. Without it a path that a shell would split is refused.\n"
	"--init DIR MONITOR.yaml makes a folder with a testbench, a makefile and an experiment for a description; counters stand in it for your design.\n",
    .options = options,
    .run = command,
};
