/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_ARROW_H
#define GNOMON_ARROW_H

/*
 * The structures of the Arrow C data interface and of the C stream interface, as their
 * specification states them (https://arrow.apache.org/docs/format/CDataInterface.html and
 * CStreamInterface.html): a program that includes another header with them has the same ones. The
 * two guards are the specification's.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

/* The type of an array. */
struct ArrowSchema {
	const char *format;
	const char *name;
	const char *metadata;
	int64_t flags;
	int64_t n_children;
	struct ArrowSchema **children;
	struct ArrowSchema *dictionary;
	void (*release)(struct ArrowSchema *); /* NULL: released */
	void *private_data;
};

/* Its data. */
struct ArrowArray {
	int64_t length;
	int64_t null_count;
	int64_t offset;
	int64_t n_buffers;
	int64_t n_children;
	const void **buffers;
	struct ArrowArray **children;
	struct ArrowArray *dictionary;
	void (*release)(struct ArrowArray *); /* NULL: released */
	void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

/* Arrays of one type, one after the other. The functions return 0 or an errno. */
struct ArrowArrayStream {
	int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
	int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
	const char *(*get_last_error)(struct ArrowArrayStream *);
	void (*release)(struct ArrowArrayStream *); /* NULL: released */
	void *private_data;
};

#endif

#ifdef __cplusplus
}
#endif

#endif
