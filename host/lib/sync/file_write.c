/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/file.h"

#include <stdlib.h>
#include <string.h>

#include "common/json_out.h"
#include "common/util.h"
#include "sync/fields.h"

/* The numbers of a structure. */
static void put_fields(struct json_out *o, const struct sync_field *f, const void *of)
{
	uint64_t value;
	uint32_t narrow;

	for (; f->key; f++) {
		const char *from = (const char *)of + f->at;

		if (f->size == sizeof(narrow)) {
			memcpy(&narrow, from, sizeof(narrow));
			value = narrow;
		} else {
			memcpy(&value, from, sizeof(value));
		}
		jout_number(o, f->key, value);
	}
}

static void put_entry(struct json_out *o, const struct sync_entry *e)
{
	jout_object(o, NULL);
	jout_text(o, "name", e->name);
	jout_text(o, "device", e->device);
	jout_text(o, "folder", e->folder);
	jout_text(o, "state", sync_state_name(e->state));
	jout_signed(o, "fast_ppm", e->ppm);
	put_fields(o, sync_entry_fields, e);
	if (e->broken.times) {
		jout_object(o, "broken");
		jout_text(o, "check", sync_check_name(e->broken.check));
		jout_text(o, "with", e->broken.with);
		put_fields(o, sync_broken_fields, &e->broken);
		jout_object_end(o);
	} else {
		jout_null(o, "broken");
	}
	jout_list(o, "pulses");
	for (size_t i = 0; i < e->mapping.points; i++) {
		jout_object(o, NULL);
		put_fields(o, sync_point_fields, &e->mapping.point[i]);
		jout_object_end(o);
	}
	jout_list_end(o);
	jout_object_end(o);
}

static void put_set(struct json_out *o, const struct sync_set *set)
{
	jout_object(o, NULL);
	jout_number(o, "gnomon_boards", SYNC_FORMAT);
	jout_text(o, "version", GNOMON_VERSION);
	jout_text(o, "reference", "host");
	put_fields(o, sync_set_fields, set);
	jout_object(o, "plan");
	put_fields(o, sync_plan_fields, &set->plan);
	jout_bool(o, "guaranteed", set->plan.guaranteed);
	jout_signed(o, "host_drift_ppb", set->plan.drift);
	jout_object_end(o);
	jout_text(o, "common_clock", set->entries ? set->entry[set->reference].name : "");
	jout_list(o, "boards");
	for (size_t i = 0; i < set->entries; i++)
		put_entry(o, &set->entry[i]);
	jout_list_end(o);
	jout_object_end(o);
}

int sync_file_text(const struct sync_set *set, char **text, size_t *length, struct gno_err *err)
{
	struct json_out o = {0};

	*text = NULL;
	o.f = open_memstream(text, length);
	if (!o.f)
		return gno_fail_nomem(err);
	put_set(&o, set);
	fputc('\n', o.f);
	if (!gno_close_written(o.f))
		return 0;
	free(*text);
	*text = NULL;
	return gno_fail_nomem(err);
}

int sync_file_write(const char *path, const struct sync_set *set, struct gno_err *err)
{
	size_t length;
	char *text;
	int rc = sync_file_text(set, &text, &length, err);

	if (!rc)
		rc = gno_replace_file(path, text, length, err);
	free(text);
	return rc;
}
