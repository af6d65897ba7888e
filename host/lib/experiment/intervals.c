/* SPDX-License-Identifier: Apache-2.0 */

/* The section 'intervals'. */

#include "experiment/parts.h"
#include "gnomon/records.h"

#include <stdlib.h>
#include <string.h>

/* Why a function cannot be measured; NULL: it can. */
static const char *refusal(const struct gno_program *p, const struct gno_function *f,
			   struct gno_err *why)
{
	if (gno_program_returns(p, f, why))
		return why->text;
	return f->at_once ? "is left by its first instruction: each of its calls is over at once"
			  : NULL;
}

/* The function of an interval in a program; NULL: it is not there, or cannot be measured, and *err
 * says why. */
static const struct gno_function *find_function(const struct gno_program *p, const char *name,
						const char *text, struct gno_err *err)
{
	const struct gno_function *f;
	const char *why;
	struct gno_err reason;

	if (gno_program_function(p, text, &f, &reason)) {
		gno_fail(err, GNO_ERR_ARG, "interval '%s': %s", name, reason.text);
		return NULL;
	}
	why = refusal(p, f, &reason);
	if (why)
		gno_fail(err, GNO_ERR_ARG, "function '%s' of interval '%s' %s", f->name, name, why);
	return why ? NULL : f;
}

/* The point of one end, which is made where there is none; -1 after a fault. */
static int find_end(struct gno_yaml *y, struct experiment *e, struct exp_called *there,
		    const char *name, yaml_node_t *value, const struct gno_function *f,
		    enum exp_place kind, size_t image)
{
	int place = exp_point_called(there, kind, f);
	const struct exp_point *p;

	if (place >= 0)
		return place;
	p = exp_add_called(y, e, name, f, kind, value, image);
	if (!p)
		return -1;
	if (kind == EXP_ENTRY)
		exp_warn_of_others(y, e->image[image].program, p, f);
	else
		exp_warn_of_jumps(y, p, f);
	place = (int)(p - e->point);
	there->point[there->points++] = (struct exp_called_point){kind, f, (size_t)place};
	return place;
}

/* One end is one point in all programs. */
static void take_end(struct gno_yaml *y, yaml_node_t *value, const char *name, int place, int *end)
{
	if (*end >= 0 && place >= 0 && *end != place)
		gno_yaml_fault(
		    y, value,
		    "interval '%s' would have different points in its programs: name them by 'from' and 'to'",
		    name);
	*end = place;
}

/* The ends of an interval that is a function: one of any program, by the same points. */
static void read_function(struct gno_yaml *y, struct experiment *e, struct exp_called *there,
			  const char *name, yaml_node_t *value, struct exp_span *out)
{
	const char *text = gno_yaml_text(y, value, "'function'");
	struct gno_err first = {0}, err;
	bool found = false;

	if (text && !e->has_program)
		gno_yaml_fault(y, value,
			       "interval '%s' names a function, but no 'program' is given", name);
	for (size_t i = 0; text && i < e->images && !y->nomem; i++) {
		const struct gno_function *f = find_function(e->image[i].program, name, text, &err);

		if (!f && !first.text[0])
			first = err;
		if (!f)
			continue;
		found = true;
		take_end(y, value, name, find_end(y, e, there, name, value, f, EXP_ENTRY, i),
			 &out->from);
		take_end(y, value, name, find_end(y, e, there, name, value, f, EXP_RETURN, i),
			 &out->to);
	}
	if (!found && first.text[0])
		gno_yaml_fault(y, value, "%s", first.text);
}

/* The value of 'function' where it stands without 'from' and 'to', else NULL. */
static yaml_node_t *only_function(struct gno_yaml *y, const struct gno_entry *interval, bool *any)
{
	yaml_node_t *value = NULL;
	struct gno_entry part;
	bool ends = false;

	if (interval->value->type != YAML_MAPPING_NODE)
		return NULL;
	for (size_t i = 0; gno_yaml_entry(y, interval->value, i, &part); i++) {
		if (!strcmp(part.name, "function"))
			value = part.value;
		ends = ends || !strcmp(part.name, "from") || !strcmp(part.name, "to");
	}
	*any = *any || value;
	return ends ? NULL : value;
}

