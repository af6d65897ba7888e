/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_CHECK_H
#define GNO_REPORT_CHECK_H

/* The limits of a run, and whether it keeps them, for readers and for programs. */

#include "passes/limits/limits.h"

/* As text; as JSON; as a table of Markdown; as JUnit's XML, where a limit of which it is not known
 * is skipped if that is `allowed`, else failed. */
int report_check_text(const struct gno_report *r, FILE *f, struct gno_err *err);
void report_check_json(const struct gno_report *r, FILE *f);
void report_check_markdown(const struct gno_report *r, FILE *f);
void report_check_junit(const struct gno_report *r, bool allowed, FILE *f);

#endif
