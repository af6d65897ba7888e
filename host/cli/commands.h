/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_COMMANDS_H
#define GNOMON_COMMANDS_H

/*
 * The subcommands: one file each, cmd_<name>.c. Those of boards are in board/, those that talk to a
 * monitor in device/, those that read a run directory in answers/.
 */
int cmd_gen(int argc, char **argv);
int cmd_cost(int argc, char **argv);
int cmd_build(int argc, char **argv);
int cmd_flash(int argc, char **argv);
int cmd_points(int argc, char **argv);
int cmd_measures(int argc, char **argv);
int cmd_compile(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_status(int argc, char **argv);
int cmd_manifest(int argc, char **argv);
int cmd_reset(int argc, char **argv);
int cmd_load(int argc, char **argv);
int cmd_start(int argc, char **argv);
int cmd_stop(int argc, char **argv);
int cmd_drain(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_filter(int argc, char **argv);
int cmd_events(int argc, char **argv);
int cmd_messages(int argc, char **argv);
int cmd_parallel(int argc, char **argv);
int cmd_causality(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_calls(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_serve_link(int argc, char **argv);

#endif
