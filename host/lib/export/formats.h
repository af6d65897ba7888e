/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_FORMATS_H
#define GNO_EXPORT_FORMATS_H

/* The functions of the formats. */

#include "export/export.h"

int export_csv(struct export_job *job, struct gno_err *err);
int export_jsonl(struct export_job *job, struct gno_err *err);
int export_perfetto(struct export_job *job, struct gno_err *err);
int export_sqlite(struct export_job *job, struct gno_err *err);
int export_folded(struct export_job *job, struct gno_err *err);
int export_speedscope(struct export_job *job, struct gno_err *err);
int export_pprof(struct export_job *job, struct gno_err *err);
int export_wave(struct export_job *job, struct gno_err *err); /* VCD, FST */

#endif
