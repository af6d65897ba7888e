/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/reader.h"
#include "base/name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reader_fault(struct reader *r, const char *key, const char *what)
{
	if (!r->rc)
		r->rc = gno_fail(r->err, GNO_ERR_FORMAT, "manifest '%s' is at fault: '%s%s' %s",
				 r->file, r->path, key, what);
}

static json_t *get(struct reader *r, json_t *obj, const char *key, json_type type, const char *what)
{
	json_t *v = r->rc ? NULL : json_object_get(obj, key);

	if (r->rc)
		return NULL;
	if (!v) {
		reader_fault(r, key, "is missing");
		return NULL;
	}
	if (json_typeof(v) != type) {
		reader_fault(r, key, what);
		return NULL;
	}
	return v;
}

json_t *reader_object(struct reader *r, json_t *obj, const char *key)
{
	return get(r, obj, key, JSON_OBJECT, "is not an object");
}

json_t *reader_array(struct reader *r, json_t *obj, const char *key)
{
	return get(r, obj, key, JSON_ARRAY, "is not an array");
}

uint64_t reader_number(struct reader *r, json_t *obj, const char *key, uint64_t lo, uint64_t hi)
{
	json_t *v = get(r, obj, key, JSON_INTEGER, "is not a whole number");
	char what[80];

	if (!v)
		return lo;
	if (json_integer_value(v) < 0 || (uint64_t)json_integer_value(v) < lo ||
	    (uint64_t)json_integer_value(v) > hi) {
		snprintf(what, sizeof(what), "is not in %" PRIu64 "..%" PRIu64, lo, hi);
		reader_fault(r, key, what);
		return lo;
	}
	return (uint64_t)json_integer_value(v);
}

unsigned reader_unsigned(struct reader *r, json_t *obj, const char *key, unsigned lo, unsigned hi)
{
	return (unsigned)reader_number(r, obj, key, lo, hi);
}

bool reader_bool(struct reader *r, json_t *obj, const char *key)
{
	json_t *v = r->rc ? NULL : json_object_get(obj, key);

	if (!r->rc && !v)
		reader_fault(r, key, "is missing");
	else if (!r->rc && !json_is_boolean(v))
		reader_fault(r, key, "is neither true nor false");
	return json_is_true(v);
}

char *reader_string(struct reader *r, json_t *obj, const char *key)
{
	json_t *v = get(r, obj, key, JSON_STRING, "is not a string");
	char *copy;

	if (!v)
		return NULL;
	copy = strdup(json_string_value(v));
	if (!copy)
		r->rc = gno_fail_nomem(r->err);
	return copy;
}

char *reader_name(struct reader *r, json_t *obj, const char *key)
{
	char *name = reader_string(r, obj, key);

	if (name && !base_name_ok(name, BASE_NAME_MADE_MAX))
		reader_fault(r, key, "is not a name: it " BASE_NAME_RULE);
	return name;
}

char *reader_optional_name(struct reader *r, json_t *obj, const char *key)
{
	json_t *v = json_object_get(obj, key);

	return !v || json_is_null(v) ? NULL : reader_name(r, obj, key);
}

unsigned reader_choice(struct reader *r, json_t *obj, const char *key, const char *const *names,
		       unsigned count)
{
	json_t *v = get(r, obj, key, JSON_STRING, "is not a string");

	for (unsigned i = 0; v && i < count; i++)
		if (!strcmp(json_string_value(v), names[i]))
			return i;
	if (v)
		reader_fault(r, key, "has a value that is not known");
	return 0;
}

void *reader_room(struct reader *r, size_t count, size_t size)
{
	void *p = NULL;

	if (!r->rc && count) {
		p = calloc(count, size);
		if (!p)
			r->rc = gno_fail_nomem(r->err);
	}
	return p;
}

void *reader_list(struct reader *r, json_t *array, const char *key, unsigned lo, unsigned hi,
		  size_t size, unsigned *count)
{
	size_t length = array ? json_array_size(array) : 0;
	char what[80];
	void *p;

	if (array && (length < lo || length > hi)) {
		snprintf(what, sizeof(what), "does not have %u to %u entries", lo, hi);
		reader_fault(r, key, what);
	}
	p = reader_room(r, length, size);
	*count = p ? (unsigned)length : 0;
	return p;
}

void reader_at(struct reader *r, const char *place, const char *list, unsigned i)
{
	snprintf(r->path, sizeof(r->path), "%s%s[%u].", place, list, i);
}

void reader_under(struct reader *r, const char *place, const char *key)
{
	snprintf(r->path, sizeof(r->path), "%s%s.", place, key);
}

json_t *reader_object_or_null(struct reader *r, json_t *obj, const char *key)
{
	return json_is_null(json_object_get(obj, key)) ? NULL : reader_object(r, obj, key);
}
