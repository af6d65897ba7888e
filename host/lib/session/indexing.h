/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SESSION_INDEXING_H
#define GNO_SESSION_INDEXING_H

/*
 * The index of a run, made while it is drained: a thread of low priority reads what the drain has
 * written, in half of a processor's time at most. Whatever fails there, the drain goes on, and the
 * first command that reads the run makes the index.
 */

#include <stdbool.h>

struct session_index;

/* Before the drain of a run that was started; NULL: there is none. */
struct session_index *session_index_begin(const char *dir);
/* After the last file of the run was written, in the first thread. `whole`: the drain ended as it
 * must, so that what was read becomes the index of a run that is complete. NULL is allowed. */
void session_index_end(struct session_index *x, bool whole);

#endif
