/* SPDX-License-Identifier: Apache-2.0 */
#include "out/stream/gzip.h"

#include <limits.h>
#include <string.h>

#define GZIP 16 /* to the bits of the window: the form is gzip's */
#define MEMORY 8

bool gzip_begin(struct gzip *g, FILE *f)
{
	memset(&g->z, 0, sizeof(g->z));
	g->f = f;
	g->bytes = 0;
	g->drop = false;
	return deflateInit2(&g->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY,
			    Z_DEFAULT_STRATEGY) == Z_OK;
}

static void run(struct gzip *g, int flush)
{
	do {
		g->z.next_out = g->out;
		g->z.avail_out = sizeof(g->out);
		deflate(&g->z, flush);
		fwrite(g->out, 1, sizeof(g->out) - g->z.avail_out, g->f);
	} while (!g->z.avail_out);
}

void gzip_put(struct gzip *g, const uint8_t *data, size_t size)
{
	g->bytes += size;
	while (size) {
		uInt some = size < UINT_MAX ? (uInt)size : UINT_MAX;

		g->z.next_in = (Bytef *)(uintptr_t)data;
		g->z.avail_in = some;
		run(g, Z_NO_FLUSH);
		data += some;
		size -= some;
	}
}

void gzip_end(struct gzip *g, bool whole)
{
	if (whole)
		run(g, Z_FINISH);
	deflateEnd(&g->z);
}

static ssize_t take(void *cookie, const char *bytes, size_t size)
{
	struct gzip *g = cookie;

	gzip_put(g, (const uint8_t *)bytes, size);
	return ferror(g->f) ? 0 : (ssize_t)size;
}

static int end(void *cookie)
{
	struct gzip *g = cookie;

	gzip_end(g, !g->drop);
	return ferror(g->f) ? EOF : 0;
}

FILE *gzip_stream(struct gzip *g, FILE *to)
{
	const cookie_io_functions_t functions = {.write = take, .close = end};
	FILE *f = gzip_begin(g, to) ? fopencookie(g, "w", functions) : NULL;

	if (!f)
		gzip_end(g, false);
	return f;
}
