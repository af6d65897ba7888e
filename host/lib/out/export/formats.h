/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_FORMATS_H
#define GNO_EXPORT_FORMATS_H

#include "out/export/export.h"

/* All formats; the last one has no name. */
extern const struct export_format export_formats[];

/* The format of that name; else NULL, and *nearest one that is like it, or NULL. */
const struct export_format *export_format(const char *name, const char **nearest);
/* The format of files with the suffix of this path; NULL: none. */
const struct export_format *export_format_of(const char *path);

/* -- their functions -- */

int export_csv(struct export_job *job, struct gno_err *err);
int export_jsonl(struct export_job *job, struct gno_err *err);
int export_perfetto(struct export_job *job, struct gno_err *err);
int export_sqlite(struct export_job *job, struct gno_err *err);
int export_stimulus(struct export_job *job, struct gno_err *err);
int export_folded(struct export_job *job, struct gno_err *err);
int export_speedscope(struct export_job *job, struct gno_err *err);
int export_pprof(struct export_job *job, struct gno_err *err);
int export_wave(struct export_job *job, struct gno_err *err); /* VCD, FST */

#endif
