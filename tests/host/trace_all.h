/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACE_ALL_H
#define TRACE_ALL_H

#include <stdbool.h>
#include <stddef.h>
#include "gnomon/trace.h"
#include "trace_writer.h"

#define MAX_RECORDS 10000

/* All that the iterator yields; pairs are not kept. */
struct all {
	struct gno_record r[MAX_RECORDS];
	size_t n;
};

/* Reads a run directory that must be readable. */
void read_all(const struct tw *w, struct all *out);

/* Opens a run directory that must be refused with that code, for a reason that has `part` in it. */
void expect_fault(const struct tw *w, int code, const char *part);

/* Whether two records tell the same, wherever they lie. */
bool same(const struct gno_record *a, const struct gno_record *b);

#endif
