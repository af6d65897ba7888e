/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/parallel/parallel.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "passes/reading.h"

bool parallel_is_whole(const struct parallel *p)
{
	return parallel_times_are_whole(p) && !parallel_alone(p) && !p->h->counts.tachyons &&
	       !p->h->counts.turned;
}

bool parallel_times_are_whole(const struct parallel *p)
{
	return !p->h->unknown && !p->h->counts.breaks;
}

bool parallel_longest_is_least(const struct parallel *p)
{
	/* a shorter delivery may be missing, or the message_queued of one */
	return parallel_is_whole(p) ||
	       (!p->h->estimated && (!p->h->unqueued || parallel_times_are_whole(p)));
}

uint64_t parallel_alone(const struct parallel *p)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < MESSAGE_REASONS; i++) {
		if (i == MESSAGE_IN_FLIGHT) /* it leads nowhere */
			continue;
		sum += p->h->counts.alone[MESSAGE_SEND_ALONE][i];
		sum += p->h->counts.alone[MESSAGE_RECEIVE_ALONE][i];
	}
	return sum;
}

static const struct process_group *group_of(const struct parallel *p, size_t process)
{
	return &p->h->processes->group[p->h->processes->process[process].group];
}

const char *parallel_name(const struct parallel *p, size_t process, char *buf, size_t size)
{
	const struct process *id = &p->h->processes->process[process];

	if (p->ran[id->group] < 2)
		return group_of(p, process)->name;
	snprintf(buf, size, "%s (%s:%u)", group_of(p, process)->name,
		 p->h->r->m->node[id->node].name, id->number);
	return buf;
}

const char *parallel_processor(const struct parallel *p, const struct placement *l, size_t i)
{
	unsigned nodes = p->h->r->m->nodes;

	return i < nodes ? p->h->r->m->node[i].name : l->other[i - nodes];
}

/* Whether a process is meant by a name: its group's, or NODE:NUMBER. */
static bool is_named(const struct parallel *p, size_t process, const char *name)
{
	const struct process *id = &p->h->processes->process[process];
	const char *node = p->h->r->m->node[id->node].name;
	size_t length = strlen(node);
	char number[16];

	if (!strcmp(group_of(p, process)->name, name))
		return true;
	snprintf(number, sizeof(number), ":%u", id->number);
	return !strncmp(node, name, length) && !strcmp(name + length, number);
}

/* Place of a processor, which is added where there is none of that name. */
static int find_processor(const struct parallel *p, struct placement *l, const char *name,
			  size_t *place)
{
	char **more;

	for (*place = 0; *place < l->processors; ++*place)
		if (!strcmp(parallel_processor(p, l, *place), name))
			return GNO_OK;
	more = gno_room(l->other, l->processors - p->h->r->m->nodes, sizeof(*more));
	if (!more)
		return GNO_ERR_NOMEM;
	l->other = more;
	more[l->processors - p->h->r->m->nodes] = strdup(name);
	if (!more[l->processors - p->h->r->m->nodes])
		return GNO_ERR_NOMEM;
	l->processors++;
	return GNO_OK;
}

int parallel_check_place(const char *place, struct gno_err *err)
{
	for (;; place++) {
		size_t length = strcspn(place, ","), name = strcspn(place, "=,");

		if (!name || name + 1 >= length)
			return gno_fail(err, GNO_ERR_ARG, "'%.*s' is not PROCESS=PROCESSOR",
					(int)length, place);
		place += length;
		if (!*place)
			return GNO_OK;
	}
}

/* One PROCESS=PROCESSOR. */
static int place_one(const struct parallel *p, struct placement *l, char *text, bool *placed,
		     struct gno_err *err)
{
	char *equals = strchr(text, '='), name[256];
	bool any = false;
	size_t place;

