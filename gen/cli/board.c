/* SPDX-License-Identifier: Apache-2.0 */
#include "board.h"

#include <libgen.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "common/families.h"
#include "common/source.h"

#define FILE_NAME "board.yaml"

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
		return gen_fail(err, GEN_ERR_FIT, "family '%s'; that of board '%s' is '%s'", family,
				name, its);
	*device = device_find(its, chip);
	return *device ? GEN_OK
		       : gen_fail(err, GEN_ERR_FIT,
				  "board '%s': no figures for a device '%s' of family '%s'", name,
				  chip, its);
}

int board_device(const char *folder, const char *name, const char *family,
		 const struct device **device, struct gen_err *err)
{
	char own[PATH_MAX + 32];
	char path[2 * PATH_MAX];
	struct source source;
	int rc;

	if (!folder) {
		find_folder(own, sizeof(own));
		folder = own;
	}
	if (!*name || strchr(name, '/') || name[0] == '.')
		return gen_fail(err, GEN_ERR_FIT, "'%s' is no name of a board", name);
	snprintf(path, sizeof(path), "%s/%s/" FILE_NAME, folder, name);
	rc = source_read(path, &source, err);
	if (rc)
		return rc;
	rc = device_of(&source, name, family, device, err);
	source_free(&source);
	return rc;
}
