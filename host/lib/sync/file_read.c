/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "common/util.h"
#include "common/yaml_reader.h"
#include "sync/fields.h"

#define KEYS 24

/* An object that is being read: its keys, and their values. */
struct object {
	const char *key[KEYS];
	yaml_node_t *value[KEYS];
};

/* The values of an object that has all keys of `words` (up to NULL) and of `fields`, and no other.
 * What is not there is a fault. */
static bool get_object(struct gno_yaml *y, yaml_node_t *node, const char *what,
		       const char *const *words, const struct sync_field *fields, struct object *o)
{
	size_t keys = 0;

	for (; *words; words++)
		o->key[keys++] = *words;
	for (; fields && fields->key; fields++)
		o->key[keys++] = fields->key;
	o->key[keys] = NULL;
	if (!gno_yaml_keys(y, node, what, o->key, o->value))
		return false;
	for (size_t i = 0; i < keys; i++)
		if (!o->value[i]) {
			gno_yaml_fault(y, node, "%s lacks '%s'", what, o->key[i]);
			return false;
		}
	return true;
}

/* The numbers of `fields`, whose values are behind those of `words` words. */
static bool get_fields(struct gno_yaml *y, const struct object *o, size_t words,
		       const struct sync_field *f, void *to)
{
	uint64_t value;
	uint32_t narrow;

	for (size_t i = words; f->key; f++, i++) {
		if (!gno_yaml_number(y, o->value[i], f->key, f->least, f->most, &value))
			return false;
		narrow = (uint32_t)value;
		if (f->size == sizeof(narrow))
			memcpy((char *)to + f->at, &narrow, sizeof(narrow));
		else
			memcpy((char *)to + f->at, &value, sizeof(value));
	}
	return true;
}

static bool is_null(const yaml_node_t *node)
{
	return node->type == YAML_SCALAR_NODE &&
	       node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	       !strcmp((const char *)node->data.scalar.value, "null");
}

/* A copy of a text in *to, which is NULL where it may be null and is. */
static bool get_text(struct gno_yaml *y, yaml_node_t *node, const char *what, bool may_be_null,
		     char **to)
{
	const char *text;

	if (may_be_null && is_null(node))
		return true;
	text = gno_yaml_text(y, node, what);
	if (text)
		*to = gno_yaml_copy(y, text);
	return text && *to;
}

/* The place of a name in a list of `count`; -1 is a fault. */
static int get_choice(struct gno_yaml *y, yaml_node_t *node, const char *what,
		      const char *(*name)(int), int count)
{
	const char *text = gno_yaml_text(y, node, what);

	for (int i = 0; text && i < count; i++)
		if (!strcmp(text, name(i)))
			return i;
	if (text)
		gno_yaml_fault(y, node, "unknown %s '%s'", what, text);
	return -1;
}

static const char *state_name(int state)
{
	return sync_state_name((enum sync_state)state);
}

static const char *check_name(int check)
{
	return sync_check_name((enum sync_check)check);
}

static bool read_broken(struct gno_yaml *y, yaml_node_t *node, struct sync_broken *b)
{
	static const char *const words[] = {"check", "with", NULL};
	struct object o;
	int check;

	if (is_null(node))
		return true;
	if (!get_object(y, node, "'broken'", words, sync_broken_fields, &o) ||
	    !get_fields(y, &o, 2, sync_broken_fields, b) ||
	    !get_text(y, o.value[1], "'with'", true, &b->with))
		return false;
	check = get_choice(y, o.value[0], "check", check_name, SYNC_CHECKS);
	if (!check)
		gno_yaml_fault(y, o.value[0], "unknown check 'none'");
	b->check = check < 0 ? SYNC_CHECK_NONE : (enum sync_check)check;
	return check > 0;
}

