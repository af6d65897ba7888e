/* SPDX-License-Identifier: Apache-2.0 */
/* A description as typed values, each with its node of the YAML tree. */
#ifndef GNO_GEN_MODEL_H
#define GNO_GEN_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "common/arena.h"
#include "common/source.h"
#include "preprocessors/quantity.h"
#include "preprocessors/watcher.h"
#include "tables/tables.h"

/* One value. Where `ok` is 0 the description gives none, or one that a check refused. */
struct m_value {
	/* KEY_INT, KEY_FREQ and KEY_RATE; KEY_OFFSET as int64_t, KEY_BITS as a mask */
	uint64_t number;
	const char *text;      /* all others; belongs to the source or the key table */
	const yaml_node_t *at; /* its position; the mapping where it is preset */
	int ok;
	int given; /* it is in the description */
};

struct m_pair {
	struct m_value name;
	struct m_value a;
	struct m_value b;
	struct m_value gate;
};

struct m_signal {
	struct m_value name;
	struct m_value delay;
};

/* A number of the target. */
struct m_number {
	struct m_value name;
	struct m_value bits;
	struct m_value when;
	struct m_value delay;
};

struct m_quantity {
	const yaml_node_t *at;
	struct m_value name;
	struct m_value kind;
	struct m_value keys[QUANTITY_KEYS];
	struct m_value bits;
};

/* Something that watches a quantity, or counts. */
struct m_watcher {
	const struct watcher_kind *kind;
	struct m_value name;
	struct m_value of;    /* not of WATCHER_COUNTED and WATCHER_KEPT */
	struct m_value count; /* of WATCHER_BANKED and WATCHER_KEPT */
	struct m_value banks; /* of WATCHER_BANKED only, as the next one */
	struct m_value bits;
	struct m_value *inputs; /* of WATCHER_COUNTED only */
	size_t inputs_count;
	struct m_value line; /* of WATCHER_KEPT only, as all behind it */
	struct m_value keep;
	struct m_value before;
	struct m_value after;
};

/* Those of one role, in the order of the table of kinds. */
struct m_watchers {
	struct m_watcher *items;
	size_t count;
};

/* Preprocessors of a node that actions choose together. */
struct m_group {
	struct m_value name;
	struct m_value *of; /* names of the parts */
	size_t of_count;
};

/* The actions that choose among groups. */
enum m_group_action {
	M_GROUP_RESET,
	M_GROUP_SAMPLE,
	M_GROUP_BANK,
	M_GROUP_ACTIONS,
};

/*
 * A line that is 1 in the clocks in which an action is for a group; `groups_count`: for what is in
 * none.
 */
struct m_group_line {
	unsigned group;
	enum m_group_action action;
};

/* Adjacent pairs of one group: the counters of a gnomon_count_ratios. */
struct m_run {
	unsigned first;
	unsigned pairs; /* with that of the gate */
	unsigned group;
	unsigned words; /* of a sample */
};

#define MODEL_GROUPS_MAX 8u
#define MODEL_GROUP_LINES_MAX (M_GROUP_ACTIONS * (MODEL_GROUPS_MAX + 1))
#define MODEL_RUNS_MAX 9u /* pairs with that of the gate */

/* What an input of the monitor, or of a node, is connected to. */
struct m_connect {
	const char *name; /* of the input */
	const yaml_node_t *at;
	struct m_value to;
};

struct m_connects {
	struct m_connect *items;
	size_t count;
};

/* A field of the watched word. */
struct m_field {
	struct m_value name;
	struct m_value bits;
	struct m_value skip;
	struct m_value kind; /* model_field_kind() knows the one that is not given */
	struct m_value unit;
	struct m_value when;
};

struct m_node {
	const yaml_node_t *at;
	struct m_value name;
	struct m_value count; /* not ok: one node, its name not numbered */
	struct m_value chip;  /* not ok: the one with the trace buffer */

