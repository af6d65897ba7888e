/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_YAML_H
#define BASE_YAML_H

/*
 * Limits of a YAML text, looked for before it is loaded: the time that libyaml takes grows with the
 * square of the depth and of the number of anchors; and a text may not hold a zero byte, behind
 * which nothing is read.
 */

#include <stdbool.h>
#include <stddef.h>

#define BASE_YAML_DEPTH 64    /* lists and mappings within each other */
#define BASE_YAML_ANCHORS 256 /* anchors (&name) of a text */

struct base_yaml_problem {
	unsigned line, column; /* from 1 */
	char text[80];
};

/* Whether a text keeps the limits; else what is wrong. What is no YAML at all keeps them. */
bool base_yaml_keeps_limits(const char *text, size_t size, struct base_yaml_problem *problem);

#endif
