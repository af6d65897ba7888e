/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TRACE_FILTERS_H
#define GNO_TRACE_FILTERS_H

#include <jansson.h>
#include "read/trace.h"

/* What the journal says of the filters that the run went through; `path` is for messages. On
 * success, and after a failure, trace_filters_free. GNO_ERR_FORMAT, GNO_ERR_NOMEM. */
int trace_filters_read(const json_t *root, const char *path, const struct gno_manifest *m,
		       struct gno_trace_run *run, struct gno_err *err);
void trace_filters_free(struct gno_trace_run *run);

#endif
