/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_NAMES_H
#define GNO_COLUMN_NAMES_H

/* Names that the columns of several lists have. */

#include "results/columns/column.h"

/* Of nodes; the key is the node. */
void columns_node_names(struct column_source *s, column_tell *tell, void *ctx);

/* A key of the name of what fired; `kind` and `code` as of struct report_fired. */
size_t columns_fired_key(const struct gno_report *r, unsigned kind, unsigned code, int point);

/* Tells the name of each point, and of all else that fires in the run; and the kinds of these. */
void columns_fired_names(struct column_source *s, column_tell *tell, void *ctx);
void columns_fired_kinds(struct column_source *s, column_tell *tell, void *ctx);

#endif
