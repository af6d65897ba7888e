/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PROGRAM_LISTED_H
#define GNO_PROGRAM_LISTED_H

/* What of a program is listed as something that can be a point. */

#include "program/program.h"

struct program_listed {
	const struct gno_program *p;
	const char *name; /* a pattern of fnmatch; NULL: all names */
	bool data, lines; /* these are listed; neither: functions, labels, the operating system */
	unsigned file;	  /* whose lines: its index */
	struct gno_addresses entries; /* of the operating system */
	struct gno_err no_entry;      /* why there are none */
};

bool program_lists_function(const struct program_listed *l, const struct gno_function *f);
bool program_lists_label(const struct program_listed *l, const struct gno_label *label);
bool program_lists_data(const struct program_listed *l, const struct gno_symbol *s);

/* A line of a source file with the addresses of its code. */
struct program_line {
	unsigned line;
	struct gno_addresses where;
};

/* Calls `put` with a struct program_line for each line of the file that has code, in order. What
 * `put` returns, if that is not 0; GNO_ERR_NOMEM. */
int program_each_line(const struct program_listed *l,
		      int (*put)(void *ctx, const void *line, struct gno_err *err), void *ctx,
		      struct gno_err *err);

#endif
