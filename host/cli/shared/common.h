/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_COMMON_H
#define GNOMON_CLI_COMMON_H

/* What the subcommands that talk to a monitor share. */

#include "passes/filter/filter.h"
#include "shared/cli.h"
#include "device/device.h"
#include "experiment/experiment.h"
#include "run/run.h"
#include "session/experiment.h"

/* A macro's value as text. */
#define CLI_TEXT_OF(x) #x
#define CLI_TEXT(x) CLI_TEXT_OF(x)

/* Options with one meaning everywhere. */
/* clang-format off */
#define CLI_OPT_DEVICE   {'d', "device", "URL", \
	"the monitor, such as tcp:127.0.0.1:7654 or tty:/dev/ttyUSB1 (default: the one board with a monitor)"}
#define CLI_OPT_MANIFEST {'m', "manifest", "FILE", "manifest of the monitor"}
#define CLI_OPT_PROGRAM \
	{'p', "program", "ELF", "the program; of a pattern file it must be its program"}
#define CLI_OPT_TIMEOUT \
	{'t', "timeout", "MS", \
	 "repeat a request after this time without an answer (default: " CLI_TEXT(GNO_TIMEOUT_MS) ")"}
#define CLI_OPT_OUTPUT   {'o', "output", "RUN/", "run directory to create"}
#define CLI_OPT_FORCE    {'f', "force", NULL, "replace an existing run directory"}
#define CLI_OPT_LIMIT    {'l', "limit", "SECONDS", \
	"longest time by the wall clock (default: the experiment's, else 60)"}
#define CLI_OPT_ASK      {'a', "ask", "SECONDS", "fire the host's trigger this often"}
#define CLI_OPT_QUIET    {'q', "quiet", NULL, "no progress"}
#define CLI_OPT_JSON     {'j', "json", NULL, "print JSON"}
#define CLI_OPT_BOARD    {'b', "board", "NAME", "the board, a folder of the folder of boards"}
#define CLI_OPT_BOARDS   {0, "boards", "DIR", "folder of boards (default: that of this program)"}
#define CLI_OPT_END      {0, NULL, NULL, NULL}
/* clang-format on */

/*
 * Opens the monitor at `url` (NULL: at the one board that is plugged in, device/search.h) and makes
 * sure it is that of `m` (NULL: any gnomon monitor). timeout: the option's text or NULL. Prints
 * what went wrong. *out is the caller's.
 */
int cli_open_device(const struct cli_spec *spec, const char *url, const char *timeout,
		    const struct gno_manifest *m, struct gno_device **out);

/* Closes it; NULL is allowed. Until then the first SIGINT or SIGTERM ends its calls in good
 * order. */
void cli_close_device(struct gno_device *dev);

/* A monitor from which the manifest may be read before the run; zeroed but for the first. */
struct cli_monitor {
	unsigned timeout_ms;
	struct gno_device *dev; /* open once it was; cli_close_device */
};

/* Reads the manifest from the monitor `ctx`, and leaves it open: `read_manifest` of struct
 * gno_experiment_options. */
int cli_read_manifest(void *ctx, const char *url, struct gno_manifest **m, struct gno_err *err);

/* As cli_open_device, for a monitor that may be open already. */
int cli_open_monitor(const char *url, const struct gno_manifest *m, struct cli_monitor *monitor);

/*
 * Hooks that print: faults and warnings, notes, and (unless `quiet`) progress. They are one set for
 * the program; `before` is a command of the shell, or NULL.
 */
const struct gno_session_hooks *cli_hooks(bool quiet, const char *before);

/* Prints the failure of a call with these hooks and returns its code; nothing where a hook has
 * reported it. */
int cli_session_error(const struct gno_err *err);

/*
 * Whether a command may replace the file at `path`: nothing is there, or what `read` accepts, and
 * that is no part of a run directory. GNO_ERR_STATE, with the reason, if not.
 */
int cli_check_replace(const char *path, int (*read)(const char *path, struct gno_err *err),
		      struct gno_err *err);

/* Loads an experiment or a pattern file into a run in progress. */
int cli_load_into(struct gno_run *run, struct gno_device *dev, const char *dir, const char *path,
		  const char *program);

/*
 * Opens a run directory and its monitor (url overrides, NULL: that of the run, or of the one
 * board). Both are the caller's. limit_ms: the limit of the command (NULL: none); 0 becomes that of
 * the experiment.
 */
int cli_open_run(const struct cli_spec *spec, const char *dir, const char *url, const char *timeout,
		 unsigned *limit_ms, struct gno_run **run, struct gno_device **dev);

/* The limit option's text in ms, 0 where there is none. 0 or CLI_USAGE. */
int cli_limit(const struct cli_spec *spec, const char *text, unsigned *out);

/* The option --timeout's text in ms, which stays as it is where there is none. 0 or CLI_USAGE. */
int cli_timeout(const struct cli_spec *spec, const char *text, unsigned long *ms);

/* The option --ask's text in ms, 0 where there is none. 0 or CLI_USAGE. */
int cli_ask(const struct cli_spec *spec, const char *text, unsigned *out);

/* -- the rules by which a command leaves out records of a run (passes/filter/filter.h) -- */

/* The options. `letter`: their short forms, 0: none. */
/* clang-format off */
#define CLI_OPT_KEEP(letter) \
	{letter, "keep", "EXPR", "leave out the records for which this is false"}
#define CLI_OPT_DROP(letter) \
	{letter, "drop", "EXPR", "leave out the records for which this is true"}
/* clang-format on */

/* Further text of the help of the commands that fetch a run. */
/* clang-format off */
#define CLI_FILTER_DETAILS \
	"With --keep or --drop the command filters the run in its place, as 'gnomon filter' does, as soon as the run is complete. It checks the rules first. A run that is not complete stays whole.\n"
/* clang-format on */

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
