/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_WATCH_H
#define GNOMON_CLI_WATCH_H

/* What 'gnomon ratios', 'buckets' and 'counters' share: one part of the report, once or again and
 * again. */

#include "shared/cli.h"
#include "report/report.h"

extern const struct base_option cli_watch_options[];

/* Further text of the help of each. */
#define CLI_WATCH_DETAILS                                                                          \
	"RUN is a run directory, also one that 'gnomon drain' or 'gnomon run' writes at the "      \
	"moment. With\n"                                                                           \
	"--watch it is looked at again and again, until every node has sent its flush or an "      \
	"interrupt: in "                                                                           \
	"a\n"                                                                                      \
	"terminal as a table that stays in its place, else as tables one after the other; with "   \
	"--json as "                                                                               \
	"one\n"                                                                                    \
	"object a line. A look at a run that has nothing new prints nothing.\n"

/* Runs the command. `what`: what a node must have, for the message where none has ("ratio
 * counters"). */
int cli_watch_command(const struct cli_spec *spec, int argc, char **argv, enum report_part part,
		      const char *what);

/* Columns of the terminal, or a usual width where the output is none. */
unsigned long cli_terminal_width(void);

/* Whether the user's locale takes UTF-8, without a change of the program's own. */
bool cli_utf8_locale(void);

#endif