	*equals = '\0';
	if (find_processor(p, l, equals + 1, &place))
		return gno_fail_nomem(err);
	for (size_t i = 0; i < p->h->processes->processes; i++) {
		if (!p->h->process[i].used || !is_named(p, i, text))
			continue;
		if (placed[i])
			return gno_fail(err, GNO_ERR_ARG, "process '%s' is placed twice",
					parallel_name(p, i, name, sizeof(name)));
		l->on[i] = place;
		any = placed[i] = true;
	}
	return any ? GNO_OK : gno_fail(err, GNO_ERR_ARG, "no process '%s' ran", text);
}

static int place_all(const struct parallel *p, struct placement *l, const char *place,
		     struct gno_err *err)
{
	bool *placed = calloc(p->h->processes->processes + 1, sizeof(*placed));
	char *list = strdup(place), *rest = NULL;
	int rc = list && placed ? parallel_check_place(place, err) : gno_fail_nomem(err);

	for (char *one = list; !rc && (one = strtok_r(one, ",", &rest)); one = NULL)
		rc = place_one(p, l, one, placed, err);
	free(list);
	free(placed);
	return rc;
}

/* The processes on their nodes, but for those that `place` names. */
static int add_placement(struct parallel *p, const char *what, const char *place,
			 struct gno_err *err)
{
	struct placement *l = &p->placement[p->placements++];
	const struct processes *all = p->h->processes;
	int rc = GNO_OK;

	*l = (struct placement){.what = what, .processors = p->h->r->m->nodes};
	l->on = calloc(all->processes + 1, sizeof(*l->on));
	if (!l->on)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < all->processes; i++)
		l->on[i] = all->process[i].node;
	if (place)
		rc = place_all(p, l, place, err);
	if (rc)
		return rc;
	l->busy = calloc(l->processors + 1, sizeof(*l->busy));
	if (!l->busy)
		return gno_fail_nomem(err);
	return path_place(p->h, l->on, l->processors, &l->longest, l->busy, err);
}

/* Counts the processes of each group. */
static int count_ran(struct parallel *p, struct gno_err *err)
{
	const struct processes *all = p->h->processes;

	p->ran = calloc(all->groups + 1, sizeof(*p->ran));
	if (!p->ran)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < all->processes; i++) {
		unsigned char *ran = &p->ran[all->process[i].group];

		*ran = (unsigned char)(*ran + (p->h->process[i].used && *ran < 2));
	}
	return GNO_OK;
}

int parallel_add(const struct gno_report *r, const struct message_listener *listener,
		 struct reader *reader, struct parallel **out, struct gno_err *err)
{
	struct parallel *p = *out = calloc(1, sizeof(*p));

	return p ? history_add(r, listener, reader, &p->h, err) : gno_fail_nomem(err);
}

int parallel_finish(struct parallel *p, const char *place, struct gno_err *err)
{
	int rc = count_ran(p, err);

	if (!rc)
		rc = path_find(p->h, &p->path, err);
	if (!rc)
		rc = add_placement(p, "on the nodes of the run", NULL, err);
	if (!rc && place)
		rc = add_placement(p, "as placed", place, err);
	return rc;
}

int parallel_build(const struct gno_report *r, const char *place, struct parallel **out,
		   struct gno_err *err)
{
	struct reader *reader = NULL;
	int rc = reading_open(r, &reader, err);

	*out = NULL;
	if (!rc)
		rc = parallel_add(r, NULL, reader, out, err);
	if (!rc)
		rc = reading_ports(r, reader, err);
	reader_close(reader);
	return rc ? rc : parallel_finish(*out, place, err);
}

void parallel_free(struct parallel *p)
{
	if (!p)
		return;
	for (unsigned i = 0; i < p->placements; i++) {
		struct placement *l = &p->placement[i];

		for (size_t k = p->h->r->m->nodes; k < l->processors; k++)
			free(l->other[k - p->h->r->m->nodes]);
		free(l->other);
		free(l->on);
		free(l->busy);
	}
	path_free(p->path);
	free(p->ran);
	history_free(p->h);
	free(p);
}
