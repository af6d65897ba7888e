/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_FAULTS_H
#define GNOMON_FAULTS_H

/* The list of all that is wrong with a file that a user wrote, each fault with its place. */

#include <stdbool.h>
#include <stddef.h>

/* What is wrong with a file, or might be (warning). */
struct gno_fault {
	unsigned line, column; /* from 1; 0: the file as a whole */
	bool warning;
	char *text;
	const char *form; /* the text with its gaps (%s): a place has one fault of each form */
};

#define GNO_FAULTS_MAX                                                                             \
	100 /* errors of one file that are kept, and warnings; further ones are only counted */

struct gno_faults {
	struct gno_fault *fault;
	size_t count;
	size_t errors; /* without the warnings */
	bool more;     /* there were more than are kept */
};

/* Frees what the list holds, not the list itself. */
void gno_faults_free(struct gno_faults *faults);

#endif
