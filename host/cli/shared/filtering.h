/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_FILTERING_H
#define GNOMON_CLI_FILTERING_H

/* The rules by which a command leaves out records of a run (filter/filter.h). */

#include "passes/filter/filter.h"
#include "shared/common.h"

/* The options. `letter`: their short forms, 0: none. */
/* clang-format off */
#define CLI_OPT_KEEP(letter) \
	{letter, "keep", "EXPR", "leave out the records for which this is false"}
#define CLI_OPT_DROP(letter) \
	{letter, "drop", "EXPR", "leave out the records for which this is true"}
/* clang-format on */

/* Further text of the help of the commands that fetch a run. */
#define CLI_FILTER_DETAILS                                                                         \
	"With --keep or --drop the run is filtered as by 'gnomon filter', in its place, as soon "  \
	"as it is\n"                                                                               \
	"complete. The rules are checked first. A run that is not complete stays whole.\n"

/* Whether there is a rule. */
bool cli_has_rules(const struct filter_options *o);

/* Notes that a run is not complete, and so not filtered. */
void cli_note_not_filtered(const char *dir);

/*
 * Filters a run that is complete in its place, until an interrupt. Prints what was left out, or
 * why not.
 */
int cli_filter_in_place(const char *dir, const struct filter_options *o);

#endif
