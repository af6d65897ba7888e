/* SPDX-License-Identifier: Apache-2.0 */

/* boards/tool/build.py calls the tools of the FPGA families. */

#include "commands.h"
#include "shared/common.h"
#include "shared/script.h"

enum {
	OPT_BOARD,
	OPT_BOARDS,
	OPT_OUTPUT,
	OPT_TOP,
	OPT_DEMO,
	OPT_INCLUDE,
	OPT_DEFINE,
	OPT_CLOCK,
	OPT_REGISTER_TAPS,
	OPT_NO_COMPARE,
	OPT_JSON
};

static const struct base_option options[] = {
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

static const struct cli_spec spec = {
    .name = "build",
    .args = "[DESCRIPTION [SOURCE...]]",
    .min_args = 0,
    .max_args = 1000,
    .summary = "Builds a bitstream for a board: target, monitor, synthesis, place and route.",
    .details =
	"Without --top the target is the demo of the board, and without DESCRIPTION the monitor is that of\n"
	"the demo. With --top, SOURCE are further files of your design: .v, .sv, and data such as what\n"
	"$readmemh reads; the top contains the monitor and has the ports that the board's file of pins\n"
	"names. At the end a table shows resources and timing, with and without the monitor. Each clock\n"
	"must reach its own frequency: that of the board at the port 'clk', what PLLs and dividers make of\n"
	"it, and what --clock states. The tools of the FPGA family must be in PATH.\n",
    .options = options,
};

int cmd_build(int argc, char **argv)
{
	struct base_values v;
	int rc = cli_parse(&spec, argc, argv, &v);

	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	if (!v.option[OPT_BOARD])
		return cli_usage(&spec, "no board: --board is required");
	return cli_run_script("build", options, &v);
}
