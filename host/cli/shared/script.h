/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_SCRIPT_H
#define GNOMON_CLI_SCRIPT_H

/* Programs that a subcommand becomes: gnomon-gen beside this one, and the scripts of boards/. */

#include "shared/cli.h"

#include <stddef.h>

/* The folder of this program. 0, or GNO_ERR_IO after a note. */
int cli_program_folder(char *out, size_t size);

/*
 * Replaces this program by boards/tool/NAME.py, with what was given: the script gets the folder of
 * this program, each option as --NAME=VALUE, and the other arguments after `--`, so that no
 * argument is taken for an option. Returns only on failure, after a note.
 */
int cli_run_script(const char *name, const struct base_option *options,
		   const struct base_values *v);

#endif
