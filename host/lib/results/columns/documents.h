/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_COLUMN_DOCUMENTS_H
#define GNO_COLUMN_DOCUMENTS_H

/* Lists that only JSON has. Each begins at a document, whose one row is the answer of a command. */

#include "results/columns/column.h"

extern const struct column_list columns_parallel;  /* of struct parallel, also column_source.of */
extern const struct column_list columns_causality; /* of struct causality, likewise */

/* All documents; the last one is NULL. */
extern const struct column_list *const columns_documents[];

/* Rows of the list: texts, const char each. */
extern const struct column_list columns_texts;

#endif
