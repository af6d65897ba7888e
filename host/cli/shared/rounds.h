/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_ROUNDS_H
#define GNOMON_CLI_ROUNDS_H

/* Runs in rounds. */

#include "shared/common.h"
#include "session/rounds.h"

/* Refuses a folder of rounds where one run is required: prints that, and its rounds. */
int cli_no_rounds(const char *run);

/* Reports all rounds together, as text or as JSON. Prints what went wrong. */
int cli_report_rounds(const char *run, bool json);

#endif
