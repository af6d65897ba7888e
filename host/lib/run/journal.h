/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_JOURNAL_H
#define GNO_JOURNAL_H

/* RUN/run.json as a file. What it means to a drain is in run.h, what to a report in trace.c. */

#include <jansson.h>
#include <stdbool.h>
#include "common/moment.h"
#include "common/errors.h"
#include "common/simulation.h"

/*
 * Format of a run directory. 1 had streams without packets, and a list of holes in run.json; its
 * times after a gap were not in the trace. 2 had gaps without epochs; under an event in every cycle
 * its times between gaps could be wrong. Both are refused.
 */
#define GNO_RUN_FORMAT 3

/* The same of a run that was filtered, so that programs that know nothing of filters refuse it. It
 * can only be read. */
#define GNO_RUN_FORMAT_FILTERED 4

/* Reads run.json and checks its format; *root is the caller's. GNO_ERR_IO, GNO_ERR_FORMAT,
 * GNO_ERR_NOMEM. */
int gno_journal_load(const char *path, json_t **root, struct gno_err *err);

/* What it says of the simulation; out->known is false where it says nothing. `path` is for the
 * message. GNO_ERR_FORMAT. */
int gno_journal_simulation(const json_t *root, const char *path, struct gno_simulation *out,
			   struct gno_err *err);

/* Its anchors, those that it has. GNO_ERR_FORMAT. */
int gno_journal_anchors(const json_t *root, const char *path, struct gno_anchors *out,
			struct gno_err *err);
/* The same to be written; NULL: no memory. */
json_t *gno_anchors_json(const struct gno_anchors *a);

/* Whether it is of a simulated model (key "model"); a journal without the key is of the hardware.
 * GNO_ERR_FORMAT. */
int gno_journal_model(const json_t *root, const char *path, bool *out, struct gno_err *err);

#endif
