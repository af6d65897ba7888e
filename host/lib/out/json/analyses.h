/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_OUT_JSON_ANALYSES_H
#define GNO_OUT_JSON_ANALYSES_H

/* What analyses of a whole run found, as one document of JSON each, whose keys are those of
 * results/columns/documents.h. GNO_ERR_NOMEM; the caller checks the file. */

#include <stdio.h>
#include "common/errors.h"

struct calls;
struct traffic;
struct parallel;
struct causality;
struct gno_rounds;
struct report_diff;

int calls_json(const struct calls *c, FILE *f, struct gno_err *err);
int traffic_json(const struct traffic *t, FILE *f, struct gno_err *err);
int parallel_json(const struct parallel *p, FILE *f, struct gno_err *err);
int causality_json(const struct causality *c, FILE *f, struct gno_err *err);
/* Two runs beside each other, and the rounds of an experiment, in the same way. */
void gno_rounds_json(const struct gno_rounds *rounds, FILE *f);
void report_diff_json(const struct report_diff *d, FILE *f);

#endif
