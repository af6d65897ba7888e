/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

/*
 * Files that are read. Only regular files are: a FIFO or a device may never end, or never begin, so
 * it is refused at once.
 */

#include <stdbool.h>
#include <stddef.h>
#include "base/fault.h"

/* Opens a file to read. A descriptor, or BASE_ERR_IO. */
int base_input_open(const char *path, struct base_fault *fault);

/* Reads a whole file; *text (one zero byte behind it) is the caller's. BASE_ERR_IO, BASE_ERR_NOMEM.
 */
int base_input_read(const char *path, char **text, size_t *len, struct base_fault *fault);

/* Whether the open file is a regular one; if not, BASE_ERR_IO. */
int base_input_check(int fd, const char *path, struct base_fault *fault);

/*
 * Limits of a YAML text, looked for before it is loaded: the time that libyaml takes grows with the
 * square of the depth and of the number of anchors; and a text may not hold a zero byte, behind
 * which nothing is read.
 */
#define BASE_YAML_DEPTH 64    /* lists and mappings within each other */
#define BASE_YAML_ANCHORS 256 /* anchors (&name) of a text */

struct base_yaml_problem {
	unsigned line, column; /* from 1 */
	char text[80];
};

/* Whether a text keeps the limits; else what is wrong. What is no YAML at all keeps them. */
bool base_yaml_keeps_limits(const char *text, size_t size, struct base_yaml_problem *problem);

#endif
