/* SPDX-License-Identifier: Apache-2.0 */
#include "board.h"

#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/families.h"
#include "common/source.h"

#define FILE_NAME "board.yaml"
#define NAMES_MAX 256 /* characters of all names in a message */
#define PLACES_MAX (2 * PATH_MAX)

/* The boards of an installed program, or those of the tree that it was built in. */
static void find_folder(char *out, size_t size)
{
	static const char *const places[] = {"../share/gnomon/boards", "../../boards"};
	char path[PATH_MAX] = "";
	const char *folder;

	if (readlink("/proc/self/exe", path, sizeof(path) - 1) < 0)
		path[0] = '\0';
	folder = dirname(path);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(out, size, "%s/%s", folder, places[i]);
		if (!access(out, R_OK))
			return;
	}
}

/* The text of a key of the file's mapping; NULL: it has none. */
static const char *value_of(const struct source *s, const char *key)
{
	const yaml_node_t *root = source_root(s);

	if (!root || root->type != YAML_MAPPING_NODE)
		return NULL;
	for (const yaml_node_pair_t *p = root->data.mapping.pairs.start;
	     p < root->data.mapping.pairs.top; p++) {
		const yaml_node_t *name = source_node(s, p->key);
		const yaml_node_t *value = source_node(s, p->value);

		if (name->type == YAML_SCALAR_NODE && value->type == YAML_SCALAR_NODE &&
		    !strcmp(source_text(name), key))
			return source_text(value);
	}
	return NULL;
}

/* 1 where a plan for one of two families holds for the other one: the same blocks, no LUT RAM. */
static int is_alike(const char *one, const char *other)
{
	const struct family *a = family_find(one);
	const struct family *b = family_find(other);

	return a == b || (a && b && a->shapes == b->shapes && !a->lut_bits && !b->lut_bits);
}

/* The device that a board's file names. */
static int device_of(const struct source *s, const char *name, const char *family,
		     const struct device **device, struct gen_err *err)
{
	const char *its = value_of(s, "family");
	const char *chip = value_of(s, "device");

	if (!its || !chip)
		return gen_fail(err, GEN_ERR_FIT, "'%s' states no family and device", s->path);
	if (!is_alike(its, family))
		return gen_fail(err, GEN_ERR_FIT,
				"the description has 'family: %s', board '%s' needs 'family: %s'",
				family, name, its);
	*device = device_find(its, chip);
	return *device ? GEN_OK
		       : gen_fail(err, GEN_ERR_FIT,
				  "board '%s': no figures for a device '%s' of family '%s'", name,
				  chip, its);
}

static int is_board(const char *folder, const char *name)
{
	char path[PLACES_MAX];

	snprintf(path, sizeof(path), "%s/%s/" FILE_NAME, folder, name);
	return !access(path, F_OK);
}

/* Names the boards that the folder has. */
static int fail_unknown(const char *folder, const char *name, struct gen_err *err)
{
	struct dirent **entries;
	char names[NAMES_MAX] = "";
	size_t length = 0;
	int count = scandir(folder, &entries, NULL, alphasort);

	if (count < 0)
		return gen_fail(err, GEN_ERR_IO, "cannot open '%s': %s", folder, strerror(errno));
	for (int i = 0; i < count; i++) {
		const char *board = entries[i]->d_name;

		if (is_board(folder, board) && length < sizeof(names))
			length += (size_t)snprintf(names + length, sizeof(names) - length, "%s%s",
						   length ? ", " : "; there are: ", board);
		free(entries[i]);
	}
	free(entries);
	return gen_fail(err, GEN_ERR_FIT, "no board '%s' in '%s'%s", name, folder, names);
}

int board_device(const char *folder, const char *name, const char *family,
		 const struct device **device, struct gen_err *err)
{
	char own[PATH_MAX + 32];
	char path[PLACES_MAX];
	struct source source;
	int rc;

	if (!folder) {
		find_folder(own, sizeof(own));
		folder = own;
	}
	if (!*name || strchr(name, '/') || name[0] == '.')
		return gen_fail(err, GEN_ERR_FIT, "'%s' is no name of a board", name);
	if (!is_board(folder, name))
		return fail_unknown(folder, name, err);
	snprintf(path, sizeof(path), "%s/%s/" FILE_NAME, folder, name);
	rc = source_read(path, &source, err);
	if (rc)
		return rc;
	rc = device_of(&source, name, family, device, err);
	source_free(&source);
	return rc;
}
