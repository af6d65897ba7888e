/* SPDX-License-Identifier: Apache-2.0 */
/* Words of emitted headers: constants of Verilog and C, and parts of C functions. */
#ifndef GNO_GEN_CONSTANT_H
#define GNO_GEN_CONSTANT_H

#include <stdio.h>

#define NAME_MAX_CHARS 64

/* A constant: `prefix` and `name` become GNO_PREFIX_NAME. */
struct constant {
	const char *prefix;
	const char *name;
	unsigned value;
	unsigned bits; /* width in Verilog; 0: a plain integer */
	const char *what;
};

/* GNO_PREFIX_NAME; `text` has room for NAME_MAX_CHARS. */
void constant_upper(const struct constant *c, char *text);

void constant_put_verilog(FILE *out, const struct constant *c);
void constant_put_c(FILE *out, const struct constant *c);

/* A comment above constants. */
void constant_title_verilog(FILE *out, const char *title);
void constant_title_c(FILE *out, const char *title);

/* The C type of a number of so many bits. */
const char *constant_type(unsigned bits);

/* A shift; by no bits it is nothing. */
void constant_put_shift(FILE *out, const char *way, unsigned bits);

#endif
