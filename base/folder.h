/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

/*
 * A folder that is made whole or not at all, also where gnomon is killed, or several make the same
 * one:
 *
 * 1. base_folder_begin makes a private folder beside the place, with the list of what will be made
 * in it (base/made.h). What others left behind when they were killed is removed.
 * 2. The caller writes the files into `made`.
 * 3. base_folder_commit writes them to the disk and puts the folder in its place with one rename.
 * Where there is a folder already, which must hold nothing but what gnomon made, the two are
 * exchanged first, and then the old one is removed. The new one has the mode of the old one, so an
 * old one that may not be written is not replaced.
 *
 * A folder in use is locked (flock): a private one while it is made, one in place by who works in
 * it.
 */

#include <stdbool.h>
#include <stddef.h>
#include "base/fault.h"

enum base_how {
	BASE_REPLACE = 1, /* a folder that is there may be replaced, if gnomon made all of it */
	BASE_WAIT = 2,	  /* where another gnomon works there, wait for it a while */
};

struct base_folder {
	char *path;	/* as it was named, for messages */
	char *made;	/* path of the private folder; NULL: there is none */
	char *within;	/* path of the parent */
	unsigned how;	/* bits of enum base_how */
	char *name;	/* in the parent */
	char *temp;	/* name of the private folder in the parent */
	int parent, fd; /* the parent, and the private folder, locked; -1: not open */
	int held;	/* the old folder, which the caller has locked; -1: it has not */
};

/*
 * Begins a folder for `path`, whose parent must be there. `names` is what will be made in it, as in
 * a list of base/made.h. BASE_ERR_STATE: there is a folder that may not be replaced; BASE_ERR_BUSY.
 * After a failure nothing is left.
 */
int base_folder_begin(struct base_folder *f, const char *path, unsigned how,
		      const char *const *names, size_t count, struct base_fault *fault);

/*
 * Likewise for a new folder in the place of the old one `held`, which the caller has open and
 * locked, and keeps so until all is over. BASE_ERR_BUSY: another folder is at the place.
 */
int base_folder_begin_held(struct base_folder *f, const char *path, int held,
			   const char *const *names, size_t count, struct base_fault *fault);

/* Removes what others that were killed left beside the place, or puts an old folder back there, as
 * base_folder_begin does. */
void base_folder_mend(const char *path);

/* Puts it in its place, and frees all. Errors as of base_folder_begin; then nothing is left of it.
 */
int base_folder_commit(struct base_folder *f, struct base_fault *fault);

/* Removes what was made and frees all; after base_folder_commit, or without a begin, it does
 * nothing. */
void base_folder_drop(struct base_folder *f);

#endif
