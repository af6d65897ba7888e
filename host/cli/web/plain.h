/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_PLAIN_H
#define GNOMON_CLI_PLAIN_H

#include <stdio.h>
#include "report/report.h"

/* Writes the short report as a page of text, which a browser loads again until the run is complete.
 * Fails as gno_report_text does. */
int plain_page(const struct gno_report *r, const struct gno_report_style *style, FILE *f,
	       struct gno_err *err);

#endif
