/* SPDX-License-Identifier: Apache-2.0 */
/* Files that are written all or not at all. */
#ifndef GNO_GEN_OUTPUT_H
#define GNO_GEN_OUTPUT_H

#include <stdio.h>

#include "emit/emit.h"
#include "common/status.h"

struct arena;
struct plan;

/* A file of a monitor. `name` NULL ends a list. */
struct output {
	const char *name; /* inside the folder */
	emit_fn emit;	  /* NULL: it is `text` */
	const char *text;
};

/* Languages of templates of instances, the words of an option. */
struct output_template {
	const char *name; /* NULL ends the list */
	const char *end;  /* of the file, behind the monitor's name */
	emit_fn emit;
	emit_fn emit_model;
};

extern const struct output_template output_templates[];

/* The templates of a list of names with commas between, or of the words `all` and `none`: a bit for
 * each of `output_templates`. Returns 0, or -1 where a name is unknown or occurs twice. */
int output_choose(const char *names, unsigned *templates);

#define OUTPUT_FILES 14 /* at most */

/* Fills the list of the files of a plan, or of its model, with some of the templates. Returns how
 * many there are; 0 where memory ran out. */
size_t output_list(const struct plan *plan, int model, unsigned templates, struct arena *arena,
		   struct output files[OUTPUT_FILES]);

/*
 * Writes `count` files into a new folder, which then takes the place `dir` (base/folder.h): a
 * reader finds the old files or the new ones, never some of both. A folder that is there must hold
 * nothing that gnomon did not make; its parent must be there. On failure nothing is changed.
 * Returns GEN_OK, GEN_ERR_IO or GEN_ERR_NOMEM.
 */
int output_write(const struct plan *plan, const struct output *files, size_t count, const char *dir,
		 struct gen_err *err);

/* The same where no folder may be there. The new one is the user's: gnomon never replaces it. */
int output_write_new(const struct plan *plan, const struct output *files, size_t count,
		     const char *dir, struct gen_err *err);

#endif
