/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/open.h"

#include <stdlib.h>

#include "common/util.h"
#include "passes/walk.h"

void open_begin(struct open_list *o)
{
	*o = (struct open_list){.first = OPEN_NONE, .last = OPEN_NONE, .unused = OPEN_NONE};
}

void open_free(struct open_list *o)
{
	free(o->link);
}

/* A place that is not taken; OPEN_NONE: there is no memory. */
static uint32_t find_place(struct open_list *o, void *list, size_t size)
{
	const uint32_t at = o->unused;

	if (at != OPEN_NONE) {
		o->unused = o->link[at].after;
		return at;
	}
	if (o->used == OPEN_NONE || walk_room(&o->link, o->used, sizeof(*o->link)) ||
	    walk_room(list, o->used, size))
		return OPEN_NONE;
	return o->used++;
}

uint32_t open_add(struct open_list *o, uint32_t *newest, void *list, size_t size)
{
	const uint32_t at = find_place(o, list, size);

	if (at == OPEN_NONE)
		return at;
	o->link[at] = (struct open_link){.before = o->last, .after = OPEN_NONE, .below = *newest};
	if (o->last == OPEN_NONE)
		o->first = at;
	else
		o->link[o->last].after = at;
	o->last = at;
	*newest = at;
	return at;
}

void open_take(struct open_list *o, uint32_t at)
{
	const struct open_link *l = &o->link[at];

	if (l->before == OPEN_NONE)
		o->first = l->after;
	else
		o->link[l->before].after = l->after;
	if (l->after == OPEN_NONE)
		o->last = l->before;
	else
		o->link[l->after].before = l->before;
	o->link[at].after = o->unused;
	o->unused = at;
}

uint32_t open_end(struct open_list *o, uint32_t *newest)
{
	const uint32_t at = *newest;

	*newest = o->link[at].below;
	open_take(o, at);
	return at;
}

void open_clear(struct open_list *o)
{
	o->first = o->last = o->unused = OPEN_NONE;
	o->used = 0;
}
