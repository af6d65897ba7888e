/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_CAUSALITY_RESULT_H
#define GNO_ANALYSIS_CAUSALITY_RESULT_H

/* From the tree of strings to the lists of a result. */

#include "passes/causality/strings.h"

/* Fills the lists and sums of strings, states and branches. GNO_ERR_NOMEM. */
int causality_collect(struct causality *c, const struct strings *s);

#endif
