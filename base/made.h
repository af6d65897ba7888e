/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_MADE_H
#define BASE_MADE_H

/*
 * The list of what gnomon made in a folder: the file BASE_MADE_LIST there, a line a name, relative
 * to the folder; folders end with '/'. The list is written before what it names, so that it is
 * never too short. Only what the list names is ever removed, and never by following a link.
 */

#include <stddef.h>
#include "base/fault.h"

#define BASE_MADE_LIST ".gnomon"

/* Writes the list into the open folder `dir`, which has none yet. `path` is the folder, for
 * messages. */
int base_made_begin(int dir, const char *path, const char *const *names, size_t count,
		    struct base_fault *fault);

/* Adds a name to the list of the folder at `path`, if it is not there yet. */
int base_made_add(const char *path, const char *name, struct base_fault *fault);

/* BASE_ERR_STATE where the folder holds anything that gnomon did not make; the message names the
 * first. */
int base_made_check(int dir, const char *path, struct base_fault *fault);

/* Writes all that gnomon made in the folder to the disk, and the folder itself. */
int base_made_sync(int dir, const char *path, struct base_fault *fault);

/* Removes what a gnomon that was killed had begun to write in the open folder `dir` (base/temp.h).
 * For who has the folder alone. */
void base_made_tidy(int dir);

/* Removes what gnomon made in the folder `name` of `parent`, and then the folder if nothing else is
 * in it. */
void base_made_remove(int parent, const char *name);

#endif
