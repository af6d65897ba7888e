/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/entry.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"

const char *sync_state_name(enum sync_state state)
{
	static const char *const names[] = {"ok", "unplugged", "restarted", "lies", NULL};

	return names[state];
}

const char *sync_check_name(enum sync_check check)
{
	static const char *const names[] = {"none", "intervals", "band", "floor", "rates", NULL};

	return names[check];
}

int sync_note_broken(struct sync_entry *e, enum sync_check check, int64_t at, uint64_t by,
		     const char *with, struct gno_err *err)
{
	struct sync_broken *b = &e->broken;

	if (!b->times++) {
		b->check = check;
		b->at = at;
		if (with && gno_set_text(&b->with, with, err))
			return GNO_ERR_NOMEM;
	}
	if (check == b->check && by > b->by)
		b->by = by;
	return 0;
}

static bool copy_text(char **to, const char *from)
{
	*to = from ? strdup(from) : NULL;
	return !from || *to;
}

int sync_entry_copy(struct sync_entry *to, const struct sync_entry *from, struct gno_err *err)
{
	const size_t size = from->mapping.points * sizeof(*from->mapping.point);
	struct sync_entry copy = *from;
	bool whole;

	copy.mapping.point = malloc(size + 1);
	whole = copy_text(&copy.name, from->name);
	whole = copy_text(&copy.device, from->device) && whole;
	whole = copy_text(&copy.folder, from->folder) && whole;
	whole = copy_text(&copy.broken.with, from->broken.with) && whole;
	if (!whole || !copy.mapping.point) {
		sync_entry_free(&copy);
		return gno_fail_nomem(err);
	}
	if (size)
		memcpy(copy.mapping.point, from->mapping.point, size);
	sync_entry_free(to);
	*to = copy;
	return 0;
}

bool sync_found_broken(const struct sync_set *set)
{
	for (size_t i = 0; i < set->entries; i++)
		if (set->entry[i].broken.times)
			return true;
	return false;
}

const struct sync_entry *sync_entry_named(const struct sync_set *set, const char *name)
{
	for (size_t i = 0; i < set->entries; i++)
		if (!strcmp(set->entry[i].name, name))
			return &set->entry[i];
	return NULL;
}

void sync_entry_free(struct sync_entry *e)
{
	free(e->name);
	free(e->device);
	free(e->folder);
	free(e->broken.with);
	free(e->mapping.point);
}

void sync_set_free(struct sync_set *set)
{
	for (size_t i = 0; i < set->entries; i++)
		sync_entry_free(&set->entry[i]);
	free(set->entry);
	*set = (struct sync_set){0};
}
