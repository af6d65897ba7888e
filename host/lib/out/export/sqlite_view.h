/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_SQLITE_VIEW_H
#define GNO_EXPORT_SQLITE_VIEW_H

/* The view of a list that is split (sqlite_base.h). */

#include "out/export/sqlite_base.h"

/* Whether columns that others give can be left to SQLite: times in ns are exact in it. */
bool base_derives(const struct base *b);

/* CREATE VIEW, with all columns of the list in their order; free() it. NULL: memory is missing. */
char *base_view(const struct base *b);

#endif
