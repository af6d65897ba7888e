/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_SAMPLES_SHOW_H
#define GNOMON_CLI_SAMPLES_SHOW_H

/* How `gnomon samples` prints its three answers as text. */

#include "clocks/answer.h"

void samples_plan_text(const struct clocks_answer *a);
void samples_counts_text(const struct clocks_answer *a);
void samples_zero_text(const struct clocks_answer *a);

#endif
