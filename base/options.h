/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

/*
 * Command lines of all programs: options are a table, from which they are parsed (getopt_long) and
 * from which the help is printed, so the two cannot differ. A long option may be shortened as long
 * as it stays unique.
 */

#include <stdio.h>

#define BASE_OPTIONS_MAX 32 /* of one program or command, with --help */

/* One option. The list ends with an entry whose name is NULL. */
struct base_option {
	char letter;	   /* short form, 0: none */
	const char *name;  /* long form without the dashes */
	const char *value; /* what the value is called in the help; NULL: the option is a flag;
			      "[=X]": it may be left out, and is never an argument of its own;
			      "X[,...]": a list, which may be given in several pieces;
			      base_option_gone: an older version took it */
	const char *help;  /* of an option that is gone: what replaces it, "use '--other'" */
};

extern const char base_option_gone[];

#define BASE_JOINED_MAX 8192 /* characters of the lists that are given in several pieces */

/* What was given. Strings point into argv, lists of several pieces into `joined`. */
struct base_values {
	const char *
	    option[BASE_OPTIONS_MAX]; /* by place in the list; NULL: not given; without value: "" */
	char **arg;		      /* other arguments, in their order */
	unsigned args;
	char joined[BASE_JOINED_MAX];
	size_t used; /* of `joined` */
};

/* What base_options_parse returns beside 0 and -1: -h or --help was given, which every program has.
 */
#define BASE_OPTIONS_HELP 1

/*
 * Parses argv; argv[0] is ignored. Options and other arguments may be mixed; `--` ends the options.
 * A list that is given twice is one list; a flag may be repeated; any other option that is given
 * twice is a fault. argv is put into another order. Returns 0, BASE_OPTIONS_HELP, or -1 after
 * *fault was set to what is wrong, the caller's (NULL: no memory): "unknown option '--x'". The text
 * has the user's argument unchanged.
 */
int base_options_parse(const struct base_option *options, int argc, char **argv,
		       struct base_values *out, char **fault);

/*
 * At the beginning of a program: takes the places of standard streams that the caller closed
 * (`program >&-`), else the first file that the program opens would be its standard output. What
 * uses such a stream fails.
 */
void base_options_hold_streams(void);

/* Prints the help of all options, and of --help; `width` is what the names take. */
void base_options_print(FILE *out, const struct base_option *options, int width);

/* -- texts of the help, broken between words where a line is full -- */

/* Columns of the terminal that `out` is; 0: it is none, or it does not say. */
unsigned base_wrap_terminal(FILE *out);

/*
 * Prints a text whose lines are paragraphs; the last one may lack its end. A line has as many
 * columns as the terminal, else as COLUMNS in the environment says, else 80. A paragraph that
 * begins with blanks is a row of a table: what does not fit goes below its second column, the text
 * behind the first two blanks that follow each other, or below its first.
 */
void base_wrap(FILE *out, const char *text);

/* Prints a row of a table: two blanks, the name in `width` columns, and the text. */
void base_wrap_row(FILE *out, const char *name, int width, const char *text);

#endif
