/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_METRICS_H
#define GNOMON_CLI_METRICS_H

/* A report as metrics in the text format of Prometheus, version 0.0.4. */

#include <stdio.h>
#include "results/report.h"
#include "web/rates.h"

#define METRICS_TYPE "text/plain; version=0.0.4; charset=utf-8"

/* Writes the metrics of a report, and the rates of the last look, which was at this report. A value
 * that is not known is left out. The caller must check `f` for faults. */
void metrics_write(const struct gno_report *r, const struct rates *rates, FILE *f);

#endif
