/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PROGRAM_H
#define GNO_PROGRAM_H

/*
 * A program of the target: an ELF file of any machine. Its functions, and where they return (where
 * instructions of the machine are decoded: RISC-V, ARM, AArch64, x86), its symbols, its source
 * lines, the points placed in its source (GNOMON_POINT), and where it enters and leaves the
 * operating system. All is read when it is loaded; the look-ups below need the file no more. Names
 * are safe to print: what could act on a terminal is replaced by an escape (\x1b).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"

struct gno_function {
	char *symbol;	   /* as it stands in the file */
	char *name;	   /* as in the source: net::Queue::pop(int); else the symbol */
	const char *scope; /* source file of a local symbol, without its folder; NULL: not known */
	size_t section;
	uint64_t entry;	   /* address of the first instruction */
	uint64_t size;	   /* bytes; 0: unknown (then no returns are known) */
	uint64_t *returns; /* addresses of instructions that leave it for good, ascending */
	size_t return_count;
	unsigned indirect;  /* indirect jumps that may leave it too (a jump table, or a call in tail
			      position) */
	unsigned branches;  /* conditional branches, and returns on a condition, that leave it where
			      they are taken */
	unsigned undecoded; /* instructions that cannot be decoded: one may be a return */
	bool loops;	    /* an instruction of it that is no call jumps to the first one */
	bool at_once;	    /* its first instruction leaves it */
	unsigned inlined;   /* places where it was inlined, beside its own code */
	bool part;	    /* the unlikely part of another function, which jumps there and back */
	const char *file;   /* source file, NULL: not known */
	unsigned line;	    /* 0: not known */
};

/* A function that has no code of its own, only that in its callers. */
struct gno_inlined {
	char *symbol, *name; /* as of a function */
	char *file;	     /* where it is declared; "": not known */
	unsigned line, places;
	bool own;	/* while it is read: this is its own code, not an inlined place */
	uint64_t entry; /* of its own code */
};

enum gno_symbol_kind {
	GNO_SYMBOL_FUNCTION,
	GNO_SYMBOL_DATA,
	GNO_SYMBOL_CODE,  /* label in code */
	GNO_SYMBOL_OTHER, /* label in data, symbol of the linker script */
};

struct gno_symbol {
	char *symbol;	   /* as it stands in the file */
	char *name;	   /* as in the source; else the symbol */
	const char *scope; /* source file of a local symbol, without its folder; NULL: not known */
	size_t section;
	uint64_t address;
	uint64_t size; /* bytes; 0: unknown */
	enum gno_symbol_kind kind;
};

/* From `address` on, up to that of the next row, the code is that of the line. */
struct gno_row {
	uint64_t address;
	unsigned file;	/* in gno_program.file; only where line is not 0 */
	unsigned line;	/* 0: code of no line, or none at all, from here on */
	bool statement; /* a good place to stop before the line (DWARF's is_stmt) */
	bool begins;	/* the first such place of a run of the line's code */
};

/* A point placed in the source. One name may have several: its code was inlined, or a loop
 * unrolled. */
struct gno_label {
	char *name;
	uint64_t address; /* of the instruction that follows it */
};

/* Addresses of instructions, ascending, each once. */
struct gno_addresses {
	uint64_t *at;
	size_t count;
};

/* Adds an address behind the others. GNO_ERR_NOMEM. */
int gno_addresses_add(struct gno_addresses *list, uint64_t address, struct gno_err *err);

/* Puts addresses in order and drops duplicates. */
void gno_addresses_sort(struct gno_addresses *list);

struct gno_program {
	char *path;
	unsigned machine;      /* e_machine of the file */
	char machine_name[16]; /* "RISC-V" */
	bool wide;	       /* of 64 bits */
	bool decoded;	       /* its instructions are, so returns are known */
	char *build_id; /* lower case hexadecimal; of a file that has none "xxh64:" and the XXH64 of
			   the file */
	struct gno_function *function; /* in order of address, then name */
	size_t functions;
	struct gno_symbol *symbol; /* in order of symbol, then address */
	size_t symbols;
	struct gno_inlined *inlined; /* in order of symbol */
	size_t inlines;
	char **scope; /* names of source files that local symbols are of */
	size_t scopes;
	char **file; /* paths of source files with code, as the compiler knew them, without "." and
			".." */
	size_t files;
	/* in order of address; several of one address in the order of the file */
	struct gno_row *row;
	size_t rows; /* 0: no line information */
	char *debug; /* what of the debug information cannot be read, and why: "its debug
			information is ..."; NULL: nothing, or there is none */
	struct gno_label *label; /* in order of name, then address */
	size_t labels;
	struct gno_addresses overlays; /* first and last bytes that several sections share */
	bool movable;		       /* it is position-independent: it may run elsewhere */
	uint64_t base;		       /* where the first byte that is loaded lies */
	struct gno_addresses os_exits; /* mret, sret, and PicoRV32's retirq */
	/* values that are written to mtvec or stvec, as far as seen */
	struct gno_addresses trap_vectors;
	unsigned unseen_vectors; /* writes to mtvec or stvec whose value is not seen */
};

/* Where an address lies. */
struct gno_place {
	const struct gno_function *function; /* NULL: in none */
	uint64_t offset;		     /* bytes from its entry */
	const char *file;		     /* NULL: not known */
	unsigned line;			     /* 0: not known */
};

/*
 * Reads a program. Returns are: of RISC-V ret and other jumps through ra or t0, cm.popret,
 * cm.popretz and mnret; of other machines their returns, of an ARM also what loads the PC from the
 * stack or moves it from lr; ends of traps; and jumps to an address outside the function (calls in
 * tail position). A cold part (FUNCTION.cold) that a function jumps to is inside. On success *out
 * is the caller's (gno_program_free). GNO_ERR_IO: cannot be read; GNO_ERR_FORMAT: no ELF file, not
 * linked, a core dump, damaged, or without symbols; GNO_ERR_NOMEM.
 */
