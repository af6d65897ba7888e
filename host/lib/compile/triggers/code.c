/* SPDX-License-Identifier: Apache-2.0 */

/* Codes of event ports: writes that have actions of their own. */

#include "base/number.h"
#include "common/util.h"
#include "gnomon/records.h"
#include "monitor/port_names.h"
#include "compile/triggers/kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUBS (1u << GNO_PORT_WRITE_SUB_BITS) /* of a page */
#define DATA_MAX 255u			     /* that codes can depend on */

/* Writes to an event port that have a name. */
struct code {
	bool write[GNO_PORT_WRITES]; /* by word address */
	yaml_node_t *data_at;	     /* NULL: whatever the data */
	unsigned data, mask;	     /* of the lowest bits of the data */
};

/* The codes that are at a node, in the order of the file, and their numbers there. */
struct codes {
	size_t count;
	const struct code *code[GNO_CODES_MAX];
	uint8_t number[GNO_CODES_MAX];
};

static const struct code *code_of(const struct exp_point *p)
{
	return p->data;
}

/* Reads VALUE or VALUE/MASK, each up to `most`; without a mask all bits count. */
static bool read_masked(struct gno_yaml *y, yaml_node_t *node, const char *what, unsigned most,
			unsigned *value, unsigned *mask)
{
	const char *text =
	    node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : "";
	uint64_t number[2] = {0, most};
	enum base_number found = base_number_take(&text, &number[0]);

	if (found == BASE_NUMBER_OK && *text == '/') {
		text++;
		found = base_number_take(&text, &number[1]);
	}
	if (found != BASE_NUMBER_OK || *text || number[0] > most || number[1] > most) {
		gno_yaml_fault(y, node,
			       "%s must be a number from 0 to %u, or VALUE/MASK of such numbers",
			       what, most);
		return false;
	}
	if (number[0] & ~number[1]) {
		gno_yaml_fault(y, node, "%s: no number equals 0x%" PRIx64 " under mask 0x%" PRIx64,
			       what, number[0], number[1]);
		return false;
	}
	*value = (unsigned)number[0];
	*mask = (unsigned)number[1];
	return true;
}

/* Marks the word addresses from `first` on, `count` of them, whose place from there is `value`
 * under `mask`. */
static void mark_writes(struct code *c, unsigned first, unsigned count, unsigned value,
			unsigned mask)
{
	for (unsigned i = 0; i < count; i++)
		if ((i & mask) == value)
			c->write[first + i] = true;
}

/* The user's events: their numbers are word addresses. */
static void read_event(struct gno_yaml *y, struct code *c, yaml_node_t *item)
{
	unsigned value, mask, n, count = 0;

	if (!read_masked(y, item, "'event'", GNO_PORT_WRITES - 1, &value, &mask))
		return;
	for (n = 0; n < GNO_PORT_WRITES; n++)
		if ((n & mask) == value && gno_port_is_user(gno_port_write_page(n))) {
			c->write[n] = true;
			count++;
		}
	if (!count)
		gno_yaml_fault(y, item, "user's events have the numbers %u to %u and %u to %u",
			       gno_port_write_pack(0, GNO_PAGE_USER),
			       gno_port_write_pack(0, GNO_PAGE_SEND) - 1,
			       gno_port_write_pack(0, GNO_PAGE_USER_HIGH), GNO_PORT_WRITES - 1);
}

/* A control write by its name. */
static void read_control(struct gno_yaml *y, struct code *c, yaml_node_t *item)
{
	int sub = exp_choose(y, item, "control write", gno_port_controls);

	if (sub < 0)
		return;
	c->write[gno_port_write_pack((unsigned)sub, GNO_PAGE_CONTROL)] = true;
	if (sub == GNO_PORT_TIME_START && c->data_at)
		gno_yaml_fault(
		    y, c->data_at,
		    "'data' cannot be combined with 'time_start', whose record has the stopped time instead");
}

/* The keys of a code: those of the kinds in the order of their pages, then the others. */
enum {
	CODE_EVENT,
	CODE_CONTROL,
	CODE_PAGES,
	CODE_DATA = CODE_PAGES + GNO_PORT_KINDS,
	CODE_NODES,
	CODE_KEYS
};

/* Reads the writes that a code stands for: a list of each of the kinds that are named. */
static void read_writes(struct gno_yaml *y, struct code *c, yaml_node_t *const *value)
{
	yaml_node_t *item;
	unsigned number, mask;

	for (unsigned k = 0; k < CODE_DATA; k++) {
		if (value[k] && !gno_yaml_item(y, value[k], 0))
			gno_yaml_fault(y, value[k], "this must be one write or a list of them");
		for (size_t i = 0; value[k] && (item = gno_yaml_item(y, value[k], i)); i++) {
			if (k == CODE_EVENT)
				read_event(y, c, item);
			else if (k == CODE_CONTROL)
				read_control(y, c, item);
			else if (read_masked(y, item, "a connection", SUBS - 1, &number, &mask))
				mark_writes(c,
					    gno_port_write_pack(0, GNO_PAGE_SEND + k - CODE_PAGES),
					    SUBS, number, mask);
		}
	}
}

