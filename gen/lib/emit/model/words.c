/* SPDX-License-Identifier: Apache-2.0 */
/* What the nodes of a model pass to C: the order that gnomon_model.h states. */
#include "emit/model/model.h"

#include <string.h>

#define WORD_BITS 32u
#define PORT_ADDR_BITS 10u
#define WHEN_BITS 1u
#define PORT_BITS (1u + PORT_ADDR_BITS) /* valid and address, where the node has a port */

unsigned model_first_signal(const struct plan_node *node)
{
	return WHEN_BITS + (node->port.bus ? PORT_BITS : 0);
}

int model_value_number(const struct plan_node *node, const char *target)
{
	const struct plan_preprocessors *m = node->preprocessors;

	for (size_t i = 0; m && i < m->numbers_count; i++)
		if (strcmp(m->numbers[i].name, target) == 0)
			return (int)i;
	return -1;
}

unsigned model_signals(const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;

	return m ? (unsigned)(m->ports_count - m->numbers_count) : 0;
}

int model_signal_number(const struct plan_node *node, const char *target)
{
	const struct plan_preprocessors *m = node->preprocessors;
	int number = 0;

	for (size_t i = 0; m && i < m->ports_count; i++) {
		if (strcmp(m->targets[i], target) == 0)
			return number;
		number += model_value_number(node, m->targets[i]) < 0;
	}
	return -1;
}

static unsigned word_words(const struct plan_node *node)
{
	return node->word_bits > WORD_BITS ? 2 : 1;
}

unsigned model_bit_words(const struct plan_node *node)
{
	const unsigned bits = model_first_signal(node) + model_signals(node);

	return (bits + WORD_BITS - 1) / WORD_BITS;
}

unsigned model_first_value(const struct plan_node *node)
{
	return word_words(node) + model_bit_words(node) + (node->port.bus != NULL) +
	       (node->port.pc != NULL);
}

unsigned model_words(const struct plan_node *node)
{
	const struct plan_preprocessors *m = node->preprocessors;

	return model_first_value(node) + (m ? (unsigned)m->numbers_count : 0);
}

static void add(struct model_word *word, const char *net, unsigned bits)
{
	word->nets[word->count].net = net;
	word->nets[word->count++].bits = bits;
	word->bits += bits;
}

/* The net of a signal or a value. */
static const char *net_of(const struct plan_node *node, int value, unsigned number)
{
	const struct plan_preprocessors *m = node->preprocessors;

	for (size_t i = 0; i < m->ports_count; i++) {
		const int found = value ? model_value_number(node, m->targets[i])
					: model_signal_number(node, m->targets[i]);
		const int is_value = model_value_number(node, m->targets[i]) >= 0;

		if (is_value == value && found == (int)number)
			return node->measured[i];
	}
	return NULL;
}

/* A word of the node's bits. */
static void add_bits(const struct plan_node *node, unsigned number, struct model_word *word)
{
	const unsigned first = model_first_signal(node);
	const unsigned end = first + model_signals(node);
	unsigned bit = number * WORD_BITS;

	if (!number) {
		add(word, node->when_net, 1);
		if (node->port.bus) {
			add(word, node->port.valid_net, 1);
			add(word, node->port.addr_net, PORT_ADDR_BITS);
		}
		bit = first;
	}
	for (; bit < end && bit < (number + 1) * WORD_BITS; bit++)
		add(word, net_of(node, 0, bit - first), 1);
}

void model_word(const struct plan_node *node, unsigned number, struct model_word *word)
{
	const unsigned bits = word_words(node), data = bits + model_bit_words(node);
	const unsigned value = model_first_value(node);

	word->count = 0;
	word->bits = 0;
	if (number < bits)
		add(word, node->word_net, node->word_bits);
	else if (number < data)
		add_bits(node, number - bits, word);
	else if (number >= value)
		add(word, net_of(node, 1, number - value),
		    node->preprocessors->numbers[number - value].bits);
	else if (number == data)
		add(word, node->port.data_net, WORD_BITS);
	else
		add(word, node->port.pc_net, WORD_BITS);
}
