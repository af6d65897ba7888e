/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_ROWS_H
#define GNO_EXPORT_ROWS_H

/* The lists of a run as tables, with the columns of docs/answers/export.md. */

#include "out/export/cells.h"
#include "out/export/export.h"

/* Only the rows that are requested. They fail as export_row and the table's form do. */
int rows_events(struct export_job *job, struct cells *cells, struct gno_err *err);
int rows_intervals(struct export_job *job, struct cells *cells, struct gno_err *err);
int rows_samples(struct export_job *job, struct cells *cells, struct gno_err *err);

#endif
