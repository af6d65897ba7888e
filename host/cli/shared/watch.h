/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_WATCH_H
#define GNOMON_CLI_WATCH_H

/* What 'gnomon ratios', 'buckets' and 'counters' share: one part of the report, once or again and
 * again. */

#include "shared/cli.h"
#include "results/report.h"

#define CLI_CLEAR "\033[H\033[J" /* of a terminal */

extern const struct base_option cli_watch_options[];

/* Further text of the help of each. */
#define CLI_WATCH_DETAILS                                                                          \
	"RUN is a run directory; 'gnomon drain' or 'gnomon run' may be writing it. With --watch "  \
	"the display is\n"                                                                         \
	"refreshed until every node has sent its flush, or until an interrupt: in a terminal one " \
	"table is\n"                                                                               \
	"updated in place, otherwise tables follow each other; with --json one object per line. "  \
	"Nothing is\n"                                                                             \
	"printed when the run has nothing new.\n"

/* Runs the command. `what`: what a node must have, for the message where none has ("ratio
 * counters"). */
int cli_watch_command(const struct cli_spec *spec, int argc, char **argv, enum report_part part,
		      const char *what);

/* As much of a text as the terminal has rows for, in the place of what it showed before, and how
 * much is not shown. */
void cli_print_screen(const char *text);

/* Columns of the terminal, or a usual width where the output is none. */
unsigned long cli_terminal_width(void);

/* Whether the user's locale takes UTF-8, without a change of the program's own. */
bool cli_utf8_locale(void);

#endif