	const yaml_node_t *watch; /* mappings and lists: NULL where they are not there, or bad */
	const yaml_node_t *fields_at;
	int has_short;		/* `watch` has one of the keys of the short form */
	struct m_field *fields; /* of the short form, too */
	size_t fields_count;
	struct m_value when;
	struct m_value capacity;
	struct m_value goal;
	struct m_value share;

	const yaml_node_t *tick; /* NULL: its time counts cycles */
	struct m_value prescale;
	struct m_value jitter;

	const yaml_node_t *sequences;
	struct m_value sequences_count;
	struct m_value sequences_steps;
	struct m_value count_bits;
	struct m_value timeout_bits;
	struct m_value overlap;
	const yaml_node_t *strict;
	struct m_value strict_count;
	struct m_value strict_steps;
	struct m_value timer;
	struct m_value watchdog;
	const yaml_node_t *port;
	struct m_value bus;
	struct m_value port_pc;
	struct m_value process_time;
	struct m_value codes; /* not ok: writes have no codes */
	struct m_value code_data;

	struct m_value fifo_slots;
	struct m_value form;
	struct m_pair *pairs;
	size_t pairs_count;

	struct m_signal *signals;
	size_t signals_count;
	struct m_number *numbers; /* `values` */
	size_t numbers_count;
	struct m_value gate;
	struct m_value host;
	int capture;   /* the monitor has a CAPTURE line */
	int interrupt; /* in its interrupt form, too */
	int report;    /* the monitor has a REPORT line */
	struct m_value processor;
	struct m_value store;
	struct m_value almost_full;
	struct m_value *event_lines;
	size_t event_lines_count;
	struct m_quantity *quantities;
	size_t quantities_count;
	struct m_watchers watchers[WATCHER_ROLES];
	struct m_group *groups;
	size_t groups_count;
	struct m_connects connect;
};

struct model {
	struct m_value name;
	struct m_value clock_hz;
	struct m_value family;
	struct m_value time_bits;
	struct m_value slots;
	struct m_value memory; /* of the trace buffer */
	struct m_value phy;
	struct m_value baud;
	struct m_value wide;
	struct m_value wrap;
	struct m_value wires;
	struct m_value delay; /* of the wires between chips */
	struct m_value rom;
	struct m_value sync; /* the register TIME */
	struct m_value register_taps;
	const yaml_node_t *capture; /* NULL: there is no CAPTURE line */
	struct m_value capture_registers;
	struct m_value interrupt;
	struct m_value limit;
	const yaml_node_t *report; /* NULL: there is no REPORT line */
	struct m_value report_registers;
	struct m_value report_limit;
	struct m_connects connect; /* of inputs that are of no node */
	struct m_node *nodes;	   /* in the arena */
	size_t nodes_count;
};

/* A port of a bus by which programs reach the event port. */
struct m_bus_port {
	const char *name; /* behind `NODE_` and the prefix of the bus; NULL ends a list */
	unsigned bits;
	int output;
	const char *what;
};

struct m_bus {
	const char *name;    /* its name in the description; NULL ends the list */
	const char *prefix;  /* of its ports, behind `NODE_` */
	const char *adapter; /* library module; NULL: the ports go straight to the node */
	const struct m_bus_port *ports;
};

/*
 * Takes from a tree what no check refused (source_mark_bad); the rest is left not ok. Always
 * succeeds, except for memory, see `arena->failed`.
 */
void model_build(const struct source *s, struct arena *arena, struct model *m);

/* Names in the module that nodes and their ports must leave alone; both end with NULL. */
extern const char *const model_taken_nodes[];
extern const char *const model_taken_ports[];
extern const char *const model_memory_ports[]; /* taken with a memory outside the monitor */
extern const char *const model_chip_ports[];   /* taken with nodes on further chips */

/* Number of nodes of an entry. */
size_t model_count(const struct m_node *node);

