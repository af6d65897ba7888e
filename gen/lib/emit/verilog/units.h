/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the module of a node's preprocessors. */
#ifndef GNO_GEN_VERILOG_UNITS_H
#define GNO_GEN_VERILOG_UNITS_H

#include "emit/verilog/verilog.h"

#define UNITS_NAME_CHARS 192
#define UNITS_EPOCH_BITS 7u /* of the count above the time */
#define UNITS_KEPT_FLAGS 2u /* of the watched word that segments keep: known, current */

/* An instance of gnomon_cell_delay. */
void units_delay(FILE *out, const struct plan_preprocessors *m, const struct plan_delay *d);

unsigned units_log2(unsigned power);

/* The end of a condition of what counts: " && open" where it is `gated` by the gate, else "". */
const char *units_while_open(int gated);

/* Width of fire_o. */
unsigned units_fires(const struct plan_preprocessors *m);

/* Width of the port of the event lines. */
unsigned units_events(const struct plan_preprocessors *m);

/* An event line at D. */
void units_name_event(char *text, const struct plan_preprocessors *m, int event);

/* A net of a quantity at D. */
void units_name_quantity(char *text, const struct plan_preprocessors *m, unsigned i,
			 const char *part);

/* An action at D for what is in a group: `net`, in the clocks in which it is for that group. */
void units_name_action(char *text, const struct plan_preprocessors *m, unsigned group,
		       enum m_group_action action, const char *net);

/* The title of what watches a quantity. */
void units_name_watcher(char *text, const struct plan_preprocessors *m,
			const struct plan_watcher *w, unsigned i);

/* 1 where something that watches quantities fires: D is later than they come. */
int units_is_late(const struct plan_preprocessors *m);

/* Ratio counters, extremes and their words; bucket units, counter banks and their blocks. */
void units_samples(FILE *out, const struct plan_preprocessors *m);
void units_blocks(FILE *out, const struct plan_preprocessors *m);

/* The net that reads the ports that this module does not use, and constants for those without a
 * source.
 */
void units_unused(FILE *out, const struct plan_preprocessors *m);

#endif
