/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PROGRAM_H
#define GNO_PROGRAM_H

/* What the readers of the parts of a program share. */

#include <elfutils/libdw.h>
#include <gelf.h>

#include "gnomon/program.h"
#include "program/riscv.h"

/* Adds an address behind the others. GNO_ERR_NOMEM. */
int gno_addresses_add(struct gno_addresses *list, uint32_t address, struct gno_err *err);

/* Puts addresses in order and drops duplicates. */
void gno_addresses_sort(struct gno_addresses *list);

/* A place in a code section from which on instructions, or data, follow. */
struct gno_mark {
	uint32_t address;
	bool data; /* data from here on, up to the next mapping symbol that is not data ($d and $x
		      of the ELF psABI) */
	bool kind; /* it marks whether data or code follows; else a label, from which instructions
		      begin */
};

/* A section with code. The bytes belong to the Elf. */
struct gno_text {
	size_t section; /* its index */
	uint32_t address, size;
	const uint8_t *bytes;
	struct gno_mark *mark; /* ascending */
	size_t marks;
};

struct gno_texts {
	struct gno_text *text;
	size_t count;
};

/* Finds the sections with code. Free with gno_texts_free. GNO_ERR_FORMAT, GNO_ERR_NOMEM. */
int gno_texts_read(struct gno_texts *out, Elf *elf, struct gno_err *err);

/* Notes a symbol of the section, before gno_texts_sort. GNO_ERR_NOMEM. */
int gno_texts_mark(struct gno_texts *texts, size_t section, uint32_t address, const char *name,
		   struct gno_err *err);

void gno_texts_sort(struct gno_texts *texts);
void gno_texts_free(struct gno_texts *texts);

/* The code that holds `size` bytes from `address` on, or NULL. */
const struct gno_text *gno_texts_at(const struct gno_texts *texts, uint32_t address, uint32_t size);

/* A walk through instructions, and through data for ends of traps that are written as .word. */
struct gno_walk {
	const struct gno_text *text;
	uint32_t next, end; /* addresses */
	uint32_t data_end;  /* where the data that was met last ends */
	size_t mark;
	const uint8_t *before;
	/* the instruction that was found */
	uint32_t address;
	struct gno_insn insn;
	bool labelled; /* a label, or data before it: it may be reached from elsewhere */
};

/* From `address`, where an instruction begins, over `size` bytes. Both lie in the code. */
void gno_walk_begin(struct gno_walk *w, const struct gno_text *text, uint32_t address,
		    uint32_t size);

/* Goes to the next instruction; false: there is none. */
bool gno_walk_next(struct gno_walk *w);

/* Finds the ends of traps, and what is written to the trap vector. GNO_ERR_NOMEM. */
int gno_program_read_os(struct gno_program *p, const struct gno_texts *texts, struct gno_err *err);

/* Reads the line information, where there is some; symbols are there already. GNO_ERR_FORMAT,
 * GNO_ERR_NOMEM.
 */
int gno_program_read_rows(struct gno_program *p, Dwarf *dwarf, const struct gno_texts *texts,
			  struct gno_err *err);

/* Reads the points placed in the source. GNO_ERR_FORMAT: a note that is damaged; GNO_ERR_NOMEM. */
int gno_program_read_labels(struct gno_program *p, Elf *elf, struct gno_err *err);

/* Reads the build-id, or makes that of a file that has none. GNO_ERR_IO, GNO_ERR_NOMEM. */
int gno_program_read_id(struct gno_program *p, Elf *elf, struct gno_err *err);

#endif