static bool read_pulses(struct gno_yaml *y, yaml_node_t *node, struct sync_mapping *m)
{
	static const char *const words[] = {NULL};
	struct sync_point *room;
	struct object o;
	yaml_node_t *item;

	if (node->type != YAML_SEQUENCE_NODE) {
		gno_yaml_fault(y, node, "'pulses' must be a list");
		return false;
	}
	for (; (item = gno_yaml_item(y, node, m->points)); m->points++) {
		room = gno_room(m->point, m->points, sizeof(*room));
		if (!room) {
			y->nomem = true;
			return false;
		}
		m->point = room;
		room += m->points;
		if (!get_object(y, item, "a pulse", words, sync_point_fields, &o) ||
		    !get_fields(y, &o, 0, sync_point_fields, room))
			return false;
		if (m->points && (room->cycle <= room[-1].cycle || room->time <= room[-1].time)) {
			gno_yaml_fault(y, item, "a pulse is not behind the one before");
			return false;
		}
	}
	if (m->points)
		sync_mapping_prepare(m);
	return true;
}

/* Notes what the figures of an entry lack, or what another one has already. */
static bool check_entry(struct gno_yaml *y, const struct object *o, const struct sync_set *set)
{
	const struct sync_entry *e = &set->entry[set->entries];
	struct gno_err err;

	if (sync_entry_named(set, e->name)) {
		gno_yaml_fault(y, o->value[0], "board '%s' occurs twice", e->name);
		return false;
	}
	if (e->folder && !base_name_ok(e->folder, BASE_NAME_MADE_MAX)) {
		gno_yaml_fault(y, o->value[2], "the folder of a board " BASE_NAME_RULE);
		return false;
	}
	if (sync_board_check(&e->mapping.board, e->name, &err)) {
		gno_yaml_fault(y, o->value[0], "%s", err.text);
		return false;
	}
	return true;
}

static bool read_entry(struct gno_yaml *y, yaml_node_t *node, struct sync_set *set)
{
	static const char *const words[] = {"name",	"device", "folder", "state",
					    "fast_ppm", "broken", "pulses", NULL};
	struct sync_entry *e = &set->entry[set->entries];
	struct sync_board *b = &e->mapping.board;
	struct object o;
	int state;

	if (!get_object(y, node, "a board", words, sync_entry_fields, &o) ||
	    !get_text(y, o.value[0], "'name'", false, &e->name) ||
	    !get_text(y, o.value[1], "'device'", false, &e->device) ||
	    !get_text(y, o.value[2], "'folder'", true, &e->folder))
		return false;
	state = get_choice(y, o.value[3], "state", state_name, SYNC_STATES);
	e->state = state < 0 ? SYNC_OK : (enum sync_state)state;
	if (state < 0 || !gno_yaml_signed(y, o.value[4], "'fast_ppm'", INT64_MAX, &e->ppm) ||
	    !get_fields(y, &o, 7, sync_entry_fields, e))
		return false;
	b->floor = b->out || b->back ? SYNC_FLOOR_PROVEN : SYNC_FLOOR_NONE;
	return check_entry(y, &o, set) && read_broken(y, o.value[5], &e->broken) &&
	       read_pulses(y, o.value[6], &e->mapping);
}

static bool read_plan(struct gno_yaml *y, yaml_node_t *node, struct sync_plan *plan)
{
	static const char *const words[] = {"guaranteed", "host_drift_ppb", NULL};
	struct object o;
	size_t faults = y->faults->errors;

	if (!get_object(y, node, "'plan'", words, sync_plan_fields, &o))
		return false;
	plan->guaranteed = gno_yaml_bool(y, o.value[0], "'guaranteed'");
	return gno_yaml_signed(y, o.value[1], "'host_drift_ppb'", INT64_MAX, &plan->drift) &&
	       get_fields(y, &o, 2, sync_plan_fields, plan) && y->faults->errors == faults;
}

