/* SPDX-License-Identifier: Apache-2.0 */
/* A description as typed values, each with its node of the YAML tree. */
#ifndef GNO_GEN_MODEL_H
#define GNO_GEN_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "source.h"

/* One value. Where `ok` is 0 the description gives none, or one that a check refused. */
struct m_value {
	uint64_t number;       /* KEY_INT, KEY_FREQ and KEY_RATE */
	const char *text;      /* all others; belongs to the source or the key table */
	const yaml_node_t *at; /* where it stands; the mapping where it is preset */
	int ok;
	int given; /* stands in the description */
};

struct m_pair {
	struct m_value name;
	struct m_value a;
	struct m_value b;
};

struct m_node {
	struct m_value name;
	struct m_value count; /* not ok: one node, its name not numbered */
	struct m_value field;
	struct m_value bits;
	struct m_value when;
	struct m_value capacity;
	struct m_value fifo_slots;
	struct m_value form;
	struct m_pair *pairs;
	size_t pairs_count;
};

struct model {
	struct m_value name;
	struct m_value clock_hz;
	struct m_value time_bits;
	struct m_value slots;
	struct m_value phy;
	struct m_value baud;
	struct m_value wires;
	struct m_node *nodes; /* in the arena */
	size_t nodes_count;
};

/*
 * Takes out of a tree what no check refused (source_mark_bad); the rest is left not ok. Always
 * succeeds, but for memory, which `arena->failed` tells.
 */
void model_build(const struct source *s, struct arena *arena, struct model *m);

/* Names in the module that nodes and their ports must leave alone; both end with NULL. */
extern const char *const model_taken_nodes[];
extern const char *const model_taken_ports[];

/* Number of nodes that an entry stands for. */
size_t model_count(const struct m_node *node);

/* 1 for one node without ratio pairs, which needs no ring. */
int model_is_single(const struct model *m);

/* Slots of the longest run of records that belong together: an event, its sample and a gap. */
unsigned model_burst_slots(const struct m_node *node);

/* Clocks a bit of the UART, rounded; needs a clock and a baud rate. */
uint64_t model_divisor(const struct model *m);

/* Name of node `number` of an entry. */
const char *model_node_name(struct arena *arena, const struct m_node *node, size_t number);

/* Name of the port by which a signal of a node comes in. */
const char *model_port_name(struct arena *arena, const char *node, const char *signal);

#endif
