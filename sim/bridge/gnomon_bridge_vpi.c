/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_bridge_vpi: what gnomon_bridge.v calls, as system functions of Icarus Verilog (VPI), and
 * $finish: the simulation goes on until the runs in it are whole; its clock must not stop.
 *
 * The registers and memories of the monitor begin with zeros, as they do in an FPGA and under
 * Verilator. Some of those that the host reads have no reset before the first START; a single
 * unknown bit among them would make the CRC of an answer unknown.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vpi_user.h>

#include "gnomon_bridge.h"
#include "gnomon_bridge_parts.h"

#define MOST 4 /* arguments of a function */

/* The arguments of a call. */
struct call {
	int number[MOST];
	char *text[MOST];
};

/* A system function. */
struct function {
	const char *name;
	int (*call)(const struct call *);
	const char *texts; /* 't' for each argument that is a text, else 'n' */
};

static PLI_INT32 on_call(PLI_BYTE8 *data)
{
	const struct function *function = (const struct function *)(void *)data;
	vpiHandle handle = vpi_handle(vpiSysTfCall, NULL);
	vpiHandle args = vpi_iterate(vpiArgument, handle), arg;
	s_vpi_value result = {.format = vpiIntVal};
	struct call call = {0};
	int i;

	for (i = 0; args && (arg = vpi_scan(args)); i++) {
		s_vpi_value value = {.format = vpiIntVal};

		if (function->texts[i] == 't')
			value.format = vpiStringVal;
		vpi_get_value(arg, &value);
		if (function->texts[i] == 't')
			call.text[i] = strdup(value.value.str);
		else
			call.number[i] = value.value.integer;
	}
	result.value.integer = function->call(&call);
	vpi_put_value(handle, &result, NULL, vpiNoDelay);
	for (i = 0; i < MOST; i++)
		free(call.text[i]);
	return 0;
}

static int on_new(const struct call *c)
{
	return gnomon_bridge_new(c->text[0], c->text[1]);
}

static int on_set(const struct call *c)
{
	return gnomon_bridge_set(c->number[0], c->text[1], c->text[2], c->number[3]);
}

static int on_open(const struct call *c)
{
	return gnomon_bridge_open(c->number[0], c->number[1]);
}

static int on_clock(const struct call *c)
{
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
	s_vpi_value value = {.format = vpiBinStrVal};

	vpi_get_value(reg, &value);
	return strchr(value.value.str, 'x') != NULL;
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

/* Clears the registers of all modules of the library in a scope (NULL: the simulation). */
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
