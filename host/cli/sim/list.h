/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_SIM_LIST_H
#define GNOMON_CLI_SIM_LIST_H

/* The files and flags that a simulation with a monitor is built of. */

#include <jansson.h>
#include <stdbool.h>

#include "common/errors.h"

/* What builds the simulation, or a part of it. */
enum sim_form {
	SIM_VERILATOR, /* verilator, with a main program in C++ */
	SIM_BINARY,    /* verilator --binary */
	SIM_ICARUS,    /* iverilog */
	SIM_COCOTB,    /* cocotb's runner or makefiles, with Icarus Verilog */
	SIM_VPI,       /* iverilog-vpi, which makes the bridge a module of Icarus Verilog's */
};

/*
 * The list for monitors: folders that `gnomon gen` made, or their manifests. `model`: with models
 * of the monitors; without monitors it has what models share. *out gets `sources`, the files, and
 * `build_args`, the flags, two arrays of texts; it is the caller's. GNO_ERR_ARG: a monitor is not
 * what the form can take, GNO_ERR_IO, GNO_ERR_FORMAT, GNO_ERR_NOMEM.
 */
int sim_list(enum sim_form form, bool model, char *const *monitor, size_t monitors, json_t **out,
	     struct gno_err *err);

#endif
