/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_DIFF_VALUE_H
#define GNO_REPORT_DIFF_VALUE_H

/* What is compared of a run, for a reader. */

#include "results/diff/diff.h"

/* With its unit; of a counter how often in 1,000 cycles. "-": there is none. */
const char *diff_value(const struct report_diff *d, const struct diff_row *row, unsigned run,
		       char *buf, size_t size);

#endif
