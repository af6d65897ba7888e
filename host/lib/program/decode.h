/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_DECODE_H
#define GNO_DECODE_H

/* How the instructions of a program are decoded: RISC-V by riscv.h, x86 and ARM by capstone. */

#include <gelf.h>

#include "common/errors.h"
#include "program/insn.h"
#include "program/riscv.h"

/* Instructions of a program. An ARM has two sets of them. */
enum gno_set {
	GNO_SET_USUAL,
	GNO_SET_THUMB,
};

struct gno_decoder;

/* What a machine is. */
struct gno_machine {
	unsigned number; /* e_machine of its files */
	const char *name;
	unsigned step; /* bytes that instructions begin at multiples of */
	bool decoded;  /* its instructions are */
};

/* The machine of a file; one that has no row is "machine NUMBER", of which nothing is decoded. */
struct gno_machine gno_machine_of(const GElf_Ehdr *ehdr, char *room, size_t size);

/*
 * How the code of a file is decoded. *out is the caller's (gno_decoder_free); NULL: it cannot be.
 * GNO_ERR_NOMEM.
 */
int gno_decoder_new(Elf *elf, struct gno_decoder **out, struct gno_err *err);
void gno_decoder_free(struct gno_decoder *d);

/* RISC-V's set; NULL: of another machine. */
const struct gno_riscv *gno_decoder_riscv(const struct gno_decoder *d);

/*
 * Decodes the instruction at code[0]; `left` bytes are there, it lies at `address`. `before` is the
 * one before it (NULL: none).
 */
struct gno_insn gno_decode(const struct gno_decoder *d, enum gno_set set, const uint8_t *code,
			   size_t left, uint64_t address, const uint8_t *before);

#endif