static void read_code(struct gno_yaml *y, struct experiment *e, const struct gno_entry *entry)
{
	const char *keys[CODE_KEYS + 1] = {"event", "control"};
	yaml_node_t *value[CODE_KEYS];
	struct exp_point *p;
	unsigned k, kinds = 0;
	struct code *c;

	for (k = 0; k < GNO_PORT_KINDS; k++)
		keys[CODE_PAGES + k] = gno_port_kinds[k];
	keys[CODE_DATA] = "data";
	keys[CODE_NODES] = "nodes";
	p = exp_add_trigger(y, e, entry->name, gno_yaml_position(entry->key), &exp_trigger_code,
			    sizeof(*c));
	if (!p)
		return;
	c = p->data;
	p->value = entry->value;
	if (!gno_yaml_keys(y, entry->value, "a code", keys, value)) {
		p->at_fault = true;
		return;
	}
	for (k = 0; k < CODE_DATA; k++)
		kinds += value[k] != NULL;
	if (!kinds)
		gno_yaml_fault(
		    y, entry->value,
		    "code '%s' has none of 'event', 'control', 'send' and the other kinds of writes",
		    entry->name);
	c->data_at = value[CODE_DATA];
	if (c->data_at)
		read_masked(y, c->data_at, "'data'", DATA_MAX, &c->data, &c->mask);
	read_writes(y, c, value);
	p->nodes_at = value[CODE_NODES];
	if (p->nodes_at)
		exp_read_nodes(y, e->m, p->nodes_at, p->on);
}

static void read_codes(struct gno_yaml *y, struct experiment *e, yaml_node_t *map)
{
	size_t count = gno_yaml_entries(y, map, "'codes'"), i;
	struct gno_entry entry;

	for (i = 0; i < count && !y->nomem; i++)
		if (gno_yaml_entry(y, map, i, &entry))
			read_code(y, e, &entry);
}

/* Whether a write with these lowest bits of the data is one of the code's. */
static bool is_write(const struct code *c, unsigned write, unsigned data)
{
	return c->write[write] && (!c->data_at || (data & c->mask) == c->data);
}

static void list_codes(const struct experiment *e, unsigned node, struct codes *out)
{
	const struct exp_point *p;
	size_t i = 0;

	out->count = 0;
	while ((p = exp_next(e, &exp_trigger_code, &i))) {
		if (!p->on[node] || p->code[node] <= 0)
			continue;
		out->code[out->count] = code_of(p);
		out->number[out->count++] = (uint8_t)p->code[node];
	}
}

/* The number of a write: of the first code in the file that it is one of; 0: none. */
static uint8_t number_of(const struct codes *codes, unsigned write, unsigned data)
{
	for (size_t i = 0; i < codes->count; i++)
		if (is_write(codes->code[i], write, data))
			return codes->number[i];
	return 0;
}

/* Whether a write with a code has the same code as another one, whatever the data. */
static bool same_codes(const uint8_t *a, const uint8_t *b, unsigned bits)
{
	return !memcmp(a, b, (size_t)1 << bits);
}

/* The codes of a node's writes, as the tables want them; the classes that they need. */
static unsigned fill_codes(const struct experiment *e, const struct gno_node *n,
			   struct gno_port_codes *out)
{
	const struct gno_port *port = &n->port;
	unsigned classes = 0, write, data, k;
	struct codes codes;
	uint8_t row[1u << GNO_CODE_DATA_BITS];

	memset(out, 0, sizeof(*out));
	list_codes(e, n->index, &codes);
	for (write = 0; port->code_bits && write < GNO_PORT_WRITES; write++) {
		bool any = false;

		for (data = 0; data < 1u << port->data_bits; data++) {
			row[data] = number_of(&codes, write, data);
			any = any || row[data];
		}
		for (k = 0;
		     any && k < classes && !same_codes(row, out->code[k + 1], port->data_bits); k++)
			;
		if (!any)
			continue;
		if (k == classes && classes < GNO_CODES_MAX)
			memcpy(out->code[++classes], row, (size_t)1 << port->data_bits);
		else if (k == classes)
			return GNO_CODES_MAX + 1;
		out->write[write] = (uint8_t)(port->data_bits ? k + 1 : row[0]);
	}
	return port->data_bits ? classes : 0;
}

/* Reports what a node cannot match of a code. */
static void check_data(struct gno_yaml *y, const struct code *c, const struct gno_node *n)
{
	if (!c->data_at || gno_yaml_has_fault_at(y, gno_yaml_position(c->data_at)))
		return;
	if (!n->port.data_bits)
		gno_yaml_fault(
		    y, c->data_at,
		    "codes of node '%s' cannot depend on the data: its port has no 'code_data'",
		    n->name);
	else if ((c->data | (c->mask == DATA_MAX ? 0 : c->mask)) >> n->port.data_bits)
		gno_yaml_fault(
		    y, c->data_at,
		    "codes of node '%s' can depend on the lowest %u bits of the data only", n->name,
		    n->port.data_bits);
}

