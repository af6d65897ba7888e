/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_EXPORT_WIRE_H
#define GNO_EXPORT_WIRE_H

/*
 * The bytes of protobuf messages: a field is its number with the form of its value, and the value
 * (protobuf.dev/programming-guides/encoding). A message grows in memory, so that its length is
 * known when it becomes a field of another. Where memory is missing, `failed` is set and fields
 * are left out.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Of a field: a number; eight bytes; a length and so many bytes. */
enum wire_form { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2 };

#define WIRE_VARINT_MOST 10u /* bytes of a number */
#define WIRE_TAG(field, form) ((field) << 3 | (form))

struct wire {
	uint8_t *bytes; /* free() them */
	size_t used, room;
	bool failed;
};

/* A number, seven bits in a byte, the lowest ones first; what is behind it. */
static inline uint8_t *wire_varint(uint8_t *at, uint64_t number)
{
	for (; number > 0x7f; number >>= 7)
		*at++ = (uint8_t)(number | 0x80);
	*at++ = (uint8_t)number;
	return at;
}

/* Makes room for so many bytes. */
static inline bool wire_need(struct wire *w, size_t bytes)
{
	uint8_t *more;

	if (bytes <= w->room - w->used)
		return true;
	more = realloc(w->bytes, 2 * (w->used + bytes));
	if (!more) {
		w->failed = true;
		return false;
	}
	w->bytes = more;
	w->room = 2 * (w->used + bytes);
	return true;
}

static inline void wire_number(struct wire *w, uint32_t field, uint64_t number)
{
	uint8_t *at;

	if (!wire_need(w, 2 * WIRE_VARINT_MOST))
		return;
	at = wire_varint(w->bytes + w->used, WIRE_TAG(field, WIRE_VARINT));
	w->used = (size_t)(wire_varint(at, number) - w->bytes);
}

static inline void wire_copy(struct wire *w, const void *bytes, size_t length)
{
	if (!length || !wire_need(w, length))
		return;
	memcpy(w->bytes + w->used, bytes, length);
	w->used += length;
}

/* A text or another message. */
static inline void wire_bytes(struct wire *w, uint32_t field, const void *bytes, size_t length)
{
	uint8_t *at;

	if (!wire_need(w, 2 * WIRE_VARINT_MOST + length))
		return;
	at = wire_varint(w->bytes + w->used, WIRE_TAG(field, WIRE_BYTES));
	at = wire_varint(at, length);
	if (length)
		memcpy(at, bytes, length);
	w->used = (size_t)(at + length - w->bytes);
}

static inline void wire_text(struct wire *w, uint32_t field, const char *text)
{
	wire_bytes(w, field, text, strlen(text));
}

static inline void wire_message(struct wire *w, uint32_t field, struct wire *message)
{
	wire_bytes(w, field, message->bytes, message->used);
	w->failed |= message->failed;
}

#endif
