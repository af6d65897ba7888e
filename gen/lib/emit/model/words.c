/* SPDX-License-Identifier: Apache-2.0 */
/* What the nodes of a model pass to C: the order that gnomon_model.h states. */
#include "emit/model/model.h"

#include <string.h>

#define WORD_BITS 32u
#define PORT_ADDR_BITS 10u
#define WHEN_BITS 1u
#define PORT_BITS 1u /* whether there is a write, where the node has a port */

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

/* Values that are always there come in each clock, directly behind the bits. */
static unsigned values_of(const struct plan_node *node, int always)
{
	const struct plan_preprocessors *m = node->preprocessors;
	unsigned count = 0;

	for (size_t i = 0; m && i < m->numbers_count; i++)
		count += (m->numbers[i].when == NULL) == always;
	return count;
}

/* Words from the first one with bits on: bits, and values that are always there. */
static unsigned each_words(const struct plan_node *node)
{
	return model_bit_words(node) + values_of(node, 1);
}

unsigned model_port_word(const struct plan_node *node)
{
	return word_words(node) + each_words(node);
}

/* The word behind those of the port. */
static unsigned behind_port(const struct plan_node *node)
{
	return model_port_word(node) + (node->port.bus ? 2 + (node->port.pc != NULL) : 0);
}

unsigned model_value_word(const struct plan_node *node, unsigned value)
{
	const struct plan_preprocessors *m = node->preprocessors;
	const int always = !m->numbers[value].when;
	unsigned word = always ? word_words(node) + model_bit_words(node) : behind_port(node);

	for (unsigned i = 0; i < value; i++)
		word += (m->numbers[i].when == NULL) == always;
	return word;
}

unsigned model_word_count(const struct plan_node *node)
{
	return behind_port(node) + values_of(node, 0);
}

static void add_net(struct model_word *word, const char *net, unsigned bits)
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
		add_net(word, node->when_net, 1);
		if (node->port.bus)
			add_net(word, node->port.valid_net, 1);
		bit = first;
	}
	for (; bit < end && bit < (number + 1) * WORD_BITS; bit++)
		add_net(word, net_of(node, 0, bit - first), 1);
}

/* The value that is a word of the node. */
static unsigned value_at(const struct plan_node *node, unsigned number)
{
	unsigned value = 0;

	while (model_value_word(node, value) != number)
		value++;
	return value;
}

void model_word(const struct plan_node *node, unsigned number, struct model_word *word)
{
	const unsigned bits = word_words(node), values = bits + model_bit_words(node);
	const unsigned port = model_port_word(node);
	const struct plan_preprocessors *m = node->preprocessors;

	word->count = 0;
	word->bits = 0;
	word->when = NULL;
	word->value = 0;
	if (number < bits) {
		add_net(word, node->word_net, node->word_bits);
	} else if (number < values) {
		add_bits(node, number - bits, word);
	} else if (number >= port && number < behind_port(node)) {
		const char *nets[] = {node->port.addr_net, node->port.data_net, node->port.pc_net};

		add_net(word, nets[number - port], number == port ? PORT_ADDR_BITS : WORD_BITS);
		word->when = node->port.valid_net;
	} else {
		const unsigned value = value_at(node, number);
		const char *when = m->numbers[value].when;

		add_net(word, net_of(node, 1, value), m->numbers[value].bits);
		word->value = 1;
		if (when)
			word->when = net_of(node, 0, (unsigned)model_signal_number(node, when));
	}
}
