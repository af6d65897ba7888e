/* SPDX-License-Identifier: Apache-2.0 */

/* boards/tool/flash.py calls the tool that writes the board's flash. */

#include "commands.h"
#include "shared/common.h"
#include "shared/script.h"

enum { OPT_BOARD, OPT_BOARDS, OPT_SERIAL, OPT_SRAM, OPT_DRY_RUN };

static const struct base_option options[] = {
    CLI_OPT_BOARD,
    CLI_OPT_BOARDS,
    {'s', "serial", "SERIAL", "the board with this serial number, of several of a kind"},
    {0, "sram", NULL, "load the FPGA alone, until it loses power, and leave the flash as it is"},
    {'n', "dry-run", NULL, "print the command of the tool, and do not run it"},
    CLI_OPT_END,
};

static const struct cli_spec spec = {
    .name = "flash",
    .args = "FILE",
    .min_args = 1,
    .max_args = 1,
    .summary = "Writes a bitstream into the flash of a board.",
    .details =
	"FILE is what 'gnomon build' made for this board. The board's file board.yaml names the tool:\n"
	"openFPGALoader, iceprog, icesprog or dfu-util. The tool must be in PATH.\n"
	"Without --serial the tool takes the first board of its kind that it finds; 'gnomon list' prints serial\nnumbers. A file that is no bitstream, or one for another FPGA, is refused.\n",
    .options = options,
};

int cmd_flash(int argc, char **argv)
{
	struct base_values v;
	int rc = cli_parse(&spec, argc, argv, &v);

	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	if (!v.option[OPT_BOARD])
		return cli_usage(&spec, "no board: --board is required");
	return cli_run_script("flash", options, &v);
}
