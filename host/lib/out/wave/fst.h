/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_WAVE_FST_H
#define GNO_WAVE_FST_H

/*
 * A waveform in GTKWave's format FST, by its library (libfst, fstapi.h). Memory depends on the
 * signals, not on their changes. Failures are noticed at the next time and at the end.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "common/errors.h"

struct fst;

/* What values a signal has. */
enum fst_form { FST_BITS, FST_REAL, FST_TEXT };

struct fst_signal {
	uint32_t handle;
	uint32_t bits;
	enum fst_form form;
};

/* Begins the file `temp`, which is there and is to become `path`. *out is the caller's.
 * GNO_ERR_NOMEM, GNO_ERR_IO, GNO_ERR_NOSPACE. */
int fst_open(const char *path, const char *temp, struct fst **out, struct gno_err *err);

/* The header. The unit of times is 10^power s. Kinds are those of VCD ("module", "wire"); one that
 * FST has not is the usual one. */
void fst_unit(struct fst *f, int power);
void fst_version(struct fst *f, const char *text);
void fst_date(struct fst *f, const char *text);
void fst_comment(struct fst *f, const char *text);
/* An attribute of what follows, as the VCD of fst_to_vcd has it: "TYPE SUBTYPE NAME ARGUMENT", and
 * the end of one. What is none is left out. */
void fst_attribute(struct fst *f, char *words);
void fst_attribute_end(struct fst *f);
void fst_scope(struct fst *f, const char *kind, const char *name);
void fst_upscope(struct fst *f);
/* `same`: a signal of which it is another name, NULL: none. */
struct fst_signal fst_signal(struct fst *f, const char *kind, uint32_t bits, const char *name,
			     const struct fst_signal *same);

/* Goes on to a time, which is not before the last one. GNO_ERR_IO, GNO_ERR_NOSPACE. */
int fst_at(struct fst *f, uint64_t time, struct gno_err *err);

/* Changes of that time: as many characters 0, 1, x, z as the signal has bits. */
void fst_bits(struct fst *f, const struct fst_signal *s, const char *value);
void fst_real(struct fst *f, const struct fst_signal *s, double value);
void fst_text(struct fst *f, const struct fst_signal *s, const char *value);

/* Writes the rest, and closes it in any case. NULL is allowed. Fails as fst_at does. */
int fst_close(struct fst *f, struct gno_err *err);

/* Writes the VCD of an FST with its attributes to `out`. False: it cannot be read. */
bool fst_to_vcd(const char *path, FILE *out);

#endif
