/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PARSE_H
#define GNO_PARSE_H

/* What the readers of the parts of a program share. */

#include <elfutils/libdw.h>
#include <gelf.h>

#include "program/program.h"
#include "program/decode.h"

/*
 * The name of a symbol as in the source, safe to print; NULL: it has no other. `budget` is how many
 * bytes of names may still be made, which a hostile file would use up. GNO_ERR_NOMEM.
 */
int gno_demangle(const char *symbol, size_t *budget, char **out, struct gno_err *err);

#define GNO_DEMANGLE_BUDGET ((size_t)64 << 20)

/* The first symbol, in their order, that is not before `name`. */
size_t gno_symbol_from(const struct gno_program *p, const char *name);

/* The first function, in their order, that does not begin before the address. */
size_t gno_function_from(const struct gno_program *p, uint64_t address);

/* How well a name fits, from bad to good (program.h). */
enum gno_fit {
	GNO_FIT_NONE,
	GNO_FIT_COPY,	  /* of the only copy that a compiler made */
	GNO_FIT_TEMPLATE, /* without template arguments */
	GNO_FIT_PLAIN,	  /* without arguments */
	GNO_FIT_NAME,
	GNO_FIT_SYMBOL,
};

/* How a text without a file fits what has this symbol and this name. */
enum gno_fit gno_name_fit(const char *text, const char *symbol, const char *name);

/*
 * "a/./b/../c" becomes "a/c", and "C:\fw\main.c" "C:/fw/main.c", also behind a folder with which it
 * was joined; in place.
 */
void gno_path_simplify(char *path);

/* Whether `tail` is the path, or its last components; / and \ both end a component. */
bool gno_path_ends(const char *path, const char *tail);

/* The last component of a path. */
const char *gno_path_base(const char *path);

/* The colon between the file and the name of FILE:NAME; NULL: there is no file. */
const char *gno_name_colon(const char *text);

/* Whether the file before the colon is that of the line information, or of the symbol. */
bool gno_name_is_in(const char *text, const char *colon, const char *file, const char *scope);

/* The address that a text is, in place of a name. */
bool gno_name_address(const char *text, uint64_t *out);

#define GNO_LONGEST_NAME 4096 /* bytes of what somebody writes, with its zero */

/* A place in a code section from which on instructions, or data, follow. */
struct gno_mark {
	uint64_t address;
	/* by the mapping symbols of the ELF psABIs, $d, $x, $a and $t; of an ARM also by the lowest
	 * bit of a function */
	enum gno_mark_kind {
		GNO_MARK_LABEL, /* instructions begin, as before */
		GNO_MARK_CODE,
		GNO_MARK_THUMB,
		GNO_MARK_DATA, /* up to the next mark of code */
	} kind;
};

/* A section with code. The bytes belong to the Elf. */
struct gno_text {
	size_t section; /* its index */
	uint64_t address, size;
	const uint8_t *bytes;
	struct gno_mark *mark; /* ascending */
	size_t marks;
};

struct gno_texts {
	struct gno_text *text;
	size_t count;
	struct gno_decoder *decoder; /* NULL: instructions of this machine cannot be decoded */
	struct gno_machine machine;
};

/* Finds the sections with code. Free with gno_texts_free. GNO_ERR_FORMAT, GNO_ERR_NOMEM. */
int gno_texts_read(struct gno_texts *out, Elf *elf, struct gno_err *err);

/*
 * Notes a symbol of the section, before gno_texts_sort: a mapping symbol, a function, or a label.
 * The address is that in the file, with the lowest bit of an ARM's functions. GNO_ERR_NOMEM.
 */
int gno_texts_mark(struct gno_texts *texts, const GElf_Sym *sym, const char *name,
		   struct gno_err *err);

/* The address of a symbol: that of its first instruction or byte. */
uint64_t gno_texts_address(const struct gno_texts *texts, const GElf_Sym *sym);

void gno_texts_sort(struct gno_texts *texts);
void gno_texts_free(struct gno_texts *texts);

/* The code that holds `size` bytes from `address` on, or NULL. */
const struct gno_text *gno_texts_at(const struct gno_texts *texts, uint64_t address, uint64_t size);

/* The same within one section, where that has code; else wherever it is. */
const struct gno_text *gno_texts_of(const struct gno_texts *texts, size_t section, uint64_t address,
				    uint64_t size);

/* Notes the addresses that several sections have. GNO_ERR_NOMEM. */
int gno_texts_overlays(const struct gno_texts *texts, struct gno_program *p, struct gno_err *err);

