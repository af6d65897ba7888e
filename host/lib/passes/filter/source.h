/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FILTER_SOURCE_H
#define GNO_FILTER_SOURCE_H

/*
 * The files of a run that is read more than once: whether they are still what they were. Readers
 * take no lock on a run, and other programs that change it take none either.
 */

#include <stddef.h>
#include <sys/stat.h>
#include "common/errors.h"

struct filter_source_file {
	char *name; /* in the run's folder */
	struct stat st;
};

struct filter_source {
	const char *run;
	struct stat folder;
	struct filter_source_file *file; /* all that are there */
	size_t files;
};

/* Looks at the run, which must outlive it; filter_source_free in any case. GNO_ERR_IO,
 * GNO_ERR_NOMEM.
 */
int filter_source_look(struct filter_source *s, const char *run, struct gno_err *err);
void filter_source_free(struct filter_source *s);

/* GNO_ERR_STATE: the folder, or one of these files of it, is another one or was written since. */
int filter_source_check(const struct filter_source *s, const char *const *names, size_t count,
			struct gno_err *err);

#endif