/* Warns of codes that no write has, because codes that come before it get them all. */
static void warn_hidden(struct gno_yaml *y, const struct experiment *e, const struct gno_node *n)
{
	bool seen[GNO_CODES_MAX + 1] = {false};
	const struct exp_point *p;
	struct codes codes;
	size_t i = 0;

	list_codes(e, n->index, &codes);
	for (unsigned write = 0; write < GNO_PORT_WRITES; write++)
		for (unsigned data = 0; data < 1u << n->port.data_bits; data++)
			seen[number_of(&codes, write, data)] = true;
	while ((p = exp_next(e, &exp_trigger_code, &i))) {
		if (p->on[n->index] && p->code[n->index] > 0 && !seen[p->code[n->index]])
			gno_yaml_warn(
			    y, p->at,
			    "code '%s' never happens at node '%s': codes that come before it get all its writes",
			    p->name, n->name);
	}
}

/* Whether a node before has the same port and the same codes: then its faults were reported. */
static bool reported(const struct experiment *e, unsigned k)
{
	for (unsigned j = 0; j < k; j++) {
		const struct gno_port *a = &e->m->node[j].port, *b = &e->m->node[k].port;
		const struct exp_point *p;
		size_t i = 0;

		while ((p = exp_next(e, &exp_trigger_code, &i)) && p->on[j] == p->on[k])
			;
		if (!p && a->code_bits == b->code_bits && a->data_bits == b->data_bits)
			return true;
	}
	return false;
}

static void number_node(struct gno_yaml *y, struct experiment *e, const struct gno_node *n)
{
	unsigned most = (1u << n->port.code_bits) - 1, count = 0, k = n->index, classes;
	const struct exp_point *over = NULL;
	bool silent = reported(e, k);
	struct gno_port_codes *codes;
	struct exp_point *p;
	size_t i = 0;

	while ((p = exp_next(e, &exp_trigger_code, &i))) {
		if (!p->on[k])
			continue;
		if (!silent)
			check_data(y, code_of(p), n);
		if (count++ == most)
			over = p;
		p->code[k] = over ? -1 : (int)count;
	}
	if (over && !silent)
		gno_yaml_fault_at(
		    y, over->at,
		    "the port of node '%s' distinguishes %u codes, and the experiment has %u; '%s' is the first too many",
		    n->name, most, count, over->name);
	if (over || silent || !count)
		return;
	codes = calloc(1, sizeof(*codes));
	if (!codes) {
		y->nomem = true;
		return;
	}
	classes = fill_codes(e, n, codes);
	free(codes);
	if (classes > most)
		gno_yaml_fault_at(
		    y, exp_single(e, &exp_trigger_code)->at,
		    "the port of node '%s' distinguishes %u kinds of writes whose codes depend on the data, these codes need more",
		    n->name, most);
	warn_hidden(y, e, n);
}

static void number_all(struct gno_yaml *y, struct experiment *e)
{
	for (unsigned k = 0; k < e->m->nodes && !y->nomem; k++)
		if (e->m->node[k].port.code_bits)
			number_node(y, e, &e->m->node[k]);
}

static bool has_codes(const struct gno_node *n)
{
	return n->port.code_bits;
}

static bool is_known(const struct experiment *e, const struct exp_point *p)
{
	(void)e;
	return !p->at_fault;
}

static void put_codes(const struct experiment *e, const struct gno_node *n,
		      struct gno_node_triggers *out)
{
	fill_codes(e, n, &out->codes);
}

/* The writes of a code, for a reader: the first of them, and how many more there are. */
static char *describe_code(const struct experiment *e, const struct exp_point *p)
{
	const struct code *c = code_of(p);
	unsigned first = 0, count = 0, i;
	char name[32], data[48] = "", more[24] = "";

	(void)e;
	for (i = GNO_PORT_WRITES; i-- > 0;)
		if (c->write[i]) {
			first = i;
			count++;
		}
	if (count > 1)
		snprintf(more, sizeof(more), " and %u more", count - 1);
	if (c->data_at)
		snprintf(data, sizeof(data), ", data 0x%x/0x%x", c->data, c->mask);
	return gno_format("write of %s%s%s", gno_port_name(first, name, sizeof(name)), more, data);
}

const struct exp_trigger exp_trigger_code = {
    .name = "code",
    .section = "codes",
    .needs = "event port with codes",
    .records = GNO_PATTERN_CODE,
    .has = has_codes,
    .is_known = is_known,
    .describe = describe_code,
    .free = free,
    .read = read_codes,
    .number_all = number_all,
    .put = put_codes,
};
