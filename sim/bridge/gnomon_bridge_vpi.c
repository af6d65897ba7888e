/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_bridge_vpi: what gnomon_bridge.v calls, as system functions of Icarus Verilog (VPI), and
 * $finish: the simulation goes on until the runs in it are whole; its clock must not stop.
 *
 * The registers and memories of the monitor begin with zeros, as they do in an FPGA and under
 * Verilator. Some of those that the host reads have no reset before the first START; a single
 * unknown bit among them would make the CRC of an answer unknown.
 *
 * A monitor takes 0 where an input from the target is x or z: the first cycle in which a port is so
 * has a message. What is x on the byte port all the same ends the simulation.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vpi_user.h>

#include "gnomon_bridge.h"
#include "gnomon_bridge_parts.h"

#define MOST 4 /* arguments of a function */
#define BRIDGES 256

/* The arguments of a call. */
struct call {
	int number[MOST];
	unsigned unknown[MOST]; /* bits of the numbers that are x or z, which are 0 there */
	char *text[MOST];
};

/* A system function. */
struct function {
	const char *name;
	int (*call)(const struct call *);
	const char *texts; /* 't' for each argument that is a text, else 'n' */
};

/* A port of a monitor. */
struct port {
	vpiHandle net, inside; /* as it comes, and as the monitor takes it */
	bool told;
};

/* A module in which a monitor is that takes 0 where an input is x or z. */
struct watch {
	struct watch *next;
	vpiHandle module, unknown; /* the net that is 1 where an input is */
	struct port *ports;
	size_t count;
};

/* A bridge. */
struct side {
	char *monitor;
	vpiHandle cycle;
	bool reset; /* it has seen one */
};

static struct side sides[BRIDGES];
static struct watch *watches;
static int bridges;

static PLI_INT32 on_call(PLI_BYTE8 *data)
{
	const struct function *function = (const struct function *)(void *)data;
	vpiHandle handle = vpi_handle(vpiSysTfCall, NULL);
	vpiHandle args = vpi_iterate(vpiArgument, handle), arg;
	s_vpi_value result = {.format = vpiIntVal};
	struct call call = {0};

	for (int i = 0; args && (arg = vpi_scan(args)); i++) {
		s_vpi_value value = {.format = vpiVectorVal};

		if (function->texts[i] == 't')
			value.format = vpiStringVal;
		vpi_get_value(arg, &value);
		if (function->texts[i] == 't') {
			call.text[i] = strdup(value.value.str);
		} else {
			call.unknown[i] = (unsigned)value.value.vector->bval;
			call.number[i] = value.value.vector->aval & ~value.value.vector->bval;
		}
	}
	result.value.integer = function->call(&call);
	vpi_put_value(handle, &result, NULL, vpiNoDelay);
	for (int i = 0; i < MOST; i++)
		free(call.text[i]);
	return 0;
}

static int on_new(const struct call *c)
{
	vpiHandle scope = vpi_handle(vpiScope, vpi_handle(vpiSysTfCall, NULL));
	int bridge = gnomon_bridge_new(c->text[0], c->text[1]);

	while (scope && vpi_get(vpiType, scope) != vpiModule)
		scope = vpi_handle(vpiScope, scope);
	if (bridge >= 0 && bridge < BRIDGES && scope) {
		sides[bridge].monitor = strdup(c->text[0]);
		sides[bridge].cycle = vpi_handle_by_name("cycle", scope);
		bridges = bridge + 1;
	}
	return bridge;
}

static int on_set(const struct call *c)
{
	return gnomon_bridge_set(c->number[0], c->text[1], c->text[2], c->number[3]);
}

static int on_open(const struct call *c)
{
	return gnomon_bridge_open(c->number[0], c->number[1]);
}

static char *text_of(vpiHandle net)
{
	s_vpi_value value = {.format = vpiBinStrVal};

	vpi_get_value(net, &value);
	return value.value.str;
}

/* The cycle since the last sync_o that a bridge has seen; false before the first one. */
static bool cycle_of(const struct side *side, uint64_t *cycle)
{
	s_vpi_value value = {.format = vpiVectorVal};

	if (!side->cycle)
		return false;
	vpi_get_value(side->cycle, &value);
	*cycle = (uint64_t)(uint32_t)value.value.vector[1].aval << 32 |
		 (uint32_t)value.value.vector[0].aval;
	return *cycle != UINT64_MAX;
}

/* The bridge of a monitor: the only one, or the one with its name. */
static const struct side *side_of(const char *monitor)
{
	for (int i = 0; i < bridges && bridges > 1; i++)
		if (sides[i].monitor && !strcmp(sides[i].monitor, monitor))
			return &sides[i];
	return &sides[0];
}