/* Number of nodes of all entries. */
size_t model_total(const struct model *m);

/* 1 where nodes are on further chips. */
int model_has_chips(const struct model *m);

/* The bus of a node's event port, or NULL. */
const struct m_bus *model_bus(const struct m_node *node);

/* The event line that asserts REPORT. */
#define MODEL_REPORT_EVENT "report"

/* Lines in their interrupt form: CAPTURE, REPORT. */
unsigned model_rounds(const struct m_node *node);
int model_has_processor(const struct m_node *node);

/* Ports by which the node's processor has these lines and its time counter, by number; NULL: there
 * is no further one. Bits 0: as many as the time has. */
const struct m_bus_port *model_line_port(const struct m_node *node, size_t number);

/* 1 where the node keeps its records, up to as many entries of its FIFO. */
int model_is_local(const struct m_node *node);
unsigned model_almost_full(const struct m_node *node);
/* Entries that its FIFO leaves free. */
#define MODEL_FIFO_SPARE 8u
/* The most samples that the node keeps, UINT_MAX without samples. */
unsigned model_kept_samples(const struct m_node *node);

/* 1 where a KEY_CHOICE of yes and no is yes. */
int model_is_yes(const struct m_value *value);

/* As with `register_taps: yes`. */
void model_register_taps(struct model *m);

/* 1 where pairs of the entry's nodes share their ranks. */
int model_is_shared(const struct m_node *node);

/* The kind of a quantity; NULL where a fault leaves it open. */
const struct quantity_kind *model_kind(const struct m_quantity *q);

/* The value that a quantity is of, as its description names it; NULL: its kind is of none. */
const struct m_value *model_of_value(const struct m_quantity *q);

/* 1 where `value` is that word: `always` or `route`. */
int model_is_word(const struct m_value *value, const char *word);

/* The value or quantity of that name, or NULL. */
const struct m_number *model_number(const struct m_node *node, const char *name);
const struct m_quantity *model_quantity(const struct m_node *node, const char *name);
/* Place of the event line of that name, -1: there is none. */
int model_event_line(const struct m_node *node, const char *name);
const struct m_signal *model_signal(const struct m_node *node, const char *name);

/* The input of the gate, where the node has signals: a line of the router. */
extern const struct m_value model_gate_line;

/* Calls `fn` for each input of the node's preprocessors, in the order in which lines of the router
 * are numbered: pairs, quantities, counters, gate. `name` is that of the line. */
typedef void (*model_input_fn)(void *context, const char *name, const struct m_value *input);
void model_inputs(struct arena *arena, const struct m_node *node, model_input_fn fn, void *context);

/* Most inputs that model_inputs() finds. */
size_t model_inputs_room(const struct m_node *node);

/* Lines of the router. */
size_t model_lines(struct arena *arena, const struct m_node *node);

/* Pairs of the node with that of the gate. */
unsigned model_pairs(const struct m_node *node);

/* The group that a part of a node is in; `groups_count`: none. */
unsigned model_group(const struct m_node *node, const struct m_value *part);

/* "reset", "sample" or "bank". */
const char *model_group_action(enum m_group_action action);

/*
 * The lines by which actions choose among groups, numbered after the event lines; at most
 * MODEL_GROUP_LINES_MAX. There are none for an action that only one group is for. `lines` may be
 * NULL.
 */
size_t model_group_lines(const struct m_node *node, struct m_group_line *lines);

/* Event lines, with those of the groups. */
size_t model_event_columns(const struct m_node *node);

/* The runs of a node's pairs, MODEL_RUNS_MAX at most: one where there are no groups. */
unsigned model_runs(const struct m_node *node, struct m_run *runs);

/* Words of a sample that are of pairs. */
unsigned model_pair_words(const struct m_node *node);

/* Words of payload of a ratio record; 0: the node has none. */
unsigned model_sample_words(const struct m_node *node);

