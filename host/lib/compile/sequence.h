/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SEQUENCE_H
#define GNO_SEQUENCE_H

/*
 * The little programs of sequences:
 *
 *   [strictly] step {then step}
 *   step = [COUNT] POINT [within TICKS] [unless POINT {or POINT}]
 *
 * A step of a strict sequence is a POINT alone, from the second on also the word itself: a number,
 * or an address of the program as an expression takes it, with quotes or an offset:
 *
 *   address = "SYMBOL" [+ BYTES] | SYMBOL + BYTES
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"
#include "common/words.h"

/* The name of a point, and its position in the text (characters from its beginning). */
struct gno_seq_name {
	char *name;
	size_t at;
};

struct gno_seq_step {
	struct gno_seq_name point; /* its name is NULL where the step is a word */
	uint64_t word;		   /* where the step has no address either */
	char *address;		   /* its text, where point.at is; NULL: there is none */
	uint64_t count;		   /* occurrences that are needed, from 1 */
	size_t count_at;
	uint64_t within; /* clocks since the step before, 0: no time-out */
	size_t within_at;
	struct gno_seq_name *unless; /* points that abort the sequence while it waits here */
	size_t unlesses;
};

struct gno_seq {
	bool strict;
	struct gno_seq_step *step;
	size_t steps;
};

/*
 * Parses a text. On success *out is the caller's (gno_seq_free). GNO_ERR_FORMAT: *fault states what
 * is wrong; GNO_ERR_NOMEM.
 */
int gno_seq_parse(const char *text, struct gno_seq *out, struct gno_words_fault *fault);

void gno_seq_free(struct gno_seq *seq);

#endif