/* The step of time is over: what is still x, or z, in a module is so in this cycle. */
static PLI_INT32 on_settled(p_cb_data data)
{
	struct watch *watch = (struct watch *)(void *)data->user_data;
	uint64_t cycle;

	if (*text_of(watch->unknown) != '1' ||
	    !cycle_of(side_of(vpi_get_str(vpiDefName, watch->module)), &cycle))
		return 0;
	for (size_t i = 0; i < watch->count; i++) {
		struct port *port = &watch->ports[i];
		const char *found = port->told ? NULL : strpbrk(text_of(port->net), "xz");
		char value = found ? *found : 0;

		if (!found || !port->inside || strpbrk(text_of(port->inside), "xz"))
			continue; /* the others are taken as they come */
		port->told = true;
		gnomon_bridge_say("gnomon_bridge: '%s' is %c in cycle %" PRIu64
				  " and counts as 0, as always when it is x or z",
				  vpi_get_str(vpiFullName, port->net), value, cycle);
	}
	return 0;
}

static void look_when_settled(struct watch *watch)
{
	s_vpi_time now = {.type = vpiSimTime};
	s_cb_data settled = {.reason = cbReadOnlySynch,
			     .cb_rtn = on_settled,
			     .time = &now,
			     .user_data = (PLI_BYTE8 *)watch};

	vpi_register_cb(&settled);
}

static PLI_INT32 on_unknown(p_cb_data data)
{
	look_when_settled((struct watch *)(void *)data->user_data);
	return 0;
}

/* The input of the bridge that is x or z though the monitor was reset; NULL: none. */
static const char *unknown_input(struct side *side, unsigned in, unsigned unknown)
{
	if ((in | unknown) & GNOMON_BRIDGE_RESET)
		side->reset |= (in & GNOMON_BRIDGE_RESET) != 0;
	else if (side->reset && unknown & GNOMON_BRIDGE_BYTE)
		return "tx_valid_i";
	else if (side->reset && in & GNOMON_BRIDGE_BYTE && unknown & 255)
		return "tx_data_i";
	else if (side->reset && unknown & GNOMON_BRIDGE_ROOM)
		return "rx_ready_i";
	else if (side->reset && unknown & GNOMON_BRIDGE_SYNC)
		return "sync_i";
	return NULL;
}

static int on_clock(const struct call *c)
{
	struct side *side = &sides[c->number[0]];
	const char *input = unknown_input(side, (unsigned)c->number[1], c->unknown[1]);
	uint64_t cycle;

	if (input) {
		if (!cycle_of(side, &cycle))
			cycle = 0;
		gnomon_bridge_say("gnomon_bridge: %s: '%s' of the bridge is x in cycle %" PRIu64
				  ": the simulation cannot go on",
				  side->monitor, input, cycle);
		return GNOMON_BRIDGE_FAILED;
	}
	for (struct watch *w = watches; w && c->number[1] & GNOMON_BRIDGE_SYNC; w = w->next)
		look_when_settled(w);
	return gnomon_bridge_clock(c->number[0], c->number[1]);
}

static int on_close(const struct call *c)
{
	return gnomon_bridge_close(c->number[0]);
}

static PLI_INT32 on_finish(PLI_BYTE8 *data)
{
	vpiHandle args = vpi_iterate(vpiArgument, vpi_handle(vpiSysTfCall, NULL));
	vpiHandle arg = args ? vpi_scan(args) : NULL;
	s_vpi_value level = {.format = vpiIntVal, .value.integer = 1};

	(void)data;
	if (arg) {
		vpi_get_value(arg, &level);
		vpi_free_object(args);
	}
	if (gnomon_bridge_finish() == 0)
		vpi_control(vpiFinish, level.value.integer);
	return 0;
}

void gnomon_bridge_failing(void)
{
	/* the status is 1 after $fatal */
}

int gnomon_bridge_time(uint64_t *time)
{
	s_vpi_time now = {.type = vpiSimTime};

	vpi_get_time(NULL, &now);
	*time = (uint64_t)now.high << 32 | now.low;
	return vpi_get(vpiTimePrecision, NULL);
}

void gnomon_bridge_plusargs(const char *begin, void (*take)(void *ctx, const char *plusarg),
			    void *ctx)
{
	s_vpi_vlog_info info;
	size_t len = strlen(begin);

	if (!vpi_get_vlog_info(&info))
		return;
	for (int i = 0; i < info.argc; i++)
		if (info.argv[i][0] == '+' && !strncmp(info.argv[i] + 1, begin, len))
			take(ctx, info.argv[i] + 1);
}

static int is_unknown(vpiHandle reg)
{
	return strchr(text_of(reg), 'x') != NULL;
}

