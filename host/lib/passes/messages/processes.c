/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/messages/processes.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"

#define ROOM 64 /* slots at first */

long processes_group(const struct processes *p, const char *name)
{
	for (size_t i = 0; i < p->groups; i++)
		if (!strcmp(p->group[i].name, name))
			return (long)i;
	return -1;
}

/* Adds a group; its name becomes the list's. */
static int add_group(struct processes *p, char *name, const struct process_group *group)
{
	struct process_group *more = name ? gno_room(p->group, p->groups, sizeof(*more)) : NULL;

	if (!more || p->groups + 1 >= PROCESS_GROUPS_MAX) {
		free(name);
		p->group = more ? more : p->group;
		return GNO_ERR_NOMEM;
	}
	p->group = more;
	p->group[p->groups] = *group;
	p->group[p->groups++].name = name;
	return GNO_OK;
}

/* All names of the run's pattern files; of a name that several have, the first one holds. */
static int add_names(struct processes *p)
{
	int rc = GNO_OK;

	for (size_t k = 0; k < p->r->points.loads && !rc; k++) {
		const struct gno_pattern_file *file = p->r->points.load[k].file;

		for (size_t i = 0; i < file->processes && !rc; i++) {
			const struct gno_pattern_process *q = &file->process[i];
			const struct process_group group = {.role = q->role, .named = true};

			if (processes_group(p, q->name) < 0)
				rc = add_group(p, strdup(q->name), &group);
		}
	}
	return rc;
}

int processes_open(const struct gno_report *r, struct processes **out, struct gno_err *err)
{
	struct processes *p = calloc(1, sizeof(*p));

	*out = p;
	if (!p)
		return gno_fail_nomem(err);
	p->r = r;
	p->room = ROOM;
	p->slot = calloc(p->room, sizeof(*p->slot));
	p->first = calloc(r->m->nodes, sizeof(*p->first));
	if (!p->slot || !p->first || add_names(p))
		return gno_fail_nomem(err);
	return GNO_OK;
}

void processes_close(struct processes *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->groups; i++)
		free(p->group[i].name);
	free(p->group);
	free(p->process);
	free(p->first);
	free(p->slot);
	free(p);
}

/* The slot of a key, or the free one where it belongs. */
static struct process_slot *slot_of(const struct processes *p, uint64_t key)
{
	size_t at = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (p->room - 1);

	while (p->slot[at].key && p->slot[at].key != key)
		at = (at + 1) & (p->room - 1);
	return &p->slot[at];
}

static int grow(struct processes *p)
{
	struct process_slot *old = p->slot;
	size_t room = p->room;

	p->slot = calloc(2 * room, sizeof(*p->slot));
	if (!p->slot) {
		p->slot = old;
		return GNO_ERR_NOMEM;
	}
	p->room = 2 * room;
	for (size_t i = 0; i < room; i++)
		if (old[i].key)
			*slot_of(p, old[i].key) = old[i];
	free(old);
	return GNO_OK;
}

/* Adds a process that is not there. */
static int add_process(struct processes *p, unsigned node, unsigned number)
{
	const char *name = report_process_name(&p->r->points, node, number);
	const struct process_group own = {.node = node, .number = number};
	struct process *more = gno_room(p->process, p->processes, sizeof(*more));
	unsigned group = (unsigned)p->groups;

	if (!more)
		return GNO_ERR_NOMEM;
	p->process = more;
	if (name)
		group = (unsigned)processes_group(p, name);
	else if (add_group(p, gno_format("%s:%u", p->r->m->node[node].name, number), &own))
		return GNO_ERR_NOMEM;
	p->process[p->processes++] = (struct process){node, number, group, p->first[node]};
	p->first[node] = p->processes;
	return GNO_OK;
}

int processes_find(struct processes *p, unsigned node, unsigned number, size_t *place)
{
	uint64_t key = ((uint64_t)node << 32 | number) + 1;
	struct process_slot *slot = slot_of(p, key);

	if (!slot->key) {
		if (2 * p->processes >= p->room) {
			if (grow(p))
				return GNO_ERR_NOMEM;
			slot = slot_of(p, key);
		}
		if (add_process(p, node, number))
			return GNO_ERR_NOMEM;
		*slot = (struct process_slot){key, p->processes - 1};
	}
	*place = slot->place;
	return GNO_OK;
}
