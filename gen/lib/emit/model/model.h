/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The model of a monitor for simulations: what its module passes to C in a clock, and its plan as
 * tables of C (sim/model/gnomon_model.h).
 */
#ifndef GNO_GEN_EMIT_MODEL_H
#define GNO_GEN_EMIT_MODEL_H

#include <stddef.h>
#include <stdio.h>

#include "plan/plan.h"

/* A word that a node passes: nets with their bits, the first lowest. */
#define MODEL_WORD_NETS 32

struct model_word {
	struct {
		const char *net;
		unsigned bits;
	} nets[MODEL_WORD_NETS];
	unsigned count;
	unsigned bits;
	int value;	  /* it is one of the values */
	const char *when; /* the net that is 1 where it is of use; NULL: in each clock */
};

/* Words of a node's bits. */
unsigned model_bit_words(const struct plan_node *node);

/* Words that a node passes in a clock. */
unsigned model_word_count(const struct plan_node *node);

/* Word `number` of them. */
void model_word(const struct plan_node *node, unsigned number, struct model_word *word);

/* The bit of the first signal among the bits of a node. */
unsigned model_first_signal(const struct plan_node *node);

/* How many signals a node has, and the number of one; -1: it is none of the node's. */
unsigned model_signals(const struct plan_node *node);
int model_signal_number(const struct plan_node *node, const char *target);

/* The number of a value of the node; -1: it is none. */
int model_value_number(const struct plan_node *node, const char *target);

/* The word of a value, and the first word of the port's, among those of a node. */
unsigned model_value_word(const struct plan_node *node, unsigned value);
unsigned model_port_word(const struct plan_node *node);

/* 1 where a node measures more than pairs of signals as they are. */
int model_has_measures(const struct plan_node *node);

/* Clocks from a word's actions at the record builder until its entry is in the FIFO. */
#define MODEL_STORED 3u

/*
 * Clocks that the latest signal or value of a node comes after what it belongs to; with a CAPTURE
 * line those of all nodes, in its interrupt form one at least.
 */
unsigned model_lag(const struct plan *plan, const struct plan_node *node);

/* Clocks whose words are at hand in C, the current one included, as gnomon_model_parts.h has it. */
#define MODEL_BACK 3

/*
 * Whether pairs of a node count values that are there in each clock, and the function that adds up
 * those of a clock. at: the first word of the node among those of all nodes.
 */
int model_has_amounts(const struct plan_node *node);
void model_put_amounts(FILE *out, const struct plan_node *node, unsigned at);

/* The tables of what a node measures. */
void model_put_measures(FILE *out, const struct plan *plan, const struct plan_node *node);

#endif
