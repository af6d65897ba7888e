/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_COMMANDS_H
#define GNOMON_COMMANDS_H

#include "shared/cli.h"

/* The subcommands: cmd_<name>.c has one, or several that are alike. Those that read a run directory
 * are in answers/. */
extern const struct cli_spec cmd_gen;
extern const struct cli_spec cmd_cost;
extern const struct cli_spec cmd_attach;
extern const struct cli_spec cmd_build;
extern const struct cli_spec cmd_flash;
extern const struct cli_spec cmd_sim;
extern const struct cli_spec cmd_points;
extern const struct cli_spec cmd_measures;
extern const struct cli_spec cmd_compile;
extern const struct cli_spec cmd_list;
extern const struct cli_spec cmd_status;
extern const struct cli_spec cmd_manifest;
extern const struct cli_spec cmd_reset;
extern const struct cli_spec cmd_load;
extern const struct cli_spec cmd_start;
extern const struct cli_spec cmd_stop;
extern const struct cli_spec cmd_drain;
extern const struct cli_spec cmd_report;
extern const struct cli_spec cmd_diff;
extern const struct cli_spec cmd_check;
extern const struct cli_spec cmd_filter;
extern const struct cli_spec cmd_events;
extern const struct cli_spec cmd_messages;
extern const struct cli_spec cmd_parallel;
extern const struct cli_spec cmd_causality;
extern const struct cli_spec cmd_export;
extern const struct cli_spec cmd_calls;
extern const struct cli_spec cmd_run;
extern const struct cli_spec cmd_samples;
extern const struct cli_spec cmd_sync;
extern const struct cli_spec cmd_serve;
extern const struct cli_spec cmd_serve_link;

#endif