/* The format, which the first key has; 0: it is none that is read here, and may have other keys. */
static uint64_t read_format(struct gno_yaml *y, yaml_node_t *root)
{
	struct gno_entry first;
	uint64_t format;

	if (root->type != YAML_MAPPING_NODE || !gno_yaml_entry(y, root, 0, &first) ||
	    strcmp(first.name, "gnomon_boards") != 0) {
		gno_yaml_fault(y, root,
			       "not the boards of a run (no format under 'gnomon_boards')");
		return 0;
	}
	if (!gno_yaml_number(y, first.value, "'gnomon_boards'", 1, UINT64_MAX, &format))
		return 0;
	if (format <= SYNC_FORMAT)
		return format;
	gno_yaml_fault(y, first.value,
		       "format %" PRIu64
		       ", and this program reads formats up to %d: a newer program is "
		       "needed",
		       format, SYNC_FORMAT);
	return 0;
}

/* The board whose nominal clock common time counts. */
static void find_reference(struct gno_yaml *y, yaml_node_t *node, struct sync_set *set)
{
	const char *name = gno_yaml_text(y, node, "'common_clock'");
	const struct sync_entry *of = name ? sync_entry_named(set, name) : NULL;

	if (of)
		set->reference = (size_t)(of - set->entry);
	else if (name && set->entries)
		gno_yaml_fault(y, node, "there is no board '%s'", name);
}

static void read_set(struct gno_yaml *y, yaml_node_t *root, struct sync_set *set)
{
	static const char *const words[] = {"gnomon_boards", "version", "reference",
					    "plan",	     "boards",	NULL};
	static const char *const words_2[] = {"gnomon_boards", "version",      "reference", "plan",
					      "boards",	       "common_clock", NULL};
	const uint64_t format = read_format(y, root);
	const size_t count = format == 1 ? 5 : 6;
	struct object o;
	struct sync_entry *room;
	const char *reference;
	yaml_node_t *item;

	if (!format ||
	    !get_object(y, root, "'" SYNC_FILE "'", format == 1 ? words : words_2, sync_set_fields,
			&o) ||
	    !get_fields(y, &o, count, sync_set_fields, set) ||
	    !read_plan(y, o.value[3], &set->plan))
		return;
	reference = gno_yaml_text(y, o.value[2], "'reference'");
	if (reference && strcmp(reference, "host") != 0)
		gno_yaml_fault(y, o.value[2], "unknown reference '%s'", reference);
	if (o.value[4]->type != YAML_SEQUENCE_NODE)
		gno_yaml_fault(y, o.value[4], "'boards' must be a list");
	while (!y->faults->errors && (item = gno_yaml_item(y, o.value[4], set->entries))) {
		room = gno_room(set->entry, set->entries, sizeof(*room));
		if (!room) {
			y->nomem = true;
			return;
		}
		set->entry = room;
		room[set->entries] = (struct sync_entry){0};
		if (!read_entry(y, item, set)) {
			sync_entry_free(&room[set->entries]);
			return;
		}
		set->entries++;
	}
	if (format > 1 && !y->faults->errors)
		find_reference(y, o.value[5], set);
}

/* The first fault as a message. */
static int tell(const char *path, const struct gno_faults *faults, struct gno_err *err)
{
	const struct gno_fault *f = faults->fault;

	return gno_fail(err, GNO_ERR_FORMAT, "%s:%u:%u: %s", path, f->line, f->column, f->text);
}

int sync_file_read(const char *path, struct sync_set *set, struct gno_err *err)
{
	struct gno_faults faults = {0};
	struct gno_yaml y = {.faults = &faults};
	yaml_node_t *root;
	char *text = NULL;
	int rc;

	*set = (struct sync_set){0};
	rc = gno_slurp(path, &text, NULL, err);
	if (rc)
		return rc;
	rc = gno_yaml_load(&y, text, "'" SYNC_FILE "'", err);
	if (!rc) {
		root = yaml_document_get_root_node(&y.doc);
		if (root)
			read_set(&y, root, set);
		else
			gno_yaml_fault_at(&y, (struct gno_yaml_position){1, 1},
					  "the file is empty");
		yaml_document_delete(&y.doc);
	}
	if (y.nomem)
		rc = gno_fail_nomem(err);
	else if (faults.errors)
		rc = tell(path, &faults, err);
	if (rc)
		sync_set_free(set);
	gno_faults_free(&faults);
	free(text);
	return rc;
}
