/* SPDX-License-Identifier: Apache-2.0 */
#include "out/arrow/words.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct words_copy {
	atomic_uint users;
	int64_t count;
	const void *buffer[3]; /* none, offsets, bytes; behind this structure */
};

static void drop(struct words_copy *copy)
{
	if (copy && atomic_fetch_sub(&copy->users, 1) == 1)
		free(copy);
}

/* Keys up to this one have a place. */
static bool reach(struct words *w, size_t key)
{
	size_t keys = w->keys ? w->keys : 64;
	int32_t *number;

	if (key < w->keys)
		return true;
	while (keys <= key)
		keys *= 2;
	number = realloc(w->number, keys * sizeof(*number));
	if (!number)
		return false;
	memset(number + w->keys, 0, (keys - w->keys) * sizeof(*number));
	w->number = number;
	w->keys = keys;
	return true;
}

static bool append(struct words *w, const char *name)
{
	size_t end = w->count ? (size_t)w->offset[w->count] : 0, length = strlen(name);
	int32_t *offset = realloc(w->offset, (w->count + 2) * sizeof(*offset));
	char *bytes;

	if (!offset)
		return false;
	w->offset = offset;
	bytes = realloc(w->bytes, end + length + 1);
	if (!bytes)
		return false;
	w->bytes = bytes;
	memcpy(bytes + end, name, length);
	offset[0] = 0;
	w->count++;
	offset[w->count] = (int32_t)(end + length);
	drop(w->copy);
	w->copy = NULL;
	return true;
}

int32_t words_add(struct words *w, size_t key, const char *name)
{
	size_t length = strlen(name), i = 0;

	if (!reach(w, key))
		return -1;
	while (i < w->count && ((size_t)(w->offset[i + 1] - w->offset[i]) != length ||
				memcmp(w->bytes + w->offset[i], name, length) != 0))
		i++;
	if (i == w->count && !append(w, name))
		return -1;
	w->number[key] = (int32_t)i + 1;
	return (int32_t)i;
}

static struct words_copy *copy_of(const struct words *w)
{
	size_t offsets = (w->count + 1) * sizeof(*w->offset);
	size_t bytes = w->count ? (size_t)w->offset[w->count] : 0;
	struct words_copy *copy = malloc(sizeof(*copy) + offsets + bytes + 1);
	char *at = (char *)(copy + 1);

	if (!copy)
		return NULL;
	atomic_init(&copy->users, 1);
	copy->count = (int64_t)w->count;
	memset(at, 0, sizeof(*w->offset));
	if (w->count) {
		memcpy(at, w->offset, offsets);
		memcpy(at + offsets, w->bytes, bytes);
	}
	copy->buffer[0] = NULL;
	copy->buffer[1] = at;
	copy->buffer[2] = at + offsets;
	return copy;
}

static void release(struct ArrowArray *a)
{
	drop(a->private_data);
	a->release = NULL;
}

bool words_export(struct words *w, struct ArrowArray *out)
{
	if (!w->copy)
		w->copy = copy_of(w);
	if (!w->copy)
		return false;
	atomic_fetch_add(&w->copy->users, 1);
	*out = (struct ArrowArray){
	    .length = w->copy->count,
	    .n_buffers = 3,
	    .buffers = w->copy->buffer,
	    .release = release,
	    .private_data = w->copy,
	};
	return true;
}

void words_free(struct words *w)
{
	free(w->number);
	free(w->offset);
	free(w->bytes);
	drop(w->copy);
}
