/* SPDX-License-Identifier: Apache-2.0 */
#include "common/text_out.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <unistd.h>

const uint64_t text_out_powers[20] = {
    0,
    UINT64_C(10),
    UINT64_C(100),
    UINT64_C(1000),
    UINT64_C(10000),
    UINT64_C(100000),
    UINT64_C(1000000),
    UINT64_C(10000000),
    UINT64_C(100000000),
    UINT64_C(1000000000),
    UINT64_C(10000000000),
    UINT64_C(100000000000),
    UINT64_C(1000000000000),
    UINT64_C(10000000000000),
    UINT64_C(100000000000000),
    UINT64_C(1000000000000000),
    UINT64_C(10000000000000000),
    UINT64_C(100000000000000000),
    UINT64_C(1000000000000000000),
    UINT64_C(10000000000000000000),
};

void text_out_begin(struct text_out *o, FILE *f)
{
	o->f = f;
	o->by_line = __flbf(f) || isatty(fileno(f)); /* stdio decides with the first byte */
	o->failed = false;
	o->before = 0;
	o->used = 0;
}

/* Bytes to the stream, whether or not they were in the buffer. */
static void pass(struct text_out *o, const void *bytes, size_t length)
{
	o->before += length;
	o->failed |= fwrite(bytes, 1, length, o->f) != length;
}

void text_out_flush(struct text_out *o)
{
	pass(o, o->text, o->used);
	o->used = 0;
	if (o->by_line)
		o->failed |= fflush(o->f) != 0;
}

void text_out_many(struct text_out *o, const void *bytes, size_t length)
{
	text_out_flush(o);
	if (length > TEXT_OUT_ROOM)
		pass(o, bytes, length);
	else
		text_out_bytes(o, bytes, length);
}

void text_out_format(struct text_out *o, const char *fmt, ...)
{
	va_list ap;
	int length;

	text_out_need(o, TEXT_OUT_FORMAT);
	va_start(ap, fmt);
	length = vsnprintf(o->text + o->used, TEXT_OUT_FORMAT, fmt, ap);
	va_end(ap);
	assert(length >= 0 && length < TEXT_OUT_FORMAT);
	o->used += (size_t)length;
}
