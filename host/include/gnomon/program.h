/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_PROGRAM_H
#define GNOMON_PROGRAM_H

/* A program of the target: an ELF file for 32-bit RISC-V, its functions, and where they return. */

#include <stddef.h>
#include <stdint.h>
#include "gnomon/error.h"

struct gno_function {
	char *name;
	uint32_t entry;	   /* address of the first instruction */
	uint32_t size;	   /* bytes; 0: the file does not say (then no returns are known) */
	uint32_t *returns; /* addresses of instructions that leave it for good, ascending */
	size_t return_count;
	unsigned
	    indirect;  /* indirect jumps that may leave it too (a jump table, or a call in tail position) */
	char *file;    /* source file, NULL: not known */
	unsigned line; /* 0: not known */
};

struct gno_program {
	char *path;
	char *build_id;		       /* lower case hexadecimal; NULL: the file has none */
	struct gno_function *function; /* in order of address, then name */
	size_t functions;
};

/*
 * Reads a program. Returns are: ret and other jumps through ra or t0, mret, sret and PicoRV32's retirq, and
 * jumps to an address outside the function (calls in tail position). On success *out is the caller's
 * (gno_program_free). GNO_ERR_IO: cannot be read; GNO_ERR_FORMAT: no ELF file, not RISC-V with 32 bits,
 * damaged, or without symbols; GNO_ERR_NOMEM.
 */
int gno_program_load(const char *path, struct gno_program **out, struct gno_err *err);

/* Frees a program; NULL is allowed. */
void gno_program_free(struct gno_program *p);

#endif
