/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The emitters. Each writes one file's text from the plan and the tables, and decides nothing. The
 * text depends on the arguments alone: same plan, same bytes. Each returns 0, or -1 where memory
 * ran out; errors of `out` are left for the caller to find with ferror().
 */
#ifndef GNO_GEN_EMIT_H
#define GNO_GEN_EMIT_H

#include <stdio.h>

/* Ends the name of a model's C file. */
#define MODEL_C_SUFFIX "_model.c"

struct plan;

typedef int (*emit_fn)(const struct plan *plan, FILE *out);

/* Of one monitor. */
int emit_verilog(const struct plan *plan, FILE *out);
int emit_filelist(const struct plan *plan, FILE *out);
int emit_model_verilog(const struct plan *plan, FILE *out);
int emit_model_c(const struct plan *plan, FILE *out);
int emit_model_filelist(const struct plan *plan, FILE *out);
int emit_manifest(const struct plan *plan, FILE *out);
int emit_model_manifest(const struct plan *plan, FILE *out); /* its ports are those of the model */
int emit_rom_manifest(const struct plan *plan, FILE *out);   /* without ports */
int emit_summary(const struct plan *plan, FILE *out);
int emit_testbench(const struct plan *plan, FILE *out);	 /* of one chip, with a byte port or UART */
int emit_experiment(const struct plan *plan, FILE *out); /* for that testbench */
#define EMIT_LIBRARY_CORE "gnomon:rtl:library"
int emit_core(const struct plan *plan, FILE *out);

/* Instances in other languages, of a monitor and of its model. */
int emit_verilog_instance(const struct plan *plan, FILE *out);
int emit_vhdl(const struct plan *plan, FILE *out);
int emit_amaranth(const struct plan *plan, FILE *out);
int emit_chisel(const struct plan *plan, FILE *out);
int emit_model_verilog_instance(const struct plan *plan, FILE *out);
int emit_model_vhdl(const struct plan *plan, FILE *out);
int emit_model_amaranth(const struct plan *plan, FILE *out);
int emit_model_chisel(const struct plan *plan, FILE *out);

/* Of all monitors: these do not use the plan, which may be NULL. */
int emit_library_core(const struct plan *plan, FILE *out);
int emit_records_vh(const struct plan *plan, FILE *out);
int emit_records_h(const struct plan *plan, FILE *out);
int emit_cells_h(const struct plan *plan, FILE *out);
int emit_records_md(const struct plan *plan, FILE *out);
int emit_description_md(const struct plan *plan, FILE *out);

#endif
