/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TRIGGERS_H
#define GNO_TRIGGERS_H

/*
 * From the triggers of a node, with points as event codes already, to the table cells of `actions`,
 * `rank_actions`, `steps`, `limits`, `words`, `triggers`, `timer`, `watchdog`, `events`, `codes`,
 * `code_data` and `code_actions` (docs/design/triggers.md, "Tables"). What is requested must be
 * within the node's limits: the caller has reported what is not.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "monitor/manifest.h"
#include "compile/pattern_file.h"
#include "monitor/port_names.h"
#include "monitor/table.h"

/* The codes of the writes to an event port. */
struct gno_port_codes {
	uint8_t write[GNO_PORT_WRITES]; /* by word address: with data the class (from 1), else the
					   code; 0: none */
	uint8_t code[GNO_CODES_MAX + 1]
		    [1u << GNO_CODE_DATA_BITS]; /* by class and lowest bits of the data */
};

struct gno_trigger_step {
	unsigned event;		     /* code that advances it */
	bool abort[GNO_EVENT_CODES]; /* codes that abort the sequence there */
	uint32_t count;		     /* occurrences that are needed, from 1 */
	uint64_t timeout;	     /* clocks, 0: none */
};

struct gno_trigger_sequence {
	unsigned steps; /* 0: not in use */
	bool follows;	/* attempts that the one before it in the row does not take */
	struct gno_trigger_step step[GNO_MAX_STEPS];
};

struct gno_trigger_strict {
	unsigned steps; /* 0: not in use */
	unsigned first; /* event code of the first word */
	uint64_t word[GNO_MAX_STRICT_STEPS - 1];
};

struct gno_node_triggers {
	struct gno_trigger_sequence sequence[GNO_MAX_SEQUENCES];
	struct gno_trigger_strict strict[GNO_MAX_STRICT];
	uint64_t timer; /* clocks, 0: off */
	bool profile;
	uint64_t watchdog;		    /* clocks, 0: off */
	unsigned feed;			    /* event code that feeds it */
	bool opens[GNO_EVENT_CODES];	    /* codes that open the gate */
	bool closes[GNO_EVENT_CODES];	    /* and that close it */
	uint8_t event_act[GNO_EVENT_CODES]; /* actions by event code */
	const uint8_t *event; /* event code by index of the last rank: the cells of its table */
	uint8_t act[GNO_MAX_TRIGGERS]; /* actions by trigger number */
	/* event lines that an event code drives, a bit each */
	uint8_t event_lines[GNO_EVENT_CODES];
	uint8_t act_lines[GNO_MAX_TRIGGERS];   /* those of a trigger */
	uint8_t code_lines[GNO_CODES_MAX + 1]; /* and of a code of the port */
	uint8_t port;			       /* actions of the event port */
	uint8_t port_lines;		       /* and the lines that they drive: of groups only */
	struct gno_port_codes codes;
	uint8_t code_act[GNO_CODES_MAX + 1]; /* actions by code of the port */
	bool code_opens[GNO_CODES_MAX + 1];  /* codes that open the gate */
	bool code_closes[GNO_CODES_MAX + 1];
};

/*
 * Fills one table of the node, given by its place in the list of the manifest, if it is one of
 * those above; `cell` has a zero for each cell of the table. false: it is none of them (a rank).
 */
bool gno_triggers_fill(const struct gno_node *n, const struct gno_node_triggers *t, unsigned table,
		       uint8_t *cell);

/* Number of the trigger of that kind and index at a node, -1: there is none. */
int gno_trigger_number(const struct gno_node *n, enum gno_trigger_kind kind, unsigned index);

#endif
