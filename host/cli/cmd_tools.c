/* SPDX-License-Identifier: Apache-2.0 */

/* Commands that are other programs: the generator, and the scripts of boards/ that call the tools
 * of the FPGA families and those that write a board's flash, and that which attaches
 * a monitor to a design. */

#include "commands.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/common.h"
#include "shared/places.h"

/* -- the generator, a program of its own beside this one; it knows its options and its help -- */

static int gen(int argc, char **argv)
{
	(void)argc;
	return cli_exec_generator(argv);
}

/* The generator reports the costs. */
static int cost(int argc, char **argv)
{
	char option[] = "--cost";
	char **args = calloc((size_t)argc + 2, sizeof(*args));
	int rc;

	if (!args) {
		cli_note("out of memory");
		return GNO_ERR_NOMEM;
	}
	args[0] = argv[0];
	args[1] = option;
	memcpy(args + 2, argv + 1, (size_t)(argc - 1) * sizeof(*args));
	rc = gen(argc + 1, args);
	free(args);
	return rc;
}

const struct cli_spec cmd_gen = {
    .name = "gen",
    .brief = "generate a monitor from its description",
    .program = gen,
};

const struct cli_spec cmd_cost = {
    .name = "cost",
    .brief = "print the cost of a monitor and of other plans",
    .program = cost,
};

/* -- the scripts of boards/ and attach/ -- */

#define TOOLS "boards/tool" /* rooms with scripts, in the tree and where they are installed */
#define ATTACH "attach"

/* The script of an installed program, or of one in the tree that it was built in. */
static int find_script(const char *folder, const char *room, const char *name, char *out,
		       size_t size)
{
	static const char *const places[] = {"../share/gnomon", "../.."};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(out, size, "%s/%s/%s/%s.py", folder, places[i], room, name);
		if (!access(out, R_OK))
			return 0;
	}
	cli_note("no file '%s/%s/%s/%s.py': the scripts are not installed", folder, places[0], room,
		 name);
	return GNO_ERR_IO;
}

/* The option as --NAME or --NAME=VALUE, the caller's; NULL without memory. */
static char *joined(const struct base_option *option, const char *value)
{
	char *text = NULL;

	if (asprintf(&text, option->value ? "--%s=%s" : "--%s%s", option->name,
		     option->value ? value : "") < 0)
		return NULL;
	return text;
}

/*
 * Replaces this program by NAME.py of a room, NAME that of the command, with what was given: the
 * script gets the folder of this program, each option as --NAME=VALUE, and the other arguments
 * after `--`, so that no argument is taken for an option. `needed`: the place of an option that
 * must be given. Returns only on failure, after a note.
 */
static int run_script(const struct cli_spec *spec, const char *room, unsigned needed,
		      const struct base_values *v)
{
	char python[2 * PATH_MAX], own[] = "-EB", end[] = "--";
	char folder[PATH_MAX], script[2 * PATH_MAX];
	char **args, **given, **next;
	int rc = GNO_ERR_NOMEM;

	if (!v->option[needed])
		return cli_usage(spec, "no %s: --%s is required", spec->options[needed].name,
				 spec->options[needed].name);
	if (cli_program_folder(folder, sizeof(folder)) ||
	    find_script(folder, room, spec->name, script, sizeof(script)))
		return GNO_ERR_IO;
	/* a name without a folder is a program beside this one */
	snprintf(python, sizeof(python), "%s%s" GNOMON_PYTHON,
		 strchr(GNOMON_PYTHON, '/') ? "" : folder, strchr(GNOMON_PYTHON, '/') ? "" : "/");
	args = calloc(BASE_OPTIONS_MAX + v->args + 6, sizeof(*args));
	if (!args)
		goto out;
	args[0] = python;
	args[1] = own;
	args[2] = script;
	given = next = args + 3;
	if (asprintf(next++, "--programs=%s", folder) < 0)
		goto out;
	for (unsigned i = 0; spec->options[i].name; i++)
		if (v->option[i]) {
			*next = joined(&spec->options[i], v->option[i]);
			if (!*next++)
				goto out;
		}
	*next++ = end;
	memcpy(next, v->arg, v->args * sizeof(*next));
	execv(python, args);
	cli_note("cannot run '%s': %s", python, strerror(errno));
	rc = GNO_ERR_IO;
	for (; *given != end; given++)
		free(*given);
out:
	if (rc == GNO_ERR_NOMEM)
		cli_note("out of memory");
	free(args);
	return rc;
}

enum {
	BUILD_BOARD,
	BUILD_BOARDS,
	BUILD_OUTPUT,
	BUILD_TOP,
	BUILD_DEMO,
	BUILD_INCLUDE,
	BUILD_DEFINE,
	BUILD_CLOCK,
	BUILD_REGISTER_TAPS,
	BUILD_NO_COMPARE,
	BUILD_JSON
};

