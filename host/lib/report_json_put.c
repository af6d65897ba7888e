/* SPDX-License-Identifier: Apache-2.0 */
/* How the objects of the JSON report are built. */
#include "report_json.h"

void json_put(struct builder *b, json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value))
		b->broken = true;
}

void json_add(struct builder *b, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		b->broken = true;
}

void json_put_number(struct builder *b, json_t *object, const char *key, uint64_t value)
{
	json_put(b, object, key, json_integer((json_int_t)value));
}

void json_put_text(struct builder *b, json_t *object, const char *key, const char *value)
{
	json_put(b, object, key, value ? json_string(value) : json_null());
}

void json_put_seconds(struct builder *b, json_t *object, const char *key, double clocks)
{
	json_put(b, object, key, json_real(clocks / (double)b->r->m->clock_hz));
}

void json_put_share(struct builder *b, json_t *object, const char *key, double part, double whole)
{
	json_put(b, object, key, whole > 0 ? json_real(part / whole) : json_null());
}

json_t *json_real_or_null(bool has, double value)
{
	return has ? json_real(value) : json_null();
}
