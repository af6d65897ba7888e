/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_H
#define GNOMON_CLI_H

/*
 * What the subcommands of `gnomon` share: options as data (so that the help text cannot drift from
 * what is parsed), error printing, and the one meaning of a return value.
 */

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/options.h"
#include "common/errors.h"

/*
 * A subcommand returns 0, a negative enum gno_code after it printed why, or CLI_USAGE after it
 * printed what is wrong with its arguments. main() alone turns that into the exit status 0, 1 or 2.
 */
#define CLI_USAGE 1
/* A check of the user's fails (`gnomon diff`: the second run is worse; `gnomon check`: a limit does
 * not hold; `gnomon run` and `gnomon sync`: what is declared of clocks and links does not). The
 * exit status is 3. */
#define CLI_WORSE 3
/* A subcommand. */
struct cli_spec {
	const char *name;
	const char *args; /* positional arguments as the help shows them, "" where there are none */
	unsigned min_args, max_args; /* how many of them */
	const char *brief;	     /* in the list of all */
	const char *summary;	     /* one line */
	const char
	    *details;	/* further text of the help, or NULL; each line is a paragraph or a row */
	bool says_exit; /* the details say what each exit status means; else it is the usual */
	const struct base_option *options;
	int (*run)(const struct base_values *v);
	int (*program)(int argc, char **argv); /* one of its own, with its own help; else NULL */
};

/*
 * Runs a subcommand; argv[0] is its name. Prints its help where that is requested, and what is
 * wrong with its options or the number of its arguments.
 */
int cli_run(const struct cli_spec *spec, int argc, char **argv);

/* Prints "gnomon: <text>" to stderr and returns err->code. */
int cli_error(const struct gno_err *err);

/* Prints a usage fault and how to get help; returns CLI_USAGE. */
int cli_usage(const struct cli_spec *spec, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints a note ("gnomon: ...") to stderr. */
void cli_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * Prints a value as JSON (`flags`: JSON_*) and a newline, and frees it. GNO_ERR_NOMEM, also where
 * it is NULL. main() reports output that cannot be written, for all commands.
 */
int cli_print_json(json_t *root, size_t flags, struct gno_err *err);

struct column_list;

/*
 * Prints a document of results/columns/documents.h; `row` is its row, and column_source.of.
 * GNO_ERR_NOMEM.
 */
int cli_print_document(const struct column_list *l, const void *row, struct gno_err *err);

/* Reads an unsigned number in [lo, hi] from an option; 0 or CLI_USAGE after the fault was printed.
 */
int cli_number(const struct cli_spec *spec, const char *option, const char *text, unsigned long lo,
	       unsigned long hi, unsigned long *out);

/* Reads a cycle, which has 64 bits; *out stays where `text` is NULL. Likewise. */
int cli_cycle(const struct cli_spec *spec, const char *option, const char *text, uint64_t *out);

/* Reads --from and --to, whose places are given. Likewise. */
int cli_cycles(const struct cli_spec *spec, const struct base_values *v, unsigned at_from,
	       unsigned at_to, uint64_t *from, uint64_t *to);

/* Reads --limit of rows, where it was given. Likewise. */
int cli_rows(const struct cli_spec *spec, const char *text, unsigned long *rows);

/* Whether at most one of the options at these places, up to CLI_NONE, was given. Likewise. */
#define CLI_NONE (~0u)
int cli_exclude(const struct cli_spec *spec, const struct base_values *v, const unsigned *at);

#endif
