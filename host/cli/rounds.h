/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_ROUNDS_H
#define GNOMON_CLI_ROUNDS_H

/* The folder of a run in rounds: RUN/round0, RUN/round1, ..., a run directory each. */

#include "common.h"

/* Makes the folder, which may be there unless it is a run directory itself; made: it was not. Prints what
 * went wrong. */
int cli_make_rounds(const char *run, bool *made);

/* Path of a round's run directory, the caller's. Prints what went wrong. */
int cli_round_path(const char *run, unsigned round, char **out);

/* Whether a folder is one of rounds. */
bool cli_has_rounds(const char *run);

/* Refuses a folder of rounds where one run is wanted: prints that, and which there are. */
int cli_no_rounds(const char *run);

/* Loads the patterns of the round that `options` names in place of those of another; the device knows them.
 */
int cli_next_round(const char *experiment, const struct gno_experiment_options *options,
		   struct gno_device *dev, struct cli_patterns *patterns);

/* Reports all rounds together, as text or as JSON. Prints what went wrong. */
int cli_report_rounds(const char *run, bool json);

#endif
