/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_WAVE_VCD_H
#define GNO_WAVE_VCD_H

/*
 * A waveform that is written, VCD (IEEE 1364-2005, 18) or FST, with all that another one holds: the
 * other's header, own scopes and signals, then the changes of both in order of time.
 */

#include <stdbool.h>
#include <stdint.h>
#include "common/errors.h"

struct vcd;

/*
 * Begins the file `path` as wave_open does. `waveform`: the other one, NULL: none. `unit`: power of
 * ten of a second in which times are given. GNO_ERR_ARG: the unit of `waveform` is longer. *out is
 * the caller's, after a failure too.
 */
int vcd_open(const char *path, const char *waveform, int unit, struct vcd **out,
	     struct gno_err *err);

/* A comment, before the first scope; without another waveform. What is not visible becomes '_'. */
void vcd_comment(struct vcd *v, const char *text);

/* Begins a scope within the one that is open, NULL: ends it. What no name may have becomes '_'. */
void vcd_scope(struct vcd *v, const char *name);

enum vcd_kind { VCD_TEXT, VCD_BITS };

/* A signal of so many bits (of a text 1), by which number it is to be known. */
void vcd_signal(struct vcd *v, enum vcd_kind kind, unsigned bits, unsigned number,
		const char *name);

/* After the last signal. GNO_ERR_NOMEM, GNO_ERR_FORMAT. */
int vcd_begin(struct vcd *v, struct gno_err *err);

/* Goes on to a time, which must not be before the last one. GNO_ERR_FORMAT, GNO_ERR_IO. */
int vcd_at(struct vcd *v, uint64_t time, struct gno_err *err);

/* Changes of that time. A text has no blanks: what is not visible becomes '_'. */
void vcd_text(struct vcd *v, unsigned number, const char *text);
void vcd_bit(struct vcd *v, unsigned number, char value);
/* Of a signal of so many bits; not known: x. */
void vcd_vector(struct vcd *v, unsigned number, unsigned bits, bool known, uint64_t value);

/* Writes the rest of the other waveform and puts the file in its place; `failed`: drops it. NULL is
 * allowed. */
int vcd_close(struct vcd *v, bool failed, struct gno_err *err);

#endif
