/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MISSED_H
#define GNO_MISSED_H

/* Where a run did not reach its end point. */

#include "run/open_run.h"

/* Whether a complete run lacks its end point; reports where, to the options' note. */
bool gno_run_is_missed(const struct gno_run *run, const struct gno_drain_options *options);

#endif
