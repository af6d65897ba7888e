/* SPDX-License-Identifier: Apache-2.0 */
/* Which write of the event port is one that the experiment gave a code. */
#include "model.h"

const struct model_write *model_write_of(const struct model_node *node,
					 const struct model_inputs *inputs)
{
	const uint32_t number = inputs->page * 64u + inputs->sub;

	for (size_t i = 0; node->tables && inputs->port && i < node->tables->writes; i++) {
		const struct model_write *write = &node->tables->write[i];

		if (write->low <= number && number <= write->high &&
		    (inputs->data & write->mask) == write->data)
			return write;
	}
	return NULL;
}