/* Clears the registers of a kind that have no value yet, in a module or of a memory. */
static void clear_registers(PLI_INT32 kind, vpiHandle within)
{
	vpiHandle list = vpi_iterate(kind, within), reg;
	s_vpi_value zero = {.format = vpiIntVal};

	while (list && (reg = vpi_scan(list)))
		if (is_unknown(reg))
			vpi_put_value(reg, &zero, NULL, vpiNoDelay);
}

static void clear_module(vpiHandle module)
{
	vpiHandle list = vpi_iterate(vpiMemory, module), memory;

	clear_registers(vpiReg, module);
	while (list && (memory = vpi_scan(list)))
		clear_registers(vpiMemoryWord, memory);
}

/* The inputs of a monitor. */
static void list_ports(struct watch *watch, vpiHandle inside)
{
	vpiHandle list = vpi_iterate(vpiNet, watch->module), net;
	struct port *more;

	while (list && (net = vpi_scan(list))) {
		const char *name = vpi_get_str(vpiName, net);
		size_t len = strlen(name);

		if (len < 3 || strcmp(name + len - 2, "_i") != 0)
			continue;
		more = (struct port *)realloc(watch->ports,
					      (watch->count + 1) * sizeof(*watch->ports));
		if (!more)
			return;
		watch->ports = more;
		watch->ports[watch->count++] =
		    (struct port){.net = net, .inside = vpi_handle_by_name(name, inside)};
	}
}

/* Reports what of the target is x or z, where a module has a monitor inside. */
static void watch_module(vpiHandle module)
{
	vpiHandle unknown = vpi_handle_by_name("gnomon_x", module);
	vpiHandle inside = unknown ? vpi_handle_by_name("u_inside", module) : NULL;
	s_vpi_time now = {.type = vpiSuppressTime};
	s_vpi_value value = {.format = vpiSuppressVal};
	s_cb_data change = {.reason = cbValueChange,
			    .cb_rtn = on_unknown,
			    .obj = unknown,
			    .time = &now,
			    .value = &value};
	struct watch *watch;

	for (watch = watches; watch; watch = watch->next)
		if (watch->module == module) /* in the lists of two kinds */
			return;
	watch = inside ? (struct watch *)calloc(1, sizeof(*watch)) : NULL;
	if (!watch)
		return;
	*watch = (struct watch){.next = watches, .module = module, .unknown = unknown};
	watches = watch;
	list_ports(watch, inside);
	change.user_data = (PLI_BYTE8 *)watch;
	vpi_register_cb(&change);
}

/* Clears the registers of all modules of the library in a scope (NULL: the simulation), and begins
 * to watch the inputs of monitors. */
static void clear_library(vpiHandle scope, int inside)
{
	static const PLI_INT32 kinds[] = {vpiModule, vpiInternalScope};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		vpiHandle list = vpi_iterate(kinds[i], scope), child;

		while (list && (child = vpi_scan(list))) {
			const char *name = vpi_get(vpiType, child) == vpiModule
					       ? vpi_get_str(vpiDefName, child)
					       : NULL;
			int library = name ? !strncmp(name, "gnomon_", 7) : inside;

			if (library)
				clear_module(child);
			else if (name)
				watch_module(child);
			clear_library(child, library);
		}
	}
}

/* The initial blocks are through, and no clock has come. */
static PLI_INT32 on_initialized(p_cb_data data)
{
	(void)data;
	clear_library(NULL, 0);
	return 0;
}

static PLI_INT32 on_begin(p_cb_data data)
{
	s_vpi_time now = {.type = vpiSimTime};
	s_cb_data initialized = {
	    .reason = cbReadWriteSynch, .cb_rtn = on_initialized, .time = &now};

	(void)data;
	vpi_register_cb(&initialized);
	return 0;
}

static void start(void)
{
	static const struct function functions[] = {
	    {"$gnomon_bridge_new", on_new, "tt"},    {"$gnomon_bridge_set", on_set, "nttn"},
	    {"$gnomon_bridge_open", on_open, "nn"},  {"$gnomon_bridge_clock", on_clock, "nn"},
	    {"$gnomon_bridge_close", on_close, "n"},
	};
	s_vpi_systf_data task = {.type = vpiSysTask, .tfname = "$finish", .calltf = on_finish};
	s_cb_data begin = {.reason = cbStartOfSimulation, .cb_rtn = on_begin};

	vpi_register_cb(&begin);
	vpi_register_systf(&task);
	task.type = vpiSysFunc;
	task.sysfunctype = vpiIntFunc;
	task.calltf = on_call;
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		task.tfname = (PLI_BYTE8 *)functions[i].name;
		task.user_data = (PLI_BYTE8 *)&functions[i];
		vpi_register_systf(&task);
	}
}

void (*vlog_startup_routines[])(void) = {start, NULL};