void exp_read_spans(struct gno_yaml *y, struct experiment *e, yaml_node_t *map,
		    struct exp_spans *out)
{
	size_t count = gno_yaml_entries(y, map, "'intervals'");
	struct exp_called there = {.everywhere = false};
	struct gno_entry entry;
	yaml_node_t *value;

	out->entries = count;
	out->of = calloc(count + 1, sizeof(*out->of));
	if (!out->of || !exp_find_called(y, e, 2 * count, &there)) {
		y->nomem = true;
		return;
	}
	for (size_t i = 0; i < count && !y->nomem; i++) {
		out->of[i] = (struct exp_span){-1, -1};
		value =
		    gno_yaml_entry(y, map, i, &entry) ? only_function(y, &entry, &out->any) : NULL;
		if (value)
			read_function(y, e, &there, entry.name, value, &out->of[i]);
	}
	free(there.point);
}

/* Finds the points that are the ends of an interval. */
static struct exp_span read_ends(struct gno_yaml *y, const struct experiment *e,
				 const struct gno_entry *entry, yaml_node_t *const *value)
{
	static const char *const keys[] = {"from", "to"};
	int point[2];

	for (size_t i = 0; i < 2; i++) {
		point[i] = value[i] ? exp_find_point(y, e, value[i]) : -1;
		if (!value[i])
			gno_yaml_fault(y, entry->key, "interval '%s' has no '%s'", entry->name,
				       keys[i]);
	}
	return (struct exp_span){point[0], point[1]};
}

/* Whether an end is recorded, else it is a fault. */
static bool check_recorded(struct gno_yaml *y, const struct experiment *e,
			   const struct gno_entry *entry, yaml_node_t *at, int point)
{
	if (point < 0 || e->point[point].actions & 1u << GNO_ACT_RECORD)
		return true;
	gno_yaml_fault(y, at, "interval '%s' can never be measured: point '%s' is not recorded",
		       entry->name, e->point[point].name);
	return false;
}

static void read_interval(struct gno_yaml *y, struct experiment *e, const struct gno_entry *entry,
			  struct exp_span span)
{
	enum { FROM, TO, FUNCTION, KEYS };
	static const char *const keys[] = {"from", "to", "function", NULL};
	struct exp_interval *interval = &e->interval[e->intervals];
	yaml_node_t *value[KEYS];

	if (!gno_yaml_keys(y, entry->value, "an interval", keys, value))
		return;
	if (value[FUNCTION] && (value[FROM] || value[TO])) {
		gno_yaml_fault(
		    y, value[FUNCTION],
		    "interval '%s' has 'function' and '%s': a function begins at its entry and ends at its returns",
		    entry->name, value[FROM] ? keys[FROM] : keys[TO]);
		return;
	}
	if (!value[FUNCTION])
		span = read_ends(y, e, entry, value);
	if (check_recorded(y, e, entry, value[FUNCTION] ? value[FUNCTION] : value[FROM], span.from))
		check_recorded(y, e, entry, value[FUNCTION] ? value[FUNCTION] : value[TO], span.to);
	if (span.from < 0 || span.to < 0)
		return;
	interval->name = gno_yaml_copy(y, entry->name);
	interval->key = entry->key;
	interval->from = (size_t)span.from;
	interval->to = (size_t)span.to;
	if (interval->name)
		e->intervals++;
}

void exp_read_intervals(struct gno_yaml *y, struct experiment *e, yaml_node_t *map,
			struct exp_spans *spans)
{
	struct gno_entry entry;

	e->interval = calloc(spans->entries + 1, sizeof(*e->interval));
	if (!e->interval)
		y->nomem = true;
	for (size_t i = 0; i < spans->entries && spans->of && !y->nomem; i++)
		if (gno_yaml_entry(y, map, i, &entry))
			read_interval(y, e, &entry, spans->of[i]);
	free(spans->of);
}
