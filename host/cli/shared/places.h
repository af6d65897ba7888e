/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_PLACES_H
#define GNOMON_CLI_PLACES_H

/* Where the files of gnomon are: below the folder of this program, which is that of an installed
 * gnomon, or of the tree that it was built in. */

#include <stddef.h>

/* The folder of this program, without links. 0, or GNO_ERR_IO after a note. */
int cli_program_folder(char *out, size_t size);

/* Replaces this program by the generator, which is beside it; argv[0] is set. Returns only on
 * failure, after a note: GNO_ERR_IO. */
int cli_exec_generator(char **argv);

#endif