/* 1 where the node has preprocessors beside pairs of fixed signals. */
int model_stages_preprocessors(const struct m_node *node);

/* 1 where the node has preprocessors. */
int model_has_preprocessors(const struct m_node *node);

/* 1 where some record of the node has more than 30 words: blocks, samples of more than 28 words. */
int model_has_long_records(const struct m_node *node);

/* 1 where the node has anything that fires besides events, or an event port. */
int model_has_triggers(const struct m_node *node);

/* Most fields of a word: those of the description, and a qualifier for each. */
#define MODEL_FIELDS_MAX(given) (2 * (given))

/* The name of a field's kind, by the description or else by the field's name. */
const char *model_field_kind(const struct m_field *field);

/* The field of a node that has this name; NULL: none. */
const struct m_field *model_field(const struct m_node *node, const char *name);

/* Bits of a field that are kept, as a mask; 0 where a fault leaves that open. */
uint64_t model_kept(const struct m_field *field);

/* Width of the watched word; 0 where a fault leaves that open. */
unsigned model_word_bits(const struct m_node *node);

/* Bits of a code of the node's event port; 0 where writes have none. */
unsigned model_code_bits(const struct m_node *node);

/* Triggers of a node besides events (docs/design/triggers.md, trigger numbers). */
unsigned model_triggers(const struct m_node *node);

/* 1 where the trace buffer is in SPRAM. */
int model_is_spram(const struct model *m);

/* 1 where the trace buffer is a memory outside the monitor. */
int model_is_port(const struct model *m);

/* 1 where the link takes a byte a cycle. */
int model_is_wide(const struct model *m);

/* 1 for one node without event port and REPORT line, and with few triggers: its entries fit into
 * the slots of the trace buffer (gnomon_record_single). It needs no ring, and no FIFO. The last
 * blocks of a run leave a quarter of a flight recorder. */
int model_is_single(const struct model *m);

/* 1 for one node, on the chip of the trace buffer: there is no ring. */
int model_is_alone(const struct model *m);

/* How the node's pairs are read. */
enum tab_form model_form(const struct m_node *node);

/* Cycles of a tick of the node's time, log2; 0 where it counts cycles. */
unsigned model_tick_log2(const struct m_node *node);

/* Slots of the FIFO that belong together: a clock's, those of its sample and of a gap. */
unsigned model_burst_slots(const struct m_node *node);

#define MODEL_DIVISOR_PARTS 256u

/* Cycles a bit of the UART in MODEL_DIVISOR_PARTS of a cycle; needs a clock and a baud rate. It
 * meets the rate within 0.1 % from 4 cycles a bit up. */
uint64_t model_divisor(const struct model *m);

/* Name of node `number` of an entry. */
const char *model_node_name(struct arena *arena, const struct m_node *node, size_t number);

/* Instances that a node has in the module. */
enum model_instance {
	MODEL_HEADEND,
	MODEL_RANKS,
	MODEL_ADAPTER,
	MODEL_PREPROCESSORS,
	MODEL_LINE,
	MODEL_TIME,
	MODEL_REPORT,
	MODEL_STORE,
	MODEL_INSTANCES,
};

const char *model_instance_name(struct arena *arena, const char *node,
				enum model_instance instance);

/* The name by which `connect` calls an input: that of its port without the node's, NULL for one of
 * no node, and without suffix; NULL: the port is an output, or not of the node. */
const char *model_input_name(struct arena *arena, const char *node, const char *port);

/* What `connect` has for a port, with the number of the node in place of MODEL_NUMBER; NULL:
 * nothing. */
#define MODEL_NUMBER "{}"
const char *model_connected(struct arena *arena, const struct m_connects *connects,
			    const char *node, const char *port, size_t number);
const char *model_numbered(struct arena *arena, const char *text, size_t number);

/* Name of the port by which a signal of a node comes in. */
const char *model_port_name(struct arena *arena, const char *node, const char *signal);

#endif
