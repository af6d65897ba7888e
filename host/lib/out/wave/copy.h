/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_WAVE_COPY_H
#define GNO_WAVE_COPY_H

/* The lines of a VCD into an FST: its scopes, signals and changes. Times are the caller's, who
 * calls fst_at; so is the unit. */

#include "out/wave/fst.h"

struct wave_copy;

/* `path`: of the VCD, for messages. NULL: no memory. */
struct wave_copy *wave_copy_begin(struct fst *f, const char *path);
void wave_copy_end(struct wave_copy *c);

/* The next line. GNO_ERR_FORMAT, GNO_ERR_NOMEM. */
int wave_copy_line(struct wave_copy *c, const char *line, struct gno_err *err);

#endif