int gno_program_load(const char *path, struct gno_program **out, struct gno_err *err);

/*
 * Places a position-independent program: all of its addresses, by moving its first byte to `base`.
 * GNO_ERR_ARG: it is not position-independent, or would lie beyond its addresses.
 */
int gno_program_place(struct gno_program *p, uint64_t base, struct gno_err *err);

/* Frees a program; NULL is allowed. */
void gno_program_free(struct gno_program *p);

/*
 * Names of functions and symbols, in all that follows:
 *
 *   _ZN3net5Queue3popEi       the symbol
 *   net::Queue::pop(int)      as in the source
 *   net::Queue::pop           the same without arguments; without template arguments at its end
 *   f                         for its only copy f.constprop.0, f.isra.0 or f.lto_priv.0
 *   one.c:init                with the last path components of the source file before it
 *   0x10094                   where a function or symbol begins
 *
 * The first of these forms that fits anything counts. A name that fits several addresses is
 * ambiguous; the message has names that are not.
 */

/*
 * The function of that name; it belongs to the program. GNO_ERR_ARG: there is none (the message
 * names the nearest), or several at different addresses (it names two of them).
 */
int gno_program_function(const struct gno_program *p, const char *name,
			 const struct gno_function **out, struct gno_err *err);

/*
 * Whether it is known where the function is left: 0, or GNO_ERR_ARG, and why not: words that follow
 * its name, "never returns".
 */
int gno_program_returns(const struct gno_program *p, const struct gno_function *f,
			struct gno_err *err);

/*
 * The address where the function of that name begins, or the code behind a plain label of that name
 * (a symbol without a type); *function is NULL for a label. GNO_ERR_ARG as of gno_program_function.
 */
int gno_program_entry(const struct gno_program *p, const char *name, uint64_t *out,
		      const struct gno_function **function, struct gno_err *err);

/*
 * The symbol of that name, of any kind; it belongs to the program. GNO_ERR_ARG as of
 * gno_program_function.
 */
int gno_program_symbol(const struct gno_program *p, const char *name, const struct gno_symbol **out,
		       struct gno_err *err);

/*
 * The address of "symbol" or "symbol+offset" (offset decimal or 0x...; blanks around the sign are
 * allowed). GNO_ERR_ARG: as of gno_program_symbol, a bad offset, or one beyond a symbol whose size
 * is known.
 */
int gno_program_address(const struct gno_program *p, const char *text, uint64_t *out,
			struct gno_err *err);

/*
 * The data symbol of that name; it belongs to the program. GNO_ERR_ARG as of gno_program_function,
 * or it is no data, or has no size.
 */
int gno_program_data(const struct gno_program *p, const char *name, const struct gno_symbol **out,
		     struct gno_err *err);

/*
 * Whether a pattern of fnmatch, or a name as above, is one of a function's: any of its copies, and
 * all of that name.
 */
bool gno_program_is_named(const struct gno_function *f, const char *pattern);

/* A function of such a name that has no code of its own, NULL: there is none. */
const struct gno_inlined *gno_program_inlined(const struct gno_program *p, const char *name);

/* A copy of a function that the compiler made beside it, NULL: there is none. */
const struct gno_symbol *gno_program_copy(const struct gno_program *p,
					  const struct gno_function *f);

/* Whether several sections have code at an address, of which one at a time is loaded there. */
bool gno_program_overlaid(const struct gno_program *p, uint64_t address);

/*
 * The addresses where a source line ("matmul.c:42") begins: the first statement of each run of its
 * code (several where it was inlined or duplicated). The file is named by any number of its last
 * path components. out->at is the caller's (free). GNO_ERR_ARG: no "file:line", no line
 * information, no such file, several such files, or no code of that line (the message names the
 * nearest lines that have some); GNO_ERR_NOMEM.
 */
int gno_program_line(const struct gno_program *p, const char *text, struct gno_addresses *out,
		     struct gno_err *err);

/*
 * The file (an index of p->file) that the last path components `name` mean. GNO_ERR_ARG: no line
 * information, no such file, or several.
 */
int gno_program_file(const struct gno_program *p, const char *name, unsigned *out,
		     struct gno_err *err);

/*
 * The addresses of the points GNOMON_POINT("name"). out->at is the caller's (free). GNO_ERR_ARG:
 * there is none; GNO_ERR_NOMEM.
 */
int gno_program_label(const struct gno_program *p, const char *name, struct gno_addresses *out,
		      struct gno_err *err);

/*
 * Where the operating system is entered: the symbol (or symbol+offset) that is given; else (NULL)
 * the trap vectors that the program sets itself; else what is named as usual (gno_trap_names).
 * out->at is the caller's (free). GNO_ERR_ARG: nothing found, or not the symbol; GNO_ERR_NOMEM.
 */
int gno_program_os_entry(const struct gno_program *p, const char *symbol, struct gno_addresses *out,
			 struct gno_err *err);

/*
 * Where it is left: every mret, sret and retirq. out->at is the caller's (free). GNO_ERR_ARG: there
 * is none; GNO_ERR_NOMEM.
 */
int gno_program_os_exit(const struct gno_program *p, struct gno_addresses *out,
			struct gno_err *err);

/* The usual names of trap entries, ending with NULL. */
extern const char *const gno_trap_names[];

/*
 * Where an address lies: the function that holds it (one without a size reaches to the next one)
 * and the line whose code it is; neither where several sections have code there. Strings and
 * function belong to the program.
 */
struct gno_place gno_program_at(const struct gno_program *p, uint64_t address);

#endif
