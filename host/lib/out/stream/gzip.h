/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_STREAM_GZIP_H
#define GNO_STREAM_GZIP_H

/* A file of gzip that is written piece by piece into a stream; the same bytes make the same file.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

struct gzip {
	z_stream z;
	FILE *f;
	uint64_t bytes; /* that were put, before they are compressed */
	bool drop;	/* of a stream: closing it does not end the file as a whole one */
	uint8_t out[1 << 14];
};

/* false: no memory. Where it is true, gzip_end frees what it holds. */
bool gzip_begin(struct gzip *g, FILE *f);
void gzip_put(struct gzip *g, const uint8_t *data, size_t size);
/* Ends the file if `whole`. The caller must check the stream for faults. */
void gzip_end(struct gzip *g, bool whole);

/*
 * A stream whose bytes go through `g` into `to`; fclose() ends the file, and fails where `to` took
 * not all. `g` must live as long. NULL: no memory.
 */
FILE *gzip_stream(struct gzip *g, FILE *to);

#endif