/*
 * Whether what c.fsdsp would be is Zcmp or Zcmt: the program's attributes name these, or they do
 * not name compressed instructions of double precision.
 */
bool gno_isa_has_zc(Elf *elf);

/* A walk through instructions, and through data for ends of traps that are written as .word. */
struct gno_walk {
	const struct gno_decoder *decoder;
	const struct gno_text *text;
	enum gno_set set;
	uint64_t next, end; /* addresses */
	uint64_t data_end;  /* where the data that was met last ends */
	size_t mark;
	const uint8_t *before;
	/* the instruction that was found */
	uint64_t address;
	struct gno_insn insn;
	bool labelled; /* a label, or data before it: it may be reached from elsewhere */
};

/* From `address`, where an instruction begins, over `size` bytes. Both lie in the code. */
void gno_walk_begin(struct gno_walk *w, const struct gno_texts *texts, const struct gno_text *text,
		    uint64_t address, uint64_t size);

/* Goes to the next instruction; false: there is none, or instructions cannot be decoded. */
bool gno_walk_next(struct gno_walk *w);

/* Finds where functions are left; symbols are there already. GNO_ERR_NOMEM. */
int gno_program_read_returns(struct gno_program *p, const struct gno_texts *texts,
			     struct gno_err *err);

/* Finds the ends of traps, and what is written to the trap vector. GNO_ERR_NOMEM. */
int gno_program_read_os(struct gno_program *p, const struct gno_texts *texts, struct gno_err *err);

/* Where the debug information of a program is. */
struct gno_debug {
	Dwarf *dwarf; /* NULL: there is none that can be read */
	Elf *elf;     /* of the file that it is in */
	Elf *symbols; /* of the file that has symbols, the program's own if it has some */
	struct Dwfl *dwfl;
};

/*
 * Opens it: in the file itself, or in one of its own that the file names or its build-id leads to.
 * What cannot be read is said in p->debug. Close with gno_debug_close, whatever this returns.
 * GNO_ERR_NOMEM.
 */
int gno_debug_open(struct gno_debug *d, struct gno_program *p, Elf *elf, struct gno_err *err);
void gno_debug_close(struct gno_debug *d, Elf *elf);

/* Says what is wrong with the debug information, where nothing was said. GNO_ERR_NOMEM. */
int gno_debug_note(struct gno_program *p, struct gno_err *err, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether numbers of a file are big-endian. */
bool gno_is_big(Elf *elf);

/* A row of a line table. */
struct gno_line {
	uint64_t address, file, line; /* the file by the table's own number */
	bool statement;
};

/* Takes a sequence: instructions that follow each other, up to `end`. */
typedef int (*gno_take_sequence)(void *to, const struct gno_line *row, size_t rows, uint64_t end,
				 struct gno_err *err);

/*
 * Reads the line table at `data`, of which there are `size` bytes and others may follow.
 * `big`: its numbers are big-endian. GNO_ERR_FORMAT: damaged, or of a version that is not known;
 * GNO_ERR_NOMEM; what `take` returns.
 */
int gno_lines_read(const uint8_t *data, size_t size, bool big, gno_take_sequence take, void *to,
		   unsigned *version, struct gno_err *err);

/* Reads the line information and what was inlined, where that is there; symbols are there already.
 * GNO_ERR_FORMAT, GNO_ERR_NOMEM.
 */
int gno_program_read_rows(struct gno_program *p, const struct gno_debug *debug,
			  const struct gno_texts *texts, struct gno_err *err);

/* Notes the functions of a unit and where they are inlined. GNO_ERR_NOMEM. */
int gno_inlined_read(struct gno_program *p, Dwarf_Die *unit, struct gno_err *err);

/* Once all units are read: counts the places of each function, and keeps in p->inlined what has no
 * code of its own. GNO_ERR_NOMEM. */
int gno_inlined_join(struct gno_program *p, struct gno_err *err);
void gno_inlined_free(struct gno_program *p);

/* Reads the points placed in the source. GNO_ERR_FORMAT: a note that is damaged; GNO_ERR_NOMEM. */
int gno_program_read_labels(struct gno_program *p, Elf *elf, struct gno_err *err);

/* Reads the build-id, or makes that of a file that has none. GNO_ERR_IO, GNO_ERR_NOMEM. */
int gno_program_read_id(struct gno_program *p, Elf *elf, struct gno_err *err);

#endif
