/* SPDX-License-Identifier: Apache-2.0 */
/* The faults found in one description, in the order of its lines. */
#ifndef GNO_GEN_DIAG_H
#define GNO_GEN_DIAG_H

#include <stddef.h>
#include <stdio.h>

enum severity {
	SEV_ERROR,
	SEV_WARNING,
	SEV_NOTE, /* belongs to the error or warning before it */
};

/* A place in a description; both count from 1. */
struct place {
	unsigned line;
	unsigned column;
};

struct diag {
	enum severity severity;
	struct place place;
	struct place sort; /* of the error that a note belongs to */
	size_t serial;
	const char *check; /* NULL for a note */
	char *text;
};

struct diags {
	struct diag *items;
	size_t count;
	size_t room;
	size_t errors;
	int failed; /* memory ran out: something is missing */
};

void diags_init(struct diags *d);
void diags_free(struct diags *d);

/* Adds one fault. `check` must outlive the list. */
void diags_add(struct diags *d, enum severity severity, const char *check, struct place place,
	       const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* Sorts by place; a note stays behind its error. */
void diags_sort(struct diags *d);

/* Writes `path:line:column: error: text [check]`, a line each. */
void diags_print(const struct diags *d, const char *path, FILE *out);

#endif