static const struct base_option build_options[] = {
    CLI_OPT_BOARD,
    CLI_OPT_BOARDS,
    {'o', "output", "DIR", "folder for all that is made (default: build/boards/BOARD)"},
    {'t', "top", "FILE", "Verilog of your own top, a module named like the file"},
    {0, "demo", "DIR",
     "folder of the demo's program and processor (default: made in the checkout)"},
    {'I', "include", "DIR[,...]", "folders of the files that your sources include"},
    {'D', "define", "NAME[=VALUE][,...]", "macros of your sources"},
    {'c', "clock", "NET=FREQUENCY[,...]", "frequencies of clocks that nothing else states"},
    {0, "register-taps", NULL, "a register on each signal from the target (register_taps: yes)"},
    {'n', "no-compare", NULL, "do not build the target without the monitor"},
    CLI_OPT_JSON,
    CLI_OPT_END,
};

static int build(const struct base_values *v)
{
	return run_script(&cmd_build, TOOLS, BUILD_BOARD, v);
}

const struct cli_spec cmd_build = {
    .name = "build",
    .args = "[DESCRIPTION [SOURCE...]]",
    .min_args = 0,
    .max_args = 1000,
    .brief = "build a bitstream for a board",
    .summary = "Builds a bitstream for a board: target, monitor, synthesis, place and route.",
    .details =
	"Without --top the target is the demo of the board, and without DESCRIPTION the monitor is that of the demo. With --top, SOURCE are further files of your design: .v, .sv, and data such as what $readmemh reads; the top contains the monitor and has the ports that the board's file of pins names. At the end a table shows resources and timing, with and without the monitor. Each clock must reach its own frequency: that of the board at the port 'clk', what PLLs and dividers make of it, and what --clock states. The tools of the FPGA family must be in PATH.\n",
    .options = build_options,
    .run = build,
};

enum { FLASH_BOARD, FLASH_BOARDS, FLASH_SERIAL, FLASH_SRAM, FLASH_DRY_RUN };

static const struct base_option flash_options[] = {
    CLI_OPT_BOARD,
    CLI_OPT_BOARDS,
    {'s', "serial", "SERIAL", "the board with this serial number, of several of a kind"},
    {0, "sram", NULL, "load only the FPGA, until it loses power, and leave the flash as it is"},
    {'n', "dry-run", NULL, "print the command of the tool, and do not run it"},
    CLI_OPT_END,
};

static int flash(const struct base_values *v)
{
	return run_script(&cmd_flash, TOOLS, FLASH_BOARD, v);
}

const struct cli_spec cmd_flash = {
    .name = "flash",
    .args = "FILE",
    .min_args = 1,
    .max_args = 1,
    .brief = "write a bitstream into a board",
    .summary = "Writes a bitstream into the flash of a board.",
    .details =
	"FILE is what 'gnomon build' made for this board. The board's file board.yaml names the tool: openFPGALoader, iceprog, icesprog or dfu-util. The tool must be in PATH.\n"
	"Without --serial the tool takes the first board of its kind that it finds; 'gnomon list' prints serial numbers. A file that is not a bitstream, or one for another FPGA, is refused.\n",
    .options = flash_options,
    .run = flash,
};

enum { ATTACH_TOP, ATTACH_LIST, ATTACH_OUTPUT };

static const struct base_option attach_options[] = {
    {'t', "top", "MODULE", "top module of the design"},
    {'l', "list", "GLOB", "print the signals that fit, with their widths, and make nothing"},
    {'o', "output", "DIR", "folder for all that is made"},
    {0, "form", "FORM",
     "wrapper (default): a module around the design; bind: the monitor is put into it; open: Verilog of the whole design, for open tools"},
    {0, "name", "NAME", "name of the module that is made (default: MODULE_gnomon)"},
    {'b', "bridge", NULL, "a bridge for simulations in place of the link's pins"},
    {0, "hold", "PORT", "reset of the design, '!PORT' if active low, which waits for the run"},
    {'f', "file-list", "FILE[,...]", "lists of files and options (.f)"},
    {'D', "define", "NAME[=VALUE][,...]", "macros of the sources"},
    {'I', "include", "DIR[,...]", "folders of the files that the sources include"},
    {'G', "parameter", "NAME=VALUE[,...]", "parameters of the top"},
    {0, "slang", "WORD[,...]", "further options of slang, which reads the sources"},
    CLI_OPT_JSON,
    CLI_OPT_END,
};

static int attach(const struct base_values *v)
{
	if (v->option[ATTACH_TOP] && !v->option[ATTACH_LIST] && !v->option[ATTACH_OUTPUT])
		return cli_usage(&cmd_attach, "no folder for the files: --output is required");
	return run_script(&cmd_attach, ATTACH, ATTACH_TOP, v);
}

const struct cli_spec cmd_attach = {
    .name = "attach",
    .args = "[DESCRIPTION] [SOURCE...]",
    .min_args = 0,
    .max_args = 1000,
    .brief = "attach a monitor to a design by the names of its signals",
    .summary = "Attaches a monitor to a design whose sources stay as they are.",
    .details =
	"DESCRIPTION ends in .yaml or .yml; its keys 'connect' name signals of the design, from the top down: soc.core[0].rvfi_valid. SOURCE are the files of the design. They are elaborated, and nothing is made unless each name is a signal with a driver and the width of its input. The pins of the monitor come out at the top, with 'gnomon_' before their names.\n"
	"The form 'wrapper' is Verilog with downward references, 'bind' always has a bridge, and both have a list of files for simulators. The form 'open' needs Yosys with read_slang; 'gnomon build' takes its Verilog with --top.\n",
    .options = attach_options,
    .run = attach,
};
