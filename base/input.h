/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

/*
 * Files that are read. Only regular files are: a FIFO or a device may never end, or never begin, so
 * it is refused at once.
 */

#include <stddef.h>
#include "base/fault.h"

/* Opens a file to read. A descriptor, or BASE_ERR_IO. */
int base_input_open(const char *path, struct base_fault *fault);

/* Reads a whole file; *text (one zero byte behind it) is the caller's. BASE_ERR_IO, BASE_ERR_NOMEM.
 */
int base_input_read(const char *path, char **text, size_t *len, struct base_fault *fault);

/* Whether the open file is a regular one; if not, BASE_ERR_IO. */
int base_input_check(int fd, const char *path, struct base_fault *fault);

#endif
